import { z } from "zod";
import { malformed, notImitated } from "../http/api-error.ts";
import { addArrayKeys } from "./array-keys.ts";
import { createDocument, documentStubSchema } from "./create-document.ts";
import type { StoredDocument } from "./document.ts";
import { runGroq } from "../query/groq-query.ts";
import { patchDocument } from "./patch-document.ts";
import { patchOperationsShape } from "./patch-schema.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import { viewOf } from "../query/perspective.ts";
import { requireOpenRelease } from "./release.ts";

const parameters = z.record(z.string(), z.unknown()).optional();
const selectionShape = {
  id: z.union([z.string(), z.array(z.string())]).optional(),
  query: z.string().optional(),
  params: parameters,
};

const mutationSchema = z.union([
  z.strictObject({ create: documentStubSchema }),
  z.strictObject({ createIfNotExists: documentStubSchema }),
  z.strictObject({ createOrReplace: documentStubSchema }),
  z.strictObject({ delete: z.strictObject({ ...selectionShape, purge: z.boolean().optional() }) }),
  z.strictObject({ patch: z.strictObject({ ...selectionShape, ...patchOperationsShape }) }),
]);

export const mutationsSchema = z.array(mutationSchema).min(1);

type Mutation = z.infer<typeof mutationSchema>;
type Selection = Pick<Extract<Mutation, { delete: unknown }>["delete"], "id" | "query" | "params">;

export interface MutationResult {
  id: string;
  operation: "create" | "update" | "delete" | "none";
}

/**
 * Carries out mutations in order on a pending transaction; throws on the first that fails, and (409)
 * on one that touches a version of a release that is scheduled or closed.
 */
export function applyMutations(
  transaction: PendingTransaction,
  mutations: Mutation[],
  { autoGenerateArrayKeys = false }: { autoGenerateArrayKeys?: boolean } = {},
): MutationResult[] {
  return mutations.flatMap((mutation) => {
    const keyed = autoGenerateArrayKeys ? mutationSchema.parse(addArrayKeys(mutation)) : mutation;
    const results = applyMutation(transaction, keyed);
    for (const { id } of results) requireOpenRelease(transaction, id);
    return results;
  });
}

function applyMutation(transaction: PendingTransaction, mutation: Mutation): MutationResult[] {
  if ("create" in mutation) return [createDocument(transaction, mutation.create, "create")];
  if ("createIfNotExists" in mutation) {
    return [createDocument(transaction, mutation.createIfNotExists, "createIfNotExists")];
  }
  if ("createOrReplace" in mutation) {
    return [createDocument(transaction, mutation.createOrReplace, "createOrReplace")];
  }
  if ("delete" in mutation) {
    if (mutation.delete.purge) throw notImitated("the purging of history");
    return selectIds(transaction, mutation.delete).map((id) => deleteDocument(transaction, id));
  }
  const { id, query, params, ...operations } = mutation.patch;
  return selectIds(transaction, { id, query, params }).map((selected) => {
    patchDocument(transaction, selected, operations);
    return { id: selected, operation: "update" };
  });
}

/** Deletes a document; a missing one is no error, as in Content Lake. */
export function deleteDocument(transaction: PendingTransaction, id: string): MutationResult {
  if (!transaction.read(id)) return { id, operation: "none" };
  transaction.write(id, undefined, { delete: { id } });
  return { id, operation: "delete" };
}

function selectIds(transaction: PendingTransaction, { id, query, params }: Selection): string[] {
  if (id !== undefined) return [id].flat();
  if (query === undefined) throw malformed('A selection needs an "id" or a "query"');
  const result = runGroq(query, params ?? {}, viewOf(transaction.readAll(), ["raw"])).result;
  if (!Array.isArray(result)) throw malformed("The query of a selection must yield documents");
  return result.map((document: Partial<StoredDocument>) => {
    if (typeof document?._id !== "string") {
      throw malformed("The query of a selection must yield documents with an _id");
    }
    return document._id;
  });
}
