import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mutationConflict } from "./http/api-error.ts";
import {
  type CommittedTransaction,
  type StoredDocument,
  type Transaction,
  storedDocumentSchema,
} from "./documents/document.ts";

const TABLES = `
  create table if not exists settings (name text primary key, value text not null) strict;
  create table if not exists documents (id text primary key, body text not null) strict;
  create table if not exists transactions (
    sequence integer primary key autoincrement,
    id text not null unique,
    author text not null,
    timestamp text not null
  ) strict;
  create table if not exists changes (
    sequence integer not null references transactions (sequence),
    document_id text not null,
    previous_rev text,
    mutations text not null,
    result text,
    primary key (document_id, sequence)
  ) strict, without rowid;
  create index if not exists changes_in_order on changes (sequence);
`;

const SQLITE_BUSY = 5;

export type Store = ReturnType<typeof openStore>;

/**
 * Opens the database of a data directory. A missing directory or database is created. Documents are read from memory.
 * Every transaction is on disk before it is acknowledged. Throws when another process has opened the database, because
 * the copies in the memory of both processes would differ. For a damaged database, the error message names the remedy.
 */
export function openStore(directory: string) {
  mkdirSync(directory, { recursive: true });
  const { database, documents } = openDatabase(join(directory, "content.sqlite"));
  const listeners = new Set<(transaction: CommittedTransaction) => void>();
  const write = prepareWrite(database);
  let sequence = lastSequence(database);
  const readable: ReadonlyMap<string, StoredDocument> = documents;

  return {
    documents: readable,
    database,
    /** Random id of this data directory. Event ids of another directory are not valid here. */
    epoch: readEpoch(database),
    /** Number of the newest transaction; 0 when there is none. */
    get sequence() {
      return sequence;
    },
    /** Writes all changes or none, then notifies subscribers. Throws 409 when the transaction's id was already used. */
    commit(transaction: Transaction): CommittedTransaction {
      sequence = write(transaction);
      for (const { documentId, after } of transaction.changes) {
        if (after) documents.set(documentId, after);
        else documents.delete(documentId);
      }
      const committed = { ...transaction, sequence };
      for (const listener of listeners) listener(committed);
      return committed;
    },
    subscribe(listener: (transaction: CommittedTransaction) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => database.close(),
  };
}

function prepareWrite(database: DatabaseSync): (transaction: Transaction) => number {
  const known = database.prepare("select 1 from transactions where id = ?");
  const insertTransaction = database.prepare(
    "insert into transactions (id, author, timestamp) values (?, ?, ?)",
  );
  const insertChange = database.prepare("insert into changes values (?, ?, ?, ?, ?)");
  const upsert = database.prepare("insert or replace into documents values (?, ?)");
  const remove = database.prepare("delete from documents where id = ?");

  return ({ id, author, timestamp, changes }) => {
    if (known.get(id)) {
      throw mutationConflict("transactionExistsError", `Transaction ID "${id}" is already in use`);
    }
    database.exec("begin immediate");
    try {
      const sequence = Number(insertTransaction.run(id, author, timestamp).lastInsertRowid);
      for (const { documentId, before, after, mutations } of changes) {
        const body = after ? JSON.stringify(after) : null;
        insertChange.run(
          sequence,
          documentId,
          before?._rev ?? null,
          JSON.stringify(mutations),
          body,
        );
        if (body === null) remove.run(documentId);
        else upsert.run(documentId, body);
      }
      database.exec("commit");
      return sequence;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  };
}

/** Opens the database and reads its documents. @throws Error that names a damaged file and says what to do. */
function openDatabase(file: string) {
  const database = new DatabaseSync(file);
  try {
    // FULL makes each commit wait for the disk, so that a confirmed write survives a crash.
    database.exec(
      "pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full",
    );
    requireWhole(database);
    database.exec(TABLES);
    return { database, documents: readDocuments(database) };
  } catch (error) {
    database.close();
    if (isLocked(error)) throw error;
    throw new Error(
      `O banco de conteúdo ${file} está danificado (${error instanceof Error ? error.message : ""}). ` +
        "Restaure-o de uma cópia de segurança. Sem cópia, mova os arquivos content.sqlite* para outro " +
        "lugar: o próximo início recomeça com o conteúdo inicial.",
      { cause: error },
    );
  }
}

/** Checks the whole database file at start. Damage in the history could otherwise stay unnoticed for months. */
function requireWhole(database: DatabaseSync): void {
  const [found] = Object.values(database.prepare("pragma quick_check(1)").get() ?? {});
  if (found !== "ok") throw new Error(String(found));
}

const isLocked = (error: unknown) =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

function readDocuments(database: DatabaseSync): Map<string, StoredDocument> {
  const documents = new Map<string, StoredDocument>();
  for (const { body } of database.prepare("select body from documents order by id").iterate()) {
    const document = storedDocumentSchema.parse(JSON.parse(String(body)));
    documents.set(document._id, document);
  }
  return documents;
}

function lastSequence(database: DatabaseSync): number {
  const row = database.prepare("select max(sequence) as last from transactions").get();
  return Number(row?.["last"] ?? 0);
}

function readEpoch(database: DatabaseSync): string {
  database
    .prepare("insert or ignore into settings values ('epoch', ?)")
    .run(randomUUID().slice(0, 8));
  return String(
    database.prepare("select value from settings where name = 'epoch'").get()?.["value"],
  );
}
