-- Work of staff on claims: read a claim, ask a party, decide each item (large amounts need a second person), and record
-- what may be recovered from the tenant. This file also has the uploads and views of a claim's files.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_claims(
  view text, search text, after_day date, after_id uuid, page_size integer
)
returns table (
  id uuid, protocol text, stage text, turn text, until date, is_overdue boolean, sort_day date,
  opened_at timestamptz, asked numeric, granted numeric,
  contract_id uuid, contract_number text, tenant_name text, landlord_name text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  patterns constant text[] := private.search_patterns(search);
  wanted_protocol constant text := upper(btrim(search));
  page uuid[];
begin
  if view is null or view not in ('staff', 'second', 'parties', 'closed') then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  page := array(
    select listed.id
    from (
      select claim.id,
        case when view = 'closed' then private.day_in_brasilia(claim.opened_at) else standing.until end as day
      from public.claims as claim
      join public.contracts as contract on contract.id = claim.contract_id
      cross join private.claim_standing(claim) as standing
      where case view
          when 'staff' then standing.turn = 'staff'
          when 'second' then standing.stage = 'second'
          when 'parties' then standing.turn in ('landlord', 'tenant')
          else standing.turn is null
        end
        and (patterns is null or contract.search_text like all (patterns) or claim.protocol = wanted_protocol)
    ) as listed
    where after_day is null
      or case view
        when 'closed' then (listed.day, listed.id) < (after_day, after_id)
        else (listed.day, listed.id) > (after_day, after_id)
      end
    order by case when view = 'closed' then listed.day end desc,
      case when view = 'closed' then listed.id end desc,
      listed.day, listed.id
    limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct shown.contract_id from public.claims as shown where shown.id = any (page)
  ));
  return query
    select claim.id, claim.protocol, standing.stage, standing.turn, standing.until,
      coalesce(standing.until < today, false),
      case when view = 'closed' then private.day_in_brasilia(claim.opened_at) else standing.until end,
      claim.opened_at, sums.asked, case when claim.decided_at is not null then sums.granted end,
      contract.id, contract.contract_number, contract.tenant_name, contract.landlord_name
    from unnest(page) with ordinality as listed (id, place)
    join public.claims as claim on claim.id = listed.id
    join public.contracts as contract on contract.id = claim.contract_id
    cross join private.claim_standing(claim) as standing
    cross join lateral (
      select sum(item.asked) as asked, sum(item.granted) as granted
      from public.claim_items as item where item.claim_id = claim.id
    ) as sums
    order by listed.place;
end
$$;
call private.expose('list_claims', 'authenticated',
  'Lists one page of claims: those that wait for staff, for the second person of a decision or for a party, each by the day on which they are due, or the closed ones, newest first. The next page starts after the last row. Records the read.',
  'view text, search text default null, after_day date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

create function private.claim_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'claimsToDo', count(*) filter (where standing.turn = 'staff'),
    'claimsOverdue', count(*) filter (where standing.turn = 'staff' and standing.until < private.today_in_brasilia())
  )
  from public.claims as claim cross join private.claim_standing(claim) as standing
  where claim.withdrawn_at is null and (claim.final_at is null or private.has_open_charge(claim.id));
end;
comment on function private.claim_counts is 'Counts the claims that wait for staff, and those of them that are overdue.';
grant execute on function private.claim_counts to service_role;

-- Security definer, because staff have no grant on the tables. The account is shown in full only while something is to
-- be paid.
create function private.claim_detail(claim_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  select * into claim from public.claims as known where known.id = $1;
  perform private.require_found(found, 'Pedido não encontrado.');
  perform private.record_reading('read-contracts', array[claim.contract_id]);
  return private.claim_view(claim, 'staff') || (
    select jsonb_strip_nulls(jsonb_build_object(
      'contract', jsonb_build_object(
        'id', contract.id, 'number', contract.contract_number, 'tenantName', contract.tenant_name,
        'landlordName', contract.landlord_name, 'propertyAddress', contract.property_address,
        'startDate', contract.start_date, 'lastDay', private.last_day(contract)
      ),
      'openedBy', claim.opened_by, 'landlordAddress', claim.landlord_address,
      'inspections', private.inspections_of(claim.lease_id) -> 'inspections',
      'needsSecond', claim.needs_second,
      'decidedBy', private.staff_name(claim.decided_by), 'secondBy', private.staff_name(claim.second_by),
      'decidedByMe', coalesce(claim.decided_by = (select auth.uid()), false),
      'secondPeople', case when claim.decided_at is not null and claim.final_at is null
        then private.people_with('claims', private.kept_from_claim(claim)) end,
      'aloneUpTo', greatest(private.alone_up_to(claim.lease_id, claim.account, claim.id), 0),
      'mayDecide', private.may_decide(claim, (select auth.uid())),
      'reviewedItems', private.reviewed_items(claim),
      'undoUntil', case
        when coalesce(claim.second_by, claim.decided_by) = (select auth.uid()) and claim.decided_at is not null
          then greatest(claim.final_at, claim.decided_at) + private.undo_period()
      end,
      -- While a review runs, the part that nobody disputes is paid.
      'payTo', case when private.has_open_charge(claim.id) then claim.account end,
      'payRefusal', (
        select coalesce(
          private.payout_refusal(charge, 'pay'),
          case when private.awaits_second_person(charge) then 'Este pagamento espera a aprovação de outra pessoa. '
            || private.people_with('payouts', private.kept_from_payout(charge)) end
        )
        from public.charges as charge where charge.claim_id = claim.id and charge.is_open
      ),
      'toPay', coalesce((
        select sum(private.open_amount(charge)) from public.charges as charge where charge.claim_id = claim.id
      ), 0),
      'payouts', (
        select coalesce(jsonb_agg(private.charge_view(charge) order by charge.created_at, charge.id), '[]')
        from public.charges as charge where charge.claim_id = claim.id
      ),
      'accountVersion', claim.account_changes,
      'round', claim.round, 'tenantTurns', claim.tenant_turns
    )) || jsonb_build_object(
      'formerDecisions', claim.decisions,
      'addresses', private.lease_landlord(claim.lease_id) -> 'landlord_addresses'
    )
    from public.contracts as contract where contract.id = claim.contract_id
  );
end
$$;
call private.expose('claim_detail', 'authenticated',
  'Returns a claim with all that staff may see. Records the read.',
  needs => 'read', action => 'read-contracts');

create function private.staff_name(member uuid) returns text
language sql stable
begin atomic
  select coalesce(staff.full_name, staff.email) from public.staff where staff.user_id = $1;
end;
comment on function private.staff_name is 'Returns the name of a member of staff for colleagues; null without an account.';

-- Security definer, because staff may not write claims. Staff open a claim for a landlord who calls or visits.
create function private.open_claim_for(contract_id uuid, request jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  lease_id uuid;
  made public.claims;
  is_new boolean;
begin
  if not coalesce(pg_input_is_valid(request ->> 'requestId', 'uuid'), false) then
    perform private.reject('Atualize a página e tente de novo.');
  end if;
  if not private.is_bank_account(nullif(request -> 'account', 'null')) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  lease_id := (private.lease_of($1)).id;
  perform private.require_found(lease_id is not null, 'Contrato não encontrado.');
  perform private.lock_periods(lease_id);
  is_new := not exists (select from public.claims as claim where claim.request_id = (request ->> 'requestId')::uuid);
  made := private.open_claim(
    lease_id, 'staff', null, (request ->> 'requestId')::uuid,
    case when pg_input_is_valid(request ->> 'happenedOn', 'date') then (request ->> 'happenedOn')::date end,
    request -> 'items', nullif(request -> 'account', 'null')
  );
  return private.claim_change(made, is_new, 'staff') || jsonb_build_object('id', made.id, 'protocol', made.protocol);
end
$$;
call private.expose('open_claim_for', 'authenticated',
  'Opens a claim for the landlord of a contract''s lease, {requestId, happenedOn, items, account}, once per requestId. The days and mails are the same as for a claim that a landlord opens.',
  needs => 'claims', action => 'open-claim');

-- Security definer, because staff may not write claims.
create function private.ask_for_claim(claim_id uuid, side text, words text, until date, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  claim public.claims;
  due constant date := until;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if $2 is null or $2 not in ('landlord', 'tenant') then
    perform private.reject('Escolha de quem se espera.', 'side');
  end if;
  if coalesce(char_length(btrim($3)), 0) not between 3 and 1000 then
    perform private.reject('Escreva o que falta, com 3 a 1.000 caracteres.', 'text');
  end if;
  if due is null or due not between today + 1 and today + 60 then
    perform private.reject('O prazo é de amanhã até daqui a 60 dias.', 'until');
  end if;
  perform private.require_claim_version(claim, $5, 'staff');
  if (private.claim_standing(claim)).stage not in ('evidence', 'hearing', 'replying', 'deciding', 'review', 'wanted') then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', 'Este pedido já foi decidido ou retirado.');
  end if;
  if claim.wanted = btrim($3) and claim.wanted_from = $2 and claim.wanted_until = due then
    return private.claim_change(claim, false, 'staff');
  end if;
  update public.claims as changed
  set decide_by = private.claim_decide_by(claim), wanted = btrim($3), wanted_from = $2, wanted_at = now(), wanted_until = due
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'staff', 'wanted');
  perform private.note('ask-for-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  perform private.tell_of_claim(claim, 'claim-wanted', $2, extract(epoch from now())::bigint::text);
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('ask_for_claim', 'authenticated',
  'Asks landlord or tenant by mail for what a claim needs, until a day. The time for the decision does not run meanwhile. The same request again changes nothing.',
  'claim_id uuid, side text, text text, until date, version integer',
  needs => 'claims');

create function private.paid_of_claim(claim_id uuid) returns numeric
language sql stable
begin atomic
  select coalesce(sum(charge.allocated), 0) from public.charges as charge where charge.claim_id = $1;
end;
comment on function private.paid_of_claim is 'Returns the amount that was paid for a claim, in reais.';
grant execute on function private.paid_of_claim to service_role;

create function private.reviewed_items(claim public.claims) returns uuid[]
language sql stable
begin atomic
  select array_agg(distinct reviewed.item)
  from public.claim_reviews as review cross join lateral unnest(review.items) as reviewed (item)
  where review.claim_id = claim.id and review.round = claim.round and claim.round > 1;
end;
comment on function private.reviewed_items is 'Returns the items that the reviews of the current round name; null for the first decision. Only these items can change.';
grant execute on function private.reviewed_items to service_role;

create function private.due_of_claim(claim public.claims) returns numeric
language sql stable
begin atomic
  select case
    when claim.withdrawn_at is not null then 0
    when claim.final_at is not null then coalesce(sum(item.granted), 0)
    when claim.round = 1 then 0
    -- While a review runs, only what the tenant does not dispute is due.
    else coalesce(sum((former.item ->> 'granted')::numeric) filter (where not exists (
      select from public.claim_reviews as review
      where review.claim_id = claim.id and review.round = claim.round and review.side = 'tenant'
        and item.id = any (review.items)
    )), 0)
  end
  from public.claim_items as item
  left join lateral jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    on former.item ->> 'id' = item.id::text
  where item.claim_id = claim.id;
end;
comment on function private.due_of_claim is 'Returns the amount of a claim that is due or paid now, in reais: the final decision, or what the tenant''s review does not dispute.';
grant execute on function private.due_of_claim to service_role;

-- A reversal opens a paid charge again before private.charge_claim joins the open ones, so an index would be too early.
-- Security definer, because the check runs when the transaction of the caller ends.
create function private.keep_one_open_charge() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) > 1 from public.charges as charge where charge.claim_id = new.claim_id and charge.is_open) then
    raise exception 'A claim has at most one open charge.' using errcode = '23505';
  end if;
  return null;
end
$$;
comment on function private.keep_one_open_charge is 'Refuses a second open charge of a claim when the transaction ends.';
create constraint trigger keep_one_open_charge after insert or update of allocated, cancelled_at on public.charges
deferrable initially deferred for each row when (new.claim_id is not null and new.is_open)
execute function private.keep_one_open_charge();

-- A payment pays a whole charge, so an open charge is replaced when the amount changes.
create function private.charge_claim(claim public.claims) returns void
language plpgsql
set search_path = ''
as $$
declare
  due constant numeric := greatest(private.due_of_claim(claim), private.paid_of_claim(claim.id));
  charged constant numeric := (
    select coalesce(sum(charge.amount), 0) from public.charges as charge
    where charge.claim_id = claim.id and charge.cancelled_at is null
  );
  rest numeric;
begin
  if due = charged and (
    select count(*) <= 1 from public.charges as charge where charge.claim_id = claim.id and charge.is_open
  ) then
    return;
  end if;
  perform private.cancel_charge(charge, 'Valor do pedido mudou')
  from public.charges as charge where charge.claim_id = claim.id and charge.is_open;
  select due - coalesce(sum(charge.amount), 0) into rest from public.charges as charge
  where charge.claim_id = claim.id and charge.cancelled_at is null;
  if rest > 0 then
    insert into public.charges (kind, contract_id, claim_id, round, amount, due_on, cause, created_by)
    values ('claim', claim.contract_id, claim.id, claim.round, rest, claim.pay_by, 'decision', (select auth.uid()));
  end if;
end
$$;
comment on function private.charge_claim is 'Makes the charges of a claim agree with what is due: those that are paid, and one open charge of the rest. The caller has locked the contract.';
grant execute on function private.charge_claim to service_role;

create function private.may_decide(claim public.claims, member uuid) returns boolean
language sql stable
begin atomic
  select standing.stage in ('deciding', 'review') and standing.turn = 'staff' and not exists (
    select from jsonb_array_elements(claim.decisions) as former
    where member::text in (former ->> 'by', former ->> 'second')
  )
  from private.claim_standing(claim) as standing;
end;
comment on function private.may_decide is 'Reports whether a member of staff may decide a claim now. A person who decided, or agreed as the second one, does not decide the review.';
grant execute on function private.may_decide to service_role;

create function private.tell_of_decision(claim public.claims) returns void
language sql
set search_path = ''
as $$
  select private.tell_of_claim(claim, 'claim-decided', party, claim.round::text, delay => private.undo_period())
  from unnest(array['landlord', 'tenant']) as party;
$$;
comment on function private.tell_of_decision is 'Queues the mails that tell both parties of the decision of a claim after the undo period.';
grant execute on function private.tell_of_decision to service_role;

create function private.drop_decision_mails(claim public.claims) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.attempts = 0 and mail.contract_id = claim.contract_id
    and mail.idempotency_key like 'claim-decided:' || claim.id || ':%:' || claim.round || '%';
$$;
comment on function private.drop_decision_mails is 'Deletes the unsent mails about the current decision of a claim.';
grant execute on function private.drop_decision_mails to service_role;

-- Decision, charge and mails are stored in one transaction. The mails wait for the undo period.
create function private.finish_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  update public.claims as final
  set final_at = now(), pay_by = today + private.business_number('claimPaymentDays', 1, 60, 5),
    review_until = today + private.business_number('claimAppealDays', 1, 90, 10),
    recourse_state = case when final.recourse > 0 then coalesce(final.recourse_state, 'open') end
  where final.id = claim.id returning final.* into claim;
  perform private.charge_claim(claim);
  perform private.note_event(claim, 'staff', case when claim.round > 1 then 'decided-again' else 'decided' end);
  perform private.tell_of_decision(claim);
  return claim;
end
$$;
comment on function private.finish_decision is 'Makes a decision final: charges what is due, and notifies both parties after the undo period.';

-- Security definer, because staff may not write claims.
create function private.decide_claim(claim_id uuid, items jsonb, recourse numeric, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  back constant numeric := coalesce(recourse, 0);
  claim public.claims;
  standing record;
  reviewed uuid[];
  granted numeric;
  decided integer;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  perform private.require_claim_version(claim, $4, 'staff');
  standing := private.claim_standing(claim);
  if standing.stage not in ('deciding', 'review') or standing.turn <> 'staff' then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', case standing.stage
      when 'evidence' then 'O locador ainda pode completar as provas.'
      when 'hearing' then 'O locatário ainda pode responder.'
      when 'replying' then 'O locador ainda pode responder.'
      when 'review' then 'A outra parte ainda pode responder à revisão.'
      when 'wanted' then 'Ainda se espera o que foi pedido a uma das partes.'
      when 'withdrawn' then 'O pedido foi retirado.'
      else 'Este pedido já foi decidido.'
    end);
  end if;
  if not private.may_decide(claim, caller) then
    return private.refuse(
      'decide-claim', claim.contract_id, 'Quem já decidiu este pedido não decide a revisão: peça a outra pessoa da equipe.'
    );
  end if;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.reject('Decida cada item.');
  end if;
  reviewed := private.reviewed_items(claim);
  begin
    update public.claim_items as item
    set granted = (given ->> 'granted')::numeric,
      reason = nullif(btrim(given ->> 'reason'), ''), clause = nullif(btrim(given ->> 'clause'), '')
    from jsonb_array_elements(items) as given
    where item.claim_id = claim.id and item.id::text = lower(given ->> 'id')
      and given ->> 'granted' is not null
      and (reviewed is null or item.id = any (reviewed));
    get diagnostics decided = row_count;
  exception
    when invalid_text_representation or numeric_value_out_of_range then
      perform private.reject('Confira os valores aprovados.');
    when check_violation then
      perform private.reject(
        'O valor aprovado vai de zero ao valor pedido, e menos que o pedido tem um motivo de 3 a 1.000 caracteres.'
      );
  end;
  if decided <> coalesce(
    cardinality(reviewed), (select count(*) from public.claim_items as item where item.claim_id = claim.id)
  ) or decided <> jsonb_array_length(items) then
    perform private.reject(case
      when reviewed is null then 'Decida cada item, uma vez.'
      else 'Decida cada item da revisão, uma vez, e nenhum outro.'
    end);
  end if;
  select sum(item.granted) into granted from public.claim_items as item where item.claim_id = claim.id;
  if granted < private.paid_of_claim(claim.id) then
    perform private.reject('Não pode ser menos do que já foi pago.');
  end if;
  if back not between 0 and granted then
    perform private.reject('O valor a recuperar vai de zero ao valor aprovado.', 'recourse');
  end if;
  update public.claims as changed
  set decided_at = now(), decided_by = caller, second_by = null, recourse = nullif(back, 0),
    decide_by = private.claim_decide_by(claim), wanted = null, wanted_from = null, wanted_at = null, wanted_until = null,
    recourse_state = case when back > 0 then coalesce(changed.recourse_state, 'open') end,
    needs_second = private.needs_second(changed.lease_id, changed.account, granted, claim_id => changed.id)
  where changed.id = claim.id returning changed.* into claim;
  perform private.note('decide-claim', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'status', case when claim.needs_second then 'second' else 'decided' end, 'granted', granted
  ));
  if not claim.needs_second then
    claim := private.finish_decision(claim);
  end if;
  return private.claim_change(claim, true, 'staff') || jsonb_build_object(
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;
call private.expose('decide_claim', 'authenticated',
  'Decides every item of a claim, [{id, granted, reason, clause}], or the items of its review, and the amount that may be recovered from the tenant. When the sum of the lease or payee passes the limit, the decision waits for a second person. Raises PT409 when the contract''s limit is too low, or when the claim has another version. Refuses the review to a person who decided before.',
  'claim_id uuid, items jsonb, recourse numeric, version integer',
  needs => 'claims');

create function private.restore_items(claim public.claims) returns void
language sql
set search_path = ''
as $$
  update public.claim_items as item
  set granted = (former.item ->> 'granted')::numeric, reason = former.item ->> 'reason', clause = former.item ->> 'clause'
  from public.claim_items as own
  left join lateral jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    on former.item ->> 'id' = own.id::text
  where own.claim_id = claim.id and item.id = own.id;
$$;
comment on function private.restore_items is 'Gives the items of a claim the amounts and reasons of the last final decision, or none before the first.';
grant execute on function private.restore_items to service_role;

create function private.reopen_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  perform private.restore_items(claim);
  update public.claims as changed
  set decided_at = null, decided_by = null, second_by = null, needs_second = false, final_at = null,
    recourse = (changed.decisions #>> '{-1,recourse}')::numeric,
    recourse_state = case
      when coalesce((changed.decisions #>> '{-1,recourse}')::numeric, 0) > 0 then coalesce(changed.recourse_state, 'open')
    end,
    review_until = (changed.decisions #>> '{-1,reviewUntil}')::date,
    pay_by = (changed.decisions #>> '{-1,payBy}')::date
  where changed.id = claim.id returning changed.* into claim;
  perform private.charge_claim(claim);
  return claim;
end
$$;
comment on function private.reopen_decision is 'Takes back a decision: the amounts, the recourse, the days and the charges are those of the last final decision.';
grant execute on function private.reopen_decision to service_role;

create function private.take_back_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  perform private.drop_decision_mails(claim);
  claim := private.reopen_decision(claim);
  -- The event raises the version of staff, so that nobody agrees to a later decision that they have not seen.
  perform private.note_event(claim, 'staff', 'decision-undone');
  return claim;
end
$$;
comment on function private.take_back_decision is 'Reopens a claim whose decision the parties were not told, with an event that only staff see. The caller has locked the claim.';
grant execute on function private.take_back_decision to service_role;

-- Security definer, because staff may not write claims.
create function private.second_claim(claim_id uuid, agrees boolean, note text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if (private.claim_standing(claim)).stage <> 'second' then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', 'Nenhuma decisão espera por uma segunda pessoa.');
  end if;
  perform private.require_claim_version(claim, $4, 'staff');
  if caller = any (private.kept_from_claim(claim)) then
    return private.refuse('second-claim', claim.contract_id, case
      when caller = claim.decided_by then 'Quem decidiu não confere a própria decisão. '
      else 'Quem abriu ou decidiu o acionamento, ou deu a conta, não confere a decisão. '
    end || private.people_with('claims', private.kept_from_claim(claim)));
  end if;
  if $2 is null or not $2 and coalesce(char_length(btrim($3)), 0) < 3 then
    perform private.reject('Diga por que não concorda.', 'note');
  end if;
  if char_length(btrim($3)) > 1000 then
    perform private.reject('A anotação tem no máximo 1.000 caracteres.', 'note');
  end if;
  if char_length(btrim($3)) > 0 then
    insert into public.case_notes (id, contract_id, author, note)
    values (gen_random_uuid(), claim.contract_id, caller, claim.protocol || ': ' || btrim($3));
  end if;
  if $2 then
    update public.claims as changed set second_by = caller
    where changed.id = claim.id returning changed.* into claim;
    claim := private.finish_decision(claim);
  else
    claim := private.take_back_decision(claim);
  end if;
  perform private.note('second-claim', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'status', case when $2 then 'agreed' else 'refused' end
  ));
  return private.claim_change(claim, true, 'staff') || jsonb_build_object(
    'undoSeconds', case when $2 then extract(epoch from private.undo_period()) else 0 end
  );
end
$$;
call private.expose('second_claim', 'authenticated',
  'Agrees to the decision of a colleague, which becomes final, or sends it back with a note; then the amounts of the last final decision are restored. Not for the person who decided.',
  'claim_id uuid, agrees boolean, note text, version integer',
  needs => 'claims');

-- Security definer, because staff may not write claims.
create function private.undo_claim_decision(claim_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if claim.decided_at is null or claim.withdrawn_at is not null
    or coalesce(claim.second_by, claim.decided_by) is distinct from (select auth.uid())
    or claim.final_at <= now() - private.undo_period()
    or claim.final_at is not null and exists (
      select from public.charges as charge where charge.claim_id = claim.id and charge.round = claim.round and charge.allocated > 0
    ) then
    return private.claim_change(claim, false, 'staff');
  end if;
  if claim.second_by is not null then
    perform private.drop_decision_mails(claim);
    -- The colleague's decision waits for a second person again.
    update public.claims as changed
    set second_by = null, final_at = null, review_until = (changed.decisions #>> '{-1,reviewUntil}')::date,
      pay_by = (changed.decisions #>> '{-1,payBy}')::date
    where changed.id = claim.id returning changed.* into claim;
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'decision-undone');
  else
    claim := private.take_back_decision(claim);
  end if;
  perform private.note('undo-claim-decision', claim.contract_id, jsonb_build_object('claim', claim.id));
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('undo_claim_decision', 'authenticated',
  'Undoes the caller''s own decision, or agreement, within the undo period; a decision that waits for a second person at any time. changed is false when it is too late.',
  needs => 'claims');

-- Security definer, because staff may not write claims.
create function private.set_claim_recourse(claim_id uuid, state text, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if $2 is null or $2 not in ('open', 'agreed', 'settled', 'dropped') then
    perform private.reject('Escolha em que pé está.', 'state');
  end if;
  if char_length(btrim($3)) > 1000 then
    perform private.reject('A anotação tem no máximo 1.000 caracteres.', 'note');
  end if;
  if claim.recourse is null or claim.final_at is null or claim.recourse_state = $2 then
    return private.claim_change(claim, false, 'staff');
  end if;
  update public.claims as changed set recourse_state = $2
  where changed.id = claim.id returning changed.* into claim;
  if char_length(btrim($3)) > 0 then
    insert into public.case_notes (id, contract_id, author, note)
    values (gen_random_uuid(), claim.contract_id, (select auth.uid()), claim.protocol || ': ' || btrim($3));
  end if;
  perform private.note_event(claim, 'staff', 'recourse');
  perform private.note('set-claim-recourse', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('set_claim_recourse', 'authenticated',
  'Records the outcome of recovering an amount from the tenant. Nobody is charged.',
  'claim_id uuid, state text, note text default null',
  needs => 'claims');

-- Security definer, because staff have no grant on the tables. The result names nobody.
create function private.claim_times() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.claim_figures();
end
$$;
call private.expose('claim_times', 'authenticated',
  'Returns how many claims were decided and paid in the last twelve months, how many of them in time, and the median days from opening to decision and from decision to payment. Names nobody.',
  needs => 'owner');

-- An upload has two steps: open_claim_upload checks before the file is read, receive_claim_file writes the row after
-- the file is stored. The edge function has identified the caller.
create function public.open_claim_upload(
  holder uuid, secret_hash text, is_staff boolean, claim_id uuid, file_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := case
    when secret_hash is not null then private.open_landlord_link(secret_hash, address_hash)
  end;
  claim public.claims;
  sender text;
  kept public.claim_files;
begin
  perform private.require_within_limit('claim-file-by-address', address_hash);
  select * into claim from public.claims as known where known.id = $4;
  sender := private.acting_side(claim.lease_id, opened, $1, $3);
  if claim.id is null or sender is null then
    return null;
  end if;
  perform private.require_within_limit('claim-file-by-claim', claim.id || ' ' || coalesce(opened, $1::text));
  select * into kept from public.claim_files as file
  where file.id = $5 and file.claim_id = claim.id and file.side = sender;
  return jsonb_strip_nulls(jsonb_build_object(
    'leaseId', claim.lease_id, 'isOpen', private.takes_files(claim, sender),
    'keptSha256', kept.file_sha256,
    'file', case when kept.id is not null then private.file_receipt(kept.id, kept.file_sha256, kept.received_at) end
  ));
end
$$;
comment on function public.open_claim_upload is 'Reports whether a tenant or staff (holder, is_staff) or a landlord (secret_hash) may upload a file of a claim, and what is stored under its id; null for a claim of others. Service role only.';
grant execute on function public.open_claim_upload to service_role;

create function public.receive_claim_file(
  holder uuid, secret_hash text, is_staff boolean, claim_id uuid, file_id uuid, kind text, item_id uuid,
  file_path text, file_type text, file_sha256 text, bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims := private.hold_claim($4);
  address constant text := private.find_landlord($2);
  sender constant text := private.acting_side(claim.lease_id, address, $1, $3);
  kept public.claim_files;
begin
  if claim.id is null or sender is null
    or $7 is not null and not exists (
      select from public.claim_items as item where item.id = $7 and item.claim_id = claim.id
    ) then
    return null;
  end if;
  select * into kept from public.claim_files as file
  where file.id = $5
    or file.claim_id = claim.id and file.side = sender and file.file_sha256 = $10 and file.item_id is not distinct from $7
  order by file.id <> $5 limit 1;
  if kept.id is not null then
    return jsonb_build_object(
      'isKept', kept.claim_id = claim.id and kept.side = sender and kept.file_sha256 = $10,
      'changed', false, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at)
    );
  end if;
  if not private.takes_files(claim, sender) then
    return '{"isKept": false, "changed": false}';
  end if;
  if (
    select count(*) >= 60 or sum(file.bytes) + $11 > 209715200
    from public.claim_files as file join public.claims as other on other.id = file.claim_id
    where other.lease_id = claim.lease_id and file.side = sender and file.aside_at is null
      and (sender = 'staff' or file.sent_from is not distinct from address)
  ) then
    return '{"isKept": false, "changed": false, "isFull": true}';
  end if;
  insert into public.claim_files (
    id, claim_id, item_id, side, kind, file_path, file_type, file_sha256, bytes, sent_by, sent_from
  )
  values ($5, claim.id, $7, sender, $6, $8, $9, $10, $11, $1, address)
  returning * into kept;
  if sender <> 'staff' then
    claim := private.follow_evidence(claim, sender);
  end if;
  perform private.note_event(claim, sender, 'file');
  perform private.note('send-claim-file', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'file', kept.id, 'status', sender
  ), $1);
  -- Files come one by one, so the other addresses are told once a day.
  perform private.tell_of_act(
    claim.lease_id, address, 'send-evidence', claim.id || '-' || private.today_in_brasilia()
  )
  where address is not null;
  return jsonb_build_object('isKept', true, 'changed', true, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at));
end
$$;
comment on function public.receive_claim_file is 'Records a stored file as part of a claim and, if named, of an item, at most 60 files and 200 MB per sender over the whole life of the lease. The same id is recorded once, and so is the same content of one side and item. isKept is false when the file came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_claim_file to service_role;

-- The PDF of a decision is made from stored data when somebody first opens it, and never changes afterwards.
create table private.claim_decisions (
  claim_id uuid not null references public.claims (id) on delete cascade,
  round integer not null check (round between 1 and 3),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz not null default now(),
  primary key (claim_id, round)
);
comment on table private.claim_decisions is 'SHA-256 of the PDF of each decision. The files are in the bucket contract-documents.';
alter table private.claim_decisions enable row level security;
grant select, insert on private.claim_decisions to service_role;

-- Security definer, because callers have no grant on the tables.
create function private.view_claim_decision(claim_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  claim public.claims;
begin
  select * into claim from public.claims as known where known.id = $1;
  if not is_staff and not private.is_my_lease(claim.lease_id) then
    return private.refuse_right('read', 'view-claim-file', $1);
  end if;
  return private.opened_decision(claim, case when is_staff then 'staff' else 'tenant' end);
end
$$;
call private.expose('view_claim_decision', 'authenticated',
  'Returns the contents of the latest final decision of a claim, and the hash of its PDF once that exists; null before the first decision. The contract''s tenant and active staff; each view is recorded.');

create function public.find_claim_decision(secret_hash text, claim_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  claim public.claims;
begin
  select known.* into claim from public.claims as known
  where known.id = $2 and private.acts_for(known.lease_id, opened);
  return private.opened_decision(claim, 'landlord');
end
$$;
comment on function public.find_claim_decision is 'Does the same as view_claim_decision for the holder of the link of an address that acts for the landlord; null otherwise. Service role only.';
grant execute on function public.find_claim_decision to service_role;

create function private.opened_decision(claim public.claims, side text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  shown constant jsonb := private.claim_decision_source(claim);
begin
  if shown is not null then
    perform private.note('view-claim-file', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  end if;
  return shown;
end
$$;
comment on function private.opened_decision is 'Records a view of the decision of a claim in the audit trail and returns the decision.';
grant execute on function private.opened_decision to service_role;

create function private.claim_decision_source(claim public.claims) returns jsonb
language sql stable
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'claimId', claim.id, 'contractId', contract.id, 'protocol', claim.protocol,
    'round', (decision ->> 'round')::integer, 'sha256', drawn.file_sha256,
    'openedOn', private.day_in_brasilia(claim.opened_at),
    'decidedOn', private.day_in_brasilia((decision ->> 'decidedAt')::timestamptz),
    'contractNumber', contract.contract_number, 'tenantName', contract.tenant_name,
    'landlordName', contract.landlord_name, 'propertyAddress', contract.property_address,
    'limit', private.claim_limit(contract),
    'payBy', decision -> 'payBy', 'reviewUntil', decision -> 'reviewUntil',
    'wasHeard', exists (
      select from public.claim_items as item where item.claim_id = claim.id and item.answer is not null
    ),
    'items', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', item.kind, 'description', item.description, 'asked', item.asked, 'answer', item.answer,
        'reply', item.reply,
        'granted', decided -> 'granted', 'reason', decided -> 'reason', 'clause', decided -> 'clause'
      )) order by item.place)
      from jsonb_array_elements(decision -> 'items') as decided
      join public.claim_items as item on item.id = (decided ->> 'id')::uuid
    ),
    'reviews', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'by', review.side, 'askedOn', private.day_in_brasilia(review.asked_at), 'text', review.text,
        'answer', review.answer, 'items', (
          select jsonb_agg(item.place order by item.place) from public.claim_items as item where item.id = any (review.items)
        )
      )) order by review.asked_at, review.side), '[]')
      from public.claim_reviews as review
      where review.claim_id = claim.id and review.round <= (decision ->> 'round')::integer
    )
  ))
  from public.contracts as contract
  cross join lateral (
    select case
      when private.is_told(claim) then private.decision_of(claim)
      else claim.decisions -> -1
    end
  ) as latest (decision)
  left join private.claim_decisions as drawn
    on drawn.claim_id = claim.id and drawn.round = (decision ->> 'round')::integer
  where contract.id = claim.contract_id and decision is not null;
end;
comment on function private.claim_decision_source is 'Returns the contents of the latest final decision of a claim, even during a review, and the hash of its PDF once that exists; null before the first decision.';
grant execute on function private.claim_decision_source to service_role;

create function public.record_claim_decision(claim_id uuid, round integer, file_sha256 text) returns text
language plpgsql
set search_path = ''
as $$
begin
  insert into private.claim_decisions (claim_id, round, file_sha256) values ($1, $2, $3)
  on conflict on constraint claim_decisions_pkey do nothing;
  return (
    select drawn.file_sha256 from private.claim_decisions as drawn
    where drawn.claim_id = $1 and drawn.round = $2
  );
end
$$;
comment on function public.record_claim_decision is 'Records the hash of a decision''s stored PDF, once, and returns the hash that was recorded first. Service role only.';
grant execute on function public.record_claim_decision to service_role;
