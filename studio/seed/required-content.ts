import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ContentDocument } from "./placeholders.ts";

/** What a field of `schema.json` holds, as far as it matters which fields are required. */
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
    // Lists of several types are kept as they are.
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

/** Every type of `schema.json`: documents have fields, the others a value. */
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
 * How much of what editors may leave empty stays: nothing; groups of fields, which need their own
 * texts when they are filled in; or all but images, which the seed only names.
 */
type Kept = "nothing" | "groups" | "texts";

/** A document as far as its schema requires it. */
export function requiredContent(
  document: ContentDocument,
  kept: Kept = "nothing",
): ContentDocument {
  function reduce(value: unknown, shape: Shape): unknown {
    if (Array.isArray(value)) {
      const { of } = resolve(shape);
      return of ? value.map((item: unknown) => reduce(item, of)) : value;
    }
    // The Studio's own type, all of whose fields are optional by name.
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

/** The fields of an object: its own, and those of the type that it is one of. */
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
