import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callAsService } from "../support/act-as.ts";
import { createUser } from "../support/create-user.ts";
import { changeLedger, deleteContracts } from "../support/delete-contracts.ts";
import { insertContract } from "../support/insert-contract.ts";
import { chargeRow, contractRow, day, movementRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

const metricsSchema = z.strictObject({
  mailWaiting: z.number(),
  mailWaitingSince: z.iso.datetime({ offset: true }).nullable(),
  mailParked: z.number(),
  mailRefused: z.number(),
  documentsWaiting: z.number(),
  documentsWaitingSince: z.iso.datetime({ offset: true }).nullable(),
  documentsParked: z.number(),
  overdue: z.strictObject({
    feeReminders: z.number(),
    termReminders: z.number(),
    refunds: z.number(),
    endings: z.number(),
    addresses: z.number(),
    claimDecisions: z.number(),
    claimSeconds: z.number(),
    claimReviews: z.number(),
    claimPayments: z.number(),
    claimAccounts: z.number(),
  }),
  unbalancedContracts: z.number(),
  functionFailures: z.record(z.string(), z.number()),
  lastRuns: z.record(z.string(), z.iso.datetime({ offset: true })),
  signInsFailed: z.number(),
  databaseBytes: z.number().min(1_000_000),
  connections: z.number().min(1),
  mostConnections: z.number().min(1),
});

const nothingLate = {
  feeReminders: 0,
  termReminders: 0,
  refunds: 0,
  endings: 0,
  addresses: 0,
  claimDecisions: 0,
  claimSeconds: 0,
  claimReviews: 0,
  claimPayments: 0,
  claimAccounts: 0,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());
beforeEach(() => database.sql`delete from public.outgoing_mail`);

const metrics = async () =>
  metricsSchema.parse(await callAsService(database.sql, "backend_metrics", {}));

test("the metrics of an idle backend are zero", async () => {
  await database.sql`delete from private.last_runs`;
  const { databaseBytes, connections, mostConnections, ...rest } = await metrics();
  expect(connections).toBeLessThan(mostConnections);
  expect(databaseBytes).toBeGreaterThan(0);
  expect(rest).toEqual({
    mailWaiting: 0,
    mailWaitingSince: null,
    mailParked: 0,
    mailRefused: 0,
    documentsWaiting: 0,
    documentsWaitingSince: null,
    documentsParked: 0,
    overdue: nothingLate,
    unbalancedContracts: 0,
    functionFailures: {},
    lastRuns: {},
    signInsFailed: 0,
  });
});

test.each([
  ["was due for five minutes", { attempts: 0, next: "-5 minutes", created: "-1 hour" }, 300],
  [
    "has waited since its creation after a failure",
    { attempts: 2, next: "10 minutes", created: "-1 hour" },
    3600,
  ],
  ["before its time is not delayed", { attempts: 0, next: "1 hour", created: "-1 hour" }, null],
])("the metrics show that a mail %s", async (_what, { attempts, next, created }, seconds) => {
  await database.sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, attempts, next_attempt_at, created_at)
    values ('staff-released', 'a@b.co', 'k', ${attempts}, now() + ${next}::interval,
      now() + ${created}::interval)`;
  const { mailWaiting, mailWaitingSince } = await metrics();
  expect(mailWaiting).toBe(1);
  const since = mailWaitingSince && (Date.now() - Date.parse(mailWaitingSince)) / 1000;
  if (seconds === null) expect(since).toBeNull();
  else expect(since).toBeCloseTo(seconds, -2);
});

test("the metrics leave out a mail whose recipient is not found while it is tried again", async () => {
  const insert = (recipient: string | null, last_error: string) => database.sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, attempts, next_attempt_at, created_at, last_error)
    values (${recipient === null ? "contact-notice" : "staff-released"}, ${recipient}, ${crypto.randomUUID()}, 3,
      now() + interval '10 minutes', now() - interval '1 hour', ${last_error})`;
  await insert("a@gmial.co", "ERECIPIENT 450");
  expect(await metrics()).toMatchObject({ mailWaiting: 1, mailWaitingSince: null });
  await insert(null, "ERECIPIENT 450");
  expect((await metrics()).mailWaitingSince).not.toBeNull();
  await database.sql`delete from public.outgoing_mail where recipient is null`;
  await insert("a@b.co", "EENVELOPE 450");
  expect((await metrics()).mailWaitingSince).not.toBeNull();
});

test("the metrics count parked work and give the time of the last scheduled run", async () => {
  await database.sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, status)
    values ('staff-released', 'a@b.co', 'k', 'parked')`;
  await database.sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, status, attempts, last_error)
    values ('staff-released', 'c@d.co', 'refused', 'parked', 1, 'ERECIPIENT 550'),
      ('staff-released', 'g@h.co', 'never found', 'parked', 8, 'ERECIPIENT 450'),
      ('staff-released', 'e@f.co', 'sender', 'parked', 8, 'EENVELOPE 550'),
      ('contact-notice', null, 'inbox of the company', 'parked', 1, 'ERECIPIENT 550')`;
  await callAsService(database.sql, "run_schedule", {});
  await callAsService(database.sql, "purge_expired", {});
  const first = await metrics();
  expect(first).toMatchObject({
    mailWaiting: 0,
    mailWaitingSince: null,
    mailParked: 3,
    mailRefused: 2,
  });
  expect(Object.keys(first.lastRuns).toSorted()).toEqual(["purge-expired", "run-schedule"]);
  await callAsService(database.sql, "run_schedule", {});
  const again = await metrics();
  expect(again.lastRuns["run-schedule"]).not.toBe(first.lastRuns["run-schedule"]);
  expect(again.lastRuns["purge-expired"]).toBe(first.lastRuns["purge-expired"]);
});

test("the metrics count the failed sign-ins of the last quarter of an hour", async () => {
  const insert = (age: string, succeeded: string | null) => database.sql`
    insert into public.login_attempts (subject_hash, kind, created_at, succeeded_at)
    values (repeat('a', 64), 'staff', now() - ${age}::interval, ${succeeded}::timestamptz)`;
  await insert("1 minute", null);
  await insert("2 minutes", null);
  await insert("20 minutes", null);
  await insert("1 minute", "2026-01-01");
  expect((await metrics()).signInsFailed).toBe(2);
  await database.sql`delete from public.login_attempts`;
});

test("the metrics count the failures of each function in one row each", async () => {
  const fail = (function_name: string, failures: number) =>
    callAsService(database.sql, "count_function_failures", { function_name, failures });
  await fail("verify-letter", 1);
  await Promise.all([fail("verify-letter", 3), fail("deliver-mail", 2)]);
  expect((await metrics()).functionFailures).toEqual({ "verify-letter": 4, "deliver-mail": 2 });
  await expect(fail("ana@exemplo.com.br", 1)).rejects.toThrow("check constraint");
  await expect(fail("sign-in-staff", 0)).rejects.toThrow("check constraint");
  await database.sql`delete from private.function_failures`;
});

test("the metrics count late work after a signature until it is done", async () => {
  const { sql } = database;
  const owner = await createUser(sql, "contrato-tarde@contratos.payser.invalid");
  const row = contractRow(owner, {
    created_at: new Date(Date.now() - 40 * 86_400_000),
    end_told_on: null,
  });
  const { id: contract } = await insertContract(sql, row);
  await sql`
    update public.contracts set start_date = private.today_in_brasilia() - 300,
      end_date = private.today_in_brasilia() + 20`;
  const [movement] = await sql`
    insert into public.movements ${sql(movementRow(contract, { amount: 200 }))} returning id`;
  const refund = { kind: "refund", movement_id: movement?.["id"], cause: "surplus", txid: null };
  for (const [due, changes] of [
    [-8, {}],
    [-1, refund],
    [0, refund],
  ] as const) {
    const charge = chargeRow(contract, { amount: 100, due_on: day(due), ...changes });
    await sql`insert into public.charges ${sql(charge)}`;
  }
  expect((await metrics()).overdue).toEqual({
    ...nothingLate,
    feeReminders: 1,
    termReminders: 1,
    refunds: 1,
  });
  await sql`select private.remind_of_fees(now() + interval '1 day')`;
  await sql`select private.tell_of_ends()`;
  await sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, asked_at) values
      (gen_random_uuid(), ${contract}, 'other', 'tenant', now() - interval '25 hours')`;
  expect((await metrics()).overdue).toEqual({
    ...nothingLate,
    refunds: 1,
    endings: 1,
  });
  await deleteContracts(sql);
});

test("the metrics count the contracts whose trial balance is not zero", async () => {
  const { sql } = database;
  const owner = await createUser(sql, "contrato-saldo@contratos.payser.invalid");
  const { id: contract } = await insertContract(sql, contractRow(owner));
  await sql`insert into public.charges ${sql(chargeRow(contract))}`;
  await sql`insert into public.movements ${sql(movementRow(contract))}`;
  expect((await metrics()).unbalancedContracts).toBe(0);
  await changeLedger(sql, "update public.movements set amount = amount + 0.01");
  expect((await metrics()).unbalancedContracts).toBe(1);
  await deleteContracts(sql);
});
