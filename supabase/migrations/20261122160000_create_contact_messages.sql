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
  constraint contact_messages_answer_has_time check ((status = 'answered') = (answered_at is not null)),
  constraint contact_messages_new_has_no_answerer check (status = 'answered' or answered_by is null)
);
comment on table public.contact_messages is 'Messages of the contact form, and who answered them.';
comment on column public.contact_messages.submission_id is 'Made by the browser once per filled form; makes a retry harmless.';
comment on column public.contact_messages.product is 'Address of the product page that it is about; content says which there are.';

create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_newest_by_status
  on public.contact_messages (status, created_at desc, id desc);
create index contact_messages_by_answerer on public.contact_messages (answered_by);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated, service_role;
grant select, update, delete on public.contact_messages to service_role;
-- What a visitor may set (20261122150000_read_forms_by_column.sql).
grant insert (submission_id, name, email, phone, subject, message, product)
  on public.contact_messages to service_role;

-- The message itself may hold a link: of the flat, of a document.
create trigger refuse_links
before insert on public.contact_messages
for each row execute function private.refuse_links('name', 'subject');

insert into private.limits (action, most, per) values
  ('contact-by-address', 10, interval '1 hour');

insert into private.retention
  (name, table_name, what, keep_for, how, expired, reduce_to, reason)
values
  ('contact-messages', 'public.contact_messages',
    'Mensagens do formulário de contato', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou; o que virou contrato se guarda à parte.');
