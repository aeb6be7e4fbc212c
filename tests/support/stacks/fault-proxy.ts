import { type IncomingMessage, type ServerResponse, request } from "node:http";
import { pipeline } from "node:stream";
import { serveOnFreePort } from "./serve-on-free-port.ts";

/**
 * What the proxy does with requests: hand them on, answer 500, never answer, or answer queries with
 * this, as something in between would; then streams stay as they are.
 */
export type ProxyMode = "pass" | "fail" | "hang" | { type: string; body: string };

export interface FaultProxy {
  url: string;
  /** Paths of the requests that came, in order. */
  requests: readonly string[];
  /** Changes what happens from now on, and cuts open connections unless queries are answered. */
  setMode(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** Stands before a content API on a free port, to break what a test wants broken. */
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
    // At once: the first event of a stream may come much later.
    outgoing.flushHeaders();
    pipeline(answer, outgoing, () => {});
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
