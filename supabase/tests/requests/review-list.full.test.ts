// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { explainNested } from "../support/explain-nested.ts";
import { seedManySimulations } from "../support/seed-many-simulations.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

const rowSchema = z.object({
  id: z.string(),
  created_at: z.date(),
  status: z.string(),
  full_name: z.string(),
  cpf: z.string(),
});

/** Number of requests, high enough that the planner prefers an index to reading the whole table. */
const MANY = 20_000;

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  userId = await createStaff(database.sql, "equipe@payser.example");
  await seedManySimulations(database.sql, MANY);
}, 300_000);
afterAll(() => database.close());

test("the list has many simulations", async () => {
  const [row] = await database.sql`select count(*)::integer as n from public.simulations`;
  expect(row?.["n"]).toBeGreaterThanOrEqual(MANY - 10);
});

describe("the query plan", () => {
  test.each([
    { what: "the first page", args: "" },
    { what: "one status", args: "status => 'pending'" },
    {
      what: "a page in the middle",
      args: "before_created_at => now() - interval '1 year', before_id => gen_random_uuid()",
    },
    {
      what: "one status in the middle",
      args: "status => 'rejected', before_created_at => now() - interval '1 year', before_id => gen_random_uuid()",
    },
  ])("reads $what in index order without sort or scan of the table", async ({ args }) => {
    const plan = await planOf(args);
    expect(plan).toMatch(/Index (?:Only )?Scan using simulations_newest/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });

  test.each([
    { what: "a full CPF", search: "5299822472" },
    { what: "a rare name", search: "gabriela souza 9" },
    { what: "an e-mail", search: "pessoa17777@exemplo" },
    { what: "nothing that exists", search: "xyzxyz" },
    { what: "two letters that begin no word", search: "qx" },
    { what: "signs that begin no word", search: "@ ." },
    { what: "signs alone", search: "%_%" },
  ])("searches $what by the search index without scan of the table", async ({ search }) => {
    const plans = await plansOf(`search => '${search}'`);
    expect(plans.at(-1)).toMatch(/Bitmap Index Scan on simulations_by_grams/);
    expect(plans.join()).not.toMatch(/Seq Scan/);
  });

  test.each(["gabriela", "gabriela 1", "ps-20", "@exemplo"])(
    "searches a common word, %s, in some thousands of the newest only",
    async (search) => {
      const plans = await plansOf(`search => '${search}'`);
      expect(plans.join()).toMatch(/Index Scan using simulations_newest/);
      expect(plans.join()).not.toMatch(/simulations_by_grams|Seq Scan/);
    },
  );
});

test("pages follow each other without gap or repetition, newest first", async () => {
  const seen: z.output<typeof rowSchema>[] = [];
  for (let page = 0; page < 5; page += 1) {
    const last = seen.at(-1);
    seen.push(...(await list({ before_created_at: last?.created_at, before_id: last?.id })));
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(100);
  const times = seen.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("rows of the same instant are not lost between pages", async () => {
  await database.sql.begin(async (sql) => {
    await sql`update public.simulations set created_at = '2020-01-01' where id in (
      select id from public.simulations order by created_at limit 50)`;
  });
  const before_created_at = new Date("2020-01-02");
  const seen = await list({ before_created_at, before_id: crypto.randomUUID(), page_size: 30 });
  const rest = await list({
    before_created_at: seen.at(-1)?.created_at,
    before_id: seen.at(-1)?.id,
    page_size: 30,
  });
  expect(new Set([...seen, ...rest].map(({ id }) => id)).size).toBe(50);
});

test("the search finds by name without accents, by masked CPF and by e-mail", async () => {
  const [someone] = await list({ search: "ÍRIS gonçalves" });
  expect(someone?.full_name).toMatch(/^Íris Gonçalves/);
  const cpf = someone?.cpf ?? "";
  const masked = cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4");
  expect((await list({ search: masked })).map(({ id }) => id)).toContain(someone?.id);
  expect(await list({ search: "pessoa4242@exemplo.com.br" })).toHaveLength(1);
  expect(await list({ search: "pessoa4242@exemplo.com.br", status: "inexistente" })).toEqual([]);
});

test("words are found in any order and with others between them", async () => {
  const [someone] = await list({ search: "12345 fabio" });
  expect(someone?.full_name).toBe("Fábio Souza 12345");
  const six = `souza 12345 fabio exemplo.com pessoa ${someone?.cpf}`;
  expect((await list({ search: six })).map(({ id }) => id)).toEqual([someone?.id]);
  expect(await list({ search: `${six} outra` })).toEqual([]);
});

test("a word of one or two letters finds words that begin with it", async () => {
  expect((await list({ search: "pa" })).every(({ full_name }) => /\bPa/.test(full_name))).toBe(
    true,
  );
  expect(await list({ search: "q" })).toHaveLength(20);
});

test("wildcards of a search are taken literally, and a page has a limit", async () => {
  expect(await list({ search: "%" })).toEqual([]);
  expect(await list({ search: "pessoa_242@" })).toEqual([]);
  expect(await list({ search: "\\" })).toEqual([]);
  expect(await list({ page_size: 1000 })).toHaveLength(100);
  expect(await list({ page_size: 0 })).toHaveLength(1);
});

async function planOf(args: string) {
  return (await plansOf(args, "select array(select id from public.simulations"))[0] ?? "";
}

/** Returns the query plan of each statement that contains `part`. The default occurs in each search by words. */
async function plansOf(args: string, part = "search_text like all") {
  const plans = await explainNested(
    database.adminUrl,
    userId,
    `select id from public.list_simulations(${args})`,
  );
  return plans.filter((plan) => plan.includes(part));
}

type Filters = {
  status?: string;
  search?: string;
  before_created_at?: Date | undefined;
  before_id?: string | undefined;
  page_size?: number;
};

async function list({ status, search, before_created_at, before_id, page_size }: Filters) {
  const rows = await actAs(
    database.sql,
    { role: "authenticated", userId },
    (sql) => sql`
      select * from public.list_simulations(
        ${status ?? null}, ${search ?? null}, ${before_created_at ?? null}, ${before_id ?? null},
        ${page_size ?? 20}
      )`,
  );
  return z.array(rowSchema).parse([...rows]);
}
