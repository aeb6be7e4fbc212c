import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContentLake } from "../../studio/local/content-lake.ts";

export const localProject = { projectId: "payser-local", dataset: "production" } as const;

export interface ContentPart {
  lake: ContentLake;
  /** Token with the rights of an editor. Clients without any token see only published documents. */
  token: string;
  /** Token that can read drafts but not write. */
  viewerToken: string;
}

/** Starts the local Content Lake with content for this software version. Reports added content through `say`. */
export async function startContentPart(settings: {
  port: number;
  dataDirectory: string;
  studioOrigins: readonly string[];
  say?: (text: string) => void;
}): Promise<ContentPart> {
  const { say = () => {} } = settings;
  // A dynamic import lets other parts start meanwhile, and loads nothing when the content is hosted.
  const { startContentLake } = await import("../../studio/local/content-lake.ts");
  const { completeContent } = await import("../../studio/seed/complete-content.ts");
  await mkdir(settings.dataDirectory, { recursive: true });
  const { token, viewerToken } = await contentTokens(settings.dataDirectory);
  const lake = await startContentLake({ ...localProject, ...settings, token, viewerToken });

  const target = { ...localProject, url: lake.url, token };
  await completeContent({ target, source: "studio/seed/content.ndjson", say });
  return { lake, token, viewerToken };
}

/** Returns the content tokens that a folder stores. The first call creates the tokens. */
export async function contentTokens(
  directory: string,
): Promise<Pick<ContentPart, "token" | "viewerToken">> {
  return {
    token: await readToken(join(directory, "token")),
    viewerToken: await readToken(join(directory, "viewer-token")),
  };
}

async function readToken(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept !== "") return kept;
  const token = randomUUID();
  // The token is written to another file that is then renamed, so that a crash cannot leave half a token.
  await writeFile(`${file}.new`, token, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return token;
}
