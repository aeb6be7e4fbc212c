import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("every form uses `Form`, because the boot script blocks the submits of others", async () => {
  const others: string[] = [];
  for await (const file of glob("web/**/*.tsx")) {
    if (file.endsWith(".test.tsx")) continue;
    if (/<form\b/.test(await readFile(file, "utf8"))) others.push(file);
  }
  expect(others).toEqual(["web/ui/form/form.tsx"]);
});
