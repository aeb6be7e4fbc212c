import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callApi, callFunction } from "../support/call-api.ts";
import { type PersonaName, openStaff } from "../support/personas.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
let simulation_id: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.outgoing_mail`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulation_id = String(row?.["id"]);
});

test("20 parallel approvals by two people make one change, one mail and one record", async () => {
  const names: PersonaName[] = ["staff", "other staff"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => decide(names[index % 2] ?? "staff", "approved")),
  );
  const bodies = answers.map(({ json }) => json);
  expect(bodies.filter((body) => JSON.stringify(body).includes("true"))).toEqual([
    { changed: true, status: "approved" },
  ]);
  expect(bodies).toContainEqual({ changed: false, status: "approved" });
  expect(await mails()).toEqual([
    {
      template: "simulation-approved",
      recipient: "ana@exemplo.com.br",
      payload: {},
    },
  ]);
  const audit = await stack.sql`
    select outcome, details from public.audit_trail where subject_id = ${simulation_id}`;
  expect([...audit]).toEqual([{ outcome: "done", details: { decision: "approved" } }]);
});

test("a parallel approval and rejection end in one of the two, with its own mail", async () => {
  await Promise.all([
    ...Array.from({ length: 5 }, () => decide("staff", "approved")),
    ...Array.from({ length: 5 }, () => decide("other staff", "rejected", "Renda insuficiente")),
  ]);
  const [row] = await stack.sql`select status from public.simulations where id = ${simulation_id}`;
  expect(["approved", "rejected"]).toContain(row?.["status"]);
  expect((await mails()).map(({ template }) => template)).toEqual([
    `simulation-${row?.["status"]}`,
  ]);
});

test("a decision waits for another one in progress and then changes nothing", async () => {
  const underWay = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = stack.sql.begin(async (transaction) => {
    await transaction`
      update public.simulations set status = 'approved', reviewed_at = now()
      where id = ${simulation_id}`;
    underWay.resolve();
    await mayEnd.promise;
  });
  await underWay.promise;
  const second = decide("staff", "rejected", "Renda insuficiente");
  await expect
    .poll(
      async () =>
        await stack.sql`
          select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%decide_simulation%'`,
    )
    .toHaveLength(1);
  mayEnd.resolve();
  await first;
  expect((await second).json).toEqual({ changed: false, status: "approved" });
  expect(await mails()).toEqual([]);
});

test("a rejection keeps its reason and passes it to the applicant", async () => {
  await decide("staff", "rejected", "  Renda insuficiente  ");
  const [row] = await stack.sql`
    select status, rejection_reason, reviewed_by from public.simulations where id = ${simulation_id}`;
  expect(row).toEqual({
    status: "rejected",
    rejection_reason: "Renda insuficiente",
    reviewed_by: stack.personas.staff.userId,
  });
  expect(await mails()).toMatchObject([{ template: "simulation-rejected", payload: {} }]);
  const [claimed] = await stack.sql`select subject from public.claim_outgoing_mail()`;
  expect(claimed?.["subject"]).toMatchObject({ rejection_reason: "Renda insuficiente" });
});

test.each([
  { why: "no reason", decision: "rejected", reason: undefined, status: 400 },
  { why: "an empty reason", decision: "rejected", reason: "  ", status: 400 },
  { why: "another decision", decision: "pending", reason: undefined, status: 422 },
])("a decision with $why changes nothing", async ({ decision, reason, status }) => {
  expect((await decide("staff", decision, reason)).status).toBe(status);
  const [row] = await stack.sql`select status from public.simulations where id = ${simulation_id}`;
  expect(row?.["status"]).toBe("pending");
  expect(await mails()).toEqual([]);
});

test("an unknown simulation answers 404", async () => {
  simulation_id = crypto.randomUUID();
  expect((await decide("staff", "approved")).status).toBe(404);
});

test("a disabled member's very next call is refused, and needs a new session after the release", async () => {
  const member = await openStaff(stack, stack.sql, { email: "saida@payser.example" });
  const listAs = async () => (await callFunction(stack, member, "list_simulations")).status;
  const set = (status: string) =>
    callFunction(stack, stack.personas.staff, "set_staff_status", {
      user_id: member.userId,
      status,
    });
  await stack.sql`
    insert into public.case_holders (simulation_id, holder)
    select id, ${member.userId} from public.simulations limit 1`;
  expect(await listAs()).toBe(200);
  expect((await set("disabled")).json).toEqual({ changed: true, status: "disabled" });
  expect(await listAs()).toBe(403);
  expect(
    await stack.sql`select from public.case_holders where holder = ${member.userId}`,
  ).toHaveLength(0);
  await set("active");
  expect(await listAs()).toBe(403);
});

test("nobody changes their own account, and two people cannot disable each other", async () => {
  const [one, other] = await Promise.all(
    ["um", "dois"].map((name) => openStaff(stack, stack.sql, { email: `${name}@payser.example` })),
  );
  if (!one || !other) return expect.fail("no members");
  const disable = (by: typeof one, whom: typeof one) =>
    callFunction(stack, by, "set_staff_status", { user_id: whom.userId, status: "disabled" });
  expect((await disable(one, one)).status).toBe(422);
  const both = await Promise.all([disable(one, other), disable(other, one)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const left = await stack.sql`
    select from public.staff
    where status = 'active' and user_id in ${stack.sql([String(one.userId), String(other.userId)])}`;
  expect(left).toHaveLength(1);
});

test("a confirmed account waits with one notice, and a tenant's account is not staff", async () => {
  const response = await callApi(stack, stack.personas.service, "/auth/v1/admin/users", {
    method: "POST",
    body: { email: "Nova@Payser.example", password: "senha-nova", email_confirm: true },
  });
  expect(response.status).toBe(200);
  const [row] =
    await stack.sql`select status from public.staff where email = 'nova@payser.example'`;
  expect(row?.["status"]).toBe("pending");
  expect(await mails()).toMatchObject([{ template: "staff-pending", recipient: null }]);
  const tenants = await stack.sql`
    select from public.staff join public.contracts using (user_id)`;
  expect(tenants).toHaveLength(0);
});

function decide(name: PersonaName, decision: string, reason?: string) {
  return callFunction(stack, stack.personas[name], "decide_simulation", {
    simulation_id,
    decision,
    known_version: 0,
    ...(reason === undefined ? {} : { reason }),
  });
}

async function mails() {
  return [...(await stack.sql`select template, recipient, payload from public.outgoing_mail`)];
}
