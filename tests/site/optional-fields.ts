import { readFile } from "node:fs/promises";
import { z } from "zod";

/** What a field of `studio/schema.json` holds, as far as it matters where other fields are. */
interface Shape {
  type: string;
  name?: string | undefined;
  attributes?: Record<string, Field> | undefined;
  rest?: Shape | undefined;
  of?: Shape | undefined;
}

interface Field {
  optional?: boolean | undefined;
  value: Shape;
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string(),
    name: z.string().optional(),
    attributes: fieldsSchema.optional(),
    rest: shapeSchema.optional(),
    // Lists of several types are left as they are.
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

/** Paths of every field that an editor may leave empty, by document type. */
export async function readOptionalFields(): Promise<Map<string, string[]>> {
  const types = typesSchema.parse(JSON.parse(await readFile("studio/schema.json", "utf8")));
  const shapes = new Map(types.map(({ name, value }) => [name, value]));

  function pathsOf({ type, name, attributes = {}, rest, of }: Shape, prefix: string): string[] {
    if (type === "array") return of ? pathsOf(of, `${prefix}[]`) : [];
    const named = shapes.get(name ?? "");
    return [
      ...pathsIn(attributes, prefix ? `${prefix}.` : ""),
      ...(rest ? pathsOf(rest, prefix) : []),
      ...(type === "inline" && named ? pathsOf(named, prefix) : []),
    ];
  }
  function pathsIn(fields: Record<string, Field>, prefix: string): string[] {
    return Object.entries(fields).flatMap(([name, { optional, value }]) =>
      optional ? [prefix + name] : pathsOf(value, prefix + name),
    );
  }
  return new Map(types.map(({ name, attributes = {} }) => [name, pathsIn(attributes, "")]));
}
