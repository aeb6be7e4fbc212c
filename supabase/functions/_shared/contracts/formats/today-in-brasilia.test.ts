import { expect, test } from "vitest";
import { todayInBrasilia } from "./today-in-brasilia.ts";

test("takes the day from the calendar of Brasília", () => {
  expect(todayInBrasilia(new Date("2027-01-01T01:30:00Z"))).toBe("2026-12-31");
});
