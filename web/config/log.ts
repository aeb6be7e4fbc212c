import { AsyncLocalStorage } from "node:async_hooks";
import { multistream, pino, stdTimeFunctions } from "pino";

export type LogLevel = "info" | "warn" | "error";

/** Fields that a log line has besides time, level and event. They never contain personal data. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes a JSON line with time (ISO 8601, UTC) and request id, if any. Warnings and errors go to stderr. */
export type Log = (level: LogLevel, event: string, details?: LogDetails) => void;

/** Writes through `console`, because the tests check the output of `console`. */
const printer = (print: (line: string) => void) => ({
  write: (line: string) => print(line.trimEnd()),
});

const logger = pino(
  {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ requestId: requestIds.getStore() }),
  },
  multistream(
    [
      { level: "info", stream: printer((line) => console.info(line)) },
      { level: "warn", stream: printer((line) => console.error(line)) },
    ],
    { dedupe: true },
  ),
);

type ProblemFollower = (level: "warn" | "error", event: string, details: LogDetails) => void;
const followers: ProblemFollower[] = [];

/**
 * Registers a function that receives every warning and error, with the id of the HTTP request that caused the problem.
 */
export function followProblems(follower: ProblemFollower): void {
  followers.push(follower);
}

export const logLine: Log = (level, event, details) => {
  logger[level]({ event, ...details });
  if (level === "info") return;
  for (const follow of followers) {
    follow(level, event, { requestId: requestIds.getStore(), ...details });
  }
};

/** Returns the message of a caught value, which need not be an Error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the innermost `cause` of an error, because `fetch` puts the real reason into the cause. */
export function innermostCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermostCause(error.cause) : error;
}

/** Number of stack frames in a log line. The innermost frames show where an error arose. */
const FRAMES = 6;

/** Returns the innermost stack frames of a caught error, or of its innermost cause, without the message. */
export function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return stackOf(error.cause) ?? frames?.slice(0, FRAMES).join("\n");
}

export const requestIds = new AsyncLocalStorage<string>();
