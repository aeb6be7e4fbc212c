import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import { startContentLake, type ContentLake } from "../studio/local/content-lake.ts";
import { importSeed } from "../studio/local/import-seed.ts";

export const localProject = { projectId: "payser-local", dataset: "production" } as const;

export interface ContentPart {
  lake: ContentLake;
  /** Gives the rights of an editor; without it only published documents are seen. */
  token: string;
}

/** Starts the Content Lake of this machine and fills an empty one with the seed content. */
export async function startContentPart(settings: {
  port: number;
  dataDirectory: string;
  studioOrigins: readonly string[];
}): Promise<ContentPart> {
  await mkdir(settings.dataDirectory, { recursive: true });
  const token = await readToken(join(settings.dataDirectory, "token"));
  const lake = await startContentLake({ ...localProject, ...settings, token });

  const client = createClient({
    ...localProject,
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    token,
  });
  const isSeeded = await client.fetch<boolean>(`defined(*[_id == "siteSettings"][0]._id)`);
  if (!isSeeded) {
    await importSeed({
      url: lake.url,
      ...localProject,
      token,
      source: "studio/seed/content.ndjson",
    });
  }
  return { lake, token };
}

async function readToken(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    const token = randomUUID();
    await writeFile(file, token, { mode: 0o600 });
    return token;
  }
}
