// @module-tag full
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { runSanity } from "../../studio/build/run-sanity.ts";

// A release of Sanity may extract in another way than studio/build/extract-schema.ts does.
test("the schema is the one that Sanity's own command extracts", { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "payser-schema-"));
  try {
    const path = join(folder, "schema.json");
    // It takes every path as one from the repository.
    await runSanity(["schema", "extract", "--path", relative("", path)], { NODE_ENV: "" });
    expect(await readFile(path, "utf8")).toBe(await readFile("studio/schema.json", "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
