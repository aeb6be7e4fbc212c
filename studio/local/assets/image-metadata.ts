import sharp from "sharp";
import { readColours } from "./image-colours.ts";
import { ApiError } from "../http/api-error.ts";

/** Decoding more would let a tiny file fill the memory. */
export const PIXEL_LIMIT = 100_000_000;

const EXTENSIONS: Readonly<Record<string, string>> = {
  gif: "gif",
  heif: "avif",
  jpeg: "jpg",
  png: "png",
  svg: "svg",
  tiff: "tiff",
  webp: "webp",
};

const LQIP_WIDTH = 20;

/** What the asset document says about an image. Throws 415 for anything that is no image. */
export async function readImage(bytes: Buffer) {
  const image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT });
  const metadata = await image.metadata().catch(() => undefined);
  const extension = EXTENSIONS[metadata?.format ?? ""];
  if (!metadata || !extension) throw new ApiError(415, "unsupportedImageError", "Not an image");
  // Orientations from 5 on are turned by a quarter, which swaps the sides.
  const turned = (metadata.orientation ?? 1) >= 5;
  const width = turned ? metadata.height : metadata.width;
  const height = turned ? metadata.width : metadata.height;
  return {
    extension,
    width,
    height,
    metadata: {
      _type: "sanity.imageMetadata",
      dimensions: { _type: "sanity.imageDimensions", width, height, aspectRatio: width / height },
      hasAlpha: metadata.hasAlpha,
      isOpaque: !metadata.hasAlpha || (await image.stats()).isOpaque,
      lqip: await placeholderOf(bytes),
      ...(await readColours(bytes, PIXEL_LIMIT)),
    },
  };
}

/** A tiny picture as a data URL, shown until the image has loaded. */
async function placeholderOf(bytes: Buffer): Promise<string> {
  const tiny = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .resize({ width: LQIP_WIDTH })
    .png()
    .toBuffer();
  return `data:image/png;base64,${tiny.toString("base64")}`;
}
