-- A request to become a partner is promised a contact within hours that editors set. Staff see
-- the clock, note what was said, and say how it ended; nothing of this reaches the applicant.
alter table public.partnership_requests
  add column status text not null default 'new'
    check (status in ('new', 'contacted', 'accepted', 'declined')),
  add column due_at timestamptz not null default now() + interval '48 hours',
  add column contacted_at timestamptz,
  add column contacted_by uuid references auth.users (id) on delete set null,
  add column decided_at timestamptz,
  add column decided_by uuid references auth.users (id) on delete set null,
  add column decline_reason text check (char_length(btrim(decline_reason)) between 3 and 1000);
update public.partnership_requests set due_at = created_at + interval '48 hours';
alter table public.partnership_requests
  add constraint partnership_requests_contact_is_due_later check (due_at > created_at),
  add constraint partnership_requests_new_was_not_contacted
    check (status <> 'new' or (contacted_at is null and contacted_by is null)),
  add constraint partnership_requests_contact_has_time
    check (status <> 'contacted' or contacted_at is not null),
  add constraint partnership_requests_decision_has_time
    check ((status in ('accepted', 'declined')) = (decided_at is not null)),
  add constraint partnership_requests_declined_have_reason
    check ((status = 'declined') = (decline_reason is not null));
comment on column public.partnership_requests.due_at is 'Until when a contact was promised, by the business rules of that moment.';
comment on column public.partnership_requests.decline_reason is 'For staff alone.';

create index partnership_requests_oldest_promise
  on public.partnership_requests (due_at, id) where status = 'new';
create index partnership_requests_newest_by_status
  on public.partnership_requests (status, created_at desc, id desc);
create index partnership_requests_by_caller on public.partnership_requests (contacted_by);
create index partnership_requests_by_decider on public.partnership_requests (decided_by);

create table public.partnership_notes (
  id uuid primary key,
  request_id uuid not null references public.partnership_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  note text not null check (char_length(btrim(note)) between 1 and 2000)
);
comment on table public.partnership_notes is 'What staff noted about a request, in their words; rows do not change.';
comment on column public.partnership_notes.id is 'Made by the browser once per note; makes a retry harmless.';
create index partnership_notes_by_request on public.partnership_notes (request_id, created_at);
create index partnership_notes_by_author on public.partnership_notes (author);
alter table public.partnership_notes enable row level security;
revoke all on public.partnership_notes from anon, authenticated, service_role;
grant select, insert, delete on public.partnership_notes to service_role;

insert into private.retention (name, table_name, what, keep_for, how, expired, reason) values (
  'partnership-notes', 'public.partnership_notes',
  'Anotações da equipe sobre pedidos de parceria', interval '2 years', 'delete',
  $$created_at < $1$$,
  'LGPD, arts. 15, I, e 16: servem à conversa sobre o pedido, que sai no mesmo prazo.'
);

drop function public.submit_partnership_request(jsonb, text);
create function public.submit_partnership_request(
  request jsonb, address_hash text, contact_hours integer default 48
)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  hours constant interval := make_interval(hours => least(greatest(contact_hours, 1), 720));
  created boolean;
  stored public.partnership_requests;
begin
  created := private.store_form('public.partnership_requests', request);
  if created then
    update public.partnership_requests set due_at = created_at + hours
    where submission_id = submission;
  end if;
  select * into strict stored
  from public.partnership_requests where submission_id = submission;
  if created then
    perform private.require_within_limit('partnership-by-address', address_hash);
    perform private.tell_of_partnership_request(stored);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created);
end
$$;
comment on function public.submit_partnership_request is 'Stores a request with its promise and its two mails once per submissionId; gives its id and whether it is new.';
revoke all on function public.submit_partnership_request(jsonb, text, integer)
  from public, anon, authenticated;
grant execute on function public.submit_partnership_request(jsonb, text, integer) to service_role;

-- The trail is found by what was read, too; each kind of reading is a value, so one index serves all.
create index audit_trail_by_other_read_subject on public.audit_trail using gin ((details -> 'ids'))
  where action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts');

-- Definer: the trail is closed to everybody; those who call this have asked who calls them.
create function private.subject_history(subject uuid, reading text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- With the action as a constant the planner sees that the index above serves.
set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(entry) order by entry.occurred_at desc), '[]')
    from (
      select trail.id, trail.occurred_at, trail.action, trail.outcome,
        coalesce(staff.full_name, staff.email) as who,
        trail.details ->> 'status' as detail
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
revoke all on function private.subject_history(uuid, text)
  from public, anon, authenticated, service_role;

-- Definer: nobody has a grant on the table; who read whose data is on record.
create function private.list_partnership_requests(
  wanted_status text, after_moment timestamptz, after_id uuid, page_size integer
)
returns setof public.partnership_requests
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.partnership_requests[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if wanted_status = 'new' then
    page := array(
      select request
      from public.partnership_requests as request
      where request.status = 'new'
        and (after_id is null or (request.due_at, request.id) > (after_moment, after_id))
      order by request.due_at, request.id
      limit most
    );
  else
    page := array(
      select request
      from public.partnership_requests as request
      where (wanted_status is null or request.status = wanted_status)
        and (after_id is null or (request.created_at, request.id) < (after_moment, after_id))
      order by request.created_at desc, request.id desc
      limit most
    );
  end if;
  perform private.record_reading(
    'read-partnership-requests', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;

create function public.list_partnership_requests(
  status text default null, after_moment timestamptz default null,
  after_id uuid default null, page_size integer default 20
)
returns table (
  id uuid, created_at timestamptz, due_at timestamptz, status text, partner_name text,
  company_name text, property_city text, property_state text
)
language sql volatile
set search_path = ''
as $$
  select id, created_at, due_at, status, partner_name, company_name, property_city, property_state
  from private.list_partnership_requests($1, $2, $3, $4);
$$;
comment on function public.list_partnership_requests is 'One page: new ones by the oldest promise, others newest first; the next page starts after due_at or created_at and id of the last row. Active staff only; who read what is on record.';

create function private.partnership_request(request_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := request_id;
  found_one public.partnership_requests;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into found_one from public.partnership_requests where id = wanted;
  if not found then
    raise sqlstate 'PT404' using message = 'Pedido de parceria não encontrado.';
  end if;
  perform private.record_reading('read-partnership-requests', array[wanted]);
  return to_jsonb(found_one) - array['submission_id', 'contacted_by', 'decided_by']
    || jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
          'who', coalesce(staff.full_name, staff.email)
        ) order by noted.created_at desc, noted.id), '[]')
        from public.partnership_notes as noted
        left join public.staff on staff.user_id = noted.author
        where noted.request_id = wanted
      ),
      'history', private.subject_history(wanted, 'read-partnership-requests')
    );
end
$$;

create function public.partnership_request(request_id uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select private.partnership_request($1);
$$;
comment on function public.partnership_request is 'A request with its notes and history. Active staff only; who read what is on record.';

-- Definer: nobody may update requests directly. The row lock makes each step happen once.
create function private.set_partnership_status(request_id uuid, wanted text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  moved public.partnership_requests;
  is_decision constant boolean := wanted in ('accepted', 'declined');
begin
  if not private.is_active_staff() then
    return private.refuse('answer-partnership-request', request_id);
  end if;
  if wanted is null or wanted not in ('contacted', 'accepted', 'declined') then
    raise exception 'Situação inválida.' using errcode = '22023';
  end if;
  select * into moved from public.partnership_requests where id = request_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Pedido de parceria não encontrado.';
  end if;
  -- A decision is taken back by contacting again, never by deciding otherwise at once.
  if moved.status = wanted or (is_decision and moved.status in ('accepted', 'declined')) then
    return jsonb_build_object('changed', false, 'status', moved.status);
  end if;
  update public.partnership_requests
  set status = wanted,
    contacted_at = case when wanted = 'contacted' then coalesce(contacted_at, now()) else contacted_at end,
    contacted_by = case
      when wanted = 'contacted' and contacted_at is null then (select auth.uid()) else contacted_by
    end,
    decided_at = case when is_decision then now() end,
    decided_by = case when is_decision then (select auth.uid()) end,
    decline_reason = case when wanted = 'declined' then btrim(reason) end
  where id = request_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'answer-partnership-request', request_id, 'done',
    jsonb_build_object('status', wanted)
  );
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;

create function public.set_partnership_status(
  request_id uuid, status text, reason text default null
)
returns jsonb
language sql
set search_path = ''
as $$
  select private.set_partnership_status($1, $2, $3);
$$;
comment on function public.set_partnership_status is 'Says that a request was contacted, accepted or declined (with a reason), each once. Active staff only.';

create function private.add_partnership_note(request_id uuid, note_id uuid, note text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('note-partnership-request', request_id);
  end if;
  if not exists (select from public.partnership_requests as request where request.id = $1) then
    raise sqlstate 'PT404' using message = 'Pedido de parceria não encontrado.';
  end if;
  insert into public.partnership_notes (id, request_id, author, note)
  values ($2, $1, (select auth.uid()), btrim($3))
  on conflict (id) do nothing;
  return jsonb_build_object('changed', found);
end
$$;

create function public.add_partnership_note(request_id uuid, note_id uuid, note text)
returns jsonb
language sql
set search_path = ''
as $$
  select private.add_partnership_note($1, $2, $3);
$$;
comment on function public.add_partnership_note is 'Adds a note to a request, once per note_id; notes do not change. Active staff only.';

create function private.partnership_counts() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'partnershipsNew', count(*), 'partnershipsLate', count(*) filter (where due_at < now())
  )
  from public.partnership_requests where status = 'new';
$$;
comment on function private.partnership_counts is 'Partnership requests that wait, and those that wait too long.';
revoke all on function private.partnership_counts()
  from public, anon, authenticated, service_role;

grant execute on function
  private.list_partnership_requests(text, timestamptz, uuid, integer),
  private.partnership_request(uuid), private.set_partnership_status(uuid, text, text),
  private.add_partnership_note(uuid, uuid, text)
to authenticated;
revoke all on function
  public.list_partnership_requests(text, timestamptz, uuid, integer),
  public.partnership_request(uuid), public.set_partnership_status(uuid, text, text),
  public.add_partnership_note(uuid, uuid, text)
from public, anon, service_role;
grant execute on function
  public.list_partnership_requests(text, timestamptz, uuid, integer),
  public.partnership_request(uuid), public.set_partnership_status(uuid, text, text),
  public.add_partnership_note(uuid, uuid, text)
to authenticated;
