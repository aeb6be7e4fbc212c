import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { localProject } from "../../scripts/content-part.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { type SiteSettings, startSite, writeSnapshot } from "../../scripts/start-site.ts";
import { keepLine } from "./printed-problems.ts";
import { startSeededLake } from "./seeded-lake.ts";

export interface TestSite {
  url: string;
  pid: number;
  /** Every line that the site logged. */
  log: readonly string[];
  /** Settles when the process ends, with its exit code. */
  ended: Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the built site in a process of its own, on a free port, reading the content API at
 * `contentUrl`; without `snapshotFile` it has no snapshot. `others` are settings of its own.
 */
export async function startTestSite(
  contentUrl: string,
  snapshotFile?: string,
  others: Partial<SiteSettings> = {},
): Promise<TestSite> {
  const log: string[] = [];
  const settings = {
    ...(await siteSettings(contentUrl, snapshotFile ?? "/no/such/snapshot.json")),
    ...others,
  };
  const { url, pid, ended, close } = await startSite(settings, (line, isProblem) => {
    log.push(line);
    if (isProblem) console.error(line);
    else keepLine(line);
  });
  if (pid === undefined) throw new Error("The site has no process");
  return { url, pid, log, ended, close };
}

export interface SnapshotFile {
  path: string;
  /** Writes it anew, from what is published now. */
  retake(): Promise<void>;
  remove(): Promise<void>;
}

/** Writes a snapshot of what is published at `contentUrl` into a folder of its own. */
export async function takeSnapshot(contentUrl: string): Promise<SnapshotFile> {
  const directory = await mkdtemp(join(tmpdir(), "payser-snapshot-"));
  const path = join(directory, "snapshot.json");
  const settings = await siteSettings(contentUrl, path);
  await writeSnapshot(settings);
  return {
    path,
    retake: () => writeSnapshot(settings),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function siteSettings(contentUrl: string, snapshotFile: string): Promise<SiteSettings> {
  const port = await findFreePort();
  return {
    ...localProject,
    port,
    siteUrl: `http://localhost:${port}`,
    apiHost: contentUrl,
    token: undefined,
    snapshotFile,
  };
}

export interface SiteStack {
  siteUrl: string;
  site: TestSite;
  contentUrl: string;
  /** Sees what anybody sees: published documents, no token. */
  visitor: SanityClient;
  /** Sees and writes everything, drafts included. */
  editor: SanityClient;
  stopContent(): Promise<void>;
  /** Starts the content API again on the same port with the same data. */
  restartContent(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the site with seed content of its own. */
export async function startSiteStack(): Promise<SiteStack> {
  const lake = await startSeededLake();
  const site = await startTestSite(lake.url);
  return {
    siteUrl: site.url,
    site,
    contentUrl: lake.url,
    visitor: lake.visitor,
    editor: lake.editor,
    stopContent: () => lake.stop(),
    restartContent: () => lake.restart(),
    async close() {
      await site.close();
      await lake.close();
    },
  };
}
