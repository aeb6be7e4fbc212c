import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../../local/seed/demo-accounts.ts";
import { seedDemoClaim } from "../../local/seed/demo-claim.ts";
import { seedDemoLeases } from "../../local/seed/demo-leases.ts";
import { seedDemoPayments } from "../../local/seed/demo-payments.ts";
import { seedDemo } from "../../local/seed/seed-demo.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
  const options = { url: stack.url, secretKey: stack.secretKey, database: stack.sql };
  await seedDemo({ ...options, siteUrl: "https://payser.example" });
  for (const seedPart of [seedDemoClaim, seedDemoPayments, seedDemoLeases]) await seedPart(options);
}, 60_000);
afterAll(() => stack.close());

test("the demonstration has two periods, an agency, a waiting address and claims in several stages", async () => {
  const { sql } = stack;
  const [periods] = await sql`
    select count(*)::integer as count from public.contracts as contract
    where contract.lease_id = (
      select lease_id from public.contracts where contract_number = ${demoAccounts.renewed.contractNumber}
    )`;
  expect(periods).toEqual({ count: 2 });
  const [agency] = await sql`
    select count(*)::integer as count from private.landlord_leases(${demoAccounts.agency.landlord})`;
  expect(agency).toEqual({ count: 12 });
  const [waiting] = await sql`
    select standing, confirmed_at is not null as "isConfirmed" from public.lease_addresses
    where address = ${demoAccounts.waitingAddress}`;
  expect(waiting).toEqual({ standing: "reads", isConfirmed: true });
  const stages = await sql`
    select (private.claim_standing(claim)).stage from public.claims as claim order by 1`;
  expect(stages.map(({ stage }) => String(stage))).toEqual(["evidence", "hearing", "review"]);
  const [approvals] = await sql`select private.count_approvals() as count`;
  expect(approvals, "a refund waits for a second person").toEqual({ count: 1 });
  const [balance] = await sql`select private.unbalanced_contracts()::integer as count`;
  expect(balance).toEqual({ count: 0 });
});
