import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "../../scripts/build/build-site.ts";
import { localProject, startContentPart } from "../../scripts/stack/content-part.ts";
import { startSite } from "../../scripts/stack/start-site.ts";
import { buildStudio, studioBuildDirectory } from "../../studio/build/build-studio.ts";
import { startStudio } from "../../studio/local/http/serve-studio.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";

/** Starts the built studio with the site in its preview frame and the seed content, on free ports. */
export async function startEditorStack() {
  await buildSite();
  await buildStudio(localProject);
  const directory = await mkdtemp(join(tmpdir(), "payser-bench-"));
  const [studioPort, sitePort] = [await findFreePort(), await findFreePort()];
  const studioUrl = `http://localhost:${studioPort}`;
  const { lake, viewerToken } = await startContentPart({
    port: 0,
    dataDirectory: join(directory, "content"),
    studioOrigins: [studioUrl],
  });
  const site = await startSite({
    ...localProject,
    port: sitePort,
    siteUrl: `http://localhost:${sitePort}`,
    apiHost: lake.url,
    token: undefined,
    preview: { token: viewerToken, studioUrl },
  });
  const studio = await startStudio({
    port: studioPort,
    buildDirectory: studioBuildDirectory,
    contentApiHost: lake.url,
    siteUrl: site.url,
  });
  return {
    studioUrl,
    async close() {
      await studio.close();
      await site.close();
      await lake.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
