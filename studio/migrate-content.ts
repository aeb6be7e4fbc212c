import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SanityEncoder } from "@sanity/mutate";
import { collectMigrationMutations, type Migration, type Mutation } from "@sanity/migrate";
import type { SanityClient, SanityDocument } from "@sanity/client";

const ownFolder = join(import.meta.dirname, "migrations");
/** What has a date is applied once; the rest whenever there is something for it to change. */
const DATE_PREFIX = /^\d{4}-\d\d-\d\d-/;
/** Private by its dot: no visitor reads it, and the Studio does not list it. */
const RECORD_ID = "content.migrations";

export interface MigrationOutcome {
  /** The file's name: its date, if it has one, and what it does. */
  id: string;
  title: string;
  /** Ids of the documents that it changes, drafts among them. */
  documents: string[];
}

/**
 * Applies the migrations that the content has not had, oldest first and undated ones last, each in
 * one transaction that also records it. With `dryRun` nothing is written.
 * @returns what each of them changed, or would change as the content is now.
 * @throws when the content API refuses one; those before it stay applied.
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
    // The two packages name the paths' types differently; what is sent is the same.
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

/** The documents that mutations are about. */
function changedBy(mutations: readonly Mutation[]): string[] {
  const ids = mutations.map((one) => ("id" in one ? one.id : one.document._id));
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

/**
 * What a migration asks for. Sanity's own runner speaks to hosts over https alone, and not to the
 * Content Lake of this machine.
 */
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
    for (const one of [change].flat()) {
      if (one.type === "transaction") mutations.push(...one.mutations);
      else mutations.push(one);
    }
  }
  return mutations;
}
