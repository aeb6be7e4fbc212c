import { expect, test } from "vitest";
import { compareTexts, type LegalText } from "./compare-texts.ts";

const block = (text: string) => ({ _type: "block", children: [{ text }] });
const clause = (_key: string, number: string, ...lines: string[]) => ({
  _key,
  number,
  title: `Título ${_key}`,
  body: lines.map(block),
});
const text = (...clauses: LegalText["clauses"]): LegalText => ({
  title: "Termos",
  intro: "Leia antes.",
  issuer: [],
  clauses,
});
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const compare = (before: LegalText, after: LegalText) => compareTexts(before, after, isSame);

const first = clause("a", "1", "O prazo é de doze meses.");
const second = clause("b", "2", "Vale em todo o Brasil.");

test("equal texts have no changes", () => {
  expect(compare(text(first, second), text(first, second))).toEqual([]);
});

test("a removed clause is listed last, with all words removed", () => {
  expect(compare(text(first, second), text(second))).toEqual([
    {
      _key: "a",
      kind: "removed",
      heading: [{ kind: "removed", text: "1 Título a" }],
      paragraphs: [[{ kind: "removed", text: "O prazo é de doze meses." }]],
    },
  ]);
});

test("a new clause has all words added, paragraph by paragraph", () => {
  const added = clause("c", "3", "Foro de Maringá.", "Sem exceção.");
  expect(compare(text(first), text(added, first))).toEqual([
    {
      _key: "c",
      kind: "added",
      heading: [{ kind: "added", text: "3 Título c" }],
      paragraphs: [
        [{ kind: "added", text: "Foro de Maringá." }],
        [{ kind: "added", text: "Sem exceção." }],
      ],
    },
  ]);
});

test("clauses are compared by key, not by number, word by word", () => {
  const later = { ...clause("a", "2", "O prazo é de trinta meses.") };
  const [change, ...others] = compare(text(first), text(later));
  expect(others).toEqual([]);
  expect(change).toMatchObject({ _key: "a", kind: "changed" });
  expect(change?.heading).toContainEqual({ kind: "added", text: "2" });
  expect(change?.paragraphs).toEqual([
    [
      { kind: "kept", text: "O prazo é de " },
      { kind: "removed", text: "doze" },
      { kind: "added", text: "trinta" },
      { kind: "kept", text: " meses." },
    ],
  ]);
});

test("the introduction counts as a clause, and a change of emphasis is reported", () => {
  const bold = { ...first, body: [{ ...block("O prazo é de doze meses."), style: "strong" }] };
  const changes = compare(text(first), { ...text(bold), intro: "Leia depois." });
  expect(changes.map(({ _key, kind }) => [_key, kind])).toEqual([
    ["abertura", "changed"],
    ["a", "emphasis"],
  ]);
});
