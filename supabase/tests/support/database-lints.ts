/**
 * Rules of Supabase's database linter that apply here, by their public ids. Each rule is a query that returns one row
 * with a `subject` per fault. `exposed` lists the schemas that the API serves.
 */
export const databaseLints: Record<string, string> = {
  "0001 foreign keys have an index": `
    select format('%s.%s', con.conrelid::regclass, con.conname) as subject
    from pg_constraint as con
    where con.contype = 'f' and con.connamespace = any (array['public', 'private']::regnamespace[])
      and not exists (
        select from pg_index as i
        where i.indrelid = con.conrelid
          and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey
      )`,
  "0002 auth.users is not exposed": `
    select c.oid::regclass::text as subject
    from pg_class as c
    join pg_rewrite as r on r.ev_class = c.oid
    join pg_depend as d on d.objid = r.oid and d.refobjid = 'auth.users'::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`,
  "0003 policies ask auth.uid() once per statement": `
    select format('%s: %s', polrelid::regclass, polname) as subject
    from pg_policy,
      lateral (
        select regexp_replace(
          concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)),
          '\\( *SELECT (auth|private)\\.[a-z_]+\\(\\)', '', 'gi'
        ) as rest
      ) as expression
    where rest ~ '(auth|private)\\.[a-z_]+\\(\\)'`,
  "0004 tables have a primary key": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = any (array['public', 'private']::regnamespace[]) and c.relkind = 'r'
      and not exists (select from pg_index as i where i.indrelid = c.oid and i.indisprimary)`,
  "0006 one permissive policy per role and action": `
    select format('%s for %s to %s', polrelid::regclass, polcmd, role::regrole) as subject
    from pg_policy cross join unnest(polroles) as role
    where polpermissive
    group by polrelid, polcmd, role having count(*) > 1`,
  "0007 no policy on a table without row-level security": `
    select format('%s: %s', polrelid::regclass, polname) as subject
    from pg_policy join pg_class on pg_class.oid = polrelid where not relrowsecurity`,
  "0008 row-level security has a policy": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid)`,
  "0009 no index twice": `
    select min(i.indexrelid::regclass::text) as subject from pg_index as i
    join pg_class as c on c.oid = i.indexrelid
    where c.relnamespace = any (array['public', 'private']::regnamespace[])
    group by i.indrelid, i.indkey, i.indclass, i.indoption, i.indpred::text, i.indexprs::text
    having count(*) > 1`,
  "0010 views run with the rights of the caller": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
  // Functions with a SQL-standard body are exempt, because the names in their body are resolved when the function is
  // created. The setting search_path would keep the planner from inlining the function.
  "0011 functions fix their search_path": `
    select p.oid::regprocedure::text as subject from pg_proc as p
    where p.pronamespace = any (array['public', 'private', 'requests']::regnamespace[])
      and (p.prosqlbody is null or p.prosecdef)
      and not exists (
        select from unnest(p.proconfig) as setting where setting = 'search_path=""'
      )`,
  "0013 row-level security is on": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = any (array['public', 'private']::regnamespace[])
      and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  "0014 extensions stay out of the exposed schema": `
    select extname as subject from pg_extension where extnamespace = 'public'::regnamespace`,
  "0015 policies do not read what users may edit": `
    select format('%s: %s', polrelid::regclass, polname) as subject from pg_policy
    where concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      ~ 'user_?meta_?data'`,
  "0016 no materialized view is exposed": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'm'
      and has_table_privilege('authenticated', c.oid, 'select')`,
  "0017 no foreign table is exposed": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'f'`,
  "0019 no column of an unreadable type": `
    select format('%s.%s', attrelid::regclass, attname) as subject
    from pg_attribute join pg_class as c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0
      and atttypid::regtype::text ~ '^reg'`,
  "0024 no policy lets everybody write": `
    select format('%s: %s', polrelid::regclass, polname) as subject from pg_policy
    where polcmd in ('a', 'w', 'd', '*')
      and (pg_get_expr(polqual, polrelid) in ('true', '(true)')
        or pg_get_expr(polwithcheck, polrelid) in ('true', '(true)'))`,
  "0025 no public bucket can be listed": `
    select id as subject from storage.buckets where public`,
  "0028 anon runs no definer function of the exposed schema": `
    select p.oid::regprocedure::text as subject from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and has_function_privilege('anon', p.oid, 'execute')`,
  "0029 authenticated runs no definer function of the exposed schema": `
    select p.oid::regprocedure::text as subject from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and has_function_privilege('authenticated', p.oid, 'execute')`,
};

/** Rules of this project that the linter does not have. */
export const projectLints: Record<string, string> = {
  "anon has no privilege on any table or function": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = any (array['public', 'private']::regnamespace[])
      and c.relkind in ('r', 'p', 'v', 'm')
      and (
        has_table_privilege('anon', c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege('anon', c.oid, 'select, insert, update, references')
      )
    union all
    select p.oid::regprocedure::text from pg_proc as p
    where p.pronamespace = any (array['public', 'private']::regnamespace[])
      and has_function_privilege('anon', p.oid, 'execute')`,
  "functions that run before a request are open to every role, and have no rights of their own": `
    select p.oid::regprocedure::text as subject from pg_proc as p
    where p.pronamespace = 'requests'::regnamespace
      and (
        p.prosecdef
        or exists (
          select from unnest(array['anon', 'authenticated', 'service_role']) as role
          where not has_function_privilege(role, p.oid, 'execute')
        )
      )
    union all
    select c.oid::regclass::text from pg_class as c
    where c.relnamespace = 'requests'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    union all
    select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_schema_privilege(role, 'requests', 'create')`,
  "authenticated only reads": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = any (array['public', 'private']::regnamespace[])
      and c.relkind in ('r', 'p', 'v', 'm')
      and (
        has_table_privilege('authenticated', c.oid, 'insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege('authenticated', c.oid, 'insert, update, references')
      )`,
  "default privileges grant objects of later migrations to no role": `
    select format('%s to %s', defaclobjtype, acl.grantee::regrole) as subject
    from pg_default_acl cross join lateral aclexplode(defaclacl) as acl
    where defaclrole = 'postgres'::regrole
      and acl.grantee in (0, 'anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole)`,
  "every policy names a role and reads as a sentence": `
    select format('%s: %s', polrelid::regclass, polname) as subject from pg_policy
    where polroles = '{0}' or polname !~ '^[A-Z][a-z]+( [a-z]+){2,}$'`,
  "no function changes or empties a whole table, which safeupdate refuses to the API": `
    select p.oid::regprocedure::text as subject
    from pg_proc as p,
      lateral (select coalesce(pg_get_function_sqlbody(p.oid), prosrc)) as source (body),
      regexp_split_to_table(regexp_replace(body, '--[^\\n]*', '', 'g'), ';') as statement,
      regexp_substr(
        statement,
        '(update( only)? [a-z_."]+( as)?( [a-z_]+)? set|delete from) .*', 1, 1, 'i'
      ) as change
    where p.pronamespace = any (array['public', 'private']::regnamespace[])
      and change !~* '\\mwhere\\M'`,
  // PostgreSQL expands `select known.*` when it creates the function, so each call would fail after a new column is
  // added. `select known` is not expanded and includes the new column.
  "a SQL-standard body that returns rows of a table selects whole rows": `
    select p.oid::regprocedure::text as subject
    from pg_proc as p join pg_class as c on c.reltype = p.prorettype and c.relkind = 'r'
    where p.pronamespace = any (array['public', 'private']::regnamespace[])
      and split_part(pg_get_function_sqlbody(p.oid), ',', 1) !~ '\\.\\*|\\('`,
  "every table has a comment": `
    select c.oid::regclass::text as subject from pg_class as c
    where c.relnamespace = any (array['public', 'private']::regnamespace[]) and c.relkind = 'r'
      and obj_description(c.oid, 'pg_class') is null`,
  "every exposed function has a comment": `
    select p.oid::regprocedure::text as subject from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null`,
};
