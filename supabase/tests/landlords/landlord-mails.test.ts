import { describe, expect, test } from "vitest";
import { insertContract } from "../support/insert-contract.ts";
import { landlordFixtures } from "../support/landlord-fixtures.ts";
import { contractRow, day } from "../support/sample-rows.ts";

const { fixtures, contracted, issue, open, confirm, letterOf, told, asTenant } = landlordFixtures();
const owner = "jose@exemplo.com.br";
const given = "segunda.caixa@exemplo.com.br";
const unconfirmed = "ninguem@exemplo.com.br";

/** Makes a lease whose landlord has an acting address, an address that only reads, and one that is not confirmed. */
async function lease(changes: Record<string, unknown> = {}) {
  const contract = await contracted({ email: given, changes });
  for (const address of [owner, unconfirmed]) {
    // oxlint-disable-next-line no-await-in-loop
    await fixtures.asStaff("add_landlord_address", {
      contract_id: contract.id,
      address,
      is_own: false,
    });
  }
  await confirm(given);
  await confirm(owner);
  await fixtures.sql`delete from public.outgoing_mail`;
  return contract;
}

/** Adds the next period of a lease, with its letter still being made. */
async function renewed({ id, leaseId, userId }: Awaited<ReturnType<typeof lease>>) {
  const row = contractRow(userId, {
    lease_id: leaseId,
    renews_contract_id: id,
    landlord_name: "José Pereira",
    start_date: "2091-01-01",
    end_date: "2091-12-31",
  });
  const next = await insertContract(fixtures.sql, row);
  await fixtures.sql`
    insert into public.letters (contract_id, code) values (${next.id}, private.new_letter_code())`;
  await fixtures.sql`insert into public.document_jobs (contract_id) values (${next.id})`;
  return next;
}

const both = (template: string) => [`${template} ${owner}`, `${template} ${given}`];
/** Returns the mails to landlords since the last call. */
async function news() {
  const mails = await told();
  await fixtures.sql`delete from public.outgoing_mail`;
  return mails.toSorted();
}

describe("mails to all confirmed addresses of a lease", () => {
  test("announce once the letter, a new version, a renewal's letter, and the end of each period", async () => {
    const contract = await lease();
    await issue(contract.id);
    await issue(contract.id);
    expect(await news()).toEqual(both("landlord-letter"));
    await fixtures.sql`update public.letters set file_sha256 = null`;
    await issue(contract.id, 2);
    expect(await news()).toEqual(both("landlord-replaced"));
    expect(await letterOf(await linkOf(owner), contract.id)).toBe(
      `${contract.id}/carta-de-fianca-2.pdf`,
    );
    const next = await renewed(contract);
    await issue(next.id);
    expect(await news()).toEqual(both("landlord-letter"));
    const close = (contract_id: string) =>
      fixtures.asStaff("close_contract", {
        contract_id,
        status: "cancelled",
        reason: "Não houve locação",
      });
    await close(next.id);
    await close(next.id);
    expect(await news()).toEqual(both("landlord-ended"));
    await close(contract.id);
    expect(await news()).toEqual(both("landlord-ended"));
  });

  test("report an end only when staff can no longer undo it", async () => {
    const contract = await lease();
    await issue(contract.id);
    await news();
    await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
    const closing = { contract_id: contract.id, status: "cancelled", reason: "Não houve locação" };
    await fixtures.asStaff("close_contract", closing);
    const waiting = await fixtures.sql`
      select next_attempt_at > now() + interval '50 seconds' as waits from public.outgoing_mail
      where template = 'landlord-ended'`;
    expect(waiting.map(({ waits }) => waits)).toEqual([true, true]);
    await fixtures.asStaff("undo_closing", { contract_id: contract.id });
    expect((await told()).filter((mail) => mail.startsWith("landlord-ended"))).toEqual([]);
    await fixtures.asStaff("close_contract", closing);
    expect(await news()).toEqual(both("landlord-ended"));
    expect((await open(await linkOf(owner)))?.leases).toMatchObject([{ state: "revoked" }]);
    // The landlord cannot open the letter of a revoked contract.
    expect(await letterOf(await linkOf(owner), contract.id)).toBeNull();
  });

  test("report the end of the term", async () => {
    const contract = await lease();
    await fixtures.sql`
      update public.contracts set start_date = current_date - 300, end_date = current_date - 2
      where id = ${contract.id}`;
    await fixtures.call("run_schedule", {});
    await fixtures.call("run_schedule", {});
    expect((await news()).filter((mail) => mail.startsWith("landlord-ended"))).toEqual(
      both("landlord-ended"),
    );
  });

  test("ask about the day of the keys when the tenant reports the end", async () => {
    const contract = await lease({ start_date: "2026-01-01", end_date: day(100) });
    await asTenant(contract.userId, "ask_ending", {
      contract_id: contract.id,
      ending_id: crypto.randomUUID(),
      kind: "moved-out",
      keys_on: day(0),
    });
    expect(await news()).toEqual(both("landlord-ending"));
  });
});

describe("a guarantee that is not in force", () => {
  test("is not announced to an address that is confirmed after the cancellation", async () => {
    const contract = await contracted({ email: owner, givenBy: "staff" });
    await issue(contract.id);
    await fixtures.sql`
      update public.contracts set status = 'cancelled', closed_at = now() where id = ${contract.id}`;
    await confirm(owner);
    expect(await news()).toEqual([`landlord-asked ${owner}`]);
  });

  test("is not announced when the letter is made after the cancellation", async () => {
    const contract = await lease();
    await fixtures.sql`
      update public.contracts set status = 'cancelled', closed_at = now(), tenant_email = 'ana@exemplo.com.br'
      where id = ${contract.id}`;
    await issue(contract.id);
    // The tenant hears of the cancellation, not of the letter.
    const queued = await fixtures.sql`select template, recipient from public.outgoing_mail`;
    expect([...queued]).toEqual([]);
  });

  test("is not announced to an address that is confirmed after the end, unlike the running period", async () => {
    const contract = await contracted({ email: owner, givenBy: "staff" });
    await issue(contract.id);
    const next = await renewed(contract);
    await issue(next.id);
    await fixtures.sql`
      update public.contracts set start_date = current_date - 400, end_date = current_date - 35
      where id = ${contract.id}`;
    await fixtures.sql`
      update public.contracts set start_date = current_date - 34, end_date = current_date + 300
      where id = ${next.id}`;
    await confirm(owner);
    const letters = await fixtures.sql`
      select contract_id from public.outgoing_mail where template = 'landlord-letter'`;
    expect(letters.map((mail) => mail["contract_id"])).toEqual([next.id]);
  });
});

test("a removed address gets none of the mails that still wait", async () => {
  const contract = await lease();
  await issue(contract.id);
  const [known] = await fixtures.sql`
    select id from public.lease_addresses where address = ${given}`;
  await fixtures.asStaff("remove_landlord_address", {
    contract_id: contract.id,
    contact_id: known?.["id"],
  });
  expect(await news()).toEqual([`landlord-letter ${owner}`]);
});

/** Returns the current secret of an address. */
async function linkOf(address: string) {
  const [row] = await fixtures.sql`select private.current_landlord_secret(${address}) as secret`;
  return String(row?.["secret"]);
}
