import { mutationConflict } from "../http/api-error.ts";
import { type StoredDocument, type Transaction, isJsonObject } from "./document.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

/** Returns the ids that a value refers to. `strongOnly` limits the result to ids that must exist in this dataset. */
export function referencesIn(value: unknown, strongOnly = false): Set<string> {
  const ids = new Set<string>();
  const visit = (item: unknown) => {
    if (Array.isArray(item)) item.forEach(visit);
    else if (isJsonObject(item)) {
      const { _ref: ref, _weak: weak, _dataset: dataset } = item;
      if (typeof ref === "string" && !(strongOnly && (weak === true || dataset !== undefined))) {
        ids.add(ref);
      }
      Object.values(item).forEach(visit);
    }
  };
  visit(value);
  return ids;
}

/** Throws 409 when a transaction would leave a strong reference to a missing document. */
export function checkReferences(pending: PendingTransaction, transaction: Transaction): void {
  const deleted = new Set<string>();
  for (const { documentId, after } of transaction.changes) {
    if (!after) deleted.add(documentId);
    for (const target of referencesIn(after, true)) {
      if (!pending.read(target)) {
        throw mutationConflict(
          "documentReferencesNonexistentDocumentError",
          `Document "${documentId}" references non-existent document "${target}"`,
          { id: documentId, referenceID: target },
        );
      }
    }
  }
  if (deleted.size > 0) refuseOrphans(pending.readAll(), deleted);
}

function refuseOrphans(remaining: StoredDocument[], deleted: Set<string>): void {
  for (const document of remaining) {
    for (const target of referencesIn(document, true)) {
      if (deleted.has(target)) {
        throw mutationConflict(
          "documentHasExistingReferencesError",
          `Document "${target}" cannot be deleted as there are references to it from "${document._id}"`,
          { id: target, referencingIDs: [document._id] },
        );
      }
    }
  }
}

/** Strengthens references that are weak only until their target is published (Sanity's `_strengthenOnPublish`). */
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
