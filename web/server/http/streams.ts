import type { SSEStreamingApi } from "hono/streaming";

const HEARTBEAT_MS = 25_000;
/** After so many milliseconds browsers come back, each after its own: not all in one moment. */
const RETURN_MS = { least: 200, most: 2_000 };

/**
 * Keeps an event stream until its visitor leaves, or until this copy of the site stops: the visitor
 * is then told to come back, which leads to another copy.
 */
export async function holdStream(stream: SSEStreamingApi, stopping: AbortSignal): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  stream.onAbort(stop);
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  const heartbeat = setInterval(() => void stream.write(":\n\n"), HEARTBEAT_MS);
  await end;
  // A timer that outlives its visitor would keep a server that is stopped from ending.
  clearInterval(heartbeat);
  stopping.removeEventListener("abort", stop);
  if (stopping.aborted) await stream.write(`retry: ${returnAfter()}\n\n`);
}

function returnAfter(): number {
  const { least, most } = RETURN_MS;
  return Math.round(least + Math.random() * (most - least));
}

const MAX_OPEN = 5_000;
/** Many people may share an address; nobody alone may take what there is for all. */
const MAX_OPEN_PER_NETWORK = 250;

export interface OpenStreams {
  /** Takes a place for a stream; gives what frees it, or null when there is none. */
  take(network: string): (() => void) | null;
}

/** Counts the event streams that are open, in all and by network. */
export function createOpenStreams(): OpenStreams {
  const open = new Map<string, number>();
  let total = 0;

  function count(network: string, change: 1 | -1): void {
    total += change;
    const left = (open.get(network) ?? 0) + change;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  }

  return {
    take(network) {
      if (total >= MAX_OPEN || (open.get(network) ?? 0) >= MAX_OPEN_PER_NETWORK) return null;
      count(network, 1);
      return () => count(network, -1);
    },
  };
}
