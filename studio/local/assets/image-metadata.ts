import { encode } from "blurhash";
import sharp from "sharp";
import { ApiError } from "../http/api-error.ts";

/** Maximum number of pixels to decode. Without this limit, a tiny file could fill the memory. */
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

/** Reads the fields of an image for its asset document. Throws 415 when the file is not an image. */
export async function readImage(bytes: Buffer) {
  const image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT });
  const metadata = await image.metadata().catch(() => undefined);
  const extension = EXTENSIONS[metadata?.format ?? ""];
  if (!metadata || !extension) throw new ApiError(415, "unsupportedImageError", "Not an image");
  // EXIF orientations from 5 on turn the image by 90 degrees, which swaps width and height.
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

/** Makes a tiny copy of the image as a data URL, which pages show until the image has loaded. */
async function placeholderOf(bytes: Buffer): Promise<string> {
  const tiny = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .resize({ width: LQIP_WIDTH })
    .png()
    .toBuffer();
  return `data:image/png;base64,${tiny.toString("base64")}`;
}

/**
 * Colours are counted in a copy of at most `SIDE` by `SIDE` pixels. Similar colours count as one: each channel is
 * divided into ranges of `STEP` values.
 */
const SIDE = 64;
const STEP = 32;

/** Number of blurhash components along the longer side and along the shorter side. */
const LONG = 4;
const SHORT = 3;

interface Colour {
  red: number;
  green: number;
  blue: number;
  count: number;
  saturation: number;
  lightness: number;
}

/** Ranges of saturation and lightness that define each colour swatch of Sanity. */
const SWATCHES = {
  darkMuted: { saturation: [0, 0.4], lightness: [0, 0.45] },
  darkVibrant: { saturation: [0.35, 1], lightness: [0, 0.45] },
  lightMuted: { saturation: [0, 0.4], lightness: [0.55, 1] },
  lightVibrant: { saturation: [0.35, 1], lightness: [0.55, 1] },
  muted: { saturation: [0, 0.4], lightness: [0.3, 0.7] },
  vibrant: { saturation: [0.35, 1], lightness: [0.3, 0.7] },
} as const;

async function readColours(bytes: Buffer, limitInputPixels: number) {
  const { data, info } = await sharp(bytes, { limitInputPixels })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wide = info.width >= info.height;
  const pixels = new Uint8ClampedArray(data);
  return {
    blurHash: encode(pixels, info.width, info.height, wide ? LONG : SHORT, wide ? SHORT : LONG),
    palette: paletteOf(countColours(pixels)),
  };
}

function countColours(pixels: Uint8ClampedArray): Colour[] {
  const sums = new Map<string, { red: number; green: number; blue: number; count: number }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    // The colour of a pixel that is more than half transparent is not counted.
    if (alpha < 128) continue;
    const key = [red, green, blue].map((channel) => Math.floor(channel / STEP)).join();
    const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    sum.red += red;
    sum.green += green;
    sum.blue += blue;
    sum.count += 1;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map(({ red, green, blue, count }) => describe(red / count, green / count, blue / count, count))
    .toSorted((left, right) => right.count - left.count);
}

function describe(red: number, green: number, blue: number, count: number): Colour {
  const highest = Math.max(red, green, blue) / 255;
  const lowest = Math.min(red, green, blue) / 255;
  const lightness = (highest + lowest) / 2;
  const range = 1 - Math.abs(2 * lightness - 1);
  const saturation = range === 0 ? 0 : (highest - lowest) / range;
  return { red, green, blue, count, saturation, lightness };
}

/** Returns the most frequent colour in each swatch's range, and the most frequent colour of the image. */
function paletteOf(colours: Colour[]) {
  const total = colours.reduce((sum, { count }) => sum + count, 0);
  const entries = Object.entries(SWATCHES).flatMap(([name, bounds]) => {
    const colour = colours.find(
      ({ saturation, lightness }) =>
        isWithin(saturation, bounds.saturation) && isWithin(lightness, bounds.lightness),
    );
    return colour ? [[name, swatchOf(colour, total)]] : [];
  });
  const [dominant] = colours;
  return {
    _type: "sanity.imagePalette",
    ...Object.fromEntries(entries),
    ...(dominant && { dominant: swatchOf(dominant, total) }),
  };
}

function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  return value >= from && value <= to;
}

function swatchOf({ red, green, blue, count }: Colour, total: number) {
  const text = readableOn(red, green, blue);
  const hex = [red, green, blue].map((channel) =>
    Math.round(channel).toString(16).padStart(2, "0"),
  );
  return {
    _type: "sanity.imagePaletteSwatch",
    background: `#${hex.join("")}`,
    foreground: text,
    title: text,
    population: Math.round((count / total) * 10_000) / 100,
  };
}

/** Returns black or white, whichever is readable on the colour. The colour's brightness in the YIQ model decides. */
function readableOn(red: number, green: number, blue: number): string {
  return (red * 299 + green * 587 + blue * 114) / 1000 >= 150 ? "#000" : "#fff";
}
