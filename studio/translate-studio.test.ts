import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { translateStudio, untranslatedFiles } from "./translate-studio.ts";

test.each(untranslatedFiles)(
  "the installed Studio has every text that is looked for in $id",
  async (file) => {
    const library = dirname(fileURLToPath(import.meta.resolve("sanity")));
    const translated: string[] = [];
    for await (const name of glob("*.js", { cwd: library })) {
      if (!file.id.test(join(library, name))) continue;
      const code = await readFile(join(library, name), "utf8");
      if (code.includes(file.code)) translated.push(translateStudio(code, file.texts));
    }
    expect(translated).toHaveLength(1);
    for (const [english, portuguese] of file.texts) {
      expect(translated[0]).toContain(portuguese);
      expect(translated[0]).not.toContain(english);
    }
  },
);

test("a Studio without one of the texts is refused", () => {
  expect(() => translateStudio("export {};", [['"OR"', '"ou"']])).toThrow(/no longer contains/);
});
