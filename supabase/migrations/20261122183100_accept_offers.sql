-- Whoever has the link of a request accepts its conditions. One transaction makes the contract
-- with the account that will open it, the evidence, the letter's code, and queues what follows.

create function private.new_letter_code() returns text
language sql volatile
set search_path = ''
as $$
  select string_agg(
    substr(
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      1 + (get_byte(drawn.bytes, place) & 31),
      1
    ),
    '' order by place
  )
  from (select extensions.gen_random_bytes(12) as bytes) as drawn, generate_series(0, 11) as place;
$$;
comment on function private.new_letter_code is 'What /verificar asks for: 12 characters of Crockford''s base 32, 60 random bits.';

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
    extensions.crypt(
      encode(extensions.gen_random_bytes(32), 'hex'), extensions.gen_salt('bf', 10)
    ),
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

insert into private.limits (action, most, per) values
  ('accept-by-address', 60, interval '1 hour');

-- The request whose conditions a link opens; one that staff can still take back is not told yet.
create function private.find_offered(secret_hash text) returns public.simulations
language sql stable
set search_path = ''
as $$
  select simulation.* from private.find_tracked($1) as simulation
  where simulation.reviewed_at <= now() - private.undo_period();
$$;

create function private.full_name_key(full_name text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select private.search_key(btrim(regexp_replace(normalize(full_name, nfc), '\s+', ' ', 'g')));
$$;
comment on function private.full_name_key is 'A name as it is compared: case, accents and spaces make no difference.';

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

create function public.accept_offer(
  secret_hash text, offer_id uuid, full_name text, clauses text[], conditions_sha256 text,
  address_hash text, user_agent text
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
  if offer.status = 'withdrawn' then
    return jsonb_build_object('outcome', 'withdrawn');
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

  made.id := gen_random_uuid();
  insert into public.contracts (
    id, user_id, offer_id, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name,
    property_type, property_address, property_city, property_state, rental_value,
    guarantee_reference_value, cover_limit, fee, start_date, end_date,
    contract_duration_months, payment_method
  ) values (
    made.id, private.create_contract_account(made.id), offer.id, request.full_name, request.cpf,
    request.email, request.phone, offer.landlord_name, offer.property_type,
    private.property_line(request),
    request.property_city, request.property_state, offer.rental_value, offer.reference_value,
    offer.cover_limit, offer.fee, offer.start_date, offer.end_date, offer.months,
    offer.payment_method
  )
  returning * into made;
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
    'offer-accepted', request.email, '{}', 'offer-accepted:' || offer.id,
    simulation_id => request.id
  );
  return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
end
$$;
comment on function public.accept_offer is 'Makes the contract of an offer, once; told the same however often it is accepted. Null for a link that opens nothing. Service role only.';

revoke all on function
  private.new_letter_code(), private.create_contract_account(uuid), private.find_offered(text),
  private.full_name_key(text)
from public, anon, authenticated, service_role;
grant execute on function
  private.new_letter_code(), private.create_contract_account(uuid), private.find_offered(text),
  private.full_name_key(text)
to service_role;
revoke all on function
  public.find_conditions(text, uuid, text),
  public.accept_offer(text, uuid, text, text[], text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.find_conditions(text, uuid, text),
  public.accept_offer(text, uuid, text, text[], text, text, text)
to service_role;
