import { expect, test } from "vitest";
import { parseMoney } from "#contracts/fields/money.ts";
import { readRent } from "./coverage-result.tsx";

test.each([
  ["1850", 1850],
  [" 1.850,00 ", 1850],
  ["R$ 2.400,50", 2400.5],
  ["2400.5", 2400.5],
  ["1.234.567,8", 1_234_567.8],
  ["0,01", 0.01],
])("readRent reads %s", (typed, rent) => {
  expect(readRent(typed)).toBe(rent);
});

test.each(["", "0", "0,00", "-5", "1,850.00", "1.85.0", "1,234", "mil", "08.000", "99999999"])(
  "readRent does not read “%s”",
  (typed) => {
    expect(readRent(typed)).toBeUndefined();
  },
);

test("readRent and the forms read the same amount", () => {
  const pieces = ["", "0", "1", "85", "850", ".", ",", "R$ "];
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces)
        for (const fourth of pieces) {
          const typed = first + second + third + fourth;
          const rent = readRent(typed);
          if (rent !== undefined)
            expect({ typed, rent: parseMoney(typed) }).toEqual({ typed, rent });
        }
});
