import { buffer } from "node:stream/consumers";
import { serveOnFreePort } from "../support/stacks/serve-on-free-port.ts";

/** Function that changes a response. The proxy forwards the response unchanged when the function returns undefined. */
export type Alter = (
  path: string,
  answer: Response,
) => Response | undefined | Promise<Response | undefined>;

/** Function that selects HTTP requests. The proxy answers these requests with status 500 and does not forward them. */
export type Refuse = (request: { method: string; path: string; body: string }) => boolean;

export interface AlteringProxy {
  url: string;
  /** Sets the function that selects requests to refuse. When `next` is undefined, all requests are forwarded. */
  refuse(next: Refuse | undefined): void;
  /** Sets the function that changes responses. When `next` is undefined, responses are forwarded unchanged. */
  alter(next: Alter | undefined): void;
  /** Adds headers to all forwarded HTTP requests. */
  add(headers: Record<string, string>): void;
  /** Stops answering new HTTP requests when true, and resumes answering when false. */
  hang(isHanging: boolean): void;
  /** Changes the server to which HTTP requests are forwarded. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port. The proxy acts like a badly configured load balancer or CDN in front of a server. */
export async function startAlteringProxy(): Promise<AlteringProxy> {
  let [target, alter]: [string, Alter | undefined] = ["", undefined];
  let refuse: Refuse | undefined;
  let [added, isHanging]: [Record<string, string>, boolean] = [{}, false];
  const { url, close } = await serveOnFreePort(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/" } = incoming;
    const body = await buffer(incoming);
    if (isHanging) return;
    if (refuse?.({ method, path, body: body.toString("latin1") })) {
      outgoing.writeHead(500, { "content-type": "application/json" }).end('{"message":"broken"}');
      return;
    }
    const answer = await fetch(new URL(path, target), {
      method,
      headers: Object.entries({ ...incoming.headers, ...added }).flatMap(
        ([name, value]): [string, string][] =>
          typeof value === "string" && !["host", "connection", "content-length"].includes(name)
            ? [[name, value]]
            : [],
      ),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const given = (await alter?.(path, answer)) ?? answer;
    const headers = new Headers(given.headers);
    // `fetch` has already decoded the body, so the original values of these headers would be wrong.
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) {
      headers.delete(name);
    }
    outgoing.sendDate = !headers.has("date");
    outgoing.writeHead(given.status, Object.fromEntries(headers));
    outgoing.end(Buffer.from(await given.arrayBuffer()));
  });
  return {
    url,
    refuse: (next) => void (refuse = next),
    alter: (next) => void (alter = next),
    add: (headers) => void (added = headers),
    hang: (next) => void (isHanging = next),
    leadTo: (next) => void (target = next),
    close,
  };
}
