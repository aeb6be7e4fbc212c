-- What is owed for a contract and what was paid of it. The fee is owed from the acceptance on; what was
-- paid goes back when the right of seven days is used (CDC, art. 49).
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  what text not null check (what in ('fee', 'refund')),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  due_on date not null,
  txid text unique check (txid ~ '^[A-Za-z0-9]{1,25}$'),
  created_at timestamptz not null default now(),
  paid_on date,
  paid_how text check (paid_how in ('by-hand', 'statement')),
  paid_note text check (char_length(btrim(paid_note)) between 1 and 500),
  booked_at timestamptz,
  booked_by uuid references auth.users (id) on delete set null,
  dropped_at timestamptz,
  constraint payments_paid_says_how check (
    (paid_on is null) = (paid_how is null) and (paid_on is null) = (booked_at is null)
  ),
  constraint payments_dropped_are_unpaid check (dropped_at is null or paid_on is null)
);
comment on table public.payments is 'What is owed for a contract, to or by Payser, and when it was paid.';
comment on column public.payments.what is 'fee: by the tenant; refund: of what was paid, to the tenant.';
comment on column public.payments.txid is 'Identifier of a Pix payment: the contract''s number without hyphens.';
comment on column public.payments.dropped_at is 'Since when it is owed no more.';
create unique index payments_one_fee on public.payments (contract_id) where what = 'fee';
create index payments_by_contract on public.payments (contract_id);
create index payments_due on public.payments (due_on, id) where paid_on is null and dropped_at is null;
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

create function private.drop_dues(contract_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.payments as payment set dropped_at = now()
  where payment.contract_id = $1 and payment.what = 'fee'
    and payment.paid_on is null and payment.dropped_at is null;
$$;
comment on function private.drop_dues is 'What a tenant has not paid of a contract is owed no more.';
grant execute on function private.drop_dues to service_role;

create function private.owe_refund(contract_id uuid, due_on date) returns numeric
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
    and (payment.what = 'refund' or payment.paid_on is not null);
  if balance > 0 then
    insert into public.payments (contract_id, what, amount, due_on) values ($1, 'refund', balance, $2);
  end if;
  return balance;
end
$$;
comment on function private.owe_refund is 'Nothing is owed for a contract any more, and what was paid is to go back by a day; gives how much, in reais. The caller holds the contract''s row.';
grant execute on function private.owe_refund to service_role;
