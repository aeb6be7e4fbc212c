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

/** Time limits for receiving headers and the whole HTTP request. A slow phone needs seconds for the longest form. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
/** Interval of the search for connections that exceed their time limit. */
const CHECK_MS = 1_000;
/** Lifetime of idle connections. It exceeds the 60 s of load balancers, so that the load balancers close first. */
const KEPT_MS = 75_000;
/** Maximum time without any traffic on a connection. Event streams send a heartbeat every 25 s. */
const STALLED_MS = 60_000;
/** Maximum number of connections, twice the maximum number of event streams. A connection takes some 10 KB. */
const MOST_CONNECTIONS = 10_000;
/** Share of the process's open-file limit that connections may use. The rest is for outgoing calls and files. */
const SHARE_OF_FILES = 0.8;
/** Maximum size of an HTTP body. The longest form has 16 KB (`native-forms.ts`), and no other path accepts more. */
const MOST_BYTES = 64 * 1024;

/** Creates a server that cuts slow requests and limits connections, so that attackers cannot exhaust the server. */
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
  // Clients that send `Expect: 100-continue` wait for an answer, so long bodies are refused before they are sent.
  server.on("checkContinue", (request, response) => {
    if (!isTooLong(request)) response.writeContinue();
    server.emit("request", request, response);
  });
  return server;
}

/** Returns the maximum number of connections, below Linux's limit of open files. Every connection is an open file. */
function mostConnections(): number {
  if (process.platform !== "linux") return MOST_CONNECTIONS;
  const [, files] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return files ? Math.min(MOST_CONNECTIONS, Number(files) * SHARE_OF_FILES) : MOST_CONNECTIONS;
}

/**
 * Refuses a body whose declared length is too long; `handle` must count the bytes when no length is declared. The
 * connection closes in both cases, because Node.js would otherwise read the whole body.
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

/** Closes an idle connection for each new connection above the limit. */
function boundConnections(server: Server, most: number): void {
  let open = 0;
  /** Idle connections, longest idle first. Connections without an HTTP request yet count as idle. */
  const idle = new Set<Socket>();
  server.on("connection", (socket) => {
    open += 1;
    idle.add(socket);
    socket.once("close", () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= most) return;
    // The new connection counts as idle. When all other connections are busy, the new connection is closed.
    const [oldest] = idle;
    if (!oldest) return;
    // `close` fires later. Removing the connection now prevents picking it again in the same turn of the event loop.
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
