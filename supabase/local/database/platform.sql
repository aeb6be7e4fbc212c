-- What a hosted Supabase project already holds before its first migration. Run once, by the
-- superuser supabase_admin, on a fresh cluster; auth and storage come from the API's own
-- schema and are handed over in platform-grants.sql.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role supabase_storage_admin nologin noinherit;
create role supabase_auth_admin nologin noinherit;

-- As on hosted projects, postgres owns what migrations make but is no superuser.
create role postgres login createrole bypassrls;
grant anon, authenticated, service_role to postgres;
grant create on database postgres to postgres;
grant pg_monitor, pg_signal_backend to postgres;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;

alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- Projects made before 2026 expose every new object; keeping that here proves that the
-- migrations revoke it.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant execute on functions to anon, authenticated, service_role;

create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text not null primary key,
  statements text[],
  name text
);
alter table supabase_migrations.schema_migrations owner to postgres;
