-- The views of the ledger for staff: one contract, the lists Recebimentos and A pagar with their sums, and the files
-- for the accountant and the bank. Lists and sums use the same functions, so each sum matches its list.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.contract_payments(of_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  select * into contract from public.contracts as known
  where known.id = coalesce(
    (select charge.contract_id from public.charges as charge where charge.id = of_id),
    (select movement.contract_id from public.movements as movement where movement.id = of_id), of_id
  );
  perform private.require_found(found, 'Pagamento não encontrado.');
  perform private.record_reading('read-contracts', array[contract.id]);
  return private.contract_money(contract.id) || jsonb_build_object(
    'contract', jsonb_build_object(
      'id', contract.id, 'number', contract.contract_number, 'tenantName', contract.tenant_name,
      'state', private.contract_state(contract), 'startDate', contract.start_date,
      'endDate', contract.end_date, 'acceptedOn', private.day_in_brasilia(contract.created_at)
    ),
    'noticeDays', private.notice_days(),
    'bookings', (
      select coalesce(jsonb_object_agg(movement.id, jsonb_build_object(
        'source', movement.source, 'note', movement.note, 'description', movement.description,
        'bookedAt', movement.booked_at, 'bookedBy', private.staff_name(movement.booked_by),
        'account', private.masked_account(movement.account),
        'mayReverse', reversal.id is null and not exists (
          select from public.charges as refund where refund.movement_id = movement.id and refund.allocated > 0
        ),
        'reversal', case when reversal.id is not null then jsonb_build_object(
          'at', reversal.booked_at, 'by', private.staff_name(reversal.booked_by), 'reason', reversal.reason
        ) end
      )), '{}')
      from private.movements_of(contract.id) as movement
      left join public.movements as reversal on reversal.reverses = movement.id
      where movement.reverses is null
    ),
    'refunds', (
      select coalesce(jsonb_object_agg(refund.id, jsonb_build_object(
        'movementId', refund.movement_id, 'account', private.masked_account(payee.account),
        'isOther', private.is_other_holder(payee.account, contract), 'accountVersion', payee.version, 'mayCancel', refund.is_open and refund.cause = 'surplus'
      )), '{}')
      from public.charges as refund cross join private.payee_of(refund) as payee
      where refund.contract_id = contract.id and refund.kind = 'refund'
    )
  );
end
$$;
call private.expose('contract_payments', 'authenticated',
  'Returns balance, charges and movements of a contract, found by its own id or by that of a charge or movement, with who booked or reversed what. The audit trail records the reading.',
  needs => 'read', action => 'read-contracts');

-- Returns all matching ids without a limit, because callers compute sums over these contracts. PostgreSQL hashes a long
-- array, so the comparison `= any` stays fast.
create function private.searched_contracts(search text) returns uuid[]
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(search);
  grams constant text[] := private.wanted_grams(search, 'contracts_by_grams');
begin
  if patterns is null then
    return null;
  end if;
  return array(
    select contract.id from public.contracts as contract
    where private.search_grams(contract.search_text) @> grams and contract.search_text like all (patterns)
  );
end
$$;
comment on function private.searched_contracts is 'Returns all contracts that a search finds; null for an empty search.';

create function private.charges_in(view text, search text, from_day date, to_day date) returns setof public.charges
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  today constant date := private.today_in_brasilia();
  found_in constant uuid[] := private.searched_contracts(search);
  maybe uuid[];
begin
  if view = 'approvals' then
    maybe := array(select private.perhaps_needing_second());
  end if;
  if view is null or view not in ('due', 'overdue', 'refunds', 'payouts', 'approvals') then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  return query
    select charge.* from public.charges as charge
    where charge.is_open
      and charge.kind = any (case view
        when 'refunds' then array['refund'] when 'payouts' then array['claim']
        when 'approvals' then array['refund', 'claim'] else array['fee', 'recovery']
      end)
      and (view <> 'approvals' or charge.id = any (maybe) and private.awaits_second_person(charge))
      and (view <> 'due' or charge.due_on >= today) and (view <> 'overdue' or charge.due_on < today)
      and charge.due_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and (found_in is null or charge.contract_id = any (found_in));
end
$$;
comment on function private.charges_in is 'Returns the open charges on one of the staff lists due, overdue, refunds, payouts and approvals, filtered by due day and search.';

create function private.movements_in(view text, search text, from_day date, to_day date) returns setof public.movements
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  found_in constant uuid[] := private.searched_contracts(search);
begin
  if view is null or view not in ('to-allocate', 'in', 'out') then
    perform private.reject('Lista desconhecida.', 'view');
  elsif view = 'to-allocate' then
    return query
      select movement.* from private.movement_rests as left_over
      join public.movements as movement on movement.id = left_over.movement_id
      where left_over.rest > 0
        and movement.moved_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
        and (found_in is null or movement.contract_id = any (found_in));
  else
    return query
      select movement.* from public.movements as movement
      where movement.direction = view
        and movement.moved_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
        and (found_in is null or movement.contract_id = any (found_in));
  end if;
end
$$;
comment on function private.movements_in is 'Returns the movements on one of the staff lists to-allocate, in and out, filtered by day and search. Reversals are included: the reversal of received money is on the list out.';

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_charges(
  view text, search text, from_day date, to_day date, after_date date, after_id uuid, page_size integer
)
returns table (
  id uuid, kind text, state text, amount numeric, open numeric, due_on date, contract_id uuid,
  contract_number text, tenant_name text, instalment integer, instalments integer,
  payee text, account text, is_other_holder boolean, account_version integer, awaits_second boolean, claim_id uuid,
  payable_from date, approved_by text, approved_by_me boolean, refusal text, second_people text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.charges[];
begin
  page := array(
    select charge from private.charges_in($1, $2, $3, $4) as charge
    where $5 is null or (charge.due_on, charge.id) > ($5, $6)
    order by charge.due_on, charge.id limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct listed.contract_id from unnest(page) as listed where listed.contract_id is not null
  ));
  return query
    select charge.id, charge.kind, private.charge_state(charge), charge.amount, private.open_amount(charge),
      charge.due_on, contract.id, contract.contract_number, contract.tenant_name, charge.instalment,
      charge.instalments, paid.payee, private.masked_account(paid.account),
      case
        when charge.kind = 'refund' then private.is_other_holder(paid.account, contract)
        else private.is_other_landlord(paid.account, contract)
      end,
      paid.version,
      waiting.now, charge.claim_id, private.waits_until(charge),
      private.staff_name(approval.approved_by), coalesce(approval.approved_by = (select auth.uid()), false),
      private.payout_refusal(charge, case when waiting.now then 'approve' else 'pay' end),
      case when waiting.now then private.people_with('payouts', private.kept_from_payout(charge)) end
    from unnest(page) as charge
    cross join lateral (select private.awaits_second_person(charge)) as waiting (now)
    left join private.payout_approvals as approval on approval.charge_id = charge.id and not waiting.now
    left join public.contracts as contract on contract.id = charge.contract_id
    left join lateral private.payee_of(charge) as paid on charge.direction = 'out'
    order by charge.due_on, charge.id;
end
$$;
call private.expose('list_charges', 'authenticated',
  'Lists one page of the open charges of a view (due, overdue, refunds, payouts, approvals) by due day. refusal says why the caller may neither approve nor pay, second_people who may approve. payable_from is the first day on which a payout may be paid, while its account is too new. The next page starts after the last row. The audit trail records the reading.',
  'view text, search text default null, from_day date default null, to_day date default null, after_date date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on the tables.
create function private.charge_totals(view text, search text, from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'count', count(*), 'sum', coalesce(sum(charge.amount - charge.allocated), 0),
      'overdue', coalesce(sum(charge.amount - charge.allocated)
        filter (where charge.due_on < private.today_in_brasilia()), 0),
      'nextSevenDays', coalesce(sum(charge.amount - charge.allocated) filter (
        where charge.due_on between private.today_in_brasilia() and private.today_in_brasilia() + 6
      ), 0)
    )
    from private.charges_in($1, $2, $3, $4) as charge
  );
end
$$;
call private.expose('charge_totals', 'authenticated',
  'Returns number and sums in reais of the charges that list_charges lists: all, overdue, and due in the next seven days. Names nobody.',
  'view text, search text default null, from_day date default null, to_day date default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_movements(
  view text, search text, from_day date, to_day date, after_date date, after_id uuid, page_size integer
)
returns table (
  id uuid, direction text, amount numeric, rest numeric, moved_on date, contract_id uuid,
  contract_number text, tenant_name text, description text, kind text, is_reversed boolean,
  reverses uuid, receipt_number text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.movements[];
begin
  page := array(
    select movement from private.movements_in($1, $2, $3, $4) as movement
    where $5 is null or (movement.moved_on, movement.id) < ($5, $6)
    order by movement.moved_on desc, movement.id desc limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct listed.contract_id from unnest(page) as listed where listed.contract_id is not null
  ));
  return query
    select movement.id, movement.direction, movement.amount, coalesce(private.rest_of(movement.id), 0),
      movement.moved_on, contract.id, contract.contract_number, contract.tenant_name, movement.description,
      private.movement_kind(movement), private.is_reversed(movement.id), movement.reverses, receipt.number
    from unnest(page) as movement
    left join public.contracts as contract on contract.id = movement.contract_id
    left join private.receipts as receipt on receipt.movement_id = movement.id
    order by movement.moved_on desc, movement.id desc;
end
$$;
call private.expose('list_movements', 'authenticated',
  'Lists one page of the movements of a view (to-allocate, in, out), newest first. The next page starts after the last row. The audit trail records the reading.',
  'view text, search text default null, from_day date default null, to_day date default null, after_date date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on the tables.
create function private.movement_totals(view text, search text, from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'count', count(*),
      'in', coalesce(sum(movement.amount) filter (where movement.direction = 'in'), 0),
      'out', coalesce(sum(movement.amount) filter (where movement.direction = 'out'), 0),
      'rest', coalesce(sum(left_over.rest), 0)
    )
    from private.movements_in($1, $2, $3, $4) as movement
    left join private.movement_rests as left_over on left_over.movement_id = movement.id
  );
end
$$;
call private.expose('movement_totals', 'authenticated',
  'Returns number and sums in reais of the movements that list_movements lists: received, paid, and left. Names nobody.',
  'view text, search text default null, from_day date default null, to_day date default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on the tables.
create function private.export_movements(from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if from_day is null or to_day is null or to_day not between from_day and from_day + 366 then
    perform private.reject('Escolha um período de até um ano.', 'to_day');
  end if;
  perform private.note('export-payments', null, jsonb_build_object('from', from_day, 'to', to_day));
  return (
    with moved as (
      select movement.*, movement.amount * case movement.direction when 'in' then 1 else -1 end as signed
      from public.movements as movement where movement.moved_on between $1 and $2
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'movedOn', moved.moved_on, 'sign', case when moved.signed > 0 then '+' else '-' end, 'amount', moved.signed,
        'kind', private.movement_kind(original), 'isReversal', moved.reverses is not null,
        'payee', coalesce(original.account ->> 'holder', case when original.direction = 'in' then 'Payser' end),
        'receipt', receipt.number, 'contractNumber', contract.contract_number, 'tenant', contract.tenant_name,
        'cpf', contract.tenant_cpf, 'source', moved.source, 'note', coalesce(moved.reason, moved.note, moved.description)
      ) order by moved.moved_on, moved.booked_at, moved.id), '[]'),
      'in', coalesce(sum(moved.signed) filter (where moved.signed > 0), 0),
      'out', coalesce(-sum(moved.signed) filter (where moved.signed < 0), 0),
      'balance', coalesce(sum(moved.signed), 0)
    )
    from moved
    join public.movements as original on original.id = coalesce(moved.reverses, moved.id)
    left join public.contracts as contract on contract.id = moved.contract_id
    left join private.receipts as receipt on receipt.movement_id = original.id
  );
end
$$;
call private.expose('export_movements', 'authenticated',
  'Returns all movements between two days, at most a year, with sign, payee, receipt and totals, for the accountant. The audit trail records who took it.',
  needs => 'owner', action => 'export-payments');

-- Security definer, because staff have no grant on the tables. No other function returns a list with unmasked accounts.
create function private.export_payouts() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.note('export-payments', null, jsonb_build_object('status', 'payouts'));
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', charge.kind, 'payee', paid.payee, 'document', paid.account ->> 'document', 'account', paid.account,
      'amount', private.open_amount(charge), 'dueOn', charge.due_on, 'contractNumber', contract.contract_number
    ) order by charge.due_on, charge.id), '[]')
    from public.charges as charge
    cross join private.payee_of(charge) as paid
    left join public.contracts as contract on contract.id = charge.contract_id
    where charge.is_open and charge.direction = 'out' and paid.account is not null
      and not private.awaits_second_person(charge) and private.waits_until(charge) is null
  );
end
$$;
call private.expose('export_payouts', 'authenticated',
  'Returns the refunds and payouts that can be paid, with the whole confirmed account, for the bank. The audit trail records who took it.',
  needs => 'payouts', action => 'export-payments');

create function private.payment_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'paymentsOverdue', count(*) filter (
      where charge.kind = 'fee' and charge.due_on < private.today_in_brasilia()
    ),
    'refundsDue', count(*) filter (where charge.kind = 'refund'),
    'payoutsDue', count(*) filter (where charge.kind = 'claim'),
    'paymentsLeft', (select count(*) from private.movement_rests as left_over where left_over.rest > 0)
  )
  from public.charges as charge where charge.is_open;
end;
comment on function private.payment_counts is 'Counts overdue fees, refunds and payouts that staff must pay, and movements with an amount that is not allocated.';
grant execute on function private.payment_counts to service_role;
