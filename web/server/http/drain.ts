import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type Log, logLine } from "../../config/log.ts";

/** What has not been answered by then is cut off. */
const DEADLINE_MS = 10_000;
/**
 * Connections without a request are kept as long as who holds them was told (`keep-alive: timeout=5`):
 * until then the next request may be on its way. What is idle by now never had one.
 */
const IDLE_MS = 7_000;
/** For so long at most the door stays open for whoever is already before it. */
const DOOR_MS = 1_000;

/**
 * Makes what ends a server without losing a request: no connection is taken any more, and each that
 * is open ends with the answer to its request. `stopping` tells the rest of the site.
 */
export function createDrain(
  server: Server,
  stopping: AbortController,
  log: Log = logLine,
): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  server.prependListener("request", (_request, response: ServerResponse) => {
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
    if (stopping.signal.aborted) endConnection(response);
  });

  return async () => {
    stopping.abort();
    await takeWaiting(server);
    log("info", "draining", { requests: unanswered.size });
    // The server's own `close` would cut connections that are idle in this moment, and with them what
    // a balancer sends over one in the same moment.
    SocketServer.prototype.close.call(server);
    for (const response of unanswered) if (!response.headersSent) endConnection(response);
    const idle = setTimeout(() => server.closeIdleConnections(), IDLE_MS);
    const deadline = setTimeout(() => {
      log("warn", "drain-cut", { requests: unanswered.size });
      server.closeAllConnections();
    }, DEADLINE_MS);
    await once(server, "close");
    clearTimeout(idle);
    clearTimeout(deadline);
    log("info", "drained");
  };
}

/**
 * Takes the connections that the system holds until they are taken, one in a turn of the event loop: with the
 * server it would cut them, and what was sent over them.
 */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0;
  const count = () => (taken += 1);
  server.on("connection", count);
  const latest = performance.now() + DOOR_MS;
  for (let before = -1; before < taken && performance.now() < latest;) {
    before = taken;
    // The first of them may come before the loop has looked again.
    // oxlint-disable-next-line no-await-in-loop
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
  }
  server.off("connection", count);
}

function endConnection(response: ServerResponse): void {
  response.setHeader("connection", "close");
}
