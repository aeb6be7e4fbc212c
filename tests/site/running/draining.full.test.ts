// @module-tag full
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";

let lake: SeededLake;

beforeAll(async () => {
  lake = await startSeededLake();
});
afterAll(() => lake.close());

/** Opens a connection to the site and collects the received text. */
async function openConnection({ url }: TestSite) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (data) => (received += String(data)));
  return { socket, received: () => received, ended: once(socket, "close") };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const body = "não é um relatório";
const post = `POST /_relatos HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;

/** Sends the signal that a host sends before it removes a copy. */
async function drain(site: TestSite): Promise<void> {
  process.kill(site.pid, "SIGTERM");
  await expect.poll(() => readLog(site.log, "draining")).toHaveLength(1);
}

/** Returns true when the site accepts new connections. */
async function takesConnections({ url }: TestSite): Promise<boolean> {
  const socket: Socket = connect(Number(new URL(url).port), "127.0.0.1");
  const taken = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return taken;
}

describe("a copy that receives the stop signal", () => {
  test("answers open requests and connections, then ends", async () => {
    const site = await startTestSite(lake.url);
    const asking = await openConnection(site);
    asking.socket.write(post + body.slice(0, 5));
    const kept = await openConnection(site);
    kept.socket.write(get("/termos"));
    await expect.poll(kept.received).toContain("</html>");
    expect(kept.received()).toMatch(/^connection: keep-alive\r$/im);
    const balancer = await openConnection(site);
    balancer.socket.write(get("/saude/pronto"));
    await expect.poll(balancer.received).toContain('"ready":true');

    await drain(site);
    balancer.socket.write(get("/saude/pronto"));
    await balancer.ended;
    expect(balancer.received()).toContain("HTTP/1.1 503 ");
    expect(balancer.received()).toContain('"ready":false,"stopping":true');
    // The site still accepts connections for some seconds, so that the balancer has time to learn of the stop.
    expect((await fetch(`${site.url}/favicon.svg`)).status).toBe(200);
    await expect.poll(() => takesConnections(site)).toBe(false);
    kept.socket.write(get("/favicon.svg"));
    await kept.ended;
    const next = kept.received().split("</html>")[1];
    expect(next).toMatch(/^HTTP\/1.1 200 /);
    expect(next).toMatch(/^connection: close\r$/im);
    expect(next).toContain("</svg>");

    asking.socket.write(body.slice(5));
    await asking.ended;
    expect(asking.received()).toMatch(/^HTTP\/1.1 400 /);
    expect(asking.received()).toMatch(/^connection: close\r$/im);
    expect(await site.ended).toBe("código 0");
    expect(readLog(site.log, "drained")).toHaveLength(1);
  });

  test("answers connections that waited in the system's queue at the signal", async () => {
    const site = await startTestSite(lake.url);
    // SIGSTOP pauses the process, so the process accepts no connections. The operating system keeps the connections and
    // their data in a queue.
    process.kill(site.pid, "SIGSTOP");
    const waiting = await Promise.all(Array.from({ length: 20 }, () => openConnection(site)));
    for (const { socket } of waiting) socket.write(get("/favicon.svg"));
    process.kill(site.pid, "SIGTERM");
    process.kill(site.pid, "SIGCONT");
    await Promise.all(waiting.map(({ ended }) => ended));
    // The site may answer a request before it handles the signal. The response then has no header "connection: close",
    // so the test does not check this header.
    for (const { received } of waiting) expect(received()).toMatch(/^HTTP\/1.1 200 /);
    expect(await site.ended).toBe("código 0");
  });

  test("sends its streams to another copy, each after a delay of its own", async () => {
    const site = await startTestSite(lake.url);
    const visitors = await Promise.all(Array.from({ length: 20 }, () => openConnection(site)));
    for (const { socket } of visitors) socket.write(get("/_ao-vivo?caminho=/contato"));
    for (const { received } of visitors) await expect.poll(received).toContain("data: ");
    await drain(site);
    await Promise.all(visitors.map(({ ended }) => ended));
    const waits = visitors.map(({ received }) => /^retry: (\d+)$/m.exec(received())?.[1]);
    expect(waits).not.toContain(undefined);
    expect(new Set(waits).size).toBeGreaterThan(10);
    for (const wait of waits) expect(Number(wait)).toBeLessThanOrEqual(2_000);
    expect(await site.ended).toBe("código 0");
  });

  test("cuts off endless requests and ends within ten seconds although a call hangs", async () => {
    mayPrint(/"event":"(?:drain-cut|stream-lost)"/);
    const proxy = await startFaultProxy(lake.url);
    const site = await startTestSite(proxy.url);
    const html = await (await fetch(site.url)).text();
    const images = html.match(/\/imagens\/[^" ]+\.webp/g) ?? [];
    const [known = "", image = ""] = new Set(images);
    expect((await fetch(site.url + known)).status).toBe(200);
    const [asking, looking] = [await openConnection(site), await openConnection(site)];
    asking.socket.write(post);
    proxy.setMode("hang");
    const began = performance.now();
    await drain(site);
    looking.socket.write(get(image));
    await Promise.all([asking.ended, looking.ended]);
    expect(await site.ended).toBe("código 0");
    // systemd kills the process after 15 seconds (deploy/payser-site.service).
    expect(performance.now() - began).toBeLessThan(15_000);
    const [first, cut, last] = ["draining", "drain-cut", "drained"].map((event) =>
      readLog(site.log, event).at(0),
    );
    expect(cut).toMatchObject({ requests: 2 });
    const waited = Date.parse(last?.time ?? "") - Date.parse(first?.time ?? "");
    expect(waited).toBeGreaterThan(7_000);
    expect(waited).toBeLessThan(10_000);
    expect(site.log.at(-1)).toContain('"event":"drained"');
    expect(site.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await proxy.close();
  });
});
