import { readProductCopy } from "./product-copy.ts";
import { type Held, restore } from "./restore.ts";
import { stackFile } from "../stack/stack-file.ts";
import { runCommand, ToolError } from "../run-command.ts";

/** `npm run restore -- <file> [--replace] [--keep-mail]` restores a project from an archive. */
const options = process.argv.slice(2);
const [file] = options.filter((option) => !option.startsWith("--"));
const identity = process.env["BACKUP_IDENTITY"];

await runCommand(async () => {
  const [unknown] = options.filter(
    (option) => option.startsWith("--") && !["--replace", "--keep-mail"].includes(option),
  );
  if (!file || unknown) {
    throw new ToolError("Diga qual: npm run restore -- <arquivo> [--replace] [--keep-mail]");
  }
  if (!identity?.startsWith("AGE-SECRET-KEY-")) {
    throw new ToolError("Falta BACKUP_IDENTITY (AGE-SECRET-KEY-…), a chave secreta do backup.");
  }
  const copy = await readProductCopy(process.env, stackFile);
  const begun = Date.now();
  const replace = options.includes("--replace");
  const keepMail = options.includes("--keep-mail");
  const { manifest, summary, held } = await restore(copy, { file, identity, replace, keepMail });
  const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
  const lost = summary.files.filter((sum) => sum === null).length;
  console.log(
    `Restaurado como em ${manifest.takenAt}: ${rows} linhas, ${summary.files.length - lost} arquivos e ` +
      `${summary.content.documents} documentos em ${((Date.now() - begun) / 1000).toFixed(1)} s.`,
  );
  console.log(
    keepMail ? "A fila de e-mails e a agenda seguem como no backup." : describeHeld(held),
  );
});

function describeHeld({ mails, documents, jobs }: Held): string {
  const schedule =
    jobs === null
      ? "Aqui não há pg_cron: se algo chama deliver-mail de tempos em tempos, pare-o antes de um ensaio."
      : `Agenda desligada (${jobs.join(", ") || "já estava"}).`;
  return (
    `Nada sai daqui por si: ${mails} e-mails e ${documents} emissões que estavam na fila ficaram em “E-mails parados”, ` +
    `de onde a equipe os reenvia. ${schedule}\n` +
    "Quando este projeto passar a valer: select cron.alter_job(job_id => jobid, active => true) from cron.job;"
  );
}
