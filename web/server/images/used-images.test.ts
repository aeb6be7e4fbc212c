import { expect, test } from "vitest";
import { createUsedImages } from "./used-images.ts";

const asset = { _type: "reference", _ref: "image-abc-400x300-webp" };
const cropped = (right: number) => ({ asset, crop: { top: 0, bottom: 0, left: 0, right } });

test("createUsedImages finds images at any depth, whole and cropped", async () => {
  const documents = [{ body: [{ _type: "block" }, { items: [cropped(0.5)] }] }];
  const isUsed = createUsedImages(() => Promise.resolve(documents));
  expect(await isUsed("abc-400x300-webp", undefined)).toBe(true);
  expect(await isUsed("abc-400x300-webp", "0,0,200,300")).toBe(true);
  expect(await isUsed("abc-400x300-webp", "0,0,201,300")).toBe(false);
  expect(await isUsed("other-400x300-webp", undefined)).toBe(false);
});

test("createUsedImages keeps former crops for pages that are still open", async () => {
  let documents = [cropped(0.5)];
  const isUsed = createUsedImages(() => Promise.resolve(documents));
  expect(await isUsed("abc-400x300-webp", "0,0,200,300")).toBe(true);
  documents = [cropped(0.25)];
  expect(await isUsed("abc-400x300-webp", "0,0,300,300")).toBe(true);
  expect(await isUsed("abc-400x300-webp", "0,0,200,300")).toBe(true);
});
