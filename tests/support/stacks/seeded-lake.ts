import { type SanityClient, createClient } from "@sanity/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentApiVersion } from "../../../content-api-version.ts";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { startContentLake } from "../../../studio/local/content-lake.ts";
import { copyContentTemplate } from "./content-template.ts";

const token = "editor-of-the-tests";
const viewerToken = "viewer-of-the-tests";

export interface SeededLake {
  url: string;
  /** Sanity token that reads drafts and cannot write. */
  viewerToken: string;
  /** Sanity client without a token, which sees only published documents. */
  visitor: SanityClient;
  /** Sanity client that reads and writes all documents, drafts included. */
  editor: SanityClient;
  /** E-mail address of the editor whose token `editor` uses. */
  editorEmail: string;
  stop(): Promise<void>;
  /** Restarts the Content Lake on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops the Content Lake and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a Content Lake with the seed content on a free port and with a data folder of its own. `prepareData` fills the
 * folder when the caller is not a test; tests copy a template instead.
 */
export async function startSeededLake(
  settings: { studioOrigins?: readonly string[]; prepareData?: typeof copyContentTemplate } = {},
): Promise<SeededLake> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "payser-content-"));
  await (settings.prepareData ?? copyContentTemplate)(dataDirectory);
  const start = (port: number) =>
    startContentLake({
      ...localProject,
      port,
      dataDirectory,
      token,
      viewerToken,
      studioOrigins: settings.studioOrigins ?? [],
    });
  let running = true;
  let lake = await start(0);
  const { url, port } = lake;

  const visitor = createClient({
    ...localProject,
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: contentApiVersion,
  });

  const editor = visitor.withConfig({ token, perspective: "raw" });
  const me = await editor.request<{ email: string }>({ url: "/users/me" });

  async function stop() {
    if (running) await lake.close();
    running = false;
  }
  return {
    url,
    viewerToken,
    visitor,
    editor,
    editorEmail: me.email,
    stop,
    async restart() {
      await stop();
      lake = await start(port);
      running = true;
    },
    async close() {
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
