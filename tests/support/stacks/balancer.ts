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

/** How often a copy is asked whether it is ready; it lets everybody in for seconds after it first said no. */
const ASK_MS = 250;
/** What may be sent twice (RFC 9110, section 9.2.2), of what visitors send. */
const idempotent = ["GET", "HEAD"];

/**
 * Stands before copies of the site on a free port and hands requests to them in turn, over
 * connections that it keeps. As balancers do, it sends nothing to a copy that says it is not ready, and goes
 * on to the next when one takes no connection, or ends it without an answer to what may be sent twice (nginx:
 * `proxy_next_upstream error timeout`, its default). A form that a copy may have got it never sends twice.
 */
export async function startBalancer(copies: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const answered = copies.map(() => 0);
  let turn = 0;
  const ready = copies.map(() => true);
  const asking = setInterval(() => {
    for (const [copy, url] of copies.entries()) {
      fetch(`${url}/saude/pronto`).then(
        async (answer) => {
          ready[copy] = answer.ok;
          await answer.body?.cancel();
        },
        () => (ready[copy] = false),
      );
    }
  }, ASK_MS);

  /** The first that is ready from this one on; this one, when none is. */
  function nextReady(from: number): number {
    const order = copies.map((_url, step) => (from + step) % copies.length);
    return order.find((copy) => ready[copy]) ?? from % copies.length;
  }

  function handOn(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    first: number,
    tries = 0,
  ): void {
    const copy = tries === 0 ? nextReady(first) : (first + tries) % copies.length;
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
      const isUntouched = "code" in error && error.code === "ECONNREFUSED";
      const maySendAgain = isUntouched || idempotent.includes(method ?? "");
      if (maySendAgain && !outgoing.headersSent && tries + 1 < copies.length) {
        handOn(incoming, body, outgoing, copy, tries + 1);
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
      clearInterval(asking);
      agent.destroy();
      await close();
    },
  };
}
