// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { hardNames, hardSearches, keepFormerSearch } from "../support/hard-searches.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let protocols: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database;
  await keepFormerSearch(sql);
  await sql`alter table public.simulations disable trigger user`;
  for (const [place, [full_name, email, cpf]] of hardNames.entries()) {
    // Some rows have the same time, so that only the id decides their order.
    const created_at = new Date(Date.UTC(2026, 0, 1, Math.floor(place / 3)));
    const row = simulationRow({ full_name, email, cpf, created_at });
    await sql`insert into public.simulations ${sql(row)}`;
  }
  const rows = await sql`select protocol from public.simulations order by created_at, id`;
  protocols = rows.map(({ protocol }) => String(protocol));
}, 60_000);
afterAll(() => database.close());

test.each([
  ["without statistics", "select"],
  ["with statistics", "analyze public.simulations"],
])("every search finds the same rows in the same order %s", async (_when, prepare) => {
  await database.sql.unsafe(prepare);
  const all = [
    ...hardSearches,
    ...protocols.slice(0, 3),
    protocols[0]?.toLowerCase().slice(3, 12) ?? "",
  ];
  let found = 0;
  for (const search of all) {
    const expected = await formerly(search);
    found += Math.sign(expected.length);
    expect(await pages(search, 100), search).toEqual(expected);
    expect(await pages(search, 2), `${search}, in pages`).toEqual(expected);
  }
  expect(found).toBeGreaterThan(60);
});

test("any part of a request is found, also among other rows", async () => {
  const texts = await database.sql`select search_text from public.simulations`;
  for (const { search_text } of texts) {
    const text = String(search_text);
    for (let length = 1; length < 12; length += 2) {
      const search = text.slice(length * 3, length * 4);
      if (search.trim()) expect(await pages(search, 100), search).toEqual(await formerly(search));
    }
  }
});

test("a row with all grams of a word, but without the word, hides no older row with the word", async () => {
  const { sql } = database;
  for (let n = 0; n < 40; n += 1) {
    const created_at = new Date(Date.UTC(2026, 6, 1, n));
    const row = simulationRow({
      full_name: n === 0 ? "Rosa Ababab" : `Rosa Abab ${n}`,
      created_at,
    });
    await sql`insert into public.simulations ${sql(row)}`;
  }
  const found = await pages("ababab", 2);
  expect(found).toHaveLength(1);
  expect(found).toEqual(await formerly("ababab"));
});

async function formerly(search: string) {
  const rows = await database.sql`
    select id from public.simulations
    where former.is_found(search_text, ${search})
    order by created_at desc, id desc`;
  return rows.map(({ id }) => String(id));
}

async function pages(search: string, size: number) {
  const ids: string[] = [];
  for (;;) {
    const last = ids.at(-1) ?? null;
    const rows = await database.sql`
      select found.id
      from private.search_simulations(
        ${search}, null, (select created_at from public.simulations where id = ${last}), ${last},
        ${size}
      ) as found`;
    ids.push(...rows.map(({ id }) => String(id)));
    if (rows.length < size) return ids;
  }
}
