import fc from "fast-check";
import { expect, it } from "vitest";
import { isZeroDay, readDay } from "./read-day.ts";

it.each([
  ["18/11/2026", "2026-11-18"],
  ["8/1/2026", "2026-01-08"],
  ["18/11/26", "2026-11-18"],
  ["18-11-2026", "2026-11-18"],
  ["18.11.2026", "2026-11-18"],
  ["18/11/2026 10:00", "2026-11-18"],
  ["18/11/2026 às 10h05", "2026-11-18"],
  ["20261118", "2026-11-18"],
  ["2026-11-18", "2026-11-18"],
  ["2026/11/18", "2026-11-18"],
  ["2026-11-18T23:30:00", "2026-11-18"],
  ["2026-11-18T23:30:00-03:00", "2026-11-18"],
  ["2026-11-19T01:30:00.000Z", "2026-11-18"],
  ["2026-11-18T23:30:00.000-0400", "2026-11-19"],
  ["20261118233000", "2026-11-18"],
  ["20261118000000[-3:BRT]", "2026-11-18"],
  ["20261118233000.000[-03:EST]", "2026-11-18"],
  ["20261119013000[0:GMT]", "2026-11-18"],
  ["20261119013000[+0:GMT]", "2026-11-18"],
  ["20261118223000[-4:AMT]", "2026-11-18"],
  ["20261118233000[-4:AMT]", "2026-11-19"],
  // Day without a time, in the format of the bank Cora.
  ["20261118000000[0:GMT]", "2026-11-18"],
  ["20261118[0:GMT]", "2026-11-18"],
  ["31/02/2026", null],
  ["31/04/26", null],
  ["20261340", null],
  ["00/00/0000", null],
  ["18/11", null],
  ["18/11/2026 BIA SOUZA", null],
  ["320,50", null],
  ["", null],
])("the day of %j is %j", (written, day) => {
  expect(readDay(written)).toBe(day);
});

it("every day of the calendar is read back from each notation", () => {
  const days = fc.date({
    min: new Date("2000-01-01"),
    max: new Date("2099-12-31"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = "", month = "", day = ""] = iso.split("-");
      expect(
        [
          `${day}/${month}/${year}`,
          `${day}/${month}/${year.slice(2)}`,
          `${year}${month}${day}`,
          `${iso}T12:00:00Z`,
          `${year}${month}${day}120000[-3:BRT]`,
        ].map(readDay),
      ).toEqual([iso, iso, iso, iso, iso]);
    }),
  );
});

it.each([
  ["00/00/0000", true],
  ["00/00/00", true],
  ["0000-00-00", true],
  ["00000000000000[-3:BRT]", true],
  ["00/00/2026", false],
  ["0", false],
])("%j is a day of zeros: %j", (written, expected) => {
  expect(isZeroDay(written)).toBe(expected);
});
