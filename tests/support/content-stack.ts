import type { SanityClient } from "@sanity/client";
import { localProject } from "../../scripts/content-part.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { buildStudio, studioBuildDirectory } from "../../studio/build-studio.ts";
import { startStudio } from "../../studio/local/http/serve-studio.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";
import { startTestSite } from "./site-stack.ts";
import { startSeededLake } from "./seeded-lake.ts";

export interface ContentStack {
  contentUrl: string;
  studioUrl: string;
  siteUrl: string;
  /** Sees what anybody sees: published documents, no token. */
  visitor: SanityClient;
  /** Sees and writes everything, drafts included. */
  editor: SanityClient;
  editorEmail: string;
  /** Supabase, which reads this content; only where it was asked for. */
  backend: TestStack | undefined;
  close(): Promise<void>;
}

export interface ContentStackOptions {
  withBackend?: boolean;
  /** Fills the folder of the content outside of the test runner, which has a template. */
  prepareData?: (directory: string) => Promise<void>;
}

/** Starts a Content Lake with the seed content, the studio and the site, on free ports of their own. */
export async function startContentStack({
  withBackend = false,
  prepareData,
}: ContentStackOptions = {}): Promise<ContentStack> {
  const studioPort = await findFreePort();
  await buildStudio(localProject);
  const lake = await startSeededLake({
    studioOrigins: [`http://localhost:${studioPort}`],
    ...(prepareData && { prepareData }),
  });
  const backend = withBackend
    ? await startTestStack({
        content: { ...localProject, apiHost: lake.url },
        studioUrl: `http://localhost:${studioPort}`,
      })
    : undefined;
  const site = await startTestSite(lake.url, undefined, {
    preview: { token: lake.viewerToken, studioUrl: `http://localhost:${studioPort}` },
  });
  const studio = await startStudio({
    port: studioPort,
    buildDirectory: studioBuildDirectory,
    contentApiHost: lake.url,
    siteUrl: site.url,
    supabase: backend,
  });
  return {
    contentUrl: lake.url,
    studioUrl: studio.url,
    siteUrl: site.url,
    visitor: lake.visitor,
    editor: lake.editor,
    editorEmail: lake.editorEmail,
    backend,
    async close() {
      await backend?.stop();
      await site.close();
      await studio.close();
      await lake.close();
    },
  };
}
