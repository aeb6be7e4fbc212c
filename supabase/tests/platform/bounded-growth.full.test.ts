// @module-tag full
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callAsConnected } from "../support/act-as.ts";
import { contactMessage, partnershipRequest, simulationRequest } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** Number of calls from one network. The highest limit in this file is 500 a day. */
const calls = 700;
const address_hash = "a".repeat(64);

let database: TestDatabase;
/** Connection as the service role. Each statement runs in its own transaction, like API calls of edge functions. */
let service: Sql;
beforeAll(async () => {
  database = await testDatabase();
  service = postgres(database.url, { max: 8, connection: { role: "service_role" } });
}, 60_000);
afterAll(async () => {
  await service.end();
  await database.close();
});
beforeEach(() => database.sql`delete from public.rate_limits`);

test("refused calls with invented ids leave a sample in the trail, and all are counted", async () => {
  await many(
    () => service`
      select public.record_denied_call(null, 'resend-mail', ${crypto.randomUUID()})`,
  );
  expect(await count("public.audit_trail")).toBe(20);
  const counters = await database.sql`
    select action, hits from public.rate_limits order by action`;
  expect([...counters]).toEqual([
    { action: "refusal-by-action", hits: 20 },
    { action: "refusal-by-caller", hits: calls },
  ]);
});

test("many refused accounts together leave 500 records of an action a day", async () => {
  const before = await count("public.audit_trail");
  await many(() =>
    callAsConnected(service, "record_denied_call", {
      actor: crypto.randomUUID(),
      action: "decide-simulation",
    }),
  );
  expect((await count("public.audit_trail")) - before).toBe(500);
});

test("simulations from one network stop at its limit, as do their rows and mails", async () => {
  const statuses = await many((index) =>
    submit("submit_simulation", {
      request: simulationRequest({ cpf: cpf(index), email: `p${index}@exemplo.com.br` }),
      terms_version: "1",
    }),
  );
  expect(statuses.filter(Boolean)).toHaveLength(30);
  expect(await count("public.simulations")).toBe(30);
  expect(await count("public.outgoing_mail")).toBe(60);
  // The network has two counters (form and mails), each of the 30 requests has three (CPF, CPF with
  // network, mailbox), and the staff inbox has one.
  expect(await count("public.rate_limits")).toBe(2 + 3 * 30 + 1);
});

test("partnership requests from one network stop at its limit", async () => {
  const before = await count("public.outgoing_mail");
  const statuses = await many((index) =>
    submit("submit_partnership_request", {
      request: partnershipRequest({ email: `q${index}@exemplo.com.br` }),
    }),
  );
  expect(statuses.filter(Boolean)).toHaveLength(10);
  expect(await count("public.partnership_requests")).toBe(10);
  expect((await count("public.outgoing_mail")) - before).toBe(20);
  // The network has two counters (form and mails), each of the ten mailboxes has one, and the staff inbox has one.
  expect(await count("public.rate_limits")).toBe(2 + 10 + 1);
});

test("contact messages from one network stop at its limit", async () => {
  const before = await count("public.outgoing_mail");
  const statuses = await many((index) =>
    submit("submit_contact_message", {
      request: contactMessage({ email: `c${index}@exemplo.com.br` }),
    }),
  );
  expect(statuses.filter(Boolean)).toHaveLength(10);
  expect(await count("public.contact_messages")).toBe(10);
  expect((await count("public.outgoing_mail")) - before).toBe(20);
  expect(await count("public.rate_limits")).toBe(2 + 10 + 1);
});

test("recoveries of unknown addresses leave only their network's counters", async () => {
  const before = await count("public.outgoing_mail");
  await many((index) => submit("request_password_recovery", { email: `r${index}@exemplo.com.br` }));
  expect(await count("public.outgoing_mail")).toBe(before);
  expect(await count("public.rate_limits")).toBe(2 + 10);
});

test("sign-ups from one network stop at its limit, also for mails to account holders", async () => {
  const before = await count("public.outgoing_mail");
  const passed = await many((index) =>
    submit("open_staff_sign_up", { email: `s${index}@exemplo.com.br` }),
  );
  expect(passed.filter(Boolean)).toHaveLength(20);
  expect(await count("public.outgoing_mail")).toBe(before);
  expect(await count("public.rate_limits")).toBe(2 + 20);
});

/** Calls `work` once for each index below `calls`, sixteen calls at a time, and returns the results. */
async function many<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  const given: T[] = [];
  let next = 0;
  async function run() {
    for (let index = next++; index < calls; index = next++) given.push(await work(index));
  }
  await Promise.all(Array.from({ length: 16 }, run));
  return given;
}

/** Calls a database function, always from the same network; returns false when the limit refuses the call. */
async function submit(name: string, args: Record<string, unknown>) {
  return callAsConnected(service, name, { ...args, address_hash }).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "PT429" });
      return false;
    },
  );
}

async function count(table: string) {
  const [row] = await database.sql.unsafe(`select count(*)::integer as rows from ${table}`);
  return Number(row?.["rows"]);
}

/** Returns a valid CPF, a different one for each index. */
function cpf(index: number): string {
  const digits = [...String(100_000_000 + index)].map(Number);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (weight - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join("");
}
