-- The fee of a contract: its charges from the acceptance on, reminders, the notice before staff end the contract, and
-- the end of a contract whose fee was not paid.
create function private.owe_fee(contract public.contracts) returns void
language sql
set search_path = ''
as $$
  insert into public.charges (kind, contract_id, instalment, instalments, amount, due_on, txid, cause)
  select 'fee', contract.id, part.instalment, contract.instalments, part.amount, part.due_on,
    case when contract.payment_plan = 'pix' then
      replace(contract.contract_number, '-', '')
        || case when contract.instalments > 1 then 'P' || lpad(part.instalment::text, 2, '0') else '' end
    end,
    'acceptance'
  from private.fee_instalments(contract.fee, contract.instalments, contract.fee_due_on) as part
  where contract.fee > 0 and contract.fee_due_on is not null
  on conflict do nothing;
$$;
comment on function private.owe_fee is 'Makes the charges of an accepted contract''s fee, one per instalment, each with its own Pix identifier. The charges of a fee that somebody else collects have no identifier. A second call changes nothing.';
grant execute on function private.owe_fee to service_role;

create function private.drop_fee_mails(charge_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail using public.charges as charge
  where charge.id = $1 and mail.contract_id = charge.contract_id and mail.status = 'queued'
    and mail.idempotency_key ^@ any (array['fee-overdue:' || $1 || ':', 'fee-notice:' || $1 || ':']);
$$;
comment on function private.drop_fee_mails is 'Deletes the unsent mails that ask for a fee which is no longer owed.';
grant execute on function private.drop_fee_mails to service_role;

create function private.payable(charge public.charges) returns jsonb
language sql stable
return jsonb_build_object(
  'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
  'amount', private.open_amount(charge), 'dueOn', charge.due_on, 'noticeOn', charge.notice_on, 'txid', charge.txid,
  'paymentMethod', (select contract.payment_method from public.contracts as contract where contract.id = charge.contract_id)
);
comment on function private.payable is 'Returns the amount, the due day and the way to pay of an open charge, for texts that ask a tenant to pay.';
grant execute on function private.payable to service_role;

create function private.fee_to_pay(contract_id uuid, mail_key text default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.payable(charge) from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and charge.is_open
  order by charge.id::text = split_part($2, ':', 2) desc nulls last, charge.due_on, charge.id limit 1;
$$;
comment on function private.fee_to_pay is 'Returns the open instalment that a mail is about, else the oldest open one, for texts that say how to pay; null when no fee is owed.';
grant execute on function private.fee_to_pay to service_role;

create function private.reminder_days() returns integer[]
language sql immutable
return array[-3, 0, 3, 7];
comment on function private.reminder_days is 'Returns the days on which a tenant is reminded of a fee, as offsets from the due day.';
grant execute on function private.reminder_days to service_role;

-- A sent mail proves that a reminder was sent. Sent mails are deleted after a month, so fees that were due more than
-- twenty days ago get no reminder. Otherwise a tenant could get the same reminder twice.
create function private.fees_to_remind(today date) returns table (contract_id uuid, address text, mail_key text)
language sql stable
set search_path = ''
as $$
  select contract.id, contract.tenant_email, reminder.key
  from public.charges as charge
  join public.contracts as contract on contract.id = charge.contract_id
  cross join lateral (
    select 'fee-overdue:' || charge.id || ':' || max(step) as key
    from unnest(private.reminder_days()) as step where charge.due_on + step <= $1
  ) as reminder
  where charge.kind = 'fee' and charge.is_open
    and charge.due_on between $1 - 20 and $1 + 3
    and contract.tenant_email is not null
    -- A tenant who accepted the contract today has just read in the mail about the acceptance how to pay.
    and private.day_in_brasilia(contract.created_at) < $1
    and private.is_running(contract)
    and not private.is_ending(contract.id)
    and not exists (
      select from public.outgoing_mail as mail where mail.idempotency_key = reminder.key
    )
  order by charge.due_on, charge.id;
$$;
comment on function private.fees_to_remind is 'Returns the unpaid fees of running contracts that need a reminder: 3 days before the due day, on it, and 3 and 7 days after. Leaves out fees whose latest reminder was already queued.';
grant execute on function private.fees_to_remind to service_role;

create function private.remind_of_fees(moment timestamptz default now()) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.day_in_brasilia(moment);
  late record;
  queued integer := 0;
begin
  if extract(hour from moment at time zone 'America/Sao_Paulo') < 8 then
    return 0;
  end if;
  for late in select * from private.fees_to_remind(today) limit 100
  loop
    perform private.enqueue_mail(
      'fee-overdue', late.address, '{}', late.mail_key, contract_id => late.contract_id
    );
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.remind_of_fees is 'Queues the reminders of fees that are due, each once and from eight in the morning on, at most 100 per call. Returns their number. The schedule calls this function.';
grant execute on function private.remind_of_fees to service_role;

create function private.notice_days() returns integer
language sql stable
return private.business_number('noticeDays', 5, 90, 10);
comment on function private.notice_days is 'Returns the fewest days that a notice gives the tenant to pay an overdue fee before the contract is ended.';
grant execute on function private.notice_days to service_role;

create function private.oldest_overdue(contract_id uuid) returns public.charges
language sql stable
begin atomic
  select charge from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and private.charge_state(charge) = 'overdue'
  order by charge.due_on, charge.id limit 1;
end;
comment on function private.oldest_overdue is 'Returns the oldest overdue fee of a contract. Only this fee counts for a notice and for ending the contract.';
grant execute on function private.oldest_overdue to service_role;

-- Security definer, because no role may update charges or queue mail through the API.
create function private.give_notice(charge_id uuid, notice_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  last_day constant date := notice_on;
  charge public.charges;
  contract public.contracts;
begin
  charge := private.lock_charge(charge_id);
  select * into contract from public.contracts as held where held.id = charge.contract_id;
  if (private.oldest_overdue(contract.id)).id is distinct from charge.id then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if not private.is_running(contract) or private.is_ending(contract.id) then
    return jsonb_build_object('changed', false, 'why', 'ending');
  end if;
  if charge.notice_on is not null then
    return jsonb_build_object('changed', false, 'why', 'noticed');
  end if;
  if contract.tenant_email is null then
    return jsonb_build_object('changed', false, 'why', 'no-address');
  end if;
  if last_day is null or last_day < private.today_in_brasilia() + private.notice_days() then
    perform private.reject(
      format('O aviso dá ao locatário ao menos %s dias.', private.notice_days()), 'notice_on'
    );
  end if;
  if last_day > private.today_in_brasilia() + 90 then
    perform private.reject('O aviso dá ao locatário no máximo 90 dias.', 'notice_on');
  end if;
  update public.charges as noticed set notice_on = last_day where noticed.id = charge.id;
  perform private.enqueue_mail(
    'fee-notice', contract.tenant_email, '{}', 'fee-notice:' || charge.id || ':' || last_day,
    contract_id => contract.id
  );
  perform private.note(
    'give-notice', contract.id, jsonb_build_object('charge', charge.id, 'noticeOn', last_day)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('give_notice', 'authenticated',
  'Gives the tenant of the oldest overdue fee a last day to pay, by mail and once: at least the days of the business rules, at most 90. why: not-overdue, ending, noticed or no-address.',
  needs => 'money');

-- Security definer, because no role may close contracts directly. private.close_contract sends the mail and can be
-- undone.
create function private.close_unpaid(charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  contract public.contracts;
begin
  charge := private.lock_charge(charge_id);
  select * into contract from public.contracts as held where held.id = charge.contract_id;
  if (private.oldest_overdue(contract.id)).id is distinct from charge.id or charge.notice_on is null
    or not private.is_running(contract)
  then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if charge.notice_on >= private.today_in_brasilia() then
    return jsonb_build_object('changed', false, 'why', 'too-early');
  end if;
  return private.close_contract(
    contract.id, 'ended',
    'A taxa da fiança, que venceu em ' || to_char(charge.due_on, 'DD/MM/YYYY')
      || ', não foi paga até ' || to_char(charge.notice_on, 'DD/MM/YYYY') || ', a data do aviso.',
    null, 'unpaid', false
  );
end
$$;
call private.expose('close_unpaid', 'authenticated',
  'Ends a contract whose oldest overdue fee was not paid by the day of its notice, as close_contract does. why: not-overdue, too-early or claim (a claim is open; close_contract can end the contract despite it).',
  needs => 'contracts', action => 'close-contract');
