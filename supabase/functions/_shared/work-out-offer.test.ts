import { expect, test } from "vitest";
import { seedContent } from "./content/seed-content.ts";
import { lastDay, workOutOffer } from "./work-out-offer.ts";

const form = {
  propertyType: "Apartamento",
  landlordName: "José Pereira",
  landlordDocument: undefined,
  rentalValue: 2400.5,
  months: 6,
  startDate: "2026-12-01",
  fee: 900,
  feeDueOn: "2026-12-05",
  paymentMethod: "Pix",
  validDays: 7,
} as const;
const now = Date.parse("2026-11-22T02:30:00Z");

test("amounts follow the rules, the end is the last second of a day in Brasília", () => {
  expect(workOutOffer(form, seedContent, now)).toMatchObject({
    referenceValue: 14_403,
    coverLimit: 10_082.1,
    endDate: "2027-05-31",
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
  const { clauses, coverLimit } = workOutOffer(form, { rules, terms }, now);
  expect(coverLimit).toBe(8641.8);
  expect(clauses[0]?.text).toBe("Cobre até 60%.");
});

test.each([
  ["2026-12-01", 12, "2027-11-30"],
  ["2026-12-15", 1, "2027-01-14"],
  ["2027-01-31", 1, "2027-02-27"],
  ["2027-03-01", 12, "2028-02-29"],
  ["2027-08-31", 6, "2028-02-28"],
])("%s for %i months ends on %s", (start, months, end) => {
  expect(lastDay(start, months)).toBe(end);
});
