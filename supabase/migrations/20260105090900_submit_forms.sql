-- The public forms. Each stores its row and its mails in one transaction, once per
-- submission however often the browser retries. For the service role only; the edge
-- function has parsed the form, the constraints check it again.

create function private.enqueue_mail(
  template text,
  recipient text,
  payload jsonb,
  idempotency_key text,
  simulation_id uuid default null,
  partnership_request_id uuid default null,
  contract_id uuid default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.outgoing_mail (
    template, recipient, payload, idempotency_key,
    simulation_id, partnership_request_id, contract_id
  ) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (idempotency_key) do nothing;
$$;
grant execute on function private.enqueue_mail(text, text, jsonb, text, uuid, uuid, uuid) to service_role;

create function private.digits(written text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select regexp_replace(written, '[^0-9]', '', 'g');
$$;
grant execute on function private.digits(text) to service_role;

create function public.submit_simulation(request jsonb, address_hash text, terms_version text)
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
    private.digits(request ->> 'phone'),
    private.digits(request ->> 'cpf'),
    (request ->> 'birthDate')::date,
    (request ->> 'monthlyIncome')::numeric,
    btrim(request ->> 'occupation'),
    btrim(request ->> 'propertyAddress'),
    btrim(request ->> 'propertyCity'),
    upper(btrim(request ->> 'propertyState')),
    (request ->> 'rentalValue')::numeric,
    btrim(request ->> 'ownerName'),
    private.digits(request ->> 'ownerContact'),
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

create function public.submit_partnership_request(request jsonb, address_hash text)
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
    private.digits(request ->> 'phone'),
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

comment on function public.submit_simulation is 'Stores a request and its two mails once per submissionId; gives its id and whether it is new.';
comment on function public.submit_partnership_request is 'Stores a request and its two mails once per submissionId; gives its id and whether it is new.';

revoke all on function
  public.submit_simulation(jsonb, text, text), public.submit_partnership_request(jsonb, text)
from public, anon, authenticated;
grant execute on function
  public.submit_simulation(jsonb, text, text), public.submit_partnership_request(jsonb, text)
to service_role;
