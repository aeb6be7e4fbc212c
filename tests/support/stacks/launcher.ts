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
  registerChild,
  ownProcessSchema,
  stopProcesses,
} from "../../../supabase/local/process/processes.ts";

const stackSchema = z.object({
  site: z.string(),
  supabase: z.object({ databaseUrl: z.string() }),
});
const lockSchema = ownProcessSchema.extend({ children: z.array(ownProcessSchema) });

/** Patterns that identify the process of each part by its command line. */
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
 * Makes a folder for running `npm start` on free ports. The folder links to the repository's files except local data.
 */
export async function makeCheckout() {
  const directory = await mkdtemp(join(tmpdir(), "payser-checkout-"));
  for (const name of await readdir(".")) {
    const isOwn = [".git", ".local", "dist"].includes(name);
    if (!isOwn) await symlink(resolve(name), join(directory, name));
  }
  // `npm start` writes a snapshot beside the build, so the build is copied instead of linked.
  if (existsSync("dist/web")) {
    await cp("dist/web", join(directory, "dist/web"), { recursive: true });
  }
  const local = join(directory, ".local");
  await mkdir(local);
  const offset = await freeOffset();

  const seen: OwnProcess[] = [];
  const readLock = async () =>
    lockSchema.parse(JSON.parse(await readFile(join(local, "lock.json"), "utf8")));
  /** Returns the processes of the parts that the launcher started. The launcher's lock file lists these processes. */
  async function children(): Promise<OwnProcess[]> {
    const { children: named } = await readLock();
    seen.push(...named);
    return named;
  }

  return {
    directory,
    local,
    children,
    /** Returns the process of the launcher itself, even if npm started the launcher. */
    async holder(): Promise<OwnProcess> {
      const { pid, started } = await readLock();
      seen.push({ pid, started });
      return { pid, started };
    },
    /** Starts the launcher with the given program, or else with Node. Resolves when all parts run. */
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
    /** Runs a launcher that must fail to start, and returns its printed output. */
    async refusal(): Promise<string> {
      const launcher = spawnLauncher(directory, offset);
      await launcher.ended;
      return launcher.lines.join("\n");
    },
    /** Ends the processes that are left and removes the folder. */
    async remove() {
      await stopProcesses(seen);
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const npmStart = [process.execPath, "scripts/start.ts"] as const;

/**
 * Runs a launcher in a folder, on the ports that `offset` determines. The third parameter is the
 * program with its parameters.
 */
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
  // The registration makes sure that the launcher ends with the tests, even if the tests are killed.
  registerChild(child);
  const lines: string[] = [];
  const ended = once(child, "exit").then(() => child.signalCode ?? child.exitCode);
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  for (const reader of readers) reader.on("line", (line) => lines.push(line));
  return {
    pid: child.pid ?? 0,
    /** Lines that the launcher has printed. */
    lines,
    /** Promise of the signal or the exit code with which the launcher ended. */
    ended,
    /** Waits until the launcher prints a line with this text. Rejects with all output when the launcher ends first. */
    said: (text: string) =>
      new Promise<void>((found, reject) => {
        for (const reader of readers) {
          reader.on("line", (line) => line.includes(text) && found());
        }
        void ended.then((how) => reject(new Error(`${how}:\n${lines.join("\n")}`)));
      }),
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Closes the launcher's output. Closing the terminal of the launcher has the same effect. */
    closeTerminal() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    /** Kills the guard. The guard is the process that ends the parts when the launcher is killed. */
    async killGuard(): Promise<void> {
      const found = await promisify(execFile)("pgrep", ["-P", String(child.pid), "-f", "guard.ts"]);
      process.kill(Number(found.stdout.trim()), "SIGKILL");
    },
  };
}

/** Resolves when all these processes have ended. */
export async function untilGone(processes: readonly OwnProcess[]): Promise<void> {
  while (processes.some(isRunning)) await new Promise((next) => setTimeout(next, 20));
}

/** Returns a port offset for which all ports of `npm start` are free. */
export async function freeOffset(): Promise<number> {
  const base = [3000, 3333, 3334, 54_321, 54_322, 54_324];
  for (;;) {
    // These offsets result in ports that are lower than the ports of other tests.
    const offset = randomInt(-1_800, 6_000);
    const states = await Promise.all(base.map((port) => portState(port + offset)));
    if (states.every((state) => state === "free")) return offset;
  }
}
