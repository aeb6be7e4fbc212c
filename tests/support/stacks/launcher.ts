import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { z } from "zod";
import { portState } from "../../../supabase/local/process/ports.ts";
import {
  type OwnProcess,
  commandOf,
  isRunning,
  ownChild,
  ownProcessSchema,
  stopProcesses,
} from "../../../supabase/local/process/processes.ts";

const stackSchema = z.object({
  site: z.string(),
  supabase: z.object({ databaseUrl: z.string() }),
});
const lockSchema = ownProcessSchema.extend({ children: z.array(ownProcessSchema) });

/** How the command line of each part's process is told from the others. */
const programs = {
  site: /dist\/web\/server\/main\.js/,
  functions: /functions-host\.ts/,
  database: /postgres .*-D /,
};
export type Part = keyof typeof programs;
export const parts: readonly Part[] = ["site", "functions", "database"];

export type Launcher = Awaited<ReturnType<Checkout["start"]>>;
export type Checkout = Awaited<ReturnType<typeof makeCheckout>>;

/**
 * A folder with everything of this repository but its local data, in which `npm start` runs as
 * anywhere, on ports of its own.
 */
export async function makeCheckout() {
  const directory = await mkdtemp(join(tmpdir(), "payser-checkout-"));
  for (const name of await readdir(".")) {
    const isOwn = [".git", ".local", "dist"].includes(name);
    if (!isOwn) await symlink(resolve(name), join(directory, name));
  }
  // A start writes a snapshot beside the build.
  if (existsSync("dist/web")) {
    await cp("dist/web", join(directory, "dist/web"), { recursive: true });
  }
  const local = join(directory, ".local");
  await mkdir(local);
  const offset = await freeOffset();

  const seen: OwnProcess[] = [];
  const readLock = async () =>
    lockSchema.parse(JSON.parse(await readFile(join(local, "lock.json"), "utf8")));
  /** What the launcher's lock names: the programs that it started. */
  async function children(): Promise<OwnProcess[]> {
    const { children: named } = await readLock();
    seen.push(...named);
    return named;
  }

  return {
    directory,
    local,
    children,
    /** The process that started them, which npm runs. */
    async holder(): Promise<OwnProcess> {
      const { pid, started } = await readLock();
      seen.push({ pid, started });
      return { pid, started };
    },
    /** Starts what `npm start` starts, or npm itself; resolves when all parts run. */
    async start(program?: readonly [string, ...string[]]) {
      const launcher = spawnLauncher(directory, offset, program);
      await launcher.said("Ctrl-C encerra tudo.");
      await children();
      const stack = stackSchema.parse(
        JSON.parse(await readFile(join(local, "stack.json"), "utf8")),
      );
      return {
        ...launcher,
        siteUrl: stack.site,
        databaseUrl: stack.supabase.databaseUrl,
        async processOf(part: Part): Promise<OwnProcess | undefined> {
          return (await children()).find(({ pid }) => programs[part].test(commandOf(pid)));
        },
      };
    },
    /** Starts it where it should not start; gives the reason that it prints. */
    async refusal(): Promise<string> {
      const launcher = spawnLauncher(directory, offset);
      await launcher.ended;
      return launcher.lines.join("\n");
    },
    /** Ends whatever should have ended, and removes the folder. */
    async remove() {
      await stopProcesses(seen);
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const npmStart = [process.execPath, "scripts/start.ts"] as const;

/** Runs what starts all parts in a folder, on ports of its own; `program` with its parameters. */
export function spawnLauncher(
  cwd: string,
  offset: number,
  [program, ...parameters]: readonly [string, ...string[]] = npmStart,
) {
  const { PATH, HOME } = process.env;
  const child = spawn(program, parameters, {
    cwd,
    env: { PATH, HOME, PORT_OFFSET: String(offset) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // It goes when the tests go, however they end.
  ownChild(child);
  const lines: string[] = [];
  const ended = once(child, "exit").then(() => child.signalCode ?? child.exitCode);
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  for (const reader of readers) reader.on("line", (line) => lines.push(line));
  return {
    pid: child.pid ?? 0,
    /** What it printed. */
    lines,
    /** Settles with the signal or the code that it ended with. */
    ended,
    /** Waits for a line with this text; throws with everything it printed when it ends before. */
    said: (text: string) =>
      new Promise<void>((found, reject) => {
        for (const reader of readers) {
          reader.on("line", (line) => line.includes(text) && found());
        }
        void ended.then((how) => reject(new Error(`${how}:\n${lines.join("\n")}`)));
      }),
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** As when the terminal is closed: what it prints goes nowhere from here on. */
    closeTerminal() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    /** Kills the process, if there is one, that ends the parts when the launcher is killed. */
    async killGuard(): Promise<void> {
      const found = await promisify(execFile)("pgrep", ["-P", String(child.pid), "-f", "guard.ts"]);
      process.kill(Number(found.stdout.trim()), "SIGKILL");
    },
  };
}

/** Resolves when all of them have ended. */
export async function untilGone(processes: readonly OwnProcess[]): Promise<void> {
  while (processes.some(isRunning)) await new Promise((next) => setTimeout(next, 20));
}

/** An offset of ports at which nothing runs. */
export async function freeOffset(): Promise<number> {
  const base = [3000, 3333, 3334, 54_321, 54_322, 54_324];
  for (;;) {
    // Below the ports that the other tests use.
    const offset = randomInt(-1_800, 6_000);
    const states = await Promise.all(base.map((port) => portState(port + offset)));
    if (states.every((state) => state === "free")) return offset;
  }
}
