import { expect, test } from "vitest";
import { formatDeadline } from "./deadline.ts";

test.each([
  ["2024-11-23T17:00:00Z", "sáb., 23/11, 14h"],
  ["2026-11-23T17:05:59+00:00", "seg., 23/11, 14h05"],
  ["2026-11-24T02:59:00Z", "seg., 23/11, 23h59"],
  ["2026-11-24T03:00:00Z", "ter., 24/11, 0h"],
  ["2026-11-24T12:00:00-03:00", "ter., 24/11, 12h"],
])("%s is %s in Brasília", (moment, text) => {
  expect(formatDeadline(moment)).toBe(text);
});
