// @module-tag full
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markdownTable } from "../bench/markdown-table.ts";
import { type SiteStack, startSiteStack } from "../support/stacks/site-stack.ts";

/**
 * Header timeout of the site's server in milliseconds (`web/server/http/site-server.ts`), plus
 * slack for a busy machine.
 */
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
const LATE_MS = 10_000;

let site: SiteStack;
beforeAll(async () => {
  site = await startSiteStack();
});
afterAll(() => site.close());

/** Returns the number of connections that the test may open: the open-file limit minus 1,000, but at most 10,200. */
async function mostConnections(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, allowed = "1024"] = /^Max open files +\d+ +(\d+)/m.exec(limits) ?? [];
  return Math.min(10_200, Number(allowed) - 1_000);
}

interface Stranger {
  socket: Socket;
  received(): string;
  /** Milliseconds from the opening to the end of the connection; undefined while the connection is open. */
  lasted(): number | undefined;
}

/** Opens `count` connections in batches that the system can accept, and sends the same first bytes on each. */
async function openStrangers(count: number, first: string): Promise<Stranger[]> {
  const strangers: Stranger[] = [];
  while (strangers.length < count) {
    const batch = Array.from({ length: Math.min(100, count - strangers.length) }, async () => {
      const socket = connect(Number(new URL(site.siteUrl).port), "127.0.0.1");
      let received = "";
      let lasted: number | undefined;
      const opened = performance.now();
      socket.on("data", (data) => (received += String(data)));
      socket.on("error", () => undefined);
      socket.once("close", () => (lasted = performance.now() - opened));
      await new Promise<void>((resolve) => {
        socket.once("connect", () => resolve());
        socket.once("close", () => resolve());
      });
      if (first !== "") socket.write(first);
      strangers.push({ socket, received: () => received, lasted: () => lasted });
    });
    await Promise.all(batch);
  }
  return strangers;
}

/** Sends one byte a second on each connection until the returned function is called. */
function trickle(strangers: readonly Stranger[]): () => void {
  const timer = setInterval(() => {
    for (const { socket } of strangers) if (!socket.destroyed) socket.write("a");
  }, 1_000);
  return () => clearInterval(timer);
}

/**
 * Starts to request pages one after the other. The returned function stops the requests and returns the longest wait in
 * milliseconds.
 */
function visit(): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const visiting = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const began = performance.now();
      const reply = await fetch(site.siteUrl + (round % 2 === 0 ? "/" : "/contato"));
      await reply.text();
      expect(reply.status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((next) => setTimeout(next, 50));
    }
  })();
  return async () => {
    isOver = true;
    await visiting;
    return Math.round(longest);
  };
}

/** Returns the memory of the site's process in megabytes. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${site.site.pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

const ended = (strangers: readonly Stranger[]) =>
  strangers.filter(({ lasted }) => lasted() !== undefined).length;
const longestOf = (strangers: readonly Stranger[]) =>
  Math.max(...strangers.map(({ lasted }) => lasted() ?? Infinity));

test("slow connections do not delay visitors and are ended", async () => {
  const rows: string[][] = [];
  async function measure(what: string, count: number, attack: () => Promise<void>) {
    const before = await memory();
    const leave = visit();
    const wait = await attack().then(leave, async (error) => {
      await leave();
      throw error;
    });
    rows.push([what, String(count), `${wait} ms`, `${before} MB`, `${await memory()} MB`]);
    return wait;
  }
  const patience = { timeout: REQUEST_MS + LATE_MS, interval: 200 };

  const streams = await openStrangers(
    20,
    "GET /_ao-vivo?caminho=/contato HTTP/1.1\r\nHost: localhost\r\n\r\n",
  );
  const waits = [await measure("nobody", 0, () => new Promise((next) => setTimeout(next, 3_000)))];

  const slow = await openStrangers(500, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  const stopSlow = trickle(slow);
  waits.push(
    await measure("headers, a byte a second", slow.length, async () => {
      await expect.poll(() => ended(slow), patience).toBe(slow.length);
    }),
  );
  stopSlow();
  expect(longestOf(slow)).toBeLessThan(HEADERS_MS + LATE_MS);

  const forms = await openStrangers(
    250,
    `POST /contato HTTP/1.1\r\nHost: localhost\r\nOrigin: ${site.siteUrl}\r\n` +
      "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n",
  );
  const stopForms = trickle(forms);
  waits.push(
    await measure("forms, a byte a second", forms.length, async () => {
      await expect.poll(() => ended(forms), patience).toBe(forms.length);
    }),
  );
  stopForms();
  expect(longestOf(forms)).toBeLessThan(REQUEST_MS + LATE_MS);

  const count = await mostConnections();
  const silent: Stranger[] = [];
  const before = await memory();
  let most = 0;
  waits.push(
    await measure("silence", count, async () => {
      silent.push(...(await openStrangers(count, "")));
      most = await memory();
      await expect.poll(() => ended(silent), patience).toBe(count);
    }),
  );
  console.info(
    `${markdownTable(["strangers send", "connections", "a visitor's longest wait", "memory before", "after"], rows)}\n` +
      `At most ${most} MB, with ${count} connections open; this process may open no more than ${count + 1_000} files.`,
  );
  expect(longestOf(silent)).toBeLessThan(HEADERS_MS + LATE_MS);
  expect(most - before).toBeLessThan(400);
  // A page takes a few milliseconds. The limit is higher because the machine may be busy.
  expect(Math.max(...waits)).toBeLessThan(5_000);
  // The streams stay open longer than the header timeout, which applies only until the headers have arrived.
  expect(ended(streams)).toBe(0);
  for (const { socket, received } of streams) {
    expect(received()).toContain("data: ");
    socket.destroy();
  }
}, 300_000);
