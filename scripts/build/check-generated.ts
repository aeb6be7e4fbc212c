import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { buildWhenChanged } from "./build-site.ts";

const run = promisify(execFile);
const generatedFiles = [
  "studio/schema.json",
  "web/content/sanity.types.ts",
  "supabase/migrations/20261124000000_baseline.sql",
  "web/backend/database.types.ts",
  "supabase/functions/_shared/contracts/stored-values.ts",
  "supabase/functions/_shared/mail/brand.ts",
  "supabase/functions/_shared/pdf/document-brand.ts",
  "supabase/functions/_shared/pdf/document-fallback.ts",
  "supabase/functions/_shared/content/seed-content.ts",
  "studio/site-paths.json",
];

/** Fails when generated files do not match the current schemas, queries and routes. */
await buildWhenChanged(
  "node_modules/.cache/generated-checked",
  [
    // The generated schema depends on the whole configuration of the studio, including its plugins.
    "studio",
    "web/content/queries",
    "web/pages",
    "web/config",
    "scripts/build/generate-function-content.ts",
    "scripts/build/generate-site-paths.ts",
    "scripts/schema/write-baseline.ts",
    "web/app/styles.css",
    "web/style-guide/tokens.ts",
    "web/ui/brand/brand.ts",
    "supabase/functions/_shared/contracts",
    "content-api-version.ts",
    "package.json",
    "supabase/schemas",
    "supabase/migrations",
    "supabase/local/schema",
    "supabase/local/types",
    "package-lock.json",
    ...generatedFiles,
  ],
  async () => {
    const before = await readGenerated();
    await run("npm", ["run", "generate"]);
    const after = await readGenerated();
    const changed = generatedFiles.filter((_file, index) => before[index] !== after[index]);
    if (changed.length === 0) return;
    throw new Error(
      `Generated files were out of date and are rewritten; commit them: ${changed.join(", ")}`,
    );
  },
);

function readGenerated(): Promise<string[]> {
  return Promise.all(generatedFiles.map((file) => readFile(file, "utf8")));
}
