import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { translateOrderedLists } from "./translate-ordered-lists.ts";

const plugin = fileURLToPath(import.meta.resolve("@sanity/orderable-document-list"));

test("the installed plugin still has every text that is translated", async () => {
  const translated = translateOrderedLists(await readFile(plugin, "utf8"));
  expect(translated).toContain("Nova ordem salva e publicada");
  expect(translated).not.toMatch(/Reset Order|Reordering|Create new|No documents/);
});

test("a plugin without one of the texts is refused", () => {
  expect(() => translateOrderedLists("export {};")).toThrow(/no longer contains/);
});
