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
