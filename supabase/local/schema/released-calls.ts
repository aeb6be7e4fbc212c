import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ISql, Sql } from "postgres";
import { z } from "zod";

const callSchema = z.object({
  role: z.string(),
  statement: z.string(),
  /** Names and types of the columns that the call returns. */
  gives: z.record(z.string(), z.string()),
});
const recordSchema = z.object({ release: z.string(), calls: z.array(callSchema) });
const statementsSchema = z.array(callSchema.pick({ role: true, statement: true }));

export type ReleasedCall = z.output<typeof callSchema>;

/** File with the database calls of the live software. The file does not exist before the first release. */
export const releasedCallsFile = new URL("../../released-calls.json", import.meta.url);

/** Returns the database calls of the live software, or null before the first release. */
export async function readReleasedCalls() {
  const text = await readFile(releasedCallsFile, "utf8").catch(() => null);
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** Database functions that operators call by hand, as docs/deploy.md says. */
const operatorCalls = ["purge_expired"];

/** Returns every quoted name in the code of site and functions. Some of these are names of database calls. */
async function namesInCode(): Promise<string[]> {
  const cwd = fileURLToPath(new URL("../../../", import.meta.url));
  const names = new Set(operatorCalls);
  for await (const file of glob("{web,supabase/functions}/**/*.{ts,tsx}", { cwd })) {
    if (file.includes(".test.")) continue;
    const text = await readFile(`${cwd}/${file}`, "utf8");
    for (const [, name = ""] of text.matchAll(/["'`]([a-z_]+)["'`]/g)) names.add(name);
  }
  return [...names];
}

/**
 * Lists the database calls of site and functions by role. Each function is listed with all parameters and with only the
 * required parameters. Each table is listed with the columns that accounts may read.
 */
export async function recordCalls(sql: Sql): Promise<ReleasedCall[]> {
  const named = await namesInCode();
  const found = await sql`
    with role (role) as (values ('anon'), ('authenticated'), ('service_role')),
    written as (
      select p.oid, 'select * from public.' || quote_ident(proname) || '(' || coalesce(
        string_agg(quote_ident(proargnames[place]) || ' => null::' || format_type(type, null), ', '
          order by place), ''
      ) || ')' as statement
      from pg_proc as p
      cross join (values (true), (false)) as variant (is_whole)
      left join unnest(p.proargtypes::oid[]) with ordinality as parameter (type, place)
        on is_whole or place <= pronargs - pronargdefaults
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and prorettype <> 'trigger'::regtype and proname = any (${named})
      group by p.oid, is_whole
    )
    select distinct role, statement from role
    join written on has_function_privilege(role, written.oid, 'execute')
    union all
    select role, format('select %s from public.%I',
      string_agg(quote_ident(attname), ', ' order by attnum), relname)
    from role cross join pg_class as c
    join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      and has_column_privilege(role, c.oid, attnum, 'select')
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')
      and relname = any (${named})
      -- Functions of the platform call functions of the database, never tables.
      and role <> 'service_role'
    group by role, relname
    order by 2, 1`;
  const calls: ReleasedCall[] = [];
  for (const { role, statement } of statementsSchema.parse([...found])) {
    calls.push({ role, statement, gives: await answerOf(sql, statement) });
  }
  return calls;
}

/** Checks whether a database still allows each role its recorded calls. Executes no call. Returns the failures. */
export async function brokenCalls(sql: Sql, calls: readonly ReleasedCall[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { role, statement, gives } of calls) {
    const undone = new Error("undone");
    const why = await sql
      .begin(async (transaction) => {
        const now = await answerOf(transaction, statement);
        await transaction`select set_config('role', ${role}, true)`;
        await transaction.unsafe(`explain ${statement}`);
        const lost = Object.entries(gives).find(([column, type]) => now[column] !== type);
        if (!lost) throw undone;
        const [column, type] = lost;
        throw new Error(`${column} was ${type} and is ${now[column] ?? "gone"}`);
      })
      .catch((error: unknown) => error);
    if (why !== undone)
      broken.push(`${role}: ${statement}: ${why instanceof Error ? why.message : ""}`);
  }
  return broken;
}

async function answerOf(sql: ISql, statement: string): Promise<Record<string, string>> {
  const { columns } = await sql.unsafe(statement).describe();
  const gives: Record<string, string> = {};
  for (const { name, type } of columns) {
    const [row] = await sql`select ${type}::oid::regtype::text as type`;
    gives[name] = String(row?.["type"]);
  }
  return gives;
}
