import { readFile, readdir } from "node:fs/promises";
import type { Sql } from "postgres";

const migrationName = /^(\d{14})_([a-z0-9_]+)\.sql$/;

/**
 * Applies the migrations of `folder` that are not on record, oldest first, each in a
 * transaction of its own together with its record (the table that the Supabase CLI keeps).
 * Gives the names it applied; an error names the file.
 * @throws before anything is changed when migrations are on record that the folder does not have: of
 * what they made nothing is known, so the data is left to a person.
 */
export async function applyMigrations(database: Sql, folder: URL): Promise<string[]> {
  const rows = await database`select version from supabase_migrations.schema_migrations`;
  const done = new Set(rows.map((row) => String(row["version"])));
  const files = (await readdir(folder)).toSorted();
  const known = new Set(files.map((file) => migrationName.exec(file)?.[1]));
  const unknown = [...done].filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new Error(
      "O banco de dados foi feito por outra versão deste código (migrações que aqui não existem: " +
        `${unknown.length}): nada foi mudado; rode npm run reset, que apaga os dados locais e recomeça ` +
        "com os iniciais.",
    );
  }
  const applied: string[] = [];
  for (const file of files) {
    const [, version, name] = migrationName.exec(file) ?? [];
    if (version === undefined || name === undefined || done.has(version)) continue;
    const text = await readFile(new URL(file, folder), "utf8");
    await database
      .begin(async (transaction) => {
        await transaction.unsafe(text);
        await transaction`
          insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, ${[text]})
        `;
      })
      .catch((cause: unknown) => {
        throw new Error(`Migration ${file}: ${cause instanceof Error ? cause.message : ""}`, {
          cause,
        });
      });
    applied.push(file);
  }
  return applied;
}
