import { expect, test } from "vitest";
import { brazilianStates } from "./brazilian-states.ts";

test("there are 27 federative units, each once, in alphabetical order of their names", () => {
  const names = brazilianStates.map(({ label }) => label);
  expect(new Set(brazilianStates.map(({ value }) => value)).size).toBe(27);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "pt-BR")));
});
