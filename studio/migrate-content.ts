import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SanityEncoder } from "@sanity/mutate";
import { collectMigrationMutations, type Migration, type Mutation } from "@sanity/migrate";
import type { SanityClient, SanityDocument } from "@sanity/client";

const ownFolder = join(import.meta.dirname, "migrations");
/**
 * Matches names that begin with a date. Dated migrations run once; other migrations run whenever documents need them.
 */
const DATE_PREFIX = /^\d{4}-\d\d-\d\d-/;
/** Id of the document that records run migrations. The dot hides this document from visitors and from Studio lists. */
const RECORD_ID = "content.migrations";

export interface MigrationOutcome {
  /** File name of the migration without extension: a date, if any, and a description. */
  id: string;
  title: string;
  /** Ids of the changed documents, drafts included. */
  documents: string[];
}

/**
 * Applies pending migrations, oldest first; migrations without a date come last. Each migration and its record are
 * written in one transaction. With `dryRun`, nothing is written. @returns the documents that each migration changed, or
 * would change. @throws when the content API refuses a migration; earlier migrations stay applied.
 */
export async function migrateContent(
  client: SanityClient,
  { dryRun = false, folder = ownFolder } = {},
): Promise<MigrationOutcome[]> {
  const applied = await client.fetch<string[]>(`coalesce(*[_id == $id][0].applied[]._key, [])`, {
    id: RECORD_ID,
  });
  const outcomes: MigrationOutcome[] = [];
  for (const { id, migration } of await listMigrations(folder)) {
    if (applied.includes(id)) continue;
    const isOnce = DATE_PREFIX.test(id);
    const mutations = await collect(client, migration, dryRun);
    if (mutations.length === 0 && !isOnce) continue;
    // The mutations are converted through JSON, because two packages have different TypeScript types for the same
    // paths.
    const encoded = SanityEncoder.encodeAll(JSON.parse(JSON.stringify(mutations)));
    outcomes.push({ id, title: migration.title, documents: changedBy(mutations) });
    if (dryRun) continue;
    const transaction = client.transaction(encoded);
    if (isOnce) {
      transaction
        .createIfNotExists({ _id: RECORD_ID, _type: "contentMigrations", applied: [] })
        .patch(RECORD_ID, (record) =>
          record.append("applied", [{ _key: id, at: new Date().toISOString() }]),
        );
    }
    await transaction.commit({ autoGenerateArrayKeys: true });
  }
  return outcomes;
}

function changedBy(mutations: readonly Mutation[]): string[] {
  const ids = mutations.map((mutation) => ("id" in mutation ? mutation.id : mutation.document._id));
  return [...new Set(ids)].filter((id) => id !== undefined);
}

async function listMigrations(folder: string): Promise<{ id: string; migration: Migration }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const module: { default: Migration } = await import(join(folder, file));
      return { id: file.slice(0, -".ts".length), migration: module.default };
    }),
  );
}

/** Collects a migration's mutations. Sanity's own runner would require https, which the local Content Lake lacks. */
async function collect(client: SanityClient, migration: Migration, dryRun: boolean) {
  const { documentTypes, filter = "true" } = migration;
  const types = documentTypes ? "_type in $documentTypes" : "true";
  const documents = await client.fetch<SanityDocument[]>(
    `*[${types} && (${filter})] | order(_id asc)`,
    { documentTypes: documentTypes ?? [] },
  );
  async function* each() {
    yield* documents;
  }
  const mutations: Mutation[] = [];
  for await (const change of collectMigrationMutations(migration, each, {
    client,
    dryRun,
    filtered: {
      getDocument: <T extends SanityDocument>(id: string) =>
        client.fetch<T | undefined>("*[_id == $id][0]", { id }),
      getDocuments: <T extends SanityDocument>(ids: string[]) =>
        client.fetch<T[]>("*[_id in $ids]", { ids }),
    },
  })) {
    for (const item of [change].flat()) {
      if (item.type === "transaction") mutations.push(...item.mutations);
      else mutations.push(item);
    }
  }
  return mutations;
}
