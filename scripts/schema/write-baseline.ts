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

// Part of `npm run generate`: the first migration follows the schema files as long as nothing is released
// and no other migration stands on it. From then on it stays as it is.
if (!existsSync(releasedCallsFile) && !others.some((file) => file.endsWith(".sql"))) {
  const files = await readSqlFiles(schemasFolder);
  const text = [
    "-- Generated from supabase/schemas by `npm run generate` until the first release; do not edit.\n",
    ...files.map((file) => `-- ${file.name}\n${file.text}`),
  ].join("\n");
  await writeFile(new URL(name, migrationsFolder), text);
}
