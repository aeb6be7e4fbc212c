-- Corrections of an applicant's request. Name and CPF cannot be corrected, because the acceptance compares them. The
-- applicant corrects by the link until conditions have been mailed, and staff until the acceptance.
create table private.request_corrections (
  id uuid primary key,
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  version integer not null check (version > 0),
  made_at timestamptz not null default now(),
  side text not null check (side in ('applicant', 'staff')),
  made_by uuid references auth.users (id) on delete set null,
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
  constraint request_corrections_one_per_version unique (simulation_id, version),
  constraint request_corrections_change_something check (wanted <> former),
  constraint request_corrections_staff_give_reason check ((side = 'staff') = (reason is not null))
);
comment on table private.request_corrections is 'Corrections of requests, with the values before and after. Rows are only inserted.';
comment on column private.request_corrections.id is 'Id that the form makes once per content, so that sending it again changes nothing.';
comment on column private.request_corrections.version is 'Number of corrections of the request, this one included. A correction that saw another version is refused.';
comment on column private.request_corrections.reason is 'Reason that staff gave; null for a correction by the applicant.';
comment on column private.request_corrections.former is 'Corrected columns of simulations with their values before the correction.';
comment on column private.request_corrections.wanted is 'The same columns with their values after the correction.';
create index request_corrections_by_author on private.request_corrections (made_by);
create index request_corrections_by_age on private.request_corrections (made_at);
alter table private.request_corrections enable row level security;

create function private.refuse_correction_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting the account of a member of staff empties made_by.
  if to_jsonb(new) - 'made_by' <> to_jsonb(old) - 'made_by' then
    raise exception 'corrections are append-only' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.refuse_correction_change is 'Refuses to change a correction, for every role. A correction is deleted only with its request or by the purge.';
create trigger refuse_change before update on private.request_corrections
for each row execute function private.refuse_correction_change();

create function private.correctable(simulation public.simulations) returns jsonb
language sql immutable
return jsonb_build_object(
  'email', simulation.email, 'phone', simulation.phone,
  'property_address', simulation.property_address, 'property_city', simulation.property_city,
  'property_state', simulation.property_state, 'rental_value', simulation.rental_value,
  'owner_name', simulation.owner_name, 'owner_contact', simulation.owner_contact
);
comment on function private.correctable is 'Returns the columns of a request that a correction may change.';

-- Security definer, because no role may read request_corrections.
create function private.request_version(simulation_id uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select coalesce(max(made.version), 0) from private.request_corrections as made
  where made.simulation_id = $1;
$$;
comment on function private.request_version is 'Returns how many times a request was corrected. A form sends the version that its reader saw.';
grant execute on function private.request_version to service_role;

create function private.corrections_of(simulation_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', made.id, 'madeAt', made.made_at, 'side', made.side,
    'who', private.staff_name(made.made_by), 'reason', made.reason,
    'former', made.former, 'wanted', made.wanted
  )) order by made.version desc), '[]')
  from private.request_corrections as made
  where made.simulation_id = $1;
$$;
comment on function private.corrections_of is 'Lists the corrections of a request for staff, newest first: {id, madeAt, side, who, reason, former, wanted}.';

-- Security definer, because no role may read request_corrections. The key of the mail ends with the correction's id.
create function private.correction_of_mail(mail_key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'fields', (select jsonb_agg(field) from jsonb_object_keys(made.wanted) as field),
    'hasNewAddress', made.wanted ? 'email',
    -- A correction by staff withdraws the open offer in the same transaction, so both have the same time.
    'hasWithdrawn', made.side = 'staff' and exists (
      select from public.offers as offer
      where offer.simulation_id = made.simulation_id and offer.status = 'withdrawn'
        and offer.closed_at = made.made_at
    )
  )
  from private.request_corrections as made
  where made.id = case
    when starts_with($1, 'request-corrected:') then split_part($1, ':', 2)::uuid
  end;
$$;
comment on function private.correction_of_mail is 'Returns what a mail about a correction reports: the names of the corrected columns, whether the address is new and whether an offer was withdrawn. Null for other mails.';
grant execute on function private.correction_of_mail to service_role;

create function private.is_open_to_applicant(simulation public.simulations) returns boolean
language sql stable
set search_path = ''
as $$
  select simulation.status <> 'rejected' and not exists (
    select from public.offers as offer
    where offer.simulation_id = simulation.id and (
      offer.status <> 'withdrawn'
      -- Staff withdrew this offer after its mail was sent, so the applicant has read conditions.
      or offer.closed_at >= offer.created_at + private.undo_period()
    )
  );
$$;
comment on function private.is_open_to_applicant is 'Reports whether the applicant may still correct the request: it was not rejected, and no conditions are out.';
grant execute on function private.is_open_to_applicant to service_role;

create function private.masked(words text) returns text
language sql immutable strict parallel safe
return regexp_replace(words, '([^[:space:][:punct:]])[^[:space:][:punct:]]+', '\1•••', 'g');
comment on function private.masked is 'Replaces each word of a text by its first character and three dots. The result does not show the length of a word.';

-- The link may have reached a stranger, if the address was mistyped. The result therefore shows each value only as far
-- as its owner needs to recognise it.
create function private.masked_request(simulation public.simulations) returns jsonb
language sql stable
return jsonb_build_object(
  'email', left(simulation.email, 1) || '•••' || substr(simulation.email, strpos(simulation.email, '@')),
  'phone', '•••' || right(simulation.phone, 4),
  'propertyAddress', private.masked(simulation.property_address),
  'propertyCity', private.masked(simulation.property_city),
  'propertyState', simulation.property_state, 'rentalValue', simulation.rental_value,
  'ownerName', private.masked(simulation.owner_name),
  'ownerContact', '•••' || right(simulation.owner_contact, 4)
);
comment on function private.masked_request is 'Returns the correctable data of a request in masked form. Rent and state are shown in full, as in the mail that confirms the request.';

-- Security definer, because the callers may not read request_corrections.
create function private.read_request_data(secret_hash text, address_hash text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.open_tracked($1, $2);
  if request.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'version', private.request_version(request.id), 'shown', private.masked_request(request)
  );
end
$$;
call private.expose('read_request_data', 'service_role',
  'Returns the version and the masked data of a request for the form of a correction; null for an unknown or expired link. Service role only.');

-- The queue and the page of a request record each reading. Security definer, because no role may read the trail.
create function private.was_seen_by_staff(simulation_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.audit_trail as seen
    where seen.action = 'read-simulations' and seen.details -> 'ids' ? $1::text
  ) or exists (
    select from public.audit_trail as acted where acted.subject_id = $1 and acted.actor is not null
  );
$$;
comment on function private.was_seen_by_staff is 'Reports whether staff have read or changed a request.';

-- The mailed link of a new address works at once. The former link works until the new one is opened, so that a second
-- mistyped address locks nobody out.
create function private.move_to_address(request public.simulations, address text, correction_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(request.id, keeps_former => true);
  -- Unsent mails go to the new address. They would otherwise bring the new link to the former address.
  update public.outgoing_mail as mail set recipient = address
  where mail.simulation_id = request.id and mail.status in ('queued', 'parked')
    and mail.recipient = request.email and mail.template <> 'request-address-left';
  perform private.enqueue_mail(
    'request-address-left', request.email, '{}', 'request-address-left:' || correction_id,
    simulation_id => request.id
  );
end
$$;
comment on function private.move_to_address is 'Moves the unsent mails of a request to a new address, makes a new link and notifies the former address.';

-- The caller has locked the request. A correction by the applicant has the hash of the network, and one by staff has a
-- reason. Both sides share the rules about fields, versions and mails.
create function private.apply_correction(
  request public.simulations, correction_id uuid, known_version integer, wanted jsonb,
  reason text, address_hash text
) returns text
language plpgsql
set search_path = ''
as $$
declare
  is_staff constant boolean := address_hash is null;
  former constant jsonb := private.correctable(request);
  corrected_request uuid;
  corrected public.simulations;
  later jsonb;
  changed text[];
  field text;
  withdrawn uuid;
begin
  select made.simulation_id into corrected_request from private.request_corrections as made where made.id = $2;
  if found then
    if corrected_request <> request.id then
      raise sqlstate 'PT409' using
        message = 'Este envio já corrigiu outro pedido. Atualize a página e preencha de novo.';
    end if;
    return 'made';
  end if;
  if is_staff and exists (
    select from public.offers as offer
    left join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id and (offer.status = 'accepted' or contract.id is not null)
  ) then
    return 'accepted';
  end if;
  if not is_staff and not private.is_open_to_applicant(request) then
    return 'closed';
  end if;
  if known_version is distinct from private.request_version(request.id) then
    return 'changed';
  end if;
  corrected := jsonb_populate_record(request, (
    select coalesce(jsonb_object_agg(typed.key, private.clean_field(typed.key, typed.value)), '{}')
    from jsonb_each_text($4) as typed where former ? typed.key and typed.value is not null
  ));
  later := private.correctable(corrected);
  changed := array(
    select each.key from jsonb_each(later) as each
    where each.value is distinct from former -> each.key order by each.key
  );
  if cardinality(changed) = 0 then
    return 'same';
  end if;
  foreach field in array changed loop
    if field in ('property_address', 'property_city', 'owner_name') then
      if private.has_link(later ->> field) then
        perform private.reject('Escreva sem links nem endereços de sites', field);
      end if;
      if private.undrawn(later ->> field) is not null then
        perform private.reject(
          'O texto contém “' || private.undrawn(later ->> field)
            || '”, que os documentos não conseguem mostrar. Escreva em letras latinas, sem figuras.',
          field
        );
      end if;
    end if;
  end loop;
  -- The worker reads the link when it renders a mail, so a mail that is being sent could take the new link to the
  -- former address.
  if 'email' = any (changed) and exists (
    select from public.outgoing_mail as mail
    where mail.simulation_id = request.id and mail.status = 'sending'
  ) then
    return 'sending';
  end if;
  if not is_staff then
    perform private.require_within_limit('correction-by-request', request.id::text);
    if 'email' = any (changed) then
      perform private.require_within_limit('mail-by-network', address_hash);
      perform private.require_within_limit(
        'mail-by-mailbox', 'correction ' || private.mailbox_of(corrected.email)
      );
    end if;
  end if;

  update public.simulations as simulation
  set email = corrected.email, phone = corrected.phone,
    property_address = corrected.property_address, property_city = corrected.property_city,
    property_state = corrected.property_state, rental_value = corrected.rental_value,
    owner_name = corrected.owner_name, owner_contact = corrected.owner_contact,
    -- Staff who correct have seen all earlier corrections, because their form sends the version.
    corrected_at = case
      when is_staff then null
      when private.was_seen_by_staff(request.id) then coalesce(simulation.corrected_at, now())
    end
  where simulation.id = request.id;
  insert into private.request_corrections (
    id, simulation_id, version, side, made_by, reason, former, wanted
  )
  select $2, request.id, known_version + 1, case when is_staff then 'staff' else 'applicant' end,
    case when is_staff then (select auth.uid()) end, btrim($5),
    jsonb_object_agg(name, former -> name), jsonb_object_agg(name, later -> name)
  from unnest(changed) as name;
  perform private.note(
    'correct-request', request.id,
    jsonb_build_object('correction', $2, 'status', case when is_staff then 'staff' else 'applicant' end),
    case when is_staff then (select auth.uid()) end
  );
  -- An offer shows rent, landlord and property, so it does not outlive their correction.
  if changed && array['rental_value', 'property_address', 'property_city', 'property_state', 'owner_name'] then
    update public.offers as offer set status = 'withdrawn', closed_at = now()
    where offer.simulation_id = request.id and private.is_open(offer)
    returning offer.id into withdrawn;
    if withdrawn is not null then
      perform private.drop_offer_mail(withdrawn);
      perform private.note('withdraw-offer', request.id, jsonb_build_object('offer', withdrawn));
    end if;
  end if;
  if 'email' = any (changed) then
    perform private.move_to_address(request, corrected.email, $2);
  end if;
  perform private.enqueue_mail(
    'request-corrected', corrected.email, '{}', 'request-corrected:' || $2,
    simulation_id => request.id
  );
  return 'corrected';
end
$$;
comment on function private.apply_correction is 'Corrects a locked request once per id and returns the outcome: corrected, made (the id was stored before), same (nothing differs), changed (known_version is outdated), sending (a mail is being sent), closed (too late for the applicant) or accepted (too late for staff). Withdraws an open offer that shows a corrected value, and queues the mails.';

-- Security definer, because no role may write request_corrections.
create function private.correct_request_by_link(
  secret_hash text, correction_id uuid, known_version integer, wanted jsonb, address_hash text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.open_tracked($1, $5);
  if request.id is null then
    return null;
  end if;
  request := private.lock_simulation(request.id);
  -- Another correction may have replaced the link while this call waited for the lock.
  if (private.find_tracked($1)).id is distinct from request.id then
    return null;
  end if;
  return jsonb_build_object('outcome', private.apply_correction(request, $2, $3, $4, null, $5));
end
$$;
call private.expose('correct_request_by_link', 'service_role',
  'Corrects a request for the holder of its link, until conditions have been mailed. Returns the outcome of apply_correction; null for an unknown or expired link. Service role only.');

-- Security definer, because no role may write request_corrections.
create function private.correct_request(
  simulation_id uuid, correction_id uuid, known_version integer, wanted jsonb, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if coalesce(char_length(btrim(reason)), 0) not between 3 and 1000 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  return jsonb_build_object(
    'outcome', private.apply_correction(private.lock_simulation($1), $2, $3, $4, $5, null)
  );
end
$$;
call private.expose('correct_request', 'authenticated',
  'Corrects a request with a reason, until the acceptance. Returns the outcome of apply_correction.',
  needs => 'requests');

-- Security definer, because staff may not update simulations.
create function private.check_request_corrections(simulation_id uuid, known_version integer)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.lock_simulation($1);
  if $2 is distinct from private.request_version(request.id) then
    raise sqlstate 'PT409' using
      message = 'Este pedido foi corrigido de novo. Confira os dados novos.';
  end if;
  update public.simulations as simulation set corrected_at = null
  where simulation.id = request.id and simulation.corrected_at is not null;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('check-corrections', request.id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('check_request_corrections', 'authenticated',
  'Records that staff have checked the applicant''s corrections up to a version, and ends the task about them. Raises PT409 when a newer correction exists.',
  needs => 'requests', action => 'check-corrections');
