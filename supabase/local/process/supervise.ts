import { setTimeout as pause } from "node:timers/promises";
import type { RunningPart } from "./run-program.ts";

const longestPauseMilliseconds = 5_000;
/** Milliseconds after which a started part counts as stable. When a stable part ends, its restart has no pause. */
const steadyMilliseconds = 2_000;
/** Milliseconds between health checks, and maximum wait for an answer. A part is stuck after three missed answers. */
const patienceMilliseconds = 5_000;

export type HealthCheck = (signal: AbortSignal) => Promise<unknown>;

/** Creates a health check over HTTP. Any answer proves that the part works. */
export function checkOverHttp(url: string): HealthCheck {
  return async (signal) => (await fetch(url, { signal })).arrayBuffer();
}

export interface SupervisedPart {
  /** Starts the part if it is not running or starting. Resolves when the part is running. */
  start(): Promise<void>;
  /** Ends the part. Resolves when the part has ended. Only `start` starts the part again. */
  stop(): Promise<void>;
  pid(): number | undefined;
}

/**
 * Restarts a part that ends without `stop` or no longer answers to `check`. The first restart comes at once, later
 * restarts after pauses that grow to five seconds. `report` gets a line about each attempt, beginning with `name`, such
 * as "O site".
 */
export function supervise(options: {
  name: string;
  launch: () => Promise<RunningPart>;
  report: (line: string) => void;
  check?: HealthCheck | undefined;
  /** Milliseconds that replace `patienceMilliseconds` in tests. */
  patience?: number;
}): SupervisedPart {
  const { name, launch, report, check, patience = patienceMilliseconds } = options;
  let running: RunningPart | undefined;
  let pid: number | undefined;
  let starting: Promise<void> | undefined;
  let stopped = new AbortController();
  let failures = 0;

  async function launchOnce(): Promise<void> {
    const part = await launch();
    if (stopped.signal.aborted) return part.close();
    const since = Date.now();
    running = part;
    pid = part.pid;
    let isStuck = false;
    if (check) {
      void untilStuck(check, part, patience).then((stuck) => {
        isStuck = stuck;
        if (stuck) part.kill();
      });
    }
    void part.ended.then((how) => {
      running = undefined;
      if (stopped.signal.aborted) return;
      if (Date.now() - since > steadyMilliseconds) failures = 0;
      void track(bringBack(isStuck ? "não respondia" : how));
    });
  }

  async function bringBack(how: string): Promise<void> {
    const since = Date.now();
    while (!stopped.signal.aborted) {
      await pause(pauseAfter(failures), undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      failures += 1;
      try {
        await launchOnce();
        report(`${name} parou (${how}) e foi reiniciado em ${inSeconds(Date.now() - since)}.`);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const next = inSeconds(pauseAfter(failures));
        report(`${name} parou (${how}) e não voltou; nova tentativa em ${next}. ${reason}`);
      }
    }
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => {
      if (starting === tracked) starting = undefined;
    });
    starting = tracked;
    return tracked;
  }

  return {
    async start() {
      if (running) return;
      if (stopped.signal.aborted) stopped = new AbortController();
      await (starting ?? track(launchOnce()));
    },
    async stop() {
      stopped.abort();
      await starting?.catch(() => undefined);
      await running?.close();
    },
    pid: () => pid,
  };
}

/** Resolves with true when the part has missed three answers in a row, and with false when the part has ended. */
async function untilStuck(
  check: HealthCheck,
  part: RunningPart,
  patience: number,
): Promise<boolean> {
  const ended = new AbortController();
  void part.ended.then(() => ended.abort());
  for (let misses = 0; misses < 3;) {
    await pause(patience, undefined, { signal: ended.signal, ref: false }).catch(() => {});
    if (ended.signal.aborted) return false;
    const inTime = AbortSignal.any([AbortSignal.timeout(patience), ended.signal]);
    const isAnswered = await check(inTime).then(
      () => true,
      () => false,
    );
    misses = isAnswered ? 0 : misses + 1;
  }
  return !ended.signal.aborted;
}

function pauseAfter(failures: number): number {
  return failures === 0 ? 0 : Math.min(100 * 2 ** failures, longestPauseMilliseconds);
}

function inSeconds(milliseconds: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(milliseconds / 1000).toLocaleString("pt-BR", options)} s`;
}
