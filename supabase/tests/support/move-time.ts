import type { Sql } from "postgres";

/**
 * Makes everything that the database stores older, as if this time had passed: times by `seconds`, and dates by whole
 * days. The windows of limits stay. Needs a connection of the superuser, because rows of the ledger never change otherwise.
 */
export async function moveTime(admin: Sql, seconds: number): Promise<void> {
  const days = Math.round(seconds / 86_400);
  await admin.begin(async (session) => {
    await session`select set_config('session_replication_role', 'replica', true)`;
    const tables = await session`
      select format('update %I.%I set %s', c.table_schema, c.table_name, string_agg(
        format('%1$I = %1$I - ', c.column_name) || case c.data_type
          when 'date' then ${String(days)} else ${`interval '${seconds} seconds'`}
        end, ', '
      )) as statement
      from information_schema.columns as c
      join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.table_name <> 'rate_limits'
        and (c.data_type = 'timestamp with time zone' or c.data_type = 'date' and ${days} <> 0)
      group by c.table_schema, c.table_name`;
    await session.unsafe(tables.map(({ statement }) => String(statement)).join(";\n"));
  });
}
