// Generates web/backend/database.types.ts, and a file for the zod schemas with the allowed values of columns. Both come
// from the migrations and need no running Supabase. `npm run check` compares both with the committed files.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { z } from "zod";
import { startDatabase } from "../database/start-database.ts";
import { findFreePort } from "../process/ports.ts";

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
  /** Mode of the parameter: "i" is an input, "t" a column of the returned table. */
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

const listedSchema = z.object({ table: z.string(), column: z.string(), check: z.string() });

type Table = z.output<typeof tableSchema>;
type Column = z.output<typeof columnSchema>;
type DatabaseFunction = z.output<typeof functionSchema>;

async function readSchema(database: Sql) {
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

/** Reads the columns whose check constraint lists the allowed values. */
async function readListedColumns(database: Sql) {
  const columns = await database`
    select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as check
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
      and pg_get_constraintdef(k.oid) like 'CHECK ((% = ANY (ARRAY[''%'
    order by c.relname, a.attname`;
  return z.array(listedSchema).parse([...columns]);
}

/** Reads, for each table, the columns that a public form may fill (see the database function `private.read_form`). */
async function readSentColumns(database: Sql) {
  const columns = await database`
    select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and not a.attisdropped
      and has_column_privilege('service_role', c.oid, a.attnum, 'insert')
      and exists (
        select from pg_attribute s where s.attrelid = c.oid and s.attname = 'submission_id'
      )
    group by c.relname order by c.relname`;
  return z.array(z.object({ table: z.string(), columns: z.array(z.string()) })).parse([...columns]);
}

async function readShownColumns(database: Sql) {
  const columns = await database`
    select attname as name from pg_attribute
    where attrelid = 'public.contracts'::regclass and attnum > 0 and not attisdropped
      and has_column_privilege('authenticated', attrelid, attnum, 'select')
    order by attnum`;
  return columns.map(({ name }) => String(name));
}

/**
 * Returns TypeScript code: the values that each check constraint allows, the fields of each form, and the columns of
 * `contracts` that a tenant may read.
 */
function storedValuesSource(
  listed: z.output<typeof listedSchema>[],
  sent: { table: string; columns: string[] }[],
  shown: string[],
): string {
  const lists = listed.map(({ table, column, check }) => {
    const list = camelCase(`${table}_${column}`);
    const values = [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => `  "${value}",\n`);
    return `
/** Allowed values of ${table}.${column}. */
export const ${list} = [
${values.join("")}] as const;
export type ${capitalize(list)} = (typeof ${list})[number];
`;
  });
  const forms = sent.map(
    ({ table, columns }) => `
/** Fields of ${table} that a visitor may set, by their form names. */
export type ${capitalize(camelCase(table))}Sent =${unionOf(columns)};
`,
  );
  const contracts = `
/** Columns of contracts that a tenant may read. */
export type ContractsShown =${unionOf(shown)};
`;
  return `// Generated from supabase/migrations; do not edit.\n${lists.join("")}${forms.join("")}${contracts}`;
}

function unionOf(columns: string[]): string {
  return columns.map((column) => `\n  | "${camelCase(column)}"`).join("");
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const scalarTypes: Record<string, string> = {
  boolean: "boolean",
  date: "string",
  integer: "number",
  bigint: "number",
  json: "Json",
  jsonb: "Json",
  numeric: "number",
  "text[]": "string[]",
  "uuid[]": "string[]",
  text: "string",
  "timestamp with time zone": "string",
  uuid: "string",
  void: "undefined",
};

/** Returns the source of the type `Database`, in the format that supabase-js expects. */
function databaseTypesSource(schema: { tables: Table[]; functions: DatabaseFunction[] }) {
  return `// Generated from supabase/migrations; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${schema.tables.map(tableType).join("")}    };
    Views: { [_ in never]: never };
    Functions: {
${schema.functions.map(functionType).join("")}    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

function tableType({ name, columns, foreignKeys }: Table): string {
  const members = (write: (column: Column) => string) =>
    columns.map((column) => `          ${column.name}${write(column)};\n`).join("");
  const optional = (column: Column) => column.nullable || column.defaulted;
  return `      ${name}: {
        Row: {
${members((column) => `: ${columnType(column)}`)}        };
        Insert: {
${members((column) =>
  column.generated ? "?: never" : `${optional(column) ? "?" : ""}: ${columnType(column)}`,
)}        };
        Update: {
${members((column) => (column.generated ? "?: never" : `?: ${columnType(column)}`))}        };
        Relationships: [
${foreignKeys
  .map(
    (key) => `          {
            foreignKeyName: "${key.name}";
            columns: ${JSON.stringify(key.columns)};
            isOneToOne: ${key.unique};
            referencedRelation: "${key.table}";
            referencedColumns: ${JSON.stringify(key.referenced)};
          },
`,
  )
  .join("")}        ];
      };
`;
}

function functionType({ name, parameters, ...returned }: DatabaseFunction): string {
  const given = parameters.filter(({ mode }) => mode === "i");
  const args = given.map(
    (parameter) =>
      `${parameter.name}${parameter.optional ? "?" : ""}: ${scalar(parameter.type)}${parameter.optional ? " | null" : ""}`,
  );
  return `      ${name}: {
        Args: ${args.length > 0 ? `{ ${args.join("; ")} }` : "Record<PropertyKey, never>"};
        Returns: ${returnType(parameters, returned)};
${
  returned.returnsTable === null
    ? ""
    : `        SetofOptions: { from: "*"; to: "${returned.returnsTable}"; isOneToOne: false; isSetofReturn: ${returned.returnsSet} };
`
}      };
`;
}

function returnType(
  parameters: DatabaseFunction["parameters"],
  { returnsSet, returns, returnsTable }: Omit<DatabaseFunction, "name" | "parameters">,
): string {
  const many = returnsSet ? "[]" : "";
  if (returnsTable !== null) return `Database["public"]["Tables"]["${returnsTable}"]["Row"]${many}`;
  const columns = parameters.filter(({ mode }) => mode === "t");
  // Every column gets the type `| null`, because PostgreSQL does not promise that a column of a
  // returned table is not null.
  if (columns.length > 0) {
    return `{ ${columns.map((column) => `${column.name}: ${scalar(column.type)} | null`).join("; ")} }${many}`;
  }
  const filled = ["void", "json", "jsonb", "boolean"].includes(returns);
  return `${scalar(returns)}${many}${filled ? "" : " | null"}`;
}

function columnType(column: Column): string {
  return `${scalar(column.type)}${column.nullable ? " | null" : ""}`;
}

function scalar(type: string): string {
  const known = scalarTypes[type];
  if (known === undefined) throw new Error(`No TypeScript type is known for ${type}`);
  return known;
}

const directory = await mkdtemp(join(tmpdir(), "payser-types-"));
try {
  const database = await startDatabase({
    directory: join(directory, "database"),
    port: await findFreePort(),
    password: "types",
  });
  const types = databaseTypesSource(await readSchema(database.sql));
  const values = storedValuesSource(
    await readListedColumns(database.sql),
    await readSentColumns(database.sql),
    await readShownColumns(database.sql),
  );
  await database.close();
  const root = new URL("../../../", import.meta.url);
  await writeFile(new URL("web/backend/database.types.ts", root), types);
  await writeFile(new URL("supabase/functions/_shared/contracts/stored-values.ts", root), values);
} finally {
  await rm(directory, { recursive: true, force: true });
}
