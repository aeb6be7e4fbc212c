import { existsSync, readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import packageFile from "../../package.json" with { type: "json" };

const run = promisify(execFile);
// Beside the tests of the system the machine is busy.
vi.setConfig({ testTimeout: 60_000 });
const scripts: Record<string, string> = packageFile.scripts;
const document = await readFile("docs/deploy.md", "utf8");
const workflow = await readFile(".github/workflows/ci.yml", "utf8");
/** Of Sanity's command line: its commands and their options. */
const manifestSchema = z.object({
  commands: z.record(z.string(), z.object({ flags: z.record(z.string(), z.unknown()) })),
});
/** npm's own. */
const builtIn = ["ci", "audit", "outdated"];

test.each([
  ["docs/deploy.md", document],
  [".github/workflows/ci.yml", workflow],
])("every npm command that %s names exists", (_file, text) => {
  const named = [...text.matchAll(/npm\s+(run\s+)?([a-z:-]+)/g)];
  expect(named.length).toBeGreaterThan(5);
  const missing = named
    .map(([, , name = ""]) => name)
    .filter((name) => !builtIn.includes(name) && !scripts[name]);
  expect(missing).toEqual([]);
});

test("every file that the document names is there", () => {
  const paths = [
    ...document.matchAll(/[`(](?:\.\.\/)?((?:[\w.-]+\/)+[\w.-]+\.(?:md|ts|toml|yml|service))[`)]/g),
  ];
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.flatMap(([, path = ""]) => (existsSync(path) ? [] : [path]))).toEqual([]);
});

test("each variable that the code reads is in the document", async () => {
  const read = new Set<string>();
  for (const file of ["web/config/server-env.ts", "supabase/functions/_shared/env.ts"]) {
    const text = await readFile(file, "utf8");
    for (const [, name = ""] of text.matchAll(/^\s+([A-Z][A-Z0-9_]+): /gm)) read.add(name);
  }
  for await (const file of glob("{web,studio,scripts,supabase/functions}/**/*.{ts,tsx}")) {
    const text = await readFile(file, "utf8");
    const found = text.matchAll(/(?:process\.env|variables|given)(?:\.|\[")([A-Z][A-Z0-9_]+)/g);
    if (!/\.test\.tsx?$/.test(file)) for (const [, name = ""] of found) read.add(name);
  }
  const config = await readFile("supabase/config.toml", "utf8");
  for (const [, name = ""] of config.matchAll(/env\((\w+)\)/g)) read.add(name);
  // Hosted functions get them from the platform.
  for (const name of ["SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_SECRET_KEYS"]) read.delete(name);

  const table = document.slice(document.indexOf("## Variables"), document.indexOf("## Content"));
  const named = new Set(
    table.split("\n").flatMap((line) => {
      const [, cell = ""] = line.split("|");
      return [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name);
    }),
  );
  expect([...read].filter((name) => !named.has(name)).toSorted()).toEqual([]);
});

test("every option of Sanity's command line that the document uses is one of its options", () => {
  const { commands } = manifestSchema.parse(
    JSON.parse(readFileSync("node_modules/@sanity/cli/oclif.manifest.json", "utf8")),
  );
  const used = [...document.matchAll(/npx sanity ([^`\n]*)/g)].map(([, words = ""]) => words);
  expect(used.length).toBeGreaterThan(6);
  for (const words of used) {
    const [first = "", second = ""] = words.split(" ");
    const command = commands[`${first}:${second}`] ?? commands[first];
    const options = [...words.matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name);
    expect(options.filter((name) => !command?.flags[name])).toEqual([]);
    expect(command, words).toBeDefined();
  }
});

test("the workflow checks, tests in shards, measures on demand and deploys on a tag", () => {
  const jobs = [...workflow.matchAll(/^  (\w+):\n(?: {4}if: (.*)\n)?/gm)].map(([, name, when]) => [
    name,
    when,
  ]);
  expect(jobs.slice(-4)).toEqual([
    ["check", undefined],
    ["test", undefined],
    ["bench", "github.event_name == 'workflow_dispatch' && inputs.bench"],
    ["deploy", "startsWith(github.ref, 'refs/tags/v')"],
  ]);
  expect(workflow).toContain("npm test -- --project system --shard=${{ matrix.shard }}/4");
  const versions = workflow.matchAll(/node-version: ([\d.]+)/g);
  for (const [, version] of versions) expect(version).toBe(packageFile.devDependencies.node);
});

test("what is deployed is under licences that were decided on", async () => {
  const { stdout } = await run("node", ["scripts/licences.ts"]);
  expect(stdout).toMatch(/^MIT \(\d+\): .*react@/m);
});

test("the service is one that systemd understands", async () => {
  const complaint = await run("systemd-analyze", ["verify", "deploy/payser-site.service"]).then(
    ({ stderr }) => stderr,
    (error: { code: unknown; stderr: string }) =>
      // Machines without systemd cannot tell, and /usr/bin/node is where the site is to run.
      error.code === "ENOENT" ? "" : error.stderr,
  );
  expect(complaint.replaceAll(/.*\/usr\/bin\/node.*\n/g, "")).toBe("");
});
