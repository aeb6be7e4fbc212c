import { exec } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const run = promisify(exec);
const checks = packageFile.scripts["check:static"].split(" && ");

/** Runs each check of `npm run check:static` as one test, one by one, while other test files run in parallel. */
test.each(checks)("%s", { timeout: 300_000 }, async (check) => {
  // Some checks compare generated files, which must not depend on the environment variables of the test runner.
  const { NODE_ENV: _underTest, ...env } = process.env;
  // The test runs the checks without npm, which starts slowly. The checks therefore need the directory of installed
  // programs in PATH.
  const PATH = [resolve("node_modules/.bin"), env.PATH].join(delimiter);
  const complaint = await run(check, { env: { ...env, PATH } }).then(
    () => "",
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
  expect(complaint).toBe("");
});

test("a file of the longer run is marked by both its name and its tag", async () => {
  const tagged: string[] = [];
  const named: string[] = [];
  for await (const file of glob("{scripts,studio,supabase,tests,web}/**/*.test.{ts,tsx}")) {
    if (file.includes(".full.test.")) named.push(file);
    // The pattern has a dot in the tag, because the test runner would read the literal tag as a tag of this test file.
    if (/^\/\/ @module.tag full\n/.test(await readFile(file, "utf8"))) tagged.push(file);
  }
  expect(named.length).toBeGreaterThan(0);
  expect(tagged).toEqual(named);
});
