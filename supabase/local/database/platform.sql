-- Roles, schemas and privileges that a hosted Supabase project has before its first migration. The superuser
-- supabase_admin runs this file once, on a new cluster. The API creates the schemas auth and storage. The file
-- platform-grants.sql grants the privileges on these schemas.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role supabase_storage_admin nologin noinherit;
create role supabase_auth_admin nologin noinherit;

-- The role postgres owns the objects that migrations create but is not a superuser, as on hosted projects.
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

-- Supabase projects created before 2026 expose every new object. The same default privileges are set here, so that
-- tests can show that the migrations revoke them.
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
