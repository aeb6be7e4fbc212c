import { expect, test } from "vitest";
import { prefillChange, prefillOffer, prefillRenewal } from "./offer-dialog.tsx";

const request = { owner_name: "José Pereira", rental_value: 1800.5, property_type: null };

test.each([
  ["2026-11-22", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
])("on %s prefillOffer starts the offer on %s", (today, start) => {
  expect(prefillOffer(request, today)).toMatchObject({
    landlordName: "José Pereira",
    rentalValue: "1.800,50",
    startDate: start,
  });
});

test("prefillOffer takes the type of the property from the request", () => {
  expect(prefillOffer({ ...request, property_type: "Casa" })).toMatchObject({
    propertyType: "Casa",
  });
});

test("prefillOffer leaves fee and payment method empty", () => {
  const { fee, paymentMethod, propertyType } = prefillOffer(request);
  expect([fee, paymentMethod, propertyType]).toEqual([undefined, undefined, undefined]);
});

test("prefillRenewal takes the terms in force, from the day after their end", () => {
  expect(
    prefillRenewal({
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334477",
      contract_number: "PF-2026-0A1B2C3D4E",
      tenant_name: "Ana Maria da Silva",
      landlord_name: "José Pereira",
      property_type: "Casa",
      rental_value: 1800.5,
      cover_limit: 15_124.2,
      fee: 1620.45,
      contract_duration_months: 12,
      payment_method: "Pix",
      end_date: "2026-12-31",
    }),
  ).toEqual({
    propertyType: "Casa",
    landlordName: "José Pereira",
    landlordKind: "owner",
    rentalValue: "1.800,50",
    months: "12",
    startDate: "2027-01-01",
    fee: "1.620,45",
    feeDueOn: "2027-01-01",
    paymentMethod: "Pix",
    validDays: "7",
  });
});

test("prefillChange takes the former conditions and moves past days", () => {
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
    paymentMethod: "Pix",
    startDate: "2026-12-05",
    endDate: "2027-12-04",
    months: 12,
    termsVersion: "1.0",
    conditionsSha256: "d".repeat(64),
  };
  expect(prefillChange(former, "2026-11-22")).toEqual({
    propertyType: "Casa",
    landlordName: "Imobiliária Nogueira",
    landlordKind: "agency",
    landlordDocument: "11222333000181",
    rentalValue: "1.800,50",
    months: "12",
    startDate: "2026-12-05",
    fee: "1.620,45",
    feeDueOn: "2026-12-01",
    paymentMethod: "Pix",
    validDays: "5",
  });
});
