import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rotatingLog } from "./rotating-log.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-log-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("rotatingLog appends after a restart and keeps one older file", async () => {
  const file = join(directory, "logs", "part.log");
  rotatingLog(file, 20).write("antes\n");
  const log = rotatingLog(file, 20);
  for (const piece of ["depois, 1\n", "depois, 2\n", "depois, 3\n", "depois, 4\n"])
    log.write(piece);
  expect(await readFile(file, "utf8")).toBe("depois, 4\n");
  expect(await readFile(`${file}.1`, "utf8")).toBe("depois, 2\ndepois, 3\n");
  expect(await readdir(join(directory, "logs"))).toEqual(["part.log", "part.log.1"]);

  rotatingLog(file, 20).write("e na volta\n");
  expect(await readFile(file, "utf8")).toBe("e na volta\n");
});
