import { type IncomingMessage, type ServerResponse, request } from "node:http";
import { pipeline } from "node:stream";
import { serveOnFreePort } from "./serve-on-free-port.ts";

/**
 * Behaviour of the proxy: `pass` forwards HTTP requests, `fail` answers 500, and `hang` never answers. An object
 * imitates a broken network device, which answers content queries with this type and body but leaves event streams
 * open.
 */
export type ProxyMode = "pass" | "fail" | "hang" | { type: string; body: string };

export interface FaultProxy {
  url: string;
  /** Paths of the received HTTP requests, in order. */
  requests: readonly string[];
  /** Changes the mode. Cuts open connections when both the former and the new mode are a name, not an object. */
  setMode(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port in front of a content API, to simulate faults of this API. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = [];
  let mode: ProxyMode = "pass";
  const { url, cut, close } = await serveOnFreePort((incoming, outgoing) => {
    requests.push(incoming.url ?? "");
    const isQuery = incoming.url?.includes("/data/query/");
    if (mode === "pass" || (typeof mode === "object" && !isQuery)) {
      handOn(target, incoming, outgoing);
      return;
    }
    if (mode === "fail") outgoing.writeHead(500).end("broken on purpose");
    if (typeof mode === "object") {
      outgoing.writeHead(200, { "content-type": mode.type }).end(mode.body);
    }
  });
  return {
    url,
    requests,
    setMode(next) {
      const cuts = typeof mode === "string" && typeof next === "string";
      mode = next;
      if (cuts) cut();
    },
    close,
  };
}

function handOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const onward = request(new URL(url ?? "/", target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // The headers are sent at once, because the first event of a stream may come much later.
    outgoing.flushHeaders();
    pipeline(answer, outgoing, () => {});
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
