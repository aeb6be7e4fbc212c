-- How the person who signed ends a contract: within seven days by regret (CDC, art. 49), which takes
-- effect at once; later by saying when the keys are handed over (Lei 8.245, art. 39), which staff
-- confirm. A row for every contract that did not simply run its term, also when staff closed it: its
-- kind is what screens, mails and the letter say. Whoever changes one has locked the contract's row.
create table public.contract_endings (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique
    default 'EN-' || to_char(now(), 'YYYY') || '-' || upper(left(md5(gen_random_uuid()::text), 8))
    check (protocol ~ '^EN-[0-9]{4}-[0-9A-F]{8}$'),
  kind text not null check (kind in ('regret', 'moved-out', 'end-of-lease', 'cancelled-before-start', 'unpaid', 'other')),
  asked_by text not null check (asked_by in ('tenant', 'staff')),
  asked_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  keys_on date,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'withdrawn')),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  question text check (char_length(btrim(question)) between 3 and 1000),
  proof_path text unique check (starts_with(proof_path, contract_id::text || '/') and char_length(proof_path) <= 400),
  proof_type text check (proof_type in ('application/pdf', 'image/jpeg', 'image/png')),
  proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  proof_at timestamptz,
  constraint contract_endings_closed_have_time check ((status = 'asked') = (closed_at is null)),
  constraint contract_endings_proofs_are_whole check (num_nonnulls(proof_path, proof_type, proof_sha256, proof_at) in (0, 4))
);
comment on table public.contract_endings is 'Who asked for the end of a contract, why and since when; staff confirm all but a regret.';
comment on column public.contract_endings.id is 'Made by the form, so that a second click changes nothing.';
comment on column public.contract_endings.keys_on is 'The day on which the keys were or will be handed over.';
comment on column public.contract_endings.question is 'What staff asked about it last, by mail.';
comment on column public.contract_endings.proof_path is 'Of the receipt of the keys, in request-documents: <contract id>/<file>.';
comment on column public.contract_endings.proof_sha256 is 'Of the file as it was sent, by which a repeated sending is known.';
create unique index contract_endings_one_open on public.contract_endings (contract_id)
  where status in ('asked', 'confirmed');
create index contract_endings_by_contract on public.contract_endings (contract_id);
create index contract_endings_by_closer on public.contract_endings (closed_by);
create index contract_endings_waiting on public.contract_endings (asked_at) where status = 'asked';
create index contract_endings_coming on public.contract_endings (keys_on) where status = 'confirmed';
alter table public.contract_endings enable row level security;
grant select, insert, update, delete on public.contract_endings to service_role;

create function private.is_ending(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contract_endings as ending
  where ending.contract_id = $1 and ending.status in ('asked', 'confirmed')
);
comment on function private.is_ending is 'Whether somebody has asked for the end of a contract, so that nobody is reminded of its term.';
grant execute on function private.is_ending to service_role;

create function private.ending_kind(contract public.contracts) returns text
language sql stable
begin atomic
  select ending.kind from public.contract_endings as ending
  where ending.contract_id = contract.id and ending.status = 'confirmed' and contract.status <> 'active';
end;
comment on function private.ending_kind is 'Why a contract is over; null for one that is not, ran its term, or was closed before reasons were kept.';
grant execute on function private.ending_kind to service_role;

create function private.letter_ending(contract public.contracts) returns text
language sql stable
-- A letter is shown around: that its tenant did not pay, or what else was the matter, is not told.
return case private.ending_kind(contract)
  when 'regret' then 'regret'
  when 'cancelled-before-start' then 'not-started'
  when 'moved-out' then 'keys'
  when 'end-of-lease' then 'keys'
end;
comment on function private.letter_ending is 'What whoever holds the letter of a contract may know of why it is over: regret, not-started, keys (handed back), or null.';
grant execute on function private.letter_ending to service_role;

create function private.regret_until(contract public.contracts) returns date
language sql stable
begin atomic
  -- The day of the acceptance is not counted (Código Civil, art. 132).
  select accepted.last_day
  from (
    select private.day_in_brasilia(acceptance.accepted_at) + acceptance.withdrawal_days as last_day
    from public.acceptances as acceptance where acceptance.contract_id = contract.id
  ) as accepted
  where accepted.last_day >= private.today_in_brasilia()
    and private.is_running(contract);
end;
comment on function private.regret_until is 'The last day in Brasília on which the tenant may still withdraw from a contract (CDC, art. 49); null when it is over.';
grant execute on function private.regret_until to service_role;

create function private.refund_of(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object('amount', payment.amount, 'dueOn', payment.due_on, 'paidOn', payment.paid_on)
  from public.payments as payment
  where payment.contract_id = $1 and payment.what = 'refund' and payment.dropped_at is null
  order by payment.created_at desc limit 1;
end;
comment on function private.refund_of is 'What goes back to the tenant of a contract, in reais, until when, and when it went; null for nothing.';
grant execute on function private.refund_of to service_role;

create function private.contract_ending(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', ending.id, 'protocol', ending.protocol, 'kind', ending.kind, 'asked_by', ending.asked_by,
    'asked_at', ending.asked_at, 'reason', ending.reason, 'keys_on', ending.keys_on,
    'status', ending.status, 'question', ending.question, 'proof_at', ending.proof_at,
    'refund', private.refund_of(contract.id)
  )
  from public.contract_endings as ending
  where ending.contract_id = contract.id
  order by ending.status <> 'withdrawn' desc, ending.asked_at desc limit 1;
end;
comment on function private.contract_ending is 'The ending of a contract that holds or waits, else the last that was taken back, with its refund; null without one.';
grant execute on function private.contract_ending to service_role;

-- What was paid goes back when the right of seven days is used, and when nothing was guaranteed yet.
-- Otherwise a fee that was due while the guarantee held stays owed, and none is owed later.
create function private.settle_ending(closed public.contracts, kind text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if kind in ('regret', 'cancelled-before-start') then
    perform private.owe_refund(closed.id);
  elsif closed.status = 'cancelled' or closed.fee_due_on > closed.ends_on then
    perform private.drop_dues(closed.id);
  end if;
end
$$;
comment on function private.settle_ending is 'What is owed once a contract is over.';
grant execute on function private.settle_ending to service_role;

create function private.note_closing(closed public.contracts, kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  known constant text := coalesce($2, case
    when closed.status = 'cancelled' and closed.start_date > private.today_in_brasilia()
      then 'cancelled-before-start'
    else 'other'
  end);
begin
  update public.contract_endings as ending
  set status = 'confirmed', closed_at = closed.closed_at, closed_by = closed.closed_by,
    kind = known, keys_on = coalesce(closed.ends_on, ending.keys_on)
  where ending.contract_id = closed.id and ending.status in ('asked', 'confirmed');
  if not found then
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, asked_at, keys_on, status, closed_at, closed_by
    ) values (
      gen_random_uuid(), closed.id, known, 'staff', closed.closed_at, closed.ends_on, 'confirmed',
      closed.closed_at, closed.closed_by
    );
  end if;
  perform private.settle_ending(closed, known);
end
$$;
comment on function private.note_closing is 'Keeps why staff closed a contract, which its row says already, and settles what is owed; an ending that was asked for is confirmed so.';

create function private.reopen_ending(closed public.contracts) returns void
language sql
set search_path = ''
as $$
  -- What belongs to the closing has its moment, the transaction's.
  update public.contract_endings as ending
  set status = case when ending.asked_at = closed.closed_at then 'withdrawn' else 'asked' end,
    closed_at = case when ending.asked_at = closed.closed_at then now() end, closed_by = null
  where ending.contract_id = closed.id and ending.status = 'confirmed'
    and ending.closed_at = closed.closed_at;
  update public.payments as payment set dropped_at = null
  where payment.contract_id = closed.id and payment.dropped_at = closed.closed_at;
  delete from public.payments as payment
  where payment.contract_id = closed.id and payment.what = 'refund' and payment.paid_on is null
    -- Of money that was booked meanwhile, too.
    and payment.created_at >= closed.closed_at;
$$;
comment on function private.reopen_ending is 'Takes back what private.note_closing did: an ending that was asked for waits again.';

-- Called with the contract locked, for an ending that is confirmed.
create function private.carry_out(ending public.contract_endings) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_cancelled constant boolean := ending.kind in ('regret', 'cancelled-before-start');
  closed public.contracts;
begin
  update public.contracts as contract
  set status = case when is_cancelled then 'cancelled' else 'ended' end, closed_at = now(),
    -- A mail quotes it: only what staff wrote.
    closed_by = ending.closed_by, close_reason = case when ending.asked_by = 'staff' then ending.reason end,
    ends_on = case when not is_cancelled then ending.keys_on end
  where contract.id = ending.contract_id
  returning contract.* into closed;
  perform private.settle_ending(closed, ending.kind);
  if ending.kind = 'regret' then
    -- A letter that is still being made is not made any more.
    delete from public.document_jobs as job where job.contract_id = closed.id and job.status <> 'done';
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and (
      mail.contract_id = closed.id
        and mail.template in ('contract-ready', 'letter-reissued', 'correction-asked')
      or mail.idempotency_key = 'offer-accepted:' || closed.offer_id
    );
  end if;
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      case when ending.kind = 'regret' then 'contract-regretted' else 'contract-ended' end,
      closed.tenant_email, '{}',
      case when ending.kind = 'regret' then 'contract-regretted:regret:' else 'contract-ended:' end
        || closed.id,
      contract_id => closed.id
    );
  end if;
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended');
end
$$;
comment on function private.carry_out is 'Ends or cancels a contract as an ending says, settles what is owed, and queues the mails to tenant and landlord.';
grant execute on function private.carry_out to service_role;

create function private.regret(held public.contracts, ending_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.contract_endings;
begin
  select * into made from public.contract_endings as ending where ending.id = $2;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is null then
    if not private.is_running(held) then
      return jsonb_build_object('outcome', 'closed');
    end if;
    if private.regret_until(held) is null then
      return jsonb_build_object('outcome', 'late');
    end if;
    update public.contract_endings as asked set status = 'withdrawn', closed_at = now()
    where asked.contract_id = held.id and asked.status in ('asked', 'confirmed');
    insert into public.contract_endings (id, contract_id, kind, asked_by, status, closed_at)
    values ($2, held.id, 'regret', 'tenant', 'confirmed', now())
    returning * into made;
    perform private.carry_out(made);
    perform private.note('regret-contract', held.id, actor => null);
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:regret:' || made.id, contract_id => held.id
    );
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'outcome', 'regretted', 'protocol', made.protocol, 'refund', private.refund_of(held.id)
  ));
end
$$;
comment on function private.regret is 'Withdraws from a contract whose row the caller holds, once per ending_id: {outcome: regretted | late | closed}.';
grant execute on function private.regret to service_role;

-- Definer: nobody may touch contracts directly. The tenant is signed in.
create function private.regret_contract(contract_id uuid, ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('regret-contract', $1);
  end if;
  return private.regret(held, $2);
end
$$;
call private.expose('regret_contract', 'authenticated',
  'Withdraws from the caller''s own contract within the days of the law, at once and for good, once per ending_id; outcome late or closed when it cannot be.');

create function public.regret_by_link(secret_hash text, ending_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  select contract.* into held
  from private.find_offered(secret_hash) as request
  join private.current_offer(request) as offer on offer.status = 'accepted'
  join public.contracts as contract on contract.offer_id = offer.id;
  if held.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  select * into held from public.contracts as contract where contract.id = held.id for update;
  return private.regret(held, $2);
end
$$;
comment on function public.regret_by_link is 'The same for whoever has the link of the contract''s request, who may have no password yet; null for a link that opens nothing. Service role only.';
grant execute on function public.regret_by_link to service_role;

-- Definer for the same reason. By the tenant, or by staff for somebody.
create function private.ask_ending(
  contract_id uuid, ending_id uuid, kind text, reason text, keys_on date
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.is_active_staff();
  held public.contracts;
  made public.contract_endings;
  is_upcoming boolean;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and (
    is_staff or private.is_mine(contract)
  )
  for update;
  if not found then
    return private.refuse('ask-ending', $1);
  end if;
  select * into made from public.contract_endings as ending where ending.id = $2;
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
  if $3 is null or $3 not in ('moved-out', 'end-of-lease', 'cancelled-before-start', 'other')
    or is_upcoming <> ($3 = 'cancelled-before-start') then
    perform private.reject('Escolha por que o contrato termina.', 'kind');
  end if;
  if $3 = 'other' and coalesce(char_length(btrim($4)), 0) < 3 then
    perform private.reject('Conte o motivo.', 'reason');
  end if;
  if not is_upcoming and ($5 is null or $5 not between held.start_date and held.end_date) then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.contract_endings (id, contract_id, kind, asked_by, reason, keys_on)
  values (
    $2, held.id, $3, case when is_staff then 'staff' else 'tenant' end, nullif(btrim($4), ''),
    case when not is_upcoming then $5 end
  )
  returning * into made;
  perform private.tell_of_ending(held, made, 'asked');
  perform private.note('ask-ending', held.id, jsonb_build_object('status', made.asked_by));
  return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
end
$$;
call private.expose('ask_ending', 'authenticated',
  'Asks for the end of a contract, once per ending_id and one at a time, with a receipt by mail; outcome open or closed when it cannot be. Its own tenant, or active staff for somebody.',
  'contract_id uuid, ending_id uuid, kind text, reason text default null, keys_on date default null');

create function private.tell_of_ending(
  held public.contracts, ending public.contract_endings, news text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'ending-news', held.tenant_email, '{}',
      'ending-news:' || news || ':' || case news when 'question' then gen_random_uuid() else ending.id end,
      contract_id => held.id
    );
  end if;
  if news in ('asked', 'withdrawn') and not private.is_active_staff() then
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:' || news || ':' || ending.id, contract_id => held.id
    );
  end if;
end
$$;
comment on function private.tell_of_ending is 'Queues what a tenant is told of an ending (asked, question, confirmed, withdrawn), and staff of what its tenant does.';

create function private.hold_ending(ending_id uuid) returns public.contracts
language sql
begin atomic
  select contract from public.contracts as contract
  where contract.id = (select ending.contract_id from public.contract_endings as ending where ending.id = $1)
  for update;
end;
comment on function private.hold_ending is 'The contract of an ending, locked; null in each column for an ending that is not there.';
grant execute on function private.hold_ending to service_role;

-- Definer for the same reason.
create function private.withdraw_ending(ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.is_active_staff();
  held constant public.contracts := private.hold_ending($1);
  ending public.contract_endings;
begin
  if held.id is null
    or not is_staff and not private.is_mine(held) then
    return private.refuse('withdraw-ending', $1);
  end if;
  update public.contract_endings as open set status = 'withdrawn', closed_at = now(), closed_by = null
  where open.id = $1 and held.status = 'active'
    and (open.status = 'asked' or is_staff and open.status = 'confirmed')
  returning * into ending;
  if ending.id is null then
    select * into ending from public.contract_endings as closed where closed.id = $1;
    return jsonb_build_object('outcome', ending.status);
  end if;
  perform private.tell_of_ending(held, ending, 'withdrawn');
  perform private.note('withdraw-ending', held.id);
  return jsonb_build_object('outcome', 'withdrawn');
end
$$;
call private.expose('withdraw_ending', 'authenticated',
  'Takes back an ending that nobody has confirmed, for its own tenant; for active staff also one that is confirmed for a day to come.');

-- Definer for the same reason.
create function private.confirm_ending(ending_id uuid, keys_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  held public.contracts;
  ending public.contract_endings;
  is_due boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('confirm-ending', $1);
  end if;
  held := private.hold_ending($1);
  perform private.require_found(held.id is not null, 'Pedido não encontrado.');
  select * into ending from public.contract_endings as asked where asked.id = $1;
  if ending.status <> 'asked' or held.status <> 'active' then
    return jsonb_build_object('changed', false, 'status', ending.status);
  end if;
  if ending.keys_on is not null and coalesce($2, ending.keys_on) not between held.start_date and held.end_date then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
  update public.contract_endings as asked
  set status = 'confirmed', closed_at = now(), closed_by = caller,
    keys_on = case when asked.keys_on is not null then coalesce($2, asked.keys_on) end
  where asked.id = $1
  returning * into ending;
  is_due := coalesce(ending.keys_on, private.today_in_brasilia()) <= private.today_in_brasilia();
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
  'Confirms an ending that was asked for: the contract is over as of the day of the keys, or will be by the schedule. Active staff only.',
  'ending_id uuid, keys_on date default null');

-- Definer for the same reason.
create function private.ask_about_ending(ending_id uuid, question text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  ending public.contract_endings;
begin
  if not private.is_active_staff() then
    return private.refuse('ask-about-ending', $1);
  end if;
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
  'Asks the tenant by mail about an ending that waits; the same words again change nothing. Active staff only.');

-- Definer for the same reason.
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
  'Until when the caller may withdraw from their own contract, and its ending if it has one; null for another''s.');

-- The receipt of the keys comes as asked documents do: first whether it may come, before anything is
-- read of it; then, once the file is stored, the row. The function knows who is signed in.
create function public.open_proof_upload(holder uuid, ending_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  select open.* into ending
  from public.contract_endings as open
  join public.contracts as contract on contract.id = open.contract_id
  where open.id = $2 and contract.user_id = $1;
  if ending.id is null then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', ending.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'contractId', ending.contract_id, 'keptSha256', ending.proof_sha256,
    'isOpen', private.takes_proof(ending)
  ));
end
$$;
comment on function public.open_proof_upload is 'Whether the tenant who is signed in may send the receipt of the keys now, and the hash of what is there; null for another''s ending. Service role only.';
grant execute on function public.open_proof_upload to service_role;

create function private.takes_proof(ending public.contract_endings) returns boolean
language sql immutable
-- One that an ending was confirmed by stays.
return ending.keys_on is not null and (
  ending.status = 'asked' or ending.status = 'confirmed' and ending.proof_path is null
);
comment on function private.takes_proof is 'Whether the receipt of the keys may come, or be replaced.';
grant execute on function private.takes_proof to service_role;

create function public.receive_proof(
  holder uuid, ending_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($2);
  former public.contract_endings;
begin
  select * into former from public.contract_endings as ending where ending.id = $2;
  if held.user_id is distinct from $1 then
    return null;
  end if;
  if former.proof_sha256 = $5 then
    return jsonb_build_object('isKept', true, 'changed', false);
  end if;
  if not private.takes_proof(former) then
    return jsonb_build_object('isKept', false, 'changed', false);
  end if;
  update public.contract_endings as ending
  set proof_path = $3, proof_type = $4, proof_sha256 = $5, proof_at = now() where ending.id = $2;
  perform private.note('send-keys-proof', held.id, actor => $1);
  return jsonb_strip_nulls(jsonb_build_object('isKept', true, 'changed', true, 'replaced', former.proof_path));
end
$$;
comment on function public.receive_proof is 'Ties a stored file to the ending whose receipt it is, once per file; isKept is false where it may not come any more. Service role only.';
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
    where contract.id = due.contract_id and contract.status = 'active' for update;
    continue when not found;
    -- Again and locked: it may have been taken back since.
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
comment on function private.end_as_confirmed is 'Ends the contracts whose keys were to be handed over by yesterday, as staff confirmed, at most 100 at once; gives how many. Run by the schedule.';
grant execute on function private.end_as_confirmed to service_role;

-- The end of a contract, told in time to both parties, and to staff by week. Nothing renews by itself
-- (CC, art. 819): who wants to go on asks, and accepts other conditions. A renewal is another offer on
-- the former request, with its link, its acceptance and its evidence; the contract that comes of it is
-- opened by the same account.
alter table public.offers add constraint offers_renewed_contract
  foreign key (renews_contract_id) references public.contracts (id) on delete cascade;

create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contracts as renewal
  where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
);
comment on function private.is_renewed is 'Whether a contract follows on this one.';
grant execute on function private.is_renewed to service_role;

create function private.is_renewable(contract public.contracts) returns boolean
language sql stable
return private.is_running(contract)
  and not private.is_ending(contract.id) and not private.is_renewed(contract.id);
comment on function private.is_renewable is 'Whether another contract may follow on this one: it runs, nobody asked for its end, none follows yet.';
grant execute on function private.is_renewable to service_role;

create function private.renewal_state(contract public.contracts) returns text
language sql stable
begin atomic
  select case
    when private.is_renewed(contract.id) then 'renewed'
    when private.is_open(latest.offer) then 'offered'
    when contract.renewal_asked_at
      > coalesce((latest.offer).closed_at, (latest.offer).valid_until, '-infinity') then 'asked'
    when (latest.offer).status = 'declined' then 'declined'
    when (latest.offer).id is not null then 'expired'
    else 'none'
  end
  from (select (
    select made from public.offers as made
    where made.renews_contract_id = contract.id and made.status <> 'withdrawn'
    order by made.created_at desc limit 1
  ) as offer) as latest;
end;
comment on function private.renewal_state is 'How far the renewal of a contract is: none, asked, offered, declined, expired or renewed.';
grant execute on function private.renewal_state to service_role;

create function private.renewed_terms(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'endDate', contract.end_date,
    'landlordName', contract.landlord_name, 'rentalValue', contract.rental_value,
    'coverLimit', contract.cover_limit, 'fee', contract.fee,
    'months', contract.contract_duration_months, 'propertyAddress', contract.property_address
  )
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.renewed_terms is 'What a renewal is compared with: the terms of the former contract; null without one.';
grant execute on function private.renewed_terms to service_role;

create function private.contract_name(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object('id', contract.id, 'contract_number', contract.contract_number)
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.contract_name is 'By what staff find another contract; null without one.';
grant execute on function private.contract_name to service_role;

-- A contract's address may have been corrected, which a request's is not.
create function private.address_of(request public.simulations) returns text
language sql stable
return coalesce(
  (
    select contract.tenant_email
    from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id
    order by contract.created_at desc limit 1
  ),
  request.email
);
comment on function private.address_of is 'Where whoever made a request is written to now.';
grant execute on function private.address_of to service_role;

-- Definer: nobody may update contracts directly. What is asked for twice is asked once.
create function private.ask_renewal(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select contract.* into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for update;
  if not found then
    return private.refuse('ask-renewal', $1);
  end if;
  if private.is_renewable(held) and private.renewal_state(held) not in ('asked', 'offered')
    and held.end_date <= private.today_in_brasilia() + 90 then
    -- Of this moment, not of when a transaction that waited began: it is compared with an offer's end.
    update public.contracts as contract set renewal_asked_at = clock_timestamp()
    where contract.id = held.id returning contract.* into held;
    perform private.note('ask-renewal', held.id);
    perform private.enqueue_mail(
      'renewal-notice', null, '{}', 'renewal-notice:' || held.id || ':' || held.renewal_asked_at,
      contract_id => held.id
    );
  end if;
  return jsonb_build_object('state', private.renewal_state(held));
end
$$;
call private.expose('ask_renewal', 'authenticated',
  'Asks for the renewal of a contract within 90 days of its end, for the tenant who is signed in to it; staff are told once. Gives how far it is.');

-- Definer: offers are closed; what is told is the caller's own.
create function private.my_renewal(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', private.renewal_state(contract),
    'mayAsk', private.is_renewable(contract)
      and contract.end_date <= private.today_in_brasilia() + 90
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_renewal', 'authenticated',
  'How far the renewal of a contract is and whether it may be asked for, for the tenant who is signed in to it; null of another''s.');

create function private.ends_to_tell() returns table (contract_id uuid, told_on date)
language sql stable
begin atomic
  -- Of the days that have come the last one alone: what a schedule that was down missed is told no
  -- more. None is before the term, or who signs for a month would be told at once that it ends.
  select ending.id, max(ending.end_date - ahead)
  from (select private.today_in_brasilia() as day) as today
  join public.contracts as ending
    on ending.status = 'active' and ending.end_date between today.day and today.day + 90
  cross join unnest(array[90, 60, 30, 15]) as ahead
  where ending.end_date - ahead between ending.start_date and today.day
    and coalesce(ending.end_told_on < ending.end_date - ahead, true)
    and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
  group by ending.id;
end;
comment on function private.ends_to_tell is 'The contracts of whose end nobody has been told on the latest of its days: 90, 60, 30 or 15 before.';
grant execute on function private.ends_to_tell to service_role;

create function private.tell_of_ends() returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.contracts;
begin
  for told in
    update public.contracts as contract set end_told_on = due.told_on
    from private.ends_to_tell() as due
    where contract.id = due.contract_id and coalesce(contract.end_told_on < due.told_on, true)
    returning contract.*
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'term-ends', told.tenant_email, '{}', 'term-ends:' || told.id || ':' || told.end_told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(
      told.id, 'landlord-term-ends', told.id || ':' || told.end_told_on
    );
  end loop;
end
$$;
comment on function private.tell_of_ends is 'Mails tenant and confirmed landlord 90, 60, 30 and 15 days before the end of a contract, each once; nobody of one that is ending or was renewed. Run by the schedule.';
grant execute on function private.tell_of_ends to service_role;

-- Definer: staff have no grant on the table. Weeks begin on Monday.
create function private.expiries_by_week() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  perform private.require_active_staff();
  return (
    select coalesce(jsonb_agg(to_jsonb(counted) order by counted.week), '[]')
    from (
      select date_trunc('week', contract.end_date)::date as week, count(*) as contracts,
        count(*) filter (where private.is_renewed(contract.id)) as renewed
      from public.contracts as contract
      where contract.status = 'active' and contract.end_date between today and today + 90
      group by 1
    ) as counted
  );
end
$$;
call private.expose('expiries_by_week', 'authenticated',
  'How many contracts end in each of the weeks of the next 90 days, by its Monday, and how many of them were renewed. Active staff only; names nobody.');
