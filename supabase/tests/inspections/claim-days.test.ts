import { beforeEach, describe, expect, test } from "vitest";
import { hashOf } from "../support/hash-of.ts";
import { insertContract } from "../support/insert-contract.ts";
import { address_hash, landlordFixtures } from "../support/landlord-fixtures.ts";
import { contractRow } from "../support/sample-rows.ts";

const { fixtures, contracted, confirm, asTenant } = landlordFixtures();
const owner = "jose@exemplo.com.br";

beforeEach(async () => {
  await fixtures.sql`delete from private.kept_content`;
});

async function lease(changes: Record<string, unknown> = {}) {
  const term = { start_date: "2026-01-01", end_date: "2099-01-31", ...changes };
  return contracted({ email: owner, givenBy: "staff", changes: term });
}

const untilOf = async (leaseId: string) => {
  const [row] = await fixtures.sql`select private.claim_until(${leaseId}) as until`;
  const until: unknown = row?.["until"];
  return until;
};

/** Adds a request for the end of a contract, with the day of the keys. */
const ask = (contractId: string, keysOn: string) => fixtures.sql`
  insert into public.contract_endings (id, contract_id, kind, asked_by, keys_on, answer_until)
  values (gen_random_uuid(), ${contractId}, 'moved-out', 'tenant', ${keysOn}, '2099-01-06')`;
const confirmEnding = (toldOn: string) => fixtures.sql`
  update public.contract_endings
  set status = 'confirmed', closed_at = now(), landlord_told_on = ${toldOn}`;

describe("the last day to claim", () => {
  const fromEnd = { day: "2099-03-02", countedFrom: "end", since: "2099-01-31", toldOn: null };

  test("counts from the end of the term until a day of the keys is confirmed", async () => {
    const { id, leaseId } = await lease();
    expect(await untilOf(leaseId)).toEqual(fromEnd);
    await ask(id, "2099-01-10");
    expect(await untilOf(leaseId)).toEqual(fromEnd);
    await confirmEnding("2099-01-02");
    expect(await untilOf(leaseId)).toEqual({
      day: "2099-02-09",
      countedFrom: "keys",
      since: "2099-01-10",
      toldOn: "2099-01-02",
    });
  });

  test("leaves the landlord fifteen days after being told, however early the keys were returned", async () => {
    const { id, leaseId } = await lease();
    await ask(id, "2098-06-01");
    await confirmEnding("2099-01-02");
    expect(await untilOf(leaseId)).toEqual({
      day: "2099-01-17",
      countedFrom: "told",
      since: "2098-06-01",
      toldOn: "2099-01-02",
    });
  });

  test("counts from the last period of a lease that was renewed", async () => {
    const { id, leaseId, userId } = await lease();
    const row = contractRow(userId, {
      lease_id: leaseId,
      renews_contract_id: id,
      start_date: "2099-02-01",
      end_date: "2100-01-31",
    });
    const next = await insertContract(fixtures.sql, row);
    expect(await untilOf(leaseId)).toMatchObject({ since: "2100-01-31", day: "2100-03-02" });
    await fixtures.sql`
      update public.contracts set status = 'cancelled', closed_at = now() where id = ${next.id}`;
    expect(await untilOf(leaseId)).toEqual(fromEnd);
  });

  test("follows the published numbers of days, and a cancelled lease has none", async () => {
    const { id, leaseId, userId } = await lease();
    const rules = { proofDays: 10, claimNoticeDays: 20 };
    await fixtures.call("keep_content", { content: { rules } });
    expect(await untilOf(leaseId)).toMatchObject({ day: "2099-02-10" });
    await ask(id, "2099-01-05");
    await confirmEnding("2099-01-02");
    expect(await untilOf(leaseId)).toMatchObject({ day: "2099-01-22", countedFrom: "told" });
    await fixtures.sql`
      update public.contracts set status = 'ended', ends_on = '2099-01-05', closed_at = now()`;
    expect(await asTenant(userId, "my_inspections", { contract_id: id })).toMatchObject({
      claimUntil: { day: "2099-01-22" },
      takesInspections: true,
    });
    await fixtures.sql`update public.contracts set status = 'cancelled', ends_on = null`;
    expect(await untilOf(leaseId)).toBeNull();
  });

  test("is the last day on which files of a report are taken", async () => {
    const { leaseId, userId } = await lease();
    const until = (days: number) => fixtures.sql`
      update public.contracts
      set end_date = private.today_in_brasilia() - private.proof_days() + ${days}::integer`;
    const open = async () =>
      fixtures.call("open_inspection_upload", {
        holder: userId,
        secret_hash: null,
        lease_id: leaseId,
        file_id: crypto.randomUUID(),
        address_hash,
      });
    await until(0);
    expect(await open()).toEqual({ leaseId, isOpen: true });
    await until(-1);
    expect(await open()).toEqual({ leaseId, isOpen: false });
    const late = await fixtures.call("receive_inspection", {
      holder: userId,
      secret_hash: null,
      lease_id: leaseId,
      file_id: crypto.randomUUID(),
      moment: "exit",
      room: "kitchen",
      note: null,
      file_path: `${leaseId}/tarde.jpg`,
      file_type: "image/jpeg",
      file_sha256: hashOf("tarde"),
      bytes: 10,
    });
    expect(late).toEqual({ isKept: false, changed: false });
  });
});

describe("the reminder of the last day to claim", () => {
  const both = ["claims-end-soon ana@exemplo.com.br", `landlord-claims-end ${owner}`];
  /** Runs the job for reminders twice, for today at noon. Returns the queued reminders and deletes them. */
  async function reminded() {
    for (let time = 0; time < 2; time += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await fixtures.sql`
        select private.remind_of_claims_end(
          (private.today_in_brasilia() + time '12:00') at time zone 'America/Sao_Paulo'
        )`;
    }
    const rows = await fixtures.sql`
      delete from public.outgoing_mail where template in ('claims-end-soon', 'landlord-claims-end')
      returning template || ' ' || recipient as sent`;
    return rows.map((row) => String(row["sent"])).toSorted();
  }
  /** Sets the end of the term so that the last day for a claim is `days` days from today. */
  async function leave(days: number, changes: Record<string, unknown> = {}) {
    await fixtures.sql`update public.leases set claims_end_told_on = null`;
    await fixtures.sql`
      update public.contracts set ${fixtures.sql({ status: "active", ends_on: null, ...changes })},
        end_date = private.today_in_brasilia() - 30 + ${days}::integer`;
  }

  test("reaches tenant and confirmed landlord once, 15, 7 and 1 days before that day", async () => {
    await lease();
    await confirm(owner);
    const daysTold = [];
    await leave(17);
    for (let days = 17; days >= -1; days -= 1) {
      // oxlint-disable-next-line no-await-in-loop
      const mails = await reminded();
      if (mails.length > 0) {
        expect(mails).toEqual(both);
        daysTold.push(days);
      }
      // oxlint-disable-next-line no-await-in-loop
      await fixtures.sql`update public.contracts set end_date = end_date - 1`;
      // oxlint-disable-next-line no-await-in-loop
      await fixtures.sql`
        update public.leases set claims_end_told_on = claims_end_told_on - 1`;
    }
    expect(daysTold).toEqual([15, 7, 1]);
  });

  test("is not sent for a cancelled contract, nor before eight in the morning", async () => {
    await lease();
    await confirm(owner);
    await leave(15, { status: "cancelled" });
    expect(await reminded()).toEqual([]);
    await leave(15);
    const [early] = await fixtures.sql`
      select private.remind_of_claims_end(
        (private.today_in_brasilia() + time '07:59') at time zone 'America/Sao_Paulo'
      ) as reminded`;
    expect(early?.["reminded"]).toBe(0);
    expect(await reminded()).toEqual(both);
  });

  test("is also sent when the keys were returned long before the end of the term", async () => {
    const { id } = await lease();
    await confirm(owner);
    await fixtures.sql`update public.leases set claims_end_told_on = null`;
    await fixtures.sql`
      update public.contracts set status = 'ended', closed_at = now(),
        ends_on = private.today_in_brasilia() - 23 where id = ${id}`;
    expect(await reminded()).toEqual(both);
  });
});
