-- Restrictions that a hosted project imposes on the owner of its database and on the API's roles. Hosted
-- projects implement them in C (supautils and safeupdate) and in the storage server's migrations
-- (supabase/postgres, supabase/supautils, supabase/storage). README.md lists which restrictions this file
-- imitates and which are missing. The superuser runs the file at every start, so that an older data
-- directory gets new restrictions.
create schema if not exists platform;
grant usage on schema platform to public;

-- Restores run `set session_replication_role` to turn off triggers and foreign keys. Hosted projects let
-- postgres run this statement (supautils.privileged_role_allowed_configs) but refuse set_config for the
-- same parameter. The grant here would allow both, so set_config is replaced by a function that refuses.
grant set on parameter session_replication_role to postgres;
create or replace function platform.set_config(text, text, boolean) returns text
  language internal volatile as 'set_config_by_name';
create or replace function platform.refuse_parameter(name text) returns text language plpgsql as $$
begin
  raise exception 'permission denied to set parameter "%"', name using errcode = '42501';
end
$$;
-- This function is plain SQL, so PostgreSQL inlines it into the calling statement at no cost.
create or replace function pg_catalog.set_config(
  setting_name text, new_value text, is_local boolean
) returns text
language sql volatile as $$
  select case
    when lower(setting_name) = 'session_replication_role' and current_user = 'postgres'
      then platform.refuse_parameter(setting_name)
    else platform.set_config(setting_name, new_value, is_local)
  end
$$;

-- supabase_storage_admin owns the storage tables. On hosted projects, supautils lets postgres write policies and
-- drop triggers on these tables (policy_grants, drop_trigger_grants), and the privilege TRIGGER lets postgres create
-- triggers. Here postgres inherits all rights of the owner, but cannot become the owner. An event trigger below
-- refuses every other change by an error, which rolls the change back.
grant supabase_storage_admin to postgres with inherit true, set false;
create or replace function platform.refuse_unless_owner() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  refused text;
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select object_identity into refused from pg_event_trigger_dropped_objects()
    where original and object_identity ~ '(^| on )storage(\.|$)'
      and object_type not in ('policy', 'trigger');
  else
    select object_identity into refused from pg_event_trigger_ddl_commands()
    where object_identity ~ '(^| on )storage(\.|$)'
      and command_tag not in ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER');
  end if;
  if refused is not null then
    raise exception 'must be owner of %', refused using errcode = '42501';
  end if;
end
$$;
drop event trigger if exists keep_storage;
create event trigger keep_storage on ddl_command_end
  execute function platform.refuse_unless_owner();
drop event trigger if exists keep_storage_from_drops;
create event trigger keep_storage_from_drops on sql_drop
  execute function platform.refuse_unless_owner();

-- Rows of files may be deleted only through the storage API, because otherwise the files' bytes would stay
-- (storage migration "prevent direct deletes"). The storage API marks its own statements, and a superuser
-- may always delete.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true'
    and not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
  then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Timeouts of statements and locks. The API connects as authenticator, whose limits apply when the role of an HTTP
-- request has no limits. Every other connection has the limits in postgres-server.ts.
do $$
begin
  if to_regrole('authenticator') is null then
    create role authenticator nologin noinherit;
  end if;
end
$$;
grant anon, authenticated, service_role to authenticator;
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
-- The owner of the database may set PostgREST's settings on this role (supautils.reserved_roles, and
-- privileged_role_allowed_configs with pgrst.*).
grant authenticator to postgres with admin true, inherit false, set false;
grant set on parameter pgrst.db_pre_request to postgres;
-- This function and the next are in PL/pgSQL, which keeps query plans between HTTP requests.
create or replace function platform.setting_of(caller text, parameter text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select split_part(setting, '=', 2)
    from pg_catalog.pg_db_role_setting, unnest(setconfig) as setting
    where setdatabase = 0 and setrole in (caller::regrole, 'authenticator'::regrole)
      and split_part(setting, '=', 1) = parameter
    order by setrole = caller::regrole desc
    limit 1
  );
end
$$;

-- Calls the function that PostgREST is configured to call before each HTTP request, with the role of that
-- request. If the function raises an error, the HTTP request is refused.
create or replace function platform.before_request() returns void
language plpgsql set search_path = '' as $$
declare
  called constant text := platform.setting_of('authenticator', 'pgrst.db_pre_request');
begin
  if called is not null then
    execute format('select %s()', called::regproc);
  end if;
end
$$;
