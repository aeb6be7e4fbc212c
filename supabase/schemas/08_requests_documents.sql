-- Each row is a requested document. One mail lists all documents that are requested or refused within a short time.
create table public.asked_documents (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  kind text not null check (kind in ('identity', 'income', 'residence', 'other')),
  note text check (char_length(btrim(note)) between 3 and 500),
  status text not null default 'asked' check (status in ('asked', 'sent', 'accepted', 'refused')),
  asked_at timestamptz not null default now(),
  asked_by uuid references auth.users (id) on delete set null,
  file_count integer not null default 0 check (file_count between 0 and 10),
  file_bytes integer not null default 0 check (file_bytes between 0 and 52428800),
  sent_at timestamptz,
  emptied_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  refusal_reason text check (char_length(btrim(refusal_reason)) between 3 and 500),
  constraint asked_documents_sent_have_file check (status in ('asked', 'refused') or file_count > 0),
  constraint asked_documents_refused_have_reason
    check ((status = 'refused') = (refusal_reason is not null)),
  constraint asked_documents_other_is_described check (kind <> 'other' or note is not null)
);
comment on table public.asked_documents is 'Documents that staff requested from an applicant. Staff accept or refuse all files of a document together.';
comment on column public.asked_documents.file_count is 'Number of files in asked_files. The trigger count_asked_file maintains it, so that the check limits it.';
comment on column public.asked_documents.file_bytes is 'Size of all files in asked_files, maintained like file_count.';
comment on column public.asked_documents.sent_at is 'Time at which the newest file arrived.';
comment on column public.asked_documents.emptied_at is 'Time at which the applicant removed the last file; null after a new file.';

create index asked_documents_by_simulation on public.asked_documents (simulation_id, asked_at);
create index asked_documents_by_asker on public.asked_documents (asked_by);
create index asked_documents_by_decider on public.asked_documents (decided_by);
-- The next three indexes serve queue_version, and the counts and lists of the queue of requests.
create index asked_documents_by_change on public.asked_documents
  (greatest(asked_at, sent_at, decided_at, emptied_at));
create index asked_documents_to_read on public.asked_documents (simulation_id)
  where status = 'sent';
create index asked_documents_awaited on public.asked_documents (simulation_id)
  where status in ('asked', 'refused');

alter table public.asked_documents enable row level security;
grant select, insert, update, delete on public.asked_documents to service_role;

-- A document may have several files: front and back, or three payslips.
create table public.asked_files (
  id uuid primary key,
  document_id uuid not null references public.asked_documents (id) on delete cascade,
  file_path text not null unique check (char_length(file_path) <= 400),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  constraint asked_files_come_once unique (document_id, file_sha256)
);
comment on table public.asked_files is 'Files that an applicant sent for a requested document, in the order of their arrival. Rows are inserted and deleted, never changed.';
comment on column public.asked_files.id is 'Id that the browser makes, so that a file that is sent again is recognised.';
comment on column public.asked_files.file_path is 'Path of the file in the bucket request-documents: <request id>/<file>.';
comment on column public.asked_files.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same content is recognised by this hash.';
comment on column public.asked_files.bytes is 'Size of the stored file.';
alter table public.asked_files enable row level security;
grant select, insert, delete on public.asked_files to service_role;

-- The update locks the document, so two concurrent uploads cannot both take the last free place.
create function private.count_asked_file() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.asked_documents as asked
    set file_count = file_count + 1, file_bytes = file_bytes + new.bytes
    where asked.id = new.document_id;
  else
    update public.asked_documents as asked
    set file_count = file_count - 1, file_bytes = file_bytes - old.bytes
    where asked.id = old.document_id;
  end if;
  return null;
end
$$;
comment on function private.count_asked_file is 'Trigger that counts the files of a document and their bytes.';

create trigger count_asked_file after insert or delete on public.asked_files
for each row execute function private.count_asked_file();

create function private.files_of_document(document_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', file.id, 'type', file.file_type, 'bytes', file.bytes, 'receivedAt', file.received_at
  ) order by file.received_at, file.id), '[]')
  from public.asked_files as file where file.document_id = $1;
end;
comment on function private.files_of_document is 'Lists the files of a requested document in the order of their arrival.';
grant execute on function private.files_of_document to service_role;

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
  'Asks the applicant of a pending request for kinds of documents, each once while it is open, in one mail.',
  'simulation_id uuid, kinds text[], note text default null',
  needs => 'requests');

-- Security definer, because staff have no grant on asked_documents.
create function private.decide_document(
  document_id uuid, files uuid[], decision text, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  action constant text := case decision when 'accepted' then 'accept' else 'refuse' end || '-document';
begin
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
  -- The applicant may have added or removed files since staff read the list.
  if files is distinct from array(
    select file.id from public.asked_files as file where file.document_id = document.id
    order by file.received_at, file.id
  ) then
    raise sqlstate 'PT409' using message = 'A pessoa mudou os arquivos deste documento. Confira de novo.';
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
comment on function private.decide_document is 'Accepts or refuses a document with all its files, once. Raises PT409 unless `files` lists exactly the files of the document, in the order of their arrival. accept_document and refuse_document call this function.';

-- Security definer, because callers may not call private.decide_document.
create function private.accept_document(document_id uuid, files uuid[]) returns jsonb
language sql security definer
set search_path = ''
as $$
  select private.decide_document($1, $2, 'accepted', null);
$$;
call private.expose('accept_document', 'authenticated',
  'Accepts an uploaded document with the files that were on the screen; a second call changes nothing.',
  needs => 'requests');

-- Security definer, because callers may not call private.decide_document.
create function private.refuse_document(document_id uuid, files uuid[], reason text) returns jsonb
language sql security definer
set search_path = ''
as $$
  select private.decide_document($1, $2, 'refused', $3);
$$;
call private.expose('refuse_document', 'authenticated',
  'Refuses an uploaded document with the files that were on the screen, and mails the reason; a second call changes nothing.',
  needs => 'requests');

-- Security definer, because staff have no grant on asked_documents.
create function private.list_request_documents(simulation_id uuid)
returns table (
  id uuid, kind text, note text, status text, asked_at timestamptz, sent_at timestamptz,
  decided_at timestamptz, refusal_reason text, files jsonb
)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.record_reading('read-simulations', array[$1]);
  return query
    select asked.id, asked.kind, asked.note, asked.status, asked.asked_at, asked.sent_at,
      asked.decided_at, asked.refusal_reason, private.files_of_document(asked.id)
    from public.asked_documents as asked
    where asked.simulation_id = $1
    order by asked.asked_at, asked.kind, asked.id;
end
$$;
call private.expose('list_request_documents', 'authenticated',
  'Lists the documents asked for a request with their files, in the order of asking. Records the read.',
  needs => 'read');

-- Every opening is recorded, because documents are identity papers. Security definer, because staff have no grant.
create function private.view_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  opened record;
begin
  select asked.simulation_id as subject, file.file_path as path, asked.kind, asked.id as document into opened
  from public.asked_files as file join public.asked_documents as asked on asked.id = file.document_id
  where file.id = $1
  union all
  select ending.contract_id, said.proof_path, 'keys', said.proof_id
  from public.handover_statements as said join public.contract_endings as ending on ending.id = said.ending_id
  where said.proof_id = $1 and said.proof_path is not null
  union all
  select answer.simulation_id, answer.file_path, 'bureau', answer.id
  from private.bureau_answers as answer where answer.id = $1 and answer.file_path is not null;
  perform private.require_found(found, 'Documento não encontrado.');
  perform private.note(
    'view-document', opened.subject,
    jsonb_build_object('document', opened.document, 'file', $1, 'kind', opened.kind)
  );
  return jsonb_build_object('path', opened.path);
end
$$;
call private.expose('view_document', 'authenticated',
  'Returns the path of a file of a requested document, of a receipt of the keys or of the answer of a credit bureau, for a signed link. document_id is the id of the file, of the receipt or of the answer. Records each view.',
  needs => 'read');

create function private.takes_document_files(request public.simulations, document public.asked_documents) returns boolean
language sql stable
return request.status = 'pending' and document.status <> 'accepted';
comment on function private.takes_document_files is 'Reports whether the applicant may add and remove files of a document: until staff accept it or decide the request.';
grant execute on function private.takes_document_files to service_role;

-- An upload has two steps: open_document_upload checks before the file is read, receive_document writes the row.
create function public.open_document_upload(
  secret_hash text, document_id uuid, file_id uuid, address_hash text
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
    -- A retry of an upload that already succeeded gets the result of the first attempt.
    'keptSha256', (
      select file.file_sha256 from public.asked_files as file
      where file.id = $3 and file.document_id = document.id
    ),
    'isOpen', private.takes_document_files(request, document)
  ));
end
$$;
comment on function public.open_document_upload is 'Reports whether the holder of a request''s link may now upload a file for this document. Also returns the hash of the file that is stored under this id. Null for an unknown link or document. Service role only.';
grant execute on function public.open_document_upload to service_role;

create function public.receive_document(
  secret_hash text, document_id uuid, file_id uuid, file_path text, file_type text, file_sha256 text,
  bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  kept public.asked_files;
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
  select * into kept
  from public.asked_files as file
  where file.id = $3 or file.document_id = document.id and file.file_sha256 = $6
  order by file.id <> $3 limit 1;
  if kept.id is not null and (
    kept.document_id <> document.id or kept.file_sha256 <> $6 or kept.id = $3 or document.status <> 'refused'
  ) then
    return jsonb_build_object(
      'isKept', kept.document_id = document.id and kept.file_sha256 = $6, 'changed', false
    );
  end if;
  if not private.takes_document_files(request, document) then
    return '{"isKept": false, "changed": false}';
  end if;
  -- After a refusal, a file that staff have already seen may be chosen again. It is an answer, but not another file.
  if kept.id is null then
    if document.file_count >= 10 or document.file_bytes + $7 > 52428800 then
      return '{"isKept": false, "changed": false, "isFull": true}';
    end if;
    insert into public.asked_files (id, document_id, file_path, file_type, file_sha256, bytes)
    values ($3, document.id, $4, $5, $6, $7);
  end if;
  update public.asked_documents as asked
  set status = 'sent', sent_at = now(), emptied_at = null,
    decided_at = null, decided_by = null, refusal_reason = null
  where asked.id = document.id;
  -- The time to answer a request pauses while documents are missing. The upload of the last missing document therefore
  -- moves the deadline by the wait for that document.
  if document.status <> 'sent' and not private.is_awaiting_documents(request.id) then
    update public.simulations
    set answer_due_at = answer_due_at
      + (now() - greatest(document.asked_at, document.decided_at, document.emptied_at))
    where simulations.id = request.id;
  end if;
  perform private.note(
    'send-document', request.id,
    jsonb_build_object('document', document.id, 'file', coalesce(kept.id, $3), 'kind', document.kind)
  );
  return jsonb_build_object('isKept', true, 'changed', kept.id is null);
end
$$;
comment on function public.receive_document is 'Records a stored file as one of the files of its document: at most 10 files and 50 MB, each content once. The upload of the last missing document moves the deadline of the answer by the wait for that document. isKept is false when the upload came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_document to service_role;

create function public.withdraw_file(secret_hash text, file_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  path text;
begin
  request := private.open_tracked(secret_hash, address_hash, 'document-by-address');
  if request.id is null then
    return null;
  end if;
  select * into request from public.simulations where id = request.id for update;
  select asked.* into document
  from public.asked_documents as asked
  where asked.simulation_id = request.id and asked.id = (
    select file.document_id from public.asked_files as file where file.id = $2
  )
  for update;
  if document.id is null then
    return '{"changed": false, "isOpen": true}';
  end if;
  if not private.takes_document_files(request, document) then
    return '{"changed": false, "isOpen": false}';
  end if;
  if document.file_count = 1 and document.status = 'sent' then
    update public.asked_documents as asked
    set status = 'asked', sent_at = null, emptied_at = now()
    where asked.id = document.id;
  end if;
  delete from public.asked_files as file where file.id = $2 returning file.file_path into path;
  perform private.note(
    'withdraw-file', request.id,
    jsonb_build_object('document', document.id, 'file', $2, 'kind', document.kind)
  );
  return jsonb_build_object('changed', true, 'isOpen', true, 'path', path);
end
$$;
comment on function public.withdraw_file is 'Removes a file of a requested document for the holder of the request''s link, until staff accept the document. Returns {changed, isOpen, path}; changed is false for a file that is already removed or belongs to another request. Null for an unknown link. Service role only.';
grant execute on function public.withdraw_file to service_role;
