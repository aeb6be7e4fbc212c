import { extractWithPath } from "@sanity/mutator";
import { malformed } from "../http/api-error.ts";
import type { StoredDocument } from "./document.ts";
import type { PatchOperations } from "./patch-schema.ts";

/** A text in quotes, or the wildcard: only the latter is to be found. */
const QUOTED_OR_WILDCARD = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[\*\]/g;

/** What may hold a space: what is in brackets, and texts in quotes there. */
const BRACKETS = /\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\]"'])*\]/g;

/** Brackets with nothing in them, which the Studio's code passes over: a text in quotes is none. */
const EMPTY_BRACKETS = /\[\s*\]/;

/**
 * The operations with `list[*]` spelled out as the indices that the document has there, which the
 * Studio's code understands. Throws 400 for paths to attributes with a space, and for `list[]`, which
 * GROQ has and paths of patches have not.
 */
export function resolvePaths(
  { set, setIfMissing, unset, inc, dec, diffMatchPatch, insert }: PatchOperations,
  document: StoredDocument,
) {
  const named = <Value>(values: Record<string, Value> | undefined) =>
    values &&
    Object.fromEntries(
      Object.entries(values).flatMap(([path, value]) =>
        expand(path, document).map((expanded): [string, Value] => [expanded, value]),
      ),
    );
  return {
    set: named(set),
    setIfMissing: named(setIfMissing),
    unset: unset?.flatMap((path) => expand(path, document)),
    inc: named(inc),
    dec: named(dec),
    diffMatchPatch: named(diffMatchPatch),
    insert: insert && { ...insert, ...resolvePlace(insert, document) },
  };
}

function resolvePlace(insert: NonNullable<PatchOperations["insert"]>, document: StoredDocument) {
  const { items: _, ...place } = insert;
  return Object.fromEntries(
    Object.entries(place).map(([position, path]) => {
      const [only, ...others] = expand(path, document);
      if (only === undefined || others.length > 0) throw malformed(`"${path}" is not one place`);
      return [position, only];
    }),
  );
}

function expand(path: string, document: StoredDocument): string[] {
  if (/\s/.test(path.replaceAll(BRACKETS, ""))) {
    throw malformed(`The path "${path}" names an attribute with a space`);
  }
  if (EMPTY_BRACKETS.test(path.replaceAll(QUOTED_OR_WILDCARD, "_"))) {
    throw malformed(`"${path}" has empty brackets: all items of a list are "[*]"`);
  }
  const wildcard = [...path.matchAll(QUOTED_OR_WILDCARD)].find(([text]) => text === "[*]");
  if (!wildcard) return [path];
  const rest = path.slice(wildcard.index + "[*]".length);
  return extractWithPath(path.slice(0, wildcard.index), document).flatMap((match) => {
    const { length } = Array.isArray(match.value) ? match.value : [];
    if (length === 0) return [];
    // One path for all of them: items that are taken out one by one would move up.
    const indices = Array.from({ length }, (_, index) => index);
    const groups = rest.includes("[*]") ? indices.map(String) : [indices.join()];
    return groups.flatMap((group) => expand(`${write(match.path)}[${group}]${rest}`, document));
  });
}

function write(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `['${part}']`)).join("");
}
