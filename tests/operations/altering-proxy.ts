import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/** What becomes of an answer on its way; undefined leaves it as it is. */
export type Alter = (path: string, answer: Response) => Response | undefined;

export interface AlteringProxy {
  url: string;
  /** From now on; undefined hands everything on as it comes. */
  alter(next: Alter | undefined): void;
  /** Where requests are handed on to. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

/** Stands before a part on a free port, as a balancer or a CDN that is set up wrongly would. */
export async function startAlteringProxy(): Promise<AlteringProxy> {
  let [target, alter]: [string, Alter | undefined] = ["", undefined];
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    const body = await buffer(incoming);
    const answer = await fetch(new URL(url, target), {
      method,
      headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && !["host", "connection", "content-length"].includes(name)
          ? [[name, value]]
          : [],
      ),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const given = alter?.(url, answer) ?? answer;
    const headers = new Headers(given.headers);
    // fetch has decoded the body already.
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) {
      headers.delete(name);
    }
    outgoing.sendDate = !headers.has("date");
    outgoing.writeHead(given.status, Object.fromEntries(headers));
    outgoing.end(Buffer.from(await given.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    url: `http://localhost:${address.port}`,
    alter: (next) => void (alter = next),
    leadTo: (next) => void (target = next),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
