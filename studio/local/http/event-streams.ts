import { createAdaptorServer } from "@hono/node-server";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { corsHeaders, requireLoopbackHost } from "./access.ts";
import { ApiError } from "./api-error.ts";

const HEARTBEAT_MILLISECONDS = 15_000;

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store" };

export interface ServerSentEvent {
  event: string;
  id?: string;
  data: unknown;
}

/** A stream of server-sent events (WHATWG HTML, section 9.2) as the body of a response. */
export interface EventStream {
  readonly response: Response;
  send(event: ServerSentEvent): void;
}

/** Opens a stream; `onClose` runs once, when the reader goes away. */
export function openEventStream(onClose: () => void): EventStream {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let write: (text: string) => void = () => {};
  const body = new ReadableStream({
    start(controller) {
      write = (text) => controller.enqueue(encoder.encode(text));
      heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MILLISECONDS);
      heartbeat.unref();
      write(":\n\n");
    },
    cancel() {
      clearInterval(heartbeat);
      write = () => {};
      onClose();
    },
  });
  return {
    response: new Response(body, { headers: HEADERS }),
    send: (event) => write(frameOf(event)),
  };
}

/** A stream that ends after its only event. */
export function streamOfOne(event: ServerSentEvent): Response {
  return new Response(frameOf(event), { headers: HEADERS });
}

function frameOf({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Browsers open six HTTP/1.1 connections per host and port; two stay free for the rest. */
const STREAMS_PER_PORT = 4;
const MAXIMUM_PORTS = 64;
const TICKET_MILLISECONDS = 30_000;

/** Opens a stream; must call `onClose` when its reader goes away. */
export type OpenStream = (onClose: () => void) => Response;

/** Keeps the event streams of browsers off the main port. */
export interface StreamPorts {
  /** Answers with the stream itself or, to a browser, with a redirect to a free port. */
  admit(request: Request, open: OpenStream): Promise<Response>;
  close(): Promise<void>;
}

interface StreamPort {
  port: number;
  taken: number;
  close(): Promise<void>;
}

/** Starts without any port; each is opened on loopback when the ones before are full. */
export function createStreamPorts(): StreamPorts {
  const ports: StreamPort[] = [];
  // The ticket stands for the access check done on the main port: after a redirect to
  // another origin a browser sends "Origin: null" and drops the authorization header.
  const tickets = new Map<string, OpenStream>();

  const redeem = (request: Request): Response => {
    requireLoopbackHost(request.headers);
    const cors = corsHeaders(request.headers, [request.headers.get("origin") ?? ""]);
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
    const ticket = new URL(request.url).searchParams.get("ticket") ?? "";
    const open = tickets.get(ticket);
    tickets.delete(ticket);
    if (!open) throw new ApiError(404, "ticketNotFoundError", "This stream was never admitted");
    const response = open(() => {});
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
    return response;
  };

  return {
    async admit(request, open) {
      if (!request.headers.has("origin")) return open(() => {});
      const chosen = await freePort(ports, redeem);
      const ticket = randomBytes(16).toString("hex");
      const release = onlyOnce(() => (chosen.taken -= 1));
      const unused = setTimeout(() => {
        if (tickets.delete(ticket)) release();
      }, TICKET_MILLISECONDS);
      unused.unref();
      tickets.set(ticket, () => open(release));
      const location = new URL(`/stream?ticket=${ticket}`, request.url);
      location.port = String(chosen.port);
      return new Response(null, { status: 307, headers: { location: location.href } });
    },
    async close() {
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

async function freePort(
  ports: StreamPort[],
  answer: (request: Request) => Response,
): Promise<StreamPort> {
  const free = ports.find(({ taken }) => taken < STREAMS_PER_PORT);
  if (free) {
    free.taken += 1;
    return free;
  }
  if (ports.length >= MAXIMUM_PORTS) {
    throw new ApiError(503, "tooManyStreamsError", "Too many event streams are open");
  }
  const opened = await openPort(answer);
  ports.push(opened);
  return opened;
}

async function openPort(answer: (request: Request) => Response): Promise<StreamPort> {
  const server = createAdaptorServer({
    fetch: (request) => {
      try {
        return answer(request);
      } catch (error) {
        if (error instanceof ApiError) return Response.json(error.body, { status: error.status });
        throw error;
      }
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    port: address.port,
    taken: 1,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

function onlyOnce(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
