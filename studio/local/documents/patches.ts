import { Mutation, extractWithPath } from "@sanity/mutator";
import { z } from "zod";
import { malformed, messageOf, mutationConflict } from "../http/api-error.ts";
import { type StoredDocument, storedDocumentSchema } from "./document.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

const IMMUTABLE = ["_id", "_type"] as const;

/** Applies a patch. Throws 409 for a missing document or a wrong `ifRevisionID`, and 400 for an invalid patch. */
export function patchDocument(
  transaction: PendingTransaction,
  id: string,
  patch: PatchOperations,
): StoredDocument {
  const document = transaction.read(id);
  if (!document) {
    const reason = `The document with the ID "${id}" was not found`;
    throw mutationConflict("documentNotFoundError", reason, { id });
  }
  const { ifRevisionID, ...operations } = patch;
  if (ifRevisionID !== undefined && ifRevisionID !== document._rev) {
    throw revisionConflict(id, ifRevisionID, document._rev);
  }
  const patched = applyPatch(document, transaction, operations);
  for (const attribute of IMMUTABLE) {
    if (patched[attribute] !== document[attribute]) {
      throw malformed(`Cannot modify immutable attribute "${attribute}" of document "${id}"`);
    }
  }
  transaction.write(id, patched, { patch: { id, ...operations } });
  return patched;
}

/** Makes the 409 error that Content Lake sends when a document has changed since the caller read it. */
export function revisionConflict(id: string, expected: string, actual: string | undefined) {
  return mutationConflict(
    "documentRevisionIDDoesNotMatchError",
    `The document "${id}" has revision "${actual ?? "none"}", but "${expected}" was expected`,
    { id, currentRevisionID: actual, expectedRevisionID: expected },
  );
}

function applyPatch(
  document: StoredDocument,
  transaction: PendingTransaction,
  patch: Omit<PatchOperations, "ifRevisionID">,
): StoredDocument {
  const { id, timestamp } = transaction;
  try {
    const operations = resolvePaths(patch, document);
    const mutation = { patch: { id: document._id, ...operations } };
    // The mutation is cloned, because the Studio's code would write the timestamp into the caller's objects.
    const result: unknown = new Mutation({
      mutations: [JSON.parse(JSON.stringify(mutation))],
      transactionId: id,
      timestamp,
    }).apply({ ...document });
    const patched = storedDocumentSchema.parse(result);
    requireNumbers(patched, { ...operations.inc, ...operations.dec });
    return patched;
  } catch (error) {
    throw malformed(`The patch does not fit document "${document._id}": ${messageOf(error)}`);
  }
}

/** Throws when a patch increments anything but a number. Content Lake also throws, but the Studio's code does not. */
function requireNumbers(patched: StoredDocument, steps: Record<string, number>): void {
  for (const path of Object.keys(steps)) {
    for (const { value } of extractWithPath(path, patched)) {
      if (typeof value !== "number") throw new Error(`"${path}" is not a number`);
    }
  }
}

/** Matches quoted texts and wildcards. Quoted texts are matched so that a wildcard inside them is skipped. */
const QUOTED_OR_WILDCARD = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[\*\]/g;

/** Matches a pair of brackets with its content. A space is allowed only in quoted texts inside the brackets. */
const BRACKETS = /\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\]"'])*\]/g;

/** Matches empty brackets, which the Studio's code ignores. */
const EMPTY_BRACKETS = /\[\s*\]/;

/** Replaces `list[*]` by indices, which the Studio's code needs. Throws 400 for `list[]` and paths with a space. */
function resolvePaths(
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
    // All indices are put into one path. Removing items one by one would shift the indices of later items.
    const indices = Array.from({ length }, (_, index) => index);
    const groups = rest.includes("[*]") ? indices.map(String) : [indices.join()];
    return groups.flatMap((group) => expand(`${write(match.path)}[${group}]${rest}`, document));
  });
}

function write(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `['${part}']`)).join("");
}

const anyValues = z.record(z.string(), z.unknown());
const items = z.array(z.unknown());

/** Zod schemas of a patch's operations in Content Lake's documented format. Unknown operations are refused. */
export const patchOperationsShape = {
  set: anyValues.optional(),
  setIfMissing: anyValues.optional(),
  unset: z.array(z.string()).optional(),
  inc: z.record(z.string(), z.number()).optional(),
  dec: z.record(z.string(), z.number()).optional(),
  diffMatchPatch: z.record(z.string(), z.string()).optional(),
  insert: z
    .union([
      z.strictObject({ before: z.string(), items }),
      z.strictObject({ after: z.string(), items }),
      z.strictObject({ replace: z.string(), items }),
    ])
    .optional(),
  ifRevisionID: z.string().optional(),
};

export const patchOperationsSchema = z.strictObject(patchOperationsShape);

type PatchOperations = z.infer<typeof patchOperationsSchema>;
