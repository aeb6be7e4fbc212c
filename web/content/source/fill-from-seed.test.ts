import { expect, test } from "vitest";
import { MissingDocument } from "./content-failure.ts";
import { NOT_OFFERED, fillFromSeed } from "./fill-from-seed.ts";

const required = {
  title: "Título",
  hours: 24,
  hero: { title: "Abertura", image: null },
  steps: [{ _key: "a", title: "Um", text: "Primeiro" }],
  phone: NOT_OFFERED,
  settings: { brandName: "Payser", cnpj: NOT_OFFERED },
  footer: { about: "Sobre" },
};
const hint = "Só um exemplo";
const seed = {
  required,
  inGroups: { ...required, video: { label: "Ver", poster: { alt: "Casa" } } },
  full: { ...required, hero: { ...required.hero, hint }, video: { label: "Ver" } },
  documents: { "": "homePage", settings: "siteSettings", footer: "footer" },
};
const whole = { ...required, phone: "44", settings: { brandName: "Nossa", cnpj: "1" } };

const fill = (change: object, wholeDocuments?: boolean) =>
  fillFromSeed<object>({ ...whole, ...change }, seed, wholeDocuments);

test("published content stays unchanged", () => {
  expect(fill({ title: "Outro", video: null, extra: [] })).toEqual({
    result: { ...whole, title: "Outro", video: null, extra: [] },
    gaps: [],
  });
});

test.each([
  ["a text", { title: null }, "title"],
  ["a text of another shape", { title: { pt: "x" } }, "title"],
  ["a number", { hours: undefined }, "hours"],
  ["a text within a group", { hero: { image: null } }, "hero.title"],
  ["a list", { steps: null }, "steps"],
  ["a text of an item", { steps: [{ _key: "a", title: "Um" }] }, "steps.a.text"],
])("%s is filled from the seed when it is missing", (_what, change, field) => {
  expect(fill(change)).toEqual({
    result: whole,
    gaps: [{ document: "homePage", field, filled: true }],
  });
});

test("a missing group is filled with its optional texts", () => {
  expect(fill({ hero: null })).toEqual({
    result: { ...whole, hero: { ...required.hero, hint } },
    gaps: [{ document: "homePage", field: "hero", filled: true }],
  });
});

test("an optional group is completed when it is present and stays empty otherwise", () => {
  expect(fill({ video: { label: null } })).toMatchObject({
    result: { video: { label: "Ver" } },
    gaps: [{ field: "video.label" }],
  });
  expect(fill({ video: { label: "Assistir" } }).gaps).toEqual([]);
});

test("unknown items and images stay unchanged", () => {
  const steps = [{ _key: "novo", title: "Meu" }];
  const hero = { title: "Minha", image: { asset: { _ref: "image-a" } } };
  expect(fill({ steps, hero })).toEqual({ result: { ...whole, steps, hero }, gaps: [] });
});

test("images get no texts from the seed, because these describe another image", () => {
  const video = { label: "Assistir", poster: { asset: { _ref: "image-a" } } };
  expect(fill({ video })).toEqual({ result: { ...whole, video }, gaps: [] });
});

test("placeholders of the seed are never used", () => {
  expect(fill({ phone: null })).toEqual({
    result: { ...whole, phone: null },
    gaps: [{ document: "homePage", field: "phone", filled: false }],
  });
});

test("a gap names the document of its text", () => {
  expect(fill({ settings: { cnpj: "1" } }).gaps).toEqual([
    { document: "siteSettings", field: "settings.brandName", filled: true },
  ]);
});

test("a missing document is filled only on request and never with placeholders", () => {
  expect(() => fill({ footer: null })).toThrow(new MissingDocument("footer"));
  expect(fill({ footer: null }, true).result).toEqual(whole);
  expect(() => fill({ settings: null }, true)).toThrow(new MissingDocument("siteSettings"));
});
