import { rm, writeFile } from "node:fs/promises";

/** Everything that a running copy keeps on this machine. */
export const localDirectory = ".local";
/** What its parts print, from one start to the next. */
export const logDirectory = `${localDirectory}/logs`;
/** What describes the running copy to tests and tools. */
export const stackFile = `${localDirectory}/stack.json`;

/** Describes the running parts to tests and tools. */
export async function writeStackFile(stack: Record<string, unknown>): Promise<void> {
  await writeFile(stackFile, JSON.stringify({ pid: process.pid, ...stack }, null, 2), {
    mode: 0o600,
  });
}

/** Forgets the running parts. */
export async function removeStackFile(): Promise<void> {
  await rm(stackFile, { force: true });
}
