import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { TransactionSql } from "postgres";
import { inPieces } from "./in-pieces.ts";
import { type Manifest, type Table, tableName } from "./manifest.ts";

/**
 * Of the auth server's tables those that cannot be made anew: accounts with their hashes, and
 * second factors. Sessions are left out: after a restore everybody signs in again.
 */
const AUTH_TABLES = ["users", "identities", "mfa_factors"];
const NEWLINE = 10;

/** Makes the same rows the same text, whoever asks; before `copyOut` in its transaction. */
export async function writeAlike(sql: TransactionSql): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values
      ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
      ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('synchronize_seqscans', 'off')
    ) as settings (name, value)`;
}

/** All tables whose rows are ours, with the columns that can be written. */
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

/** Where numbering goes on. */
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

/** The rows of a table as COPY writes them, in pieces. Gives their number and sum at the end. */
export async function* copyOut(sql: TransactionSql, table: Table) {
  const hash = createHash("sha256");
  let rows = 0;
  const rowsAsText = await sql.unsafe(`copy ${target(table)} to stdout`).readable();
  for await (const bytes of inPieces(rowsAsText)) {
    hash.update(bytes);
    // COPY writes line breaks in values as \n.
    for (const byte of bytes) if (byte === NEWLINE) rows += 1;
    yield bytes;
  }
  return { rows, sha256: hash.digest("hex") };
}

/** Adds rows as COPY wrote them. @throws what the database says of a row that does not fit */
export async function copyIn(
  sql: TransactionSql,
  table: Table,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const rows = await sql.unsafe(`copy ${target(table)} from stdin`).writable();
  await pipeline(Readable.from(pieces), rows);
}

/** Number and sum of the rows that a table holds. */
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

/** Where the rows of a table are in an archive. */
export function piecesOf(table: Table): string {
  return `database/${tableName(table)}/`;
}
