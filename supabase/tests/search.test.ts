import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulationRow } from "./support/sample-rows.ts";
import { testDatabase } from "./support/test-database.ts";
import type { TestDatabase } from "./support/test-database.ts";

/** Names and addresses that are hard to search, each with something of another. */
const people: [name: string, email: string, cpf: string][] = [
  ["Ana Lima", "ana.lima@exemplo.com.br", "52998224725"],
  ["ANA SOUZA LIMA", "ana_lima@exemplo.com", "11144477735"],
  ["Íris Gonçalves", "iris@gon-calves.com.br", "52998224725"],
  ["Iris Goncalves", "i.r.i.s@goncalves.net", "11144477735"],
  ["João D'Ávila 100%", "joao%davila@exemplo.com", "52998224725"],
  ["João D_Ávila 100", "joao_davila@exemplo.com", "11144477735"],
  ["Joa\\o Barra", "joa\\o@exemplo.com", "52998224725"],
  ["Zeca 777", "z777@seven.com", "52998224725"],
  ["Zeca 7777", "z7777@seven.com", "52998224725"],
  ["Zeca 777777", "z777777@seven.com", "52998224725"],
  ["Zeca 7777777", "z77777@seven.com", "52998224725"],
  ["@rroba .Ponto", "x@y.zz", "52998224725"],
  ["... --- %%% ___", "...@---.__", "52998224725"],
  ["Ana  Dois  Espaços", "ana..lima@exemplo.com.br", "11144477735"],
  ["Ana\tTabulação", "anaana@exemplo.com.br", "11144477735"],
  ["Straße Ñandú Øre", "strasse@ore.dk", "52998224725"],
  ["Bia 😀😀😀😀 Sorriso", "bia@sorriso.com", "52998224725"],
  ["Aaaaaaaa Bbbb", "aaaa@bbbb.cc", "52998224725"],
  ["Qx Zw", "qx@zw.br", "11144477735"],
];

const searches = [
  ..."a q qx an ana lima ANA ÍRIS íris gonçalves GONCALVES nçal ç çã d'á d'avila".split(" "),
  ..."@ . - % _ \\ %% %%% __ ___ \\% \\\\ %_ 100% 100 0% d_a a@ @e a@b x@y.zz @exemplo".split(" "),
  ..."ana.lima@exemplo.com.br lima@exemplo ana.lima@exemplo.com joao%davila joao_davila".split(" "),
  ..."... .. --- .com .com.br com.br @---. 7 77 777 7777 77777 777777 7777777 77777777".split(" "),
  ..."529.982.247-25 52998224725 529.982 982247 247-25 11144477735 111.444 ps- ps-2026- -2026".split(
    " ",
  ),
  ..."aaaa aaaaaa aaaaaaaaa bbbb 😀 😀😀 😀😀😀😀 straße strasse ñandú øre xyzxyz".split(" "),
  "@ .",
  "lima ana",
  "  ana   lima  ",
  "ana\tlima",
  "a l e b",
  "ana 529.982.247-25",
  "529 982 247 25",
  "ana lima exemplo com br 52998224725",
  "zeca 777 seven z7777",
  "%' or '1'='1",
];

let database: TestDatabase;
let protocols: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database;
  // What the search did before it had an index of its own.
  const file = new URL("../migrations/20260105091300_review_simulations.sql", import.meta.url);
  const [former = ""] =
    /create function private\.search_patterns[^]*?\$\$;/.exec(await readFile(file, "utf8")) ?? [];
  await sql.unsafe("create schema former");
  await sql.unsafe(former.replace("private.", "former."));
  await sql`alter table public.simulations disable trigger user`;
  for (const [place, [full_name, email, cpf]] of people.entries()) {
    // Some at the same moment, where only the id tells before from after.
    const created_at = new Date(Date.UTC(2026, 0, 1, Math.floor(place / 3)));
    const row = simulationRow({ full_name, email, cpf, created_at });
    await sql`insert into public.simulations ${sql(row)}`;
  }
  const rows = await sql`select protocol from public.simulations order by created_at, id`;
  protocols = rows.map(({ protocol }) => String(protocol));
}, 60_000);
afterAll(() => database.close());

test.each([
  ["before the database knows what is common", "select"],
  ["once it does", "analyze public.simulations"],
])("every search finds what it found, in the same order, %s", async (_when, prepare) => {
  await database.sql.unsafe(prepare);
  const all = [
    ...searches,
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

test("any part of a request is found, and among the others it always was", async () => {
  const texts = await database.sql`select search_text from public.simulations`;
  for (const { search_text } of texts) {
    const text = String(search_text);
    for (let length = 1; length < 12; length += 2) {
      const search = text.slice(length * 3, length * 4);
      if (search.trim()) expect(await pages(search, 100), search).toEqual(await formerly(search));
    }
  }
});

async function formerly(search: string) {
  const rows = await database.sql`
    select id from public.simulations
    where search_text like all (former.search_patterns(${search}))
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
