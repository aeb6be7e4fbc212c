import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { callFunction } from "../support/call-api.ts";
import { createUser } from "../support/create-user.ts";
import type { PersonaName } from "../support/personas.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow, offerRow, simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

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

test("the mail of a decision waits while the decision can be taken back", async () => {
  await decide("staff", "approved");
  expect(await claim()).toEqual([]);
  await stack.sql`update public.outgoing_mail set next_attempt_at = now()`;
  expect(await claim()).toEqual(["simulation-approved"]);
});

test("undoing removes the decision and its mail, and the request can be decided again", async () => {
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

test("undoing removes the offer made with the decision", async () => {
  await decide("staff", "approved");
  await stack.sql`
    insert into public.offers (
      simulation_id, property_type, landlord_name, rental_value, reference_value, cover_limit,
      fee, fee_due_on, payment_plan, payment_method, start_date, months, valid_until,
      terms_version, conditions_sha256
    )
    values (
      ${simulation_id}, 'Apartamento', 'José Pereira', 1000, 12000, 8400, 900, current_date + 10,
      'pix', 'Pix à vista', current_date + 10, 12, now() + interval '7 days', '1',
      ${"a".repeat(64)}
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
  { why: "somebody else decided", arrange: () => Promise.resolve(), by: "other staff" },
] as const)("undoing changes nothing when $why", async ({ arrange, by }) => {
  await decide("staff", "approved");
  await arrange();
  expect((await undo(by)).json).toEqual({ changed: false, status: "approved" });
  expect(await stack.sql`select from public.outgoing_mail`).toHaveLength(1);
});

test("an approval is taken back with a reason after its mail left, and is decided again with a mail", async () => {
  const takeBack = (reason: string) =>
    callFunction(stack, stack.personas["other staff"], "take_back_approval", {
      simulation_id,
      reason,
    });
  await decide("staff", "approved");
  await stack.sql`
    update public.outgoing_mail set status = 'sent', sent_at = now()
    where simulation_id = ${simulation_id}`;
  expect(await takeBack(" ")).toMatchObject({ status: 422, json: { details: "reason" } });
  expect((await takeBack("Documento falso")).json).toEqual({ changed: true });
  expect((await takeBack("Documento falso")).json).toEqual({ changed: false });
  const [row] = await stack.sql`
    select status, reviewed_at from public.simulations where id = ${simulation_id}`;
  expect(row).toEqual({ status: "pending", reviewed_at: null });
  const [note] = await stack.sql`
    select note from public.case_notes where simulation_id = ${simulation_id}`;
  expect(note).toEqual({ note: "Aprovação retirada: Documento falso" });
  await decide("staff", "rejected", "Documento falso");
  const mails =
    await stack.sql`select template, status from public.outgoing_mail order by template`;
  expect([...mails]).toEqual([
    { template: "simulation-approved", status: "sent" },
    { template: "simulation-rejected", status: "queued" },
  ]);
});

test("an approval is not taken back once conditions are out", async () => {
  await decide("staff", "approved");
  await stack.sql`insert into public.offers ${stack.sql(offerRow(simulation_id))}`;
  const { status, json } = await callFunction(stack, stack.personas.staff, "take_back_approval", {
    simulation_id,
    reason: "Documento falso",
  });
  expect(status).toBe(409);
  expect(json).toMatchObject({
    message: "As condições já foram enviadas: a aprovação não volta mais.",
  });
});

test("20 parallel undos and decisions end in one state with its mail", async () => {
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

describe("the end of a lease", () => {
  const day = (ago: number) => todayInBrasilia(new Date(Date.now() - ago * 86_400_000));
  const close = (contract_id: string, more: Record<string, unknown> = {}) =>
    callFunction(stack, stack.personas.staff, "close_contract", {
      contract_id,
      status: "ended",
      reason: "Imóvel devolvido",
      ...more,
    });
  const undoClosing = (contract_id: string, name: PersonaName = "staff") =>
    callFunction(stack, stack.personas[name], "undo_closing", { contract_id });
  const stored = async (contract_id: string) => {
    const [row] = await stack.sql`
      select to_jsonb(contract) as row from public.contracts as contract where id = ${contract_id}`;
    return row?.["row"];
  };
  const detail = async (contract_id: string) =>
    (await callFunction(stack, stack.personas.staff, "contract_detail", { contract_id })).json;
  const mails = async (contract_id: string) => {
    const rows = await stack.sql`
      select template from public.outgoing_mail where contract_id = ${contract_id}`;
    return rows.map((row) => row["template"]);
  };
  const contract = async (changes: Record<string, unknown> = {}) => {
    const owner = await createUser(stack.sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
    const term = { start_date: day(1), end_date: day(-300) };
    return (await insertContract(stack.sql, contractRow(owner, { ...term, ...changes }))).id;
  };

  test("is the day that staff enter", async () => {
    const term = { start_date: day(40), end_date: day(-300) };
    const id = await contract(term);
    const answer = await close(id, { ends_on: day(12) });
    expect(answer.json).toEqual({ changed: true, state: "ended", undoSeconds: 10 });
    expect(await detail(id)).toMatchObject({
      ends_on: day(12),
      end_date: day(-300),
      state: "ended",
    });
    const [told] = await stack.sql`
      select private.last_day(contract)::text as day, mail.next_attempt_at > now() as waits
      from public.contracts as contract
      join public.outgoing_mail as mail on mail.contract_id = contract.id
      where contract.id = ${id}`;
    expect(told).toEqual({ day: day(12), waits: true });
    const silent = await contract(term);
    expect((await close(silent)).json).toMatchObject({ changed: true });
    expect(await detail(silent)).toMatchObject({ ends_on: day(0) });
    const cancelled = await contract(term);
    await close(cancelled, { status: "cancelled", ends_on: day(12) });
    expect(await detail(cancelled)).toMatchObject({ ends_on: null });
  });

  test.each([
    ["in the future", { start_date: 40, ends_on: -1 }, "A data não pode ser depois de hoje."],
    [
      "before the contract",
      { start_date: 40, ends_on: 41 },
      "A data não pode ser antes do início do contrato.",
    ],
    [
      "before a future contract",
      { start_date: -5, ends_on: 1 },
      "A data não pode ser antes do início do contrato.",
    ],
  ])("is refused when it is %s", async (_why, { ends_on, start_date }, message) => {
    const id = await contract({ start_date: day(start_date), end_date: day(-300) });
    const answer = await close(id, { ends_on: day(ends_on) });
    expect(answer).toMatchObject({ status: 422, json: { message } });
    expect(await detail(id)).toMatchObject({ closed_at: null, ends_on: null });
    expect(await mails(id)).toEqual([]);
  });

  test("is refused for a reason that depends on the keys, about which both sides are asked", async () => {
    const id = await contract();
    for (const kind of ["moved-out", "end-of-lease"]) {
      const answer = await close(id, { kind });
      expect(answer.status).toBe(422);
      expect(answer.json).toMatchObject({ message: expect.stringContaining("dia das chaves") });
    }
    expect((await close(id, { ends_on: "ontem" })).status).toBe(400);
  });

  test.each(["ended", "cancelled"])(
    "can be undone for a contract that was %s, which may end again",
    async (status) => {
      const id = await contract();
      const former = await stored(id);
      await close(id, { status });
      expect((await undoClosing(id)).json).toEqual({ changed: true, state: "in_force" });
      expect(await stored(id)).toEqual(former);
      expect(await mails(id)).toEqual([]);
      expect((await undoClosing(id)).json).toEqual({ changed: false, state: "in_force" });
      await close(id);
      expect(await mails(id)).toEqual(["contract-ended"]);
      const trail = await stack.sql`
      select action, details ->> 'status' as status from public.audit_trail
      where subject_id = ${id} and action <> 'read-contracts' order by id`;
      expect([...trail]).toEqual([
        { action: "close-contract", status },
        { action: "undo-closing", status },
        { action: "close-contract", status: "ended" },
      ]);
    },
  );

  test.each<[string, PersonaName, (id: string) => unknown]>([
    [
      "it is too late",
      "staff",
      (id) => stack.sql`
      update public.contracts set closed_at = now() - interval '11 seconds' where id = ${id}`,
    ],
    [
      "the worker has the mail",
      "staff",
      (id) => stack.sql`
      update public.outgoing_mail set status = 'sending', attempts = 1, leased_until = now() + interval '1 minute' where contract_id = ${id}`,
    ],
    ["somebody else ended it", "other staff", () => undefined],
  ])("stays when %s", async (_why, by, arrange) => {
    const id = await contract();
    await close(id);
    await arrange(id);
    expect((await undoClosing(id, by)).json).toEqual({ changed: false, state: "ended" });
    expect(await mails(id)).toEqual(["contract-ended"]);
  });

  test("stays once another offer has followed a cancelled contract", async () => {
    const [request] = await stack.sql`
      insert into public.simulations ${stack.sql(simulationRow())} returning id`;
    const offer = offerRow(String(request?.["id"]), { status: "accepted", closed_at: new Date() });
    const [made] = await stack.sql`insert into public.offers ${stack.sql(offer)} returning id`;
    const id = await contract({ offer_id: made?.["id"] });
    await close(id, { status: "cancelled" });
    await stack.sql`update public.offers set status = 'withdrawn' where id = ${String(made?.["id"])}`;
    expect((await undoClosing(id)).json).toEqual({ changed: false, state: "cancelled" });
  });

  test("has one state with its mail after 20 parallel endings and undoings", async () => {
    const id = await contract();
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? undoClosing(id) : close(id))));
    const isEnded = Object(await stored(id)).status === "ended";
    expect(await mails(id)).toEqual(isEnded ? ["contract-ended"] : []);
    expect(Object(await stored(id)).ends_on).toBe(isEnded ? day(0) : null);
  });
});

function decide(name: PersonaName, decision: string, reason?: string) {
  return callFunction(stack, stack.personas[name], "decide_simulation", {
    simulation_id,
    decision,
    known_version: 0,
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
