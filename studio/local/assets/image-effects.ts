import sharp, { type Sharp } from "sharp";
import type { ImageParameters } from "./image-parameters.ts";

/** What stands for one of Sanity's steps of blur and of sharpness, as sharp's sigma. */
const BLUR_SIGMA = 1 / 20;
const SHARPNESS_SIGMA = 1 / 50;
const SMALLEST_SIGMA = 0.3;

/** Quarter turns; a stage of its own, because sharp turns a picture only once. */
export async function turn(image: Sharp, { or }: ImageParameters): Promise<Sharp> {
  return or === 0 ? image : asNew((await asNew(image)).rotate(or));
}

/** Shrinks what is larger than `max-w` by `max-h`, whatever it was sized by. */
export async function limitSides(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { "max-w": width, "max-h": height, dpr } = parameters;
  if (width === undefined && height === undefined) return image;
  return (await asNew(image)).resize({
    ...(width !== undefined && { width: Math.round(width * dpr) }),
    ...(height !== undefined && { height: Math.round(height * dpr) }),
    fit: "inside",
    withoutEnlargement: true,
  });
}

/** Whether there is anything to do beyond the size, which most pictures on a page are asked for. */
export function hasEffects({ flip, sat, blur, sharp: sharpness, invert, pad }: ImageParameters) {
  return [flip, sat, blur, sharpness, invert, pad].some((value) => value !== undefined);
}

/** Mirrors, colours, blurs and frames a picture that has its size. */
export async function applyEffects(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { flip, sat, blur, sharp: sharpness, invert, pad, bg, dpr } = parameters;
  let result = await asNew(image);
  if (flip?.includes("h")) result = result.flop();
  if (flip?.includes("v")) result = result.flip();
  if (sat !== undefined) result = result.modulate({ saturation: 1 + sat / 100 });
  if (invert) result = result.negate({ alpha: false });
  if (blur) result = result.blur(Math.max(SMALLEST_SIGMA, blur * BLUR_SIGMA));
  if (sharpness) {
    result = result.sharpen({ sigma: Math.max(SMALLEST_SIGMA, sharpness * SHARPNESS_SIGMA) });
  }
  if (pad === undefined) return result;
  const side = Math.round(pad * dpr);
  return (await asNew(result)).extend({
    top: side,
    bottom: side,
    left: side,
    right: side,
    background: bg ? `#${bg}` : { r: 255, g: 255, b: 255, alpha: 0 },
  });
}

/** The picture as it is so far: sharp has an order of its own for the steps of one pipeline. */
async function asNew(image: Sharp): Promise<Sharp> {
  return sharp(await image.png().toBuffer());
}
