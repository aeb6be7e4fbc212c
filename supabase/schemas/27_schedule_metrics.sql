-- Nobody would notice that mail has stopped going out: a visitor succeeds, and a mail that is tried
-- again is not parked yet. What waits, since when, and when the clock's work was last done, is told
-- to whoever watches the service (numbers and times, nobody's data), and to staff how long mail waits.
create table private.last_runs (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  ran_at timestamptz not null
);
comment on table private.last_runs is 'When each piece of work that the clock asks for was last done.';
alter table private.last_runs enable row level security;

-- Definer: nobody may write the table directly.
create function private.note_run(name text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.last_runs (name, ran_at) values ($1, now())
  on conflict (name) do update set ran_at = excluded.ran_at;
$$;
comment on function private.note_run is 'Notes that a piece of work was done just now.';
grant execute on function private.note_run to service_role;

-- A call of a function that finds nothing to do is one that the plan counts: twice a minute, of two
-- functions, were 172,800 a month. The database is asked first, which nobody counts.
create function private.workers_due() returns setof text
language sql stable
set search_path = ''
as $$
  select 'deliver-mail'
  where exists (
    select from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
  )
  union all
  select 'issue-documents'
  where exists (
    select from public.document_jobs as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'working' and due.leased_until < clock_timestamp())
  );
$$;
comment on function private.workers_due is 'The functions that have something to do now, of those that send mail and make documents.';
grant execute on function private.workers_due to service_role;

-- Once per business day, in the morning, to staff who want it; nothing when nothing waits. Numbers alone:
-- whom they are about is told behind the sign-in. Definer: the counts are closed to whoever keeps the time.
create function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  brasilia constant timestamp := moment at time zone 'America/Sao_Paulo';
  key constant text := 'staff-digest:' || to_char(brasilia, 'YYYY-MM-DD') || ':';
  reader record;
  waiting jsonb;
begin
  if extract(isodow from brasilia) > 5 or extract(hour from brasilia) not between 8 and 11 then
    return;
  end if;
  for reader in
    select staff.user_id, staff.email from public.staff
    where staff.wants_digest and staff.status = 'active'
      and not exists (
        select from public.outgoing_mail as mail where mail.idempotency_key = key || staff.user_id
      )
  loop
    if waiting is null then
      select jsonb_object_agg(listed.key, listed.value) into waiting
      from jsonb_each(
        private.queue_counts() - array['documents', 'approved', 'rejected', 'all']
          || private.partnership_counts() || private.payment_counts()
          || jsonb_build_object(
            'upcoming', (
              select count(*) from public.contracts
              where status = 'active' and start_date > brasilia::date
            ),
            'endings', (select count(*) from public.contract_endings where status = 'asked'),
            'messages', (select count(*) from public.contact_messages where status = 'new')
          )
      ) as listed
      where listed.value <> '0';
    end if;
    exit when waiting is null;
    perform private.enqueue_mail(
      'staff-digest', reader.email, jsonb_build_object('waiting', waiting), key || reader.user_id
    );
  end loop;
end
$$;
comment on function private.queue_digests is 'Queues the mail of the morning for each of staff who wants it and has none of this day, between eight and noon in Brasília from Monday to Friday. Run by the schedule.';
grant execute on function private.queue_digests to service_role;

-- One entry for whatever time brings about: pg_cron calls it when hosted, the launcher's timer on one
-- machine, and deliver-mail first of all, so that it is enough to call that where there is no pg_cron.
create function public.run_schedule() returns setof text
language plpgsql
set search_path = ''
as $$
begin
  perform private.expire_offers();
  perform private.remind_of_offers();
  perform private.end_as_confirmed();
  perform private.end_contracts();
  perform private.tell_of_ends();
  perform private.remind_of_fees();
  perform private.remind_of_claims_end();
  perform private.note_silence();
  perform private.queue_digests();
  perform private.add_up_counts();
  perform private.note_run('run-schedule');
  return query select worker from private.workers_due() as worker;
end
$$;
comment on function public.run_schedule is 'Does what is due by the clock and queues its mails; often, and each thing once. Gives the functions that then have something to do. Service role only.';
grant execute on function public.run_schedule to service_role;

-- Each edge function that answers 5xx adds to a number of its own, told to whoever watches the
-- service with what waits. One row a function, whose name stands in its code, so the table does not
-- grow.
create table private.function_failures (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 63),
  failures bigint not null check (failures > 0)
);
comment on table private.function_failures is 'How often each edge function has answered 5xx since it was first deployed.';
alter table private.function_failures enable row level security;

create function private.overdue_work() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    -- Before eight in the morning none of this day is due.
    'feeReminders', (
      select count(*)
      from private.fees_to_remind(private.day_in_brasilia(now() - interval '8 hours')) as late
    ),
    'termReminders', (select count(*) from private.ends_to_tell() as untold),
    'refunds', (
      select count(*) from public.payments as payment
      where payment.what = 'refund' and payment.paid_on is null and payment.dropped_at is null
        and payment.due_on < private.today_in_brasilia()
    ),
    'endings', (
      select count(*) from public.contract_endings
      where status = 'asked' and asked_at < now() - interval '1 day'
    ),
    'claims', private.claim_counts() -> 'claimsOverdue'
  );
$$;
comment on function private.overdue_work is 'How much of what follows a signature is late: mails that the schedule should have queued, refunds past their day, endings that staff have left for more than a day, claims past the day to decide or to pay.';

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
    'overdue', private.overdue_work(),
    'functionFailures',
      (select coalesce(jsonb_object_agg(name, failures), '{}') from private.function_failures),
    'lastRuns', (select coalesce(jsonb_object_agg(name, ran_at), '{}') from private.last_runs),
    'signInsFailed', (
      select count(*) from public.login_attempts
      where succeeded_at is null and created_at > now() - interval '15 minutes'
    ),
    'databaseBytes', pg_database_size(current_database()),
    'connections', (select sum(numbackends) from pg_stat_database),
    'mostConnections', current_setting('max_connections')::integer
  );
$$;
call private.expose('backend_metrics', 'service_role',
  'What waits, since when, what gave up, and when the work of the clock was last done. Service role only; names nobody.');

-- Definer: nobody may write the table directly.
create function private.count_function_failures(function_name text, failures integer) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.function_failures as counted (name, failures) values ($1, $2)
  on conflict (name) do update set failures = counted.failures + excluded.failures;
$$;
call private.expose('count_function_failures', 'service_role',
  'Adds to how often an edge function has answered 5xx. Service role only.');

-- What waits where, for the navigation of the staff area. A letter that could not be made stands
-- beside the mail that could not be sent, and is counted with it: its tenant has neither letter nor
-- access yet. What expires is counted by the day that the list of contracts goes by.
-- Definer: staff have no grant on what is counted.
create function private.staff_counts() returns jsonb
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
    'contractsUpcoming', (
      select count(*) from public.contracts
      where status = 'active' and start_date > private.today_in_brasilia()
    ),
    'endingsAsked', (select count(*) from public.contract_endings where status = 'asked'),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked',
      (select count(*) from public.outgoing_mail where status = 'parked')
      + (select count(*) from public.document_jobs where status = 'parked'),
    'mailWaitingSince', private.mail_waiting_since()
  ) || private.partnership_counts() || private.payment_counts()
    || private.claim_counts();
end
$$;
call private.expose('staff_counts', 'authenticated',
  'How much waits on each staff screen, and the version of the queue. Active staff only; names nobody.');

-- Hosted projects have pg_cron and pg_net; on one machine the launcher keeps the time.
-- The address and key come from the vault when a job runs, so neither is stored here (config.toml
-- writes them with `supabase db push`).
-- pg_net hangs up after five seconds unless told otherwise, in the middle of most runs. A worker
-- claims for 30 seconds (longestRunMilliseconds in supabase/functions/deliver-mail/handler.ts) and is
-- through with its last mail two minutes after that at the latest; a hosted function may run 150
-- seconds.
do $schedule$
declare
  worker record;
begin
  if (
    select count(*) from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net')
  ) = 2 then
    execute 'create extension if not exists pg_cron';
    execute 'create extension if not exists pg_net with schema extensions';
  end if;
  if to_regnamespace('cron') is null then
    return;
  end if;
  for worker in
    select * from (values
      ('call-workers', '30 seconds', 'private.workers_due()'),
      ('remove-files', '47 4 * * *', $$(values ('remove-files'))$$)
    ) as listed (name, runs, workers)
  loop
    execute 'select cron.schedule($1, $2, $3)' using worker.name, worker.runs, format(
      $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/' || due.worker,
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'deliver_mail_key')
        ),
        body := '{}'::jsonb,
        timeout_milliseconds := 145000
      )
      from %s as due (worker)
      $job$,
      worker.workers
    );
  end loop;
  -- Apart from the calls: what fails here must not hold up the mail. A purge goes on every minute until
  -- nothing is left: a batch is a transaction of at most a thousand rows of each kind, and one that finds
  -- nothing takes milliseconds.
  execute $run$
    select cron.schedule('run-schedule', '* * * * *', 'select public.run_schedule()'),
      cron.schedule('purge-expired', '* * * * *', 'select private.purge_expired()')
  $run$;
end
$schedule$;

reset check_function_bodies;
