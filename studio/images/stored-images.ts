import type { SanityClient } from "@sanity/client";
import { useEffect, useState } from "react";
import { getPublishedId, useDocumentStore } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";

/** Asked without a perspective: what only a draft or a release shows is in use, too. */
export const storedImagesQuery = `*[_type == "sanity.imageAsset"] | order(_createdAt desc){
  _id, url, size,
  "name": coalesce(originalFilename, "Imagem sem nome"),
  "width": metadata.dimensions.width, "height": metadata.dimensions.height,
  "usedIn": *[references(^._id)] | order(_type, _id){ _id, _type, name, title, question, from }
}`;

const storedImagesSchema = z.array(
  z.object({
    _id: z.string(),
    url: z.string(),
    name: z.string(),
    /** In bytes. */
    size: z.number(),
    /** Drawings may have none. */
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** The documents that show it, each once, whatever of it is a draft. */
    usedIn: z.array(z.looseObject({ _id: z.string(), _type: z.string() })).transform(eachOnce),
  }),
);

export type StoredImage = z.infer<typeof storedImagesSchema>[number];
type UsingDocument = StoredImage["usedIn"][number];

function eachOnce<Document extends { _id: string }>(documents: readonly Document[]): Document[] {
  const published = documents.map((document) => ({
    ...document,
    _id: getPublishedId(document._id),
  }));
  return [...new Map(published.map((document) => [document._id, document])).values()];
}

/** All images of the content, newest first, from the answer to `storedImagesQuery`. @throws when it is none. */
export const readStoredImages = (answer: unknown): StoredImage[] =>
  storedImagesSchema.parse(answer);

/** All images of the content with where each is used; it follows changes. */
export function useStoredImages(): readonly StoredImage[] | "loading" | "failed" {
  const store = useDocumentStore();
  const [images, setImages] = useState<readonly StoredImage[] | "loading" | "failed">("loading");

  useEffect(() => {
    const listened = { fetch: storedImagesQuery, listen: '*[!(_id in path("_.**"))]' };
    const changes = store
      .listenQuery(listened, {}, { apiVersion: contentApiVersion, perspective: "raw" })
      .subscribe({
        next: (read: unknown) => {
          setImages(storedImagesSchema.safeParse(read).data ?? "failed");
        },
        error: () => setImages("failed"),
      });
    return () => changes.unsubscribe();
  }, [store]);

  return images;
}

/** The images that have all these words in their name or in the title of a document that shows them. */
export function findImages(
  images: readonly StoredImage[],
  words: string,
  titleOf: (document: UsingDocument) => string,
): StoredImage[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return images.filter(({ name, usedIn }) => {
    const text = plain([name, ...usedIn.map(titleOf)].join(" "));
    return wanted.every((word) => text.includes(word));
  });
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What became of images that were to be deleted. */
export interface Deletion {
  deleted: StoredImage[];
  /** Shown by a document since the list was read. */
  used: StoredImage[];
  failed: StoredImage[];
}

const conflictSchema = z.object({ statusCode: z.literal(409) });

/** Deletes images, each by itself: the content API refuses one that a document refers to. Never rejects. */
export async function deleteImages(
  client: Pick<SanityClient, "delete">,
  images: readonly StoredImage[],
): Promise<Deletion> {
  const deletion: Deletion = { deleted: [], used: [], failed: [] };
  for (const image of images) {
    try {
      await client.delete(image._id);
      deletion.deleted.push(image);
    } catch (error) {
      const isUsed = conflictSchema.safeParse(error).success;
      (isUsed ? deletion.used : deletion.failed).push(image);
    }
  }
  return deletion;
}
