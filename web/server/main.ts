import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { parseServerEnv } from "../config/server-env.ts";
import { type ContentSnapshot, parseContentSnapshot } from "../content/content-snapshot.ts";
import { readBrowserAssets } from "./browser-assets.ts";
import { createSite } from "./create-site.ts";
import { loadStaticFiles } from "./static-files.ts";

// This file runs from dist/web/server, beside dist/web/client.
const distDirectory = join(import.meta.dirname, "..");
const clientDirectory = join(distDirectory, "client");

const env = parseServerEnv(process.env);
const snapshotFile = env.SNAPSHOT_FILE ?? join(distDirectory, "snapshot.json");
const site = createSite(
  env,
  await readBrowserAssets(clientDirectory),
  await loadStaticFiles(clientDirectory),
  await readSnapshot(snapshotFile),
);

const server = serve({ fetch: site.app.fetch, port: env.PORT, hostname: env.HOST }, ({ port }) =>
  console.info(JSON.stringify({ event: "listening", port })),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    site.close();
    server.close();
    // Event streams stay open as long as their visitors: they are not waited for.
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

/** What the file holds. A missing or damaged one only matters to a start without Sanity. */
async function readSnapshot(file: string): Promise<ContentSnapshot> {
  try {
    return parseContentSnapshot(await readFile(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.info(JSON.stringify({ event: "no-snapshot", file, reason }));
    return {};
  }
}
