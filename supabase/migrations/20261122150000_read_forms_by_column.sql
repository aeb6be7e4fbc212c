-- A field of a public form was written into a list of columns, a list of values and its table; each
-- new one meant a copy of the whole function. The row is now read from the request by the columns'
-- names, and what a visitor may set is what the service role may insert: granting a column is all
-- that a new field needs. The rest (id, status, the review) has its default or none.
revoke insert on public.simulations, public.partnership_requests from service_role;
grant insert (
  submission_id, full_name, email, phone, cpf, birth_date, monthly_income, occupation,
  property_address, property_city, property_state, rental_value, owner_name, owner_contact,
  comments, accepted_terms_version
) on public.simulations to service_role;
grant insert (
  submission_id, partner_name, email, phone, company_name, property_address, property_city,
  property_state, property_type, property_value, message
) on public.partnership_requests to service_role;

create function private.clean_field(name text, written text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when name = 'email' then lower(btrim(written))
    when name in ('phone', 'owner_contact') then private.phone(written)
    when name = 'cpf' then private.digits(written)
    when name = 'property_state' then upper(btrim(written))
    else btrim(written)
  end;
$$;
comment on function private.clean_field is 'What is stored of a form''s field, by its column; the edge function has cleaned it, too.';

create function private.read_form(form regclass, request jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(
    attname,
    case
      when attnotnull then private.clean_field(attname, request ->> key)
      else nullif(private.clean_field(attname, request ->> key), '')
    end
  )
  from pg_attribute,
    -- full_name is fullName in the request.
    lateral (select replace(initcap(replace(attname, '_', ' ')), ' ', '') as words) as named,
    lateral (select lower(left(words, 1)) || substr(words, 2) as key) as keyed
  where attrelid = form and attnum > 0 and not attisdropped
    and has_column_privilege('service_role', attrelid, attnum, 'insert');
$$;
comment on function private.read_form is 'The columns that a visitor may set, with what a request has for them; blank is null where it may be.';

create function private.store_form(form regclass, request jsonb) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  fields constant jsonb := private.read_form(form, request);
  columns constant text := (
    select string_agg(quote_ident(name), ', ') from jsonb_object_keys(fields) as name
  );
  stored integer;
begin
  execute format(
    'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)'
    || ' on conflict (submission_id) do nothing',
    form, columns
  ) using fields;
  get diagnostics stored = row_count;
  return stored = 1;
end
$$;
comment on function private.store_form is 'Stores a form once per submissionId; false when it is there.';

grant execute on function
  private.clean_field(text, text), private.read_form(regclass, jsonb),
  private.store_form(regclass, jsonb)
to service_role;

create or replace function public.submit_simulation(
  request jsonb, address_hash text, terms_version text
)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  created boolean;
  stored public.simulations;
begin
  if (request ->> 'acceptedTerms')::boolean is not true then
    raise exception 'Você deve aceitar os termos e condições' using errcode = '23514';
  end if;

  created := private.store_form(
    'public.simulations', request || jsonb_build_object('acceptedTermsVersion', terms_version)
  );
  select * into strict stored from public.simulations where submission_id = submission;
  if created then
    perform private.require_within_limit('simulation-by-address', address_hash);
    perform private.require_within_limit(
      'simulation-by-cpf-and-address', stored.cpf || ' ' || address_hash
    );
    perform private.tell_of_simulation(stored);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created);
end
$$;

create or replace function public.submit_partnership_request(request jsonb, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  created boolean;
  stored public.partnership_requests;
begin
  created := private.store_form('public.partnership_requests', request);
  select * into strict stored
  from public.partnership_requests where submission_id = submission;
  if created then
    perform private.require_within_limit('partnership-by-address', address_hash);
    perform private.tell_of_partnership_request(stored);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created);
end
$$;

create function private.tell_of_partnership_request(stored public.partnership_requests)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if (
    select within
    from private.count_hit('confirmation-by-mailbox', private.mailbox_of(stored.email))
  ) then
    perform private.enqueue_mail(
      'partnership-received', stored.email, '{}',
      'partnership-received:' || stored.id, partnership_request_id => stored.id
    );
  end if;
  -- Without a cap of its own: staff have no other place to read these.
  perform private.enqueue_mail(
    'partnership-notice', null, '{}',
    'partnership-notice:' || stored.id, partnership_request_id => stored.id
  );
end
$$;
comment on function private.tell_of_partnership_request is 'Queues the mails of a new request to become a partner, the confirmation within its cap.';
grant execute on function private.tell_of_partnership_request(public.partnership_requests) to service_role;
