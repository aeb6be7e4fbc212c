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
    tell: console.error,
    log: rotatingLog(join(folder, "postgres.log")),
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A launcher in a process of its own, to be killed while it makes its first cluster. */
function startElsewhere() {
  const script = `
    const { postgresServer } = await import(${JSON.stringify(`${import.meta.dirname}/postgres-server.ts`)});
    await postgresServer({ ...${JSON.stringify(options)}, log: undefined, tell: console.log });`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
}

const unfinished = async () =>
  (await readdir(folder)).filter((name) => name.startsWith("database.making-"));

test("a first start that was killed at whatever moment is begun again by the next one", async () => {
  const launcher = startElsewhere();
  // In the middle: initdb writes this first, and a cluster that has it was taken for a whole one.
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

test("a folder that is no cluster and is not empty is named with its remedy, and stays", async () => {
  await mkdir(directory);
  await writeFile(join(directory, "contas.txt"), "minhas");
  const message = await postgresServer(options).catch(String);
  expect(message).toContain(`A pasta ${directory} não está vazia`);
  expect(message).toMatch(/falta o arquivo PG_VERSION.*Nada nela foi apagado.*mova-a/s);
  expect(await readFile(join(directory, "contas.txt"), "utf8")).toBe("minhas");
});

test("damaged data is named with its remedy and the server's own words", async () => {
  await (await postgresServer(options)).stop();
  await writeFile(join(directory, "global", "pg_control"), "x");
  const message = await postgresServer(options).catch(String);
  expect(message).toContain(`O PostgreSQL não iniciou com os dados em ${directory}`);
  expect(message).toMatch(/pg_control.*restaure a pasta.*npm run reset/s);
});

test("its log tells of the server and of nobody's data", async () => {
  const server = await postgresServer(options);
  const sql = postgres(server.adminUrl, { max: 1 });
  await expect(sql`select 'Ana Maria'::uuid`).rejects.toThrow("Ana Maria");
  await sql`create table people (name text primary key)`;
  await sql`insert into people values ('Ana Maria')`;
  await expect(sql`insert into people values ('Ana Maria')`).rejects.toThrow("duplicate key");
  // Nor of what waited for a lock, or was ended.
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

test("a program that got the number of a former server neither ends nor blocks the next one", async () => {
  await (await postgresServer(options)).stop();
  const stranger = spawn(process.execPath, ["-e", "console.log(); setInterval(() => {}, 1e6)"], {
    stdio: ["ignore", "pipe", "ignore"],
    // The user that servers run as: PostgreSQL does not fear the numbers of others.
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

test("a server that was left behind without any record of it is stopped", async () => {
  const server = await postgresServer({ ...options, tell: () => {} });
  const pid = server.pid() ?? 0;
  const left = { pid, started: startOf(pid) ?? "" };
  await releaseCluster(directory);
  expect(isRunning(left)).toBe(false);
  await server.stop();
});
