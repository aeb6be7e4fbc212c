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

/** A transaction being built: reads see its own writes, the store sees nothing until commit. */
export interface PendingTransaction {
  readonly id: string;
  readonly timestamp: string;
  read(id: string): StoredDocument | undefined;
  /** All documents as they would be after this transaction. */
  readAll(): StoredDocument[];
  write(id: string, after: StoredDocument | undefined, mutation: RecordedMutation): void;
  finish(author: string): Transaction;
}

/** Starts a transaction on top of the given documents. */
export function beginTransaction(
  documents: ReadonlyMap<string, StoredDocument>,
  id: string,
  timestamp = new Date().toISOString(),
): PendingTransaction {
  const changes = new Map<string, Change>();
  const read = (documentId: string) => {
    const change = changes.get(documentId);
    return change ? change.after : documents.get(documentId);
  };
  return {
    id,
    timestamp,
    read,
    readAll() {
      const merged = new Map(documents);
      for (const { documentId, after } of changes.values()) {
        if (after) merged.set(documentId, after);
        else merged.delete(documentId);
      }
      return [...merged.values()];
    },
    write(documentId, after, mutation) {
      const change = changes.get(documentId);
      if (change) {
        change.after = after;
        change.mutations.push(mutation);
      } else {
        const before = documents.get(documentId);
        changes.set(documentId, { documentId, before, after, mutations: [mutation] });
      }
    },
    finish: (author) => ({
      id,
      author,
      timestamp,
      // Created and deleted within the same transaction: nobody ever saw it.
      changes: [...changes.values()].filter(({ before, after }) => before ?? after),
    }),
  };
}

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
