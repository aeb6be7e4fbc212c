-- The outbox. A row and its mails commit in one transaction; a worker claims, sends and
-- retries. What will not go is parked, where staff see it and can send it again. A mail about a row
-- is made from what is stored when it is sent: the queue holds no copy of it.
create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  -- Each has its words in contracts/mail-texts.ts and is made in mail/templates, or it does not compile.
  template text not null check (template in (
    'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
    'tracking-link', 'documents-asked', 'offer-made', 'offer-reminder', 'offer-accepted',
    'offer-notice', 'acceptance-notice', 'question-answered',
    'contract-ready', 'contract-ended', 'contract-regretted', 'ending-news', 'ending-notice',
    'fee-overdue', 'fee-notice', 'term-ends', 'renewal-notice', 'renewal-offered', 'renewal-ready',
    'contact-changed', 'correction-asked', 'letter-reissued', 'landlord-asked', 'landlord-link',
    'letter-fee', 'landlord-fee',
    'landlord-letter', 'landlord-replaced', 'landlord-ended', 'landlord-term-ends',
    'claims-end-soon', 'landlord-claims-end',
    'partnership-received', 'partnership-notice',
    'contact-received', 'contact-notice', 'password-recovery', 'password-created',
    'password-changed',
    'staff-confirmation', 'staff-pending', 'staff-released', 'staff-recovery',
    'staff-password-changed', 'staff-factor-changed', 'staff-digest', 'test-mail',
    'claim-opened', 'claim-told', 'claim-new', 'claim-wanted', 'claim-decided', 'claim-paid', 'claim-account'
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
  contact_message_id uuid references public.contact_messages (id) on delete cascade,
  request_id text default requests.id() check (char_length(request_id) <= 64),
  constraint outgoing_mail_staff_inbox_has_no_recipient check (
    (recipient is null) = (
      template in (
        'simulation-notice', 'offer-notice', 'renewal-notice', 'acceptance-notice', 'ending-notice',
        'partnership-notice', 'contact-notice', 'staff-pending', 'claim-new'
      )
    )
  ),
  constraint outgoing_mail_holds_no_copy check (
    payload = '{}'
    or coalesce(simulation_id, partnership_request_id, contact_message_id, contract_id) is null
  ),
  constraint outgoing_mail_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint outgoing_mail_sending_is_leased check ((status = 'sending') = (leased_until is not null))
);
comment on table public.outgoing_mail is 'E-mails to deliver; only the worker and definer functions touch it.';
comment on column public.outgoing_mail.recipient is 'Null for notices to the staff inbox, whose address is configuration.';
comment on column public.outgoing_mail.payload is 'What a mail says that is about no row; never a password, link or token.';
comment on column public.outgoing_mail.request_id is 'Of the call that queued it, for the logs and the mail''s header.';
comment on column public.outgoing_mail.last_error is 'For staff; addresses are removed.';
create index outgoing_mail_due on public.outgoing_mail (next_attempt_at) where status = 'queued';
create index outgoing_mail_leased on public.outgoing_mail (leased_until) where status = 'sending';
create index outgoing_mail_parked on public.outgoing_mail (created_at desc) where status = 'parked';
create index outgoing_mail_by_sent_at on public.outgoing_mail (sent_at) where status = 'sent';
create index outgoing_mail_by_simulation on public.outgoing_mail (simulation_id);
create index outgoing_mail_by_partnership on public.outgoing_mail (partnership_request_id);
create index outgoing_mail_by_contract on public.outgoing_mail (contract_id);
create index outgoing_mail_by_contact_message on public.outgoing_mail (contact_message_id);
alter table public.outgoing_mail enable row level security;
grant select, insert, update, delete on public.outgoing_mail to service_role;

create function private.enqueue_mail(
  template text,
  recipient text,
  payload jsonb,
  idempotency_key text,
  simulation_id uuid default null,
  partnership_request_id uuid default null,
  contract_id uuid default null,
  contact_message_id uuid default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.outgoing_mail (
    template, recipient, payload, idempotency_key,
    simulation_id, partnership_request_id, contract_id, contact_message_id
  ) values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (idempotency_key) do nothing;
$$;
comment on function private.enqueue_mail is 'Queues a mail once per idempotency key, with the row that it is about.';
grant execute on function private.enqueue_mail to service_role;

create function private.answered_offer(simulation_id uuid, mail_key text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'adjustment', offer.adjustment_reason, 'decline', offer.decline_reason,
    'question', asked.question, 'fee', offer.fee, 'validUntil', offer.valid_until
  )
  from public.offers as offer
  left join lateral (
    select question from jsonb_array_elements(offer.questions) as question
    where question ->> 'id' = split_part($2, ':', -1)
  ) as asked on true
  where offer.simulation_id = $1 and (
    asked.question is not null or offer.adjustment_asked_at is not null
    or offer.status = 'declined'
  )
  order by asked.question is not null desc, offer.created_at desc limit 1;
$$;
comment on function private.answered_offer is 'What an applicant wrote of the conditions last, and the question that a mail is about, which its key names; null where nothing was.';
grant execute on function private.answered_offer to service_role;

-- A mail about a request knows its documents, offer and contract, and one about a contract its request.
create function private.subject_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select to_jsonb(simulation) - 'search_text' || jsonb_build_object(
        'documents', private.tracked_documents(simulation),
        'offer', private.tracked_offer(simulation),
        'answered', private.answered_offer(simulation.id, mail.idempotency_key),
        'contract', private.tracked_contract(simulation),
        'fee', (
          select private.fee_to_pay(contract.id)
          from private.current_offer(simulation) as offer
          join public.contracts as contract on contract.offer_id = offer.id
          where offer.status = 'accepted'
        )
      )
      from public.simulations as simulation where simulation.id = mail.simulation_id
    ),
    (
      select to_jsonb(request)
      from public.partnership_requests as request where request.id = mail.partnership_request_id
    ),
    (
      select to_jsonb(sent)
      from public.contact_messages as sent where sent.id = mail.contact_message_id
    ),
    (
      select to_jsonb(contract) || jsonb_build_object(
        'letter_code', letter.code,
        'fee', private.fee_to_pay(contract.id),
        'renewal', private.renewal_state(contract),
        'renews', private.renewed_terms(contract.renews_contract_id),
        'correction_reason', (
          select correction.reason from private.contract_corrections as correction
          where correction.contract_id = contract.id order by correction.made_at desc limit 1
        ),
        'protocol', simulation.protocol,
        -- Before the first password the link of the request is the way in.
        'followed_by', case
          when contract.password_set_at is null and simulation.id is not null
            and private.is_tracked(simulation) then simulation.id
        end,
        'ending', private.contract_ending(contract),
        'claimUntil', private.claim_until(contract),
        'claim', private.claim_of_mail(mail.idempotency_key),
        -- Of a mail about an ending, what its key says has happened.
        'news', split_part(mail.idempotency_key, ':', 2)
      )
      from public.contracts as contract
      left join public.letters as letter on letter.contract_id = contract.id
      left join public.offers as offer on offer.id = contract.offer_id
      left join public.simulations as simulation on simulation.id = offer.simulation_id
      where contract.id = mail.contract_id
    )
  );
$$;
comment on function private.subject_of_mail is 'What a mail is about, read now: the queue itself holds no copy of it.';
grant execute on function private.subject_of_mail to service_role;

-- What the delivery worker calls. A claim is a lease: a worker that dies gives its mails back after two
-- minutes; a mail is parked when the last attempt fails. A delivery has one deadline of 60 seconds from
-- its claim (deliveryDeadlines in supabase/functions/_shared/mail/smtp-mailer.ts); recording it, tried
-- three times, takes up to 46 more when the database is slow: a lease outlasts both, or a mail would
-- arrive twice.
create function public.claim_outgoing_mail(max integer default 10)
returns table (
  id uuid, template text, recipient text, payload jsonb, idempotency_key text,
  attempts integer, created_at timestamptz, subject jsonb, request_id text
)
language sql
set search_path = ''
as $$
  update public.outgoing_mail as mail
  set status = 'sending', attempts = mail.attempts + 1,
    leased_until = clock_timestamp() + interval '2 minutes'
  where mail.id in (
    select due.id from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit least(greatest(claim_outgoing_mail.max, 1), 100)
    for update skip locked
  )
  returning mail.id, mail.template, mail.recipient, mail.payload, mail.idempotency_key,
    mail.attempts, mail.created_at, private.subject_of_mail(mail), mail.request_id;
$$;
comment on function public.claim_outgoing_mail is 'Leases due mails for two minutes, each with what it is about; never leased twice at once.';
grant execute on function public.claim_outgoing_mail to service_role;

-- What has gone out has gone out, whoever else has claimed it meanwhile.
create function public.record_mail_sent(mail_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = 'sent', sent_at = now(), leased_until = null, last_error = null, payload = '{}'
  where id = $1 and status <> 'sent';
$$;
comment on function public.record_mail_sent is 'Marks a mail as delivered, however late that is heard, and forgets what it said.';
grant execute on function public.record_mail_sent to service_role;

-- A failure counts only while nobody else has claimed the mail: a worker that comes late must not put
-- into the queue what another one is sending. Who gives no attempt is believed.
create function public.record_mail_failed(
  mail_id uuid, error text, attempt integer default null, is_final boolean default false
)
returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = case when is_final or attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, attempts), interval '6 hours'),
    -- SMTP servers quote addresses in their answers.
    last_error = left(regexp_replace($2, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 500)
  where id = $1 and status = 'sending' and attempts = coalesce($3, attempts);
$$;
comment on function public.record_mail_failed is 'Schedules the next attempt, or parks the mail after the eighth, or at once when another would be no use.';
grant execute on function public.record_mail_failed to service_role;

-- Definer: staff have no grant on the outbox. Recipient and payload stay hidden, except the
-- address that staff need in order to help.
create function private.list_parked_mail()
returns table (
  id uuid, template text, recipient text, attempts integer, last_error text,
  created_at timestamptz, simulation_id uuid
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select mail.id, mail.template, mail.recipient, mail.attempts, mail.last_error,
      mail.created_at, mail.simulation_id
    from public.outgoing_mail as mail
    where mail.status = 'parked'
    order by mail.created_at desc
    limit 200;
end
$$;
call private.expose('list_parked_mail', 'authenticated',
  'The newest 200 mails that gave up; active staff only.');

-- Definer for the same reason.
create function private.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  resent boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('resend-mail', mail_id);
  end if;
  update public.outgoing_mail
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and status = 'parked';
  resent := found;
  if resent then
    insert into public.audit_trail (actor, action, subject_id, outcome)
    values ((select auth.uid()), 'resend-mail', mail_id, 'done');
  end if;
  return jsonb_build_object('changed', resent);
end
$$;
call private.expose('resend_mail', 'authenticated',
  'Puts a parked mail back into the queue; active staff only.');

-- A mail that waits for its time, as a decision does until it cannot be undone, is not held up.
create function private.mail_waiting_since() returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(case when mail.attempts = 0 then mail.next_attempt_at else mail.created_at end)
  from public.outgoing_mail as mail
  where mail.status in ('queued', 'sending')
    and (mail.attempts > 0 or mail.next_attempt_at <= now());
$$;
comment on function private.mail_waiting_since is 'Since when the longest held up mail should have gone; null when none is.';

-- Editors of the mails' words have one sent to themselves. Who they are only the content API knows: it
-- is asked by the function, once the caller's network is within its limit, and it names the address.
-- The words come with the mail, as they are not published yet.
create function public.open_test_mail(address_hash text) returns void
language sql
set search_path = ''
as $$
  select private.require_within_limit('test-mail-by-address', address_hash);
$$;
comment on function public.open_test_mail is 'Counts a try to send a test mail, before its token is shown to the content API.';
grant execute on function public.open_test_mail to service_role;

create function public.queue_test_mail(recipient text, payload jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('test-mail-by-editor', recipient);
  perform private.enqueue_mail(
    'test-mail', recipient, payload, 'test-mail:' || gen_random_uuid()
  );
end
$$;
comment on function public.queue_test_mail is 'Queues a mail with words that are not published, to the editor who asked for it.';
grant execute on function public.queue_test_mail to service_role;
