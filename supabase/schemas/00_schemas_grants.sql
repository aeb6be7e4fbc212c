-- No API role may use an object until a grant allows it. Files are applied in the order of their names. A function body
-- in quotes may use tables of later files (supabase/tests/platform/catalogue.test.ts checks these bodies). A
-- SQL-standard body (`return …`, `begin atomic`) is resolved at creation, so all objects that it names must exist. Such
-- a body needs no `set search_path`, so the planner can inline the function.
set check_function_bodies = off;

-- Projects created before 2026 grant the API roles privileges on new objects in public. This file revokes these
-- privileges.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;
-- PostgreSQL lets every role execute new functions. A revoke for one schema cannot change this default, so this revoke
-- is global.
alter default privileges for role postgres
  revoke execute on functions from public;

create schema private;
comment on schema private is 'Functions and tables that the API does not offer to its callers.';
revoke all on schema private from public;
-- supabase_auth_admin is the role of the auth server, which calls its hooks in the schema private.
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- An API function that needs more rights than its callers has two parts: a security definer function in private, which
-- does the work, and a function in public, which calls it. Staff have no grants on tables, so they need these functions.
-- For a function of staff, the public part first checks the right that the function needs. A refused call is recorded,
-- unless the function only reads or returns rows: such a call ends with an error, which takes a record back with it.
create procedure private.expose(
  name text, caller regrole, means text, parameters text default null, needs text default null,
  action text default null
)
language plpgsql
set search_path = ''
as $$
declare
  body constant regproc := 'private.' || name;
  made record;
  call text;
begin
  select
    coalesce(parameters, pg_get_function_arguments(oid)) as parameters,
    pg_get_function_result(oid) as result,
    case provolatile when 's' then 'stable' else 'volatile' end as volatility,
    provolatile = 'v' and prorettype = 'jsonb'::regtype as may_record,
    case when prorettype = 'record'::regtype or proretset then '* from ' else '' end as star,
    (select string_agg('$' || place, ', ' order by place) from generate_series(1, pronargs) as place) as arguments,
    -- The case that the call is about: its first id that is given.
    coalesce((
      select 'coalesce(' || string_agg('$' || place, ', ' order by place) || ', null)'
      from unnest(proargtypes) with ordinality as given (type, place) where type = 'uuid'::regtype
    ), 'null') as subject
  into made
  from pg_proc where oid = body;
  call := format('select %sprivate.%I(%s)', made.star, name, made.arguments);
  if needs is not null and made.may_record then
    call := format(
      'select case when private.has_right(%1$L) then private.%2$I(%3$s) else private.refuse_right(%1$L, %4$L, %5$s) end',
      needs, name, made.arguments, coalesce(action, replace(name, '_', '-')), made.subject
    );
  elsif needs is not null then
    call := format('select private.require_right(%L); %s', needs, call);
  end if;
  execute format(
    'create function public.%I(%s) returns %s language sql %s begin atomic %s; end',
    name, made.parameters, made.result, made.volatility, call
  );
  execute format('comment on function public.%I is %L', name, means || coalesce(' Needs the right ' || needs || '.', ''));
  execute format('comment on function private.%I is %L', name, means);
  execute format('grant execute on function public.%1$I, private.%1$I to %2$s', name, caller);
end
$$;
comment on procedure private.expose is 'Creates public.<name>, which calls private.<name>, and gives both functions the same comment and grant. parameters are the parameters of the public function, if these have other defaults. needs is the right that staff need; action names a refused call in the audit trail, if not by the name of the function.';

-- The request id identifies one HTTP request from the page to the mail. Audit entries and queued mails store the id.
-- The caller chooses the id, so only its format is checked. The id is random, so it is no personal data. This schema
-- exists because PostgREST calls requests.name_transaction with roles that have no access to private.
create schema requests;
comment on schema requests is 'Functions about the current HTTP request. Every role may execute them, and they have only the rights of their caller.';
revoke all on schema requests from public;
grant usage on schema requests to anon, authenticated, service_role;

-- Every HTTP request calls this function. plpgsql keeps the query plan between calls on a connection.
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
comment on function requests.id is 'Returns the id of the current HTTP request, or null if the request has no id. The caller chose the id.';
grant execute on function requests.id to anon, authenticated, service_role;

-- The log of the database and pg_stat_activity show application_name for each transaction.
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
comment on function requests.name_transaction is 'Sets application_name to the id of the current HTTP request, so that the log of the database shows the id. Changes nothing if the request has no id.';
grant execute on function requests.name_transaction to anon, authenticated, service_role;

-- A hosted project may refuse this setting of PostgREST. The log then has no request ids. npm run doctor reports this.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'requests.name_transaction';
  notify pgrst, 'reload config';
exception when insufficient_privilege or undefined_object then
  raise warning 'PostgREST is not told to call requests.name_transaction: %', sqlerrm;
end
$$;
