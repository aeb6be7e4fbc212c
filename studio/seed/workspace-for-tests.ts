import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { ptBRLocale } from "@sanity/locale-pt-br";
import {
  type SanityDocument,
  type Workspace,
  createWorkspaceFromConfig,
  validateDocument,
} from "sanity";
import { createContentClient } from "../local/content-client.ts";
import { startContentLake } from "../local/content-lake.ts";
import { importSeed } from "../local/content-files.ts";
import { missingTranslations } from "../missing-translations.ts";
import { schemaTypes } from "../schema/schema-types.ts";
import { seedDirectory } from "./seed-documents.ts";

const access = { projectId: "payser-seed", dataset: "production", token: "seed-check" };

/** Validation message about one value in a document. */
interface Violation {
  level: string;
  /** Field names and keys of list items, joined by dots. */
  place: string;
  message: string;
}

interface WorkspaceForTests {
  client: SanityClient;
  workspace: Workspace;
  /** Returns all messages of the studio's validation about a document, in Portuguese. */
  validate(document: SanityDocument): Promise<Violation[]>;
  close(): Promise<void>;
}

/**
 * Starts a Content Lake with the imported seed and loads the studio's schema, because some
 * validation rules query the content.
 */
export async function startWorkspace(): Promise<WorkspaceForTests> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "seed-"));
  const lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  const target = { ...access, url: lake.url };
  await importSeed({ ...target, source: join(seedDirectory, "content.ndjson") });
  const client = createContentClient(target);
  const workspace = await createWorkspaceFromConfig({
    ...access,
    name: "seed",
    apiHost: lake.url,
    unstable_clientFactory: () => client,
    plugins: [ptBRLocale()],
    i18n: { bundles: missingTranslations },
    schema: { types: schemaTypes },
  });
  return {
    client,
    workspace,
    async validate(document) {
      const markers = await validateDocument({ document, workspace, getClient: () => client });
      return markers.map(({ level, path, message }) => ({
        level,
        place: path
          .map((part) => (typeof part === "object" ? JSON.stringify(part) : part))
          .join("."),
        message,
      }));
    },
    async close() {
      await lake.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
