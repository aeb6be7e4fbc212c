import type { ImageContent } from "./content-image.tsx";
import { imageUrl, parseImageReference } from "./image-url.ts";

/** An image for link previews: its address on this site and what it depicts. */
export interface ShareImage {
  path: string;
  alt: string;
}

/** The preview of a content image; null for none and for vectors, which no messenger shows. */
export function shareImage(image: ImageContent | null | undefined): ShareImage | null {
  const asset = image?.asset && parseImageReference(image.asset._ref);
  if (!image || !asset || asset.extension === "svg") return null;
  return { path: imageUrl(asset, image.crop, "preview"), alt: image.alt ?? "" };
}
