-- Nothing is reachable unless a later migration grants it. Supabase projects made before
-- 2026 hand every new object in public to the API roles, so the defaults are revoked here.
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
grant usage on schema private to authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
