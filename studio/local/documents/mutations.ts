import { randomBytes } from "node:crypto";
import { z } from "zod";
import { malformed, notImitated } from "../http/api-error.ts";
import { runGroq } from "../query/groq-query.ts";
import { viewOf } from "../query/perspective.ts";
import { type StoredDocument, isJsonObject } from "./document.ts";
import { patchDocument, patchOperationsShape } from "./patches.ts";
import {
  type PendingTransaction,
  createDocument,
  documentStubSchema,
} from "./pending-transaction.ts";
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

/** Applies mutations in order. Throws at the first failure. Versions in scheduled or closed releases cause a 409. */
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

/** Deletes a document. Like Content Lake, it ignores a document that does not exist. */
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

/** Adds missing `_key` attributes to the objects in arrays. Clients request this with `autoGenerateArrayKeys`. */
function addArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) =>
      isJsonObject(item) && typeof item["_key"] !== "string"
        ? { _key: randomBytes(6).toString("hex"), ...keyEntries(item) }
        : addArrayKeys(item),
    );
  }
  return isJsonObject(value) ? keyEntries(value) : value;
}

function keyEntries(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, addArrayKeys(value)]),
  );
}

/** Throws 400 for values that Content Lake does not store: arrays in arrays, and attribute names with a space. */
export function checkShape(value: unknown, path = ""): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (Array.isArray(item))
        throw malformed(`Nested arrays are not supported: ${path}[${index}]`);
      checkShape(item, `${path}[${index}]`);
    });
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (name === "" || /\s/.test(name)) throw malformed(`Invalid attribute name "${name}"`);
      checkShape(item, path === "" ? name : `${path}.${name}`);
    }
  }
}
