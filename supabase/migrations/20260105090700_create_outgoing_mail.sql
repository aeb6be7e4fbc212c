-- The outbox. A row and its mails commit in one transaction; a worker claims, sends and
-- retries. What will not go is parked, where staff see it and can send it again.
create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template in (
    'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
    'partnership-received', 'partnership-notice', 'password-recovery', 'password-changed',
    'staff-pending', 'staff-released'
  )),
  recipient text check (private.is_email(recipient)),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  idempotency_key text not null unique check (char_length(idempotency_key) between 1 and 200),
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'parked')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text check (char_length(last_error) <= 500),
  simulation_id uuid references public.simulations (id) on delete cascade,
  partnership_request_id uuid references public.partnership_requests (id) on delete cascade,
  contract_id uuid references public.contracts (id) on delete cascade,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outgoing_mail_staff_inbox_has_no_recipient check (
    (recipient is null) = (template in ('simulation-notice', 'partnership-notice', 'staff-pending'))
  ),
  constraint outgoing_mail_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint outgoing_mail_sending_is_leased check ((status = 'sending') = (leased_until is not null))
);
comment on table public.outgoing_mail is 'E-mails to deliver; only the worker and definer functions touch it.';
comment on column public.outgoing_mail.recipient is 'Null for notices to the staff inbox, whose address is configuration.';
comment on column public.outgoing_mail.payload is 'What the template needs; never a password, link or token.';
comment on column public.outgoing_mail.last_error is 'For staff; addresses are removed.';

create index outgoing_mail_due on public.outgoing_mail (next_attempt_at) where status = 'queued';
create index outgoing_mail_leased on public.outgoing_mail (leased_until) where status = 'sending';
create index outgoing_mail_parked on public.outgoing_mail (created_at desc) where status = 'parked';
create index outgoing_mail_by_sent_at on public.outgoing_mail (sent_at) where status = 'sent';
create index outgoing_mail_by_simulation on public.outgoing_mail (simulation_id);
create index outgoing_mail_by_partnership on public.outgoing_mail (partnership_request_id);
create index outgoing_mail_by_contract on public.outgoing_mail (contract_id);

alter table public.outgoing_mail enable row level security;
revoke all on public.outgoing_mail from anon, authenticated, service_role;
grant select, insert, update, delete on public.outgoing_mail to service_role;
