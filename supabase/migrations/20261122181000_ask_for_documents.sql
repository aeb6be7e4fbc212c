-- Staff ask an applicant for documents, read what comes and accept or refuse it. Whatever has to be
-- sent is in one mail, however many kinds are asked for or refused in a row.
alter table public.asked_documents
  add column file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  add constraint asked_documents_files_have_hash check ((file_path is null) = (file_sha256 is null)),
  add constraint asked_documents_other_is_described check (kind <> 'other' or note is not null);
comment on column public.asked_documents.file_sha256 is 'Of the file as it was sent, by which a repeated sending is known.';

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

-- Every view is on record, not one in so many minutes: these are copies of identity papers.
create function private.view_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  document public.asked_documents;
begin
  if not private.is_active_staff() then
    return private.refuse('view-document', document_id);
  end if;
  select * into document
  from public.asked_documents as asked where asked.id = $1 and asked.file_path is not null;
  if not found then
    raise sqlstate 'PT404' using message = 'Documento não encontrado.';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'view-document', document.simulation_id, 'done',
    jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  return jsonb_build_object('path', document.file_path);
end
$$;

create function public.ask_documents(simulation_id uuid, kinds text[], note text default null)
returns jsonb
language sql
set search_path = ''
as $$
  select private.ask_documents($1, $2, $3);
$$;
comment on function public.ask_documents is 'Asks the applicant of a pending request for kinds of documents, each once while it is open, in one mail. Active staff only.';

create function public.accept_document(document_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.decide_document($1, 'accepted', null);
$$;
comment on function public.accept_document is 'Accepts a document that was sent, once. Active staff only.';

create function public.refuse_document(document_id uuid, reason text) returns jsonb
language sql
set search_path = ''
as $$
  select private.decide_document($1, 'refused', $2);
$$;
comment on function public.refuse_document is 'Refuses a document that was sent, once, and mails why. Active staff only.';

create function public.list_request_documents(simulation_id uuid)
returns table (
  id uuid, kind text, note text, status text, asked_at timestamptz, sent_at timestamptz,
  decided_at timestamptz, refusal_reason text, file_type text
)
language sql volatile
set search_path = ''
as $$
  select * from private.list_request_documents($1);
$$;
comment on function public.list_request_documents is 'The documents asked for a request, in the order of asking. Active staff only; who read is on record.';

create function public.view_document(document_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.view_document($1);
$$;
comment on function public.view_document is 'Where the file of a document is, for a link that is made now; each view is on record. Active staff only.';

revoke all on function
  private.tell_of_documents(public.simulations), private.ask_documents(uuid, text[], text),
  private.decide_document(uuid, text, text), private.list_request_documents(uuid),
  private.view_document(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.ask_documents(uuid, text[], text), private.decide_document(uuid, text, text),
  private.list_request_documents(uuid), private.view_document(uuid)
to authenticated;
revoke all on function
  public.ask_documents(uuid, text[], text), public.accept_document(uuid),
  public.refuse_document(uuid, text), public.list_request_documents(uuid),
  public.view_document(uuid)
from public, anon, service_role;
grant execute on function
  public.ask_documents(uuid, text[], text), public.accept_document(uuid),
  public.refuse_document(uuid, text), public.list_request_documents(uuid),
  public.view_document(uuid)
to authenticated;
