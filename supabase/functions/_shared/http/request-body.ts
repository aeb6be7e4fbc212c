import { joinBytes } from "../join-bytes.ts";
import { RequestFailure, brokenOff, tooSlow, tooManySlow } from "./request-failure.ts";

export type BodyRule = { kind: "json" | "form"; maximumBytes: number };

/** Whole body of a request, not yet parsed. `chunks` are empty after parsing, because a second copy would cost memory. */
export type ReceivedBody = {
  kind: BodyRule["kind"];
  contentType: string;
  chunks: Uint8Array[];
};

const rules = {
  json: { type: "application/json", unread: "Envie os dados no formato JSON." },
  form: { type: "multipart/form-data", unread: "Envie os dados como formulário." },
} as const;

/** Function that takes a place for a slow body, as `createSlowPlaces` returns it for one network. */
type TakePlace = () => (() => void) | undefined;

/**
 * Receives a body. Counts the bytes, because content-length may be wrong. A body that is slow takes a place.
 * @throws RequestFailure 415, 413, 408 for a slow body, 400 for a body that its sender broke off, or 429
 */
export async function receiveBody(
  request: Request,
  { kind, maximumBytes }: BodyRule,
  takePlace?: TakePlace,
): Promise<ReceivedBody> {
  const contentType = request.headers.get("content-type") ?? "";
  const { type, unread } = rules[kind];
  if (contentType.split(";")[0]?.trim().toLowerCase() !== type) {
    throw new RequestFailure(415, "invalid_request", unread);
  }
  return { kind, contentType, chunks: await receiveChunks(request, maximumBytes, takePlace) };
}

/** Parses a body once, as JSON or as form data. @throws RequestFailure 400 */
export async function parseBody({ kind, contentType, chunks }: ReceivedBody): Promise<unknown> {
  const bytes = joinBytes(chunks.splice(0));
  try {
    if (kind === "json") {
      const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      return body;
    }
    const headers = { "content-type": contentType };
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new RequestFailure(400, "invalid_request", "Não foi possível ler os dados enviados.");
  }
}

async function receiveChunks(
  { body, headers }: Request,
  maximumBytes: number,
  takePlace: TakePlace | undefined,
): Promise<Uint8Array[]> {
  if (!body) return [];
  // A chunked body declares no length, so it gets the time of the longest body.
  const declared = Number(headers.get("content-length") ?? maximumBytes);
  const pace = watchPace(Math.min(declared || 0, maximumBytes), takePlace);
  const reader = body.getReader();
  const read = () =>
    // The body belongs to the sender, so each error while it is read is the sender's.
    reader.read().catch(() => {
      throw brokenOff();
    });
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { value } = await Promise.race([read(), pace.broken]);
      if (!value) break;
      length += value.byteLength;
      if (length > maximumBytes) {
        throw new RequestFailure(
          413,
          "too_large",
          "Os dados enviados passam do tamanho permitido.",
        );
      }
      pace.count(value.byteLength);
      chunks.push(value);
    }
  } catch (error) {
    // Nobody waits for the cancelling, because a broken connection may never confirm it.
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    pace.end();
  }
  return chunks;
}

/** Slowest accepted speed in bytes per second. A phone with a weak 3G signal sends about twice as much. */
const slowestSpeed = 16_000;
/** First seconds of a body, whose speed does not count. */
const graceSeconds = 10;
/** Seconds over which the speed is averaged. */
const windowSeconds = 10;
/** Seconds that every body has, in addition to its bytes at the slowest speed. The site's pages wait for 20 s. */
const baseSeconds = 15;
/** Seconds after which a body counts as slow. */
const slowAfterSeconds = 3;

/**
 * Watches the speed of a body once a second. Counts ticks of a timer and not the time of a clock, so that seconds in
 * which this process itself stood still do not count. `broken` rejects when the body is too slow.
 */
function watchPace(declaredBytes: number, takePlace: TakePlace | undefined) {
  const mostSeconds = baseSeconds + Math.floor(declaredBytes / slowestSpeed);
  /** Bytes of each second; the last element is the current second. */
  const seconds = [0];
  let leave: (() => void) | undefined;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A body that ends in time never waits for this promise again.
  broken.catch(() => undefined);

  function check(): void {
    const passed = seconds.length;
    const recent = seconds.slice(-windowSeconds).reduce((sum, bytes) => sum + bytes, 0);
    const isJudged = passed > graceSeconds + windowSeconds;
    if (passed >= mostSeconds || (isJudged && recent < slowestSpeed * windowSeconds)) {
      reject(tooSlow());
    } else if (passed === slowAfterSeconds && takePlace) {
      leave = takePlace();
      if (!leave) reject(tooManySlow());
    }
    seconds.push(0);
  }

  const timer = setInterval(check, 1_000);
  return {
    broken,
    count(bytes: number): void {
      seconds[seconds.length - 1] = (seconds.at(-1) ?? 0) + bytes;
    },
    end(): void {
      clearInterval(timer);
      leave?.();
    },
  };
}

/** Maximum number of slow bodies that one network may send to an endpoint at a time. */
const mostSlow = 20;

/**
 * Creates places for slow bodies, counted by network. They protect endpoints that must read a body before they know
 * the caller's right. The returned function takes a place of a network. It returns the function that frees the place;
 * undefined when no place is free.
 */
export function createSlowPlaces(): (network: string) => (() => void) | undefined {
  const slow = new Map<string, number>();
  return (network) => {
    const count = slow.get(network) ?? 0;
    if (count >= mostSlow) return undefined;
    slow.set(network, count + 1);
    return () => {
      const left = (slow.get(network) ?? 1) - 1;
      if (left === 0) slow.delete(network);
      else slow.set(network, left);
    };
  };
}
