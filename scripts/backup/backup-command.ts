import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { backUp } from "./back-up.ts";
import { readProductCopy } from "./product-copy.ts";
import { stackFile } from "../stack/stack-file.ts";
import { runCommand } from "../run-command.ts";
import { withDatabase } from "../with-database.ts";

/** `npm run backup -- <folder>` saves the database, files and content in one encrypted archive in the folder. */
const [folder = "backups"] = process.argv.slice(2);
const recipient = process.env["BACKUP_RECIPIENT"];

await runCommand(async () => {
  if (!recipient?.startsWith("age1")) {
    throw new Error("Falta BACKUP_RECIPIENT (age1…): npm run backup:key faz um par de chaves.");
  }
  const copy = await readProductCopy(process.env, stackFile);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const begun = Date.now();
  const file = join(
    folder,
    `payser-${new Date(begun).toISOString().replaceAll(":", "")}.tar.gz.age`,
  );
  const { summary } = await backUp(copy, { file, recipient });
  const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
  const { size } = await stat(file);
  // This call records the backup in the database, so that monitoring notices a night without a backup.
  await withDatabase(copy.databaseUrl, (sql) => sql`select private.note_run('backup')`);
  console.log(
    `${file}: ${rows} linhas, ${summary.files.length} arquivos, ${summary.content.documents} documentos e ` +
      `${summary.content.assets} imagens; ${Math.ceil(size / 1024)} kB em ${seconds(begun)} s.`,
  );
});

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
