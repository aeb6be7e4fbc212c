import { buffer } from "node:stream/consumers";
import { serveOnFreePort } from "../support/stacks/serve-on-free-port.ts";

/** What becomes of an answer on its way; undefined leaves it as it is. */
export type Alter = (
  path: string,
  answer: Response,
) => Response | undefined | Promise<Response | undefined>;

/** Whether a request is answered with 500 instead of being handed on. */
export type Refuse = (request: { method: string; path: string; body: string }) => boolean;

export interface AlteringProxy {
  url: string;
  /** From now on; undefined refuses none. */
  refuse(next: Refuse | undefined): void;
  /** From now on; undefined hands everything on as it comes. */
  alter(next: Alter | undefined): void;
  /** Headers that requests are handed on with, beside their own. */
  add(headers: Record<string, string>): void;
  /** From now on requests are taken and never answered, or are again. */
  hang(isHanging: boolean): void;
  /** Where requests are handed on to. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

/** Stands before a part on a free port, as a balancer or a CDN that is set up wrongly would. */
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
    // fetch has decoded the body already.
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
