import type { Sql } from "postgres";

/** What changes when a row of these tables does. */
export async function fingerprint(sql: Sql, tables: readonly string[]): Promise<string> {
  const sums: string[] = [];
  for (const table of tables) {
    const [row] = await sql`
      select md5(string_agg(row::text, '|' order by row::text)) as sum
      from public.${sql(table)} as row`;
    sums.push(String(row?.["sum"]));
  }
  return sums.join();
}
