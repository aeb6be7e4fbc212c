import { createAdaptorServer } from "@hono/node-server";
import { randomBytes } from "node:crypto";
import { closeServer, corsHeaders, listenOnLoopback, requireLoopbackHost } from "./access.ts";
import { ApiError } from "./api-error.ts";

const HEARTBEAT_MILLISECONDS = 15_000;

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store" };

interface ServerSentEvent {
  event: string;
  id?: string;
  data: unknown;
}

export type SendEvent = (event: ServerSentEvent) => void;

/** Opens an event stream (WHATWG HTML, section 9.2) as a response. Calls `onClose` once, when the client leaves. */
export function openEventStream(onClose: () => void): { response: Response; send: SendEvent } {
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

export function streamOfOne(event: ServerSentEvent): Response {
  return new Response(frameOf(event), { headers: HEADERS });
}

function frameOf({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Maximum number of event streams on a port. Browsers open six HTTP/1.1 connections to a port, so two stay free. */
const STREAMS_PER_PORT = 4;
const MAXIMUM_PORTS = 64;
const TICKET_MILLISECONDS = 30_000;

/** Function that opens an event stream and calls `onClose` when the reader of the stream disconnects. */
export type OpenStream = (onClose: () => void) => Response;

export type StreamPorts = ReturnType<typeof createStreamPorts>;

interface StreamPort {
  port: number;
  taken: number;
  close(): Promise<void>;
}

/**
 * Moves browsers' event streams to other ports, because a browser opens only a few connections to one port. When all
 * stream ports are full, a new loopback port opens.
 */
export function createStreamPorts() {
  const ports: StreamPort[] = [];
  // Functions that open a stream, by ticket. The main port checks access and redirects the browser to a stream port
  // with a ticket in the URL. Stream ports cannot check access, because a redirected request has "Origin: null" and no
  // authorization header.
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
    /** Answers browsers with a redirect to a port that has room, and all other clients with the event stream. */
    async admit(request: Request, open: OpenStream): Promise<Response> {
      if (!request.headers.has("origin")) return open(() => {});
      const chosen = await freePort(ports, redeem);
      const ticket = randomBytes(16).toString("hex");
      // `release` is called once: when the ticket expires unused, or when the stream closes.
      const release = () => void (chosen.taken -= 1);
      const unused = setTimeout(() => {
        if (tickets.delete(ticket)) release();
      }, TICKET_MILLISECONDS);
      unused.unref();
      tickets.set(ticket, () => open(release));
      const location = new URL(`/stream?ticket=${ticket}`, request.url);
      location.port = String(chosen.port);
      return new Response(null, { status: 307, headers: { location: location.href } });
    },
    close: () => Promise.all(ports.map((port) => port.close())),
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
  const port = await listenOnLoopback(server, 0);
  return { port, taken: 1, close: () => closeServer(server) };
}
