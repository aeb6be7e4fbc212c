-- How a contract comes to its end: staff end or cancel it with a reason that the tenant reads, or
-- its term runs out. One mail tells the tenant either way.

-- Definer: nobody may update contracts directly. The row lock makes it happen once.
create function private.close_contract(contract_id uuid, wanted text, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  closed public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('close-contract', contract_id);
  end if;
  if wanted is null or wanted not in ('ended', 'cancelled') then
    raise exception 'Situação inválida.' using errcode = '22023';
  end if;
  if char_length(btrim(coalesce(reason, ''))) < 3 then
    raise exception 'Informe o motivo.' using errcode = '23514';
  end if;
  select * into closed from public.contracts as contract
  where contract.id = contract_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  if private.contract_state(closed) not in ('upcoming', 'in_force') then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  update public.contracts
  set status = wanted, closed_at = now(), closed_by = (select auth.uid()),
    close_reason = btrim(reason)
  where id = contract_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'close-contract', contract_id, 'done',
    jsonb_build_object('status', wanted)
  );
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      'contract-ended', closed.tenant_email, '{}', 'contract-ended:' || closed.id,
      contract_id => closed.id
    );
  end if;
  return jsonb_build_object('changed', true, 'state', wanted);
end
$$;

create function public.close_contract(contract_id uuid, status text, reason text) returns jsonb
language sql
set search_path = ''
as $$
  select private.close_contract($1, $2, $3);
$$;
comment on function public.close_contract is 'Ends or cancels a contract once, with a reason that its tenant is told by mail. Active staff only.';

-- Within two weeks, less than a sent mail is kept: its row is what says that it was sent. A contract
-- from before this has ended long ago, and nobody is to be told of it now.
create function private.end_contracts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  contract public.contracts;
  told integer := 0;
begin
  for contract in
    select * from public.contracts as ran_out
    where ran_out.status = 'active' and ran_out.tenant_email is not null
      and ran_out.end_date >= today - 14 and ran_out.end_date < today
      and not exists (
        select from public.outgoing_mail as mail
        where mail.idempotency_key = 'contract-ended:' || ran_out.id
      )
    order by ran_out.end_date, ran_out.id
    limit 100
  loop
    perform private.enqueue_mail(
      'contract-ended', contract.tenant_email, '{}', 'contract-ended:' || contract.id,
      contract_id => contract.id
    );
    told := told + 1;
  end loop;
  return told;
end
$$;
comment on function private.end_contracts is 'Queues one mail for each contract whose term has just run out, at most 100 at once; gives how many. Run by the schedule.';
revoke all on function private.end_contracts() from public, anon, authenticated;
grant execute on function private.end_contracts() to service_role;

-- Definer for the same reason. The link is made when the mail is, and voids the one before.
create function private.resend_access(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- A contract from before letters has its access by the same link, without the letter's words.
  wanted text;
  reopened public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('resend-access', contract_id);
  end if;
  select * into reopened from public.contracts as contract
  where contract.id = contract_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  if reopened.tenant_email is null then
    return jsonb_build_object('changed', false, 'why', 'no-address');
  end if;
  if exists (
    select from public.document_jobs as job
    where job.contract_id = reopened.id and job.status <> 'done'
  ) then
    return jsonb_build_object('changed', false, 'why', 'not-ready');
  end if;
  wanted := case
    when exists (select from public.letters as letter where letter.contract_id = reopened.id)
      and private.contract_state(reopened) in ('upcoming', 'in_force')
    then 'contract-ready' else 'password-recovery'
  end;
  -- A double click, or a colleague at the same time.
  if exists (
    select from public.outgoing_mail as mail
    where mail.contract_id = reopened.id and mail.template = wanted
      and mail.created_at > now() - interval '1 minute'
  ) then
    return jsonb_build_object('changed', false, 'why', 'just-sent');
  end if;
  perform private.enqueue_mail(
    wanted, reopened.tenant_email, '{}', wanted || ':' || reopened.id || ':' || now(),
    contract_id => reopened.id
  );
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values ((select auth.uid()), 'resend-access', contract_id, 'done');
  return jsonb_build_object('changed', true);
end
$$;

create function public.resend_access(contract_id uuid) returns jsonb
language sql
set search_path = ''
as $$
  select private.resend_access($1);
$$;
comment on function public.resend_access is 'Queues a mail with a new single-use link into a contract, one a minute at most. Active staff only.';

grant execute on function
  private.close_contract(uuid, text, text), private.resend_access(uuid)
to authenticated;
revoke all on function public.close_contract(uuid, text, text), public.resend_access(uuid)
  from public, anon, service_role;
grant execute on function public.close_contract(uuid, text, text), public.resend_access(uuid)
to authenticated;
