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
