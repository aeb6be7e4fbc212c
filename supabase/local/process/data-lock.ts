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
 * Takes a folder with data for this process, or fails naming the process that has it. What a holder
 * that crashed left running is ended first: its lock says what that is. Gives what lets go.
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
    // Beside and renamed: whoever reads it finds all of it.
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
    // Empty or cut short by a crash, or of a former release: nobody can be holding it.
    return undefined;
  }
}
