import type { SanityClient } from "@sanity/client";
import { z } from "zod";
import { documentSchema } from "../seed/placeholders.ts";

const documentsSchema = z.array(documentSchema);

/** GROQ query for all documents that editors can change. Legal versions are left out, because they never change. */
const query = `*[!(_id in path("_.**")) && !(_type in [
  "sanity.imageAsset", "sanity.fileAsset", "legalVersion", "contentMigrations"
])]`;

/** Reads all editable documents; drafts replace published documents. @throws when the content API fails. */
export async function readDocuments(client: Pick<SanityClient, "fetch">) {
  return documentsSchema.parse(await client.fetch<unknown>(query, {}, { perspective: "drafts" }));
}
