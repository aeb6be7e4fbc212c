-- A request is followed with a link that holds 128 secret bits. They are the keyed hash of the
-- request and of how many links it has had, so that a mail that is sent, or a form that is sent
-- once more, makes the same link, and nothing that opens a request is stored: only what the
-- secret hashes to.
create table private.tracking_links (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.tracking_links is 'The link that opens each request to whoever sent it; a new one takes the place of the former.';
comment on column private.tracking_links.generation is 'How many links the request has had.';
comment on column private.tracking_links.secret_hash is 'SHA-256 of the secret, which has 128 random bits.';
alter table private.tracking_links enable row level security;

-- Definer: what it calls is closed to those who call this.
create function private.tracking_secret(simulation_id uuid, generation integer) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.link_secret('tracking', simulation_id::text || ' ' || generation);
$$;
comment on function private.tracking_secret is 'What opens a request, by how many links it has had.';

-- Definer: nobody may touch the links directly.
create function private.renew_tracking_link(simulation_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := simulation_id;
  next integer;
begin
  select link.generation + 1 into next
  from private.tracking_links as link where link.simulation_id = wanted for update;
  next := coalesce(next, 1);
  insert into private.tracking_links (simulation_id, generation, secret_hash)
  values (
    wanted, next, private.link_secret_hash(private.tracking_secret(wanted, next))
  )
  on conflict on constraint tracking_links_pkey do update
  set generation = excluded.generation, secret_hash = excluded.secret_hash;
end
$$;
comment on function private.renew_tracking_link is 'Makes a new link for a request; the former opens nothing any more.';
grant execute on function private.renew_tracking_link to service_role;

-- Definer for the same reason.
create function private.give_tracking_link() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(new.id);
  return null;
end
$$;
comment on function private.give_tracking_link is 'Every request has its first link from the start.';

create trigger give_tracking_link after insert on public.simulations
for each row execute function private.give_tracking_link();

-- Definer: links and their lifetime are closed to everybody. A link ends so long after the last thing
-- that happened, be it the decision, an offer or its end.
create function private.is_tracked(simulation public.simulations) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select simulation.reviewed_at is null or greatest(
    simulation.reviewed_at,
    (
      select max(coalesce(offer.closed_at, offer.valid_until)) from public.offers as offer
      where offer.simulation_id = simulation.id
    )
  ) > now() - (
    select retention.keep_for from private.retention where retention.name = 'tracking-links'
  );
$$;
comment on function private.is_tracked is 'Whether a request can still be followed: its last stage is not too long ago.';
grant execute on function private.is_tracked to service_role;

-- Definer for the same reason.
create function private.current_tracking_secret(simulation_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link where link.simulation_id = $1;
$$;
comment on function private.current_tracking_secret is 'The secret of the link that a request has now, or null.';
grant execute on function private.current_tracking_secret to service_role;

create function public.tracking_secret(simulation_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select private.current_tracking_secret($1);
$$;
comment on function public.tracking_secret is 'For a mail that is being made: the secret of a request''s link, or null. Service role only.';
grant execute on function public.tracking_secret to service_role;

-- Definer for the same reason. Only for the first hour and the first link: whoever sends the same form
-- again after a lost answer gets the same link, and nobody else can know the id of a submission (staff
-- are not shown it).
create function private.first_tracking_secret(simulation public.simulations) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link
  where link.simulation_id = simulation.id and link.generation = 1
    and simulation.created_at > now() - interval '1 hour';
$$;
comment on function private.first_tracking_secret is 'The secret of a request''s first link, for who sends the form again; null after an hour.';
grant execute on function private.first_tracking_secret to service_role;

-- Definer: links are closed to everybody.
create function private.find_tracked(secret_hash text) returns public.simulations
language sql stable security definer
set search_path = ''
as $$
  select simulation.*
  from private.tracking_links as link
  join public.simulations as simulation on simulation.id = link.simulation_id
  where link.secret_hash = $1 and private.is_tracked(simulation);
$$;
comment on function private.find_tracked is 'The request that a link opens; null in each column for a link that opens nothing.';
grant execute on function private.find_tracked to service_role;

-- What the link of a request shows, in parts.
create function private.tracked_documents(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', asked.id, 'kind', asked.kind, 'note', asked.note, 'status', asked.status,
    'reason', asked.refusal_reason
  )) order by asked.asked_at, asked.kind)
  from public.asked_documents as asked where asked.simulation_id = simulation.id;
$$;
comment on function private.tracked_documents is 'What was asked of an applicant and what became of it.';
grant execute on function private.tracked_documents to service_role;

create function private.documents_due_at(simulation_id uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select max(greatest(asked.asked_at, asked.decided_at)) + private.documents_wait()
  from public.asked_documents as asked
  where asked.simulation_id = $1 and asked.status in ('asked', 'refused');
$$;
comment on function private.documents_due_at is 'Until when the applicant is asked to send what is missing; null when nothing is.';
grant execute on function private.documents_due_at to service_role;

create function private.current_offer(simulation public.simulations) returns public.offers
language sql stable
set search_path = ''
as $$
  select offer.* from public.offers as offer
  where offer.simulation_id = simulation.id
    -- Without it there is what was to be renewed.
    and not (offer.status = 'withdrawn' and offer.renews_contract_id is not null)
  order by offer.created_at desc, offer.id limit 1;
$$;
comment on function private.current_offer is 'The latest conditions of a request; null in each column without any.';
grant execute on function private.current_offer to service_role;

-- The latest one counts: when it was withdrawn, the request has no conditions.
create function private.tracked_offer(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when offer.status <> 'withdrawn' then jsonb_build_object(
    'id', offer.id,
    'status', case
      when offer.status = 'open' and not private.is_open(offer) then 'expired' else offer.status
    end,
    'propertyType', offer.property_type,
    'landlordName', offer.landlord_name, 'rentalValue', offer.rental_value,
    'referenceValue', offer.reference_value, 'coverLimit', offer.cover_limit, 'fee', offer.fee,
    'feeDueOn', offer.fee_due_on, 'paymentMethod', offer.payment_method,
    'startDate', offer.start_date, 'endDate', offer.end_date, 'months', offer.months,
    'validUntil', offer.valid_until, 'termsVersion', offer.terms_version,
    'clauses', offer.clauses, 'conditionsSha256', offer.conditions_sha256,
    'createdAt', offer.created_at, 'adjustmentAskedAt', offer.adjustment_asked_at,
    'tenantName', simulation.full_name,
    'tenantCpf', '***.' || substr(simulation.cpf, 4, 3) || '.' || substr(simulation.cpf, 7, 3) || '-**',
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(simulation)),
    'renews', renewed.terms
  ) end
  from private.current_offer(simulation) as offer
  cross join lateral private.renewed_terms(offer.renews_contract_id) as renewed (terms);
$$;
comment on function private.tracked_offer is 'The conditions of a request, with whom and what they are for, so that this is checked before they are accepted; null without any.';
grant execute on function private.tracked_offer to service_role;

create function private.tracked_contract(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'contractNumber', contract.contract_number, 'status', contract.status,
    'startDate', contract.start_date, 'endDate', contract.end_date, 'letterFee', contract.letter_fee,
    'isReady', coalesce(job.status = 'done', false),
    'hasPassword', contract.password_set_at is not null,
    'correction', private.waiting_correction_of(contract),
    'regretUntil', private.regret_until(contract), 'ending', private.ending_kind(contract),
    'endedOn', case when contract.closed_at is not null then private.last_day(contract) end,
    'refund', private.refund_of(contract.id)
  ))
  from private.current_offer(simulation) as offer
  join public.contracts as contract on contract.offer_id = offer.id
  left join public.document_jobs as job on job.contract_id = contract.id
  where offer.status = 'accepted';
$$;
comment on function private.tracked_contract is 'The contract of a request, whether its letter is there, and a correction that waits for its tenant; null without one, or when another offer has followed a cancelled one.';
grant execute on function private.tracked_contract to service_role;

create function public.track_request(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_one public.simulations;
  is_told boolean;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  found_one := private.find_tracked(secret_hash);
  if found_one.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  is_told := coalesce(found_one.reviewed_at <= now() - private.undo_period(), false);
  return jsonb_strip_nulls(jsonb_build_object(
    'protocol', found_one.protocol,
    'status', case when is_told then found_one.status else 'pending' end,
    'receivedAt', found_one.created_at,
    'answerDueAt', found_one.answer_due_at,
    'decidedAt', case when is_told then found_one.reviewed_at end,
    'reason', case when is_told then found_one.rejection_reason end,
    'documents', private.tracked_documents(found_one),
    'documentsDueAt', private.documents_due_at(found_one.id),
    'offer', case when is_told then private.tracked_offer(found_one) end,
    'contract', case when is_told then private.tracked_contract(found_one) end
  ));
end
$$;
comment on function public.track_request is 'How far a request is, for whoever has its link; null for a link that opens nothing. Of what was typed it tells what stands in the conditions.';
grant execute on function public.track_request to service_role;

-- Whoever has the link of a request has the link to the first password of its contract mailed again,
-- to the contract's own address. The former opens nothing any more.
create function public.request_first_access(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  made public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select * into request from private.find_offered(secret_hash);
  if request.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  select contract.* into made
  from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
  where offer.simulation_id = request.id
  order by contract.created_at desc limit 1;
  if made.id is null or made.tenant_email is null
    or private.access_mail(made) <> 'contract-ready' then
    return jsonb_build_object('changed', false);
  end if;
  perform private.require_within_limit('mail-by-network', address_hash);
  perform private.require_within_limit(
    'mail-by-mailbox', 'first-password ' || private.mailbox_of(made.tenant_email)
  );
  perform private.enqueue_mail(
    'contract-ready', made.tenant_email, '{}', 'contract-ready:' || gen_random_uuid(),
    contract_id => made.id
  );
  return jsonb_build_object('changed', true);
end
$$;
comment on function public.request_first_access is 'Queues another mail with the link to a contract''s first password, for whoever has the link of its request; changed is false once there is a password or before the letter. Null for a link that opens nothing. Service role only.';
grant execute on function public.request_first_access to service_role;

-- Who has lost the link of a request gets a new one with its protocol and e-mail. Known and unknown
-- pairs are answered alike, and work alike: the unknown case writes the same mail and takes it back.
create function public.request_tracking_link(protocol text, email text, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held public.simulations;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  -- By protocol and mailbox together: who knows the protocol alone keeps nobody from a link, and who
  -- knows both has only had it mailed to its owner. Silent, or a refusal would tell that somebody asked.
  if not private.may_mail_link('tracking ' || protocol, wanted, address_hash) then
    return;
  end if;

  select * into held from public.simulations as simulation
  where simulation.protocol = request_tracking_link.protocol
    and private.address_of(simulation) = wanted and private.is_tracked(simulation);
  begin
    if held.id is not null then
      perform private.renew_tracking_link(held.id);
    end if;
    perform private.enqueue_mail(
      'tracking-link', wanted, '{}',
      'tracking-link:' || gen_random_uuid(), simulation_id => held.id
    );
    if held.id is null then
      raise exception 'unknown request' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_tracking_link is 'Queues a mail with a new link, which takes the place of the former; says nothing about it.';
grant execute on function public.request_tracking_link to service_role;
