import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { offerFixtures } from "../support/offer-fixtures.ts";
import { offerRow } from "../support/sample-rows.ts";

const fixtures = offerFixtures();
let rita: string;
let joao: string;
/** Request whose rent takes 45 % of the income. */
let simulation_id: string;
let secret_hash: string;
beforeAll(async () => {
  rita = await createStaff(fixtures.sql, "rita@payser.example");
  joao = await createStaff(fixtures.sql, "joao@payser.example");
});
beforeEach(async () => {
  await fixtures.sql`
    update private.staff_settings set rent_warns_percent = 30, rent_second_percent = 40, undo_seconds = 10`;
  await fixtures.sql`
    insert into public.staff_rights (user_id, name) values (${rita}, 'requests') on conflict do nothing`;
  ({ id: simulation_id, secret_hash } = await fixtures.request({
    monthly_income: 4000,
    rental_value: 1800,
  }));
});

const call = (userId: string, name: string, args: Record<string, unknown> = {}) =>
  actAs(fixtures.sql, { role: "authenticated", userId }, (sql) => callAsConnected(sql, name, args));
const decide = (userId: string, decision = "approved", more: Record<string, unknown> = {}) =>
  call(userId, "decide_simulation", { simulation_id, decision, known_version: 0, ...more });
const status = async () => {
  const [row] = await fixtures.sql`
    select status, reviewed_by from public.simulations where id = ${simulation_id}`;
  return row;
};
const detailSchema = z.object({
  house_rules: z.object({ state: z.string(), share: z.number().nullable() }),
  approval: z
    .object({
      who: z.string().nullable(),
      reason: z.string().nullable(),
      isMine: z.boolean(),
      second: z.object({ who: z.string().nullable(), reason: z.string().nullable() }).nullable(),
    })
    .nullable(),
});
const detail = async (userId: string) =>
  detailSchema.parse(await call(userId, "simulation_detail", { simulation_id }));
const queueSchema = z.object({
  rows: z.array(z.object({ id: z.string(), firstApproval: z.string().nullable() })),
  counts: z.object({ second: z.number() }),
});
const waiting = async () => queueSchema.parse(await call(joao, "queue_page", { view: "second" }));
const waits = { changed: true, status: "pending", why: "second" };

test("a high rent needs two people: the first changes nothing outside, the second decides with the mail", async () => {
  expect(await decide(rita, "approved", { reason: "Reserva comprovada" })).toEqual(waits);
  expect(await status()).toEqual({ status: "pending", reviewed_by: null });
  expect(await fixtures.mails()).toEqual([]);
  expect(await fixtures.track(secret_hash)).toMatchObject({ status: "pending" });
  expect(await decide(rita)).toEqual({ ...waits, changed: false });
  expect(await fixtures.mails()).toEqual([]);

  expect(await waiting()).toMatchObject({
    rows: [{ id: simulation_id, firstApproval: "rita@payser.example" }],
    counts: { second: 1 },
  });
  expect(await call(joao, "staff_counts")).toMatchObject({ simulationsSecond: 1 });
  expect((await detail(rita)).approval).toMatchObject({ isMine: true, second: null });
  expect((await detail(joao)).approval).toMatchObject({
    who: "rita@payser.example",
    reason: "Reserva comprovada",
    isMine: false,
  });

  expect(await decide(joao, "approved", { reason: "Concordo" })).toEqual({
    changed: true,
    status: "approved",
  });
  expect(await status()).toEqual({ status: "approved", reviewed_by: joao });
  expect(await fixtures.mails()).toEqual(["simulation-approved"]);
  expect((await detail(rita)).approval).toMatchObject({
    who: "rita@payser.example",
    second: { who: "joao@payser.example", reason: "Concordo" },
  });
  expect(await waiting()).toMatchObject({ rows: [], counts: { second: 0 } });
  const trail = await fixtures.sql`
    select actor, details from public.audit_trail
    where subject_id = ${simulation_id} and action = 'decide-simulation' order by id`;
  // The trail holds no typed reason.
  expect([...trail]).toEqual([
    { actor: rita, details: { decision: "first" } },
    { actor: joao, details: { decision: "approved" } },
  ]);
});

test("20 parallel approvals by one person never approve a high rent", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(rita)));
  const own = { ...waits, changed: false };
  expect(answers).toEqual(expect.arrayContaining([waits, own]));
  expect(answers.filter((answer) => JSON.stringify(answer).includes("true"))).toHaveLength(1);
  expect(await status()).toMatchObject({ status: "pending" });
});

test.each([
  { why: "at the share exactly", rental_value: 1600, answer: "approved" },
  { why: "a tenth of a percent above", rental_value: 1604, answer: "pending" },
  { why: "without an income", rental_value: 1, monthly_income: 0, answer: "pending" },
])("one person's approval of a rent $why ends as $answer", async ({ answer, ...changes }) => {
  const { why: _why, ...columns } = changes;
  await fixtures.sql`update public.simulations set ${fixtures.sql(columns)} where id = ${simulation_id}`;
  expect(await decide(rita)).toMatchObject({ status: answer });
});

test("the first person withdraws, and nobody else can", async () => {
  await decide(rita);
  const withdraw = (userId: string) => call(userId, "withdraw_first_approval", { simulation_id });
  expect(await withdraw(joao)).toEqual({ changed: false, status: "pending" });
  expect(await withdraw(rita)).toEqual({ changed: true, status: "pending" });
  expect(await withdraw(rita)).toEqual({ changed: false, status: "pending" });
  expect(await waiting()).toMatchObject({ rows: [] });
  expect(await decide(joao)).toEqual(waits);
});

test.each<{ why: string; act: () => PromiseLike<unknown>; version: number }>([
  {
    why: "a correction of the data",
    version: 1,
    act: () =>
      call(joao, "correct_request", {
        simulation_id,
        correction_id: crypto.randomUUID(),
        known_version: 0,
        wanted: { phone: "44988887777" },
        reason: "A pessoa ligou",
      }),
  },
  {
    why: "the loss of the first person's right",
    version: 0,
    act: () => fixtures.sql`
      delete from public.staff_rights where user_id = ${rita} and name = 'requests'`,
  },
  {
    why: "a rejection that was undone",
    version: 0,
    async act() {
      await decide(joao, "rejected", { reason: "Renda insuficiente" });
      expect(await fixtures.count("private.request_approvals")).toBe(0);
      await call(joao, "undo_decision", { simulation_id });
    },
  },
])("the first approval is void after $why", async ({ act, version }) => {
  await decide(rita);
  await act();
  expect(await waiting()).toMatchObject({ rows: [], counts: { second: 0 } });
  expect((await detail(joao)).approval).toBeNull();
  expect(await decide(joao, "approved", { known_version: version })).toEqual(waits);
});

test("a higher limit lets the first person approve alone", async () => {
  await decide(rita);
  await fixtures.sql`update private.staff_settings set rent_second_percent = 50`;
  expect(await waiting()).toMatchObject({ rows: [] });
  expect(await decide(rita)).toEqual({ changed: true, status: "approved" });
});

test("undoing the second approval brings the first one back to wait", async () => {
  await decide(rita);
  await decide(joao);
  expect(await call(joao, "undo_decision", { simulation_id })).toMatchObject({ changed: true });
  expect(await waiting()).toMatchObject({ rows: [{ id: simulation_id }] });
  expect(await decide(rita)).toEqual({ ...waits, changed: false });
  expect(await decide(joao)).toEqual({ changed: true, status: "approved" });
});

test("an approval that was taken back needs two people again", async () => {
  await decide(rita);
  await decide(joao);
  await call(joao, "take_back_approval", { simulation_id, reason: "Documento falso" });
  expect(await waiting()).toMatchObject({ rows: [] });
  expect(await decide(joao)).toEqual(waits);
});

test("an approval that was taken back counts for nobody when a lower limit asks for two", async () => {
  await fixtures.sql`update public.simulations set rental_value = 1400 where id = ${simulation_id}`;
  expect(await decide(rita)).toMatchObject({ status: "approved" });
  await call(rita, "take_back_approval", { simulation_id, reason: "Documento falso" });
  await fixtures.sql`update private.staff_settings set rent_second_percent = 30`;
  expect(await waiting()).toMatchObject({ rows: [] });
  expect(await decide(joao)).toEqual(waits);
});

const offer = (actor: string, rental_value = 1800) =>
  fixtures.call("make_offer", {
    offer: {
      ...offerRow(simulation_id, {
        rental_value,
        reference_value: rental_value * 12,
        cover_limit: rental_value,
      }),
      id: crypto.randomUUID(),
      clauses: [],
      fee: rental_value,
      request_version: 0,
    },
    actor,
  });

test("conditions do not approve a high rent for one person, but for the second", async () => {
  await expect(offer(rita)).rejects.toMatchObject({ code: "PT409" });
  await decide(rita);
  await expect(offer(rita)).rejects.toMatchObject({ code: "PT409" });
  expect(await status()).toMatchObject({ status: "pending" });
  expect(await offer(joao)).toEqual({ changed: true, outcome: "made" });
  expect(await status()).toEqual({ status: "approved", reviewed_by: joao });
  expect((await detail(rita)).approval).toMatchObject({
    who: "rita@payser.example",
    second: { who: "joao@payser.example" },
  });
});

test("the person who approved a low rent does not offer a high one alone", async () => {
  await fixtures.sql`update public.simulations set rental_value = 1000 where id = ${simulation_id}`;
  await decide(rita);
  await expect(offer(rita, 1800)).rejects.toMatchObject({
    code: "PT409",
    message: expect.stringContaining("joao@payser.example"),
  });
  expect(await offer(rita, 1000)).toMatchObject({ changed: true });
  expect(await offer(joao, 1800)).toMatchObject({ changed: true });
});

test("the morning digest counts the approvals that wait", async () => {
  await decide(rita);
  await fixtures.sql`update public.staff set wants_digest = true where user_id = ${joao}`;
  await fixtures.sql`select private.queue_digests('2026-12-01 12:00+00')`;
  const [mail] = await fixtures.sql`
    select payload -> 'waiting' as waiting from public.outgoing_mail where template = 'staff-digest'`;
  await fixtures.sql`update public.staff set wants_digest = false where user_id = ${joao}`;
  expect(mail?.["waiting"]).toMatchObject({ second: 1 });
});

test("an approval of a low rent keeps its reason for the team, and the applicant never reads it", async () => {
  await fixtures.sql`update public.simulations set rental_value = 1000 where id = ${simulation_id}`;
  await decide(rita, "approved", { reason: "Renda compatível" });
  await fixtures.sql`update public.simulations set reviewed_at = now() - interval '1 hour'`;
  expect((await detail(joao)).approval).toMatchObject({ reason: "Renda compatível", second: null });
  expect(JSON.stringify(await fixtures.track(secret_hash))).not.toContain("Renda compatível");
  await fixtures.sql`update public.outgoing_mail set next_attempt_at = now()`;
  const [claimed] = await fixtures.sql`select subject from public.claim_outgoing_mail()`;
  expect(JSON.stringify(claimed)).not.toContain("Renda compatível");
});

test("a reason of one character is refused beside its field", async () => {
  await expect(decide(rita, "approved", { reason: "x" })).rejects.toMatchObject({ code: "PT422" });
});
