// @module-tag full
import type { ContentSourceMap, SanityDocument, SanityDocumentStub } from "@sanity/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSiteQueries } from "../../scripts/build/seed-results.ts";
import { readSeedDocuments } from "../../studio/seed/seed-documents.ts";
import { type SeededLake, startSeededLake } from "../support/stacks/seeded-lake.ts";
import { readSources } from "./read-sources.ts";

let lake: SeededLake;
let documents: SanityDocument[] = [];
beforeAll(async () => {
  lake = await startSeededLake();
  const home = await lake.editor.getDocument("homePage");
  if (!home) throw new Error("The seed has a home page");
  await lake.editor
    .transaction()
    .create({ ...home, _id: "drafts.homePage" })
    .patch("drafts.homePage", { set: { "hero.title": "Um título em rascunho" } })
    .commit();
  const transaction = lake.editor.transaction();
  for (const document of strangeDocuments) transaction.create(document);
  await transaction.commit();
  documents = await lake.editor.fetch<SanityDocument[]>("*");
});
afterAll(() => lake?.close());

/** Documents in which every text occurs only once, so that a source map with a wrong field leads to another text. */
const strangeDocuments: SanityDocumentStub[] = [
  {
    _id: "one",
    _type: "strange",
    a: "one-a",
    b: { a: "one-b-a", c: ["one-b-c-0", "one-b-c-1"] },
    d: [
      { _key: "k1", a: "one-d-0-a", c: ["one-d-0-c"] },
      { _key: "k2", a: "one-d-1-a", b: { a: "one-d-1-b-a" } },
    ],
    e: { _type: "reference", _ref: "two" },
    "odd'name'": "one-odd",
  },
  {
    _id: "two",
    _type: "strange",
    a: "two-a",
    d: [
      { _key: "same", a: "two-d-0-a" },
      { _key: "same", a: "two-d-1-a" },
      { _key: "it's", a: "two-d-2-a" },
    ],
    e: { _type: "reference", _ref: "one" },
    f: [{ _key: "r", _type: "reference", _ref: "one" }],
  },
];

interface Answer {
  result: unknown;
  resultSourceMap?: ContentSourceMap;
}

async function ask(
  query: string,
  params: Record<string, string>,
  perspective: "published" | "drafts",
  resultSourceMap: boolean | "withKeyArraySelector" = "withKeyArraySelector",
): Promise<{ plain: unknown; result: unknown; map: ContentSourceMap }> {
  const options = { perspective, filterResponse: false } as const;
  const plain: Answer = await lake.editor.fetch(query, params, options);
  const mapped: Answer = await lake.editor.fetch(query, params, { ...options, resultSourceMap });
  expect(plain).not.toHaveProperty("resultSourceMap");
  if (!mapped.resultSourceMap) throw new Error("The answer has no source map");
  return { plain: plain.result, result: mapped.result, map: mapped.resultSourceMap };
}

async function sourcesOf(query: string) {
  const { plain, result, map } = await ask(query, {}, "published");
  expect(result).toEqual(plain);
  return Object.fromEntries(
    readSources(result, map, documents).map(({ path, source }) => [
      path,
      source && `${source.document}: ${source.field}`,
    ]),
  );
}

test.each(["published", "drafts"] as const)(
  "every query of the site gives the same with a source map, and every source holds its value (%s)",
  async (perspective) => {
    let strings = 0;
    let mapped = 0;
    const wrong: unknown[] = [];
    for (const { query, params } of await listSiteQueries(readSeedDocuments())) {
      const { plain, result, map } = await ask(query, params, perspective);
      expect(result).toEqual(plain);
      for (const { path, value, source } of readSources(result, map, documents)) {
        if (source && source.value !== value) wrong.push({ query, path, value, source });
        if (typeof value !== "string") continue;
        strings += 1;
        if (source) mapped += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(strings).toBeGreaterThan(1_000);
    console.info(`source maps, ${perspective}: ${mapped} of ${strings} strings have a source`);
    expect(mapped / strings).toBeGreaterThanOrEqual(0.95);
  },
);

test("a text from a draft names the draft, and a text without a draft the published document", async () => {
  const query = `{"home": *[_id == "homePage"][0].hero.title, "about": *[_id == "aboutPage"][0].hero.title}`;
  const { map } = await ask(query, {}, "drafts");
  expect(map.documents).toEqual([
    { _id: "drafts.homePage", _type: "homePage" },
    { _id: "aboutPage", _type: "aboutPage" },
  ]);
  expect(map.paths).toEqual(["$['hero']['title']"]);
});

describe("a value has a source through", () => {
  const one = `*[_id == "one"][0]`;
  test.each([
    [`${one}{a, "x": b.a}`, { a: "one: a", x: "one: b.a" }],
    [`${one}.d[]{a}`, { "0.a": 'one: d[_key=="k1"].a', "1.a": 'one: d[_key=="k2"].a' }],
    [`${one}.d[-1].a`, { "": 'one: d[_key=="k2"].a' }],
    [`${one}.d[a match "one-d-1*"].b.a`, { "0": 'one: d[_key=="k2"].b.a' }],
    [`${one}.b.c[0..5]`, { "0": "one: b.c[0]", "1": "one: b.c[1]" }],
    [`${one}{"x": e->a, "y": e->f[]->a}`, { x: "two: a", "y.0": "one: a" }],
    [`${one}{...b, "a": a}`, { a: "one: a", "c.0": "one: b.c[0]", "c.1": "one: b.c[1]" }],
    [`${one}{_type == "strange" => {a}, _type == "other" => {"a": "no"}}`, { a: "one: a" }],
    [`${one}{"x": select(a == "one-a" => b.a, a)}`, { x: "one: b.a" }],
    [`${one}{"x": coalesce(nothing, b.a, a)}`, { x: "one: b.a" }],
    [`${one}{"x": [a, ...b.c]}`, { "x.0": "one: a", "x.1": "one: b.c[0]", "x.2": "one: b.c[1]" }],
    [`${one}["odd'name'"]`, { "": "one: odd'name'" }],
    [`*[_type == "strange"] | order(a desc)[0].a`, { "": "two: a" }],
    [`*[_id == "two"][0].d[].a`, { "0": "two: d[0].a", "1": "two: d[1].a", "2": "two: d[2].a" }],
  ])("%s", async (query, sources) => {
    expect(await sourcesOf(query)).toEqual(sources);
  });
});

describe("a value has no source when it is", () => {
  test.each([
    [`*[_id == "one"][0]{"x": a + "!"}`, "computed"],
    [`{"x": "one-a"}`, "a literal of the query"],
    [`*[_type == "strange"]{"x": a} | order(x)[0..0]`, "copied before it is ordered"],
    [`{"x": string(*[_id == "one"][0].a)}`, "the result of a function"],
  ])("%s, %s", async (query) => {
    expect(Object.values(await sourcesOf(query))).toEqual([undefined]);
  });
});

test("sources are named by position when keys are not requested", async () => {
  const { map } = await ask(`*[_id == "one"][0].d[1].a`, {}, "published", true);
  expect(map.paths).toEqual(["$['d'][1]['a']"]);
});

const field = fc.constantFrom(
  "a",
  "b",
  "c",
  "d",
  "e",
  "f",
  "_id",
  "b.a",
  "d[0].a",
  "e->a",
  "f[]->d",
);
const value: fc.Arbitrary<string> = fc.letrec<{ value: string; attribute: string }>((tie) => ({
  attribute: fc.oneof(
    field.filter((name) => /^\w+$/.test(name)),
    fc.tuple(fc.constantFrom("x", "y", "a"), tie("value")).map(([name, of]) => `"${name}": ${of}`),
    tie("value").map((of) => `...${of}`),
    tie("value").map((of) => `defined(a) => {"z": ${of}}`),
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    field,
    fc.constantFrom("@", "^.a", "d[]", "d[].a", "b.c", "d[0..1]{a}", "e->", `*[_id == "two"][0].a`),
    fc.array(tie("attribute"), { minLength: 1, maxLength: 3 }).map((of) => `{${of.join(", ")}}`),
    fc.array(tie("attribute"), { minLength: 1, maxLength: 3 }).map((of) => `d[]{${of.join(", ")}}`),
    fc.tuple(tie("value"), tie("value")).map(([one, two]) => `coalesce(${one}, ${two})`),
    fc.tuple(tie("value"), tie("value")).map(([one, two]) => `[${one}, ...${two}]`),
    fc
      .tuple(tie("value"), tie("value"))
      .map(([one, two]) => `select(a match "one*" => ${one}, ${two})`),
    fc.tuple(tie("value"), fc.integer({ min: -2, max: 2 })).map(([of, at]) => `(${of})[${at}]`),
  ),
})).value;
const anyQuery = fc
  .tuple(
    fc.constantFrom(
      `*[_type == "strange"]`,
      `*[_type == "strange"] | order(a desc)`,
      `*[_type == "strange"][0..0]`,
    ),
    value,
  )
  .map(([from, what]) => `${from}{"r": ${what}}`);

test("any query gives the same with a source map, and no source is wrong", async () => {
  let mapped = 0;
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const { plain, result, map } = await ask(query, {}, "published");
      expect(result).toEqual(plain);
      for (const { value: found, source } of readSources(result, map, documents)) {
        if (!source) continue;
        mapped += 1;
        expect(source.value).toBe(found);
      }
    }),
    { numRuns: 300, seed: 14 },
  );
  expect(mapped).toBeGreaterThan(300);
});
