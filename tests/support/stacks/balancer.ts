import { Agent, type IncomingMessage, type ServerResponse, request } from "node:http";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { serveOnFreePort } from "./serve-on-free-port.ts";

export interface Balancer {
  url: string;
  /** Number of HTTP requests that each copy of the site has answered, in the order of the copies. */
  answered: readonly number[];
  close(): Promise<void>;
}

/**
 * Interval of the readiness checks (ms). A stopping copy reports "not ready" some seconds before it refuses
 * connections, so the interval must be shorter than this period.
 */
const ASK_MS = 250;
/** HTTP methods whose requests may be repeated (RFC 9110, section 9.2.2). */
const idempotent = ["GET", "HEAD"];

/**
 * Starts a balancer on a free port, which forwards HTTP requests to the ready copies of the site in turn, over
 * kept-alive connections. The balancer tries the next copy when a copy refuses the connection, or when a GET or HEAD
 * request gets no response. nginx does the same by default (`proxy_next_upstream error timeout`). A form that a copy
 * may have received is never repeated.
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

  /** Returns the index of the first ready copy at or after index `from`; `from` when no copy is ready. */
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
    // The whole body is read first, so that the balancer can send the body to another copy when a copy refuses the
    // connection.
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
