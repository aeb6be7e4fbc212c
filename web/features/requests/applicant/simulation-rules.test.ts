import { expect, test } from "vitest";
import { simulationRules } from "./simulation-rules.ts";

test("the draft in the tab holds every field except the CPF", () => {
  const { names, draftNames } = simulationRules;
  expect(names).toContain("cpf");
  expect(draftNames).toEqual(names.filter((name) => name !== "cpf"));
});
