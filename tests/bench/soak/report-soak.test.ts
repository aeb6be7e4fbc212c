import { expect, test } from "vitest";
import { judge } from "../figure.ts";
import { type SoakFigures, reportSoak } from "./report-soak.ts";

const megabyte = 1024 * 1024;
const stored = { content: 0, database: 0, mails: 0, mailCount: 1_900 };
const publishes = { name: "publishes", done: 60, errors: 0, firstError: undefined };

/**
 * Applies changes to the figures of a faultless soak of one minute, and returns the names of the figures that are over
 * their limit after the changes.
 */
function over(changes: Partial<SoakFigures>): string[] {
  const { figures } = reportSoak({
    minutes: 1,
    warmUntil: 0,
    loads: [{ ...publishes, p50Milliseconds: 1, p95Milliseconds: 2 }],
    problems: [],
    processes: [],
    kept: {},
    heapOfMails: 0,
    stored: { before: stored, after: stored },
    published: { p50: 1, p95: 2 },
    streams: { opened: 0, events: 0, mostOpen: 0 },
    ...changes,
  });
  return figures.filter((figure) => judge(figure) === "over").map(({ name }) => name);
}

const memory = (perMinute: number) =>
  Array.from({ length: 10 }, (_, minute) => ({
    at: minute * 60_000,
    value: (100 + minute * perMinute) * megabyte,
  }));

test("a flat soak without errors is within its limits", () => {
  expect(over({})).toEqual([]);
});

test.each<[what: string, changes: Partial<SoakFigures>, figure: string]>([
  [
    "a failed request",
    { loads: [{ ...publishes, errors: 1, p50Milliseconds: 1, p95Milliseconds: 2 }] },
    "soak, errors",
  ],
  ["what a part complained of", { problems: ["site: it failed"] }, "soak, errors"],
  ["publishes that came too late", { loads: [] }, "soak, publishes"],
  [
    "a heap that grows",
    { kept: { site: { before: 100 * megabyte, after: 106 * megabyte } } },
    "soak, heap of site, MB more",
  ],
  [
    "a process without a heap of its own that grows",
    { processes: [{ what: "PostgreSQL", memory: memory(1), heap: [], cpuSeconds: 1 }] },
    "soak, memory of PostgreSQL, MB more",
  ],
])("%s is over", (_what, changes, figure) => {
  expect(over(changes)).toEqual([figure]);
});

test("the e-mails that the inbox holds are no leak, and growth beyond them is", () => {
  const kept = { supabase: { before: 100 * megabyte, after: 140 * megabyte } };
  expect(over({ kept, heapOfMails: 38 * megabyte })).toEqual([]);
  expect(over({ kept, heapOfMails: 30 * megabyte })).toEqual(["soak, heap of supabase, MB more"]);
});
