-- A letter is genuine when its code says so. Whoever has the code sees what the landlord needs and
-- nothing that names the tenant; codes have 60 random bits and cannot be listed. A letter has its
-- code before it is printed, so that making it again makes the same file.
create table public.letters (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  issued_at timestamptz not null default now(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint letters_code_is_no_specimen check (code <> 'EXEMP1000000')
);
comment on table public.letters is 'Letters of guarantee; one that has no file yet is being made.';
comment on column public.letters.code is '60 random bits in Crockford''s base 32; what /verificar asks for.';
alter table public.letters enable row level security;
-- Whoever holds the contract reads the code of its letter, and whether its file is there.
grant select (contract_id, code, issued_at, file_sha256) on public.letters to authenticated;
grant select, insert, update, delete on public.letters to service_role;
create policy "Contract holders read their own letter" on public.letters
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- The letter and the contract are made by a worker, leased and retried like mail.
create table public.document_jobs (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'working', 'done', 'parked')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now(),
  request_id text default requests.id() check (char_length(request_id) <= 64),
  version integer not null default 1 check (version > 0),
  constraint document_jobs_working_is_leased check ((status = 'working') = (leased_until is not null))
);
comment on table public.document_jobs is 'Contracts whose letter and contract PDF are to be made.';
comment on column public.document_jobs.version is 'Of letter and contract; each correction of what is printed makes the next.';
comment on column public.document_jobs.request_id is 'Of the call that queued it, for the logs.';
create index document_jobs_due on public.document_jobs (next_attempt_at) where status = 'queued';
create index document_jobs_leased on public.document_jobs (leased_until) where status = 'working';
create index document_jobs_parked on public.document_jobs (created_at desc)
  where status = 'parked';
alter table public.document_jobs enable row level security;
grant select, insert, update, delete on public.document_jobs to service_role;

create function private.new_letter_code() returns text
language sql volatile
set search_path = ''
as $$
  select string_agg(
    substr(
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      1 + (get_byte(drawn.bytes, place) & 31),
      1
    ),
    '' order by place
  )
  from (select extensions.gen_random_bytes(12) as bytes) as drawn, generate_series(0, 11) as place;
$$;
comment on function private.new_letter_code is 'What /verificar asks for: 12 characters of Crockford''s base 32, 60 random bits.';
grant execute on function private.new_letter_code to service_role;

-- Until the first password is chosen, the mail that gives access is the one with which the contract
-- came; a contract from before letters, or whose files are still being made, has no such mail.
create function private.access_mail(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case
    when contract.password_set_at is null
      and private.is_running(contract)
      and exists (select from public.letters as letter where letter.contract_id = contract.id)
      and not exists (
        select from public.document_jobs as job
        where job.contract_id = contract.id and job.status <> 'done'
      )
    then 'contract-ready' else 'password-recovery'
  end;
$$;
comment on function private.access_mail is 'The mail whose link sets the password of a contract: contract-ready for the first one, else password-recovery.';
grant execute on function private.access_mail to service_role;

-- What private.contract_state says, in the words of whoever holds the letter.
create function private.letter_state(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case private.contract_state(contract)
    when 'cancelled' then 'revoked'
    when 'expired' then 'ended'
    else private.contract_state(contract)
  end;
$$;
comment on function private.letter_state is 'What a letter is worth today: upcoming, in_force, awaiting_payment, ended or revoked.';
grant execute on function private.letter_state to service_role;

create function public.verify_letter(code text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  letter public.letters;
  replaced jsonb;
begin
  perform private.require_within_limit('verify-by-address', address_hash);
  -- A letter that has no file yet is in nobody's hands.
  select * into letter from public.letters
  where letters.code = verify_letter.code and letters.file_sha256 is not null;
  if letter.contract_id is null then
    -- Of a guarantee that is over no new version is to be asked for.
    select jsonb_strip_nulls(jsonb_build_object(
      'state', case when private.is_running(contract) then 'replaced' else private.letter_state(contract) end,
      'ending', private.letter_ending(contract), 'tenant', private.initials(contract.tenant_name),
      'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
      'issuedAt', former.issued_at, 'replacedAt', former.replaced_at, 'fileSha256', former.file_sha256
    )) into replaced
    from private.replaced_letters as former
    join public.contracts as contract on contract.id = former.contract_id
    where former.code = verify_letter.code;
    if replaced is not null then
      return replaced;
    end if;
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('verify-miss-by-address', address_hash);
    return null;
  end if;
  return (
    select jsonb_strip_nulls(jsonb_build_object(
      'state', private.letter_state(contract),
      'ending', private.letter_ending(contract),
      'tenant', private.initials(contract.tenant_name),
      'city', contract.property_city || ', ' || contract.property_state,
      'limit', contract.cover_limit,
      'startDate', contract.start_date,
      'endDate', contract.end_date,
      'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
      'issuedAt', letter.issued_at,
      'fileSha256', letter.file_sha256
    ))
    from public.contracts as contract where contract.id = letter.contract_id
  );
end
$$;
comment on function public.verify_letter is 'What a letter with this code is worth today, without who the tenant is; null for a wrong code.';
grant execute on function public.verify_letter to service_role;

-- What the worker that makes letter and contract calls. A claim is a lease, as of mail: a worker that
-- dies gives its job back after two minutes, and the next one makes the same files, because all that
-- goes into them is stored. Only the latest claim may record: one that was thought dead and comes late
-- changes nothing. The lease outlasts a slow storage: four files and the record wait up to 15 seconds
-- each, the record thrice.
create function public.claim_document_job() returns jsonb
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
      'version', job.version,
      'requestId', job.request_id,
      'contract', to_jsonb(contract) - 'user_id',
      'letter', to_jsonb(letter),
      'acceptance', to_jsonb(acceptance) - 'address_hash' - 'user_agent',
      'offer', jsonb_build_object('feeDueOn', offer.fee_due_on),
      'landlord', jsonb_build_object('document', landlord.document)
    )
    from public.contracts as contract
    left join public.landlords as landlord on landlord.id = contract.landlord_id
    left join public.letters as letter on letter.contract_id = contract.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    left join public.offers as offer on offer.id = contract.offer_id
    where contract.id = job.contract_id
  );
end
$$;
comment on function public.claim_document_job is 'Leases the oldest due job for two minutes, with all that its files are made of; null when none is due.';
grant execute on function public.claim_document_job to service_role;

-- The files are stored by then: rows, hash and mail make them known, all of it or nothing.
create function public.record_documents_issued(
  contract_id uuid, attempt integer, letter_sha256 text, documents jsonb, version integer default 1
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  issued constant uuid := contract_id;
  made public.contracts;
  mail text;
begin
  update public.document_jobs as job
  set status = 'done', leased_until = null, last_error = null
  where job.contract_id = issued and job.status = 'working'
    and job.attempts = record_documents_issued.attempt
    and job.version = record_documents_issued.version;
  if not found then
    return false;
  end if;
  update public.contract_documents as former
  set document_name = left(former.document_name, 180) || ' (versão anterior)'
  where version > 1 and former.contract_id = issued and private.is_issued_document(former)
    and former.document_name !~ '[(]versão anterior[)]$'
    and former.file_path not in (
      select issued || '/' || listed.file from jsonb_to_recordset(documents) as listed (file text)
    );
  insert into public.contract_documents (contract_id, document_name, file_path)
  select issued, listed.name, issued || '/' || listed.file
  from jsonb_to_recordset(documents) as listed (name text, file text)
  on conflict (file_path) do nothing;
  update public.letters as letter set file_sha256 = letter_sha256 where letter.contract_id = issued;
  select * into made from public.contracts as contract where contract.id = issued;
  -- Who renews has a password, as a rule, and is sent no link that sets one.
  mail := case
    when version > 1 then 'letter-reissued'
    when made.renews_contract_id is not null and made.password_set_at is not null then 'renewal-ready'
    else 'contract-ready'
  end;
  if made.tenant_email is not null then
    perform private.enqueue_mail(
      mail, made.tenant_email, '{}',
      mail || ':' || case when version > 1 then version || ':' else '' end || issued,
      contract_id => issued
    );
    -- It proves the acceptance too: the mail that waits to do so alone is one too many.
    delete from public.outgoing_mail as waiting
    where waiting.status = 'queued'
      and waiting.idempotency_key = 'offer-accepted:' || made.offer_id;
  end if;
  perform private.tell_landlord(
    issued, case when version > 1 then 'landlord-replaced' else 'landlord-letter' end,
    case when version > 1 then version::text else 'issued' end
  );
  return true;
end
$$;
comment on function public.record_documents_issued is 'Makes the stored files of a contract known, once, and queues the mail with the access to it; false for a claim that another one has followed.';
grant execute on function public.record_documents_issued to service_role;

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
grant execute on function public.record_documents_failed to service_role;

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
call private.expose('list_parked_documents', 'authenticated',
  'The newest 200 contracts whose letter could not be made; active staff only.');

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
call private.expose('retry_documents', 'authenticated',
  'Puts a parked job back into the queue; active staff only.');
