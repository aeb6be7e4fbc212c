import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { transportHeaders } from "./security-headers.ts";

/**
 * Milliseconds within which a connection has to say what it wants, and within which all of a request has
 * to have come: the longest form takes a slow phone some seconds.
 */
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
/** How often the server looks for those that are late. */
const CHECK_MS = 1_000;
/** Longer than balancers keep connections in their pools (60 s): they end them, and send nothing over an ended one. */
const KEPT_MS = 75_000;
/** Neither side moved a byte of an answer; event streams have a heartbeat every 25 s. */
const STALLED_MS = 60_000;
/** The event streams that may be open, and as many for everybody else; each takes some 10 KB. */
const MOST_CONNECTIONS = 10_000;
/** Of the files that the process may open, where that is less; the rest is for calls and files. */
const SHARE_OF_FILES = 0.8;
/** The longest form is 16 KB with its encoding (`read-form-post`); no path takes more. */
const MOST_BYTES = 64 * 1024;

/**
 * A server whose connections strangers cannot use up: what comes slowly is cut off, and when there are `most`
 * of them the one that has been idle for longest makes place. `handle` gets requests, none of them cut off yet.
 */
export function createSiteServer(handle: RequestListener, most = mostConnections()): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEPT_MS,
  });
  server.setTimeout(STALLED_MS);
  boundConnections(server, most);
  server.on("request", handle);
  // Who asks whether to send a body hears the answer before any of it is sent.
  server.on("checkContinue", (request, response) => {
    if (!isTooLong(request)) response.writeContinue();
    server.emit("request", request, response);
  });
  return server;
}

/** Beyond the files that Linux allows, it would be visitors whom nobody lets in. */
function mostConnections(): number {
  if (process.platform !== "linux") return MOST_CONNECTIONS;
  const [, files] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return files ? Math.min(MOST_CONNECTIONS, Number(files) * SHARE_OF_FILES) : MOST_CONNECTIONS;
}

/**
 * Refuses what says that it is too long without reading it, whatever it asks for. What does not say its length
 * is `handle`'s to count: with the answer its connection ends, as Node.js would read on and drop what it reads.
 */
export function boundBodies(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (isTooLong(request)) return refuse(response);
    if (request.headers["transfer-encoding"]) response.setHeader("connection", "close");
    handle(request, response);
  };
}

function isTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > MOST_BYTES;
}

function refuse(response: ServerResponse): void {
  response.writeHead(413, {
    ...transportHeaders,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end("Os dados enviados passam do tamanho permitido.");
}

/** Makes place for who comes now: a connection without a request is one that nobody waits for. */
function boundConnections(server: Server, most: number): void {
  let open = 0;
  /** The one that has been idle for longest comes first; who has not said yet what it wants is idle. */
  const idle = new Set<Socket>();
  server.on("connection", (socket) => {
    open += 1;
    idle.add(socket);
    socket.once("close", () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= most) return;
    // With nobody idle it is the one that just came.
    const [oldest] = idle;
    if (!oldest) return;
    // At once: many may come in one turn of the event loop, and each takes a place of its own.
    idle.delete(oldest);
    oldest.destroy();
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
