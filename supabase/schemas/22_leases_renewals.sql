-- Reminders of the end of a term, and renewals. No contract renews itself (Código Civil, art. 819): the tenant asks for
-- a renewal and accepts new conditions. A renewal is another offer on the request of the former contract, with the same
-- link. The contract that results has the same account.
alter table public.offers add constraint offers_renewed_contract
  foreign key (renews_contract_id) references public.contracts (id) on delete cascade;

create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contracts as renewal
  where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
);
comment on function private.is_renewed is 'Reports whether another contract renews this one.';
grant execute on function private.is_renewed to service_role;

create function private.is_renewable(contract public.contracts) returns boolean
language sql stable
return private.is_running(contract)
  and not private.is_ending(contract.id) and not private.is_renewed(contract.id);
comment on function private.is_renewable is 'Reports whether a contract may be renewed: it is running, nobody has asked for its end, and no contract renews it yet.';
grant execute on function private.is_renewable to service_role;

create function private.renewal_state(contract public.contracts) returns text
language sql stable
begin atomic
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
end;
comment on function private.renewal_state is 'Returns the state of the renewal of a contract: none, asked, offered, declined, expired or renewed.';
grant execute on function private.renewal_state to service_role;

create function private.renewed_terms(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'endDate', contract.end_date,
    'landlordName', contract.landlord_name, 'rentalValue', contract.rental_value,
    'coverLimit', contract.cover_limit, 'fee', contract.fee,
    'months', contract.contract_duration_months, 'propertyAddress', contract.property_address
  )
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.renewed_terms is 'Returns the terms of the former contract, with which a renewal is compared; null without a former contract.';
grant execute on function private.renewed_terms to service_role;

create function private.contract_name(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object('id', contract.id, 'contract_number', contract.contract_number)
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.contract_name is 'Returns id and number of another contract, for a link on the staff''s screen; null without one.';
grant execute on function private.contract_name to service_role;

-- The contract's e-mail address may have been corrected. The request keeps the former address.
create function private.address_of(request public.simulations) returns text
language sql stable
return coalesce(
  (
    select contract.tenant_email
    from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id
    order by contract.created_at desc limit 1
  ),
  request.email
);
comment on function private.address_of is 'Returns the current e-mail address of the person who made a request.';
grant execute on function private.address_of to service_role;

-- The caller has locked the contract and checked who asks. A second call changes nothing.
create function private.ask_renewal_of(held public.contracts, side text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.is_renewable(held) and private.renewal_state(held) not in ('asked', 'offered')
    and held.end_date <= private.today_in_brasilia() + 90 then
    -- clock_timestamp(), because the time is compared with an offer's end, and now() would be too early if the
    -- transaction waited for a lock.
    update public.contracts as contract set renewal_asked_at = clock_timestamp(), renewal_asked_by = $2
    where contract.id = held.id returning contract.* into held;
    perform private.note('ask-renewal', held.id, jsonb_build_object('status', $2));
    perform private.enqueue_mail(
      'renewal-notice', null, '{}', 'renewal-notice:' || held.id || ':' || held.renewal_asked_at,
      contract_id => held.id
    );
  end if;
  return jsonb_build_object('state', private.renewal_state(held));
end
$$;
comment on function private.ask_renewal_of is 'Records that tenant or landlord asks for the renewal of a contract within 90 days of its end, and notifies staff once. Returns the state of the renewal.';
grant execute on function private.ask_renewal_of to service_role;

-- Security definer, because tenants may not update contracts.
create function private.ask_renewal(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select contract.* into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('ask-renewal', $1);
  end if;
  return private.ask_renewal_of(held, 'tenant');
end
$$;
call private.expose('ask_renewal', 'authenticated',
  'Asks for the renewal of the caller''s own contract within 90 days of its end, and notifies staff once. Returns the state of the renewal.');

create function public.ask_renewal_by_link(secret_hash text, lease_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  held public.contracts;
  answer jsonb;
  asked_at timestamptz;
begin
  if not private.acts_for($2, opened) then
    return null;
  end if;
  held := private.lock_contract((private.current_contract($2)).id);
  answer := private.ask_renewal_of(held, 'landlord');
  select contract.renewal_asked_at into asked_at from public.contracts as contract where contract.id = held.id;
  perform private.tell_of_act($2, opened, 'ask-renewal', held.id || '-' || extract(epoch from asked_at))
  where asked_at is distinct from held.renewal_asked_at;
  return answer;
end
$$;
comment on function public.ask_renewal_by_link is 'Asks staff to offer the tenant a renewal, for the holder of the link of an address that acts for the landlord; null for anybody else. Service role only.';
grant execute on function public.ask_renewal_by_link to service_role;

-- Security definer, because tenants have no grant on offers. The result contains only the caller's own data.
create function private.my_renewal(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', private.renewal_state(contract), 'askedBy', contract.renewal_asked_by,
    'mayAsk', private.is_renewable(contract)
      and contract.end_date <= private.today_in_brasilia() + 90
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_renewal', 'authenticated',
  'Returns the state of the renewal of the caller''s own contract, and whether the caller may ask for it; null for any other contract.');

create function private.ends_to_tell() returns table (contract_id uuid, told_on date)
language sql stable
begin atomic
  -- Only the latest day that has come counts, so a schedule that was down sends no missed reminders. Days before the
  -- term do not count. Otherwise the tenant of a term of one month would get a reminder at once.
  select ending.id, max(ending.end_date - ahead)
  from (select private.today_in_brasilia() as day) as today
  join public.contracts as ending
    on ending.status = 'active' and ending.end_date between today.day and today.day + 90
  cross join unnest(array[90, 60, 30, 15]) as ahead
  where ending.end_date - ahead between ending.start_date and today.day
    and coalesce(ending.end_told_on < ending.end_date - ahead, true)
    and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
  group by ending.id;
end;
comment on function private.ends_to_tell is 'Returns the contracts whose latest reminder day (90, 60, 30 or 15 days before the end) has come without a reminder.';
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
comment on function private.tell_of_ends is 'Queues the reminders to tenant and confirmed landlord 90, 60, 30 and 15 days before the end of a contract, each once. Contracts that are ending or were renewed get none. The schedule calls this function.';
grant execute on function private.tell_of_ends to service_role;

-- Security definer, because staff have no grant on contracts. Weeks begin on Monday.
create function private.expiries_by_week() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
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
  'Returns for each week of the next 90 days, named by its Monday, how many contracts end and how many of these were renewed. Names nobody.',
  needs => 'read');
