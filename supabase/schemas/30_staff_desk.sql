-- A case is a request or a contract. Staff see the holder of a case, so that two people do not work on one case at
-- once. Notes record phone calls about a case. Applicants see neither holders nor notes.
create table public.case_notes (
  id uuid primary key,
  simulation_id uuid references public.simulations (id) on delete cascade,
  contract_id uuid references public.contracts (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  side text check (side in ('tenant', 'landlord')),
  note text not null check (char_length(btrim(note)) between 1 and 2000),
  constraint case_notes_have_one_author check (num_nonnulls(author, side) <= 1),
  constraint case_notes_are_about_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_notes is 'Notes of staff about a request or a contract; rows never change.';
comment on column public.case_notes.side is 'Party (tenant or landlord) that wrote the note on the page of a claim; null for a note of staff.';
comment on column public.case_notes.id is 'Id that the browser makes once per note, so that sending the note again adds no second note.';
create index case_notes_by_simulation on public.case_notes (simulation_id, created_at);
create index case_notes_by_contract on public.case_notes (contract_id, created_at);
create index case_notes_by_author on public.case_notes (author);
alter table public.case_notes enable row level security;
grant select, insert, delete on public.case_notes to service_role;

create table public.case_holders (
  id bigint generated always as identity primary key,
  simulation_id uuid unique references public.simulations (id) on delete cascade,
  contract_id uuid unique references public.contracts (id) on delete cascade,
  holder uuid not null references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  look_again_on date,
  constraint case_holders_hold_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_holders is 'Members of staff who hold a request or a contract. Staff become holders with the button "Estou com este", or a colleague names them.';
comment on column public.case_holders.look_again_on is 'Day on which the holder wants to look at the case again; null without such a day.';
create index case_holders_by_holder on public.case_holders (holder);
alter table public.case_holders enable row level security;
grant select, insert, update, delete on public.case_holders to service_role;

create function private.case_holder(simulation_id uuid, contract_id uuid) returns text
language sql stable
begin atomic
  select coalesce(staff.full_name, staff.email)
  from public.case_holders as held join public.staff on staff.user_id = held.holder
  where held.simulation_id = $1 or held.contract_id = $2;
end;
comment on function private.case_holder is 'Returns the name or e-mail address of the member of staff who holds a case; null without a holder.';

create function private.has_case(simulation_id uuid, contract_id uuid) returns boolean
language sql stable
return num_nonnulls($1, $2) = 1 and (
  exists (select from public.simulations as simulation where simulation.id = $1)
  or exists (select from public.contracts as contract where contract.id = $2)
);
comment on function private.has_case is 'Reports whether exactly one of the two ids is given and the row with this id exists.';

-- Security definer, because staff have no grant on case_notes or case_holders. The call is recorded as a reading.
create function private.case_work(simulation_id uuid, contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  perform private.record_reading(
    case when $1 is null then 'read-contracts' else 'read-simulations' end, array[coalesce($1, $2)]
  );
  return jsonb_build_object(
    'holder', private.case_holder($1, $2),
    'look_again_on', (
      select held.look_again_on from public.case_holders as held
      where held.simulation_id = $1 or held.contract_id = $2
    ),
    'is_mine', exists (
      select from public.case_holders as held
      where (held.simulation_id = $1 or held.contract_id = $2) and held.holder = (select auth.uid())
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
        'who', coalesce(staff.full_name, staff.email), 'side', noted.side
      ) order by noted.created_at desc, noted.id), '[]')
      from public.case_notes as noted
      left join public.staff on staff.user_id = noted.author
      where noted.simulation_id = $1 or noted.contract_id = $2
    )
  );
end
$$;
call private.expose('case_work', 'authenticated',
  'Returns the holder and the notes of a request or a contract. Records the read.',
  'simulation_id uuid default null, contract_id uuid default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on case_notes.
create function private.add_case_note(
  simulation_id uuid, contract_id uuid, note_id uuid, note text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  insert into public.case_notes (id, simulation_id, contract_id, author, note)
  values ($3, $1, $2, (select auth.uid()), btrim($4))
  on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('note-case', coalesce($1, $2));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_case_note', 'authenticated',
  'Adds a note to a request or a contract, once per note_id; notes do not change.',
  'simulation_id uuid default null, contract_id uuid default null, note_id uuid default null, note text default null',
  needs => 'read', action => 'note-case');

-- Security definer, because staff have no grant on case_holders. A new holder replaces the former holder.
create function private.hold_case(
  simulation_id uuid, contract_id uuid, held boolean, holder uuid, look_again_on date
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  subject constant uuid := coalesce($1, $2);
  caller constant uuid := (select auth.uid());
  wanted constant uuid := coalesce($4, caller);
  is_changed boolean := false;
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  if $3 and not private.holds_right(wanted, 'read') then
    perform private.reject('Escolha alguém da equipe que possa consultar casos.', 'holder');
  end if;
  if $5 not between private.today_in_brasilia() and private.today_in_brasilia() + 366 then
    perform private.reject('Escolha um dia de hoje até um ano.', 'look_again_on');
  end if;
  -- The lock makes two concurrent calls run one after the other, so the later caller becomes the holder.
  perform pg_advisory_xact_lock(hashtextextended('hold case ' || subject, 0));
  if $3 then
    delete from public.case_holders as former
    where (former.simulation_id = $1 or former.contract_id = $2) and former.holder <> wanted;
    update public.case_holders as kept set look_again_on = $5, since = now()
    where (kept.simulation_id = $1 or kept.contract_id = $2) and kept.look_again_on is distinct from $5;
    is_changed := found;
    insert into public.case_holders (simulation_id, contract_id, holder, look_again_on) values ($1, $2, wanted, $5)
    on conflict do nothing;
  else
    delete from public.case_holders as mine
    where (mine.simulation_id = $1 or mine.contract_id = $2) and mine.holder = caller;
  end if;
  is_changed := is_changed or found;
  if is_changed then
    perform private.note('hold-case', subject, jsonb_build_object(
      'status', case when not $3 then 'left' when wanted = caller then 'held' else 'assigned' end,
      'holder', case when $3 and wanted <> caller then wanted end
    ));
  end if;
  return jsonb_build_object('changed', is_changed);
end
$$;
call private.expose('hold_case', 'authenticated',
  'Makes the caller, or another member of staff, the holder of a request or a contract in place of a colleague, with a day to look again; or releases the caller''s own case.',
  'simulation_id uuid default null, contract_id uuid default null, held boolean default true, holder uuid default null, look_again_on date default null',
  needs => 'read');

-- Staff choose several rows of a list. A row for which the action is not possible is skipped, with the reason.
create function private.tally(answers jsonb[]) returns jsonb
language sql immutable
return jsonb_build_object(
  'done', (select count(*) from unnest($1) as answer where (answer ->> 'changed')::boolean),
  'skipped', (
    select coalesce(jsonb_object_agg(counted.why, counted.n), '{}') from (
      select answer ->> 'why' as why, count(*) as n from unnest($1) as answer
      where not (answer ->> 'changed')::boolean group by 1
    ) as counted
  )
);
comment on function private.tally is 'Counts the answers {changed, why} of an action on several rows: done, and skipped by reason.';

-- Security definer, because no role may update charges or queue mail through the API. The ids are sorted, so two calls
-- never wait for each other.
create function private.give_notices(charge_ids uuid[], notice_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  charge_id uuid;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for charge_id in select distinct id from unnest($1) as id order by id loop
    answers := answers || private.give_notice(charge_id, $2);
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('give_notices', 'authenticated',
  'Gives the tenants of several overdue fees the same last day to pay, each as give_notice does. Returns {done, skipped}: the number of notices, and the number of other fees by reason.',
  needs => 'money', action => 'give-notice');

-- Security definer, because no role may queue mail through the API. A tenant gets at most one such mail a day.
create function private.remind_tenants_of_fees(charge_ids uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  charge_id uuid;
  charge public.charges;
  contract public.contracts;
  mail_key text;
  why text;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for charge_id in select distinct id from unnest($1) as id order by id loop
    charge := private.lock_charge(charge_id);
    select * into contract from public.contracts as held where held.id = charge.contract_id;
    mail_key := 'fee-overdue:' || charge.id || ':' || private.today_in_brasilia();
    why := case
      when charge.kind <> 'fee' or not charge.is_open then 'not-overdue'
      when not private.is_running(contract) or private.is_ending(contract.id) then 'ending'
      when contract.tenant_email is null then 'no-address'
      when exists (select from public.outgoing_mail as mail where mail.idempotency_key = mail_key) then 'reminded'
    end;
    if why is null then
      perform private.enqueue_mail('fee-overdue', contract.tenant_email, '{}', mail_key, contract_id => contract.id);
      perform private.note('send-reminder', contract.id, jsonb_build_object('charge', charge.id, 'status', 'fee'));
    end if;
    answers := answers || jsonb_strip_nulls(jsonb_build_object('changed', why is null, 'why', why));
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('remind_tenants_of_fees', 'authenticated',
  'Reminds the tenants of several open fees by mail, each fee once a day. Returns {done, skipped}: the number of mails, and the number of other fees by reason (not-overdue, ending, no-address, reminded).',
  needs => 'money', action => 'send-reminder');

-- Security definer, because no role may queue mail through the API. The mail says how to ask for the renewal.
create function private.remind_tenants_of_ends(contract_ids uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  wanted uuid;
  contract public.contracts;
  mail_key text;
  why text;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for wanted in select distinct id from unnest($1) as id order by id loop
    contract := private.lock_contract(wanted);
    mail_key := 'term-ends:' || contract.id || ':' || private.today_in_brasilia();
    why := case
      when not private.is_renewable(contract) then 'not-renewable'
      when contract.end_date > private.today_in_brasilia() + 90 then 'too-early'
      when private.renewal_state(contract) in ('asked', 'offered') then 'asked'
      when contract.tenant_email is null then 'no-address'
      when exists (select from public.outgoing_mail as mail where mail.idempotency_key = mail_key) then 'reminded'
    end;
    if why is null then
      perform private.enqueue_mail('term-ends', contract.tenant_email, '{}', mail_key, contract_id => contract.id);
      perform private.note('send-reminder', contract.id, jsonb_build_object('status', 'end'));
    end if;
    answers := answers || jsonb_strip_nulls(jsonb_build_object('changed', why is null, 'why', why));
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('remind_tenants_of_ends', 'authenticated',
  'Reminds the tenants of several contracts by mail of the end of the term and the renewal, each once a day. Returns {done, skipped}: the number of mails, and the number of other contracts by reason (not-renewable, too-early, asked, no-address, reminded).',
  needs => 'contracts', action => 'send-reminder');

-- People on the phone give a name, number or code, and staff do not know the kind of row. The search therefore
-- returns the newest rows of each kind that contain all words. Contracts are also found by landlord, by letter code, and
-- by number or code of a receipt. Claims are also found by protocol and contract. Security definer, because staff have no grant on the tables.
create function private.find_cases(wanted_search text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := 6;
  -- People type codes and protocols with hyphens, dashes or blanks, or without.
  typed_code constant text := upper(translate(btrim(wanted_search), '-–— ', ''));
  typed_protocol constant text := regexp_replace(typed_code, '^([A-Z]{2})([0-9]{4})([0-9A-Z]{8})$', '\1-\2-\3');
  kind record;
  ids uuid[];
  contract_ids uuid[];
  landlord_ids uuid[];
  found_ones jsonb := '[]';
begin
  -- Fewer than three characters identify no person. Punctuation alone contains no words and would match every row.
  if char_length(btrim(coalesce(wanted_search, ''))) < 3 or private.search_words(wanted_search) is null then
    return found_ones;
  end if;
  -- Each subquery uses its own index. With one condition that joins subqueries with `or`, no index would be used.
  landlord_ids := array(
    select landlord.id from public.landlords as landlord
    where landlord.id in (
      select documented.id from public.landlords as documented
      where documented.document = upper(translate(btrim(wanted_search), '-./ ', ''))
      union all
      select named.id from public.landlords as named
      where private.search_key(named.name) = private.search_key(btrim(wanted_search))
      union all
      select known.landlord_id from public.lease_addresses as known
      where known.address = lower(btrim(wanted_search))
    )
    order by landlord.created_at desc, landlord.id limit 100
  );
  for kind in
    select * from (values
      ('request', 'simulations', 'created_at', 'read-simulations',
        'full_name', 'protocol', 'property_address'),
      ('contract', 'contracts', 'end_date', 'read-contracts',
        'tenant_name', 'contract_number', 'property_address'),
      ('partnership', 'partnership_requests', 'created_at', 'read-partnership-requests',
        'company_name', 'protocol', 'partner_name'),
      ('partner', 'partners', 'accepted_at', 'read-partners',
        'company_name', 'null', 'partner_name'),
      ('message', 'contact_messages', 'created_at', 'read-contact-messages',
        'name', 'protocol', 'subject')
    ) as listed (name, table_name, moment, reading, title, number, about)
  loop
    ids := private.page_ids(
      kind.table_name, kind.moment, 'desc', 'true', 'true', wanted_search, null, null, most
    );
    if kind.name = 'contract' then
      ids := ids || array(
        select contract.id from public.contracts as contract
        where contract.id <> all (ids) and contract.id in (
          select rented.id from public.lease_addresses as known
          join public.contracts as rented on rented.lease_id = known.lease_id
          where known.address = lower(btrim(wanted_search))
          union all
          select rented.id from public.leases as owned join public.contracts as rented on rented.lease_id = owned.id
          where owned.landlord_id = any (landlord_ids)
        )
        order by contract.end_date desc, contract.id limit most
      );
      ids := ids || array(
        select named.contract_id from (
          select letter.contract_id, letter.code from public.letters as letter
          union all
          select replaced.contract_id, replaced.code from private.replaced_letters as replaced
        ) as named
        where named.code = typed_code and named.contract_id <> all (ids)
        union
        select paid.contract_id from private.receipts as receipt
        join public.movements as paid on paid.id = receipt.movement_id
        where (receipt.number = typed_protocol or receipt.code = typed_code) and paid.contract_id <> all (ids)
      );
      contract_ids := ids;
    end if;
    continue when cardinality(ids) = 0;
    perform private.record_reading(kind.reading, ids);
    execute format(
      'select $2 || jsonb_agg(jsonb_build_object(
        ''kind'', $3, ''id'', found.id, ''title'', found.%I, ''number'', %s, ''about'', found.%I
      ) order by listed.place)
      from unnest($1) with ordinality as listed (id, place) join public.%I as found using (id)',
      kind.title, kind.number, kind.about, kind.table_name
    ) into found_ones using ids, found_ones, kind.name;
  end loop;
  ids := array(
    select claim.id from public.claims as claim
    where claim.protocol = typed_protocol or claim.contract_id = any (contract_ids)
    order by claim.opened_at desc, claim.id limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct claim.contract_id from public.claims as claim where claim.id = any (ids)
  ));
  select found_ones || coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'claim', 'id', claim.id, 'title', contract.tenant_name, 'number', claim.protocol,
    'about', contract.landlord_name
  ) order by claim.opened_at desc, claim.id), '[]') into found_ones
  from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
  where claim.id = any (ids);
  landlord_ids := landlord_ids[1:most];
  perform private.record_reading('read-landlords', landlord_ids);
  return found_ones || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'landlord', 'id', landlord.id, 'title', landlord.name, 'number', landlord.document,
      'about', case counted.n when 1 then '1 contrato' else counted.n || ' contratos' end
    ) order by listed.place), '[]')
    from unnest(landlord_ids) with ordinality as listed (id, place)
    join public.landlords as landlord using (id)
    cross join lateral (
      select count(*) as n from public.leases as lease join public.contracts as contract on contract.lease_id = lease.id
      where lease.landlord_id = landlord.id
    ) as counted
  );
end
$$;
call private.expose('find_cases', 'authenticated',
  'Searches requests, contracts, their claims, partnership requests, partners and messages for all words, and landlords for a name, document or address. Returns at most six of each kind as {kind, id, title, number, about}. Records the read.',
  'search text',
  needs => 'read', action => 'read-contracts');
