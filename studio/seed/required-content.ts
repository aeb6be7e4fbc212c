import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ContentDocument } from "./placeholders.ts";

/** Parts of a type in `schema.json` that show which fields are required. */
export interface Shape {
  type: string;
  name?: string | undefined;
  attributes?: Record<string, Field> | undefined;
  rest?: Shape | undefined;
  of?: Shape | undefined;
}

export interface Field {
  optional?: boolean | undefined;
  value: Shape;
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string(),
    name: z.string().optional(),
    attributes: fieldsSchema.optional(),
    rest: shapeSchema.optional(),
    // `of` is undefined for a list with several item types. The items of this list keep their optional fields.
    of: shapeSchema.optional().catch(undefined),
  }),
);
const fieldsSchema: z.ZodType<Record<string, Field>> = z.record(
  z.string(),
  z.object({ optional: z.boolean().optional(), value: shapeSchema }),
);
const typesSchema = z.array(
  z.object({
    name: z.string(),
    attributes: fieldsSchema.optional(),
    value: shapeSchema.optional(),
  }),
);

/** Reads the types of `schema.json`. Document types have `attributes`; other types have a `value`. */
export function readContentShapes(): z.output<typeof typesSchema> {
  const schemaFile = join(import.meta.dirname, "../schema.json");
  return typesSchema.parse(JSON.parse(readFileSync(schemaFile, "utf8")));
}

type Fields = Readonly<Record<string, unknown>>;

const types = new Map(
  readContentShapes().map(({ name, attributes, value }) => [
    name,
    value ?? { type: "object", attributes },
  ]),
);

/**
 * Optional content that `requiredContent` keeps: nothing, groups of fields with the required texts of each group, or
 * everything except images.
 */
type Kept = "nothing" | "groups" | "texts";

/** Removes the optional fields of a document, except the optional content in `kept`. */
export function requiredContent(
  document: ContentDocument,
  kept: Kept = "nothing",
): ContentDocument {
  function reduce(value: unknown, shape: Shape): unknown {
    if (Array.isArray(value)) {
      const { of } = resolve(shape);
      return of ? value.map((item: unknown) => reduce(item, of)) : value;
    }
    // Slugs are kept whole, because the Studio's slug type declares every field as optional.
    if (!isFields(value) || shape.name === "slug") return value;
    const fields = fieldsOf(shape);
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, child]) => {
        const field = fields[name];
        if (!field) return name === "_type" || name === "_key" ? [[name, child]] : [];
        const stays =
          !field.optional ||
          (kept === "groups" && isFields(child) && !isImage(child)) ||
          (kept === "texts" && !isImage(child));
        return stays ? [[name, reduce(child, field.value)]] : [];
      }),
    );
  }

  const shape = types.get(document._type);
  if (!shape) return document;
  const { _id, _type } = document;
  return { ...z.record(z.string(), z.unknown()).parse(reduce(document, shape)), _id, _type };
}

function resolve(shape: Shape): Shape {
  const named = shape.type === "inline" ? types.get(shape.name ?? "") : undefined;
  return named ? resolve(named) : shape;
}

/** Returns the fields of an object type, including the fields of its base type. */
function fieldsOf(shape: Shape): Record<string, Field> {
  const { attributes = {}, rest } = resolve(shape);
  return { ...(rest ? fieldsOf(rest) : {}), ...attributes };
}

function isImage(value: unknown): boolean {
  return isFields(value) && ("_sanityAsset" in value || "asset" in value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
