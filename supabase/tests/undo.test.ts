import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callFunction } from "./support/call-api.ts";
import type { PersonaName } from "./support/personas.ts";
import { simulationRow } from "./support/sample-rows.ts";
import { testStack } from "./support/test-stack.ts";
import type { TestStack } from "./support/test-stack.ts";

let stack: TestStack;
let simulation_id: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`update private.staff_settings set undo_seconds = 10`;
  await stack.sql`delete from public.outgoing_mail`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulation_id = String(row?.["id"]);
});

test("the mail of a decision waits as long as the decision can be taken back", async () => {
  await decide("staff", "approved");
  expect(await claim()).toEqual([]);
  await stack.sql`update public.outgoing_mail set next_attempt_at = now()`;
  expect(await claim()).toEqual(["simulation-approved"]);
});

test("undoing leaves no decision and no mail, and the request can be decided again", async () => {
  await decide("staff", "rejected", "Renda insuficiente");
  expect((await undo("staff")).json).toEqual({ changed: true, status: "pending" });
  const [row] = await stack.sql`
    select status, reviewed_by, reviewed_at, rejection_reason from public.simulations
    where id = ${simulation_id}`;
  expect(row).toEqual({
    status: "pending",
    reviewed_by: null,
    reviewed_at: null,
    rejection_reason: null,
  });
  expect([...(await stack.sql`select from public.outgoing_mail`)]).toEqual([]);
  expect((await undo("staff")).json).toEqual({ changed: false, status: "pending" });
  await decide("staff", "approved");
  const mails = await stack.sql`select template from public.outgoing_mail`;
  expect([...mails]).toEqual([{ template: "simulation-approved" }]);
  const trail = await stack.sql`
    select action, details from public.audit_trail where subject_id = ${simulation_id} order by id`;
  expect([...trail]).toEqual([
    { action: "decide-simulation", details: { decision: "rejected" } },
    { action: "undo-decision", details: { decision: "rejected" } },
    { action: "decide-simulation", details: { decision: "approved" } },
  ]);
});

test("an offer that was made with it goes, too", async () => {
  await decide("staff", "approved");
  await stack.sql`
    insert into public.offers (
      simulation_id, property_type, landlord_name, rental_value, reference_value, cover_limit,
      fee, fee_due_on, payment_method, start_date, months, valid_until, terms_version,
      conditions_sha256
    )
    values (
      ${simulation_id}, 'Apartamento', 'José Pereira', 1000, 12000, 8400, 900, current_date, 'Pix',
      current_date, 12, now() + interval '7 days', '1', ${"a".repeat(64)}
    )`;
  expect((await undo("staff")).json).toMatchObject({ changed: true });
  expect([...(await stack.sql`select from public.offers`)]).toEqual([]);
});

test.each([
  {
    why: "the period is over",
    arrange: () => stack.sql`
      update public.simulations set reviewed_at = now() - interval '11 seconds'
      where id = ${simulation_id}`,
    by: "staff",
  },
  {
    why: "the worker has the mail",
    arrange: async () => {
      await stack.sql`update public.outgoing_mail set next_attempt_at = now()`;
      await claim();
    },
    by: "staff",
  },
  { why: "somebody else decided", arrange: () => Promise.resolve(), by: "releasing staff" },
] as const)("nothing changes when $why", async ({ arrange, by }) => {
  await decide("staff", "approved");
  await arrange();
  expect((await undo(by)).json).toEqual({ changed: false, status: "approved" });
  expect(await stack.sql`select from public.outgoing_mail`).toHaveLength(1);
});

test("20 times undone and decided at once end in one state with its mail", async () => {
  await decide("staff", "approved");
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? undo("staff") : decide("staff", "approved"),
    ),
  );
  const [row] = await stack.sql`select status from public.simulations where id = ${simulation_id}`;
  const mails = await stack.sql`select from public.outgoing_mail`;
  expect(mails.length).toBe(row?.["status"] === "approved" ? 1 : 0);
});

function decide(name: PersonaName, decision: string, reason?: string) {
  return callFunction(stack, stack.personas[name], "decide_simulation", {
    simulation_id,
    decision,
    ...(reason === undefined ? {} : { reason }),
  });
}

function undo(name: PersonaName) {
  return callFunction(stack, stack.personas[name], "undo_decision", { simulation_id });
}

async function claim(): Promise<unknown[]> {
  const claimed = await stack.sql`select template from public.claim_outgoing_mail()`;
  return claimed.map((mail) => mail["template"]);
}
