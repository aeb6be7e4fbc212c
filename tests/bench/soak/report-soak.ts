import { type BenchPart, count, type Figure } from "../figure.ts";
import { markdownTable } from "../markdown-table.ts";
import type { LoadFigures } from "./paced-load.ts";
import { type Series, slopePerHour } from "./slope.ts";
import type { Stored } from "./stored-data.ts";
import type { ProcessFigures } from "./watch-memory.ts";

/** Share by which memory may grow from the warm-up to the end. More growth counts as a leak. */
const FLAT_SHARE = 0.05;

/** Bytes of heap that a Node process uses after the warm-up and at the end. */
export interface Kept {
  before: number;
  after: number;
}

export interface SoakFigures {
  minutes: number;
  /** Time of the end of the warm-up, in milliseconds since 1970. */
  warmUntil: number;
  loads: readonly LoadFigures[];
  /** Error lines that the processes logged. */
  problems: readonly string[];
  processes: readonly ProcessFigures[];
  /** Heap in use, by name of the process. */
  kept: Record<string, Kept>;
  /** Bytes of heap that became free when the local inbox deleted its e-mails at the end. */
  heapOfMails: number;
  stored: { before: Stored; after: Stored };
  /** Milliseconds from a publish to the first HTML that shows the published change. */
  published: { p50: number; p95: number };
  streams: { opened: number; events: number; mostOpen: number };
}

/** Returns the part of the report about a soak. */
export function reportSoak(soak: SoakFigures): BenchPart {
  const { minutes, loads, problems, processes, published, streams, warmUntil } = soak;
  const errors = loads.reduce((sum, load) => sum + load.errors, problems.length);
  const done = loads.reduce((sum, load) => sum + load.done, 0);
  const publishes = loads.find(({ name }) => name === "publishes")?.done ?? 0;
  const since = (series: Series) => series.filter(({ at }) => at >= warmUntil);
  const seconds = minutes * 60;

  const memory = markdownTable(
    ["process", "RSS start", "end", "MB/h", "heap start", "end", "MB/h", "collections", "CPU"],
    processes.map(({ what, memory: all, heap, cpuSeconds }) => [
      what,
      ...trend(since(all)),
      ...(heap.length > 0 ? trend(since(heap)) : ["", "", ""]),
      heap.length > 0 ? String(since(heap).length) : "",
      `${Math.round((100 * cpuSeconds) / seconds)} %`,
    ]),
  );
  const requests = markdownTable(
    ["what", "done", "errors", "p50 ms", "p95 ms", "first error"],
    loads.map((load) => [
      load.name,
      String(load.done),
      String(load.errors),
      load.p50Milliseconds.toFixed(0),
      load.p95Milliseconds.toFixed(0),
      (load.firstError ?? "").replaceAll("|", "/").replaceAll("\n", " ").slice(0, 160),
    ]),
  );
  const summary = `${minutes} minutes of mixed load: ${done} requests and visits, ${publishes} publishes, ${errors} errors; ${streams.opened} event streams, at most ${streams.mostOpen} at once, announced ${streams.events} versions. Publish to the first HTML that has it: p50 ${Math.round(published.p50)} ms, p95 ${Math.round(published.p95)} ms.`;
  const measured =
    "Memory in MB, from the end of the warm-up (two fifths); slopes by least squares; heap after full collections of V8. CPU in parts of one core:";
  return {
    figures: [
      count("soak, errors", errors, "=", 0),
      count("soak, publishes", publishes, ">=", Math.floor(seconds * 0.99)),
      ...growth(soak),
    ],
    sections: [
      summary,
      `${measured}\n\n${memory}`,
      describeStored(soak),
      requests,
      ...(problems.length > 0 ? [`The parts logged:\n\n${problems.slice(0, 20).join("\n")}`] : []),
    ],
  };
}

/** Returns the growth in memory of each process from the warm-up to the end. */
function growth({ kept, heapOfMails, processes, warmUntil }: SoakFigures): Figure[] {
  const heaps = Object.entries(kept).map(([what, { before, after }]) => {
    const own = what === "supabase" ? after - heapOfMails : after;
    return count(
      `soak, heap of ${what}, MB more`,
      inMegabytes(own - before),
      "<",
      inMegabytes(before * FLAT_SHARE),
    );
  });
  const resident = processes
    .filter(({ heap, what }) => heap.length === 0 && what !== "the load generator")
    .map(({ what, memory }) => {
      const measured = memory.filter(({ at }) => at >= warmUntil);
      const [first, last] = [measured[0], measured.at(-1)];
      const hours = first && last ? (last.at - first.at) / 3_600_000 : 0;
      return count(
        `soak, memory of ${what}, MB more`,
        inMegabytes(slopePerHour(measured) * hours),
        "<",
        inMegabytes((first?.value ?? 0) * FLAT_SHARE),
      );
    });
  return [...heaps, ...resident];
}

function describeStored({ stored: { before, after }, kept, heapOfMails }: SoakFigures): string {
  const megabytes = (bytes: number) => inMegabytes(bytes).toFixed(1);
  const supabase = kept["supabase"];
  const rows = [
    ["content API: documents and history, on disk", before.content, after.content],
    ["PostgreSQL: rows, on disk", before.database, after.database],
    ["inbox: e-mails, in memory too", before.mails, after.mails],
  ] as const;
  const table = markdownTable(
    ["stored, by design", "MB at the start", "at the end"],
    rows.map(([what, first, last]) => [what, megabytes(first), megabytes(last)]),
  );
  const [first, last] = [supabase?.before ?? 0, supabase?.after ?? 0];
  return `${table}\n\nThe heap of the process with the inbox held ${megabytes(first)} MB after the warm-up and ${megabytes(last)} MB at the end. Its ${after.mailCount} e-mails, of which it keeps the newest 2,000, were ${megabytes(heapOfMails)} MB of that: removing them gave so much back.`;
}

/** Returns the first value of a series, its last value and its growth per hour, in megabytes. */
function trend(series: Series): [string, string, string] {
  const megabytes = (value: number | undefined) =>
    value === undefined ? "" : inMegabytes(value).toFixed(0);
  return [
    megabytes(series[0]?.value),
    megabytes(series.at(-1)?.value),
    inMegabytes(slopePerHour(series)).toFixed(1),
  ];
}

const inMegabytes = (bytes: number) => bytes / 1024 / 1024;
