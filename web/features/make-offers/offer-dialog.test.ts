import { expect, test } from "vitest";
import { prefillOffer } from "./offer-dialog.tsx";

const request = { owner_name: "José Pereira", rental_value: 1800.5, property_type: null };

test.each([
  ["2026-11-22", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
])("on %s an offer begins on %s", (today, start) => {
  expect(prefillOffer(request, today)).toMatchObject({
    landlordName: "José Pereira",
    rentalValue: "1.800,50",
    startDate: start,
  });
});

test("the type of the property is what the applicant said", () => {
  expect(prefillOffer({ ...request, property_type: "Casa" })).toMatchObject({
    propertyType: "Casa",
  });
});

test("neither the cost nor how it is paid is guessed", () => {
  const { fee, paymentMethod, propertyType } = prefillOffer(request);
  expect([fee, paymentMethod, propertyType]).toEqual([undefined, undefined, undefined]);
});
