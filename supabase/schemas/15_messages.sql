-- Staff read visitors' messages of /contato through list_contact_messages, which records the read.
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
comment on table public.contact_messages is 'Messages that visitors write in the contact form, with the member of staff who answered.';
comment on column public.contact_messages.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second message.';
comment on column public.contact_messages.protocol is 'Protocol number that people quote: PM-2026-, seven random characters and a check character.';
comment on column public.contact_messages.product is 'Path of the product page that the message is about. The published content lists the products.';
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_newest_by_status
  on public.contact_messages (status, created_at desc, id desc);
create index contact_messages_by_answerer on public.contact_messages (answered_by);
create index contact_messages_by_grams on public.contact_messages
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
alter table public.contact_messages enable row level security;
grant select, update, delete on public.contact_messages to service_role;
grant insert (submission_id, name, email, phone, subject, message, product)
  on public.contact_messages to service_role;

-- The trigger does not check the column message, which may contain a link, for example to the flat or a document.
create trigger refuse_links
before insert on public.contact_messages
for each row execute function private.refuse_links('name', 'subject');

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
    perform private.queue_form_mails('contact', stored.id, stored.email, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.contact_messages', request)
  ) then
    -- A form that reuses a stored submission id with other content gets no data of the stored message.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created, 'protocol', stored.protocol);
end
$$;
comment on function public.submit_contact_message is 'Stores a contact message once per submissionId and queues its mails. Returns the protocol of the message.';
grant execute on function public.submit_contact_message to service_role;

-- Security definer, because staff have no grant on contact_messages or on the audit trail.
create function private.list_contact_messages(
  wanted_status text, before_created_at timestamptz, before_id uuid, page_size integer
) returns setof public.contact_messages
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.contact_messages[];
begin
  page := array(
    -- The alias cannot be "message", because a column has that name.
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
  'Lists one page of messages, newest first; the next page starts before the last row. Records the read.',
  'status text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on contact_messages or on the audit trail.
create function private.contact_message(message_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := message_id;
  shown public.contact_messages;
begin
  select * into shown from public.contact_messages where id = wanted;
  perform private.require_found(found, 'Mensagem não encontrada.');
  perform private.record_reading('read-contact-messages', array[wanted]);
  return to_jsonb(shown) - array['submission_id', 'search_text', 'answered_by'] || jsonb_build_object(
    'answered_by', private.staff_name(shown.answered_by),
    'history', private.subject_history(wanted, 'read-contact-messages')
  );
end
$$;
call private.expose('contact_message', 'authenticated',
  'Returns a message with the name of the member of staff who answered, and its history. Records the read.',
  needs => 'read', action => 'read-contact-messages');

-- Security definer, because staff may not update contact_messages. The row lock makes a second click wait until it
-- finds the new status and changes nothing.
create function private.set_message_answered(message_id uuid, answered boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := case when answered then 'answered' else 'new' end;
  present text;
begin
  select sent.status into present
  from public.contact_messages as sent where sent.id = message_id for update;
  perform private.require_found(found, 'Mensagem não encontrada.');
  if present = wanted then
    return jsonb_build_object('changed', false, 'status', present);
  end if;
  update public.contact_messages
  set status = wanted,
    answered_at = case when answered then now() end,
    answered_by = case when answered then (select auth.uid()) end
  where id = message_id;
  perform private.note('answer-contact-message', message_id, jsonb_build_object('status', wanted));
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_message_answered', 'authenticated',
  'Marks a message as answered or opens it again, each once.',
  needs => 'requests', action => 'answer-contact-message');
