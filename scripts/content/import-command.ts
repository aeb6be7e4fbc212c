import { importSeed } from "../../studio/local/content-files.ts";
import { resolveContentTarget } from "../../studio/local/resolve-content-target.ts";
import { orSay, runCommand } from "../run-command.ts";
import { stackFile } from "../stack/stack-file.ts";

/** `npm run content:import [-- <file>]`: seed content into what the variables name, or the copy on this machine. */
const [source = "studio/seed/content.ndjson"] = process.argv.slice(2);

await runCommand(async () => {
  const target = resolveContentTarget(process.env, stackFile);
  const count = await orSay("O conteúdo não foi importado", () =>
    importSeed({ ...target, source }),
  );
  console.log(`${count} documentos importados em ${target.url ?? target.projectId}.`);
});
