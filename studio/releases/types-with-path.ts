const typesWithPath: readonly string[] = ["product", "page"];

/** True when editors choose the path of a document of this type. */
export function hasPath(type: string): boolean {
  return typesWithPath.includes(type);
}
