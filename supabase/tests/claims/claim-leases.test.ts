import { expect, test } from "vitest";
import { addLandlordAddress } from "../support/add-landlord-address.ts";
import { account, address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";

const {
  fixtures,
  as,
  asStaff,
  day,
  queued,
  ask,
  confirm,
  guaranteed,
  items,
  byLink,
  open,
  openFor,
  heard,
  sendFile,
  change,
  decide,
  detail,
  mine,
  pay,
  colleague,
  regret,
  stateOf,
} = claimFixtures();

type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;

/** Makes the contract end yesterday and adds a period of the same lease that began today. */
async function renewed(contract: Guaranteed, limit = 3000) {
  const { sql } = fixtures;
  await sql`
    update public.contracts set start_date = private.today_in_brasilia() - 365,
      end_date = private.today_in_brasilia() - 1 where id = ${contract.id}`;
  return insertContract(
    sql,
    contractRow(contract.user, {
      lease_id: contract.leaseId,
      renews_contract_id: contract.id,
      landlord_name: "José Pereira",
      cover_limit: limit,
      guarantee_reference_value: limit,
      start_date: await day(0),
      end_date: await day(364),
    }),
  );
}
const untilOf = async (contract: Guaranteed) => {
  const [row] = await fixtures.sql`select private.claim_until(${contract.leaseId}) as until`;
  return row?.["until"];
};

test("a claim uses the limit of the period in which the damage happened", async () => {
  const contract = await guaranteed(5000);
  const { id: second } = await renewed(contract);
  const former = await open(contract, { happenedOn: await day(-10), items: items(1000) });
  expect(former).toMatchObject({ contractId: contract.id, limit: 5000 });
  const current = await open(contract, { happenedOn: await day(0), items: items(1000) });
  expect(current).toMatchObject({ contractId: second, limit: 3000 });
  expect(await mine(contract)).toHaveLength(2);
  await expect(open(contract, { happenedOn: await day(-400) })).rejects.toMatchObject({
    code: "PT422",
    message: "Neste dia a garantia não estava em vigor.",
  });
  await expect(open(contract, { happenedOn: await day(1) })).rejects.toMatchObject({
    code: "PT422",
  });
});

test("damage that is found after the last period is not guaranteed, although the time to claim runs", async () => {
  const contract = await guaranteed();
  await fixtures.sql`
    update public.contracts set end_date = private.today_in_brasilia() - 5 where id = ${contract.id}`;
  await expect(open(contract)).rejects.toMatchObject({
    code: "PT422",
    message: "O que foi encontrado depois da última vigência não está garantido.",
  });
  expect(await open(contract, { happenedOn: await day(-5) })).toMatchObject({ stage: "evidence" });
});

test("one claim is open per side and period, and withdrawn ones count over the life of the lease", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await expect(open(contract)).rejects.toMatchObject({
    code: "PT409",
    message: expect.stringContaining(claim.protocol),
  });
  expect(await openFor(contract)).toMatchObject({ changed: true });
  await expect(openFor(contract)).rejects.toMatchObject({ code: "PT409" });
  await renewed(contract);
  expect(await open(contract)).toMatchObject({ stage: "evidence" });
  await byLink(contract.secret, "withdraw", { claimId: claim.id });
  for (let made = 2; made < 10; made += 1) {
    const next = await open(contract, { happenedOn: await day(-1) });
    await byLink(contract.secret, "withdraw", { claimId: next.id });
  }
  await expect(open(contract, { happenedOn: await day(-1) })).rejects.toMatchObject({
    code: "PT409",
    message: "Esta locação já teve 10 pedidos. Fale com a nossa equipe.",
  });
});

test("concurrent claims of one side on one period become one claim", async () => {
  const contract = await guaranteed();
  const request = { leaseId: contract.leaseId, happenedOn: await day(0) };
  // Calls from one network would wait for each other at its limit.
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      fixtures.call("claim_by_link", {
        secret_hash: contract.secret,
        address_hash: hashOf(crypto.randomUUID()),
        action: "open",
        request: { ...request, requestId: crypto.randomUUID(), items: items(100) },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await mine(contract)).toHaveLength(1);
});

test("thirty days to claim count from the end of the last period", async () => {
  const contract = await guaranteed();
  const end = (offset: number) => fixtures.sql`
    update public.contracts set end_date = private.today_in_brasilia() + ${offset}::integer,
      start_date = private.today_in_brasilia() - 300 where id = ${contract.id}`;
  await end(-30);
  expect(await untilOf(contract)).toMatchObject({ day: await day(0), countedFrom: "end" });
  const claim = await open(contract, { happenedOn: await day(-40) });
  await byLink(contract.secret, "withdraw", { claimId: claim.id });
  await end(-31);
  const [row] = await fixtures.sql`
    select to_char(private.today_in_brasilia() - 1, 'DD/MM/YYYY') as day`;
  await expect(open(contract, { happenedOn: await day(-40) })).rejects.toMatchObject({
    code: "PT409",
    message: `O último dia para acionar esta garantia foi ${String(row?.["day"])}.`,
  });
});

test("at least fifteen days to claim remain after the landlord was told of the keys", async () => {
  const contract = await guaranteed();
  const { ending_id } = await ask(contract, { keys_on: await day(-40) });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: false,
    status: "asked",
    why: "waits",
    until: await day(5),
  });
  expect(await confirm(ending_id)).toMatchObject({ status: "ended" });
  expect(await untilOf(contract)).toEqual({
    day: await day(15),
    countedFrom: "told",
    since: await day(-40),
    toldOn: await day(0),
  });
  expect(await open(contract, { happenedOn: await day(-41) })).toMatchObject({ stage: "evidence" });
});

test("the time to claim counts from the keys when they come before the end of the last period", async () => {
  const contract = await guaranteed();
  const { ending_id } = await ask(contract, { keys_on: await day(-3) });
  await confirm(ending_id);
  expect(await untilOf(contract)).toMatchObject({ day: await day(27), countedFrom: "keys" });
});

test("staff are asked about an open claim before they cancel, and the cancelled contract pays nothing", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await fixtures.sql`delete from public.outgoing_mail`;
  const close = { contract_id: contract.id, status: "cancelled", reason: "Dados trocados" };
  expect(await asStaff("close_contract", close)).toMatchObject({
    changed: false,
    why: "claim",
    protocol: claim.protocol,
  });
  expect(await asStaff("close_contract", { ...close, despite_claim: true })).toMatchObject({
    changed: true,
  });
  expect(await detail(claim.id)).toMatchObject({
    stage: "withdrawn",
    withdrawnWhy: "cancelled",
    toPay: 0,
  });
  expect((await queued()).filter((template) => template.startsWith("claim-"))).toEqual([
    "claim-told",
    "claim-told",
  ]);
  expect(await decide(claim, [1000])).toMatchObject({
    changed: false,
    why: "O pedido foi retirado.",
  });
  await expect(open(contract)).rejects.toMatchObject({
    code: "PT409",
    message: "Esta garantia não está em vigor: não há o que acionar.",
  });
});

test("a cancellation that staff undo brings its claim back as it was", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
  await asStaff("close_contract", {
    contract_id: contract.id,
    status: "cancelled",
    reason: "Dados trocados",
    despite_claim: true,
  });
  expect(await detail(claim.id)).toMatchObject({ stage: "withdrawn" });
  await asStaff("undo_closing", { contract_id: contract.id });
  expect(await detail(claim.id)).toMatchObject({ stage: "deciding" });
  expect(await queued()).not.toContain("contract-ended");
});

test("a regret asks about an open claim first and then ends it", async () => {
  const contract = await guaranteed(5000, 3);
  const claim = await open(contract);
  expect(await regret(contract)).toEqual({ outcome: "claim", protocol: claim.protocol });
  const regretted = await as(contract.user, "regret_contract", {
    contract_id: contract.id,
    ending_id: crypto.randomUUID(),
    despite_claim: true,
  });
  expect(regretted).toMatchObject({ outcome: "regretted" });
  expect(await stateOf(contract)).toMatchObject({ status: "cancelled" });
  expect(await detail(claim.id)).toMatchObject({ withdrawnWhy: "cancelled" });
});

test("an ending asks about an open claim first, and the claim goes on after it", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  const { answer } = await ask(contract);
  expect(answer).toEqual({ outcome: "claim", protocol: claim.protocol });
  const { ending_id, answer: despite } = await ask(contract, { despite_claim: true });
  expect(despite).toMatchObject({ outcome: "asked" });
  await confirm(ending_id);
  expect(await detail(claim.id)).toMatchObject({ stage: "evidence" });
});

test("no party can derive a decision that is not final from the limit that is left", async () => {
  const contract = await guaranteed(20_000);
  const claim = await heard(contract, 9000);
  const other = await openFor(contract);
  const leftOf = async () => (await mine(contract)).map(({ limitLeft }) => limitLeft);
  const shown = async () => {
    const area = await fixtures.call("landlord_area", {
      secret_hash: contract.secret,
      address_hash,
      lease_id: contract.leaseId,
    });
    return area;
  };
  expect(await decide(claim, [8000])).toMatchObject({ stage: "second" });
  expect(await leftOf()).toEqual([20_000, 20_000]);
  expect(await shown()).toMatchObject({ lease: { limits: [{ left: 20_000 }] } });
  expect(await asStaff("contract_claims", { contract_id: contract.id })).toMatchObject({
    limits: [{ left: 12_000 }],
  });
  await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
  await change("second_claim", { claim_id: claim.id, agrees: true, note: "" }, await colleague());
  // The decision can still be undone.
  expect(await leftOf()).toEqual([20_000, 20_000]);
  await fixtures.sql`update private.staff_settings set undo_seconds = 0`;
  expect(await leftOf()).toEqual([12_000, 12_000]);
  expect(await shown()).toMatchObject({ lease: { limits: [{ left: 12_000 }] } });
  expect(other).toMatchObject({ stage: "evidence" });
});

test("nothing is paid for two business days after a change of the account, and all addresses are told", async () => {
  const contract = await guaranteed();
  await addLandlordAddress(fixtures.sql, contract.leaseId, "so-le@exemplo.com.br", "tenant");
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  const other = { ...account, key: "outra@exemplo.com.br", holder: "Maria de Souza Lima" };
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(
    await byLink(contract.secret, "change-account", { claimId: claim.id, account: other }),
  ).toMatchObject({ isOtherHolder: true });
  const [mail] = await fixtures.sql`
    select id from public.outgoing_mail where template = 'claim-account'`;
  const secret = String(await fixtures.call("account_secret", { mail_id: mail?.["id"] }));
  await fixtures.call("confirm_claim_account", { secret_hash: hashOf(secret), address_hash });
  const told = await fixtures.sql`
    select split_part(idempotency_key, ':', 2) as what, recipient from public.outgoing_mail
    where template = 'landlord-act' order by 1, 2`;
  expect(told.map(({ what, recipient }) => `${what} ${recipient}`)).toEqual(
    ["account-asked", "account-changed"].flatMap((what) =>
      [contract.address, "so-le@exemplo.com.br"].toSorted().map((address) => `${what} ${address}`),
    ),
  );
  const [row] = await fixtures.sql`
    select private.next_business_day(private.next_business_day(private.today_in_brasilia()))::text as day`;
  const seen = await detail(claim.id);
  expect(seen).toMatchObject({ payableFrom: row?.["day"], isOtherHolder: true });
  expect(await pay(claim.id)).toMatchObject({ changed: false, why: "waits" });
  await fixtures.sql`
    update public.claims set account_since = now() - interval '10 days' where id = ${claim.id}`;
  expect(await pay(claim.id)).toMatchObject({ changed: true });
  // The tenant sees neither account nor days of the account.
  const [tenants] = await mine(contract);
  for (const name of ["account", "accountNext", "isOtherHolder", "payableFrom"]) {
    expect(tenants).not.toHaveProperty(name);
  }
});

test("the slip of a payment is for landlord and staff alone", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  const file_id: string = crypto.randomUUID();
  const slip = {
    file_id,
    kind: "payment",
    file_path: `${contract.leaseId}/${file_id}.pdf`,
    file_type: "application/pdf",
  };
  expect(await sendFile(contract, claim, "staff", slip)).toMatchObject({ isKept: true });
  expect((await mine(contract))[0]?.files).toEqual([]);
  expect(await as(contract.user, "view_case_file", { file_id })).toMatchObject({ code: "42501" });
  expect(await asStaff("view_case_file", { file_id })).toMatchObject({ path: expect.any(String) });
  expect(
    await fixtures.call("find_case_file", { secret_hash: contract.secret, file_id, address_hash }),
  ).toMatchObject({ path: expect.any(String) });
});
