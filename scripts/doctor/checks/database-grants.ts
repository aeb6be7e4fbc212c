import { askDatabase } from "../ask-database.ts";
import { judge, skipped, type Check } from "../check.ts";

/** The tables of which a signed-in person may read anything at all; row-level security says what. */
const readable = "'contract_documents', 'contracts', 'letters', 'staff'";

/** One query for each rule of the matrix in supabase/tests; every row is a fault. */
const rules: Record<string, string> = {
  "visitantes alcançam": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and (has_any_column_privilege('anon', oid, 'select, insert, update')
        or has_table_privilege('anon', oid, 'delete, truncate'))`,
  "contas escrevem em": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and (has_any_column_privilege('authenticated', oid, 'insert, update')
        or has_table_privilege('authenticated', oid, 'delete, truncate'))`,
  "contas leem": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and has_any_column_privilege('authenticated', oid, 'select')
      and relname not in (${readable})`,
  "falta a segurança por linha em": `
    select oid::regclass::text as subject from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity
      and (relnamespace = 'public'::regnamespace
        or has_any_column_privilege('authenticated', oid, 'select'))`,
  "visitantes chamam": `
    select proname as subject from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_schema_privilege('anon', pronamespace, 'usage')
      and has_function_privilege('anon', oid, 'execute')`,
  "a trilha de auditoria pode ser mudada por": `
    select role as subject from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_table_privilege(role, 'public.audit_trail', 'update, delete, truncate')`,
  "é público o depósito": `
    select id as subject from storage.buckets where public`,
};

export const databaseGrants: Check = {
  title: "Permissões do banco",
  async run({ databaseUrl }) {
    if (!databaseUrl) return skipped("sem SUPABASE_DB_URL");
    return askDatabase(databaseUrl, async (sql) => {
      const faults = await Promise.all(
        Object.entries(rules).map(async ([words, query]) => {
          const subjects = (await sql.unsafe(query)).map((row) => String(row["subject"]));
          return subjects.length > 0 ? [`${words} ${subjects.join(", ")}`] : [];
        }),
      );
      return judge(faults.flat(), `${faults.length} regras conferidas`);
    });
  },
};
