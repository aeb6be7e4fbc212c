-- The ledger of a contract: charges say what is owed, movements say which money moved, allocations say which movement
-- pays which charge. The functions below compute all other figures from these three tables. Callers first lock the
-- contract's row.
create table public.charges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('fee', 'refund', 'claim', 'recovery')),
  direction text not null generated always as (
    case when kind in ('fee', 'recovery') then 'in' else 'out' end
  ) stored,
  contract_id uuid references public.contracts (id) on delete cascade,
  claim_id uuid,
  round integer check (round in (1, 2, 3)),
  movement_id uuid,
  instalment integer not null default 1,
  instalments integer not null default 1 check (instalments between 1 and 12),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  due_on date not null,
  txid text unique check (txid ~ '^[A-Za-z0-9]{1,25}$'),
  cause text not null check (cause in ('acceptance', 'ending', 'decision', 'agreement', 'surplus')),
  created_at timestamptz not null default now(),
  created_by uuid,
  allocated numeric(12, 2) not null default 0,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text check (char_length(btrim(cancel_reason)) between 3 and 1000),
  is_open boolean not null generated always as (allocated < amount and cancelled_at is null) stored,
  notice_on date,
  constraint charges_allocated_within_amount check (allocated between 0 and amount),
  constraint charges_cancelled_are_unpaid check (cancelled_at is null or allocated = 0),
  constraint charges_cancelled_have_reason check ((cancelled_at is null) = (cancel_reason is null)),
  constraint charges_instalment_within_plan check (instalment between 1 and instalments),
  constraint charges_notice_is_of_a_fee check (notice_on is null or kind = 'fee'),
  constraint charges_claim_has_round
    check ((kind = 'claim') = (claim_id is not null) and (claim_id is null) = (round is null)),
  constraint charges_refund_has_movement check ((kind = 'refund') = (movement_id is not null)),
  constraint charges_without_contract_are_refunds check (contract_id is not null or kind = 'refund')
);
comment on table public.charges is 'Amounts that are owed for a contract, to or by Payser. A charge is cancelled with time, person and reason, and never deleted.';
comment on column public.charges.kind is 'fee: the tenant owes the fee; refund: Payser returns received money; claim: Payser pays a landlord; recovery: the tenant owes what Payser paid for a claim.';
comment on column public.charges.direction is 'Direction of the money, seen from Payser: in is received, out is paid.';
comment on column public.charges.contract_id is 'Contract of the charge; null only for the refund of a movement without contract.';
comment on column public.charges.round is 'Decision of the claim that made the charge: 1, or 2 and 3 after reviews.';
comment on column public.charges.movement_id is 'Movement whose unallocated amount a charge of the kind refund returns; null for other kinds.';
comment on column public.charges.txid is 'Identifier of a Pix payment: the contract number without hyphens, and P with two digits for an instalment.';
comment on column public.charges.created_by is 'Member of staff; no foreign key, because the charge outlives the account.';
comment on column public.charges.allocated is 'Sum of the allocations, in reais. Only the trigger of allocations changes this column.';
comment on column public.charges.notice_on is 'Last day that the notice gives the tenant to pay an overdue fee. Staff may end the contract from the next day on.';
create unique index charges_one_fee on public.charges (contract_id, instalment)
  where kind = 'fee' and cause = 'acceptance';
create index charges_by_contract on public.charges (contract_id);
create index charges_by_claim on public.charges (claim_id);
create index charges_by_movement on public.charges (movement_id);
create index charges_open on public.charges (kind, due_on, id) where is_open;
alter table public.charges enable row level security;
grant select, insert, update (cancelled_at, cancelled_by, cancel_reason, notice_on)
  on public.charges to service_role;

create table public.movements (
  id uuid primary key default gen_random_uuid(),
  direction text not null check (direction in ('in', 'out')),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  moved_on date not null,
  source text not null check (source in ('by-hand', 'statement')),
  contract_id uuid references public.contracts (id) on delete cascade,
  description text check (char_length(description) <= 500),
  note text check (char_length(btrim(note)) between 1 and 500),
  account jsonb,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  reverses uuid unique references public.movements (id) on delete cascade,
  reason text check (char_length(btrim(reason)) between 3 and 500),
  constraint movements_reversal_has_reason check ((reverses is null) = (reason is null)),
  constraint movements_account_is_of_a_payment check (account is null or direction = 'out')
);
comment on table public.movements is 'Money that moved on Payser''s bank account. Rows are only inserted. A reversal is a row of the opposite direction.';
comment on column public.movements.moved_on is 'Day at the bank; for a reversal, the day on which staff booked it.';
comment on column public.movements.contract_id is 'Contract of the movement; null while the contract is unknown.';
comment on column public.movements.description is 'Text of the bank statement.';
comment on column public.movements.account is 'Copy of the payee''s account at the time of the payment.';
comment on column public.movements.booked_by is 'Member of staff; no foreign key, because the row outlives the account.';
comment on column public.movements.reverses is 'Movement that this row reverses, once and as a whole.';
create index movements_by_contract on public.movements (contract_id);
create index movements_by_hand on public.movements (amount, moved_on) where source = 'by-hand';
create index movements_by_day on public.movements (moved_on desc, id desc);
alter table public.movements enable row level security;
grant select, insert on public.movements to service_role;
alter table public.charges add constraint charges_of_movement
  foreign key (movement_id) references public.movements (id) on delete cascade;

create table public.allocations (
  id bigint generated always as identity primary key,
  movement_id uuid not null references public.movements (id) on delete cascade,
  charge_id uuid not null references public.charges (id) on delete cascade,
  amount numeric(12, 2) not null check (amount <> 0),
  booked_at timestamptz not null default now(),
  booked_by uuid,
  undoes bigint unique references public.allocations (id) on delete cascade,
  constraint allocations_counter_rows_are_negative check ((undoes is null) = (amount > 0))
);
comment on table public.allocations is 'Amounts of movements that pay charges. Rows are only inserted. A row with a negative amount undoes one earlier row.';
comment on column public.allocations.booked_by is 'Member of staff; no foreign key, because the row outlives the account.';
create index allocations_by_movement on public.allocations (movement_id);
create index allocations_by_charge on public.allocations (charge_id);
alter table public.allocations enable row level security;
grant select, insert on public.allocations to service_role;

create table private.movement_rests (
  movement_id uuid primary key references public.movements (id) on delete cascade,
  rest numeric(12, 2) not null,
  constraint movement_rests_within_amount check (rest >= 0)
);
comment on table private.movement_rests is 'Rest of each movement in reais: the part that neither pays a charge nor is owed as a refund; 0 after a reversal. Only triggers write this table. Its rows are locked when an amount of a movement is spent.';
create index movement_rests_left on private.movement_rests (movement_id) where rest > 0;
alter table private.movement_rests enable row level security;
grant select on private.movement_rests to service_role;

create table private.receipts (
  movement_id uuid primary key references public.movements (id) on delete cascade,
  number text not null unique default private.new_protocol('RC') check (private.is_protocol(number, 'RC')),
  code text not null unique default private.new_letter_code(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  source_sha256 text check (source_sha256 ~ '^[0-9a-f]{64}$'),
  constraint receipts_file_has_source check ((file_sha256 is null) = (source_sha256 is null))
);
comment on table private.receipts is 'Receipts of movements that belong to a contract. Both hashes are null until the first PDF is made.';
comment on column private.receipts.code is 'Code by which /verificar finds the receipt.';
comment on column private.receipts.source_sha256 is 'Hash of the facts in the PDF. The PDF is made again when these facts have changed.';
alter table private.receipts enable row level security;
grant select on private.receipts to service_role;

-- Retention keeps the ledger for ten years (Código Civil, art. 205). After that, a person may delete the ledger with
-- the contract.
create function private.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.booked_at < now() - interval '10 years' then
      return old;
    end if;
  end if;
  raise exception 'Rows of % are only inserted.', tg_table_name using errcode = '42501';
end
$$;
comment on function private.refuse_change is 'Refuses to change or delete a row of the ledger, for every role. Rows older than ten years may be deleted.';
create trigger refuse_change before update or delete on public.movements
for each row execute function private.refuse_change();
create trigger refuse_change before update or delete on public.allocations
for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.movements
for each statement execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.allocations
for each statement execute function private.refuse_change();

create function private.keep_charge() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '10 years' then
      return old;
    end if;
    raise exception 'Charges are cancelled, not deleted.' using errcode = '42501';
  end if;
  if tg_op = 'INSERT' then
    if new.allocated <> 0 then
      raise exception 'Only allocations pay a charge.' using errcode = '42501';
    end if;
    return new;
  end if;
  if (new.id, new.kind, new.contract_id, new.claim_id, new.round, new.movement_id, new.instalment, new.instalments,
      new.amount, new.due_on, new.txid, new.cause, new.created_at, new.created_by)
    is distinct from
    (old.id, old.kind, old.contract_id, old.claim_id, old.round, old.movement_id, old.instalment, old.instalments,
      old.amount, old.due_on, old.txid, old.cause, old.created_at, old.created_by)
    -- Only the trigger on allocations may change this sum. That trigger fires this one, so the trigger depth is at
    -- least two.
    or new.allocated <> old.allocated and pg_trigger_depth() < 2
  then
    raise exception 'A charge keeps what is owed.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.keep_charge is 'Refuses, for every role, to delete a charge, to change the amount owed, or to pay a charge without an allocation. Only cancellation and notice may change.';
create trigger keep_charge before insert or update or delete on public.charges
for each row execute function private.keep_charge();

-- Security definer, because no role may write movement_rests.
create function private.open_movement() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  reversed public.movements;
begin
  if new.reverses is null then
    insert into private.movement_rests (movement_id, rest) values (new.id, new.amount);
    if new.contract_id is not null then
      insert into private.receipts (movement_id) values (new.id);
    end if;
    return null;
  end if;
  select * into reversed from public.movements as movement where movement.id = new.reverses;
  update private.movement_rests as left_over set rest = left_over.rest - new.amount
  where left_over.movement_id = new.reverses and left_over.rest = new.amount;
  if not found or reversed.reverses is not null or reversed.amount <> new.amount
    or reversed.direction = new.direction or reversed.contract_id is distinct from new.contract_id
  then
    raise exception 'A reversal is the whole of a movement that pays nothing.' using errcode = '23514';
  end if;
  return null;
end
$$;
comment on function private.open_movement is 'Gives a new movement its row in movement_rests (the unallocated part) and its receipt. A reversal sets the rest of the reversed movement to 0.';
create trigger open_movement after insert on public.movements
for each row execute function private.open_movement();

-- Security definer, because no role may write rests (unallocated parts) or change what was allocated to a charge.
create function private.spend_allocation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
begin
  select * into movement from public.movements as known where known.id = new.movement_id;
  update public.charges as paid set allocated = paid.allocated + new.amount
  where paid.id = new.charge_id returning * into charge;
  update private.movement_rests as left_over set rest = left_over.rest - new.amount
  where left_over.movement_id = new.movement_id;
  -- A reversal has no row in movement_rests, so it cannot pay a charge.
  if not found or movement.direction <> charge.direction
    or movement.contract_id is not null and movement.contract_id is distinct from charge.contract_id
    or new.undoes is not null and not exists (
      select from public.allocations as undone
      where undone.id = new.undoes and undone.movement_id = new.movement_id
        and undone.charge_id = new.charge_id and undone.amount = -new.amount
    )
  then
    raise exception 'A movement pays charges of its own direction and contract.' using errcode = '23514';
  end if;
  if new.amount > 0 and charge.contract_id is not null then
    insert into private.receipts (movement_id) values (new.movement_id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.spend_allocation is 'Moves an allocated amount from the rest of its movement to its charge. Movement and charge must have the same direction and contract. Constraints refuse an amount above the rest or above the open amount of the charge.';
create trigger spend_allocation after insert on public.allocations
for each row execute function private.spend_allocation();

-- Security definer, because no role may write rests (unallocated parts).
create function private.spend_refund() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  was_owed constant boolean := tg_op = 'UPDATE' and old.cancelled_at is null;
  is_owed constant boolean := new.cancelled_at is null;
begin
  if was_owed <> is_owed then
    update private.movement_rests as left_over
    set rest = left_over.rest + case when is_owed then -new.amount else new.amount end
    from public.movements as movement
    where left_over.movement_id = new.movement_id and movement.id = new.movement_id
      and movement.direction = 'in' and movement.reverses is null
      and (movement.contract_id is null or movement.contract_id is not distinct from new.contract_id);
    if not found then
      raise exception 'A refund returns the rest of a received movement.' using errcode = '23514';
    end if;
  end if;
  return null;
end
$$;
comment on function private.spend_refund is 'Takes the amount of a new refund from the rest of its movement. Gives the amount back when the refund is cancelled.';
create trigger spend_refund after insert or update of cancelled_at on public.charges
for each row when (new.kind = 'refund') execute function private.spend_refund();

create function private.charge_state(charge public.charges) returns text
language sql stable
return case
  when charge.cancelled_at is not null then 'cancelled'
  when not charge.is_open then 'paid'
  when charge.due_on < private.today_in_brasilia() then 'overdue'
  when charge.allocated > 0 then 'partly'
  else 'due'
end;
comment on function private.charge_state is 'Returns the state of a charge today: cancelled, paid, overdue (possibly paid in part), partly or due.';
grant execute on function private.charge_state to service_role;

create function private.open_amount(charge public.charges) returns numeric
language sql stable
return case when charge.is_open then charge.amount - charge.allocated else 0 end;
comment on function private.open_amount is 'Returns the amount of a charge that is not paid yet, in reais; 0 for a cancelled charge.';
grant execute on function private.open_amount to service_role;

create function private.is_reversed(movement_id uuid) returns boolean
language sql stable
return exists (select from public.movements as reversal where reversal.reverses = $1);
comment on function private.is_reversed is 'Reports whether a movement was reversed.';
grant execute on function private.is_reversed to service_role;

create function private.paid_on(charge public.charges) returns date
language sql stable
return case when charge.cancelled_at is null and not charge.is_open then (
  select max(movement.moved_on)
  from public.allocations as allocation
  join public.movements as movement on movement.id = allocation.movement_id
  where allocation.charge_id = charge.id and allocation.amount > 0
    and not exists (select from public.allocations as counter where counter.undoes = allocation.id)
) end;
comment on function private.paid_on is 'Returns the day of the last payment of a charge; null unless the charge is fully paid.';
grant execute on function private.paid_on to service_role;

create function private.movement_kind(movement public.movements) returns text
language sql stable
return (
  select min(charge.kind)
  from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
  where allocation.movement_id = coalesce(movement.reverses, movement.id) and allocation.amount > 0
);
comment on function private.movement_kind is 'Returns the kind of the charges that a movement pays or paid; null for a movement that never paid a charge.';
grant execute on function private.movement_kind to service_role;

-- A movement without a contract belongs to each contract whose charges it pays.
create function private.movements_of(contract_id uuid) returns setof public.movements
language sql stable
begin atomic
  select movement from public.movements as movement
  where movement.contract_id = $1 or movement.contract_id is null and movement.id in (
    select allocation.movement_id
    from public.charges as charge join public.allocations as allocation on allocation.charge_id = charge.id
    where charge.contract_id = $1
  );
end;
comment on function private.movements_of is 'Returns the movements of a contract, and the movements without a contract that paid one of its charges.';
grant execute on function private.movements_of to service_role;

-- A movement without a contract may pay charges of several contracts. The result shows only the charges of this
-- contract.
create function private.movement_view(movement public.movements, contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', movement.id, 'direction', movement.direction, 'kind', private.movement_kind(movement),
    'amount', movement.amount, 'movedOn', movement.moved_on,
    'left', case when movement.direction = 'in' and movement.contract_id = $2 then left_over.rest else 0 end,
    'isReversed', private.is_reversed(movement.id),
    'receipt', (
      select jsonb_build_object('number', receipt.number, 'code', receipt.code)
      from private.receipts as receipt where receipt.movement_id = movement.id
    ),
    'pays', (
      select coalesce(jsonb_agg(jsonb_build_object('chargeId', paid.charge_id, 'amount', paid.amount) order by paid.first), '[]')
      from (
        select allocation.charge_id, sum(allocation.amount) as amount, min(allocation.id) as first
        from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
        where allocation.movement_id = movement.id and charge.contract_id = $2
        group by allocation.charge_id having sum(allocation.amount) > 0
      ) as paid
    )
  )
  from private.movement_rests as left_over where left_over.movement_id = movement.id;
end;
comment on function private.movement_view is 'Returns a movement for display: its amount, its receipt, the parts that pay charges of the contract, and the unallocated part.';
grant execute on function private.movement_view to service_role;

create function private.charge_view(charge public.charges) returns jsonb
language sql stable
return jsonb_build_object(
  'id', charge.id, 'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
  'amount', charge.amount, 'allocated', charge.allocated, 'open', private.open_amount(charge),
  'dueOn', charge.due_on, 'state', private.charge_state(charge), 'txid', charge.txid,
  'paidOn', private.paid_on(charge), 'cancelledOn', private.day_in_brasilia(charge.cancelled_at),
  'noticeOn', case when private.charge_state(charge) = 'overdue' then charge.notice_on end
);
comment on function private.charge_view is 'Returns a charge for display: its amount, its allocated and open parts, and its state today.';
grant execute on function private.charge_view to service_role;

create function private.contract_money(contract_id uuid) returns jsonb
language sql stable
begin atomic
  with owed as (
    -- The charges of claims are left out, because the page of the claim shows what its landlord is paid.
    select charge, charge.kind, charge.allocated, private.open_amount(charge) as open
    from public.charges as charge where charge.contract_id = $1 and charge.kind <> 'claim'
  ),
  moved as (
    select movement, private.movement_view(movement, $1) as shown
    from private.movements_of($1) as movement
    where movement.reverses is null and private.movement_kind(movement) is distinct from 'claim'
  )
  select jsonb_build_object(
    'owed', coalesce((select sum(open) from owed where kind in ('fee', 'recovery')), 0),
    'paid', coalesce((select sum(allocated) from owed where kind in ('fee', 'recovery')), 0),
    'toGiveBack', coalesce((select sum(open) from owed where kind = 'refund'), 0),
    'givenBack', coalesce((select sum(allocated) from owed where kind = 'refund'), 0),
    'left', coalesce((
      select sum((shown ->> 'left')::numeric) from moved where (movement).contract_id = $1
    ), 0),
    'charges', coalesce((
      select jsonb_agg(private.charge_view(charge) order by (charge).due_on, (charge).created_at, (charge).id) from owed
    ), '[]'),
    'movements', coalesce((
      select jsonb_agg(shown order by (movement).moved_on, (movement).booked_at, (movement).id) from moved
    ), '[]')
  );
end;
comment on function private.contract_money is 'Returns the charges and movements of a contract, and its balance in reais: owed, paid, toGiveBack, givenBack and left (unallocated). Charges and movements of claims are left out.';
grant execute on function private.contract_money to service_role;

-- The column rest includes the refunds of a movement, because movement_rests no longer contains those amounts.
create view private.trial_balance with (security_invoker = true) as
  with movement as (
    select moved.contract_id, case moved.direction when 'in' then 1 else -1 end as sign, moved.amount,
      moved.reverses is not null or private.is_reversed(moved.id) as is_undone,
      coalesce((select sum(paid.amount) from public.allocations as paid where paid.movement_id = moved.id), 0) as allocated,
      coalesce((select kept.rest from private.movement_rests as kept where kept.movement_id = moved.id), 0)
        + coalesce((
          select sum(refund.amount) from public.charges as refund
          where refund.movement_id = moved.id and refund.cancelled_at is null
        ), 0) as rest
    from public.movements as moved
  ),
  part as (
    select contract_id, sign * amount as moved, sign * allocated as allocated, sign * rest as rest,
      abs(case when is_undone then 0 else amount end - allocated - rest) as row_difference
    from movement
    union all
    select charge.contract_id, 0, 0, 0, abs(charge.allocated - coalesce((
      select sum(paid.amount) from public.allocations as paid where paid.charge_id = charge.id
    ), 0))
    from public.charges as charge
  )
  select contract_id, sum(moved) as moved, sum(allocated) as allocated, sum(rest) as rest,
    sum(moved) - sum(allocated) - sum(rest) as difference, sum(row_difference) as rows_difference
  from part group by contract_id;
comment on view private.trial_balance is 'Trial balance by contract, in reais. difference is movements (in minus out) minus allocations and rests. rows_difference is the sum of the absolute differences of single rows, so that two faults cannot cancel out. Both must be 0.';
grant select on private.trial_balance to service_role;

create function private.unbalanced_contracts() returns bigint
language sql stable
begin atomic
  select count(*) from private.trial_balance where difference <> 0 or rows_difference <> 0;
end;
comment on function private.unbalanced_contracts is 'Counts the contracts whose trial balance is not zero. A correct ledger has none.';
grant execute on function private.unbalanced_contracts to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_payments(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.contract_money(contract.id)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_payments', 'authenticated',
  'Returns balance, charges and movements of the caller''s own contract; null for any other contract.');
