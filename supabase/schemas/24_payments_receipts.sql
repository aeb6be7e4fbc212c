-- Receipts of movements: their content, who may open them, and the result of a check on /verificar. A receipt keeps its
-- number and its code. Its PDF is made when somebody first opens the receipt, and again when the facts have changed.
create function private.receipt_lines(movement_id uuid, contract_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
    'dueOn', charge.due_on, 'amount', charge.amount, 'paid', part.amount, 'open', private.open_amount(charge)
  ) order by charge.due_on, charge.instalment, charge.id), '[]')
  from (
    select allocation.charge_id, sum(allocation.amount) as amount
    from public.allocations as allocation where allocation.movement_id = $1
    group by allocation.charge_id
  ) as part
  join public.charges as charge on charge.id = part.charge_id
  where part.amount > 0 and charge.contract_id = $2;
end;
comment on function private.receipt_lines is 'Returns what a movement pays for a contract: each charge with the part that the movement pays and what is still open of it.';
grant execute on function private.receipt_lines to service_role;

create function private.receipt_contracts(movement public.movements) returns setof public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.id = movement.contract_id
    or movement.contract_id is null and contract.id in (
      select charge.contract_id
      from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
      where allocation.movement_id = movement.id
    )
  order by contract.created_at, contract.id;
end;
comment on function private.receipt_contracts is 'Returns the contracts that a movement''s receipt is about, the oldest first: its own, or those whose charges it paid.';
grant execute on function private.receipt_contracts to service_role;

-- Tells when the newest fact of a receipt was stored. The PDF states this time instead of the current time, so equal
-- facts give equal bytes.
create function private.receipt_stated_at(movement public.movements) returns timestamptz
language sql stable
begin atomic
  select max(fact.at) from (
    select movement.booked_at as at
    union all
    select reversal.booked_at from public.movements as reversal where reversal.reverses = movement.id
    union all
    select other.booked_at
    from public.allocations as paid join public.allocations as other on other.charge_id = paid.charge_id
    where paid.movement_id = movement.id
    union all
    select coalesce(refund.cancelled_at, refund.created_at)
    from public.charges as refund where refund.movement_id = movement.id
  ) as fact;
end;
comment on function private.receipt_stated_at is 'Returns the time of the newest fact that a movement''s receipt states.';
grant execute on function private.receipt_stated_at to service_role;

create function private.receipt_kind(movement public.movements) returns text
language sql stable
return case when movement.direction = 'in' then 'payment' else coalesce(private.movement_kind(movement), 'refund') end;
comment on function private.receipt_kind is 'Returns payment for received money, refund for money returned to a tenant, claim for money paid to a landlord.';
grant execute on function private.receipt_kind to service_role;

-- A movement without contract may pay charges of several contracts. The receipt for one contract lists only the
-- charges of that contract.
create function private.receipt_facts(movement public.movements, contract public.contracts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', private.receipt_kind(movement), 'amount', movement.amount, 'paidOn', movement.moved_on,
    -- The text of a timestamp must not depend on the session's time zone, because the facts are hashed.
    'statedAt', to_char(private.receipt_stated_at(movement) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'pays', private.receipt_lines(movement.id, contract.id),
    'left', case when movement.direction = 'in' and movement.contract_id is not null then (
      select nullif(left_over.rest, 0) from private.movement_rests as left_over where left_over.movement_id = movement.id
    ) end,
    'returned', case when movement.contract_id is not null then (
      select sum(refund.amount) from public.charges as refund
      where refund.movement_id = movement.id and refund.cancelled_at is null
    ) end,
    'reversedOn', (select reversal.moved_on from public.movements as reversal where reversal.reverses = movement.id),
    'protocol', (
      select min(claim.protocol)
      from public.allocations as allocation
      join public.charges as charge on charge.id = allocation.charge_id
      join public.claims as claim on claim.id = charge.claim_id
      where allocation.movement_id = movement.id
    ),
    'payee', case when movement.direction = 'out' then coalesce(
      movement.account ->> 'holder',
      case private.receipt_kind(movement) when 'claim' then contract.landlord_name else contract.tenant_name end
    ) end,
    -- Landlord and tenant open the same receipt of a claim, and the tenant must not learn the landlord's account.
    'account', case when private.receipt_kind(movement) <> 'claim' then private.masked_account(movement.account) end,
    'contractNumber', contract.contract_number, 'tenantName', contract.tenant_name, 'cpf', contract.tenant_cpf,
    'propertyAddress', contract.property_address, 'startDate', contract.start_date, 'endDate', contract.end_date
  ));
$$;
comment on function private.receipt_facts is 'Returns what the receipt of a movement says about a contract.';
grant execute on function private.receipt_facts to service_role;

-- Security definer, because callers may not read receipts.
create function private.receipt_source(movement public.movements, contract public.contracts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select said.facts || jsonb_build_object(
    'contractId', contract.id, 'number', receipt.number, 'code', receipt.code, 'sourceSha256', said.hash,
    'sha256', case when receipt.source_sha256 = said.hash then receipt.file_sha256 end
  )
  from private.receipts as receipt
  cross join lateral (
    select facts, encode(sha256(convert_to(facts::text, 'UTF8')), 'hex') as hash
    from private.receipt_facts(movement, contract) as facts
  ) as said
  where receipt.movement_id = movement.id;
$$;
comment on function private.receipt_source is 'Returns the facts of a receipt, their hash, and the hash of the stored PDF. The hash of the PDF is null when the PDF does not exist or states older facts. Null for a movement without receipt.';
grant execute on function private.receipt_source to service_role;

-- Security definer, because callers may not read the ledger.
create function private.open_receipt(movement_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  source jsonb;
begin
  select private.receipt_source(movement, contract) into source
  from public.movements as movement cross join lateral private.receipt_contracts(movement) as contract
  where movement.id = $1 and (is_staff or private.is_mine(contract))
  order by contract.created_at, contract.id limit 1;
  if source is null and not is_staff then
    return private.refuse_right('read', 'view-receipt', $1);
  end if;
  perform private.require_found(source is not null, 'Recibo não encontrado.');
  if is_staff then
    perform private.note('view-receipt', (source ->> 'contractId')::uuid, jsonb_build_object('movement', $1));
  end if;
  return source;
end
$$;
call private.expose('open_receipt', 'authenticated',
  'Returns what the receipt of a movement says, and the hash of its PDF unless the PDF must be drawn. The contract''s tenant, or active staff, whose view is recorded.');

create function public.find_receipt(secret_hash text, movement_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return (
    select private.receipt_source(movement, contract)
    from public.movements as movement
    cross join lateral private.receipt_contracts(movement) as about
    join public.contracts as contract on contract.id = about.id
    where movement.id = $2 and private.movement_kind(movement) = 'claim' and private.acts_for(contract.lease_id, opened)
  );
end
$$;
comment on function public.find_receipt is 'Returns the facts of the receipt of a claim''s payment to a landlord, identified by the secret of a mailed link; null unless the landlord may see the contract. Service role only.';
grant execute on function public.find_receipt to service_role;

-- Security definer, because callers may not write receipts. The caller has stored the file. If two callers made the
-- PDF at the same time, the receipt keeps the file of the first.
create function private.record_receipt(number text, file_sha256 text, source_sha256 text) returns text
language sql volatile security definer
set search_path = ''
as $$
  update private.receipts as receipt
  set file_sha256 = case when receipt.source_sha256 = $3 then receipt.file_sha256 else $2 end, source_sha256 = $3
  where receipt.number = $1
  returning receipt.file_sha256;
$$;
call private.expose('record_receipt', 'service_role',
  'Records the stored PDF of a receipt with the hash of the facts that it states. Returns the hash of the PDF that is kept; null for an unknown number. Service role only.');

create function private.verified_receipt(code text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'state', case when reversal.id is null then 'receipt' else 'reversed' end,
    'kind', private.receipt_kind(movement), 'amount', movement.amount, 'paidOn', movement.moved_on,
    'reversedOn', reversal.moved_on, 'tenant', private.initials(contract.tenant_name),
    'contract', regexp_replace(contract.contract_number, '.{6}(.{4})$', '••••••\1'),
    'pays', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', line -> 'kind', 'instalment', line -> 'instalment', 'instalments', line -> 'instalments',
        'paid', line -> 'paid'
      )), '[]')
      from jsonb_array_elements(private.receipt_lines(movement.id, contract.id)) as line
    )
  ))
  from private.receipts as receipt
  join public.movements as movement on movement.id = receipt.movement_id
  cross join lateral private.receipt_contracts(movement) as contract
  left join public.movements as reversal on reversal.reverses = movement.id
  where receipt.code = $1
  order by contract.created_at, contract.id limit 1;
$$;
comment on function private.verified_receipt is 'Returns what /verificar shows for the code of a receipt: amount, day, masked contract number and what the movement pays, or when it was reversed; null for an unknown code.';
grant execute on function private.verified_receipt to service_role;

-- Lists what a landlord was paid for a claim. Tenants do not learn the account.
create function private.payouts_of_claim(claim_id uuid, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'movementId', movement.id, 'amount', movement.amount, 'paidOn', movement.moved_on,
    'account', case when $2 <> 'tenant' then private.masked_account(movement.account) end,
    'number', receipt.number, 'code', receipt.code,
    'reversedOn', (select reversal.moved_on from public.movements as reversal where reversal.reverses = movement.id)
  )) order by movement.moved_on, movement.booked_at, movement.id), '[]')
  from public.movements as movement
  join private.receipts as receipt on receipt.movement_id = movement.id
  where movement.id in (
    select allocation.movement_id
    from public.charges as charge join public.allocations as allocation on allocation.charge_id = charge.id
    where charge.claim_id = $1
  );
$$;
comment on function private.payouts_of_claim is 'Returns the payments of a claim, each with its receipt, as landlord, tenant or staff see them.';
grant execute on function private.payouts_of_claim to service_role;

create function private.movement_of_mail(movement_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'movement', private.movement_view(movement, contract.id) || jsonb_build_object(
      'account', private.masked_account(movement.account),
      'reversedOn', reversal.moved_on, 'reason', reversal.reason,
      'returned', (
        select coalesce(sum(refund.amount), 0) from public.charges as refund
        where refund.movement_id = movement.id and refund.cancelled_at is null
      )
    ),
    'lines', private.receipt_lines(movement.id, contract.id),
    'remaining', (
      select coalesce(sum(private.open_amount(charge)), 0) from public.charges as charge
      where charge.contract_id = contract.id and charge.direction = 'in'
    ),
    'next', (
      select private.payable(charge) from public.charges as charge
      where charge.contract_id = contract.id and charge.direction = 'in' and charge.is_open
      order by charge.due_on, charge.instalment, charge.id limit 1
    )
  )
  from public.movements as movement
  cross join lateral private.receipt_contracts(movement) as contract
  left join public.movements as reversal on reversal.reverses = movement.id
  where movement.id = $1
  order by contract.created_at, contract.id limit 1;
$$;
comment on function private.movement_of_mail is 'Returns a movement with what it pays, and what its contract still owes, for a mail.';
grant execute on function private.movement_of_mail to service_role;

create function private.refund_of_mail(charge_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('charge', private.charge_view(charge) || jsonb_build_object(
    'account', private.masked_account((private.payee_of(charge)).account)
  ))
  from public.charges as charge where charge.id = $1;
$$;
comment on function private.refund_of_mail is 'Returns a refund and the masked account to which it is paid, for a mail.';
grant execute on function private.refund_of_mail to service_role;

create function private.money_of_mail(mail_key text) returns jsonb
language sql stable
begin atomic
  select case
    when not pg_input_is_valid(split_part($1, ':', 2), 'uuid') then null
    when split_part($1, ':', 1) in ('payment-received', 'payment-reversed', 'refund-paid')
      then private.movement_of_mail(split_part($1, ':', 2)::uuid)
    when split_part($1, ':', 1) = 'refund-due' then private.refund_of_mail(split_part($1, ':', 2)::uuid)
  end;
end;
comment on function private.money_of_mail is 'Returns the movement or the refund that the idempotency key of a mail names; null for other mails.';
grant execute on function private.money_of_mail to service_role;
