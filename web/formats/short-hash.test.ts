import { expect, test } from "vitest";
import { shortHash } from "./short-hash.ts";

test("a text has one name, and another text another", () => {
  // The published vectors of FNV-1a.
  expect(shortHash("")).toBe((0x811c9dc5).toString(36));
  expect(shortHash("foobar")).toBe((0xbf9cf968).toString(36));
  expect(shortHash("Fiança")).not.toBe(shortHash("Fianca"));
});
