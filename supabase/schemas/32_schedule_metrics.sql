-- When mail delivery stops, calls still succeed and no mail is parked at first, so nobody would notice the failure.
-- The metrics therefore report waiting work, its age and the last runs. The metrics contain no personal data.
create table private.last_runs (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  ran_at timestamptz not null
);
comment on table private.last_runs is 'Time of the last run of each scheduled task.';
alter table private.last_runs enable row level security;

-- Security definer, because no role may write private.last_runs.
create function private.note_run(name text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.last_runs (name, ran_at) values ($1, now())
  on conflict (name) do update set ran_at = excluded.ran_at;
$$;
comment on function private.note_run is 'Records the current time as the last run of a scheduled task.';
grant execute on function private.note_run to service_role;

-- The schedule calls only edge functions with work. To call both every 30 s would cost 172,800 calls a month.
create function private.workers_due() returns setof text
language sql stable
begin atomic
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
end;
comment on function private.workers_due is 'Lists the edge functions that have work now. The possible names are deliver-mail and issue-documents.';
grant execute on function private.workers_due to service_role;

create function private.parked_mail_count() returns bigint
language sql stable
set search_path = ''
as $$
  select (select count(*) from public.outgoing_mail where status = 'parked')
    + (select count(*) from private.parked_documents());
$$;
comment on function private.parked_mail_count is 'Counts parked mails and parked documents, which one screen shows.';
grant execute on function private.parked_mail_count to service_role;

-- No digest is sent without open work. The holder of a case also reads how many cases to look at again today. A digest contains only numbers, because names may be shown only after
-- sign-in. Security definer, because the role of the schedule has no rights on the counted tables.
create function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  brasilia constant timestamp := moment at time zone 'America/Sao_Paulo';
  key constant text := 'staff-digest:' || to_char(brasilia, 'YYYY-MM-DD') || ':';
  reader record;
  own jsonb;
  waiting jsonb;
begin
  if extract(isodow from brasilia) > 5 or extract(hour from brasilia) not between 8 and 11 then
    return;
  end if;
  for reader in
    select staff.user_id, staff.email from public.staff
    where staff.wants_digest and private.holds_right(staff.user_id, 'read')
      and not exists (
        select from public.outgoing_mail as mail where mail.idempotency_key = key || staff.user_id
      )
  loop
    if waiting is null then
      select coalesce(jsonb_object_agg(listed.key, listed.value), '{}') into waiting
      from jsonb_each(
        private.queue_counts() - array['documents', 'mine', 'approved', 'rejected', 'all']
          || private.partnership_counts() || private.payment_counts() || private.claim_counts()
          || jsonb_build_object(
            'upcoming', (
              select count(*) from public.contracts
              where status = 'active' and start_date > brasilia::date
            ),
            'payoutsToApprove', private.count_approvals(),
            'claimsSecond', private.count_seconds(),
            'expiring', (
              select count(*) from public.contracts
              where status = 'active' and end_date between brasilia::date and brasilia::date + 30
            ),
            'mailParked', private.parked_mail_count(),
            'endings', private.endings_to_confirm(), 'addresses', private.addresses_to_check(),
            'messages', (select count(*) from public.contact_messages where status = 'new')
          )
      ) as listed
      where listed.value <> '0';
    end if;
    select jsonb_strip_nulls(jsonb_build_object(
      'requestsAgain', nullif(count(held.simulation_id), 0), 'contractsAgain', nullif(count(held.contract_id), 0)
    )) into own
    from public.case_holders as held
    where held.holder = reader.user_id and held.look_again_on <= brasilia::date;
    continue when waiting || own = '{}';
    perform private.enqueue_mail(
      'staff-digest', reader.email, jsonb_build_object('waiting', waiting || own), key || reader.user_id
    );
  end loop;
end
$$;
comment on function private.queue_digests is 'Queues the digest for each active member of staff who wants a digest, may read and has not had one today, from Monday to Friday between 8:00 and 12:00 in Brasília. The schedule calls this function.';
grant execute on function private.queue_digests to service_role;

-- pg_cron or the launcher's timer calls this function. The edge function deliver-mail also calls it before it sends
-- mail.
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
  perform private.complete_claims();
  perform private.note_silence();
  perform private.queue_digests();
  perform private.add_up_counts();
  perform private.note_run('run-schedule');
  return query select worker from private.workers_due() as worker;
end
$$;
comment on function public.run_schedule is 'Runs each scheduled task that is due and queues the mails of the tasks. Returns the names of the edge functions that then have work. Service role only.';
grant execute on function public.run_schedule to service_role;

-- The table holds a counter per function instead of a row per failure, so it does not grow.
create table private.function_failures (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 63),
  failures bigint not null check (failures > 0)
);
comment on table private.function_failures is 'Number of answers with an HTTP status of 5xx from each edge function since its first deployment.';
alter table private.function_failures enable row level security;

create function private.overdue_work() returns jsonb
language sql stable
return jsonb_build_object(
  -- The schedule queues reminders at 8:00, so reminders that are due today count as overdue only from 8:00 on.
  'feeReminders', (
    select count(*)
    from private.fees_to_remind(private.day_in_brasilia(now() - interval '8 hours')) as late
  ),
  'termReminders', (select count(*) from private.ends_to_tell() as untold),
  'refunds', (
    select count(*) from public.charges as charge
    where charge.kind = 'refund' and charge.is_open and charge.due_on < private.today_in_brasilia()
  ),
  'endings', (
    select count(*) from public.contract_endings
    where status = 'asked' and asked_at < now() - interval '1 day'
      and coalesce(answer_until < private.today_in_brasilia(), true)
  ),
  'addresses', (
    select count(*) from public.lease_addresses as known
    where private.waits_for_check(known) and known.confirmed_at < now() - interval '1 day'
  )
) || private.late_claims();
comment on function private.overdue_work is 'Counts overdue work: mails that the schedule should have queued, refunds unpaid after their due day, requests to end a contract and addresses of landlords that staff have not answered within a day, and claims after their day.';

-- Security definer, because the monitoring role has no rights on the counted tables.
create function private.backend_metrics() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'mailWaiting', (
      select count(*) from public.outgoing_mail where status in ('queued', 'sending')
    ),
    'mailWaitingSince', private.mail_waiting_since(),
    -- A refused address is work for staff and no fault of the system, so it pages nobody.
    'mailParked', (
      select count(*) from public.outgoing_mail as mail
      where mail.status = 'parked' and not private.is_about_recipient(mail)
    ),
    'mailRefused', (
      select count(*) from public.outgoing_mail as mail
      where mail.status = 'parked' and private.is_about_recipient(mail)
    ),
    'documentsWaiting', (
      select count(*) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsWaitingSince', (
      select min(created_at) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsParked', (select count(*) from private.parked_documents()),
    'overdue', private.overdue_work(),
    'unbalancedContracts', private.unbalanced_contracts(),
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
  'Reports waiting work and its age, parked work, and the last runs of scheduled tasks. Service role only; no personal data.');

-- Security definer, because no role may write private.function_failures.
create function private.count_function_failures(function_name text, failures integer) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.function_failures as counted (name, failures) values ($1, $2)
  on conflict (name) do update set failures = counted.failures + excluded.failures;
$$;
call private.expose('count_function_failures', 'service_role',
  'Adds to the number of 5xx answers of an edge function. Service role only.');

-- A parked document counts as parked mail, because one screen shows both. Days begin at midnight in Brasília,
-- as in the list of expiring contracts. Security definer, because staff have no grant on the counted tables.
create function private.staff_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'version', private.queue_version(),
    'simulationsPending', (select count(*) from public.simulations where status = 'pending'),
    'simulationsSecond', (select count(*) from private.awaiting_second()),
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
    'payoutsToApprove', private.count_approvals(),
    'claimsSecond', private.count_seconds(),
    'endingsAsked', private.endings_to_confirm(),
    'addressesToCheck', private.addresses_to_check(),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked', private.parked_mail_count(),
    'mailWaitingSince', private.mail_waiting_since()
  ) || private.partnership_counts() || private.payment_counts()
    || private.claim_counts();
end
$$;
call private.expose('staff_counts', 'authenticated',
  'Counts the open work of each staff screen and returns the version of the queue. No personal data.',
  needs => 'read');

-- Hosted projects have pg_cron and pg_net. Other projects use the launcher's timer instead. Each run of a job reads
-- URL and key from the vault, into which `supabase db push` writes the values of config.toml. The timeout is just
-- below the 150 seconds that a hosted function may run. pg_net's default of five seconds is too short, because a
-- worker takes new mails for 30 seconds (longestRunMilliseconds in supabase/functions/deliver-mail/handler.ts) and ends
-- at most two minutes later.
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
  -- The jobs are separate, so that a failure in one job does not delay mail. The purge runs every minute. A run is one
  -- transaction of at most a thousand rows per rule, and a run without expired rows takes milliseconds.
  execute $run$
    select cron.schedule('run-schedule', '* * * * *', 'select public.run_schedule()'),
      cron.schedule('purge-expired', '* * * * *', 'select private.purge_expired()')
  $run$;
end
$schedule$;

reset check_function_bodies;
