-- The secret in a link is a keyed hash (128 bits) of the request's id and the link's number (column generation). A
-- repeated form or mail therefore gets the same link. The database stores only the hash of the secret.
create table private.tracking_links (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  former_hash text unique check (former_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.tracking_links is 'Current link of each request. A new link replaces the former one, at once or when it is opened.';
comment on column private.tracking_links.generation is 'Number of links that the request has had, the current one included.';
comment on column private.tracking_links.secret_hash is 'SHA-256 of the secret in the link. The secret has 128 bits.';
comment on column private.tracking_links.former_hash is 'Hash of the former link while it still works: until the current link, which was mailed to a new address, is opened.';
alter table private.tracking_links enable row level security;

-- Security definer, because the callers of this function may not call private.link_secret.
create function private.derive_tracking_secret(simulation_id uuid, generation integer) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.link_secret('tracking', simulation_id::text || ' ' || generation);
$$;
comment on function private.derive_tracking_secret is 'Returns the secret of one of a request''s links. The links are numbered from 1 (generation).';

-- Security definer, because no role may write tracking_links.
create function private.renew_tracking_link(simulation_id uuid, keeps_former boolean default false)
returns void
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
    wanted, next, private.link_secret_hash(private.derive_tracking_secret(wanted, next))
  )
  on conflict on constraint tracking_links_pkey do update
  set generation = excluded.generation, secret_hash = excluded.secret_hash,
    -- A link that was never opened is not in use, so the link before it stays the former one.
    former_hash = case
      when keeps_former then coalesce(tracking_links.former_hash, tracking_links.secret_hash)
    end;
end
$$;
comment on function private.renew_tracking_link is 'Makes a new link for a request. The former link stops working at once, or with keeps_former when the new link is opened.';
grant execute on function private.renew_tracking_link to service_role;

-- Security definer, because no role may write tracking_links.
create function private.give_tracking_link() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(new.id);
  return null;
end
$$;
comment on function private.give_tracking_link is 'Trigger that makes the first link of a new request.';

create trigger give_tracking_link after insert on public.simulations
for each row execute function private.give_tracking_link();

-- A link expires when the period tracking-links of private.retention has passed since the decision and since the end of
-- the last offer. Security definer, because no role may read private.retention.
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
comment on function private.is_tracked is 'Reports whether the link of a request is still valid.';
grant execute on function private.is_tracked to service_role;

-- Security definer, because no role may read tracking_links.
create function private.tracking_secret(simulation_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.derive_tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link where link.simulation_id = $1;
$$;
call private.expose('tracking_secret', 'service_role',
  'Returns the secret of a request''s current link, for a mail, or null. Service role only.');

-- The browser sends a form again when it received no answer, and then needs the same link. Only this browser knows the
-- submission id, so nobody else gets the link. Security definer, because no role may read tracking_links.
create function private.first_tracking_secret(simulation public.simulations) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.derive_tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link
  where link.simulation_id = simulation.id and link.generation = 1
    and simulation.created_at > now() - interval '1 hour';
$$;
comment on function private.first_tracking_secret is 'Returns the secret of a request''s first link, for a form that is sent again; null when a newer link exists or the request is older than an hour.';
grant execute on function private.first_tracking_secret to service_role;

-- Security definer, because no role may read tracking_links.
create function private.find_tracked(secret_hash text) returns public.simulations
language sql stable security definer
set search_path = ''
as $$
  select simulation.*
  from private.tracking_links as link
  join public.simulations as simulation on simulation.id = link.simulation_id
  where (link.secret_hash = $1 or link.former_hash = $1) and private.is_tracked(simulation);
$$;
comment on function private.find_tracked is 'Returns the request that a link opens; null in each column for an unknown or expired link.';
grant execute on function private.find_tracked to service_role;

-- Security definer, because no role may write tracking_links.
create function private.retire_former_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.tracking_links as link set former_hash = null
  where link.secret_hash = $1 and link.former_hash is not null;
$$;
comment on function private.retire_former_link is 'Ends the former link of a request when the current link is opened.';
grant execute on function private.retire_former_link to service_role;

create function private.tracked_documents(simulation public.simulations) returns jsonb
language sql stable
begin atomic
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', asked.id, 'kind', asked.kind, 'note', asked.note, 'status', asked.status,
    'reason', asked.refusal_reason, 'files', private.files_of_document(asked.id)
  )) order by asked.asked_at, asked.kind)
  from public.asked_documents as asked where asked.simulation_id = simulation.id;
end;
comment on function private.tracked_documents is 'Lists the documents that staff asked an applicant for, with their status and files.';
grant execute on function private.tracked_documents to service_role;

create function private.documents_due_at(simulation_id uuid) returns timestamptz
language sql stable
begin atomic
  select max(greatest(asked.asked_at, asked.decided_at, asked.emptied_at)) + private.documents_wait()
  from public.asked_documents as asked
  where asked.simulation_id = $1 and asked.status in ('asked', 'refused');
end;
comment on function private.documents_due_at is 'Returns the day by which the missing documents of a request are due; null when no document is missing.';
grant execute on function private.documents_due_at to service_role;

create function private.current_offer(simulation public.simulations) returns public.offers
language sql stable
begin atomic
  select offer from public.offers as offer
  where offer.simulation_id = simulation.id
    -- When staff have withdrawn an offer to renew a contract, the page shows the offer that led to that contract.
    and not (offer.status = 'withdrawn' and offer.renews_contract_id is not null)
  order by offer.created_at desc, offer.id limit 1;
end;
comment on function private.current_offer is 'Returns the latest offer of a request; null in each column if the request has no offer.';
grant execute on function private.current_offer to service_role;

-- If the latest offer is withdrawn, the result is null, even when the request has earlier offers.
create function private.tracked_offer(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when offer.status <> 'withdrawn' then private.offer_conditions(offer) || jsonb_build_object(
    'clauses', offer.clauses, 'tenantName', simulation.full_name,
    'tenantCpf', '***.' || substr(simulation.cpf, 4, 3) || '.' || substr(simulation.cpf, 7, 3) || '-**',
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(simulation)),
    'renews', renewed.terms, 'changes', private.offer_changes(offer),
    'earlierAt', (private.earlier_offer(offer)).created_at
  ) end
  from private.current_offer(simulation) as offer
  cross join lateral private.renewed_terms(offer.renews_contract_id) as renewed (terms);
$$;
comment on function private.tracked_offer is 'Returns the conditions of the latest offer of a request, with tenant and property, so that the applicant can check them before accepting; null without an offer or after its withdrawal.';
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
    'endedOn', case
      when contract.closed_at is not null then private.last_day(contract)
      else (
        select confirmed.keys_on from public.contract_endings as confirmed
        where confirmed.contract_id = contract.id and confirmed.status = 'confirmed'
      )
    end,
    'refund', private.refund_of(contract.id), 'refundAccount', private.refund_account(contract)
  ))
  from private.current_offer(simulation) as offer
  join public.contracts as contract on contract.offer_id = offer.id
  left join public.document_jobs as job on job.contract_id = contract.id
  where offer.status = 'accepted';
$$;
comment on function private.tracked_contract is 'Returns the contract of a request, whether its letter exists, and a correction that the tenant has not accepted yet; null if there is no contract, or if a new offer followed a cancelled contract.';
grant execute on function private.tracked_contract to service_role;

create function private.open_tracked(
  secret_hash text, address_hash text, action text default 'tracking-by-address'
) returns public.simulations
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
begin
  perform private.require_within_limit(action, address_hash);
  request := private.find_tracked(secret_hash);
  if request.id is null then
    -- Counts the failed lookup. The caller then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  end if;
  return request;
end
$$;
comment on function private.open_tracked is 'Returns the request to which a link belongs; null in each column for an unknown or expired link. Counts the call against the limit `action`, and a failed lookup against a limit of its own.';
grant execute on function private.open_tracked to service_role;

create function public.track_request(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  is_published boolean;
begin
  request := private.open_tracked(secret_hash, address_hash);
  if request.id is null then
    return null;
  end if;
  perform private.retire_former_link(secret_hash);
  is_published := coalesce(request.reviewed_at <= now() - private.undo_period(), false);
  return jsonb_strip_nulls(jsonb_build_object(
    'protocol', request.protocol,
    'status', case when is_published then request.status else 'pending' end,
    'receivedAt', request.created_at,
    'answerDueAt', request.answer_due_at,
    'decidedAt', case when is_published then request.reviewed_at end,
    'reason', case when is_published then request.rejection_reason end,
    -- A decision that can still be undone must not show here.
    'canCorrect', not is_published or private.is_open_to_applicant(request),
    'documents', private.tracked_documents(request),
    'documentsDueAt', private.documents_due_at(request.id),
    'offer', case when is_published then private.tracked_offer(request) end,
    'contract', case when is_published then private.tracked_contract(request) end
  ));
end
$$;
comment on function public.track_request is 'Returns the progress of a request to the holder of its link; null for an unknown or expired link. The result repeats data that the applicant typed into the form only as part of an offer.';
grant execute on function public.track_request to service_role;

-- Mails a new link for the first password to the e-mail address in the contract. The former link stops working.
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
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
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
comment on function public.request_first_access is 'Queues another mail with the link that sets the first password of a contract. The caller needs the link of the contract''s request. changed is false when a password exists or the letter does not exist yet. Returns null for an unknown or expired link. Service role only.';
grant execute on function public.request_first_access to service_role;

-- A mail is queued even for an unknown request, and then rolled back. So the time of the call does not reveal whether
-- the request exists.
create function public.request_tracking_link(protocol text, email text, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  request public.simulations;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  -- Counts protocol and mailbox as a pair, so a person who knows only the protocol cannot use up the applicant's
  -- limit. Returns without an error, because an error would reveal earlier requests for a link.
  if not private.may_mail_link('tracking ' || protocol, wanted, address_hash) then
    return;
  end if;

  select * into request from public.simulations as simulation
  where simulation.protocol = request_tracking_link.protocol
    and private.address_of(simulation) = wanted and private.is_tracked(simulation);
  begin
    if request.id is not null then
      perform private.renew_tracking_link(request.id);
    end if;
    perform private.enqueue_mail(
      'tracking-link', wanted, '{}',
      'tracking-link:' || gen_random_uuid(), simulation_id => request.id
    );
    if request.id is null then
      raise exception 'unknown request' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_tracking_link is 'Queues a mail with a new link to a request. The new link replaces the former one. The result does not reveal whether the request exists.';
grant execute on function public.request_tracking_link to service_role;
