-- What a bank statement says was paid. The file is read in the browser of whoever brings it; what
-- comes here are its credits, of which nothing is believed: each is checked, named by what it says, and
-- pays one payment at most, however often the file comes. Of a line that pays nothing no word is kept.
create table private.statement_lines (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  payment_id uuid unique references public.payments (id) on delete cascade,
  received_on date,
  amount numeric(12, 2) check (amount between 0.01 and 9999999999.99),
  description text check (char_length(description) <= 500),
  decided_at timestamptz not null default now(),
  decided_by uuid references auth.users (id) on delete set null,
  constraint statement_lines_keep_what_paid check (
    num_nulls(payment_id, received_on, amount, description) in (0, 4)
  )
);
comment on table private.statement_lines is 'Lines of bank statements that paid something, and of those that staff put aside the key alone.';
comment on column private.statement_lines.key is 'Keyed hash of what names the line: account, day, amount, and the bank''s own id or the text and which of the equal ones it is.';
comment on column private.statement_lines.amount is 'What arrived, in reais; staff may take another amount than was owed.';
create index statement_lines_by_decider on private.statement_lines (decided_by);
create index statement_lines_put_aside on private.statement_lines (decided_at) where payment_id is null;
alter table private.statement_lines enable row level security;
insert into private.hash_keys (name) values ('statements');

-- Which column of a bank's CSV says what: chosen once for files that begin alike.
create table private.statement_layouts (
  header text primary key check (char_length(btrim(header)) between 1 and 2000),
  account text not null check (char_length(btrim(account)) between 1 and 60),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 2 and 60),
  kept_at timestamptz not null default now(),
  kept_by uuid references auth.users (id) on delete set null
);
comment on table private.statement_layouts is 'How the CSV files of each bank are read.';
comment on column private.statement_layouts.account is 'The name of the account, by which equal lines of two accounts are told apart.';
comment on column private.statement_layouts.columns is 'What each column is: date, amount, text or nothing (null).';
create index statement_layouts_by_keeper on private.statement_layouts (kept_by);
alter table private.statement_layouts enable row level security;

-- A receipt has its number from the booking on. Its PDF is drawn when it is first asked for, and is
-- the same file from then on.
create table private.receipts (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  number text not null unique default private.new_protocol('RC') check (private.is_protocol(number, 'RC')),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$')
);
comment on table private.receipts is 'Receipts of what was paid; one without a hash was not drawn yet.';
alter table private.receipts enable row level security;

-- Text before it is cast: NaN, 1e308 and a thirty-first of February are no amount and no day.
create function private.is_statement_line(line jsonb) returns boolean
language sql stable
return case
  when jsonb_typeof(line) = 'object' and line ->> 'amount' ~ '^[0-9]{1,10}[.][0-9]{2}$'
    and line ->> 'day' ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and pg_input_is_valid(line ->> 'day', 'date')
    and char_length(line ->> 'account') between 1 and 100
    and char_length(line ->> 'text') <= 500 and char_length(coalesce(line ->> 'id', '')) <= 255
  then (line ->> 'amount')::numeric > 0 and (line ->> 'day')::date <= private.today_in_brasilia()
  else false
end;
comment on function private.is_statement_line is 'Whether a credit has an account, a day that was, a positive amount of reais and cents, and a text of 500 characters at most.';

-- Definer: only it may read the key of the hashes.
create function private.read_statement(lines jsonb)
returns table (place integer, key text, received_on date, amount numeric, description text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  hash_key constant bytea := (select stored.key from private.hash_keys as stored where name = 'statements');
  bad bigint;
begin
  if jsonb_typeof(lines) is distinct from 'array' then
    perform private.reject('O extrato não foi entendido.');
  elsif jsonb_array_length(lines) > 20000 then
    perform private.reject('Um extrato tem no máximo 20.000 créditos. Exporte um período menor.');
  end if;
  select min(line.place) into bad
  from jsonb_array_elements(lines) with ordinality as line (said, place)
  where private.is_statement_line(line.said) is not true;
  if bad is not null then
    perform private.reject(format('O crédito nº %s do extrato não é válido.', bad));
  end if;
  return query
    select line.place::integer,
      encode(extensions.hmac(convert_to(jsonb_build_array(
        line.said ->> 'account', line.said ->> 'day', line.said ->> 'amount',
        coalesce(nullif(line.said ->> 'id', ''), '#' || row_number() over alike || ' ' || (line.said ->> 'text'))
      )::text, 'UTF8'), hash_key, 'sha256'), 'hex'),
      (line.said ->> 'day')::date, (line.said ->> 'amount')::numeric, line.said ->> 'text'
    from jsonb_array_elements(lines) with ordinality as line (said, place)
    window alike as (
      partition by line.said ->> 'account', line.said ->> 'day', line.said ->> 'amount', line.said ->> 'text'
      order by line.place
    );
end
$$;
comment on function private.read_statement is 'The credits of a statement, each with the key by which it is booked once; PT422 with a sentence for what is none.';

-- Some banks count their ids anew each day, so an id names a line together with day and amount.
create function private.match_statement(lines jsonb)
returns table (place integer, amount numeric, state text, payment_id uuid)
language sql stable
begin atomic
  with line as materialized (select * from private.read_statement(lines)),
  said as (
    select line.place, line.amount, word.txid
    from line, lateral (
      select regexp_split_to_table(upper(line.description), '[^A-Z0-9]+') as txid
      union
      -- However the contract's number is written, and whatever stands right beside it.
      select found[1] from regexp_matches(
        regexp_replace(upper(line.description), '[^A-Z0-9]', '', 'g'), 'PF[0-9]{4}[0-9A-F]{10}', 'g'
      ) as found
    ) as word
  ),
  named as (
    select distinct on (said.place) said.place, payment.id,
      fee.is_owed, payment.amount = said.amount as is_equal
    from said
    join public.payments as payment on payment.what = 'fee' and upper(payment.txid) = said.txid
    join public.contracts as contract on contract.id = payment.contract_id,
    lateral (select private.is_owed(payment, contract) as is_owed) as fee
    order by said.place, fee.is_owed desc, payment.amount = said.amount desc, payment.id
  ),
  judged as (
    select line.place, line.amount, named.id as payment_id,
      case
        when known.payment_id is not null then 'before'
        when known.key is not null then 'aside'
        when row_number() over (partition by line.key order by line.place) > 1 then 'repeated'
        when named.id is null then 'stranger'
        when not named.is_owed then 'settled'
        when not named.is_equal then 'amount'
        else 'pays'
      end as state
    from line
    left join private.statement_lines as known on known.key = line.key
    left join named on named.place = line.place
  )
  select judged.place, judged.amount,
    case
      when judged.state = 'pays'
        and row_number() over (partition by judged.payment_id, judged.state order by judged.place) > 1
      then 'settled' else judged.state
    end,
    judged.payment_id
  from judged;
end;
comment on function private.match_statement is 'What each credit is: pays (names what is owed, in its amount), amount (names it, another amount), settled (names what is paid or owed no more), stranger, before (was booked), aside (staff left it), repeated (the same line once more).';

-- Definer: staff have no rights on the tables.
create function private.preview_statement(lines jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  matched jsonb;
  -- Arrays, because the planner takes a list of ten thousand in JSON for one of a hundred.
  doubtful numeric[];
  shown uuid[];
begin
  if not private.is_active_staff() then
    return private.refuse('book-statement', null);
  end if;
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(line)) order by line.place), '[]') into matched
  from private.match_statement(lines) as line;
  select array_agg(distinct (line ->> 'amount')::numeric) into doubtful
  from jsonb_array_elements(matched) as line
  where line ->> 'state' in ('stranger', 'amount', 'settled');
  -- Those that are named, and of what is owed in the amount of a doubtful line the five most due.
  select array_agg(distinct candidate.id) into shown
  from (
    select (line ->> 'payment_id')::uuid as id from jsonb_array_elements(matched) as line
    where line ->> 'state' in ('pays', 'amount', 'settled')
    union all
    select near.id from (
      select payment.id, row_number() over (partition by payment.amount order by payment.due_on, payment.id) as turn
      from public.payments as payment
      join public.contracts as contract on contract.id = payment.contract_id
      where payment.what = 'fee' and payment.paid_on is null and payment.amount = any (doubtful)
        and private.is_owed(payment, contract)
    ) as near where near.turn <= 5
  ) as candidate;
  perform private.record_reading('read-contracts', (
    select array_agg(distinct payment.contract_id) from public.payments as payment where payment.id = any (shown)
  ));
  return jsonb_build_object('lines', matched, 'payments', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', payment.id, 'contractId', contract.id, 'contractNumber', contract.contract_number,
      'tenant', contract.tenant_name, 'amount', payment.amount, 'dueOn', payment.due_on,
      'paidOn', payment.paid_on, 'isOwed', private.is_owed(payment, contract)
    ) order by payment.due_on, payment.id), '[]')
    from public.payments as payment
    join public.contracts as contract on contract.id = payment.contract_id
    where payment.id = any (shown)
  ));
end
$$;
call private.expose('preview_statement', 'authenticated',
  'What each credit of a statement would pay, and the payments that this is about; books nothing. Active staff only; who read what is on record.');

-- Definer for the same reason. Contract, then payment, then line, each in the order of its key: two who
-- book at once wait for each other, and whoever comes second finds it booked.
create function private.book_statement(lines jsonb, choices jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  chosen jsonb;
  named uuid[];
  aside integer;
  booked integer[];
  surplus uuid[];
begin
  if not private.is_active_staff() then
    return private.refuse('book-statement', null);
  end if;
  begin
    select coalesce(jsonb_agg(jsonb_build_object(
      'place', choice.place, 'payment_id', payment.id, 'aside', coalesce(choice.aside, false)
    )), '[]') into chosen
    from jsonb_to_recordset(choices) as choice (place integer, payment uuid, contract text, aside boolean)
    left join public.contracts as contract on contract.contract_number = upper(btrim(choice.contract))
    left join public.payments as payment
      on payment.what = 'fee' and (payment.id = choice.payment or payment.contract_id = contract.id);
  exception when data_exception then
    perform private.reject('As escolhas não foram entendidas.');
  end;
  select array_agg((choice ->> 'payment_id')::uuid) into named from jsonb_array_elements(chosen) as choice;
  perform from public.contracts as contract
  where contract.id in (
    select payment.contract_id from public.payments as payment where payment.id = any (named)
  )
  order by contract.id for no key update;
  perform from public.payments as payment where payment.id = any (named) order by payment.id for update;
  with offered as (
    select line.*, payment.id as payment_id, payment.contract_id, payment.amount <> line.amount as is_other,
      not private.is_owed(payment, contract) as is_dropped,
      row_number() over (partition by line.key order by payment.id is null) as turn_of_line,
      row_number() over (partition by payment.id order by line.place) as turn_of_payment
    from jsonb_to_recordset(chosen) as choice (place integer, payment_id uuid, aside boolean)
    join private.read_statement(lines) as line on line.place = choice.place
    -- Of a fee that is owed no more, too: the money came, and is then to be given back.
    left join public.payments as payment
      on payment.id = choice.payment_id and payment.what = 'fee' and payment.paid_on is null
    left join public.contracts as contract on contract.id = payment.contract_id
    where payment.id is not null or choice.aside
  ),
  wanted as (
    select * from offered
    where turn_of_line = 1 and (payment_id is null or turn_of_payment = 1)
  ),
  kept as (
    insert into private.statement_lines as line (key, payment_id, received_on, amount, description, decided_by)
    select key, payment_id,
      case when payment_id is not null then received_on end,
      case when payment_id is not null then amount end,
      case when payment_id is not null then description end,
      (select auth.uid())
    from wanted
    order by key
    -- A line that was put aside may pay after all; one that paid stays as it is.
    on conflict (key) do update
    set payment_id = excluded.payment_id, received_on = excluded.received_on, amount = excluded.amount,
      description = excluded.description, decided_at = now(), decided_by = excluded.decided_by
    where line.payment_id is null and excluded.payment_id is not null
    returning line.key, line.payment_id
  ),
  paid as (
    update public.payments as payment
    set paid_on = wanted.received_on, paid_how = 'statement', booked_at = now(),
      booked_by = (select auth.uid()), dropped_at = null,
      paid_note = case when wanted.is_other then
        'Valor no extrato: R$ ' || translate(to_char(wanted.amount, 'FM9,999,999,990.00'), ',.', '.,')
      end
    from kept
    join wanted on wanted.key = kept.key
    where payment.id = kept.payment_id
    returning wanted.place, payment.id, payment.contract_id, wanted.is_dropped
  ),
  noted as (
    insert into public.audit_trail (actor, action, subject_id, outcome, details)
    select (select auth.uid()), 'book-statement', paid.contract_id, 'done',
      jsonb_build_object('payment', paid.id)
    from paid
  )
  select (select count(*) from kept where kept.payment_id is null),
    (select coalesce(array_agg(paid.place order by paid.place), '{}') from paid),
    (select array_agg(paid.contract_id) from paid where paid.is_dropped)
  into aside, booked, surplus;
  perform private.owe_refund(paid.contract_id) from unnest(surplus) as paid (contract_id);
  if aside > 0 then
    perform private.note('book-statement', null, jsonb_build_object('aside', aside));
  end if;
  return jsonb_build_object('booked', booked, 'aside', aside, 'refused', (
    select coalesce(jsonb_agg(choice -> 'place' order by choice -> 'place'), '[]')
    from jsonb_array_elements(chosen) as choice
    where not (choice ->> 'aside')::boolean and (choice ->> 'place')::integer <> all (booked)
  ));
end
$$;
call private.expose('book_statement', 'authenticated',
  'Books the credits that staff chose, each once and on a fee that is not paid, in one transaction; one that was owed no more is then to be given back: choices name a line''s place and a payment, a contract''s number, or that it is put aside. Active staff only.');

-- Definer for the same reason. The names of columns and of an account are nobody's data.
create function private.statement_layout(header text, account text default null, columns jsonb default null)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('book-statement', null);
  end if;
  begin
    insert into private.statement_layouts (header, account, columns, kept_by)
    select $1, btrim($2), $3, (select auth.uid())
    where $3 is not null
      and (select count(*) from private.statement_layouts as other where other.header <> $1) < 200
    on conflict on constraint statement_layouts_pkey do update
    set account = excluded.account, columns = excluded.columns, kept_at = now(), kept_by = excluded.kept_by;
  exception when integrity_constraint_violation then
    perform private.reject('Confira o nome da conta e as colunas.');
  end;
  return (
    select jsonb_build_object('account', layout.account, 'columns', layout.columns)
    from private.statement_layouts as layout where layout.header = $1
  );
end
$$;
call private.expose('statement_layout', 'authenticated',
  'How CSV files that begin with this line are read, and keeps it where columns are given; null for one that nobody has explained. 200 at most. Active staff only.');

-- Definer for the same reason. Whose contract it is sees its receipts, and staff do, who have the
-- contract before them: contract_detail took note.
create function private.list_receipts(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'paymentId', payment.id, 'what', payment.what, 'amount', payment.amount, 'paidOn', payment.paid_on,
    'number', receipt.number, 'sha256', receipt.file_sha256
  ) order by payment.paid_on, receipt.number), '[]')
  from public.payments as payment
  join private.receipts as receipt on receipt.payment_id = payment.id
  join public.contracts as contract on contract.id = payment.contract_id
  where payment.contract_id = $1 and payment.what <> 'claim' and (
    private.is_mine(contract)
    or (select private.is_active_staff())
  );
$$;
call private.expose('list_receipts', 'authenticated',
  'The receipts of a contract but for those of its claims, by day, for its tenant and for active staff; none for anybody else.');

-- Definer for the same reason.
create function private.receipt_source(payment public.payments, contract public.contracts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'contractId', contract.id, 'number', receipt.number,
    'what', payment.what, 'amount', payment.amount, 'paidOn', payment.paid_on, 'bookedAt', payment.booked_at,
    'contractNumber', contract.contract_number, 'tenantName', contract.tenant_name,
    'cpf', contract.tenant_cpf, 'propertyAddress', contract.property_address,
    'paymentMethod', contract.payment_method, 'startDate', contract.start_date, 'endDate', contract.end_date,
    'protocol', claim.protocol, 'payee', coalesce(claim.account ->> 'holder', contract.landlord_name)
  )) || jsonb_build_object('sha256', receipt.file_sha256)
  from private.receipts as receipt
  left join public.claims as claim on claim.id = payment.claim_id
  where receipt.payment_id = payment.id;
$$;
comment on function private.receipt_source is 'What the receipt of a payment says, and the hash of its PDF once it was drawn; null for one that was not paid.';
grant execute on function private.receipt_source to service_role;

-- What a landlord was paid, by the link of an address that sees the contract.
create function public.find_receipt(secret_hash text, payment_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return (
    select private.receipt_source(payment, contract)
    from public.payments as payment
    join private.landlord_contracts(opened) as contract on contract.id = payment.contract_id
    where payment.id = $2 and payment.what = 'claim'
  );
end
$$;
comment on function public.find_receipt is 'The same of what a claim paid, for whoever has the link of an address of a landlord that sees the contract; null otherwise. Service role only.';
grant execute on function public.find_receipt to service_role;

-- Definer for the same reason.
create function private.open_receipt(payment_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.is_active_staff();
  source jsonb;
begin
  select private.receipt_source(payment, contract) into source
  from public.payments as payment
  join public.contracts as contract on contract.id = payment.contract_id
  where payment.id = $1
    and (is_staff or private.is_mine(contract));
  if source is null and not is_staff then
    return private.refuse('view-receipt', $1);
  end if;
  perform private.require_found(source is not null, 'Recibo não encontrado.');
  if is_staff then
    perform private.note('view-receipt', (source ->> 'contractId')::uuid, jsonb_build_object('payment', $1));
  end if;
  return source;
end
$$;
call private.expose('open_receipt', 'authenticated',
  'What the receipt of a payment says, and the hash of its PDF once it was drawn; for its tenant and for active staff, whose look is noted.');

-- Definer: the table is closed to whoever draws. The file is stored by then. Who drew it at the same time with other words gets the first one's hash.
create function private.record_receipt(number text, file_sha256 text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stands text;
begin
  update private.receipts as receipt set file_sha256 = coalesce(receipt.file_sha256, $2)
  where receipt.number = $1 returning receipt.file_sha256 into stands;
  return stands;
end
$$;
call private.expose('record_receipt', 'service_role',
  'Makes the stored PDF of a receipt the one that counts, once; gives the hash that stands, null for a booking that was undone meanwhile. Service role only.');

-- Definer for the same reason.
create function private.payments_of_month(month date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  first_day constant date := date_trunc('month', month)::date;
begin
  if not private.is_active_staff() then
    return private.refuse('export-payments', null);
  end if;
  perform private.note('export-payments', null, jsonb_build_object('month', first_day));
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'paidOn', payment.paid_on, 'receipt', receipt.number, 'what', payment.what, 'amount', payment.amount,
      'contractNumber', contract.contract_number, 'tenant', contract.tenant_name, 'cpf', contract.tenant_cpf,
      'dueOn', payment.due_on, 'how', payment.paid_how, 'note', payment.paid_note
    ) order by payment.paid_on, payment.id), '[]')
    from public.payments as payment
    join public.contracts as contract on contract.id = payment.contract_id
    left join private.receipts as receipt on receipt.payment_id = payment.id
    where payment.paid_on >= first_day and payment.paid_on < first_day + interval '1 month'
  );
end
$$;
call private.expose('payments_of_month', 'authenticated',
  'What was paid in the month of a day, for the accountant. Active staff only; who took it is on record.');
