import { LRUCache } from "lru-cache";
import { z } from "zod";
import { cropRectangle, parseImageReference } from "../../content/images.tsx";

/** Maximum number of remembered images and crops, enough for years of editing. Forgotten images are found again. */
const MAX_REMEMBERED = 20_000;

/** Query for whole documents, because images occur at any depth. The result therefore has no useful type. */
export const imageDocumentsQuery = `*[references(*[_type == "sanity.imageAsset"]._id)]`;

/**
 * Returns true when published content uses an image, whole or cropped to `rect`. Content replaced since the server's
 * start still counts, because open pages may show its images. @throws Error when the content API fails and nothing is
 * cached.
 */
export type IsUsedImage = (assetName: string, rect: string | undefined) => Promise<boolean>;

/**
 * Finds the images that published content uses, because only these may be served. @param
 * readDocuments returns the same object until the result of `imageDocumentsQuery` changes.
 */
export function createUsedImages(readDocuments: () => Promise<unknown>): IsUsedImage {
  const remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  let read: unknown;

  return async (assetName, rect) => {
    const documents = await readDocuments();
    if (documents !== read) {
      for (const key of findImages(documents)) remembered.set(key, true);
      read = documents;
    }
    return remembered.has(keyOf(assetName, rect));
  };
}

/** Share of the image that an editor's crop removes on each side, from 0 to 1. */
export const cropSchema = z.object({
  top: z.number(),
  bottom: z.number(),
  left: z.number(),
  right: z.number(),
});
const imageSchema = z.object({
  asset: z.object({ _ref: z.string() }),
  crop: cropSchema.nullish().catch(null),
});

function* findImages(value: unknown): Iterable<string> {
  if (typeof value !== "object" || value === null) return;
  const image = imageSchema.safeParse(value).data;
  const asset = image && parseImageReference(image.asset._ref);
  if (asset) {
    const { x, y, width, height } = cropRectangle(asset, image.crop);
    yield keyOf(asset.name, undefined);
    yield keyOf(asset.name, [x, y, width, height].join());
  }
  for (const part of Object.values(value)) yield* findImages(part);
}

function keyOf(assetName: string, rect: string | undefined): string {
  return rect ? `${assetName}?${rect}` : assetName;
}
