import { readDocuments } from "../../studio/placeholders/read-documents.ts";
import { createContentClient, resolveContentTarget } from "../../studio/local/content-client.ts";
import { findPlaceholders } from "../../studio/seed/placeholders.ts";
import { runCommand } from "../run-command.ts";
import { stackFile } from "../stack/stack-file.ts";

/** `npm run content:placeholders` lists invented values in the content, and fails when there are any. */
await runCommand(async () => {
  const client = createContentClient(resolveContentTarget(process.env, stackFile));
  const found = findPlaceholders(await readDocuments(client));
  for (const { documentId, path, placeholder } of found) {
    console.log(`${documentId}  ${path}: “${placeholder.value}” → ${placeholder.replaceWith}`);
  }
  if (found.length > 0) {
    console.error(`${found.length} valores provisórios: troque-os antes de colocar o site no ar.`);
    process.exitCode = 1;
  }
});
