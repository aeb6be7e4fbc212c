import { describe, expect, it } from "vitest";
import { todayInBrasilia } from "../fields/formats.ts";
import { comingDateField, lastComingDate } from "./offer-dates.ts";

describe("coming date", () => {
  const field = comingDateField("Escolha o dia");
  const outOfRange = "Informe uma data de hoje até daqui a um ano";
  const today = todayInBrasilia();
  const daysFrom = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

  it.each([today, daysFrom(today, 1), lastComingDate(), ` ${today} `])("accepts %j", (day) => {
    expect(field.parse(day)).toBe(day.trim());
  });

  it.each([
    [daysFrom(today, -1), outOfRange],
    [daysFrom(lastComingDate(), 1), outOfRange],
    [`${lastComingDate().slice(0, 4)}-02-30`, outOfRange],
    ["", "Escolha o dia"],
    [undefined, "Escolha o dia"],
  ])("refuses %j", (day, message) => {
    expect(field.safeParse(day).error?.issues).toMatchObject([{ message }]);
  });

  it("ends on 28 February, a year after 29 February", () => {
    expect(lastComingDate("2028-02-29")).toBe("2029-02-28");
    expect(lastComingDate("2026-11-24")).toBe("2027-11-24");
  });
});
