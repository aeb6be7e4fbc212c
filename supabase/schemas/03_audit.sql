-- Who decided what, who read whose data (LGPD art. 37) and who was refused. Rows hold ids only, no
-- personal data, so that the trail can be kept when the person's data is erased (LGPD art. 18). A
-- policy cannot write, so staff read nothing straight from the tables: functions that take note are
-- the one way.
create table public.audit_trail (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  -- Each has its sentence in web/backend/staff-history.ts, which does not compile without one.
  action text not null check (action in (
    'read-simulations', 'decide-simulation', 'undo-decision', 'ask-documents', 'send-document',
    'view-document', 'accept-document', 'refuse-document', 'read-offers', 'make-offer',
    'withdraw-offer', 'accept-offer', 'answer-offer', 'read-contracts', 'close-contract', 'resend-access',
    'file-contract-document', 'rename-contract-document', 'withdraw-contract-document',
    'view-contract-document', 'retry-documents', 'read-partnership-requests',
    'answer-partnership-request', 'note-partnership-request', 'read-contact-messages',
    'answer-contact-message', 'resend-mail', 'sign-in', 'confirm-staff-address',
    'set-staff-status', 'create-recovery-codes', 'redeem-recovery-code', 'read-partners',
    'end-partnership', 'note-case', 'hold-case', 'set-staff-name', 'set-staff-release',
    'set-second-factor', 'change-password', 'set-staff-digest',
    'correct-contract', 'accept-correction', 'withdraw-correction', 'answer-question',
    'undo-closing', 'read-landlords', 'set-landlord', 'ask-landlord', 'answer-landlord',
    'remove-landlord-address', 'book-payment', 'undo-payment', 'book-statement', 'view-receipt',
    'export-payments', 'regret-contract', 'ask-ending', 'withdraw-ending', 'confirm-ending',
    'ask-about-ending', 'send-keys-proof', 'give-notice', 'ask-renewal',
    'send-inspection', 'view-inspection',
    'open-claim', 'withdraw-claim', 'reply-claim', 'appeal-claim', 'answer-claim',
    'change-claim-account', 'send-claim-file', 'view-claim-file', 'ask-for-claim',
    'decide-claim', 'second-claim', 'pay-claim', 'set-claim-recourse'
  )),
  subject_id uuid,
  outcome text not null check (outcome in ('done', 'denied')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  request_id text default requests.id() check (char_length(request_id) <= 64)
);
comment on table public.audit_trail is 'Append-only record of decisions and refused calls.';
comment on column public.audit_trail.actor is 'auth.users.id; not a foreign key, the record outlives the account.';
comment on column public.audit_trail.subject_id is 'The row that was acted on.';
comment on column public.audit_trail.request_id is 'Finds the lines of the logs about the same call; the caller chose it.';

create index audit_trail_by_actor on public.audit_trail (actor, action, occurred_at desc);
create index audit_trail_by_subject on public.audit_trail (subject_id, occurred_at desc);
create index audit_trail_by_age on public.audit_trail (occurred_at);
-- The trail is found by what was read, too; each kind of reading is a value, so the second serves
-- several. Without fastupdate: what is pending, up to 4 MB, would be sorted in by whoever comes at
-- the wrong moment.
create index audit_trail_by_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off) where action = 'read-simulations';
create index audit_trail_by_other_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off)
  where action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts');

alter table public.audit_trail enable row level security;
grant select, insert on public.audit_trail to service_role;

create function private.refuse_audit_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = '42501';
end
$$;
comment on function private.refuse_audit_change is 'The trail stays append-only for a year, whatever private.retention says and whoever asks.';

create trigger refuse_update_or_truncate
before update or truncate on public.audit_trail
for each statement execute function private.refuse_audit_change();
create trigger refuse_early_delete
before delete on public.audit_trail
for each row execute function private.refuse_audit_change();

-- Anybody may call a function that refuses them, with an id of their own invention each time, and what
-- is on record stays. So the trail keeps the first refusals of a caller and of an action; all of them
-- are counted in rate_limits, which forgets. Callers who are not signed in count as one, so the trail
-- grows by at most 500 rows a day for each of the few actions that refuse.
create function private.record_denied(actor uuid, action text, subject_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (
    select within
    from private.count_hit('refusal-by-caller', $2 || ' ' || coalesce($1::text, 'not signed in'))
  ) then
    return;
  end if;
  if not (select within from private.count_hit('refusal-by-action', $2)) then
    return;
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  select $1, $2, $3, 'denied'
  -- Once a minute for the same call: who clicks twice is one refusal.
  where not exists (
    select from public.audit_trail as earlier
    where earlier.actor is not distinct from $1
      and earlier.action = $2
      and earlier.outcome = 'denied'
      and earlier.subject_id is not distinct from $3
      and earlier.occurred_at > now() - interval '1 minute'
  );
end
$$;
comment on function private.record_denied is 'Counts a refused call and keeps a sample of refusals in the trail.';
grant execute on function private.record_denied to service_role;

create function public.record_denied_call(actor uuid, action text, subject_id uuid default null)
returns void
language sql
set search_path = ''
as $$
  select private.record_denied($1, $2, $3);
$$;
comment on function public.record_denied_call is 'For functions that refuse a call before the database sees it.';
grant execute on function public.record_denied_call to service_role;

create function private.refuse(action text, subject_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  -- Raising would roll the record back, so the refusal is answered instead of raised.
  perform private.record_denied((select auth.uid()), action, subject_id);
  perform set_config('response.status', '403', true);
  return jsonb_build_object('code', '42501', 'message', 'Acesso não permitido.');
end
$$;
comment on function private.refuse is 'Records the refused call and answers it with HTTP 403.';

-- Definer: nobody may write the trail directly. Once in 15 minutes for a reader, because lists are asked
-- for again twice a minute and the trail is kept. What was seen is read once for a whole page: asking
-- for each of its fifty people took as much time as the search itself.
create function private.record_reading(action text, subjects uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  unseen jsonb;
begin
  -- Two calls at once would both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('reading ' || reader, 0));
  select jsonb_agg(subject) into unseen
  from unnest(subjects) as subject
  where subject::text not in (
    select jsonb_array_elements_text(earlier.details -> 'ids')
    from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = $1
      and earlier.occurred_at > now() - interval '15 minutes'
  );
  if unseen is not null then
    insert into public.audit_trail (actor, action, outcome, details)
    values (reader, $1, 'done', jsonb_build_object('ids', unseen));
  end if;
end
$$;
comment on function private.record_reading is 'Notes which rows the caller was shown, each once in 15 minutes.';

-- Definer: the trail is closed to everybody; those who call this have asked who calls them.
create function private.subject_history(subject uuid, reading text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- With the action as a constant the planner sees that an index of the trail serves.
set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(entry) order by entry.occurred_at desc), '[]')
    from (
      select trail.id, trail.occurred_at, trail.action, trail.outcome,
        coalesce(staff.full_name, staff.email) as who,
        coalesce(trail.details ->> 'status', trail.details ->> 'decision') as detail
      from (
        select * from public.audit_trail as acted where acted.subject_id = subject
        union all
        select * from public.audit_trail as seen
        where seen.action = reading and seen.details -> 'ids' ? subject::text
      ) as trail
      left join public.staff on staff.user_id = trail.actor
      order by trail.occurred_at desc
      limit 100
    ) as entry
  );
end
$$;
comment on function private.subject_history is 'Who did what with a row and who read it, newest first, at most 100.';
