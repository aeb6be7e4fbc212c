import { join } from "node:path";
import { serve } from "@hono/node-server";
import { logLine } from "../config/log.ts";
import { parseServerEnv } from "../config/server-env.ts";
import { readBrowserAssets } from "./render/browser-assets.ts";
import { createSite } from "./create-site.ts";
import { readStandIns } from "./cache/read-stand-ins.ts";
import { loadStaticFiles } from "./http/static-files.ts";

// This file runs from dist/web/server, beside dist/web/client.
const distDirectory = join(import.meta.dirname, "..");
const clientDirectory = join(distDirectory, "client");

const env = parseServerEnv(process.env);
const site = createSite(
  env,
  await readBrowserAssets(clientDirectory),
  {
    client: await loadStaticFiles(clientDirectory),
    overlay: await loadStaticFiles(join(distDirectory, "overlay")),
  },
  await readStandIns(env, distDirectory),
);

const server = serve({ fetch: site.app.fetch, port: env.PORT, hostname: env.HOST }, ({ port }) =>
  logLine("info", "listening", { port }),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    site.close();
    server.close();
    // Event streams stay open as long as their visitors: they are not waited for.
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
