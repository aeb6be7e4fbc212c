import { expect, it } from "vitest";
import { fieldMessages } from "./reply.ts";
import { staffLimitsFormSchema } from "./staff-limits.ts";

const form = {
  secondPersonAbove: "5000",
  feeRangePercent: "20",
  accountWaitDays: "2",
  rentWarnsPercent: "30",
  rentSecondPercent: "40",
};

it.each([
  [" 5000 ", 5000],
  ["10.000", 10_000],
  ["10.000.000", 10_000_000],
])("an amount is read as people write it: %s", (secondPersonAbove, amount) => {
  expect(staffLimitsFormSchema.parse({ ...form, secondPersonAbove })).toMatchObject({
    secondPersonAbove: amount,
  });
});

it.each(["", "5.00", "5,50", "1.0000", "10.000.001", "-1", "mil"])(
  "“%s” is refused beside the amount",
  (secondPersonAbove) => {
    const result = staffLimitsFormSchema.safeParse({ ...form, secondPersonAbove });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      secondPersonAbove: "Informe um número inteiro de 0 a 10.000.000",
    });
  },
);
