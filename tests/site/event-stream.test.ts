import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";

const STREAM_LIMIT = 5_000;
const NETWORK_LIMIT = 250;

let stack: SiteStack;

beforeAll(async () => {
  stack = await startSiteStack();
});
afterAll(() => stack.close());

const open = (path: string) =>
  fetch(`${stack.siteUrl}/_ao-vivo?caminho=${path}`, { signal: AbortSignal.timeout(20_000) });

describe("the event stream", () => {
  test("tells at once which version of the page is current", async () => {
    const stream = await open("/contato");
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const chunk = await reader?.read();
    await reader?.cancel();
    const html = await (await fetch(`${stack.siteUrl}/contato`)).text();
    const version = / data-version="([^"]+)"/.exec(html)?.[1];
    expect(chunk?.value).toBe(`data: ${version}\n\n`);
    expect(stream.headers.get("cache-control")).toBe("no-cache");
  });

  test.each([
    ["no path", ""],
    ["a path of another site", "https://outro.example/"],
    ["a path without its slash", "contato"],
    ["a path that is too long", `/${"a".repeat(300)}`],
  ])("refuses %s", async (_what, path) => {
    expect((await open(path)).status).toBe(400);
  });

  test("gives one network no more than its part, and the others theirs", async () => {
    const [greedy, other] = ["127.0.0.2", "127.0.0.3"];
    const streams = await Promise.all(
      Array.from({ length: NETWORK_LIMIT }, () => openSocket(greedy)),
    );
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(NETWORK_LIMIT);
    const next = await openSocket(greedy);
    const neighbour = await openSocket(other);
    expect([next.status, neighbour.status]).toEqual([503, 200]);
    for (const { socket } of [...streams, next, neighbour]) socket.destroy();
    await expect.poll(() => statusFrom(greedy)).toBe(200);
  });

  test("takes 5000 visitors, tells the next one to come later, and forgets who leaves", async () => {
    const visitors: Awaited<ReturnType<typeof openSocket>>[] = [];
    // Some at a time: the system keeps only so many waiting.
    while (visitors.length < STREAM_LIMIT) {
      const network = `127.0.1.${visitors.length / NETWORK_LIMIT}`;
      const opening = Array.from({ length: NETWORK_LIMIT }, () => openSocket(network));
      visitors.push(...(await Promise.all(opening)));
    }
    expect(visitors.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await statusFrom("127.0.0.2")).toBe(503);
    expect((await fetch(stack.siteUrl)).status).toBe(200);

    for (const { socket } of visitors) socket.destroy();
    await expect.poll(() => statusFrom("127.0.0.2")).toBe(200);
  });
});

/** A visitor who listens to the home page's events, and what the visitor is answered. */
async function openSocket(localAddress: string) {
  const port = Number(new URL(stack.siteUrl).port);
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.write("GET /_ao-vivo?caminho=/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [head] = await once(socket, "data");
  return { socket, status: Number(String(head).split(" ")[1]) };
}

/** Opens a stream and leaves it at once. */
async function statusFrom(localAddress: string): Promise<number> {
  const { socket, status } = await openSocket(localAddress);
  socket.destroy();
  return status;
}
