import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { buildWhenChanged } from "./fingerprint.ts";

const run = promisify(execFile);
const generatedFiles = [
  "studio/schema.json",
  "web/content/sanity.types.ts",
  "supabase/migrations/20261124000000_baseline.sql",
  "web/backend/database.types.ts",
  "supabase/functions/_shared/mail/brand.ts",
  "supabase/functions/_shared/pdf/document-brand.ts",
  "supabase/functions/_shared/content/seed-content.ts",
  "studio/site-paths.json",
];

/** Fails when the generated files are not what schemas, queries and routes give now. */
await buildWhenChanged(
  "node_modules/.cache/generated-checked",
  [
    "studio/schema",
    "web/content/queries",
    "web/pages",
    "web/config/paths.ts",
    "scripts/generate-function-content.ts",
    "studio/seed/content.ndjson",
    "web/app/styles.css",
    "web/ui/brand/logo-shapes.ts",
    "content-api-version.ts",
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
    throw new Error(`Out of date, now generated anew; commit them: ${changed.join(", ")}`);
  },
);

function readGenerated(): Promise<string[]> {
  return Promise.all(generatedFiles.map((file) => readFile(file, "utf8")));
}
