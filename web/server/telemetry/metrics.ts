import { buildId } from "../../../supabase/functions/_shared/contracts/build-id.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ContentStatus } from "../../content/source/content-source.ts";
import type { StreamStatus } from "../cache/live-updates.ts";

/** Seconds: a cached page takes one millisecond, what waits for the content API some. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** What this copy of the site counts and times, for Prometheus. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "payser_build_info",
    help: "1, with the release that this copy is",
    labelNames: ["build"] as const,
    registers,
  }).set({ build: buildId }, 1);
  return {
    registry,
    requests: new Histogram({
      name: "payser_request_seconds",
      help: "Time until a request was answered, by pattern of its path",
      labelNames: ["method", "route", "status"] as const,
      buckets: SECONDS,
      registers,
    }),
    pageReads: new Counter({
      name: "payser_page_reads_total",
      help: "Pages asked of the page cache; those that were not rendered for it were hits",
      registers,
    }),
    renders: new Histogram({
      name: "payser_render_seconds",
      help: "Time to render a page, with the reading of its content",
      buckets: SECONDS,
      registers,
    }),
    problems: new Counter({
      name: "payser_problems_total",
      help: "Warnings and errors in the log, by their event",
      labelNames: ["event"] as const,
      registers,
    }),
    publishes: new Histogram({
      name: "payser_publish_seconds",
      help: "Time from a content event to the new page, as it is sent to who has it open",
      buckets: SECONDS,
      registers,
    }),
  };
}

/** Adds what is looked up whenever somebody asks: where the content comes from, and its events. */
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
      help: "1 for where content is read from now: live, cache or snapshot",
      labelNames: ["from"] as const,
      registers: [],
      collect() {
        for (const from of ["live", "cache", "snapshot"] as const) {
          this.set({ from }, content()?.from === from ? 1 : 0);
        }
      },
    }),
  );
  add("payser_content_source_seconds", "For how long content has been read from there", () => {
    const status = content();
    return status ? secondsSince(status.since) : 0;
  });
  add("payser_content_events_connected", "1 while the content API's event stream is open", () =>
    events().connected ? 1 : 0,
  );
  add("payser_content_events_seconds", "For how long the event stream has been open, or lost", () =>
    secondsSince(events().since),
  );
}

function secondsSince(moment: Date): number {
  return (Date.now() - moment.getTime()) / 1_000;
}
