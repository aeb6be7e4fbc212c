-- One transaction stores a row and queues the mails about that row. A mail that fails too often is parked, and staff
-- can send it again. The text is made from the row at the time of sending, so the queue holds no copy of the data.
create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  -- The TypeScript compiler fails when a template is missing in contracts/mail-texts.ts or in mail/templates.
  template text not null check (template in (
    'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
    'tracking-link', 'request-corrected', 'request-address-left', 'documents-asked', 'offer-made', 'offer-changed', 'offer-reminder',
    'offer-accepted',
    'offer-notice', 'acceptance-notice', 'question-answered',
    'contract-ready', 'contract-ended', 'contract-regretted', 'ending-news', 'ending-notice',
    'payment-received', 'payment-reversed', 'refund-due', 'refund-paid',
    'fee-overdue', 'fee-notice', 'term-ends', 'renewal-notice', 'renewal-offered', 'renewal-ready',
    'contact-changed', 'correction-asked', 'letter-reissued', 'landlord-asked', 'landlord-link',
    'letter-fee', 'landlord-fee',
    'landlord-letter', 'landlord-replaced', 'landlord-ending', 'landlord-ended', 'landlord-term-ends',
    'landlord-act', 'landlord-checked', 'address-notice',
    'claims-end-soon', 'landlord-claims-end',
    'partnership-received', 'partnership-notice',
    'contact-received', 'contact-notice', 'password-recovery', 'password-created',
    'password-changed',
    'staff-confirmation', 'staff-pending', 'staff-released', 'staff-recovery',
    'staff-password-changed', 'staff-factor-changed', 'staff-digest', 'test-mail',
    'claim-opened', 'claim-told', 'claim-new', 'claim-wanted', 'claim-decided', 'claim-paid', 'claim-account',
    'refund-account'
  )),
  recipient text check (private.is_email(recipient)),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  idempotency_key text not null unique check (char_length(idempotency_key) between 1 and 200),
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'parked', 'dismissed')),
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
  dismissed_reason text check (char_length(btrim(dismissed_reason)) between 3 and 500),
  constraint outgoing_mail_dismissed_has_reason check ((status = 'dismissed') = (dismissed_reason is not null)),
  constraint outgoing_mail_staff_inbox_has_no_recipient check (
    (recipient is null) = (
      template in (
        'simulation-notice', 'offer-notice', 'renewal-notice', 'acceptance-notice', 'ending-notice',
        'partnership-notice', 'contact-notice', 'staff-pending', 'claim-new', 'address-notice'
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
comment on table public.outgoing_mail is 'E-mails to deliver. Only the delivery worker and security definer functions read or write this table.';
comment on column public.outgoing_mail.recipient is 'E-mail address of the recipient; null for notices to the staff inbox, whose address is in the configuration.';
comment on column public.outgoing_mail.payload is 'Data of a mail that refers to no request, contract, partnership request or message; never a password, link or token.';
comment on column public.outgoing_mail.request_id is 'Id of the call that queued the mail, for the logs and for a header of the mail.';
comment on column public.outgoing_mail.dismissed_reason is 'Reason of staff for a parked mail that is not sent again.';
comment on column public.outgoing_mail.last_error is 'Last delivery error, shown to staff, without e-mail addresses.';
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
  contact_message_id uuid default null,
  delay interval default '0'
) returns void
language sql
set search_path = ''
as $$
  insert into public.outgoing_mail (
    template, recipient, payload, idempotency_key,
    simulation_id, partnership_request_id, contract_id, contact_message_id, next_attempt_at
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9)
  on conflict (idempotency_key) do nothing;
$$;
comment on function private.enqueue_mail is 'Queues a mail once per idempotency key, to be sent after a delay. The ids name the row that the mail is about.';
grant execute on function private.enqueue_mail to service_role;

create function private.answered_offer(simulation_id uuid, mail_key text) returns jsonb
language sql stable
begin atomic
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
end;
comment on function private.answered_offer is 'Returns the applicant''s answer to an offer (change, refusal or question), for a mail to staff. The idempotency key of the mail ends with the id of the question. Null when the request has no answer.';
grant execute on function private.answered_offer to service_role;

-- A mail about a request gets the request with its documents, offer and contract. A mail about a contract gets the
-- contract with the protocol of its request.
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
        'correction', private.correction_of_mail(mail.idempotency_key),
        'contract', private.tracked_contract(simulation),
        'fee', (
          select private.fee_to_pay(contract.id, mail.idempotency_key)
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
        'fee', private.fee_to_pay(contract.id, mail.idempotency_key),
        'money', private.money_of_mail(mail.idempotency_key),
        'renewal', private.renewal_state(contract),
        'renews', private.renewed_terms(contract.renews_contract_id),
        'correction_reason', (
          select correction.reason from private.contract_corrections as correction
          where correction.contract_id = contract.id order by correction.made_at desc limit 1
        ),
        'protocol', simulation.protocol,
        -- Id of the request whose link shows the contract to a tenant without a password.
        'followed_by', case
          when contract.password_set_at is null and simulation.id is not null
            and private.is_tracked(simulation) then simulation.id
        end,
        'ending', private.contract_ending(contract),
        'claimUntil', private.claim_until(contract.lease_id),
        'balance', case when mail.template in ('contract-ended', 'contract-regretted', 'ending-news', 'ending-notice', 'landlord-ending')
          then private.contract_money(contract.id) - array['charges', 'movements'] end,
        'act', private.act_of_mail(mail),
        'claim', private.claim_of_mail(mail.idempotency_key),
        'refundAccount', case when mail.template = 'refund-account' then private.refund_account(contract) end,
        -- Event that a mail about the end of a contract reports: the second part of the idempotency key.
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
comment on function private.subject_of_mail is 'Returns the current data of the row that a mail is about, because the queue holds no copy.';
grant execute on function private.subject_of_mail to service_role;

-- If a worker has no result after two minutes, another worker takes the mail. A slow worker needs up to 106 seconds: 60
-- to deliver (deliveryDeadlines in supabase/functions/_shared/mail/smtp-mailer.ts) and 46 to record the delivery in
-- three attempts. With a shorter reservation, a mail could be sent twice.
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
comment on function public.claim_outgoing_mail is 'Reserves due mails for one worker for two minutes. Returns each mail with the data of the row that it is about.';
grant execute on function public.claim_outgoing_mail to service_role;

-- Records the delivery even when another worker has taken the mail meanwhile.
create function public.record_mail_sent(mail_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = 'sent', sent_at = now(), leased_until = null, last_error = null, payload = '{}'
  where id = $1 and status <> 'sent';
$$;
comment on function public.record_mail_sent is 'Marks a mail as delivered and clears its payload, even when the worker reports late.';
grant execute on function public.record_mail_sent to service_role;

-- Ignores a late worker whose `attempt` is not the current one, because another worker is sending the mail now. Null
-- skips this check.
create function public.record_mail_failed(
  mail_id uuid, error text, attempt integer default null, is_final boolean default false
) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = case when is_final or attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, attempts), interval '6 hours'),
    -- Removes e-mail addresses, which SMTP servers quote in their answers.
    last_error = left(regexp_replace($2, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 500)
  where id = $1 and status = 'sending' and attempts = coalesce($3, attempts);
$$;
comment on function public.record_mail_failed is 'Schedules the next attempt of a mail. Parks the mail after the eighth attempt, or at once when is_final is true.';
grant execute on function public.record_mail_failed to service_role;

-- supabase/functions/_shared/mail/mail-errors.ts makes the code. The inbox of the company is a setting of the operator.
create function private.is_about_recipient(mail public.outgoing_mail) returns boolean
language sql immutable
return coalesce(mail.recipient is not null and mail.last_error like 'ERECIPIENT%', false);
comment on function private.is_about_recipient is 'Reports whether the last attempt failed because of the address or mailbox of the recipient. Such a mail is work for staff and pages nobody.';
grant execute on function private.is_about_recipient to service_role;

create function private.is_correctable(mail public.outgoing_mail) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.simulations as request
    where request.id = mail.simulation_id and request.email = mail.recipient and not exists (
      select from public.offers as offer where offer.simulation_id = request.id and offer.status = 'accepted'
    )
  ) or exists (
    select from public.contracts as contract
    where contract.id = mail.contract_id and contract.tenant_email = mail.recipient and private.is_running(contract)
  );
$$;
comment on function private.is_correctable is 'Reports whether a mail went to the address of an applicant or tenant that staff may still correct.';

-- Security definer, because staff have no grant on the outbox. Staff need the address to help the recipient.
create function private.list_parked_mail()
returns table (
  id uuid, template text, recipient text, attempts integer, last_error text,
  created_at timestamptz, simulation_id uuid, about jsonb, may_correct boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select mail.id, mail.template, mail.recipient, mail.attempts, mail.last_error,
      mail.created_at, mail.simulation_id, known.about, private.is_correctable(mail)
    from public.outgoing_mail as mail
    left join private.audit_cases(array(
      select parked.id from public.outgoing_mail as parked
      where parked.status = 'parked'
      order by parked.created_at desc
      limit 200
    )) as known on known.subject = mail.id
    where mail.status = 'parked'
    order by mail.created_at desc
    limit 200;
end
$$;
call private.expose('list_parked_mail', 'authenticated',
  'Lists the newest 200 parked mails, each with its case {kind, id, number} and whether staff may correct its address.',
  needs => 'read');

-- Security definer, because staff may not update the outbox.
create function private.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  resent boolean;
begin
  update public.outgoing_mail
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and status = 'parked';
  resent := found;
  if resent then
    perform private.note('resend-mail', mail_id);
  end if;
  return jsonb_build_object('changed', resent);
end
$$;
call private.expose('resend_mail', 'authenticated',
  'Puts a parked mail back into the queue.',
  needs => 'contracts');

-- Security definer, because staff may not update the outbox.
create function private.dismiss_mail(mail_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  mail public.outgoing_mail;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  update public.outgoing_mail as parked set status = 'dismissed', dismissed_reason = btrim($2), payload = '{}'
  where parked.id = $1 and parked.status = 'parked'
  returning parked.* into mail;
  if mail.id is null then
    return jsonb_build_object('changed', false);
  end if;
  if num_nonnulls(mail.simulation_id, mail.contract_id) = 1 then
    insert into public.case_notes (id, simulation_id, contract_id, author, note)
    values (
      gen_random_uuid(), mail.simulation_id, mail.contract_id, (select auth.uid()), 'E-mail dispensado: ' || btrim($2)
    );
  end if;
  perform private.note('dismiss-mail', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('dismiss_mail', 'authenticated',
  'Takes a parked mail out of the list with a reason, which is also noted on its case. The mail is never sent.',
  needs => 'contracts');

-- Security definer, because staff may not update the outbox. The right depends on the case, so it is checked inside.
-- The address changes in the case, with its rules, mails and history; the mail follows.
create function private.correct_mail_address(mail_id uuid, correction_id uuid, address text, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  corrected constant jsonb := to_jsonb(lower(btrim(address)));
  mail public.outgoing_mail;
  wanted text;
  outcome text;
begin
  select * into mail from public.outgoing_mail as parked where parked.id = $1 and parked.status = 'parked';
  -- A colleague may have sent or dismissed the mail meanwhile.
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  wanted := case when mail.simulation_id is not null then 'requests' else 'contracts' end;
  if not private.has_right(wanted) then
    return private.refuse_right(wanted, 'resend-mail', $1);
  end if;
  if private.is_email(corrected #>> '{}') is not true then
    perform private.reject('Informe um e-mail válido', 'address');
  end if;
  if coalesce(char_length(btrim($4)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  if not private.is_correctable(mail) then
    raise sqlstate 'PT409' using message = 'Este e-mail não pode ser corrigido aqui. Abra o caso.';
  end if;
  outcome := case
    when mail.simulation_id is not null then private.apply_correction(
      private.lock_simulation(mail.simulation_id), $2, private.request_version(mail.simulation_id),
      jsonb_build_object('email', corrected), $4, null
    )
    else private.correct_contract(
      mail.contract_id, $2, null, jsonb_build_object('tenant_email', corrected), $4
    ) ->> 'outcome'
  end;
  case outcome
    when 'same' then perform private.reject('Escreva um e-mail diferente do atual.', 'address');
    when 'corrected', 'contact', 'made' then null;
    else
      raise sqlstate 'PT409' using message = 'Este caso está mudando agora. Tente de novo em um minuto.';
  end case;
  -- A notice to the former address would be parked again when its server refuses the address.
  delete from public.outgoing_mail as notice
  where private.is_about_recipient(mail) and notice.status = 'queued' and notice.recipient = mail.recipient
    and notice.template in ('request-address-left', 'contact-changed')
    and (notice.simulation_id = mail.simulation_id or notice.contract_id = mail.contract_id);
  -- A correction may have queued the same mail with a new link, so the parked one is not needed.
  update public.outgoing_mail as parked
  set status = 'dismissed', dismissed_reason = 'Outro e-mail igual saiu para o endereço corrigido', payload = '{}'
  where parked.status = 'parked' and parked.recipient = corrected #>> '{}' and exists (
    select from public.outgoing_mail as other
    where other.status = 'queued' and other.template = parked.template and other.recipient = parked.recipient
      and (other.simulation_id = parked.simulation_id or other.contract_id = parked.contract_id)
  );
  update public.outgoing_mail as parked set status = 'queued', attempts = 0, next_attempt_at = now()
  where parked.status = 'parked' and parked.recipient = corrected #>> '{}'
    and (parked.simulation_id = mail.simulation_id or parked.contract_id = mail.contract_id);
  perform private.note('resend-mail', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('correct_mail_address', 'authenticated',
  'Corrects the address of the applicant or tenant to whom a parked mail went, and sends the parked mails of the case again. Notifies the former address unless its server refused it. Needs the right requests for a request and contracts for a contract.',
  needs => 'read', action => 'resend-mail');

-- A mail that is queued for a later time is not late, for example a mail about a decision that can still be undone.
-- A mail whose recipient's server refuses the address for now is not late either, because the other mails leave.
create function private.mail_waiting_since() returns timestamptz
language sql stable
begin atomic
  select min(case when mail.attempts = 0 then mail.next_attempt_at else mail.created_at end)
  from public.outgoing_mail as mail
  where mail.status in ('queued', 'sending')
    and case when mail.attempts > 0 then not private.is_about_recipient(mail) else mail.next_attempt_at <= now() end;
end;
comment on function private.mail_waiting_since is 'Returns the time when the oldest late mail became due; null when no mail is late.';

-- Editors can send themselves a test mail. After open_test_mail has counted the call, the edge function asks the
-- content API whether the caller is an editor. The payload holds the mail's words, which are unpublished.
create function public.open_test_mail(address_hash text) returns void
language sql
return private.require_within_limit('test-mail-by-address', address_hash);
comment on function public.open_test_mail is 'Counts an attempt to send a test mail, per network address. The edge function calls this function before it sends the editor''s token to the content API.';
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
comment on function public.queue_test_mail is 'Queues a test mail with unpublished words, addressed to the editor who asked for the mail.';
grant execute on function public.queue_test_mail to service_role;
