-- The end of a contract, told in time to both parties, and to staff by week. Nothing renews by itself
-- (CC, art. 819): who wants to go on asks, and accepts other conditions. A renewal is another offer on
-- the former request, with its link, its acceptance and its evidence; the contract that comes of it is
-- opened by the same account.
alter table public.offers add constraint offers_renewed_contract
  foreign key (renews_contract_id) references public.contracts (id) on delete cascade;

create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.contracts as renewal
    where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
  );
$$;
comment on function private.is_renewed is 'Whether a contract follows on this one.';
grant execute on function private.is_renewed to service_role;

create function private.is_renewable(contract public.contracts) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_running(contract)
    and not private.is_ending(contract.id) and not private.is_renewed(contract.id);
$$;
comment on function private.is_renewable is 'Whether another contract may follow on this one: it runs, nobody asked for its end, none follows yet.';
grant execute on function private.is_renewable to service_role;

create function private.renewal_state(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case
    when private.is_renewed(contract.id) then 'renewed'
    when private.is_open(latest.offer) then 'offered'
    when contract.renewal_asked_at
      > coalesce((latest.offer).closed_at, (latest.offer).valid_until, '-infinity') then 'asked'
    when (latest.offer).status = 'declined' then 'declined'
    when (latest.offer).id is not null then 'expired'
    else 'none'
  end
  from (select (
    select made from public.offers as made
    where made.renews_contract_id = contract.id and made.status <> 'withdrawn'
    order by made.created_at desc limit 1
  ) as offer) as latest;
$$;
comment on function private.renewal_state is 'How far the renewal of a contract is: none, asked, offered, declined, expired or renewed.';
grant execute on function private.renewal_state to service_role;

create function private.renewed_terms(contract_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'endDate', contract.end_date,
    'landlordName', contract.landlord_name, 'rentalValue', contract.rental_value,
    'coverLimit', contract.cover_limit, 'fee', contract.fee,
    'months', contract.contract_duration_months, 'propertyAddress', contract.property_address
  )
  from public.contracts as contract where contract.id = $1;
$$;
comment on function private.renewed_terms is 'What a renewal is compared with: the terms of the former contract; null without one.';
grant execute on function private.renewed_terms to service_role;

create function private.contract_name(contract_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', contract.id, 'contract_number', contract.contract_number)
  from public.contracts as contract where contract.id = $1;
$$;
comment on function private.contract_name is 'By what staff find another contract; null without one.';
grant execute on function private.contract_name to service_role;

-- A contract's address may have been corrected, which a request's is not.
create function private.address_of(request public.simulations) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select contract.tenant_email
      from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
      where offer.simulation_id = request.id
      order by contract.created_at desc limit 1
    ),
    request.email
  );
$$;
comment on function private.address_of is 'Where whoever made a request is written to now.';
grant execute on function private.address_of to service_role;

-- Definer: nobody may update contracts directly. What is asked for twice is asked once.
create function private.ask_renewal(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select contract.* into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('ask-renewal', $1);
  end if;
  if private.is_renewable(held) and private.renewal_state(held) not in ('asked', 'offered')
    and held.end_date <= private.today_in_brasilia() + 90 then
    -- Of this moment, not of when a transaction that waited began: it is compared with an offer's end.
    update public.contracts as contract set renewal_asked_at = clock_timestamp()
    where contract.id = held.id returning contract.* into held;
    insert into public.audit_trail (actor, action, subject_id, outcome)
    values ((select auth.uid()), 'ask-renewal', held.id, 'done');
    perform private.enqueue_mail(
      'renewal-notice', null, '{}', 'renewal-notice:' || held.id || ':' || held.renewal_asked_at,
      contract_id => held.id
    );
  end if;
  return jsonb_build_object('state', private.renewal_state(held));
end
$$;
call private.expose('ask_renewal', 'authenticated',
  'Asks for the renewal of a contract within 90 days of its end, for the tenant who is signed in to it; staff are told once. Gives how far it is.');

-- Definer: offers are closed; what is told is the caller's own.
create function private.my_renewal(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', private.renewal_state(contract),
    'mayAsk', private.is_renewable(contract)
      and contract.end_date <= private.today_in_brasilia() + 90
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_renewal', 'authenticated',
  'How far the renewal of a contract is and whether it may be asked for, for the tenant who is signed in to it; null of another''s.');

create function private.ends_to_tell() returns table (contract_id uuid, told_on date)
language sql stable
set search_path = ''
as $$
  -- Of the days that have come the last one alone: what a schedule that was down missed is told no
  -- more. None is before the term, or who signs for a month would be told at once that it ends.
  select ending.id, max(ending.end_date - ahead)
  from (select private.today_in_brasilia() as day) as today
  join public.contracts as ending
    on ending.status = 'active' and ending.end_date between today.day and today.day + 90
  cross join unnest(array[90, 60, 30, 15]) as ahead
  where ending.end_date - ahead between ending.start_date and today.day
    and coalesce(ending.end_told_on < ending.end_date - ahead, true)
    and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
  group by ending.id;
$$;
comment on function private.ends_to_tell is 'The contracts of whose end nobody has been told on the latest of its days: 90, 60, 30 or 15 before.';
grant execute on function private.ends_to_tell to service_role;

create function private.tell_of_ends() returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.contracts;
begin
  for told in
    update public.contracts as contract set end_told_on = due.told_on
    from private.ends_to_tell() as due
    where contract.id = due.contract_id and coalesce(contract.end_told_on < due.told_on, true)
    returning contract.*
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'term-ends', told.tenant_email, '{}', 'term-ends:' || told.id || ':' || told.end_told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(
      told.id, 'landlord-term-ends', told.id || ':' || told.end_told_on
    );
  end loop;
end
$$;
comment on function private.tell_of_ends is 'Mails tenant and confirmed landlord 90, 60, 30 and 15 days before the end of a contract, each once; nobody of one that is ending or was renewed. Run by the schedule.';
grant execute on function private.tell_of_ends to service_role;

-- Definer: staff have no grant on the table. Weeks begin on Monday.
create function private.expiries_by_week() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(counted) order by counted.week), '[]')
    from (
      select date_trunc('week', contract.end_date)::date as week, count(*) as contracts,
        count(*) filter (where private.is_renewed(contract.id)) as renewed
      from public.contracts as contract
      where contract.status = 'active' and contract.end_date between today and today + 90
      group by 1
    ) as counted
  );
end
$$;
call private.expose('expiries_by_week', 'authenticated',
  'How many contracts end in each of the weeks of the next 90 days, by its Monday, and how many of them were renewed. Active staff only; names nobody.');
