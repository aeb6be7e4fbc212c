// These tests check that the shims and the API together give the answers that supabase-js expects from a hosted
// project. They fail when a new version of the API changes behaviour that the shims rely on.
import { readFile } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, callApi, callFunction } from "../../tests/support/call-api.ts";
import { simulationRow } from "../../tests/support/sample-rows.ts";
import { testStack } from "../../tests/support/test-stack.ts";
import type { TestStack } from "../../tests/support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };
const admin = () => createClient(stack.url, stack.secretKey, stateless);
const visitor = () => createClient(stack.url, stack.publishableKey, stateless);

describe("the API after its first requests", () => {
  test("leaves revoked privileges revoked", async () => {
    const rows = await stack.sql`
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('anon', 'authenticated')`;
    expect([...rows]).toEqual([]);
  });

  test("keeps idle connections open for 75 seconds", async () => {
    // While the seed creates PDFs, a connection stays idle for long. If the API closed the connection, the next HTTP
    // request would fail.
    const { headers } = await fetch(stack.url);
    expect(headers.get("keep-alive")).toBe("timeout=75");
  });
});

describe("requests that hosted projects refuse", () => {
  const service = () => stack.personas.service;

  test.each(["PATCH", "DELETE"])("a %s without a filter is refused", async (method) => {
    const body = method === "PATCH" ? { hits: 1 } : undefined;
    const path = "/rest/v1/rate_limits";
    const whole = await callApi(stack, service(), path, { method, body });
    expect(whole).toMatchObject({
      status: 400,
      json: { code: "21000", message: expect.stringMatching(/^(UPDATE|DELETE) requires a WHERE/) },
    });
    const some = await callApi(stack, service(), `${path}?hits=eq.0`, { method, body });
    expect(some.status).toBe(204);
  });

  test("statements of each role have a timeout, and a shorter one for locks", async () => {
    const { sql } = stack;
    // The replaced function returns the timeouts of the calling role. The API only calls functions whose names it has
    // already read from the database.
    await sql`
      create or replace function public.backend_metrics() returns jsonb
      language sql set search_path = '' as $$
        select jsonb_object_agg(name, setting) from pg_catalog.pg_settings
        where name in ('statement_timeout', 'lock_timeout')
      $$`;
    await sql`grant execute on function public.backend_metrics to anon, authenticated`;
    const { visitor: anon, tenant } = stack.personas;
    const limits = [];
    for (const persona of [anon, tenant, service()]) {
      limits.push((await callFunction(stack, persona, "backend_metrics")).json);
    }
    expect(limits).toEqual([
      { statement_timeout: "3000", lock_timeout: "8000" },
      { statement_timeout: "8000", lock_timeout: "8000" },
      { statement_timeout: "8000", lock_timeout: "8000" },
    ]);
  });
});

describe("a request of the data API", () => {
  const service = () => stack.personas.service;

  test.each([
    { what: "a table", path: "/rest/v1/simulations?select=id", method: "GET", body: undefined },
    { what: "a function", path: "/rest/v1/rpc/staff_counts", method: "POST", body: {} },
  ])("writes its id to the database log: $what", async ({ path, method, body }) => {
    const id = `preso-${crypto.randomUUID()}`;
    const log = () => readFile(`${stack.dataDirectory}/logs/postgres.log`, "utf8");
    const persona = method === "GET" ? service() : stack.personas.staff;
    // This call makes the API read the database schema. The API could not read the schema while the test locks tables.
    expect((await callApi(stack, persona, path, { method, body })).status).toBe(200);
    let answer: Promise<Answer> | undefined;
    await stack.sql.begin(async (sql) => {
      await sql`lock table public.simulations, public.outgoing_mail in access exclusive mode`;
      answer = callApi(stack, persona, path, { method, body, headers: { "x-request-id": id } });
      await expect.poll(log, { timeout: 6000 }).toMatch(`] ${id} LOG:  process`);
      const waiting = await sql`
        select wait_event_type from pg_catalog.pg_stat_activity where application_name = ${id}`;
      expect([...waiting]).toEqual([{ wait_event_type: "Lock" }]);
    });
    expect((await answer)?.status).toBe(200);
    // The log must not quote any SQL statement.
    expect(await log()).not.toMatch(/STATEMENT|select/i);
    const left = await stack.sql`
      select from pg_catalog.pg_stat_activity where application_name = ${id}`;
    expect(left).toHaveLength(0);
  });

  test("sets no application name when its id is not valid", async () => {
    await stack.sql`
      create or replace function public.count_staff() returns jsonb
      language sql set search_path = '' as $$
        select to_jsonb(array[current_setting('application_name'),
          current_setting('request.method'), current_setting('request.path')])
      $$`;
    const named = async (id: string) => {
      const options = { method: "POST", body: {}, headers: { "x-request-id": id } };
      return (await callApi(stack, stack.personas.staff, "/rest/v1/rpc/count_staff", options)).json;
    };
    const said = ["POST", "/rpc/count_staff"];
    expect(await named("chamada-0001")).toEqual(["chamada-0001", ...said]);
    for (const id of ["ana@exemplo.com.br", "curta", "x".repeat(65), ""]) {
      expect(await named(id)).toEqual(["postgres.js", ...said]);
    }
  });

  test("is refused when its role may not execute the function that runs before each request", async () => {
    await stack.sql`revoke execute on function requests.name_transaction from anon`;
    const path = "/rest/v1/rpc/count_staff";
    const refused = await callApi(stack, stack.personas.visitor, path, {
      method: "POST",
      body: {},
    });
    await stack.sql`grant execute on function requests.name_transaction to anon`;
    expect(refused.json).toMatchObject({
      code: "42501",
      message: "permission denied for function name_transaction",
    });
  });
});

describe("a value in an answer", () => {
  test("has the form that PostgREST sends: ISO times, numbers for money, plain dates, JSON as JSON", async () => {
    const { sql } = stack;
    await sql`insert into public.simulations ${sql(simulationRow({ rental_value: "1850.00" }))}`;
    const answer = await callApi(
      stack,
      stack.personas.service,
      "/rest/v1/simulations?select=created_at,rental_value,birth_date&limit=1",
    );
    expect(answer.json).toEqual([
      {
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
        rental_value: 1850,
        birth_date: "1990-05-17",
      },
    ]);
    const mail = {
      template: "staff-released",
      recipient: "a@exemplo.com.br",
      idempotency_key: "values",
      payload: { nested: ["á", 1, null] },
    };
    expect((await admin().from("outgoing_mail").insert(mail)).error).toBeNull();
    const stored = await admin()
      .from("outgoing_mail")
      .select("payload")
      .eq("idempotency_key", "values");
    expect(stored.data).toEqual([{ payload: mail.payload }]);
  });
});

describe("database errors", () => {
  test.each([
    { what: "a violated check", change: { cpf: "1" }, status: 400, code: "23514" },
    { what: "a missing value", change: { cpf: null }, status: 400, code: "23502" },
    { what: "an unreadable value", change: { birth_date: "ontem" }, status: 400, code: "22007" },
  ])("$what answers $status with its SQLSTATE", async ({ change, status, code }) => {
    const answer = await callApi(stack, stack.personas.service, "/rest/v1/simulations", {
      method: "POST",
      body: simulationRow(change),
    });
    expect(answer).toMatchObject({ status, json: { code } });
  });

  test("a function that raises PTxyz answers with that status", async () => {
    const answer = await callFunction(stack, stack.personas.staff, "decide_simulation", {
      simulation_id: crypto.randomUUID(),
      decision: "approved",
      known_version: 0,
    });
    expect(answer).toMatchObject({ status: 404, json: { code: "PT404" } });
  });

  test("lists within lists in place of arguments are refused", async () => {
    const deep: unknown = JSON.parse("[".repeat(9) + "]".repeat(9));
    const answer = await callApi(
      stack,
      stack.personas.staff,
      "/rest/v1/rpc/remind_tenants_of_fees",
      {
        method: "POST",
        body: deep,
      },
    );
    expect(answer.status).toBe(400);
  });

  test("a number or an object in place of a list loses no connection", async () => {
    const { staff } = stack.personas;
    for (let call = 0; call < 30; call += 1) {
      const kinds = call % 2 ? 5 : { a: 1 };
      const answer = await callFunction(stack, staff, "ask_documents", {
        simulation_id: crypto.randomUUID(),
        kinds,
      });
      expect(answer).toMatchObject({ status: 400, json: { code: "22P02" } });
    }
    expect((await callFunction(stack, staff, "staff_counts", {})).status).toBe(200);
  });

  test("are logged without the values of the request", async () => {
    const log = await readFile(`${stack.dataDirectory}/logs/api.log`, "utf8");
    expect(log).toContain("SQLSTATE");
    expect(log).not.toContain("ana@exemplo.com.br");
  });
});

describe("the admin API", () => {
  test("creates, reads, changes, lists and deletes a user", async () => {
    const api = admin().auth.admin;
    const email = "Pessoa@Contratos.payser.invalid";
    const made = await api.createUser({
      email,
      password: "primeira",
      email_confirm: true,
      app_metadata: { account: "contract" },
    });
    const id = made.data.user?.id ?? "";
    expect(made.data.user).toMatchObject({ email: email.toLowerCase() });
    expect(made.data.user?.app_metadata).toMatchObject({ provider: "email", account: "contract" });
    expect((await api.createUser({ email })).error?.code).toBe("email_exists");

    expect((await api.updateUserById(id, { password: "sete777" })).error?.code).toBe(
      "weak_password",
    );
    await api.updateUserById(id, { password: "segunda-senha" });
    const credentials = { email, password: "segunda-senha" };
    expect((await visitor().auth.signInWithPassword(credentials)).error).toBeNull();
    expect((await api.getUserById(id)).data.user?.id).toBe(id);
    expect((await api.listUsers()).data.users.map((user) => user.id)).toContain(id);
    await api.deleteUser(id);
    expect((await api.getUserById(id)).error?.status).toBe(404);
    expect((await visitor().auth.signInWithPassword(credentials)).error).not.toBeNull();
  });

  test.each(["visitor", "tenant", "other staff"] as const)("is closed to %s", async (name) => {
    const headers = stack.personas[name].headers;
    for (const path of ["admin/users", "admin/generate_link", "invite"]) {
      const answer = await callApi(stack, { headers }, `/auth/v1/${path}`, {
        method: "POST",
        body: {},
      });
      expect(answer.status).toBe(403);
    }
    expect((await callApi(stack, { headers }, "/auth/v1/admin/users")).status).toBe(403);
  });

  test("ends the account's sessions when the secret key sets a password", async () => {
    const credentials = { email: "dois@contratos.payser.invalid", password: "senha-de-teste" };
    const client = visitor();
    const id = (await client.auth.signInWithPassword(credentials)).data.user?.id ?? "";
    expect(
      (await admin().auth.admin.updateUserById(id, { password: "senha-nova" })).error,
    ).toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
    await admin().auth.admin.updateUserById(id, { password: credentials.password });
  });

  test("answers 501 to an unknown path", async () => {
    const answer = await callApi(stack, stack.personas.service, "/auth/v1/admin/sso/providers");
    expect(answer.status).toBe(501);
  });
});

test("a global sign-out ends the refresh tokens of other sessions", async () => {
  const credentials = { email: "dois@contratos.payser.invalid", password: "senha-de-teste" };
  const [one, two] = [visitor(), visitor()];
  await one.auth.signInWithPassword(credentials);
  await two.auth.signInWithPassword(credentials);
  await one.auth.signOut({ scope: "global" });
  expect((await two.auth.refreshSession()).error).not.toBeNull();
});
