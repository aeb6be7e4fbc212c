-- What of a contract turns out to be wrong after it was accepted. How its tenant is reached changes at
-- once. What stands on the letter makes a new version of it, with a code of its own; what was accepted
-- besides, the property and the days, waits until the tenant accepts it again.
create table private.contract_corrections (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  status text not null check (status in ('waiting', 'applied', 'withdrawn')),
  made_at timestamptz not null default now(),
  made_by uuid references auth.users (id) on delete set null,
  reason text not null check (char_length(btrim(reason)) between 3 and 1000),
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
  closed_at timestamptz,
  accepted_name text check (char_length(accepted_name) <= 100),
  address_hash text check (char_length(address_hash) between 16 and 128),
  user_agent text check (char_length(user_agent) <= 500),
  constraint contract_corrections_closed_have_time check ((status = 'waiting') = (closed_at is null))
);
comment on table private.contract_corrections is 'Who corrected what of a contract and why; one that changes what was accepted waits for its tenant.';
comment on column private.contract_corrections.id is 'Made by the form, so that a second click changes nothing.';
comment on column private.contract_corrections.accepted_name is 'As its tenant typed it; address_hash and user_agent say from where, as of an acceptance.';
create unique index contract_corrections_one_waiting on private.contract_corrections (contract_id)
  where status = 'waiting';
create index contract_corrections_by_contract on private.contract_corrections (contract_id, made_at desc);
create index contract_corrections_by_author on private.contract_corrections (made_by);
alter table private.contract_corrections enable row level security;
grant select on private.contract_corrections to service_role;

create table private.replaced_letters (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  issued_at timestamptz not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  replaced_at timestamptz not null default now()
);
comment on table private.replaced_letters is 'Former versions of letters: their codes answer that there is a new one.';
create index replaced_letters_by_contract on private.replaced_letters (contract_id);
alter table private.replaced_letters enable row level security;
grant select on private.replaced_letters to service_role;

-- What of a contract is printed; the property and the days were accepted, too.
create function private.printed_of(contract public.contracts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'landlord_name', contract.landlord_name, 'property_address', contract.property_address,
    'property_city', contract.property_city, 'property_state', contract.property_state,
    'start_date', contract.start_date, 'end_date', contract.end_date
  );
$$;
comment on function private.printed_of is 'What a correction may change of a letter.';
grant execute on function private.printed_of to service_role;

-- The contract's row is locked by whoever calls this: one outcome for all who come at once.
create function private.reissue_letter(corrected public.contracts) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.replaced_letters (code, contract_id, issued_at, file_sha256)
  select letter.code, letter.contract_id, letter.issued_at, letter.file_sha256
  from public.letters as letter where letter.contract_id = corrected.id;
  update public.letters as letter
  set code = private.new_letter_code(), issued_at = now(), file_sha256 = null
  where letter.contract_id = corrected.id;
  update public.contracts as contract
  set landlord_name = corrected.landlord_name, property_address = corrected.property_address,
    property_city = corrected.property_city, property_state = corrected.property_state,
    start_date = corrected.start_date, end_date = corrected.end_date
  where contract.id = corrected.id;
  insert into public.document_jobs (contract_id, version) values (corrected.id, 2)
  on conflict (contract_id) do update
  set status = 'queued', attempts = 0, next_attempt_at = now(), last_error = null,
    leased_until = null, version = document_jobs.version + 1;
end
$$;
comment on function private.reissue_letter is 'Puts a correction into force: the letter gets a new code, the former is kept as replaced, and the documents are made anew.';

-- Definer: nobody may update contracts directly. `known_code`: of the letter that was on the screen.
create function private.correct_contract(
  contract_id uuid, correction_id uuid, known_code text, wanted jsonb, reason text
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  held public.contracts;
  corrected public.contracts;
  is_contact boolean;
  is_printed boolean;
  is_agreed boolean;
  outcome text;
begin
  if not private.can_release_staff() then
    return private.refuse('correct-contract', contract_id);
  end if;
  select * into held from public.contracts as contract where contract.id = $1 for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  if exists (select from private.contract_corrections as made where made.id = $2) then
    return jsonb_build_object('changed', false, 'outcome', 'made');
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('changed', false, 'outcome', 'closed');
  end if;

  -- Of what comes, what may be corrected; the tenant's name is not.
  corrected := jsonb_populate_record(held, (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each($4) as field
    where field.key in (
      'tenant_email', 'tenant_phone', 'landlord_name', 'landlord_phone', 'property_city',
      'property_state', 'start_date'
    )
  ));
  if $4 ? 'property_street' then
    corrected.property_address := concat_ws(
      ', ', left(btrim($4 ->> 'property_street'), 294 - coalesce(char_length(corrected.property_city), 0)),
      corrected.property_city, corrected.property_state
    );
  end if;
  corrected.landlord_name := btrim(corrected.landlord_name);
  corrected.tenant_email := lower(btrim(corrected.tenant_email));
  -- What waits is not checked by the table until it is accepted.
  if corrected.start_date is null
    or coalesce(char_length(corrected.landlord_name), 0) not between 3 and 100
    or coalesce(char_length(corrected.property_address), 0) not between 5 and 300
    or char_length(corrected.property_city) not between 2 and 100
    or not private.is_state(corrected.property_state) then
    raise exception 'Confira o locador, o endereço e o início.' using errcode = '23514';
  end if;
  if corrected.start_date <> held.start_date then
    if held.renews_contract_id is not null or private.is_renewed(held.id) then
      raise exception 'As datas de um contrato renovado não mudam.' using errcode = '23514';
    end if;
    corrected.end_date := (
      corrected.start_date + make_interval(months => held.contract_duration_months)
      - interval '1 day'
    )::date;
  end if;
  if not private.is_running(corrected) then
    raise exception 'Com este início, o contrato já teria terminado.' using errcode = '23514';
  end if;
  is_contact := row(corrected.tenant_email, corrected.tenant_phone, corrected.landlord_phone)
    is distinct from row(held.tenant_email, held.tenant_phone, held.landlord_phone);
  is_printed := private.printed_of(corrected) <> private.printed_of(held);
  is_agreed := private.printed_of(corrected) - 'landlord_name' <> private.printed_of(held) - 'landlord_name';
  if not is_contact and not is_printed then
    return jsonb_build_object('changed', false, 'outcome', 'same');
  end if;
  if is_printed then
    if exists (
      select from private.contract_corrections as other
      where other.contract_id = $1 and other.status = 'waiting'
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'waiting');
    end if;
    if not exists (
      select from public.letters as letter where letter.contract_id = $1 and letter.code = $3
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'outdated');
    end if;
    if exists (
      select from public.letters as letter where letter.contract_id = $1 and letter.file_sha256 is null
    ) then
      return jsonb_build_object('changed', false, 'outcome', 'not-ready');
    end if;
    if is_agreed and corrected.tenant_email is null then
      return jsonb_build_object('changed', false, 'outcome', 'no-address');
    end if;
  end if;

  insert into private.contract_corrections (
    id, contract_id, status, made_by, reason, former, wanted, closed_at
  ) values (
    $2, $1, case when is_agreed then 'waiting' else 'applied' end, caller, btrim($5),
    private.printed_of(held) || jsonb_build_object(
      'tenant_email', held.tenant_email, 'tenant_phone', held.tenant_phone,
      'landlord_phone', held.landlord_phone
    ),
    private.printed_of(corrected), case when not is_agreed then now() end
  );
  if is_contact then
    perform private.correct_contact(held, corrected, $2);
  end if;
  if is_agreed then
    outcome := 'asked';
    perform private.enqueue_mail(
      'correction-asked', corrected.tenant_email, '{}', 'correction-asked:' || $2, contract_id => $1
    );
  elsif is_printed then
    outcome := 'reissued';
    perform private.reissue_letter(corrected);
  else
    outcome := 'contact';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (caller, 'correct-contract', $1, 'done', jsonb_build_object('correction', $2, 'status', outcome));
  return jsonb_build_object('changed', true, 'outcome', outcome);
end
$$;
call private.expose('correct_contract', 'authenticated',
  'Corrects a contract in force once per correction_id: contact at once, what is printed with a new letter, what was accepted once its tenant accepts it again. Only who may release accounts.');

create function private.correct_contact(
  held public.contracts, corrected public.contracts, correction_id uuid
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  update public.contracts as contract
  set landlord_phone = corrected.landlord_phone where contract.id = held.id;
  -- The tenant is the same in all contracts of the account.
  update public.contracts as contract
  set tenant_email = corrected.tenant_email, tenant_phone = corrected.tenant_phone
  where contract.user_id = held.user_id;
  if corrected.tenant_email is distinct from held.tenant_email then
    -- A link in a mailbox that was wrong opens nothing any more, and no mail still goes there.
    delete from private.account_links as link where link.user_id = held.user_id;
    update public.outgoing_mail as mail set recipient = corrected.tenant_email
    where mail.contract_id in (
        select own.id from public.contracts as own where own.user_id = held.user_id
      )
      and mail.status in ('queued', 'parked')
      and mail.recipient = held.tenant_email and corrected.tenant_email is not null;
    if corrected.tenant_email is not null and held.password_set_at is null
      and private.access_mail(held) = 'contract-ready' then
      perform private.enqueue_mail(
        'contract-ready', corrected.tenant_email, '{}', 'contract-ready:' || correction_id,
        contract_id => held.id
      );
    end if;
  end if;
  if row(held.tenant_email, held.tenant_phone)
    is distinct from row(corrected.tenant_email, corrected.tenant_phone) then
    for address in select distinct unnest(array_remove(array[held.tenant_email, corrected.tenant_email], null))
    loop
      perform private.enqueue_mail(
        'contact-changed', address, '{}', 'contact-changed:' || correction_id || ':' || md5(address),
        contract_id => held.id
      );
    end loop;
  end if;
end
$$;
comment on function private.correct_contact is 'Changes how a tenant is reached; the former and the new address are told.';

-- Definer: the table is closed, and whoever calls this needs not know it. Its tenant is signed in, and
-- `account` is whom the auth server says that the caller is; or has the link of the request, as before
-- the first password. The name is typed once more.
create function private.accept_correction(
  correction_id uuid, full_name text, address_hash text, user_agent text,
  secret_hash text default null, account uuid default null
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  asked private.contract_corrections;
begin
  perform private.require_within_limit('accept-by-address', $3);
  select contract.* into held
  from private.contract_corrections as correction
  join public.contracts as contract on contract.id = correction.contract_id
  left join public.offers as offer on offer.id = contract.offer_id
  where correction.id = $1 and (
    contract.user_id = $6
    or offer.simulation_id = (select request.id from private.find_offered($5) as request)
  )
  for update of contract;
  if not found then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', $3);
    return null;
  end if;
  select * into asked from private.contract_corrections as correction where correction.id = $1;
  if asked.status <> 'waiting' then
    return jsonb_build_object('outcome', asked.status);
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if private.full_name_key($2) is distinct from private.full_name_key(held.tenant_name) then
    return jsonb_build_object('outcome', 'name');
  end if;
  update private.contract_corrections as correction
  set status = 'applied', closed_at = now(), accepted_name = left(btrim($2), 100),
    address_hash = $3, user_agent = left($4, 500)
  where correction.id = $1;
  perform private.reissue_letter(jsonb_populate_record(held, asked.wanted));
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ($6, 'accept-correction', held.id, 'done', jsonb_build_object('correction', $1));
  return jsonb_build_object('outcome', 'applied');
end
$$;
call private.expose('accept_correction', 'service_role',
  'Accepts a correction for its tenant, by the account or by the link of the request, who types the name: the letter is issued anew. Told the same however often it is accepted; null for a correction that is not the caller''s. Service role only.');

-- Definer for the same reason.
create function private.withdraw_correction(correction_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held uuid;
begin
  if not private.can_release_staff() then
    return private.refuse('withdraw-correction', correction_id);
  end if;
  select contract.id into held
  from public.contracts as contract
  join private.contract_corrections as correction on correction.contract_id = contract.id
  where correction.id = $1 for update of contract;
  if not found then
    raise sqlstate 'PT404' using message = 'Correção não encontrada.';
  end if;
  update private.contract_corrections as correction set status = 'withdrawn', closed_at = now()
  where correction.id = $1 and correction.status = 'waiting';
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ((select auth.uid()), 'withdraw-correction', held, 'done', jsonb_build_object('correction', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('withdraw_correction', 'authenticated',
  'Takes back a correction that its tenant has not accepted; only who may release accounts.');

create function private.waiting_correction_of(contract public.contracts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', correction.id, 'reason', correction.reason,
    'former', private.printed_of(contract), 'wanted', correction.wanted
  )
  from private.contract_corrections as correction
  where correction.contract_id = contract.id and correction.status = 'waiting'
    and private.is_running(contract);
$$;
comment on function private.waiting_correction_of is 'The correction of a contract that waits for its tenant: what is printed now, and what would be; null without one.';
grant execute on function private.waiting_correction_of to service_role;

-- Definer: the table is closed; what is told is the caller's own.
create function private.waiting_correction(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_correction_of(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('waiting_correction', 'authenticated',
  'The correction that waits for the tenant who is signed in to this contract, as private.waiting_correction_of tells it.');
