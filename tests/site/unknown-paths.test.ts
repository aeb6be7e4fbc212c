import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { type TestSite, startTestSite } from "../support/site-stack.ts";
import { unknownPath } from "./site-paths.ts";

const PATHS = 20_000;
const BATCH = 200;
/** A page kept for each would come to 1600 MB; the runtime lets some 200 MB pile up by itself. */
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

test("20,000 unknown paths keep no page in memory and ask the content API nothing", async () => {
  // Some beforehand, so that the runtime has taken what it takes for serving.
  await visitUnknownPaths("aquecimento", 2_000);
  const memory = await residentMegabytes();
  const asked = proxy.requests.length;
  await visitUnknownPaths("tentativa", PATHS);
  expect(proxy.requests.length).toBe(asked);
  expect((await residentMegabytes()) - memory).toBeLessThan(GROWTH_LIMIT_MB);
  expect((await fetch(site.url)).status).toBe(200);
});

/** Asks for each path once, many of them in one breath, and expects 404 for all. */
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

/** Memory of the site's process as the system counts it. */
async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${site.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
