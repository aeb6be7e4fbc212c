import type { SanityClient } from "@sanity/client";
import { getPublishedId } from "@sanity/client/csm";
import { textValues } from "#contracts/fields/variables.ts";
import { type LegalVersion, legalDocuments, legalSources } from "./legal-documents.ts";
import { nextVersion } from "./next-version.ts";

type Draft = { _id: string; _type: string; _rev: string } & Readonly<Record<string, unknown>>;

/** Publishes a draft and stores versions in one transaction. @throws ClientError 409 when another editor was first */
export async function publishWithVersions(
  client: Pick<SanityClient, "transaction">,
  draft: Draft,
  versions: readonly LegalVersion[],
): Promise<void> {
  const { _rev, ...content } = withStrongReferences(draft);
  const transaction = client.transaction();
  // Unlike Sanity's document actions, the `create` mutation fails when a version with this number exists.
  for (const version of versions) transaction.create({ ...version });
  await transaction
    .patch(draft._id, (patch) => patch.ifRevisionId(_rev).unset(["_publishing"]))
    .createOrReplace({ ...content, _id: getPublishedId(draft._id) })
    .delete(draft._id)
    .commit({ visibility: "sync" });
}

/** Strengthens references that were weak because the target was only a draft. Sanity's own publishing does the same. */
function withStrongReferences(draft: Draft): Draft {
  const strong: Draft = JSON.parse(JSON.stringify(draft), (_name, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if (!("_strengthenOnPublish" in value)) return value;
    const { _strengthenOnPublish: _instruction, _weak, ...reference } = { _weak: true, ...value };
    return reference;
  });
  return strong;
}

type Stored = { _id: string } & Readonly<Record<string, unknown>>;

interface Newest extends LegalVersion {
  readonly [field: string]: unknown;
}

const storedQuery = `{
  "sources": *[_id in $legalSources],
  "newest": *[_type == "legalVersion" && !(_id in path("drafts.**"))] | order(number desc)
}`;

/** Returns a new version of each changed legal text. Documents in `published` replace stored ones with the same id. */
export async function versionsToMake(
  client: Pick<SanityClient, "fetch">,
  published: readonly Stored[] = [],
): Promise<LegalVersion[]> {
  const stored = await client.fetch<{ sources: Stored[]; newest: Newest[] }>(
    storedQuery,
    { legalSources },
    { perspective: "raw" },
  );
  const documents = new Map(
    [...stored.sources, ...published].map((document) => [document._id, document]),
  );
  const values = textValues(documents.get("businessRules"), documents.get("siteSettings"));
  return legalDocuments.flatMap(({ type: subject }) => {
    const document = documents.get(subject);
    const newest = stored.newest.find((version) => version.subject === subject);
    const version = document && nextVersion({ subject, document, values, newest });
    return version ? [version] : [];
  });
}
