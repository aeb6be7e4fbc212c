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
