import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastRatio, readTokens } from "./tokens.ts";

test("black on white is 21, a colour on itself is 1, in either order", () => {
  expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastRatio("#fff", "#000")).toBeCloseTo(21);
  expect(contrastRatio("#14706f", "#14706f")).toBe(1);
});

const colors = new Map(
  readTokens(readFileSync("web/app/styles.css", "utf8"), "color").map(({ name, value }) => [
    name,
    value,
  ]),
);
const color = (name: string) => colors.get(name) ?? "";

test.each([
  ["ink", "white"],
  ["ink", "sand-100"],
  ["ink", "mint-300"],
  ["ink", "amber-400"],
  ["muted", "white"],
  ["muted", "sand-100"],
  ["muted", "sand-200"],
  ["muted", "mint-100"],
  ["muted", "amber-100"],
  ["muted", "petrol-100"],
  ["petrol-600", "white"],
  ["petrol-600", "sand-100"],
  ["white", "petrol-700"],
  ["sand-50", "petrol-950"],
  ["mint-300", "petrol-950"],
  ["danger", "white"],
  ["amber-800", "amber-100"],
])("%s is read on %s (WCAG AA)", (text, surface) => {
  expect(contrastRatio(color(text), color(surface))).toBeGreaterThanOrEqual(4.5);
});

test("the edge of a field is told from white (WCAG 2.2, 1.4.11)", () => {
  expect(contrastRatio(color("border"), color("white"))).toBeGreaterThanOrEqual(3);
});
