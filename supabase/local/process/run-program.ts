import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { registerChild } from "./processes.ts";

export interface RunningPart {
  pid?: number | undefined;
  /** Resolves when the program has ended. The value is the reason, such as "SIGKILL" or "código 1". */
  ended: Promise<string>;
  /** Ends the program and resolves when it has ended. Kills a program that has not ended after ten seconds. */
  close(): Promise<void>;
  /** Kills a program that no longer reacts, without waiting. */
  kill(): void;
}

/** Milliseconds between the signal to end and the killing of a program. */
const endMilliseconds = 10_000;
/** Maximum milliseconds to wait for the last output, because child programs may keep the output open longer. */
const lastWordsMilliseconds = 2_000;

/** Waits until a detached program prints `ready`. @throws Error with the last error lines if the program ends first */
export async function runProgram(
  child: ChildProcess & { stdout: Readable | null; stderr: Readable },
  options: {
    ready: string;
    /** Signal that ends the program; SIGTERM when absent. */
    stopSignal?: NodeJS.Signals;
    log?: Writable | undefined;
    onLine?: (line: string, isProblem: boolean) => void;
  },
): Promise<RunningPart> {
  const { ready, stopSignal, log, onLine } = options;
  registerChild(child);
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

/** Waits for "exit" and "close", because the last lines of output may come after "exit". */
export function untilEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const settle = () => resolve(child.signalCode ?? `código ${child.exitCode}`);
    child.once("error", (error) => resolve(error.message));
    child.once("close", settle);
    child.once("exit", () => setTimeout(settle, lastWordsMilliseconds).unref());
  });
}

/** Tells whether an output line begins a message. Lines of a stack trace or with details continue a message. */
export function isMessage(line: string): boolean {
  return /^[^\s}]/.test(line);
}
