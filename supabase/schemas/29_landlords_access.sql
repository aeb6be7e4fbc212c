-- Addresses of landlords and what they may see. The code of a letter opens nothing, because letters are shown to other
-- people. Only the link of an address opens contracts. An address sees the contract for which it was given, or all
-- contracts of the landlord to whom staff assigned it. The owner of the mailbox must confirm the address first, so an
-- address that a tenant typed opens no other contract.
create table public.landlord_contacts (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid references public.contracts (id) on delete cascade,
  landlord_id uuid references public.landlords (id) on delete cascade,
  address text not null check (private.is_email(address) and address = lower(btrim(address))),
  given_by text not null check (given_by in ('tenant', 'staff')),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  refused_at timestamptz,
  unique (contract_id, address),
  unique (landlord_id, address),
  constraint landlord_contacts_are_of_one check (num_nonnulls(contract_id, landlord_id) = 1),
  constraint landlord_contacts_own_are_of_staff check (landlord_id is null or given_by = 'staff'),
  constraint landlord_contacts_answer_once check (num_nonnulls(confirmed_at, refused_at) <= 1)
);
comment on table public.landlord_contacts is 'E-mail addresses of landlords. Only a confirmed address sees contracts and gets mails about them.';
comment on column public.landlord_contacts.contract_id is 'Only contract that this address may see.';
comment on column public.landlord_contacts.landlord_id is 'Landlord to whom staff assigned the address. The address sees all contracts of this landlord.';
comment on column public.landlord_contacts.refused_at is 'Time when the owner of the mailbox answered that the address is not the landlord''s. The question is not asked again.';
create index landlord_contacts_by_address on public.landlord_contacts (address);
alter table public.landlord_contacts enable row level security;
grant select (contract_id, address, given_by, created_at, confirmed_at, refused_at)
  on public.landlord_contacts to authenticated;
grant select, insert, update, delete on public.landlord_contacts to service_role;
create policy "Contract holders read the addresses that they gave" on public.landlord_contacts
  for select to authenticated
  using (
    given_by = 'tenant' and contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- The secret is derived as for the links of requests (13_requests_tracking.sql). It contains the row's id, so a new row
-- for the same address never gets a former link.
create table private.landlord_links (
  address text primary key check (private.is_email(address)),
  id uuid not null default gen_random_uuid(),
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now()
);
comment on table private.landlord_links is 'Current link of each address of a landlord; a new link replaces the former one.';
alter table private.landlord_links enable row level security;

create function private.landlord_contracts(address text) returns setof public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.id in (
    select known.contract_id from public.landlord_contacts as known
    where known.address = $1 and known.confirmed_at is not null
    union
    select owned.id from public.landlord_contacts as known
    join public.contracts as owned on owned.landlord_id = known.landlord_id
    where known.address = $1 and known.confirmed_at is not null
  );
end;
comment on function private.landlord_contracts is 'Returns the contracts that an address of a landlord may see. No other function defines this right.';
grant execute on function private.landlord_contracts to service_role;

create function private.has_landlord_case(address text, since timestamptz) returns boolean
language sql stable
return exists (
  select from public.landlord_contacts as known
  where known.address = $1 and known.refused_at is null and (
    known.created_at >= $2 or exists (
      select from public.contracts as held
      where (held.id = known.contract_id or held.landlord_id = known.landlord_id)
        and private.last_day(held) >= $2::date
    )
  )
);
comment on function private.has_landlord_case is 'Reports whether an address of a landlord was given, or one of its contracts ended, at or after a time.';
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
  set generation = made.generation + case when is_new then 1 else 0 end
  returning * into link;
  update private.landlord_links as made
  set secret_hash = private.link_secret_hash(
      private.link_secret('landlords', link.id || ' ' || link.generation)
    ),
    made_at = now()
  where made.address = $1;
end
$$;
comment on function private.renew_landlord_link is 'Gives an address a link if it has none. If is_new is true, a new link replaces the current one.';
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
  where link.secret_hash = $1 and private.is_known_landlord(link.address);
$$;
comment on function private.find_landlord is 'Returns the address to which a link belongs; null for an unknown or expired link.';
grant execute on function private.find_landlord to service_role;

create function public.landlord_secret(mail_id uuid) returns text
language sql stable
begin atomic
  select private.current_landlord_secret(mail.recipient)
  from public.outgoing_mail as mail where mail.id = $1;
end;
comment on function public.landlord_secret is 'Returns the secret of the current link of the landlord''s address to which a mail goes, while the mail is rendered; null for none. Service role only.';
grant execute on function public.landlord_secret to service_role;

-- network limits the number of mails to typed addresses. It names the visitor's network or the contract of the
-- signed-in tenant.
create function private.ask_landlord(
  contract public.contracts, address text, given_by text, is_own boolean, network text
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  made uuid;
begin
  insert into public.landlord_contacts as known (contract_id, landlord_id, address, given_by)
  values (
    case when not is_own then contract.id end, case when is_own then contract.landlord_id end,
    wanted, $3
  )
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
comment on function private.ask_landlord is 'Stores an address of a landlord and asks by mail whether the address is the landlord''s; false for an address that is already stored.';
grant execute on function private.ask_landlord to service_role;

create function private.landlord_addresses(contract_id uuid) returns setof text
language sql stable
begin atomic
  select distinct known.address
  from public.contracts as contract
  join public.landlord_contacts as known
    on known.contract_id = contract.id or known.landlord_id = contract.landlord_id
  where contract.id = $1 and known.confirmed_at is not null;
end;
comment on function private.landlord_addresses is 'Returns the confirmed addresses that see a contract.';
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
  from private.landlord_addresses($1) as told (address);
end;
comment on function private.tell_landlord is 'Queues a mail about a contract to each confirmed address that sees it, once per occasion.';
grant execute on function private.tell_landlord to service_role;

create function private.landlord_view(address text) returns jsonb
language sql stable
return jsonb_build_object(
  'contracts', (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', contract.id, 'state', private.letter_state(contract),
      'ending', private.letter_ending(contract),
      'landlord', contract.landlord_name, 'tenant', private.initials(contract.tenant_name),
      'property', contract.property_address, 'limit', contract.cover_limit,
      'startDate', contract.start_date, 'endDate', contract.end_date,
      'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
      'code', letter.code, 'issuedAt', letter.issued_at
    ) || private.inspections_of(contract) || jsonb_build_object(
      'claims', private.claims_of(contract.id, 'landlord'),
      'limitLeft', private.claim_limit(contract) - private.granted_of(contract.id),
      'mayClaim', private.may_claim(contract)
    )) order by private.last_day(contract) desc, contract.id), '[]')
    from private.landlord_contracts($1) as contract
    -- A letter without a file has not been handed out.
    left join public.letters as letter
      on letter.contract_id = contract.id and letter.file_sha256 is not null
  ),
  'waiting', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', known.id, 'isOwn', known.landlord_id is not null,
      'landlord', private.initials(coalesce(contract.landlord_name, landlord.name)),
      'city', contract.property_city || ', ' || contract.property_state
    ) order by known.created_at), '[]')
    from public.landlord_contacts as known
    left join public.contracts as contract on contract.id = known.contract_id
    left join public.landlords as landlord on landlord.id = known.landlord_id
    where known.address = $1 and known.confirmed_at is null and known.refused_at is null
  )
);
comment on function private.landlord_view is 'Returns what the link of an address shows: its contracts, with only the initials of each tenant, and the contracts that it is asked to confirm (waiting), with only initials and city.';
grant execute on function private.landlord_view to service_role;

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
  end if;
  return found_one;
end
$$;
comment on function private.open_landlord_link is 'Returns the address to which a link belongs; null for an unknown link. Attempts are counted together with those of the links of requests.';
grant execute on function private.open_landlord_link to service_role;

-- contact_id and is_mine record an answer, once: whether the address is that of the landlord.
create function public.landlord_area(
  secret_hash text, address_hash text, contact_id uuid default null, is_mine boolean default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  answered public.landlord_contacts;
begin
  if opened is null then
    return null;
  end if;
  update public.landlord_contacts as known
  set confirmed_at = case when is_mine then now() end,
    refused_at = case when not is_mine then now() end
  where known.id = $3 and is_mine is not null and known.address = opened
    and known.confirmed_at is null and known.refused_at is null
  returning * into answered;
  if answered.id is not null then
    perform private.note(
      'answer-landlord', coalesce(answered.contract_id, answered.landlord_id),
      jsonb_build_object('status', case when is_mine then 'confirmed' else 'refused' end)
    );
    -- The letter was issued before the address was confirmed, so the mail about it is queued now.
    if is_mine and exists (
      select from public.letters as letter
      where letter.contract_id = answered.contract_id and letter.file_sha256 is not null
    ) then
      perform private.tell_landlord(answered.contract_id, 'landlord-letter', 'issued');
    end if;
  end if;
  return private.landlord_view(opened);
end
$$;
comment on function public.landlord_area is 'Returns what the link of a landlord''s address shows, after recording an answer if there is one; null for an unknown or expired link. Service role only.';
grant execute on function public.landlord_area to service_role;

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
    from private.landlord_contracts(opened) as contract
    join public.letters as letter on letter.contract_id = contract.id
    join public.contract_documents as document on document.contract_id = contract.id
    where contract.id = find_landlord_letter.contract_id and letter.file_sha256 is not null
      and private.letter_state(contract) <> 'revoked'
      and private.is_issued_document(document) and document.file_path like '%/carta-de-fianca%'
    order by document.created_at desc limit 1
  );
end
$$;
comment on function public.find_landlord_letter is 'Returns the path of a contract''s letter for the holder of the link of an address that sees the contract; null otherwise. Service role only.';
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
comment on function public.request_landlord_link is 'Queues a mail with a new link for an address of a landlord, which replaces the former link. The result does not reveal whether the address is known. Service role only.';
grant execute on function public.request_landlord_link to service_role;

-- Security definer, because tenants may not write landlord_contacts. The tenant is signed in to this contract.
create function private.give_landlord_address(contract_id uuid, address text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('ask-landlord', $1);
  end if;
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('changed', false, 'why', 'closed');
  end if;
  if exists (
    select from public.landlord_contacts as known
    where known.contract_id = $1 and known.address = lower(btrim($2))
  ) then
    return jsonb_build_object('changed', false, 'why', 'known');
  end if;
  if (
    select count(*) from public.landlord_contacts as known
    where known.contract_id = $1 and known.given_by = 'tenant'
  ) >= 3 then
    return jsonb_build_object('changed', false, 'why', 'enough');
  end if;
  perform private.ask_landlord(held, address, 'tenant', false, 'contract ' || $1);
  perform private.note('ask-landlord', $1, '{"status": "tenant"}');
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('give_landlord_address', 'authenticated',
  'Stores an address of the landlord of the caller''s own contract, which must be in force, and asks by mail whether the address is the landlord''s. At most three addresses.');

-- Security definer, because staff have no grant on the tables.
create function private.add_landlord_address(contract_id uuid, address text, is_own boolean)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('ask-landlord', $1);
  end if;
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  held := private.lock_contract($1);
  if coalesce(is_own, false) and held.landlord_id is null then
    perform private.reject('Cadastre primeiro quem é o locador.');
  end if;
  if not private.ask_landlord(held, address, 'staff', coalesce(is_own, false), 'contract ' || $1) then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note(
    'ask-landlord', $1, jsonb_build_object('status', case when is_own then 'own' else 'contract' end)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_landlord_address', 'authenticated',
  'Adds an address of a contract''s landlord and asks by mail whether it is. If is_own is true, the address sees all contracts of this landlord. Active staff only.');

-- Security definer, because staff have no grant on the tables.
create function private.remove_landlord_address(contract_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  removed text;
begin
  if not private.is_active_staff() then
    return private.refuse('remove-landlord-address', $1);
  end if;
  delete from public.landlord_contacts as known
  using public.contracts as contract
  where known.id = $2 and contract.id = $1
    and (known.contract_id = contract.id or known.landlord_id = contract.landlord_id)
  returning known.address into removed;
  if removed is null then
    return jsonb_build_object('changed', false);
  end if;
  delete from public.outgoing_mail as mail
  where mail.contract_id = $1 and mail.recipient = removed and mail.status = 'queued'
    and mail.template like 'landlord-%';
  perform private.note('remove-landlord-address', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('remove_landlord_address', 'authenticated',
  'Removes an address of a contract''s landlord. The address then sees no contract and gets no mails. Active staff only.');

-- Security definer, because staff have no grant on the tables.
create function private.set_landlord(contract_id uuid, wanted jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  draft constant public.landlords := jsonb_populate_record(null::public.landlords, wanted);
  chosen uuid;
begin
  if not private.is_active_staff() then
    return private.refuse('set-landlord', $1);
  end if;
  held := private.lock_contract($1);
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
  update public.contracts as contract set landlord_id = chosen where contract.id = $1;
  perform private.note(
    'set-landlord', $1, jsonb_build_object('landlord', chosen, 'former', held.landlord_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_landlord', 'authenticated',
  'Sets the landlord of a contract: {id, name, kind, document} creates, finds by document or corrects a landlord; {} removes the landlord from the contract. Another document means another landlord. The letter does not change. Active staff only.');

create function private.contract_landlord(contract public.contracts) returns jsonb
language sql stable
return jsonb_build_object(
  'landlord', (
    select to_jsonb(landlord) - array['notes', 'created_at'] || jsonb_build_object(
      'contracts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', other.id, 'contract_number', other.contract_number
        ) order by other.end_date desc, other.id), '[]')
        from public.contracts as other
        where other.landlord_id = landlord.id and other.id <> contract.id
      )
    )
    from public.landlords as landlord where landlord.id = contract.landlord_id
  ),
  'landlord_addresses', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', known.id, 'address', known.address, 'given_by', known.given_by,
      'is_own', known.landlord_id is not null, 'confirmed_at', known.confirmed_at,
      'refused_at', known.refused_at
    ) order by known.created_at, known.id), '[]')
    from public.landlord_contacts as known
    where known.contract_id = contract.id or known.landlord_id = contract.landlord_id
  )
);
comment on function private.contract_landlord is 'Returns the landlord of a contract and the landlord''s addresses, for staff.';

-- Security definer, because staff have no grant on the tables.
create function private.landlord_detail(landlord_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landlords;
begin
  if not private.is_active_staff() then
    return private.refuse('read-landlords', $1);
  end if;
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
      from public.contracts as contract where contract.landlord_id = held.id
    ),
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'address', known.address, 'confirmed_at', known.confirmed_at,
        'refused_at', known.refused_at, 'contract_number', contract.contract_number
      ) order by known.created_at, known.id), '[]')
      from public.landlord_contacts as known
      left join public.contracts as contract on contract.id = known.contract_id
      where known.landlord_id = held.id or contract.landlord_id = held.id
    )
  );
end
$$;
call private.expose('landlord_detail', 'authenticated',
  'Returns a landlord with its contracts and its addresses, each address with its state, and with the contract''s number if the address sees only that contract. Active staff only; records the read.');

-- Security definer, because staff have no grant on the tables.
create function private.note_landlord(landlord_id uuid, notes text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('set-landlord', $1);
  end if;
  update public.landlords as landlord set notes = nullif(btrim(note_landlord.notes), '')
  where landlord.id = $1;
  perform private.require_found(found, 'Locador não encontrado.');
  perform private.note('set-landlord', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('note_landlord', 'authenticated',
  'Replaces the notes of staff about a landlord, at most 1,000 characters. Active staff only.');