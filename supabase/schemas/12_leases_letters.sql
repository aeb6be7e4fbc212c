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
comment on table public.contract_documents is 'Files of a contract that its tenant can download.';
comment on column public.contract_documents.file_path is 'Name of the file in the bucket contract-documents: <contract id>/<file>.';
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
-- No policy allows insert, update or delete, so only the service role stores documents.
create policy "Contract holders download their own documents" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'contract-documents'
    and name in (select contract_documents.file_path from public.contract_documents)
  );

-- The tenant accepted the issued files, so staff cannot remove these files. Staff can cancel the contract instead.
create function private.is_issued_document(document public.contract_documents) returns boolean
language sql immutable
-- Later versions of the letter and of the contract have a version number in the file name.
return document.file_path ~ (
  '^' || document.contract_id
  || '/((carta-de-fianca|contrato-de-garantia)(-[0-9]+)?|condicoes-aceitas)[.]pdf$'
);
comment on function private.is_issued_document is 'Reports whether a file was issued with its contract. All other files were added by staff.';
grant execute on function private.is_issued_document to service_role;

-- Edge functions store a file before its row and remove the file after its row, so an interruption leaves at most a
-- file without a row. Security definer, because staff may not write the table. Staff could call this function
-- directly, so the function checks that the file exists. A constraint keeps the file in the folder of its contract.
create function private.file_contract_document(
  contract_id uuid, document_id uuid, document_name text, file_path text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The lock prevents a concurrent deletion of the contract.
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
  perform private.note(
    'file-contract-document', contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('file_contract_document', 'authenticated',
  'Adds a stored PDF to a contract once per document_id; raises PT409 for the id of another contract''s document.',
  needs => 'contracts');

-- Security definer, because staff may not write contract_documents.
create function private.rename_contract_document(document_id uuid, document_name text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  renamed public.contract_documents;
begin
  select * into renamed from public.contract_documents as document
  where document.id = document_id for update;
  perform private.require_found(found, 'Documento não encontrado.');
  if renamed.document_name = btrim($2) then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_documents as document
  set document_name = btrim($2) where document.id = document_id;
  perform private.note(
    'rename-contract-document', renamed.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('rename_contract_document', 'authenticated',
  'Renames a document.',
  needs => 'contracts');

-- Security definer, because staff may not write contract_documents.
create function private.withdraw_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  withdrawn public.contract_documents;
begin
  select * into withdrawn from public.contract_documents as document
  where document.id = document_id for update;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  if private.is_issued_document(withdrawn) then
    perform private.reject('O que foi emitido com o contrato não é retirado: cancele o contrato.');
  end if;
  delete from public.contract_documents as document where document.id = document_id;
  perform private.note(
    'withdraw-contract-document', withdrawn.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true, 'filePath', withdrawn.file_path);
end
$$;
call private.expose('withdraw_contract_document', 'authenticated',
  'Deletes a document that staff filed and returns the path of its file, which the caller then removes.',
  needs => 'contracts');

-- Every opening is recorded. Security definer, because staff may not read contract_documents.
create function private.open_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  opened public.contract_documents;
begin
  select * into opened from public.contract_documents as document
  where document.id = document_id;
  perform private.require_found(found, 'Documento não encontrado.');
  perform private.note(
    'view-contract-document', opened.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object(
    'filePath', opened.file_path, 'documentName', opened.document_name
  );
end
$$;
call private.expose('open_contract_document', 'authenticated',
  'Records a view of a document and returns the path of its file.',
  needs => 'read', action => 'view-contract-document');

-- Security definer, because callers may not read storage. Skips files younger than an hour, whose rows may not be
-- stored yet.
create function private.files_without_row() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select stored.name
  from storage.objects as stored
  where stored.bucket_id = 'request-documents' and stored.created_at < now() - interval '1 hour'
    and not exists (
      select from public.asked_files as file where file.file_path = stored.name
    )
    and not exists (
      select from public.handover_statements as said where said.proof_path = stored.name
    )
    and not exists (
      select from public.inspection_files as file where file.file_path = stored.name
    )
    and not exists (
      select from public.claim_files as file where file.file_path = stored.name
    )
    and not exists (
      select from private.bureau_answers as answer where answer.file_path = stored.name
    )
  limit 100;
$$;
call private.expose('files_without_row', 'service_role',
  'Lists up to 100 files of request-documents without a row. Service role only.');

-- The edge function remove-files stores each file again with a header that forbids caching. Security definer, because
-- callers may not read storage.
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
  'Lists up to 100 private files that are served with a header that lets caches keep them. Service role only.');

-- A letter is genuine when its code is in this table. The check on /verificar shows only the tenant's initials. The
-- code is made before the PDF, so a repeated job makes the same file.
create table public.letters (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  issued_at timestamptz not null default now(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint letters_code_is_no_specimen check (code <> 'EXEMP1000000')
);
comment on table public.letters is 'Letters of guarantee. A letter without file_sha256 is still being made.';
comment on column public.letters.code is 'Code that people type on /verificar: 60 random bits in Crockford''s base 32.';
alter table public.letters enable row level security;
-- Tenants read the code of their letter. The hash is null until the file of the letter exists.
grant select (contract_id, code, issued_at, file_sha256) on public.letters to authenticated;
grant select, insert, update, delete on public.letters to service_role;
create policy "Contract holders read their own letter" on public.letters
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- A worker makes the letter and the contract PDF. It takes and retries these jobs as it does mails in outgoing_mail.
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
comment on table public.document_jobs is 'Jobs of the worker that makes the letter and the contract PDF, one row per contract.';
comment on column public.document_jobs.version is 'Version of the letter and the contract PDF. Each correction of data in the letter increases the version by one.';
comment on column public.document_jobs.request_id is 'Id of the call that queued the job, to find the log lines of that call.';
create index document_jobs_due on public.document_jobs (next_attempt_at) where status = 'queued';
create index document_jobs_leased on public.document_jobs (leased_until) where status = 'working';
create index document_jobs_parked on public.document_jobs (created_at desc)
  where status = 'parked';
alter table public.document_jobs enable row level security;
grant select, insert, update, delete on public.document_jobs to service_role;

create function private.new_letter_code() returns text
language sql volatile
begin atomic
  select string_agg(
    substr(
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      1 + (get_byte(drawn.bytes, place) & 31),
      1
    ),
    '' order by place
  )
  from (select extensions.gen_random_bytes(12) as bytes) as drawn, generate_series(0, 11) as place;
end;
comment on function private.new_letter_code is 'Returns a new letter code for /verificar: 12 characters of Crockford''s base 32, 60 random bits.';
grant execute on function private.new_letter_code to service_role;

-- A tenant without a password gets the mail contract-ready, but only after the letter and all files exist.
create function private.access_mail(contract public.contracts) returns text
language sql stable
return case
  when contract.password_set_at is null
    and private.is_running(contract)
    and exists (select from public.letters as letter where letter.contract_id = contract.id)
    and not exists (
      select from public.document_jobs as job
      where job.contract_id = contract.id and job.status <> 'done'
    )
  then 'contract-ready' else 'password-recovery'
end;
comment on function private.access_mail is 'Returns the template of the mail whose link sets the tenant''s password: contract-ready for the first password, otherwise password-recovery.';
grant execute on function private.access_mail to service_role;

-- Returns other names for two states of private.contract_state, because those names do not fit a letter.
create function private.letter_state(contract public.contracts) returns text
language sql stable
return case private.contract_state(contract)
  when 'cancelled' then 'revoked'
  when 'expired' then 'ended'
  else private.contract_state(contract)
end;
comment on function private.letter_state is 'Returns the state of a letter today: upcoming, in_force, awaiting_payment, ended or revoked.';
grant execute on function private.letter_state to service_role;

create function public.verify_letter(code text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  verified jsonb;
begin
  perform private.require_within_limit('verify-by-address', address_hash);
  select jsonb_strip_nulls(jsonb_build_object(
    -- A replaced letter refers people to the newer letter only while the guarantee runs.
    'state', case
      when letter.replaced_at is not null and private.is_running(contract) then 'replaced'
      else private.letter_state(contract)
    end,
    'ending', private.letter_ending(contract), 'tenant', private.initials(contract.tenant_name),
    'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
    'issuedAt', letter.issued_at, 'replacedAt', letter.replaced_at, 'fileSha256', letter.file_sha256
  ) || case when letter.replaced_at is null then jsonb_build_object(
    'city', contract.property_city || ', ' || contract.property_state,
    'limit', contract.cover_limit, 'startDate', contract.start_date, 'endDate', contract.end_date
  ) else '{}' end) into verified
  from (
    -- A letter without a file has not been handed out, so its code is not found.
    select contract_id, issued_at, file_sha256, null::timestamptz as replaced_at
    from public.letters where letters.code = $1 and letters.file_sha256 is not null
    union all
    select contract_id, issued_at, file_sha256, replaced_at
    from private.replaced_letters as former where former.code = $1
  ) as letter
  join public.contracts as contract on contract.id = letter.contract_id;
  verified := coalesce(verified, private.verified_receipt($1));
  if verified is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('verify-miss-by-address', address_hash);
  end if;
  return verified;
end
$$;
comment on function public.verify_letter is 'Returns the state of the letter or receipt with this code today, without the tenant''s name; null for an unknown code.';
grant execute on function public.verify_letter to service_role;

-- If a worker has no result after two minutes, the next worker takes the job, and only that worker may record a result.
-- The slowest worker needs 105 seconds: 15 for each of four files and for each of three attempts to record the result.
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
      'instalments', private.instalment_list(
        contract.fee, contract.instalments, contract.fee_due_on
      ),
      'landlord', jsonb_build_object('document', landlord.document)
    )
    from public.contracts as contract
    join public.leases as lease on lease.id = contract.lease_id
    left join public.landlords as landlord on landlord.id = lease.landlord_id
    left join public.letters as letter on letter.contract_id = contract.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    where contract.id = job.contract_id
  );
end
$$;
comment on function public.claim_document_job is 'Reserves the oldest due document job for two minutes and returns all data for its files; null when no job is due.';
grant execute on function public.claim_document_job to service_role;

-- The worker has already stored the files. One transaction adds the rows of the files, the letter's hash and the mail.
create function public.record_documents_issued(
  contract_id uuid, attempt integer, letter_sha256 text, documents jsonb, version integer default 1
) returns boolean
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
  -- After a renewal, a tenant who already has a password gets a mail without a link that sets a password.
  mail := case
    when version > 1 then 'letter-reissued'
    when made.renews_contract_id is not null and made.password_set_at is not null then 'renewal-ready'
    else 'contract-ready'
  end;
  -- Nobody is told of the letter of a contract that has ended meanwhile.
  if private.is_running(made) and made.tenant_email is not null then
    perform private.enqueue_mail(
      mail, made.tenant_email, '{}',
      mail || ':' || case when version > 1 then version || ':' else '' end || issued,
      contract_id => issued
    );
    -- The mail queued above also confirms the acceptance, so a separate confirmation that is still queued is deleted.
    delete from public.outgoing_mail as waiting
    where waiting.status = 'queued'
      and waiting.idempotency_key = 'offer-accepted:' || made.offer_id;
  end if;
  if private.is_running(made) then
    perform private.tell_landlord(
      issued, case when version > 1 then 'landlord-replaced' else 'landlord-letter' end,
      case when version > 1 then version::text else 'issued' end
    );
  end if;
  return true;
end
$$;
comment on function public.record_documents_issued is 'Records the stored files of a contract once and queues the mail that gives access; returns false when another worker has claimed the job meanwhile.';
grant execute on function public.record_documents_issued to service_role;

create function public.record_documents_failed(
  contract_id uuid, attempt integer, error text, is_final boolean default false
) returns void
language sql
set search_path = ''
as $$
  update public.document_jobs as job
  set status = case when is_final or job.attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, job.attempts), interval '6 hours'),
    last_error = left(error, 500)
  where job.contract_id = $1 and job.status = 'working' and job.attempts = $2;
$$;
comment on function public.record_documents_failed is 'Schedules the next attempt of a document job. Parks the job after the eighth attempt, or at once when is_final, because another attempt would fail too.';
grant execute on function public.record_documents_failed to service_role;

-- Receipts, claim decisions and inspection receipts have no row in document_jobs, because they are rendered when
-- somebody opens them. This table stores the failures.
create table private.undrawn_documents (
  contract_id uuid not null references public.contracts (id) on delete cascade,
  document_name text not null check (char_length(document_name) between 1 and 100),
  error text not null check (char_length(error) <= 500),
  created_at timestamptz not null default now(),
  primary key (contract_id, document_name)
);
comment on table private.undrawn_documents is 'Documents that somebody opened, but whose text no font can render. Each row is a task for staff until staff retry the document.';
alter table private.undrawn_documents enable row level security;
grant select, insert, update, delete on private.undrawn_documents to service_role;

create function public.record_document_undrawn(contract_id uuid, document_name text, error text)
returns void
language sql
set search_path = ''
as $$
  insert into private.undrawn_documents (contract_id, document_name, error)
  values ($1, $2, left($3, 500))
  on conflict on constraint undrawn_documents_pkey do update set error = excluded.error;
$$;
comment on function public.record_document_undrawn is 'Adds a document that no font could render to the tasks of staff, once per document.';
grant execute on function public.record_document_undrawn to service_role;

create function private.parked_documents()
returns table (
  contract_id uuid, document_name text, attempts integer, last_error text, created_at timestamptz
)
language sql stable
begin atomic
  select job.contract_id, null, job.attempts, job.last_error, job.created_at
  from public.document_jobs as job where job.status = 'parked'
  union all
  select undrawn.contract_id, undrawn.document_name, 1, undrawn.error, undrawn.created_at
  from private.undrawn_documents as undrawn;
end;
comment on function private.parked_documents is 'Returns the parked jobs (document_name is null) and the documents that no font could render.';
grant execute on function private.parked_documents to service_role;

-- Security definer, because staff have no grant on document_jobs.
create function private.list_parked_documents()
returns table (
  contract_id uuid, contract_number text, document_name text, attempts integer, last_error text,
  created_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select parked.contract_id, contract.contract_number, parked.document_name, parked.attempts,
      parked.last_error, parked.created_at
    from private.parked_documents() as parked
    join public.contracts as contract on contract.id = parked.contract_id
    order by parked.created_at desc
    limit 200;
end
$$;
call private.expose('list_parked_documents', 'authenticated',
  'Lists the newest 200 documents that could not be made; document_name is null for letter and contract.',
  needs => 'read');

-- Security definer, because staff have no grant on document_jobs. A document without a job is rendered again when it is
-- next opened, so this function only deletes its task.
create function private.retry_documents(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  retried boolean;
begin
  update public.document_jobs as job
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where job.contract_id = $1 and job.status = 'parked';
  retried := found;
  delete from private.undrawn_documents as undrawn where undrawn.contract_id = $1;
  retried := retried or found;
  if retried then
    perform private.note('retry-documents', contract_id);
  end if;
  return jsonb_build_object('changed', retried);
end
$$;
call private.expose('retry_documents', 'authenticated',
  'Puts a parked job back into the queue and ends the tasks about other documents of the contract.',
  needs => 'contracts');

-- A correction of contact data applies at once. A correction of data in the letter makes a new letter with a new
-- code. A correction of property or dates needs the acceptance of the tenant, who accepted the former data.
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
comment on table private.contract_corrections is 'Corrections of contracts, with author and reason. If the tenant accepted the former data, the tenant must also accept the correction before the correction applies.';
comment on column private.contract_corrections.id is 'Id that the browser makes once per filled form, so that a second click changes nothing.';
comment on column private.contract_corrections.accepted_name is 'Full name that the tenant typed to accept the correction. Name, address_hash and user_agent are evidence of the acceptance.';
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
comment on table private.replaced_letters is 'Former versions of letters. For the code of a former version, the page /verificar reports that a newer letter exists.';
create index replaced_letters_by_contract on private.replaced_letters (contract_id);
alter table private.replaced_letters enable row level security;
grant select on private.replaced_letters to service_role;

create function private.printed_of(contract public.contracts) returns jsonb
language sql immutable
return jsonb_build_object(
  'landlord_name', contract.landlord_name, 'property_address', contract.property_address,
  'property_city', contract.property_city, 'property_state', contract.property_state,
  'start_date', contract.start_date, 'end_date', contract.end_date
);
comment on function private.printed_of is 'Returns the data in the letter that a correction may change. The tenant accepted all of this data except landlord_name.';
grant execute on function private.printed_of to service_role;

-- The caller has locked the contract, so concurrent corrections run one after the other.
create function private.reissue_letter(corrected public.contracts) returns void
language plpgsql
set search_path = ''
as $$
declare
  was_issued boolean;
begin
  -- A letter whose job is parked reached nobody, so it keeps its code and its version.
  insert into private.replaced_letters (code, contract_id, issued_at, file_sha256)
  select letter.code, letter.contract_id, letter.issued_at, letter.file_sha256
  from public.letters as letter
  where letter.contract_id = corrected.id and letter.file_sha256 is not null;
  was_issued := found;
  update public.letters as letter
  set code = private.new_letter_code(), issued_at = now(), file_sha256 = null
  where letter.contract_id = corrected.id and was_issued;
  update public.contracts as contract
  set landlord_name = corrected.landlord_name, property_address = corrected.property_address,
    property_city = corrected.property_city, property_state = corrected.property_state,
    start_date = corrected.start_date, end_date = corrected.end_date
  where contract.id = corrected.id;
  insert into public.document_jobs (contract_id, version) values (corrected.id, 2)
  on conflict (contract_id) do update
  set status = 'queued', next_attempt_at = now(), last_error = null, leased_until = null,
    version = document_jobs.version + was_issued::integer,
    -- Keeps the count for the same version, so that a late worker's attempt number differs from the next one. Seven
    -- leaves one more attempt.
    attempts = case when was_issued then 0 else least(document_jobs.attempts, 7) end;
end
$$;
comment on function private.reissue_letter is 'Applies a correction of data in the letter and queues new documents. An issued letter is stored in replaced_letters, and the new letter gets a new code.';

-- Security definer, because staff may not update contracts. If `known_code`, the letter code on the screen, is no
-- longer current, the correction is refused.
create function private.correct_contract(
  contract_id uuid, correction_id uuid, known_code text, wanted jsonb, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  present public.contracts;
  corrected public.contracts;
  letter public.letters;
  is_contact boolean;
  is_printed boolean;
  is_agreed boolean;
  outcome text;
begin
  present := private.lock_contract($1);
  if exists (select from private.contract_corrections as made where made.id = $2) then
    return jsonb_build_object('changed', false, 'outcome', 'made');
  end if;
  if not private.is_running(present) then
    return jsonb_build_object('changed', false, 'outcome', 'closed');
  end if;

  -- Only these fields can be corrected. The tenant's name cannot be corrected.
  corrected := jsonb_populate_record(present, (
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
  -- Checks the rules of contracts now, because the constraints apply only when the tenant accepts the correction.
  if corrected.start_date is null
    or coalesce(char_length(corrected.landlord_name), 0) not between 3 and 100
    or coalesce(char_length(corrected.property_address), 0) not between 5 and 300
    or char_length(corrected.property_city) not between 2 and 100
    or not private.is_state(corrected.property_state) then
    perform private.reject('Confira o locador, o endereço e o início.');
  end if;
  if corrected.start_date <> present.start_date then
    if present.renews_contract_id is not null or private.is_renewed(present.id) then
      perform private.reject('As datas de um contrato renovado não mudam.', 'start_date');
    end if;
    corrected.end_date := (
      corrected.start_date + make_interval(months => present.contract_duration_months)
      - interval '1 day'
    )::date;
  end if;
  if not private.is_running(corrected) then
    perform private.reject('Com este início, o contrato já teria terminado.', 'start_date');
  end if;
  is_contact := row(corrected.tenant_email, corrected.tenant_phone, corrected.landlord_phone)
    is distinct from row(present.tenant_email, present.tenant_phone, present.landlord_phone);
  is_printed := private.printed_of(corrected) <> private.printed_of(present);
  is_agreed := private.printed_of(corrected) - 'landlord_name'
    <> private.printed_of(present) - 'landlord_name';
  select * into letter from public.letters as shown where shown.contract_id = $1;
  outcome := case
    when not is_printed then case when not is_contact then 'same' end
    when exists (
      select from private.contract_corrections as other
      where other.contract_id = $1 and other.status = 'waiting'
    ) then 'waiting'
    when (letter.code = $3) is not true then 'outdated'
    when letter.file_sha256 is null and not exists (
      select from public.document_jobs as job where job.contract_id = $1 and job.status = 'parked'
    ) then 'not-ready'
    when is_agreed and corrected.tenant_email is null then 'no-address'
  end;
  if outcome is not null then
    return jsonb_build_object('changed', false, 'outcome', outcome);
  end if;

  insert into private.contract_corrections (
    id, contract_id, status, made_by, reason, former, wanted, closed_at
  ) values (
    $2, $1, case when is_agreed then 'waiting' else 'applied' end, (select auth.uid()), btrim($5),
    private.printed_of(present) || jsonb_build_object(
      'tenant_email', present.tenant_email, 'tenant_phone', present.tenant_phone,
      'landlord_phone', present.landlord_phone
    ),
    private.printed_of(corrected), case when not is_agreed then now() end
  );
  if is_contact then
    perform private.correct_contact(present, corrected, $2);
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
  perform private.note(
    'correct-contract', $1, jsonb_build_object('correction', $2, 'status', outcome)
  );
  return jsonb_build_object('changed', true, 'outcome', outcome);
end
$$;
call private.expose('correct_contract', 'authenticated',
  'Corrects an active contract once per correction_id: contact data at once, printed data with a new letter, accepted data after the tenant accepts it again.',
  needs => 'contracts');

create function private.correct_contact(
  former public.contracts, corrected public.contracts, correction_id uuid
) returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  update public.contracts as contract
  set landlord_phone = corrected.landlord_phone where contract.id = former.id;
  -- All contracts of an account have the same tenant, so the e-mail address and the phone change in all of them.
  update public.contracts as contract
  set tenant_email = corrected.tenant_email, tenant_phone = corrected.tenant_phone
  where contract.user_id = former.user_id;
  if corrected.tenant_email is distinct from former.tenant_email then
    -- Links that were mailed to the wrong mailbox stop working, and queued mail goes to the new e-mail address.
    delete from private.account_links as link where link.user_id = former.user_id;
    update public.outgoing_mail as mail set recipient = corrected.tenant_email
    where mail.contract_id in (
        select own.id from public.contracts as own where own.user_id = former.user_id
      )
      and mail.status in ('queued', 'parked')
      and mail.recipient = former.tenant_email and corrected.tenant_email is not null;
    if corrected.tenant_email is not null and former.password_set_at is null
      and private.access_mail(former) = 'contract-ready' then
      perform private.enqueue_mail(
        'contract-ready', corrected.tenant_email, '{}', 'contract-ready:' || correction_id,
        contract_id => former.id
      );
    end if;
  end if;
  if row(former.tenant_email, former.tenant_phone)
    is distinct from row(corrected.tenant_email, corrected.tenant_phone) then
    for address in select distinct unnest(array_remove(array[former.tenant_email, corrected.tenant_email], null))
    loop
      perform private.enqueue_mail(
        'contact-changed', address, '{}', 'contact-changed:' || correction_id || ':' || md5(address),
        contract_id => former.id
      );
    end loop;
  end if;
end
$$;
comment on function private.correct_contact is 'Changes the contact data of a contract and notifies the tenant at the former and at the new e-mail address.';

-- Security definer, because no role may write contract_corrections. `account` is the auth user of a signed-in
-- tenant. A tenant who has no password yet is identified by `secret_hash`, from the link of the request.
create function private.accept_correction(
  correction_id uuid, full_name text, address_hash text, user_agent text,
  secret_hash text default null, account uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  present public.contracts;
  asked private.contract_corrections;
  outcome text;
begin
  perform private.require_within_limit('accept-by-address', $3);
  select contract.* into present
  from private.contract_corrections as correction
  join public.contracts as contract on contract.id = correction.contract_id
  left join public.offers as offer on offer.id = contract.offer_id
  where correction.id = $1 and (
    contract.user_id = $6
    or offer.simulation_id = (select request.id from private.find_offered($5) as request)
  )
  for no key update of contract;
  if not found then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', $3);
    return null;
  end if;
  select * into asked from private.contract_corrections as correction where correction.id = $1;
  outcome := case
    when asked.status <> 'waiting' then asked.status
    when not private.is_running(present) then 'closed'
    when private.full_name_key($2) is distinct from private.full_name_key(present.tenant_name)
    then 'name'
  end;
  if outcome is not null then
    return jsonb_build_object('outcome', outcome);
  end if;
  update private.contract_corrections as correction
  set status = 'applied', closed_at = now(), accepted_name = left(btrim($2), 100),
    address_hash = $3, user_agent = left($4, 500)
  where correction.id = $1;
  perform private.reissue_letter(jsonb_populate_record(present, asked.wanted));
  perform private.note('accept-correction', present.id, jsonb_build_object('correction', $1), $6);
  return jsonb_build_object('outcome', 'applied');
end
$$;
call private.expose('accept_correction', 'service_role',
  'Accepts a correction and issues the letter again. The tenant signs in or uses the request''s link, and types the full name. A repeated acceptance gets the same answer; null for a correction of another tenant. Service role only.');

-- Security definer, because no role may write contract_corrections.
create function private.withdraw_correction(correction_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  locked_id uuid;
begin
  select contract.id into locked_id
  from public.contracts as contract
  join private.contract_corrections as correction on correction.contract_id = contract.id
  where correction.id = $1 for no key update of contract;
  perform private.require_found(found, 'Correção não encontrada.');
  update private.contract_corrections as correction set status = 'withdrawn', closed_at = now()
  where correction.id = $1 and correction.status = 'waiting';
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('withdraw-correction', locked_id, jsonb_build_object('correction', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('withdraw_correction', 'authenticated',
  'Withdraws a correction that its tenant has not accepted.',
  needs => 'contracts');

create function private.waiting_correction_of(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', correction.id, 'reason', correction.reason,
    'former', private.printed_of(contract), 'wanted', correction.wanted
  )
  from private.contract_corrections as correction
  where correction.contract_id = contract.id and correction.status = 'waiting'
    and private.is_running(contract);
end;
comment on function private.waiting_correction_of is 'Returns the correction that the tenant of a contract has not accepted yet, with the former and the new data. Null when no correction is pending.';
grant execute on function private.waiting_correction_of to service_role;

-- Security definer, because tenants may not read contract_corrections. Tenants get only corrections of their contract.
create function private.waiting_correction(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_correction_of(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('waiting_correction', 'authenticated',
  'Returns the correction that waits for the tenant who is signed in to this contract, as private.waiting_correction_of does.');
