import { expect, test } from "vitest";
import { fillVariablesIn } from "./variables.ts";

const rules = { approvalHours: 24, venue: "Maringá, Paraná" };

test("tokens are filled in every string, however deep", () => {
  const content = {
    title: "Aprovação em até {{approvalHours}}h",
    body: [{ children: [{ text: "Foro de {{venue}}, em {{approvalHours}} horas" }] }],
    count: 3,
    nothing: null,
  };
  expect(fillVariablesIn(content, rules)).toEqual({
    title: "Aprovação em até 24h",
    body: [{ children: [{ text: "Foro de Maringá, Paraná, em 24 horas" }] }],
    count: 3,
    nothing: null,
  });
});

test("an unknown token stays visible instead of becoming empty", () => {
  expect(fillVariablesIn("{{toString}} {{outro}}", rules)).toBe("{{toString}} {{outro}}");
});
