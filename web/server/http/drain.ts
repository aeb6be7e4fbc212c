import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { type Log, logLine } from "../../config/log.ts";

/**
 * Milliseconds from the stop signal until the server refuses connections, closes idle ones, and cuts off unanswered
 * requests. Hosts kill a process ten seconds after the signal.
 */
const AFTER_MS = { close: 4_000, idle: 6_500, cut: 8_000 };

/**
 * Creates a function that stops a server without losing an HTTP request. The function aborts `stopping`, so that
 * `/saude/pronto` reports "not ready" to load balancers, and refuses connections some seconds later.
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
    await pause(after.close);
    await acceptPending(server);
    // `http.Server.close` would also cut idle connections on which a request may just be arriving.
    SocketServer.prototype.close.call(server);
    await once(server, "close");
    clearTimeout(idle);
    clearTimeout(deadline);
    log("info", "drained");
  };
}

/**
 * Accepts the connections in the system's backlog for one second at most, because closing the server would cut their
 * requests. The caller must then close the server at once.
 */
async function acceptPending(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => (accepted += 1);
  server.on("connection", count);
  const latest = performance.now() + 1_000;
  for (let before = -1; before < accepted && performance.now() < latest;) {
    before = accepted;
    // A waiting connection may appear only in the next turn of the event loop.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
  }
  server.off("connection", count);
}

function endConnection(response: ServerResponse): void {
  response.setHeader("connection", "close");
}
