// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaff } from "../support/create-user.ts";
import { explainNested } from "../support/explain-nested.ts";
import { seedBusiness } from "../support/seed-business.ts";
import { type StaffList, staffLists } from "../support/staff-lists.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

/**
 * Most statements that one list runs. A list that asks about each open case needs some statements for each of them; a
 * list that asks about each row of the business needs far more.
 */
const MOST_STATEMENTS = 2_000;
/** Tables that grow with every action of the business, so that an index serves each of their reads. */
const growing = ["audit_trail", "claim_items"];

let database: TestDatabase;
let userId: string;
let lists: StaffList[];
beforeAll(async () => {
  database = await testDatabase();
  userId = await createStaff(database.sql, "equipe@payser.example");
  await seedBusiness(database.sql, 5_000);
  lists = await staffLists(database.sql);
}, 300_000);
afterAll(() => database.close());

test("no list of a business with 5,000 contracts asks about each row or reads a growing table without an index", async () => {
  const costly: Record<string, number | string> = {};
  for (const { what, name, args } of lists) {
    const given = Object.entries(args).map(([key, value]) => `${key} => '${String(value)}'`);
    const call = `select public.${name}(${given.join()})`;
    const plans = await explainNested(database.adminUrl, userId, call, { usesIndexes: true });
    if (plans.length > MOST_STATEMENTS) costly[what] = plans.length;
    const scanned = growing.filter((table) => plans.join().includes(`Seq Scan on ${table}`));
    if (scanned.length > 0) costly[`${what}, tables`] = scanned.join();
  }
  expect(costly).toEqual({});
}, 120_000);

test("the list of approvals has each payment that waits for a second person", async () => {
  const [counted] = await database.sql`
    select private.count_approvals() as "inList", (
      select count(*)::integer from public.charges as charge where private.awaits_second_person(charge)
    ) as waiting`;
  expect(counted?.["inList"]).toBe(counted?.["waiting"]);
  expect(counted?.["waiting"]).toBeGreaterThan(20);
});
