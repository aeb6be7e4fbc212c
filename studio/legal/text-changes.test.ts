import { expect, test } from "vitest";
import { textChanges } from "./text-changes.tsx";

const block = (...texts: string[]) => ({
  _type: "block",
  children: texts.map((text) => ({ _type: "span", text })),
});
const clause = (key: string, title: string, ...texts: string[]) => ({
  _key: key,
  number: "1.",
  title,
  body: [block(...texts)],
});
const text = (...clauses: object[]) => ({ title: "Termos", intro: "Leia.", issuer: [], clauses });

const cover = clause("cover", "Cobertura", "Até 70%", " do valor.");
const fee = clause("fee", "Taxa", "Paga uma vez.");

test("textChanges finds nothing when only labels differ", () => {
  expect(textChanges(text(cover), text({ ...cover, topic: "other" }))).toEqual([]);
});

test("textChanges lists changed and added clauses in order, then removed ones", () => {
  const later = clause("cover", "Cobertura", "Até 80% do valor.");
  const added = clause("court", "Foro", "Maringá.");
  expect(textChanges(text(cover, fee), text(added, later))).toEqual([
    { key: "court", heading: "1. Foro", before: "", after: "Foro\nMaringá." },
    {
      key: "cover",
      heading: "1. Cobertura",
      before: "Cobertura\nAté 70% do valor.",
      after: "Cobertura\nAté 80% do valor.",
    },
    { key: "fee", heading: "1. Taxa", before: "Taxa\nPaga uma vez.", after: "" },
  ]);
});

test("textChanges includes title and opening", () => {
  const [change, ...others] = textChanges(text(cover), { ...text(cover), intro: "Leia bem." });
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    heading: "Título e abertura",
    before: "Termos\nLeia.",
    after: "Termos\nLeia bem.",
  });
});
