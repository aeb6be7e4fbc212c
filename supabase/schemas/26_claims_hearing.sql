-- Acts of landlord and tenant in a claim: open it, complete the evidence, answer, add, withdraw, ask for a review, and
-- give an account.

create function private.is_other_landlord(account jsonb, contract public.contracts) returns boolean
language sql stable
begin atomic
  select case
    when landlord.document is not null then account ->> 'document' is distinct from landlord.document
    else private.full_name_key(account ->> 'holder') is distinct from private.full_name_key(contract.landlord_name)
  end
  from public.leases as lease left join public.landlords as landlord on landlord.id = lease.landlord_id
  where lease.id = contract.lease_id and account is not null;
end;
comment on function private.is_other_landlord is 'Reports whether the holder of an account is another person than the landlord: by document if it is known, else by name. Null for no account.';
grant execute on function private.is_other_landlord to service_role;

create function private.period_on(lease_id uuid, day date) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1 and $2 between contract.start_date and private.last_day(contract)
    and private.has_guaranteed(contract)
  order by contract.start_date limit 1;
end;
comment on function private.period_on is 'Returns the contract of a lease that was in force on a day; null in each column when none was.';
grant execute on function private.period_on to service_role;

-- The contracts are locked in their order, because the end of one contract locks the later ones.
create function private.lock_periods(lease_id uuid) returns void
language sql
begin atomic
  select contract.id from public.contracts as contract
  where contract.lease_id = $1 order by contract.start_date, contract.id for no key update;
end;
comment on function private.lock_periods is 'Locks the contracts of a lease until the end of the transaction, so that two claims on the lease are opened one after the other.';
grant execute on function private.lock_periods to service_role;

-- The caller has locked the contracts of the lease.
create function private.open_claim(
  lease_id uuid, opened_by text, address text, request_id uuid, happened_on date, items jsonb, account jsonb
) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  complete_until constant date := today + private.business_number('claimEvidenceDays', 1, 30, 7);
  held public.contracts;
  open_one text;
  made public.claims;
begin
  select * into made from public.claims as claim where claim.request_id = $4;
  if made.lease_id <> $1 then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return made;
  end if;
  if not exists (
    select from public.contracts as contract where contract.lease_id = $1 and private.has_guaranteed(contract)
  ) then
    raise sqlstate 'PT409' using message = 'Esta garantia não está em vigor: não há o que acionar.';
  end if;
  if private.last_claim_day($1) < today then
    raise sqlstate 'PT409' using message = 'O último dia para acionar esta garantia foi '
      || to_char(private.last_claim_day($1), 'DD/MM/YYYY') || '.';
  end if;
  if $5 is null or $5 > today then
    perform private.reject('Informe o dia do dano, até hoje.', 'happened_on');
  end if;
  held := private.period_on($1, $5);
  if held.id is null then
    perform private.reject(case
      when $5 > (
        select max(private.last_day(contract)) from public.contracts as contract
        where contract.lease_id = $1 and contract.status <> 'cancelled'
      ) then 'O que foi encontrado depois da última vigência não está garantido.'
      else 'Neste dia a garantia não estava em vigor.'
    end, 'happened_on');
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 30 then
    perform private.reject('Inclua de 1 a 30 itens.');
  end if;
  select other.protocol into open_one from public.claims as other
  where other.contract_id = held.id and other.opened_by = $2 and other.withdrawn_at is null and other.round = 1
    -- Nobody may learn of a decision that staff can still undo.
    and not private.is_told(other);
  if open_one is not null then
    raise sqlstate 'PT409' using message = 'Já há um pedido aberto para esta vigência (' || open_one
      || '). Inclua o que falta nele, ou espere a decisão.';
  end if;
  -- Withdrawn claims count, so that nobody opens and withdraws claims without end.
  if (select count(*) >= 10 from public.claims as other where other.lease_id = $1 and other.opened_by = $2) then
    raise sqlstate 'PT409' using message = 'Esta locação já teve 10 pedidos. Fale com a nossa equipe.';
  end if;
  insert into public.claims (
    lease_id, contract_id, request_id, opened_by, landlord_address, opener, happened_on, complete_until, decide_by,
    account, account_since
  )
  values (
    $1, held.id, $4, $2, $3, case when $2 = 'staff' then (select auth.uid()) end, $5, complete_until,
    complete_until + private.claim_answer_days() + private.business_number('claimDecisionDays', 1, 90, 10),
    case when $2 = 'staff' then $7 end, case when $2 = 'staff' and $7 is not null then now() end
  )
  returning * into made;
  begin
    insert into public.claim_items (id, claim_id, place, kind, description, asked)
    select (item ->> 'id')::uuid, made.id, place, item ->> 'kind', btrim(item ->> 'description'), (item ->> 'asked')::numeric
    from jsonb_array_elements(items) with ordinality as listed (item, place);
  exception
    when unique_violation then
      raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
    when invalid_text_representation or numeric_value_out_of_range or check_violation or not_null_violation then
      perform private.reject('Confira os itens do pedido.');
  end;
  perform private.note_event(made, $2, 'opened');
  perform private.note('open-claim', held.id, jsonb_build_object('claim', made.id, 'status', $2));
  perform private.tell_of_claim(made, 'claim-opened', 'landlord', 'opened');
  perform private.tell_of_claim(made, 'claim-told', 'tenant', 'opened');
  perform private.tell_of_claim(made, 'claim-new', 'staff', 'opened');
  if $3 is not null then
    perform private.tell_of_act($1, $3, 'open-claim', made.id::text);
    if $7 is not null then
      made := private.change_claim_account(made, $3, $7);
    end if;
  end if;
  return made;
end
$$;
comment on function private.open_claim is 'Opens a claim once per request_id and notifies landlord, tenant and staff. Raises PT409 with the last day when it is too late, and while another claim of the same side on the same contract is open. The caller has locked the contracts of the lease.';
grant execute on function private.open_claim to service_role;

create function private.begin_hearing(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  update public.claims as changed
  set complete_at = now(), tenant_until = private.today_in_brasilia() + private.claim_answer_days(), tenant_turns = 1
  where changed.id = claim.id returning changed.* into claim;
  update public.claims as changed set decide_by = private.decision_day(claim)
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'complete');
  perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'complete');
  return claim;
end
$$;
comment on function private.begin_hearing is 'Ends the time for evidence and begins the tenant''s days. The caller has locked the claim.';
grant execute on function private.begin_hearing to service_role;

create function private.complete_claims() returns integer
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  begun integer := 0;
begin
  for claim in
    select waiting.* from public.claims as waiting
    where waiting.complete_until < private.today_in_brasilia() and waiting.complete_at is null
      and waiting.withdrawn_at is null
    limit 100 for update skip locked
  loop
    perform private.begin_hearing(claim);
    begun := begun + 1;
  end loop;
  return begun;
end
$$;
comment on function private.complete_claims is 'Begins the tenant''s days for claims whose time for evidence has passed, at most 100 per call, and returns their number. The schedule calls this function.';
grant execute on function private.complete_claims to service_role;

-- Evidence of one side starts days for the other side. The tenant, who defends himself, has the last word.
create function private.follow_evidence(claim public.claims, side text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  until constant date := private.today_in_brasilia() + private.claim_answer_days();
  occasion constant text := 'evidence-' || private.today_in_brasilia();
  held_id constant uuid := claim.id;
begin
  if claim.round > 1 then
    update public.claim_reviews as review set answer_until = greatest(review.answer_until, until)
    where review.claim_id = claim.id and review.round = claim.round and review.side = $2 and review.answered_at is null;
  elsif side = 'tenant' then
    update public.claims as changed
    set landlord_until = greatest(changed.landlord_until, until), landlord_done_at = null
    where changed.id = held_id and changed.tenant_turns < 2;
  elsif claim.complete_at is not null and claim.tenant_turns < 2 then
    update public.claims as changed
    set tenant_until = greatest(changed.tenant_until, until), tenant_done_at = null, tenant_turns = 2
    where changed.id = held_id;
  end if;
  update public.claims as changed set decide_by = private.decision_day(changed)
  where changed.id = held_id returning changed.* into claim;
  -- Before the evidence is complete, the tenant is told of all of it at once.
  if claim.complete_at is not null then
    perform private.tell_of_claim(claim, 'claim-told', private.other_side(side), occasion);
  end if;
  return claim;
end
$$;
comment on function private.follow_evidence is 'Starts new days for the other side after a side has sent texts or files, and tells the other side once a day. The caller has locked the claim.';
grant execute on function private.follow_evidence to service_role;

-- Actions of a landlord who holds the link of an address that acts. For any other address the answer is the same as for
-- an unknown claim. The caller sends the version of the claim that the person saw.
create function public.claim_by_link(
  secret_hash text, address_hash text, action text, request jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  wanted_lease constant uuid := (request ->> 'leaseId')::uuid;
  claim public.claims;
begin
  if opened is null then
    return null;
  end if;
  if action = 'open' then
    perform private.lock_periods(wanted_lease);
    if not private.acts_for(wanted_lease, opened) then
      return null;
    end if;
    claim := private.open_claim(
      wanted_lease, 'landlord', opened, (request ->> 'requestId')::uuid, (request ->> 'happenedOn')::date,
      request -> 'items', request -> 'account'
    );
    return private.claim_view(claim, 'landlord');
  end if;
  claim := private.hold_claim((request ->> 'claimId')::uuid);
  if claim.id is null or not private.acts_for(claim.lease_id, opened) then
    return null;
  end if;
  perform private.require_within_limit('claim-change-by-claim', claim.id::text || ' ' || opened);
  perform private.require_claim_version(claim, (request ->> 'version')::integer, 'landlord');
  claim := case action
    when 'withdraw' then private.withdraw_claim(claim, opened)
    when 'complete' then private.complete_claim(claim)
    when 'add' then private.reply_to_items(claim, opened, request -> 'answers')
    when 'done' then private.end_turn(claim, 'landlord')
    when 'reply' then private.reply_to_claim(claim, 'landlord', request ->> 'text', opened)
    when 'review' then private.ask_review(claim, 'landlord', opened, request -> 'items', request ->> 'text')
    when 'answer-review' then private.answer_review_of(claim, 'landlord', request ->> 'text')
    when 'change-account' then private.change_claim_account(claim, opened, request -> 'account')
  end;
  -- The other actions report themselves. A repeated call changes no version, so it reports nothing again.
  perform private.tell_of_act(
    claim.lease_id, opened, case action when 'answer-review' then 'reply' else action end,
    claim.id || '-' || private.claim_version(claim.id)
  )
  where action in ('complete', 'done', 'answer-review')
    and private.claim_version(claim.id, 'landlord') > (request ->> 'version')::integer;
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.claim_by_link is 'Opens, completes, withdraws or answers a claim, asks for a review or answers one, or gives an account, for the holder of the link of an address that acts; null for anybody else. Raises PT409 when the claim has another version. Service role only.';
grant execute on function public.claim_by_link to service_role;

create function private.complete_claim(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if (private.claim_standing(claim)).stage <> 'evidence' then
    return claim;
  end if;
  perform private.note('complete-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  return private.begin_hearing(claim);
end
$$;
comment on function private.complete_claim is 'Records that the landlord has sent all evidence, so the tenant''s days begin. The caller has locked the claim.';
grant execute on function private.complete_claim to service_role;

create function private.end_turn(claim public.claims, side text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  standing constant record := private.claim_standing(claim);
begin
  if standing.stage not in ('hearing', 'replying') or standing.turn <> side then
    raise sqlstate 'PT409' using message = 'Nada mais é esperado de você neste pedido.';
  end if;
  update public.claims as changed
  set tenant_done_at = case when side = 'tenant' then now() else changed.tenant_done_at end,
    landlord_done_at = case when side = 'landlord' then now() else changed.landlord_done_at end
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, side, 'done');
  perform private.note('reply-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'done-' || side)
  where (private.claim_standing(claim)).stage = 'deciding';
  return claim;
end
$$;
comment on function private.end_turn is 'Ends the days of a side that has nothing to add. The caller has locked the claim.';
grant execute on function private.end_turn to service_role;

create function private.withdraw_claim(claim public.claims, address text) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if claim.withdrawn_at is not null then
    return claim;
  end if;
  if private.is_told(claim) or claim.round > 1 then
    raise sqlstate 'PT409' using message = 'Este pedido já foi decidido e não pode mais ser retirado.';
  end if;
  perform private.drop_decision_mails(claim);
  update public.claims as changed
  set withdrawn_at = now(), withdrawn_why = 'landlord', account_next = null, account_secret_hash = null,
    account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.charge_claim(claim);
  perform private.note_event(claim, 'landlord', 'withdrawn');
  perform private.note('withdraw-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'withdrawn');
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'withdrawn');
  perform private.tell_of_act(claim.lease_id, address, 'withdraw-claim', claim.id::text);
  return claim;
end
$$;
comment on function private.withdraw_claim is 'Withdraws a claim whose decision, if it has one, the parties were not told. This decision then has no effect. The caller has locked the claim.';
grant execute on function private.withdraw_claim to service_role;

create function private.void_claims(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as changed
    set withdrawn_at = now(), withdrawn_why = 'cancelled'
    where changed.contract_id = $1 and private.is_unsettled(changed)
    returning changed.*
  loop
    if not private.is_told(claim) then
      perform private.drop_decision_mails(claim);
    end if;
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'voided');
    perform private.tell_of_claim(claim, 'claim-told', 'landlord', 'voided', delay => private.undo_period());
    perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'voided', delay => private.undo_period());
  end loop;
end
$$;
comment on function private.void_claims is 'Ends the undecided and the unpaid claims on a cancelled contract, which pays nothing any more, and tells both parties after the undo period. The caller has locked the contract.';
grant execute on function private.void_claims to service_role;

create function private.revive_claims(contract_id uuid, voided_at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as changed set withdrawn_at = null, withdrawn_why = null
    where changed.contract_id = $1 and changed.withdrawn_why = 'cancelled' and changed.withdrawn_at = $2
    returning changed.*
  loop
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and mail.contract_id = $1
      and mail.idempotency_key like 'claim-told:' || claim.id || ':%:voided%';
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'revived');
    if claim.final_at > $2 - private.undo_period() then
      perform private.tell_of_decision(claim);
    end if;
  end loop;
end
$$;
comment on function private.revive_claims is 'Undoes private.void_claims at voided_at, when staff undo the cancellation. The caller has locked the contract.';
grant execute on function private.revive_claims to service_role;

create function private.reply_to_claim(
  claim public.claims, side text, words text, address text default null
) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if (private.claim_standing(claim)).stage <> 'wanted' or claim.wanted_from <> side then
    raise sqlstate 'PT409' using message = 'Nada mais é esperado de você neste pedido.';
  end if;
  if char_length(btrim(words)) > 2000 then
    perform private.reject('Use no máximo 2.000 caracteres.', 'text');
  end if;
  if char_length(btrim(words)) > 0 then
    insert into public.case_notes (id, contract_id, side, note)
    values (gen_random_uuid(), claim.contract_id, $2, left(claim.protocol || ': ' || btrim(words), 2000));
  end if;
  update public.claims as changed
  set decide_by = private.claim_decide_by(claim), wanted = null, wanted_from = null, wanted_at = null, wanted_until = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, side, 'replied');
  perform private.note('reply-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'replied-' || extract(epoch from now())::bigint);
  if address is not null then
    perform private.tell_of_act(claim.lease_id, address, 'reply', claim.id || '-' || private.claim_version(claim.id));
  end if;
  return claim;
end
$$;
comment on function private.reply_to_claim is 'Records that a party has answered the request of staff, so the time for the decision runs again. The words of the answer become a note of the case.';
grant execute on function private.reply_to_claim to service_role;

-- Writes the texts of one side to the items, [{item_id, text}], and returns how many have changed.
create function private.write_item_texts(claim public.claims, side text, texts jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if jsonb_typeof(texts) is distinct from 'array' or jsonb_array_length(texts) not between 1 and 30 then
    perform private.reject('Responda ao menos a um item.');
  end if;
  if exists (
    select from jsonb_array_elements(texts) as given
    where coalesce(char_length(btrim(given ->> 'text')), 0) not between 3 and 2000
  ) then
    perform private.reject('Escreva de 3 a 2.000 caracteres em cada resposta.');
  end if;
  update public.claim_items as item
  set answer = case when side = 'tenant' then btrim(given ->> 'text') else item.answer end,
    answered_at = case when side = 'tenant' then now() else item.answered_at end,
    reply = case when side = 'landlord' then btrim(given ->> 'text') else item.reply end,
    replied_at = case when side = 'landlord' then now() else item.replied_at end
  from jsonb_array_elements(texts) as given
  where item.claim_id = claim.id and item.id::text = lower(given ->> 'item_id')
    and btrim(given ->> 'text') is distinct from case side when 'tenant' then item.answer else item.reply end;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.write_item_texts is 'Stores the tenant''s answers or the landlord''s replies to items, [{item_id, text}], and returns the number of changed items.';
grant execute on function private.write_item_texts to service_role;

create function private.reply_to_items(claim public.claims, address text, texts jsonb) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if not private.may_add(claim) then
    raise sqlstate 'PT409' using message = 'O prazo para acrescentar algo a este pedido terminou.';
  end if;
  if private.write_item_texts(claim, 'landlord', texts) = 0 then
    return claim;
  end if;
  claim := private.follow_evidence(claim, 'landlord');
  perform private.note_event(claim, 'landlord', 'answered');
  perform private.note('answer-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'landlord'));
  perform private.tell_of_act(claim.lease_id, address, 'reply', claim.id || '-' || private.claim_version(claim.id));
  return claim;
end
$$;
comment on function private.reply_to_items is 'Stores what the landlord says about the tenant''s answers. The caller has locked the claim.';
grant execute on function private.reply_to_items to service_role;

create function private.ask_review(
  claim public.claims, side text, address text, items jsonb, words text
) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  chosen uuid[];
  round integer := claim.round;
begin
  if exists (
    select from public.claim_reviews as review
    where review.claim_id = claim.id and review.side = $2 and review.text = btrim(words)
  ) then
    return claim;
  end if;
  if not coalesce(private.may_review(claim, side), false) then
    raise sqlstate 'PT409' using message = case
      when exists (select from public.claim_reviews as review where review.claim_id = claim.id and review.side = $2)
        then 'Você já pediu a revisão deste pedido: há uma para cada parte.'
      when claim.withdrawn_at is not null then 'Este pedido foi encerrado.'
      when private.told_review_until(claim) is null then 'Este pedido ainda não foi decidido.'
      when private.told_review_until(claim) < private.today_in_brasilia()
        then 'O prazo para pedir a revisão terminou em ' || to_char(private.told_review_until(claim), 'DD/MM/YYYY') || '.'
      else 'O contrato foi cancelado e não paga mais nada.'
    end;
  end if;
  if coalesce(char_length(btrim(words)), 0) not between 10 and 4000 then
    perform private.reject('Conte o que deve ser revisto, com 10 a 4.000 caracteres.', 'text');
  end if;
  chosen := array(
    select item.id from public.claim_items as item
    where item.claim_id = claim.id and jsonb_typeof(items) = 'array'
      and item.id::text in (select lower(value) from jsonb_array_elements_text(items) as value)
    order by item.place
  );
  if cardinality(chosen) = 0 or cardinality(chosen) <> jsonb_array_length(items) then
    perform private.reject('Escolha os itens que devem ser revistos.', 'items');
  end if;
  if private.is_secret(claim) then
    -- Staff decide again, with this review.
    claim := private.take_back_decision(claim);
  elsif claim.final_at is not null then
    round := claim.round + 1;
    update public.claims as changed
    set round = claim.round + 1, decisions = changed.decisions || private.decision_of(claim),
      decided_at = null, decided_by = null, second_by = null, needs_second = false, final_at = null
    where changed.id = claim.id returning changed.* into claim;
  end if;
  insert into public.claim_reviews (claim_id, side, round, asked_from, text, items, answer_until)
  values (
    claim.id, $2, round, address, btrim(words), chosen, private.today_in_brasilia() + private.claim_answer_days()
  );
  update public.claims as changed set decide_by = private.decision_day(claim)
  where changed.id = claim.id returning changed.* into claim;
  -- The undisputed part is paid meanwhile.
  perform private.charge_claim(claim);
  perform private.note_event(claim, side, 'review');
  perform private.note('review-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'review-' || side);
  perform private.tell_of_claim(claim, 'claim-told', private.other_side(side), 'review');
  perform private.tell_of_claim(claim, 'claim-told', side, 'review-received');
  if address is not null then
    perform private.tell_of_act(claim.lease_id, address, 'review', claim.id::text);
  end if;
  return claim;
end
$$;
comment on function private.ask_review is 'Asks for the one review of a side, of named items; the other side may answer. What no review of the tenant disputes stays payable. The caller has locked the claim.';
grant execute on function private.ask_review to service_role;

create function private.answer_review_of(claim public.claims, side text, words text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  review constant public.claim_reviews := private.open_review(claim, side);
begin
  if review.claim_id is null then
    raise sqlstate 'PT409' using message = 'Não há revisão a responder neste pedido.';
  end if;
  if coalesce(char_length(btrim(words)), 0) not between 3 and 4000 then
    perform private.reject('Escreva de 3 a 4.000 caracteres.', 'text');
  end if;
  update public.claim_reviews as answered set answer = btrim(words), answered_at = now()
  where answered.claim_id = claim.id and answered.side = review.side;
  perform private.note_event(claim, $2, 'review-answered');
  perform private.note('answer-review', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'review-answered-' || $2);
  return claim;
end
$$;
comment on function private.answer_review_of is 'Stores what a side says about the other side''s review. The caller has locked the claim.';
grant execute on function private.answer_review_of to service_role;

create function private.decision_of(claim public.claims) returns jsonb
language sql stable
return jsonb_build_object(
  'round', claim.round, 'decidedAt', coalesce(claim.final_at, claim.decided_at), 'by', claim.decided_by, 'second', claim.second_by,
  'recourse', claim.recourse, 'decideBy', private.claim_decide_by(claim),
  'payBy', claim.pay_by, 'reviewUntil', claim.review_until, 'items', (
    select jsonb_agg(jsonb_build_object(
      'id', item.id, 'granted', item.granted, 'reason', item.reason, 'clause', item.clause
    ) order by item.place)
    from public.claim_items as item where item.claim_id = claim.id
  )
);
comment on function private.decision_of is 'Returns the current decision of a claim in the form of the column claims.decisions.';
grant execute on function private.decision_of to service_role;

-- Security definer, because no other role may derive secrets. The mailed link must confirm the account, because a
-- person who has the link of the page may not be the owner of the mailbox.
create function private.claim_account_secret(claim_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.link_secret('landlords', 'account ' || claim.id || ' ' || claim.account_changes)
  from public.claims as claim where claim.id = $1 and claim.account_next is not null;
$$;
comment on function private.claim_account_secret(uuid) is 'Returns the secret of the link that confirms the waiting account of a claim; null when no account waits.';
grant execute on function private.claim_account_secret(uuid) to service_role;

create function private.claim_account_secret(mail public.outgoing_mail) returns text
language sql stable
begin atomic
  select private.claim_account_secret(claim.id)
  from public.claims as claim
  where claim.account_asked_by = mail.recipient and mail.idempotency_key =
    'claim-account:' || claim.id || ':landlord:' || claim.account_changes || ':' || md5(claim.account_asked_by);
end;
comment on function private.claim_account_secret(public.outgoing_mail) is 'Returns the secret for the mail that asks to confirm the account; null once another account was entered.';
grant execute on function private.claim_account_secret(public.outgoing_mail) to service_role;

-- Security definer, because no other role may derive secrets.
create function private.change_claim_account(claim public.claims, address text, account jsonb) returns public.claims
language plpgsql security definer
set search_path = ''
as $$
begin
  if (private.standing_for(claim, 'landlord')).stage in ('paid', 'refused', 'withdrawn') then
    raise sqlstate 'PT409' using message = 'Não há mais o que pagar neste pedido.';
  end if;
  if account is null or not private.is_bank_account(account) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  if claim.account_next = account or claim.account = account then
    return claim;
  end if;
  perform private.require_within_limit('claim-account-by-claim', claim.id::text || ' ' || address);
  update public.claims as changed
  set account_changes = changed.account_changes + 1, account_next = $3, account_asked_by = $2,
    account_secret_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex')
  where changed.id = claim.id;
  update public.claims as changed
  set account_secret_hash = private.link_secret_hash(private.claim_account_secret(changed.id))
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'account-asked');
  perform private.note(
    'change-claim-account', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'asked')
  );
  perform private.enqueue_mail(
    'claim-account', address, '{}',
    'claim-account:' || claim.id || ':landlord:' || claim.account_changes || ':' || md5(address),
    contract_id => claim.contract_id
  );
  perform private.tell_of_act(claim.lease_id, address, 'account-asked', claim.id || '-' || claim.account_changes);
  return claim;
end
$$;
comment on function private.change_claim_account is 'Stores an account for a claim and mails a link to the address that gave it. The account counts only after the link was opened. All addresses of the landlord are told.';
grant execute on function private.change_claim_account to service_role;

create function public.confirm_claim_account(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  giver text;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  claim := private.hold_claim((select waiting.id from public.claims as waiting where waiting.account_secret_hash = $1));
  giver := claim.account_asked_by;
  -- Checks again under the lock, because the account may have been confirmed or replaced meanwhile.
  if claim.account_secret_hash is distinct from $1 then
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  if (private.standing_for(claim, 'landlord')).stage in ('paid', 'refused', 'withdrawn')
    or not private.acts_for(claim.lease_id, giver) then
    return null;
  end if;
  update public.claims as changed
  -- account_changes increases with each confirmed account, because a payment names the version that staff saw.
  set account = changed.account_next, account_since = now(), account_changes = changed.account_changes + 1,
    account_next = null, account_secret_hash = null, account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'account-changed');
  perform private.note(
    'change-claim-account', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'confirmed')
  );
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'account-' || claim.account_changes);
  perform private.tell_of_act(claim.lease_id, giver, 'account-changed', claim.id || '-' || claim.account_changes);
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.confirm_claim_account is 'Makes the waiting account of a claim the confirmed one, for the holder of the mailed link, and tells all addresses of the landlord and staff; null for an unknown or used link, or when nothing is left to pay. Service role only.';
grant execute on function public.confirm_claim_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_claims() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.claim_view(claim, 'tenant') order by claim.opened_at desc, claim.id), '[]')
  from public.claims as claim
  join public.leases as lease on lease.id = claim.lease_id
  where lease.user_id = (select auth.uid()) and (select private.has_live_session());
$$;
call private.expose('my_claims', 'authenticated',
  'Lists the claims on the leases of the signed-in tenant, newest first.');

create function private.hold_own_claim(claim_id uuid, version integer) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  if not private.is_my_lease((select known.lease_id from public.claims as known where known.id = $1)) then
    return null;
  end if;
  claim := private.hold_claim($1);
  perform private.require_within_limit('claim-change-by-claim', claim.id::text || ' ' || (select auth.uid()));
  perform private.require_claim_version(claim, version, 'tenant');
  return claim;
end
$$;
comment on function private.hold_own_claim is 'Locks and returns a claim on the caller''s own lease; null in each column for any other claim. Raises PT409 when the claim has another version than the caller saw.';

create function private.claim_change(claim public.claims, changed boolean, viewer text default 'tenant') returns jsonb
language sql stable
return jsonb_build_object(
  'changed', $2, 'stage', (private.standing_for(claim, viewer)).stage, 'version', private.claim_version(claim.id, viewer)
);
comment on function private.claim_change is 'Returns the answer to a change of a claim: whether the claim has changed, and its stage and version as the viewer knows them.';

-- Security definer, because tenants have no grant on the tables.
create function private.answer_claim(claim_id uuid, answers jsonb, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('answer-claim', $1);
  end if;
  if not private.may_answer(claim) then
    raise sqlstate 'PT409' using message = case
      when claim.tenant_done_at is not null then 'Você já respondeu a este pedido.'
      when claim.withdrawn_at is not null then 'Este pedido foi retirado.'
      else 'O prazo de resposta terminou em ' || to_char(claim.tenant_until, 'DD/MM/YYYY') || '.'
    end;
  end if;
  if private.write_item_texts(claim, 'tenant', answers) = 0 then
    return private.claim_change(claim, false);
  end if;
  claim := private.follow_evidence(claim, 'tenant');
  if claim.complete_at is not null and not exists (
    select from public.claim_items as item where item.claim_id = claim.id and item.answer is null
  ) then
    perform private.tell_of_claim(claim, 'claim-new', 'staff', 'answered-' || claim.tenant_turns);
  end if;
  perform private.note_event(claim, 'tenant', 'answered');
  perform private.note('answer-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'tenant'));
  return private.claim_change(claim, true);
end
$$;
call private.expose('answer_claim', 'authenticated',
  'Answers items of a claim on the caller''s own lease: [{item_id, text}]. The same text again changes nothing. Raises PT409 when the claim has another version.');

-- Security definer, because tenants have no grant on the tables.
create function private.end_claim_turn(claim_id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $2);
begin
  if claim.id is null then
    return private.refuse('answer-claim', $1);
  end if;
  return private.claim_change(private.end_turn(claim, 'tenant'), true);
end
$$;
call private.expose('end_claim_turn', 'authenticated',
  'Records that the tenant has nothing to add to a claim on the own lease, so the next days begin. Raises PT409 when the claim has another version.');

-- Security definer, because tenants have no grant on the tables.
create function private.review_claim(claim_id uuid, items jsonb, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $4);
  was constant integer := private.claim_version(claim.id);
begin
  if claim.id is null then
    return private.refuse('review-claim', $1);
  end if;
  claim := private.ask_review(claim, 'tenant', null, $2, $3);
  return private.claim_change(claim, private.claim_version(claim.id) <> was);
end
$$;
call private.expose('review_claim', 'authenticated',
  'Asks for the tenant''s one review of a decision, of named items, until the last day for it. Raises PT409 when the claim has another version.',
  'claim_id uuid, items jsonb, text text, version integer');

-- Security definer, because tenants have no grant on the tables.
create function private.answer_claim_review(claim_id uuid, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('answer-review', $1);
  end if;
  return private.claim_change(private.answer_review_of(claim, 'tenant', $2), true);
end
$$;
call private.expose('answer_claim_review', 'authenticated',
  'Answers the landlord''s review of a claim on the caller''s own lease. Raises PT409 when the claim has another version.',
  'claim_id uuid, text text, version integer');

-- Security definer, because tenants have no grant on the tables.
create function private.reply_claim(claim_id uuid, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('reply-claim', $1);
  end if;
  return private.claim_change(private.reply_to_claim(claim, 'tenant', $2), true);
end
$$;
call private.expose('reply_claim', 'authenticated',
  'Records that the tenant has answered a request of staff about a claim, with or without a text. Raises PT409 when the claim has another version.',
  'claim_id uuid, text text, version integer');

create function private.note_silence() returns integer
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  noted integer := 0;
begin
  for claim in
    select silent.* from public.claims as silent
    where silent.tenant_until < private.today_in_brasilia() and silent.tenant_done_at is null
      and silent.final_at is null and silent.withdrawn_at is null and silent.round = 1
      and not exists (
        select from public.claim_items as item where item.claim_id = silent.id and item.answer is not null
      )
      and not exists (
        select from public.case_events as event where event.claim_id = silent.id and event.what = 'silent'
      )
    limit 100 for update skip locked
  loop
    perform private.note_event(claim, 'tenant', 'silent');
    noted := noted + 1;
  end loop;
  return noted;
end
$$;
comment on function private.note_silence is 'Adds one event to the timeline when the days to answer have passed without an answer. Silence does not count as agreement. The schedule calls this function.';
grant execute on function private.note_silence to service_role;
