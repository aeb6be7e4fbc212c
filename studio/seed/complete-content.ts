import type { SanityClient } from "@sanity/client";
import { createContentClient, type ContentTarget } from "../local/content-client.ts";
import { importSeed } from "../local/content-files.ts";
import { migrateContent } from "../migrate-content.ts";
import { readSeedDocuments } from "./seed-documents.ts";

/**
 * Singleton ids from the seed, because an import of `singletons.ts` would load the studio. schema-rules.test.ts checks
 * the ids.
 */
const singletonIds = readSeedDocuments()
  .filter(({ _id, _type }) => _id.replace("drafts.", "") === _type)
  .map(({ _type }) => _type);

interface Completion {
  target: ContentTarget;
  source: string;
  /** Function that reports, in Portuguese, a change to existing content. */
  say: (text: string) => void;
}

/**
 * Imports the whole seed into an empty dataset. Otherwise runs pending migrations and creates missing singletons, and
 * only reports a failure, because editors can repair content in the studio. @throws when the seed cannot be imported
 * into an empty dataset.
 */
export async function completeContent({ target, source, say }: Completion): Promise<void> {
  const client = createContentClient(target);
  if ((await missingSingletons(client)).length === singletonIds.length) {
    await importSeed({ ...target, source });
    await migrateContent(client);
    return;
  }
  try {
    for (const { id, documents } of await migrateContent(client)) {
      if (documents.length > 0) say(`Conteúdo migrado (${id}): ${documents.join(", ")}.`);
    }
    const missing = await missingSingletons(client);
    if (missing.length === 0) return;
    await importSeed({ ...target, source, only: missing.flatMap((id) => [id, `drafts.${id}`]) });
    await migrateContent(client);
    say(`Documentos que faltavam, criados com o conteúdo inicial: ${missing.join(", ")}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`O conteúdo não pôde ser completado: ${reason}`);
  }
}

async function missingSingletons(client: SanityClient): Promise<string[]> {
  const drafts = singletonIds.map((id) => `drafts.${id}`);
  const there = await client.fetch<string[]>("*[_id in $singletonIds || _id in $drafts]._id", {
    singletonIds,
    drafts,
  });
  return singletonIds.filter((id) => !there.includes(id) && !there.includes(`drafts.${id}`));
}
