-- Ends of contracts. Within seven days of the acceptance, the tenant can withdraw at once (regret; CDC, art. 49).
-- Later, tenant or landlord states the day on which the keys are returned (Lei 8.245, art. 39). The other side is asked
-- before staff confirm the day. Each contract that ends before its term has a row here. Its kind decides what screens,
-- mails and letter say. Callers lock the contract's row before they change the row.
create table public.contract_endings (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique
    default 'EN-' || to_char(now(), 'YYYY') || '-' || upper(left(md5(gen_random_uuid()::text), 8))
    check (protocol ~ '^EN-[0-9]{4}-[0-9A-F]{8}$'),
  kind text not null check (
    kind in ('regret', 'moved-out', 'end-of-lease', 'cancelled-before-start', 'never-began', 'unpaid', 'other')
  ),
  asked_by text not null check (asked_by in ('tenant', 'landlord', 'staff')),
  asked_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  keys_on date,
  keys_note text check (char_length(btrim(keys_note)) between 3 and 1000),
  answer_until date,
  landlord_told_on date,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'withdrawn')),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  question text check (char_length(btrim(question)) between 3 and 1000),
  constraint contract_endings_closed_have_time check ((status = 'asked') = (closed_at is null)),
  constraint contract_endings_keys_are_asked_about check (keys_on is null or answer_until is not null)
);
comment on table public.contract_endings is 'Requests to end a contract, with author, reason and day. Staff confirm each request except a regret.';
comment on column public.contract_endings.id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.contract_endings.keys_on is 'Day on which the keys were or will be returned: the stated day, and after the confirmation the day that staff confirmed.';
comment on column public.contract_endings.keys_note is 'Evidence for the confirmed day of the keys; for staff only.';
comment on column public.contract_endings.answer_until is 'Last day on which the other side can state another day of the keys.';
comment on column public.contract_endings.landlord_told_on is 'Day on which an address that acts for the landlord was told of the ending; the day of the confirmation when there was no such address.';
comment on column public.contract_endings.question is 'Latest question of staff to the tenant about the ending, sent by mail.';
create unique index contract_endings_one_open on public.contract_endings (contract_id)
  where status in ('asked', 'confirmed');
create index contract_endings_by_contract on public.contract_endings (contract_id);
create index contract_endings_by_closer on public.contract_endings (closed_by);
create index contract_endings_waiting on public.contract_endings (asked_at) where status = 'asked';
create index contract_endings_coming on public.contract_endings (keys_on) where status = 'confirmed';
alter table public.contract_endings enable row level security;
grant select, insert, update, delete on public.contract_endings to service_role;

create table public.handover_statements (
  ending_id uuid not null references public.contract_endings (id) on delete cascade,
  side text not null check (side in ('tenant', 'landlord', 'staff')),
  keys_on date not null,
  note text check (char_length(btrim(note)) between 3 and 1000),
  stated_at timestamptz not null default now(),
  stated_by text check (private.is_email(stated_by)),
  proof_id uuid not null unique default gen_random_uuid(),
  proof_path text unique check (char_length(proof_path) <= 400),
  proof_type text check (proof_type in ('application/pdf', 'image/jpeg', 'image/png')),
  proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  proof_at timestamptz,
  primary key (ending_id, side),
  constraint handover_statements_of_landlords_have_address check ((side = 'landlord') = (stated_by is not null)),
  constraint handover_statements_proofs_are_whole
    check (num_nonnulls(proof_path, proof_type, proof_sha256, proof_at) in (0, 4))
);
comment on table public.handover_statements is 'Day on which the keys were returned, as each side states it, with or without a receipt of the keys.';
comment on column public.handover_statements.stated_by is 'Confirmed e-mail address of the landlord who stated the day; null for tenant and staff.';
comment on column public.handover_statements.proof_id is 'Id under which staff open the receipt of the keys.';
comment on column public.handover_statements.proof_path is 'Path of the receipt of the keys in the bucket request-documents: <contract id>/<file>.';
comment on column public.handover_statements.proof_sha256 is 'SHA-256 of the uploaded receipt of the keys. A second upload of the same file is recognised by this hash.';
alter table public.handover_statements enable row level security;
grant select, insert, update, delete on public.handover_statements to service_role;

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
  when 'never-began' then 'never-began'
  when 'moved-out' then 'keys'
  when 'end-of-lease' then 'keys'
end;
comment on function private.letter_ending is 'Returns the reason for the end of a contract that every reader of the letter may see: regret, not-started, never-began or keys (returned); null for other reasons.';
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

create function private.statements_of(ending_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'side', said.side, 'keysOn', said.keys_on, 'note', said.note, 'statedAt', said.stated_at,
    'proofAt', said.proof_at, 'proofId', case when said.proof_path is not null then said.proof_id end
  )) order by said.stated_at, said.side), '[]')
  from public.handover_statements as said where said.ending_id = $1;
end;
comment on function private.statements_of is 'Returns what each side states about the day of the keys: [{side, keysOn, note, statedAt, proofAt, proofId}].';
grant execute on function private.statements_of to service_role;

create function private.handover_waits_for(ending public.contract_endings) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(asked.side order by asked.side), '{}')
  from unnest(array['landlord', 'tenant']) as asked (side)
  where ending.status = 'asked' and ending.keys_on is not null
    and ending.answer_until >= private.today_in_brasilia()
    and asked.side <> ending.asked_by
    and not exists (
      select from public.handover_statements as said
      where said.ending_id = ending.id and said.side = asked.side
    );
end;
comment on function private.handover_waits_for is 'Returns the sides that may still state the day of the keys. Staff cannot confirm the ending before each side has answered or its five days have passed.';
grant execute on function private.handover_waits_for to service_role;

create function private.endings_to_confirm() returns bigint
language sql stable
return (
  select count(*) from public.contract_endings as ending
  where ending.status = 'asked' and cardinality(private.handover_waits_for(ending)) = 0
);
comment on function private.endings_to_confirm is 'Counts the requested endings that wait for staff: no side can state the day of the keys any more.';
grant execute on function private.endings_to_confirm to service_role;

create function private.contract_ending(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', ending.id, 'protocol', ending.protocol, 'kind', ending.kind, 'asked_by', ending.asked_by,
    'asked_at', ending.asked_at, 'reason', ending.reason, 'keys_on', ending.keys_on,
    'status', ending.status, 'question', ending.question, 'answer_until', ending.answer_until,
    'landlord_told_on', ending.landlord_told_on,
    'waits_for', private.handover_waits_for(ending), 'statements', private.statements_of(ending.id),
    'proof_at', (
      select said.proof_at from public.handover_statements as said
      where said.ending_id = ending.id and said.side = 'tenant'
    ),
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

-- A regret and a cancellation before the start return the whole fee. In all other cases the tenant keeps owing only the
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
  select private.void_claims(closed.id) where closed.status = 'cancelled';
  -- The letter of an ended contract is not in force, so unsent mails about it are deleted.
  delete from public.outgoing_mail as mail
  where mail.contract_id = closed.id and mail.status = 'queued' and mail.template in (
    'letter-fee', 'letter-reissued', 'landlord-fee', 'landlord-letter', 'landlord-replaced'
  );
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
    kind = known, keys_on = null, landlord_told_on = private.today_in_brasilia()
  where ending.contract_id = closed.id and ending.status in ('asked', 'confirmed');
  if not found then
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, asked_at, status, closed_at, closed_by, landlord_told_on
    ) values (
      gen_random_uuid(), closed.id, known, 'staff', closed.closed_at, 'confirmed', closed.closed_at, closed.closed_by,
      private.today_in_brasilia()
    );
  end if;
  perform private.settle_ending(closed, known);
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended', delay => private.undo_period());
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
  select private.revive_claims(closed.id, closed.closed_at);
  select private.tell_landlord(closed.id, 'landlord-letter', 'issued')
  from public.letters as letter
  where letter.contract_id = closed.id and letter.file_sha256 is not null and letter.issued_at > now() - interval '1 day';
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
  later public.contracts;
begin
  update public.contracts as contract
  set status = case when is_cancelled then 'cancelled' else 'ended' end, closed_at = now(),
    -- A mail quotes this reason, so only a reason that staff wrote is copied.
    closed_by = ending.closed_by, close_reason = case when ending.asked_by = 'staff' then ending.reason end,
    -- The term may have ended before staff confirmed the ending.
    ends_on = case when not is_cancelled then least(contract.end_date, coalesce(ending.keys_on, private.today_in_brasilia())) end
  where contract.id = ending.contract_id
  returning contract.* into closed;
  perform private.settle_ending(closed, ending.kind);
  if is_cancelled then
    -- Deletes the unfinished job of the letter, because a cancelled contract gets no letter.
    delete from public.document_jobs as job where job.contract_id = closed.id and job.status <> 'done';
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and (
      mail.contract_id = closed.id
        and mail.template in ('contract-ready', 'correction-asked')
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
  -- A landlord who never had a letter is not told that its contract ended. A renewal ends the lease of an earlier letter,
  -- and a corrected letter that is being drawn has replaced one.
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended')
  where exists (
    select from public.contracts as period join public.letters as letter on letter.contract_id = period.id
    where period.lease_id = closed.lease_id and (period.id = closed.id or not is_cancelled) and (
      letter.file_sha256 is not null
      or exists (select from private.replaced_letters as former where former.contract_id = period.id)
    )
  );
  if is_cancelled then
    return;
  end if;
  -- A renewal that has not begun ends with the lease.
  for later in
    select coming.* from public.contracts as coming
    where coming.lease_id = closed.lease_id and coming.status = 'active' and coming.start_date > closed.ends_on
    for no key update
  loop
    update public.contract_endings as open set status = 'withdrawn', closed_at = now()
    where open.contract_id = later.id and open.status in ('asked', 'confirmed');
    insert into public.contract_endings (id, contract_id, kind, asked_by, status, closed_at, closed_by)
    values (gen_random_uuid(), later.id, 'cancelled-before-start', ending.asked_by, 'confirmed', now(), ending.closed_by)
    returning * into ending;
    perform private.carry_out(ending);
  end loop;
end
$$;
comment on function private.carry_out is 'Ends or cancels a contract according to a confirmed ending, settles what is owed, and queues the mails to tenant and landlord. A renewal that has not begun is cancelled with it.';
grant execute on function private.carry_out to service_role;

create function private.regret(held public.contracts, ending_id uuid, despite_claim boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  open_claim constant text := private.open_claim_of(held.id);
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
    if open_claim is not null and not coalesce($3, false) then
      return jsonb_build_object('outcome', 'claim', 'protocol', open_claim);
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
comment on function private.regret is 'Withdraws from a contract that the caller has locked, once per ending_id. Returns {outcome: regretted | late | closed | claim}: a claim is open, and despite_claim is not true.';
grant execute on function private.regret to service_role;

-- Security definer, because tenants may not update contracts. The tenant is signed in.
create function private.regret_contract(contract_id uuid, ending_id uuid, despite_claim boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('regret-contract', $1);
  end if;
  return private.regret(held, $2, $3);
end
$$;
call private.expose('regret_contract', 'authenticated',
  'Withdraws from the caller''s own contract at once and finally, within the days of the law and once per ending_id. outcome: regretted, late (these days are over), closed (the contract is closed) or claim (a claim is open, which ends with the contract; despite_claim accepts this).',
  'contract_id uuid, ending_id uuid, despite_claim boolean default false');

create function public.regret_by_link(
  secret_hash text, ending_id uuid, address_hash text, despite_claim boolean default false
) returns jsonb
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
  return private.regret(private.lock_contract(held.id), $2, $4);
end
$$;
comment on function public.regret_by_link is 'Does the same as regret_contract for the holder of the link of the contract''s request, who may have no password yet; null for an unknown or expired link. Service role only.';
grant execute on function public.regret_by_link to service_role;
