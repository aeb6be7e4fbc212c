import { isJsonObject } from "./document.ts";

/**
 * Makes references strong that the Studio kept weak only while their target was a draft
 * (`_strengthenOnPublish`), as publishing does.
 */
export function strengthenReferences(document: Record<string, unknown>): Record<string, unknown> {
  const { _strengthenOnPublish: instruction, _weak: weak, ...attributes } = document;
  const strengthened = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, strengthenValue(value)]),
  );
  const staysWeak = !instruction || (isJsonObject(instruction) && instruction["weak"] === true);
  return staysWeak && weak !== undefined ? { ...strengthened, _weak: weak } : strengthened;
}

function strengthenValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthenValue);
  return isJsonObject(value) ? strengthenReferences(value) : value;
}
