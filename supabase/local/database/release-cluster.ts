import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { commandOf, startOf } from "../process/process-identity.ts";
import { stopProcesses } from "../process/stop-processes.ts";

/**
 * Before a server starts for the cluster in `directory`: stops one that was left behind, which its
 * command line proves (`directory` is absolute), and forgets one whose number is another program's by now, which PostgreSQL
 * would take for a server.
 */
export async function releaseCluster(directory: string): Promise<void> {
  const file = join(directory, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  const started = pid > 0 ? startOf(pid) : undefined;
  if (started === undefined) return;
  const command = `${commandOf(pid)} `;
  if (command.includes(` -D ${directory} `)) await stopProcesses([{ pid, started }]);
  else if (!/^\S*postgres\b/.test(command) || / -D \//.test(command))
    await rm(file, { force: true });
}
