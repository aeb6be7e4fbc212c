import sharp, { type Sharp } from "sharp";
import type { AssetFile } from "./asset-file.ts";
import { malformed } from "../http/api-error.ts";
import { applyEffects, hasEffects, limitSides, turn } from "./image-effects.ts";
import { PIXEL_LIMIT } from "./image-metadata.ts";
import { type ImageParameters, MAXIMUM_SIDE } from "./image-parameters.ts";

const POSITIONS: Readonly<Record<string, string>> = {
  center: "centre",
  top: "top",
  bottom: "bottom",
  left: "left",
  right: "right",
  entropy: "entropy",
};

/**
 * Crops, turns, resizes, changes and encodes an original.
 * @param extension format of the result: jpg, png, webp, avif or gif
 */
export async function transformImage(
  path: string,
  file: AssetFile,
  parameters: ImageParameters,
  extension: string,
): Promise<Buffer> {
  let image = sharp(path, { limitInputPixels: PIXEL_LIMIT }).autoOrient();
  let source = { width: file.width, height: file.height };
  if (parameters.rect) {
    const [left = 0, top = 0, width = 0, height = 0] = parameters.rect;
    if (width < 1 || height < 1 || left + width > file.width || top + height > file.height) {
      throw malformed('"rect" is not inside the image');
    }
    image = image.extract({ left, top, width, height });
    source = { width, height };
  }
  image = await turn(image, parameters);
  if (parameters.or % 180 !== 0) source = { width: source.height, height: source.width };
  image = await limitSides(resize(image, source, parameters), parameters);
  if (hasEffects(parameters)) image = await applyEffects(image, parameters);
  if (parameters.bg) image = image.flatten({ background: `#${parameters.bg}` });
  return encode(image, extension, parameters).toBuffer();
}

function resize(
  image: Sharp,
  source: { width: number; height: number },
  { w, h, dpr, fit, bg, crop, ...focal }: ImageParameters,
): Sharp {
  if (w === undefined && h === undefined) return image;
  const withoutEnlargement = fit === "max" || fit === "fillmax" || fit === "min";
  if (w === undefined || h === undefined || fit === "clip" || fit === "max") {
    // The side that is not asked for follows the other, but a strip must not grow endlessly.
    const width = w === undefined ? MAXIMUM_SIDE : Math.round(w * dpr);
    const height = h === undefined ? MAXIMUM_SIDE : Math.round(h * dpr);
    return image.resize({ width, height, fit: "inside", withoutEnlargement });
  }
  const box = { width: Math.round(w * dpr), height: Math.round(h * dpr) };
  switch (fit) {
    case "scale":
      return image.resize({ ...box, fit: "fill" });
    case "fill":
    case "fillmax":
      return image.resize({
        ...box,
        fit: "contain",
        background: bg ? `#${bg}` : { r: 255, g: 255, b: 255, alpha: 0 },
        withoutEnlargement,
      });
    case "min":
    case "crop":
      if (crop === "focalpoint") return cropAround(image, source, box, focal);
      return image.resize({
        ...box,
        fit: "cover",
        position: POSITIONS[crop] ?? "centre",
        withoutEnlargement,
      });
  }
}

/** The largest cut-out of the wanted shape, as near to the focal point as the edges allow. */
function cropAround(
  image: Sharp,
  source: { width: number; height: number },
  target: { width: number; height: number },
  focal: Pick<ImageParameters, "fp-x" | "fp-y">,
): Sharp {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = Math.max(1, Math.floor(target.width * scale));
  const height = Math.max(1, Math.floor(target.height * scale));
  const place = (whole: number, part: number, point: number) =>
    Math.round(Math.min(Math.max(whole * point - part / 2, 0), whole - part));
  return image
    .extract({
      left: place(source.width, width, focal["fp-x"]),
      top: place(source.height, height, focal["fp-y"]),
      width,
      height,
    })
    .resize({ ...target, fit: "fill" });
}

function encode(image: Sharp, extension: string, { q, fm }: ImageParameters): Sharp {
  switch (extension) {
    case "png":
      return image.png();
    case "webp":
      return image.webp({ quality: q });
    case "avif":
      return image.avif({ quality: q });
    case "gif":
      return image.gif();
    default:
      return image
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: q, progressive: fm === "pjpg" });
  }
}
