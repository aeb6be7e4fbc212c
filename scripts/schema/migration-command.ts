import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { applyMigrations } from "../../supabase/local/database/start-database.ts";
import { compareCatalogues, draftMigration } from "../../supabase/local/schema/draft-migration.ts";
import { readCatalogue } from "../../supabase/local/schema/read-catalogue.ts";
import { releasedCallsFile } from "../../supabase/local/schema/released-calls.ts";
import {
  applySqlFiles,
  migrationsFolder,
  readSqlFiles,
  schemasFolder,
  scratchCluster,
} from "../../supabase/local/schema/scratch-cluster.ts";
import { runCommand } from "../run-command.ts";

const versionOf = (file: { name: string }) => Number(file.name.slice(0, 14));

/** `npm run migration -- <name>` drafts the next migration from the differences between schemas and migrations. */
await runCommand(async () => {
  const [name = ""] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
    throw new Error(
      "Dê um nome à migração, em letras minúsculas e com _ entre as palavras, como em\n" +
        "  npm run migration -- add_birth_place",
    );
  }
  const cluster = await scratchCluster();
  try {
    const [before, after] = [await cluster.database("before"), await cluster.database("after")];
    await applyMigrations(before.sql, migrationsFolder);
    await applySqlFiles(after.sql, schemasFolder);
    const differences = compareCatalogues(
      await readCatalogue(before.sql),
      await readCatalogue(after.sql),
    );
    if (differences.length === 0) {
      console.log("Não há diferença entre supabase/schemas e as migrações: nada foi escrito.");
      return;
    }
    const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
    const last = Math.max(...(await readSqlFiles(migrationsFolder)).map(versionOf));
    // The new version must be higher than all existing versions, even when another machine's clock was ahead.
    const version = Math.max(now, last + 1);
    const file = new URL(`${version}_${name}.sql`, migrationsFolder);
    await writeFile(
      file,
      `-- Why: (one or two sentences; what follows is a draft, see CONTRIBUTING.md)\n\n${draftMigration(differences)}\n`,
      { flag: "wx" },
    );
    console.log(
      `Escrita supabase/migrations/${version}_${name}.sql, um rascunho com ${differences.length} diferenças. ` +
        "Diga nela por quê, revise-a e rode npx vitest run supabase/tests/platform/catalogue.test.ts.",
    );
    if (!existsSync(releasedCallsFile)) {
      console.log(
        "Ainda não houve um lançamento: sem esta migração, npm run generate leva a diferença à migração inicial.",
      );
    }
  } finally {
    await cluster.close();
  }
});
