import { describe, expect, test } from "vitest";
import { correctedSince, prefillChange, prefillOffer, prefillRenewal } from "./prefill-offer.ts";

const rules = {
  coveragePercent: 70,
  feePercent: 8,
  feeMinimum: 150,
  planOnce: "Pix à vista",
  planMonthly: "Pix em {{instalments}} parcelas mensais",
};
const request = { owner_name: "José Pereira", rental_value: 1800.5, property_type: null };

test.each([
  ["2026-11-22", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
])("on %s prefillOffer starts the offer on %s", (today, start) => {
  expect(prefillOffer(request, rules, today)).toMatchObject({
    landlordName: "José Pereira",
    rentalValue: "1.800,50",
    startDate: start,
  });
});

test("prefillOffer takes the type of the property from the request", () => {
  expect(prefillOffer({ ...request, property_type: "Casa" }, rules)).toMatchObject({
    propertyType: "Casa",
  });
});

test("prefillOffer takes the standard fee of the business rules, paid at once by Pix", () => {
  expect(prefillOffer(request, rules)).toMatchObject({
    fee: "1.728,48",
    paymentPlan: "pix",
    instalments: "1",
  });
  const { fee } = prefillOffer({ ...request, rental_value: 100 }, rules);
  expect(fee).toBe("150,00");
  expect(prefillOffer(request, rules)).not.toHaveProperty("propertyType");
});

test("prefillRenewal takes the terms in force from the day after their end, and the standard fee", () => {
  expect(
    prefillRenewal(
      {
        id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334477",
        contract_number: "PF-2026-0A1B2C3D4E",
        tenant_name: "Ana Maria da Silva",
        landlord_name: "José Pereira",
        property_type: "Casa",
        rental_value: 1800.5,
        cover_limit: 15_124.2,
        fee: 1620.45,
        contract_duration_months: 12,
        payment_plan: "pix",
        instalments: 3,
        payment_method: "Pix em 3 parcelas mensais",
        end_date: "2026-12-31",
      },
      rules,
    ),
  ).toEqual({
    propertyType: "Casa",
    landlordName: "José Pereira",
    landlordKind: "owner",
    rentalValue: "1.800,50",
    months: "12",
    startDate: "2027-01-01",
    fee: "1.728,48",
    feeDueOn: "2027-01-01",
    paymentPlan: "pix",
    instalments: "3",
    validDays: "7",
  });
});

describe("prefillChange", () => {
  const former = {
    id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
    status: "open" as const,
    createdAt: "2026-11-20T12:00:00Z",
    // Time in UTC. In Brasília, this is the end of the fifth day.
    validUntil: "2026-11-26T02:59:59Z",
    questions: [],
    propertyType: "Casa",
    landlordName: "Imobiliária Nogueira",
    landlord: {
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334466",
      kind: "agency" as const,
      document: "11222333000181",
    },
    rentalValue: 1800.5,
    referenceValue: 21_606,
    coverLimit: 15_124.2,
    fee: 1620.45,
    feeDueOn: "2026-11-21",
    paymentPlan: "other" as const,
    paymentMethod: "A imobiliária recebe a taxa e repassa à Payser.",
    instalments: [{ instalment: 1, amount: 1620.45, dueOn: "2026-11-21" }],
    letterNeedsFee: false,
    changes: [],
    startDate: "2026-12-05",
    endDate: "2027-12-04",
    months: 12,
    termsVersion: "1.0",
    conditionsSha256: "d".repeat(64),
  };

  test("takes the former conditions and moves a past due date", () => {
    expect(prefillChange(former, rules, {}, "2026-11-22")).toEqual({
      propertyType: "Casa",
      landlordName: "Imobiliária Nogueira",
      landlordKind: "agency",
      landlordDocument: "11222333000181",
      rentalValue: "1.800,50",
      months: "12",
      startDate: "2026-12-05",
      fee: "1.620,45",
      feeDueOn: "2026-12-01",
      paymentPlan: "other",
      instalments: "1",
      paymentMethod: "A imobiliária recebe a taxa e repassa à Payser.",
      validDays: "5",
    });
  });

  test("moves a start that has come, but keeps a start that has a reason", () => {
    expect(prefillChange(former, rules, {}, "2026-12-05").startDate).toBe("2027-01-01");
    const pastStartReason = "As chaves já foram entregues.";
    expect(prefillChange({ ...former, pastStartReason }, rules, {}, "2026-12-05")).toMatchObject({
      startDate: "2026-12-05",
      pastStartReason,
    });
  });

  test("takes rent and landlord that were corrected after the former conditions, with the fee of the rules", () => {
    const corrected = {
      id: "1",
      status: "approved",
      full_name: "Ana",
      owner_name: "José Pereira",
      rental_value: 2000,
      property_type: null,
      corrections: [
        {
          madeAt: "2026-11-21T12:00:00Z",
          wanted: { rental_value: 2000, owner_name: "José Pereira" },
        },
      ],
    };
    const since = correctedSince(corrected, former.createdAt);
    expect(since).toEqual({ rentalValue: 2000, landlordName: "José Pereira" });
    const filled = prefillChange(former, rules, since, "2026-11-22");
    expect(filled).toMatchObject({
      rentalValue: "2.000,00",
      landlordName: "José Pereira",
      fee: "1.920,00",
    });
    expect(filled.landlordDocument).toBeUndefined();
    expect(correctedSince(corrected, "2026-11-21T13:00:00Z")).toEqual({});
  });
});
