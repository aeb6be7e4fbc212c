import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineFields } from "./field-table.ts";

const schema = z.object({ name: z.string(), cpf: z.string(), terms: z.boolean() });
const table = defineFields(schema, {
  name: { control: "text" },
  cpf: { control: "text", isSecret: true },
  terms: { control: "checkbox" },
});

test("defineFields excludes secret fields from drafts", () => {
  expect(table.names).toEqual(["name", "cpf", "terms"]);
  expect(table.draftNames).toEqual(["name", "terms"]);
});

test("defineFields lists the checkboxes", () => {
  expect(table.boxes).toEqual(["terms"]);
});
