import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockData } from "./data-lock.ts";
import { findFreePort } from "./find-free-port.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-lock-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("the holder is named to whoever comes second, until it lets go", async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const release = await lockData(directory, port);
  await expect(lockData(directory, 1)).rejects.toThrow(`processo ${process.pid} (porta ${port})`);
  await release();
  await (
    await lockData(directory, port)
  )();
  server.close();
});

test("a holder whose port is silent has crashed, though its pid lives on as another process", async () => {
  await writeFile(
    join(directory, "lock.json"),
    JSON.stringify({ pid: process.pid, port: await findFreePort() }),
  );
  const release = await lockData(directory, 4321);
  expect(JSON.parse(await readFile(join(directory, "lock.json"), "utf8"))).toEqual({
    pid: process.pid,
    port: 4321,
  });
  await release();
});

test("a lock cut short by a crash does not stop anybody", async () => {
  await writeFile(join(directory, "lock.json"), '{"pid": 1');
  await (
    await lockData(directory, 4321)
  )();
});
