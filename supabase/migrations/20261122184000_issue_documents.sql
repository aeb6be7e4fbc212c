-- What the worker that makes letter and contract calls. A claim is a lease, as of mail: a worker
-- that dies gives its job back after a minute, and the next one makes the same files, because all
-- that goes into them is stored. Only the latest claim may record: one that was thought dead and
-- comes late changes nothing.

create function public.claim_document_job() returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  job public.document_jobs;
begin
  update public.document_jobs as claimed
  set status = 'working', attempts = claimed.attempts + 1,
    leased_until = clock_timestamp() + interval '60 seconds'
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
comment on function public.claim_document_job is 'Leases the oldest due job for 60 seconds, with all that its files are made of; null when none is due.';

-- The files are stored by then: rows, hash and mail make them known, all of it or nothing.
create function public.record_documents_issued(
  contract_id uuid, attempt integer, letter_sha256 text, documents jsonb
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  issued constant uuid := contract_id;
  recipient text;
begin
  update public.document_jobs as job
  set status = 'done', leased_until = null, last_error = null
  where job.contract_id = issued and job.status = 'working'
    and job.attempts = record_documents_issued.attempt;
  if not found then
    return false;
  end if;
  insert into public.contract_documents (contract_id, document_name, file_path)
  select issued, listed.name, issued || '/' || listed.file
  from jsonb_to_recordset(documents) as listed (name text, file text)
  on conflict (file_path) do nothing;
  update public.letters as letter set file_sha256 = letter_sha256 where letter.contract_id = issued;
  select contract.tenant_email into recipient
  from public.contracts as contract where contract.id = issued;
  if recipient is not null then
    perform private.enqueue_mail(
      'contract-ready', recipient, '{}', 'contract-ready:' || issued, contract_id => issued
    );
  end if;
  return true;
end
$$;
comment on function public.record_documents_issued is 'Makes the stored files of a contract known, once, and queues the mail with the access to it; false for a claim that another one has followed.';

create function public.record_documents_failed(contract_id uuid, attempt integer, error text)
returns void
language sql
set search_path = ''
as $$
  update public.document_jobs as job
  set status = case when job.attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, job.attempts), interval '6 hours'),
    last_error = left(error, 500)
  where job.contract_id = $1 and job.status = 'working' and job.attempts = $2;
$$;
comment on function public.record_documents_failed is 'Schedules the next attempt, or parks the job after the eighth.';

revoke all on function
  public.claim_document_job(), public.record_documents_issued(uuid, integer, text, jsonb),
  public.record_documents_failed(uuid, integer, text)
from public, anon, authenticated;
grant execute on function
  public.claim_document_job(), public.record_documents_issued(uuid, integer, text, jsonb),
  public.record_documents_failed(uuid, integer, text)
to service_role;

-- Definer: staff have no grant on the jobs.
create function private.list_parked_documents()
returns table (
  contract_id uuid, contract_number text, attempts integer, last_error text, created_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select job.contract_id, contract.contract_number, job.attempts, job.last_error, job.created_at
    from public.document_jobs as job
    join public.contracts as contract on contract.id = job.contract_id
    where job.status = 'parked'
    order by job.created_at desc
    limit 200;
end
$$;

create function public.list_parked_documents()
returns table (
  contract_id uuid, contract_number text, attempts integer, last_error text, created_at timestamptz
)
language sql stable
set search_path = ''
as $$
  select * from private.list_parked_documents();
$$;
comment on function public.list_parked_documents is 'The newest 200 contracts whose letter could not be made; active staff only.';

-- Definer for the same reason.
create function private.retry_documents(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  retried boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('retry-documents', contract_id);
  end if;
  update public.document_jobs as job
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where job.contract_id = $1 and job.status = 'parked';
  retried := found;
  if retried then
    insert into public.audit_trail (actor, action, subject_id, outcome)
    values ((select auth.uid()), 'retry-documents', contract_id, 'done');
  end if;
  return jsonb_build_object('changed', retried);
end
$$;

create function public.retry_documents(contract_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.retry_documents($1);
$$;
comment on function public.retry_documents is 'Puts a parked job back into the queue; active staff only.';

grant execute on function private.list_parked_documents(), private.retry_documents(uuid)
to authenticated;
revoke all on function public.list_parked_documents(), public.retry_documents(uuid)
from public, anon, service_role;
grant execute on function public.list_parked_documents(), public.retry_documents(uuid)
to authenticated;

insert into private.retention (name, table_name, what, keep_for, how, expired, reason) values
  ('letters', 'public.letters', 'Códigos das cartas de fiança', interval '10 years', 'by hand', null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('document-jobs', 'public.document_jobs', 'Registro da emissão das cartas', interval '10 years',
    'by hand', null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.');
