import { createRequire } from "node:module";
import sharp, { type OutputInfo, type OverlayOptions } from "sharp";
import type { PageCard } from "../../content/page-card.ts";
import { brandColours, logoShapes } from "../../ui/brand/brand.ts";

// Image processing uses one core only, because the other cores must stay free for HTTP requests.
sharp.concurrency(1);

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const TITLE_BOX = { width: 570, height: 300 };
/** Position and size of the arch around the image. Arches on the site's pages have the same shape. */
const ARCH = { left: 704, top: 66, width: 424, height: 498 };
/** Maximum size of a link preview in bytes. WhatsApp shows no image above 300 KB. */
const MAX_BYTES = 300_000;
const QUALITIES = [86, 76, 62, 45];

/**
 * Draws a link preview: JPEG, 1200x630, below 300 KB. Drawing takes one core for 300 ms, mostly in other threads.
 * @param picture bytes of the page's image. Without these bytes the preview shows the brand's symbol.
 */
export async function drawPageCard(card: PageCard, picture: Uint8Array | null): Promise<Buffer> {
  const { white, mint300, mint200 } = brandColours;
  const [title, brand, line, art] = await Promise.all([
    drawTitle(card.title, TITLE_BOX, { text: white, accent: mint300 }),
    drawLine(card.brandName, { size: 44, weight: "ExtraBold", colour: white }),
    card.serviceArea
      ? drawLine(card.serviceArea, { size: 27, weight: "Medium", colour: mint200 })
      : null,
    picture ? drawInArch(picture, card.picture?.hotspot) : null,
  ]);
  const logoMiddle = MARGIN + 32;
  const lineMiddle = HEIGHT - MARGIN - 14;
  // The title stands slightly below the middle between logo and line, because the title looks centred there.
  const titleTop = Math.round((logoMiddle + lineMiddle) / 2 - title.height / 2 + 4);
  const layers: OverlayOptions[] = [
    { input: title.input, left: MARGIN, top: titleTop },
    { input: brand.input, left: MARGIN + 70, top: Math.round(logoMiddle - brand.height / 2 + 3) },
    ...(line
      ? [{ input: line.input, left: MARGIN + 52, top: Math.round(lineMiddle - line.height / 2) }]
      : []),
    ...(art ? [{ input: art, left: ARCH.left, top: ARCH.top }] : []),
  ];
  const drawn = await sharp(Buffer.from(background(art !== null)))
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodeBelowLimit(drawn.data, drawn.info);
}

async function encodeBelowLimit(pixels: Buffer, raw: OutputInfo): Promise<Buffer> {
  const { width, height, channels } = raw;
  let jpeg = pixels;
  for (const quality of QUALITIES) {
    jpeg = await sharp(pixels, { raw: { width, height, channels } })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    if (jpeg.byteLength < MAX_BYTES) break;
  }
  return jpeg;
}

/** Crops the image to the arch, around the focal point that an editor chose. */
async function drawInArch(
  picture: Uint8Array,
  hotspot: { x: number; y: number } | null | undefined,
): Promise<Buffer> {
  const { width, height } = ARCH;
  const { data, info } = await sharp(picture)
    .resize(width, height, { fit: "outside" })
    .flatten({ background: brandColours.sand100 })
    .toBuffer({ resolveWithObject: true });
  const { x, y } = hotspot ?? { x: 0.5, y: 0.5 };
  const start = (size: number, part: number, focus: number) =>
    Math.round(Math.min(Math.max(size * focus - part / 2, 0), size - part));
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${arch(0, 0, "#fff")}</svg>`;
  return sharp(data)
    .extract({
      left: start(info.width, width, x),
      top: start(info.height, height, y),
      width,
      height,
    })
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

function arch(left: number, top: number, fill: string): string {
  const { width, height } = ARCH;
  const round = width / 2;
  const corner = 28;
  return `<path fill="${fill}" d="M${left} ${top + round}a${round} ${round} 0 0 1 ${width} 0v${height - round - corner}a${corner} ${corner} 0 0 1-${corner} ${corner}h-${width - 2 * corner}a${corner} ${corner} 0 0 1-${corner}-${corner}z"/>`;
}

function background(withPicture: boolean): string {
  const { petrol600, petrol700, petrol950, mint300, amber400 } = brandColours;
  const { left, top, width, height } = ARCH;
  // The symbol is 24 units wide on a grid of 32 units, where it begins at (4, 4).
  const scale = width / 24;
  const art = withPicture
    ? arch(left - 26, top + 26, mint300)
    : symbol(left - 4 * scale, top + (height - 26 * scale) / 2 - 4 * scale, scale, petrol600);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x2=".6" y2="1"><stop stop-color="${petrol700}"/><stop offset="1" stop-color="${petrol950}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
<circle cx="${left + width / 2}" cy="${top + height / 2}" r="392" fill="${petrol600}" opacity=".28"/>
${art}
<circle cx="${left + width}" cy="${top + height}" r="46" fill="${amber400}"/>
${symbol(MARGIN - 8, MARGIN - 8, 2.5, petrol600)}
<rect x="${MARGIN}" y="${HEIGHT - MARGIN - 17}" width="34" height="6" rx="3" fill="${amber400}"/>
</svg>`;
}

function symbol(left: number, top: number, scale: number, door: string): string {
  const { cx, cy, r } = logoShapes.hole;
  return `<g transform="translate(${left} ${top}) scale(${scale})"><path fill="${door}" d="${logoShapes.door}"/><path fill="${brandColours.mint300}" d="${logoShapes.letter}"/><circle fill="${brandColours.petrol950}" cx="${cx}" cy="${cy}" r="${r}"/></g>`;
}

const require = createRequire(import.meta.url);
const fonts = {
  ExtraBold: require.resolve("@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf"),
  Medium: require.resolve("@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf"),
};

/** Font sizes in pixels, which are tried in this order until the title fits. */
const TITLE_SIZES = [88, 80, 72, 64, 56, 50, 44, 38];
const MAX_TITLE_LENGTH = 160;

interface TextStyle {
  size: number;
  weight: keyof typeof fonts;
  colour: string;
}

export interface TextImage {
  input: NonNullable<OverlayOptions["input"]>;
  width: number;
  height: number;
}

function drawLine(text: string, style: TextStyle): Promise<TextImage> {
  return drawMarkup(escapeMarkup(text), style);
}

/**
 * Draws a title as large as the box allows. Cuts very long titles. Puts the text before a colon into a separate line in
 * the accent colour.
 */
export async function drawTitle(
  title: string,
  box: { width: number; height: number },
  colours: { text: string; accent: string },
): Promise<TextImage> {
  const markup = titleMarkup(title, colours.accent);
  const style = { weight: "ExtraBold", colour: colours.text } as const;
  for (const size of TITLE_SIZES) {
    const image = await drawMarkup(markup, { ...style, size }, { width: box.width, wrap: "word" });
    if (image.width <= box.width && image.height <= box.height) return image;
  }
  const smallest = { ...style, size: TITLE_SIZES.at(-1) ?? 38 };
  return drawMarkup(markup, smallest, { width: box.width, wrap: "word-char" });
}

function titleMarkup(title: string, accent: string): string {
  const shown =
    title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH).trimEnd()}…` : title;
  const [, start, rest] = /^([^:]{1,24}): (.+)$/s.exec(shown) ?? [];
  if (!start || !rest) return escapeMarkup(shown);
  return `<span foreground="${accent}">${escapeMarkup(start)}</span>\n${escapeMarkup(capitalised(rest))}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase("pt-BR") + text.slice(1);
}

async function drawMarkup(
  markup: string,
  { size, weight, colour }: TextStyle,
  lines: { width?: number; wrap?: "word" | "word-char" } = {},
): Promise<TextImage> {
  // Pango measures letter spacing in 1024ths of a point. At 72 dpi a point is a pixel.
  const spacing = Math.round(-0.02 * size * 1024);
  const text = `<span foreground="${colour}" letter_spacing="${spacing}" line_height="0.92">${markup}</span>`;
  const { data, info } = await sharp({
    text: {
      text,
      font: `Figtree ${weight} ${size}`,
      fontfile: fonts[weight],
      dpi: 72,
      rgba: true,
      ...lines,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
