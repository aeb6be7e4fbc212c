import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { ownChild } from "./processes.ts";

/** A program, or a thread, that runs. */
export interface RunningPart {
  pid?: number | undefined;
  /** Settles when it has ended, in whatever way, with what ended it: "SIGKILL", "código 1". */
  ended: Promise<string>;
  /** Ends it, after ten seconds without asking; resolves when it has ended. */
  close(): Promise<void>;
  /** Ends it without asking, as one that is stuck has to be. */
  kill(): void;
}

/** How long a program may take to end once it was told to. */
const endMilliseconds = 10_000;
/** How long the streams of a program that has ended may stay open: programs of its own hold them. */
const lastWordsMilliseconds = 2_000;

/**
 * Waits until a program that was just spawned, detached, prints `ready`.
 * @throws Error with the last lines of its errors when it ends before that.
 */
export async function runProgram(
  child: ChildProcess & { stdout: Readable | null; stderr: Readable },
  options: {
    ready: string;
    /** What ends it; undefined means SIGTERM. */
    stopSignal?: NodeJS.Signals;
    /** Gets all that it prints. */
    log?: Writable | undefined;
    /** Called with each line that it prints. */
    onLine?: (line: string, isProblem: boolean) => void;
  },
): Promise<RunningPart> {
  const { ready, stopSignal, log, onLine } = options;
  ownChild(child);
  log?.write(`--- ${new Date().toISOString()} início, processo ${child.pid}\n`);
  const ended = untilEnded(child);
  const lastErrors: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const [stream, isProblem] of [
      [child.stdout, false],
      [child.stderr, true],
    ] as const) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        log?.write(`${line}\n`);
        onLine?.(line, isProblem);
        if (isProblem) lastErrors.push(line);
        lastErrors.splice(0, lastErrors.length - 40);
        if (line.includes(ready)) resolve();
      });
    }
    child.once("error", reject);
    void ended.then((how) => reject(new Error([how, ...lastErrors].join("\n"))));
  });
  void ended.then((how) => log?.write(`--- ${new Date().toISOString()} fim, ${how}\n`));
  return {
    pid: child.pid,
    ended,
    async close() {
      child.kill(stopSignal);
      const forced = setTimeout(() => child.kill("SIGKILL"), endMilliseconds);
      await ended;
      clearTimeout(forced);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Not only until "exit", which may come before its last lines, and before programs of its own. */
export function untilEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const tell = () => resolve(child.signalCode ?? `código ${child.exitCode}`);
    child.once("error", (error) => resolve(error.message));
    child.once("close", tell);
    child.once("exit", () => setTimeout(tell, lastWordsMilliseconds).unref());
  });
}

/** Whether a line begins a message, and is not of its stack or its details. */
export function isMessage(line: string): boolean {
  return /^[^\s}]/.test(line);
}
