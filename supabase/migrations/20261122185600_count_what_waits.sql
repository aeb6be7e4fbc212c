-- What waits where, for the navigation of the staff area. A letter that could not be made stands
-- beside the mail that could not be sent, and is counted with it: its tenant has neither letter nor
-- access yet. What expires is counted by the day that the list of contracts goes by.
create index document_jobs_parked on public.document_jobs (created_at desc)
  where status = 'parked';

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
      where status = 'active' and end_date between private.today_in_brasilia() and private.today_in_brasilia() + 30
    ),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked',
      (select count(*) from public.outgoing_mail where status = 'parked')
      + (select count(*) from public.document_jobs where status = 'parked')
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

revoke all on function private.staff_counts() from public, anon, authenticated, service_role;
grant execute on function private.staff_counts() to authenticated;
revoke all on function public.staff_counts() from public, anon, service_role;
grant execute on function public.staff_counts() to authenticated;
