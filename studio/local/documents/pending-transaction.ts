import { randomUUID } from "node:crypto";
import { z } from "zod";
import { malformed, mutationConflict } from "../http/api-error.ts";
import {
  type Change,
  DOCUMENT_ID,
  type RecordedMutation,
  type StoredDocument,
  type Transaction,
} from "./document.ts";

/** Unfinished transaction. Its reads include its own writes, which reach the store only with the commit. */
export type PendingTransaction = Readonly<ReturnType<typeof beginTransaction>>;

/** Starts a transaction that reads the given documents and changes copies of them. */
export function beginTransaction(
  documents: ReadonlyMap<string, StoredDocument>,
  id: string,
  timestamp = new Date().toISOString(),
) {
  const changes = new Map<string, Change>();
  const read = (documentId: string) => {
    const change = changes.get(documentId);
    return change ? change.after : documents.get(documentId);
  };
  return {
    id,
    timestamp,
    read,
    readAll(): StoredDocument[] {
      const merged = new Map(documents);
      for (const { documentId, after } of changes.values()) {
        if (after) merged.set(documentId, after);
        else merged.delete(documentId);
      }
      return [...merged.values()];
    },
    write(documentId: string, after: StoredDocument | undefined, mutation: RecordedMutation): void {
      const change = changes.get(documentId);
      if (change) {
        change.after = after;
        change.mutations.push(mutation);
      } else {
        const before = documents.get(documentId);
        changes.set(documentId, { documentId, before, after, mutations: [mutation] });
      }
    },
    finish: (author: string): Transaction => ({
      id,
      author,
      timestamp,
      // A document that this transaction both created and deleted is left out, because nobody has seen the document.
      changes: [...changes.values()].filter(({ before, after }) => before ?? after),
    }),
  };
}

/** Zod schema of a document that a client sends. The type is required; the server can generate the id. */
export const documentStubSchema = z.looseObject({
  _id: z.string().optional(),
  _type: z.string().min(1),
  _createdAt: z.iso.datetime({ offset: true }).optional(),
});

export type DocumentStub = z.infer<typeof documentStubSchema>;

export type CreateOperation = "create" | "createIfNotExists" | "createOrReplace";

/** Writes a new document. Throws 409 when `create` finds an existing document, and 400 for an invalid id. */
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

/** Returns an id for a new document. A missing id is generated, and an id that ends with a dot is completed. */
function completeId(id = ""): string {
  const complete = id === "" || id.endsWith(".") ? id + randomUUID() : id;
  if (!DOCUMENT_ID.test(complete)) throw malformed(`"${complete}" is not a valid document ID`);
  return complete;
}
