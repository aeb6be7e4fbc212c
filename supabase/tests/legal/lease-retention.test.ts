import { afterAll, beforeAll, expect, test } from "vitest";
import { callAsService } from "../support/act-as.ts";
import { agedAddress, agedInspection } from "../support/aged-rows.ts";
import { createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

test("photos and addresses are kept until the last contract of their lease has expired", async () => {
  const { sql } = database;
  await purgeAll();
  await agedInspection(sql, "7 years");
  await agedAddress(sql, "7 years", true);
  const leases = await sql`
    select lease.id, lease.user_id from public.leases as lease
    where exists (select from public.inspection_files as file where file.lease_id = lease.id)
      or exists (select from public.lease_addresses as known where known.lease_id = lease.id)`;
  expect(leases).toHaveLength(2);
  const renewals: string[] = [];
  for (const lease of leases) {
    const { id } = await insertContract(
      sql,
      contractRow(String(lease["user_id"]), { lease_id: lease["id"] }),
    );
    renewals.push(id);
  }
  const kept = () => Promise.all([rows("public.inspection_files"), rows("public.lease_addresses")]);
  await purgeAll();
  expect(await kept()).toEqual([1, 1]);
  await sql`
    update public.contracts set start_date = now() - interval '8 years', end_date = now() - interval '7 years'
    where id = any (${renewals})`;
  await purgeAll();
  expect(await kept()).toEqual([0, 0]);
});

test("a lease is deleted with its last contract", async () => {
  const { sql } = database;
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const first = await insertContract(sql, contractRow(owner));
  const second = await insertContract(sql, contractRow(owner, { lease_id: first.leaseId }));
  const left = () => rows(`public.leases where id = '${first.leaseId}'`);
  await sql`delete from public.contracts where id = ${second.id}`;
  expect(await left()).toBe(1);
  await sql`delete from public.contracts where id = ${first.id}`;
  expect(await left()).toBe(0);
});

async function purgeAll() {
  while (Number(await callAsService(database.sql, "purge_expired", {})) > 0);
}

async function rows(from: string) {
  const [row] = await database.sql.unsafe(`select count(*)::integer as rows from ${from}`);
  return Number(row?.["rows"]);
}
