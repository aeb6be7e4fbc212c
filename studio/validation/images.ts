import { getPublishedId } from "@sanity/client/csm";
import type { ValidationContext } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";

/** Refuses an image field that holds words but no image, which is what removing one leaves. */
export function checkImageChosen(image: { asset?: object | undefined } | undefined): true | string {
  return !image || image.asset ? true : "Escolha a imagem ou apague o texto alternativo.";
}

const imageSchema = z.object({ alt: z.string(), asset: z.object({ _ref: z.string() }) });

/**
 * Points out that an image was replaced and its description was not: it would describe the one
 * before, which is published.
 */
export async function checkImageDescribed(
  alt: string | undefined,
  { document, path = [], parent, getClient }: ValidationContext,
): Promise<true | string> {
  const image = imageSchema.safeParse(parent).data;
  if (!alt || !image || !document) return true;
  const before = await getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "raw" })
    .fetch<unknown>("*[_id == $id][0]", { id: getPublishedId(document._id) });
  const former = imageSchema.safeParse(valueAt(before, path.slice(0, -1))).data;
  if (!former || former.alt !== alt || former.asset._ref === image.asset._ref) return true;
  return "A imagem mudou e a descrição é a da anterior: confira se ainda diz o que se vê.";
}

function valueAt(value: unknown, path: NonNullable<ValidationContext["path"]>): unknown {
  return path.reduce((at: unknown, part) => {
    if (typeof at !== "object" || at === null) return undefined;
    if (typeof part === "object" && "_key" in part) {
      return Array.isArray(at)
        ? at.find(
            (item: unknown) => z.object({ _key: z.literal(part._key) }).safeParse(item).success,
          )
        : undefined;
    }
    return new Map<unknown, unknown>(Object.entries(at)).get(part);
  }, value);
}
