-- What the delivery worker calls. A claim is a lease: a worker that dies gives its mails
-- back after a minute; a mail is parked when the last attempt fails.

create function public.claim_outgoing_mail(max integer default 10)
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
    mail.attempts, mail.created_at,
    -- The request a mail is about, read now: the queue itself holds no copy of it.
    coalesce(
      (
        select to_jsonb(simulation) - 'search_text'
        from public.simulations as simulation where simulation.id = mail.simulation_id
      ),
      (
        select to_jsonb(request)
        from public.partnership_requests as request where request.id = mail.partnership_request_id
      )
    );
$$;
comment on function public.claim_outgoing_mail is 'Leases due mails for 60 seconds, each with the request it is about; never leased twice at once.';

create function public.record_mail_sent(mail_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = 'sent', sent_at = now(), leased_until = null, last_error = null, payload = '{}'
  where id = $1 and status = 'sending';
$$;
comment on function public.record_mail_sent is 'Marks a leased mail as delivered and forgets what it said.';

create function public.record_mail_failed(mail_id uuid, error text) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = case when attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, attempts), interval '6 hours'),
    -- SMTP servers quote addresses in their answers.
    last_error = left(regexp_replace($2, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 500)
  where id = $1 and status = 'sending';
$$;
comment on function public.record_mail_failed is 'Schedules the next attempt, or parks the mail after the eighth.';

revoke all on function
  public.claim_outgoing_mail(integer), public.record_mail_sent(uuid),
  public.record_mail_failed(uuid, text)
from public, anon, authenticated;
grant execute on function
  public.claim_outgoing_mail(integer), public.record_mail_sent(uuid),
  public.record_mail_failed(uuid, text)
to service_role;

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

create function public.list_parked_mail()
returns table (
  id uuid, template text, recipient text, attempts integer, last_error text,
  created_at timestamptz, simulation_id uuid
)
language sql stable
set search_path = ''
as $$
  select * from private.list_parked_mail();
$$;
comment on function public.list_parked_mail is 'The newest 200 mails that gave up; active staff only.';

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

create function public.resend_mail(mail_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.resend_mail($1);
$$;
comment on function public.resend_mail is 'Puts a parked mail back into the queue; active staff only.';

grant execute on function private.list_parked_mail(), private.resend_mail(uuid) to authenticated;
revoke all on function public.list_parked_mail(), public.resend_mail(uuid)
  from public, anon, service_role;
grant execute on function public.list_parked_mail(), public.resend_mail(uuid) to authenticated;
