import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { documentSchema } from "../seed/placeholders.ts";

const documentsSchema = z.array(documentSchema);

/** Kept versions cannot be changed, and say what the texts in force said at their time. */
const query = `*[!(_id in path("_.**")) && !(_type in [
  "sanity.imageAsset", "sanity.fileAsset", "legalVersion", "contentMigrations"
])]`;

/** All that editors can change, as it would be with every draft published. @throws when the content API fails. */
export async function readDocuments(client: Pick<SanityClient, "fetch">) {
  return documentsSchema.parse(await client.fetch<unknown>(query, {}, { perspective: "drafts" }));
}
