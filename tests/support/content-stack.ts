import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SanityClient, createClient } from "@sanity/client";
import { localProject } from "../../scripts/content-part.ts";
import { findFreePort } from "../../scripts/free-ports.ts";
import { buildStudio, studioBuildDirectory } from "../../studio/build-studio.ts";
import { startContentLake } from "../../studio/local/content-lake.ts";
import { importSeed } from "../../studio/local/import-seed.ts";
import { startStudio } from "../../studio/local/serve-studio.ts";

const token = "editor-of-the-tests";

export interface ContentStack {
  contentUrl: string;
  studioUrl: string;
  /** Sees what anybody sees: published documents, no token. */
  visitor: SanityClient;
  /** Sees and writes everything, drafts included. */
  editor: SanityClient;
  close(): Promise<void>;
}

/** Starts a Content Lake with the seed content, and the studio, on free ports of their own. */
export async function startContentStack(): Promise<ContentStack> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "payser-content-"));
  const studioPort = await findFreePort();
  await buildStudio(localProject);
  const lake = await startContentLake({
    ...localProject,
    port: 0,
    dataDirectory,
    token,
    studioOrigins: [`http://localhost:${studioPort}`],
  });
  await importSeed({
    ...localProject,
    url: lake.url,
    token,
    source: "studio/seed/content.ndjson",
  });
  const studio = await startStudio({
    port: studioPort,
    buildDirectory: studioBuildDirectory,
    contentApiHost: lake.url,
  });
  const visitor = createClient({
    ...localProject,
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
  });
  return {
    contentUrl: lake.url,
    studioUrl: studio.url,
    visitor,
    editor: visitor.withConfig({ token, perspective: "raw" }),
    async close() {
      await studio.close();
      await lake.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
