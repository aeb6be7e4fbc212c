import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

const nobody = { uid: 65534, gid: 65534 };

/**
 * Runs programs that refuse to run as root: as root they get an unprivileged user, otherwise
 * they run as they are. `paths` are what that user has to reach; where a parent folder is
 * closed to it (a checkout under /root), the one capability to pass through is kept.
 */
export function unprivileged(paths: string[]) {
  const root = process.getuid?.() === 0;
  const keepsAccess = root && !paths.every(reachableByAll);
  const wrap = (program: string, args: string[]): [string, string[]] =>
    keepsAccess
      ? [
          "setpriv",
          [
            `--reuid=${nobody.uid}`,
            `--regid=${nobody.gid}`,
            "--clear-groups",
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
            "--",
            program,
            ...args,
          ],
        ]
      : [program, args];
  const ids = root && !keepsAccess ? nobody : {};
  return {
    ids: root ? nobody : undefined,
    spawn(program: string, args: string[]) {
      return spawn(...wrap(program, args), {
        ...ids,
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
    },
  };
}

function reachableByAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
