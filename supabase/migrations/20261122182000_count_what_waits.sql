-- What waits where, for the navigation of the staff area, and a version of the queue that costs
-- little to ask for, so that an open page sees within seconds what a colleague has decided.

create index simulations_by_promise on public.simulations (answer_due_at, id)
  where status = 'pending';
create index asked_documents_by_change on public.asked_documents
  (greatest(asked_at, sent_at, decided_at));
create index asked_documents_to_read on public.asked_documents (simulation_id)
  where status = 'sent';
create index asked_documents_awaited on public.asked_documents (simulation_id)
  where status in ('asked', 'refused');
create index offers_by_creation on public.offers (created_at);

create function private.partnership_counts() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('partnershipsNew', 0, 'partnershipsLate', 0);
$$;
comment on function private.partnership_counts is 'Partnership requests that wait; by itself, because their states come with the screen that shows them.';

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

-- Definer: staff have no grant on what is counted.
create function private.staff_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'version', private.queue_version(),
    'simulationsPending', (select count(*) from public.simulations where status = 'pending'),
    'simulationsLate', (
      select count(*) from public.simulations where status = 'pending' and answer_due_at < now()
    ),
    'documentsToRead', (
      select count(distinct simulation_id) from public.asked_documents where status = 'sent'
    ),
    'offersOpen', (select count(*) from public.offers where status = 'open'),
    'contractsExpiring', (
      select count(*) from public.contracts
      where status = 'active' and end_date between current_date and current_date + 30
    ),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked', (select count(*) from public.outgoing_mail where status = 'parked')
  ) || private.partnership_counts();
end
$$;

create function public.staff_counts() returns jsonb
language sql stable
set search_path = ''
as $$
  select private.staff_counts();
$$;
comment on function public.staff_counts is 'How much waits on each staff screen, and the version of the queue. Active staff only; names nobody.';

revoke all on function
  private.partnership_counts(), private.queue_version(), private.staff_counts()
from public, anon, authenticated, service_role;
grant execute on function private.staff_counts() to authenticated;
revoke all on function public.staff_counts() from public, anon, service_role;
grant execute on function public.staff_counts() to authenticated;
