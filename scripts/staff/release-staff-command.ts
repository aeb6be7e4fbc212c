import { readProductParts } from "../stack/product-parts.ts";
import { releaseStaff } from "./release-staff.ts";
import { stackFile } from "../stack/stack-file.ts";
import { runCommand } from "../run-command.ts";

/** `npm run staff:release -- <e-mail>` activates a staff account and lets it activate colleagues. */
const [email] = process.argv.slice(2);

await runCommand(async () => {
  if (!email) throw new Error("Diga quem: npm run staff:release -- <e-mail>");
  const { databaseUrl } = await readProductParts(process.env, stackFile);
  if (!databaseUrl) throw new Error("Falta SUPABASE_DB_URL (docs/deploy.md).");
  const changed = await releaseStaff(databaseUrl, email);
  console.log(
    changed
      ? `${email} está liberada e pode liberar outras contas.`
      : `${email} já estava liberada.`,
  );
});
