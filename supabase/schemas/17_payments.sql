-- What is owed for a contract and what was paid of it. The fee is owed from the acceptance on; what was
-- paid goes back when the right of seven days is used (CDC, art. 49).
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  claim_id uuid,
  what text not null check (what in ('fee', 'refund', 'claim')),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  due_on date not null,
  txid text unique check (txid ~ '^[A-Za-z0-9]{1,25}$'),
  created_at timestamptz not null default now(),
  paid_on date,
  paid_how text check (paid_how in ('by-hand', 'statement')),
  paid_note text check (char_length(btrim(paid_note)) between 1 and 500),
  booked_at timestamptz,
  booked_by uuid references auth.users (id) on delete set null,
  notice_on date,
  undone jsonb not null default '[]' check (jsonb_typeof(undone) = 'array'),
  dropped_at timestamptz,
  constraint payments_notice_is_of_a_fee check (notice_on is null or what = 'fee'),
  constraint payments_paid_says_how check (
    (paid_on is null) = (paid_how is null) and (paid_on is null) = (booked_at is null)
  ),
  constraint payments_of_claims_name_theirs check ((what = 'claim') = (claim_id is not null)),
  constraint payments_dropped_are_unpaid check (dropped_at is null or paid_on is null)
);
comment on table public.payments is 'What is owed for a contract, to or by Payser, and when it was paid.';
comment on column public.payments.what is 'fee: by the tenant; refund: of what was paid, to the tenant; claim: what a decision grants, to the landlord.';
comment on column public.payments.txid is 'Identifier of a Pix payment: the contract''s number without hyphens.';
comment on column public.payments.booked_at is 'When it was booked, which may be days after it was paid; undone within that day in Brasília.';
comment on column public.payments.notice_on is 'From the day after this one staff may end the contract for want of payment, as its tenant was told; without effect once it is paid.';
comment on column public.payments.undone is 'Bookings that were taken back, the latest last: [{paidOn, how, note, bookedAt, bookedBy, undoneAt, undoneBy, reason}]. Staff''s alone.';
comment on column public.payments.dropped_at is 'Since when it is owed no more.';
create unique index payments_one_fee on public.payments (contract_id) where what = 'fee';
create index payments_by_contract on public.payments (contract_id);
create index payments_by_claim on public.payments (claim_id);
create index payments_due on public.payments (due_on, id) where paid_on is null and dropped_at is null;
create index payments_paid on public.payments (paid_on desc, id desc) where paid_on is not null;
create index payments_by_booker on public.payments (booked_by);
alter table public.payments enable row level security;
grant select, insert, update, delete on public.payments to service_role;

create function private.owe_fee(contract public.contracts) returns void
language sql
set search_path = ''
as $$
  insert into public.payments (contract_id, what, amount, due_on, txid)
  select contract.id, 'fee', contract.fee, contract.fee_due_on,
    replace(contract.contract_number, '-', '')
  where contract.fee > 0 and contract.fee_due_on is not null
  on conflict do nothing;
$$;
comment on function private.owe_fee is 'Makes the fee of a contract that was accepted be owed, once.';
grant execute on function private.owe_fee to service_role;

create function private.drop_fee_mails(payment_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail
  where status = 'queued' and (
    idempotency_key = any (array['fee-overdue:' || $1 || ':0', 'fee-overdue:' || $1 || ':3', 'fee-overdue:' || $1 || ':7'])
    or idempotency_key = 'fee-notice:' || $1 || ':' || (
      select payment.notice_on from public.payments as payment where payment.id = $1
    )
  );
$$;
comment on function private.drop_fee_mails is 'Takes back the mails about a fee that were not sent yet: they would ask for what is owed no more.';
grant execute on function private.drop_fee_mails to service_role;

-- Held back as long as a slip is undone. One key a booking, so that each is told of once; and whoever
-- was told that the letter is in force is told when it is not any more.
create function private.follow_fee(payment public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  occasion constant text := jsonb_array_length(payment.undone)
    || case when payment.paid_on is null then ':undone' else ':paid' end;
  held public.contracts;
begin
  update public.contracts as contract
  set letter_fee = case when payment.paid_on is null then 'awaited' else 'paid' end
  where contract.id = payment.contract_id and contract.letter_fee <> 'apart'
  returning contract.* into held;
  if not found or not private.is_running(held) then
    return;
  end if;
  if payment.paid_on is null then
    delete from public.outgoing_mail as mail
    where mail.contract_id = held.id and mail.status = 'queued'
      and mail.template in ('letter-fee', 'landlord-fee');
    if found then
      return;
    end if;
  end if;
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'letter-fee', held.tenant_email, '{}', 'letter-fee:' || occasion || ':' || held.id,
      contract_id => held.id, delay => private.undo_period()
    );
  end if;
  -- Before that, the mail of its letter says how it stands.
  if exists (
    select from public.letters as letter
    where letter.contract_id = held.id and letter.file_sha256 is not null
  ) then
    perform private.tell_landlord(held.id, 'landlord-fee', occasion, delay => private.undo_period());
  end if;
end
$$;
comment on function private.follow_fee is 'Puts the letter that waits for a fee into force once it is paid, and takes that back with the booking; tells tenant and confirmed landlord. The caller holds the contract''s row.';
grant execute on function private.follow_fee to service_role;

create function private.drop_dues(contract_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.payments as payment set dropped_at = now()
  where payment.contract_id = $1 and payment.what = 'fee'
    and payment.paid_on is null and payment.dropped_at is null;
  select private.drop_fee_mails(payment.id)
  from public.payments as payment where payment.contract_id = $1;
$$;
comment on function private.drop_dues is 'What a tenant has not paid of a contract is owed no more.';
grant execute on function private.drop_dues to service_role;

create function private.owe_refund(contract_id uuid) returns numeric
language plpgsql
set search_path = ''
as $$
declare
  balance numeric;
begin
  perform private.drop_dues($1);
  select coalesce(sum(case what when 'fee' then amount else -amount end), 0) into balance
  from public.payments as payment
  where payment.contract_id = $1 and payment.dropped_at is null
    and (payment.what = 'refund' or payment.what = 'fee' and payment.paid_on is not null);
  if balance > 0 then
    insert into public.payments (contract_id, what, amount, due_on)
    values (
      $1, 'refund', balance,
      private.today_in_brasilia() + private.business_number('refundDays', 1, 30, 7)
    );
  end if;
  return balance;
end
$$;
comment on function private.owe_refund is 'Nothing is owed for a contract any more, and what was paid is to go back within the days of the business rules; gives how much, in reais. The caller holds the contract''s row.';
grant execute on function private.owe_refund to service_role;

create function private.is_owed(payment public.payments, contract public.contracts) returns boolean
language sql stable
-- Of a fee derived, because staff can take a cancelling back.
return payment.paid_on is null and payment.dropped_at is null
  and (payment.what = 'refund' or contract.status <> 'cancelled');
comment on function private.is_owed is 'Whether a payment is neither made nor dropped; the fee of a cancelled contract is owed no more.';
grant execute on function private.is_owed to service_role;

create function private.payment_state(payment public.payments, contract public.contracts) returns text
language sql stable
return case
  when payment.paid_on is not null then 'paid'
  when not private.is_owed(payment, contract) then 'dropped'
  when payment.due_on < private.today_in_brasilia() then 'overdue'
  else 'due'
end;
comment on function private.payment_state is 'due, overdue, paid, or dropped: owed no more, as the fee of a cancelled contract is.';
grant execute on function private.payment_state to service_role;

create function private.contract_money(contract_id uuid) returns jsonb
language sql stable
begin atomic
  with entry as (
    select payment.*, private.payment_state(payment, contract) as state
    from public.payments as payment
    join public.contracts as contract on contract.id = payment.contract_id
    -- What a landlord is paid stands with its claim.
    where payment.contract_id = $1 and payment.what <> 'claim'
  )
  select jsonb_build_object(
    'owed', coalesce(sum(amount) filter (where what = 'fee' and state in ('due', 'overdue')), 0),
    'paid', coalesce(sum(amount) filter (where what = 'fee' and state = 'paid'), 0),
    'toGiveBack', coalesce(sum(amount) filter (where what = 'refund' and state in ('due', 'overdue')), 0),
    'givenBack', coalesce(sum(amount) filter (where what = 'refund' and state = 'paid'), 0),
    'payments', coalesce(jsonb_agg(
      jsonb_build_object(
        'id', id, 'what', what, 'amount', amount, 'dueOn', due_on, 'state', state,
        'paidOn', paid_on, 'txid', txid,
        'noticeOn', case when state = 'overdue' then notice_on end
      ) order by due_on, created_at, id
    ), '[]')
  )
  from entry;
end;
comment on function private.contract_money is 'The balance of a contract in reais (owed, paid, toGiveBack, givenBack) and what it is made of, each due, overdue, paid or dropped today.';
grant execute on function private.contract_money to service_role;

create function private.fee_to_pay(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'amount', payment.amount, 'dueOn', payment.due_on, 'txid', payment.txid,
    'noticeOn', payment.notice_on,
    'paymentMethod', contract.payment_method
  )
  from public.payments as payment
  join public.contracts as contract on contract.id = payment.contract_id
  where payment.contract_id = $1 and payment.what = 'fee'
    and private.is_owed(payment, contract);
end;
comment on function private.fee_to_pay is 'The fee that a contract still owes, for the mails that say how to pay it; null when it owes none.';
grant execute on function private.fee_to_pay to service_role;

-- Definer: tenants have no grant on the table, and what staff noted is not theirs to read.
create function private.my_payments(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.contract_money(contract.id)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_payments', 'authenticated',
  'Balance and payments of the caller''s own contract; null for any other.');

-- Definer: staff have no grant on the table; who read whose data is on record.
create function private.contract_payments(of_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.require_active_staff();
  select * into contract from public.contracts as known
  where known.id = coalesce(
    (select payment.contract_id from public.payments as payment where payment.id = of_id), of_id
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
    -- What staff know of each beyond that.
    'bookings', (
      select coalesce(jsonb_object_agg(payment.id, jsonb_build_object(
        'how', payment.paid_how, 'note', payment.paid_note, 'bookedAt', payment.booked_at,
        'bookedBy', coalesce(staff.full_name, staff.email),
        'mayUndo', private.may_undo_payment(payment),
        'undone', payment.undone
      )), '{}')
      from public.payments as payment
      left join public.staff on staff.user_id = payment.booked_by
      where payment.contract_id = contract.id
    )
  );
end
$$;
call private.expose('contract_payments', 'authenticated',
  'Balance and payments of a contract, found by its id or by that of one of its payments, with who booked what and why it was undone. Active staff only; who read what is on record.');

create function private.may_undo_payment(payment public.payments) returns boolean
language sql stable
return payment.paid_on is not null
  and private.day_in_brasilia(payment.booked_at) = private.today_in_brasilia();
comment on function private.may_undo_payment is 'Whether a booking may still be taken back: on its own day, by whoever of staff.';
grant execute on function private.may_undo_payment to service_role;

-- Whoever books or takes back holds the contract's row, as whoever ends or cancels it does. The row is
-- found again under the lock: what was read before may have been booked or dropped meanwhile.
create function private.hold_payment(payment_id uuid) returns public.payments
language plpgsql
set search_path = ''
as $$
declare
  payment public.payments;
begin
  perform from public.contracts as contract
  where contract.id = (
    select known.contract_id from public.payments as known where known.id = payment_id
  )
  for update;
  select * into payment from public.payments as known where known.id = payment_id for update;
  perform private.require_found(found, 'Pagamento não encontrado.');
  return payment;
end
$$;
comment on function private.hold_payment is 'A payment with its row and that of its contract locked, the contract''s first.';
grant execute on function private.hold_payment to service_role;

-- Definer: nobody may update payments directly.
create function private.book_payment(payment_id uuid, paid_on date, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  paid constant date := paid_on;
  payment public.payments;
  contract public.contracts;
  is_dropped boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('book-payment', payment_id);
  end if;
  if paid is null then
    perform private.reject('Informe o dia do pagamento.', 'paid_on');
  end if;
  if paid > private.today_in_brasilia() then
    perform private.reject('O dia do pagamento não pode ser depois de hoje.', 'paid_on');
  end if;
  if char_length(btrim(note)) > 500 then
    perform private.reject('A anotação tem no máximo 500 caracteres.', 'note');
  end if;
  payment := private.hold_payment(payment_id);
  if payment.what = 'claim' then
    raise sqlstate 'PT409' using message = 'O pagamento da garantia se registra no pedido de acionamento.';
  end if;
  select * into contract from public.contracts as held where held.id = payment.contract_id;
  is_dropped := not private.is_owed(payment, contract);
  if payment.paid_on is not null or payment.what = 'refund' and is_dropped then
    return jsonb_build_object('changed', false, 'why', private.payment_state(payment, contract));
  end if;
  if paid < private.day_in_brasilia(contract.created_at) then
    perform private.reject('O dia do pagamento não pode ser antes do aceite do contrato.', 'paid_on');
  end if;
  update public.payments as booked
  set paid_on = paid, paid_how = 'by-hand', paid_note = nullif(btrim(note), ''),
    booked_at = now(), booked_by = (select auth.uid()), dropped_at = null
  where booked.id = payment.id;
  if is_dropped then
    perform private.owe_refund(contract.id);
  end if;
  perform private.note('book-payment', payment.contract_id, jsonb_build_object(
    'payment', payment.id, 'status', payment.what, 'paidOn', paid
  ));
  return jsonb_strip_nulls(jsonb_build_object('changed', true, 'isToRefund', nullif(is_dropped, false)));
end
$$;
call private.expose('book_payment', 'authenticated',
  'Notes that a fee was received or a refund made on a day between the acceptance and today, once; a fee that was owed no more is then to be given back (isToRefund); why is paid or dropped where nothing changed. Active staff only.',
  'payment_id uuid, paid_on date, note text default null');

-- Definer for the same reason. A refund that was worked out with the fee goes with it, unless it was made:
-- the fee of a contract that is over is then owed no more.
create function private.undo_payment(payment_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  payment public.payments;
  refunds integer := 0;
begin
  if not private.is_active_staff() then
    return private.refuse('undo-payment', payment_id);
  end if;
  if char_length(btrim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.reject('Informe o motivo, com 3 a 500 caracteres.', 'reason');
  end if;
  payment := private.hold_payment(payment_id);
  if payment.paid_on is null then
    return jsonb_build_object('changed', false, 'why', 'unpaid');
  end if;
  if not private.may_undo_payment(payment) then
    return jsonb_build_object('changed', false, 'why', 'too-late');
  end if;
  if payment.what = 'fee' then
    if exists (
      select from public.payments as refund
      where refund.contract_id = payment.contract_id and refund.what = 'refund'
        and refund.paid_on is not null
    ) then
      return jsonb_build_object('changed', false, 'why', 'refunded');
    end if;
    update public.payments as refund set dropped_at = now()
    where refund.contract_id = payment.contract_id and refund.what = 'refund'
      and refund.dropped_at is null;
    get diagnostics refunds = row_count;
  end if;
  update public.payments as undoing
  set undone = undoing.undone || jsonb_build_object(
      'paidOn', payment.paid_on, 'how', payment.paid_how, 'note', payment.paid_note,
      'bookedAt', payment.booked_at, 'bookedBy', payment.booked_by, 'undoneAt', now(),
      'undoneBy', (select auth.uid()), 'reason', btrim(reason)
    ),
    paid_on = null, paid_how = null, paid_note = null, booked_at = null, booked_by = null,
    dropped_at = case when refunds > 0 then now() end, notice_on = null
  where undoing.id = payment.id;
  perform private.note(
    'undo-payment', payment.contract_id, jsonb_build_object('payment', payment.id, 'status', payment.what)
  );
  perform private.note_event(claim, 'staff', 'payment-undone')
  from public.claims as claim where claim.id = payment.claim_id;
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('undo_payment', 'authenticated',
  'Takes back a booking of this day in Brasília, one''s own or a colleague''s, with a reason that is kept with it; why is unpaid, too-late or refunded where nothing changed. Active staff only.');

-- Definer: staff have no grant on the table. Each view is short but for what was paid, so the grams of a
-- search lead to few contracts, or else the view is walked. A txid is a number without its hyphens.
create function private.list_payments(
  view text, search text, after_date date, after_id uuid, page_size integer
)
returns table (
  id uuid, what text, state text, amount numeric, due_on date, paid_on date,
  contract_id uuid, contract_number text, tenant_name text
)
language plpgsql volatile security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  today constant date := private.today_in_brasilia();
  lately constant date := today - 90;
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  words constant text := regexp_replace(
    btrim(search), '^(PF)([0-9]{4})([0-9A-F]{10})$', '\1-\2-\3', 'i'
  );
  patterns constant text[] := private.search_patterns(words);
  grams constant text[] := private.wanted_grams(words, 'contracts_by_grams');
  found_in uuid[];
  page uuid[];
begin
  perform private.require_active_staff();
  if view is null or view not in ('due', 'overdue', 'refunds', 'paid') then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  if patterns is not null then
    found_in := array(
      select contract.id from public.contracts as contract
      where private.search_grams(contract.search_text) @> grams
        and contract.search_text like all (patterns)
      limit 501
    );
    if cardinality(found_in) > 500 then
      found_in := null;
    end if;
  end if;
  if view = 'paid' then
    page := array(
      select payment.id
      from public.payments as payment
      join public.contracts as contract on contract.id = payment.contract_id
      where payment.paid_on >= lately
        and (after_date is null or (payment.paid_on, payment.id) < (after_date, after_id))
        and (found_in is null or payment.contract_id = any (found_in))
        and (patterns is null or contract.search_text like all (patterns))
      order by payment.paid_on desc, payment.id desc limit most
    );
  else
    page := array(
      select payment.id
      from public.payments as payment
      join public.contracts as contract on contract.id = payment.contract_id
      -- The index has what is unpaid.
      where payment.paid_on is null and payment.dropped_at is null
        and payment.what = case when view = 'refunds' then 'refund' else 'fee' end
        and private.is_owed(payment, contract)
        and (view <> 'overdue' or payment.due_on < today)
        and (view <> 'due' or payment.due_on >= today)
        and (after_date is null or (payment.due_on, payment.id) > (after_date, after_id))
        and (found_in is null or payment.contract_id = any (found_in))
        and (patterns is null or contract.search_text like all (patterns))
      order by payment.due_on, payment.id limit most
    );
  end if;
  perform private.record_reading('read-contracts', array(
    select distinct shown.contract_id from public.payments as shown where shown.id = any (page)
  ));
  return query
    select payment.id, payment.what, private.payment_state(payment, contract), payment.amount, payment.due_on, payment.paid_on, contract.id, contract.contract_number,
      contract.tenant_name
    from unnest(page) with ordinality as listed (id, place)
    join public.payments as payment on payment.id = listed.id
    join public.contracts as contract on contract.id = payment.contract_id
    order by listed.place;
end
$$;
call private.expose('list_payments', 'authenticated',
  'One page of the fees that are due or overdue, of the refunds to make, each by its day, or of what was paid in the last 90 days, newest first; the next page starts after the last row. Active staff only; who read what is on record.',
  'view text, search text default null, after_date date default null, after_id uuid default null, page_size integer default 20');

create function private.payment_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'paymentsOverdue', count(*) filter (
      where payment.what = 'fee' and private.payment_state(payment, contract) = 'overdue'
    ),
    'refundsDue', count(*) filter (where payment.what = 'refund')
  )
  from public.payments as payment
  join public.contracts as contract on contract.id = payment.contract_id
  where payment.paid_on is null and payment.dropped_at is null;
end;
comment on function private.payment_counts is 'How many fees are overdue and how many refunds are to be made.';
grant execute on function private.payment_counts to service_role;

-- Of a contract that runs and that nobody is ending. A mail that was sent is kept for a month, and its row is
-- what says that it was sent, so nobody is told of what was due longer than twenty days ago.
create function private.fees_to_remind(today date) returns table (contract_id uuid, address text, mail_key text)
language sql stable
set search_path = ''
as $$
  select contract.id, contract.tenant_email, reminder.key
  from public.payments as payment
  join public.contracts as contract on contract.id = payment.contract_id
  cross join lateral (
    select 'fee-overdue:' || payment.id || ':' || max(step) as key
    from unnest(array[0, 3, 7]) as step where payment.due_on + step <= $1
  ) as reminder
  where payment.what = 'fee' and payment.paid_on is null and payment.dropped_at is null
    and payment.due_on between $1 - 20 and $1
    and contract.tenant_email is not null
    -- Who accepted on this day has just been told how to pay.
    and private.day_in_brasilia(contract.created_at) < $1
    and private.is_running(contract)
    and not private.is_ending(contract.id)
    and not exists (
      select from public.outgoing_mail as mail where mail.idempotency_key = reminder.key
    )
  order by payment.due_on, payment.id;
$$;
comment on function private.fees_to_remind is 'The fees whose mail of a day (when due, 3 and 7 days after) is not in the queue yet.';
grant execute on function private.fees_to_remind to service_role;

create function private.remind_of_fees(moment timestamptz default now()) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.day_in_brasilia(moment);
  late record;
  told integer := 0;
begin
  if extract(hour from moment at time zone 'America/Sao_Paulo') < 8 then
    return 0;
  end if;
  for late in select * from private.fees_to_remind(today) limit 100
  loop
    perform private.enqueue_mail(
      'fee-overdue', late.address, '{}', late.mail_key, contract_id => late.contract_id
    );
    told := told + 1;
  end loop;
  return told;
end
$$;
comment on function private.remind_of_fees is 'Queues a mail on the day on which a fee is due, 3 and 7 days after, each once and from eight in the morning on, at most 100 at once; gives how many. Run by the schedule.';
grant execute on function private.remind_of_fees to service_role;

create function private.notice_days() returns integer
language sql stable
return private.business_number('noticeDays', 5, 90, 10);
comment on function private.notice_days is 'How many days a tenant is given at least to pay an overdue fee before the contract is ended.';
grant execute on function private.notice_days to service_role;

-- Definer: nobody may update payments or queue mail directly.
create function private.give_notice(payment_id uuid, notice_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  last_day constant date := notice_on;
  payment public.payments;
  contract public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('give-notice', payment_id);
  end if;
  payment := private.hold_payment(payment_id);
  select * into contract from public.contracts as held where held.id = payment.contract_id;
  if payment.what <> 'fee' or private.payment_state(payment, contract) <> 'overdue' then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if not private.is_running(contract) or private.is_ending(contract.id) then
    return jsonb_build_object('changed', false, 'why', 'ending');
  end if;
  if payment.notice_on is not null then
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
  update public.payments as noticed set notice_on = last_day where noticed.id = payment.id;
  perform private.enqueue_mail(
    'fee-notice', contract.tenant_email, '{}', 'fee-notice:' || payment.id || ':' || last_day,
    contract_id => contract.id
  );
  perform private.note(
    'give-notice', contract.id, jsonb_build_object('payment', payment.id, 'noticeOn', last_day)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('give_notice', 'authenticated',
  'Tells the tenant of an overdue fee by mail until which day, as many on as the business rules want and ninety at most, it can be paid before the contract is ended; once. why is not-overdue, ending, noticed or no-address where nothing changed. Active staff only.');

-- Definer for the same reason. What ends the contract is close_contract, with its mail and the way to undo it.
create function private.close_unpaid(payment_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  payment public.payments;
  contract public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('close-contract', payment_id);
  end if;
  payment := private.hold_payment(payment_id);
  select * into contract from public.contracts as held where held.id = payment.contract_id;
  if private.payment_state(payment, contract) <> 'overdue' or payment.notice_on is null
    or not private.is_running(contract)
  then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if payment.notice_on >= private.today_in_brasilia() then
    return jsonb_build_object('changed', false, 'why', 'too-early');
  end if;
  return private.close_contract(
    contract.id, 'ended',
    'A taxa da fiança, que venceu em ' || to_char(payment.due_on, 'DD/MM/YYYY')
      || ', não foi paga até ' || to_char(payment.notice_on, 'DD/MM/YYYY') || ', a data do aviso.',
    null, null, 'unpaid'
  );
end
$$;
call private.expose('close_unpaid', 'authenticated',
  'Ends a contract whose fee was not paid by the day of its notice, as close_contract does; why is not-overdue or too-early where nothing changed. Active staff only.');

-- Definer: whoever books a payment has no rights on these tables. A booking that is undone leaves its
-- line free to pay again, and its receipt is none.
create function private.follow_booking() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.booked_at is not null then
    delete from private.statement_lines as line where line.payment_id = new.id;
    delete from private.receipts as receipt where receipt.payment_id = new.id;
  end if;
  if new.booked_at is not null then
    insert into private.receipts (payment_id) values (new.id);
  end if;
  if new.what = 'fee' then
    perform private.drop_fee_mails(new.id), private.follow_fee(new);
  end if;
  return null;
end
$$;
comment on function private.follow_booking is 'Gives each booked payment its receipt, and takes receipt and line of the statement from one whose booking is undone; the letter follows.';
create trigger follow_first_booking after insert on public.payments
for each row when (new.booked_at is not null) execute function private.follow_booking();
create trigger follow_booking after update of booked_at on public.payments
for each row when (old.booked_at is distinct from new.booked_at)
execute function private.follow_booking();
