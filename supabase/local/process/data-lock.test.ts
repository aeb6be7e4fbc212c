import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockData } from "./data-lock.ts";
import { isRunning, startOf } from "./processes.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-lock-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const write = (holder: unknown) =>
  writeFile(
    join(directory, "lock.json"),
    typeof holder === "string" ? holder : JSON.stringify(holder),
  );

/** Starts a program that does nothing until it is ended. */
async function spawnIdle() {
  const child = spawn(process.execPath, ["-e", "console.log(); setInterval(() => {}, 1e6)"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const { pid = 0 } = child;
  return { child, idle: { pid, started: startOf(pid) ?? "" } };
}

test("a second process is refused with the process id of the lock's holder until the lock is released", async () => {
  const release = await lockData(directory);
  await expect(lockData(directory)).rejects.toThrow(
    `já estão em uso pelo processo ${process.pid}.`,
  );
  await release();
  await (
    await lockData(directory)
  )();
});

test("a lock of an ended process is replaced, even when another process reuses its id", async () => {
  await write({ pid: process.pid, started: "another time", children: [] });
  const release = await lockData(directory);
  expect(JSON.parse(await readFile(join(directory, "lock.json"), "utf8"))).toMatchObject({
    pid: process.pid,
    started: startOf(process.pid),
  });
  await release();
});

test("programs that an ended holder left running are ended, and no stranger with the same id is", async () => {
  const { child, idle: left } = await spawnIdle();
  const { child: other, idle: stranger } = await spawnIdle();
  try {
    await write({
      pid: process.pid,
      started: "another time",
      children: [left, { ...stranger, started: "another time" }],
    });
    await (
      await lockData(directory)
    )();
    expect([isRunning(left), isRunning(stranger)]).toEqual([false, true]);
  } finally {
    child.kill("SIGKILL");
    other.kill("SIGKILL");
  }
});

test.each([
  ["cut short by a crash", '{"pid": 1'],
  ["of a former release", { pid: process.pid, port: 4321 }],
])("a lock %s does not block", async (_which, holder) => {
  await write(holder);
  await (
    await lockData(directory)
  )();
});
