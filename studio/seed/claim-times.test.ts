import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimTimeOf } from "#contracts/fields/variables.ts";
import { listCopy, readSeedDocuments } from "./seed-documents.ts";

const copy = readSeedDocuments().flatMap(listCopy);
const joined = (place: RegExp) =>
  copy
    .filter(({ documentId, path }) => place.test(`${documentId}.${path}`))
    .map(({ text }) => text)
    .join("\n");

// Matches the former rule, which counted a number of days from the end of the lease, contract or guarantee alone.
const formerRule =
  /dias\s+(?:(?:contados|depois|a contar|após)\s+)?(?:d?o\s+)(?:fim|término|encerramento)\s+d[ao]\s+(?:contrato|locação|garantia|fiança|prazo|vigência)/i;

test("the check of the former time to claim matches it, and not the rule of today", () => {
  const former = [
    "em até {{proofDays}} dias do fim da locação",
    "até 30 dias contados do término do contrato",
    "30 dias depois do fim da garantia",
  ];
  expect(former.filter((text) => !formerRule.test(text))).toEqual([]);
  expect(claimTimeOf(30, 15)).not.toMatch(formerRule);
});

test("no text counts the days to claim itself: each takes them from the one rule", () => {
  const typed = /\{\{(?:proofDays|claimNoticeDays)\}\}/;
  // The privacy policy counts how long data are kept from the end of the lease.
  const texts = copy.filter(({ documentId }) => documentId !== "drafts.privacyPolicy");
  expect(texts.filter(({ text }) => typed.test(text) || formerRule.test(text))).toEqual([]);
});

test("no file of the product or its documents states the former time to claim", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync(
    "{*.md,docs/**/*.md,{scripts,studio,supabase,tests,web}/**/*.{ts,tsx,sql,md}}",
    {
      cwd: root,
      exclude: (path) => /node_modules/.test(path) || path.endsWith("claim-times.test.ts"),
    },
  );
  expect(files.length).toBeGreaterThan(500);
  // The written countdown “30 dias contados do fim da última vigência, em …” is a day of the one rule.
  const states = (text: string) =>
    formerRule.test(text.replace(/do\s+fim\s+da\s+última\s+vigência/g, ""));
  expect(files.filter((path) => states(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test.each([
  ["terms", /^termsPage\.clauses\.comprovacao\./],
  ["rules in contract, letter and conditions", /^letterTexts\.claimRules$/],
  ["texts of the page how it works", /^howItWorksPage\.details\./],
])("the %s state when one can claim, answer, decide, pay and review", (_name, place) => {
  const text = joined(place);
  const times = ["Time", "EvidenceDays", "AnswerDays", "DecisionDays", "PaymentDays", "AppealDays"];
  expect(times.filter((name) => !text.includes(`{{claim${name}}}`))).toEqual([]);
  expect(text).toContain(
    "Se a locação continuar sem renovação, o que for encontrado depois da última vigência não está garantido.",
  );
});

test.each([
  ["coverage of landlords", /^coverage\.landlords\./],
  ["landlords' page", /^landlordsPage\.steps\./],
  ["terms", /^termsPage\./],
  ["contract page", /^contractPage\.term\./],
  ["calendar files", /^contractPage\.calendar\./],
  ["mails before the end", /^mailTexts\.(?:termEnds|landlordTermEnds)\./],
])("the %s take the time to claim from the one rule", (_name, place) => {
  expect(joined(place)).toContain("{{claimTime}}");
});

test("terms and tenant's page name the days to state another day of the keys", () => {
  for (const place of [/^termsPage\.clauses\.encerramento\./, /^contractPage\.ending\.toldText$/])
    expect(joined(place)).toContain("{{handoverDays}} dias");
});

test("an amount is approved, never accepted", () => {
  const accepted =
    /(?:valor|valores|itens?|quantia)\s+(?:foi\s+|foram\s+)?aceit|aceit[oa]s?\s+(?:em parte|por inteiro|R\$)/i;
  expect(accepted.test("O valor aceito é pago")).toBe(true);
  expect(copy.filter(({ text }) => accepted.test(text))).toEqual([]);
});
