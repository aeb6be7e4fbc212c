import { readFile, readdir } from "node:fs/promises";

/** Clock ticks per second on Linux (output of `getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Memory and processor time of a process at one moment. */
export interface Usage {
  /** Memory of the process in bytes. */
  memory: number;
  /** Seconds of processor time since the process started. */
  cpuSeconds: number;
}

/** Returns the resident memory of one process, shared libraries included, and its processor time. */
export async function usageOf(pid: number): Promise<Usage> {
  const [status, stat] = await Promise.all([read(`${pid}/status`), read(`${pid}/stat`)]);
  return { memory: kilobytes(status, "VmRSS") * 1024, cpuSeconds: cpuOf(stat) };
}

/**
 * Returns the private memory and the processor time of a server that has a process for each connection. Shared memory
 * is left out, because its use grows up to a fixed size even without a leak.
 */
export async function usageOfFamily(pid: number): Promise<Usage> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (name) => ({
      status: await read(`${name}/status`),
      stat: await read(`${name}/stat`),
    })),
  );
  const own = found.filter(
    ({ status }) => line(status, "Pid") === String(pid) || line(status, "PPid") === String(pid),
  );
  return {
    memory: own.reduce((sum, { status }) => sum + kilobytes(status, "RssAnon"), 0) * 1024,
    cpuSeconds: own.reduce((sum, { stat }) => sum + cpuOf(stat), 0),
  };
}

/** Reads a file of /proc; returns an empty text when the process has just ended. */
const read = (name: string) => readFile(`/proc/${name}`, "utf8").catch(() => "");

const line = (status: string, name: string) =>
  new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1];

const kilobytes = (status: string, name: string) => Number(line(status, name) ?? 0);

/**
 * Returns the seconds of processor time from a line of /proc/PID/stat. The ticks in user and kernel
 * mode follow the name of the program in parentheses.
 */
function cpuOf(stat: string): number {
  const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(values[11] ?? 0) + Number(values[12] ?? 0)) / TICKS_PER_SECOND;
}
