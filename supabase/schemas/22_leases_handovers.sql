-- Requests to end a contract: the day of the keys is asked of both sides before staff confirm it.

create function private.require_keys_day(held public.contracts, keys_on date) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if keys_on is null or keys_on not between held.start_date and held.end_date then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
end
$$;
comment on function private.require_keys_day is 'Raises PT422 unless the keys of a contract are returned on a day of its term.';
grant execute on function private.require_keys_day to service_role;

-- The caller has locked the contract and checked who asks.
create function private.ask_ending_of(
  held public.contracts, side text, address text, ending_id uuid, kind text, reason text, keys_on date,
  despite_claim boolean
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  open_claim constant text := private.open_claim_of(held.id);
  made public.contract_endings;
  is_upcoming boolean;
  has_keys boolean;
begin
  select * into made from public.contract_endings as ending where ending.id = $4;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if private.is_ending(held.id) then
    return jsonb_build_object('outcome', 'open');
  end if;
  is_upcoming := held.start_date > private.today_in_brasilia();
  if $5 is null
    or $5 not in ('moved-out', 'end-of-lease', 'cancelled-before-start', 'never-began', 'other')
    or is_upcoming <> ($5 = 'cancelled-before-start') then
    perform private.reject('Escolha por que o contrato termina.', 'kind');
  end if;
  if $5 = 'never-began' and held.renews_contract_id is not null then
    perform private.reject('A locação já tinha começado antes desta renovação.', 'kind');
  end if;
  if $5 in ('other', 'never-began') and coalesce(char_length(btrim($6)), 0) < 3 then
    perform private.reject('Conte o motivo.', 'reason');
  end if;
  has_keys := not is_upcoming and $5 <> 'never-began';
  if has_keys then
    perform private.require_keys_day(held, $7);
  end if;
  if open_claim is not null and not coalesce($8, false) then
    return jsonb_build_object('outcome', 'claim', 'protocol', open_claim);
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.contract_endings (
    id, contract_id, kind, asked_by, reason, keys_on, answer_until, landlord_told_on
  )
  values (
    $4, held.id, $5, $2, nullif(btrim($6), ''), case when has_keys then $7 end,
    case when has_keys then private.today_in_brasilia() + private.business_number('handoverDays', 1, 30, 5) end,
    -- An address that only reads may be the tenant's own.
    case when $2 = 'landlord' or exists (select from private.landlord_addresses(held.lease_id, 'acts'))
      then private.today_in_brasilia() end
  )
  returning * into made;
  if has_keys then
    insert into public.handover_statements (ending_id, side, keys_on, stated_by) values (made.id, $2, $7, $3);
  end if;
  perform private.tell_of_ending(held, made, 'asked');
  perform private.note('ask-ending', held.id, jsonb_build_object('status', made.asked_by));
  return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
end
$$;
comment on function private.ask_ending_of is 'Stores a request to end a contract once per ending_id, mails its receipt, and asks the other side about the day of the keys. Returns {outcome: asked | open | closed | claim}.';
grant execute on function private.ask_ending_of to service_role;

-- Security definer, because callers have no grant on contract_endings. The tenant calls this function, or staff for
-- another person.
create function private.ask_ending(
  contract_id uuid, ending_id uuid, kind text, reason text, keys_on date, despite_claim boolean
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('contracts');
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and (
    is_staff or private.is_mine(contract)
  )
  for no key update;
  if not found then
    return private.refuse_right('contracts', 'ask-ending', $1);
  end if;
  return private.ask_ending_of(held, case when is_staff then 'staff' else 'tenant' end, null, $2, $3, $4, $5, $6);
end
$$;
call private.expose('ask_ending', 'authenticated',
  'Asks for the end of a contract, once per ending_id, mails a receipt and asks the other side about the day of the keys. outcome: asked, open (the end was already asked for), closed (the contract is not running) or claim (a claim is open; despite_claim accepts this). The contract''s tenant, or active staff for another person.',
  'contract_id uuid, ending_id uuid, kind text, reason text default null, keys_on date default null, despite_claim boolean default false');

create function private.tell_of_ending(
  held public.contracts, ending public.contract_endings, news text
) returns void
language plpgsql
set search_path = ''
as $$
declare
  occasion constant text := news || ':' || case when news in ('question', 'stated')
    then gen_random_uuid() else ending.id end;
begin
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'ending-news', held.tenant_email, '{}', 'ending-news:' || occasion, contract_id => held.id
    );
  end if;
  if news <> 'question' then
    perform private.tell_landlord(held.id, 'landlord-ending', occasion);
  end if;
  if news in ('asked', 'withdrawn', 'stated') and not private.is_active_staff() then
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:' || occasion, contract_id => held.id
    );
  end if;
end
$$;
comment on function private.tell_of_ending is 'Queues the mails about an ending: to both sides when it is asked for, when a side states the day of the keys, and when it is confirmed or withdrawn; to the tenant when staff ask a question; to staff when a side acts.';
grant execute on function private.tell_of_ending to service_role;

create function private.hold_ending(ending_id uuid) returns public.contracts
language sql
return private.lock_contract_of(
  (select ending.contract_id from public.contract_endings as ending where ending.id = $1)
);
comment on function private.hold_ending is 'Locks the contract of an ending and returns the contract; null in each column for an unknown ending.';
grant execute on function private.hold_ending to service_role;

-- The caller has locked the contract and checked the side.
create function private.state_handover_of(
  held public.contracts, side text, address text, ending_id uuid, keys_on date, note text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  select * into ending from public.contract_endings as asked where asked.id = $4;
  if ending.status <> 'asked' or ending.keys_on is null then
    return jsonb_build_object('outcome', ending.status);
  end if;
  if ending.answer_until < private.today_in_brasilia() and ending.asked_by <> $2 then
    return jsonb_build_object('outcome', 'late');
  end if;
  perform private.require_keys_day(held, $5);
  if char_length(btrim($6)) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'note');
  end if;
  if exists (
    select from public.handover_statements as said
    where said.ending_id = ending.id and said.side = $2
      and said.keys_on = $5 and said.note is not distinct from nullif(btrim($6), '')
  ) then
    return jsonb_build_object('outcome', 'stated');
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.handover_statements as said (ending_id, side, keys_on, note, stated_by)
  values (ending.id, $2, $5, nullif(btrim($6), ''), $3)
  on conflict on constraint handover_statements_pkey do update
  set keys_on = excluded.keys_on, note = excluded.note, stated_by = excluded.stated_by, stated_at = now();
  perform private.tell_of_ending(held, ending, 'stated');
  perform private.note('state-handover', held.id, jsonb_build_object('status', $2));
  return jsonb_build_object('outcome', 'stated');
end
$$;
comment on function private.state_handover_of is 'Records the day of the keys as a side states it, until its days to answer (handoverDays) have passed, and tells the other side and staff. outcome: stated, late, or the state of an ending that is closed.';
grant execute on function private.state_handover_of to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.state_handover(ending_id uuid, keys_on date, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($1);
begin
  if held.id is null or not private.is_mine(held) then
    return private.refuse('state-handover', $1);
  end if;
  return private.state_handover_of(held, 'tenant', null, $1, $2, $3);
end
$$;
call private.expose('state_handover', 'authenticated',
  'Records the day of the keys as the tenant of the contract states it. outcome: stated, late (staff may confirm now) or the state of an ending that is closed.',
  'ending_id uuid, keys_on date, note text default null');

create function public.ending_by_link(
  secret_hash text, address_hash text, action text, request jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  held constant public.contracts := case action
    when 'ask' then private.lock_contract_of((request ->> 'contractId')::uuid)
    else private.hold_ending((request ->> 'endingId')::uuid)
  end;
begin
  if held.id is null or not private.acts_for(held.lease_id, opened) then
    return null;
  end if;
  return case action
    when 'ask' then private.ask_ending_of(
      held, 'landlord', opened, (request ->> 'endingId')::uuid, request ->> 'kind', request ->> 'reason',
      (request ->> 'keysOn')::date, (request ->> 'despiteClaim')::boolean
    )
    when 'state' then private.state_handover_of(
      held, 'landlord', opened, (request ->> 'endingId')::uuid, (request ->> 'keysOn')::date, request ->> 'note'
    )
    when 'withdraw' then private.withdraw_ending_of(held, 'landlord', (request ->> 'endingId')::uuid)
  end;
end
$$;
comment on function public.ending_by_link is 'Asks for the end of a contract, states the day of the keys or withdraws the own request, for the holder of the link of an address that acts for the landlord; null for anybody else. Service role only.';
grant execute on function public.ending_by_link to service_role;

-- The caller has locked the contract and checked the side.
create function private.withdraw_ending_of(held public.contracts, side text, ending_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  update public.contract_endings as open set status = 'withdrawn', closed_at = now(), closed_by = null
  where open.id = $3 and held.status = 'active'
    and (open.status = 'asked' and $2 in (open.asked_by, 'staff') or $2 = 'staff' and open.status = 'confirmed')
  returning * into ending;
  if ending.id is null then
    select * into ending from public.contract_endings as closed where closed.id = $3;
    return jsonb_build_object('outcome', ending.status);
  end if;
  perform private.tell_of_ending(held, ending, 'withdrawn');
  perform private.note('withdraw-ending', held.id, jsonb_build_object('status', $2));
  return jsonb_build_object('outcome', 'withdrawn');
end
$$;
comment on function private.withdraw_ending_of is 'Withdraws an ending: each side its own unconfirmed request, and staff also a confirmed one whose day is in the future.';
grant execute on function private.withdraw_ending_of to service_role;

-- Security definer, because callers have no grant on contract_endings.
create function private.withdraw_ending(ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('contracts');
  held constant public.contracts := private.hold_ending($1);
begin
  if held.id is null
    or not is_staff and not private.is_mine(held) then
    return private.refuse_right('contracts', 'withdraw-ending', $1);
  end if;
  return private.withdraw_ending_of(held, case when is_staff then 'staff' else 'tenant' end, $1);
end
$$;
call private.expose('withdraw_ending', 'authenticated',
  'Withdraws an ending. The contract''s tenant may withdraw their own unconfirmed ending; active staff may also withdraw a confirmed ending whose day is in the future.');

-- Security definer, because staff have no grant on contract_endings.
create function private.confirm_ending(ending_id uuid, keys_on date, keys_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  held public.contracts;
  ending public.contract_endings;
  is_due boolean;
begin
  held := private.hold_ending($1);
  perform private.require_found(held.id is not null, 'Pedido não encontrado.');
  select * into ending from public.contract_endings as asked where asked.id = $1;
  if ending.status <> 'asked' or held.status <> 'active' then
    return jsonb_build_object('changed', false, 'status', ending.status);
  end if;
  if cardinality(private.handover_waits_for(ending)) > 0 then
    return jsonb_build_object(
      'changed', false, 'status', ending.status, 'why', 'waits', 'until', ending.answer_until
    );
  end if;
  if ending.keys_on is not null then
    perform private.require_keys_day(held, coalesce($2, ending.keys_on));
  end if;
  if char_length(btrim($3)) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'keys_note');
  end if;
  -- Two sides that state different days disagree, so staff write down what decides the day.
  if ending.keys_on is not null and nullif(btrim($3), '') is null and (
    select count(distinct said.keys_on) > 1 or coalesce($2, ending.keys_on) <> all (array_agg(said.keys_on))
    from public.handover_statements as said where said.ending_id = ending.id
  ) then
    perform private.reject('As partes não informam este mesmo dia: escreva por que ele vale.', 'keys_note');
  end if;
  update public.contract_endings as asked
  set status = 'confirmed', closed_at = now(), closed_by = (select auth.uid()),
    keys_on = case when asked.keys_on is not null then coalesce($2, asked.keys_on) end,
    keys_note = nullif(btrim($3), ''), landlord_told_on = coalesce(asked.landlord_told_on, today)
  where asked.id = $1
  returning * into ending;
  is_due := coalesce(ending.keys_on, today) <= today;
  if is_due then
    perform private.carry_out(ending);
  else
    perform private.tell_of_ending(held, ending, 'confirmed');
  end if;
  perform private.note('confirm-ending', held.id, jsonb_build_object('endsOn', ending.keys_on));
  return jsonb_build_object('changed', true, 'status', case when is_due then 'ended' else 'coming' end);
end
$$;
call private.expose('confirm_ending', 'authenticated',
  'Confirms a requested ending, after the other side was asked about the day of the keys (why: waits). The contract ends on this day: at once when it has come, otherwise later by the schedule. A day on which the sides do not agree needs keys_note.',
  'ending_id uuid, keys_on date default null, keys_note text default null',
  needs => 'contracts');

-- Security definer, because staff have no grant on contract_endings.
create function private.ask_about_ending(ending_id uuid, question text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  ending public.contract_endings;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'question');
  end if;
  held := private.hold_ending($1);
  if held.tenant_email is null then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_endings as asked set question = btrim($2)
  where asked.id = $1 and asked.status = 'asked' and asked.question is distinct from btrim($2)
  returning * into ending;
  if ending.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.tell_of_ending(held, ending, 'question');
  perform private.note('ask-about-ending', held.id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('ask_about_ending', 'authenticated',
  'Asks the tenant by mail about an unconfirmed ending; the same question again changes nothing.',
  needs => 'contracts');

-- Security definer, because tenants have no grant on contract_endings.
create function private.my_ending(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'regretUntil', private.regret_until(contract), 'ending', private.contract_ending(contract)
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_ending', 'authenticated',
  'Returns the last day on which the caller may withdraw from their own contract, and its ending if there is one; null for any other contract.');

-- An upload of the receipt of the keys has two steps: open_proof_upload checks before the file is read, receive_proof
-- writes the row after the file is stored. The edge function passes the id of the signed-in tenant (holder) or the
-- secret of a landlord's link.
create function public.open_proof_upload(
  holder uuid, secret_hash text, ending_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  sender text;
  held public.contracts;
  ending public.contract_endings;
begin
  perform private.require_within_limit('document-by-address', $4);
  select * into ending from public.contract_endings as open where open.id = $3;
  select * into held from public.contracts as contract where contract.id = ending.contract_id;
  sender := private.acting_side(held.lease_id, private.find_landlord($2), $1, false);
  if sender is null then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', ending.id || ' ' || sender);
  return jsonb_strip_nulls(jsonb_build_object(
    'contractId', ending.contract_id, 'isOpen', private.takes_proof(ending, sender), 'keptSha256', (
      select said.proof_sha256 from public.handover_statements as said
      where said.ending_id = ending.id and said.side = sender
    )
  ));
end
$$;
comment on function public.open_proof_upload is 'Reports whether a tenant (holder) or a landlord (secret_hash) may upload the receipt of the keys now, and returns the hash of the stored receipt; null for an ending of others. Service role only.';
grant execute on function public.open_proof_upload to service_role;

create function private.takes_proof(ending public.contract_endings, side text) returns boolean
language sql stable
begin atomic
  -- A receipt that staff saw when they confirmed the ending cannot be replaced.
  select exists (
    select from public.handover_statements as said
    where said.ending_id = ending.id and said.side = $2
      and (ending.status = 'asked' or ending.status = 'confirmed' and said.proof_path is null)
  );
end;
comment on function private.takes_proof is 'Reports whether a side that has stated the day of the keys may upload or replace its receipt now.';
grant execute on function private.takes_proof to service_role;

create function public.receive_proof(
  holder uuid, secret_hash text, ending_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($3);
  address constant text := private.find_landlord($2);
  sender constant text := private.acting_side(held.lease_id, address, $1, false);
  ending public.contract_endings;
  former public.handover_statements;
begin
  if sender is null then
    return null;
  end if;
  select * into ending from public.contract_endings as known where known.id = $3;
  select * into former from public.handover_statements as said where said.ending_id = $3 and said.side = sender;
  if former.proof_sha256 = $6 then
    return jsonb_build_object('isKept', true, 'changed', false);
  end if;
  if not private.takes_proof(ending, sender) then
    return jsonb_build_object('isKept', false, 'changed', false);
  end if;
  update public.handover_statements as said
  set proof_path = $4, proof_type = $5, proof_sha256 = $6, proof_at = now()
  where said.ending_id = $3 and said.side = sender;
  perform private.note('send-keys-proof', held.id, jsonb_build_object('status', sender), $1);
  if sender = 'landlord' then
    perform private.tell_of_act(held.lease_id, address, 'send-proof', $3 || '-' || left($6, 16));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('isKept', true, 'changed', true, 'replaced', former.proof_path));
end
$$;
comment on function public.receive_proof is 'Records a stored file as a side''s receipt of the keys, once per file. isKept is false when the upload came too late. Service role only.';
grant execute on function public.receive_proof to service_role;

create function private.end_as_confirmed() returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  ending public.contract_endings;
  ended integer := 0;
begin
  for due in
    select contract.id as contract_id, confirmed.id
    from public.contract_endings as confirmed
    join public.contracts as contract on contract.id = confirmed.contract_id
    where confirmed.status = 'confirmed' and confirmed.keys_on < private.today_in_brasilia()
      and contract.status = 'active'
    order by confirmed.keys_on, confirmed.id
    limit 100
  loop
    perform from public.contracts as contract
    where contract.id = due.contract_id and contract.status = 'active' for no key update;
    continue when not found;
    -- Reads the ending again under the lock, because it may have been withdrawn meanwhile.
    select * into ending from public.contract_endings as confirmed
    where confirmed.id = due.id and confirmed.status = 'confirmed'
      and confirmed.keys_on < private.today_in_brasilia();
    continue when not found;
    perform private.carry_out(ending);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function private.end_as_confirmed is 'Ends the contracts whose confirmed day of the keys was yesterday or earlier, at most 100 per call, and returns their number. The schedule calls this function.';
grant execute on function private.end_as_confirmed to service_role;
