import { setTimeout as pause } from "node:timers/promises";
import type { RunningPart } from "./run-program.ts";

const longestPauseMilliseconds = 5_000;
/** One that ran for so long is no part that fails again and again. */
const steadyMilliseconds = 2_000;
/**
 * So long after its last answer a part is asked again, and so long it may take. One that fails to answer three
 * times in a row is stuck: once or twice may be this process's own fault, or a machine's that slept or is busy.
 */
const patienceMilliseconds = 5_000;

/** Resolves when a part has answered; rejects when it cannot be asked, or `signal` aborts. */
export type Question = (signal: AbortSignal) => Promise<unknown>;

/** Asks a part over HTTP; whatever it answers, it lives. */
export function askOverHttp(url: string): Question {
  return async (signal) => (await fetch(url, { signal })).arrayBuffer();
}

export interface SupervisedPart {
  /** Starts it unless it runs or is being started; resolves when it runs. */
  start(): Promise<void>;
  /** Resolves when it has ended; only `start` starts it again. */
  stop(): Promise<void>;
  /** Process id of the last start. */
  pid(): number | undefined;
}

/**
 * A part that, once started, is started again whenever it ends without having been told to: at once,
 * then after pauses that grow to five seconds, for as long as it takes. One that no longer answers to `ask`
 * is ended, and started again. `tell` gets a line for each return and for each try that failed; `name`
 * ("O site") is its subject.
 */
export function supervise(options: {
  name: string;
  launch: () => Promise<RunningPart>;
  tell: (line: string) => void;
  ask?: Question | undefined;
  /** In milliseconds. */
  patience?: number;
}): SupervisedPart {
  const { name, launch, tell, ask, patience = patienceMilliseconds } = options;
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
    if (ask) {
      void untilStuck(ask, part, patience).then((stuck) => {
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
        tell(`${name} parou (${how}) e foi reiniciado em ${inSeconds(Date.now() - since)}.`);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const next = inSeconds(pauseAfter(failures));
        tell(`${name} parou (${how}) e não voltou; nova tentativa em ${next}. ${reason}`);
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

/** Settles when a part has not answered three times in a row, with true, or when it has ended, with false. */
async function untilStuck(ask: Question, part: RunningPart, patience: number): Promise<boolean> {
  const ended = new AbortController();
  void part.ended.then(() => ended.abort());
  for (let misses = 0; misses < 3;) {
    await pause(patience, undefined, { signal: ended.signal, ref: false }).catch(() => {});
    if (ended.signal.aborted) return false;
    const inTime = AbortSignal.any([AbortSignal.timeout(patience), ended.signal]);
    const isAnswered = await ask(inTime).then(
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
