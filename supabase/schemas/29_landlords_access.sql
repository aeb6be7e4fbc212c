-- Addresses of landlords and what they may see and do. The code of a letter opens nothing, because letters are shown to
-- other people. Only the link of an address opens leases. The owner of the mailbox must confirm the address first. An
-- address that a tenant gave only reads, until staff have confirmed it against information of their own: a tenant could
-- give a mailbox of his own. Other confirmed addresses act for the landlord.
create table public.lease_addresses (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid references public.leases (id) on delete cascade,
  landlord_id uuid references public.landlords (id) on delete cascade,
  address text not null check (private.is_email(address) and address = lower(btrim(address))),
  given_by text not null check (given_by in ('tenant', 'landlord', 'staff')),
  given_from text check (private.is_email(given_from)),
  giver uuid,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  refused_at timestamptz,
  checked_at timestamptz,
  checked_by uuid references auth.users (id) on delete set null,
  check_note text check (char_length(btrim(check_note)) between 3 and 500),
  standing text not null generated always as (
    case when given_by = 'tenant' and checked_at is null then 'reads' else 'acts' end
  ) stored,
  unique (lease_id, address),
  unique (landlord_id, address),
  constraint lease_addresses_are_of_one check (num_nonnulls(lease_id, landlord_id) = 1),
  constraint lease_addresses_own_are_not_of_tenants check (landlord_id is null or given_by <> 'tenant'),
  constraint lease_addresses_answer_once check (num_nonnulls(confirmed_at, refused_at) <= 1),
  constraint lease_addresses_checks_are_whole check ((checked_at is null) = (check_note is null)),
  constraint lease_addresses_of_landlords_have_giver check ((given_by = 'landlord') = (given_from is not null))
);
comment on table public.lease_addresses is 'E-mail addresses that speak for landlords. Only a confirmed address sees leases and gets mails about them.';
comment on column public.lease_addresses.lease_id is 'Only lease that this address may see.';
comment on column public.lease_addresses.landlord_id is 'Landlord to whom the address belongs. The address sees all leases of this landlord.';
comment on column public.lease_addresses.given_from is 'Address of the landlord who gave this address; null when tenant or staff gave it.';
comment on column public.lease_addresses.giver is 'Member of staff who gave the address, or who gave or checked the address that gave it; no foreign key, because the address outlives the account.';
comment on column public.lease_addresses.refused_at is 'Time when the owner of the mailbox answered that the address is not the landlord''s. The question is not asked again.';
comment on column public.lease_addresses.checked_at is 'Time when staff confirmed an address that the tenant gave, against information of their own (check_note).';
comment on column public.lease_addresses.standing is 'reads: sees letter, dates and whether a claim exists; acts: also opens claims, sends reports and gives accounts.';
create index lease_addresses_by_address on public.lease_addresses (address);
create index lease_addresses_by_checker on public.lease_addresses (checked_by);
create index lease_addresses_to_check on public.lease_addresses (confirmed_at)
  where confirmed_at is not null and given_by = 'tenant' and checked_at is null;
alter table public.lease_addresses enable row level security;
grant select (lease_id, address, given_by, created_at, confirmed_at, refused_at, standing)
  on public.lease_addresses to authenticated;
grant select, insert, update, delete on public.lease_addresses to service_role;
create policy "Tenants read the addresses that they gave" on public.lease_addresses
  for select to authenticated
  using (
    given_by = 'tenant' and lease_id in (
      select contracts.lease_id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- The secret is derived as for the links of requests (13_requests_tracking.sql). It contains the row's id, so a new row
-- for the same address never gets a former link. The former link stays valid until the new one is opened, or for an
-- hour, so nobody can lock a landlord out by asking for new links.
create table private.landlord_links (
  address text primary key check (private.is_email(address)),
  id uuid not null default gen_random_uuid(),
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  former_hash text unique check (former_hash ~ '^[0-9a-f]{64}$'),
  former_until timestamptz,
  constraint landlord_links_former_is_whole check ((former_hash is null) = (former_until is null))
);
comment on table private.landlord_links is 'Current link of each address of a landlord, and the link before it for as long as that one stays valid.';
alter table private.landlord_links enable row level security;

create function private.landlord_leases(address text) returns table (lease_id uuid, standing text)
language sql stable
begin atomic
  select seen.lease_id, min(seen.standing)
  from (
    select known.lease_id, known.standing from public.lease_addresses as known
    where known.address = $1 and known.confirmed_at is not null and known.lease_id is not null
    union all
    select owned.id, known.standing from public.lease_addresses as known
    join public.leases as owned on owned.landlord_id = known.landlord_id
    where known.address = $1 and known.confirmed_at is not null
  ) as seen
  group by seen.lease_id;
end;
comment on function private.landlord_leases is 'Returns the leases that an address of a landlord may see, each with its standing (acts or reads). No other function defines this right.';
grant execute on function private.landlord_leases to service_role;

create function private.acts_for(lease_id uuid, address text) returns boolean
language sql stable
return exists (
  select from private.landlord_leases(address) as seen where seen.lease_id = $1 and seen.standing = 'acts'
);
comment on function private.acts_for is 'Reports whether an address may act for the landlord of a lease.';
grant execute on function private.acts_for to service_role;

create function private.has_landlord_case(address text, since timestamptz) returns boolean
language sql stable
return exists (
  select from public.lease_addresses as known
  where known.address = $1 and known.refused_at is null and (
    known.created_at >= $2 or exists (
      select from public.leases as lease
      where (lease.id = known.lease_id or lease.landlord_id = known.landlord_id)
        and private.claims_over_on(lease.id) >= $2::date
    )
  )
);
comment on function private.has_landlord_case is 'Reports whether an address of a landlord was given, or one of its leases or claims ended, at or after a time.';
grant execute on function private.has_landlord_case to service_role;

-- Security definer, because no role may read private.retention.
create function private.is_known_landlord(address text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.has_landlord_case($1, now() - (
    select retention.keep_for from private.retention where retention.name = 'landlord-links'
  ));
$$;
comment on function private.is_known_landlord is 'Reports whether the link of an address is still valid.';
grant execute on function private.is_known_landlord to service_role;

-- Security definer, because no role may read or write private.landlord_links.
create function private.renew_landlord_link(address text, is_new boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.landlord_links;
begin
  insert into private.landlord_links as made (address, secret_hash)
  values ($1, private.link_secret_hash(gen_random_uuid()::text))
  on conflict on constraint landlord_links_pkey do update
  set generation = made.generation + case when is_new then 1 else 0 end,
    former_hash = case
      when not is_new then made.former_hash
      -- The link in use stays the former one, however often new links are asked for before one is opened.
      when made.former_until > now() then made.former_hash
      else made.secret_hash
    end,
    former_until = case
      when not is_new then made.former_until
      when made.former_until > now() then made.former_until
      else now() + interval '1 hour'
    end
  returning * into link;
  update private.landlord_links as made
  set secret_hash = private.link_secret_hash(
      private.link_secret('landlords', link.id || ' ' || link.generation)
    ),
    made_at = now()
  where made.address = $1;
end
$$;
comment on function private.renew_landlord_link is 'Gives an address a link if it has none. If is_new is true, makes a new link; the former link stays valid until the new one is opened, or for an hour.';
grant execute on function private.renew_landlord_link to service_role;

-- Security definer, because no role may read private.landlord_links.
create function private.current_landlord_secret(address text) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.link_secret('landlords', link.id || ' ' || link.generation)
  from private.landlord_links as link where link.address = $1 and private.is_known_landlord($1);
$$;
comment on function private.current_landlord_secret is 'Returns the secret of the current link of an address; null without a valid link.';
grant execute on function private.current_landlord_secret to service_role;

-- Security definer, because no role may read private.landlord_links.
create function private.find_landlord(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select link.address from private.landlord_links as link
  where (link.secret_hash = $1 or link.former_hash = $1 and link.former_until > now())
    and private.is_known_landlord(link.address);
$$;
comment on function private.find_landlord is 'Returns the address to which a link belongs; null for an unknown or expired link.';
grant execute on function private.find_landlord to service_role;

-- Security definer, because no role may write private.landlord_links.
create function private.end_former_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.landlord_links as link set former_hash = null, former_until = null
  where link.secret_hash = $1 and link.former_hash is not null;
$$;
comment on function private.end_former_link is 'Ends the former link of an address when its current link is opened.';
grant execute on function private.end_former_link to service_role;

create function public.landlord_secret(mail_id uuid) returns text
language sql stable
begin atomic
  select private.current_landlord_secret(mail.recipient)
  from public.outgoing_mail as mail where mail.id = $1;
end;
comment on function public.landlord_secret is 'Returns the secret of the current link of the landlord''s address to which a mail goes, while the mail is rendered; null for none. Service role only.';
grant execute on function public.landlord_secret to service_role;

create function private.is_tenant_address(lease_id uuid, address text) returns boolean
language sql stable
return exists (
  select from public.contracts as contract
  left join public.offers as offer on offer.id = contract.offer_id
  left join public.simulations as request on request.id = offer.simulation_id
  where contract.lease_id = $1 and lower(btrim($2)) in (lower(contract.tenant_email), lower(request.email))
);
comment on function private.is_tenant_address is 'Reports whether an address is the tenant''s own: that of a contract of the lease or of its request.';
grant execute on function private.is_tenant_address to service_role;

-- network limits the number of mails to typed addresses. It names the visitor's network or the lease of the person who
-- gives the address. given_from is null for tenant and staff. If is_own, the address sees all leases of the landlord.
create function private.ask_landlord(
  contract public.contracts, address text, given_by text, given_from text, network text, is_own boolean default false
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  made uuid;
begin
  if private.is_tenant_address(contract.lease_id, wanted) then
    return false;
  end if;
  insert into public.lease_addresses as known (lease_id, landlord_id, address, given_by, given_from, giver)
  select case when not is_own then lease.id end, case when is_own then lease.landlord_id end, wanted, $3, $4,
    case $3
      when 'staff' then (select auth.uid())
      when 'landlord' then (
        select coalesce(source.giver, source.checked_by) from private.addresses_of(lease.id) as source
        where source.address = $4 order by source.created_at limit 1
      )
    end
  from public.leases as lease where lease.id = contract.lease_id
  on conflict do nothing
  returning known.id into made;
  if made is null then
    return false;
  end if;
  perform private.renew_landlord_link(wanted, false);
  -- Over the limit the address is stored without a mail. Its owner can ask for the link at /locador.
  if private.may_confirm(wanted, network) then
    perform private.enqueue_mail(
      'landlord-asked', wanted, '{}', 'landlord-asked:' || made, contract_id => contract.id
    );
  end if;
  return true;
end
$$;
comment on function private.ask_landlord is 'Stores an address of a landlord and asks by mail whether the address is the landlord''s; false for an address that is already stored or that is the tenant''s own.';
grant execute on function private.ask_landlord to service_role;

create function private.addresses_of(lease_id uuid) returns setof public.lease_addresses
language sql stable
begin atomic
  select known
  from public.leases as lease
  join public.lease_addresses as known on known.lease_id = lease.id or known.landlord_id = lease.landlord_id
  where lease.id = $1;
end;
comment on function private.addresses_of is 'Returns the addresses of a lease, confirmed or not: those of this lease alone, and those of its landlord.';
grant execute on function private.addresses_of to service_role;

create function private.address_givers(lease_id uuid) returns setof uuid
language sql stable
begin atomic
  select distinct member
  from public.leases as lease
  cross join private.addresses_of(lease.id) as known
  cross join unnest(array[
    known.giver, known.checked_by,
    -- The landlord's own addresses speak for a lease from the moment at which somebody sets the landlord.
    case when known.landlord_id is not null then lease.landlord_by end
  ]) as member
  where lease.id = $1 and member is not null;
end;
comment on function private.address_givers is 'Returns the members of staff who gave or checked an address of a lease, gave or checked the address that gave it, or set the landlord to whom it belongs.';
grant execute on function private.address_givers to service_role;

create function private.keep_account_givers() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.account_givers := array(
    select unnest(new.account_givers) union select private.address_givers(new.lease_id)
  );
  return new;
end
$$;
comment on function private.keep_account_givers is 'Stores on a claim which members of staff are behind the addresses that may give its account, because somebody may remove such an address later.';
create trigger keep_account_givers before insert or update of account, account_next on public.claims
for each row execute function private.keep_account_givers();

create function private.landlord_addresses(lease_id uuid, standing text default null) returns setof text
language sql stable
begin atomic
  select known.address
  from private.addresses_of($1) as known
  where known.confirmed_at is not null
  group by known.address
  having $2 is null or min(known.standing) = $2;
end;
comment on function private.landlord_addresses is 'Returns the confirmed addresses that see a lease: all of them, or those with a standing (acts or reads).';
grant execute on function private.landlord_addresses to service_role;

create function private.tell_landlord(
  contract_id uuid, template text, occasion text, delay interval default '0'
) returns void
language sql
begin atomic
  select private.enqueue_mail(
    $2, told.address, '{}', $2 || ':' || $3 || ':' || $1 || ':' || md5(told.address),
    contract_id => $1, delay => $4
  )
  from private.landlord_addresses((private.lease_of($1)).id) as told (address);
end;
comment on function private.tell_landlord is 'Queues a mail about a contract to each confirmed address that sees its lease, once per occasion.';
grant execute on function private.tell_landlord to service_role;

-- Values of the parameter what: open-claim, complete, done, withdraw-claim, reply, send-evidence, review,
-- account-asked, account-changed, send-report, send-proof, ask-renewal, give-address or read-address (an address that
-- only reads was confirmed). The mail reads it from the key. The mails about an ending report the acts of both sides.
create function private.tell_of_act(lease_id uuid, actor text, what text, occasion text) returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    'landlord-act', told.address, '{}',
    'landlord-act:' || $3 || ':' || $4 || ':' || md5($2) || ':' || md5(told.address),
    contract_id => (private.current_contract($1)).id
  )
  from private.landlord_addresses($1) as told (address)
  where told.address <> $2 or private.acts_for($1, $2);
$$;
comment on function private.tell_of_act is 'Reports an act of a landlord''s address to all confirmed addresses that see the lease, once per occasion. An address that only reads is not told of itself.';
grant execute on function private.tell_of_act to service_role;

create function private.masked_address(address text) returns text
language sql immutable
return regexp_replace($1, '^(.)[^@]*', '\1•••');
comment on function private.masked_address is 'Returns an e-mail address of which only the first character and the domain can be read.';
grant execute on function private.masked_address to service_role;

create function private.act_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'what', split_part(mail.idempotency_key, ':', 2),
    'by', (
      select min(private.masked_address(known.address)) from private.landlord_addresses(contract.lease_id) as known (address)
      where md5(known.address) = split_part(mail.idempotency_key, ':', 4)
    )
  )
  from public.contracts as contract
  where contract.id = mail.contract_id and mail.template = 'landlord-act';
end;
comment on function private.act_of_mail is 'Returns what a landlord''s address did, and the address in part, for the mail that reports it; null for other mails.';
grant execute on function private.act_of_mail to service_role;

create function private.shown_contract(lease_id uuid) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1
  order by
    contract.status <> 'cancelled'
      and private.today_in_brasilia() between contract.start_date and private.last_day(contract) desc,
    contract.status = 'cancelled', contract.start_date desc, contract.created_at desc
  limit 1;
end;
comment on function private.shown_contract is 'Returns the contract whose state and days a landlord sees for a lease: the one in force today, because a signed renewal has not begun yet, else the current one.';
grant execute on function private.shown_contract to service_role;

create function private.landlord_lease(lease_id uuid, standing text, address text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', $1, 'standing', $2, 'contractId', contract.id, 'state', private.letter_state(contract),
    'ending', private.letter_ending(contract),
    'landlord', contract.landlord_name, 'tenant', private.initials(contract.tenant_name),
    'property', contract.property_address, 'city', contract.property_city || ', ' || contract.property_state,
    'startDate', first_one.start_date, 'endDate', contract.end_date,
    'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
    'periods', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', period.id, 'state', private.letter_state(period), 'limit', period.cover_limit,
        'startDate', period.start_date, 'endDate', period.end_date, 'lastDay', private.last_day(period),
        'code', letter.code, 'issuedAt', letter.issued_at
      )) order by period.start_date desc)
      from public.contracts as period
      -- A letter without a file has not been handed out.
      left join public.letters as letter on letter.contract_id = period.id and letter.file_sha256 is not null
      where period.lease_id = $1
    ),
    'handover', (
      select ended.ending - array['reason', 'question', 'refund', 'proof_at']
      from public.contracts as held cross join lateral private.contract_ending(held) as ended (ending)
      where held.lease_id = $1 and ended.ending ->> 'status' <> 'withdrawn'
        and ended.ending ->> 'kind' not in ('regret', 'unpaid')
      order by held.start_date desc limit 1
    ),
    'renewal', private.renewal_state(contract),
    'claimUntil', private.claim_until($1),
    'claims', case $2
      when 'acts' then (
        select coalesce(jsonb_agg(private.claim_view(claim, 'landlord') order by claim.opened_at desc, claim.id), '[]')
        from public.claims as claim where claim.lease_id = $1
      )
      else (
        select coalesce(jsonb_agg(jsonb_build_object(
          'protocol', claim.protocol, 'openedAt', claim.opened_at
        ) order by claim.opened_at desc, claim.id), '[]')
        from public.claims as claim where claim.lease_id = $1
      )
    end
  ) || case when $2 = 'acts' then private.inspections_of($1) || jsonb_build_object(
    'mayClaim', private.may_claim($1),
    'limits', private.claim_limits($1, 'landlord'),
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'address', private.masked_address(known.address), 'isMine', known.address = $3,
        'standing', known.standing, 'isConfirmed', known.confirmed_at is not null
      ) order by known.created_at, known.id), '[]')
      from private.addresses_of($1) as known where known.refused_at is null
    )
  ) else '{}' end)
  from private.shown_contract($1) as contract
  cross join lateral (
    select min(period.start_date) as start_date from public.contracts as period
    where period.lease_id = $1 and period.status <> 'cancelled'
  ) as first_one;
$$;
comment on function private.landlord_lease is 'Returns a lease as an address of its landlord sees it. An address that reads gets letter and dates, and learns that a claim exists.';
grant execute on function private.landlord_lease to service_role;

create function private.landlord_view(address text) returns jsonb
language sql stable
set search_path = ''
as $$
  -- Materialized, because otherwise each line is computed again for each key of the order.
  with listed as materialized (
    select private.lease_line(seen.lease_id, seen.standing) as line from private.landlord_leases($1) as seen
  )
  select jsonb_build_object(
    'leases', (
      select coalesce(jsonb_agg(listed.line order by
        listed.line ->> 'until' nulls last, listed.line ->> 'endDate' desc, listed.line ->> 'id'
      ), '[]')
      from listed
    ),
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'isOwn', known.landlord_id is not null,
        'landlord', private.initials(coalesce(contract.landlord_name, landlord.name)),
        'city', contract.property_city || ', ' || contract.property_state
      ) order by known.created_at), '[]')
      from public.lease_addresses as known
      left join lateral private.current_contract(known.lease_id) as contract on true
      left join public.landlords as landlord on landlord.id = known.landlord_id
      where known.address = $1 and known.confirmed_at is null and known.refused_at is null
    )
  );
$$;
comment on function private.landlord_view is 'Returns what the link of an address shows: its leases in a list, and the leases that it is asked to confirm (waiting), with only initials and city.';
grant execute on function private.landlord_view to service_role;

create function private.lease_line(lease_id uuid, standing text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', $1, 'standing', $2, 'property', contract.property_address,
    'city', contract.property_city || ', ' || contract.property_state,
    'tenant', private.initials(contract.tenant_name), 'state', private.letter_state(contract),
    'startDate', contract.start_date,
    'endDate', case when contract.status = 'ended' then private.last_day(contract) else contract.end_date end,
    'lastClaimDay', private.last_claim_day($1), 'limit', contract.cover_limit,
    'waitsFor', waiting.what, 'until', waiting.until,
    'claim', (
      select claim.protocol from public.claims as claim
      where claim.lease_id = $1 and claim.withdrawn_at is null
        and (private.standing_for(claim, 'landlord')).stage not in ('paid', 'refused')
      order by claim.opened_at desc limit 1
    )
  ))
  from private.shown_contract($1) as contract
  left join lateral (
    select task.what, task.until
    from (
      select 'claim' as what, moved.until
      from public.claims as claim cross join private.standing_for(claim, 'landlord') as moved
      where claim.lease_id = $1 and moved.turn = 'landlord'
      union all
      select 'handover', ending.answer_until
      from public.contract_endings as ending join public.contracts as held on held.id = ending.contract_id
      where held.lease_id = $1 and 'landlord' = any (private.handover_waits_for(ending))
    ) as task
    where $2 = 'acts'
    order by task.until nulls last limit 1
  ) as waiting on true;
$$;
comment on function private.lease_line is 'Returns a lease as a line of a landlord''s list: property, state, dates, and what waits for the landlord until when.';
grant execute on function private.lease_line to service_role;

create function private.open_landlord_link(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
declare
  found_one text;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  found_one := private.find_landlord(secret_hash);
  if found_one is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  else
    perform private.end_former_link(secret_hash);
  end if;
  return found_one;
end
$$;
comment on function private.open_landlord_link is 'Returns the address to which a link belongs; null for an unknown link. Attempts are counted together with those of the links of requests.';
grant execute on function private.open_landlord_link to service_role;

-- contact_id and is_mine record an answer, once: whether the address is that of the landlord.
create function public.landlord_area(
  secret_hash text, address_hash text, contact_id uuid default null, is_mine boolean default null, lease_id uuid default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  answered public.lease_addresses;
  seen_as text;
begin
  if opened is null then
    return null;
  end if;
  update public.lease_addresses as known
  set confirmed_at = case when is_mine then now() end,
    refused_at = case when not is_mine then now() end
  where known.id = $3 and is_mine is not null and known.address = opened
    and known.confirmed_at is null and known.refused_at is null
  returning * into answered;
  if answered.id is not null then
    perform private.answer_address(answered);
  end if;
  select seen.standing into seen_as from private.landlord_leases(opened) as seen where seen.lease_id = $5;
  return private.landlord_view(opened)
    || case when seen_as is not null then jsonb_build_object('lease', private.landlord_lease($5, seen_as, opened)) else '{}' end;
end
$$;
comment on function public.landlord_area is 'Returns the list that the link of a landlord''s address shows, with one lease in full if lease_id names one that the address sees, after recording an answer if there is one; null for an unknown or expired link. Service role only.';
grant execute on function public.landlord_area to service_role;

create function private.answer_address(answered public.lease_addresses) returns void
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.note(
    'answer-landlord', coalesce((private.current_contract(answered.lease_id)).id, answered.landlord_id),
    jsonb_build_object('status', case when answered.confirmed_at is not null then 'confirmed' else 'refused' end)
  );
  if answered.confirmed_at is null then
    return;
  end if;
  -- The letter was issued before the address was confirmed, so the mail about it is queued now. A letter that is not or
  -- will not be in force is not announced.
  for contract in
    select held.* from private.landlord_leases(answered.address) as seen
    join public.contracts as held on held.lease_id = seen.lease_id
    join public.letters as letter on letter.contract_id = held.id and letter.file_sha256 is not null
    where held.lease_id = answered.lease_id and private.is_running(held)
  loop
    perform private.tell_landlord(contract.id, 'landlord-letter', 'issued');
  end loop;
  if answered.standing = 'reads' then
    perform private.enqueue_mail(
      'address-notice', null, '{}', 'address-notice:' || answered.id,
      contract_id => (private.current_contract(answered.lease_id)).id
    );
    perform private.tell_of_act(answered.lease_id, answered.address, 'read-address', answered.id::text);
  end if;
end
$$;
comment on function private.answer_address is 'Records the answer of an address. A confirmed address is told of the letters in force; staff and the landlord''s other addresses are told of an address that waits for the check of staff.';
grant execute on function private.answer_address to service_role;

create function public.find_landlord_letter(secret_hash text, contract_id uuid, address_hash text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return (
    select document.file_path
    from private.landlord_leases(opened) as seen
    join public.contracts as contract on contract.lease_id = seen.lease_id
    join public.letters as letter on letter.contract_id = contract.id
    join public.contract_documents as document on document.contract_id = contract.id
    where contract.id = find_landlord_letter.contract_id and letter.file_sha256 is not null
      and private.letter_state(contract) <> 'revoked'
      and private.is_issued_document(document) and document.file_path like '%/carta-de-fianca%'
    order by document.created_at desc limit 1
  );
end
$$;
comment on function public.find_landlord_letter is 'Returns the path of a contract''s letter for the holder of the link of an address that sees its lease; null otherwise. Service role only.';
grant execute on function public.find_landlord_letter to service_role;

-- Known and unknown addresses get the same answer after the same work, as in public.request_tracking_link.
create function public.request_landlord_link(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  is_known boolean;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  if not private.may_mail_link('landlord', wanted, address_hash) then
    return;
  end if;
  is_known := private.is_known_landlord(wanted);
  begin
    perform private.renew_landlord_link(wanted, true);
    perform private.enqueue_mail(
      'landlord-link', wanted, '{}', 'landlord-link:' || gen_random_uuid()
    );
    if not is_known then
      raise exception 'unknown address' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_landlord_link is 'Queues a mail with a new link for an address of a landlord. The former link stays valid until the new one is opened, or for an hour. The result does not reveal whether the address is known. Service role only.';
grant execute on function public.request_landlord_link to service_role;

-- The answer is the same for a new address and for one that is already stored, so it does not reveal which are known.
create function private.give_address(contract public.contracts, address text, side text, given_from text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  if private.is_tenant_address(contract.lease_id, address) then
    perform private.reject('Este é o e-mail do locatário. Informe o do locador.', 'address');
  end if;
  if coalesce(private.last_claim_day(contract.lease_id) < private.today_in_brasilia(), true) then
    return jsonb_build_object('changed', false, 'why', 'closed');
  end if;
  if (
    select count(*) from public.lease_addresses as known
    where known.lease_id = contract.lease_id and known.given_by = $3
      and known.address <> lower(btrim($2))
  ) >= 3 then
    return jsonb_build_object('changed', false, 'why', 'enough');
  end if;
  perform private.ask_landlord(contract, address, $3, $4, 'lease ' || contract.lease_id);
  perform private.note('ask-landlord', contract.id, jsonb_build_object('status', $3));
  return jsonb_build_object('changed', true);
end
$$;
comment on function private.give_address is 'Stores an address of a lease''s landlord and asks by mail whether it is; at most three addresses per side.';
grant execute on function private.give_address to service_role;

-- Security definer, because tenants may not write lease_addresses. The tenant is signed in to this contract.
create function private.give_landlord_address(contract_id uuid, address text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('ask-landlord', $1);
  end if;
  return private.give_address(held, $2, 'tenant', null);
end
$$;
call private.expose('give_landlord_address', 'authenticated',
  'Stores an address of the landlord of the caller''s own lease and asks by mail whether the address is the landlord''s. At most three addresses. The address only reads until staff have checked it.');

create function public.give_address_by_link(secret_hash text, lease_id uuid, address text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  given jsonb;
begin
  if not private.acts_for($2, opened) then
    return null;
  end if;
  perform from public.leases as lease where lease.id = $2 for no key update;
  given := private.give_address(private.current_contract($2), $3, 'landlord', opened);
  if (given ->> 'changed')::boolean then
    perform private.tell_of_act($2, opened, 'give-address', md5(lower(btrim($3))));
  end if;
  return given;
end
$$;
comment on function public.give_address_by_link is 'Stores another address of the landlord, which acts after its owner has confirmed it, for the holder of the link of an address that acts; null for anybody else. Service role only.';
grant execute on function public.give_address_by_link to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.add_landlord_address(contract_id uuid, address text, is_own boolean)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  held := private.lock_contract($1);
  if private.is_tenant_address(held.lease_id, address) then
    perform private.reject('Este é o e-mail do locatário. Informe o do locador.', 'address');
  end if;
  if coalesce(is_own, false) and (private.lease_of(held.id)).landlord_id is null then
    perform private.reject('Cadastre primeiro quem é o locador.');
  end if;
  if not private.ask_landlord(held, address, 'staff', null, 'contract ' || $1, coalesce(is_own, false)) then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note(
    'ask-landlord', $1, jsonb_build_object('status', case when is_own then 'own' else 'contract' end)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_landlord_address', 'authenticated',
  'Adds an address of a lease''s landlord and asks by mail whether it is. If is_own is true, the address sees all leases of this landlord.',
  needs => 'contracts', action => 'ask-landlord');

create function private.waits_for_check(known public.lease_addresses) returns boolean
language sql stable
return known.confirmed_at is not null and known.given_by = 'tenant' and known.checked_at is null
  and coalesce(private.last_claim_day(known.lease_id) >= private.today_in_brasilia(), false);
comment on function private.waits_for_check is 'Reports whether staff should check an address: a tenant gave it, its owner has confirmed it, and the lease still has a guarantee.';
grant execute on function private.waits_for_check to service_role;

create function private.addresses_to_check() returns bigint
language sql stable
return (select count(*) from public.lease_addresses as known where private.waits_for_check(known));
comment on function private.addresses_to_check is 'Counts the addresses that list_addresses_to_check lists.';
grant execute on function private.addresses_to_check to service_role;

-- Security definer, because staff have no grant on the tables. The list shows what staff can compare: the landlord's
-- phone and document from the request, and other addresses of the same landlord.
create function private.list_addresses_to_check() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  listed jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', known.id, 'address', known.address, 'confirmedAt', known.confirmed_at,
    'contractId', contract.id, 'contractNumber', contract.contract_number,
    'tenant', contract.tenant_name, 'tenantEmail', contract.tenant_email, 'tenantPhone', contract.tenant_phone,
    'landlord', contract.landlord_name, 'landlordPhone', contract.landlord_phone,
    'document', landlord.document, 'property', contract.property_address,
    'otherAddresses', (
      select coalesce(jsonb_agg(other.address order by other.address), '[]')
      from private.addresses_of(lease.id) as other
      where other.id <> known.id and other.confirmed_at is not null
    ),
    'sameAddressElsewhere', (
      select count(*) from public.lease_addresses as other
      where other.address = known.address and other.id <> known.id
    )
  ) order by known.confirmed_at), '[]') into listed
  from public.lease_addresses as known
  join public.leases as lease on lease.id = known.lease_id
  cross join lateral private.current_contract(lease.id) as contract
  left join public.landlords as landlord on landlord.id = lease.landlord_id
  where private.waits_for_check(known);
  perform private.record_reading('read-contracts', array(
    select (line ->> 'contractId')::uuid from jsonb_array_elements(listed) as line
  ));
  return listed;
end
$$;
call private.expose('list_addresses_to_check', 'authenticated',
  'Lists the confirmed addresses that tenants gave and that staff have not checked, with what to compare. Records the read.',
  needs => 'read', action => 'read-landlords');

-- Security definer, because staff have no grant on the tables.
create function private.check_landlord_address(contact_id uuid, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  checked public.lease_addresses;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Escreva como você conferiu, com 3 a 500 caracteres.', 'note');
  end if;
  update public.lease_addresses as known
  set checked_at = now(), checked_by = (select auth.uid()), check_note = btrim($2)
  where known.id = $1 and known.confirmed_at is not null and known.given_by = 'tenant' and known.checked_at is null
  returning * into checked;
  if checked.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('check-landlord-address', (private.current_contract(checked.lease_id)).id);
  perform private.enqueue_mail(
    'landlord-checked', checked.address, '{}', 'landlord-checked:' || checked.id,
    contract_id => (private.current_contract(checked.lease_id)).id
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('check_landlord_address', 'authenticated',
  'Confirms an address that the tenant gave, against information of staff''s own (note). From then on the address acts for the landlord.',
  needs => 'contracts');

create function private.drop_landlord_mails(lease_id uuid, address text) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail
  using public.contracts as contract
  where contract.lease_id = $1 and mail.contract_id = contract.id and mail.recipient = $2
    and mail.status = 'queued' and (mail.template like 'landlord-%' or mail.template like 'claim-%');
$$;
comment on function private.drop_landlord_mails is 'Deletes the unsent mails about a lease to an address that no longer speaks for its landlord.';
grant execute on function private.drop_landlord_mails to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.remove_landlord_address(contract_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  of_lease constant uuid := (private.lease_of($1)).id;
  removed public.lease_addresses;
begin
  delete from public.lease_addresses as known
  where known.id = $2 and exists (select from private.addresses_of(of_lease) as own where own.id = known.id)
  returning known.* into removed;
  if removed.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.drop_landlord_mails(of_lease, removed.address);
  perform private.note('remove-landlord-address', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('remove_landlord_address', 'authenticated',
  'Removes an address of a lease''s landlord. The address then sees no lease and gets no mails.',
  needs => 'contracts');

create function private.is_same_landlord(former public.landlords, later uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select from public.landlords as landlord
    where landlord.id = $2 and case
      when former.document is not null and landlord.document is not null then former.document = landlord.document
      else private.full_name_key(former.name) = private.full_name_key(landlord.name)
    end
  );
end;
comment on function private.is_same_landlord is 'Reports whether two landlords are one person: by document if both are known, else by name.';
grant execute on function private.is_same_landlord to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.set_landlord(contract_id uuid, wanted jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  draft constant public.landlords := jsonb_populate_record(null::public.landlords, wanted);
  chosen uuid;
  former public.landlords;
  spoke_for_former text[] := '{}';
begin
  held := private.lock_contract($1);
  perform from public.leases as lease where lease.id = held.lease_id for no key update;
  select landlord.* into former
  from public.leases as lease join public.landlords as landlord on landlord.id = lease.landlord_id
  where lease.id = held.lease_id;
  -- A landlord with another document is another person. If the document were changed, the former landlord's addresses
  -- would see the new landlord's contracts.
  update public.landlords as landlord
  set name = btrim(draft.name), kind = draft.kind,
    document = coalesce(landlord.document, draft.document)
  where landlord.id = draft.id
    and coalesce(landlord.document = draft.document, landlord.document is null or draft.document is null)
    and not exists (
      select from public.landlords as other
      where other.document = draft.document and other.id <> draft.id
    )
  returning landlord.id into chosen;
  if chosen is null then
    chosen := private.known_landlord(
      case when draft.document is null then wanted else wanted - 'id' end
    );
  end if;
  if chosen is null and draft.id is not null then
    -- The form makes the id, so a second click finds the landlord that the first click made.
    insert into public.landlords (id, name, kind)
    values (draft.id, btrim(draft.name), coalesce(draft.kind, 'owner'))
    returning landlords.id into chosen;
  end if;
  -- An address of this lease alone spoke for the former landlord as well.
  if former.id is not null and former.id is distinct from chosen and not private.is_same_landlord(former, chosen) then
    spoke_for_former := array(
      select known.address from public.lease_addresses as known
      where known.lease_id = held.lease_id or known.landlord_id = former.id
    );
    delete from public.lease_addresses as known where known.lease_id = held.lease_id;
  end if;
  update public.leases as lease set landlord_id = chosen, landlord_by = (select auth.uid())
  where lease.id = held.lease_id and lease.landlord_id is distinct from chosen;
  perform private.drop_landlord_mails(held.lease_id, address) from unnest(spoke_for_former) as address
  where address not in (select private.landlord_addresses(held.lease_id));
  perform private.note(
    'set-landlord', $1, jsonb_build_object('landlord', chosen, 'former', former.id)
  );
  return jsonb_build_object('changed', true, 'removed', cardinality(spoke_for_former));
end
$$;
call private.expose('set_landlord', 'authenticated',
  'Sets the landlord of a contract''s lease: {id, name, kind, document} creates, finds by document or corrects a landlord; {} removes the landlord from the lease. Another document means another landlord, for whom the addresses of the former one no longer speak (removed counts them). The letter does not change.',
  needs => 'contracts');

create function private.lease_landlord(lease_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'landlord', (
      select to_jsonb(landlord) - array['notes', 'created_at'] || jsonb_build_object(
        'contracts', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', other.id, 'contract_number', other.contract_number
          ) order by other.end_date desc, other.id), '[]')
          from public.contracts as other join public.leases as owned on owned.id = other.lease_id
          where owned.landlord_id = landlord.id and owned.id <> lease.id
        )
      )
      from public.landlords as landlord where landlord.id = lease.landlord_id
    ),
    'landlord_addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'address', known.address, 'given_by', known.given_by,
        'is_own', known.landlord_id is not null, 'confirmed_at', known.confirmed_at,
        'refused_at', known.refused_at, 'standing', known.standing, 'check_note', known.check_note
      ) order by known.created_at, known.id), '[]')
      from private.addresses_of(lease.id) as known
    )
  )
  from public.leases as lease where lease.id = $1;
$$;
comment on function private.lease_landlord is 'Returns the landlord of a lease and the landlord''s addresses, for staff.';

-- Security definer, because staff have no grant on the tables.
create function private.landlord_detail(landlord_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landlords;
begin
  select * into held from public.landlords as landlord where landlord.id = $1;
  perform private.require_found(found, 'Locador não encontrado.');
  perform private.record_reading('read-landlords', array[held.id]);
  return to_jsonb(held) - 'created_at' || jsonb_build_object(
    'contracts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', contract.id, 'contract_number', contract.contract_number,
        'tenant_name', contract.tenant_name, 'property_address', contract.property_address,
        'start_date', contract.start_date, 'end_date', contract.end_date,
        'state', private.contract_state(contract)
      ) order by contract.end_date desc, contract.id), '[]')
      from public.contracts as contract join public.leases as lease on lease.id = contract.lease_id
      where lease.landlord_id = held.id
    ),
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'address', known.address, 'confirmed_at', known.confirmed_at,
        'refused_at', known.refused_at, 'standing', known.standing, 'contract_number', contract.contract_number
      ) order by known.created_at, known.id), '[]')
      from public.lease_addresses as known
      left join public.leases as lease on lease.id = known.lease_id
      left join lateral private.current_contract(lease.id) as contract on true
      where known.landlord_id = held.id or lease.landlord_id = held.id
    )
  );
end
$$;
call private.expose('landlord_detail', 'authenticated',
  'Returns a landlord with its contracts and its addresses, each address with its state, and with the contract''s number if the address sees only that contract. Records the read.',
  needs => 'read', action => 'read-landlords');

-- Security definer, because staff have no grant on the tables.
create function private.note_landlord(landlord_id uuid, notes text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landlords as landlord set notes = nullif(btrim(note_landlord.notes), '')
  where landlord.id = $1;
  perform private.require_found(found, 'Locador não encontrado.');
  perform private.note('set-landlord', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('note_landlord', 'authenticated',
  'Replaces the notes of staff about a landlord, at most 1,000 characters.',
  needs => 'read', action => 'set-landlord');