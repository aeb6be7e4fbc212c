-- A version of the queue that costs little to ask for, so that an open page sees within seconds what
-- a colleague has decided.

create index simulations_by_promise on public.simulations (answer_due_at, id)
  where status = 'pending';
create index asked_documents_by_change on public.asked_documents
  (greatest(asked_at, sent_at, decided_at));
create index asked_documents_to_read on public.asked_documents (simulation_id)
  where status = 'sent';
create index asked_documents_awaited on public.asked_documents (simulation_id)
  where status in ('asked', 'refused');
create index offers_by_creation on public.offers (created_at);

-- Undoing a decision changes the number of pending ones, deciding again the newest review.
create function private.queue_version() returns text
language sql stable
set search_path = ''
as $$
  select md5(concat_ws(
    ' ',
    (select count(*) from public.simulations where status = 'pending'),
    (select max(created_at) from public.simulations),
    (select max(reviewed_at) from public.simulations where status <> 'pending'),
    (select max(greatest(asked_at, sent_at, decided_at)) from public.asked_documents),
    (select max(created_at) from public.offers),
    (select count(*) from public.offers where status = 'open')
  ));
$$;
comment on function private.queue_version is 'Differs when the queue or something of a request in it has changed.';
revoke all on function private.queue_version() from public, anon, authenticated, service_role;
