/** A cache in front of the site that keeps pages until what they were made from is purged. */
export interface EdgeCache {
  /** Headers of an answer that the edge may keep for so many seconds, or until a key is purged. */
  headersFor(keys: readonly string[], seconds: number): Record<string, string>;
  /** @throws Error when the edge did not say that it is done. */
  purge(keys: readonly string[]): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** While the edge asks for a page anew, and while nobody answers it, visitors get the one it has. */
const STALE = "stale-while-revalidate=30, stale-if-error=86400";

/** How long the edge keeps an answer; in a header that browsers do not heed. */
export const keptFor = (seconds: number) => `max-age=${seconds}, ${STALE}`;

/** Sends a purge. @throws Error when it was refused or not answered. */
export async function sendPurge(url: string, init: RequestInit): Promise<void> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The connection is free for the next one when the answer was read.
  const text = await reply.text();
  if (!reply.ok) throw new Error(`HTTP ${reply.status} ${text.slice(0, 200)}`);
}
