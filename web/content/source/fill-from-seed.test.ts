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

test("what is published stays as it is", () => {
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
])("%s that is missing is the seed's", (_what, change, field) => {
  expect(fill(change)).toEqual({
    result: whole,
    gaps: [{ document: "homePage", field, filled: true }],
  });
});

test("a group that is missing comes with its optional texts", () => {
  expect(fill({ hero: null })).toEqual({
    result: { ...whole, hero: { ...required.hero, hint } },
    gaps: [{ document: "homePage", field: "hero", filled: true }],
  });
});

test("an optional group that is filled in gets its texts, one that is not stays empty", () => {
  expect(fill({ video: { label: null } })).toMatchObject({
    result: { video: { label: "Ver" } },
    gaps: [{ field: "video.label" }],
  });
  expect(fill({ video: { label: "Assistir" } }).gaps).toEqual([]);
});

test("an item that the seed does not have, and an image, stay as they are", () => {
  const steps = [{ _key: "novo", title: "Meu" }];
  const hero = { title: "Minha", image: { asset: { _ref: "image-a" } } };
  expect(fill({ steps, hero })).toEqual({ result: { ...whole, steps, hero }, gaps: [] });
});

test("nothing of the seed's is put into an image, whose description would be another's", () => {
  const video = { label: "Assistir", poster: { asset: { _ref: "image-a" } } };
  expect(fill({ video })).toEqual({ result: { ...whole, video }, gaps: [] });
});

test("a placeholder of the seed stands in for nothing", () => {
  expect(fill({ phone: null })).toEqual({
    result: { ...whole, phone: null },
    gaps: [{ document: "homePage", field: "phone", filled: false }],
  });
});

test("a text is told by the document that it is part of", () => {
  expect(fill({ settings: { cnpj: "1" } }).gaps).toEqual([
    { document: "siteSettings", field: "settings.brandName", filled: true },
  ]);
});

test("a missing document is the seed's only when that is asked for, and never with placeholders", () => {
  expect(() => fill({ footer: null })).toThrow(new MissingDocument("footer"));
  expect(fill({ footer: null }, true).result).toEqual(whole);
  expect(() => fill({ settings: null }, true)).toThrow(new MissingDocument("siteSettings"));
});
