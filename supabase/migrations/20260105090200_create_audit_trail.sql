-- Who decided what, and who was refused. Rows hold ids only, no personal data, so that the
-- trail can be kept when the person's data is erased (LGPD art. 18).
create table public.audit_trail (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$' and char_length(action) <= 60),
  subject_id uuid,
  outcome text not null check (outcome in ('done', 'denied')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
comment on table public.audit_trail is 'Append-only record of decisions and refused calls.';
comment on column public.audit_trail.actor is 'auth.users.id; not a foreign key, the record outlives the account.';
comment on column public.audit_trail.subject_id is 'The row that was acted on.';

create index audit_trail_by_actor on public.audit_trail (actor, action, occurred_at desc);
create index audit_trail_by_subject on public.audit_trail (subject_id, occurred_at desc);

alter table public.audit_trail enable row level security;
revoke all on public.audit_trail from anon, authenticated, service_role;
grant select, insert on public.audit_trail to service_role;

create function private.refuse_audit_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'the audit trail is append-only' using errcode = '42501';
end
$$;

create trigger refuse_update_or_delete
before update or delete or truncate on public.audit_trail
for each statement execute function private.refuse_audit_change();

create function private.record_denied(actor uuid, action text, subject_id uuid) returns void
language sql
set search_path = ''
as $$
  -- Once a minute for the same call: a refused caller must not be able to fill the disk.
  insert into public.audit_trail (actor, action, subject_id, outcome)
  select $1, $2, $3, 'denied'
  where not exists (
    select from public.audit_trail as earlier
    where earlier.actor is not distinct from $1
      and earlier.action = $2
      and earlier.outcome = 'denied'
      and earlier.subject_id is not distinct from $3
      and earlier.occurred_at > now() - interval '1 minute'
  );
$$;
grant execute on function private.record_denied(uuid, text, uuid) to service_role;

create function public.record_denied_call(actor uuid, action text, subject_id uuid default null)
returns void
language sql
set search_path = ''
as $$
  select private.record_denied($1, $2, $3);
$$;
comment on function public.record_denied_call is 'For functions that refuse a call before the database sees it.';
revoke all on function public.record_denied_call(uuid, text, uuid) from public, anon, authenticated;
grant execute on function public.record_denied_call(uuid, text, uuid) to service_role;

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
