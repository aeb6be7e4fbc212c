-- The audit trail records decisions, reads of personal data (LGPD art. 37) and refused calls. The trail has ids but no
-- personal data, so an erasure (art. 18) skips the trail. Row security policies cannot record reads, so staff read
-- tables only through functions, which do.
create table public.audit_trail (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  -- The files staff-history.ts and action-titles.ts in web/backend/staff compile only if they have words for every action.
  action text not null check (action in (
    'read-simulations', 'decide-simulation', 'undo-decision', 'ask-documents', 'send-document',
    'withdraw-file', 'view-document', 'accept-document', 'refuse-document', 'read-offers', 'make-offer',
    'correct-request', 'check-corrections',
    'withdraw-offer', 'accept-offer', 'answer-offer', 'read-contracts', 'close-contract', 'resend-access',
    'file-contract-document', 'rename-contract-document', 'withdraw-contract-document',
    'view-contract-document', 'retry-documents', 'read-partnership-requests',
    'answer-partnership-request', 'note-partnership-request', 'read-contact-messages',
    'answer-contact-message', 'resend-mail', 'sign-in', 'confirm-staff-address',
    'set-staff-status', 'create-recovery-codes', 'redeem-recovery-code', 'read-partners',
    'end-partnership', 'note-case', 'hold-case', 'set-staff-name', 'set-staff-rights',
    'end-staff-sessions', 'set-second-factor', 'change-password', 'set-staff-digest',
    'correct-contract', 'accept-correction', 'withdraw-correction', 'answer-question',
    'undo-closing', 'read-landlords', 'set-landlord', 'ask-landlord', 'answer-landlord',
    'remove-landlord-address', 'book-payment', 'undo-payment', 'book-statement', 'view-receipt',
    'export-payments', 'regret-contract', 'ask-ending', 'withdraw-ending', 'confirm-ending',
    'ask-about-ending', 'state-handover', 'send-keys-proof', 'give-notice', 'ask-renewal',
    'send-inspection', 'view-inspection', 'set-file-aside', 'check-landlord-address',
    'open-claim', 'complete-claim', 'withdraw-claim', 'reply-claim', 'answer-claim', 'review-claim', 'answer-review',
    'change-claim-account', 'send-claim-file', 'view-claim-file', 'ask-for-claim',
    'decide-claim', 'second-claim', 'undo-claim-decision', 'pay-claim', 'set-claim-recourse',
    'change-refund-account', 'approve-payout', 'withdraw-approval', 'set-staff-settings', 'read-audit', 'export-audit',
    'dismiss-mail', 'send-reminder', 'record-bureau-answer', 'set-bureau-answer-aside'
  )),
  subject_id uuid,
  outcome text not null check (outcome in ('done', 'denied')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  request_id text default requests.id() check (char_length(request_id) <= 64)
);
comment on table public.audit_trail is 'Append-only record of decisions, reads of personal data and refused calls.';
comment on column public.audit_trail.actor is 'Id of the account (auth.users.id) that acted. The column is no foreign key, because the record outlives the account.';
comment on column public.audit_trail.subject_id is 'Id of the row that was changed or read.';
comment on column public.audit_trail.request_id is 'Id of the HTTP request, by which the log lines of the request can be found. The caller chose the id.';

create index audit_trail_by_actor on public.audit_trail (actor, action, occurred_at desc);
create index audit_trail_by_subject on public.audit_trail (subject_id, occurred_at desc);
create index audit_trail_by_age on public.audit_trail (occurred_at desc, id desc);
-- The screen for owners lists the newest entries of a person, of an action, and of refused calls.
create index audit_trail_by_person on public.audit_trail (actor, occurred_at desc, id desc);
create index audit_trail_by_action on public.audit_trail (action, occurred_at desc, id desc);
create index audit_trail_denied on public.audit_trail (occurred_at desc, id desc) where outcome = 'denied';
-- If fastupdate were on, a single insert would sometimes have to sort up to 4 MB of pending entries.
create index audit_trail_by_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off) where action = 'read-simulations';
create index audit_trail_by_other_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off)
  where action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts', 'read-offers');

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
comment on function private.refuse_audit_change is 'Refuses every change of the trail, for every role. Only entries older than a year may be deleted, even if private.retention sets a shorter time.';

create trigger refuse_update_or_truncate
before update or truncate on public.audit_trail
for each statement execute function private.refuse_audit_change();
create trigger refuse_early_delete
before delete on public.audit_trail
for each row execute function private.refuse_audit_change();

-- Anybody can cause refusals, so the trail stores only the first refusals of each caller and action. All callers
-- without a session count as one caller. A second limit allows at most 500 new rows a day for each action.
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
  -- The same refusal is recorded at most once a minute, so that a double click makes one entry.
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
comment on function private.record_denied is 'Counts a refused call. Records the call in the trail unless the limits of recorded refusals are reached.';
grant execute on function private.record_denied to service_role;

create function public.record_denied_call(actor uuid, action text, subject_id uuid default null)
returns void
language sql
return private.record_denied($1, $2, $3);
comment on function public.record_denied_call is 'Records a call that an edge function itself refused. Database functions record their own refusals.';
grant execute on function public.record_denied_call to service_role;

create function private.note(
  action text, subject uuid, details jsonb default '{}', actor uuid default auth.uid()
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ($4, $1, $2, 'done', jsonb_strip_nulls($3));
end
$$;
comment on function private.note is 'Records an action that was carried out. Details that are null are left out.';
grant execute on function private.note to service_role;

create function private.refuse(action text, subject_id uuid, message text default null) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  -- An exception would roll back the audit entry, so this function sets the HTTP status and returns the answer's body.
  perform private.record_denied((select auth.uid()), action, subject_id);
  perform set_config('response.status', '403', true);
  return jsonb_build_object(
    'code', case when message is null then '42501' else 'PT403' end,
    'message', coalesce(message, 'Acesso não permitido.')
  );
end
$$;
comment on function private.refuse is 'Records a refused call and answers the call with HTTP 403. message is a sentence for a member of staff; null for anybody else.';

-- Security definer, because no role may write the trail. Screens reload twice a minute, so a reader's view of a row
-- is recorded once in 15 minutes. One query checks all rows of a page, because one query per row was as slow as the
-- search.
create function private.record_reading(action text, subjects uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  unseen jsonb;
begin
  -- The lock keeps two simultaneous calls of one reader from recording the same rows.
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
comment on function private.record_reading is 'Records which rows the caller has seen, each row once in 15 minutes.';

-- Security definer, because no role may read the trail. The functions that call this one have checked the caller.
create function private.subject_history(subject uuid, reading text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- A plan made for the given action can use the trail's partial indexes. A generic plan cannot.
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
comment on function private.subject_history is 'Returns the latest 100 entries about a row, newest first: changes and reads of the row, each with its author.';
