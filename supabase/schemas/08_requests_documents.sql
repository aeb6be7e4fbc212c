-- Each row is a requested document. One mail lists all documents that are requested or refused within a short time.
create table public.asked_documents (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  kind text not null check (kind in ('identity', 'income', 'residence', 'other')),
  note text check (char_length(btrim(note)) between 3 and 500),
  status text not null default 'asked' check (status in ('asked', 'sent', 'accepted', 'refused')),
  asked_at timestamptz not null default now(),
  asked_by uuid references auth.users (id) on delete set null,
  file_path text unique check (char_length(file_path) <= 400),
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  refusal_reason text check (char_length(btrim(refusal_reason)) between 3 and 500),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint asked_documents_sent_have_file check ((status = 'asked') or (file_path is not null)),
  constraint asked_documents_refused_have_reason
    check ((status = 'refused') = (refusal_reason is not null)),
  constraint asked_documents_files_have_hash check ((file_path is null) = (file_sha256 is null)),
  constraint asked_documents_other_is_described check (kind <> 'other' or note is not null)
);
comment on table public.asked_documents is 'Documents that staff requested from an applicant. The files are in the bucket request-documents.';
comment on column public.asked_documents.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same file is recognised by this hash.';

create index asked_documents_by_simulation on public.asked_documents (simulation_id, asked_at);
create index asked_documents_by_asker on public.asked_documents (asked_by);
create index asked_documents_by_decider on public.asked_documents (decided_by);
-- The next three indexes serve queue_version, and the counts and lists of the queue of requests.
create index asked_documents_by_change on public.asked_documents
  (greatest(asked_at, sent_at, decided_at));
create index asked_documents_to_read on public.asked_documents (simulation_id)
  where status = 'sent';
create index asked_documents_awaited on public.asked_documents (simulation_id)
  where status in ('asked', 'refused');

alter table public.asked_documents enable row level security;
grant select, insert, update, delete on public.asked_documents to service_role;

create function private.documents_wait() returns interval
language sql immutable
return interval '3 days';
comment on function private.documents_wait is 'Returns how long documents may be missing before staff see the request in the list `silent`.';
grant execute on function private.documents_wait to service_role;

-- No policy opens this bucket, so only the service role reads and writes files. People download by short-lived links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'request-documents', 'request-documents', false, 10485760,
  array['application/pdf', 'image/jpeg', 'image/png']
);

-- The caller has locked the request. The mail is sent after the undo period. Each further document restarts this
-- period.
create function private.queue_documents_mail(simulation public.simulations) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.outgoing_mail as mail set next_attempt_at = now() + private.undo_period()
  where mail.simulation_id = simulation.id and mail.template = 'documents-asked'
    and mail.status = 'queued' and mail.attempts = 0 and mail.next_attempt_at > now();
  if not found then
    perform private.enqueue_mail(
      'documents-asked', simulation.email, '{}', 'documents-asked:' || gen_random_uuid(),
      simulation_id => simulation.id, delay => private.undo_period()
    );
  end if;
end
$$;
comment on function private.queue_documents_mail is 'Queues one mail about the open documents of a request, or delays the mail that is already queued.';

-- Security definer, because staff have no grant. The lock makes concurrent requests and decisions take turns.
create function private.ask_documents(simulation_id uuid, kinds text[], note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  sentence constant text := nullif(btrim(note), '');
  asked integer;
begin
  if not private.is_active_staff() then
    return private.refuse('ask-documents', simulation_id);
  end if;
  request := private.lock_simulation($1);
  if request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;

  insert into public.asked_documents (simulation_id, kind, note, asked_by)
  select $1, wanted.kind, sentence, (select auth.uid())
  from (select distinct unnest(kinds) as kind) as wanted
  where not exists (
    select from public.asked_documents as earlier
    where earlier.simulation_id = $1 and earlier.kind = wanted.kind and earlier.status <> 'accepted'
      -- Documents of kind 'other' are told apart by their note.
      and (wanted.kind <> 'other' or earlier.note = sentence)
  );
  get diagnostics asked = row_count;
  if asked > 0 then
    perform private.note('ask-documents', $1, jsonb_build_object('kinds', kinds));
    perform private.queue_documents_mail(request);
  end if;
  return jsonb_build_object('changed', asked > 0, 'status', request.status);
end
$$;
call private.expose('ask_documents', 'authenticated',
  'Asks the applicant of a pending request for kinds of documents, each once while it is open, in one mail. Active staff only.',
  'simulation_id uuid, kinds text[], note text default null');

-- Security definer, because staff have no grant on asked_documents.
create function private.decide_document(document_id uuid, decision text, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  action constant text := case decision when 'accepted' then 'accept' else 'refuse' end || '-document';
begin
  if not private.is_active_staff() then
    return private.refuse(action, document_id);
  end if;
  -- Every function locks the request before the document, so that no deadlock can occur.
  select simulation.* into request
  from public.simulations as simulation
  where simulation.id = (
    select asked.simulation_id from public.asked_documents as asked where asked.id = $1
  )
  for update;
  select * into document from public.asked_documents as asked where asked.id = $1 for update;
  perform private.require_found(document.id is not null, 'Documento não encontrado.');
  if document.status <> 'sent' or request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', document.status);
  end if;

  update public.asked_documents as asked
  set status = decision, decided_at = now(), decided_by = (select auth.uid()),
    refusal_reason = case when decision = 'refused' then btrim(reason) end
  where asked.id = $1;
  perform private.note(
    action, request.id, jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  if decision = 'refused' then
    perform private.queue_documents_mail(request);
  end if;
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
comment on function private.decide_document is 'Accepts or refuses a document once. accept_document and refuse_document call this function.';
grant execute on function private.decide_document to authenticated;

create function public.accept_document(document_id uuid) returns jsonb
language sql
return private.decide_document($1, 'accepted', null);
comment on function public.accept_document is 'Accepts an uploaded document; a second call changes nothing. Active staff only.';
grant execute on function public.accept_document to authenticated;

create function public.refuse_document(document_id uuid, reason text) returns jsonb
language sql
return private.decide_document($1, 'refused', $2);
comment on function public.refuse_document is 'Refuses an uploaded document and mails the reason; a second call changes nothing. Active staff only.';
grant execute on function public.refuse_document to authenticated;

-- Security definer, because staff have no grant on asked_documents.
create function private.list_request_documents(simulation_id uuid)
returns table (
  id uuid, kind text, note text, status text, asked_at timestamptz, sent_at timestamptz,
  decided_at timestamptz, refusal_reason text, file_type text
)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_active_staff();
  perform private.record_reading('read-simulations', array[$1]);
  return query
    select asked.id, asked.kind, asked.note, asked.status, asked.asked_at, asked.sent_at,
      asked.decided_at, asked.refusal_reason, asked.file_type
    from public.asked_documents as asked
    where asked.simulation_id = $1
    order by asked.asked_at, asked.kind, asked.id;
end
$$;
call private.expose('list_request_documents', 'authenticated',
  'Lists the documents asked for a request, in the order of asking. Active staff only; records the read.');

-- Every opening is recorded, because documents are identity papers. Security definer, because staff have no grant.
create function private.view_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  document record;
begin
  if not private.is_active_staff() then
    return private.refuse('view-document', document_id);
  end if;
  select asked.simulation_id as subject, asked.file_path as path, asked.kind into document
  from public.asked_documents as asked where asked.id = $1 and asked.file_path is not null
  union all
  select ending.contract_id, ending.proof_path, 'keys'
  from public.contract_endings as ending where ending.id = $1 and ending.proof_path is not null;
  perform private.require_found(found, 'Documento não encontrado.');
  perform private.note(
    'view-document', document.subject, jsonb_build_object('document', $1, 'kind', document.kind)
  );
  return jsonb_build_object('path', document.path);
end
$$;
call private.expose('view_document', 'authenticated',
  'Returns the path of a document''s file, or of the receipt of the keys of an ending, for a signed link. Active staff only; records each view.');

-- An upload has two steps: open_document_upload checks before the file is read, receive_document writes the row.
create function public.open_document_upload(
  secret_hash text, document_id uuid, address_hash text
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
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('document-by-document', document.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'simulationId', request.id,
    -- An upload of the file that is already stored gets the result of the first upload.
    'keptSha256', case when document.status in ('sent', 'accepted') then document.file_sha256 end,
    'isOpen', request.status = 'pending' and document.status <> 'accepted'
  ));
end
$$;
comment on function public.open_document_upload is 'Reports whether the holder of a request''s link may upload this document now. Also returns the hash of the file that is already stored for the document. Null for an unknown link or document. Service role only.';
grant execute on function public.open_document_upload to service_role;

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
  -- Reads the request again under the lock, because staff may meanwhile have decided the request.
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
  -- The time to answer a request pauses while documents are missing. The upload of the last missing document therefore
  -- moves the deadline by the wait for that document.
  if document.status <> 'sent' and not private.is_awaiting_documents(request.id) then
    update public.simulations
    set answer_due_at = answer_due_at + (now() - greatest(document.asked_at, document.decided_at))
    where simulations.id = request.id;
  end if;
  perform private.note(
    'send-document', request.id, jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  return jsonb_strip_nulls(jsonb_build_object(
    'isKept', true, 'changed', true, 'replaced', document.file_path
  ));
end
$$;
comment on function public.receive_document is 'Records a stored file as the upload of its document, once per file. The upload of the last missing document moves the deadline of the answer by the wait for that document. isKept is false when the upload came too late. Service role only.';
grant execute on function public.receive_document to service_role;
