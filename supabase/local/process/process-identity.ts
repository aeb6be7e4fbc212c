import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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
