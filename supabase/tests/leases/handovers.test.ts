import { expect, test } from "vitest";
import { addLandlordAddress, landlordSecret } from "../support/add-landlord-address.ts";
import { type Signed, endingFixtures } from "../support/ending-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";

const {
  fixtures,
  signed,
  as,
  asStaff,
  regret,
  day,
  ask,
  endAnswerDays,
  confirm,
  stateOf,
  dues,
  pay,
  queued,
} = endingFixtures();
const address_hash = "a".repeat(64);
const refused = { code: "42501" };

/** Adds a confirmed address of the landlord to the lease and returns the hash of its link. */
async function landlordOf({ leaseId }: Signed, givenBy: "staff" | "tenant" = "staff") {
  const { sql } = fixtures;
  const address = `locador-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  await addLandlordAddress(sql, leaseId, address, givenBy);
  return { address, secret: hashOf(await landlordSecret(sql, address)) };
}
const byLandlord = ({ secret }: { secret: string }, action: string, request: object) =>
  fixtures.call("ending_by_link", { secret_hash: secret, address_hash, action, request });
const state = (contract: Signed, ending_id: string, keys_on: string, note = "") =>
  as(contract.user, "state_handover", { ending_id, keys_on, ...(note && { note }) });
const endingOf = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`
    select private.contract_ending(contract) as ending from public.contracts as contract where id = ${id}`;
  return row?.["ending"];
};
const told = async () => {
  const rows = await fixtures.sql`
    select template || ' ' || split_part(idempotency_key, ':', 2) as mail from public.outgoing_mail order by 1`;
  return rows.map(({ mail }) => String(mail));
};

test("both sides hear of an ending at once, and no day takes effect before the other side was asked", async () => {
  const contract = await signed({ daysAgo: 60 });
  const landlord = await landlordOf(contract);
  const reader = await landlordOf(contract, "tenant");
  const { ending_id, answer } = await ask(contract, { keys_on: await day(-40) });
  expect(answer).toMatchObject({ outcome: "asked" });
  expect(await endingOf(contract)).toMatchObject({
    waits_for: ["landlord"],
    answer_until: await day(5),
    landlord_told_on: await day(0),
    statements: [{ side: "tenant", keysOn: await day(-40) }],
  });
  const rows = await fixtures.sql`
    select recipient from public.outgoing_mail where template = 'landlord-ending'`;
  expect(rows.map(({ recipient }) => String(recipient)).toSorted()).toEqual(
    [landlord.address, reader.address].toSorted(),
  );
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({ why: "waits" });
  expect(await stateOf(contract)).toMatchObject({ status: "active" });
  // An answer ends the wait at once.
  expect(
    await byLandlord(landlord, "state", { endingId: ending_id, keysOn: await day(-40) }),
  ).toEqual({ outcome: "stated" });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: true,
    status: "ended",
  });
  expect(await stateOf(contract)).toMatchObject({ ends_on: await day(-40) });
});

test("the time to claim counts from the confirmation when only an address that reads was told of the ending", async () => {
  const contract = await signed({ daysAgo: 60 });
  await landlordOf(contract, "tenant");
  const { ending_id } = await ask(contract, { keys_on: await day(-40) });
  expect(await endingOf(contract)).toMatchObject({ landlord_told_on: null });
  await fixtures.sql`
    update public.contract_endings set asked_at = now() - interval '20 days', answer_until = ${await day(-15)}
    where id = ${ending_id}`;
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({ status: "ended" });
  const [row] = await fixtures.sql`select private.claim_until(${contract.leaseId}) as until`;
  expect(row?.["until"]).toMatchObject({ day: await day(15), countedFrom: "told" });
});

test("a contested day needs the reason of staff and ends the contract on the day that they confirm", async () => {
  const contract = await signed({ daysAgo: 60 });
  const landlord = await landlordOf(contract);
  const { ending_id } = await ask(contract, { keys_on: await day(-10) });
  await fixtures.sql`delete from public.outgoing_mail`;
  const other = { endingId: ending_id, keysOn: await day(-2), note: "Recebi nesse dia" };
  expect(await byLandlord(landlord, "state", other)).toEqual({ outcome: "stated" });
  expect(await byLandlord(landlord, "state", other)).toEqual({ outcome: "stated" });
  expect(await told()).toEqual([
    "ending-news stated",
    "ending-notice stated",
    "landlord-ending stated",
  ]);
  expect(await endingOf(contract)).toMatchObject({
    waits_for: [],
    statements: [{ side: "tenant" }, { side: "landlord", keysOn: await day(-2) }],
  });
  for (const keys_on of [await day(-2), await day(-10), await day(-5)]) {
    await expect(asStaff("confirm_ending", { ending_id, keys_on })).rejects.toMatchObject({
      code: "PT422",
      message: "As partes não informam este mesmo dia: escreva por que ele vale.",
    });
  }
  expect(
    await asStaff("confirm_ending", {
      ending_id,
      keys_on: await day(-2),
      keys_note: "O recibo do locador tem este dia",
    }),
  ).toMatchObject({ status: "ended" });
  expect(await stateOf(contract)).toMatchObject({ ends_on: await day(-2) });
});

test("a side states the day within its five days, inside the term, and not after the confirmation", async () => {
  const contract = await signed({ daysAgo: 60 });
  const landlord = await landlordOf(contract);
  const { ending_id } = await ask(contract, { keys_on: await day(-3) });
  const stateByLink = async (keysOn: string) =>
    byLandlord(landlord, "state", { endingId: ending_id, keysOn });
  for (const keysOn of [await day(-61), await day(400)]) {
    await expect(stateByLink(keysOn)).rejects.toMatchObject({ code: "PT422" });
  }
  await endAnswerDays(ending_id);
  expect(await stateByLink(await day(-1))).toEqual({ outcome: "late" });
  // The side that asked may correct its own day until staff confirm.
  expect(await state(contract, ending_id, await day(-4))).toEqual({ outcome: "stated" });
  await asStaff("confirm_ending", { ending_id, keys_on: await day(-4) });
  expect(await state(contract, ending_id, await day(-5))).toEqual({ outcome: "confirmed" });
});

test("the days to state another day of the keys are the published ones", async () => {
  await fixtures.call("keep_content", { content: { rules: { handoverDays: 9 } } });
  const contract = await signed({ daysAgo: 60 });
  await ask(contract, { keys_on: await day(-3) });
  expect(await endingOf(contract)).toMatchObject({ answer_until: await day(9) });
});

test("a landlord who acts reports the end of the lease, and the tenant is asked", async () => {
  const contract = await signed({ daysAgo: 60 });
  const landlord = await landlordOf(contract);
  const endingId = crypto.randomUUID();
  const request = { contractId: contract.id, endingId, kind: "moved-out", keysOn: await day(-1) };
  expect(await byLandlord(landlord, "ask", request)).toMatchObject({ outcome: "asked" });
  expect(await endingOf(contract)).toMatchObject({ asked_by: "landlord", waits_for: ["tenant"] });
  expect(await queued()).toEqual(["ending-news", "ending-notice", "landlord-ending"]);
  expect(await state(contract, endingId, await day(-1))).toEqual({ outcome: "stated" });
  // Only the side that asked withdraws.
  expect(await as(contract.user, "withdraw_ending", { ending_id: endingId })).toEqual({
    outcome: "asked",
  });
  expect(await byLandlord(landlord, "withdraw", { endingId })).toEqual({ outcome: "withdrawn" });
  expect(await stateOf(contract)).toMatchObject({ status: "active" });
});

test("an address that only reads, another landlord and another tenant change nothing", async () => {
  const [contract, other] = [await signed({ daysAgo: 60 }), await signed({ daysAgo: 60 })];
  const [reader, stranger] = [await landlordOf(contract, "tenant"), await landlordOf(other)];
  const { ending_id } = await ask(contract);
  const requests = {
    ask: {
      contractId: contract.id,
      endingId: crypto.randomUUID(),
      kind: "moved-out",
      keysOn: await day(0),
    },
    state: { endingId: ending_id, keysOn: await day(-1) },
    withdraw: { endingId: ending_id },
  };
  for (const who of [reader, stranger, { secret: "e".repeat(64) }]) {
    for (const [action, request] of Object.entries(requests)) {
      expect(await byLandlord(who, action, request)).toBeNull();
    }
  }
  expect(
    await as(other.user, "state_handover", { ending_id, keys_on: await day(-1) }),
  ).toMatchObject(refused);
  expect(await endingOf(contract)).toMatchObject({ status: "asked", waits_for: ["landlord"] });
});

test("a lease that never began ends without a handover, with a reason, and not as a renewal", async () => {
  const contract = await signed({ daysAgo: 20 });
  await pay(contract);
  const never = { kind: "never-began", keys_on: null, reason: "O locador alugou a outra pessoa" };
  await expect(ask(contract, { ...never, reason: "" })).rejects.toMatchObject({ code: "PT422" });
  const { ending_id, answer } = await ask(contract, never);
  expect(answer).toMatchObject({ outcome: "asked" });
  expect(await endingOf(contract)).toMatchObject({ keys_on: null, waits_for: [], statements: [] });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: true,
    status: "ended",
  });
  expect(await stateOf(contract)).toMatchObject({ kind: "never-began", status: "ended" });
  expect(await dues(contract)).toEqual(["fee paid"]);

  const renewal = await signed({ daysAgo: 20 });
  await fixtures.sql`
    update public.contracts set renews_contract_id = ${contract.id} where id = ${renewal.id}`;
  await expect(ask(renewal, never)).rejects.toMatchObject({
    code: "PT422",
    message: "A locação já tinha começado antes desta renovação.",
  });
});

test("staff cannot regret a contract for the tenant after the legal days", async () => {
  const close = (contract: Signed, kind: string) =>
    asStaff("close_contract", {
      contract_id: contract.id,
      status: "cancelled",
      reason: "Pediu por telefone",
      kind,
    });
  const late = await signed({ daysAgo: 8 });
  await expect(close(late, "regret")).rejects.toMatchObject({
    code: "PT422",
    message: "O prazo de desistência deste contrato terminou.",
  });
  expect(await regret(late)).toEqual({ outcome: "late" });
  const early = await signed({ daysAgo: 7 });
  await pay(early);
  expect(await close(early, "regret")).toMatchObject({ changed: true });
  expect(await dues(early)).toEqual(["fee cancelled", "refund"]);
});

test("an ending that staff ask for asks both sides about the day", async () => {
  const contract = await signed({ daysAgo: 60 });
  const landlord = await landlordOf(contract);
  const { ending_id } = await ask(contract, { keys_on: await day(-1) }, fixtures.staffId);
  expect(await endingOf(contract)).toMatchObject({ waits_for: ["landlord", "tenant"] });
  await state(contract, ending_id, await day(-1));
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({ why: "waits" });
  await byLandlord(landlord, "state", { endingId: ending_id, keysOn: await day(-1) });
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({ status: "ended" });
});

test("a renewal that has not begun ends with the lease and returns its fee", async () => {
  const { sql } = fixtures;
  const [contract, later] = [await signed({ daysAgo: 60 }), await signed({ startsIn: 5 })];
  await pay(later);
  await sql`update public.contracts set user_id = ${contract.user}, lease_id = ${contract.leaseId},
    renews_contract_id = ${contract.id} where id = ${later.id}`;
  const { ending_id } = await ask(contract, { keys_on: await day(-1) });
  expect(await confirm(ending_id)).toMatchObject({ status: "ended" });
  expect(await stateOf(later)).toMatchObject({
    status: "cancelled",
    kind: "cancelled-before-start",
  });
  expect(await dues(later)).toEqual(["fee cancelled", "refund"]);
});
