-- An applicant sends a document that was asked for: first whether it may come at all, before
-- anything is read of it; then, once the file is stored, the row.
insert into private.limits (action, most, per) values
  ('document-by-address', 60, interval '1 hour'),
  ('document-by-document', 20, interval '1 day');

create function public.open_document_upload(
  secret_hash text, document_id uuid, file_sha256 text, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  request := private.find_tracked(secret_hash);
  select * into document
  from public.asked_documents as asked
  where asked.id = document_id and asked.simulation_id = request.id;
  if document.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('document-by-document', document.id::text);
  return jsonb_build_object(
    'simulationId', request.id,
    -- Who sends the same file again is told what became of it.
    'isKept', document.status in ('sent', 'accepted') and document.file_sha256 = $3,
    'isOpen', request.status = 'pending' and document.status <> 'accepted'
  );
end
$$;
comment on function public.open_document_upload is 'Whether whoever has a request''s link may send this document now; null for a link or document that is not there. Service role only.';

create function public.receive_document(
  secret_hash text, document_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
begin
  request := private.find_tracked(secret_hash);
  -- Again and locked: it may have been decided since.
  select * into request from public.simulations where id = request.id for update;
  select * into document
  from public.asked_documents as asked
  where asked.id = document_id and asked.simulation_id = request.id
  for update;
  if document.id is null then
    return null;
  end if;
  if document.status in ('sent', 'accepted') and document.file_sha256 = $5 then
    return jsonb_build_object('isKept', true, 'changed', false);
  end if;
  if request.status <> 'pending' or document.status = 'accepted' then
    return jsonb_build_object('isKept', false, 'changed', false);
  end if;
  update public.asked_documents as asked
  set status = 'sent', sent_at = now(), file_path = $3, file_type = $4, file_sha256 = $5,
    decided_at = null, decided_by = null, refusal_reason = null
  where asked.id = document.id;
  insert into public.audit_trail (action, subject_id, outcome, details)
  values (
    'send-document', request.id, 'done',
    jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  return jsonb_strip_nulls(jsonb_build_object(
    'isKept', true, 'changed', true, 'replaced', document.file_path
  ));
end
$$;
comment on function public.receive_document is 'Ties a stored file to the document that it was asked for, once per file; isKept is false where it may not come any more. Service role only.';

revoke all on function
  public.open_document_upload(text, uuid, text, text),
  public.receive_document(text, uuid, text, text, text)
from public, anon, authenticated;
grant execute on function
  public.open_document_upload(text, uuid, text, text),
  public.receive_document(text, uuid, text, text, text)
to service_role;
