import { renameSync, writeFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type OwnProcess,
  isRunning,
  ownProcessSchema,
  startOf,
  stopProcesses,
  watchChildren,
} from "./processes.ts";

const holderSchema = ownProcessSchema.extend({ children: z.array(ownProcessSchema) });

/**
 * Locks a data directory for this process, and ends the programs that a crashed earlier process left running.
 * @throws Error that names the process that holds the lock. @returns the function that releases the lock
 */
export async function lockData(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, "lock.json");
  for (;;) {
    try {
      await writeFile(path, describeHolder([]), { flag: "wx" });
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = await readHolder(path);
    if (holder && isRunning(holder)) {
      throw new Error(
        `Os dados em ${directory} já estão em uso pelo processo ${holder.pid}. ` +
          "Encerre-o antes (Ctrl-C no terminal dele).",
      );
    }
    if (holder) await stopProcesses(holder.children);
    await rm(path, { force: true });
  }
  const unwatch = watchChildren((children) => {
    // The file is written under another name and then renamed, so that nobody reads half a file.
    writeFileSync(`${path}.new`, describeHolder(children));
    renameSync(`${path}.new`, path);
  });
  return async () => {
    unwatch();
    await rm(path, { force: true });
  };
}

function describeHolder(children: readonly OwnProcess[]): string {
  return JSON.stringify({ pid: process.pid, started: startOf(process.pid), children });
}

async function readHolder(path: string) {
  try {
    return holderSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // A lock file that is empty, cut short by a crash or written by an older version of the
    // software belongs to no running process.
    return undefined;
  }
}
