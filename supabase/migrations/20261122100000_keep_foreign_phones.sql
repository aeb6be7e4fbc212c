-- A phone of another country was kept without its plus, so that +1 415 555 2671 read as the
-- Brazilian (14) 15555-2671. Such numbers are kept in E.164; Brazilian ones stay the digits that
-- are dialled within the country.

create function private.is_phone(phone text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- Brazil's own code is no part of a number: two ways to keep one would be two numbers.
  select phone ~ '^([0-9]{10,15}|[+](?!55)[1-9][0-9]{9,14})$';
$$;
comment on function private.is_phone is 'Ten to fifteen digits: as dialled within Brazil, or of another country in E.164, with its plus.';

create function private.phone(written text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case when btrim(written) like '+%' then '+' else '' end || private.digits(written);
$$;
comment on function private.phone is 'A phone without what is written between its digits; a plus before them stays.';

-- Constraints run as whoever writes the row.
grant execute on function private.is_phone(text), private.phone(text) to service_role;

alter table public.simulations
  drop constraint simulations_phone_check,
  add constraint simulations_phone_check check (private.is_phone(phone)),
  drop constraint simulations_owner_contact_check,
  add constraint simulations_owner_contact_check check (private.is_phone(owner_contact));
alter table public.partnership_requests
  drop constraint partnership_requests_phone_check,
  add constraint partnership_requests_phone_check check (private.is_phone(phone));
alter table public.contracts
  drop constraint contracts_tenant_phone_check,
  add constraint contracts_tenant_phone_check check (private.is_phone(tenant_phone));
comment on column public.simulations.phone is 'Digits as dialled within Brazil; of another country in E.164.';

-- As before, but for private.phone in place of private.digits around phones: whatever replaces these
-- functions later has to keep it.

create or replace function public.submit_simulation(request jsonb, address_hash text, terms_version text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission uuid := (request ->> 'submissionId')::uuid;
  stored public.simulations;
begin
  if (request ->> 'acceptedTerms')::boolean is not true then
    raise exception 'Você deve aceitar os termos e condições' using errcode = '23514';
  end if;

  insert into public.simulations (
    submission_id, full_name, email, phone, cpf, birth_date, monthly_income, occupation,
    property_address, property_city, property_state, rental_value, owner_name, owner_contact,
    comments, accepted_terms_version
  ) values (
    submission,
    btrim(request ->> 'fullName'),
    lower(btrim(request ->> 'email')),
    private.phone(request ->> 'phone'),
    private.digits(request ->> 'cpf'),
    (request ->> 'birthDate')::date,
    (request ->> 'monthlyIncome')::numeric,
    btrim(request ->> 'occupation'),
    btrim(request ->> 'propertyAddress'),
    btrim(request ->> 'propertyCity'),
    upper(btrim(request ->> 'propertyState')),
    (request ->> 'rentalValue')::numeric,
    btrim(request ->> 'ownerName'),
    private.phone(request ->> 'ownerContact'),
    nullif(btrim(request ->> 'comments'), ''),
    terms_version
  )
  on conflict (submission_id) do nothing
  returning * into stored;

  if stored.id is null then
    select * into strict stored from public.simulations where submission_id = submission;
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;

  perform private.require_within_limit('simulation-by-address', address_hash);
  perform private.require_within_limit('simulation-by-cpf', stored.cpf);
  -- Invented CPFs must not fill a stranger's mailbox with confirmations.
  perform private.require_within_limit('simulation-by-email', lower(stored.email));
  perform private.enqueue_mail(
    'simulation-received', stored.email,
    jsonb_build_object('fullName', stored.full_name),
    'simulation-received:' || stored.id, simulation_id => stored.id
  );
  perform private.enqueue_mail(
    'simulation-notice', null,
    jsonb_build_object(
      'fullName', stored.full_name,
      'propertyCity', stored.property_city,
      'propertyState', stored.property_state,
      'rentalValue', stored.rental_value
    ),
    'simulation-notice:' || stored.id, simulation_id => stored.id
  );
  return jsonb_build_object('id', stored.id, 'created', true);
end
$$;

create or replace function public.submit_partnership_request(request jsonb, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission uuid := (request ->> 'submissionId')::uuid;
  stored public.partnership_requests;
begin
  insert into public.partnership_requests (
    submission_id, partner_name, email, phone, company_name, property_address, property_city,
    property_state, property_type, property_value, message
  ) values (
    submission,
    btrim(request ->> 'partnerName'),
    lower(btrim(request ->> 'email')),
    private.phone(request ->> 'phone'),
    btrim(request ->> 'companyName'),
    btrim(request ->> 'propertyAddress'),
    btrim(request ->> 'propertyCity'),
    upper(btrim(request ->> 'propertyState')),
    request ->> 'propertyType',
    (request ->> 'propertyValue')::numeric,
    nullif(btrim(request ->> 'message'), '')
  )
  on conflict (submission_id) do nothing
  returning * into stored;

  if stored.id is null then
    select * into strict stored
    from public.partnership_requests where submission_id = submission;
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;

  perform private.require_within_limit('partnership-by-address', address_hash);
  perform private.require_within_limit('partnership-by-email', stored.email);
  perform private.enqueue_mail(
    'partnership-received', stored.email,
    jsonb_build_object('partnerName', stored.partner_name, 'companyName', stored.company_name),
    'partnership-received:' || stored.id, partnership_request_id => stored.id
  );
  perform private.enqueue_mail(
    'partnership-notice', null,
    jsonb_build_object(
      'partnerName', stored.partner_name,
      'companyName', stored.company_name,
      'email', stored.email,
      'phone', stored.phone,
      'propertyCity', stored.property_city,
      'propertyState', stored.property_state,
      'propertyType', stored.property_type,
      'propertyValue', stored.property_value,
      'message', stored.message
    ),
    'partnership-notice:' || stored.id, partnership_request_id => stored.id
  );
  return jsonb_build_object('id', stored.id, 'created', true);
end
$$;
