import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..", "..");
const sanityCli = join(repository, "node_modules", "@sanity", "cli", "bin", "run.js");

/** Starts Sanity's command line in the root of the repository, without telemetry. */
export function spawnSanity(
  parameters: readonly string[],
  environment: Record<string, string>,
): ChildProcess {
  return spawn(process.execPath, [sanityCli, ...parameters], {
    cwd: repository,
    env: { ...process.env, DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a Sanity command until it ends. A failure throws the command's output. `onSpawn` gets the child process. */
export async function runSanity(
  parameters: readonly string[],
  environment: Record<string, string>,
  onSpawn?: (child: ChildProcess) => void,
): Promise<void> {
  const child = spawnSanity(parameters, environment);
  onSpawn?.(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  }
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) {
    throw new Error(`sanity ${parameters[0] ?? ""} failed (${String(code)}):\n${printed.join("")}`);
  }
}
