// @module-tag full
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { runSanity } from "../../studio/build/run-sanity.ts";

// studio/build/extract-schema.ts writes studio/schema.json. A new version of Sanity may extract another schema.
test(
  "the schema equals the one that Sanity's own command extracts",
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "payser-schema-"));
    try {
      const path = join(folder, "schema.json");
      // The path must be relative, because Sanity resolves the path from the repository's root.
      await runSanity(["schema", "extract", "--path", relative("", path)], { NODE_ENV: "" });
      expect(await readFile(path, "utf8")).toBe(await readFile("studio/schema.json", "utf8"));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
