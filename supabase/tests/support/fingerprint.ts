import type { Sql } from "postgres";

/** What changes when a row of these tables of the schema public does; asked in one statement. */
export async function fingerprint(sql: Sql, tables: readonly string[]): Promise<string> {
  const sums = tables.map(
    (table) => `(
      select coalesce(md5(string_agg(row::text, '|' order by row::text)), 'empty')
      from public.${table} as row
    )`,
  );
  const statement = `select concat_ws(',', ${sums.join()}) as sums`;
  const [row] = await sql.unsafe(statement, [], { prepare: true });
  return String(row?.["sums"]);
}
