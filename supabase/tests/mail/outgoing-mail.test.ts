import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { timeoutMilliseconds } from "../../functions/_shared/database.ts";
import { deliveryDeadlines } from "../../functions/_shared/mail/smtp-mailer.ts";
import { actAs, callAsService } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());
beforeEach(() => database.sql`delete from public.outgoing_mail`);

test("parallel workers never lease the same mail", async () => {
  await queue(50);
  const claims = await Promise.all(Array.from({ length: 10 }, () => claim(10)));
  const ids = claims.flat().map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect(new Set(ids).size).toBe(50);
  expect(await claim(10)).toEqual([]);
});

test.each([
  ["stays with queued mail and records", "call-of-a-page-1", "call-of-a-page-1"],
  ["is dropped when it is malformed", "ana@exemplo.com.br", null],
])("the id of a request %s", async (_what, given, kept) => {
  // The cases use different actions, because a second refusal of the same action within a minute would not be recorded.
  const action = kept === null ? "read-offers" : "resend-mail";
  await database.sql.begin(async (sql) => {
    await sql`set local role service_role`;
    await sql`select set_config('request.headers', ${JSON.stringify({ "x-request-id": given })}, true)`;
    await sql`select private.enqueue_mail('staff-released', 'a@b.co', '{}', 'of a request')`;
    await sql`select public.record_denied_call(null, ${action})`;
  });
  const [mail] = await claim(1);
  expect(mail?.request_id).toBe(kept);
  const rows = await database.sql`
    select request_id from public.audit_trail where action = ${action}`;
  expect([...rows]).toEqual([{ request_id: kept }]);
});

test("an expired lease gives the mail to another worker", async () => {
  await queue(1);
  const [first] = await claim(1);
  expect(await claim(1)).toEqual([]);
  await database.sql`update public.outgoing_mail set leased_until = now() - interval '1 second'`;
  const [again] = await claim(1);
  expect(again?.id).toBe(first?.id);
  expect(again?.attempts).toBe(2);
});

test("a sent mail loses its content but stays known, and is not sent again", async () => {
  await queue(1);
  const [mail] = await claim(1);
  await callAsService(database.sql, "record_mail_sent", { mail_id: mail?.id });
  const [row] = await state();
  expect(row).toMatchObject({ status: "sent", leased_until: null });
  expect(row?.["payload"]).toEqual({});
  await callAsService(database.sql, "record_mail_failed", { mail_id: mail?.id, error: "late" });
  expect((await state())[0]).toMatchObject({ status: "sent" });
  expect(await claim(1)).toEqual([]);
});

test("a lease outlasts the longest delivery and three tries to record it", async () => {
  await queue(1);
  await claim(1);
  const [row] = await database.sql`
    select extract(epoch from leased_until - now()) * 1000 as milliseconds from public.outgoing_mail`;
  expect(Number(row?.["milliseconds"])).toBeGreaterThan(
    deliveryDeadlines.answer + 3 * timeoutMilliseconds,
  );
});

test("a mail that would fail again is parked at once", async () => {
  await queue(1);
  const [mail] = await claim(1);
  await callAsService(database.sql, "record_mail_failed", {
    mail_id: mail?.id,
    error: "ERECIPIENT 550",
    attempt: 1,
    is_final: true,
  });
  expect((await state())[0]).toMatchObject({ status: "parked", last_error: "ERECIPIENT 550" });
});

test("a late worker takes no mail from the next one, unless it was sent", async () => {
  await queue(1);
  const [late] = await claim(1);
  await database.sql`update public.outgoing_mail set leased_until = now() - interval '1 second'`;
  await claim(1);
  await callAsService(database.sql, "record_mail_failed", {
    mail_id: late?.id,
    error: "ETIMEDOUT",
    attempt: late?.attempts,
  });
  expect((await state())[0]).toMatchObject({ status: "sending", attempts: 2 });
  await callAsService(database.sql, "record_mail_failed", {
    mail_id: late?.id,
    error: "ETIMEDOUT",
    attempt: 2,
  });
  await callAsService(database.sql, "record_mail_sent", { mail_id: late?.id });
  expect((await state())[0]).toMatchObject({ status: "sent" });
});

test("a failing mail waits longer each time, then is parked without anybody's address", async () => {
  await queue(1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await database.sql`update public.outgoing_mail set next_attempt_at = now()`;
    const [mail] = await claim(1);
    await callAsService(database.sql, "record_mail_failed", {
      mail_id: mail?.id,
      error: "550 <maria@exemplo.com.br> unknown user",
    });
    const [row] = await database.sql`
      select extract(epoch from next_attempt_at - now())::integer as wait from public.outgoing_mail`;
    waits.push(Number(row?.["wait"]));
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840]);
  expect((await state())[0]).toMatchObject({
    status: "parked",
    last_error: "550 <…> unknown user",
  });
  expect(await claim(1)).toEqual([]);
});

test("staff see parked mail and send it again once", async () => {
  await queue(1);
  await database.sql`update public.outgoing_mail set status = 'parked', attempts = 8`;
  const userId = await createStaff(database.sql, "equipe@payser.example");
  await database.sql`delete from public.outgoing_mail where template = 'staff-pending'`;
  const asStaff = { role: "authenticated", userId } as const;
  const [parked] = await actAs(
    database.sql,
    asStaff,
    (sql) => sql`select * from public.list_parked_mail()`,
  );
  expect(parked).toMatchObject({ template: "staff-released", recipient: "p0@exemplo.com.br" });
  expect(parked).not.toHaveProperty("payload");
  const id = String(parked?.["id"]);
  const resend = () =>
    actAs(database.sql, asStaff, (sql) => sql`select public.resend_mail(${id}) as answer`);
  expect([...(await resend())]).toEqual([{ answer: { changed: true } }]);
  expect([...(await resend())]).toEqual([{ answer: { changed: false } }]);
  expect(await claim(1)).toMatchObject([{ id, attempts: 1 }]);
  const audit = await database.sql`
    select actor, outcome from public.audit_trail where subject_id = ${id}`;
  expect([...audit]).toEqual([{ actor: userId, outcome: "done" }]);
});

async function queue(count: number) {
  await database.sql`
    insert into public.outgoing_mail (template, recipient, payload, idempotency_key)
    select 'staff-released', 'p' || n || '@exemplo.com.br', '{"email": "x@y.zz"}', 'k' || n
    from generate_series(0, ${count - 1}) as n`;
}

async function claim(max: number) {
  const rows = await actAs(
    database.sql,
    { role: "service_role" },
    (sql) => sql`select id, attempts, request_id from public.claim_outgoing_mail(${max})`,
  );
  return rows.map((row) => ({
    id: String(row["id"]),
    attempts: Number(row["attempts"]),
    request_id: row["request_id"],
  }));
}

function state() {
  return database.sql`select * from public.outgoing_mail order by idempotency_key`;
}
