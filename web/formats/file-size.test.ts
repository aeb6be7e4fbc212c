import { expect, test } from "vitest";
import { describeFile } from "./file-size.ts";

test.each([
  ["application/pdf", 1, "PDF, 1 KB"],
  ["image/jpeg", 340 * 1024, "foto JPG, 340 KB"],
  ["image/png", 1024 * 1024 - 513, "imagem PNG, 1023 KB"],
  ["application/pdf", 1024 * 1024, "PDF, 1 MB"],
  ["application/pdf", 1_258_291, "PDF, 1,2 MB"],
  ["application/pdf", 10 * 1024 * 1024, "PDF, 10 MB"],
] as const)("a file of type %s with %i bytes is described in Portuguese", (type, bytes, text) => {
  expect(describeFile({ type, bytes })).toBe(text);
});
