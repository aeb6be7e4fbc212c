-- What a hosted project keeps from the owner of its database and from the roles of its API. There
-- it is done in C by supautils and safeupdate and by the storage server's own migrations
-- (supabase/postgres, supabase/supautils, supabase/storage); what of it is imitated, and what not,
-- stands in README.md. Run by the superuser at every start, so that data made before has it, too.
create schema if not exists platform;
grant usage on schema platform to public;

-- `set session_replication_role`, which rests triggers and foreign keys while data is restored, is let
-- through to postgres as a statement alone (supautils.privileged_role_allowed_configs): the function
-- set_config asks for the right itself, and postgres has none. Here it has one, so the function
-- refuses.
grant set on parameter session_replication_role to postgres;
create or replace function platform.set_config(text, text, boolean) returns text
  language internal volatile as 'set_config_by_name';
create or replace function platform.refuse_parameter(name text) returns text language plpgsql as $$
begin
  raise exception 'permission denied to set parameter "%"', name using errcode = '42501';
end
$$;
-- Plain SQL, so that it is part of the statement that calls it and costs nothing.
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

-- The storage's tables are supabase_storage_admin's. Of what only an owner may do, supautils lets
-- postgres write policies and drop triggers (policy_grants, drop_trigger_grants); by its right to
-- TRIGGER it makes them. Here it inherits from the owner, without being able to become it, and all
-- else is refused once it is done, which undoes it.
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

-- Files go by the storage's API, or their bytes would stay (storage's migration "prevent direct
-- deletes"). Its statements say so of themselves, or are a superuser's here.
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

-- How long a statement may take, and wait for a lock. The API connects as authenticator, whose limits
-- hold where the role of a request has none; everybody else has those of postgres-server.ts.
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
-- The owner writes PostgREST's settings there (supautils.reserved_roles and
-- privileged_role_allowed_configs, which lets pgrst.* through).
grant authenticator to postgres with admin true, inherit false, set false;
grant set on parameter pgrst.db_pre_request to postgres;
-- Both in a language that keeps its plans from one request to the next.
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

-- Calls what PostgREST would before a request, as whoever asks; what it refuses, it refuses here.
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
