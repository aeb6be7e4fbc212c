import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";

const STREAM_LIMIT = 5_000;

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
    const chunk = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read();
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

  test("takes 5000 visitors, tells the next one to come later, and forgets who leaves", async () => {
    const visitors: Socket[] = [];
    // Some at a time: the system keeps only so many waiting.
    while (visitors.length < STREAM_LIMIT) {
      const opening = Array.from({ length: 250 }, () => openSocket());
      visitors.push(...(await Promise.all(opening)));
    }
    expect((await open("/")).status).toBe(503);
    expect((await fetch(stack.siteUrl)).status).toBe(200);

    for (const visitor of visitors) visitor.destroy();
    await expect.poll(async () => (await openAndLeave()).status).toBe(200);
  });
});

/** A visitor who listens to the home page's events. */
async function openSocket(): Promise<Socket> {
  const { port } = new URL(stack.siteUrl);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET /_ao-vivo?caminho=/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  return socket;
}

async function openAndLeave(): Promise<Response> {
  const abort = new AbortController();
  const reply = await fetch(`${stack.siteUrl}/_ao-vivo?caminho=/`, abort);
  abort.abort();
  return reply;
}
