import { expect, test } from "vitest";
import { checkNeededVariables } from "./needed-variables.ts";

const check = checkNeededVariables("contractEnded");

test("the words of a mail have to name what its reader must learn, wherever they do", () => {
  expect(check({ subject: "{{contractNumber}}", paragraphs: ["Em {{endedOn}}."] })).toBe(true);
  expect(check({ subject: "{{contractNumber}}", note: null })).toBe(
    "Algum texto deste e-mail precisa dizer {{endedOn}}.",
  );
  expect(check(undefined)).toMatch(/\{\{contractNumber\}\} e \{\{endedOn\}\}/);
});

test("a mail that tells nothing of its own needs nothing", () => {
  expect(checkNeededVariables("staffReleased")({ subject: "Conta liberada" })).toBe(true);
});
