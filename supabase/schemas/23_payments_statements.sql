-- Bank statements. The browser reads the file and sends its lines. The server checks each line and finds the contract
-- that the line's text names. A line is booked only once, even if the file is sent again.
create table private.statement_lines (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  movement_id uuid unique references public.movements (id) on delete cascade,
  decided_at timestamptz not null default now(),
  decided_by uuid references auth.users (id) on delete set null
);
comment on table private.statement_lines is 'Lines of bank statements that staff booked or put aside. movement_id is null for a line that was put aside.';
comment on column private.statement_lines.key is 'Keyed hash of account, day, direction, amount, the bank''s id and the text.';
create index statement_lines_by_decider on private.statement_lines (decided_by);
create index statement_lines_put_aside on private.statement_lines (decided_at) where movement_id is null;
alter table private.statement_lines enable row level security;
insert into private.hash_keys (name) values ('statements');

-- Staff explain the columns of a bank's CSV once for all files with the same header. They also name the account if the
-- file does not name it.
create table private.statement_layouts (
  header text primary key check (char_length(btrim(header)) between 1 and 2000),
  account text not null check (char_length(btrim(account)) between 1 and 60),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 2 and 60),
  kept_at timestamptz not null default now(),
  kept_by uuid references auth.users (id) on delete set null
);
comment on table private.statement_layouts is 'Layouts of bank statements: the meaning of the columns and the account, as staff explained them for a CSV header.';
comment on column private.statement_layouts.account is 'Name of the account. It is part of the key of each line, so equal lines of two accounts are both booked.';
comment on column private.statement_layouts.columns is 'Meaning of each column; null for a column that is not read.';
create index statement_layouts_by_keeper on private.statement_layouts (kept_by);
alter table private.statement_layouts enable row level security;

-- The function checks text before it casts: NaN, 1e308 and 31 February are neither amounts nor days.
create function private.is_statement_line(line jsonb) returns boolean
language sql stable
return case
  when jsonb_typeof(line) = 'object' and line ->> 'amount' ~ '^[0-9]{1,10}[.][0-9]{2}$'
    and line ->> 'day' ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and pg_input_is_valid(line ->> 'day', 'date')
    and line ->> 'direction' in ('in', 'out')
    and char_length(line ->> 'account') between 1 and 100
    and char_length(line ->> 'text') <= 500 and char_length(coalesce(line ->> 'id', '')) <= 255
  then (line ->> 'amount')::numeric > 0 and (line ->> 'day')::date <= private.today_in_brasilia()
  else false
end;
comment on function private.is_statement_line is 'Reports whether a line has an account, a past day, a direction, a positive amount in reais and cents, and a text of at most 500 characters.';

-- The bank's id alone does not identify a line, because some banks restart their ids each day and some repeat ids.
-- Lines that have no id and are equal in everything else are numbered. Security definer, because no role may read the
-- key of the hashes.
create function private.read_statement(lines jsonb)
returns table (place integer, key text, direction text, moved_on date, amount numeric, description text)
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
    perform private.reject('Um extrato tem no máximo 20.000 lançamentos. Exporte um período menor.');
  end if;
  select min(line.place) into bad
  from jsonb_array_elements(lines) with ordinality as line (said, place)
  where private.is_statement_line(line.said) is not true;
  if bad is not null then
    perform private.reject(format('O lançamento nº %s do extrato não é válido.', bad));
  end if;
  return query
    select line.place::integer,
      encode(extensions.hmac(convert_to(jsonb_build_array(
        line.said ->> 'account', line.said ->> 'day', line.said ->> 'direction', line.said ->> 'amount',
        coalesce(nullif(line.said ->> 'id', ''), '#' || row_number() over alike), line.said ->> 'text'
      )::text, 'UTF8'), hash_key, 'sha256'), 'hex'),
      line.said ->> 'direction', (line.said ->> 'day')::date, (line.said ->> 'amount')::numeric, line.said ->> 'text'
    from jsonb_array_elements(lines) with ordinality as line (said, place)
    window alike as (
      partition by line.said ->> 'account', line.said ->> 'day', line.said ->> 'direction', line.said ->> 'amount',
        line.said ->> 'text'
      order by line.place
    );
end
$$;
comment on function private.read_statement is 'Returns the lines of a statement, each with a key that prevents a second booking. Raises PT422 with a message for an invalid line.';

-- The search ignores spaces and punctuation within a contract number. The letter P and two digits after the number name
-- an instalment.
create function private.named_contract(description text) returns text
language sql immutable
return (
  select regexp_replace(found[1], '^(PF)([0-9]{4})(.{10})', '\1-\2-\3')
  from regexp_matches(
    regexp_replace(upper(description), '[^A-Z0-9]', '', 'g'), '(PF[0-9]{4}[0-9A-F]{10}(P(0[1-9]|1[0-2]))?)'
  ) as found limit 1
);
comment on function private.named_contract is 'Returns the contract number in a text; null when the text contains no contract number. P and two digits follow the number when the text names an instalment.';

create function private.may_link(movement public.movements) returns boolean
language sql stable
return movement.source = 'by-hand' and movement.reverses is null and not private.is_reversed(movement.id)
  and not exists (select from private.statement_lines as line where line.movement_id = movement.id);
comment on function private.may_link is 'Reports whether staff may link a statement line to a movement: it was booked by hand, was not reversed and has no line yet.';

create function private.match_statement(lines jsonb)
returns table (
  place integer, direction text, amount numeric, state text, contract_id uuid, charge_id uuid, movement_id uuid
)
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select read.*, private.named_contract(read.description) as named,
      case
        when known.movement_id is not null then 'before'
        when known.key is not null then 'aside'
        when row_number() over (partition by read.key order by read.place) > 1 then 'repeated'
      end as former
    from private.read_statement(lines) as read
    left join private.statement_lines as known on known.key = read.key
  ),
  named as (
    select line.*, contract.id as contract_id, hand.id as hand_id,
      line.former is null and hand.id is not null
        and row_number() over (partition by hand.id, line.former order by line.place) = 1 as is_by_hand
    from line
    left join public.contracts as contract
      on line.direction = 'in' and contract.contract_number = left(line.named, 18)
    left join lateral (
      select booked.id from public.movements as booked
      where booked.source = 'by-hand' and booked.reverses is null and booked.direction = line.direction
        and booked.amount = line.amount and booked.moved_on between line.moved_on - 5 and line.moved_on + 5
        and (line.direction = 'out' or booked.contract_id = contract.id)
        and private.may_link(booked)
      order by abs(booked.moved_on - line.moved_on), booked.id limit 1
    ) as hand on true
  ),
  found as (
    select named.*, charge.id as charge_id,
      coalesce(private.open_amount(charge), 0) - coalesce(
        sum(named.amount) filter (where named.former is null and not named.is_by_hand) over (
          partition by charge.id order by named.place rows between unbounded preceding and 1 preceding
        ), 0
      ) as open
    from named
    left join lateral (
      select owed.* from public.charges as owed
      where owed.contract_id = named.contract_id and owed.kind = 'fee'
      order by right(owed.txid, 3) = substr(named.named, 19) desc, owed.is_open desc, owed.due_on, owed.id limit 1
    ) as charge on true
  ),
  payable as (
    select min(charge.id::text)::uuid as id, charge.amount
    from public.charges as charge
    where charge.is_open and charge.direction = 'out' and charge.amount in (select line.amount from line where line.direction = 'out')
    group by charge.amount having count(*) = 1
  ),
  judged as (
    select found.place, found.direction, found.amount, found.contract_id,
      case when found.is_by_hand then found.hand_id end as movement_id,
      case when found.direction = 'in' then found.charge_id else payable.id end as charge_id,
      case
        when found.former is not null then found.former
        when found.is_by_hand then 'by-hand'
        when found.direction = 'out' then case when payable.id is null then 'out' else 'payable' end
        when found.contract_id is null then 'stranger'
        when found.charge_id is null or found.open <= 0 then 'settled'
        when found.open > found.amount then 'part'
        when found.open < found.amount then 'more'
        else 'pays'
      end as state
    from found
    left join payable on found.direction = 'out' and payable.amount = found.amount
  )
  select judged.place, judged.direction, judged.amount, judged.state, judged.contract_id, judged.charge_id,
    judged.movement_id
  from judged;
$$;
comment on function private.match_statement is 'Returns the state of each line of a statement. For money in: pays (equals the open amount of the named fee), part (less than the open amount), more (more than the open amount), settled (the named contract or instalment owes nothing), stranger (the text names no known contract). For money out: payable (exactly one open refund or payout has this amount), out (none or several have this amount). For both: by-hand (staff booked the same amount by hand within five days), before (already booked), aside (put aside), repeated (equal to an earlier line).';

create function private.statement_charges(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.charge_view(charge) || jsonb_build_object(
    'contractId', contract.id, 'contractNumber', contract.contract_number, 'tenant', contract.tenant_name,
    'payee', paid.payee, 'accountVersion', paid.version, 'account', private.masked_account(paid.account)
  ) order by charge.due_on, charge.id), '[]')
  from public.charges as charge
  left join public.contracts as contract on contract.id = charge.contract_id
  left join lateral private.payee_of(charge) as paid on charge.direction = 'out'
  where charge.id = any (ids);
$$;
comment on function private.statement_charges is 'Returns charges for the screen of a statement: contract, tenant, payee and account.';

-- Security definer, because staff have no grant on the tables.
create function private.preview_statement(lines jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  matched jsonb;
  amounts numeric[];
  shown uuid[];
  payables uuid[];
begin
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'place', line.place, 'direction', line.direction, 'amount', line.amount, 'state', line.state,
    'contractId', line.contract_id, 'chargeId', line.charge_id, 'movementId', line.movement_id,
    'bookedOn', (select booked.moved_on from public.movements as booked where booked.id = line.movement_id)
  )) order by line.place), '[]'),
    array_agg(distinct line.amount) filter (where line.state = 'stranger'),
    array_agg(distinct line.charge_id) filter (where line.direction = 'in')
  into matched, amounts, shown
  from private.match_statement(lines) as line;
  -- The screen offers fees for each line that names no contract: the five fees of the same amount that are due first.
  shown := shown || array(
    select near.id from (
      select charge.id, row_number() over (partition by charge.amount order by charge.due_on, charge.id) as turn
      from public.charges as charge
      where charge.kind = 'fee' and charge.is_open and charge.allocated = 0 and charge.amount = any (amounts)
    ) as near where near.turn <= 5
  );
  payables := array(
    select charge.id from public.charges as charge where charge.is_open and charge.direction = 'out'
    order by charge.due_on, charge.id limit 500
  );
  perform private.record_reading('read-contracts', array(
    select distinct charge.contract_id from public.charges as charge
    where charge.id = any (shown || payables) and charge.contract_id is not null
  ));
  return jsonb_build_object(
    'lines', matched,
    'charges', private.statement_charges(shown),
    'payables', private.statement_charges(payables),
    'contracts', (
      select coalesce(jsonb_agg(distinct jsonb_build_object(
        'id', contract.id, 'number', contract.contract_number, 'tenant', contract.tenant_name
      )), '[]')
      from jsonb_array_elements(matched) as line
      join public.contracts as contract on contract.id = (line ->> 'contractId')::uuid
    ),
    'payouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'movementId', movement.id, 'contractNumber', contract.contract_number, 'amount', movement.amount,
        'payee', movement.account ->> 'holder', 'movedOn', movement.moved_on
      ) order by movement.moved_on desc, movement.id), '[]')
      from public.movements as movement
      left join public.contracts as contract on contract.id = movement.contract_id
      where movement.direction = 'out' and movement.reverses is null
        and movement.moved_on >= private.today_in_brasilia() - 60 and not private.is_reversed(movement.id)
    )
  );
end
$$;
call private.expose('preview_statement', 'authenticated',
  'Returns what each line of a statement would book, with the charges, payables and earlier payouts that staff may choose. Books nothing. The audit trail records the reading.',
  needs => 'money', action => 'book-statement');

create function private.book_statement_line(
  key text, direction text, amount numeric, moved_on date, description text,
  charge public.charges, contract_id uuid, keep boolean, linked uuid, returns uuid,
  account_version integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  payee_account jsonb;
  payee_version integer;
  returned public.movements;
  made public.movements;
begin
  if exists (
    select from private.statement_lines as line where line.key = $1 and line.movement_id is not null
  ) then
    return 'before';
  end if;
  if linked is not null then
    made := private.lock_movement(linked);
    if not private.may_link(made) or made.direction <> direction or made.amount <> amount then
      return 'changed';
    end if;
  elsif returns is not null then
    returned := private.lock_movement(returns);
    if returned.direction <> 'out' or direction <> 'in' or returned.amount <> amount
      or private.is_reversed(returned.id) then
      return 'changed';
    end if;
  elsif charge.id is not null then
    charge := private.lock_charge(charge.id);
    if charge.direction <> direction then
      return 'direction';
    end if;
  end if;
  if direction = 'out' and linked is null then
    if not private.has_right('payouts') then
      perform private.record_denied((select auth.uid()), 'book-statement', contract_id);
      return 'right';
    end if;
    select paid.account, paid.version into payee_account, payee_version from private.payee_of(charge) as paid;
    if charge.id is null or private.open_amount(charge) <> amount then
      return 'changed';
    elsif charge.contract_id is not null and payee_account is null then
      return 'no-account';
    elsif charge.contract_id is not null and payee_version is distinct from account_version then
      return 'account';
    elsif private.waits_until(charge) is not null then
      return 'waits';
    elsif private.awaits_second_person(charge) then
      return 'second';
    elsif private.payout_refusal(charge, 'pay') is not null then
      perform private.record_denied((select auth.uid()), 'book-statement', contract_id);
      return 'other-person';
    end if;
  end if;
  -- The key is stored after the checks, because a key without a movement would mark the line as put aside.
  insert into private.statement_lines (key, decided_by) values ($1, (select auth.uid())) on conflict do nothing;
  if (select line.movement_id from private.statement_lines as line where line.key = $1 for update) is not null then
    return 'before';
  end if;
  if returned.id is not null then
    made.id := private.reverse(returned, 'Transferência devolvida pelo banco', 'statement', moved_on, description);
  elsif linked is null then
    insert into public.movements (
      direction, amount, moved_on, source, contract_id, description, account, booked_by
    ) values (
      $2, $3, $4, 'statement', $7, nullif(btrim($5), ''), payee_account, (select auth.uid())
    )
    returning * into made;
    if charge.id is null and not keep then
      select owed.* into charge from public.charges as owed
      where owed.contract_id = $7 and owed.kind = 'fee' and owed.is_open order by owed.due_on, owed.id limit 1;
    end if;
    if charge.id is not null then
      perform private.allocate(made.id, charge);
    end if;
    perform private.follow_money(made);
  end if;
  update private.statement_lines as line set movement_id = made.id, decided_at = now(), decided_by = (select auth.uid())
  where line.key = $1;
  perform private.note('book-statement', contract_id, jsonb_build_object('movement', made.id));
  return null;
end
$$;
comment on function private.book_statement_line is 'Books a line of a statement as a movement, or as the reversal of a transfer that the bank returned. Returns null after booking, otherwise a reason: before (already booked), changed (the charge or transfer has changed), direction (the charge has the other direction), no-account (no account is confirmed), account (the account has another version), waits (the account is too new), second (a second person must approve), right (a refund or payout needs the right payouts) or other-person (the caller may not pay this charge). The last two are recorded as denied. The caller has locked the contracts.';

-- Security definer, because no role may write movements. The contracts are locked in the order of their ids, so two
-- calls at once wait for each other, and the second one finds the lines booked.
create function private.book_statement(lines jsonb, choices jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  chosen record;
  owed public.charges;
  booked integer[] := '{}';
  refused jsonb := '[]';
  aside integer := 0;
  why text;
begin
  if jsonb_typeof(choices) is distinct from 'array' or jsonb_array_length(choices) > 200 then
    perform private.reject('Registre até 200 lançamentos por vez.');
  end if;
  perform private.lock_contract_of(named.contract_id)
  from (
    select coalesce(charge.contract_id, movement.contract_id, contract.id) as contract_id
    from private.chosen_lines(choices) as given
    left join public.charges as charge on charge.id = given.charge
    left join public.movements as movement on movement.id = coalesce(given.returns, given.movement)
    left join public.contracts as contract on contract.contract_number = upper(btrim(given.contract))
    group by 1 order by 1
  ) as named;
  for chosen in
    select given.*, line.key, line.direction, line.amount, line.moved_on, line.description, contract.id as contract_id
    from private.chosen_lines(choices) as given
    left join private.read_statement(lines) as line on line.place = given.place
    left join public.contracts as contract on contract.contract_number = upper(btrim(given.contract))
    order by given.place
  loop
    select charge.* into owed from public.charges as charge where charge.id = chosen.charge;
    if chosen.key is null or not chosen.aside and not chosen.is_unknown and coalesce(chosen.returns, chosen.movement) is null
      and chosen.contract_id is null and owed.id is null then
      why := 'unknown';
    elsif chosen.aside then
      insert into private.statement_lines (key, decided_by) values (chosen.key, (select auth.uid()))
      on conflict do nothing;
      aside := aside + 1;
      continue;
    else
      why := private.book_statement_line(
        -- Staff may book a repeated line as a separate movement. The form gives this booking an id, so a second click
        -- changes nothing.
        case when chosen.again is null then chosen.key
          else encode(sha256(convert_to(chosen.key || chosen.again, 'UTF8')), 'hex') end,
        chosen.direction, chosen.amount, chosen.moved_on, chosen.description,
        owed, coalesce(owed.contract_id, chosen.contract_id), chosen.keep, chosen.movement, chosen.returns,
        chosen.account_version
      );
    end if;
    if why is null then
      booked := booked || chosen.place;
    else
      refused := refused || jsonb_build_object('place', chosen.place, 'why', why);
    end if;
  end loop;
  if aside > 0 then
    perform private.note('book-statement', null, jsonb_build_object('aside', aside));
  end if;
  return jsonb_build_object('booked', booked, 'aside', aside, 'refused', refused);
end
$$;
call private.expose('book_statement', 'authenticated',
  'Books the lines that staff chose, each once, in one transaction. A choice has the place of its line and one of these targets: a charge; a contract''s number, whose oldest open fee is paid unless keep is true; unknown contract; line put aside; the movement that was booked by hand; the transfer that the bank returned. again: id under which a repeated line is booked. accountVersion: version of the account that the person saw. A line that pays a refund or payout also needs the right payouts.',
  needs => 'money');

create function private.chosen_lines(choices jsonb)
returns table (
  place integer, charge uuid, contract text, keep boolean, is_unknown boolean, aside boolean, again uuid,
  movement uuid, returns uuid, account_version integer
)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
    select given.place, given.charge, given.contract, coalesce(given.keep, false), coalesce(given.unknown, false),
      coalesce(given.aside, false),
      given.again, given.movement, given.returns, given."accountVersion"
    from jsonb_to_recordset(choices) as given (
      place integer, charge uuid, contract text, keep boolean, unknown boolean, aside boolean, again uuid,
      movement uuid, returns uuid, "accountVersion" integer
    );
exception when data_exception then
  perform private.reject('As escolhas não foram entendidas.');
end
$$;
comment on function private.chosen_lines is 'Returns the choices of staff for the lines of a statement. Raises PT422 when the choices cannot be parsed.';

-- Security definer, because staff have no grant on the table. The table holds no personal data, so no reading is
-- recorded.
create function private.statement_layout(header text, account text default null, columns jsonb default null)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
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
  'Returns account and columns of the files with this header; null when nobody has explained them. Stores them when columns are given, for at most 200 headers.',
  needs => 'money', action => 'book-statement');

