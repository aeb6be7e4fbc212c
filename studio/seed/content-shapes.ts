import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

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
