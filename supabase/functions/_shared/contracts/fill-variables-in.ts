import { fillVariables } from "./variables.ts";

/**
 * Fills the variables of every string of a value, at any depth. Those without a value stay as they
 * are: the studio's validation refuses them before publishing.
 */
export function fillVariablesIn<Content>(
  content: Content,
  values: Readonly<Record<string, unknown>>,
): Content;
export function fillVariablesIn(
  content: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (typeof content === "string") return fillVariables(content, values);
  if (Array.isArray(content)) return content.map((item: unknown) => fillVariablesIn(item, values));
  if (typeof content === "object" && content !== null) {
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, fillVariablesIn(value, values)]),
    );
  }
  return content;
}
