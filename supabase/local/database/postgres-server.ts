import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { postgresBinaries } from "./postgres-binaries.ts";
import { unprivileged } from "./unprivileged.ts";

/** A PostgreSQL cluster of this machine that can be stopped and started again. */
export type PostgresServer = {
  /** Connection string of the superuser of the cluster. */
  adminUrl: string;
  start(): Promise<void>;
  /** Shuts down cleanly; resolves when the process has ended. */
  stop(): Promise<void>;
  /** Process id while running; the crash test kills it. */
  pid(): number | undefined;
};

/**
 * Prepares a cluster in `directory` (made when missing) and starts it on 127.0.0.1:`port`.
 * `fresh` tells whether it was made now. Fails with the server's own words.
 */
export async function postgresServer(options: {
  directory: string;
  port: number;
  password: string;
}): Promise<PostgresServer & { fresh: boolean }> {
  const { directory, port, password } = options;
  const binaries = await postgresBinaries();
  const runAs = unprivileged([directory, binaries.postgres]);
  const fresh = !existsSync(join(directory, "PG_VERSION"));
  if (fresh) await createCluster();
  else runAs.sync(binaries.pgCtl, ["stop", "-D", directory, "-m", "fast", "-w", "-s"]);

  let running: ChildProcess | undefined;

  async function createCluster() {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const passwordFile = `${directory}.password`;
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runAs.ids) {
      await chown(directory, runAs.ids.uid, runAs.ids.gid);
      await chown(passwordFile, runAs.ids.uid, runAs.ids.gid);
    }
    await chmod(directory, 0o700);
    const made = runAs.sync(binaries.initdb, [
      "-D",
      directory,
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
    await rm(passwordFile, { force: true });
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.error?.message ?? ""}`);
  }

  async function start() {
    const child = runAs.spawn(binaries.postgres, [
      "-D",
      directory,
      "-p",
      String(port),
      "-h",
      "127.0.0.1",
      "-k",
      "",
      "-c",
      "max_connections=80",
      "-c",
      "timezone=UTC",
      "-c",
      "log_timezone=UTC",
    ]);
    running = child;
    // A launcher that ends by an error must not leave its database behind.
    const endToo = () => child.kill("SIGINT");
    process.once("exit", endToo);
    child.once("exit", () => process.off("exit", endToo));
    await new Promise<void>((resolve, reject) => {
      let said = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-4000);
        if (text.includes("ready to accept connections")) resolve();
      });
      child.once("error", reject);
      child.once("exit", () => {
        if (running === child) running = undefined;
        reject(new Error(`PostgreSQL: ${said}`));
      });
    });
  }

  async function stop() {
    const child = running;
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  }

  await start();
  const adminUrl = `postgresql://supabase_admin:${password}@127.0.0.1:${port}/postgres`;
  return { adminUrl, fresh, start, stop, pid: () => running?.pid };
}
