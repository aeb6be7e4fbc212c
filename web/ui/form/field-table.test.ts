import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineFields } from "./field-table.ts";

const schema = z.object({ name: z.string(), cpf: z.string(), terms: z.boolean() });
const table = defineFields(schema, {
  name: { control: "text" },
  cpf: { control: "text", isSecret: true },
  terms: { control: "checkbox" },
});

test("the tab remembers every field of a form but those that are secret", () => {
  expect(table.names).toEqual(["name", "cpf", "terms"]);
  expect(table.draftNames).toEqual(["name", "terms"]);
});

test("boxes to tick are known apart", () => {
  expect(table.boxes).toEqual(["terms"]);
});
