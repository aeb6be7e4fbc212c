import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesThatCallOutside, orderedLists, replaceInPackage } from "./changed-packages.ts";

const changedFiles = [orderedLists, ...filesThatCallOutside];

/** Returns the code of the package's files that match `id` and `code`, with the replacements made. */
async function changedCode({ packageName, id, code, replacements }: (typeof changedFiles)[number]) {
  const directory = join(import.meta.dirname, "..", "..", "node_modules", packageName);
  const changed: string[] = [];
  for await (const name of glob("{lib,dist}/*.{js,css}", { cwd: directory })) {
    if (!id.test(join(directory, name))) continue;
    const source = await readFile(join(directory, name), "utf8");
    if (source.includes(code)) changed.push(replaceInPackage(source, packageName, replacements));
  }
  return changed;
}

test.each(changedFiles)("$packageName contains every replaced text of $id", async (file) => {
  const changed = await changedCode(file);
  expect(changed).toHaveLength(1);
  for (const [former, next] of file.replacements) {
    expect(changed[0]).toContain(next);
    if (!next.includes(former)) expect(changed[0]).not.toContain(former);
  }
});

test("a package that lacks a replaced text is refused", () => {
  expect(() => replaceInPackage("export {};", "sanity", [['"OR"', '"ou"']])).toThrow(
    /no longer contains/,
  );
});
