-- A contact message and its two mails commit together, as the other forms' do: one says to the
-- address that was typed that something arrived, the other brings staff what it says.
alter table public.outgoing_mail
  add column contact_message_id uuid references public.contact_messages (id) on delete cascade,
  drop constraint outgoing_mail_template_check,
  add constraint outgoing_mail_template_check check (template in (
    'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
    'partnership-received', 'partnership-notice', 'contact-received', 'contact-notice',
    'password-recovery', 'password-changed',
    'staff-confirmation', 'staff-pending', 'staff-released'
  )),
  drop constraint outgoing_mail_staff_inbox_has_no_recipient,
  add constraint outgoing_mail_staff_inbox_has_no_recipient check (
    (recipient is null) = (
      template in ('simulation-notice', 'partnership-notice', 'contact-notice', 'staff-pending')
    )
  ),
  drop constraint outgoing_mail_holds_no_copy,
  add constraint outgoing_mail_holds_no_copy check (
    payload = '{}'
    or coalesce(simulation_id, partnership_request_id, contact_message_id, contract_id) is null
  );
create index outgoing_mail_by_contact_message on public.outgoing_mail (contact_message_id);

drop function private.enqueue_mail(text, text, jsonb, text, uuid, uuid, uuid);
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
grant execute on function
  private.enqueue_mail(text, text, jsonb, text, uuid, uuid, uuid, uuid)
to service_role;

-- Apart from the claim, so that the next kind of mail need not write that one out again.
create function private.subject_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select to_jsonb(simulation) - 'search_text'
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
      select jsonb_build_object(
        'contract_number', contract.contract_number,
        'auth_email', private.auth_email_of(contract.user_id)
      )
      from public.contracts as contract where contract.id = mail.contract_id
    )
  );
$$;
comment on function private.subject_of_mail is 'What a mail is about, read now: the queue itself holds no copy of it.';
grant execute on function private.subject_of_mail(public.outgoing_mail) to service_role;

create or replace function public.claim_outgoing_mail(max integer default 10)
returns table (
  id uuid, template text, recipient text, payload jsonb, idempotency_key text,
  attempts integer, created_at timestamptz, subject jsonb
)
language sql
set search_path = ''
as $$
  update public.outgoing_mail as mail
  set status = 'sending', attempts = mail.attempts + 1,
    leased_until = clock_timestamp() + interval '60 seconds'
  where mail.id in (
    select due.id from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit least(greatest(claim_outgoing_mail.max, 1), 100)
    for update skip locked
  )
  returning mail.id, mail.template, mail.recipient, mail.payload, mail.idempotency_key,
    mail.attempts, mail.created_at, private.subject_of_mail(mail);
$$;

create function private.tell_of_contact_message(stored public.contact_messages) returns void
language plpgsql
set search_path = ''
as $$
begin
  if (
    select within
    from private.count_hit('confirmation-by-mailbox', private.mailbox_of(stored.email))
  ) then
    perform private.enqueue_mail(
      'contact-received', stored.email, '{}',
      'contact-received:' || stored.id, contact_message_id => stored.id
    );
  end if;
  -- Without a cap of its own, as for partners: staff read it there first.
  perform private.enqueue_mail(
    'contact-notice', null, '{}',
    'contact-notice:' || stored.id, contact_message_id => stored.id
  );
end
$$;
comment on function private.tell_of_contact_message is 'Queues the mails of a new message, the confirmation within its cap.';
grant execute on function private.tell_of_contact_message(public.contact_messages) to service_role;

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
    perform private.tell_of_contact_message(stored);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created);
end
$$;
comment on function public.submit_contact_message is 'Stores a message and queues its mails once per submissionId; gives its id and whether it is new.';
revoke all on function public.submit_contact_message(jsonb, text) from public, anon, authenticated;
grant execute on function public.submit_contact_message(jsonb, text) to service_role;
