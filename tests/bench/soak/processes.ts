import { readFile, readdir } from "node:fs/promises";

/** Of Linux: `getconf CLK_TCK`. */
const TICKS_PER_SECOND = 100;

/** What a process, with those that it started, takes at a moment. */
export interface Usage {
  /** Bytes. */
  memory: number;
  /** Seconds of processor time since it began. */
  cpuSeconds: number;
}

/** Memory that is resident for a process, shared libraries included. */
export async function usageOf(pid: number): Promise<Usage> {
  const [status, stat] = await Promise.all([read(`${pid}/status`), read(`${pid}/stat`)]);
  return { memory: kilobytes(status, "VmRSS") * 1024, cpuSeconds: cpuOf(stat) };
}

/**
 * What is its own of a server that has a process for each connection, without the memory that they
 * share, which has a fixed size and is there as far as it was ever used.
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

/** Empty for a process that has just ended. */
const read = (name: string) => readFile(`/proc/${name}`, "utf8").catch(() => "");

const line = (status: string, name: string) =>
  new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1];

const kilobytes = (status: string, name: string) => Number(line(status, name) ?? 0);

/** In user and kernel mode; the program's name comes before, in parentheses. */
function cpuOf(stat: string): number {
  const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(values[11] ?? 0) + Number(values[12] ?? 0)) / TICKS_PER_SECOND;
}
