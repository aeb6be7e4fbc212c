-- A decision can be taken back for a few seconds. Its mail waits that long, and the applicant's
-- page does not tell of it (private.undo_period), so that nothing has to be unsaid.

-- Definer: nobody may update simulations directly. The row lock makes the decision happen
-- once, and the mail commits with it.
create or replace function private.decide_simulation(simulation_id uuid, decision text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
  mail_key constant text := 'simulation-decided:' || simulation_id;
begin
  if not private.is_active_staff() then
    return private.refuse('decide-simulation', simulation_id);
  end if;
  if decision not in ('approved', 'rejected') then
    raise exception 'Decisão inválida.' using errcode = '22023';
  end if;

  select * into decided from public.simulations where id = simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if decided.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  update public.simulations
  set status = decision, reviewed_by = (select auth.uid()), reviewed_at = now(),
    rejection_reason = case when decision = 'rejected' then btrim(reason) end
  where id = simulation_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'decide-simulation', simulation_id, 'done',
    jsonb_build_object('decision', decision)
  );
  perform private.enqueue_mail(
    'simulation-' || decision, decided.email, '{}', mail_key, simulation_id => decided.id
  );
  update public.outgoing_mail set next_attempt_at = now() + private.undo_period()
  where idempotency_key = mail_key;
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;

-- Definer for the same reason. Deciding, making an offer and undoing all begin with the lock of
-- the request; a mail that the worker has just leased can no longer be held back.
create function private.undo_decision(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  if not private.is_active_staff() then
    return private.refuse('undo-decision', simulation_id);
  end if;
  select * into decided from public.simulations where id = simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if decided.status = 'pending'
    or decided.reviewed_by is distinct from (select auth.uid())
    or decided.reviewed_at <= now() - private.undo_period()
  then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  perform from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
  for update;
  if exists (
    select from public.outgoing_mail as mail
    where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
      and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made')
      and (mail.status <> 'queued' or mail.attempts > 0)
  ) then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;
  delete from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
    and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made');
  -- Nobody has been told of it; its PDF stays behind in the bucket, where nothing leads to it.
  delete from public.offers as offer
  where offer.simulation_id = decided.id and offer.created_at >= decided.reviewed_at
    and offer.status <> 'accepted';
  update public.simulations
  set status = 'pending', reviewed_by = null, reviewed_at = null, rejection_reason = null
  where id = decided.id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'undo-decision', decided.id, 'done',
    jsonb_build_object('decision', decided.status)
  );
  return jsonb_build_object('changed', true, 'status', 'pending');
end
$$;

create function public.undo_decision(simulation_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.undo_decision($1);
$$;
comment on function public.undo_decision is 'Takes back one''s own decision while its mail waits, and an offer made with it; changed is false when it is too late. Active staff only.';

revoke all on function private.undo_decision(uuid) from public, anon, authenticated, service_role;
grant execute on function private.undo_decision(uuid) to authenticated;
revoke all on function public.undo_decision(uuid) from public, anon, service_role;
grant execute on function public.undo_decision(uuid) to authenticated;
