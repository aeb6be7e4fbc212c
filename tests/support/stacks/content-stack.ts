import { expect } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { buildStudio, studioBuildDirectory } from "../../../studio/build/build-studio.ts";
import { startStudio } from "../../../studio/local/http/serve-studio.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { startSeededLake } from "./seeded-lake.ts";
import { keepDocuments, startTestSite } from "./site-stack.ts";

export interface ContentStack {
  contentUrl: string;
  studioUrl: string;
  siteUrl: string;
  /** Sanity client without a token, which sees only published documents. */
  visitor: SanityClient;
  /** Sanity client that reads and writes all documents, drafts included. */
  editor: SanityClient;
  editorEmail: string;
  /**
   * Restarts the studio's server at the same URL, with a Supabase for its test mails. Without `backend`, the studio
   * sends no test mails.
   */
  useBackend(backend: { url: string; publishableKey: string } | undefined): Promise<void>;
  /** Restores all documents to their state at the start and waits until the site shows this state. */
  restoreContent(): Promise<void>;
  close(): Promise<void>;
}

export interface ContentStackOptions {
  /** Fills the data folder of the Content Lake. Needed outside the test runner, where no template can be copied. */
  prepareData?: (directory: string) => Promise<void>;
}

/** Starts a Content Lake with the seed content, the studio and the site, each on a free port. */
export async function startContentStack({
  prepareData,
}: ContentStackOptions = {}): Promise<ContentStack> {
  const studioPort = await findFreePort();
  await buildStudio(localProject);
  const lake = await startSeededLake({
    studioOrigins: [`http://localhost:${studioPort}`],
    ...(prepareData && { prepareData }),
  });
  const site = await startTestSite(lake.url, undefined, {
    preview: { token: lake.viewerToken, studioUrl: `http://localhost:${studioPort}` },
  });
  const serveStudio = (supabase?: { url: string; publishableKey: string }) =>
    startStudio({
      port: studioPort,
      buildDirectory: studioBuildDirectory,
      contentApiHost: lake.url,
      siteUrl: site.url,
      supabase,
    });
  let studio = await serveStudio();
  const restoreDocuments = await keepDocuments(lake.editor);
  return {
    contentUrl: lake.url,
    studioUrl: studio.url,
    siteUrl: site.url,
    visitor: lake.visitor,
    editor: lake.editor,
    editorEmail: lake.editorEmail,
    async useBackend(backend) {
      await studio.close();
      studio = await serveStudio(backend);
    },
    async restoreContent() {
      const last = { _id: "restored", _type: "redirect", from: `/restored-${crypto.randomUUID()}` };
      const status = async () => (await fetch(site.url + last.from, { redirect: "manual" })).status;
      // The site stores the answer 404 for this path until the Content Lake reports a change. A later answer other than
      // 404 therefore shows that the site knows the restored content.
      await status();
      const target = { kind: "address", href: "/" };
      await restoreDocuments({ ...last, permanent: false, target });
      await expect.poll(status, { timeout: 60_000 }).toBe(302);
      await lake.editor.delete(last._id);
    },
    async close() {
      await site.close();
      await studio.close();
      await lake.close();
    },
  };
}
