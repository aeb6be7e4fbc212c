import { createServer } from "node:http";
import { buildId } from "#contracts/build-id.ts";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { logLine, reasonOf } from "../../config/log.ts";
import type { ContentStatus } from "../../content/source/content-source.ts";
import type { StreamStatus } from "../cache/live-updates.ts";

/** Histogram buckets in seconds. A cached page takes about a millisecond, a call to the content API takes longer. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "payser_build_info",
    help: "1, labelled with the release of this copy",
    labelNames: ["build"] as const,
    registers,
  }).set({ build: buildId }, 1);
  return {
    registry,
    requests: new Histogram({
      name: "payser_request_seconds",
      help: "Time until a request was answered, by route",
      labelNames: ["method", "route", "status"] as const,
      buckets: SECONDS,
      registers,
    }),
    pageReads: new Counter({
      name: "payser_page_reads_total",
      help: "Reads of the page cache; all reads without a rendering are hits",
      registers,
    }),
    renders: new Histogram({
      name: "payser_render_seconds",
      help: "Time to render a page, including reading its content",
      buckets: SECONDS,
      registers,
    }),
    problems: new Counter({
      name: "payser_problems_total",
      help: "Warnings and errors in the log, by event",
      labelNames: ["event"] as const,
      registers,
    }),
    publishes: new Histogram({
      name: "payser_publish_seconds",
      help: "Time from a content event until open pages get the new version",
      buckets: SECONDS,
      registers,
    }),
  };
}

/** Adds metrics about the content source and its event stream. Each scrape computes these metrics anew. */
export function watchContent(
  { registry }: Metrics,
  content: () => ContentStatus | null,
  events: () => StreamStatus,
): void {
  const add = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  registry.registerMetric(
    new Gauge({
      name: "payser_content_source",
      help: "1 for the current content source: live, cache or snapshot",
      labelNames: ["from"] as const,
      registers: [],
      collect() {
        for (const from of ["live", "cache", "snapshot"] as const) {
          this.set({ from }, content()?.from === from ? 1 : 0);
        }
      },
    }),
  );
  add("payser_content_source_seconds", "Seconds since the content source last changed", () => {
    const status = content();
    return status ? secondsSince(status.since) : 0;
  });
  add("payser_content_events_connected", "1 while the content API's event stream is open", () =>
    events().connected ? 1 : 0,
  );
  add(
    "payser_content_events_seconds",
    "Seconds since the event stream connected or disconnected",
    () => secondsSince(events().since),
  );
}

function secondsSince(moment: Date): number {
  return (Date.now() - moment.getTime()) / 1_000;
}

interface MetricsSettings {
  port: number;
  host: string;
  /** Reads further metrics, such as the backend's, at each scrape. Must never fail. */
  readOthers: (() => Promise<Registry>) | undefined;
}

/** Serves metrics on a port that visitors cannot reach. Returns a function that stops the server. */
export function serveMetrics(
  { registry }: Metrics,
  { port, host, readOthers }: MetricsSettings,
): () => void {
  collectDefaultMetrics({ register: registry });
  const read = async () => {
    const fetched = await readOthers?.();
    return [await registry.metrics(), await fetched?.metrics()].join("");
  };
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        logLine("error", "metrics-failed", { reason: reasonOf(error) });
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host, () => logLine("info", "metrics", { port, host }));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
