import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContentLake } from "../../studio/local/content-lake.ts";

export const localProject = { projectId: "payser-local", dataset: "production" } as const;

export interface ContentPart {
  lake: ContentLake;
  /** Gives the rights of an editor; without it only published documents are seen. */
  token: string;
  /** Lets who has it read drafts, and write nothing. */
  viewerToken: string;
}

/**
 * Starts the Content Lake of this machine with content that this release can show; `say` is told
 * what had to be added.
 */
export async function startContentPart(settings: {
  port: number;
  dataDirectory: string;
  studioOrigins: readonly string[];
  say?: (text: string) => void;
}): Promise<ContentPart> {
  const { say = () => {} } = settings;
  // Loaded while other parts start, and not at all where content is hosted.
  const { startContentLake } = await import("../../studio/local/content-lake.ts");
  const { completeContent } = await import("../../studio/seed/complete-content.ts");
  await mkdir(settings.dataDirectory, { recursive: true });
  const { token, viewerToken } = await contentTokens(settings.dataDirectory);
  const lake = await startContentLake({ ...localProject, ...settings, token, viewerToken });

  const target = { ...localProject, url: lake.url, token };
  await completeContent({ target, source: "studio/seed/content.ndjson", say });
  return { lake, token, viewerToken };
}

/** The tokens of the content in a folder, made on first use. */
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
  // Beside and renamed: half a token would be nobody's.
  await writeFile(`${file}.new`, token, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return token;
}
