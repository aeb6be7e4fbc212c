import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { z } from "zod";
import { requireLoopbackHost, roleOf } from "./access.ts";
import type { Lake } from "../lake.ts";

const HEARTBEAT_MILLISECONDS = 5_000;

const callSchema = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });

/**
 * Answers the Studio's presence socket, without which it shows "Tentando conectar…".
 * Every call is acknowledged; who else is there is not told.
 */
export function attachPresenceSocket(server: Server, lake: Lake): () => void {
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on("connection", (socket) => {
    const heartbeat = setInterval(() => socket.send("♥"), HEARTBEAT_MILLISECONDS);
    socket.on("close", () => clearInterval(heartbeat));
    socket.on("message", (message, isBinary) => {
      if (isBinary || !Buffer.isBuffer(message)) return;
      const call = callSchema.safeParse(parse(message.toString("utf8")));
      if (!call.success) return;
      const { id, method } = call.data;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: `${method}-${id}` }));
    });
    socket.send("♥");
  });
  const upgrade = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (!isAllowed(request, lake)) {
      connection.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) =>
      sockets.emit("connection", socket, request),
    );
  };
  server.on("upgrade", upgrade);
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

function isAllowed(request: IncomingMessage, lake: Lake): boolean {
  const path = new URL(request.url ?? "/", lake.url).pathname;
  if (!/^\/v[^/]+\/socket\/[^/]+$/.test(path) || !path.endsWith(`/${lake.dataset}`)) return false;
  const headers = new Headers();
  for (const name of ["host", "origin", "authorization"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  try {
    requireLoopbackHost(headers);
    return roleOf(headers, lake) === "editor";
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
