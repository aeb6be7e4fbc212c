-- An approved request passes through these stages: offer, acceptance, contract with its account, letter. The stage is
-- computed from the rows and never stored. The applicant reads an open offer on the page /acompanhar.
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
  payment_plan text not null check (payment_plan in ('pix', 'other')),
  instalments integer not null default 1 check (instalments between 1 and 12),
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 200),
  start_date date not null,
  past_start_reason text check (char_length(btrim(past_start_reason)) between 10 and 500),
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
  -- The offer expires on or before the due date of the fee, and before the first day of the term. A start today or
  -- earlier is possible with past_start_reason.
  constraint offers_valid_before_start_and_due check (
    private.day_in_brasilia(valid_until) <= fee_due_on
    and (past_start_reason is not null or private.day_in_brasilia(valid_until) < start_date)
  ),
  constraint offers_instalments_are_pix check (
    instalments = 1 or payment_plan = 'pix' and fee >= instalments * 0.01
  ),
  constraint offers_other_plan_names_collector check (
    payment_plan = 'pix' or char_length(btrim(payment_method)) >= 10
  ),
  constraint offers_instalments_within_term check (
    instalments <= months
    and (fee_due_on + make_interval(months => instalments - 1))::date <= end_date
  ),
  constraint offers_closed_have_time check ((status = 'open') = (closed_at is null)),
  constraint offers_adjustments_have_time
    check ((adjustment_reason is null) = (adjustment_asked_at is null)),
  constraint offers_declined_have_reason check ((status = 'declined') = (decline_reason is not null))
);
comment on table public.offers is 'Conditions of a guarantee that staff offer to the applicant of an approved request.';
comment on column public.offers.cover_limit is 'Maximum payout in reais, by the business rules at the time of the offer.';
comment on column public.offers.fee is 'Fee for the whole term, in reais.';
comment on column public.offers.letter_needs_fee is 'Whether the letter is in force only after the first payment of the fee (the whole fee or its first instalment). Set by the business rules at the time of the offer.';
comment on column public.offers.fee_due_on is 'Due date of the fee, or of its first instalment. The others are due in the following months.';
comment on column public.offers.payment_plan is 'pix: the tenant pays the fee, or each monthly instalment, by Pix; other: somebody else collects the fee.';
comment on column public.offers.payment_method is 'Description of the payment plan for the applicant. For the plan "other", staff write it and name the collector.';
comment on column public.offers.past_start_reason is 'Reason for a start that is not after the day of the offer. The applicant reads the reason. Null for a later start.';
comment on column public.offers.renews_contract_id is 'Contract that this offer renews; null for the first contract of a request.';
comment on column public.offers.clauses is 'Clauses of the terms that limit rights, as published at the time of the offer: [{title, text}]. The applicant accepts each clause separately.';
comment on column public.offers.conditions_sha256 is 'SHA-256 of the PDF shown before acceptance. The file is at offer-documents/<offer id>/<this hash>.pdf, so no file is overwritten.';
comment on column public.offers.adjustment_reason is 'Change that the applicant wants in the conditions, in the applicant''s own words. The offer stays open.';
comment on column public.offers.decline_reason is 'Reason why the applicant declined the offer, in the applicant''s words.';
comment on column public.offers.questions is 'Questions of the applicant about the offer, at most five: [{id, clause, text, askedAt, answer, answeredAt}]. clause is absent when the question concerns no clause.';
comment on column public.offers.has_question is 'Whether a question of the applicant still has no answer.';

create unique index offers_one_open on public.offers (simulation_id) where status = 'open';
create unique index offers_one_accepted on public.offers (simulation_id, renews_contract_id)
  nulls not distinct where status = 'accepted';
create index offers_by_renewed on public.offers (renews_contract_id, created_at desc);
create index offers_by_simulation on public.offers (simulation_id, created_at desc) include (status);
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

-- No policy opens this bucket, so only the service role reads and writes files. People download by short-lived links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('offer-documents', 'offer-documents', false, 10485760, array['application/pdf']);

create function private.is_open(offer public.offers) returns boolean
language sql stable
-- Compares valid_until with the clock too, because the schedule may mark an offer as expired late.
return offer.status = 'open' and offer.valid_until > now();
comment on function private.is_open is 'Reports whether the applicant can accept an offer now.';
grant execute on function private.is_open to service_role;

create function private.offer_state(offer public.offers) returns text
language sql stable
return case
  when offer.status = 'open' and not private.is_open(offer) then 'expired' else offer.status
end;
comment on function private.offer_state is 'Returns the current status of an offer. The status is expired as soon as the validity ends, even while the stored status is still open.';
grant execute on function private.offer_state to service_role;

create function private.fee_instalments(fee numeric, instalments integer, first_due date)
returns table (instalment integer, amount numeric, due_on date)
language sql immutable strict
begin atomic
  select place,
    (div($1 * 100, $2) + (place <= mod($1 * 100, $2))::integer) * 0.01,
    ($3 + make_interval(months => place - 1))::date
  from generate_series(1, $2) as place;
end;
comment on function private.fee_instalments is 'Divides a fee, in reais, into monthly instalments. If the fee is not divisible, the first instalments are one cent higher. Each instalment is due on the first due date''s day of the month, or on the last day of a shorter month.';
grant execute on function private.fee_instalments to service_role;

create function private.instalment_list(fee numeric, instalments integer, first_due date) returns jsonb
language sql immutable strict
begin atomic
  select jsonb_agg(jsonb_build_object(
    'instalment', part.instalment, 'amount', part.amount, 'dueOn', part.due_on
  ) order by part.instalment)
  from private.fee_instalments($1, $2, $3) as part;
end;
comment on function private.instalment_list is 'Returns the instalments of a fee for display: [{instalment, amount, dueOn}]; null without a fee or due date.';
grant execute on function private.instalment_list to service_role;

create function private.fee_range(
  reference_value numeric, out standard numeric, out lowest numeric, out highest numeric
)
language sql stable
begin atomic
  select ruled.fee, greatest(round(ruled.fee * (100 - rule.spread) / 100, 2), rule.minimum),
    round(ruled.fee * (100 + rule.spread) / 100, 2)
  from (
    select private.business_decimal('feePercent', 0.1, 100, 8) as percent,
      private.business_number('feeMinimum', 0, 100000, 150) as minimum,
      (select settings.fee_range_percent from private.staff_settings as settings) as spread
  ) as rule
  cross join lateral (
    select greatest(round($1 * rule.percent / 100, 2), rule.minimum) as fee
  ) as ruled;
end;
comment on function private.fee_range is 'Returns three fees in reais for a reference value (the rent of all months of the guarantee), by the business rules and the limits of staff: the standard fee, and the lowest and highest fee that anybody may offer.';
grant execute on function private.fee_range to service_role;

create function private.offer_conditions(offer public.offers) returns jsonb
language sql stable
return jsonb_build_object(
  'id', offer.id, 'status', private.offer_state(offer), 'createdAt', offer.created_at,
  'validUntil', offer.valid_until, 'propertyType', offer.property_type,
  'landlordName', offer.landlord_name, 'rentalValue', offer.rental_value,
  'referenceValue', offer.reference_value, 'coverLimit', offer.cover_limit, 'fee', offer.fee,
  'feeDueOn', offer.fee_due_on, 'paymentPlan', offer.payment_plan,
  'paymentMethod', offer.payment_method,
  'instalments', private.instalment_list(offer.fee, offer.instalments, offer.fee_due_on),
  'letterNeedsFee', offer.letter_needs_fee, 'pastStartReason', offer.past_start_reason,
  'startDate', offer.start_date, 'endDate', offer.end_date, 'months', offer.months,
  'termsVersion', offer.terms_version, 'conditionsSha256', offer.conditions_sha256,
  'adjustmentAskedAt', offer.adjustment_asked_at
);
comment on function private.offer_conditions is 'Returns the conditions of an offer for display to staff and to the applicant.';
grant execute on function private.offer_conditions to service_role;

-- Skips an offer that was closed before its mail was sent, because the applicant never read that offer.
create function private.earlier_offer(offer public.offers) returns public.offers
language sql stable
begin atomic
  select former from public.offers as former
  where former.simulation_id = offer.simulation_id and former.id is distinct from offer.id
    and former.renews_contract_id is not distinct from offer.renews_contract_id
    and former.created_at < offer.created_at
    and least(former.closed_at, offer.created_at) >= former.created_at + private.undo_period()
  order by former.created_at desc, former.id limit 1;
end;
comment on function private.earlier_offer is 'Returns the last offer that the applicant read before this offer, for the same request or renewal. Each column is null when no earlier offer was read.';
grant execute on function private.earlier_offer to service_role;

-- The values of `field` are keys of offerTerms in contracts/requests/offer-terms.ts, which has a label for each key.
create function private.offer_changes(offer public.offers) returns jsonb
language sql stable
set search_path = ''
as $$
  with earlier (terms) as (
    select coalesce(
      (
        select private.offer_conditions(former) from private.earlier_offer(offer) as former
        where former.id is not null
      ),
      (
        select jsonb_build_object(
          'coverLimit', contract.cover_limit, 'fee', contract.fee,
          'paymentMethod', contract.payment_method, 'rentalValue', contract.rental_value,
          'referenceValue', contract.guarantee_reference_value,
          'months', contract.contract_duration_months, 'propertyType', contract.property_type,
          'landlordName', contract.landlord_name,
          'letterNeedsFee', contract.letter_fee <> 'apart'
        )
        from public.contracts as contract where contract.id = offer.renews_contract_id
      )
    )
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', term.field, 'before', earlier.terms -> term.field, 'after', shown.terms -> term.field
  ) order by term.place), '[]')
  from earlier, private.offer_conditions(offer) as shown (terms),
    unnest(array[
      'coverLimit', 'fee', 'feeDueOn', 'paymentMethod', 'rentalValue', 'referenceValue', 'months',
      'startDate', 'endDate', 'propertyType', 'landlordName', 'letterNeedsFee', 'termsVersion'
    ]) with ordinality as term (field, place)
  where earlier.terms ->> term.field is not null
    and earlier.terms -> term.field <> shown.terms -> term.field;
$$;
comment on function private.offer_changes is 'Returns the changed conditions of an offer: [{field, before, after}]. The comparison is with the last offer that the applicant read, or else with the contract that the offer renews.';
grant execute on function private.offer_changes to service_role;

create function private.offer_mail(offer public.offers) returns text
language sql stable
set search_path = ''
as $$
  select case
    when former.id is not null and private.offer_changes(offer) <> '[]' then 'offer-changed'
    when offer.renews_contract_id is not null then 'renewal-offered'
    else 'offer-made'
  end
  from private.earlier_offer(offer) as former;
$$;
comment on function private.offer_mail is 'Returns the template of the mail that brings an offer to the applicant.';
grant execute on function private.offer_mail to service_role;

create function private.property_line(simulation public.simulations) returns text
language sql immutable
-- Shortens the street, because contracts.property_address holds at most 300 characters.
return left(simulation.property_address, 294 - char_length(simulation.property_city)) || ', '
  || simulation.property_city || ', ' || simulation.property_state;
comment on function private.property_line is 'Returns the property address of a request on one line: street, city, state.';
grant execute on function private.property_line to service_role;

create function private.drop_offer_mail(offer_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail
  where status = 'queued'
    and idempotency_key in ('offer-made:' || $1, 'offer-reminder:' || $1);
$$;
comment on function private.drop_offer_mail is 'Deletes the unsent mails about an offer that is no longer open.';
grant execute on function private.drop_offer_mail to service_role;

create function private.check_offer(draft public.offers) returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  allowed record;
begin
  if draft.reference_value <> draft.rental_value * draft.months then
    perform private.reject('O valor de referência é o aluguel vezes os meses.', 'reference_value');
  end if;
  select * into allowed from private.fee_range(draft.reference_value);
  if draft.fee not between allowed.lowest and allowed.highest then
    perform private.reject(
      format(
        'Com esse aluguel e esse prazo, a taxa fica entre %s e %s.',
        private.money_text(allowed.lowest), private.money_text(allowed.highest)
      ),
      'fee'
    );
  end if;
  if draft.start_date <= today
    and coalesce(char_length(btrim(draft.past_start_reason)), 0) not between 10 and 500
  then
    perform private.reject(
      'Diga, em 10 a 500 caracteres, por que o início não é depois de hoje.', 'past_start_reason'
    );
  end if;
  if draft.fee_due_on < today then
    perform private.reject('O vencimento é hoje ou depois.', 'fee_due_on');
  end if;
  if draft.instalments > draft.months then
    perform private.reject('Há no máximo uma parcela por mês do prazo.', 'instalments');
  end if;
  if (draft.fee_due_on + make_interval(months => draft.instalments - 1))::date > draft.end_date then
    perform private.reject(
      'A última parcela venceria depois do fim da fiança, em '
        || to_char(draft.end_date, 'DD/MM/YYYY') || '.',
      'fee_due_on'
    );
  end if;
end
$$;
comment on function private.check_offer is 'Refuses an offer that breaks a rule, with a message for the form field. Table constraints also enforce the rules about days and instalments.';
grant execute on function private.check_offer to service_role;

create function private.read_offer(offer jsonb) returns public.offers
language plpgsql stable
set search_path = ''
as $$
declare
  draft public.offers := jsonb_populate_record(null::public.offers, offer);
begin
  draft.status := 'open';
  draft.created_at := now();
  draft.instalments := coalesce(draft.instalments, 1);
  draft.letter_needs_fee := coalesce(draft.letter_needs_fee, false);
  draft.landlord_name := btrim(draft.landlord_name);
  draft.payment_method := btrim(draft.payment_method);
  -- The database fills generated columns only in stored rows, so this function computes end_date itself.
  draft.end_date := (draft.start_date + make_interval(months => draft.months) - interval '1 day')::date;
  draft.past_start_reason := case
    when draft.start_date <= private.today_in_brasilia() then btrim(draft.past_start_reason)
  end;
  return draft;
end
$$;
comment on function private.read_offer is 'Converts an offer from JSON to a row of offers and fills in default values. The row is not stored.';
grant execute on function private.read_offer to service_role;

-- Service role only, because staff may not choose the amounts or the PDF. The edge function make-offer creates the
-- amounts and the PDF, and checks the caller.
create function public.make_offer(offer jsonb, actor uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  draft constant public.offers := private.read_offer(offer);
  request public.simulations;
  former uuid;
  renewed public.contracts;
  stored public.offers;
  outcome text;
  refusal text;
begin
  if not private.holds_right(actor, 'offers') then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  request := private.lock_simulation(draft.simulation_id);
  outcome := case
    -- The browser's form makes the id of the offer, so a second click finds the offer that the first click made.
    when exists (
      select from public.offers as made where made.id = draft.id and made.simulation_id = request.id
    ) then 'made'
    when request.status = 'rejected' then 'rejected'
    when exists (
      select from public.offers as made
      left join public.contracts as contract on contract.offer_id = made.id
      where made.simulation_id = request.id and made.status = 'accepted'
        and made.renews_contract_id is not distinct from draft.renews_contract_id
        and contract.status is distinct from 'cancelled'
    ) then 'accepted'
  end;
  if outcome is not null then
    return jsonb_build_object('changed', false, 'outcome', outcome);
  end if;
  -- Form and PDF show the data of one version of the request. A renewal shows those of the contract.
  if draft.renews_contract_id is null
    and ($1 ->> 'request_version')::integer is distinct from private.request_version(request.id) then
    raise sqlstate 'PT409' using
      message = 'Os dados deste pedido foram corrigidos. Feche, confira os dados novos e preencha de novo.';
  end if;
  if draft.renews_contract_id is not null then
    select contract.* into renewed
    from public.contracts as contract join public.offers as made on made.id = contract.offer_id
    where contract.id = draft.renews_contract_id and made.simulation_id = request.id
    for no key update of contract;
    perform private.require_found(found, 'Contrato não encontrado.');
    if not private.is_renewable(renewed) then
      return jsonb_build_object('changed', false, 'outcome', 'closed');
    end if;
    if draft.start_date <> renewed.end_date + 1 then
      perform private.reject('A renovação começa no dia depois do término.', 'start_date');
    end if;
    -- The tenant needs a new link: the former link may have expired or may have gone to a wrong e-mail address.
    perform private.renew_tracking_link(request.id);
  end if;
  perform private.check_offer(draft);

  refusal := case
    when draft.renews_contract_id is null then private.offer_refusal(request, draft.rental_value, actor)
  end;
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  if request.status = 'pending' then
    perform private.approve_request(request, actor, null);
  end if;
  -- Withdraws the accepted offer of a cancelled contract. The evidence of the acceptance is not deleted.
  update public.offers as made set status = 'withdrawn'
  where made.simulation_id = request.id and made.status = 'accepted'
    and made.renews_contract_id is not distinct from draft.renews_contract_id;
  update public.offers as made set status = 'withdrawn', closed_at = now()
  where made.simulation_id = request.id and made.status = 'open'
  returning made.id into former;
  perform private.drop_offer_mail(former);

  insert into public.offers (
    id, simulation_id, created_by, property_type, landlord_name, rental_value, reference_value,
    cover_limit, fee, fee_due_on, payment_plan, instalments, payment_method, start_date, months,
    past_start_reason, valid_until, terms_version, clauses, conditions_sha256, landlord_id,
    renews_contract_id, letter_needs_fee
  ) values (
    draft.id, request.id, actor, draft.property_type, draft.landlord_name, draft.rental_value,
    draft.reference_value, draft.cover_limit, draft.fee, draft.fee_due_on, draft.payment_plan,
    draft.instalments, draft.payment_method, draft.start_date, draft.months,
    draft.past_start_reason, draft.valid_until, draft.terms_version, draft.clauses,
    draft.conditions_sha256,
    private.known_landlord(jsonb_build_object(
      'id', draft.landlord_id, 'name', draft.landlord_name, 'kind', $1 ->> 'landlord_kind',
      'document', $1 ->> 'landlord_document'
    )),
    draft.renews_contract_id, draft.letter_needs_fee
  )
  on conflict (id) do nothing
  returning * into stored;
  if stored.id is null then
    raise sqlstate 'PT409' using
      message = 'Estas condições já foram enviadas para outra simulação. Atualize a página e preencha de novo.';
  end if;
  -- Staff whose form had the current version have seen all corrections.
  update public.simulations set corrected_at = null
  where id = request.id and corrected_at is not null and draft.renews_contract_id is null;
  perform private.note(
    'make-offer', request.id,
    jsonb_build_object('offer', draft.id, 'former', former, 'renews', renewed.id), actor
  );
  perform private.enqueue_mail(
    private.offer_mail(stored), private.address_of(request), '{}', 'offer-made:' || stored.id,
    simulation_id => request.id, delay => private.undo_period()
  );
  return jsonb_build_object('changed', true, 'outcome', 'made');
end
$$;
comment on function public.make_offer is 'Makes an offer once per id: approves a pending request, replaces an open offer and queues one mail. Raises PT409 when the id belongs to the offer of another request, or when request_version of a first offer is not the current version of the request, or when two people have to agree to its rent (offer_refusal). Service role only.';
grant execute on function public.make_offer to service_role;

-- Security definer, because staff have no grant on offers.
create function private.withdraw_offer(offer_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request_id uuid;
  withdrawn boolean;
begin
  -- Every function locks the request before the offer, so that no deadlock can occur.
  select simulation.id into request_id
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = offer_id for update of simulation;
  perform private.require_found(found, 'Proposta não encontrada.');
  update public.offers as offer set status = 'withdrawn', closed_at = now()
  where offer.id = offer_id and private.is_open(offer);
  withdrawn := found;
  if withdrawn then
    perform private.drop_offer_mail(offer_id);
    perform private.note('withdraw-offer', request_id, jsonb_build_object('offer', offer_id));
  end if;
  return jsonb_build_object('changed', withdrawn);
end
$$;
call private.expose('withdraw_offer', 'authenticated',
  'Withdraws an open offer.',
  needs => 'offers');

-- A second click changes nothing. Security definer, because staff have no grant on offers.
create function private.answer_question(offer_id uuid, question_id uuid, answer text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns below have the names of the parameters.
  wanted constant uuid := offer_id;
  words constant text := btrim(answer);
  request public.simulations;
  asked jsonb;
begin
  if coalesce(char_length(words), 0) not between 10 and 2000 then
    perform private.reject('Escreva de 10 a 2.000 caracteres.', 'answer');
  end if;
  -- Every function locks the request before the offer, so that no deadlock can occur.
  select simulation.* into request
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = wanted for update of simulation;
  select question into asked
  from public.offers as offer, jsonb_array_elements(offer.questions) as question
  where offer.id = wanted and question ->> 'id' = question_id::text;
  perform private.require_found(asked is not null, 'Pergunta não encontrada.');
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
  perform private.note(
    'answer-question', request.id, jsonb_build_object('offer', wanted, 'question', question_id)
  );
  perform private.enqueue_mail(
    'question-answered', private.address_of(request), '{}', 'question-answered:' || question_id,
    simulation_id => request.id
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('answer_question', 'authenticated',
  'Answers an applicant''s question about an offer, once and by mail.',
  needs => 'requests');

-- Security definer, because staff have no grant on offers. The audit trail records each call as a read.
create function private.list_offers(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.record_reading('read-offers', array[simulation_id]);
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(private.offer_conditions(offer) || jsonb_build_object(
      'createdBy', author.full_name, 'closedAt', offer.closed_at,
      'remindedAt', offer.reminded_at, 'adjustmentReason', offer.adjustment_reason,
      'declineReason', offer.decline_reason, 'questions', offer.questions,
      'landlord', (
        select jsonb_build_object('id', known.id, 'kind', known.kind, 'document', known.document)
        from public.landlords as known where known.id = offer.landlord_id
      ),
      'contractNumber', contract.contract_number, 'contractStatus', contract.status,
      'renews', private.renewed_terms(offer.renews_contract_id),
      'changes', private.offer_changes(offer),
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
  'Lists the offers of a request, newest first, with the evidence of the acceptance.',
  needs => 'read', action => 'read-offers');

create function public.draft_offer(offer jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(private.offer_conditions(draft) || jsonb_build_object(
    'protocol', request.protocol, 'fullName', request.full_name, 'cpf', request.cpf,
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(request)),
    'renews', renewed.terms, 'changes', private.offer_changes(draft),
    'template', private.offer_mail(draft)
  ))
  from private.read_offer($1) as draft
  join public.simulations as request on request.id = draft.simulation_id
  cross join lateral private.renewed_terms(draft.renews_contract_id) as renewed (terms);
$$;
comment on function public.draft_offer is 'Returns the conditions of an offer that was not made yet, with applicant, property, instalments and changes. The PDF and the preview of the mail show these conditions. Null for an unknown request. Service role only.';
grant execute on function public.draft_offer to service_role;

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
comment on function private.remind_of_offers is 'Queues one reminder per open offer: two days before its validity ends, or halfway through a validity shorter than four days. The schedule calls this function.';
grant execute on function private.remind_of_offers to service_role;

create function private.expire_offers() returns void
language sql
set search_path = ''
as $$
  update public.offers set status = 'expired', closed_at = valid_until
  where status = 'open' and valid_until <= now();
$$;
comment on function private.expire_offers is 'Sets the status of open offers to expired after their validity has ended. Other functions compare valid_until with the clock, so they do not depend on this function.';
grant execute on function private.expire_offers to service_role;
