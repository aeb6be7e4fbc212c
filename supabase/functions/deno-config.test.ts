import { readFile, readdir } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";

const imports = z.object({ imports: z.record(z.string(), z.string()) });
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));

describe("the functions' packages", () => {
  it("are exactly those that npm installs, so that tests and hosting run the same code", async () => {
    const { dependencies, devDependencies } = manifest.parse(await readJson("../../package.json"));
    const installed = { ...dependencies, ...devDependencies };
    const used = Object.values(imports.parse(await readJson("./deno.json")).imports);
    expect(used.length).toBeGreaterThan(0);
    for (const specifier of used) {
      const [, name = "", version] = /^npm:(@?[^@]+)@([^/]+)/.exec(specifier) ?? [];
      expect([specifier, version]).toEqual([specifier, installed[name]]);
    }
  });
});

test("each function has its entry and its section of the settings, which npm run generate writes", async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  const having = (file: string) =>
    files
      .filter((path) => path.split("/").length === 2 && path.endsWith(`/${file}`))
      .map((path) => path.split("/")[0])
      .toSorted();
  const settings = await readFile(new URL("../config.toml", import.meta.url), "utf8");
  const sections = [...settings.matchAll(/^\[functions\.(.+)\]$/gm)].map(([, name]) => name);
  const functions = having("handler.ts");
  expect(functions.length).toBeGreaterThan(0);
  expect(having("index.ts")).toEqual(functions);
  expect(sections).toEqual(functions);
});
