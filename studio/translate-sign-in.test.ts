import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { signInInPortuguese, translateSignIn } from "./translate-sign-in.ts";

test("the installed Studio still has every text of its sign-in screen, where we look for it", async () => {
  const library = dirname(fileURLToPath(import.meta.resolve("sanity")));
  const { filter } = signInInPortuguese().transform;
  const translated: string[] = [];
  for await (const file of glob("*.js", { cwd: library })) {
    if (!filter.id.test(join(library, file))) continue;
    const code = await readFile(join(library, file), "utf8");
    if (code.includes(filter.code)) translated.push(translateSignIn(code));
  }
  expect(translated).toHaveLength(1);
  expect(translated[0]).toContain("Entrar como");
  expect(translated[0]).not.toContain("Choose login provider");
});

test("a Studio without one of the texts is refused", () => {
  expect(() => translateSignIn("export {};")).toThrow(/no longer contains/);
});
