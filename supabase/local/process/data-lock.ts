import { connect } from "node:net";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const holderSchema = z.object({ pid: z.int().positive(), port: z.int().positive() });

/**
 * Takes the data directory for this process, or fails naming the process that has it. The
 * caller listens on `port` already: a pid alone can be reused after a crash, so a holder
 * counts only while its port answers.
 */
export async function lockData(directory: string, port: number): Promise<() => Promise<void>> {
  const path = join(directory, "lock.json");
  const mine = JSON.stringify({ pid: process.pid, port });
  for (;;) {
    try {
      await writeFile(path, mine, { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = await readHolder(path);
    if (holder && isAlive(holder.pid) && (await answers(holder.port))) {
      throw new Error(
        `Os dados em ${directory} já estão em uso pelo processo ${holder.pid} (porta ${holder.port}).`,
      );
    }
    await rm(path, { force: true });
  }
}

async function readHolder(path: string) {
  try {
    return holderSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // Empty or cut short by a crash: nobody can be holding it.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 1000 });
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
    socket.once("timeout", () => finish(false));
  });
}
