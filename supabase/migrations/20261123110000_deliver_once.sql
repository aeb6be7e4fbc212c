-- Two slow steps of a mail server were enough for a mail to be claimed again while the first worker
-- still sent it, and to arrive twice. A delivery now has one deadline of 60 seconds from its claim
-- (deliveryDeadlines in supabase/functions/_shared/mail/smtp-mailer.ts); recording it, tried three
-- times, takes up to 46 more when the database is slow: a lease outlasts both.
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
    mail.attempts, mail.created_at, private.subject_of_mail(mail);
$$;
comment on function public.claim_outgoing_mail is 'Leases due mails for two minutes, each with what it is about; never leased twice at once.';

-- What has gone out has gone out, whoever else has claimed it meanwhile.
create or replace function public.record_mail_sent(mail_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = 'sent', sent_at = now(), leased_until = null, last_error = null, payload = '{}'
  where id = $1 and status <> 'sent';
$$;
comment on function public.record_mail_sent is 'Marks a mail as delivered, however late that is heard, and forgets what it said.';

-- A failure counts only while nobody else has claimed the mail: a worker that comes late must not
-- put into the queue what another one is sending. The version before gives no attempt.
drop function public.record_mail_failed(uuid, text);
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
revoke all on function public.record_mail_failed(uuid, text, integer, boolean)
from public, anon, authenticated;
grant execute on function public.record_mail_failed(uuid, text, integer, boolean) to service_role;

-- Documents that are made twice are the same files, and only the latest claim may record them. But
-- a job that took longer than its lease, with a slow storage, was never recorded at all, and so
-- neither done nor parked: four files and the record wait up to 15 seconds each, the record thrice.
create or replace function public.claim_document_job() returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  job public.document_jobs;
begin
  update public.document_jobs as claimed
  set status = 'working', attempts = claimed.attempts + 1,
    leased_until = clock_timestamp() + interval '2 minutes'
  where claimed.contract_id = (
    select due.contract_id from public.document_jobs as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'working' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit 1
    for update skip locked
  )
  returning claimed.* into job;
  if job.contract_id is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'contractId', contract.id,
      'attempt', job.attempts,
      'contract', to_jsonb(contract) - 'user_id',
      'letter', to_jsonb(letter),
      'acceptance', to_jsonb(acceptance) - 'address_hash' - 'user_agent',
      'offer', jsonb_build_object('feeDueOn', offer.fee_due_on)
    )
    from public.contracts as contract
    left join public.letters as letter on letter.contract_id = contract.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    left join public.offers as offer on offer.id = contract.offer_id
    where contract.id = job.contract_id
  );
end
$$;
comment on function public.claim_document_job is 'Leases the oldest due job for two minutes, with all that its files are made of; null when none is due.';
