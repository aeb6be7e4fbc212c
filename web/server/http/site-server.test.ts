import { spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { getRequestListener } from "@hono/node-server";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createDrain } from "./drain.ts";
import { boundBodies, createSiteServer } from "./site-server.ts";

const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ("destroy" in one) one.destroy();
    else one.closeAllConnections();
    if ("close" in one) one.close();
  }
});

const app = getRequestListener(() => new Response("ok"));

async function listen(handle: RequestListener = boundBodies(app), most?: number) {
  const server = createSiteServer(handle, most);
  opened.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
}

/** Opens a connection to the server and collects the bytes that it sends. */
async function open(port: number) {
  const socket = connect(port, "127.0.0.1");
  opened.push(socket);
  let received = "";
  socket.on("data", (data) => (received += String(data)));
  // Bytes sent after the server closed cause a connection reset, which is expected here.
  socket.on("error", () => undefined);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  return { socket, received: () => received, ended };
}

const MEGABYTE = 1024 * 1024;
const headOf = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

/** Sends data until the server closes the connection. Returns how many bytes left this process. */
async function pour({ socket, ended }: Awaited<ReturnType<typeof open>>, piece: Buffer) {
  const send = () =>
    new Promise<boolean>((sent) => {
      socket.write(piece, (error) => sent(!error));
      void ended.then(() => sent(false));
    });
  let poured = 0;
  while (poured < 50 * MEGABYTE && (await send())) poured += piece.length;
  return poured;
}

describe("a body that is too long", () => {
  test.each(["GET", "POST", "PUT"])("is refused by its declared length (%s)", async (method) => {
    const { port } = await listen();
    const visitor = await open(port);
    visitor.socket.write(headOf(method, "/qualquer", `Content-Length: ${50 * MEGABYTE}`));
    await expect.poll(visitor.received).toMatch(/^HTTP\/1.1 413 /);
    expect(visitor.received()).toContain("Os dados enviados passam do tamanho permitido.");
    expect(visitor.received()).toMatch(/^connection: close\r$/im);
    // Network buffers on both sides take some megabytes before sending stops. The limit is a few times that size.
    expect(await pour(visitor, Buffer.alloc(MEGABYTE / 4))).toBeLessThan(15 * MEGABYTE);
  });

  test("is refused before it is sent when the client expects 100-continue", async () => {
    const { port } = await listen();
    const [long, short] = [await open(port), await open(port)];
    const head = (length: number) =>
      headOf("POST", "/", "Expect: 100-continue", `Content-Length: ${length}`);
    long.socket.write(head(50 * MEGABYTE));
    short.socket.write(head(2));
    await expect.poll(long.received).toMatch(/^HTTP\/1.1 413 /);
    await expect.poll(short.received).toMatch(/^HTTP\/1.1 100 /);
  });

  test.each(["GET", "POST"])("is cut off when it declares no length (%s)", async (method) => {
    const { port } = await listen();
    const visitor = await open(port);
    visitor.socket.write(headOf(method, "/", "Transfer-Encoding: chunked"));
    const piece = Buffer.alloc(MEGABYTE / 4, "a");
    const chunk = Buffer.concat([Buffer.from("40000\r\n"), piece, Buffer.from("\r\n")]);
    expect(await pour(visitor, chunk)).toBeLessThan(15 * MEGABYTE);
    expect(visitor.received()).toMatch(/^HTTP\/1.1 200 /);
  });
});

test("a short unread body leaves its connection usable for the next request", async () => {
  const { port } = await listen();
  const visitor = await open(port);
  visitor.socket.write(headOf("POST", "/", "Content-Length: 2"));
  await expect.poll(visitor.received).toContain("ok");
  visitor.socket.write(`{}${headOf("GET", "/")}`);
  await expect.poll(() => visitor.received().match(/^(?:ok)?HTTP\/1.1 200 /gm)?.length).toBe(2);
  // Load balancers keep idle connections for a minute. The server must keep idle connections longer.
  expect(visitor.received()).toMatch(/^keep-alive: timeout=75\r$/im);
});

test("a full server closes the connection that has been idle for longest, and no busy one", async () => {
  const { port } = await listen((request, response) => {
    if (request.url !== "/fluxo") response.end("ok");
    else response.write("data: 1\n\n");
  }, 3);
  const stream = await open(port);
  stream.socket.write(headOf("GET", "/fluxo"));
  await expect.poll(stream.received).toContain("data: 1");
  const [silent, slow] = [await open(port), await open(port)];
  slow.socket.write("GET / HTTP/1.1\r\nHost:");
  const visitor = await open(port);
  await silent.ended;
  visitor.socket.write(headOf("GET", "/"));
  await expect.poll(visitor.received).toContain("ok");
  await open(port);
  await slow.ended;
  await open(port);
  await visitor.ended;
  expect(stream.socket.destroyed).toBe(false);
});

test("the server keeps fewer connections open than the system's file limit", async () => {
  const module = JSON.stringify(new URL("site-server.ts", import.meta.url).href);
  const code = `
    import { createSiteServer } from ${module};
    const server = createSiteServer((request, response) => response.end("ok"));
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(
    "sh",
    ["-c", 'ulimit -n 300 && exec "$0" "$@"', process.execPath, "--input-type=module", "-e", code],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, "data");
  const port = Number(String(line));
  for (let count = 0; count < 400; count += 1) await open(port);
  const visitor = await open(port);
  visitor.socket.write(headOf("GET", "/"));
  await expect.poll(visitor.received).toContain("ok");
});

test("a visitor who connects while a copy logs its stop is answered", async () => {
  const { server, port } = await listen();
  // The visitor runs in another thread, because the test blocks this thread in order to imitate a busy machine.
  const visitor = new Worker(
    `const { connect } = require("node:net");
     const { parentPort } = require("node:worker_threads");
     parentPort.on("message", (port) => {
       const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"));
       let received = "";
       socket.on("data", (data) => (received += data));
       socket.on("error", ({ code }) => (received += code));
       socket.on("close", () => parentPort.postMessage(received));
     });
     parentPort.postMessage("ready");`,
    { eval: true },
  );
  await once(visitor, "message");
  const answer = once(visitor, "message");
  let hasConnected = false;
  const log = () => {
    if (hasConnected) return;
    hasConnected = true;
    visitor.postMessage(port);
    const until = performance.now() + 300;
    while (performance.now() < until);
  };
  const after = { close: 0, idle: 2_000, cut: 3_000 };
  await createDrain(server, new AbortController(), { log, after })();
  expect((await answer)[0]).toMatch(/^HTTP\/1.1 200 /);
  await visitor.terminate();
});
