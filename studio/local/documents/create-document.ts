import { randomUUID } from "node:crypto";
import { z } from "zod";
import { malformed, mutationConflict } from "../http/api-error.ts";
import { DOCUMENT_ID } from "./document-id.ts";
import type { StoredDocument } from "./document.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

/** A document as a client sends it: the type is required, the id may be left to the server. */
export const documentStubSchema = z.looseObject({
  _id: z.string().optional(),
  _type: z.string().min(1),
  _createdAt: z.iso.datetime({ offset: true }).optional(),
});

export type DocumentStub = z.infer<typeof documentStubSchema>;

export type CreateOperation = "create" | "createIfNotExists" | "createOrReplace";

/** Writes a new document. Throws 409 when `create` meets an existing one, 400 for a bad id. */
export function createDocument(
  transaction: PendingTransaction,
  stub: DocumentStub,
  operation: CreateOperation,
): { id: string; operation: "create" | "update" | "none" } {
  const id = completeId(stub._id);
  const existing = transaction.read(id);
  if (existing && operation === "create") {
    throw mutationConflict("documentAlreadyExistsError", `Document by ID "${id}" already exists`, {
      id,
    });
  }
  if (existing && operation === "createIfNotExists") return { id, operation: "none" };
  const document: StoredDocument = {
    ...stub,
    _id: id,
    _type: stub._type,
    _rev: transaction.id,
    _createdAt: stub._createdAt ?? transaction.timestamp,
    _updatedAt: transaction.timestamp,
  };
  transaction.write(id, document, { [operation]: document });
  return { id, operation: existing ? "update" : "create" };
}

/** A missing id is generated; one that ends with a dot is a prefix for a generated one. */
function completeId(id = ""): string {
  const complete = id === "" || id.endsWith(".") ? id + randomUUID() : id;
  if (!DOCUMENT_ID.test(complete)) throw malformed(`"${complete}" is not a valid document ID`);
  return complete;
}
