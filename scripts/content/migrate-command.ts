import { createContentClient, resolveContentTarget } from "../../studio/local/content-client.ts";
import { migrateContent } from "../../studio/migrate-content.ts";
import { runCommand } from "../run-command.ts";
import { stackFile } from "../stack/stack-file.ts";

/** `npm run content:migrate` shows what pending content migrations would change. With `-- --apply` it applies them. */
const dryRun = !process.argv.includes("--apply");

await runCommand(async () => {
  const target = resolveContentTarget(process.env, stackFile);
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
});
