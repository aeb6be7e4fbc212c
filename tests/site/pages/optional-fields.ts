import {
  type Field,
  type Shape,
  readContentShapes,
} from "../../../studio/seed/required-content.ts";

/** Returns the paths of all optional fields by document type. Editors may leave these fields empty. */
export function readOptionalFields(): Map<string, string[]> {
  const types = readContentShapes();
  const shapes = new Map(types.map(({ name, value }) => [name, value]));

  function pathsOf({ type, name, attributes = {}, rest, of }: Shape, prefix: string): string[] {
    if (type === "array") return of ? pathsOf(of, `${prefix}[*]`) : [];
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
