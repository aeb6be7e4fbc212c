-- Staff book movements, allocate them to charges, refund what is left and reverse mistakes. private.follow_money
-- applies all consequences of a movement, and undoes them after a reversal.
create function private.lock_contract_of(contract_id uuid) returns public.contracts
language sql
begin atomic
  select contract from public.contracts as contract where contract.id = $1 for no key update;
end;
comment on function private.lock_contract_of is 'Locks and returns a contract; null in each column when there is none.';
grant execute on function private.lock_contract_of to service_role;

-- The contract is locked before the charge by every function, so that no deadlock can occur.
create function private.lock_charge(charge_id uuid) returns public.charges
language plpgsql
set search_path = ''
as $$
declare
  charge public.charges;
begin
  perform private.lock_contract_of((select known.contract_id from public.charges as known where known.id = $1));
  select * into charge from public.charges as known where known.id = $1 for no key update;
  perform private.require_found(found, 'Cobrança não encontrada.');
  return charge;
end
$$;
comment on function private.lock_charge is 'Locks a charge and its contract and returns the charge. Raises PT404 for an unknown charge.';
grant execute on function private.lock_charge to service_role;

create function private.touched_contracts(movement_id uuid) returns uuid[]
language sql stable
return array(
  select movement.contract_id from public.movements as movement
  where movement.id = $1 and movement.contract_id is not null
  union
  select charge.contract_id
  from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
  where allocation.movement_id = $1 and charge.contract_id is not null
  order by 1
);
comment on function private.touched_contracts is 'Returns the contract of a movement and the contracts whose charges the movement pays or paid.';

-- Every function locks contracts in the order of their ids, and then the movement, so that no deadlock can occur. If a
-- concurrent call has allocated the movement to a further contract, that contract can no longer be locked in order.
-- Security definer, because the service role ends contracts but may not lock movement_rests.
create function private.lock_movement(movement_id uuid, also uuid default null) returns public.movements
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  locked uuid[];
begin
  select * into movement from public.movements as known where known.id = $1 and known.reverses is null;
  perform private.require_found(found, 'Lançamento não encontrado.');
  locked := array(
    select touched.id from unnest(private.touched_contracts($1) || also) as touched (id)
    where touched.id is not null group by 1 order by 1
  );
  perform private.lock_contract_of(touched.id) from unnest(locked) as touched (id);
  perform from private.movement_rests as left_over where left_over.movement_id = $1 for update;
  if not private.touched_contracts($1) <@ locked then
    raise sqlstate 'PT409' using message = 'Este lançamento acabou de mudar. Tente de novo.';
  end if;
  return movement;
end
$$;
comment on function private.lock_movement is 'Locks a movement, the contracts from touched_contracts, and the contract `also`; returns the movement. Raises PT404 for an unknown movement or a reversal. Raises PT409 when a concurrent call has allocated the movement to a further contract.';
grant execute on function private.lock_movement to service_role;

create function private.rest_of(movement_id uuid) returns numeric
language sql stable
return (select left_over.rest from private.movement_rests as left_over where left_over.movement_id = $1);
comment on function private.rest_of is 'Returns the unallocated part of a movement, in reais.';
grant execute on function private.rest_of to service_role;

-- Payser reads "imediatamente" (CDC, art. 49, sole paragraph) as the next business day. The business rules may allow
-- more days.
create function private.refund_due_on() returns date
language sql stable
set search_path = ''
as $$
  select coalesce(
    max(today + ahead) filter (where private.is_business_day(today + ahead)), private.next_business_day(min(today))
  )
  from private.today_in_brasilia() as today,
    generate_series(1, private.business_number('refundDays', 1, 30, 1)) as ahead;
$$;
comment on function private.refund_due_on is 'Returns the due day of a refund that is made today: the last business day within refundDays, a business rule. If none of these days is a business day, returns the next business day.';
grant execute on function private.refund_due_on to service_role;

-- Security definer, because no role of the API may read rests or queue mail.
create function private.refund_rest(movement public.movements, cause text) returns public.charges
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  tenant text;
begin
  insert into public.charges (kind, contract_id, movement_id, amount, due_on, cause, created_by)
  select 'refund', movement.contract_id, movement.id, left_over.rest, private.refund_due_on(), $2, (select auth.uid())
  from private.movement_rests as left_over where left_over.movement_id = movement.id and left_over.rest > 0
  returning * into charge;
  select contract.tenant_email into tenant from public.contracts as contract where contract.id = charge.contract_id;
  if tenant is not null then
    perform private.enqueue_mail(
      'refund-due', tenant, '{}', 'refund-due:' || charge.id, contract_id => charge.contract_id,
      delay => private.undo_period()
    );
  end if;
  return charge;
end
$$;
comment on function private.refund_rest is 'Makes a refund of the unallocated part of a movement, and queues a mail that asks the tenant for an account. Each column is null when the movement is fully allocated. The caller has locked the movement.';
grant execute on function private.refund_rest to service_role;

create function private.undo_allocations(movement_id uuid default null, charge_id uuid default null) returns void
language sql
set search_path = ''
as $$
  insert into public.allocations (movement_id, charge_id, amount, booked_by, undoes)
  select paid.movement_id, paid.charge_id, -paid.amount, (select auth.uid()), paid.id
  from public.allocations as paid
  where (paid.movement_id = $1 or paid.charge_id = $2) and paid.amount > 0
    and not exists (select from public.allocations as counter where counter.undoes = paid.id);
$$;
comment on function private.undo_allocations is 'Undoes all allocations of a movement, or all allocations to a charge, with rows of negative amounts. The caller has locked the contract.';
grant execute on function private.undo_allocations to service_role;

-- Security definer, because no role of the API may cancel charges, delete mail or lock rests.
create function private.cancel_charge(charge public.charges, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.undo_allocations(charge_id => charge.id);
  update public.charges as cancelled
  set cancelled_at = now(), cancelled_by = (select auth.uid()), cancel_reason = $2
  where cancelled.id = charge.id and cancelled.cancelled_at is null;
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.idempotency_key = 'refund-due:' || charge.id;
  perform private.drop_fee_mails(charge.id);
end
$$;
comment on function private.cancel_charge is 'Cancels a charge. Amounts that paid the charge become unallocated again. The caller has locked the contract.';
grant execute on function private.cancel_charge to service_role;

-- Security definer, because no role of the API may read rests or write allocations.
create function private.allocate(movement_id uuid, charge public.charges) returns numeric
language plpgsql security definer
set search_path = ''
as $$
declare
  spent constant numeric := least(private.rest_of($1), private.open_amount(charge));
begin
  -- The payment would show the parties a decision that they do not know yet.
  if spent > 0 and exists (
    select from public.claims as claim where claim.id = charge.claim_id and private.is_secret(claim)
  ) then
    raise sqlstate 'PT409' using message = 'Esta decisão ainda pode ser desfeita. Espere alguns segundos e tente de novo.';
  end if;
  if spent > 0 then
    insert into public.allocations (movement_id, charge_id, amount, booked_by)
    values ($1, charge.id, spent, (select auth.uid()));
  end if;
  return spent;
end
$$;
comment on function private.allocate is 'Allocates the unallocated part of a movement to a charge, up to the open amount of the charge. Returns the allocated amount in reais. The caller has locked movement and charge.';
grant execute on function private.allocate to service_role;

-- The idempotency key of each mail contains the number of payments and reversals so far (`turn`), so each change queues
-- one mail.
create function private.tell_letter_fee(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
  turn text;
begin
  select * into held from public.contracts as contract where contract.id = $1;
  if not private.is_running(held) then
    return;
  end if;
  turn := (
    select count(*) from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
    where charge.contract_id = $1 and charge.kind = 'fee' and charge.instalment = 1
  ) || case held.letter_fee when 'paid' then ':paid' else ':undone' end;
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'letter-fee', held.tenant_email, '{}', 'letter-fee:' || turn || ':' || held.id,
      contract_id => held.id, delay => private.undo_period()
    );
  end if;
  -- A landlord who does not have the letter yet needs no mail. The later mail with the letter states whether the letter
  -- is in force.
  if exists (
    select from public.letters as letter where letter.contract_id = held.id and letter.file_sha256 is not null
  ) then
    perform private.tell_landlord(held.id, 'landlord-fee', turn, delay => private.undo_period());
  end if;
end
$$;
comment on function private.tell_letter_fee is 'Tells the tenant and the confirmed landlord of a running contract whether the fee has put the letter into force.';
grant execute on function private.tell_letter_fee to service_role;

create function private.follow_letter_fee(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  first_fee public.charges;
begin
  select * into first_fee from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and charge.instalment = 1 and charge.cancelled_at is null;
  update public.contracts as contract
  set letter_fee = case when first_fee.is_open then 'awaited' else 'paid' end
  where contract.id = $1 and first_fee.id is not null
    and contract.letter_fee = case when first_fee.is_open then 'paid' else 'awaited' end;
  if not found then
    return;
  end if;
  delete from public.outgoing_mail as mail
  where mail.contract_id = $1 and mail.status = 'queued' and mail.template in ('letter-fee', 'landlord-fee');
  -- If the mail about the payment was not sent yet, deleting the mail is enough and no correction is mailed.
  if not (found and first_fee.is_open) then
    perform private.tell_letter_fee($1);
  end if;
end
$$;
comment on function private.follow_letter_fee is 'Puts a letter that awaits the fee into force when the first instalment is paid. Takes the letter out of force when the payment is reversed. Notifies tenant and confirmed landlord. The caller has locked the contract.';
grant execute on function private.follow_letter_fee to service_role;

-- Every function that books, allocates or reverses a movement calls this function at the end. The function reads the
-- current rows, so after a reversal it restores the state before the movement. Security definer, because no role may
-- queue mail.
create function private.follow_money(movement public.movements) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  touched uuid;
  contract public.contracts;
  is_reversed constant boolean := private.is_reversed(movement.id);
begin
  foreach touched in array private.touched_contracts(movement.id)
  loop
    select * into contract from public.contracts as held where held.id = touched;
    perform private.drop_fee_mails(charge.id)
    from public.charges as charge where charge.contract_id = touched and charge.kind = 'fee' and not charge.is_open;
    perform private.follow_letter_fee(touched);
    if contract.status = 'cancelled' then
      perform private.void_claims(touched);
    end if;
    perform private.charge_claim(claim) from public.claims as claim where claim.contract_id = touched;
    -- An ended contract accepts no further payments, so the unallocated part of a payment is refunded.
    if contract.status <> 'active' and movement.direction = 'in' and not is_reversed then
      perform private.refund_rest(movement, 'ending');
    end if;
    perform private.follow_movement_mail(movement, contract, is_reversed);
  end loop;
end
$$;
comment on function private.follow_money is 'Applies all consequences of a movement or of its reversal: reminders, letter, refund for an ended contract, mails. The caller has locked the contracts.';
grant execute on function private.follow_money to service_role;

-- A mail about a payment is sent after the undo period. A reversal deletes the unsent mail; after sending, a reversal
-- queues a correction.
create function private.follow_movement_mail(
  movement public.movements, contract public.contracts, is_reversed boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  kind constant text := private.movement_kind(movement);
  claim public.claims;
  party text;
  news constant text := case
    when movement.direction = 'in' then 'payment-received' when kind = 'refund' then 'refund-paid'
  end;
begin
  if kind = 'claim' then
    select paid.* into claim
    from public.claims as paid join public.charges as charge on charge.claim_id = paid.id
    join public.allocations as allocation on allocation.charge_id = charge.id
    where allocation.movement_id = movement.id limit 1;
    perform private.note_event(claim, 'staff', case when is_reversed then 'payment-undone' else 'paid' end);
    foreach party in array array['landlord', 'tenant']
    loop
      if not is_reversed then
        perform private.tell_of_claim(claim, 'claim-paid', party, movement.id::text, delay => private.undo_period());
        continue;
      end if;
      delete from public.outgoing_mail as mail
      where mail.status = 'queued' and mail.contract_id = contract.id
        and mail.idempotency_key like 'claim-paid:' || claim.id || ':' || party || ':' || movement.id || '%';
      if not found then
        perform private.tell_of_claim(
          claim, 'claim-told', party, movement.id::text, delay => private.undo_period()
        );
      end if;
    end loop;
    return;
  end if;
  if news is null or contract.tenant_email is null then
    return;
  end if;
  if not is_reversed then
    perform private.enqueue_mail(
      news, contract.tenant_email, '{}', news || ':' || movement.id,
      contract_id => contract.id, delay => private.undo_period()
    );
    return;
  end if;
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.idempotency_key = news || ':' || movement.id;
  if not found then
    perform private.enqueue_mail(
      'payment-reversed', contract.tenant_email, '{}', 'payment-reversed:' || movement.id,
      contract_id => contract.id, delay => private.undo_period()
    );
  end if;
end
$$;
comment on function private.follow_movement_mail is 'Queues the mail about a movement once, and withdraws or corrects it after a reversal.';

-- Security definer, because no role of the API may read accounts. plpgsql keeps the plan between calls.
create function private.payee_of(charge public.charges, out payee text, out account jsonb, out version integer)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  select coalesce(known.account ->> 'holder', known.name), known.account, known.version
  into payee, account, version
  from (
    select contract.landlord_name as name, claim.account, claim.account_changes as version
    from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
    where claim.id = charge.claim_id
    union all
    select contract.tenant_name, given.account, coalesce(given.version, 0)
    from public.contracts as contract
    left join public.refund_accounts as given on given.contract_id = contract.id
    where charge.kind = 'refund' and contract.id = charge.contract_id
  ) as known;
end
$$;
comment on function private.payee_of is 'Returns the payee of a charge, the confirmed account of the payee, and the version of that account. The account is null while no account is confirmed.';
grant execute on function private.payee_of to service_role;

create function private.waits_until(charge public.charges) returns date
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select nullif(greatest(private.payable_from(claim), private.today_in_brasilia()), private.today_in_brasilia())
    from public.claims as claim where claim.id = charge.claim_id and charge.kind = 'claim'
  );
end
$$;
comment on function private.waits_until is 'Returns the first day on which a payout may be paid, while its account is too new; null when it may be paid today.';
grant execute on function private.waits_until to service_role;

create function private.refuse_movement(direction text, amount numeric, paid_on date, note text, first_day date)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if paid_on is null then
    perform private.reject('Informe o dia do pagamento.', 'paid_on');
  elsif paid_on > private.today_in_brasilia() then
    perform private.reject('O dia do pagamento não pode ser depois de hoje.', 'paid_on');
  elsif paid_on < first_day then
    perform private.reject('O dia do pagamento não pode ser antes de ' || to_char(first_day, 'DD/MM/YYYY') || '.', 'paid_on');
  end if;
  if amount is null or amount not between 0.01 and 9999999999.99 or amount <> round(amount, 2) then
    perform private.reject('Informe um valor em reais e centavos, maior que zero.', 'amount');
  end if;
  if char_length(btrim(note)) > 500 then
    perform private.reject('A anotação tem no máximo 500 caracteres.', 'note');
  end if;
end
$$;
comment on function private.refuse_movement is 'Refuses a movement with an impossible day, amount or note, and names the wrong field.';

create function private.money_text(amount numeric) returns text
language sql immutable
return 'R$ ' || translate(to_char(amount, 'FM9,999,999,990.00'), ',.', '.,');
comment on function private.money_text is 'Returns an amount as Brazilians write it: R$ 1.776,00.';
grant execute on function private.money_text to service_role;

-- Security definer, because no role may write movements. The form makes the id of the movement, so a second click books
-- nothing. If seen_open, the open amount in the form, is no longer current, nothing is booked either.
create function private.book_payment(
  movement_id uuid, charge_id uuid, paid_on date, amount numeric, seen_open numeric, note text, account_version integer
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  wanted text;
  payee_account jsonb;
  payee_version integer;
  made public.movements;
  refusal text;
begin
  charge := private.lock_charge(charge_id);
  if charge.direction = 'in' and not private.has_right('money') then
    return private.refuse_right('money', 'book-payment', charge.contract_id);
  end if;
  refusal := private.payout_refusal(charge, 'pay');
  if refusal is not null then
    return private.refuse('book-payment', charge.contract_id, refusal);
  end if;
  if exists (select from public.movements as known where known.id = $1) then
    return jsonb_build_object('changed', false, 'why', 'booked');
  end if;
  if private.open_amount(charge) is distinct from seen_open then
    return jsonb_build_object('changed', false, 'why', 'changed');
  end if;
  perform private.refuse_movement(charge.direction, $4, $3, $6, private.day_in_brasilia(charge.created_at));
  if charge.direction = 'out' then
    if not charge.is_open then
      return jsonb_build_object('changed', false, 'why', private.charge_state(charge));
    end if;
    if $4 <> private.open_amount(charge) then
      perform private.reject('Pague o valor inteiro: ' || private.money_text(private.open_amount(charge)) || '.', 'amount');
    end if;
    if private.awaits_second_person(charge) then
      return jsonb_build_object('changed', false, 'why', 'second');
    end if;
    select paid.account, paid.version into payee_account, payee_version from private.payee_of(charge) as paid;
    if charge.contract_id is not null then
      if payee_account is null then
        return jsonb_build_object('changed', false, 'why', 'no-account');
      end if;
      if private.waits_until(charge) is not null then
        return jsonb_build_object('changed', false, 'why', 'waits');
      end if;
      if payee_version is distinct from account_version then
        raise sqlstate 'PT409' using message = 'A conta mudou. Confira a conta nova antes de registrar o pagamento.';
      end if;
    end if;
  end if;
  insert into public.movements (id, direction, amount, moved_on, source, contract_id, note, account, booked_by)
  values (
    $1, charge.direction, $4, $3, 'by-hand', charge.contract_id, nullif(btrim($6), ''), payee_account,
    (select auth.uid())
  )
  returning * into made;
  perform private.allocate(made.id, charge);
  perform private.follow_money(made);
  perform private.note('book-payment', charge.contract_id, jsonb_build_object(
    'movement', made.id, 'charge', charge.id, 'status', charge.kind, 'paidOn', $3
  ));
  return jsonb_build_object('changed', true, 'movementId', made.id, 'left', private.rest_of(made.id));
end
$$;
call private.expose('book_payment', 'authenticated',
  'Books a payment of a charge by hand, once per movement_id. What is more than the open amount stays left of the movement. why: booked, changed (another amount is open than seen_open), paid, cancelled, no-account, waits (the account is too new) or second (another person must approve). A refund or payout needs the right payouts and a person who did not open, decide or approve it, any other charge the right money. Raises PT409 when the account of a payment out has another version.',
  'movement_id uuid, charge_id uuid, paid_on date, amount numeric, seen_open numeric, note text default null, account_version integer default null',
  needs => 'read');

-- Security definer, because no role may write movements. A paid refund of the movement must be reversed before the
-- movement.
create function private.reverse_payment(movement_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo, com 3 a 500 caracteres.', 'reason');
  end if;
  movement := private.lock_movement($1);
  if private.is_reversed(movement.id) then
    return jsonb_build_object('changed', false, 'why', 'reversed');
  end if;
  if exists (
    select from public.charges as refund where refund.movement_id = movement.id and refund.allocated > 0
  ) then
    return jsonb_build_object('changed', false, 'why', 'refunded');
  end if;
  perform private.reverse(movement, btrim($2), 'by-hand', private.today_in_brasilia(), null);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('reverse_payment', 'authenticated',
  'Reverses a movement on any day, with a reason: undoes what it paid and all that followed. why: reversed, or refunded while a paid refund returns a part of it.',
  needs => 'money', action => 'undo-payment');

-- Security definer, because no role of the API may write movements or statement lines.
create function private.reverse(
  movement public.movements, reason text, source text, moved_on date, description text
) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  reversal uuid;
begin
  perform private.cancel_charge(refund, 'Estorno do pagamento: ' || $2)
  from public.charges as refund where refund.movement_id = movement.id and refund.is_open;
  perform private.undo_allocations(movement_id => movement.id);
  insert into public.movements (
    direction, amount, moved_on, source, contract_id, description, booked_by, reverses, reason
  ) values (
    case movement.direction when 'in' then 'out' else 'in' end, movement.amount, $4, $3, movement.contract_id, $5,
    (select auth.uid()), movement.id, $2
  )
  returning id into reversal;
  -- The reversal of a mistaken booking frees the statement line for another booking. A transfer that the bank returned
  -- did happen, so its line stays booked.
  delete from private.statement_lines as line where line.movement_id = movement.id and $3 = 'by-hand';
  perform private.follow_money(movement);
  perform private.note('undo-payment', movement.contract_id, jsonb_build_object(
    'movement', movement.id, 'status', private.movement_kind(movement)
  ));
  return reversal;
end
$$;
comment on function private.reverse is 'Reverses the whole of a locked movement: cancels its unpaid refunds, undoes its allocations and inserts the counter movement. Returns the id of the reversal.';

-- Security definer, because no role may write allocations.
create function private.allocate_payment(movement_id uuid, charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
  spent numeric;
  refusal text;
begin
  movement := private.lock_movement($1, (select known.contract_id from public.charges as known where known.id = $2));
  charge := private.lock_charge($2);
  if movement.direction <> charge.direction
    or movement.contract_id is not null and movement.contract_id is distinct from charge.contract_id then
    perform private.reject('Este pagamento é de outro contrato.', 'charge_id');
  end if;
  refusal := private.payout_refusal(charge, 'pay');
  if refusal is not null then
    return private.refuse('book-payment', charge.contract_id, refusal);
  elsif private.awaits_second_person(charge) then
    return jsonb_build_object('changed', false, 'why', 'second');
  end if;
  spent := private.allocate(movement.id, charge);
  if spent = 0 then
    return jsonb_build_object(
      'changed', false, 'why', case when charge.is_open then 'spent' else private.charge_state(charge) end
    );
  end if;
  perform private.follow_money(movement);
  perform private.note('book-payment', charge.contract_id, jsonb_build_object(
    'movement', movement.id, 'charge', charge.id, 'status', 'allocated'
  ));
  return jsonb_build_object('changed', true, 'left', private.rest_of(movement.id));
end
$$;
call private.expose('allocate_payment', 'authenticated',
  'Spends what is left of a movement on an open charge of its contract, or of any contract when the movement has none. why: spent, paid, cancelled or second when nothing changed.',
  needs => 'money', action => 'book-payment');

-- Security definer, because no role may write charges.
create function private.refund_payment(movement_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
begin
  movement := private.lock_movement($1);
  if movement.direction = 'in' then
    charge := private.refund_rest(movement, 'surplus');
  end if;
  if charge.id is null then
    return jsonb_build_object('changed', false, 'why', 'spent');
  end if;
  perform private.note('book-payment', movement.contract_id, jsonb_build_object(
    'movement', movement.id, 'charge', charge.id, 'status', 'surplus'
  ));
  return jsonb_build_object('changed', true, 'chargeId', charge.id, 'dueOn', charge.due_on);
end
$$;
call private.expose('refund_payment', 'authenticated',
  'Owes what is left of a received movement to its payer as a refund. why: spent when nothing is left.',
  needs => 'payouts', action => 'book-payment');

-- Security definer, because no role may cancel charges through the API.
create function private.cancel_refund(charge_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo, com 3 a 500 caracteres.', 'reason');
  end if;
  charge := private.lock_charge($1);
  -- Refunds that the law or the end of a contract requires cannot be cancelled by staff.
  if charge.kind <> 'refund' or charge.cause <> 'surplus' or not charge.is_open then
    return jsonb_build_object('changed', false, 'why', private.charge_state(charge));
  end if;
  perform private.cancel_charge(charge, btrim($2));
  perform private.note('undo-payment', charge.contract_id, jsonb_build_object('charge', charge.id, 'status', 'surplus'));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('cancel_refund', 'authenticated',
  'Cancels the unpaid refund of a surplus, with a reason, so that the money can be allocated. Refunds that the end of a contract owes stay.',
  needs => 'payouts', action => 'undo-payment');
