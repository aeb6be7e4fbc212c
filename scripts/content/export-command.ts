import { exportContent } from "../../studio/local/content-files.ts";
import { resolveContentTarget } from "../../studio/local/content-client.ts";
import { orSay, runCommand } from "../run-command.ts";
import { stackFile } from "../stack/stack-file.ts";

/** `npm run content:export [-- <file>]` saves all content and images in one archive. */
const [destination = "content.tar.gz"] = process.argv.slice(2);

await runCommand(async () => {
  const target = resolveContentTarget(process.env, stackFile);
  const { documentCount, assetCount } = await orSay("O conteúdo não foi exportado", () =>
    exportContent({ ...target, destination }),
  );
  console.log(`${documentCount} documentos e ${assetCount} imagens salvos em ${destination}.`);
});
