import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { type Identity, identify, requireLoopbackHost } from "./access.ts";
import type { Lake } from "./endpoint.ts";

const HEARTBEAT_MILLISECONDS = 5_000;

const callShape = { id: z.union([z.string(), z.number()]) };

/** Zod schema of Studio calls that announce the editor's open fields or ask for the open fields of other editors. */
const callSchema = z.union([
  z.object({ ...callShape, method: z.literal("presence_subscribe") }),
  z.object({
    ...callShape,
    method: z.literal("presence_announce"),
    params: z.object({ data: z.object({ sessionId: z.string(), locations: z.array(z.json()) }) }),
  }),
  z.object({
    ...callShape,
    method: z.enum(["presence_rollcall", "presence_disconnect"]),
    params: z.object({ session: z.string() }),
  }),
  z.object({ ...callShape, method: z.string() }),
]);

type Call = z.infer<typeof callSchema>;

/** Serves the Studio's presence socket, which confirms calls and sends each editor's announcements to all editors. */
export function attachPresenceSocket(server: Server, lake: Lake): () => void {
  const sockets = new WebSocketServer({ noServer: true });
  const listeners = new Map<WebSocket, string>();

  const broadcast = (event: object) => {
    for (const [socket, subscription] of listeners) {
      const params = { subscription, result: event };
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "presence_subscription", params }));
    }
  };

  function serve(socket: WebSocket, userId: string): void {
    const sessions = new Set<string>();
    const heartbeat = setInterval(() => socket.send("♥"), HEARTBEAT_MILLISECONDS);
    socket.on("close", () => {
      clearInterval(heartbeat);
      listeners.delete(socket);
      for (const session of sessions) broadcast({ type: "disconnect", i: userId, m: { session } });
    });
    socket.on("message", (message, isBinary) => {
      if (isBinary || !Buffer.isBuffer(message)) return;
      const call = callSchema.safeParse(parse(message.toString("utf8")));
      if (!call.success) return;
      const { id, method } = call.data;
      const result = `${method}-${id}`;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method === "presence_subscribe") listeners.set(socket, result);
      const event = eventOf(call.data, userId);
      if (!event) return;
      if (event.type === "state") sessions.add(event.m.sessionId);
      broadcast(event);
    });
    socket.send("♥");
  }

  const upgrade = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const account = accountOf(request, lake);
    if (!account) {
      connection.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => serve(socket, account.id));
  };
  server.on("upgrade", upgrade);
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

function eventOf(call: Call, userId: string) {
  if (!("params" in call)) return undefined;
  if (call.method === "presence_announce") {
    return { type: "state" as const, i: userId, m: call.params.data };
  }
  const { session } = call.params;
  return call.method === "presence_rollcall"
    ? { type: "rollCall" as const, i: userId, session }
    : { type: "disconnect" as const, i: userId, m: { session } };
}

function accountOf(request: IncomingMessage, lake: Lake): Identity["account"] {
  const path = new URL(request.url ?? "/", lake.url).pathname;
  if (!/^\/v[^/]+\/socket\/[^/]+$/.test(path) || !path.endsWith(`/${lake.dataset}`)) {
    return undefined;
  }
  const headers = new Headers();
  for (const name of ["host", "origin", "authorization", "cookie"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  try {
    requireLoopbackHost(headers);
    return identify(headers, lake).account;
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
