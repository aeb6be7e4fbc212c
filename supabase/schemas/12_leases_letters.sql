create table public.contract_documents (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  document_name text not null check (char_length(btrim(document_name)) between 1 and 200),
  file_path text not null unique check (char_length(file_path) <= 400),
  created_at timestamptz not null default now(),
  constraint contract_documents_in_own_folder check (
    starts_with(file_path, contract_id::text || '/') and file_path !~ '(^|/)[.]{1,2}(/|$)'
  )
);
comment on table public.contract_documents is 'Files a contract holder may download.';
comment on column public.contract_documents.file_path is 'Object name in the bucket contract-documents: <contract id>/<file>.';
create index contract_documents_by_contract on public.contract_documents (contract_id);
alter table public.contract_documents enable row level security;
grant select (id, contract_id, document_name, file_path)
  on public.contract_documents to authenticated;
grant select, insert, update, delete on public.contract_documents to service_role;
create policy "Contract holders read their own documents" on public.contract_documents
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('contract-documents', 'contract-documents', false, 10485760, array['application/pdf']);
-- No policy for insert, update or delete: only the service role files documents.
create policy "Contract holders download their own documents" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'contract-documents'
    and name in (select contract_documents.file_path from public.contract_documents)
  );

-- Letter, contract and conditions are what was accepted: who wants them gone cancels the contract.
create function private.is_issued_document(document public.contract_documents) returns boolean
language sql immutable
set search_path = ''
as $$
  -- A later version of the first two has its number.
  select document.file_path ~ (
    '^' || document.contract_id
    || '/((carta-de-fianca|contrato-de-garantia)(-[0-9]+)?|condicoes-aceitas)[.]pdf$'
  );
$$;
comment on function private.is_issued_document is 'Whether a file was issued with its contract, not filed by staff.';
grant execute on function private.is_issued_document to service_role;

-- Staff file documents with a contract, name them anew, take them away and look at them. The files
-- themselves are touched by functions alone: stored before their row is there, removed after it is
-- gone, so that whatever is cut short leaves at most a file that nothing leads to.
-- Definer: nobody may write the table directly. Called with the token of staff, who could call it
-- without the function: what it files has to be there, and is in the contract's own folder by the
-- table's own rule.
create function private.file_contract_document(
  contract_id uuid, document_id uuid, document_name text, file_path text
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('file-contract-document', contract_id);
  end if;
  -- Against a contract that goes at the same time.
  perform from public.contracts as contract where contract.id = $1 for key share;
  if not found or not exists (
    select from storage.objects as stored
    where stored.bucket_id = 'contract-documents' and stored.name = $4
  ) then
    raise sqlstate 'PT404' using message = 'Contrato ou arquivo não encontrado.';
  end if;
  insert into public.contract_documents (id, contract_id, document_name, file_path)
  values ($2, $1, btrim($3), $4)
  on conflict (id) do nothing;
  if not found then
    if exists (
      select from public.contract_documents as document
      where document.id = $2 and document.contract_id = $1
    ) then
      return jsonb_build_object('changed', false);
    end if;
    raise sqlstate 'PT409' using
      message = 'Este envio já anexou um documento a outro contrato. Atualize a página e envie de novo.';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'file-contract-document', contract_id, 'done',
    jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('file_contract_document', 'authenticated',
  'Files a stored PDF with a contract, once per document_id; PT409 for the id of another contract''s. Active staff only.');

-- Definer for the same reason.
create function private.rename_contract_document(document_id uuid, document_name text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  renamed public.contract_documents;
begin
  if not private.is_active_staff() then
    return private.refuse('rename-contract-document', document_id);
  end if;
  select * into renamed from public.contract_documents as document
  where document.id = document_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Documento não encontrado.';
  end if;
  if renamed.document_name = btrim($2) then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_documents as document
  set document_name = btrim($2) where document.id = document_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'rename-contract-document', renamed.contract_id, 'done',
    jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('rename_contract_document', 'authenticated',
  'Names a document anew. Active staff only.');

-- Definer for the same reason.
create function private.withdraw_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  withdrawn public.contract_documents;
begin
  if not private.is_active_staff() then
    return private.refuse('withdraw-contract-document', document_id);
  end if;
  select * into withdrawn from public.contract_documents as document
  where document.id = document_id for update;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  if private.is_issued_document(withdrawn) then
    raise exception 'O que foi emitido com o contrato não é retirado: cancele o contrato.'
      using errcode = '23514';
  end if;
  delete from public.contract_documents as document where document.id = document_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'withdraw-contract-document', withdrawn.contract_id, 'done',
    jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true, 'filePath', withdrawn.file_path);
end
$$;
call private.expose('withdraw_contract_document', 'authenticated',
  'Takes away a document that staff filed and gives the path of its file, which is removed afterwards. Active staff only.');

-- Every look is noted, unlike the lists', which ask again by themselves. Definer for the same reason.
create function private.open_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  opened public.contract_documents;
begin
  if not private.is_active_staff() then
    return private.refuse('view-contract-document', document_id);
  end if;
  select * into opened from public.contract_documents as document
  where document.id = document_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Documento não encontrado.';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'view-contract-document', opened.contract_id, 'done',
    jsonb_build_object('document', document_id)
  );
  return jsonb_build_object(
    'filePath', opened.file_path, 'documentName', opened.document_name
  );
end
$$;
call private.expose('open_contract_document', 'authenticated',
  'Notes that somebody looks at a document and gives the path of its file. Active staff only.');

-- Definer: the storage is closed to those who call this. An hour is far more than lies between
-- storing a file and its row.
create function private.files_without_row() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select stored.name
  from storage.objects as stored
  where stored.bucket_id = 'request-documents' and stored.created_at < now() - interval '1 hour'
    and not exists (
      select from public.asked_documents as asked where asked.file_path = stored.name
    )
    and not exists (
      select from public.contract_endings as ending where ending.proof_path = stored.name
    )
    and not exists (
      select from public.inspection_files as file where file.file_path = stored.name
    )
    and not exists (
      select from public.claim_files as file where file.file_path = stored.name
    )
  limit 100;
$$;
call private.expose('files_without_row', 'service_role',
  'Up to 100 files of request-documents that no row names. Service role only.');

-- Definer for the same reason. The header belongs to the file: to change it is to store it again.
create function private.files_that_caches_keep() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'bucket', stored.bucket_id, 'path', stored.name, 'type', stored.metadata ->> 'mimetype'
  )), '[]')
  from (
    select * from storage.objects as object
    where object.bucket_id in ('request-documents', 'offer-documents', 'contract-documents')
      and object.metadata ->> 'cacheControl' <> 'private, no-store'
    limit 100
  ) as stored;
$$;
call private.expose('files_that_caches_keep', 'service_role',
  'Up to 100 private files that are answered with leave to keep them. Service role only.');

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

-- What of a contract turns out to be wrong after it was accepted. How its tenant is reached changes at
-- once. What stands on the letter makes a new version of it, with a code of its own; what was accepted
-- besides, the property and the days, waits until the tenant accepts it again.
create table private.contract_corrections (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  status text not null check (status in ('waiting', 'applied', 'withdrawn')),
  made_at timestamptz not null default now(),
  made_by uuid references auth.users (id) on delete set null,
  reason text not null check (char_length(btrim(reason)) between 3 and 1000),
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
  closed_at timestamptz,
  accepted_name text check (char_length(accepted_name) <= 100),
  address_hash text check (char_length(address_hash) between 16 and 128),
  user_agent text check (char_length(user_agent) <= 500),
  constraint contract_corrections_closed_have_time check ((status = 'waiting') = (closed_at is null))
);
comment on table private.contract_corrections is 'Who corrected what of a contract and why; one that changes what was accepted waits for its tenant.';
comment on column private.contract_corrections.id is 'Made by the form, so that a second click changes nothing.';
comment on column private.contract_corrections.accepted_name is 'As its tenant typed it; address_hash and user_agent say from where, as of an acceptance.';
create unique index contract_corrections_one_waiting on private.contract_corrections (contract_id)
  where status = 'waiting';
create index contract_corrections_by_contract on private.contract_corrections (contract_id, made_at desc);
create index contract_corrections_by_author on private.contract_corrections (made_by);
alter table private.contract_corrections enable row level security;
grant select on private.contract_corrections to service_role;

create table private.replaced_letters (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  issued_at timestamptz not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  replaced_at timestamptz not null default now()
);
comment on table private.replaced_letters is 'Former versions of letters: their codes answer that there is a new one.';
create index replaced_letters_by_contract on private.replaced_letters (contract_id);
alter table private.replaced_letters enable row level security;
grant select on private.replaced_letters to service_role;

-- What of a contract is printed; the property and the days were accepted, too.
create function private.printed_of(contract public.contracts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'landlord_name', contract.landlord_name, 'property_address', contract.property_address,
    'property_city', contract.property_city, 'property_state', contract.property_state,
    'start_date', contract.start_date, 'end_date', contract.end_date
  );
$$;
comment on function private.printed_of is 'What a correction may change of a letter.';
grant execute on function private.printed_of to service_role;

-- The contract's row is locked by whoever calls this: one outcome for all who come at once.
create function private.reissue_letter(corrected public.contracts) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.replaced_letters (code, contract_id, issued_at, file_sha256)
  select letter.code, letter.contract_id, letter.issued_at, letter.file_sha256
  from public.letters as letter where letter.contract_id = corrected.id;
  update public.letters as letter
  set code = private.new_letter_code(), issued_at = now(), file_sha256 = null
  where letter.contract_id = corrected.id;
  update public.contracts as contract
  set landlord_name = corrected.landlord_name, property_address = corrected.property_address,
    property_city = corrected.property_city, property_state = corrected.property_state,
    start_date = corrected.start_date, end_date = corrected.end_date
  where contract.id = corrected.id;
  insert into public.document_jobs (contract_id, version) values (corrected.id, 2)
  on conflict (contract_id) do update
  set status = 'queued', attempts = 0, next_attempt_at = now(), last_error = null,
    leased_until = null, version = document_jobs.version + 1;
end
$$;
comment on function private.reissue_letter is 'Puts a correction into force: the letter gets a new code, the former is kept as replaced, and the documents are made anew.';

-- Definer: nobody may update contracts directly. `known_code`: of the letter that was on the screen.
create function private.correct_contract(
  contract_id uuid, correction_id uuid, known_code text, wanted jsonb, reason text
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  held public.contracts;
  corrected public.contracts;
  is_contact boolean;
  is_printed boolean;
  is_agreed boolean;
  outcome text;
begin
  if not private.can_release_staff() then
    return private.refuse('correct-contract', contract_id);
  end if;
  select * into held from public.contracts as contract where contract.id = $1 for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  if exists (select from private.contract_corrections as made where made.id = $2) then
    return jsonb_build_object('changed', false, 'outcome', 'made');
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('changed', false, 'outcome', 'closed');
  end if;

  -- Of what comes, what may be corrected; the tenant's name is not.
  corrected := jsonb_populate_record(held, (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each($4) as field
    where field.key in (
      'tenant_email', 'tenant_phone', 'landlord_name', 'landlord_phone', 'property_city',
      'property_state', 'start_date'
    )
  ));
  if $4 ? 'property_street' then
    corrected.property_address := concat_ws(
      ', ', left(btrim($4 ->> 'property_street'), 294 - coalesce(char_length(corrected.property_city), 0)),
      corrected.property_city, corrected.property_state
    );
  end if;
  corrected.landlord_name := btrim(corrected.landlord_name);
  corrected.tenant_email := lower(btrim(corrected.tenant_email));
  -- What waits is not checked by the table until it is accepted.
  if corrected.start_date is null
    or coalesce(char_length(corrected.landlord_name), 0) not between 3 and 100
    or coalesce(char_length(corrected.property_address), 0) not between 5 and 300
    or char_length(corrected.property_city) not between 2 and 100
    or not private.is_state(corrected.property_state) then
    raise exception 'Confira o locador, o endereço e o início.' using errcode = '23514';
  end if;
  if corrected.start_date <> held.start_date then
    if held.renews_contract_id is not null or private.is_renewed(held.id) then
      raise exception 'As datas de um contrato renovado não mudam.' using errcode = '23514';
    end if;
    corrected.end_date := (
      corrected.start_date + make_interval(months => held.contract_duration_months)
      - interval '1 day'
    )::date;
  end if;
  if not private.is_running(corrected) then
    raise exception 'Com este início, o contrato já teria terminado.' using errcode = '23514';
  end if;
  is_contact := row(corrected.tenant_email, corrected.tenant_phone, corrected.landlord_phone)
    is distinct from row(held.tenant_email, held.tenant_phone, held.landlord_phone);
  is_printed := private.printed_of(corrected) <> private.printed_of(held);
  is_agreed := private.printed_of(corrected) - 'landlord_name' <> private.printed_of(held) - 'landlord_name';
  if not is_contact and not is_printed then
    return jsonb_build_object('changed', false, 'outcome', 'same');
  end if;
  if is_printed then
    if exists (
      select from private.contract_corrections as other
      where other.contract_id = $1 and other.status = 'waiting'
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'waiting');
    end if;
    if not exists (
      select from public.letters as letter where letter.contract_id = $1 and letter.code = $3
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'outdated');
    end if;
    if exists (
      select from public.letters as letter where letter.contract_id = $1 and letter.file_sha256 is null
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'not-ready');
    end if;
    if is_agreed and corrected.tenant_email is null then
      return jsonb_build_object('changed', false, 'outcome', 'no-address');
    end if;
  end if;

  insert into private.contract_corrections (
    id, contract_id, status, made_by, reason, former, wanted, closed_at
  ) values (
    $2, $1, case when is_agreed then 'waiting' else 'applied' end, caller, btrim($5),
    private.printed_of(held) || jsonb_build_object(
      'tenant_email', held.tenant_email, 'tenant_phone', held.tenant_phone,
      'landlord_phone', held.landlord_phone
    ),
    private.printed_of(corrected), case when not is_agreed then now() end
  );
  if is_contact then
    perform private.correct_contact(held, corrected, $2);
  end if;
  if is_agreed then
    outcome := 'asked';
    perform private.enqueue_mail(
      'correction-asked', corrected.tenant_email, '{}', 'correction-asked:' || $2, contract_id => $1
    );
  elsif is_printed then
    outcome := 'reissued';
    perform private.reissue_letter(corrected);
  else
    outcome := 'contact';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (caller, 'correct-contract', $1, 'done', jsonb_build_object('correction', $2, 'status', outcome));
  return jsonb_build_object('changed', true, 'outcome', outcome);
end
$$;
call private.expose('correct_contract', 'authenticated',
  'Corrects a contract in force once per correction_id: contact at once, what is printed with a new letter, what was accepted once its tenant accepts it again. Only who may release accounts.');

create function private.correct_contact(
  held public.contracts, corrected public.contracts, correction_id uuid
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  update public.contracts as contract
  set landlord_phone = corrected.landlord_phone where contract.id = held.id;
  -- The tenant is the same in all contracts of the account.
  update public.contracts as contract
  set tenant_email = corrected.tenant_email, tenant_phone = corrected.tenant_phone
  where contract.user_id = held.user_id;
  if corrected.tenant_email is distinct from held.tenant_email then
    -- A link in a mailbox that was wrong opens nothing any more, and no mail still goes there.
    delete from private.account_links as link where link.user_id = held.user_id;
    update public.outgoing_mail as mail set recipient = corrected.tenant_email
    where mail.contract_id in (
        select own.id from public.contracts as own where own.user_id = held.user_id
      )
      and mail.status in ('queued', 'parked')
      and mail.recipient = held.tenant_email and corrected.tenant_email is not null;
    if corrected.tenant_email is not null and held.password_set_at is null
      and private.access_mail(held) = 'contract-ready' then
      perform private.enqueue_mail(
        'contract-ready', corrected.tenant_email, '{}', 'contract-ready:' || correction_id,
        contract_id => held.id
      );
    end if;
  end if;
  if row(held.tenant_email, held.tenant_phone)
    is distinct from row(corrected.tenant_email, corrected.tenant_phone) then
    for address in select distinct unnest(array_remove(array[held.tenant_email, corrected.tenant_email], null))
    loop
      perform private.enqueue_mail(
        'contact-changed', address, '{}', 'contact-changed:' || correction_id || ':' || md5(address),
        contract_id => held.id
      );
    end loop;
  end if;
end
$$;
comment on function private.correct_contact is 'Changes how a tenant is reached; the former and the new address are told.';

-- Definer: the table is closed, and whoever calls this needs not know it. Its tenant is signed in, and
-- `account` is whom the auth server says that the caller is; or has the link of the request, as before
-- the first password. The name is typed once more.
create function private.accept_correction(
  correction_id uuid, full_name text, address_hash text, user_agent text,
  secret_hash text default null, account uuid default null
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  asked private.contract_corrections;
begin
  perform private.require_within_limit('accept-by-address', $3);
  select contract.* into held
  from private.contract_corrections as correction
  join public.contracts as contract on contract.id = correction.contract_id
  left join public.offers as offer on offer.id = contract.offer_id
  where correction.id = $1 and (
    contract.user_id = $6
    or offer.simulation_id = (select request.id from private.find_offered($5) as request)
  )
  for update of contract;
  if not found then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', $3);
    return null;
  end if;
  select * into asked from private.contract_corrections as correction where correction.id = $1;
  if asked.status <> 'waiting' then
    return jsonb_build_object('outcome', asked.status);
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if private.full_name_key($2) is distinct from private.full_name_key(held.tenant_name) then
    return jsonb_build_object('outcome', 'name');
  end if;
  update private.contract_corrections as correction
  set status = 'applied', closed_at = now(), accepted_name = left(btrim($2), 100),
    address_hash = $3, user_agent = left($4, 500)
  where correction.id = $1;
  perform private.reissue_letter(jsonb_populate_record(held, asked.wanted));
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ($6, 'accept-correction', held.id, 'done', jsonb_build_object('correction', $1));
  return jsonb_build_object('outcome', 'applied');
end
$$;
call private.expose('accept_correction', 'service_role',
  'Accepts a correction for its tenant, by the account or by the link of the request, who types the name: the letter is issued anew. Told the same however often it is accepted; null for a correction that is not the caller''s. Service role only.');

-- Definer for the same reason.
create function private.withdraw_correction(correction_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held uuid;
begin
  if not private.can_release_staff() then
    return private.refuse('withdraw-correction', correction_id);
  end if;
  select contract.id into held
  from public.contracts as contract
  join private.contract_corrections as correction on correction.contract_id = contract.id
  where correction.id = $1 for update of contract;
  if not found then
    raise sqlstate 'PT404' using message = 'Correção não encontrada.';
  end if;
  update private.contract_corrections as correction set status = 'withdrawn', closed_at = now()
  where correction.id = $1 and correction.status = 'waiting';
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ((select auth.uid()), 'withdraw-correction', held, 'done', jsonb_build_object('correction', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('withdraw_correction', 'authenticated',
  'Takes back a correction that its tenant has not accepted; only who may release accounts.');

create function private.waiting_correction_of(contract public.contracts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', correction.id, 'reason', correction.reason,
    'former', private.printed_of(contract), 'wanted', correction.wanted
  )
  from private.contract_corrections as correction
  where correction.contract_id = contract.id and correction.status = 'waiting'
    and private.is_running(contract);
$$;
comment on function private.waiting_correction_of is 'The correction of a contract that waits for its tenant: what is printed now, and what would be; null without one.';
grant execute on function private.waiting_correction_of to service_role;

-- Definer: the table is closed; what is told is the caller's own.
create function private.waiting_correction(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_correction_of(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('waiting_correction', 'authenticated',
  'The correction that waits for the tenant who is signed in to this contract, as private.waiting_correction_of tells it.');
