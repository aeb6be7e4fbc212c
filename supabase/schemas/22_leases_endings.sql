-- Ends of contracts. Within seven days of the acceptance, the tenant can withdraw at once (regret; CDC, art. 49).
-- Later, the tenant gives the day on which the keys are returned (Lei 8.245, art. 39), and staff confirm the end. Each
-- contract that staff or tenant end has a row here. Its kind decides what screens, mails and letter say. Callers lock
-- the contract's row before they change the row.
create table public.contract_endings (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique
    default 'EN-' || to_char(now(), 'YYYY') || '-' || upper(left(md5(gen_random_uuid()::text), 8))
    check (protocol ~ '^EN-[0-9]{4}-[0-9A-F]{8}$'),
  kind text not null check (kind in ('regret', 'moved-out', 'end-of-lease', 'cancelled-before-start', 'unpaid', 'other')),
  asked_by text not null check (asked_by in ('tenant', 'staff')),
  asked_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  keys_on date,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'withdrawn')),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  question text check (char_length(btrim(question)) between 3 and 1000),
  proof_path text unique check (starts_with(proof_path, contract_id::text || '/') and char_length(proof_path) <= 400),
  proof_type text check (proof_type in ('application/pdf', 'image/jpeg', 'image/png')),
  proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  proof_at timestamptz,
  constraint contract_endings_closed_have_time check ((status = 'asked') = (closed_at is null)),
  constraint contract_endings_proofs_are_whole check (num_nonnulls(proof_path, proof_type, proof_sha256, proof_at) in (0, 4))
);
comment on table public.contract_endings is 'Requests to end a contract, with author, reason and day. Staff confirm each request except a regret.';
comment on column public.contract_endings.id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.contract_endings.keys_on is 'Day on which the keys were or will be returned.';
comment on column public.contract_endings.question is 'Latest question of staff to the tenant about the ending, sent by mail.';
comment on column public.contract_endings.proof_path is 'Path of the receipt of the keys in the bucket request-documents: <contract id>/<file>.';
comment on column public.contract_endings.proof_sha256 is 'SHA-256 of the uploaded receipt of the keys. A second upload of the same file is recognised by this hash.';
create unique index contract_endings_one_open on public.contract_endings (contract_id)
  where status in ('asked', 'confirmed');
create index contract_endings_by_contract on public.contract_endings (contract_id);
create index contract_endings_by_closer on public.contract_endings (closed_by);
create index contract_endings_waiting on public.contract_endings (asked_at) where status = 'asked';
create index contract_endings_coming on public.contract_endings (keys_on) where status = 'confirmed';
alter table public.contract_endings enable row level security;
grant select, insert, update, delete on public.contract_endings to service_role;

create function private.is_ending(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contract_endings as ending
  where ending.contract_id = $1 and ending.status in ('asked', 'confirmed')
);
comment on function private.is_ending is 'Reports whether somebody has asked for the end of a contract. If so, nobody is reminded of the end of its term.';
grant execute on function private.is_ending to service_role;

create function private.ending_kind(contract public.contracts) returns text
language sql stable
begin atomic
  select ending.kind from public.contract_endings as ending
  where ending.contract_id = contract.id and ending.status = 'confirmed' and contract.status <> 'active';
end;
comment on function private.ending_kind is 'Returns why a contract has ended; null for a contract that has not ended, that ran its term, or that was closed before reasons were stored.';
grant execute on function private.ending_kind to service_role;

create function private.letter_ending(contract public.contracts) returns text
language sql stable
-- Tenants show their letter to other people, so an unpaid fee and other private reasons are left out.
return case private.ending_kind(contract)
  when 'regret' then 'regret'
  when 'cancelled-before-start' then 'not-started'
  when 'moved-out' then 'keys'
  when 'end-of-lease' then 'keys'
end;
comment on function private.letter_ending is 'Returns the reason for the end of a contract that every reader of the letter may see: regret, not-started or keys (returned); null for other reasons.';
grant execute on function private.letter_ending to service_role;

create function private.regret_until(contract public.contracts) returns date
language sql stable
begin atomic
  -- The day of the acceptance is not counted (Código Civil, art. 132).
  select accepted.last_day
  from (
    select private.day_in_brasilia(acceptance.accepted_at) + acceptance.withdrawal_days as last_day
    from public.acceptances as acceptance where acceptance.contract_id = contract.id
  ) as accepted
  where accepted.last_day >= private.today_in_brasilia()
    and private.is_running(contract);
end;
comment on function private.regret_until is 'Returns the last day in Brasília on which the tenant may withdraw from a contract (CDC, art. 49); null after that day.';
grant execute on function private.regret_until to service_role;

create function private.refund_of(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'amount', sum(charge.amount), 'dueOn', max(charge.due_on),
    'paidOn', case when not bool_or(charge.is_open) then max(private.paid_on(charge)) end
  )
  from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'refund' and charge.cancelled_at is null
  having count(*) > 0;
end;
comment on function private.refund_of is 'Returns the refund of a contract: amount in reais, due day, and the day on which the last part was paid; null without a refund.';
grant execute on function private.refund_of to service_role;

create function private.contract_ending(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', ending.id, 'protocol', ending.protocol, 'kind', ending.kind, 'asked_by', ending.asked_by,
    'asked_at', ending.asked_at, 'reason', ending.reason, 'keys_on', ending.keys_on,
    'status', ending.status, 'question', ending.question, 'proof_at', ending.proof_at,
    'refund', private.refund_of(contract.id)
  )
  from public.contract_endings as ending
  where ending.contract_id = contract.id
  order by ending.status <> 'withdrawn' desc, ending.asked_at desc limit 1;
end;
comment on function private.contract_ending is 'Returns the requested or confirmed ending of a contract, with its refund. Without such an ending, returns the latest withdrawn one, or null.';
grant execute on function private.contract_ending to service_role;

create function private.refund_rests(contract_id uuid) returns void
language sql
set search_path = ''
as $$
  select private.refund_rest(private.lock_movement(movement.id), 'ending')
  from public.movements as movement
  join private.movement_rests as left_over on left_over.movement_id = movement.id
  where movement.contract_id = $1 and movement.direction = 'in' and left_over.rest > 0;
$$;
comment on function private.refund_rests is 'Owes everything that is left of a contract''s movements to their payers as refunds. The caller has locked the contract.';
grant execute on function private.refund_rests to service_role;

-- A regret and a guarantee that never began return the whole fee. In all other cases the tenant keeps owing only the
-- instalments that were due while the guarantee was in force.
create function private.settle_ending(closed public.contracts, kind text) returns void
language sql
set search_path = ''
as $$
  select private.cancel_charge(charge, 'Fim do contrato')
  from public.charges as charge
  where charge.contract_id = closed.id and charge.kind = 'fee' and charge.cancelled_at is null
    and (
      $2 in ('regret', 'cancelled-before-start')
      or charge.is_open and (closed.status = 'cancelled' or charge.due_on > closed.ends_on)
    );
  select private.refund_rests(closed.id);
  -- The letter of an ended contract is not in force, so unsent mails about whether it is in force are deleted.
  delete from public.outgoing_mail as mail
  where mail.contract_id = closed.id and mail.status = 'queued' and mail.template in ('letter-fee', 'landlord-fee');
$$;
comment on function private.settle_ending is 'Cancels the charges that the tenant of an ended contract no longer owes, and owes the unallocated part of the payments as refunds.';
grant execute on function private.settle_ending to service_role;

create function private.note_closing(closed public.contracts, kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  known constant text := coalesce($2, case
    when closed.status = 'cancelled' and closed.start_date > private.today_in_brasilia()
      then 'cancelled-before-start'
    else 'other'
  end);
begin
  update public.contract_endings as ending
  set status = 'confirmed', closed_at = closed.closed_at, closed_by = closed.closed_by,
    kind = known, keys_on = coalesce(closed.ends_on, ending.keys_on)
  where ending.contract_id = closed.id and ending.status in ('asked', 'confirmed');
  if not found then
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, asked_at, keys_on, status, closed_at, closed_by
    ) values (
      gen_random_uuid(), closed.id, known, 'staff', closed.closed_at, closed.ends_on, 'confirmed',
      closed.closed_at, closed.closed_by
    );
  end if;
  perform private.settle_ending(closed, known);
end
$$;
comment on function private.note_closing is 'Stores the reason why staff closed a contract and settles what is owed. If the tenant had asked for the end, this ending is confirmed.';

create function private.spend_rests(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  movement uuid;
  charge public.charges;
begin
  for charge in
    select owed.* from public.charges as owed
    where owed.contract_id = $1 and owed.kind = 'fee' and owed.is_open order by owed.due_on, owed.id
  loop
    for movement in
      select received.id from public.movements as received
      join private.movement_rests as left_over on left_over.movement_id = received.id
      where received.contract_id = $1 and received.direction = 'in' and left_over.rest > 0
      order by received.moved_on, received.booked_at, received.id
    loop
      select owed.* into charge from public.charges as owed where owed.id = charge.id;
      perform private.allocate(movement, charge);
    end loop;
  end loop;
  perform private.follow_letter_fee($1);
end
$$;
comment on function private.spend_rests is 'Pays the open fees of a contract, oldest first, with what is left of its movements. The caller has locked the contract.';

create function private.reopen_ending(closed public.contracts) returns void
language sql
set search_path = ''
as $$
  -- The closing and its ending were stored in one transaction, so both have the same time.
  update public.contract_endings as ending
  set status = case when ending.asked_at = closed.closed_at then 'withdrawn' else 'asked' end,
    closed_at = case when ending.asked_at = closed.closed_at then now() end, closed_by = null
  where ending.contract_id = closed.id and ending.status = 'confirmed'
    and ending.closed_at = closed.closed_at;
  select private.cancel_charge(refund, 'Encerramento desfeito')
  from public.charges as refund
  where refund.contract_id = closed.id and refund.kind = 'refund' and refund.cause = 'ending' and refund.is_open
    and refund.created_at >= closed.closed_at;
  update public.charges as charge set cancelled_at = null, cancelled_by = null, cancel_reason = null
  where charge.contract_id = closed.id and charge.kind = 'fee' and charge.cancelled_at = closed.closed_at;
  select private.spend_rests(closed.id);
  -- The closing deleted the mail that announces a newly paid letter, so this call queues it again.
  select private.tell_letter_fee(closed.id)
  where closed.letter_fee = 'paid' and exists (
    select from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
    where charge.contract_id = closed.id and charge.kind = 'fee' and charge.instalment = 1 and paid.amount > 0
      and paid.booked_at between closed.closed_at - private.undo_period() and closed.closed_at
  );
$$;
comment on function private.reopen_ending is 'Undoes private.note_closing: an ending that the tenant asked for is open again.';

-- The caller has locked the contract and confirmed the ending.
create function private.carry_out(ending public.contract_endings) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_cancelled constant boolean := ending.kind in ('regret', 'cancelled-before-start');
  closed public.contracts;
begin
  update public.contracts as contract
  set status = case when is_cancelled then 'cancelled' else 'ended' end, closed_at = now(),
    -- A mail quotes this reason, so only a reason that staff wrote is copied.
    closed_by = ending.closed_by, close_reason = case when ending.asked_by = 'staff' then ending.reason end,
    ends_on = case when not is_cancelled then ending.keys_on end
  where contract.id = ending.contract_id
  returning contract.* into closed;
  perform private.settle_ending(closed, ending.kind);
  if ending.kind = 'regret' then
    -- Deletes the unfinished job of the letter, because a regretted contract gets no letter.
    delete from public.document_jobs as job where job.contract_id = closed.id and job.status <> 'done';
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and (
      mail.contract_id = closed.id
        and mail.template in ('contract-ready', 'letter-reissued', 'correction-asked')
      or mail.idempotency_key = 'offer-accepted:' || closed.offer_id
    );
  end if;
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      case when ending.kind = 'regret' then 'contract-regretted' else 'contract-ended' end,
      closed.tenant_email, '{}',
      case when ending.kind = 'regret' then 'contract-regretted:regret:' else 'contract-ended:' end
        || closed.id,
      contract_id => closed.id
    );
  end if;
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended');
end
$$;
comment on function private.carry_out is 'Ends or cancels a contract according to a confirmed ending, settles what is owed, and queues the mails to tenant and landlord.';
grant execute on function private.carry_out to service_role;

create function private.regret(held public.contracts, ending_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.contract_endings;
begin
  select * into made from public.contract_endings as ending where ending.id = $2;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is null then
    if not private.is_running(held) then
      return jsonb_build_object('outcome', 'closed');
    end if;
    if private.regret_until(held) is null then
      return jsonb_build_object('outcome', 'late');
    end if;
    update public.contract_endings as asked set status = 'withdrawn', closed_at = now()
    where asked.contract_id = held.id and asked.status in ('asked', 'confirmed');
    insert into public.contract_endings (id, contract_id, kind, asked_by, status, closed_at)
    values ($2, held.id, 'regret', 'tenant', 'confirmed', now())
    returning * into made;
    perform private.carry_out(made);
    perform private.note('regret-contract', held.id, actor => null);
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:regret:' || made.id, contract_id => held.id
    );
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'outcome', 'regretted', 'protocol', made.protocol, 'refund', private.refund_of(held.id)
  ));
end
$$;
comment on function private.regret is 'Withdraws from a contract that the caller has locked, once per ending_id. Returns {outcome: regretted | late | closed}.';
grant execute on function private.regret to service_role;

-- Security definer, because tenants may not update contracts. The tenant is signed in.
create function private.regret_contract(contract_id uuid, ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('regret-contract', $1);
  end if;
  return private.regret(held, $2);
end
$$;
call private.expose('regret_contract', 'authenticated',
  'Withdraws from the caller''s own contract at once and finally, within the days of the law and once per ending_id. outcome: regretted, late (these days are over) or closed (the contract is closed).');

create function public.regret_by_link(secret_hash text, ending_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  select contract.* into held
  from private.find_offered(secret_hash) as request
  join private.current_offer(request) as offer on offer.status = 'accepted'
  join public.contracts as contract on contract.offer_id = offer.id;
  if held.id is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  select * into held from public.contracts as contract where contract.id = held.id for update;
  return private.regret(held, $2);
end
$$;
comment on function public.regret_by_link is 'Does the same as regret_contract for the holder of the link of the contract''s request, who may have no password yet; null for an unknown or expired link. Service role only.';
grant execute on function public.regret_by_link to service_role;

-- Security definer, because callers have no grant on contract_endings. The tenant calls this function, or staff for
-- another person.
create function private.ask_ending(
  contract_id uuid, ending_id uuid, kind text, reason text, keys_on date
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.is_active_staff();
  held public.contracts;
  made public.contract_endings;
  is_upcoming boolean;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and (
    is_staff or private.is_mine(contract)
  )
  for update;
  if not found then
    return private.refuse('ask-ending', $1);
  end if;
  select * into made from public.contract_endings as ending where ending.id = $2;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if private.is_ending(held.id) then
    return jsonb_build_object('outcome', 'open');
  end if;
  is_upcoming := held.start_date > private.today_in_brasilia();
  if $3 is null or $3 not in ('moved-out', 'end-of-lease', 'cancelled-before-start', 'other')
    or is_upcoming <> ($3 = 'cancelled-before-start') then
    perform private.reject('Escolha por que o contrato termina.', 'kind');
  end if;
  if $3 = 'other' and coalesce(char_length(btrim($4)), 0) < 3 then
    perform private.reject('Conte o motivo.', 'reason');
  end if;
  if not is_upcoming and ($5 is null or $5 not between held.start_date and held.end_date) then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.contract_endings (id, contract_id, kind, asked_by, reason, keys_on)
  values (
    $2, held.id, $3, case when is_staff then 'staff' else 'tenant' end, nullif(btrim($4), ''),
    case when not is_upcoming then $5 end
  )
  returning * into made;
  perform private.tell_of_ending(held, made, 'asked');
  perform private.note('ask-ending', held.id, jsonb_build_object('status', made.asked_by));
  return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
end
$$;
call private.expose('ask_ending', 'authenticated',
  'Asks for the end of a contract, once per ending_id, and mails a receipt. outcome: asked, open (the end was already asked for) or closed (the contract is not running). The contract''s tenant, or active staff for another person.',
  'contract_id uuid, ending_id uuid, kind text, reason text default null, keys_on date default null');

create function private.tell_of_ending(
  held public.contracts, ending public.contract_endings, news text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'ending-news', held.tenant_email, '{}',
      'ending-news:' || news || ':' || case news when 'question' then gen_random_uuid() else ending.id end,
      contract_id => held.id
    );
  end if;
  if news in ('asked', 'withdrawn') and not private.is_active_staff() then
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:' || news || ':' || ending.id, contract_id => held.id
    );
  end if;
end
$$;
comment on function private.tell_of_ending is 'Queues the mails about an ending: to the tenant when it is asked for, questioned, confirmed or withdrawn, and to staff when the tenant acts.';

create function private.hold_ending(ending_id uuid) returns public.contracts
language sql
begin atomic
  select contract from public.contracts as contract
  where contract.id = (select ending.contract_id from public.contract_endings as ending where ending.id = $1)
  for update;
end;
comment on function private.hold_ending is 'Locks the contract of an ending and returns the contract; null in each column for an unknown ending.';
grant execute on function private.hold_ending to service_role;

-- Security definer, because callers have no grant on contract_endings.
create function private.withdraw_ending(ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.is_active_staff();
  held constant public.contracts := private.hold_ending($1);
  ending public.contract_endings;
begin
  if held.id is null
    or not is_staff and not private.is_mine(held) then
    return private.refuse('withdraw-ending', $1);
  end if;
  update public.contract_endings as open set status = 'withdrawn', closed_at = now(), closed_by = null
  where open.id = $1 and held.status = 'active'
    and (open.status = 'asked' or is_staff and open.status = 'confirmed')
  returning * into ending;
  if ending.id is null then
    select * into ending from public.contract_endings as closed where closed.id = $1;
    return jsonb_build_object('outcome', ending.status);
  end if;
  perform private.tell_of_ending(held, ending, 'withdrawn');
  perform private.note('withdraw-ending', held.id);
  return jsonb_build_object('outcome', 'withdrawn');
end
$$;
call private.expose('withdraw_ending', 'authenticated',
  'Withdraws an ending. The contract''s tenant may withdraw an unconfirmed ending; active staff may also withdraw a confirmed ending whose day is in the future.');

-- Security definer, because staff have no grant on contract_endings.
create function private.confirm_ending(ending_id uuid, keys_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  held public.contracts;
  ending public.contract_endings;
  is_due boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('confirm-ending', $1);
  end if;
  held := private.hold_ending($1);
  perform private.require_found(held.id is not null, 'Pedido não encontrado.');
  select * into ending from public.contract_endings as asked where asked.id = $1;
  if ending.status <> 'asked' or held.status <> 'active' then
    return jsonb_build_object('changed', false, 'status', ending.status);
  end if;
  if ending.keys_on is not null and coalesce($2, ending.keys_on) not between held.start_date and held.end_date then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
  update public.contract_endings as asked
  set status = 'confirmed', closed_at = now(), closed_by = caller,
    keys_on = case when asked.keys_on is not null then coalesce($2, asked.keys_on) end
  where asked.id = $1
  returning * into ending;
  is_due := coalesce(ending.keys_on, private.today_in_brasilia()) <= private.today_in_brasilia();
  if is_due then
    perform private.carry_out(ending);
  else
    perform private.tell_of_ending(held, ending, 'confirmed');
  end if;
  perform private.note('confirm-ending', held.id, jsonb_build_object('endsOn', ending.keys_on));
  return jsonb_build_object('changed', true, 'status', case when is_due then 'ended' else 'coming' end);
end
$$;
call private.expose('confirm_ending', 'authenticated',
  'Confirms a requested ending. The contract ends on the day of the keys: at once when this day has come, otherwise later by the schedule. Active staff only.',
  'ending_id uuid, keys_on date default null');

-- Security definer, because staff have no grant on contract_endings.
create function private.ask_about_ending(ending_id uuid, question text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  ending public.contract_endings;
begin
  if not private.is_active_staff() then
    return private.refuse('ask-about-ending', $1);
  end if;
  if coalesce(char_length(btrim($2)), 0) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'question');
  end if;
  held := private.hold_ending($1);
  if held.tenant_email is null then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_endings as asked set question = btrim($2)
  where asked.id = $1 and asked.status = 'asked' and asked.question is distinct from btrim($2)
  returning * into ending;
  if ending.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.tell_of_ending(held, ending, 'question');
  perform private.note('ask-about-ending', held.id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('ask_about_ending', 'authenticated',
  'Asks the tenant by mail about an unconfirmed ending; the same question again changes nothing. Active staff only.');

-- Security definer, because tenants have no grant on contract_endings.
create function private.my_ending(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'regretUntil', private.regret_until(contract), 'ending', private.contract_ending(contract)
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_ending', 'authenticated',
  'Returns the last day on which the caller may withdraw from their own contract, and its ending if there is one; null for any other contract.');

-- An upload of the receipt of the keys has two steps: open_proof_upload checks before the file is read, receive_proof
-- writes the row after the file is stored. The edge function passes the id of the signed-in tenant (holder).
create function public.open_proof_upload(holder uuid, ending_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  select open.* into ending
  from public.contract_endings as open
  join public.contracts as contract on contract.id = open.contract_id
  where open.id = $2 and contract.user_id = $1;
  if ending.id is null then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', ending.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'contractId', ending.contract_id, 'keptSha256', ending.proof_sha256,
    'isOpen', private.takes_proof(ending)
  ));
end
$$;
comment on function public.open_proof_upload is 'Reports whether the signed-in tenant may upload the receipt of the keys now, and returns the hash of the stored receipt; null for an ending of another tenant. Service role only.';
grant execute on function public.open_proof_upload to service_role;

create function private.takes_proof(ending public.contract_endings) returns boolean
language sql immutable
-- A receipt that staff saw when they confirmed the ending cannot be replaced.
return ending.keys_on is not null and (
  ending.status = 'asked' or ending.status = 'confirmed' and ending.proof_path is null
);
comment on function private.takes_proof is 'Reports whether the receipt of the keys may be uploaded or replaced now.';
grant execute on function private.takes_proof to service_role;

create function public.receive_proof(
  holder uuid, ending_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($2);
  former public.contract_endings;
begin
  select * into former from public.contract_endings as ending where ending.id = $2;
  if held.user_id is distinct from $1 then
    return null;
  end if;
  if former.proof_sha256 = $5 then
    return jsonb_build_object('isKept', true, 'changed', false);
  end if;
  if not private.takes_proof(former) then
    return jsonb_build_object('isKept', false, 'changed', false);
  end if;
  update public.contract_endings as ending
  set proof_path = $3, proof_type = $4, proof_sha256 = $5, proof_at = now() where ending.id = $2;
  perform private.note('send-keys-proof', held.id, actor => $1);
  return jsonb_strip_nulls(jsonb_build_object('isKept', true, 'changed', true, 'replaced', former.proof_path));
end
$$;
comment on function public.receive_proof is 'Records a stored file as the receipt of the keys of an ending, once per file. isKept is false when the upload came too late. Service role only.';
grant execute on function public.receive_proof to service_role;

create function private.end_as_confirmed() returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  ending public.contract_endings;
  ended integer := 0;
begin
  for due in
    select contract.id as contract_id, confirmed.id
    from public.contract_endings as confirmed
    join public.contracts as contract on contract.id = confirmed.contract_id
    where confirmed.status = 'confirmed' and confirmed.keys_on < private.today_in_brasilia()
      and contract.status = 'active'
    order by confirmed.keys_on, confirmed.id
    limit 100
  loop
    perform from public.contracts as contract
    where contract.id = due.contract_id and contract.status = 'active' for update;
    continue when not found;
    -- Reads the ending again under the lock, because it may have been withdrawn meanwhile.
    select * into ending from public.contract_endings as confirmed
    where confirmed.id = due.id and confirmed.status = 'confirmed'
      and confirmed.keys_on < private.today_in_brasilia();
    continue when not found;
    perform private.carry_out(ending);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function private.end_as_confirmed is 'Ends the contracts whose confirmed day of the keys was yesterday or earlier, at most 100 per call, and returns their number. The schedule calls this function.';
grant execute on function private.end_as_confirmed to service_role;

-- Reminders of the end of a term, and renewals. No contract renews itself (Código Civil, art. 819): the tenant asks for
-- a renewal and accepts new conditions. A renewal is another offer on the request of the former contract, with the same
-- link. The contract that results has the same account.
alter table public.offers add constraint offers_renewed_contract
  foreign key (renews_contract_id) references public.contracts (id) on delete cascade;

create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contracts as renewal
  where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
);
comment on function private.is_renewed is 'Reports whether another contract renews this one.';
grant execute on function private.is_renewed to service_role;

create function private.is_renewable(contract public.contracts) returns boolean
language sql stable
return private.is_running(contract)
  and not private.is_ending(contract.id) and not private.is_renewed(contract.id);
comment on function private.is_renewable is 'Reports whether a contract may be renewed: it is running, nobody has asked for its end, and no contract renews it yet.';
grant execute on function private.is_renewable to service_role;

create function private.renewal_state(contract public.contracts) returns text
language sql stable
begin atomic
  select case
    when private.is_renewed(contract.id) then 'renewed'
    when private.is_open(latest.offer) then 'offered'
    when contract.renewal_asked_at
      > coalesce((latest.offer).closed_at, (latest.offer).valid_until, '-infinity') then 'asked'
    when (latest.offer).status = 'declined' then 'declined'
    when (latest.offer).id is not null then 'expired'
    else 'none'
  end
  from (select (
    select made from public.offers as made
    where made.renews_contract_id = contract.id and made.status <> 'withdrawn'
    order by made.created_at desc limit 1
  ) as offer) as latest;
end;
comment on function private.renewal_state is 'Returns the state of the renewal of a contract: none, asked, offered, declined, expired or renewed.';
grant execute on function private.renewal_state to service_role;

create function private.renewed_terms(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'endDate', contract.end_date,
    'landlordName', contract.landlord_name, 'rentalValue', contract.rental_value,
    'coverLimit', contract.cover_limit, 'fee', contract.fee,
    'months', contract.contract_duration_months, 'propertyAddress', contract.property_address
  )
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.renewed_terms is 'Returns the terms of the former contract, with which a renewal is compared; null without a former contract.';
grant execute on function private.renewed_terms to service_role;

create function private.contract_name(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object('id', contract.id, 'contract_number', contract.contract_number)
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.contract_name is 'Returns id and number of another contract, for a link on the staff''s screen; null without one.';
grant execute on function private.contract_name to service_role;

-- The contract's e-mail address may have been corrected. The request keeps the former address.
create function private.address_of(request public.simulations) returns text
language sql stable
return coalesce(
  (
    select contract.tenant_email
    from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id
    order by contract.created_at desc limit 1
  ),
  request.email
);
comment on function private.address_of is 'Returns the current e-mail address of the person who made a request.';
grant execute on function private.address_of to service_role;

-- Security definer, because tenants may not update contracts. A second call changes nothing.
create function private.ask_renewal(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select contract.* into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('ask-renewal', $1);
  end if;
  if private.is_renewable(held) and private.renewal_state(held) not in ('asked', 'offered')
    and held.end_date <= private.today_in_brasilia() + 90 then
    -- clock_timestamp(), because the time is compared with an offer's end, and now() would be too early if the
    -- transaction waited for a lock.
    update public.contracts as contract set renewal_asked_at = clock_timestamp()
    where contract.id = held.id returning contract.* into held;
    perform private.note('ask-renewal', held.id);
    perform private.enqueue_mail(
      'renewal-notice', null, '{}', 'renewal-notice:' || held.id || ':' || held.renewal_asked_at,
      contract_id => held.id
    );
  end if;
  return jsonb_build_object('state', private.renewal_state(held));
end
$$;
call private.expose('ask_renewal', 'authenticated',
  'Asks for the renewal of the caller''s own contract within 90 days of its end, and notifies staff once. Returns the state of the renewal.');

-- Security definer, because tenants have no grant on offers. The result contains only the caller's own data.
create function private.my_renewal(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', private.renewal_state(contract),
    'mayAsk', private.is_renewable(contract)
      and contract.end_date <= private.today_in_brasilia() + 90
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_renewal', 'authenticated',
  'Returns the state of the renewal of the caller''s own contract, and whether the caller may ask for it; null for any other contract.');

create function private.ends_to_tell() returns table (contract_id uuid, told_on date)
language sql stable
begin atomic
  -- Only the latest day that has come counts, so a schedule that was down sends no missed reminders. Days before the
  -- term do not count. Otherwise the tenant of a term of one month would get a reminder at once.
  select ending.id, max(ending.end_date - ahead)
  from (select private.today_in_brasilia() as day) as today
  join public.contracts as ending
    on ending.status = 'active' and ending.end_date between today.day and today.day + 90
  cross join unnest(array[90, 60, 30, 15]) as ahead
  where ending.end_date - ahead between ending.start_date and today.day
    and coalesce(ending.end_told_on < ending.end_date - ahead, true)
    and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
  group by ending.id;
end;
comment on function private.ends_to_tell is 'Returns the contracts whose latest reminder day (90, 60, 30 or 15 days before the end) has come without a reminder.';
grant execute on function private.ends_to_tell to service_role;

create function private.tell_of_ends() returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.contracts;
begin
  for told in
    update public.contracts as contract set end_told_on = due.told_on
    from private.ends_to_tell() as due
    where contract.id = due.contract_id and coalesce(contract.end_told_on < due.told_on, true)
    returning contract.*
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'term-ends', told.tenant_email, '{}', 'term-ends:' || told.id || ':' || told.end_told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(
      told.id, 'landlord-term-ends', told.id || ':' || told.end_told_on
    );
  end loop;
end
$$;
comment on function private.tell_of_ends is 'Queues the reminders to tenant and confirmed landlord 90, 60, 30 and 15 days before the end of a contract, each once. Contracts that are ending or were renewed get none. The schedule calls this function.';
grant execute on function private.tell_of_ends to service_role;

-- Security definer, because staff have no grant on contracts. Weeks begin on Monday.
create function private.expiries_by_week() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  perform private.require_active_staff();
  return (
    select coalesce(jsonb_agg(to_jsonb(counted) order by counted.week), '[]')
    from (
      select date_trunc('week', contract.end_date)::date as week, count(*) as contracts,
        count(*) filter (where private.is_renewed(contract.id)) as renewed
      from public.contracts as contract
      where contract.status = 'active' and contract.end_date between today and today + 90
      group by 1
    ) as counted
  );
end
$$;
call private.expose('expiries_by_week', 'authenticated',
  'Returns for each week of the next 90 days, named by its Monday, how many contracts end and how many of these were renewed. Active staff only; names nobody.');
