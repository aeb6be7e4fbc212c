import { expect, test } from "vitest";
import { productLook } from "./product-page.tsx";

test("the five products look different from each other", () => {
  const looks = [0, 1, 2, 3, 4].map(productLook);
  expect(new Set(looks.map(({ tone }) => tone)).size).toBe(5);
  expect(new Set(looks.map(({ frame }) => frame)).size).toBe(5);
});

test("a sixth product has a look too", () => {
  expect(productLook(5)).toEqual(productLook(0));
});
