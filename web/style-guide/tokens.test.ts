import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastRatio, readTokens } from "./tokens.ts";

test("contrastRatio is 21 for black and white in either order, and 1 for equal colours", () => {
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
])("%s is readable on %s (WCAG AA)", (text, surface) => {
  expect(contrastRatio(color(text), color(surface))).toBeGreaterThanOrEqual(4.5);
});

test("a field's border contrasts with white (WCAG 2.2, 1.4.11)", () => {
  expect(contrastRatio(color("border"), color("white"))).toBeGreaterThanOrEqual(3);
});
