import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { launchBrowser, openContext } from "../support/pages/browser.ts";
import { freeOffset, spawnLauncher } from "../support/stacks/launcher.ts";
import type { BenchPart } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { median } from "./median.ts";

const LIMIT_MS = 5_000;
const WARM_STARTS = 5;
const commands = ["dev", "start"] as const;

/** Measures the time until `npm run dev` and `npm start` have printed their URLs and until site and studio answer. */
export async function benchDev(): Promise<BenchPart> {
  const directory = await copyRepository();
  try {
    const times: Record<(typeof commands)[number], number[]> = { dev: [], start: [] };
    const cold = { dev: 0, start: 0 };
    for (const command of commands) {
      cold[command] = await timeStart(directory, command, useOnce);
      for (let left = WARM_STARTS; left > 0; left -= 1) {
        times[command].push(await timeStart(directory, command));
      }
      await rm(join(directory, ".local"), { recursive: true, force: true });
    }
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    return {
      figures: [
        {
          name: "`npm run dev`, warm, ms",
          comparison: "<",
          samples: times.dev.map((value) => ({ value, limit: LIMIT_MS })),
        },
      ],
      sections: [
        "How long a start takes, from the command until its addresses are printed and the site's first page and the " +
          `studio's answer: in a copy without data, builds and caches, and of ${WARM_STARTS} starts after the first.\n\n` +
          markdownTable(
            ["command", "first, s", "later, s"],
            commands.map((command) => [
              `\`npm ${command === "dev" ? "run dev" : command}\``,
              seconds(cold[command]),
              seconds(median(times[command])),
            ]),
          ),
      ],
    };
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Stack = { site: string; studio: string };

/**
 * Starts a command, waits until everything has started, calls `use` and stops the command. Returns the duration of the
 * start in milliseconds. @throws Error with the output of the command when the command ends too early.
 */
async function timeStart(
  cwd: string,
  command: string,
  use: (stack: Stack) => Promise<void> = async () => {},
): Promise<number> {
  const offset = await freeOffset();
  const stack = {
    site: `http://localhost:${3000 + offset}/`,
    studio: `http://localhost:${3333 + offset}/`,
  };
  const began = performance.now();
  const launcher = spawnLauncher(cwd, offset, ["npm", "run", command]);
  let isRunning = true;
  const ended = launcher.ended.finally(() => (isRunning = false));
  try {
    await launcher.said("Ctrl-C encerra tudo.");
    for (const url of Object.values(stack)) {
      const reply = await fetch(url);
      await reply.text();
      if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
    }
    const took = performance.now() - began;
    await use(stack);
    return took;
  } finally {
    // Sends SIGINT to the whole process group, as Ctrl-C does.
    if (isRunning) process.kill(-launcher.pid, "SIGINT");
    await ended;
  }
}

/** Opens site and studio once, so that Vite caches their dependencies before the next start. */
async function useOnce({ site, studio }: Stack): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await (await openContext(browser)).newPage();
    page.setDefaultTimeout(180_000);
    await page.goto(studio);
    await page.getByTestId("studio-navbar").waitFor();
    await page.goto(site);
    await page.getByRole("heading", { level: 1 }).waitFor();
  } finally {
    await browser.close();
  }
}

/** Copies the repository without data, build output and caches, and adds the installed packages. */
async function copyRepository(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "payser-bench-"));
  // PostgreSQL refuses to run as root. The user who runs PostgreSQL instead must be able to read this folder.
  await chmod(directory, 0o755);
  const made = [".git", ".local", ".sanity", "dist", "node_modules"];
  for (const name of await readdir(".")) {
    if (!made.includes(name)) await cp(name, join(directory, name), { recursive: true });
  }
  const target = join(directory, "node_modules");
  const run = promisify(execFile);
  // Hard links work only when the temporary folder is on the same disk, so a copy is the second attempt.
  await run("cp", ["-al", "node_modules", target]).catch(() =>
    run("cp", ["-a", "node_modules", directory]),
  );
  for (const cache of [".vite", ".sanity", ".cache"]) {
    await rm(join(target, cache), { recursive: true, force: true });
  }
  return directory;
}
