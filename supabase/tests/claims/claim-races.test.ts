import { expect, test } from "vitest";
import { address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";

const { fixtures, as, asStaff, day, ask, confirm, guaranteed, byLink, open, openFor, change } =
  claimFixtures();
type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;

/** Counts the mails that report an act of a landlord's address. */
async function reports(what: string) {
  const [row] = await fixtures.sql`
    select count(*)::integer as n from public.outgoing_mail
    where template = 'landlord-act' and split_part(idempotency_key, ':', 2) = ${what}`;
  return Number(row?.["n"]);
}
/** Waits until another connection waits for a lock. */
const untilBlocked = () =>
  expect
    .poll(async () => {
      const [row] = await fixtures.sql`
        select count(*)::integer as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      return Number(row?.["n"]);
    })
    .toBeGreaterThan(0);

test("a claim waits for a change of its contract and lease, and neither is stopped", async () => {
  const contract = await guaranteed();
  const opened: Promise<unknown>[] = [];
  await fixtures.sql.begin(async (other) => {
    await other`select private.lock_contract(${contract.id})`;
    opened.push(openFor(contract));
    await untilBlocked();
    // An address of the landlord names the lease, and a new landlord changes it.
    await other`
      insert into public.lease_addresses (lease_id, address, given_by)
      values (${contract.leaseId}, 'outra@exemplo.com.br', 'staff')`;
    await other`update public.leases set claims_end_told_on = null where id = ${contract.leaseId}`;
  });
  expect(await opened[0]).toMatchObject({ changed: true });
});

test("a mail about a contract can be queued while somebody else changes the contract", async () => {
  const contract = await guaranteed();
  await fixtures.sql.begin(async (other) => {
    await other`select private.lock_contract(${contract.id})`;
    expect(
      await fixtures.call("give_address_by_link", {
        secret_hash: contract.secret,
        lease_id: contract.leaseId,
        address: "outra@exemplo.com.br",
        address_hash,
      }),
    ).toMatchObject({ changed: true });
  });
});

test("evidence that was complete before is not reported as complete again", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await byLink(contract.secret, "complete", { claimId: claim.id });
  await change(
    "answer_claim",
    { claim_id: claim.id, answers: [{ item_id: claim.items[0]?.id, text: "Já estava assim" }] },
    contract.user,
  );
  await byLink(contract.secret, "complete", { claimId: claim.id });
  expect(await reports("complete")).toBe(1);
});

test("each request for a renewal is reported once, and none that is too early", async () => {
  const contract = await guaranteed();
  const askRenewal = () =>
    fixtures.call("ask_renewal_by_link", {
      secret_hash: contract.secret,
      lease_id: contract.leaseId,
      address_hash,
    });
  expect(await askRenewal()).toEqual({ state: "none" });
  expect(await reports("ask-renewal")).toBe(0);
  await fixtures.sql`
    update public.contracts set end_date = private.today_in_brasilia() + 30 where id = ${contract.id}`;
  expect(await askRenewal()).toEqual({ state: "asked" });
  expect(await askRenewal()).toEqual({ state: "asked" });
  expect(await reports("ask-renewal")).toBe(1);
  // The tenant has declined the offer, so the landlord asks again.
  await fixtures.sql`
    update public.contracts set renewal_asked_at = null, renewal_asked_by = null where id = ${contract.id}`;
  expect(await askRenewal()).toEqual({ state: "asked" });
  expect(await reports("ask-renewal")).toBe(2);
});

test("the tenant is told that a claim was withdrawn when an answer comes too late", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await byLink(contract.secret, "withdraw", { claimId: claim.id });
  const answers = [{ item_id: claim.items[0]?.id, text: "Já estava assim" }];
  await expect(
    as(contract.user, "answer_claim", { claim_id: claim.id, answers, version: 2 }),
  ).rejects.toMatchObject({ code: "PT409", message: "Este pedido foi retirado." });
});

/** Asks for the end of a contract as staff do, and confirms it after the days of both sides. */
async function endOf(contract: Guaranteed) {
  const asked = { kind: "other", reason: "Acordo" };
  const { ending_id } = await ask(contract, asked, fixtures.staffId);
  return confirm(ending_id);
}

test("a landlord whose letter is being corrected is told of the end", async () => {
  const contract = await guaranteed();
  await fixtures.sql`
    select private.reissue_letter(contract) from public.contracts as contract where id = ${contract.id}`;
  await endOf(contract);
  expect(await fixtures.mails()).toContain("landlord-ended");
});

test("a landlord who has the letter of an earlier period is told of the end of the lease", async () => {
  const contract = await guaranteed();
  await fixtures.sql`update public.letters set file_sha256 = null where contract_id = ${contract.id}`;
  await endOf(contract);
  expect(await fixtures.mails()).not.toContain("landlord-ended");
  const renewed = await guaranteed();
  await fixtures.sql`update public.letters set file_sha256 = null where contract_id = ${renewed.id}`;
  const former = await insertContract(
    fixtures.sql,
    contractRow(renewed.user, {
      lease_id: renewed.leaseId,
      start_date: await day(-400),
      end_date: await day(-61),
    }),
  );
  await fixtures.sql`
    insert into public.letters (contract_id, code, file_sha256)
    values (${former.id}, private.new_letter_code(), ${"c".repeat(64)})`;
  await endOf(renewed);
  expect(await fixtures.mails()).toContain("landlord-ended");
});

test("an ending that staff confirm after the end of the term takes the last day of the term", async () => {
  const contract = await guaranteed();
  const ending_id = crypto.randomUUID();
  await asStaff("ask_ending", {
    contract_id: contract.id,
    ending_id,
    kind: "never-began",
    reason: "Não se mudou",
  });
  await fixtures.sql`
    update public.contracts set end_date = private.today_in_brasilia() - 2 where id = ${contract.id}`;
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({ status: "ended" });
  const [row] = await fixtures.sql`
    select ends_on::text from public.contracts where id = ${contract.id}`;
  expect(row).toEqual({ ends_on: await day(-2) });
});

test("a renewal that is cancelled before its documents are drawn gets none", async () => {
  const contract = await guaranteed();
  const [renewal] = await fixtures.sql`
    insert into public.contracts (
      lease_id, user_id, tenant_name, tenant_cpf, tenant_email, landlord_name, property_type, property_address,
      rental_value, guarantee_reference_value, cover_limit, start_date, end_date, contract_duration_months,
      payment_plan, payment_method, renews_contract_id
    )
    select lease_id, user_id, tenant_name, tenant_cpf, tenant_email, landlord_name, property_type, property_address,
      rental_value, guarantee_reference_value, cover_limit, end_date + 1, end_date + 365, 12,
      payment_plan, payment_method, id
    from public.contracts where id = ${contract.id} returning id`;
  await fixtures.sql`insert into public.document_jobs (contract_id) values (${renewal?.["id"] ?? ""})`;
  await endOf(contract);
  const [left] = await fixtures.sql`
    select contract.status, (select count(*)::integer from public.document_jobs where contract_id = contract.id) as jobs
    from public.contracts as contract where contract.id = ${renewal?.["id"] ?? ""}`;
  expect(left).toEqual({ status: "cancelled", jobs: 0 });
});
