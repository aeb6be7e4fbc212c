import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const read = (pattern: string) => globSync(pattern).map((path) => readFileSync(path, "utf8"));

/** Returns the class names in the selectors of a style sheet. */
function classesOf(css: string): string[] {
  return [...css.matchAll(/\.([a-z][a-z\d-]*)(?=[\s{,:.>)])/g)].map(([, name = ""]) => name);
}

test("components use only daisyUI classes of included parts", () => {
  const ours = read("web/{app,ui}/**/*.css").join("\n");
  const [, included = ""] = /include:([^;]+);/.exec(ours) ?? [];
  const isIncluded = new Set(included.split(",").map((name) => name.trim()));
  const there = new Set(classesOf(ours));
  const absent = new Set<string>();
  for (const path of globSync("node_modules/daisyui/components/*.css")) {
    const classes = classesOf(readFileSync(path, "utf8"));
    const known = isIncluded.has(basename(path, ".css")) ? there : absent;
    for (const name of classes) known.add(name);
  }
  expect(absent.size).toBeGreaterThan(100);
  // Returns the string literals in an interpolation, without the code around them.
  const textsIn = (filled: string) =>
    [...filled.matchAll(/"[^"]*"/g)].join(" ").replaceAll('"', "");
  const named = read("web/**/*.tsx").flatMap((code) =>
    [...code.matchAll(/[cC]lassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(
      ([, plain = "", built = ""]) =>
        (plain + built.replace(/\$\{([^}]*)\}/g, (_, filled: string) => textsIn(filled))).split(
          /\s+/,
        ),
    ),
  );
  expect(named.filter((name) => absent.has(name) && !there.has(name))).toEqual([]);
});
