import { type ContentDocument, placeholders } from "./placeholders.ts";
import { requiredContent } from "./required-content.ts";

/** Path to a value in a document: field names, and keys of list items. */
export type ContentPath = (string | { _key: string })[];

export interface MissingValue {
  path: ContentPath;
  value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds required values that a document lacks and that the seed has. When a whole group is missing, its optional texts
 * are included. Images and placeholders for company facts are left out.
 */
export function missingContent(document: ContentDocument, seed: ContentDocument): MissingValue[] {
  const seeded = {
    required: requiredContent(seed),
    inGroups: requiredContent(seed, "groups"),
    full: requiredContent(seed, "texts"),
  };
  return missingFields(document, seeded, []);
}

/**
 * Seed values of one object in a document: required values, values including optional groups, and all values.
 * `required` is undefined inside an optional group.
 */
interface Seeded {
  required: Fields | undefined;
  inGroups: Fields;
  full: Fields;
}

function missingFields(found: Fields, seeded: Seeded, path: ContentPath): MissingValue[] {
  if ("asset" in found) return [];
  return Object.entries(seeded.inGroups).flatMap(([name, there]): MissingValue[] => {
    const value = found[name];
    const ofGroup = isFields(there) ? undefined : there;
    const required = seeded.required ? seeded.required[name] : ofGroup;
    const full = seeded.full[name];
    const at = [...path, name];
    if (value === undefined || value === null) {
      return required !== undefined && isWritable(full) ? [{ path: at, value: full }] : [];
    }
    if (Array.isArray(value)) return missingInItems(value, there, full, at);
    if (!isFields(value) || !isFields(there) || !isFields(full)) return [];
    const inner = isFields(required) ? required : undefined;
    return missingFields(value, { required: inner, inGroups: there, full }, at);
  });
}

function missingInItems(
  found: unknown[],
  inGroups: unknown,
  full: unknown,
  path: ContentPath,
): MissingValue[] {
  return found.flatMap((item) => {
    const key = isFields(item) ? item["_key"] : undefined;
    const there = itemOf(inGroups, key);
    const whole = itemOf(full, key);
    if (!isFields(item) || typeof key !== "string" || !there || !whole) return [];
    return missingFields(item, { required: there, inGroups: there, full: whole }, [
      ...path,
      { _key: key },
    ]);
  });
}

function itemOf(list: unknown, key: unknown): Fields | undefined {
  return Array.isArray(list)
    ? list.filter(isFields).find((item) => key !== undefined && item["_key"] === key)
    : undefined;
}

function isWritable(value: unknown): boolean {
  const text = JSON.stringify(value);
  return (
    !text.includes("_sanityAsset") && !placeholders.some((known) => text.includes(known.value))
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
