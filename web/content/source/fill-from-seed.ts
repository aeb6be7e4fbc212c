import { z } from "zod";
import { MissingDocument } from "./content-failure.ts";

/** Required text that a published document lacks. */
export interface Gap {
  document: string;
  /** Path of the text in the query's result. A list item appears in the path by its key. */
  field: string;
  /** True when the seed has a text for this gap. */
  filled: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fills missing or malformed required parts of a result from the seed. Images get no texts, because the seed's texts
 * describe another image. @param wholeDocuments true to fill in unpublished documents too @throws MissingDocument
 */
export function fillFromSeed<Result>(
  result: Result,
  seed: SeedResult,
  wholeDocuments?: boolean,
): { result: Result; gaps: Gap[] };
export function fillFromSeed(result: unknown, seed: SeedResult, wholeDocuments = false) {
  const gaps: Gap[] = [];

  function documentOf(path: string): string {
    const place = Object.keys(seed.documents)
      .filter((at) => at === "" || path === at || path.startsWith(`${at}.`))
      .toSorted((one, other) => other.length - one.length)[0];
    return seed.documents[place ?? ""] ?? "unknown";
  }

  function fill(found: unknown, seeded: Seeded, path: string): unknown {
    if (isThere(seeded.required) && kindOf(found) !== kindOf(seeded.required)) {
      const document = seed.documents[path];
      const filled = !holdsPlaceholder(seeded.required);
      if (document !== undefined && !(wholeDocuments && filled))
        throw new MissingDocument(document);
      gaps.push({ document: documentOf(path), field: path, filled });
      return filled ? withoutPlaceholders(seeded.full) : found;
    }
    if (isFields(found)) return fillFields(found, seeded, path);
    if (Array.isArray(found)) return fillItems(found, seeded, path);
    return found;
  }

  function fillFields(found: Fields, seeded: Seeded, path: string): Fields {
    if ("asset" in found || !isFields(seeded.inGroups)) return found;
    const filled = { ...found };
    for (const name of Object.keys(seeded.inGroups)) {
      const value = fill(found[name], fieldOf(seeded, name), path ? `${path}.${name}` : name);
      if (value !== undefined) filled[name] = value;
    }
    return filled;
  }

  function fillItems(found: unknown[], seeded: Seeded, path: string): unknown[] {
    return found.map((item: unknown) => {
      const key = keyOf(item);
      return key === undefined ? item : fill(item, itemOf(seeded, key), `${path}.${key}`);
    });
  }

  return { result: fill(result, seed, ""), gaps };
}

/** Returns whether a value can be the result of this query. Only a query for one document can give null. */
export function couldBeResult(found: unknown, { required, documents }: SeedResult): boolean {
  if (!isThere(found)) return documents[""] !== undefined;
  if (kindOf(found) !== kindOf(required)) return false;
  if (!isFields(found) || !isFields(required)) return true;
  return Object.keys(required).some((name) => isThere(found[name]));
}

/** Seed values of one field: the required content, the content with texts in optional objects, and all content. */
type Seeded = Pick<SeedResult, "required" | "inGroups" | "full">;

function fieldOf({ required, inGroups, full }: Seeded, name: string): Seeded {
  const field = (value: unknown) => (isFields(value) ? value[name] : undefined);
  const there = field(inGroups);
  // A document with an optional object needs the texts of this object, but not the objects inside it.
  const ofGroup = isFields(there) ? undefined : there;
  return {
    required: isFields(required) ? required[name] : ofGroup,
    inGroups: there,
    full: field(full),
  };
}

function itemOf({ required, inGroups, full }: Seeded, key: string): Seeded {
  const item = (list: unknown) =>
    Array.isArray(list) ? list.find((other: unknown) => keyOf(other) === key) : undefined;
  return { required: item(required), inGroups: item(inGroups), full: item(full) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function kindOf(value: unknown): string {
  if (!isThere(value)) return "nothing";
  return Array.isArray(value) ? "list" : typeof value;
}

function keyOf(item: unknown): string | undefined {
  if (!isFields(item)) return undefined;
  const key = item["_key"] ?? item["_id"];
  return typeof key === "string" ? key : undefined;
}

function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NOT_OFFERED);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsPlaceholder);
}

/** Returns the value without the parts that contain a placeholder. */
function withoutPlaceholders(value: unknown): unknown {
  if (typeof value === "string") return holdsPlaceholder(value) ? null : value;
  if (Array.isArray(value)) return value.filter((item: unknown) => !holdsPlaceholder(item));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withoutPlaceholders(child)]),
  );
}

const seedResultSchema = z.object({
  /** Result with its required values only. */
  required: z.unknown(),
  /**
   * Required values, also those inside optional objects. They fill the gaps of an optional object that a document has.
   */
  inGroups: z.unknown(),
  /** Complete result with all texts. It replaces a part of the result that is missing as a whole. */
  full: z.unknown(),
  /** Id of each document by its path in the result. The path of the whole result is "". */
  documents: z.record(z.string(), z.string()),
});

export type SeedResult = z.infer<typeof seedResultSchema>;

const seedResultsSchema = z.record(z.string(), seedResultSchema);

/** Seed results by query and parameters, made by the build. The site takes missing texts from these results. */
export type SeedResults = Readonly<Record<string, SeedResult>>;

/** Placeholder for a fact about the company that the seed does not contain. */
export const NOT_OFFERED = "{{a preencher}}";

/** Parses the build's file of seed results. @throws ZodError or SyntaxError when the file is damaged */
export function parseSeedResults(text: string): SeedResults {
  return seedResultsSchema.parse(JSON.parse(text));
}
