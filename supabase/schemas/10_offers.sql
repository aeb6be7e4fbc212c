-- From an approved request to a contract in force: the offer, its acceptance, the contract with
-- its account, the letter. A stage is derived from these rows, never stored twice.
--
-- Staff make the conditions of a guarantee; the applicant reads them on /acompanhar until they
-- are accepted, declined, expire, are withdrawn, or others take their place.
create table public.offers (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  property_type text not null check (private.is_property_type(property_type)),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  landlord_id uuid references public.landlords (id) on delete set null,
  renews_contract_id uuid,
  rental_value numeric(12, 2) not null check (rental_value between 0.01 and 9999999999.99),
  reference_value numeric(12, 2) not null check (reference_value between 0.01 and 9999999999.99),
  cover_limit numeric(12, 2) not null check (cover_limit between 0.01 and reference_value),
  fee numeric(12, 2) not null check (fee between 0 and 9999999999.99),
  fee_due_on date not null,
  letter_needs_fee boolean not null default false,
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 100),
  start_date date not null,
  months integer not null check (months between 1 and 12),
  end_date date not null generated always as (
    (start_date + make_interval(months => months) - interval '1 day')::date
  ) stored,
  valid_until timestamptz not null,
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  reminded_at timestamptz,
  closed_at timestamptz,
  clauses jsonb not null default '[]' check (jsonb_typeof(clauses) = 'array'),
  adjustment_asked_at timestamptz,
  adjustment_reason text check (char_length(btrim(adjustment_reason)) between 10 and 1000),
  decline_reason text check (char_length(btrim(decline_reason)) between 10 and 1000),
  questions jsonb not null default '[]'
    check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 5),
  has_question boolean not null generated always as (
    jsonb_path_exists(questions, '$[*] ? (!(exists(@.answeredAt)))')
  ) stored,
  constraint offers_are_valid_for_a_while check (valid_until > created_at),
  constraint offers_closed_have_time check ((status = 'open') = (closed_at is null)),
  constraint offers_adjustments_have_time
    check ((adjustment_reason is null) = (adjustment_asked_at is null)),
  constraint offers_declined_have_reason check ((status = 'declined') = (decline_reason is not null))
);
comment on table public.offers is 'Conditions of a guarantee, made by staff for an approved request.';
comment on column public.offers.cover_limit is 'The most that is paid, in reais; from the business rules of that moment.';
comment on column public.offers.fee is 'The total cost of the term, in reais.';
comment on column public.offers.letter_needs_fee is 'Whether the letter is in force only once the fee is paid; from the business rules of that moment.';
comment on column public.offers.renews_contract_id is 'The contract on whose end its own begins; null for the first of a request.';
comment on column public.offers.clauses is 'The clauses of the terms that limit rights, as published when it was made: [{title, text}]. Each is accepted by itself.';
comment on column public.offers.conditions_sha256 is 'Of the PDF that is shown before accepting: offer-documents/<offer id>/<this>.pdf, so that none is ever written over.';

comment on column public.offers.adjustment_reason is 'What the applicant would like to be otherwise, in their words; the offer stays open.';
comment on column public.offers.decline_reason is 'Why the applicant does not want it, in their words.';

comment on column public.offers.questions is 'What the applicant asks about it, at most five: [{id, clause, text, askedAt, answer, answeredAt}]; without a clause it is about something else.';
comment on column public.offers.has_question is 'One of them has no answer yet.';

create unique index offers_one_open on public.offers (simulation_id) where status = 'open';
create unique index offers_one_accepted on public.offers (simulation_id, renews_contract_id)
  nulls not distinct where status = 'accepted';
create index offers_by_renewed on public.offers (renews_contract_id, created_at desc);
create index offers_by_simulation on public.offers (simulation_id, created_at desc);
create index offers_by_creation on public.offers (created_at);
create index offers_by_end on public.offers (valid_until) where status in ('open', 'expired');
create index offers_by_landlord on public.offers (landlord_id);
create index offers_by_author on public.offers (created_by);
create index offers_by_adjustment on public.offers (adjustment_asked_at)
  where adjustment_asked_at is not null;
create index offers_asked on public.offers (simulation_id) where has_question;
create index offers_declined on public.offers (closed_at) where status = 'declined';

alter table public.offers enable row level security;
grant select, insert, update, delete on public.offers to service_role;

-- Only the service role reads and writes the bucket; files go out by short signed links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('offer-documents', 'offer-documents', false, 10485760, array['application/pdf']);

create function private.is_open(offer public.offers) returns boolean
language sql stable
set search_path = ''
as $$
  -- Asked of the clock, too: the schedule may be late.
  select offer.status = 'open' and offer.valid_until > now();
$$;
comment on function private.is_open is 'Whether an offer may be accepted at this moment.';
grant execute on function private.is_open to service_role;

create function private.property_line(simulation public.simulations) returns text
language sql immutable
set search_path = ''
as $$
  -- A contract has 300 characters for it.
  select left(simulation.property_address, 294 - char_length(simulation.property_city)) || ', '
    || simulation.property_city || ', ' || simulation.property_state;
$$;
comment on function private.property_line is 'Where the property is, in one line: street, city, state.';
grant execute on function private.property_line to service_role;

create function private.drop_offer_mail(offer_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail
  where status = 'queued'
    and idempotency_key in ('offer-made:' || $1, 'offer-reminder:' || $1);
$$;
comment on function private.drop_offer_mail is 'Takes back the mails of an offer that were not sent yet: they would tell of conditions that are no more.';
grant execute on function private.drop_offer_mail to service_role;

-- Service role only: function make-offer has asked whether the caller is active staff, worked the
-- amounts out by the published rules and stored the PDF, none of which staff may say themselves.
create function public.make_offer(offer jsonb, actor uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  draft constant public.offers := jsonb_populate_record(null::public.offers, offer);
  request public.simulations;
  former uuid;
  renewed public.contracts;
begin
  if not exists (
    select from public.staff where staff.user_id = actor and staff.status = 'active'
  ) then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into request from public.simulations where id = draft.simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  -- The id is the form's: a second click finds what the first made.
  if exists (
    select from public.offers as made where made.id = draft.id and made.simulation_id = request.id
  ) then
    return jsonb_build_object('changed', false, 'outcome', 'made');
  end if;
  if request.status = 'rejected' then
    return jsonb_build_object('changed', false, 'outcome', 'rejected');
  end if;
  if exists (
    select from public.offers as made
    left join public.contracts as contract on contract.offer_id = made.id
    where made.simulation_id = request.id and made.status = 'accepted'
      and made.renews_contract_id is not distinct from draft.renews_contract_id
      and contract.status is distinct from 'cancelled'
  ) then
    return jsonb_build_object('changed', false, 'outcome', 'accepted');
  end if;
  if draft.renews_contract_id is not null then
    select contract.* into renewed
    from public.contracts as contract join public.offers as made on made.id = contract.offer_id
    where contract.id = draft.renews_contract_id and made.simulation_id = request.id
    for update of contract;
    if not found then
      raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
    end if;
    if not private.is_renewable(renewed) then
      return jsonb_build_object('changed', false, 'outcome', 'closed');
    end if;
    if draft.start_date <> renewed.end_date + 1 then
      raise exception 'A renovação começa no dia depois do término.' using errcode = '23514';
    end if;
    -- The former may have expired, or been mailed to an address that was corrected since.
    perform private.renew_tracking_link(request.id);
  end if;
  if draft.reference_value <> draft.rental_value * draft.months then
    raise exception 'O valor de referência é o aluguel vezes os meses.' using errcode = '23514';
  end if;

  if request.status = 'pending' then
    update public.simulations set status = 'approved', reviewed_by = actor, reviewed_at = now()
    where id = request.id;
    insert into public.audit_trail (actor, action, subject_id, outcome, details)
    values (
      actor, 'decide-simulation', request.id, 'done', jsonb_build_object('decision', 'approved')
    );
  end if;
  -- Of a contract that was cancelled: its acceptance stays with it as evidence.
  update public.offers as made set status = 'withdrawn'
  where made.simulation_id = request.id and made.status = 'accepted'
    and made.renews_contract_id is not distinct from draft.renews_contract_id;
  update public.offers as made set status = 'withdrawn', closed_at = now()
  where made.simulation_id = request.id and made.status = 'open'
  returning made.id into former;
  perform private.drop_offer_mail(former);

  insert into public.offers (
    id, simulation_id, created_by, property_type, landlord_name, rental_value, reference_value,
    cover_limit, fee, fee_due_on, payment_method, start_date, months, valid_until,
    terms_version, clauses, conditions_sha256, landlord_id, renews_contract_id, letter_needs_fee
  ) values (
    draft.id, request.id, actor, draft.property_type, btrim(draft.landlord_name),
    draft.rental_value, draft.reference_value, draft.cover_limit, draft.fee, draft.fee_due_on,
    btrim(draft.payment_method), draft.start_date, draft.months, draft.valid_until,
    draft.terms_version, draft.clauses, draft.conditions_sha256,
    private.known_landlord(jsonb_build_object(
      'id', draft.landlord_id, 'name', draft.landlord_name, 'kind', $1 ->> 'landlord_kind',
      'document', $1 ->> 'landlord_document'
    )),
    draft.renews_contract_id, coalesce(draft.letter_needs_fee, false)
  )
  on conflict (id) do nothing;
  if not found then
    raise sqlstate 'PT409' using
      message = 'Estas condições já foram enviadas para outra simulação. Atualize a página e preencha de novo.';
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    actor, 'make-offer', request.id, 'done',
    jsonb_strip_nulls(jsonb_build_object('offer', draft.id, 'former', former, 'renews', renewed.id))
  );
  perform private.enqueue_mail(
    case when renewed.id is null then 'offer-made' else 'renewal-offered' end,
    private.address_of(request), '{}', 'offer-made:' || draft.id, simulation_id => request.id
  );
  update public.outgoing_mail set next_attempt_at = now() + private.undo_period()
  where idempotency_key = 'offer-made:' || draft.id;
  return jsonb_build_object('changed', true, 'outcome', 'made');
end
$$;
comment on function public.make_offer is 'Makes an offer once per id, approves its request if that waits, takes the place of an open offer, and queues one mail. Raises PT409 for the id of another request''s offer. Service role only.';
grant execute on function public.make_offer to service_role;

-- Definer: nobody may touch offers directly.
create function private.withdraw_offer(offer_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request_id uuid;
  withdrawn boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('withdraw-offer', offer_id);
  end if;
  -- Request before offer, as everybody locks them.
  select simulation.id into request_id
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = offer_id for update of simulation;
  if not found then
    raise sqlstate 'PT404' using message = 'Proposta não encontrada.';
  end if;
  update public.offers as offer set status = 'withdrawn', closed_at = now()
  where offer.id = offer_id and private.is_open(offer);
  withdrawn := found;
  if withdrawn then
    perform private.drop_offer_mail(offer_id);
    insert into public.audit_trail (actor, action, subject_id, outcome, details)
    values (
      (select auth.uid()), 'withdraw-offer', request_id, 'done',
      jsonb_build_object('offer', offer_id)
    );
  end if;
  return jsonb_build_object('changed', withdrawn);
end
$$;
call private.expose('withdraw_offer', 'authenticated',
  'Takes back an offer that is open; active staff only.');

-- Definer for the same reason. The mail tells question and answer; a second click changes nothing.
create function private.answer_question(offer_id uuid, question_id uuid, answer text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Named apart from the columns that they are compared with.
  wanted constant uuid := offer_id;
  words constant text := btrim(answer);
  request public.simulations;
  asked jsonb;
begin
  if not private.is_active_staff() then
    return private.refuse('answer-question', offer_id);
  end if;
  if coalesce(char_length(words), 0) not between 10 and 2000 then
    raise exception 'Escreva de 10 a 2.000 caracteres.' using errcode = '23514';
  end if;
  -- Request before offer, as everybody locks them.
  select simulation.* into request
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = wanted for update of simulation;
  select question into asked
  from public.offers as offer, jsonb_array_elements(offer.questions) as question
  where offer.id = wanted and question ->> 'id' = question_id::text;
  if asked is null then
    raise sqlstate 'PT404' using message = 'Pergunta não encontrada.';
  end if;
  if asked ? 'answeredAt' then
    return jsonb_build_object('changed', false);
  end if;
  update public.offers as offer set questions = (
    select jsonb_agg(
      case when question = asked
        then asked || jsonb_build_object('answer', words, 'answeredAt', now()) else question
      end
      order by place
    )
    from jsonb_array_elements(offer.questions) with ordinality as each (question, place)
  )
  where offer.id = wanted;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'answer-question', request.id, 'done',
    jsonb_build_object('offer', wanted, 'question', question_id)
  );
  perform private.enqueue_mail(
    'question-answered', private.address_of(request), '{}', 'question-answered:' || question_id,
    simulation_id => request.id
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('answer_question', 'authenticated',
  'Answers, once and by mail, what an applicant asked about an offer; active staff only.');

-- Definer for the same reason; who reads it is written down.
create function private.list_offers(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('read-offers', simulation_id);
  end if;
  perform private.record_reading('read-offers', array[simulation_id]);
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', offer.id,
      'status', case
        when offer.status = 'open' and not private.is_open(offer) then 'expired'
        else offer.status
      end,
      'createdAt', offer.created_at, 'createdBy', author.full_name,
      'validUntil', offer.valid_until, 'closedAt', offer.closed_at,
      'propertyType', offer.property_type, 'landlordName', offer.landlord_name,
      'landlord', (
        select jsonb_build_object('id', known.id, 'kind', known.kind, 'document', known.document)
        from public.landlords as known where known.id = offer.landlord_id
      ),
      'rentalValue', offer.rental_value, 'referenceValue', offer.reference_value,
      'coverLimit', offer.cover_limit, 'fee', offer.fee, 'feeDueOn', offer.fee_due_on,
      'paymentMethod', offer.payment_method, 'startDate', offer.start_date,
      'endDate', offer.end_date, 'months', offer.months, 'termsVersion', offer.terms_version,
      'conditionsSha256', offer.conditions_sha256, 'remindedAt', offer.reminded_at,
      'adjustmentAskedAt', offer.adjustment_asked_at, 'adjustmentReason', offer.adjustment_reason,
      'declineReason', offer.decline_reason, 'questions', offer.questions,
      'contractNumber', contract.contract_number, 'contractStatus', contract.status,
      'renews', private.renewed_terms(offer.renews_contract_id),
      'acceptance', case when acceptance.contract_id is not null then jsonb_build_object(
        'acceptedAt', acceptance.accepted_at, 'fullName', acceptance.full_name,
        'clauses', acceptance.clauses, 'userAgent', acceptance.user_agent,
        'addressHash', acceptance.address_hash
      ) end
    )) order by offer.created_at desc), '[]')
    from public.offers as offer
    left join public.staff as author on author.user_id = offer.created_by
    left join public.contracts as contract on contract.offer_id = offer.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    where offer.simulation_id = list_offers.simulation_id
  );
end
$$;
call private.expose('list_offers', 'authenticated',
  'The offers of a request, newest first, with the evidence of the acceptance; active staff only.');

create function public.find_offered_to(simulation_id uuid, renews_contract_id uuid default null)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'protocol', request.protocol, 'fullName', request.full_name, 'cpf', request.cpf,
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(request)),
    'renews', renewed.terms
  ))
  from public.simulations as request, private.renewed_terms($2) as renewed (terms)
  where request.id = $1;
$$;
comment on function public.find_offered_to is 'What the conditions of a request say of whom they are for, and of the contract that they renew. Service role only.';
grant execute on function public.find_offered_to to service_role;

create function private.remind_of_offers() returns void
language sql
set search_path = ''
as $$
  with due as (
    update public.offers as offer set reminded_at = now()
    where offer.status = 'open' and offer.reminded_at is null
      and offer.valid_until > now() and offer.valid_until <= now() + interval '48 hours'
      and now() >= offer.valid_until
        - least(interval '48 hours', (offer.valid_until - offer.created_at) / 2)
    returning offer.id, offer.simulation_id
  )
  select private.enqueue_mail(
    'offer-reminder', private.address_of(simulation), '{}', 'offer-reminder:' || due.id,
    simulation_id => simulation.id
  )
  from due join public.simulations as simulation on simulation.id = due.simulation_id;
$$;
comment on function private.remind_of_offers is 'Queues a reminder of each offer once: with two days left, or with half of a validity that is shorter than four. Run by the schedule.';
grant execute on function private.remind_of_offers to service_role;

create function private.expire_offers() returns void
language sql
set search_path = ''
as $$
  update public.offers set status = 'expired', closed_at = valid_until
  where status = 'open' and valid_until <= now();
$$;
comment on function private.expire_offers is 'Closes what is over. What is shown and accepted asks the clock itself.';
grant execute on function private.expire_offers to service_role;
