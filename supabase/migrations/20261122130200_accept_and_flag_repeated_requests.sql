-- A limit on a CPF or an e-mail shut out whoever owns it: five requests by a stranger were
-- enough for a day. Only what comes from one network is refused now. Beyond that a request is
-- stored whatever else was sent with its CPF, staff see that there are others, and what is
-- capped is mail: confirmations to one mailbox, and notices to the staff inbox.
-- At the door of one network pass at most 30 simulations and 10 partnership requests an hour.
delete from private.limits where action in ('simulation-by-email', 'partnership-by-email');
update private.limits set most = 20 where action = 'simulation-by-cpf';
insert into private.limits (action, most, per) values
  ('simulation-by-cpf-and-address', 5, interval '1 day'),
  ('confirmation-by-mailbox', 5, interval '1 day'),
  ('simulation-notice', 100, interval '1 hour');

comment on table private.limits is 'What count_hit and the sign-in gate allow per window; change it with an update. What is beyond a limit is refused, or, for mails and records of refusals, only counted.';

alter table public.simulations add column repeated_cpf boolean not null default false;
comment on column public.simulations.repeated_cpf is 'When it came in or later, there was another request with this CPF; for staff to compare.';

create index simulations_by_cpf on public.simulations (cpf);

update public.simulations as simulation set repeated_cpf = true
where exists (
  select from public.simulations as other
  where other.cpf = simulation.cpf and other.id <> simulation.id
);

create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select regexp_replace(lower(btrim(email)), '[+][^@]*@', '@');
$$;
comment on function private.mailbox_of is 'An address without its tag: ana+x@a.br and ana@a.br are one mailbox.';
grant execute on function private.mailbox_of(text) to service_role;

create function private.has_link(words text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- The same endings as supabase/functions/_shared/contracts/links.ts.
  select words ~* (
    '://|(^|[^[:alnum:]])www[.]|[[:alnum:]-]{2}[.]'
    || '(com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live'
    || '|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example'
    || '|[a-z]{2,4}[.]br)($|[^[:alnum:]])'
  );
$$;
comment on function private.has_link is 'Whether a line holds the address of a site.';
grant execute on function private.has_link(text) to service_role;

-- A trigger and no check: rows from before the rule must stay decidable.
create function private.refuse_links() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  line text;
begin
  foreach line in array tg_argv loop
    if private.has_link(to_jsonb(new) ->> line) then
      raise exception 'Escreva sem links nem endereços de sites'
        using errcode = '23514', column = line;
    end if;
  end loop;
  return new;
end
$$;

create trigger refuse_links
before insert on public.simulations
for each row execute function private.refuse_links(
  'full_name', 'occupation', 'property_address', 'property_city', 'owner_name'
);
create trigger refuse_links
before insert on public.partnership_requests
for each row execute function private.refuse_links(
  'partner_name', 'company_name', 'property_address', 'property_city'
);

create or replace function public.submit_simulation(
  request jsonb, address_hash text, terms_version text
)
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
  perform private.require_within_limit(
    'simulation-by-cpf-and-address', stored.cpf || ' ' || address_hash
  );
  perform private.tell_of_simulation(stored);
  return jsonb_build_object('id', stored.id, 'created', true);
end
$$;
comment on function public.submit_simulation is 'Stores a request, flags it beside others of its CPF, and queues its mails, once per submissionId; gives its id and whether it is new.';

create function private.tell_of_simulation(stored public.simulations) returns void
language plpgsql
set search_path = ''
as $$
declare
  -- Counting locks the CPF until the end, so that of two at once the second sees the first.
  plausible constant boolean := (
    select within from private.count_hit('simulation-by-cpf', stored.cpf)
  );
begin
  update public.simulations as simulation set repeated_cpf = true
  where simulation.cpf = stored.cpf and not simulation.repeated_cpf
    and exists (
      select from public.simulations as other
      where other.cpf = stored.cpf and other.id <> simulation.id
    );
  if not plausible then
    return;
  end if;
  if (
    select within
    from private.count_hit('confirmation-by-mailbox', private.mailbox_of(stored.email))
  ) then
    perform private.enqueue_mail(
      'simulation-received', stored.email, '{}',
      'simulation-received:' || stored.id, simulation_id => stored.id
    );
  end if;
  if (select within from private.count_hit('simulation-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'simulation-notice', null, '{}',
      'simulation-notice:' || stored.id, simulation_id => stored.id
    );
  end if;
end
$$;
comment on function private.tell_of_simulation is 'Flags a new simulation beside others of its CPF and queues its mails, within their caps.';
grant execute on function private.tell_of_simulation(public.simulations) to service_role;

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
  return jsonb_build_object('id', stored.id, 'created', true);
end
$$;
comment on function public.submit_partnership_request is 'Stores a request and queues its mails once per submissionId; gives its id and whether it is new.';
