import type { Sql } from "postgres";
import { z } from "zod";

const columnsSchema = z.array(
  z.object({
    table: z.string(),
    columns: z.array(z.string()),
    granted: z.array(z.string()),
    related: z.array(z.string()),
  }),
);
const functionsSchema = z.array(
  z.object({
    schema: z.string(),
    name: z.string(),
    args: z.array(z.tuple([z.string(), z.string()])),
  }),
);

export type Table = z.infer<typeof columnsSchema>[number];
export type Procedure = z.infer<typeof functionsSchema>[number];

/**
 * Reads every table and view of the exposed schema, so that a new table is attacked from the start. `granted` lists the
 * columns that signed-in people may read, because the API refuses a read that names any other column. `related` lists
 * the tables that a foreign key connects with the table.
 */
export async function readTables(sql: Sql): Promise<Table[]> {
  return columnsSchema.parse(
    await sql`
      select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns,
        coalesce(array_agg(a.attname::text order by a.attnum) filter (
          where has_column_privilege('authenticated', c.oid, a.attnum, 'select')
        ), '{}') as granted,
        array(
          select case conrelid when c.oid then confrelid else conrelid end::regclass::text
          from pg_constraint where contype = 'f' and c.oid in (conrelid, confrelid)
        ) as related
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      group by c.oid, c.relname order by c.relname`,
  );
}

/** Reads every database function of our schemas, with the names and types of its arguments. */
export async function readProcedures(sql: Sql): Promise<Procedure[]> {
  return functionsSchema.parse(
    await sql`
      select n.nspname as schema, p.proname as name,
        coalesce((
          select jsonb_agg(jsonb_build_array(p.proargnames[i], format_type(p.proargtypes[i - 1], null)) order by i)
          from generate_series(1, p.pronargs) as i
        ), '[]') as args
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and p.prorettype <> 'trigger'::regtype
      order by 1, 2`,
  );
}

/** Returns one line per table with a hash of all its rows. A change of any value changes the hash. */
export async function fingerprint(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const sums = [];
  for (const table of tables) {
    const [row] = await sql`
      select md5(string_agg(row::text, '|' order by row::text)) as sum from ${sql(table)} as row`;
    sums.push(`${table} ${String(row?.["sum"])}`);
  }
  return sums;
}
