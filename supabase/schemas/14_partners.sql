-- Requests from agencies and owners who want to sell the guarantee. The site promises an answer within a time that
-- editors set. A person who sent a request cannot read the row's deadline, notes or outcome.
create table public.partnership_requests (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  partner_name text not null check (char_length(btrim(partner_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  company_name text not null check (char_length(btrim(company_name)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  property_type text not null check (private.is_property_type(property_type)),
  property_value numeric(12, 2) not null check (property_value between 0 and 9999999999.99),
  message text check (char_length(message) <= 1000),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'accepted', 'declined')),
  due_at timestamptz not null default now() + interval '48 hours',
  contacted_at timestamptz,
  contacted_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  decline_reason text check (char_length(btrim(decline_reason)) between 3 and 1000),
  protocol text not null unique default private.new_protocol('PP')
    check (private.is_protocol(protocol, 'PP')),
  search_text text not null generated always as (
    private.search_key(
      ' ' || company_name || ' ' || partner_name || ' ' || email || ' ' || phone || ' ' || protocol
      || ' ' || property_address
    )
  ) stored,
  constraint partnership_requests_contact_is_due_later check (due_at > created_at),
  constraint partnership_requests_new_was_not_contacted
    check (status <> 'new' or (contacted_at is null and contacted_by is null)),
  constraint partnership_requests_contact_has_time
    check (status <> 'contacted' or contacted_at is not null),
  constraint partnership_requests_decision_has_time
    check ((status in ('accepted', 'declined')) = (decided_at is not null)),
  constraint partnership_requests_declined_have_reason
    check ((status = 'declined') = (decline_reason is not null))
);
comment on table public.partnership_requests is 'Requests of agencies and owners who want to become partners.';
comment on column public.partnership_requests.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second request.';
comment on column public.partnership_requests.due_at is 'Time by which the site promised a contact, under the business rules at the time of the request.';
comment on column public.partnership_requests.protocol is 'Protocol number that people quote: PP-2026-, seven random characters and a check character.';
comment on column public.partnership_requests.decline_reason is 'Reason why staff declined the request, for staff only.';

create index partnership_requests_newest
  on public.partnership_requests (created_at desc, id desc);
create index partnership_requests_oldest_promise
  on public.partnership_requests (due_at, id) where status = 'new';
create index partnership_requests_newest_by_status
  on public.partnership_requests (status, created_at desc, id desc);
create index partnership_requests_by_caller on public.partnership_requests (contacted_by);
create index partnership_requests_by_decider on public.partnership_requests (decided_by);
-- private.find_cases uses this index.
create index partnership_requests_by_grams on public.partnership_requests
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);

alter table public.partnership_requests enable row level security;
grant select, update, delete on public.partnership_requests to service_role;
grant insert (
  submission_id, partner_name, email, phone, company_name, property_address, property_city,
  property_state, property_type, property_value, message
) on public.partnership_requests to service_role;

create trigger refuse_links
before insert on public.partnership_requests
for each row execute function private.refuse_links(
  'partner_name', 'company_name', 'property_address', 'property_city'
);

create table public.partnership_notes (
  id uuid primary key,
  request_id uuid not null references public.partnership_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  note text not null check (char_length(btrim(note)) between 1 and 2000)
);
comment on table public.partnership_notes is 'Notes of staff about a partnership request; rows never change.';
comment on column public.partnership_notes.id is 'Id that the browser makes once per note, so that sending the note again stores no second note.';
create index partnership_notes_by_request on public.partnership_notes (request_id, created_at);
create index partnership_notes_by_author on public.partnership_notes (author);
alter table public.partnership_notes enable row level security;
grant select, insert, delete on public.partnership_notes to service_role;

-- Partnership requests are deleted after two years, so this table keeps the partners until their partnership ends.
create table public.partners (
  id uuid primary key default gen_random_uuid(),
  request_id uuid unique references public.partnership_requests (id) on delete set null,
  company_name text not null check (char_length(btrim(company_name)) between 2 and 100),
  partner_name text not null check (char_length(btrim(partner_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  city text not null check (char_length(btrim(city)) between 2 and 100),
  state text not null check (private.is_state(state)),
  accepted_at timestamptz not null default now(),
  accepted_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz,
  ended_by uuid references auth.users (id) on delete set null,
  search_text text not null generated always as (
    private.search_key(
      ' ' || company_name || ' ' || partner_name || ' ' || email || ' ' || phone
    )
  ) stored,
  constraint partners_end_later check (ended_at >= accepted_at)
);
comment on table public.partners is 'Agencies and owners that sell the guarantee, with the time when their partnership ended.';
comment on column public.partners.request_id is 'Partnership request from which the partner came; null after that request was deleted.';
create index partners_in_order on public.partners ((ended_at is not null), company_name, id);
create index partners_by_end on public.partners (ended_at) where ended_at is not null;
create index partners_by_acceptor on public.partners (accepted_by);
create index partners_by_ender on public.partners (ended_by);
create index partners_newest on public.partners (accepted_at desc, id desc);
create index partners_by_grams on public.partners
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
alter table public.partners enable row level security;
grant select, insert, update, delete on public.partners to service_role;

create function public.submit_partnership_request(
  request jsonb, address_hash text, contact_hours integer default 48
) returns jsonb
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
    perform private.queue_form_mails('partnership', stored.id, stored.email, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.partnership_requests', request)
  ) then
    -- A form that reuses a stored submission id with other content gets no data of the stored request.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_build_object(
    'id', stored.id, 'created', created,
    'protocol', stored.protocol, 'answerDueAt', stored.due_at
  );
end
$$;
comment on function public.submit_partnership_request is 'Stores a partnership request once per submissionId and queues its mails. Returns the protocol of the request and the time by which the site promises a contact.';
grant execute on function public.submit_partnership_request to service_role;

-- Security definer, because staff have no grant on partnership_requests. The call is recorded as a reading.
create function private.list_partnership_requests(
  wanted_status text, after_moment timestamptz, after_id uuid, page_size integer
)
returns table (
  id uuid, created_at timestamptz, due_at timestamptz, status text, partner_name text,
  company_name text, property_city text, property_state text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.partnership_requests[];
begin
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
  return query
    select shown.id, shown.created_at, shown.due_at, shown.status, shown.partner_name,
      shown.company_name, shown.property_city, shown.property_state
    from unnest(page) as shown;
end
$$;
call private.expose('list_partnership_requests', 'authenticated',
  'Lists one page of partnership requests: new requests by due_at, the other lists by created_at, newest first. The next page starts after after_moment (due_at or created_at of the last row) and after_id. Records the read.',
  'status text default null, after_moment timestamptz default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on partnership_requests.
create function private.partnership_request(request_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := request_id;
  shown public.partnership_requests;
begin
  select * into shown from public.partnership_requests where id = wanted;
  perform private.require_found(found, 'Pedido de parceria não encontrado.');
  perform private.record_reading('read-partnership-requests', array[wanted]);
  return to_jsonb(shown) - array['submission_id', 'search_text', 'contacted_by', 'decided_by']
    || jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
          'who', private.staff_name(noted.author)
        ) order by noted.created_at desc, noted.id), '[]')
        from public.partnership_notes as noted where noted.request_id = wanted
      ),
      'history', private.subject_history(wanted, 'read-partnership-requests')
    );
end
$$;
call private.expose('partnership_request', 'authenticated',
  'Returns a partnership request with its notes and history. Records the read.',
  needs => 'read', action => 'read-partnership-requests');

-- Security definer, because staff may not update partnership_requests. The row lock makes a second click
-- wait until it finds the new status and changes nothing.
create function private.set_partnership_status(request_id uuid, wanted text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  moved public.partnership_requests;
  is_decision constant boolean := wanted in ('accepted', 'declined');
begin
  if wanted is null or wanted not in ('contacted', 'accepted', 'declined') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  select * into moved from public.partnership_requests where id = request_id for update;
  perform private.require_found(found, 'Pedido de parceria não encontrado.');
  -- Staff undo a decision by setting the status to contacted. A decision cannot replace another decision directly.
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
  if wanted = 'accepted' then
    insert into public.partners (
      request_id, company_name, partner_name, email, phone, city, state, accepted_by
    ) values (
      moved.id, moved.company_name, moved.partner_name, moved.email, moved.phone,
      moved.property_city, moved.property_state, (select auth.uid())
    )
    on conflict on constraint partners_request_id_key do update
    set accepted_at = now(), accepted_by = excluded.accepted_by, ended_at = null, ended_by = null;
  elsif moved.status = 'accepted' then
    -- Deletes the partner when staff undo the acceptance. A partner whose partnership has ended is kept for the
    -- retention period.
    delete from public.partners as partner
    where partner.request_id = moved.id and partner.ended_at is null;
  end if;
  perform private.note(
    'answer-partnership-request', request_id, jsonb_build_object('status', wanted)
  );
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_partnership_status', 'authenticated',
  'Marks a request as contacted, accepted or declined (with a reason), each once.',
  'request_id uuid, status text, reason text default null',
  needs => 'requests', action => 'answer-partnership-request');

-- Security definer, because staff may not write partnership_notes.
create function private.add_partnership_note(request_id uuid, note_id uuid, note text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_found(
    exists (select from public.partnership_requests as request where request.id = $1),
    'Pedido de parceria não encontrado.'
  );
  insert into public.partnership_notes (id, request_id, author, note)
  values ($2, $1, (select auth.uid()), btrim($3))
  on conflict (id) do nothing;
  return jsonb_build_object('changed', found);
end
$$;
call private.expose('add_partnership_note', 'authenticated',
  'Adds a note to a request, once per note_id; notes do not change.',
  needs => 'read', action => 'note-partnership-request');

-- Security definer, because staff have no grant on partners. The call is recorded as a reading.
create function private.list_partners(after_id uuid, page_size integer)
returns table (
  id uuid, request_id uuid, company_name text, partner_name text, email text, phone text,
  city text, state text, accepted_at timestamptz, ended_at timestamptz
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.partners[];
begin
  page := array(
    select partner
    from public.partners as partner
    where after_id is null
      or (partner.ended_at is not null, partner.company_name, partner.id) > (
        select last_one.ended_at is not null, last_one.company_name, last_one.id
        from public.partners as last_one where last_one.id = after_id
      )
    order by (partner.ended_at is not null), partner.company_name, partner.id
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-partners', array(select shown.id from unnest(page) as shown));
  return query
    select shown.id, shown.request_id, shown.company_name, shown.partner_name, shown.email,
      shown.phone, shown.city, shown.state, shown.accepted_at, shown.ended_at
    from unnest(page) as shown;
end
$$;
call private.expose('list_partners', 'authenticated',
  'Lists one page of partners by company, current ones first; the next page starts after the last row. Records the read.',
  'after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff may not update partners.
create function private.end_partnership(partner_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ended boolean;
begin
  perform private.require_found(
    exists (select from public.partners as partner where partner.id = $1),
    'Parceiro não encontrado.'
  );
  update public.partners as partner set ended_at = now(), ended_by = (select auth.uid())
  where partner.id = $1 and partner.ended_at is null;
  ended := found;
  if ended then
    perform private.note('end-partnership', partner_id);
  end if;
  return jsonb_build_object('changed', ended);
end
$$;
call private.expose('end_partnership', 'authenticated',
  'Ends a partnership once; its data is deleted five years later.',
  needs => 'requests');

create function private.partnership_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'partnershipsNew', count(*), 'partnershipsLate', count(*) filter (where due_at < now())
  )
  from public.partnership_requests where status = 'new';
end;
comment on function private.partnership_counts is 'Counts the new partnership requests, and the new requests whose due_at is past.';
