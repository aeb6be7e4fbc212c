import type { SanityClient } from "@sanity/client";
import { findAnchors } from "./find-anchors.ts";
import { type BrokenLink, findBrokenLinks, type PublishedDocument } from "./find-broken-links.ts";

const contentQuery = `{
  "documents": *[!(_id in path("content.**")) && !(_type match "sanity.*") && !(_type match "system.*")],
  "ids": *._id
}`;

/** Looks through all published content for what leads nowhere. */
export async function readReport(client: SanityClient): Promise<BrokenLink[]> {
  const published = client.withConfig({ perspective: "published" });
  const { documents, ids } = await published.fetch<{
    documents: PublishedDocument[];
    ids: string[];
  }>(contentQuery);
  return findBrokenLinks({
    documents,
    ids: new Set(ids),
    anchorsOf: (link) => findAnchors(published, link),
  });
}
