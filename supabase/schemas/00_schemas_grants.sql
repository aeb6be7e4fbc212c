-- What the rest stands on: nothing is reachable unless it is granted, and one way to grant a function.
--
-- These files are the truth about the database, in the order of their names: each table complete,
-- with the functions that serve it beside it. Functions ask for tables of later files, so their
-- bodies are not checked as they are made; supabase/tests/catalogue.test.ts checks them once all
-- is there.
set check_function_bodies = off;

-- Supabase projects made before 2026 hand every new object in public to the API roles, so the
-- defaults are revoked here, once for all that follows: no table or function below revokes anew.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;
-- A function is executable by everyone unless this says otherwise; it has to be global,
-- because a schema's default privileges can add to the built-in ones but not take away.
alter default privileges for role postgres
  revoke execute on functions from public;

-- Definer functions and everything else the API must not offer by name live in private.
create schema private;
comment on schema private is 'Rules and definer functions; never in the exposed schemas.';
revoke all on schema private from public;
-- The auth server's role asks its hook there (private.judge_password_attempt).
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- What the API offers and needs more rights than its callers have is a definer function in private
-- behind one in public that only forwards: a definer in an exposed schema could be called by whoever
-- it is granted to by mistake. The private one asks first who calls it, mostly by
-- private.is_active_staff(); it is a definer because staff have no rights on the tables, so that
-- whatever they read or change is on record. This makes the public one.
create procedure private.expose(name text, caller regrole, means text, parameters text default null)
language plpgsql
set search_path = ''
as $$
declare
  body constant regproc := 'private.' || name;
  made record;
begin
  select
    coalesce(parameters, pg_get_function_arguments(oid)) as parameters,
    pg_get_function_result(oid) as result,
    case provolatile when 's' then 'stable' else 'volatile' end as volatility,
    case when proretset and prorettype::regtype::text <> 'text' then '* from ' else '' end as star,
    (select string_agg('$' || place, ', ' order by place) from generate_series(1, pronargs) as place)
      as arguments
  into made
  from pg_proc where oid = body;
  execute format(
    'create function public.%I(%s) returns %s language sql %s set search_path = '''' as %L',
    name, made.parameters, made.result, made.volatility,
    format(E'\n  select %sprivate.%I(%s);\n', made.star, name, made.arguments)
  );
  execute format('comment on function public.%I is %L', name, means);
  execute format('comment on function private.%I is %L', name, means);
  execute format('grant execute on function public.%1$I, private.%1$I to %2$s', name, caller);
end
$$;
comment on procedure private.expose is 'Makes public.<name>, which forwards to private.<name>, says of both what they mean and lets a role call both. parameters: how the public one writes its parameters, where their names or defaults differ.';

-- One call is followed by one id, from the page to the mail: functions hand on the x-request-id that
-- they were called with, the API tells the database the headers, and what is recorded or queued keeps
-- it by default. It is what the caller says: it finds lines and proves nothing, so only its form is
-- checked. Random, it is nobody's data.
--
-- PostgREST asks before each request, as the request's own role, so every role may ask. The schema is
-- one of its own because nobody but staff and functions may look into private; the API does not offer it.
create schema requests;
comment on schema requests is 'What a request says of itself; open to every role, and without rights of its own.';
revoke all on schema requests from public;
grant usage on schema requests to anon, authenticated, service_role;

-- In plpgsql, which keeps its plans: every request asks.
create function requests.id() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return substring(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9_-]{8,64}$'
  );
end
$$;
comment on function requests.id is 'The id of the request that is answered, as its caller names it; null without one.';
grant execute on function requests.id to anon, authenticated, service_role;

-- The database's log and pg_stat_activity name what a transaction belongs to by application_name.
create function requests.name_transaction() returns void
language plpgsql
set search_path = ''
as $$
declare
  id constant text := requests.id();
begin
  if id is not null then
    perform set_config('application_name', id, true);
  end if;
end
$$;
comment on function requests.name_transaction is 'Names the transaction by the id of its request, for the log of the database; without one it keeps the name of its connection.';
grant execute on function requests.name_transaction to anon, authenticated, service_role;

-- A hosted project lets its owner write the settings that PostgREST reads of its role. Where that is
-- refused all else works: only the log of the database does not know the id, and the doctor says so.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'requests.name_transaction';
  notify pgrst, 'reload config';
exception when insufficient_privilege or undefined_object then
  raise warning 'PostgREST is not told to call requests.name_transaction: %', sqlerrm;
end
$$;
