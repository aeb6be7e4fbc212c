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
import { followRequests } from "./telemetry/follow-requests.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { serveMetrics } from "./telemetry/serve-metrics.ts";
import { endWhenStuck } from "./watch-loop.ts";

// This file runs from dist/web/server, beside dist/web/client.
const distDirectory = join(import.meta.dirname, "..");
const clientDirectory = join(distDirectory, "client");

const env = readEnv();
// Where nobody collects errors, what sends them is not even loaded.
const endExport =
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : (await import("./telemetry/export-errors.ts")).exportErrors();
// What no request answers for ends the process; first it is told, in two seconds at most.
process.once("uncaughtException", (error) => {
  logLine("error", "crashed", { reason: reasonOf(error), stack: stackOf(error) });
  void Promise.resolve(endExport?.()).finally(() => process.exit(1));
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
        others: backendFigures(env),
      });
const drain = createDrain(server, stopping);
server.listen(env.PORT, env.HOST, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  logLine("info", "listening", { port });
});

// What a balancer's host sends before it takes this copy away.
process.once("SIGTERM", () => void drain().then(end));
// A person who wants it ended now.
process.once("SIGINT", () => {
  server.close();
  server.closeAllConnections();
  void end();
});

/** Ends the process itself, once its last errors are told: it would wait for calls that hang. */
async function end(): Promise<void> {
  site.close();
  endMetrics?.();
  await Promise.resolve(endExport?.()).finally(() => process.exit());
}

/** What is wrong with the environment is one line of the log, as everything else. */
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
