import { expect, test } from "vitest";
import { z } from "zod";
import { readSeedDocuments } from "./seed-documents.ts";

const listSchema = z.object({ items: z.array(z.object({ text: z.string() })) });
const coverageSchema = z.object({ exclusions: listSchema, inclusions: listSchema });
const blockSchema = z.object({
  listItem: z.string().optional(),
  children: z.array(z.object({ text: z.string() })),
});
const termsSchema = z.object({
  clauses: z.array(z.object({ topic: z.string().optional(), body: z.array(blockSchema) })),
});

const documents = readSeedDocuments();
const find = (id: string) => documents.find(({ _id }) => _id === id);
const coverage = coverageSchema.parse(find("coverage"));
const { clauses } = termsSchema.parse(find("termsPage"));

const textsOf = ({ items }: z.infer<typeof listSchema>) => items.map(({ text }) => text);

/**
 * Returns the list items of the clause on a topic, written like the coverage's items: with a capital first letter and
 * no punctuation at the end.
 */
function listOfClause(topic: string): string[] {
  const body = clauses.find((clause) => clause.topic === topic)?.body ?? [];
  return body
    .filter(({ listItem }) => listItem)
    .map(({ children }) => children.map(({ text }) => text).join(""))
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/[;.]$/, ""));
}

test("the first exclusion is unpaid rent and charges, and the others equal those of the terms", () => {
  const listed = listOfClause("excluded");
  expect(listed).toHaveLength(4);
  expect(textsOf(coverage.exclusions)).toEqual(["Aluguéis e encargos não pagos", ...listed]);
});

test("the inclusions equal those of the terms", () => {
  // The words about returning the property are replaced, because landlords also read the coverage, and landlords do not
  // return the property.
  const fromTerms = listOfClause("covered").map((text) =>
    text.replace(
      "necessários para devolver o imóvel nas condições",
      "para que o imóvel volte às condições",
    ),
  );
  expect(fromTerms).toHaveLength(3);
  expect(textsOf(coverage.inclusions)).toEqual(fromTerms);
});
