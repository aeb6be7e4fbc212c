import { readProductCopy } from "./product-copy.ts";
import { restore } from "./restore.ts";
import { stackFile } from "../stack-file.ts";
import { runCommand } from "../run-command.ts";

/** `npm run restore -- <file> [--replace]`: a project as an archive holds it. */
const options = process.argv.slice(2);
const [file] = options.filter((option) => !option.startsWith("--"));
const identity = process.env["BACKUP_IDENTITY"];

await runCommand(async () => {
  if (!file) throw new Error("Diga qual: npm run restore -- <arquivo> [--replace]");
  if (!identity?.startsWith("AGE-SECRET-KEY-")) {
    throw new Error("Falta BACKUP_IDENTITY (AGE-SECRET-KEY-…), a chave secreta do backup.");
  }
  const copy = await readProductCopy(process.env, stackFile);
  const begun = Date.now();
  const replace = options.includes("--replace");
  const { manifest, summary } = await restore(copy, { file, identity, replace });
  const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
  const lost = summary.files.filter((sum) => sum === null).length;
  console.log(
    `Restaurado como em ${manifest.takenAt}: ${rows} linhas, ${summary.files.length - lost} arquivos e ` +
      `${summary.content.documents} documentos em ${((Date.now() - begun) / 1000).toFixed(1)} s.`,
  );
});
