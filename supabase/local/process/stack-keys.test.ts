import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stackKeys } from "./stack-keys.ts";

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-keys-"));
  file = join(directory, "keys.json");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("stackKeys keeps existing keys and adds a key of a later version", async () => {
  const { forwardKey: _new, ...former } = await stackKeys(directory);
  await writeFile(file, JSON.stringify(former));
  const keys = await stackKeys(directory);
  expect(keys).toMatchObject(former);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(keys);
});

test.each([
  ["cut short", (text: string) => text.slice(0, 100)],
  ["with a key that is none", (text: string) => text.replace("sb_secret_", "")],
  ["empty", () => ""],
])(
  "a key file %s is reported with its remedy, stays unchanged, and is not quoted",
  async (_how, damage) => {
    const { databasePassword } = await stackKeys(directory);
    const damaged = damage(await readFile(file, "utf8"));
    await writeFile(file, damaged);
    const message = await stackKeys(directory).catch(String);
    expect(message).toMatch(/keys\.json está danificado.*Restaure-o.*npm run reset/s);
    expect(message).not.toContain(databasePassword.slice(0, 8));
    expect(await readFile(file, "utf8")).toBe(damaged);
  },
);

test("no new password is made when a database exists", async () => {
  await mkdir(join(directory, "database"));
  await writeFile(join(directory, "database", "PG_VERSION"), "17\n");
  await expect(stackKeys(directory)).rejects.toThrow(/keys\.json está danificado ou incompleto/);
});
