// @ts-types="./async-hooks.d.ts"
import { AsyncLocalStorage } from "node:async_hooks";

/** Log event without nested values. It never has a name, address, document number, token or text of a message. */
export type LogEvent = Record<string, string | number>;
export type LogLevel = "info" | "warn" | "error";
export type Log = (event: LogEvent, level?: LogLevel) => void;

/** Id of the current HTTP request, or of the HTTP request that queued the current work. */
export const requestIds = new AsyncLocalStorage<string>();

export const requestIdHeader = "x-request-id";
/** Pattern of a request id, so that a caller cannot write other text to the log. The database has the same rule. */
const validId = /^[\w-]{8,64}$/;

/** Returns the id that the page or the site's server sent, or a new id. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get(requestIdHeader) ?? "";
  return validId.test(given) ? given : crypto.randomUUID();
}

/** Returns the id of the current HTTP request as a header for a further call. */
export function requestIdHeaders(): Record<string, string> {
  const id = requestIds.getStore();
  return id === undefined ? {} : { [requestIdHeader]: id };
}

/** Writes an event as one line of JSON, because hosted Supabase makes JSON lines searchable. */
export const logLine: Log = (event, level = "info") => {
  const requestId = requestIds.getStore();
  const line = JSON.stringify({ time: new Date().toISOString(), level, requestId, ...event });
  if (level === "error") console.error(line);
  else console.info(line);
};

/** Number of innermost stack frames that are logged. */
const frames = 6;

/** Returns the innermost stack frames of an error. Leaves out the message, which could quote the HTTP request. */
export function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, frames)
    .join("\n");
}

/** Function that counts an HTTP answer with status 5xx. The caller does not wait for the counting. */
export type CountFailure = (name: string) => void;

/**
 * Creates a `CountFailure` that stores its counts with one `write` at a time, because the database may be overloaded.
 * Counts whose `write` failed are added to the next `write`.
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
    // The loop also writes failures that are added to `waiting` while it runs.
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
