import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { pipeline } from "node:stream";

/** What the proxy does with requests: hand them on, answer 500, or never answer. */
export type ProxyMode = "pass" | "fail" | "hang";

export interface FaultProxy {
  url: string;
  /** Paths of the requests that came, in order. */
  requests: readonly string[];
  /** Changes what happens from now on, and cuts the connections that are open. */
  setMode(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** Stands before a content API on a free port, to break what a test wants broken. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = [];
  let mode: ProxyMode = "pass";
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? "");
    if (mode === "pass") handOn(target, incoming, outgoing);
    if (mode === "fail") outgoing.writeHead(500).end("broken on purpose");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    url: `http://localhost:${address.port}`,
    requests,
    setMode(next) {
      mode = next;
      server.closeAllConnections();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
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
