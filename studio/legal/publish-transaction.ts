import type { SanityClient } from "@sanity/client";
import { getPublishedId } from "@sanity/client/csm";
import type { LegalVersion } from "./legal-documents.ts";

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
