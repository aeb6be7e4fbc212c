import { existsSync, readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { newPasswordFormSchema } from "#contracts/accounts.ts";
import packageFile from "../../package.json" with { type: "json" };

const run = promisify(execFile);
// The system tests run at the same time and slow these tests down, so the timeout is longer.
vi.setConfig({ testTimeout: 60_000 });
const scripts: Record<string, string> = packageFile.scripts;
const document = await readFile("docs/deploy.md", "utf8");
const workflow = await readFile(".github/workflows/ci.yml", "utf8");
/** Schema of the part of Sanity's command manifest that lists the commands and their options. */
const manifestSchema = z.object({
  commands: z.record(z.string(), z.object({ flags: z.record(z.string(), z.unknown()) })),
});
/** Commands that npm itself provides, so they are not scripts of package.json. */
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

test("every file that the deployment guide names exists", () => {
  const paths = [
    ...document.matchAll(/[`(](?:\.\.\/)?((?:[\w.-]+\/)+[\w.-]+\.(?:md|ts|toml|yml|service))[`)]/g),
  ];
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.flatMap(([, path = ""]) => (existsSync(path) ? [] : [path]))).toEqual([]);
});

test("the deployment guide names every variable that the code reads", async () => {
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
  // Nobody has to set these variables: Supabase sets the keys for functions, and the operating system sets TMPDIR.
  for (const name of ["SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_SECRET_KEYS", "TMPDIR"])
    read.delete(name);

  const table = document.slice(document.indexOf("## Variables"), document.indexOf("## Content"));
  const named = new Set(
    table.split("\n").flatMap((line) => {
      const [, cell = ""] = line.split("|");
      return [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name);
    }),
  );
  expect([...read].filter((name) => !named.has(name)).toSorted()).toEqual([]);
});

test.each([
  ["docs/deploy.md", document],
  [".github/workflows/ci.yml", workflow],
])("every option of Sanity's command line that %s uses exists", (_file, text) => {
  const { commands } = manifestSchema.parse(
    JSON.parse(readFileSync("node_modules/@sanity/cli/oclif.manifest.json", "utf8")),
  );
  const used = [...text.matchAll(/npx sanity ([^`\n]*)/g)].map(([, words = ""]) => words);
  expect(used).toContainEqual(expect.stringMatching(/^deploy dist\/studio --yes /));
  for (const words of used) {
    const [first = "", second = ""] = words.split(" ");
    const command = commands[`${first}:${second}`] ?? commands[first];
    const options = [...words.matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name);
    expect(options.filter((name) => !command?.flags[name])).toEqual([]);
    expect(command, words).toBeDefined();
    // A build empties its target folder, and the default folder dist contains other builds. The command must therefore
    // name another folder.
    if (["deploy", "build"].includes(first) && !options.includes("external")) {
      expect(second).toBe("dist/studio");
    }
  }
});

test("the guide pins one version of Supabase's command line and answers its prompts with --yes", () => {
  const used = [...`${document}\n${workflow}`.matchAll(/npx supabase@([\d.]+) ([^`\n]*)/g)];
  expect(used.length).toBeGreaterThan(9);
  expect(new Set(used.map(([, version]) => version)).size).toBe(1);
  const changing = used
    .map(([, , words = ""]) => words)
    .filter((words) => words.includes("--remote") && !words.startsWith("config diff"));
  expect(changing.length).toBeGreaterThan(5);
  expect(changing.filter((words) => !words.endsWith(" --yes"))).toEqual([]);
});

test("the deployment guide names every repository setting that the workflow reads", () => {
  const named = [...workflow.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name);
  const release = document.slice(document.indexOf("## A release"), document.indexOf("## Backups"));
  const missing = named.filter((name) => !release.includes(`\`${name}\``));
  // GitHub provides this secret in every workflow, so nobody has to create it.
  expect([...new Set(missing)]).toEqual(["GITHUB_TOKEN"]);
});

/** Returns the jobs of a GitHub workflow, each with its condition, the jobs that it waits for, and its text. */
function jobsOf(text: string) {
  const [, jobs = ""] = text.split("\njobs:\n");
  return jobs.split(/^ {2}(?=\w+:\n)/m).flatMap((job) => {
    const [, name] = /^(\w+):\n/.exec(job) ?? [];
    const [, when] = /^ {4}if: (.*)$/m.exec(job) ?? [];
    const [, needs] = /^ {4}needs: (.*)$/m.exec(job) ?? [];
    return name ? [{ name, when, needs, text: job }] : [];
  });
}

test("the workflow checks, tests in shards, measures on demand and deploys on a tag", () => {
  const jobs = jobsOf(workflow);
  expect(jobs.map(({ name, when, needs }) => [name, when, needs])).toEqual([
    ["check", undefined, undefined],
    ["test", undefined, undefined],
    ["container", undefined, undefined],
    ["bench", "github.event_name == 'workflow_dispatch' && inputs.bench", undefined],
    ["deploy", "startsWith(github.ref, 'refs/tags/v')", "[check, test, container]"],
  ]);
  const [check, tests, container, bench, deploy] = jobs.map(({ text }) => text);
  for (const command of [
    "test:full -- --project unit --project static",
    "licences",
    "audit --omit=dev",
  ]) {
    expect(check).toMatch(new RegExp(`^ {6}- run: npm (run )?${command}\\b`, "m"));
  }
  // The deploy guide runs the container with these options, so the workflow must use the same options in its test.
  const [options = "none"] = /--read-only .*no-new-privileges/.exec(document) ?? [];
  expect(container?.replaceAll(/\\\n\s+/g, "")).toContain(options);
  expect(tests).toContain("shard: [1, 2, 3, 4]\n");
  expect(tests).toContain("npm run test:full -- --project system --shard=${{ matrix.shard }}/4\n");
  expect(bench).toContain("- run: npm run bench\n");
  // The workflow deploys in the order of the guide: the new code comes after the parts that it needs.
  expect(deploy).toMatch(
    /db push .*functions deploy .*npm run content:migrate -- --apply\n.*npx sanity deploy .*docker build .*docker push /s,
  );
  // The jobs outside the container use this version of Node. Another test checks the version in the container.
  const versions = [...workflow.matchAll(/node-version: ([\d.]+)/g)].map(([, version]) => version);
  expect(versions).toEqual(jobs.slice(1).map(() => packageFile.devDependencies.node));
});

test("deployed packages are under licences that were decided on", async () => {
  const { stdout } = await run("node", ["scripts/build/licences.ts"]);
  expect(stdout).toMatch(/^MIT \(\d+\): .*react@/m);
});

// Machines without systemd cannot check the service file.
const hasSystemd = existsSync("/usr/bin/systemd-analyze");

test.runIf(hasSystemd)("systemd accepts the service", async () => {
  const complaint = await run("systemd-analyze", ["verify", "deploy/payser-site.service"]).then(
    ({ stderr }) => stderr,
    (error: { stderr: string }) => error.stderr,
  );
  // The complaint about the path of Node is removed, because only the site's machine always has Node at this path.
  expect(complaint.replaceAll(/.*\/usr\/bin\/node.*\n/g, "")).toBe("");
});

test("sessions and passwords have the same limits everywhere, and the guide states them", async () => {
  const names = ["jwt_expiry", "timebox", "inactivity_timeout", "minimum_password_length"];
  const settingsIn = async (file: string) => {
    const text = await readFile(file, "utf8");
    return names.map((name) => new RegExp(`\\b${name}(?: =|:) "?(\\w+)`).exec(text)?.[1]);
  };
  expect(await settingsIn("supabase/config.toml")).toEqual(["1800", "12h", "1h", "8"]);
  expect(await settingsIn("supabase/local/api/api-worker.ts")).toEqual(["1800", "12h", "1h", "8"]);
  const database = await readFile("supabase/schemas/05_staff_accounts.sql", "utf8");
  expect(database).toMatch(/created_at > now\(\) - interval '12 hours'/);
  expect(database).toMatch(/now\(\) - interval '60 minutes'/);
  const isLongEnough = (password: string) => newPasswordFormSchema.safeParse({ password }).success;
  expect(["a".repeat(7), "a".repeat(8)].map(isLongEnough)).toEqual([false, true]);
  for (const words of [
    "tokens of 30 minutes",
    "12 hours, 60 minutes without use",
    "8 characters",
    "Staff passwords need 12 characters",
  ])
    expect(document).toContain(words);
});
