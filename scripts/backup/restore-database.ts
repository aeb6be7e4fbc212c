import type { Sql, TransactionSql } from "postgres";
import { copyIn, listTables, piecesOf, sumOf, writeAlike } from "./copy-tables.ts";
import { type Manifest, type Summary, type Table, tableName } from "./manifest.ts";

/**
 * Replaces all rows by those of an archive, in one transaction. Triggers and foreign keys rest
 * meanwhile (`session_replication_role`, which hosted projects let their owner set): the rows are
 * whole as they are, and nobody gets a mail about them.
 * @throws when a table then reads differently from when it was saved; nothing has changed then
 */
export async function restoreDatabase(
  sql: Sql,
  { manifest, summary }: { manifest: Manifest; summary: Summary },
  piecesUnder: (folder: string) => AsyncIterable<Uint8Array>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await writeAlike(transaction);
    await empty(transaction);
    for (const table of manifest.tables) {
      await copyIn(transaction, table, piecesUnder(piecesOf(table)));
      const { rows, sha256 } = await sumOf(transaction, table);
      const saved = summary.tables[tableName(table)];
      if (saved?.rows !== rows || saved.sha256 !== sha256) {
        throw new Error(`${tableName(table)} difere do backup; nada foi mudado no banco.`);
      }
    }
    for (const { name, value, isCalled } of manifest.sequences) {
      await transaction`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`;
    }
  });
}

async function empty(sql: TransactionSql): Promise<void> {
  const ours = (await listTables(sql)).filter(({ schema }) => schema !== "auth");
  await restTriggers(sql, true);
  await sql.unsafe(`truncate ${ours.map(quoted).join(", ")}`);
  // The auth server's other tables lose what belongs to the accounts by their foreign keys.
  await restTriggers(sql, false);
  await sql`delete from auth.users`;
  await restTriggers(sql, true);
}

async function restTriggers(sql: TransactionSql, rest: boolean): Promise<void> {
  const role = rest ? "replica" : "origin";
  await sql`select set_config('session_replication_role', ${role}, true)`;
}

function quoted({ schema, name }: Table): string {
  return `"${schema}"."${name}"`;
}
