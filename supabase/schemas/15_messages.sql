-- What visitors write to the company on /contato. Written by submit_contact_message, read by staff
-- through list_contact_messages, which takes note; whoever answers says so here.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  status text not null default 'new' check (status in ('new', 'answered')),
  name text not null check (char_length(btrim(name)) between 2 and 100),
  email text not null check (private.is_email(email)),
  phone text check (private.is_phone(phone)),
  subject text not null check (char_length(btrim(subject)) between 3 and 120),
  message text not null check (char_length(btrim(message)) between 3 and 1000),
  product text check (char_length(product) <= 96 and product ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  answered_by uuid references auth.users (id) on delete set null,
  answered_at timestamptz,
  protocol text not null unique default private.new_protocol('PM')
    check (private.is_protocol(protocol, 'PM')),
  search_text text not null generated always as (
    private.search_key(
      ' ' || name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || protocol
      || ' ' || subject
    )
  ) stored,
  constraint contact_messages_answer_has_time check ((status = 'answered') = (answered_at is not null)),
  constraint contact_messages_new_has_no_answerer check (status = 'answered' or answered_by is null)
);
comment on table public.contact_messages is 'Messages of the contact form, and who answered them.';
comment on column public.contact_messages.submission_id is 'Made by the browser once per filled form; makes a retry harmless.';
comment on column public.contact_messages.protocol is 'What people name the message by: PM-2026- and eight characters with a check.';
comment on column public.contact_messages.product is 'Address of the product page that it is about; content says which there are.';
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_newest_by_status
  on public.contact_messages (status, created_at desc, id desc);
create index contact_messages_by_answerer on public.contact_messages (answered_by);
create index contact_messages_by_grams on public.contact_messages
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
alter table public.contact_messages enable row level security;
grant select, update, delete on public.contact_messages to service_role;
-- What a visitor may set.
grant insert (submission_id, name, email, phone, subject, message, product)
  on public.contact_messages to service_role;

-- The message itself may hold a link: of the flat, of a document.
create trigger refuse_links
before insert on public.contact_messages
for each row execute function private.refuse_links('name', 'subject');

create function private.tell_of_contact_message(stored public.contact_messages, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if private.may_confirm(stored.email, address_hash) then
    perform private.enqueue_mail(
      'contact-received', stored.email, '{}',
      'contact-received:' || stored.id, contact_message_id => stored.id
    );
  end if;
  -- Beyond the cap staff read these on their screen alone.
  if (select within from private.count_hit('contact-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'contact-notice', null, '{}',
      'contact-notice:' || stored.id, contact_message_id => stored.id
    );
  end if;
end
$$;
comment on function private.tell_of_contact_message is 'Queues the mails of a new message, within their caps.';
grant execute on function private.tell_of_contact_message to service_role;

create function public.submit_contact_message(request jsonb, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  created boolean;
  stored public.contact_messages;
begin
  created := private.store_form('public.contact_messages', request);
  select * into strict stored from public.contact_messages where submission_id = submission;
  if created then
    perform private.require_within_limit('contact-by-address', address_hash);
    perform private.tell_of_contact_message(stored, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.contact_messages', request)
  ) then
    -- Whoever only knows the id of a submission is told nothing of it.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created, 'protocol', stored.protocol);
end
$$;
comment on function public.submit_contact_message is 'Stores a message with its protocol and queues its mails once per submissionId; gives what its sender is told.';
grant execute on function public.submit_contact_message to service_role;

-- Definer: staff have no grant on the table, and nobody may write the trail directly.
create function private.list_contact_messages(
  wanted_status text, before_created_at timestamptz, before_id uuid, page_size integer
)
returns setof public.contact_messages
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.contact_messages[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  page := array(
    -- Not named message, which is a column.
    select sent
    from public.contact_messages as sent
    where (wanted_status is null or sent.status = wanted_status)
      and (
        before_created_at is null
        or (sent.created_at, sent.id) < (before_created_at, before_id)
      )
    order by sent.created_at desc, sent.id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading(
    'read-contact-messages', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;
call private.expose('list_contact_messages', 'authenticated',
  'One page, newest first; the next page starts before the last row. Active staff only; who read what is on record.',
  'status text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20');

-- Definer for the same reason.
create function private.contact_message(message_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := message_id;
  found_one public.contact_messages;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into found_one from public.contact_messages where id = wanted;
  if not found then
    raise sqlstate 'PT404' using message = 'Mensagem não encontrada.';
  end if;
  perform private.record_reading('read-contact-messages', array[wanted]);
  return to_jsonb(found_one) - array['submission_id', 'search_text', 'answered_by'] || jsonb_build_object(
    'answered_by', (
      select coalesce(staff.full_name, staff.email)
      from public.staff where staff.user_id = found_one.answered_by
    ),
    'history', private.subject_history(wanted, 'read-contact-messages')
  );
end
$$;
call private.expose('contact_message', 'authenticated',
  'A message with who answered it and its history. Active staff only; who read what is on record.');

-- Who answered a message says so, and may take it back; who wrote is told nothing by this.
-- Definer: nobody may update messages directly. The row lock makes it happen once.
create function private.set_message_answered(message_id uuid, answered boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := case when answered then 'answered' else 'new' end;
  present text;
begin
  if not private.is_active_staff() then
    return private.refuse('answer-contact-message', message_id);
  end if;
  select sent.status into present
  from public.contact_messages as sent where sent.id = message_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Mensagem não encontrada.';
  end if;
  if present = wanted then
    return jsonb_build_object('changed', false, 'status', present);
  end if;
  update public.contact_messages
  set status = wanted,
    answered_at = case when answered then now() end,
    answered_by = case when answered then (select auth.uid()) end
  where id = message_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'answer-contact-message', message_id, 'done',
    jsonb_build_object('status', wanted)
  );
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_message_answered', 'authenticated',
  'Says that a message was answered, or opens it again; each once. Active staff only.');
