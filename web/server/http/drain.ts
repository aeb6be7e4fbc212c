import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { type Log, logLine } from "../../config/log.ts";

/** What has not been answered by then is cut off. */
const DEADLINE_MS = 10_000;
/**
 * Connections without a request are kept as long as who holds them was told (`keep-alive: timeout=5`):
 * until then the next request may be on its way. What is idle by now never had one.
 */
const IDLE_MS = 7_000;

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
    log("info", "draining", { requests: unanswered.size });
    stopping.abort();
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

function endConnection(response: ServerResponse): void {
  response.setHeader("connection", "close");
}
