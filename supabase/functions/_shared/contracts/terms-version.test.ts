import { expect, test } from "vitest";
import { isAcceptable } from "./terms-version.ts";

const versions = [
  { version: "1.2", madeAt: "2026-11-23T12:00:00Z" },
  { version: "1.1", madeAt: "2026-11-20T12:00:00Z" },
  { version: "1", madeAt: "2026-11-01T12:00:00Z" },
];

test.each([
  ["the one in force", "1.2", "2026-12-31T00:00:00Z", true],
  ["one that was replaced while a form was open", "1.1", "2026-11-24T11:59:59Z", true],
  ["one that was replaced a day ago", "1.1", "2026-11-24T12:00:00Z", false],
  ["one that was replaced twice", "1", "2026-11-23T12:00:01Z", false],
  ["one that never was", "9", "2026-11-23T12:00:01Z", false],
])("%s", (_what, version, now, acceptable) => {
  expect(isAcceptable(versions, version, Date.parse(now))).toBe(acceptable);
});
