import { expect, it, test } from "vitest";
import {
  formatCpf,
  formatCurrency,
  formatDateTime,
  formatDeadline,
  formatShortDate,
  todayInBrasilia,
} from "./formats.ts";

it.each([
  ["52998224725", "529.982.247-25"],
  ["00000000191", "000.000.001-91"],
  ["529.982.247-25", "529.982.247-25"],
  ["123", "123"],
])("%j is written %j", (digits, text) => {
  expect(formatCpf(digits)).toBe(text);
});

it.each([
  [1850, "R$\u00a01.850,00"],
  [2400.5, "R$\u00a02.400,50"],
  [0, "R$\u00a00,00"],
  [9_999_999_999.99, "R$\u00a09.999.999.999,99"],
])("%d reais are written %j", (amount, text) => {
  expect(formatCurrency(amount)).toBe(text);
});

it("writes a time in Brasília, where it may still be the day before", () => {
  expect(formatDateTime("2026-11-22T01:05:00+00:00")).toBe("21 de novembro de 2026 às 22:05");
});

it("keeps the daylight saving time of older times", () => {
  expect(formatDateTime("2018-12-01T12:00:00Z")).toBe("1 de dezembro de 2018 às 10:00");
});

test.each([
  ["2024-11-23T17:00:00Z", "sáb., 23/11, 14h"],
  ["2026-11-23T17:05:59+00:00", "seg., 23/11, 14h05"],
  ["2026-11-24T02:59:00Z", "seg., 23/11, 23h59"],
  ["2026-11-24T03:00:00Z", "ter., 24/11, 0h"],
  ["2026-11-24T12:00:00-03:00", "ter., 24/11, 12h"],
])("%s is %s in Brasília", (moment, text) => {
  expect(formatDeadline(moment)).toBe(text);
});

it.each([
  ["2026-02-01", "01/02/2026"],
  ["1990-12-31", "31/12/1990"],
  ["indefinido", "indefinido"],
])("%j is written %j", (isoDate, text) => {
  expect(formatShortDate(isoDate)).toBe(text);
});

test("takes the day from the calendar of Brasília", () => {
  expect(todayInBrasilia(new Date("2027-01-01T01:30:00Z"))).toBe("2026-12-31");
});
