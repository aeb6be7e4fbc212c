-- Nobody but the platform's own log knew how often an edge function failed. Each that answers 5xx now
-- adds to a number of its own, told to whoever watches the service with what waits. One row a
-- function, whose name stands in its code, so the table does not grow.
create table private.function_failures (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 63),
  failures bigint not null check (failures > 0)
);
comment on table private.function_failures is 'How often each edge function has answered 5xx since it was first deployed.';
alter table private.function_failures enable row level security;
revoke all on private.function_failures from public, anon, authenticated, service_role;

-- Definer: nobody may write the table directly.
create function private.count_function_failures(function_name text, failures integer) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.function_failures as counted (name, failures) values ($1, $2)
  on conflict (name) do update set failures = counted.failures + excluded.failures;
$$;
revoke all on function private.count_function_failures(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.count_function_failures(text, integer) to service_role;

create function public.count_function_failures(function_name text, failures integer) returns void
language sql
set search_path = ''
as $$
  select private.count_function_failures(function_name, failures);
$$;
comment on function public.count_function_failures is 'Adds to how often an edge function has answered 5xx. Service role only.';
revoke all on function public.count_function_failures(text, integer) from public, anon, authenticated;
grant execute on function public.count_function_failures(text, integer) to service_role;

create or replace function private.backend_metrics() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'mailWaiting', (
      select count(*) from public.outgoing_mail where status in ('queued', 'sending')
    ),
    'mailWaitingSince', private.mail_waiting_since(),
    'mailParked', (select count(*) from public.outgoing_mail where status = 'parked'),
    'documentsWaiting', (
      select count(*) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsWaitingSince', (
      select min(created_at) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsParked', (select count(*) from public.document_jobs where status = 'parked'),
    'functionFailures',
      (select coalesce(jsonb_object_agg(name, failures), '{}') from private.function_failures),
    'lastRuns', (select coalesce(jsonb_object_agg(name, ran_at), '{}') from private.last_runs)
  );
$$;
