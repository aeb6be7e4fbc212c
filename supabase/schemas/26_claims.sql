-- Claims: a landlord asks for what the letter guarantees, the tenant answers, and staff decide
-- (27_claims_decisions.sql). A claim is recorded on the day on which it is made, even if papers are missing. Its stage
-- is computed from the row and never stored. Callers lock the contract's row, then the claim's.
create table public.claims (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique default private.new_protocol('PA') check (private.is_protocol(protocol, 'PA')),
  request_id uuid not null unique,
  opened_by text not null check (opened_by in ('landlord', 'staff')),
  landlord_address text check (private.is_email(landlord_address)),
  opened_at timestamptz not null default now(),
  hear_until date not null,
  heard_at timestamptz,
  wanted text check (char_length(btrim(wanted)) between 3 and 1000),
  wanted_from text check (wanted_from in ('tenant', 'landlord')),
  wanted_at timestamptz,
  wanted_until date,
  decide_by date not null,
  round integer not null default 1 check (round in (1, 2)),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  needs_second boolean not null default false,
  second_by uuid references auth.users (id) on delete set null,
  final_at timestamptz,
  appeal_until date,
  decisions jsonb not null default '[]' check (jsonb_typeof(decisions) = 'array'),
  withdrawn_at timestamptz,
  appealed_at timestamptz,
  appealed_by text check (appealed_by in ('tenant', 'landlord')),
  appeal text check (char_length(btrim(appeal)) between 10 and 4000),
  account jsonb check (private.is_bank_account(account)),
  account_next jsonb check (private.is_bank_account(account_next)),
  account_secret_hash text unique check (account_secret_hash ~ '^[0-9a-f]{64}$'),
  account_asked_by text check (private.is_email(account_asked_by)),
  account_changes integer not null default 0 check (account_changes >= 0),
  pay_by date,
  recourse numeric(12, 2) check (recourse between 0 and 9999999999.99),
  recourse_state text check (recourse_state in ('open', 'agreed', 'settled', 'dropped')),
  constraint claims_wanted_is_whole check (num_nonnulls(wanted, wanted_from, wanted_at, wanted_until) in (0, 4)),
  constraint claims_final_are_decided check (
    final_at is null or num_nulls(decided_at, appeal_until, pay_by) = 0
  ),
  constraint claims_second_round_is_of_an_appeal check ((round = 2) = (appealed_at is not null)),
  constraint claims_appeal_is_whole check (num_nonnulls(appealed_at, appealed_by, appeal) in (0, 3)),
  constraint claims_pending_account_is_whole check (
    num_nonnulls(account_next, account_secret_hash, account_asked_by) in (0, 3)
  ),
  constraint claims_recourse_has_state check ((coalesce(recourse, 0) > 0) = (recourse_state is not null))
);
comment on table public.claims is 'Claims of landlords against the guarantee, with their decision. private.claim_standing computes the stage.';
comment on column public.claims.request_id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.claims.landlord_address is 'Confirmed address whose link opened the claim; null for a claim that staff opened for a landlord.';
comment on column public.claims.wanted is 'Latest request of staff to a party. The time for the decision does not run until the answer arrives or wanted_until has passed.';
comment on column public.claims.decide_by is 'Last day for the decision, without the days of a request that a party has not answered yet. private.claim_decide_by adds these days.';
comment on column public.claims.needs_second is 'Whether the decision needs a second person, because it grants more than one person alone may grant.';
comment on column public.claims.final_at is 'Time when the decision became final and the parties were notified.';
comment on column public.claims.decisions is 'Earlier decisions, the latest last: [{round, decidedAt, items}].';
comment on column public.claims.account is 'Account to which the claim is paid. Only a mailed link changes this account.';
comment on column public.claims.account_next is 'Account that waits until its mailed link is opened.';
comment on column public.claims.recourse is 'Amount in reais that may be recovered from the tenant (Código Civil, art. 831). The amount is only recorded; no charge is made.';
create index claims_by_contract on public.claims (contract_id);
create index claims_by_opening on public.claims (opened_at desc, id desc);
create index claims_undecided on public.claims (decide_by) where final_at is null and withdrawn_at is null;
create index claims_by_decider on public.claims (decided_by);
create index claims_by_second on public.claims (second_by);
alter table public.claims enable row level security;
grant select, insert, update, delete on public.claims to service_role;

alter table public.charges add constraint charges_of_claim
  foreign key (claim_id) references public.claims (id) on delete cascade;

create table public.claim_items (
  id uuid primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  place integer not null check (place between 1 and 30),
  kind text not null check (kind in ('repair', 'painting', 'fine')),
  description text not null check (char_length(btrim(description)) between 3 and 1000),
  asked numeric(12, 2) not null check (asked between 0.01 and 9999999999.99),
  granted numeric(12, 2) check (granted between 0 and asked),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  clause text check (char_length(btrim(clause)) between 1 and 200),
  answer text check (char_length(btrim(answer)) between 3 and 2000),
  answered_at timestamptz,
  unique (claim_id, place),
  constraint claim_items_less_says_why check (granted is null or granted = asked or reason is not null),
  constraint claim_items_answer_has_time check ((answer is null) = (answered_at is null))
);
comment on table public.claim_items is 'Items of a claim, each with the tenant''s answer and the decision.';
comment on column public.claim_items.id is 'Id that the form makes.';
comment on column public.claim_items.granted is 'Amount in reais that the decision grants: 0 for nothing, null before the decision.';
-- The PDF of a decision shows these texts and is drawn only after the mails about the decision were sent. A text that
-- no font draws must therefore be refused now.
create trigger refuse_undrawn
before insert or update of description, answer, reason, clause on public.claim_items
for each row execute function private.refuse_undrawn('description', 'answer', 'reason', 'clause');
alter table public.claim_items enable row level security;
grant select, insert, update, delete on public.claim_items to service_role;

create table public.claim_files (
  id uuid primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  item_id uuid references public.claim_items (id) on delete cascade,
  side text not null check (side in ('landlord', 'tenant', 'staff')),
  kind text not null check (kind in ('estimate', 'invoice', 'photo', 'contract', 'keys', 'payment', 'other')),
  file_path text not null unique check (char_length(file_path) <= 400),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  sent_by uuid,
  constraint claim_files_once unique nulls not distinct (claim_id, side, item_id, file_sha256)
);
comment on table public.claim_files is 'Evidence of a claim, in the bucket request-documents: <contract id>/<file>. Nobody can replace or remove a file.';
comment on column public.claim_files.id is 'Id that the browser makes once per file.';
comment on column public.claim_files.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same file is recognised by this hash.';
comment on column public.claim_files.sent_by is 'Account of the tenant or of the member of staff; no foreign key, because the file outlives the account.';
create index claim_files_by_claim on public.claim_files (claim_id, received_at);
create index claim_files_by_item on public.claim_files (item_id);
alter table public.claim_files enable row level security;
grant select, insert, update, delete on public.claim_files to service_role;

create table public.case_events (
  id bigint generated always as identity primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  claim_id uuid references public.claims (id) on delete cascade,
  at timestamptz not null default now(),
  side text not null check (side in ('landlord', 'tenant', 'staff')),
  what text not null check (what in (
    'opened', 'file', 'answered', 'silent', 'wanted', 'replied', 'decided', 'appealed',
    'decided-again', 'account-asked', 'account-changed', 'paid', 'payment-undone', 'withdrawn',
    'recourse'
  )),
  turn text check (turn in ('landlord', 'tenant', 'staff')),
  until date
);
comment on table public.case_events is 'Timeline of a claim, as landlord, tenant and staff read it. Rows never change.';
comment on column public.case_events.turn is 'Side that had to act after the event, by the day in the column until.';
create index case_events_by_claim on public.case_events (claim_id, id);
create index case_events_by_contract on public.case_events (contract_id);
alter table public.case_events enable row level security;
grant select, insert, delete on public.case_events to service_role;

create function private.may_claim(contract public.contracts) returns boolean
language sql stable
return private.contract_state(contract) in ('in_force', 'expired', 'ended')
  and private.last_claim_day(contract) >= private.today_in_brasilia();
comment on function private.may_claim is 'Reports whether a claim may be opened today: from the start of the guarantee until the last day to claim.';
grant execute on function private.may_claim to service_role;

create function private.claim_limit(contract public.contracts) returns numeric
language sql stable
return coalesce(
  contract.cover_limit,
  round(contract.guarantee_reference_value * private.business_number('coveragePercent', 1, 100, 70) / 100, 2)
);
comment on function private.claim_limit is 'Returns the maximum payout of a contract in reais; by the current business rules for a contract that is older than offers.';
grant execute on function private.claim_limit to service_role;

create function private.granted_of(contract_id uuid, but_of uuid default null) returns numeric
language sql stable
begin atomic
  select coalesce(sum(item.granted), 0)
  from public.claims as claim join public.claim_items as item on item.claim_id = claim.id
  where claim.contract_id = $1 and claim.withdrawn_at is null and claim.id is distinct from $2;
end;
comment on function private.granted_of is 'Returns what the claims of a contract have been granted, in reais, with or without one of the claims.';
grant execute on function private.granted_of to service_role;

-- The lock on the contract makes two concurrent decisions run one after the other, so the later one counts what the
-- earlier one granted.
create function private.keep_within_limit() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
  is_over boolean;
begin
  select contract.* into held
  from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
  where claim.id = new.claim_id for update of contract;
  is_over := private.granted_of(held.id) > private.claim_limit(held);
  if is_over then
    raise sqlstate 'PT409' using message = 'O limite da garantia não alcança esse valor: restam '
      || private.money_text(private.claim_limit(held) - private.granted_of(held.id, new.claim_id))
      || ' para este pedido.';
  end if;
  return null;
end
$$;
comment on function private.keep_within_limit is 'Refuses a decision that would bring the granted amounts of all claims of a contract above its limit.';
create trigger keep_within_limit after insert or update of granted on public.claim_items
for each row when (new.granted > 0) execute function private.keep_within_limit();

create function private.keep_charges_within_limit() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (
    select sum(charge.amount) from public.charges as charge
    where charge.contract_id = new.contract_id and charge.kind = 'claim' and charge.cancelled_at is null
  ) > (
    select private.claim_limit(contract) from public.contracts as contract where contract.id = new.contract_id for update
  ) then
    raise sqlstate 'PT409' using message = 'O limite da garantia não alcança esse valor.';
  end if;
  return null;
end
$$;
comment on function private.keep_charges_within_limit is 'Keeps the sum of a contract''s claim charges that are not cancelled within its limit.';
create trigger keep_charges_within_limit after insert or update of cancelled_at on public.charges
for each row when (new.kind = 'claim' and new.cancelled_at is null)
execute function private.keep_charges_within_limit();

create function private.claim_decide_by(claim public.claims) returns date
language sql stable
return claim.decide_by + case
  when claim.wanted_at is null then 0
  -- The time for the decision begins after the days in which the tenant may answer, so a request of staff before then
  -- delays nothing.
  else greatest(0, least(private.today_in_brasilia(), claim.wanted_until)
    - greatest(private.day_in_brasilia(claim.wanted_at), claim.hear_until))
end;
comment on function private.claim_decide_by is 'Returns the last day to decide a claim. Days in which a party has not answered a request of staff are added.';
grant execute on function private.claim_decide_by to service_role;

create function private.claim_standing(claim public.claims, out stage text, out turn text, out until date)
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  granted numeric;
begin
  if claim.final_at is not null then
    select sum(item.granted) into granted from public.claim_items as item where item.claim_id = claim.id;
  end if;
  stage := case
    when claim.withdrawn_at is not null then 'withdrawn'
    when claim.final_at is not null and granted = 0 then 'refused'
    when claim.final_at is not null and exists (
      select from public.charges as charge where charge.claim_id = claim.id and charge.is_open
    ) then 'decided'
    when claim.final_at is not null then 'paid'
    when claim.decided_at is not null then 'second'
    when claim.wanted_until >= today then 'wanted'
    when claim.round = 2 then 'appealed'
    when claim.heard_at is null and claim.hear_until >= today then 'hearing'
    else 'deciding'
  end;
  turn := case stage
    when 'hearing' then 'tenant'
    when 'wanted' then claim.wanted_from
    when 'decided' then case when claim.account is null then 'landlord' else 'staff' end
    when 'deciding' then 'staff'
    when 'appealed' then 'staff'
    when 'second' then 'staff'
  end;
  until := case stage
    when 'hearing' then claim.hear_until
    when 'wanted' then claim.wanted_until
    when 'decided' then claim.pay_by
    else case when turn is not null then private.claim_decide_by(claim) end
  end;
end
$$;
comment on function private.claim_standing is 'Returns the stage of a claim today, the side that must act (turn; null when nobody must act) and its last day to act (until).';
grant execute on function private.claim_standing to service_role;

create function private.note_event(claim public.claims, side text, what text) returns void
language sql
set search_path = ''
as $$
  insert into public.case_events (contract_id, claim_id, side, what, turn, until)
  select claim.contract_id, claim.id, $2, $3, standing.turn, standing.until
  from private.claim_standing(claim) as standing;
$$;
comment on function private.note_event is 'Adds an event to the timeline of a claim, with the side that must act next. The caller passes the row as it is after the event.';
grant execute on function private.note_event to service_role;

create function private.may_appeal(claim public.claims) returns boolean
language sql stable
return claim.final_at is not null and claim.round = 1 and claim.withdrawn_at is null
  and claim.appeal_until >= private.today_in_brasilia();
comment on function private.may_appeal is 'Reports whether a party may still appeal against a decision: once per claim, until appeal_until.';
grant execute on function private.may_appeal to service_role;

-- Returns what one side may see and do. Only staff see a decision that waits for its second person. Only landlord and
-- staff see the account. Only tenant and staff see the amount that may be recovered.
create function private.claim_view(claim public.claims, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', claim.id, 'protocol', claim.protocol, 'contractId', claim.contract_id,
    'stage', case when standing.stage = 'second' and viewer <> 'staff'
      then case claim.round when 2 then 'appealed' else 'deciding' end else standing.stage end,
    'openedAt', claim.opened_at, 'turn', standing.turn, 'until', standing.until,
    'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', item.id, 'kind', item.kind, 'description', item.description, 'asked', item.asked,
        'granted', coalesce(decided.item -> 'granted', case when told.now then to_jsonb(item.granted) end),
        'reason', coalesce(decided.item -> 'reason', case when told.now then to_jsonb(item.reason) end),
        'clause', coalesce(decided.item -> 'clause', case when told.now then to_jsonb(item.clause) end),
        'answer', item.answer
      ) order by item.place), '[]')
      from public.claim_items as item
      left join lateral (
        select former.item
        from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
        where not told.now and former.item ->> 'id' = item.id::text
      ) as decided on true
      where item.claim_id = claim.id
    ),
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', file.id, 'itemId', file.item_id, 'side', file.side, 'kind', file.kind,
        'type', file.file_type, 'receivedAt', file.received_at, 'sha256', file.file_sha256
      ) order by file.received_at, file.id), '[]')
      from public.claim_files as file where file.claim_id = claim.id
    ),
    'asked', (select sum(item.asked) from public.claim_items as item where item.claim_id = claim.id),
    'granted', case
      when told.now then (
        select sum(item.granted) from public.claim_items as item where item.claim_id = claim.id
      )
      else (
        select sum((former.item ->> 'granted')::numeric)
        from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
      )
    end,
    'limit', private.claim_limit(contract),
    'limitLeft', greatest(0, private.claim_limit(contract) - private.granted_of(
      contract.id, case when claim.final_at is null then claim.id end
    )),
    'hearUntil', claim.hear_until, 'decideBy', private.claim_decide_by(claim), 'payBy', case when claim.final_at is not null then claim.pay_by end,
    'paidOn', paid.paid_on, 'movementId', paid.id,
    'payments', private.payouts_of_claim(claim.id, viewer),
    'account', case when viewer <> 'tenant' then private.masked_account(claim.account) end,
    'accountNext', case when viewer <> 'tenant' then private.masked_account(claim.account_next) end,
    'wanted', case when standing.stage = 'wanted' then jsonb_build_object(
      'from', claim.wanted_from, 'text', claim.wanted, 'until', claim.wanted_until
    ) end,
    'appealUntil', case when private.may_appeal(claim) then claim.appeal_until end,
    'appeal', case when claim.appealed_at is not null then jsonb_build_object(
      'by', claim.appealed_by, 'at', claim.appealed_at, 'text', claim.appeal
    ) end,
    'hasDecision', claim.final_at is not null or jsonb_array_length(claim.decisions) > 0,
    'may', jsonb_build_object(
      'answer', viewer = 'tenant' and private.may_answer(claim),
      'reply', standing.stage = 'wanted' and claim.wanted_from = viewer,
      'sendFiles', private.takes_files(claim, viewer),
      'withdraw', viewer = 'landlord' and standing.stage in ('hearing', 'wanted', 'deciding') and claim.round = 1,
      'appeal', viewer <> 'staff' and private.may_appeal(claim),
      'changeAccount', viewer = 'landlord' and standing.stage not in ('paid', 'refused', 'withdrawn')
    ),
    'recourse', case when viewer <> 'landlord' and claim.recourse > 0 and (viewer = 'staff' or claim.final_at is not null)
      then jsonb_build_object('amount', claim.recourse, 'state', claim.recourse_state) end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', event.at, 'side', event.side, 'what', event.what, 'turn', event.turn, 'until', event.until
      ) order by event.id), '[]')
      from public.case_events as event
      where event.claim_id = claim.id and (viewer <> 'tenant' or event.what not like 'account-%')
        and (viewer <> 'landlord' or event.what <> 'recourse')
    )
  ))
  from public.contracts as contract
  cross join private.claim_standing(claim) as standing
  cross join lateral (select claim.final_at is not null or viewer = 'staff' and claim.decided_at is not null as now) as told
  left join lateral (
    select movement.id, movement.moved_on as paid_on
    from public.charges as charge
    join public.allocations as allocation on allocation.charge_id = charge.id
    join public.movements as movement on movement.id = allocation.movement_id
    where charge.claim_id = claim.id and not private.is_reversed(movement.id)
    order by movement.booked_at desc limit 1
  ) as paid on true
  where contract.id = claim.contract_id;
$$;
comment on function private.claim_view is 'Returns a claim as landlord, tenant or staff see it, with the actions that are open to them now.';
grant execute on function private.claim_view to service_role;

create function private.may_answer(claim public.claims) returns boolean
language sql stable
return claim.heard_at is null and claim.hear_until >= private.today_in_brasilia()
  and claim.decided_at is null and claim.withdrawn_at is null and claim.round = 1;
comment on function private.may_answer is 'Reports whether the tenant may still answer the items of a claim.';
grant execute on function private.may_answer to service_role;

create function private.takes_files(claim public.claims, side text) returns boolean
language sql stable
-- Staff may also file the proof of a payment, which comes after the decision.
return claim.withdrawn_at is null and (side = 'staff' or claim.final_at is null and claim.decided_at is null);
comment on function private.takes_files is 'Reports whether a side may upload files of a claim: both parties until the decision, staff also after it.';
grant execute on function private.takes_files to service_role;

create function private.claims_of(contract_id uuid, viewer text) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(private.claim_view(claim, $2) order by claim.opened_at desc, claim.id), '[]')
  from public.claims as claim where claim.contract_id = $1;
end;
comment on function private.claims_of is 'Returns the claims of a contract as one side sees them, newest first.';
grant execute on function private.claims_of to service_role;

-- The only function that queues mails about claims. The idempotency key names claim, side and occasion.
-- private.claim_of_mail reads these from the key to compose the mail.
create function private.tell_of_claim(
  claim public.claims, template text, side text, occasion text, delay interval default '0'
) returns void
language plpgsql
set search_path = ''
as $$
declare
  key constant text := template || ':' || claim.id || ':' || side || ':' || occasion;
  tenant text;
begin
  if side = 'landlord' then
    perform private.enqueue_mail(
      template, told.address, '{}', key || ':' || md5(told.address), contract_id => claim.contract_id, delay => delay
    )
    from private.landlord_addresses(claim.contract_id) as told (address);
  elsif side = 'tenant' then
    select contract.tenant_email into tenant from public.contracts as contract where contract.id = claim.contract_id;
    if tenant is not null then
      perform private.enqueue_mail(template, tenant, '{}', key, contract_id => claim.contract_id, delay => delay);
    end if;
  else
    perform private.enqueue_mail(template, null, '{}', key, contract_id => claim.contract_id, delay => delay);
  end if;
end
$$;
comment on function private.tell_of_claim is 'Queues a mail about a claim once per occasion: to each confirmed address of the landlord, to the tenant, or to staff.';
grant execute on function private.tell_of_claim to service_role;

create function private.claim_of_mail(mail_key text) returns jsonb
language sql stable
begin atomic
  select private.claim_view(claim, split_part($1, ':', 3)) || jsonb_strip_nulls(jsonb_build_object(
    'told', split_part($1, ':', 3), 'occasion', split_part($1, ':', 4)
  ))
  from public.claims as claim
  where split_part($1, ':', 1) like 'claim-%'
    and claim.id = (case when pg_input_is_valid(split_part($1, ':', 2), 'uuid') then split_part($1, ':', 2) end)::uuid;
end;
comment on function private.claim_of_mail is 'Returns the claim that a mail is about, as the side of its recipient sees the claim, and the occasion of the mail; null for other mails.';
grant execute on function private.claim_of_mail to service_role;

-- The caller has locked the contract.
create function private.open_claim(
  held public.contracts, opened_by text, address text, request_id uuid, items jsonb, account jsonb
) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  hear_until constant date := today + private.business_number('claimAnswerDays', 1, 60, 5);
  made public.claims;
begin
  select * into made from public.claims as claim where claim.request_id = $4;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return made;
  end if;
  if private.contract_state(held) not in ('in_force', 'expired', 'ended') then
    raise sqlstate 'PT409' using message = 'Esta garantia não está em vigor: não há o que acionar.';
  end if;
  if not private.may_claim(held) then
    raise sqlstate 'PT409' using message = 'O último dia para acionar esta garantia foi '
      || to_char(private.last_claim_day(held), 'DD/MM/YYYY') || '.';
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 30 then
    perform private.reject('Inclua de 1 a 30 itens.');
  end if;
  perform private.require_within_limit('claim-by-contract', held.id::text);
  insert into public.claims (contract_id, request_id, opened_by, landlord_address, hear_until, decide_by, account)
  values (
    held.id, $4, $2, $3, hear_until,
    hear_until + private.business_number('claimDecisionDays', 1, 90, 10), $6
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
  return made;
end
$$;
comment on function private.open_claim is 'Opens a claim once per request_id and notifies landlord, tenant and staff. Raises PT409 with the last day when it is too late. The caller has locked the contract.';
grant execute on function private.open_claim to service_role;

create function private.hold_claim(claim_id uuid) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  held public.claims;
begin
  perform from public.contracts as contract
  where contract.id = (select claim.contract_id from public.claims as claim where claim.id = $1) for update;
  select * into held from public.claims as claim where claim.id = $1 for update;
  return held;
end
$$;
comment on function private.hold_claim is 'Locks a claim and its contract and returns the claim; null in each column for an unknown claim.';
grant execute on function private.hold_claim to service_role;

-- Actions of a landlord who holds the link of an address. If the address does not see the contract, the answer is the
-- same as for an unknown claim.
create function public.claim_by_link(
  secret_hash text, address_hash text, action text, request jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  held public.contracts;
  claim public.claims;
begin
  if opened is null then
    return null;
  end if;
  if action = 'open' then
    select contract.* into held from private.landlord_contracts(opened) as contract
    where contract.id = (request ->> 'contractId')::uuid;
    select contract.* into held from public.contracts as contract where contract.id = held.id for update;
    if held.id is null then
      return null;
    end if;
    claim := private.open_claim(
      held, 'landlord', opened, (request ->> 'requestId')::uuid, request -> 'items', request -> 'account'
    );
    return private.claim_view(claim, 'landlord');
  end if;
  claim := private.hold_claim((request ->> 'claimId')::uuid);
  if claim.id is null
    or not exists (select from private.landlord_contracts(opened) as seen where seen.id = claim.contract_id) then
    return null;
  end if;
  perform private.require_within_limit('claim-change-by-claim', claim.id::text);
  claim := case action
    when 'withdraw' then private.withdraw_claim(claim)
    when 'reply' then private.reply_to_claim(claim, 'landlord', request ->> 'text')
    when 'appeal' then private.appeal_claim_of(claim, 'landlord', request ->> 'text')
    when 'change-account' then private.change_claim_account(claim, opened, request -> 'account')
  end;
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.claim_by_link is 'Opens, withdraws or appeals a claim, answers a request of staff, or changes the account, for the holder of the link of an address that sees the contract; null for anybody else. Service role only.';
grant execute on function public.claim_by_link to service_role;

create function private.withdraw_claim(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if claim.withdrawn_at is not null then
    return claim;
  end if;
  if claim.decided_at is not null or claim.round = 2 then
    raise sqlstate 'PT409' using message = 'Este pedido já foi decidido e não pode mais ser retirado.';
  end if;
  update public.claims as changed
  set withdrawn_at = now(), account_next = null, account_secret_hash = null, account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'withdrawn');
  perform private.note('withdraw-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'withdrawn');
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'withdrawn');
  return claim;
end
$$;
comment on function private.withdraw_claim is 'Withdraws a claim that is not decided. The caller has locked the claim.';
grant execute on function private.withdraw_claim to service_role;

create function private.reply_to_claim(claim public.claims, side text, words text) returns public.claims
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
  return claim;
end
$$;
comment on function private.reply_to_claim is 'Records that a party has answered the request of staff, so the time for the decision runs again. The words of the answer become a note of the case.';
grant execute on function private.reply_to_claim to service_role;

create function private.appeal_claim_of(claim public.claims, side text, words text) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if claim.appealed_by = side and claim.appeal = btrim(words) then
    return claim;
  end if;
  if not private.may_appeal(claim) then
    raise sqlstate 'PT409' using message = case
      when claim.round = 2 then 'A revisão deste pedido já foi pedida: há uma por pedido.'
      when claim.final_at is null then 'Este pedido ainda não foi decidido.'
      else 'O prazo para pedir a revisão terminou em ' || to_char(claim.appeal_until, 'DD/MM/YYYY') || '.'
    end;
  end if;
  if coalesce(char_length(btrim(words)), 0) not between 10 and 4000 then
    perform private.reject('Conte o que deve ser revisto, com 10 a 4.000 caracteres.', 'text');
  end if;
  -- Cancels the unpaid charge of the first decision. The second decision charges what it grants beyond the paid amount.
  perform private.cancel_charge(charge, 'Revisão pedida')
  from public.charges as charge where charge.claim_id = claim.id and charge.is_open;
  update public.claims as changed
  set round = 2, appealed_at = now(), appealed_by = side, appeal = btrim(words),
    decisions = changed.decisions || private.decision_of(claim),
    decide_by = private.today_in_brasilia() + private.business_number('claimDecisionDays', 1, 90, 10),
    decided_at = null, decided_by = null, second_by = null, needs_second = false, final_at = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, side, 'appealed');
  perform private.note('appeal-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'appealed');
  perform private.tell_of_claim(claim, 'claim-told', case side when 'tenant' then 'landlord' else 'tenant' end, 'appealed');
  return claim;
end
$$;
comment on function private.appeal_claim_of is 'Appeals against the decision of a claim, once per claim. What the decision granted is not paid before the second decision.';
grant execute on function private.appeal_claim_of to service_role;

create function private.decision_of(claim public.claims) returns jsonb
language sql stable
return jsonb_build_object('round', claim.round, 'decidedAt', coalesce(claim.final_at, claim.decided_at), 'items', (
  select jsonb_agg(jsonb_build_object(
    'id', item.id, 'granted', item.granted, 'reason', item.reason, 'clause', item.clause
  ) order by item.place)
  from public.claim_items as item where item.claim_id = claim.id
), 'decideBy', private.claim_decide_by(claim));
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
  if (private.claim_standing(claim)).stage in ('paid', 'refused', 'withdrawn') then
    raise sqlstate 'PT409' using message = 'Não há mais o que pagar neste pedido.';
  end if;
  if account is null or not private.is_bank_account(account) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  if claim.account_next = account or claim.account = account then
    return claim;
  end if;
  perform private.require_within_limit('claim-account-by-claim', claim.id::text);
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
  return claim;
end
$$;
comment on function private.change_claim_account is 'Stores an account for a claim and mails a link to the landlord''s confirmed address. The account counts only after the link was opened.';
grant execute on function private.change_claim_account to service_role;

create function public.confirm_claim_account(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  claim := private.hold_claim((select waiting.id from public.claims as waiting where waiting.account_secret_hash = $1));
  -- Checks again under the lock, because the account may have been confirmed or replaced meanwhile.
  if claim.account_secret_hash is distinct from $1 then
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  if (private.claim_standing(claim)).stage in ('paid', 'refused', 'withdrawn')
    or not exists (
      select from private.landlord_addresses(claim.contract_id) as known (address)
      where known.address = claim.account_asked_by
    ) then
    return null;
  end if;
  update public.claims as changed
  -- account_changes increases with each confirmed account, because a payment names the version that staff saw.
  set account = changed.account_next, account_changes = changed.account_changes + 1, account_next = null,
    account_secret_hash = null, account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'account-changed');
  perform private.note(
    'change-claim-account', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'confirmed')
  );
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'account-' || claim.account_changes);
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.confirm_claim_account is 'Makes the waiting account of a claim the confirmed one, for the holder of the mailed link; null for an unknown or used link, or when nothing is left to pay. Service role only.';
grant execute on function public.confirm_claim_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_claims() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.claim_view(claim, 'tenant') order by claim.opened_at desc, claim.id), '[]')
  from public.claims as claim
  join public.contracts as contract on contract.id = claim.contract_id
  where contract.user_id = (select auth.uid()) and (select private.has_live_session());
$$;
call private.expose('my_claims', 'authenticated',
  'Lists the claims on the contracts of the signed-in tenant, newest first.');

create function private.hold_own_claim(claim_id uuid) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  if not exists (
    select from public.claims as known join public.contracts as contract on contract.id = known.contract_id
    where known.id = $1 and contract.user_id = (select auth.uid()) and (select private.has_live_session())
  ) then
    return null;
  end if;
  claim := private.hold_claim($1);
  perform private.require_within_limit('claim-change-by-claim', claim.id::text);
  return claim;
end
$$;
comment on function private.hold_own_claim is 'Locks and returns a claim on the caller''s own contract; null in each column for any other claim.';

create function private.claim_change(claim public.claims, changed boolean) returns jsonb
language sql stable
return jsonb_build_object('changed', $2, 'stage', (private.claim_standing(claim)).stage);
comment on function private.claim_change is 'Returns the answer to a change of a claim: whether the claim has changed, and its stage.';

-- Security definer, because tenants have no grant on the tables.
create function private.answer_claim(claim_id uuid, answers jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1);
  changed integer;
begin
  if claim.id is null then
    return private.refuse('answer-claim', $1);
  end if;
  if not private.may_answer(claim) then
    raise sqlstate 'PT409' using message = case
      when claim.heard_at is not null then 'Você já respondeu a todos os itens.'
      else 'O prazo de resposta terminou em ' || to_char(claim.hear_until, 'DD/MM/YYYY') || '.'
    end;
  end if;
  if jsonb_typeof(answers) is distinct from 'array' or jsonb_array_length(answers) not between 1 and 30 then
    perform private.reject('Responda ao menos a um item.');
  end if;
  if exists (
    select from jsonb_array_elements(answers) as answer
    where coalesce(char_length(btrim(answer ->> 'text')), 0) not between 3 and 2000
  ) then
    perform private.reject('Escreva de 3 a 2.000 caracteres em cada resposta.');
  end if;
  update public.claim_items as item set answer = btrim(given ->> 'text'), answered_at = now()
  from jsonb_array_elements(answers) as given
  where item.claim_id = claim.id and item.id::text = lower(given ->> 'item_id')
    and item.answer is distinct from btrim(given ->> 'text');
  get diagnostics changed = row_count;
  if changed = 0 then
    return private.claim_change(claim, false);
  end if;
  if not exists (select from public.claim_items as item where item.claim_id = claim.id and item.answer is null) then
    update public.claims as heard set heard_at = now() where heard.id = claim.id returning heard.* into claim;
    perform private.tell_of_claim(claim, 'claim-new', 'staff', 'answered');
  end if;
  perform private.note_event(claim, 'tenant', 'answered');
  perform private.note('answer-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  return private.claim_change(claim, true);
end
$$;
call private.expose('answer_claim', 'authenticated',
  'Answers items of a claim on the caller''s own contract: [{item_id, text}]. The tenant counts as heard when all items have an answer. The same text again changes nothing.');

-- Security definer, because tenants have no grant on the tables.
create function private.appeal_claim(claim_id uuid, words text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1);
  was constant integer := claim.round;
begin
  if claim.id is null then
    return private.refuse('appeal-claim', $1);
  end if;
  claim := private.appeal_claim_of(claim, 'tenant', $2);
  return private.claim_change(claim, claim.round <> was);
end
$$;
call private.expose('appeal_claim', 'authenticated',
  'Appeals against the decision of a claim on the caller''s own contract, once and until the last day to appeal.',
  'claim_id uuid, text text');

-- Security definer, because tenants have no grant on the tables.
create function private.reply_claim(claim_id uuid, words text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1);
begin
  if claim.id is null then
    return private.refuse('reply-claim', $1);
  end if;
  return private.claim_change(private.reply_to_claim(claim, 'tenant', $2), true);
end
$$;
call private.expose('reply_claim', 'authenticated',
  'Records that the tenant has answered a request of staff about a claim, with or without a text.',
  'claim_id uuid, text text default null');
