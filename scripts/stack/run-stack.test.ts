import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { requireFreePorts } from "./run-stack.ts";

/** Starts a server on a port. Returns functions that connect to the server and close the server. */
async function listen(port: number) {
  const server = createServer((socket) => {
    // The error is ignored, because tests may reset a connection.
    socket.on("error", () => undefined).resume();
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async connect() {
      const socket = connect(port, "127.0.0.1").resume();
      await once(socket, "connect");
      return socket;
    },
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

test("a taken port is named with its part at once, and a free port is not", async () => {
  const taken = await findFreePort();
  const free = await findFreePort();
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const holder = await listen(taken);
  const check = requireFreePorts({ site: taken, studio: free }, say);
  await expect(check).rejects.toThrow(`  ${taken} (site)\nEncerre-o`);
  await holder.close();
  await expect(requireFreePorts({ site: taken, studio: free }, say)).resolves.toBeUndefined();
  expect(said).toEqual([]);
});

test("connections that a server closed do not keep its port from the next server", async () => {
  const port = await findFreePort();
  const server = createServer((socket) => socket.end()).listen(port, "127.0.0.1");
  await once(server, "listening");
  await Promise.all(
    Array.from({ length: 100 }, () => once(connect(port, "127.0.0.1").resume(), "close")),
  );
  server.close();
  await once(server, "close");
  const said: string[] = [];
  await requireFreePorts({ site: port }, (text) => void said.push(text));
  expect(said).toEqual([]);
});

test("a port that the system gave to a connection is waited for, with a message", async () => {
  const other = await listen(await findFreePort());
  const connection = await other.connect();
  const { localPort = 0 } = connection;
  const said: string[] = [];
  const check = requireFreePorts({ banco: localPort }, (text) => {
    said.push(text);
    // A reset frees the port at once. After an ordinary end, the system would keep the port for a minute.
    connection.resetAndDestroy();
  });
  await expect(check).resolves.toBeUndefined();
  expect(said).toEqual([expect.stringContaining(`  ${localPort} (banco)`)]);
  await other.close();
});

test("no port is given out twice, even before a server listens on it", async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, findFreePort));
  expect(new Set(ports).size).toBe(300);
});
