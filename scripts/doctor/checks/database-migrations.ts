import { readdir } from "node:fs/promises";
import { askDatabase } from "../ask-database.ts";
import { judge, skipped, type Check } from "../check.ts";

const folder = new URL("../../../supabase/migrations/", import.meta.url);

export const databaseMigrations: Check = {
  title: "Migrações do banco",
  async run({ databaseUrl }) {
    if (!databaseUrl) return skipped("sem SUPABASE_DB_URL");
    const ours = (await readdir(folder)).filter((file) => file.endsWith(".sql"));
    const versions = new Set(ours.map((file) => file.slice(0, 14)));
    const applied = await askDatabase(databaseUrl, async (sql) => {
      const rows = await sql`select version from supabase_migrations.schema_migrations`;
      return new Set(rows.map((row) => String(row["version"])));
    });
    return judge(
      [
        ...ours
          .filter((file) => !applied.has(file.slice(0, 14)))
          .map((file) => `falta ${file} (supabase db push)`),
        ...[...applied]
          .filter((version) => !versions.has(version))
          .map((version) => `${version} está no banco, e não nesta versão do código`),
      ],
      `${ours.length} aplicadas`,
    );
  },
};
