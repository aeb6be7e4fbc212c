import { LRUCache } from "lru-cache";
import { z } from "zod";
import { cropRectangle, parseImageReference } from "../../content/images.tsx";

/** More than an editor makes in years; what is forgotten is looked up again. */
const MAX_REMEMBERED = 20_000;

/** Whole documents: an image may stand anywhere in one. Not generated: their type is of no use. */
export const imageDocumentsQuery = `*[references(*[_type == "sanity.imageAsset"]._id)]`;

export interface UsedImages {
  /**
   * Whether published content shows an asset, whole or in the part `rect`; also when it did so
   * since this process started, for pages that are still open.
   * @throws Error when the content API fails and nothing is held.
   */
  has(assetName: string, rect: string | undefined): Promise<boolean>;
}

/**
 * Looks up in published content which images there are: nobody else decides what is made.
 * @param readDocuments gives the result of `imageDocumentsQuery`, the same one until it changes.
 */
export function createUsedImages(readDocuments: () => Promise<unknown>): UsedImages {
  const remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  let read: unknown;

  return {
    async has(assetName, rect) {
      const documents = await readDocuments();
      if (documents !== read) {
        for (const key of findImages(documents)) remembered.set(key, true);
        read = documents;
      }
      return remembered.has(keyOf(assetName, rect));
    },
  };
}

const imageSchema = z.object({
  asset: z.object({ _ref: z.string() }),
  crop: z
    .object({ top: z.number(), bottom: z.number(), left: z.number(), right: z.number() })
    .nullish()
    .catch(null),
});

/** The keys of all images in a value of any shape. */
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
