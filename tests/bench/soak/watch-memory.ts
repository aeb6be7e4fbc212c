import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { usageOf, usageOfFamily } from "./processes.ts";
import type { Series } from "./slope.ts";
import type { SoakStack } from "./soak-stack.ts";

const SAMPLE_MS = 5_000;
const HEAP_MS = 10_000;

export interface ProcessFigures {
  what: string;
  /** Resident memory of the process in bytes. */
  memory: Series;
  /** Heap in use after each full garbage collection. Empty for a process that does not report its heap size. */
  heap: Series;
  cpuSeconds: number;
}

const reportSchema = z.object({ at: z.number(), thread: z.int(), bytes: z.number() });
/** Id of the main thread in Node. */
const MAIN = 0;

/** Measures the memory and processor time of every process every five seconds until the signal is aborted. */
export async function watchMemory(
  stack: SoakStack,
  ending: AbortSignal,
): Promise<ProcessFigures[]> {
  const { pids } = stack;
  const watched = [
    { what: "site", heapOf: "site", usage: () => usageOf(pids.site) },
    { what: "content API", heapOf: "content", usage: () => usageOf(pids.content) },
    { what: "functions (Deno)", heapOf: "", usage: () => usageOf(pids.functions) },
    { what: "PostgreSQL", heapOf: "", usage: () => usageOfFamily(pids.database) },
    { what: "Supabase API and inbox", heapOf: "supabase", usage: () => usageOf(pids.supabase) },
    { what: "the load generator", heapOf: "", usage: () => usageOf(process.pid) },
  ].map((process) => ({ ...process, memory: new Array<Series[number]>(), cpu: [0, 0] }));

  while (!ending.aborted) {
    for (const { usage, memory, cpu } of watched) {
      const { memory: value, cpuSeconds } = await usage();
      if (memory.length === 0) cpu[0] = cpuSeconds;
      cpu[1] = cpuSeconds;
      memory.push({ at: Date.now(), value });
    }
    await delay(SAMPLE_MS, undefined, { signal: ending }).catch(() => undefined);
  }

  return Promise.all(
    watched.map(async ({ what, heapOf, memory, cpu: [before = 0, after = 0] }) => ({
      what,
      memory,
      heap: heapOf ? await readHeap(stack.heapFile(heapOf)) : [],
      cpuSeconds: after - before,
    })),
  );
}

/**
 * Forces a full garbage collection in one Node process of the soak. Returns the bytes of heap that are still in use.
 */
export async function heapNow(stack: SoakStack, name: "site" | "content" | "supabase") {
  const file = stack.heapFile(name);
  const before = (await readHeap(file)).length;
  process.kill(stack.pids[name], "SIGUSR2");
  for (const began = Date.now(); Date.now() < began + HEAP_MS; await delay(50)) {
    const heap = await readHeap(file);
    const last = heap.at(-1);
    if (last && heap.length > before) return last.value;
  }
  throw new Error(`${name} does not report its heap.`);
}

async function readHeap(file: string): Promise<Series> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => reportSchema.parse(JSON.parse(line)))
    .filter(({ thread }) => thread === MAIN)
    .map(({ at, bytes }) => ({ at, value: bytes }));
}
