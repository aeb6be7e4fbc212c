import { z } from "zod";
import { malformed, notImitated } from "../http/api-error.ts";

/** Largest side of a derived image in pixels, device pixel ratio included. */
export const MAXIMUM_SIDE = 4096;

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
  // How a browser saves the picture is told by headers alone.
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

/** Those that leave a picture as it is while none of the others is there. */
const MODIFIERS = ["dpr", "fm", "fit", "crop", "fp-x", "fp-y", "q", "auto", "dl", "or", "invert"];

export type ImageParameters = z.infer<typeof parametersSchema>;

const imageParameterNames = Object.keys(parametersSchema.shape);

/** Whether the pixels of the original are asked for, in whatever format. */
export function keepsPixels(parameters: ImageParameters): boolean {
  const changes = Object.entries(parameters).filter(([name]) => !MODIFIERS.includes(name));
  return (
    parameters.or === 0 && !parameters.invert && changes.every(([, value]) => value === undefined)
  );
}

/**
 * Reads the transformations from the query of an image URL.
 * Throws 501 for one that is not carried out, 400 for a value out of range.
 */
export function parseImageParameters(query: Record<string, string>): ImageParameters {
  const unknown = Object.keys(query).find((name) => !imageParameterNames.includes(name));
  if (unknown !== undefined) throw notImitated(`the image parameter "${unknown}"`);
  const parsed = boundedSchema.safeParse(query);
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
