import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { maximumFileBytes } from "#contracts/requests/documents.ts";
import { createSlowPlaces, receiveBody } from "./request-body.ts";
import { RequestFailure } from "./request-failure.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const upload = { kind: "form", maximumBytes: maximumFileBytes } as const;
const form = { kind: "json", maximumBytes: 16 * 1024 } as const;

interface Sending {
  rule?: typeof upload | typeof form;
  declared?: number;
  takePlace?: () => (() => void) | undefined;
}

/** Starts to receive a body. The test sends its bytes and its end. */
function receive({ rule = upload, declared, takePlace }: Sending = {}) {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (sender = controller),
    cancel: () => void (isCancelled = true),
  });
  const type = rule.kind === "json" ? "application/json" : "multipart/form-data; boundary=x";
  const init = {
    method: "POST",
    headers: {
      "content-type": type,
      ...(declared !== undefined && { "content-length": String(declared) }),
    },
    body,
    duplex: "half",
  };
  let outcome: string | number | undefined;
  const received = receiveBody(new Request("https://x.example/", init), rule, takePlace).then(
    ({ chunks }) => (outcome = chunks.reduce((sum, { length }) => sum + length, 0)),
    (error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error;
      outcome = `${error.status} ${error.code}`;
    },
  );
  return {
    send: (bytes: number) => sender?.enqueue(new Uint8Array(bytes)),
    end: () => sender?.close(),
    breakOff: () => sender?.error(new TypeError("connection reset by Ana")),
    received,
    /** Number of received bytes, or status and code of the refusal; undefined while the body arrives. */
    outcome: () => outcome,
    isCancelled: () => isCancelled,
  };
}

/** Lets seconds pass and calls `work` after each. */
async function pass(seconds: number, work: (second: number) => void = () => undefined) {
  for (let second = 1; second <= seconds; second += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each second follows the one before
    await vi.advanceTimersByTimeAsync(1_000);
    work(second);
  }
}

describe("an upload", () => {
  it("arrives when a slow phone sends 10 MB at 17 kB/s", async () => {
    const sent = receive({ declared: maximumFileBytes });
    await pass(616, () => sent.send(17_000));
    sent.end();
    await sent.received;
    expect(sent.outcome()).toBe(616 * 17_000);
  });

  it("arrives when nothing comes in the first ten seconds", async () => {
    const sent = receive();
    await pass(10);
    await pass(30, () => sent.send(17_000));
    sent.end();
    await sent.received;
    expect(sent.outcome()).toBe(510_000);
  });

  it.each([
    ["one byte comes every two seconds", (second: number) => (second % 2 === 0 ? 1 : 0), 21],
    ["nothing comes", () => 0, 21],
    ["15 kB come every second", () => 15_000, 21],
    ["a fast minute turns into single bytes", (s: number) => (s < 60 ? 50_000 : 1), 67],
  ])("is refused with 408 when %s", async (_what, bytesOf, seconds) => {
    const sent = receive();
    const send = (second: number) => {
      const bytes = bytesOf(second);
      if (bytes > 0 && sent.outcome() === undefined) sent.send(bytes);
    };
    await pass(seconds - 1, send);
    expect(sent.outcome()).toBeUndefined();
    await pass(1, send);
    expect(sent.outcome()).toBe("408 unavailable");
    expect(sent.isCancelled()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not blamed for seconds in which the process stood still", async () => {
    const sent = receive();
    await pass(5, () => sent.send(17_000));
    vi.setSystemTime(Date.now() + 120_000);
    await pass(5, () => sent.send(17_000));
    sent.end();
    await sent.received;
    expect(sent.outcome()).toBe(170_000);
  });

  it("is refused with 400 when its sender breaks off", async () => {
    const sent = receive();
    await pass(1, () => sent.send(17_000));
    sent.breakOff();
    await sent.received;
    expect(sent.outcome()).toBe("400 unavailable");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a form", () => {
  it("has 15 seconds, however regularly its bytes come", async () => {
    const sent = receive({ rule: form, declared: 100 });
    await pass(14, () => sent.send(1));
    expect(sent.outcome()).toBeUndefined();
    await pass(1);
    expect(sent.outcome()).toBe("408 unavailable");
  });

  it("is refused with 429 after three seconds when its network sends 20 other slow forms", async () => {
    const takePlace = createSlowPlaces();
    const start = (network: string) =>
      receive({ rule: form, declared: 100, takePlace: () => takePlace(network) });
    const all = Array.from({ length: 21 }, () => start("203.0.113.7"));
    const other = start("203.0.113.8");
    const fast = start("203.0.113.7");
    fast.end();
    await pass(2);
    expect(all.every(({ outcome }) => outcome() === undefined)).toBe(true);
    await pass(1);
    expect(all.map(({ outcome }) => outcome())).toEqual([
      ...Array.from({ length: 20 }),
      "429 rate_limited",
    ]);
    expect([other.outcome(), fast.outcome()]).toEqual([undefined, 0]);
    // A body that ends frees its place.
    all[0]?.end();
    const next = start("203.0.113.7");
    await pass(3);
    expect(next.outcome()).toBeUndefined();
    for (const sent of [...all.slice(1, 20), other, next]) sent.end();
    await next.received;
    expect(next.outcome()).toBe(0);
  });
});
