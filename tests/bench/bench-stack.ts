import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import { contentApiVersion } from "../../content-api-version.ts";
import { buildSite } from "../../scripts/build/build-site.ts";
import { localProject, startContentPart } from "../../scripts/stack/content-part.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { startSite } from "../../scripts/stack/start-site.ts";
import { readSitemapPaths } from "../site/site-paths.ts";
import { writeStaticCopy } from "./static-copy.ts";

/** Starts the built site with the seed content, and a server of static copies of its pages, on free ports. */
export async function startBenchStack() {
  await buildSite();
  const directory = await mkdtemp(join(tmpdir(), "payser-bench-"));
  const { lake, token } = await startContentPart({
    port: 0,
    dataDirectory: join(directory, "content"),
    studioOrigins: [],
  });
  const port = await findFreePort();
  const site = await startSite({
    ...localProject,
    port,
    siteUrl: `http://localhost:${port}`,
    apiHost: lake.url,
    token: undefined,
    // The benchmark never calls this address. It is set because the site disables its forms when no Supabase is set.
    supabase: {
      url: "https://abcdefghijklmnopqrst.supabase.co",
      publishableKey: "key",
      forwardKey: "key of a function that nobody calls here",
    },
  });
  const staticDirectory = join(directory, "static");
  await writeStaticCopy(site.url, await readSitemapPaths(site.url), staticDirectory);
  const staticPort = await findFreePort();
  const staticServer = spawn(
    process.execPath,
    ["tests/bench/static-server.ts", staticDirectory, String(staticPort)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(staticServer.stdout, "data");
  return {
    siteUrl: site.url,
    staticUrl: `http://localhost:${staticPort}`,
    editor: createClient({
      ...localProject,
      apiHost: lake.url,
      useProjectHostname: false,
      useCdn: false,
      apiVersion: contentApiVersion,
      token,
    }),
    async close() {
      staticServer.kill();
      await site.close();
      await lake.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>;
