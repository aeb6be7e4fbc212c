// This file is preloaded into the processes of the soak. It records how much of the heap is in use after each full
// garbage collection. V8 starts such a collection by itself, and this file starts one on SIGUSR2.
import { appendFileSync } from "node:fs";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread, threadId } from "node:worker_threads";

const file = process.env["HEAP_REPORT"];

/** Writes a line with the time, the id of the thread and the bytes in use. */
function report(): void {
  if (!file) return;
  const { heapUsed, external } = process.memoryUsage();
  const line = { at: Date.now(), thread: threadId, bytes: heapUsed + external };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Reports whether a garbage collection covered the whole heap. */
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
