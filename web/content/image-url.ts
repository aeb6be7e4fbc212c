import {
  cropRectangle,
  type Crop,
  type ImageAsset,
} from "../../supabase/functions/_shared/contracts/image-reference.ts";

/** URL prefix of content images on our own origin: no other host is asked, and none can watch. */
export const imagePath = "/imagens";

/** The only widths that are ever made, in pixels. */
export const imageWidths = [96, 160, 240, 320, 480, 640, 720, 960, 1280, 1600, 1920] as const;

/** File name of the image made for link previews: 1200x630 JPEG (WhatsApp's needs). */
export const previewFile = "previa.jpg";

/** Address of an image at one of `imageWidths`, or of its link preview; vectors come as they are. */
export function imageUrl(
  asset: ImageAsset,
  crop: Crop | null | undefined,
  width: (typeof imageWidths)[number] | "preview",
): string {
  if (asset.extension === "svg") return `${imagePath}/${asset.name}/original.svg`;
  const { x, y, width: w, height: h } = cropRectangle(asset, crop);
  const cropped = w !== asset.width || h !== asset.height;
  const file = width === "preview" ? previewFile : `${width}.webp`;
  return `${imagePath}/${asset.name}/${file}${cropped ? `?rect=${x},${y},${w},${h}` : ""}`;
}
