import type { Sql } from "postgres";
import { z } from "zod";

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  generated: z.boolean(),
  defaulted: z.boolean(),
});
const foreignKeySchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  unique: z.boolean(),
  table: z.string(),
  referenced: z.array(z.string()),
});
const tableSchema = z.object({
  name: z.string(),
  columns: z.array(columnSchema),
  foreignKeys: z.array(foreignKeySchema),
});
const parameterSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** i: input, t: column of the returned table. */
  mode: z.string(),
  optional: z.boolean(),
});
const functionSchema = z.object({
  name: z.string(),
  parameters: z.array(parameterSchema),
  returnsSet: z.boolean(),
  returns: z.string(),
  returnsTable: z.string().nullable(),
});

export type Table = z.output<typeof tableSchema>;
export type Column = z.output<typeof columnSchema>;
export type DatabaseFunction = z.output<typeof functionSchema>;

/** Tables and functions of the schema public, in alphabetical order. */
export async function readSchema(database: Sql) {
  const tables = await database`
    select c.relname as name,
      (
        select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
          'generated', a.attgenerated <> '' or a.attidentity = 'a',
          'defaulted', a.atthasdef or a.attidentity <> ''
        ) order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      (
        select coalesce(json_agg(json_build_object(
          'name', k.conname, 'table', referenced.relname,
          'columns', (
            select json_agg(a.attname order by key.place) from unnest(k.conkey)
            with ordinality as key (number, place)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.number
          ),
          'referenced', (
            select json_agg(a.attname order by key.place) from unnest(k.confkey)
            with ordinality as key (number, place)
            join pg_attribute a on a.attrelid = k.confrelid and a.attnum = key.number
          ),
          'unique', exists (
            select from pg_constraint u
            where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey = k.conkey
          )
        ) order by k.conname), '[]')
        from pg_constraint k join pg_class referenced on referenced.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f'
          and referenced.relnamespace = 'public'::regnamespace
      ) as "foreignKeys"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`;
  const functions = await database`
    select p.proname as name, p.proretset as "returnsSet",
      format_type(p.prorettype, null) as returns, returned.relname as "returnsTable",
      (
        select coalesce(json_agg(json_build_object(
          'name', p.proargnames[place], 'type', format_type(type, null),
          'mode', coalesce(p.proargmodes[place], 'i'),
          'optional', place > p.pronargs - p.pronargdefaults and place <= p.pronargs
        ) order by place), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
          with ordinality as argument (type, place)
      ) as parameters
    from pg_proc p
    join pg_type result on result.oid = p.prorettype
    left join pg_class returned on returned.oid = result.typrelid and returned.relkind = 'r'
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    order by p.proname`;
  return {
    tables: z.array(tableSchema).parse([...tables]),
    functions: z.array(functionSchema).parse([...functions]),
  };
}
