-- Staff ask an applicant for documents, read what comes and accept or refuse it. Whatever has to be
-- sent is in one mail, however many kinds are asked for or refused in a row. One row for each kind.
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
comment on table public.asked_documents is 'Documents that staff asked an applicant for; the file is in request-documents.';
comment on column public.asked_documents.file_sha256 is 'Of the file as it was sent, by which a repeated sending is known.';

create index asked_documents_by_simulation on public.asked_documents (simulation_id, asked_at);
create index asked_documents_by_asker on public.asked_documents (asked_by);
create index asked_documents_by_decider on public.asked_documents (decided_by);
-- What the version of the queue, its counts and its views ask for.
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
set search_path = ''
as $$
  select interval '3 days';
$$;
comment on function private.documents_wait is 'How long an applicant has for documents; then staff see that they have not come.';
grant execute on function private.documents_wait to service_role;

-- Only the service role reads and writes the bucket; files go out by short signed links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'request-documents', 'request-documents', false, 10485760,
  array['application/pdf', 'image/jpeg', 'image/png']
);

-- Called with the request locked. The mail waits as long as a decision can be taken back, and
-- again after each further wish: it is made of what is asked for when it leaves.
create function private.tell_of_documents(simulation public.simulations) returns void
language plpgsql
set search_path = ''
as $$
declare
  leaves_at constant timestamptz := now() + private.undo_period();
  key constant text := 'documents-asked:' || gen_random_uuid();
begin
  update public.outgoing_mail as mail set next_attempt_at = leaves_at
  where mail.simulation_id = simulation.id and mail.template = 'documents-asked'
    and mail.status = 'queued' and mail.attempts = 0 and mail.next_attempt_at > now();
  if found then
    return;
  end if;
  perform private.enqueue_mail(
    'documents-asked', simulation.email, '{}', key, simulation_id => simulation.id
  );
  update public.outgoing_mail as mail set next_attempt_at = leaves_at
  where mail.idempotency_key = key;
end
$$;
comment on function private.tell_of_documents is 'Queues one mail of what is asked for, however often that changes before it leaves.';

-- Definer: nobody of staff may touch the table directly. The lock on the request keeps two who ask
-- at once from asking twice, and a decision from being passed over.
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
  select * into request from public.simulations where id = $1 for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;

  insert into public.asked_documents (simulation_id, kind, note, asked_by)
  select $1, wanted.kind, sentence, (select auth.uid())
  from (select distinct unnest(kinds) as kind) as wanted
  where not exists (
    select from public.asked_documents as earlier
    where earlier.simulation_id = $1 and earlier.kind = wanted.kind and earlier.status <> 'accepted'
      -- Other documents are told apart by what is said of them.
      and (wanted.kind <> 'other' or earlier.note = sentence)
  );
  get diagnostics asked = row_count;
  if asked > 0 then
    insert into public.audit_trail (actor, action, subject_id, outcome, details)
    values (
      (select auth.uid()), 'ask-documents', $1, 'done', jsonb_build_object('kinds', to_jsonb(kinds))
    );
    perform private.tell_of_documents(request);
  end if;
  return jsonb_build_object('changed', asked > 0, 'status', request.status);
end
$$;
call private.expose('ask_documents', 'authenticated',
  'Asks the applicant of a pending request for kinds of documents, each once while it is open, in one mail. Active staff only.',
  'simulation_id uuid, kinds text[], note text default null');

-- Definer for the same reason.
create function private.decide_document(document_id uuid, decision text, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  call constant text := case decision when 'accepted' then 'accept' else 'refuse' end || '-document';
begin
  if not private.is_active_staff() then
    return private.refuse(call, document_id);
  end if;
  -- The request first, as everything else locks it.
  select simulation.* into request
  from public.simulations as simulation
  where simulation.id = (
    select asked.simulation_id from public.asked_documents as asked where asked.id = $1
  )
  for update;
  select * into document from public.asked_documents as asked where asked.id = $1 for update;
  if document.id is null then
    raise sqlstate 'PT404' using message = 'Documento não encontrado.';
  end if;
  if document.status <> 'sent' or request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', document.status);
  end if;

  update public.asked_documents as asked
  set status = decision, decided_at = now(), decided_by = (select auth.uid()),
    refusal_reason = case when decision = 'refused' then btrim(reason) end
  where asked.id = $1;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), call, request.id, 'done',
    jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  if decision = 'refused' then
    perform private.tell_of_documents(request);
  end if;
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
comment on function private.decide_document is 'Accepts or refuses a document that was sent, once, for the two public functions below.';
grant execute on function private.decide_document to authenticated;

create function public.accept_document(document_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.decide_document($1, 'accepted', null);
$$;
comment on function public.accept_document is 'Accepts a document that was sent, once. Active staff only.';
grant execute on function public.accept_document to authenticated;

create function public.refuse_document(document_id uuid, reason text) returns jsonb
language sql
set search_path = ''
as $$
  select private.decide_document($1, 'refused', $2);
$$;
comment on function public.refuse_document is 'Refuses a document that was sent, once, and mails why. Active staff only.';
grant execute on function public.refuse_document to authenticated;

-- Definer for the same reason.
create function private.list_request_documents(simulation_id uuid)
returns table (
  id uuid, kind text, note text, status text, asked_at timestamptz, sent_at timestamptz,
  decided_at timestamptz, refusal_reason text, file_type text
)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
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
  'The documents asked for a request, in the order of asking. Active staff only; who read is on record.');

-- Every view is on record, not one in so many minutes: these are copies of identity papers.
-- Definer for the same reason.
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
  if not found then
    raise sqlstate 'PT404' using message = 'Documento não encontrado.';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'view-document', document.subject, 'done',
    jsonb_build_object('document', $1, 'kind', document.kind)
  );
  return jsonb_build_object('path', document.path);
end
$$;
call private.expose('view_document', 'authenticated',
  'Where the file of a document is, or the receipt of the keys of an ending, for a link that is made now; each view is on record. Active staff only.');

-- An applicant sends a document that was asked for: first whether it may come at all, before anything
-- is read of it; then, once the file is stored, the row.
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
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('document-by-document', document.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'simulationId', request.id,
    -- Who sends the same file again is told what became of it.
    'keptSha256', case when document.status in ('sent', 'accepted') then document.file_sha256 end,
    'isOpen', request.status = 'pending' and document.status <> 'accepted'
  ));
end
$$;
comment on function public.open_document_upload is 'Whether whoever has a request''s link may send this document now, and the hash of what is there; null for a link or document that is not there. Service role only.';
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
  -- What was promised stood still while the last of them was missing.
  if document.status <> 'sent' and not private.is_awaiting_documents(request.id) then
    update public.simulations
    set answer_due_at = answer_due_at + (now() - greatest(document.asked_at, document.decided_at))
    where simulations.id = request.id;
  end if;
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
comment on function public.receive_document is 'Ties a stored file to the document that it was asked for, once per file, and puts the promised answer off by as long as the last of them was missing; isKept is false where it may not come any more. Service role only.';
grant execute on function public.receive_document to service_role;
