import { importSeed } from "../../studio/local/content-files.ts";
import { resolveContentTarget } from "../../studio/local/content-client.ts";
import { orSay, runCommand } from "../run-command.ts";
import { stackFile } from "../stack/stack-file.ts";

/** `npm run content:import [-- <file>]` imports the seed or a file into the configured project or the local copy. */
const [source = "studio/seed/content.ndjson"] = process.argv.slice(2);

await runCommand(async () => {
  const target = resolveContentTarget(process.env, stackFile);
  const count = await orSay("O conteúdo não foi importado", () =>
    importSeed({ ...target, source }),
  );
  console.log(`${count} documentos importados em ${target.url ?? target.projectId}.`);
});
