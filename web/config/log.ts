import { AsyncLocalStorage } from "node:async_hooks";
import { multistream, pino, stdTimeFunctions } from "pino";

export type LogLevel = "info" | "warn" | "error";

/** What a line tells besides its time, level and event: never anything of a person's. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Writes one JSON line with time (ISO 8601, UTC), level, event and the id of the request that is
 * answered, if there is one; problems go to stderr.
 */
export type Log = (level: LogLevel, event: string, details?: LogDetails) => void;

/** Through the console, where tests hear of every problem. */
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

/** Has warnings and errors told elsewhere, too, with the id of the request. */
export function followProblems(tell: ProblemFollower): void {
  followers.push(tell);
}

export const logLine: Log = (level, event, details) => {
  logger[level]({ event, ...details });
  if (level === "info") return;
  for (const tell of followers)
    tell(level, event, { requestId: requestIds.getStore(), ...details });
};

/** The reason that a caught value gives. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Frames kept of a stack: the innermost say where. */
const FRAMES = 6;

/** Where a caught value arose, without its message, by the innermost of its causes. */
export function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return stackOf(error.cause) ?? frames?.slice(0, FRAMES).join("\n");
}

/** The id of the request that is being answered, for the log. */
export const requestIds = new AsyncLocalStorage<string>();
