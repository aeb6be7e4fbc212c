import { type ContentDocument, placeholders } from "./placeholders.ts";
import { requiredContent } from "./required-content.ts";

/** Where a value stands in a document: field names, and items of lists by their key. */
export type ContentPath = (string | { _key: string })[];

export interface MissingValue {
  path: ContentPath;
  value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a document lacks of that which the schema requires and its seed has, optional texts of a
 * group that is not there at all included. Images are left out, and values that only stand in for
 * a fact of the company.
 */
export function missingContent(document: ContentDocument, seed: ContentDocument): MissingValue[] {
  const seeded = {
    required: requiredContent(seed),
    inGroups: requiredContent(seed, "groups"),
    full: requiredContent(seed, "texts"),
  };
  return missingFields(document, seeded, []);
}

/** What the seed has at one place; `required` is undefined in an optional group. */
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
