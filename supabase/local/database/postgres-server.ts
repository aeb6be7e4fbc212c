import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { commandOf, startOf, stopProcesses } from "../process/processes.ts";
import { runProgram } from "../process/run-program.ts";
import { type HealthCheck, supervise } from "../process/supervise.ts";
import { makeCluster, postgresBinaries, unprivileged } from "./make-cluster.ts";

/**
 * Creates a cluster in `directory` if there is none, and keeps a PostgreSQL server running for the cluster on
 * 127.0.0.1:`port`. The server's log leaves out the details of failed statements, which may be personal data. If the
 * start fails, the error contains the server's own message.
 */
export async function postgresServer(options: {
  directory: string;
  port: number;
  password: string;
  log?: Writable | undefined;
  report: (line: string) => void;
}) {
  const { port, password, log, report } = options;
  // The absolute path is in the server's command line. It distinguishes this server from the servers of other copies of
  // the project.
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
    // Hosted projects have the same limit. A statement that needs longer sets a limit of its own
    // (`set statement_timeout`).
    statement_timeout: "2min",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "log",
    log_error_verbosity: "terse",
    // %a is the id of the HTTP request, set by requests.name_transaction. The prefix has no part of
    // the statement, which may contain personal data.
    log_line_prefix: "%m [%p] %a ",
    log_lock_waits: "on",
    log_min_error_statement: "panic",
  };
  const server = supervise({
    name: "O PostgreSQL",
    report,
    check: checkPostgres(port),
    async launch() {
      await releaseCluster(directory);
      const child = runAs.spawn(binaries.postgres, [
        "-D",
        directory,
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ]);
      // SIGINT stops the server at once. SIGTERM would wait until every client has disconnected.
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
    /** Connection string of the cluster's superuser. */
    adminUrl: `postgresql://supabase_admin:${password}@127.0.0.1:${port}/postgres`,
  };
}

/** Creates a health check that sends SSLRequest. The server answers even when all connections are in use. */
function checkPostgres(port: number): HealthCheck {
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
 * Makes a cluster ready for the start of a server. Stops a server that still runs in `directory`; the path must be
 * absolute, because the server is found by the path in its command line. Removes postmaster.pid if its process id now
 * belongs to another program, because PostgreSQL would take that program for a running server.
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
