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

/** Documents in memory for reading, every transaction on disk before it is acknowledged. */
export interface Store {
  readonly documents: ReadonlyMap<string, StoredDocument>;
  /** Names this data directory; event ids of another one are not valid here. */
  readonly epoch: string;
  /** Sequence of the newest transaction; 0 when there is none. */
  readonly sequence: number;
  readonly database: DatabaseSync;
  /** Writes all changes or none, then tells the subscribers. Throws 409 for a used id. */
  commit(transaction: Transaction): CommittedTransaction;
  subscribe(listener: (transaction: CommittedTransaction) => void): () => void;
  close(): void;
}

/**
 * Opens the database of a data directory, creating both when missing.
 * Throws when another process holds it: two working sets on one database would drift apart; and,
 * naming the remedy, when it is damaged.
 */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const { database, documents } = openDatabase(join(directory, "content.sqlite"));
  const listeners = new Set<(transaction: CommittedTransaction) => void>();
  const write = prepareWrite(database);
  let sequence = lastSequence(database);

  return {
    documents,
    database,
    epoch: readEpoch(database),
    get sequence() {
      return sequence;
    },
    commit(transaction) {
      sequence = write(transaction);
      for (const { documentId, after } of transaction.changes) {
        if (after) documents.set(documentId, after);
        else documents.delete(documentId);
      }
      const committed = { ...transaction, sequence };
      for (const listener of listeners) listener(committed);
      return committed;
    },
    subscribe(listener) {
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

/** @throws Error that names the file and its remedy when the file is damaged. */
function openDatabase(file: string) {
  const database = new DatabaseSync(file);
  try {
    // FULL makes each commit wait for the disk, so an acknowledged write survives a crash.
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

/** Most of the file is read only when somebody asks for the history, which may be months later. */
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
