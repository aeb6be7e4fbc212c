import type { IconName } from "../ui/brand/icons.tsx";
import { Frame, type FrameShape, IconScene } from "../ui/section/sections.tsx";

export interface ImageContent {
  asset: { _ref: string } | null;
  alt: string | null;
  crop?: Crop | null;
  hotspot?: { x: number; y: number } | null;
  lqip?: string | null;
  /** What most of it looks like, such as `#c9d3d2`; none of what one can see through. */
  color?: string | null;
}

export interface ContentImageProps {
  image: ImageContent | null;
  /** The CSS `sizes` of the place it stands in. */
  sizes: string;
  /** For the largest image of the first screen: fetched first instead of when scrolled to. */
  priority?: boolean;
  /** Whether one with priority has a blurred preview, of about a kilobyte of HTML. */
  preview?: boolean;
  className?: string;
}

/**
 * An image from the content, in the size that the visitor's screen needs, with its place held by its
 * own colour, or by a blurred preview, and the editor's crop and focal point respected.
 */
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

/** What holds its place is there for what is opaque; only what shows first has the blurred preview. */
function imageStyle({ hotspot, lqip, color }: ImageContent, withPreview: boolean) {
  return {
    ...(hotspot ? { objectPosition: `${hotspot.x * 100}% ${hotspot.y * 100}%` } : {}),
    ...(color ? { backgroundColor: color } : {}),
    ...(lqip && withPreview
      ? { backgroundImage: `url(${lqip})`, backgroundSize: "cover", backgroundPosition: "center" }
      : {}),
  };
}

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

interface Crop {
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

interface HeroMediaProps {
  image: ImageContent | null;
  shape?: FrameShape;
  /** False where the page's HTML already fills the first round trip. */
  preview?: boolean;
  /** Drawn when there is no image. */
  icons?: readonly IconName[];
}

/** The framed picture of a hero: an editor's image, or a drawing of the page's icons. */
export function HeroMedia({ image, shape, preview = true, icons = [] }: HeroMediaProps) {
  const picture = image?.asset ? (
    <ContentImage image={image} sizes="(min-width: 64rem) 34rem, 92vw" priority preview={preview} />
  ) : (
    <IconScene icons={icons} />
  );
  return <Frame {...(shape ? { shape } : {})}>{picture}</Frame>;
}
