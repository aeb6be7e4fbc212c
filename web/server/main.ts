import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { followProblems, logLine, reasonOf, stackOf } from "../config/log.ts";
import { parseServerEnv, type ServerEnv } from "../config/server-env.ts";
import { readBrowserAssets } from "./render/html-document.ts";
import { createSite } from "./create-site.ts";
import { readStandIns } from "./cache/snapshot.ts";
import { createDrain } from "./http/drain.ts";
import { boundBodies, createSiteServer } from "./http/site-server.ts";
import { addFormerAssets, loadStaticFiles } from "./http/static-files.ts";
import { createBackendFigures } from "./telemetry/backend-figures.ts";
import { exportErrors } from "./telemetry/export-errors.ts";
import { followRequests } from "./telemetry/follow-requests.ts";
import { createMetrics, serveMetrics } from "./telemetry/metrics.ts";
import { endWhenStuck } from "./watch-loop.ts";

// This file is built to dist/web/server, next to dist/web/client.
const distDirectory = join(import.meta.dirname, "..");
const clientDirectory = join(distDirectory, "client");

const env = readEnv();
const endExport = exportErrors(env);
// The process ends after an uncaught exception, once the error has been sent to the OpenTelemetry collector.
process.once("uncaughtException", (error) => {
  logLine("error", "crashed", { reason: reasonOf(error), stack: stackOf(error) });
  void endExport().finally(() => process.exit(1));
});
endWhenStuck();
const metrics = createMetrics();
followProblems((_level, event) => metrics.problems.inc({ event }));
const stopping = new AbortController();
const ownFiles = await loadStaticFiles(clientDirectory);
const site = createSite(
  env,
  await readBrowserAssets(clientDirectory),
  {
    client: env.FORMER_CLIENT ? await addFormerAssets(ownFiles, env.FORMER_CLIENT) : ownFiles,
    overlay: await loadStaticFiles(join(distDirectory, "overlay")),
  },
  await readStandIns(env, distDirectory),
  stopping.signal,
  metrics,
);

const server = createSiteServer(
  followRequests(boundBodies(getRequestListener(site.app.fetch)), metrics),
);
const endMetrics =
  env.METRICS_PORT === undefined
    ? undefined
    : serveMetrics(metrics, {
        port: env.METRICS_PORT,
        host: env.METRICS_HOST,
        readOthers: backendFigures(env),
      });
const drain = createDrain(server, stopping);
server.listen(env.PORT, env.HOST, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  logLine("info", "listening", { port });
});

// Hosts send SIGTERM before they remove this server.
process.once("SIGTERM", () => void drain().then(end));
// A person at a terminal sends SIGINT, which ends the process at once.
process.once("SIGINT", () => {
  server.close();
  server.closeAllConnections();
  void end();
});

/**
 * Sends the last errors to the OpenTelemetry collector and ends the process. `exit` is needed, because pending calls
 * would keep the process alive.
 */
async function end(): Promise<void> {
  site.close();
  endMetrics?.();
  await endExport().finally(() => process.exit());
}

/** Reads the settings from the environment. When settings are invalid, logs one line and ends the process. */
function readEnv(): ServerEnv {
  try {
    return parseServerEnv(process.env);
  } catch (error) {
    logLine("error", "bad-environment", { reason: reasonOf(error) });
    process.exit(1);
  }
}

function backendFigures(given: ServerEnv) {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = given;
  const { METRICS_KEY: metricsKey } = given;
  if (!url || !publishableKey || !metricsKey) return undefined;
  return createBackendFigures({ url, publishableKey, metricsKey });
}
