import {
  cropRectangle,
  imageUrl,
  imageWidths,
  parseImageReference,
  type Crop,
} from "./image-url.ts";

export interface ImageContent {
  asset: { _ref: string } | null;
  alt: string | null;
  crop?: Crop | null;
  hotspot?: { x: number; y: number } | null;
  lqip?: string | null;
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
 * An image from the content, in the size that the visitor's screen needs, with its place reserved,
 * a blurred preview behind it and the editor's crop and focal point respected.
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

/** Only what shows first has the preview, and it is opaque. */
function imageStyle({ hotspot, lqip }: ImageContent, withPreview: boolean) {
  return {
    ...(hotspot ? { objectPosition: `${hotspot.x * 100}% ${hotspot.y * 100}%` } : {}),
    ...(lqip && withPreview
      ? { backgroundImage: `url(${lqip})`, backgroundSize: "cover", backgroundPosition: "center" }
      : {}),
  };
}
