-- Nobody would notice that mail has stopped going out: a visitor succeeds, and a mail that is tried
-- again is not parked yet. What waits, since when, and when the clock's work was last done, is told
-- to whoever watches the service (numbers and times, nobody's data), and to staff how long mail waits.
create table private.last_runs (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  ran_at timestamptz not null
);
comment on table private.last_runs is 'When each piece of work that the clock asks for was last done.';
alter table private.last_runs enable row level security;
revoke all on private.last_runs from public, anon, authenticated, service_role;

-- Definer: nobody may write the table directly.
create function private.note_run(name text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.last_runs (name, ran_at) values ($1, now())
  on conflict (name) do update set ran_at = excluded.ran_at;
$$;
revoke all on function private.note_run(text) from public, anon, authenticated, service_role;
grant execute on function private.note_run(text) to service_role;

-- Definer: accounts and the log of pg_cron belong to others, and nobody may read the rules.
create or replace function private.purge_expired(batch integer default 1000) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  line private.retention;
  handled integer;
  total integer := 0;
begin
  for line in select * from private.retention where how <> 'by hand' order by name loop
    -- Not every project has pg_cron.
    continue when to_regclass(line.table_name) is null;
    execute format(
      case line.how when 'delete' then 'delete from %1$s' else 'update %1$s set %4$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$s limit %3$s for update skip locked))',
      line.table_name, line.expired, batch, line.reduce_to
    ) using now() - line.keep_for;
    get diagnostics handled = row_count;
    total := total + handled;
  end loop;
  perform private.note_run('purge-expired');
  return total;
end
$$;

-- A mail that waits for its time, as a decision does until it cannot be undone, is not held up.
create function private.mail_waiting_since() returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(case when mail.attempts = 0 then mail.next_attempt_at else mail.created_at end)
  from public.outgoing_mail as mail
  where mail.status in ('queued', 'sending')
    and (mail.attempts > 0 or mail.next_attempt_at <= now());
$$;
comment on function private.mail_waiting_since is 'Since when the longest held up mail should have gone; null when none is.';
revoke all on function private.mail_waiting_since() from public, anon, authenticated, service_role;

-- Definer: what is counted is closed to those who watch.
create function private.backend_metrics() returns jsonb
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
    'lastRuns', (select coalesce(jsonb_object_agg(name, ran_at), '{}') from private.last_runs)
  );
$$;

create function public.backend_metrics() returns jsonb
language sql stable
set search_path = ''
as $$
  select private.backend_metrics();
$$;
comment on function public.backend_metrics is 'What waits, since when, what gave up, and when the work of the clock was last done. Service role only; names nobody.';
revoke all on function private.backend_metrics() from public, anon, authenticated, service_role;
grant execute on function private.backend_metrics() to service_role;
revoke all on function public.backend_metrics() from public, anon, authenticated;
grant execute on function public.backend_metrics() to service_role;

create or replace function private.staff_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'version', private.queue_version(),
    'simulationsPending', (select count(*) from public.simulations where status = 'pending'),
    'simulationsLate', (
      select count(*) from public.simulations where status = 'pending' and answer_due_at < now()
    ),
    'documentsToRead', (
      select count(distinct simulation_id) from public.asked_documents where status = 'sent'
    ),
    'offersOpen', (select count(*) from public.offers where status = 'open'),
    'contractsExpiring', (
      select count(*) from public.contracts
      where status = 'active' and end_date between private.today_in_brasilia() and private.today_in_brasilia() + 30
    ),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked',
      (select count(*) from public.outgoing_mail where status = 'parked')
      + (select count(*) from public.document_jobs where status = 'parked'),
    'mailWaitingSince', private.mail_waiting_since()
  ) || private.partnership_counts();
end
$$;
