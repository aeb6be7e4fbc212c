import { writeFile } from "node:fs/promises";

/** Directory of all data that a running copy stores on this machine. */
export const localDirectory = ".local";
/** Directory of the parts' log files. Later starts append to these files. */
export const logDirectory = `${localDirectory}/logs`;
/** File that tells tests and tools where the parts of the running copy are. */
export const stackFile = `${localDirectory}/stack.json`;

export async function writeStackFile(stack: Record<string, unknown>): Promise<void> {
  await writeFile(stackFile, JSON.stringify({ pid: process.pid, ...stack }, null, 2), {
    mode: 0o600,
  });
}
