import { readDocuments } from "../placeholders/read-documents.ts";
import { createContentClient } from "../local/content-client.ts";
import { resolveContentTarget } from "../local/resolve-content-target.ts";
import { findPlaceholders } from "./placeholders.ts";

try {
  const client = createContentClient(resolveContentTarget(process.env, ".local/stack.json"));
  const found = findPlaceholders(await readDocuments(client));
  for (const { documentId, path, placeholder } of found) {
    console.log(`${documentId}  ${path}: “${placeholder.value}” → ${placeholder.replaceWith}`);
  }
  if (found.length > 0) {
    console.error(`${found.length} valores provisórios: troque-os antes de colocar o site no ar.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
