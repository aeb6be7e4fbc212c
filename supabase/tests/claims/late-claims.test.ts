import { expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { claimFixtures } from "../support/claim-fixtures.ts";
import { changeLedger } from "../support/delete-contracts.ts";

const { fixtures, asStaff, guaranteed, heard, decide, askReview, endReviewDays, colleague, pay } =
  claimFixtures();

/** Returns the kinds of late work that the metrics count, with their numbers. */
async function late() {
  const { overdue } = z
    .object({ overdue: z.record(z.string(), z.number()) })
    .parse(await fixtures.call("backend_metrics", {}));
  return Object.fromEntries(Object.entries(overdue).filter(([, count]) => count > 0));
}
/** Changes a claim by a fragment of SQL. */
const change = ({ id }: { id: string }, set: string) =>
  fixtures.sql.unsafe(`update public.claims set ${set} where id = '${id}'`);

test("a claim is late for its decision from the day after its last day", async () => {
  const claim = await heard(await guaranteed(), 1000);
  await change(claim, "decide_by = private.today_in_brasilia()");
  expect(await late()).toEqual({});
  await change(claim, "decide_by = private.today_in_brasilia() - 1");
  expect(await late()).toEqual({ claimDecisions: 1 });
  await decide(claim, [1000]);
  expect(await late()).toEqual({});
});

test("a decision that waits a day for its second person is late, and stands in list and digest before", async () => {
  await heard(await guaranteed(), 1000);
  const claim = await heard(await guaranteed(8000), 6000);
  await decide(claim, [6000]);
  expect(await late()).toEqual({});
  const listed = await actAs(
    fixtures.sql,
    { role: "authenticated", userId: fixtures.staffId },
    (sql) => sql`select id from public.list_claims('second')`,
  );
  expect([...listed]).toEqual([{ id: claim.id }]);
  await fixtures.sql`update public.staff set wants_digest = true where user_id = ${fixtures.staffId}`;
  await fixtures.sql`select private.queue_digests('2026-11-24T09:00-03:00')`;
  const [mail] = await fixtures.sql`
    select payload -> 'waiting' as waiting from public.outgoing_mail where template = 'staff-digest'`;
  expect(mail?.["waiting"]).toMatchObject({ claimsSecond: 1, claimsToDo: 2 });
  await change(claim, "decided_at = now() - interval '25 hours'");
  expect(await late()).toEqual({ claimSeconds: 1 });
});

test("a review is late from the day after its last day", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [600]);
  await askReview(contract, claim, "landlord", 0);
  await change(claim, "decide_by = private.today_in_brasilia() - 1");
  expect(await late(), "the tenant may answer").toEqual({});
  await endReviewDays(claim);
  expect(await late()).toEqual({ claimReviews: 1 });
  await decide(claim, [800], 0, await colleague());
  expect(await late()).toEqual({});
});

test("a payment is late after its day, but not while a new account has its waiting time", async () => {
  const claim = await heard(await guaranteed(), 1000);
  await decide(claim, [1000]);
  const dueOn = (offset: number) =>
    changeLedger(
      fixtures.sql,
      `update public.charges set due_on = private.today_in_brasilia() + ${offset} where claim_id = '${claim.id}'`,
    );
  await dueOn(0);
  expect(await late()).toEqual({});
  await dueOn(-1);
  expect(await late()).toEqual({ claimPayments: 1 });
  await change(claim, "account_since = now()");
  expect(await late()).toEqual({});
  await change(claim, "account = null, account_since = null");
  expect(await late()).toEqual({ claimAccounts: 1 });
  await change(
    claim,
    `account = '{"kind": "pix", "key": "a@b.co", "holder": "José Pereira", "document": "52998224725"}',
    account_since = now() - interval '10 days'`,
  );
  await pay(claim.id);
  expect(await late()).toEqual({});
});

test("an address that waits a day for its check is late, until staff have checked it", async () => {
  const contract = await guaranteed();
  const [known] = await fixtures.sql`
    update public.lease_addresses set given_by = 'tenant', confirmed_at = now() - interval '23 hours'
    where address = ${contract.address} returning id`;
  expect(await late()).toEqual({});
  await fixtures.sql`update public.lease_addresses set confirmed_at = now() - interval '25 hours'`;
  expect(await late()).toEqual({ addresses: 1 });
  await asStaff("check_landlord_address", {
    contact_id: known?.["id"],
    note: "Ligação ao locador",
  });
  expect(await late()).toEqual({});
});

test("an ending is late a day after it was asked for, once nobody can state the day of the keys", async () => {
  const contract = await guaranteed();
  await fixtures.sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, asked_at, keys_on, answer_until)
    values (
      gen_random_uuid(), ${contract.id}, 'moved-out', 'tenant', now() - interval '5 days',
      private.today_in_brasilia(), private.today_in_brasilia()
    )`;
  expect(await late()).toEqual({});
  await fixtures.sql`update public.contract_endings set answer_until = private.today_in_brasilia() - 1`;
  expect(await late()).toEqual({ endings: 1 });
});
