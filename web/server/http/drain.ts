import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { type Log, logLine } from "../../config/log.ts";

/**
 * Milliseconds after the signal, of ten in which a copy ends, until nobody new is let in, until connections
 * without a request are ended, and until what has no answer yet is cut off.
 */
const AFTER_MS = { door: 4_000, idle: 6_500, cut: 8_000 };

/**
 * Makes what ends a server without losing a request. First `/saude/pronto` says no, while everybody is still
 * let in: balancers hear it and send what is next to another copy. Then no connection is taken any more. Each
 * that is open ends with the answer to its request, and those that a balancer only keeps (`keep-alive:
 * timeout=75`) once it had the time to hear. `stopping` tells the rest of the site.
 */
export function createDrain(
  server: Server,
  stopping: AbortController,
  { log = logLine, after = AFTER_MS }: { log?: Log; after?: typeof AFTER_MS } = {},
): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  server.prependListener("request", (_request, response: ServerResponse) => {
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
    if (stopping.signal.aborted) endConnection(response);
  });

  return async () => {
    stopping.abort();
    log("info", "draining", { requests: unanswered.size });
    for (const response of unanswered) if (!response.headersSent) endConnection(response);
    const idle = setTimeout(() => server.closeIdleConnections(), after.idle);
    const deadline = setTimeout(() => {
      if (unanswered.size > 0) log("warn", "drain-cut", { requests: unanswered.size });
      server.closeAllConnections();
    }, after.cut);
    await pause(after.door);
    await takeWaiting(server);
    // The server's own `close` would cut connections that are idle in this moment, and with them what
    // a balancer sends over one in the same moment.
    SocketServer.prototype.close.call(server);
    await once(server, "close");
    clearTimeout(idle);
    clearTimeout(deadline);
    log("info", "drained");
  };
}

/**
 * Takes the connections that the system holds until they are taken, for a second at most: with the server it
 * would cut them, and what was sent over them. Whoever calls this closes at once: who comes in between is
 * reset, which no system call prevents; balancers send such a request to the next copy.
 */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0;
  const count = () => (taken += 1);
  server.on("connection", count);
  const latest = performance.now() + 1_000;
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
