// @module-tag full
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { unknownPath } from "../site-paths.ts";

const STREAM_LIMIT = 5_000;
const NETWORK_LIMIT = 250;

const PATHS = 8_000;
const BATCH = 200;
/**
 * Maximum memory growth in MB. Storing a page for each path would take 640 MB. The runtime alone grows by about 200 MB.
 */
const GROWTH_LIMIT_MB = 400;

let lake: SeededLake;
let proxy: FaultProxy;
let site: TestSite;

beforeAll(async () => {
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
  site = await startTestSite(proxy.url);
});
afterAll(async () => {
  await site.close();
  await proxy.close();
  await lake.close();
});

test("8,000 unknown paths keep no page in memory and cause no request to the content API", async () => {
  // The first visits are a warm-up, in which the runtime allocates the memory that it needs for serving.
  await visitUnknownPaths("aquecimento", 2_000);
  const memory = await residentMegabytes();
  const asked = proxy.requests.length;
  await visitUnknownPaths("tentativa", PATHS);
  expect(proxy.requests.length).toBe(asked);
  expect((await residentMegabytes()) - memory).toBeLessThan(GROWTH_LIMIT_MB);
  expect((await fetch(site.url)).status).toBe(200);
});

/** Fetches each path once, many paths in parallel, and expects 404 for all. */
async function visitUnknownPaths(name: string, count: number): Promise<void> {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1").setEncoding("latin1");
  for (let first = 0; first < count; first += BATCH) {
    const requests = Array.from(
      { length: BATCH },
      (_value, index) =>
        `HEAD ${unknownPath}/${name}-${first + index} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    socket.write(requests.join(""));
    let replies = "";
    while (replies.split("\r\n\r\n").length <= BATCH) {
      const [part] = await once(socket, "data");
      replies += part;
    }
    expect(replies.match(/^HTTP\/1\.1 404 /gm)).toHaveLength(BATCH);
  }
  socket.destroy();
}

/** Returns the resident memory of the site's process in MB. */
async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${site.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

describe("the event stream", () => {
  test("limits the streams of one network and leaves others theirs", async () => {
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

  test("accepts 5000 visitors, tells the next one to come later, and frees the places of those who leave", async () => {
    const visitors: Awaited<ReturnType<typeof openSocket>>[] = [];
    // Connections are opened in groups, because the operating system limits its queue of new connections.
    while (visitors.length < STREAM_LIMIT) {
      const network = `127.0.1.${visitors.length / NETWORK_LIMIT}`;
      const opening = Array.from({ length: NETWORK_LIMIT }, () => openSocket(network));
      visitors.push(...(await Promise.all(opening)));
    }
    expect(visitors.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await statusFrom("127.0.0.2")).toBe(503);
    expect((await fetch(site.url)).status).toBe(200);

    for (const { socket } of visitors) socket.destroy();
    await expect.poll(() => statusFrom("127.0.0.2")).toBe(200);
  });
});

/** Opens an event stream of the home page from a local IP address. Returns the socket and the HTTP status. */
async function openSocket(localAddress: string) {
  const port = Number(new URL(site.url).port);
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.write("GET /_ao-vivo?caminho=/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [head] = await once(socket, "data");
  return { socket, status: Number(String(head).split(" ")[1]) };
}

/** Opens an event stream, closes the stream at once and returns the HTTP status. */
async function statusFrom(localAddress: string): Promise<number> {
  const { socket, status } = await openSocket(localAddress);
  socket.destroy();
  return status;
}
