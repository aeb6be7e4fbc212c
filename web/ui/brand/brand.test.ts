import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { brandColours } from "./brand.ts";

test("brandColours equals the theme's colours", async () => {
  const styles = await readFile("web/app/styles.css", "utf8");
  for (const [name, colour] of Object.entries(brandColours)) {
    const token = name.replace(/(\d+)$/, "-$1");
    expect(styles).toContain(`--color-${token}: ${colour};`);
  }
});
