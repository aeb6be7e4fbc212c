import type { SanityClient, SanityDocument } from "@sanity/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { type SiteSettings, startSite, writeSnapshot } from "../../../scripts/stack/start-site.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { keepLine } from "../runner/printed-problems.ts";
import { startSeededLake } from "./seeded-lake.ts";

export interface TestSite {
  url: string;
  pid: number;
  /** All lines that the site has logged. */
  log: readonly string[];
  /** Promise of the process's exit code. */
  ended: Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the built site in a new process on a free port. The site reads the content API at `contentUrl`. It has a
 * snapshot only when `snapshotFile` is given. `others` contains further environment variables.
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
  /** Replaces the snapshot by a new one of the content that is published now. */
  retake(): Promise<void>;
  remove(): Promise<void>;
}

/** Writes a snapshot of the content published at `contentUrl` into a new folder. */
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
  /** Sanity client without a token, which sees only published documents. */
  visitor: SanityClient;
  /** Sanity client that reads and writes all documents, drafts included. */
  editor: SanityClient;
  /** Sanity token that reads drafts and cannot write. */
  viewerToken: string;
  close(): Promise<void>;
}

/**
 * Starts a site and a Content Lake with the seed content. If `studioUrl` is given, editors of that studio see drafts on
 * the site.
 */
export async function startSiteStack(studioUrl?: string): Promise<SiteStack> {
  const lake = await startSeededLake();
  const preview = studioUrl ? { token: lake.viewerToken, studioUrl } : undefined;
  const site = await startTestSite(lake.url, undefined, { preview });
  return {
    siteUrl: site.url,
    site,
    contentUrl: lake.url,
    visitor: lake.visitor,
    editor: lake.editor,
    viewerToken: lake.viewerToken,
    async close() {
      await site.close();
      await lake.close();
    },
  };
}

/** Time limit for the site to show restored content (ms). A busy machine needs only some seconds. */
const RESTORED_AFTER_MS = 90_000;

/**
 * Remembers every document, including drafts and Sanity releases. The returned function restores these documents and
 * adds the given document, all in one transaction. The Content Lake then sends the usual events.
 */
export async function keepDocuments(editor: SanityClient) {
  const read = () => editor.fetch<SanityDocument[]>("*[]");
  let kept = await read();
  return async (added: Parameters<SanityClient["createOrReplace"]>[0]) => {
    const now = new Map((await read()).map(({ _id, _rev }) => [_id, _rev]));
    const transaction = editor.transaction().createOrReplace(added);
    for (const { _rev, _updatedAt, ...document } of kept) {
      if (now.get(document._id) !== _rev) transaction.createOrReplace(document);
      now.delete(document._id);
    }
    for (const id of now.keys()) transaction.delete(id);
    await transaction.commit({ returnDocuments: false });
    kept = (await read()).filter(({ _id }) => _id !== added._id);
  };
}

/**
 * Remembers the content of a site. The returned function restores every document, drafts included,
 * and resolves when the site shows the restored content.
 */
export async function rememberContent({ editor, siteUrl }: SiteStack) {
  const restoreDocuments = await keepDocuments(editor);
  return async (): Promise<void> => {
    // The redirect is stored in the same transaction as the restored documents. When the site knows the redirect, it
    // has therefore received all documents.
    const from = `/restaurado-${crypto.randomUUID()}`;
    const target = { kind: "place", place: "/contato" };
    await restoreDocuments({ _id: crypto.randomUUID(), _type: "redirect", from, target });
    const deadline = Date.now() + RESTORED_AFTER_MS;
    while ((await fetch(siteUrl + from, { redirect: "manual" })).status === 404) {
      if (Date.now() > deadline) throw new Error("The site does not show what was published");
      await wait(20);
    }
  };
}
