import { extractWithPath, Mutation } from "@sanity/mutator";
import { malformed, mutationConflict } from "../http/api-error.ts";
import { storedDocumentSchema, type StoredDocument } from "./document.ts";
import { resolvePaths } from "./patch-paths.ts";
import type { PatchOperations } from "./patch-schema.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

const IMMUTABLE = ["_id", "_type"] as const;

/**
 * Applies a patch with the Studio's own code and writes the result to the transaction.
 * Throws 409 when the document is missing or has another revision than `ifRevisionID`,
 * 400 when the patch does not fit the document.
 */
export function patchDocument(
  transaction: PendingTransaction,
  id: string,
  patch: PatchOperations,
): StoredDocument {
  const document = transaction.read(id);
  if (!document) {
    throw mutationConflict(
      "documentNotFoundError",
      `The document with the ID "${id}" was not found`,
      {
        id,
      },
    );
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

/** 409 in the words of Content Lake: the document moved on since the caller read it. */
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
    // The clone keeps the mutator's in-place timestamp away from the working set.
    const result: unknown = new Mutation({
      mutations: [JSON.parse(JSON.stringify(mutation))],
      transactionId: id,
      timestamp,
    }).apply({ ...document });
    const patched = storedDocumentSchema.parse(result);
    requireNumbers(patched, { ...operations.inc, ...operations.dec });
    return patched;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw malformed(`The patch does not fit document "${document._id}": ${reason}`);
  }
}

/** The Studio's code passes over what it cannot increase; Content Lake refuses the patch. */
function requireNumbers(patched: StoredDocument, steps: Record<string, number>): void {
  for (const path of Object.keys(steps)) {
    for (const { value } of extractWithPath(path, patched)) {
      if (typeof value !== "number") throw new Error(`"${path}" is not a number`);
    }
  }
}
