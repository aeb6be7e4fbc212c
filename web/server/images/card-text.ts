import { createRequire } from "node:module";
import sharp, { type OverlayOptions } from "sharp";

const require = createRequire(import.meta.url);
const fonts = {
  ExtraBold: require.resolve("@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf"),
  Medium: require.resolve("@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf"),
};

/** Sizes in pixels that a title is tried in, until it fits. */
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

/** Draws one line of text. */
export function drawLine(text: string, style: TextStyle): Promise<TextImage> {
  return drawMarkup(escapeMarkup(text), style);
}

/**
 * Draws a title in the largest size in which its words fit in the box; a very long word is broken,
 * a very long title ends early. What stands before a colon gets a line and the accent's colour.
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
  // Pango counts in 1024ths of a point; at 72 dpi a point is a pixel.
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
