import type { SanityClient } from "@sanity/client";
import { useEffect, useState } from "react";
import { getPublishedId, useDocumentStore } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";

/** GROQ query for all images. Drafts and Sanity releases also use images, so the query needs the "raw" perspective. */
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
    /** Size of the file in bytes. */
    size: z.number(),
    /** Width in pixels; null for vector images that state no width. */
    width: z.number().nullable(),
    height: z.number().nullable(),
    /** Documents that show the image. Each document is listed once, with its published id. */
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

/** Reads the answer to `storedImagesQuery`, newest first. @throws when the answer does not fit the zod schema. */
export const readStoredImages = (answer: unknown): StoredImage[] =>
  storedImagesSchema.parse(answer);

/** Returns all images and the documents that show them, and updates the list when content changes. */
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

/** Finds images for a search. Every word must occur in the image's name or in the titles of its documents. */
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

export interface Deletion {
  deleted: StoredImage[];
  /** Images that were not deleted, because a document has begun to show them. */
  used: StoredImage[];
  failed: StoredImage[];
}

const conflictSchema = z.object({ statusCode: z.literal(409) });

/** Deletes images one by one, so that the API's refusal to delete one image does not stop the rest. Never rejects. */
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
