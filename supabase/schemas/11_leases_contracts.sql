-- Tenants sign in with the contract number, so each auth user of a contract has an artificial e-mail address. Staff
-- read contracts only through functions that record each read in the audit trail.

create function private.new_contract_number() returns text
language sql volatile
-- The contract number has forty random bits, so nobody can find contracts by trying numbers.
return 'PF-' || to_char(now(), 'YYYY') || '-'
  || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
comment on function private.new_contract_number is 'Returns a contract number: PF, the year and ten random characters. Nobody can find contracts by trying numbers.';
grant execute on function private.new_contract_number to service_role;

-- A lease is the rental of one property by one landlord to one tenant. Its contracts are the periods of the guarantee,
-- each of at most twelve months. The property and the names stand on the contracts, because the tenant accepted them
-- for each period, and the latest contract has the current ones.
create table public.leases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  landlord_id uuid references public.landlords (id) on delete set null,
  landlord_by uuid,
  created_at timestamptz not null default now(),
  claims_end_told_on date,
  constraint leases_of_account unique (id, user_id)
);
comment on table public.leases is 'Rentals whose guarantee has one or more contracts. Reports, claims and addresses of landlords belong to the lease.';
comment on column public.leases.user_id is 'Account of the tenant. All contracts of the lease have the same account.';
comment on column public.leases.landlord_id is 'Landlord of whom staff know more than the name; null otherwise.';
comment on column public.leases.landlord_by is 'Member of staff who set the landlord; no foreign key, because the lease outlives the account.';
comment on column public.leases.claims_end_told_on is 'Date of the last reminder to tenant and landlord that the time for claims ends.';
create index leases_by_account on public.leases (user_id);
create index leases_by_landlord on public.leases (landlord_id);
alter table public.leases enable row level security;
grant select, insert, update, delete on public.leases to service_role;

create table public.contracts (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid not null,
  user_id uuid not null references auth.users (id) on delete restrict,
  contract_number text not null unique default private.new_contract_number()
    check (contract_number ~ '^PF-[0-9]{4}-[0-9A-F]{10}$'),
  status text not null default 'active' check (status in ('active', 'ended', 'cancelled')),
  tenant_name text not null check (char_length(btrim(tenant_name)) between 3 and 100),
  tenant_cpf text not null check (private.is_cpf(tenant_cpf)),
  tenant_email text check (private.is_email(tenant_email)),
  tenant_phone text check (private.is_phone(tenant_phone)),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  property_type text not null check (private.is_property_type(property_type)),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 300),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  guarantee_reference_value numeric(12, 2) not null
    check (guarantee_reference_value between 0 and 9999999999.99),
  start_date date not null,
  end_date date not null,
  contract_duration_months integer not null check (contract_duration_months between 1 and 12),
  payment_plan text not null check (payment_plan in ('pix', 'other')),
  instalments integer not null default 1 check (instalments between 1 and 12),
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 200),
  created_at timestamptz not null default now(),
  offer_id uuid unique references public.offers (id) on delete set null,
  property_city text check (char_length(btrim(property_city)) between 2 and 100),
  property_state text check (private.is_state(property_state)),
  cover_limit numeric(12, 2) check (cover_limit between 0 and guarantee_reference_value),
  fee numeric(12, 2) check (fee between 0 and 9999999999.99),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  close_reason text check (char_length(btrim(close_reason)) between 3 and 1000),
  ends_on date,
  password_set_at timestamptz,
  landlord_phone text check (private.is_phone(landlord_phone)),
  fee_due_on date,
  letter_fee text not null default 'apart' check (letter_fee in ('apart', 'awaited', 'paid')),
  renews_contract_id uuid references public.contracts (id) on delete set null,
  end_told_on date,
  renewal_asked_at timestamptz,
  renewal_asked_by text check (renewal_asked_by in ('tenant', 'landlord')),
  search_text text generated always as (
    private.search_key(
      ' ' || tenant_name || ' ' || coalesce(tenant_email, '') || ' ' || tenant_cpf
      || ' ' || contract_number || ' ' || coalesce(tenant_phone, '') || ' ' || landlord_name
      || ' ' || property_address
    )
  ) stored,
  constraint contracts_of_lease foreign key (lease_id, user_id) references public.leases (id, user_id) on delete cascade,
  constraint contracts_renewal_has_author check ((renewal_asked_at is null) = (renewal_asked_by is null)),
  constraint contracts_dates_in_order check (end_date > start_date),
  constraint contracts_instalments_are_pix check (instalments = 1 or payment_plan = 'pix'),
  constraint contracts_instalments_within_term check (instalments <= contract_duration_months),
  constraint contracts_ends_within_term check (
    ends_on is null or ends_on <= end_date and status = 'ended'
  )
);
comment on table public.contracts is 'Guarantee contracts. Only the auth user of a contract may read the row directly.';
comment on column public.contracts.lease_id is 'Lease of which this contract guarantees a period. A renewal belongs to the lease of the contract that it renews.';
comment on column public.contracts.user_id is 'Account of the tenant, as of the lease.';
comment on column public.contracts.tenant_email is 'E-mail address of the tenant, for recovery links. The account itself has a synthetic address.';
comment on column public.contracts.contract_duration_months is 'Length of the term in months, at most twelve. A renewal is a new contract.';
comment on column public.contracts.cover_limit is 'Maximum payout in reais; null for contracts that were made before offers existed.';
comment on column public.contracts.closed_at is 'Time when staff ended or cancelled the contract; null for a contract that ran its term.';
comment on column public.contracts.ends_on is 'Last day of the lease, on which the property was returned (Lei 8.245, art. 39). Staff enter the day. Null unless staff ended the contract.';
comment on column public.contracts.landlord_phone is 'Phone number of the property owner, who receives the letter. The tenant gave the number in the request.';
comment on column public.contracts.payment_plan is 'pix: the tenant pays the fee, or each monthly instalment, by Pix; other: somebody else collects the fee.';
comment on column public.contracts.payment_method is 'Payment plan in words.';
comment on column public.contracts.fee_due_on is 'Due date of the fee or of its first instalment, copied from the offer because the offer is deleted before the contract.';
comment on column public.contracts.letter_fee is 'awaited: the letter is not in force until the fee is paid; paid: the fee was paid; apart: the letter does not depend on the fee. private.follow_letter_fee changes this column when the fee is paid or a payment is reversed.';
comment on column public.contracts.renews_contract_id is 'Former contract that this contract renews; null for a first contract.';
comment on column public.contracts.end_told_on is 'Date of the last end-of-term reminder to tenant and landlord. Reminders are sent on certain days before the end.';
comment on column public.contracts.renewal_asked_at is 'Time when tenant or landlord last asked for a renewal.';
comment on column public.contracts.renewal_asked_by is 'Side that last asked for a renewal.';
comment on column public.contracts.password_set_at is 'Time when the tenant first chose a password. While this time is null, mails and pages offer a link that sets the first password.';
comment on column public.contracts.search_text is 'Text that the staff search reads: name, e-mail address, CPF, contract number, phone, landlord and property address, each preceded by a space.';

create index contracts_by_account on public.contracts (user_id);
create index contracts_by_tenant_email on public.contracts (lower(tenant_email));
create index contracts_by_lease on public.contracts (lease_id, user_id);
create unique index contracts_one_renewal on public.contracts (renews_contract_id)
  where status <> 'cancelled';
create index contracts_by_renewed on public.contracts (renews_contract_id);
create index contracts_by_closer on public.contracts (closed_by);
create index contracts_by_term on public.contracts (end_date, id);
create index contracts_by_keys on public.contracts (ends_on) where ends_on is not null;
-- private.page_ids uses this index to search contracts by text.
create index contracts_by_grams on public.contracts
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);

alter table public.contracts enable row level security;
-- Tenants may read why their contract ended, but not which member of staff ended it.
grant select (
  id, user_id, contract_number, status, tenant_name, tenant_cpf, tenant_email, tenant_phone,
  landlord_name, landlord_phone, property_type, property_address, property_city, property_state,
  rental_value, guarantee_reference_value, cover_limit, fee, start_date, end_date, contract_duration_months,
  payment_method, created_at, closed_at, close_reason, ends_on, fee_due_on, letter_fee, renews_contract_id,
  renewal_asked_at, lease_id
) on public.contracts to authenticated;
grant select, insert, update, delete on public.contracts to service_role;
-- The policies of documents, files and letters read this table, so this policy protects those rows as well.
create policy "Contract holders read their own contract" on public.contracts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_live_session()));

create function private.is_mine(contract public.contracts) returns boolean
language sql stable
return coalesce(contract.user_id = (select auth.uid()), false) and private.has_live_session();
comment on function private.is_mine is 'Reports whether the caller is the tenant of this contract and the session still exists. The policy on contracts repeats this rule in a form that can use an index.';

create function private.is_my_lease(lease_id uuid) returns boolean
language sql stable
return exists (
  select from public.leases as lease
  where lease.id = $1 and lease.user_id = (select auth.uid())
) and private.has_live_session();
comment on function private.is_my_lease is 'Reports whether the caller is the tenant of this lease and the session still exists.';

create function private.last_day(contract public.contracts) returns date
language sql stable
return coalesce(
  contract.ends_on, least(contract.end_date, private.day_in_brasilia(contract.closed_at))
);
comment on function private.last_day is 'Returns the last day of a contract: the end of the lease that staff entered, else the day of its cancellation, else the end of its term.';
grant execute on function private.last_day to service_role;

create function private.delete_empty_lease() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  delete from public.leases as lease
  where lease.id = old.lease_id
    and not exists (select from public.contracts as contract where contract.lease_id = old.lease_id);
  return null;
end
$$;
comment on function private.delete_empty_lease is 'Deletes a lease with its last contract.';
create trigger delete_empty_lease after delete on public.contracts
for each row execute function private.delete_empty_lease();

create function private.current_contract(lease_id uuid) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1
  order by contract.status = 'cancelled', contract.start_date desc, contract.created_at desc limit 1;
end;
comment on function private.current_contract is 'Returns the latest contract of a lease that is not cancelled, else the latest one. It has the current property and names.';
grant execute on function private.current_contract to service_role;

create function private.lease_of(contract_id uuid) returns public.leases
language sql stable
begin atomic
  select lease from public.contracts as contract join public.leases as lease on lease.id = contract.lease_id
  where contract.id = $1;
end;
comment on function private.lease_of is 'Returns the lease of a contract.';
grant execute on function private.lease_of to service_role;

create function private.claims_over_on(lease_id uuid) returns date
language sql stable
set search_path = ''
as $$
  select greatest(
    (select max(private.last_day(contract)) from public.contracts as contract where contract.lease_id = $1),
    (
      select max(
        case
          when claim.withdrawn_at is not null then private.day_in_brasilia(claim.withdrawn_at)
          when claim.final_at is null then 'infinity'
          else greatest(private.day_in_brasilia(claim.final_at), claim.review_until, (
            select max(coalesce(private.paid_on(charge), 'infinity')) from public.charges as charge
            where charge.claim_id = claim.id and charge.cancelled_at is null
          ))
        end
      )
      from public.claims as claim where claim.lease_id = $1
    )
  );
$$;
comment on function private.claims_over_on is 'Returns the day on which the retention period begins: the last day of a lease''s last contract or of its last claim, whichever is later; infinity while a claim is open.';
grant execute on function private.claims_over_on to service_role;

-- The retention period of a request begins on over_on. Before this day, a claim could still need the request as
-- evidence.
create view private.request_contracts with (security_invoker = true) as
  select offer.simulation_id, contract.id as contract_id,
    private.claims_over_on(contract.lease_id) as over_on
  from public.contracts as contract
  join public.offers as offer on offer.id = contract.offer_id;
comment on view private.request_contracts is 'Contracts that came from a request, each with the day on which its retention period begins (private.claims_over_on).';

-- The law gives at least seven days to withdraw (CDC, art. 49).
create function private.withdrawal_days() returns integer
language sql stable
return private.business_number('withdrawalDays', 7, 90, 7);
comment on function private.withdrawal_days is 'Returns the number of days after acceptance in which the tenant may withdraw, by the current business rules; at least seven.';
grant execute on function private.withdrawal_days to service_role;

-- The evidence of an acceptance is kept as long as the contract.
create table public.acceptances (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  offer_id uuid unique references public.offers (id) on delete set null,
  accepted_at timestamptz not null default now(),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  -- Title and text of each checkbox that the applicant ticked.
  clauses text[] not null check (array_length(clauses, 1) between 1 and 50),
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  address_hash text not null check (char_length(address_hash) between 16 and 128),
  user_agent text not null check (char_length(user_agent) <= 500),
  withdrawal_days integer not null default private.withdrawal_days()
    check (withdrawal_days between 7 and 90)
);
comment on table public.acceptances is 'Evidence of acceptances: person, accepted conditions, time and device. Rows never change.';
comment on column public.acceptances.withdrawal_days is 'Number of days in which the tenant may withdraw under the accepted terms.';
alter table public.acceptances enable row level security;
grant select, insert, delete on public.acceptances to service_role;

-- Security definer, because the auth server inserts the users and may not call functions in the schema private.
create function private.refuse_contract_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The trigger runs at the end of the transaction, because the admin API sets app_metadata after the insert.
  if tg_op = 'INSERT' and exists (
    select from auth.users as made
    where made.id = new.id and private.is_contract_account(made.email)
      and made.raw_app_meta_data ->> 'account' is distinct from 'contract'
  ) then
    -- The auth server turns SQLSTATE PTxyz into HTTP status xyz.
    raise sqlstate 'PT422' using message = 'Este endereço não pode ser cadastrado.';
  end if;
  if tg_op = 'UPDATE' and (
    new.email is distinct from old.email
      and (private.is_contract_account(new.email) or private.is_contract_account(old.email))
    or new.email_change is distinct from old.email_change and new.email_change <> ''
      and (private.is_contract_account(new.email_change) or private.is_contract_account(old.email))
  ) then
    raise sqlstate 'PT422' using message = 'O endereço desta conta não pode ser alterado.';
  end if;
  return new;
end
$$;
comment on function private.refuse_contract_address is 'Rejects new accounts under the contract domain, unless they are created with the secret key (app_metadata: account = contract). Also rejects changes of the e-mail address of a contract account.';

create constraint trigger refuse_contract_address_at_sign_up
after insert on auth.users
deferrable initially deferred
for each row execute function private.refuse_contract_address();
create trigger refuse_contract_address_at_change
before update of email, email_change on auth.users
for each row execute function private.refuse_contract_address();

create function private.is_running(contract public.contracts) returns boolean
language sql stable
return contract.status = 'active' and contract.end_date >= private.today_in_brasilia();
comment on function private.is_running is 'Reports whether a contract is active and its term has not ended. Other contracts get no reminders and cannot be corrected or ended.';
grant execute on function private.is_running to service_role;

-- The function derives the state from the dates, because the stored status stays active after the end of the term.
create function private.contract_state(contract public.contracts) returns text
language sql stable
return case
  when contract.status <> 'active' then contract.status
  when contract.end_date < private.today_in_brasilia() then 'expired'
  when contract.letter_fee = 'awaited' then 'awaiting_payment'
  when contract.start_date > private.today_in_brasilia() then 'upcoming'
  else 'in_force'
end;
comment on function private.contract_state is 'Returns the state of a contract for display: upcoming, in_force, awaiting_payment (until its fee is paid), expired (ran its term), ended or cancelled.';
grant execute on function private.contract_state to authenticated, service_role;

create function private.periods_of(lease_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', contract.id, 'number', contract.contract_number, 'state', private.contract_state(contract),
    'startDate', contract.start_date, 'endDate', contract.end_date, 'lastDay', private.last_day(contract)
  ) order by contract.start_date, contract.created_at), '[]')
  from public.contracts as contract where contract.lease_id = $1;
end;
comment on function private.periods_of is 'Returns the contracts of a lease, the earliest first: [{id, number, state, startDate, endDate, lastDay}].';
grant execute on function private.periods_of to service_role;

-- Security definer, because staff have no grant on contracts.
create function private.list_contracts(
  wanted_view text, wanted_search text, after_date date, after_id uuid, page_size integer, of_week date
)
returns table (
  id uuid, contract_number text, tenant_name text, landlord_name text, property_address text,
  start_date date, end_date date, state text, asked_until date, holder text, look_again_on date
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  is_running constant boolean := coalesce(wanted_view in ('active', 'upcoming', 'expiring'), false);
  page uuid[];
begin
  page := private.page_ids(
    'contracts', 'end_date', case when is_running then 'asc' else 'desc' end,
    case when is_running then format('end_date >= %L', today) else 'true' end,
    case wanted_view
      when 'active' then 'status = ''active'''
      when 'upcoming' then format('status = ''active'' and start_date > %L', today)
      when 'expiring' then format(
        'status = ''active'' and end_date between %L and %L',
        coalesce(of_week, today), coalesce(of_week + 6, today + 30)
      )
      when 'ending' then 'id in (select contract_id from public.contract_endings where status = ''asked'')'
      when 'mine' then format(
        'id in (select contract_id from public.case_holders where holder = %L)', (select auth.uid())
      )
      when 'ended' then format('(status = ''ended'' or status = ''active'' and end_date < %L)', today)
      when 'cancelled' then 'status = ''cancelled'''
      else (wanted_view is null)::text
    end,
    wanted_search, after_date::text, after_id, least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-contracts', page);
  return query
    select contract.id, contract.contract_number, contract.tenant_name, contract.landlord_name,
      contract.property_address, contract.start_date, contract.end_date,
      private.contract_state(contract), (
        select ending.answer_until from public.contract_endings as ending
        where ending.contract_id = contract.id and cardinality(private.handover_waits_for(ending)) > 0
      ), private.case_holder(null, contract.id), (
        select held.look_again_on from public.case_holders as held where held.contract_id = contract.id
      )
    from unnest(page) with ordinality as listed (contract_id, place)
    join public.contracts as contract on contract.id = listed.contract_id
    order by listed.place;
end
$$;
call private.expose('list_contracts', 'authenticated',
  'Lists one page of contracts: active and expiring ones by the nearest end, others by the latest. Expiring means within 30 days, or in the week that begins on a given day. asked_until is the last day of a side that is asked about the day of the keys. mine lists the contracts that the caller holds. The next page starts after the last row. Records the read.',
  'view text default null, search text default null, after_date date default null, after_id uuid default null, page_size integer default 20, week date default null',
  needs => 'read');

-- Security definer, because staff have no grant on contracts.
create function private.contract_detail(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  shown public.contracts;
begin
  select * into shown from public.contracts as contract where contract.id = wanted;
  perform private.require_found(found, 'Contrato não encontrado.');
  perform private.record_reading('read-contracts', array[wanted]);
  return to_jsonb(shown) - array['search_text', 'user_id', 'closed_by'] || jsonb_build_object(
    'periods', private.periods_of(shown.lease_id),
    'state', private.contract_state(shown),
    'regret_until', private.regret_until(shown),
    'keys_note', (
      select ending.keys_note from public.contract_endings as ending
      where ending.contract_id = wanted and ending.status = 'confirmed'
    ),
    'closed_by', private.staff_name(shown.closed_by),
    'request', (
      select jsonb_build_object('id', simulation.id, 'protocol', simulation.protocol)
      from public.offers as offer
      join public.simulations as simulation on simulation.id = offer.simulation_id
      where offer.id = shown.offer_id
    ),
    'renewal', private.renewal_state(shown),
    'renews', private.contract_name(shown.renews_contract_id),
    'renewed_by', (
      select private.contract_name(renewal.id) from public.contracts as renewal
      where renewal.renews_contract_id = wanted and renewal.status <> 'cancelled'
    ),
    'offer', (
      select jsonb_build_object(
        'created_at', offer.created_at, 'valid_until', offer.valid_until,
        'fee_due_on', offer.fee_due_on, 'terms_version', offer.terms_version,
        'conditions_sha256', offer.conditions_sha256,
        'who', private.staff_name(offer.created_by)
      )
      from public.offers as offer where offer.id = shown.offer_id
    ),
    'acceptance', (
      select to_jsonb(acceptance) - array['contract_id', 'offer_id']
      from public.acceptances as acceptance where acceptance.contract_id = wanted
    ),
    'letter', (
      select jsonb_build_object(
        'code', letter.code, 'issued_at', letter.issued_at, 'file_sha256', letter.file_sha256
      )
      from public.letters as letter where letter.contract_id = wanted
    ),
    'ending', private.contract_ending(shown),
    'corrections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', correction.id, 'status', correction.status, 'made_at', correction.made_at,
        'closed_at', correction.closed_at, 'reason', correction.reason,
        'accepted_name', correction.accepted_name,
        'who', private.staff_name(correction.made_by)
      ) order by correction.made_at desc), '[]')
      from private.contract_corrections as correction where correction.contract_id = shown.id
    ),
    'documents_job', (
      select jsonb_build_object('status', job.status, 'attempts', job.attempts)
      from public.document_jobs as job where job.contract_id = wanted
    ),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', document.id, 'document_name', document.document_name,
        'created_at', document.created_at,
        'is_issued', private.is_issued_document(document)
      ) order by document.created_at, document.document_name), '[]')
      from public.contract_documents as document where document.contract_id = wanted
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', mail.id, 'template', mail.template, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at desc), '[]')
      from public.outgoing_mail as mail where mail.contract_id = wanted
    ),
    'history', private.subject_history(wanted, 'read-contracts')
  ) || private.lease_landlord(shown.lease_id) || private.inspections_of(shown.lease_id);
end
$$;
call private.expose('contract_detail', 'authenticated',
  'Returns a contract with its offer, acceptance, letter, documents, mails and history. Records the read.',
  needs => 'read', action => 'read-contracts');

-- Contracts and leases are locked without their keys, so that rows about them can be inserted meanwhile. A lock of the
-- key would make somebody who has locked the lease wait for a mail about the contract, and the other way round.
create function private.lock_contract(contract_id uuid) returns public.contracts
language plpgsql
set search_path = ''
as $$
declare
  locked public.contracts;
begin
  select * into locked from public.contracts where id = contract_id for no key update;
  perform private.require_found(found, 'Contrato não encontrado.');
  return locked;
end
$$;
comment on function private.lock_contract is 'Locks a contract until the end of the transaction and returns the contract; raises PT404 for an unknown id.';
grant execute on function private.lock_contract to service_role;

-- Staff can close a contract before the end of its term and give a reason. The tenant gets the reason by mail after
-- the undo period. Security definer, because staff may not update contracts. The row lock prevents a second closing.
create function private.close_contract(
  contract_id uuid, wanted text, reason text, ends_on date, kind text, despite_claim boolean
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  last_day constant date := case when wanted = 'ended' then coalesce(ends_on, today) end;
  closed public.contracts;
  open_claim text;
begin
  if wanted is null or wanted not in ('ended', 'cancelled') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  if char_length(btrim(coalesce(reason, ''))) < 3 then
    perform private.reject('Informe o motivo.', 'reason');
  end if;
  if kind in ('moved-out', 'end-of-lease') then
    perform private.reject('O dia das chaves só vale depois de perguntado às duas partes: registre um pedido de encerramento.', 'kind');
  end if;
  closed := private.lock_contract(contract_id);
  if not private.is_running(closed) then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  if kind = 'regret' and private.regret_until(closed) is null then
    perform private.reject('O prazo de desistência deste contrato terminou.', 'kind');
  end if;
  if last_day > today then
    perform private.reject('A data não pode ser depois de hoje.', 'ends_on');
  end if;
  -- The earliest end is the start of the term, or today for a term that begins later.
  if last_day < least(closed.start_date, today) then
    perform private.reject('A data não pode ser antes do início do contrato.', 'ends_on');
  end if;
  open_claim := private.open_claim_of(closed.id);
  if open_claim is not null and not coalesce(despite_claim, false) then
    return jsonb_build_object(
      'changed', false, 'state', private.contract_state(closed), 'why', 'claim', 'protocol', open_claim
    );
  end if;
  update public.contracts as contract
  set status = wanted, closed_at = now(), closed_by = (select auth.uid()),
    close_reason = btrim(reason), ends_on = last_day
  where contract.id = contract_id
  returning contract.* into closed;
  perform private.note_closing(closed, kind);
  perform private.note(
    'close-contract', contract_id, jsonb_build_object('status', wanted, 'endsOn', last_day)
  );
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      'contract-ended', closed.tenant_email, '{}', 'contract-ended:' || closed.id,
      contract_id => closed.id, delay => private.undo_period()
    );
  end if;
  return jsonb_build_object(
    'changed', true, 'state', wanted,
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;
call private.expose('close_contract', 'authenticated',
  'Cancels a contract, or ends it today or on a past day of its term, once; the mail to the tenant quotes the reason. kind: that of contract_endings, but none that depends on the keys. why: claim (a claim is open and despite_claim is not true).',
  'contract_id uuid, status text, reason text, ends_on date default null, kind text default null, despite_claim boolean default false',
  needs => 'contracts');

-- A closing cannot be undone once a worker has claimed its mail or staff have made a later offer. This function and
-- make_offer both lock the request, so they cannot run at the same time. Security definer, because staff may not update
-- contracts.
create function private.undo_closing(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  closed public.contracts;
  reopened public.contracts;
  mail public.outgoing_mail;
begin
  perform from public.simulations as request
  where request.id = (
    select offer.simulation_id from public.offers as offer
    join public.contracts as contract on contract.offer_id = offer.id
    where contract.id = wanted
  )
  for update;
  closed := private.lock_contract(wanted);
  select * into mail from public.outgoing_mail as waiting
  where waiting.idempotency_key = 'contract-ended:' || wanted for update;
  if closed.status = 'active'
    or closed.closed_by is distinct from (select auth.uid())
    or closed.closed_at <= now() - private.undo_period()
    or mail.status <> 'queued' or mail.attempts > 0
    or exists (
      select from public.offers as offer
      where offer.id = closed.offer_id and offer.status <> 'accepted'
    )
  then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  delete from public.outgoing_mail as waiting
  where waiting.id = mail.id
    or waiting.contract_id = wanted and waiting.template = 'landlord-ended' and waiting.status = 'queued';
  update public.contracts as contract
  set status = 'active', closed_at = null, closed_by = null, close_reason = null, ends_on = null
  where contract.id = wanted
  returning contract.* into reopened;
  perform private.reopen_ending(closed);
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  select (select auth.uid()), 'undo-closing', wanted, 'done', trail.details
  from public.audit_trail as trail
  where trail.subject_id = wanted and trail.action = 'close-contract' and trail.outcome = 'done'
  order by trail.id desc limit 1;
  return jsonb_build_object('changed', true, 'state', private.contract_state(reopened));
end
$$;
call private.expose('undo_closing', 'authenticated',
  'Undoes the caller''s own closing of a contract while its mail waits; changed is false when it is too late.',
  needs => 'contracts');

-- Looks in outgoing_mail for an earlier mail about the same contract. Sent mails stay there for 30 days, so the
-- function skips terms that ended more than 14 days ago.
create function private.end_contracts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  contract public.contracts;
  queued integer := 0;
begin
  for contract in
    select * from public.contracts as ran_out
    where ran_out.status = 'active' and ran_out.tenant_email is not null
      and ran_out.end_date >= today - 14 and ran_out.end_date < today
      and not private.is_renewed(ran_out.id)
      and not exists (
        select from public.outgoing_mail as mail
        where mail.idempotency_key = 'contract-ended:' || ran_out.id
      )
    order by ran_out.end_date, ran_out.id
    limit 100
  loop
    perform private.enqueue_mail(
      'contract-ended', contract.tenant_email, '{}', 'contract-ended:' || contract.id,
      contract_id => contract.id
    );
    perform private.tell_landlord(contract.id, 'landlord-ended', 'ended');
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.end_contracts is 'Queues one mail for each contract whose term has just ended without a renewal, at most 100 per call; returns the number of mails. The schedule calls this function.';
grant execute on function private.end_contracts to service_role;

-- Security definer, because staff may not queue mail. The mail contains a new link, which voids the former link.
create function private.resend_access(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted text;
  reopened public.contracts;
begin
  reopened := private.lock_contract(contract_id);
  if reopened.tenant_email is null then
    return jsonb_build_object('changed', false, 'why', 'no-address');
  end if;
  if exists (
    select from public.document_jobs as job
    where job.contract_id = reopened.id and job.status <> 'done'
  ) then
    return jsonb_build_object('changed', false, 'why', 'not-ready');
  end if;
  wanted := private.access_mail(reopened);
  -- Prevents a second mail after a double click or a click by a colleague at the same time.
  if exists (
    select from public.outgoing_mail as mail
    where mail.contract_id = reopened.id and mail.template = wanted
      and mail.created_at > now() - interval '1 minute'
  ) then
    return jsonb_build_object('changed', false, 'why', 'just-sent');
  end if;
  perform private.enqueue_mail(
    wanted, reopened.tenant_email, '{}', wanted || ':' || reopened.id || ':' || now(),
    contract_id => reopened.id
  );
  perform private.note('resend-access', contract_id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('resend_access', 'authenticated',
  'Queues a mail with a new single-use link to a contract, at most one per minute.',
  needs => 'contracts');

-- Hides whether an address is known. For an unknown address, a mail is queued and rolled back, so that each call takes
-- the same time.
create function public.request_password_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  newest public.contracts;
  found_any boolean := false;
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Returns without an error at the limit, because an error would reveal earlier requests for this address.
  if not private.may_mail_link('recovery', wanted, address_hash) then
    return;
  end if;

  for newest in
    -- Each account gets one mail, because the link in a second mail would void the link in the first.
    select listed.* from (
      select distinct on (known.user_id) known.* from public.contracts as known
      where lower(known.tenant_email) = wanted
      order by known.user_id, known.start_date desc
    ) as listed
    order by listed.start_date desc
    limit 5
  loop
    found_any := true;
    perform private.enqueue_mail(
      private.access_mail(newest), wanted, '{}',
      'password-recovery:' || gen_random_uuid(), contract_id => newest.id
    );
  end loop;

  if not found_any then
    begin
      perform private.enqueue_mail(
        'password-recovery', wanted, '{}',
        'password-recovery:' || gen_random_uuid()
      );
      raise exception 'unknown address' using errcode = 'P0002';
    exception
      when no_data_found then null;
    end;
  end if;
end
$$;
comment on function public.request_password_recovery is 'Queues one recovery mail per account of this e-mail address, without reporting whether such an account exists.';
grant execute on function public.request_password_recovery to service_role;

-- One transaction creates contract and account, so every contract has an account. Nobody knows the random password.
-- The tenant sets another password with a mailed link. Security definer, because the service role may not write
-- accounts.
create function private.create_contract_account(contract_id uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := gen_random_uuid();
  address constant text := 'contrato-' || contract_id || '@contratos.payser.invalid';
begin
  insert into auth.users (
    id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    -- The auth server reads these columns as text and fails when they are null.
    confirmation_token, recovery_token, email_change, email_change_token_new,
    email_change_token_current, phone_change, phone_change_token, reauthentication_token
  ) values (
    account, 'authenticated', 'authenticated', address,
    -- Random text in the format of a bcrypt hash, because making a real hash would take 0.1 s. Checking a password
    -- against this text takes as long as against a real hash.
    extensions.gen_salt('bf', 10)
      || left(translate(encode(extensions.gen_random_bytes(24), 'base64'), '+', '.'), 31),
    now(), '{"provider": "email", "providers": ["email"], "account": "contract"}', '{}',
    now(), now(), '', '', '', '', '', '', '', ''
  );
  -- The hosted auth server only finds accounts that have this instance id. The local auth server has no such column.
  if exists (
    select from pg_catalog.pg_attribute
    where attrelid = 'auth.users'::regclass and attname = 'instance_id' and not attisdropped
  ) then
    execute 'update auth.users set instance_id = $1 where id = $2'
    using '00000000-0000-0000-0000-000000000000'::uuid, account;
  end if;
  insert into auth.identities (
    id, provider, provider_id, user_id, identity_data, created_at, updated_at
  ) values (
    gen_random_uuid(), 'email', account::text, account,
    jsonb_build_object('sub', account, 'email', address, 'email_verified', true),
    now(), now()
  );
  return account;
end
$$;
comment on function private.create_contract_account is 'Creates the auth user of a new contract. The rows have the same content as rows that the admin API of the auth server writes.';
grant execute on function private.create_contract_account to service_role;

create function private.find_offered(secret_hash text) returns public.simulations
language sql stable
set search_path = ''
as $$
  select simulation.* from private.find_tracked($1) as simulation
  where simulation.reviewed_at <= now() - private.undo_period();
$$;
comment on function private.find_offered is 'Returns the request that a link opens, if its decision can be shown. Each column is null for an unknown link and for a decision that staff can still undo.';
grant execute on function private.find_offered to service_role;

create function public.find_conditions(secret_hash text, offer_id uuid, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  conditions jsonb;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select jsonb_build_object(
    'path', offer.id || '/' || offer.conditions_sha256 || '.pdf', 'protocol', request.protocol
  ) into conditions
  from private.find_offered(secret_hash) as request
  join public.offers as offer on offer.simulation_id = request.id
  where offer.id = find_conditions.offer_id and offer.status <> 'withdrawn';
  if conditions is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  end if;
  return conditions;
end
$$;
comment on function public.find_conditions is 'Returns the path of an offer''s PDF when the link belongs to the request of the offer; otherwise null. Service role only.';
grant execute on function public.find_conditions to service_role;

create function private.lock_linked_offer(secret_hash text, offer_id uuid, address_hash text)
returns public.offers
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  locked public.offers;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  request := private.find_offered(secret_hash);
  if request.id is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  -- All functions lock the request before the offer, which prevents deadlocks. A second click waits for this lock.
  perform from public.simulations where id = request.id for update;
  select * into locked from public.offers as offer
  where offer.id = $2 and offer.simulation_id = request.id for update;
  return locked;
end
$$;
comment on function private.lock_linked_offer is 'Locks an offer and its request for the holder of the request''s link and returns the offer. Each column is null when the link does not open this offer.';
grant execute on function private.lock_linked_offer to service_role;

create function private.lease_for(former public.contracts, offer public.offers) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  lease public.leases;
begin
  select * into lease from public.leases as renewed where renewed.id = former.lease_id for no key update;
  -- The guarantee of another landlord is another lease, so that the former landlord's addresses do not see it.
  if lease.id is not null and coalesce(lease.landlord_id = offer.landlord_id, true) then
    update public.leases as renewed set landlord_id = coalesce(renewed.landlord_id, offer.landlord_id)
    where renewed.id = lease.id;
    return lease.id;
  end if;
  insert into public.leases (user_id, landlord_id) values (former.user_id, offer.landlord_id)
  returning id into lease.id;
  return lease.id;
end
$$;
comment on function private.lease_for is 'Returns the lease of an accepted offer: that of the contract that it renews, or a new one for a first contract or for another landlord.';
grant execute on function private.lease_for to service_role;

-- One transaction makes the contract, its account, the evidence and the letter's code, and queues jobs and mails.
create function public.accept_offer(
  secret_hash text, offer_id uuid, full_name text, clauses text[], conditions_sha256 text,
  address_hash text, user_agent text, landlord_email text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns in the queries below have the parameters' names.
  wanted constant uuid := offer_id;
  shown constant text := conditions_sha256;
  request public.simulations;
  offer public.offers;
  former public.contracts;
  made public.contracts;
  asked text[];
  outcome text;
begin
  offer := private.lock_linked_offer(secret_hash, wanted, address_hash);
  if offer.id is null then
    return null;
  end if;
  select * into request from public.simulations where id = offer.simulation_id;

  if offer.status = 'accepted' then
    select * into made from public.contracts where contracts.offer_id = wanted;
    return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
  end if;
  outcome := case
    when not private.is_open(offer) then private.offer_state(offer)
    when offer.conditions_sha256 <> shown then 'changed'
    -- The browser sends title and text of each ticked checkbox. These texts must match the clauses of the offer.
    when not array(
      select clause ->> 'title' from jsonb_array_elements(offer.clauses) as clause
    ) <@ clauses then 'clauses'
    when private.full_name_key(full_name) <> private.full_name_key(request.full_name) then 'name'
  end;
  if outcome is not null then
    return jsonb_build_object('outcome', outcome);
  end if;
  asked := array(
    select (clause ->> 'title') || E'\n' || (clause ->> 'text')
    from jsonb_array_elements(offer.clauses) with ordinality as listed (clause, place)
    order by place
  );

  if offer.renews_contract_id is not null then
    select * into former from public.contracts as renewed
    where renewed.id = offer.renews_contract_id for no key update;
    -- Since the offer was made, the contract to renew may have been closed or may have got another end date.
    if not private.is_renewable(former) or offer.start_date <> former.end_date + 1 then
      return jsonb_build_object('outcome', 'withdrawn');
    end if;
  else
    former.tenant_email := request.email;
    former.tenant_phone := request.phone;
    former.landlord_phone := request.owner_contact;
    former.property_address := private.property_line(request);
    former.property_city := request.property_city;
    former.property_state := request.property_state;
  end if;
  made.id := gen_random_uuid();
  former.user_id := coalesce(former.user_id, private.create_contract_account(made.id));
  former.lease_id := private.lease_for(former, offer);
  insert into public.contracts (
    id, lease_id, user_id, offer_id, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name,
    landlord_phone, property_type, property_address, property_city, property_state, rental_value,
    guarantee_reference_value, cover_limit, fee, fee_due_on, start_date, end_date,
    contract_duration_months, payment_plan, instalments, payment_method,
    renews_contract_id, password_set_at, letter_fee
  ) values (
    made.id, former.lease_id, former.user_id, offer.id,
    request.full_name, request.cpf, former.tenant_email, former.tenant_phone, offer.landlord_name,
    former.landlord_phone, offer.property_type, former.property_address, former.property_city,
    former.property_state, offer.rental_value, offer.reference_value,
    offer.cover_limit, offer.fee, offer.fee_due_on, offer.start_date, offer.end_date, offer.months,
    offer.payment_plan, offer.instalments, offer.payment_method,
    former.id, former.password_set_at,
    case when offer.letter_needs_fee and offer.fee > 0 then 'awaited' else 'apart' end
  )
  returning * into made;
  perform private.owe_fee(made);
  if landlord_email is not null then
    perform private.ask_landlord(made, landlord_email, 'tenant', null, address_hash);
  end if;
  insert into public.acceptances (
    contract_id, offer_id, full_name, clauses, terms_version, conditions_sha256, address_hash,
    user_agent
  ) values (
    made.id, offer.id, btrim(full_name), asked, offer.terms_version, offer.conditions_sha256,
    address_hash, left(user_agent, 500)
  );
  insert into public.letters (contract_id, code) values (made.id, private.new_letter_code());
  insert into public.document_jobs (contract_id) values (made.id);
  update public.offers set status = 'accepted', closed_at = now() where offers.id = offer.id;
  perform private.note(
    'accept-offer', request.id, jsonb_build_object('offer', offer.id, 'contract', made.id)
  );
  perform private.drop_offer_mail(offer.id);
  perform private.enqueue_mail(
    'offer-accepted', private.address_of(request), '{}', 'offer-accepted:' || offer.id,
    -- If the documents are ready within five minutes, the mail about the documents is enough and this mail is deleted.
    simulation_id => request.id, delay => interval '5 minutes'
  );
  perform private.enqueue_mail(
    'acceptance-notice', null, '{}', 'acceptance-notice:' || made.id, contract_id => made.id
  );
  return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
end
$$;
comment on function public.accept_offer is 'Accepts an offer and makes its contract once. A repeated acceptance gets the same answer. Returns null when the link does not open this offer. Service role only.';
grant execute on function public.accept_offer to service_role;

-- The same transaction queues a mail to staff with the applicant's text. A second click changes nothing.
create function public.answer_offer(
  secret_hash text, offer_id uuid, answer text, reason text, address_hash text,
  clause text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns in the queries below have the parameters' names.
  wanted constant uuid := offer_id;
  words constant text := btrim(reason);
  offer public.offers;
  -- Id for the idempotency key of the mail: the id of the question, or the id of the offer for adjust and decline.
  answer_id uuid := offer_id;
begin
  offer := private.lock_linked_offer(secret_hash, wanted, address_hash);
  if offer.id is null then
    return null;
  end if;

  if (
    case answer
      when 'adjust' then words = offer.adjustment_reason
      when 'question' then exists (
        select from jsonb_array_elements(offer.questions) as asked
        where asked ->> 'text' = words and asked ->> 'clause' is not distinct from clause
      )
      else words = offer.decline_reason
    end
  ) then
    return jsonb_build_object('outcome', 'answered');
  end if;
  if not private.is_open(offer) then
    return jsonb_build_object('outcome', private.offer_state(offer));
  end if;
  if answer = 'adjust' then
    -- A second text does not replace the first, because staff may already be working on the first text.
    if offer.adjustment_asked_at is not null then
      return jsonb_build_object('outcome', 'asked');
    end if;
    update public.offers set adjustment_reason = words, adjustment_asked_at = now()
    where offers.id = wanted;
  elsif answer = 'decline' then
    update public.offers set status = 'declined', closed_at = now(), decline_reason = words
    where offers.id = wanted;
    perform private.drop_offer_mail(wanted);
  elsif answer = 'question' then
    if char_length(words) not between 10 and 1000 then
      perform private.reject('Escreva de 10 a 1.000 caracteres.', 'reason');
    end if;
    if clause is not null and not exists (
      select from jsonb_array_elements(offer.clauses) as agreed where agreed ->> 'title' = clause
    ) then
      return jsonb_build_object('outcome', 'unknown-clause');
    end if;
    if jsonb_array_length(offer.questions) >= 5 then
      return jsonb_build_object('outcome', 'enough');
    end if;
    answer_id := gen_random_uuid();
    update public.offers set questions = questions || jsonb_strip_nulls(jsonb_build_object(
      'id', answer_id, 'clause', clause, 'text', words, 'askedAt', now()
    ))
    where offers.id = wanted;
  else
    perform private.reject('Resposta desconhecida.', 'answer');
  end if;
  perform private.note(
    'answer-offer', offer.simulation_id, jsonb_build_object('offer', wanted, 'decision', answer)
  );
  perform private.enqueue_mail(
    'offer-notice', null, '{}', 'offer-notice:' || answer || ':' || answer_id,
    simulation_id => offer.simulation_id
  );
  return jsonb_build_object('outcome', 'answered');
end
$$;
comment on function public.answer_offer is 'Records the applicant''s answer to an offer. adjust: asks staff once for a change, while the offer stays open; decline: closes the offer; question: asks about the offer, up to five times. reason holds the applicant''s text. Returns null when the link does not open this offer. Service role only.';
grant execute on function public.answer_offer to service_role;
