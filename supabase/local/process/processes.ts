import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Identifies a process by its id and its start, because the system may give the same id to a later process. */
export const ownProcessSchema = z.object({ pid: z.int().positive(), started: z.string() });
export type OwnProcess = z.output<typeof ownProcessSchema>;

/** Returns a text that identifies when a process started, or undefined when it has ended. */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") return startFromProc(pid);
  if (process.platform === "win32") return isAlive(pid) ? "running" : undefined;
  const [state, ...started] = askPs(pid, "state=,lstart=").split(/\s+/);
  return state === undefined || state === "" || state.startsWith("Z")
    ? undefined
    : started.join(" ");
}

/** Tells whether this process still runs. A later process with the same id does not count. */
export function isRunning({ pid, started }: OwnProcess): boolean {
  return startOf(pid) === started;
}

/** Returns the command line of a process; empty when it has ended. */
export function commandOf(pid: number): string {
  if (process.platform !== "linux") return askPs(pid, "command=");
  return readProc(`${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** Returns the id of a process's parent; undefined when the process has ended or the parent is unknown. */
export function parentOf(pid: number): number | undefined {
  if (process.platform === "win32") return undefined;
  const text = process.platform === "linux" ? procFields(pid)[1] : askPs(pid, "ppid=");
  return Number(text) || undefined;
}

/** Returns the fields of /proc/<pid>/stat on Linux, beginning with the state (proc(5)). */
function procFields(pid: number): string[] {
  // The program's name comes before the state, in parentheses, and may contain any character.
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

/** Interrupts the processes (SIGINT) and kills them after five seconds. @throws Error that names the survivors */
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
    // The signal fails when the process has ended or belongs to another user. `stopProcesses` then checks whether the
    // process still runs.
  }
}

const children = new Map<ChildProcess, OwnProcess>();
const listeners = new Set<(children: readonly OwnProcess[]) => void>();

/** Calls `listener` with the programs that this process has started, now and after each change. */
export function watchChildren(listener: (children: readonly OwnProcess[]) => void): () => void {
  listeners.add(listener);
  listener([...children.values()]);
  return () => void listeners.delete(listener);
}

export const hasChildren = (): boolean => children.size > 0;

/** Registers a `detached` program, which Ctrl-C does not end. The guard ends the program when this process ends. */
export function registerChild(child: ChildProcess): void {
  const { pid } = child;
  const started = pid === undefined ? undefined : startOf(pid);
  if (pid === undefined || started === undefined) return;
  startGuard();
  children.set(child, { pid, started });
  notifyListeners();
  child.once("exit", () => {
    children.delete(child);
    notifyListeners();
  });
}

function notifyListeners(): void {
  for (const listener of listeners) listener([...children.values()]);
}

let hasGuard = false;

/** Starts the guard. A pipe to the guard closes when this process ends, so the guard notices even a crash. */
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
  // If the guard is killed, starting the next program also starts a new guard. If guard and process are both killed,
  // the next start of the stack ends their programs.
  guard.once("exit", () => {
    hasGuard = false;
    unwatch();
  });
}
