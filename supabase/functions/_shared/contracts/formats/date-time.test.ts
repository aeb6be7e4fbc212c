import { expect, it } from "vitest";
import { formatDateTime } from "./date-time.ts";

it("tells a moment in Brasília time, where it may still be the day before", () => {
  expect(formatDateTime("2026-11-22T01:05:00+00:00")).toBe("21 de novembro de 2026 às 22:05");
});

it("keeps the hour that daylight saving gave to older moments", () => {
  expect(formatDateTime("2018-12-01T12:00:00Z")).toBe("1 de dezembro de 2018 às 10:00");
});
