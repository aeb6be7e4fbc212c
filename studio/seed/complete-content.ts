import type { SanityClient } from "@sanity/client";
import { createContentClient, type ContentTarget } from "../local/content-client.ts";
import { importSeed } from "../local/content-files.ts";
import { migrateContent } from "../migrate-content.ts";
import { readSeedDocuments } from "./seed-documents.ts";

/**
 * Those of `singletons.ts`, to which `schema-rules.test.ts` holds the seed: that list would bring the
 * whole studio with it, which takes longer to load than everything else that starts.
 */
const singletonIds = readSeedDocuments()
  .filter(({ _id, _type }) => _id.replace("drafts.", "") === _type)
  .map(({ _type }) => _type);

/** What the content is completed from: an NDJSON file, as the import takes it. */
interface Completion {
  target: ContentTarget;
  source: string;
  /** Is told, in Portuguese, what was done to content that was there. */
  say: (text: string) => void;
}

/**
 * Brings content up to this release: an empty dataset gets the seed; other content gets the
 * migrations that it has not had, and then the documents that must exist and do not, as after a
 * release that adds one. What cannot be added is said: the studio is where it can be mended.
 * @throws when the seed cannot be imported.
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
