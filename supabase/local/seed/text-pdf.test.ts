import { expect, test } from "vitest";
import { textPdf } from "./text-pdf.ts";

test("every entry of the PDF's cross-reference table points at its object", () => {
  const file = textPdf("Carta de fiança", ["Linha (com) parênteses \\ e acentuação"]).toString(
    "latin1",
  );
  const table = [...file.matchAll(/^(\d{10}) 00000 n $/gm)];
  expect(table).toHaveLength(6);
  for (const [index, [, offset]] of table.entries()) {
    expect(file.slice(Number(offset))).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  }
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  expect(file.slice(Number(start))).toMatch(/^xref\n0 7\n/);
});

test("the PDF's stream has its stated length, and text cannot end its string", () => {
  const file = textPdf("Título", ["a) Tj ET (b"]).toString("latin1");
  const [, length, content] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file) ?? [];
  expect(content).toHaveLength(Number(length));
  expect(content).toContain("(a\\) Tj ET \\(b) Tj");
});
