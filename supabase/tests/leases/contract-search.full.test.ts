// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { createStaff, createUser } from "../support/create-user.ts";
import { explainNested } from "../support/explain-nested.ts";
import { hardNames, hardSearches, keepFormerSearch } from "../support/hard-searches.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** Number of contracts, high enough that the planner prefers an index to reading the whole table. */
const MANY = 8_000;

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  userId = await createStaff(database.sql, "equipe@payser.example");
  await keepFormerSearch(database.sql);
}, 60_000);
afterAll(() => database.close());

describe("a list of names that are hard to search", () => {
  beforeAll(async () => {
    const { sql } = database;
    for (const [place, [tenant_name, tenant_email, tenant_cpf]] of hardNames.entries()) {
      const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
      // Some contracts end on the same day, so that only the id decides their order. Some contracts have ended.
      const days = Math.floor(place / 3) * 40 - 80;
      const end_date = new Date(Date.now() + days * 86_400_000);
      const changes = { tenant_name, tenant_email, tenant_cpf, start_date: "2020-01-01", end_date };
      await insertContract(sql, contractRow(owner, changes));
    }
    await sql`analyze public.contracts`;
  });

  test.each([
    { view: null, belongs: "true", order: "end_date desc, id desc" },
    {
      view: "active",
      belongs: "end_date >= private.today_in_brasilia()",
      order: "end_date, id",
    },
    {
      view: "ended",
      belongs: "end_date < private.today_in_brasilia()",
      order: "end_date desc, id desc",
    },
    { view: "cancelled", belongs: "false", order: "id" },
  ])(
    "finds the same rows in the same order through the view $view",
    async ({ view, belongs, order }) => {
      let found = 0;
      for (const search of hardSearches) {
        const rows = await database.sql.unsafe(
          `select id from public.contracts
        where ${belongs} and former.is_found(search_text, $1) order by ${order}`,
          [search],
        );
        const expected = rows.map(({ id }) => String(id));
        found += Math.sign(expected.length);
        expect(await pages(view, search, 100), search).toEqual(expected);
        expect(await pages(view, search, 2), `${search}, in pages`).toEqual(expected);
      }
      if (belongs !== "false") expect(found).toBeGreaterThan(20);
    },
  );
});

describe("a list of many contracts", () => {
  beforeAll(async () => {
    const { sql } = database;
    const owners = Array.from({ length: MANY }, () => crypto.randomUUID());
    await sql`
      insert into auth.users (id, email, raw_app_meta_data)
      select id, id || '@contratos.payser.invalid', '{"account": "contract"}'
      from unnest(${owners}::uuid[]) as id`;
    const rows = owners.map((owner, n) =>
      contractRow(owner, {
        // The account's id also serves as the lease's id.
        lease_id: owner,
        contract_number: `PF-2026-${String(n).padStart(10, "0")}`,
        tenant_name: `Ana Prado ${n}`,
        tenant_email: `pessoa${n}@exemplo.com.br`,
        start_date: "2020-01-01",
        end_date: new Date(Date.now() + (n % 500) * 86_400_000),
      }),
    );
    await sql`
      insert into public.leases (id, user_id) select id, id from unnest(${owners}::uuid[]) as id`;
    const columns = sql(Object.keys(rows[0] ?? {}));
    await sql`
      insert into public.contracts (${columns})
      select ${columns} from jsonb_populate_recordset(null::public.contracts, ${sql.json(rows)})`;
    await sql`vacuum analyze public.contracts`;
  }, 120_000);

  test.each(["pessoa4321@exemplo.com.br", "PF-2026-0000004321", "4321 prado", "@ .", "%_%", "qx"])(
    "finds a rare word by the index of grams: %s",
    async (search) => {
      const plans = await plansOf(search);
      expect(plans.at(-1)).toMatch(/Bitmap Index Scan on contracts_by_grams/);
      expect(plans.join()).not.toMatch(/Seq Scan/);
    },
  );

  test.each(["prado", "ana exemplo", "@exemplo.com.br", "a"])(
    "finds a common word by walking from the nearest end: %s",
    async (search) => {
      const plans = await plansOf(search);
      expect(plans.join()).toMatch(/Index Scan using contracts_by_term/);
      expect(plans.join()).not.toMatch(/contracts_by_grams|Seq Scan|Sort/);
    },
  );

  test("reads rare words from the index of each table in the search over all", async () => {
    const plans = await plansOf("", "select public.find_cases('pessoa4321@exemplo.com.br')");
    const indexes = plans.flatMap((plan) => [...plan.matchAll(/Index Scan on (\w+_by_grams)/g)]);
    expect(new Set(indexes.map(([, index]) => index))).toEqual(
      new Set([
        "simulations_by_grams",
        "contracts_by_grams",
        "partnership_requests_by_grams",
        "partners_by_grams",
        "contact_messages_by_grams",
      ]),
    );
    expect(plans.join()).not.toMatch(/Seq Scan/);
  });

  test("finds a landlord by the index of each column that may name it", async () => {
    const { sql, adminUrl } = database;
    await sql`
      insert into public.landlords (name)
      select 'Locador Prado ' || n from generate_series(1, ${MANY}::integer) as n`;
    await sql`
      insert into public.lease_addresses (landlord_id, address, given_by)
      select id, 'dono' || row_number() over () || '@exemplo.com.br', 'staff'
      from public.landlords`;
    await sql`vacuum analyze public.landlords, public.lease_addresses`;
    const call = "select public.find_cases('dono77@exemplo.com.br')";
    const plans = await explainNested(adminUrl, userId, call);
    const [plan = "", ...others] = plans.filter((text) =>
      text.includes("private.search_key(btrim(wanted_search))"),
    );
    expect(others).toEqual([]);
    for (const index of [/landlords_by_name/, /lease_addresses_by_address/])
      expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

async function pages(view: string | null, search: string, size: number) {
  const rowsSchema = z.array(z.object({ id: z.string(), end_date: z.string() }));
  const ids: string[] = [];
  let after_date: string | null = null;
  for (;;) {
    const rows = rowsSchema.parse([
      ...(await actAs(
        database.sql,
        { role: "authenticated", userId },
        (sql) => sql`
          select id, end_date::text from public.list_contracts(
            ${view}, ${search}, ${after_date}::text::date, ${ids.at(-1) ?? null}, ${size}
          )`,
      )),
    ]);
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < size) return ids;
    after_date = rows.at(-1)?.end_date ?? null;
  }
}

/** Returns the query plan of each statement that searches by words. */
async function plansOf(
  search: string,
  call = `select id from public.list_contracts('active', '${search}')`,
) {
  const plans = await explainNested(database.adminUrl, userId, call);
  return plans.filter((plan) => plan.includes("search_text like all"));
}
