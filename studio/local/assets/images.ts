import sharp, { type Sharp } from "sharp";
import { z } from "zod";
import { malformed, notImitated } from "../http/api-error.ts";
import type { AssetFile } from "./files.ts";
import { PIXEL_LIMIT } from "./image-metadata.ts";

/** Applies an image URL's parameters to the original. @param extension new format: jpg, png, webp, avif or gif */
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
    // When only one side is requested, the aspect ratio gives the other side. The other side is limited, because it
    // could otherwise be extremely long.
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
        position: crop,
        withoutEnlargement,
      });
  }
}

/** Crops an image to the largest part with the requested aspect ratio, as near to the focal point as possible. */
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
  if (extension === "png" || extension === "gif") return image.toFormat(extension);
  if (extension === "webp" || extension === "avif")
    return image.toFormat(extension, { quality: q });
  return image.flatten({ background: "#ffffff" }).jpeg({ quality: q, progressive: fm === "pjpg" });
}

/** Factors that convert Sanity's values for blur and sharpness to the sigma that sharp uses. */
const BLUR_SIGMA = 1 / 20;
const SHARPNESS_SIGMA = 1 / 50;
const SMALLEST_SIGMA = 0.3;

/** Turns an image by multiples of 90 degrees in a separate pipeline, because sharp turns only once in a pipeline. */
async function turn(image: Sharp, { or }: ImageParameters): Promise<Sharp> {
  return or === 0 ? image : rendered((await rendered(image)).rotate(or));
}

/** Shrinks an image to at most `max-w` by `max-h` pixels, after any other resizing. */
async function limitSides(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { "max-w": width, "max-h": height, dpr } = parameters;
  if (width === undefined && height === undefined) return image;
  return (await rendered(image)).resize({
    ...(width !== undefined && { width: Math.round(width * dpr) }),
    ...(height !== undefined && { height: Math.round(height * dpr) }),
    fit: "inside",
    withoutEnlargement: true,
  });
}

/** Returns whether any effect other than resizing is requested. Most image requests of a page need no effect. */
function hasEffects({ flip, sat, blur, sharp: sharpness, invert, pad }: ImageParameters) {
  return [flip, sat, blur, sharpness, invert, pad].some((value) => value !== undefined);
}

async function applyEffects(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { flip, sat, blur, sharp: sharpness, invert, pad, bg, dpr } = parameters;
  let result = await rendered(image);
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
  return (await rendered(result)).extend({
    top: side,
    bottom: side,
    left: side,
    right: side,
    background: bg ? `#${bg}` : { r: 255, g: 255, b: 255, alpha: 0 },
  });
}

/** Renders the steps applied so far, because sharp would otherwise run the steps of a pipeline in its own order. */
async function rendered(image: Sharp): Promise<Sharp> {
  return sharp(await image.png().toBuffer());
}

/** Maximum side of a changed image in pixels, including the device pixel ratio. */
const MAXIMUM_SIDE = 4096;

const side = z.coerce.number().int().min(1).max(MAXIMUM_SIDE);
const fraction = z.coerce.number().min(0).max(1);

const parametersSchema = z.object({
  w: side.optional(),
  h: side.optional(),
  dpr: z.coerce.number().min(1).max(3).default(1),
  fm: z.enum(["jpg", "pjpg", "png", "webp", "avif", "json"]).optional(),
  fit: z.enum(["clip", "crop", "fill", "fillmax", "max", "min", "scale"]).default("clip"),
  crop: z
    .enum(["center", "top", "bottom", "left", "right", "focalpoint", "entropy"])
    .default("center"),
  "fp-x": fraction.default(0.5),
  "fp-y": fraction.default(0.5),
  rect: z
    .string()
    .regex(/^\d{1,5},\d{1,5},\d{1,5},\d{1,5}$/)
    .transform((text) => text.split(",").map(Number))
    .optional(),
  q: z.coerce.number().int().min(1).max(100).default(75),
  auto: z.literal("format").optional(),
  blur: z.coerce.number().min(0).max(2000).optional(),
  sat: z.coerce.number().min(-100).max(100).optional(),
  sharp: z.coerce.number().min(0).max(100).optional(),
  invert: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  flip: z.enum(["h", "v", "hv"]).optional(),
  or: z.enum(["0", "90", "180", "270"]).default("0").transform(Number),
  pad: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAXIMUM_SIDE / 2)
    .optional(),
  "max-w": side.optional(),
  "max-h": side.optional(),
  // `dl` changes only headers, which tell the browser to save the image.
  dl: z
    .string()
    .optional()
    .transform(() => undefined),
  bg: z
    .string()
    .regex(/^(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/)
    .optional(),
});

const boundedSchema = parametersSchema.refine(
  ({ w = 0, h = 0, pad = 0, dpr }) => (Math.max(w, h) + 2 * pad) * dpr <= MAXIMUM_SIDE,
  `w and h with pad, times dpr, must not exceed ${MAXIMUM_SIDE}`,
);

/**
 * Parameters that have an effect on pixels only together with other parameters. `keepsPixels` checks `or` and `invert`
 * separately.
 */
const MODIFIERS = ["dpr", "fm", "fit", "crop", "fp-x", "fp-y", "q", "auto", "dl", "or", "invert"];

export type ImageParameters = z.infer<typeof parametersSchema>;

const imageParameterNames = Object.keys(parametersSchema.shape);

/** Returns whether the request leaves the pixels of the original unchanged. The format may change. */
export function keepsPixels(parameters: ImageParameters): boolean {
  const changes = Object.entries(parameters).filter(([name]) => !MODIFIERS.includes(name));
  return (
    parameters.or === 0 && !parameters.invert && changes.every(([, value]) => value === undefined)
  );
}

/** Reads an image URL's query. Throws 501 for an unsupported parameter, and 400 for a value out of range. */
export function parseImageParameters(query: Record<string, string>): ImageParameters {
  const unknown = Object.keys(query).find((name) => !imageParameterNames.includes(name));
  if (unknown !== undefined) throw notImitated(`the image parameter "${unknown}"`);
  const parsed = boundedSchema.safeParse(query);
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
