-- Contracts. Each has an auth user of its own with a synthetic address; the password hash exists in
-- auth.users alone. Staff find contracts by what people say on the phone, and see all that one rests
-- on; who read whose contract is on record, and no policy opens the table to staff.

create function private.new_contract_number() returns text
language sql volatile
set search_path = ''
as $$
  -- Forty random bits, so that numbers cannot be listed.
  select 'PF-' || to_char(now(), 'YYYY') || '-'
    || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
$$;
comment on function private.new_contract_number is 'PF, the year and ten characters, so many that numbers cannot be listed.';
grant execute on function private.new_contract_number to service_role;

create table public.contracts (
  id uuid primary key default gen_random_uuid(),
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
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 100),
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
  keys_note text check (char_length(btrim(keys_note)) between 3 and 1000),
  password_set_at timestamptz,
  landlord_phone text check (private.is_phone(landlord_phone)),
  landlord_id uuid references public.landlords (id) on delete set null,
  fee_due_on date,
  letter_fee text not null default 'apart' check (letter_fee in ('apart', 'awaited', 'paid')),
  renews_contract_id uuid references public.contracts (id) on delete set null,
  end_told_on date,
  claims_end_told_on date,
  renewal_asked_at timestamptz,
  search_text text generated always as (
    private.search_key(
      ' ' || tenant_name || ' ' || coalesce(tenant_email, '') || ' ' || tenant_cpf
      || ' ' || contract_number || ' ' || coalesce(tenant_phone, '') || ' ' || landlord_name
      || ' ' || property_address
    )
  ) stored,
  constraint contracts_dates_in_order check (end_date > start_date),
  constraint contracts_ends_within_term check (
    ends_on is null or ends_on <= end_date and status = 'ended'
  )
);
comment on table public.contracts is 'Guarantee contracts, each readable by its own auth user only.';
comment on column public.contracts.user_id is 'The account that opens this contract; renewals have that of the first.';
comment on column public.contracts.tenant_email is 'Real address of the tenant; recovery links go there.';
comment on column public.contracts.contract_duration_months is 'Twelve at most; renewal is a new contract.';
comment on column public.contracts.cover_limit is 'The most that is paid, in reais; null for contracts from before offers.';
comment on column public.contracts.closed_at is 'When staff ended or cancelled it; null for one that ran its term.';
comment on column public.contracts.ends_on is 'The day on which staff say that the lease ended, by the return of the property (Lei 8.245, art. 39); null unless they ended it.';
comment on column public.contracts.keys_note is 'By what it is known that the keys were handed over; staff''s alone.';
comment on column public.contracts.landlord_phone is 'The owner''s phone as the tenant gave it with the request: to whom the letter is sent.';
comment on column public.contracts.landlord_id is 'The landlord as a person with addresses; null as long as only the name is known.';
comment on column public.contracts.fee_due_on is 'Until when the fee is to be paid; the offer, which said so, goes before the contract does.';
comment on column public.contracts.letter_fee is 'awaited: the letter is not in force until the fee is paid; paid: it was; apart: the letter does not depend on it. Follows the bookings of the fee (17_payments.sql).';
comment on column public.contracts.renews_contract_id is 'The contract of which this is the renewal.';
comment on column public.contracts.end_told_on is 'The latest of the days so many before its end on which both parties were told that it ends.';
comment on column public.contracts.claims_end_told_on is 'The latest of the days so many before the last one for a claim on which both parties were told of it.';
comment on column public.contracts.renewal_asked_at is 'When its tenant last asked for a renewal.';
comment on column public.contracts.password_set_at is 'When its tenant first chose a password; null until then. Links and words are those of a first time as long as it is.';
comment on column public.contracts.search_text is 'Name, e-mail, CPF and number for the staff search, a space before each.';

create index contracts_by_account on public.contracts (user_id);
create index contracts_by_tenant_email on public.contracts (lower(tenant_email));
create index contracts_by_landlord on public.contracts (landlord_id);
create unique index contracts_one_renewal on public.contracts (renews_contract_id)
  where status <> 'cancelled';
create index contracts_by_renewed on public.contracts (renews_contract_id);
create index contracts_by_closer on public.contracts (closed_by);
create index contracts_by_term on public.contracts (end_date, id);
create index contracts_by_keys on public.contracts (ends_on) where ends_on is not null;
-- Searched as simulations are, by the same function (private.page_ids).
create index contracts_by_grams on public.contracts
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);

alter table public.contracts enable row level security;
-- Whom a tenant deals with and why it ended is the tenant's to read; who of staff did it is not.
grant select (
  id, user_id, contract_number, status, tenant_name, tenant_cpf, tenant_email, tenant_phone,
  landlord_name, landlord_phone, property_type, property_address, property_city, property_state,
  rental_value, guarantee_reference_value, cover_limit, fee, start_date, end_date, contract_duration_months,
  payment_method, created_at, closed_at, close_reason, ends_on, fee_due_on, letter_fee, renews_contract_id,
  renewal_asked_at
) on public.contracts to authenticated;
grant select, insert, update, delete on public.contracts to service_role;
-- Documents, files and letters are found through contracts, so this policy guards all of them.
create policy "Contract holders read their own contract" on public.contracts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_live_session()));

create function private.is_mine(contract public.contracts) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(contract.user_id = (select auth.uid()), false) and private.has_live_session();
$$;
comment on function private.is_mine is 'Whether the caller is the tenant of a contract that was found by its id, in a live session; the policy above says it of all at once, by the index.';

create function private.last_day(contract public.contracts) returns date
language sql stable
set search_path = ''
as $$
  select coalesce(
    contract.ends_on, least(contract.end_date, private.day_in_brasilia(contract.closed_at))
  );
$$;
comment on function private.last_day is 'The last day of a contract: that on which the lease ended, else the day on which staff cancelled it, else that of its term.';
grant execute on function private.last_day to service_role;

create function private.claims_over_on(contract_id uuid, last_day date) returns date
language sql stable
set search_path = ''
as $$
  select greatest($2, max(
    case
      when claim.withdrawn_at is not null then private.day_in_brasilia(claim.withdrawn_at)
      when claim.final_at is null then 'infinity'
      else greatest(private.day_in_brasilia(claim.final_at), claim.appeal_until, (
        select max(coalesce(payment.paid_on, 'infinity')) from public.payments as payment
        where payment.claim_id = claim.id and payment.dropped_at is null
      ))
    end
  ))
  from public.claims as claim where claim.contract_id = $1;
$$;
comment on function private.claims_over_on is 'The last day of a contract, or of its last claim where that is later: infinity while one is open. What is kept counts from it.';
grant execute on function private.claims_over_on to service_role;

-- What a request is kept for: one that became a contract is evidence until nobody can claim any more.
create view private.request_contracts with (security_invoker = true) as
  select offer.simulation_id, contract.id as contract_id,
    private.claims_over_on(contract.id, private.last_day(contract)) as over_on
  from public.contracts as contract
  join public.offers as offer on offer.id = contract.offer_id;
comment on view private.request_contracts is 'The contracts that came of a request, each with its last day, or that of its last claim.';

-- As published when it is asked; the law gives seven (CDC, art. 49).
create function private.withdrawal_days() returns integer
language sql stable
set search_path = ''
as $$
  select private.business_number('withdrawalDays', 7, 90, 7);
$$;
comment on function private.withdrawal_days is 'How many days after the acceptance a tenant may withdraw: the business rules'' number, seven at least.';
grant execute on function private.withdrawal_days to service_role;

-- The evidence of an acceptance stays as long as its contract.
create table public.acceptances (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  offer_id uuid unique references public.offers (id) on delete set null,
  accepted_at timestamptz not null default now(),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  -- What stood beside each box that was ticked.
  clauses text[] not null check (array_length(clauses, 1) between 1 and 50),
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  address_hash text not null check (char_length(address_hash) between 16 and 128),
  user_agent text not null check (char_length(user_agent) <= 500),
  withdrawal_days integer not null default private.withdrawal_days()
    check (withdrawal_days between 7 and 90)
);
comment on table public.acceptances is 'Who accepted which conditions, when and how; evidence, so rows do not change.';
comment on column public.acceptances.withdrawal_days is 'As the terms said then: the version that was accepted holds.';
alter table public.acceptances enable row level security;
grant select, insert, delete on public.acceptances to service_role;

-- Definer: the auth server inserts users and may not call what is private.
create function private.refuse_contract_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Asked at the end of the transaction: the admin API adds what it knows after the insert.
  if tg_op = 'INSERT' and exists (
    select from auth.users as made
    where made.id = new.id and private.is_contract_account(made.email)
      and made.raw_app_meta_data ->> 'account' is distinct from 'contract'
  ) then
    -- The auth server turns PTxyz into HTTP status xyz.
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
comment on function private.refuse_contract_address is 'Only the secret key makes accounts of contracts (app_metadata: account = contract), and they keep their address.';

create constraint trigger refuse_contract_address_at_sign_up
after insert on auth.users
deferrable initially deferred
for each row execute function private.refuse_contract_address();
create trigger refuse_contract_address_at_change
before update of email, email_change on auth.users
for each row execute function private.refuse_contract_address();

create function private.is_running(contract public.contracts) returns boolean
language sql stable
set search_path = ''
as $$
  select contract.status = 'active' and contract.end_date >= private.today_in_brasilia();
$$;
comment on function private.is_running is 'Whether a contract is in its term or will be, by its days alone: what it is reminded of, may be asked or corrected.';
grant execute on function private.is_running to service_role;

-- Derived: a contract that ran its term stays as it is stored.
create function private.contract_state(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case
    when contract.status <> 'active' then contract.status
    when contract.end_date < private.today_in_brasilia() then 'expired'
    when contract.letter_fee = 'awaited' then 'awaiting_payment'
    when contract.start_date > private.today_in_brasilia() then 'upcoming'
    else 'in_force'
  end;
$$;
comment on function private.contract_state is 'What everybody is told of a contract: upcoming, in_force, awaiting_payment (neither, until its fee is paid), expired (ran its term), ended or cancelled.';
grant execute on function private.contract_state to authenticated, service_role;

-- Definer: staff have no grant on the table.
create function private.list_contracts(
  wanted_view text, wanted_search text, after_date date, after_id uuid, page_size integer, of_week date
)
returns setof public.contracts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  is_running constant boolean := coalesce(wanted_view in ('active', 'upcoming', 'expiring'), false);
  page uuid[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
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
      when 'ended' then format('(status = ''ended'' or status = ''active'' and end_date < %L)', today)
      when 'cancelled' then 'status = ''cancelled'''
      else (wanted_view is null)::text
    end,
    wanted_search, after_date::text, after_id, least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-contracts', page);
  return query
    select contract.*
    from unnest(page) with ordinality as listed (id, place)
    join public.contracts as contract on contract.id = listed.id
    order by listed.place;
end
$$;
comment on function private.list_contracts is 'One page for its public half, which shows fewer columns.';
grant execute on function private.list_contracts to authenticated;

create function public.list_contracts(
  view text default null, search text default null,
  after_date date default null, after_id uuid default null, page_size integer default 20,
  week date default null
)
returns table (
  id uuid, contract_number text, tenant_name text, landlord_name text, property_address text,
  start_date date, end_date date, state text
)
language sql volatile
set search_path = ''
as $$
  select found.id, found.contract_number, found.tenant_name, found.landlord_name,
    found.property_address, found.start_date, found.end_date, private.contract_state(found)
  from private.list_contracts($1, $2, $3, $4, $5, $6) as found;
$$;
comment on function public.list_contracts is 'One page: active and expiring ones by the nearest end, others by the latest; expiring are those of the next 30 days, or of the week that begins on a day; the next page starts after the last row. Active staff only; who read what is on record.';
grant execute on function public.list_contracts to authenticated;

-- Definer for the same reason.
create function private.contract_detail(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  found_one public.contracts;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into found_one from public.contracts as contract where contract.id = wanted;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  perform private.record_reading('read-contracts', array[wanted]);
  return to_jsonb(found_one) - array['search_text', 'user_id', 'closed_by'] || jsonb_build_object(
    'state', private.contract_state(found_one),
    'closed_by', (
      select coalesce(staff.full_name, staff.email)
      from public.staff where staff.user_id = found_one.closed_by
    ),
    'request', (
      select jsonb_build_object('id', simulation.id, 'protocol', simulation.protocol)
      from public.offers as offer
      join public.simulations as simulation on simulation.id = offer.simulation_id
      where offer.id = found_one.offer_id
    ),
    'renewal', private.renewal_state(found_one),
    'renews', private.contract_name(found_one.renews_contract_id),
    'renewed_by', (
      select private.contract_name(renewal.id) from public.contracts as renewal
      where renewal.renews_contract_id = wanted and renewal.status <> 'cancelled'
    ),
    'offer', (
      select jsonb_build_object(
        'created_at', offer.created_at, 'valid_until', offer.valid_until,
        'fee_due_on', offer.fee_due_on, 'terms_version', offer.terms_version,
        'conditions_sha256', offer.conditions_sha256,
        'who', (
          select coalesce(staff.full_name, staff.email)
          from public.staff where staff.user_id = offer.created_by
        )
      )
      from public.offers as offer where offer.id = found_one.offer_id
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
    'ending', private.contract_ending(found_one),
    'corrections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', correction.id, 'status', correction.status, 'made_at', correction.made_at,
        'closed_at', correction.closed_at, 'reason', correction.reason,
        'accepted_name', correction.accepted_name,
        'who', (
          select coalesce(staff.full_name, staff.email)
          from public.staff where staff.user_id = correction.made_by
        )
      ) order by correction.made_at desc), '[]')
      from private.contract_corrections as correction where correction.contract_id = found_one.id
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
  ) || private.contract_landlord(found_one) || private.inspections_of(found_one);
end
$$;
call private.expose('contract_detail', 'authenticated',
  'A contract with all it rests on: offer, acceptance, letter, documents, mails, history. Active staff only; who read what is on record.');

-- How a contract comes to its end: staff end or cancel it with a reason that the tenant reads, or
-- its term runs out. One mail tells the tenant either way; that of staff waits as long as it can be undone.
-- Definer: nobody may update contracts directly. The row lock makes it happen once.
create function private.close_contract(
  contract_id uuid, wanted text, reason text, ends_on date, keys_note text, kind text
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  lease_end constant date := case when wanted = 'ended' then coalesce(ends_on, today) end;
  proof constant text := case when wanted = 'ended' then nullif(btrim(keys_note), '') end;
  mail_key constant text := 'contract-ended:' || contract_id;
  closed public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('close-contract', contract_id);
  end if;
  if wanted is null or wanted not in ('ended', 'cancelled') then
    raise exception 'Situação inválida.' using errcode = '22023';
  end if;
  if char_length(btrim(coalesce(reason, ''))) < 3 then
    raise exception 'Informe o motivo.' using errcode = '23514';
  end if;
  if char_length(proof) not between 3 and 1000 then
    raise exception 'O recibo das chaves tem de 3 a 1.000 caracteres.' using errcode = '23514';
  end if;
  select * into closed from public.contracts as contract
  where contract.id = contract_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  if not private.is_running(closed) then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  if lease_end > today then
    raise exception 'A data não pode ser depois de hoje.' using errcode = '23514';
  end if;
  -- One that has not begun has no day yet on which its lease could have ended.
  if lease_end < least(closed.start_date, today) then
    raise exception 'A data não pode ser antes do início do contrato.' using errcode = '23514';
  end if;
  update public.contracts as contract
  set status = wanted, closed_at = now(), closed_by = (select auth.uid()),
    close_reason = btrim(reason), ends_on = lease_end, keys_note = proof
  where contract.id = contract_id
  returning contract.* into closed;
  perform private.note_closing(closed, kind);
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'close-contract', contract_id, 'done',
    jsonb_strip_nulls(jsonb_build_object('status', wanted, 'endsOn', lease_end))
  );
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      'contract-ended', closed.tenant_email, '{}', mail_key, contract_id => closed.id
    );
    update public.outgoing_mail set next_attempt_at = now() + private.undo_period()
    where idempotency_key = mail_key;
  end if;
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended');
  update public.outgoing_mail as mail set next_attempt_at = now() + private.undo_period()
  where mail.contract_id = closed.id and mail.template = 'landlord-ended' and mail.attempts = 0;
  return jsonb_build_object(
    'changed', true, 'state', wanted,
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;
call private.expose('close_contract', 'authenticated',
  'Ends a contract as of today or a day of its term that has passed, or cancels it, once, with a reason that its tenant is told by mail; kind: of contract_endings. Active staff only.',
  'contract_id uuid, status text, reason text, ends_on date default null, keys_note text default null, kind text default null');

-- Definer for the same reason. A mail that the worker has just leased can no longer be held back, and a
-- cancelled contract that another offer has followed stays cancelled: making one locks the request, too.
create function private.undo_closing(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  closed public.contracts;
  mail public.outgoing_mail;
begin
  if not private.is_active_staff() then
    return private.refuse('undo-closing', wanted);
  end if;
  perform from public.simulations as request
  where request.id = (
    select offer.simulation_id from public.offers as offer
    join public.contracts as contract on contract.offer_id = offer.id
    where contract.id = wanted
  )
  for update;
  select * into closed from public.contracts as contract where contract.id = wanted for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
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
  perform private.reopen_ending(closed);
  update public.contracts as contract
  set status = 'active', closed_at = null, closed_by = null, close_reason = null, ends_on = null,
    keys_note = null
  where contract.id = wanted
  returning contract.* into closed;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  select (select auth.uid()), 'undo-closing', wanted, 'done', trail.details
  from public.audit_trail as trail
  where trail.subject_id = wanted and trail.action = 'close-contract' and trail.outcome = 'done'
  order by trail.id desc limit 1;
  return jsonb_build_object('changed', true, 'state', private.contract_state(closed));
end
$$;
call private.expose('undo_closing', 'authenticated',
  'Takes back one''s own closing of a contract while its mail waits; changed is false when it is too late. Active staff only.');

-- Within two weeks, less than a sent mail is kept: its row is what says that it was sent. Of a term
-- that ran out longer ago nobody is to be told.
create function private.end_contracts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  contract public.contracts;
  told integer := 0;
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
    told := told + 1;
  end loop;
  return told;
end
$$;
comment on function private.end_contracts is 'Queues one mail for each contract whose term has just run out, unless another follows on it, at most 100 at once; gives how many. Run by the schedule.';
grant execute on function private.end_contracts to service_role;

-- Definer: nobody may queue mail directly. The link is made when the mail is, and voids the one before.
create function private.resend_access(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted text;
  reopened public.contracts;
begin
  if not private.is_active_staff() then
    return private.refuse('resend-access', contract_id);
  end if;
  select * into reopened from public.contracts as contract
  where contract.id = contract_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
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
  -- A double click, or a colleague at the same time.
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
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values ((select auth.uid()), 'resend-access', contract_id, 'done');
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('resend_access', 'authenticated',
  'Queues a mail with a new single-use link into a contract, one a minute at most. Active staff only.');

-- Recovery answers alike for known and unknown addresses, and works alike: the unknown case
-- writes the same mail and takes it back.
create function public.request_password_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held public.contracts;
  found_any boolean := false;
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Silent, because refusing one address would tell that somebody else asked for it.
  if not private.may_mail_link('recovery', wanted, address_hash) then
    return;
  end if;

  for held in
    -- One for each account: another link of the same would void the first.
    select newest.* from (
      select distinct on (known.user_id) known.* from public.contracts as known
      where lower(known.tenant_email) = wanted
      order by known.user_id, known.start_date desc
    ) as newest
    order by newest.start_date desc
    limit 5
  loop
    found_any := true;
    perform private.enqueue_mail(
      private.access_mail(held), wanted, '{}',
      'password-recovery:' || gen_random_uuid(), contract_id => held.id
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
comment on function public.request_password_recovery is 'Queues one recovery mail per account of this address; says nothing about it.';
grant execute on function public.request_password_recovery to service_role;

-- Definer: the service role may not write accounts. What the auth server's admin API would do in a
-- call of its own happens here in the contract's transaction, so that neither is ever without the
-- other. The password is one that nobody knows; the tenant sets one with a link.
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
    -- The auth server reads these as text and stumbles over null.
    confirmation_token, recovery_token, email_change, email_change_token_new,
    email_change_token_current, phone_change, phone_change_token, reauthentication_token
  ) values (
    account, 'authenticated', 'authenticated', address,
    -- Drawn, not worked out: to refuse a password takes as long, and to accept an offer no tenth of a second.
    extensions.gen_salt('bf', 10)
      || left(translate(encode(extensions.gen_random_bytes(24), 'base64'), '+', '.'), 31),
    now(), '{"provider": "email", "providers": ["email"], "account": "contract"}', '{}',
    now(), now(), '', '', '', '', '', '', '', ''
  );
  -- The hosted auth server finds accounts of this instance alone; the local one has no such column.
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
comment on function private.create_contract_account is 'The auth user of a contract that is being made, as the admin API leaves one.';
grant execute on function private.create_contract_account to service_role;

create function private.find_offered(secret_hash text) returns public.simulations
language sql stable
set search_path = ''
as $$
  select simulation.* from private.find_tracked($1) as simulation
  where simulation.reviewed_at <= now() - private.undo_period();
$$;
comment on function private.find_offered is 'The request whose conditions a link opens; one that staff can still take back is not told yet.';
grant execute on function private.find_offered to service_role;

-- The files of a request hang on its link.
create function public.find_conditions(secret_hash text, offer_id uuid, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_one jsonb;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select jsonb_build_object(
    'path', offer.id || '/' || offer.conditions_sha256 || '.pdf', 'protocol', request.protocol
  ) into found_one
  from private.find_offered(secret_hash) as request
  join public.offers as offer on offer.simulation_id = request.id
  where offer.id = find_conditions.offer_id and offer.status <> 'withdrawn';
  if found_one is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  end if;
  return found_one;
end
$$;
comment on function public.find_conditions is 'Where the PDF of an offer is, for whoever has the link of its request; null otherwise. Service role only.';
grant execute on function public.find_conditions to service_role;

-- Whoever has the link of a request accepts its conditions. One transaction makes the contract
-- with the account that will open it, the evidence, the letter's code, and queues what follows.
create function public.accept_offer(
  secret_hash text, offer_id uuid, full_name text, clauses text[], conditions_sha256 text,
  address_hash text, user_agent text, landlord_email text default null
)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Named apart from the columns that they are compared with.
  wanted constant uuid := offer_id;
  shown constant text := conditions_sha256;
  request public.simulations;
  offer public.offers;
  former public.contracts;
  made public.contracts;
  asked text[];
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  select * into request from private.find_offered(secret_hash);
  if request.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  -- Request before offer, as everybody locks them; a second click waits here for the first.
  perform from public.simulations where id = request.id for update;
  select * into offer from public.offers
  where offers.id = wanted and offers.simulation_id = request.id for update;
  if offer.id is null then
    return null;
  end if;

  if offer.status = 'accepted' then
    select * into made from public.contracts where contracts.offer_id = wanted;
    return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
  end if;
  if offer.status in ('withdrawn', 'declined') then
    return jsonb_build_object('outcome', offer.status);
  end if;
  if not private.is_open(offer) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  if offer.conditions_sha256 <> shown then
    return jsonb_build_object('outcome', 'changed');
  end if;
  select array_agg((clause ->> 'title') || E'\n' || (clause ->> 'text') order by place) into asked
  from jsonb_array_elements(offer.clauses) with ordinality as listed (clause, place);
  asked := coalesce(asked, '{}');
  -- By their titles, each of which stands beside a box.
  if not (
    select array(select clause ->> 'title' from jsonb_array_elements(offer.clauses) as clause)
  ) <@ clauses then
    return jsonb_build_object('outcome', 'clauses');
  end if;
  if private.full_name_key(full_name) <> private.full_name_key(request.full_name) then
    return jsonb_build_object('outcome', 'name');
  end if;

  if offer.renews_contract_id is not null then
    select * into former from public.contracts as renewed
    where renewed.id = offer.renews_contract_id for update;
    -- Its end may have been moved, or come nearer, since the offer was made.
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
  insert into public.contracts (
    id, user_id, offer_id, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name,
    landlord_phone, property_type, property_address, property_city, property_state, rental_value,
    guarantee_reference_value, cover_limit, fee, fee_due_on, start_date, end_date,
    contract_duration_months, payment_method, landlord_id, renews_contract_id, password_set_at,
    letter_fee
  ) values (
    made.id, coalesce(former.user_id, private.create_contract_account(made.id)), offer.id,
    request.full_name, request.cpf, former.tenant_email, former.tenant_phone, offer.landlord_name,
    former.landlord_phone, offer.property_type, former.property_address, former.property_city,
    former.property_state, offer.rental_value, offer.reference_value,
    offer.cover_limit, offer.fee, offer.fee_due_on, offer.start_date, offer.end_date, offer.months,
    offer.payment_method,
    coalesce(
      offer.landlord_id,
      case when offer.landlord_name = former.landlord_name then former.landlord_id end
    ),
    former.id, former.password_set_at,
    case when offer.letter_needs_fee and offer.fee > 0 then 'awaited' else 'apart' end
  )
  returning * into made;
  perform private.owe_fee(made);
  if landlord_email is not null then
    perform private.ask_landlord(made, landlord_email, 'tenant', false, address_hash);
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
  insert into public.audit_trail (action, subject_id, outcome, details)
  values (
    'accept-offer', request.id, 'done',
    jsonb_build_object('offer', offer.id, 'contract', made.id)
  );
  perform private.drop_offer_mail(offer.id);
  perform private.enqueue_mail(
    'offer-accepted', private.address_of(request), '{}', 'offer-accepted:' || offer.id,
    simulation_id => request.id
  );
  -- It waits for the documents, whose mail says the same and takes its place.
  update public.outgoing_mail set next_attempt_at = now() + interval '5 minutes'
  where idempotency_key = 'offer-accepted:' || offer.id;
  perform private.enqueue_mail(
    'acceptance-notice', null, '{}', 'acceptance-notice:' || made.id, contract_id => made.id
  );
  return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
end
$$;
comment on function public.accept_offer is 'Makes the contract of an offer, once; told the same however often it is accepted. Null for a link that opens nothing. Service role only.';
grant execute on function public.accept_offer to service_role;

-- The other answers, through the same door; a question leaves the offer as it is. What was written reaches staff with the mail of the same
-- transaction; a second click changes nothing.
create function public.answer_offer(
  secret_hash text, offer_id uuid, answer text, reason text, address_hash text,
  clause text default null
)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Named apart from the columns that they are compared with.
  wanted constant uuid := offer_id;
  words constant text := btrim(reason);
  request public.simulations;
  offer public.offers;
  -- The question's own id; of the other two there is one for each offer.
  told_of uuid := offer_id;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  select * into request from private.find_offered(secret_hash);
  if request.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  -- Request before offer, as everybody locks them.
  perform from public.simulations where id = request.id for update;
  select * into offer from public.offers
  where offers.id = wanted and offers.simulation_id = request.id for update;
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
  if offer.status <> 'open' then
    return jsonb_build_object('outcome', offer.status);
  end if;
  if not private.is_open(offer) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  if answer = 'adjust' then
    -- Kept as it was written: staff may be at work on it.
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
      raise exception 'Escreva de 10 a 1.000 caracteres.' using errcode = '23514';
    end if;
    if clause is not null and not exists (
      select from jsonb_array_elements(offer.clauses) as agreed where agreed ->> 'title' = clause
    ) then
      return jsonb_build_object('outcome', 'unknown-clause');
    end if;
    if jsonb_array_length(offer.questions) >= 5 then
      return jsonb_build_object('outcome', 'enough');
    end if;
    told_of := gen_random_uuid();
    update public.offers set questions = questions || jsonb_strip_nulls(jsonb_build_object(
      'id', told_of, 'clause', clause, 'text', words, 'askedAt', now()
    ))
    where offers.id = wanted;
  else
    raise exception 'Resposta desconhecida.' using errcode = '22023';
  end if;
  insert into public.audit_trail (action, subject_id, outcome, details)
  values (
    'answer-offer', request.id, 'done', jsonb_build_object('offer', wanted, 'decision', answer)
  );
  perform private.enqueue_mail(
    'offer-notice', null, '{}', 'offer-notice:' || answer || ':' || told_of,
    simulation_id => request.id
  );
  return jsonb_build_object('outcome', 'answered');
end
$$;
comment on function public.answer_offer is 'Asks staff to adjust an offer (adjust), which stays open, or turns it down (decline), each once and with a reason; or asks something about it (question), up to five times. Null for a link that opens nothing. Service role only.';
grant execute on function public.answer_offer to service_role;
