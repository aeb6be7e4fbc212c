// @module-tag full
import { createClient } from "@supabase/supabase-js";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { findSupabasePorts } from "../tests/support/find-supabase-ports.ts";
import { type LocalSupabase, type SupabaseOptions, startSupabase } from "./start-supabase.ts";
import { databaseOutage } from "../tests/support/database-outage.ts";
import { mayPrint } from "../../tests/support/runner/printed-problems.ts";

const listedSchema = z.strictObject({
  status: z.enum(["pending", "approved", "rejected"]),
  created_at: z.iso.datetime({ offset: true }),
  rental_value: z.number(),
});

let directory: string;
let options: SupabaseOptions;
let stack: LocalSupabase;
/** Lines reported about parts that ended by themselves. */
const reported: string[] = [];
/** Threads that this process started, in the order of their start. */
const threads: Worker[] = [];
const recordThread = (thread: Worker) => void threads.push(thread);

beforeAll(async () => {
  process.on("worker", recordThread);
  directory = await mkdtemp(join(tmpdir(), "payser-stack-"));
  options = {
    ports: await findSupabasePorts(),
    dataDirectory: join(directory, "data"),
    siteUrl: "http://127.0.0.1:3000",
    functionsDirectory: null,
    deliveryInterval: 0,
    onProblem: console.error,
    report: (line) => void reported.push(line),
  };
  stack = await startSupabase(options);
}, 60_000);
afterAll(async () => {
  process.off("worker", recordThread);
  await stack.close();
  await rm(directory, { recursive: true, force: true });
}, 30_000);

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };
const visitor = () => createClient(stack.url, stack.publishableKey, stateless);

describe("the demonstration", () => {
  test("lets staff sign in and see simulations in every state", async () => {
    const client = visitor();
    const { error } = await client.auth.signInWithPassword(stack.accounts.staff);
    expect(error).toBeNull();
    const { data } = await client
      .rpc("list_simulations")
      .select("status, created_at, rental_value");
    const rows = z.array(listedSchema).length(6).parse(data);
    expect(new Set(rows.map(({ status }) => status)).size).toBe(3);
  });

  test("lets pending staff sign in and wait", async () => {
    const client = visitor();
    await client.auth.signInWithPassword(stack.accounts.pendingStaff);
    expect((await client.rpc("my_staff_status")).data).toBe("pending");
    expect((await client.rpc("is_active_staff")).data).toBe(false);
  });

  test.each([0, 1])(
    "opens contract %i with its password and serves its documents as PDFs",
    async (index) => {
      const account = stack.accounts.contracts[index];
      const gate = await createClient(stack.url, stack.secretKey, stateless).rpc("open_sign_in", {
        kind: "contract",
        subject: account?.contractNumber,
        address_hash: "a".repeat(64),
      });
      const client = visitor();
      const { error } = await client.auth.signInWithPassword({
        email: gate.data.auth_email,
        password: account?.password ?? "",
      });
      expect(error).toBeNull();
      const { data } = await client
        .from("contracts")
        .select("contract_number, contract_documents(file_path)");
      expect(data).toMatchObject([{ contract_number: account?.contractNumber }]);
      const [document] = data?.[0]?.contract_documents ?? [];
      const { data: signed } = await client.storage
        .from("contract-documents")
        .createSignedUrl(document?.file_path, 60);
      const file = await fetch(signed?.signedUrl ?? "");
      expect(await file.text()).toMatch(/^%PDF-1\.\d\n[\s\S]*%%EOF\n$/);
    },
  );

  test("leaves nothing to send", async () => {
    const { data } = await createClient(stack.url, stack.secretKey, stateless)
      .from("outgoing_mail")
      .select("template, status")
      .neq("status", "sent");
    expect(data).toEqual([]);
  });
});

test("a second process on the same data is refused and changes nothing", async () => {
  const ports = await findSupabasePorts();
  await expect(startSupabase({ ...options, ports })).rejects.toThrow(
    "já estão em uso pelo processo",
  );
  expect((await visitor().auth.getSession()).error).toBeNull();
  expect(
    (await fetch(`${stack.url}/auth/v1/health`, { headers: { apikey: stack.publishableKey } })).ok,
  ).toBe(true);
});

test("the stack listens on the loopback address only", async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outside) {
    for (const port of Object.values(options.ports)) {
      expect(await canConnect(address, port)).toBe(false);
    }
  }
});

/**
 * Lets eight visitors read a page repeatedly until they are stopped. Records each HTTP status, or 0
 * when there was no answer.
 */
function readRepeatedly() {
  const statuses: number[] = [];
  let going = true;
  const readers = Array.from({ length: 8 }, async () => {
    while (going) statuses.push(await read());
  });
  return {
    statuses,
    async stop() {
      going = false;
      await Promise.all(readers);
    },
  };
}

const read = () =>
  fetch(`${stack.url}/rest/v1/contracts?select=id`, {
    headers: { apikey: stack.secretKey },
  }).then(
    ({ status }) => status,
    () => 0,
  );

test("a killed PostgreSQL is restarted under load, and the API reconnects", async () => {
  mayPrint(...databaseOutage);
  const { statuses, stop } = readRepeatedly();
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const killed = stack.database.pid() ?? 0;
  process.kill(killed, "SIGKILL");
  await expect.poll(() => statuses.includes(503), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => read(), { timeout: 20_000 }).toBe(200);
  expect(stack.database.pid()).not.toBe(killed);
  await stop();
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(await read()).toBe(200);
  expect(reported.splice(0).at(-1)).toMatch(/ parou \(SIGKILL\) e foi reiniciado em \d+,\d s\.$/);
}, 90_000);

test("an ended API thread is restarted under load, and sessions continue", async () => {
  const client = visitor();
  await client.auth.signInWithPassword(stack.accounts.staff);
  const { statuses, stop } = readRepeatedly();
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = threads.length;
  await threads.at(-1)?.terminate();
  await expect
    .poll(() => reported, { timeout: 20_000 })
    .toEqual([
      expect.stringMatching(
        /^O servidor da API do Supabase parou \(código 1\) e foi reiniciado em \d+,\d s\.$/,
      ),
    ]);
  expect(threads).toHaveLength(before + 1);
  await stop();
  expect(new Set(statuses)).toEqual(new Set([200, 0]));
  expect(await read()).toBe(200);
  expect((await client.rpc("list_simulations")).data).toHaveLength(6);
}, 90_000);

test("a restarted stack has the same keys, data and sessions, and seeds nothing twice", async () => {
  const client = visitor();
  const before = await client.auth.signInWithPassword(stack.accounts.staff);
  const { publishableKey, secretKey } = stack;
  await stack.close();
  for (const port of Object.values(options.ports))
    expect(await canConnect("127.0.0.1", port)).toBe(false);

  stack = await startSupabase(options);
  expect(stack).toMatchObject({ publishableKey, secretKey });
  const again = visitor();
  const session = await again.auth.setSession({
    access_token: before.data.session?.access_token ?? "",
    refresh_token: before.data.session?.refresh_token ?? "",
  });
  expect(session.error).toBeNull();
  expect((await again.rpc("list_simulations")).data).toHaveLength(6);
}, 60_000);

test("a stack restarted with its timers deletes rows past their retention", async () => {
  const service = () => createClient(stack.url, stack.secretKey, stateless).from("rate_limits");
  const row = (subject: string, window_started_at: Date) => ({
    action: "mail-by-mailbox",
    subject: subject.repeat(64),
    window_started_at: window_started_at.toISOString(),
  });
  const { error } = await service().insert([
    row("a", new Date("2026-01-01")),
    row("b", new Date()),
  ]);
  expect(error).toBeNull();
  await stack.close();
  stack = await startSupabase({ ...options, deliveryInterval: 60_000 });
  await expect
    .poll(async () => (await service().select("subject").eq("action", "mail-by-mailbox")).data, {
      timeout: 20_000,
    })
    .toEqual([{ subject: "b".repeat(64) }]);
}, 60_000);

test("a start that fails leaves no process and no lock behind", async () => {
  const dataDirectory = join(directory, "broken");
  const ports = await findSupabasePorts();
  await expect(
    startSupabase({ ...options, dataDirectory, ports: { ...ports, api: options.ports.api } }),
  ).rejects.toThrow("EADDRINUSE");
  for (const port of Object.values(ports)) expect(await canConnect("127.0.0.1", port)).toBe(false);
  const second = await startSupabase({ ...options, dataDirectory, ports });
  await second.close();
}, 60_000);

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const finish = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
    socket.once("timeout", () => finish(false));
  });
}
