import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { commandOf, startOf, stopProcesses } from "../process/processes.ts";
import { runProgram } from "../process/run-program.ts";
import { type Question, supervise } from "../process/supervise.ts";
import { makeCluster, postgresBinaries, unprivileged } from "./make-cluster.ts";

/**
 * Prepares a cluster in `directory` (made when missing) and keeps a server for it on
 * 127.0.0.1:`port`. Its log tells of the server alone: what is wrong with a statement may be
 * somebody's data. Fails with the server's own words.
 */
export async function postgresServer(options: {
  directory: string;
  port: number;
  password: string;
  log?: Writable | undefined;
  tell: (line: string) => void;
}) {
  const { port, password, log, tell } = options;
  // Servers of other copies run in folders of the same name.
  const directory = resolve(options.directory);
  const binaries = await postgresBinaries();
  const runAs = unprivileged([directory, binaries.postgres]);
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  if (isNew) await makeCluster({ ...binaries, directory, password, runAs });

  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 80,
    // As hosted: whoever needs longer says so (`set statement_timeout`).
    statement_timeout: "2min",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "log",
    log_error_verbosity: "terse",
    // Which request a line is about (requests.name_transaction); not what it said, which lines about
    // locks and ended connections would quote.
    log_line_prefix: "%m [%p] %a ",
    log_lock_waits: "on",
    log_min_error_statement: "panic",
  };
  const server = supervise({
    name: "O PostgreSQL",
    tell,
    ask: askPostgres(port),
    async launch() {
      await releaseCluster(directory);
      const child = runAs.spawn(binaries.postgres, [
        "-D",
        directory,
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ]);
      // SIGTERM would wait for everybody who is connected.
      return runProgram(child, { ready: "ready to accept connections", stopSignal: "SIGINT", log });
    },
  });
  await server.start().catch((error: Error) => {
    throw new Error(
      `O PostgreSQL não iniciou com os dados em ${directory}: ${error.message}\n` +
        "Se os dados estão danificados, restaure a pasta de uma cópia de segurança; " +
        "npm run reset recomeça com os dados iniciais e apaga os que há.",
      { cause: error },
    );
  });
  return {
    ...server,
    /** Connection string of the superuser of the cluster. */
    adminUrl: `postgresql://supabase_admin:${password}@127.0.0.1:${port}/postgres`,
  };
}

/** Asks whether it would encrypt (protocol 3.0, SSLRequest): it answers however many are connected. */
function askPostgres(port: number): Question {
  return async (signal) => {
    const socket = connect({ port, host: "127.0.0.1", signal });
    try {
      socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
      await once(socket, "data", { signal });
    } finally {
      socket.destroy();
    }
  };
}

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
