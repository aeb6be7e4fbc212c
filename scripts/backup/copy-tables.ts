import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "postgres";
import { type Manifest, type Table, tableName } from "./archive.ts";

/** Auth server's tables that cannot be rebuilt. Sessions are not saved, so users sign in again after a restore. */
const AUTH_TABLES = ["users", "identities", "mfa_factors"];
const NEWLINE = 10;

/** Maximum number of seconds to wait for a locked table, enough for a migration to end. */
export const LOCK_SECONDS = 10;

/**
 * Prepares a transaction that reads or writes whole tables. The settings make the text of a row the same for every
 * database user. The statement timeout (two minutes on hosted databases) is off, and only the wait for a locked table
 * is limited.
 */
export async function beginCopying(sql: TransactionSql): Promise<void> {
  await sql.unsafe(`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local synchronize_seqscans = off;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = '${LOCK_SECONDS}s'`);
}

/** Lists all tables that contain our data, with each table's writable columns. */
export async function listTables(sql: TransactionSql): Promise<Table[]> {
  const rows = await sql`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (n.nspname in ('public', 'private')
        or n.nspname = 'auth' and c.relname in ${sql(AUTH_TABLES)})
    group by n.nspname, c.relname
    order by n.nspname, c.relname`;
  return rows.map((row) => ({
    schema: String(row["schema"]),
    name: String(row["name"]),
    columns: row["columns"],
  }));
}

export async function listSequences(sql: TransactionSql): Promise<Manifest["sequences"]> {
  const rows = await sql`
    select format('%I.%I', schemaname, sequencename) as name,
      coalesce(last_value, start_value)::text as value, last_value is not null as called
    from pg_sequences where schemaname in ('public', 'private')
    order by 1`;
  return rows.map((row) => ({
    name: String(row["name"]),
    value: String(row["value"]),
    isCalled: Boolean(row["called"]),
  }));
}

/** Yields a table's rows in COPY format, chunk by chunk. Returns the number of rows and the checksum. */
export async function* copyOut(sql: TransactionSql, table: Table) {
  const hash = createHash("sha256");
  let rows = 0;
  const rowsAsText = await sql.unsafe(`copy ${target(table)} to stdout`).readable();
  for await (const bytes of inPieces(rowsAsText)) {
    hash.update(bytes);
    // COPY writes line breaks inside values as \n, so each line of the output is one row.
    for (const byte of bytes) if (byte === NEWLINE) rows += 1;
    yield bytes;
  }
  return { rows, sha256: hash.digest("hex") };
}

/** Writes rows in COPY format into a table. @throws the database's error for a row that does not fit */
export async function copyIn(
  sql: TransactionSql,
  table: Table,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  refused.catch(() => undefined);
  // When the database refuses the last rows, the driver (postgres 3.4.9) rejects a promise that is already resolved,
  // and the wait below would never end. This `reject` replaces the driver's and ends the wait.
  const copying = Object.assign(sql.unsafe(`copy ${target(table)} from stdin`), { reject });
  const rows = await Promise.race([copying.writable(), refused]);
  await Promise.race([pipeline(Readable.from(pieces), rows), refused]);
}

/** Returns the number of rows in a table and the checksum of the rows. */
export async function sumOf(sql: TransactionSql, table: Table) {
  const pieces = copyOut(sql, table);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await pieces.next();
    if (done) return value;
  }
}

function target(table: Table): string {
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const name = `${quote(table.schema)}.${quote(table.name)}`;
  return `${name} (${table.columns.map(quote).join(", ")})`;
}

/** Returns the folder in an archive that contains a table's rows. */
export function piecesOf(table: Table): string {
  return `database/${tableName(table)}/`;
}

const PIECE_BYTES = 8 * 1024 * 1024;

/** Joins chunks into pieces that fit into memory and are large enough for an archive entry. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}
