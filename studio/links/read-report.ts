import type { SanityClient } from "@sanity/client";
import { findAnchors } from "./find-anchors.ts";
import { type BrokenLink, findBrokenLinks, type PublishedDocument } from "./find-broken-links.ts";

const contentQuery = `{
  "documents": *[!(_id in path("content.**")) && !(_type match "sanity.*") && !(_type match "system.*")],
  "ids": *._id
}`;

// Drafts and releases count: what only they show is about to be used.
const unusedImagesQuery = `*[
  _type == "sanity.imageAsset" && count(*[references(^._id)]) == 0
] | order(originalFilename asc){
  _id, url, originalFilename, size,
  "width": metadata.dimensions.width, "height": metadata.dimensions.height
}`;

export interface UnusedImage {
  _id: string;
  url: string;
  originalFilename: string | null;
  /** In bytes. */
  size: number;
  width: number;
  height: number;
}

export interface Report {
  brokenLinks: readonly BrokenLink[];
  unusedImages: readonly UnusedImage[];
}

/** Looks through all published content for what leads nowhere, and for images nothing shows. */
export async function readReport(client: SanityClient): Promise<Report> {
  const published = client.withConfig({ perspective: "published" });
  const [content, unusedImages] = await Promise.all([
    published.fetch<{ documents: PublishedDocument[]; ids: string[] }>(contentQuery),
    client.withConfig({ perspective: "raw" }).fetch<UnusedImage[]>(unusedImagesQuery),
  ]);
  const brokenLinks = await findBrokenLinks({
    documents: content.documents,
    ids: new Set(content.ids),
    findAnchors: (link) => findAnchors(published, link),
  });
  return { brokenLinks, unusedImages };
}
