/** URL prefix of content images on our own origin: no other host is asked, and none can watch. */
export const imagePath = "/imagens";

/** The only widths that are ever made, in pixels. */
export const imageWidths = [96, 160, 240, 320, 480, 640, 720, 960, 1280, 1600, 1920] as const;

/** File name of the image made for link previews: 1200x630 JPEG (WhatsApp's needs). */
export const previewFile = "previa.jpg";

export interface ImageSize {
  width: number;
  height: number;
}

export interface Crop {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface ImageAsset extends ImageSize {
  /** `<hash>-<width>x<height>-<extension>`, the asset reference without its prefix. */
  name: string;
  extension: string;
}

const ASSET_REFERENCE = /^image-([a-zA-Z0-9]+-(\d+)x(\d+)-([a-z0-9]+))$/;

/** Reads the size and file type off a Sanity asset reference; null when it is none. */
export function parseImageReference(reference: string): ImageAsset | null {
  const [, name, width, height, extension] = ASSET_REFERENCE.exec(reference) ?? [];
  if (!name || !extension) return null;
  return { name, width: Number(width), height: Number(height), extension };
}

/** The part of the original that an editor's crop leaves, as `x,y,width,height` in pixels. */
export function cropRectangle(size: ImageSize, crop: Crop | null | undefined) {
  const { top = 0, bottom = 0, left = 0, right = 0 } = crop ?? {};
  return {
    x: Math.round(left * size.width),
    y: Math.round(top * size.height),
    width: Math.round((1 - left - right) * size.width),
    height: Math.round((1 - top - bottom) * size.height),
  };
}

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
