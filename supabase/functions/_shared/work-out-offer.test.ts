import { describe, expect, test } from "vitest";
import { lastValidDay } from "#contracts/offers/offer.ts";
import { seedContent } from "./content/seed-content.ts";
import { workOutOffer } from "./work-out-offer.ts";

const form = {
  propertyType: "Apartamento",
  landlordName: "José Pereira",
  landlordDocument: undefined,
  rentalValue: 2400.5,
  months: 6,
  startDate: "2026-12-01",
  pastStartReason: undefined,
  fee: 900,
  feeDueOn: "2026-12-05",
  paymentPlan: "pix",
  instalments: 1,
  paymentMethod: undefined,
  validDays: 7,
} as const;
const now = Date.parse("2026-11-22T02:30:00Z");

test("amounts follow the rules, the end is the last second of a day in Brasília", () => {
  expect(workOutOffer(form, seedContent, now)).toMatchObject({
    referenceValue: 14_403,
    coverLimit: 10_082.1,
    // The test's time is on the 22nd in UTC, but still on the 21st in Brasília.
    validUntil: "2026-11-28T23:59:59-03:00",
    termsVersion: seedContent.terms.version,
  });
});

test("the letter depends on the fee as the rules say at that time", () => {
  const needs = (letterNeedsFee: boolean) =>
    workOutOffer(form, { ...seedContent, rules: { ...seedContent.rules, letterNeedsFee } }, now)
      .letterNeedsFee;
  expect([needs(false), needs(true)]).toEqual([false, true]);
});

test("the clauses that limit rights are those of the version in force, word for word", () => {
  const { clauses } = workOutOffer(form, seedContent, now);
  expect(clauses).toHaveLength(seedContent.terms.limitingClauses.length);
  expect(clauses[1]?.title).toBe("5. Limite da cobertura");
  expect(clauses[1]?.text).toContain("até 70% do valor de referência");
});

test("a changed rule counts before the next version, and fills variables of the former terms", () => {
  const rules = { ...seedContent.rules, coveragePercent: 60 };
  const [clause] = seedContent.terms.limitingClauses;
  if (!clause) throw new Error("The seed has no such clause");
  const limitingClauses = [{ ...clause, text: "Cobre até {{coveragePercent}}%." }];
  const terms = { version: "1.1", limitingClauses };
  const { clauses, coverLimit } = workOutOffer(form, { ...seedContent, rules, terms }, now);
  expect(coverLimit).toBe(8641.8);
  expect(clauses[0]?.text).toBe("Cobre até 60%.");
});

describe("the payment plan", () => {
  const words = "A imobiliária recebe a taxa e repassa à Payser.";
  test.each([
    [{ instalments: 1 }, { instalments: 1, paymentMethod: "Pix à vista" }],
    [{ instalments: 3 }, { instalments: 3, paymentMethod: "Pix em 3 parcelas mensais" }],
    // A Pix plan ignores the payment text that staff typed. A plan without Pix always has one payment.
    [{ instalments: 1, paymentMethod: words }, { paymentMethod: "Pix à vista" }],
    [
      { paymentPlan: "other", instalments: 3, paymentMethod: words },
      { instalments: 1, paymentMethod: words },
    ],
  ] as const)("has for %j the words and payments %j", (changes, plan) => {
    expect(workOutOffer({ ...form, ...changes }, seedContent, now)).toMatchObject(plan);
  });

  test("has the editors' words", () => {
    const letterTexts = { ...seedContent.letterTexts, planMonthly: "{{instalments}}x no Pix" };
    const offer = workOutOffer({ ...form, instalments: 2 }, { ...seedContent, letterTexts }, now);
    expect(offer.paymentMethod).toBe("2x no Pix");
  });
});

test.each([
  ["the chosen days", { startDate: "2026-12-10", feeDueOn: "2026-12-20" }, "2026-11-28"],
  ["the day before the start", { startDate: "2026-11-25", feeDueOn: "2026-12-20" }, "2026-11-24"],
  ["the first due date", { startDate: "2026-12-10", feeDueOn: "2026-11-23" }, "2026-11-23"],
  ["today, before a start tomorrow", { startDate: "2026-11-22" }, "2026-11-21"],
  [
    "the due date, after the start",
    { startDate: "2026-11-21", feeDueOn: "2026-11-24" },
    "2026-11-24",
  ],
])("an offer is valid until %s", (_what, changes, last) => {
  expect(lastValidDay({ ...form, ...changes }, "2026-11-21")).toBe(last);
});

test("a reason stays with the offer only if the start is not after today", () => {
  const pastStartReason = "As chaves já foram entregues.";
  const reasonOf = (startDate: string) =>
    workOutOffer({ ...form, startDate, pastStartReason }, seedContent, now).pastStartReason;
  expect([reasonOf("2026-11-21"), reasonOf("2026-11-22")]).toEqual([pastStartReason, undefined]);
});
