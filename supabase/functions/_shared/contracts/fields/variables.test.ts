import { expect, test } from "vitest";
import { fillVariablesIn, ruleValues } from "./variables.ts";

const rules = { approvalHours: 24, venue: "Maringá, Paraná" };

test("variables are filled in every string, at any depth", () => {
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

test("the service hours begin with a small letter within a sentence, and unchanged elsewhere", () => {
  const values = { openingHours: "Segunda a sexta, das 9h às 18h" };
  const content = [
    "{{openingHours}}",
    "Horário: {{openingHours}}.",
    "Em Maringá. {{openingHours}}",
  ];
  expect(fillVariablesIn(content, values)).toEqual([
    "Segunda a sexta, das 9h às 18h",
    "Horário: segunda a sexta, das 9h às 18h.",
    "Em Maringá. Segunda a sexta, das 9h às 18h",
  ]);
});

test("an unknown variable stays visible instead of becoming empty", () => {
  expect(fillVariablesIn("{{toString}} {{outro}}", rules)).toBe("{{toString}} {{outro}}");
});

test("the time to claim counts 15 days of notice in content that is older than this rule", () => {
  const days = (noticeDays: unknown) =>
    ruleValues({ proofDays: 30, claimNoticeDays: noticeDays })["claimTime"];
  expect(days(20)).toContain("nunca menos de 20 dias");
  expect(days(null)).toContain("nunca menos de 15 dias");
  expect(ruleValues({})).toEqual({});
});
