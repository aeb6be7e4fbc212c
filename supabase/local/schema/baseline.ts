import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { releasedCallsFile } from "./released-calls.ts";
import { migrationsFolder, readSqlFiles, schemasFolder } from "./scratch-cluster.ts";

const name = "20261124000000_baseline.sql";

/**
 * Writes the first migration from the schema files: they are one and the same as long as nothing is
 * released and no other migration stands on it. From then on it stays as it is.
 */
export async function writeBaseline(): Promise<"written" | "unchanged" | "closed"> {
  const others = (await readdir(migrationsFolder)).filter((file) => file !== name);
  if (existsSync(releasedCallsFile) || others.some((file) => file.endsWith(".sql")))
    return "closed";
  const files = await readSqlFiles(schemasFolder);
  const text = [
    "-- Generated from supabase/schemas by `npm run generate` until the first release; do not edit.\n",
    ...files.map((file) => `-- ${file.name}\n${file.text}`),
  ].join("\n");
  const target = new URL(name, migrationsFolder);
  if (text === (await readFile(target, "utf8").catch(() => ""))) return "unchanged";
  await writeFile(target, text);
  return "written";
}
