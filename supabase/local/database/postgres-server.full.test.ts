// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "../process/ports.ts";
import { isRunning, startOf } from "../process/processes.ts";
import { rotatingLog } from "../process/rotating-log.ts";
import { postgresServer, releaseCluster } from "./postgres-server.ts";

let folder: string;
let directory: string;
let options: Parameters<typeof postgresServer>[0];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payser-cluster-"));
  directory = join(folder, "database");
  options = {
    directory,
    port: await findFreePort(),
    password: "segredo",
    report: console.error,
    log: rotatingLog(join(folder, "postgres.log")),
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a launcher in a separate process, which the test can kill while the launcher creates its first cluster. */
function startInOwnProcess() {
  const script = `
    const { postgresServer } = await import(${JSON.stringify(`${import.meta.dirname}/postgres-server.ts`)});
    await postgresServer({ ...${JSON.stringify(options)}, log: undefined, report: console.log });`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
}

const unfinished = async () =>
  (await readdir(folder)).filter((name) => name.startsWith("database.making-"));

test("the next start begins again after a first start was killed half-way", async () => {
  const launcher = startInOwnProcess();
  // initdb writes PG_VERSION first, so the test kills the launcher while the cluster is incomplete.
  await expect
    .poll(
      async () => {
        const [name = ""] = await unfinished();
        return readFile(join(folder, name, "cluster", "PG_VERSION"), "utf8").catch(() => "");
      },
      { interval: 5, timeout: 30_000 },
    )
    .toBe("17\n");
  launcher.kill("SIGKILL");
  await once(launcher, "exit");
  expect(await readdir(folder)).not.toContain("database");

  const server = await postgresServer(options);
  const sql = postgres(server.adminUrl, { max: 1 });
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  await sql.end();
  await server.stop();
  expect(await unfinished()).toEqual([]);
});

test("a non-empty folder without a cluster is refused with its remedy, and stays unchanged", async () => {
  await mkdir(directory);
  await writeFile(join(directory, "contas.txt"), "minhas");
  const message = await postgresServer(options).catch(String);
  expect(message).toContain(`A pasta ${directory} não está vazia`);
  expect(message).toMatch(/falta o arquivo PG_VERSION.*Nada nela foi apagado.*mova-a/s);
  expect(await readFile(join(directory, "contas.txt"), "utf8")).toBe("minhas");
});

test("damaged data is reported with its remedy and the server's own words", async () => {
  await (await postgresServer(options)).stop();
  await writeFile(join(directory, "global", "pg_control"), "x");
  const message = await postgresServer(options).catch(String);
  expect(message).toContain(`O PostgreSQL não iniciou com os dados em ${directory}`);
  expect(message).toMatch(/pg_control.*restaure a pasta.*npm run reset/s);
});

test("the server's log has no personal data", async () => {
  const server = await postgresServer(options);
  const sql = postgres(server.adminUrl, { max: 1 });
  await expect(sql`select 'Ana Maria'::uuid`).rejects.toThrow("Ana Maria");
  await sql`create table people (name text primary key)`;
  await sql`insert into people values ('Ana Maria')`;
  await expect(sql`insert into people values ('Ana Maria')`).rejects.toThrow("duplicate key");
  // The log must not quote statements that wait for a lock or that were ended.
  const logged = (line: RegExp) =>
    expect
      .poll(() => readFile(join(folder, "postgres.log"), "utf8"), { timeout: 6_000 })
      .toMatch(line);
  const other = postgres(server.adminUrl, { max: 1, connection: { application_name: "pedido-1" } });
  await sql.begin(async (holder) => {
    await holder`lock table people`;
    void other`update people set name = 'Ana Maria'`.catch(() => undefined);
    await logged(/ pedido-1 LOG: {2}process \d+ still waiting for /);
    await holder`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pedido-1'`;
    await logged(/ pedido-1 FATAL: {2}terminating connection/);
  });
  await other.end({ timeout: 0 });
  await sql.end();
  await server.stop();
  const log = await readFile(join(folder, "postgres.log"), "utf8");
  expect(log).toContain("ready to accept connections");
  expect(log).not.toContain("Ana Maria");
});

test("a program that reuses the process id of a former server neither ends nor blocks the next server", async () => {
  await (await postgresServer(options)).stop();
  const stranger = spawn(process.execPath, ["-e", "console.log(); setInterval(() => {}, 1e6)"], {
    stdio: ["ignore", "pipe", "ignore"],
    // The program runs as the same user as a PostgreSQL server, because PostgreSQL ignores process ids of other users.
    ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
  });
  await once(stranger.stdout, "data");
  const { pid = 0 } = stranger;
  const started = startOf(pid) ?? "";
  try {
    await writeFile(join(directory, "postmaster.pid"), `${pid}\n${directory}\n1\n`);
    const server = await postgresServer(options);
    await server.stop();
    expect(isRunning({ pid, started })).toBe(true);
  } finally {
    stranger.kill("SIGKILL");
  }
});

test("a server that was left running without a record is stopped", async () => {
  const server = await postgresServer({ ...options, report: () => {} });
  const pid = server.pid() ?? 0;
  const left = { pid, started: startOf(pid) ?? "" };
  await releaseCluster(directory);
  expect(isRunning(left)).toBe(false);
  await server.stop();
});
