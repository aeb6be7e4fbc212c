// Preloaded into the processes of the soak: notes how much of the heap is in use whenever V8 has
// collected all of it, by its own decision or, on SIGUSR2, by ours.
import { appendFileSync } from "node:fs";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, threadId } from "node:worker_threads";

const file = process.env["HEAP_REPORT"];

/** A line: when, of which thread, and how many bytes. */
function report(): void {
  if (!file) return;
  const { heapUsed, external } = process.memoryUsage();
  const line = { at: Date.now(), thread: threadId, bytes: heapUsed + external };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Whether it collected all of the heap. */
function isWhole(entry: PerformanceEntry): boolean {
  const detail: unknown = "detail" in entry ? entry.detail : null;
  return (
    typeof detail === "object" &&
    detail !== null &&
    "kind" in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  );
}

new PerformanceObserver((list) => {
  if (list.getEntries().some(isWhole)) report();
}).observe({ entryTypes: ["gc"] });

if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    if (typeof collect === "function") collect();
    report();
  });
}
