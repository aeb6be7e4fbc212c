import type { SanityClient } from "@sanity/client";
import { textValues } from "../../supabase/functions/_shared/contracts/text-values.ts";
import { type LegalVersion, legalDocuments, legalSources } from "./legal-documents.ts";
import { nextVersion } from "./next-version.ts";

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
