import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A process, and since when: a number alone may be another's by the time somebody asks. */
export const ownProcessSchema = z.object({ pid: z.int().positive(), started: z.string() });
export type OwnProcess = z.output<typeof ownProcessSchema>;

/** Says when a process began, in words that no other one has; undefined when it has ended. */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") return startFromProc(pid);
  if (process.platform === "win32") return isAlive(pid) ? "running" : undefined;
  const [state, ...started] = askPs(pid, "state=,lstart=").split(/\s+/);
  return state === undefined || state === "" || state.startsWith("Z")
    ? undefined
    : started.join(" ");
}

/** Whether it is still this very process. */
export function isRunning({ pid, started }: OwnProcess): boolean {
  return startOf(pid) === started;
}

/** What a process was started as; empty when it has ended. */
export function commandOf(pid: number): string {
  if (process.platform !== "linux") return askPs(pid, "command=");
  return readProc(`${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** The process that a process was started by, while that one runs; undefined when this cannot be told. */
export function parentOf(pid: number): number | undefined {
  if (process.platform === "win32") return undefined;
  const text = process.platform === "linux" ? procFields(pid)[1] : askPs(pid, "ppid=");
  return Number(text) || undefined;
}

/** What Linux tells of a process (proc(5), /proc/pid/stat), from its state on. */
function procFields(pid: number): string[] {
  // The program's name comes before, in parentheses, and may hold anything.
  const [, fields = ""] = /^.*\) (.*)$/s.exec(readProc(`${pid}/stat`)) ?? [];
  return fields.split(" ");
}

function startFromProc(pid: number): string | undefined {
  const values = procFields(pid);
  const [state, ticks] = [values[0], values[19]];
  if (ticks === undefined || state === "Z" || state === "X") return undefined;
  return `${readProc("sys/kernel/random/boot_id").trim()} ${ticks}`;
}

function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, "utf8");
  } catch {
    return "";
  }
}

function askPs(pid: number, columns: string): string {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return spawnSync("ps", ["-o", columns, "-p", String(pid)], {
    encoding: "utf8",
    env,
  }).stdout.trim();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const patienceMilliseconds = 5_000;

/**
 * Ends those that still run: asks as Ctrl-C does, and after five seconds does not ask.
 * @throws Error that names those which do not end even so, or may not be ended by this user.
 */
export async function stopProcesses(processes: readonly OwnProcess[]): Promise<void> {
  for (const name of ["SIGINT", "SIGKILL"] as const) {
    const running = processes.filter(isRunning);
    for (const { pid } of running) signal(pid, name);
    const deadline = Date.now() + patienceMilliseconds;
    while (running.some(isRunning) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const left = processes.filter(isRunning).map(({ pid }) => pid);
  if (left.length > 0) {
    throw new Error(
      `Estes processos de uma execução anterior não puderam ser encerrados: ${left.join(", ")}. ` +
        "Encerre-os antes de iniciar de novo.",
    );
  }
}

function signal(pid: number, name: "SIGINT" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, or is another user's, which the end of the wait tells.
  }
}

const children = new Map<ChildProcess, OwnProcess>();
const listeners = new Set<(children: readonly OwnProcess[]) => void>();

/** Calls back with the programs that this process runs, now and whenever they change. */
export function watchChildren(listener: (children: readonly OwnProcess[]) => void): () => void {
  listeners.add(listener);
  listener([...children.values()]);
  return () => void listeners.delete(listener);
}

/** Whether programs of this process still run. */
export const hasChildren = (): boolean => children.size > 0;

/**
 * Counts a program as one of this process's until it ends: should this process end first, however,
 * the program is ended too. It has to be spawned with `detached`, so that Ctrl-C is for us to hand on.
 */
export function ownChild(child: ChildProcess): void {
  const { pid } = child;
  const started = pid === undefined ? undefined : startOf(pid);
  if (pid === undefined || started === undefined) return;
  startGuard();
  children.set(child, { pid, started });
  tell();
  child.once("exit", () => {
    children.delete(child);
    tell();
  });
}

function tell(): void {
  for (const listener of listeners) listener([...children.values()]);
}

let hasGuard = false;

/** The guard learns that this process has ended from the other end of a pipe, as nobody can forget. */
function startGuard(): void {
  if (hasGuard) return;
  hasGuard = true;
  const guard = spawn(process.execPath, [fileURLToPath(new URL("guard.ts", import.meta.url))], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: {},
  });
  const { stdin } = guard;
  guard.unref();
  if (stdin instanceof Socket) stdin.unref();
  stdin.on("error", () => undefined);
  const unwatch = watchChildren((now) => stdin.write(`${JSON.stringify(now)}\n`));
  // Who kills it too leaves the rest to the next start. The next child gets a new one.
  guard.once("exit", () => {
    hasGuard = false;
    unwatch();
  });
}
