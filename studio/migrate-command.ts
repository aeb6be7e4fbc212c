import { createContentClient } from "./local/content-client.ts";
import { resolveContentTarget } from "./local/resolve-content-target.ts";
import { migrateContent } from "./migrate-content.ts";

/** `npm run content:migrate`: shows what the migrations would change; `-- --apply` changes it. */
const dryRun = !process.argv.includes("--apply");

try {
  const target = resolveContentTarget(process.env, ".local/stack.json");
  const outcomes = await migrateContent(createContentClient(target), { dryRun });
  for (const { id, title, documents } of outcomes) {
    console.log(`${id}: ${title}`);
    for (const document of documents) console.log(`  ${document}`);
    if (documents.length === 0) console.log("  nada a mudar");
  }
  const where = target.url ?? `${target.projectId}/${target.dataset}`;
  if (outcomes.length === 0) console.log(`Nenhuma migração pendente em ${where}.`);
  else if (dryRun)
    console.log(`Nada foi mudado em ${where}. Para aplicar: npm run content:migrate -- --apply`);
  else console.log(`Aplicado em ${where}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
