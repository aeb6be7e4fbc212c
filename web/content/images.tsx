import type { IconName } from "../ui/brand/icons.tsx";
import { Frame, type FrameShape, IconScene } from "../ui/section/sections.tsx";

export interface ImageContent {
  asset: { _ref: string } | null;
  alt: string | null;
  crop?: Crop | null;
  hotspot?: { x: number; y: number } | null;
  lqip?: string | null;
  /** Dominant colour, such as `#c9d3d2`. Transparent images have none. */
  color?: string | null;
}

export interface ContentImageProps {
  image: ImageContent | null;
  /** Value of `sizes` in HTML: the width at which the image is shown. */
  sizes: string;
  /** True for the largest image of the first screen, which loads at once. Other images load lazily. */
  priority?: boolean;
  /** True to show a blurred preview while the image loads. The preview adds about 1 kB to the HTML. */
  preview?: boolean;
  className?: string;
}

/** Shows an image with the editor's crop. A colour or a blurred preview is shown while the image loads. */
export function ContentImage({
  image,
  sizes,
  priority = false,
  preview = priority,
  className,
}: ContentImageProps) {
  const asset = image?.asset && parseImageReference(image.asset._ref);
  if (!image || !asset) return null;

  const { width, height } = cropRectangle(asset, image.crop);
  const widths = imageWidths.filter((candidate) => candidate <= width);
  const largest = widths.at(-1) ?? imageWidths[0];
  const isVector = asset.extension === "svg";
  return (
    <img
      src={imageUrl(asset, image.crop, widths.includes(720) ? 720 : largest)}
      srcSet={
        isVector
          ? undefined
          : widths
              .map((candidate) => `${imageUrl(asset, image.crop, candidate)} ${candidate}w`)
              .join(", ")
      }
      sizes={isVector ? undefined : sizes}
      width={width}
      height={height}
      alt={image.alt ?? ""}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : "auto"}
      decoding={priority ? "sync" : "async"}
      className={className}
      style={imageStyle(image, preview && asset.extension !== "png")}
    />
  );
}

/** Returns styles for the image and its placeholder: a colour, or a preview if `withPreview` is true. */
function imageStyle({ hotspot, lqip, color }: ImageContent, withPreview: boolean) {
  return {
    ...(hotspot ? { objectPosition: `${hotspot.x * 100}% ${hotspot.y * 100}%` } : {}),
    ...(color ? { backgroundColor: color } : {}),
    ...(lqip && withPreview
      ? { backgroundImage: `url(${lqip})`, backgroundSize: "cover", backgroundPosition: "center" }
      : {}),
  };
}

/** URL prefix of content images. They come from our own server, so that no other host learns of the visit. */
export const imagePath = "/imagens";

/** Available widths of content images in pixels. */
export const imageWidths = [96, 160, 240, 320, 480, 640, 720, 960, 1280, 1600, 1920] as const;

/** File name of an image's version for link previews: a JPEG of 1200x630 pixels (required by WhatsApp). */
export const previewFile = "previa.jpg";

export interface ImageSize {
  width: number;
  height: number;
}

interface Crop {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface ImageAsset extends ImageSize {
  /** Sanity's asset reference without its prefix: `<hash>-<width>x<height>-<extension>`. */
  name: string;
  extension: string;
}

const ASSET_REFERENCE = /^image-([a-zA-Z0-9]+-(\d+)x(\d+)-([a-z0-9]+))$/;

/** Parses a Sanity image reference into size and file type; null for other references. */
export function parseImageReference(reference: string): ImageAsset | null {
  const [, name, width, height, extension] = ASSET_REFERENCE.exec(reference) ?? [];
  if (!name || !extension) return null;
  return { name, width: Number(width), height: Number(height), extension };
}

/** Returns the rectangle that remains after an editor's crop, in pixels of the original image. */
export function cropRectangle(size: ImageSize, crop: Crop | null | undefined) {
  const { top = 0, bottom = 0, left = 0, right = 0 } = crop ?? {};
  return {
    x: Math.round(left * size.width),
    y: Math.round(top * size.height),
    width: Math.round((1 - left - right) * size.width),
    height: Math.round((1 - top - bottom) * size.height),
  };
}

/** Returns an image's URL at one of `imageWidths` or for link previews. Vector images have only one URL. */
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

interface HeroMediaProps {
  image: ImageContent | null;
  shape?: FrameShape;
  /** True to allow a blurred preview. False on pages whose HTML already fills the first network round trip. */
  preview?: boolean;
  icons?: readonly IconName[];
}

/** Framed picture of a hero. If editors chose no image, a drawing made from `icons` is shown. */
export function HeroMedia({ image, shape, preview = true, icons = [] }: HeroMediaProps) {
  const picture = image?.asset ? (
    <ContentImage image={image} sizes="(min-width: 64rem) 34rem, 92vw" priority preview={preview} />
  ) : (
    <IconScene icons={icons} />
  );
  return <Frame {...(shape ? { shape } : {})}>{picture}</Frame>;
}
