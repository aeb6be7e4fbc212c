import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "../median.ts";

/** Work that is repeated at a fixed rate, however long each run takes. */
export interface Load {
  name: string;
  perSecond: number;
  /** Runs the work once; throws when the answer is not the expected one. */
  run: () => Promise<void>;
}

export interface LoadFigures {
  name: string;
  done: number;
  errors: number;
  firstError: string | undefined;
  p50Milliseconds: number;
  p95Milliseconds: number;
}

/** Runs all loads in parallel until the signal is aborted, then waits for the calls that are under way. */
export function runPaced(loads: readonly Load[], ending: AbortSignal): Promise<LoadFigures[]> {
  return Promise.all(loads.map((load) => runOne(load, ending)));
}

async function runOne({ name, perSecond, run }: Load, ending: AbortSignal): Promise<LoadFigures> {
  const interval = 1_000 / perSecond;
  const times: number[] = [];
  const errors: string[] = [];
  const underway = new Set<Promise<void>>();

  async function once(): Promise<void> {
    const began = performance.now();
    try {
      await run();
      times.push(performance.now() - began);
    } catch (error) {
      errors.push(describe(error));
      if (errors.length === 1) console.error(`${name}: ${errors[0]}`);
    }
  }

  // Each load starts at a random moment, so that the loads do not all run at the same time.
  const began = performance.now() + Math.random() * interval;
  for (let turn = 0; ; turn += 1) {
    const wait = began + turn * interval - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) break;
    const work = once().finally(() => underway.delete(work));
    underway.add(work);
  }
  await Promise.all(underway);
  return {
    name,
    done: times.length,
    errors: errors.length,
    firstError: errors[0],
    p50Milliseconds: times.length > 0 ? quantile(times, 0.5) : 0,
    p95Milliseconds: times.length > 0 ? quantile(times, 0.95) : 0,
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? `${String(error.code)} ` : "";
  return `${code}${error.message}`;
}
