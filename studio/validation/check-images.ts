import { getPublishedId, studioPath } from "@sanity/client/csm";
import type { ValidationContext } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";

/** Refuses an image field that has a description but no image. This happens when an editor removes only the image. */
export function checkImageChosen(image: { asset?: object | undefined } | undefined): true | string {
  return !image || image.asset ? true : "Escolha a imagem ou apague o texto alternativo.";
}

const imageSchema = z.object({ alt: z.string(), asset: z.object({ _ref: z.string() }) });

/** Warns when an editor replaced the image but kept the description of the published image. */
export async function checkImageDescribed(
  alt: string | undefined,
  { document, path = [], parent, getClient }: ValidationContext,
): Promise<true | string> {
  const image = imageSchema.safeParse(parent).data;
  if (!alt || !image || !document) return true;
  const before = await getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "raw" })
    .fetch<unknown>("*[_id == $id][0]", { id: getPublishedId(document._id) });
  const former = imageSchema.safeParse(studioPath.get(before, path.slice(0, -1))).data;
  if (!former || former.alt !== alt || former.asset._ref === image.asset._ref) return true;
  return "A imagem mudou e a descrição é a da anterior: confira se ainda diz o que se vê.";
}
