import type { SanityClient } from "@sanity/client";
import { getPublishedId } from "@sanity/client/csm";
import { textValues } from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import { type LegalVersion, legalDocuments, legalSources } from "./legal-documents.ts";
import { nextVersion } from "./next-version.ts";

type Draft = { _id: string; _type: string; _rev: string } & Readonly<Record<string, unknown>>;

/**
 * Publishes a draft and keeps the versions that this makes, all or nothing. A version that exists,
 * because somebody else has published meanwhile, or a draft that has changed since, refuses it all.
 * @throws ClientError 409 then.
 */
export async function publishWithVersions(
  client: Pick<SanityClient, "transaction">,
  draft: Draft,
  versions: readonly LegalVersion[],
): Promise<void> {
  const { _rev, ...content } = withStrongReferences(draft);
  const transaction = client.transaction();
  // The document actions would replace a version of the same number: only a mutation creates or fails.
  for (const version of versions) transaction.create({ ...version });
  await transaction
    .patch(draft._id, (patch) => patch.ifRevisionId(_rev).unset(["_publishing"]))
    .createOrReplace({ ...content, _id: getPublishedId(draft._id) })
    .delete(draft._id)
    .commit({ visibility: "sync" });
}

/** References that were weak only as long as their target was a draft become strong, as published. */
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

/**
 * The versions that the published texts lack, or would lack once `published` takes the place of
 * the documents of its id. There is none when nobody would read anything else.
 */
export async function versionsToMake(
  client: Pick<SanityClient, "fetch">,
  published: readonly Stored[] = [],
): Promise<LegalVersion[]> {
  const stored = await client.fetch<{ sources: Stored[]; newest: Newest[] }>(
    storedQuery,
    { legalSources },
    { perspective: "raw" },
  );
  const documents = new Map([...stored.sources, ...published].map((one) => [one._id, one]));
  const values = textValues(documents.get("businessRules"), documents.get("siteSettings"));
  return legalDocuments.flatMap(({ type: subject }) => {
    const document = documents.get(subject);
    const newest = stored.newest.find((version) => version.subject === subject);
    const version = document && nextVersion({ subject, document, values, newest });
    return version ? [version] : [];
  });
}
