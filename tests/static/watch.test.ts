import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { collectDefaultMetrics, type Registry } from "prom-client";
import { expect, test } from "vitest";
import { z } from "zod";
import { createBackendFigures } from "../../web/server/telemetry/backend-figures.ts";
import { createMetrics, watchContent } from "../../web/server/telemetry/metrics.ts";
import { serveOnFreePort } from "../support/stacks/serve-on-free-port.ts";

const run = promisify(execFile);
const alerts = await readFile("deploy/alerts.yml", "utf8");
const dashboard = await readFile("deploy/dashboard.json", "utf8");
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

/** Metrics that Prometheus adds by itself. */
const ofPrometheus = ["up"];
/** Keywords of PromQL and names of labels, which look like names of metrics. */
const words =
  /^(?:sum|max|by|le|rate|increase|changes|count|time|absent|or|histogram_quantile|status|event|from|job|work|function|build|check|m|h)$/;

/** Returns the names of the time series that a metrics registry exposes. */
async function namesOf(registry: Registry): Promise<string[]> {
  const found = await registry.getMetricsAsJSON();
  return found.flatMap(({ name, type }) =>
    String(type) === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
}

/** Returns the names of the metrics of the site, of the backend (exposed by the site), and of `npm run doctor`. */
async function exposed(): Promise<Set<string>> {
  const metrics = createMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  const since = new Date();
  watchContent(
    metrics,
    () => ({ from: "live", since }),
    () => ({ connected: true, since }),
  );
  const moment = since.toISOString();
  const data = {
    mailWaiting: 1,
    mailWaitingSince: moment,
    mailParked: 0,
    mailRefused: 0,
    documentsWaiting: 0,
    documentsWaitingSince: null,
    documentsParked: 0,
    overdue: { refunds: 1 },
    unbalancedContracts: 0,
    functionFailures: { "deliver-mail": 1 },
    lastRuns: { backup: moment },
    signInsFailed: 0,
    databaseBytes: 1,
    connections: 1,
    mostConnections: 1,
  };
  const server = await serveOnFreePort((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ok: true, data }));
  });
  const backend = { url: server.url, publishableKey: "x", metricsKey: "x" };
  const figures = await createBackendFigures(backend)();
  await server.close();
  const doctor = await readFile("scripts/doctor/doctor-command.ts", "utf8");
  return new Set([
    ...ofPrometheus,
    ...(await namesOf(metrics.registry)),
    ...(await namesOf(figures)),
    ...[...doctor.matchAll(/\bpayser_\w+/g)].map(([name]) => name),
  ]);
}

/** Returns the names of the metrics in a PromQL expression, without labels and keywords. */
function namedIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, " ");
  return [...bare.matchAll(/\b[a-z]\w*/g)]
    .map(([name]) => name)
    .filter((name) => !words.test(name));
}

test.each([
  ["alert", [...alerts.matchAll(/expr: (?:>-\n)?([^]*?)\n\s+(?:for|labels):/g)].map(([, e]) => e)],
  [
    "panel",
    dashboardSchema
      .parse(JSON.parse(dashboard))
      .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ],
])("each metric that an %s names is exposed", async (_what, expressions) => {
  const known = await exposed();
  expect(expressions.length).toBeGreaterThan(15);
  const missing = expressions.map((expression = "") => {
    const named = namedIn(expression);
    expect(named).not.toEqual([]);
    return named.filter((name) => !known.has(name));
  });
  expect(missing.flat()).toEqual([]);
});

test("Prometheus' own tool accepts the alert rules when it is installed", async ({ skip }) => {
  const checked = run("promtool", ["check", "rules", "deploy/alerts.yml"]);
  const { stdout } = await checked.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return skip();
    throw error;
  });
  expect(stdout).toContain(`SUCCESS: ${alerts.match(/- alert:/g)?.length} rules found`);
});
