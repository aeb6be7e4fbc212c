import { expect, test } from "vitest";
import { isAcceptable, sameLegalText } from "./legal-text.ts";

function terms(text: string, clause: Record<string, unknown> = {}, marks: string[] = []) {
  return {
    _id: "termsPage",
    _rev: text,
    title: "Termos",
    versionLabel: "Versão",
    clauses: [
      {
        _key: "a",
        number: "1",
        title: "Objeto",
        limitsRights: false,
        body: [{ _key: "p", _type: "block", children: [{ _key: "s", text, marks }] }],
        ...clause,
      },
    ],
  };
}

test.each([
  ["other keys", terms("Um texto", { _key: "b" })],
  ["a topic, which only links use", terms("Um texto", { topic: "fee" })],
  ["repeated and outer spaces", terms("  Um  texto ")],
  ["a label of the page", { ...terms("Um texto"), versionLabel: "Edição" }],
  ["what is empty", { ...terms("Um texto"), intro: "", issuer: null }],
  ["the address of a link", terms("Um texto", { body: linked("/contato", "k1") })],
])("%s changes nothing that is read", (what, other) => {
  const one = what.startsWith("the address")
    ? terms("Um texto", { body: linked("/novo", "k2") })
    : terms("Um texto");
  expect(sameLegalText(one, other)).toBe(true);
});

test.each([
  ["a word", terms("Um texto novo")],
  ["a clause's title", terms("Um texto", { title: "Objetivo" })],
  ["a number", terms("Um texto", { number: "2" })],
  ["what stands out", terms("Um texto", { limitsRights: true })],
  ["bold", terms("Um texto", {}, ["strong"])],
  ["an introduction", { ...terms("Um texto"), intro: "Leia." }],
  ["a clause more", { ...terms("Um texto"), clauses: [...terms("a").clauses, { title: "b" }] }],
])("%s makes another text", (_what, other) => {
  expect(sameLegalText(terms("Um texto"), other)).toBe(false);
});

function linked(href: string, key: string) {
  return [
    {
      _type: "block",
      children: [{ text: "Um texto", marks: [key] }],
      markDefs: [{ _key: key, _type: "link", href }],
    },
  ];
}

const versions = [
  { version: "1.2", madeAt: "2026-11-23T12:00:00Z" },
  { version: "1.1", madeAt: "2026-11-20T12:00:00Z" },
  { version: "1", madeAt: "2026-11-01T12:00:00Z" },
];

test.each([
  ["the one in force", "1.2", "2026-12-31T00:00:00Z", true],
  ["one that was replaced while a form was open", "1.1", "2026-11-24T11:59:59Z", true],
  ["one that was replaced a day ago", "1.1", "2026-11-24T12:00:00Z", false],
  ["one that was replaced twice", "1", "2026-11-23T12:00:01Z", false],
  ["one that never was", "9", "2026-11-23T12:00:01Z", false],
])("%s", (_what, version, now, acceptable) => {
  expect(isAcceptable(versions, version, Date.parse(now))).toBe(acceptable);
});
