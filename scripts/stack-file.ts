import { readFile, rm, writeFile } from "node:fs/promises";
import { z } from "zod";

/** Everything that a running copy keeps on this machine. */
export const localDirectory = ".local";
const stackFile = `${localDirectory}/stack.json`;
const runningSchema = z.object({ pid: z.number().int(), site: z.string() });

/**
 * @throws Error when a copy runs from this folder: two on the same data would lose changes.
 */
export async function requireNoRunningCopy(): Promise<void> {
  const running = await readRunning();
  if (!running || !isAlive(running.pid)) return;
  throw new Error(
    `Já há uma cópia em execução nesta pasta (${running.site}, processo ${running.pid}). ` +
      "Encerre-a com Ctrl-C antes.",
  );
}

/** Describes the running parts to tests and tools. */
export async function writeStackFile(stack: Record<string, unknown>): Promise<void> {
  await writeFile(stackFile, JSON.stringify({ pid: process.pid, ...stack }, null, 2), {
    mode: 0o600,
  });
}

/** Forgets the running parts, unless they are another process's. */
export async function removeStackFile(): Promise<void> {
  const running = await readRunning();
  if (running?.pid === process.pid) await rm(stackFile, { force: true });
}

async function readRunning() {
  const text = await readFile(stackFile, "utf8").catch(() => "null");
  return runningSchema.nullable().catch(null).parse(JSON.parse(text));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
