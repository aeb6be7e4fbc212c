import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { releasedCallsFile } from "../../supabase/local/schema/released-calls.ts";
import {
  migrationsFolder,
  readSqlFiles,
  schemasFolder,
} from "../../supabase/local/schema/scratch-cluster.ts";

const name = "20261124000000_baseline.sql";

const others = (await readdir(migrationsFolder)).filter((file) => file !== name);

// Runs as part of `npm run generate`. The first migration is generated from the schema files while it is the only
// migration and nothing is released. Afterwards, the first migration never changes.
if (!existsSync(releasedCallsFile) && !others.some((file) => file.endsWith(".sql"))) {
  const files = await readSqlFiles(schemasFolder);
  const text = [
    "-- Generated from supabase/schemas by `npm run generate` until the first release; do not edit.\n",
    ...files.map((file) => `-- ${file.name}\n${file.text}`),
  ].join("\n");
  await writeFile(new URL(name, migrationsFolder), text);
}
