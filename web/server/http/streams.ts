import type { SSEStreamingApi } from "hono/streaming";

const HEARTBEAT_MS = 25_000;
/** Random delay, in milliseconds, before browsers reconnect, so that not all browsers return at the same time. */
const RETURN_MS = { least: 200, most: 2_000 };

/** Keeps an event stream open until the visitor leaves or this server stops. The browser reconnects after a stop. */
export async function keepStreamOpen(
  stream: SSEStreamingApi,
  stopping: AbortSignal,
): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  stream.onAbort(stop);
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  const heartbeat = setInterval(() => void stream.write(":\n\n"), HEARTBEAT_MS);
  await end;
  // A timer that is still running would keep a stopped server alive.
  clearInterval(heartbeat);
  stopping.removeEventListener("abort", stop);
  const { least, most } = RETURN_MS;
  const returnAfter = Math.round(least + Math.random() * (most - least));
  if (stopping.aborted) await stream.write(`retry: ${returnAfter}\n\n`);
}

const MAX_OPEN = 5_000;
/** Maximum number of open streams per network. Many people share an IP address, but no address may use all streams. */
const MAX_OPEN_PER_NETWORK = 250;

/**
 * Creates a limit of open streams, in total and per network. The limit reserves a stream and returns the function that
 * frees the stream, or null when the limit is reached.
 */
export function createStreamLimit(): (network: string) => (() => void) | null {
  const open = new Map<string, number>();
  let total = 0;

  function count(network: string, change: 1 | -1): void {
    total += change;
    const left = (open.get(network) ?? 0) + change;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  }

  return (network) => {
    if (total >= MAX_OPEN || (open.get(network) ?? 0) >= MAX_OPEN_PER_NETWORK) return null;
    count(network, 1);
    return () => count(network, -1);
  };
}
