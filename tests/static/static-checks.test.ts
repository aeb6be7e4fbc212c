import { exec } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const run = promisify(exec);
const checks = packageFile.scripts["check:static"].split(" && ");

/** What `npm run check:static` runs one after the other, beside the other tests. */
test.each(checks)("%s", { timeout: 300_000 }, async (check) => {
  // What is generated must not depend on being made under a test runner.
  const { NODE_ENV: _underTest, ...env } = process.env;
  // As npm finds them, without starting npm for each.
  const PATH = [resolve("node_modules/.bin"), env.PATH].join(delimiter);
  const complaint = await run(check, { env: { ...env, PATH } }).then(
    () => "",
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
  expect(complaint).toBe("");
});

test("a file of the longer run says so by its name, unread by npm test, and by its tag", async () => {
  const tagged: string[] = [];
  const named: string[] = [];
  for await (const file of glob("{scripts,studio,supabase,tests,web}/**/*.test.{ts,tsx}")) {
    if (file.includes(".full.test.")) named.push(file);
    // By a pattern: the runner would take the tag's own words, wherever they stand, for this file's tag.
    if (/^\/\/ @module.tag full\n/.test(await readFile(file, "utf8"))) tagged.push(file);
  }
  expect(named.length).toBeGreaterThan(0);
  expect(tagged).toEqual(named);
});
