import { afterAll, beforeAll, expect, test } from "vitest";
import { callAsService } from "../support/act-as.ts";
import { paidClaim } from "../support/aged-rows.ts";
import { changeLedger } from "../support/delete-contracts.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

async function purgeAll() {
  while (Number(await callAsService(database.sql, "purge_expired", {})) > 0);
}
async function count(from: string) {
  const [row] = await database.sql.unsafe(`select count(*)::integer as rows from ${from}`);
  return Number(row?.["rows"]);
}

test("the account of a claim is kept until five years after its payment", async () => {
  const recent = await paidClaim(database.sql, "4 years 360 days");
  const old = await paidClaim(database.sql, "5 years 2 days");
  await purgeAll();
  const kept = (id: string) => count(`public.claims where id = '${id}' and account is not null`);
  expect([await kept(recent), await kept(old)]).toEqual([1, 0]);
});

test("the purge keeps the ledger of a contract, however old it is", async () => {
  await paidClaim(database.sql, "11 years");
  const old = "now() - interval '11 years'";
  await changeLedger(
    database.sql,
    `update public.charges set created_at = ${old}`,
    `update public.movements set booked_at = ${old}`,
    `update public.allocations set booked_at = ${old}`,
  );
  const ledger = () =>
    Promise.all(["charges", "movements", "allocations"].map((table) => count(`public.${table}`)));
  const before = await ledger();
  await purgeAll();
  expect(await ledger()).toEqual(before);
});
