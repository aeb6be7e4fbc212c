import { Agent, type IncomingMessage, type ServerResponse, request } from "node:http";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { serveOnFreePort } from "./serve-on-free-port.ts";

export interface Balancer {
  url: string;
  /** How many requests each copy answered, in the order of the copies. */
  answered: readonly number[];
  close(): Promise<void>;
}

/**
 * Stands before copies of the site on a free port and hands requests to them in turn, over
 * connections that it keeps. As balancers do, it goes on to the next copy when one takes no
 * connection, and never sends twice what a copy may have got.
 */
export async function startBalancer(copies: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const answered = copies.map(() => 0);
  let turn = 0;

  function handOn(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    first: number,
    tries = 0,
  ): void {
    const copy = (first + tries) % copies.length;
    const { method, headers, url } = incoming;
    const target = new URL(url ?? "/", copies[copy]);
    const onward = request(target, { method, headers, agent }, (answer) => {
      answered[copy] = (answered[copy] ?? 0) + 1;
      const { connection: _connection, "keep-alive": _keepAlive, ...own } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, own);
      outgoing.flushHeaders();
      pipeline(answer, outgoing, () => {});
    });
    onward.on("error", (error) => {
      const isRefused = "code" in error && error.code === "ECONNREFUSED";
      if (isRefused && tries + 1 < copies.length) {
        handOn(incoming, body, outgoing, first, tries + 1);
      } else if (!outgoing.headersSent) {
        outgoing.writeHead(502).end(error.message);
      }
    });
    outgoing.on("close", () => onward.destroy());
    onward.end(body);
  }

  const { url, close } = await serveOnFreePort((incoming, outgoing) => {
    // As a whole: a copy that takes no connection has consumed none of it.
    void buffer(incoming).then((body) => handOn(incoming, body, outgoing, (turn += 1)));
  });
  return {
    url,
    answered,
    async close() {
      agent.destroy();
      await close();
    },
  };
}
