import { z } from "zod";
import { MissingDocument } from "./content-failure.ts";

/** A text that the schema requires and published content lacks. */
export interface Gap {
  document: string;
  /** Path within the query's result; items of lists by their key. */
  field: string;
  /** False when the seed has nothing to show either. */
  filled: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fills what a query's result lacks, or has in another shape, with the seed's. What editors may
 * leave empty stays empty; nothing is put into an image, whose description would be another's.
 * `wholeDocuments` lets the seed stand in for documents that are not published.
 * @throws MissingDocument for one that must exist and is not published.
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

/**
 * Whether something can be the query's result at all: of its kind, and with anything of what it
 * must have. Null can only say that its one document is not published.
 */
export function couldBeResult(found: unknown, { required, documents }: SeedResult): boolean {
  if (!isThere(found)) return documents[""] !== undefined;
  if (kindOf(found) !== kindOf(required)) return false;
  if (!isFields(found) || !isFields(required)) return true;
  return Object.keys(required).some((name) => isThere(found[name]));
}

/** What the seed has at one place: as far as it is required, in optional groups too, and all. */
type Seeded = Pick<SeedResult, "required" | "inGroups" | "full">;

function fieldOf({ required, inGroups, full }: Seeded, name: string): Seeded {
  const field = (value: unknown) => (isFields(value) ? value[name] : undefined);
  const there = field(inGroups);
  // An optional group that is filled in needs its texts; whether it has groups is its own matter.
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

/** What tells an item of a list from the others, wherever it stands. */
function keyOf(item: unknown): string | undefined {
  if (!isFields(item)) return undefined;
  const key = item["_key"] ?? item["_id"];
  return typeof key === "string" ? key : undefined;
}

function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NOT_OFFERED);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsPlaceholder);
}

/** What is optional and unknown is left empty. */
function withoutPlaceholders(value: unknown): unknown {
  if (typeof value === "string") return holdsPlaceholder(value) ? null : value;
  if (Array.isArray(value)) return value.filter((item: unknown) => !holdsPlaceholder(item));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withoutPlaceholders(child)]),
  );
}

const seedResultSchema = z.object({
  /** The result as far as the schema requires it: what is optional is null or left out. */
  required: z.unknown(),
  /** The same, with what is required of the optional groups, for those that are filled in. */
  inGroups: z.unknown(),
  /** The same with all its texts: what stands in for a part that is not there at all. */
  full: z.unknown(),
  /** Which document stands at which path of the result; the whole result is at "". */
  documents: z.record(z.string(), z.string()),
});

/** What a query gives on the seed content. */
export type SeedResult = z.infer<typeof seedResultSchema>;

const seedResultsSchema = z.record(z.string(), seedResultSchema);

/** By query and parameters, made at build time: texts for what published content lacks. */
export type SeedResults = Readonly<Record<string, SeedResult>>;

/** Stands for a value of the seed that only stands in for a fact of the company. */
export const NOT_OFFERED = "{{a preencher}}";

/** Parses the file that the build made. @throws ZodError or SyntaxError when it is damaged. */
export function parseSeedResults(text: string): SeedResults {
  return seedResultsSchema.parse(JSON.parse(text));
}
