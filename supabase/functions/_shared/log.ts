// @ts-types="./async-hooks.d.ts"
import { AsyncLocalStorage } from "node:async_hooks";

/** One event as flat fields. Never a name, address, document, token or message text. */
export type LogEvent = Record<string, string | number>;
export type LogLevel = "info" | "warn" | "error";
export type Log = (event: LogEvent, level?: LogLevel) => void;

/** The id of the request that is answered, or of the one that queued what is worked on. */
export const requestIds = new AsyncLocalStorage<string>();

export const requestIdHeader = "x-request-id";
/** Anything else might be more than an id; the database asks for the same. */
const saneId = /^[\w-]{8,64}$/;

/** The id that a request came with, its page's or the site's, or one of its own. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get(requestIdHeader) ?? "";
  return saneId.test(given) ? given : crypto.randomUUID();
}

/** The id as the header of a call that is made for this request. */
export function requestIdHeaders(): Record<string, string> {
  const id = requestIds.getStore();
  return id === undefined ? {} : { [requestIdHeader]: id };
}

/** One JSON line an event, which hosted Supabase indexes; what nobody expected is its error, too. */
export const logLine: Log = (event, level = "info") => {
  const requestId = requestIds.getStore();
  const line = JSON.stringify({ time: new Date().toISOString(), level, requestId, ...event });
  if (level === "error") console.error(line);
  else console.info(line);
};

/** Frames kept of a stack: the innermost say where. */
const frames = 6;

/** Where an error arose, without its message, which could quote the request. */
export function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, frames)
    .join("\n");
}

/** Notes that a function answered 5xx, without making its caller wait. */
export type CountFailure = (name: string) => void;

/**
 * Adds failures up and has them written, one call at a time: in an outage there are many, and counting
 * must not add to it. What could not be written is written with the next.
 */
export function createFailureCount(
  write: (name: string, failures: number) => Promise<unknown>,
  keepAlive: (work: Promise<void>) => void,
): CountFailure {
  const waiting = new Map<string, number>();
  const add = (name: string, failures: number) =>
    waiting.set(name, (waiting.get(name) ?? 0) + failures);
  let isWriting = false;

  async function writeAll(): Promise<void> {
    // Goes on with what is added meanwhile.
    for (const [name, failures] of waiting) {
      waiting.delete(name);
      // oxlint-disable-next-line no-await-in-loop
      const wasWritten = await write(name, failures).then(
        () => true,
        () => false,
      );
      if (!wasWritten) {
        add(name, failures);
        break;
      }
    }
    isWriting = false;
  }

  return (name) => {
    add(name, 1);
    if (isWriting) return;
    isWriting = true;
    keepAlive(writeAll());
  };
}
