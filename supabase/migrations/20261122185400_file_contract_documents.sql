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
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'file-contract-document', contract_id, 'done',
    jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;

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

-- Every look is noted, unlike the lists', which ask again by themselves.
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

create function public.file_contract_document(
  contract_id uuid, document_id uuid, document_name text, file_path text
)
returns jsonb
language sql
set search_path = ''
as $$
  select private.file_contract_document($1, $2, $3, $4);
$$;
comment on function public.file_contract_document is 'Files a stored PDF with a contract, once per document_id. Active staff only.';

create function public.rename_contract_document(document_id uuid, document_name text) returns jsonb
language sql
set search_path = ''
as $$
  select private.rename_contract_document($1, $2);
$$;
comment on function public.rename_contract_document is 'Names a document anew. Active staff only.';

create function public.withdraw_contract_document(document_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.withdraw_contract_document($1);
$$;
comment on function public.withdraw_contract_document is 'Takes away a document that staff filed and gives the path of its file, which is removed afterwards. Active staff only.';

create function public.open_contract_document(document_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.open_contract_document($1);
$$;
comment on function public.open_contract_document is 'Notes that somebody looks at a document and gives the path of its file. Active staff only.';

grant execute on function
  private.file_contract_document(uuid, uuid, text, text),
  private.rename_contract_document(uuid, text),
  private.withdraw_contract_document(uuid), private.open_contract_document(uuid)
to authenticated;
revoke all on function
  public.file_contract_document(uuid, uuid, text, text),
  public.rename_contract_document(uuid, text),
  public.withdraw_contract_document(uuid), public.open_contract_document(uuid)
from public, anon, service_role;
grant execute on function
  public.file_contract_document(uuid, uuid, text, text),
  public.rename_contract_document(uuid, text),
  public.withdraw_contract_document(uuid), public.open_contract_document(uuid)
to authenticated;
