import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { type OwnProcess, startOf } from "./process-identity.ts";

const children = new Map<ChildProcess, OwnProcess>();
const listeners = new Set<(children: readonly OwnProcess[]) => void>();

/** Calls back with the programs that this process runs, now and whenever they change. */
export function watchChildren(listener: (children: readonly OwnProcess[]) => void): () => void {
  listeners.add(listener);
  listener([...children.values()]);
  return () => void listeners.delete(listener);
}

/** Whether programs of this process still run. */
export const hasChildren = (): boolean => children.size > 0;

/**
 * Counts a program as one of this process's until it ends: should this process end first, however,
 * the program is ended too. It has to be spawned with `detached`, so that Ctrl-C is for us to hand on.
 */
export function ownChild(child: ChildProcess): void {
  const { pid } = child;
  const started = pid === undefined ? undefined : startOf(pid);
  if (pid === undefined || started === undefined) return;
  startGuard();
  children.set(child, { pid, started });
  tell();
  child.once("exit", () => {
    children.delete(child);
    tell();
  });
}

function tell(): void {
  for (const listener of listeners) listener([...children.values()]);
}

let hasGuard = false;

/** The guard learns that this process has ended from the other end of a pipe, as nobody can forget. */
function startGuard(): void {
  if (hasGuard) return;
  hasGuard = true;
  const guard = spawn(process.execPath, [fileURLToPath(new URL("guard.ts", import.meta.url))], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: {},
  });
  const { stdin } = guard;
  guard.unref();
  if (stdin instanceof Socket) stdin.unref();
  stdin.on("error", () => undefined);
  const unwatch = watchChildren((now) => stdin.write(`${JSON.stringify(now)}\n`));
  // Who kills it too leaves the rest to the next start. The next child gets a new one.
  guard.once("exit", () => {
    hasGuard = false;
    unwatch();
  });
}
