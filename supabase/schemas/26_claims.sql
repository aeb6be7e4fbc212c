-- Claims: a landlord asks for what the letter guarantees, both sides are heard, and staff decide
-- (27_claims_decisions.sql). A claim belongs to a lease and uses the limit of the contract that ran on the day of the
-- damage. It is recorded on the day on which it is made, even if papers are missing. Its stage is computed from the row
-- and never stored. Callers lock the contract's row, then the claim's.
alter table public.contracts add constraint contracts_of_their_lease unique (id, lease_id);

create table public.claims (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid not null references public.leases (id) on delete cascade,
  contract_id uuid not null,
  protocol text not null unique default private.new_protocol('PA') check (private.is_protocol(protocol, 'PA')),
  request_id uuid not null unique,
  opened_by text not null check (opened_by in ('landlord', 'staff')),
  landlord_address text check (private.is_email(landlord_address)),
  opener uuid,
  opened_at timestamptz not null default now(),
  happened_on date not null,
  complete_until date not null,
  complete_at timestamptz,
  tenant_until date,
  tenant_done_at timestamptz,
  tenant_turns integer not null default 0 check (tenant_turns between 0 and 2),
  landlord_until date,
  landlord_done_at timestamptz,
  wanted text check (char_length(btrim(wanted)) between 3 and 1000),
  wanted_from text check (wanted_from in ('tenant', 'landlord')),
  wanted_at timestamptz,
  wanted_until date,
  decide_by date not null,
  round integer not null default 1 check (round between 1 and 3),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  needs_second boolean not null default false,
  second_by uuid references auth.users (id) on delete set null,
  final_at timestamptz,
  review_until date,
  decisions jsonb not null default '[]' check (jsonb_typeof(decisions) = 'array'),
  withdrawn_at timestamptz,
  withdrawn_why text check (withdrawn_why in ('landlord', 'cancelled')),
  account jsonb check (private.is_bank_account(account)),
  account_since timestamptz,
  account_givers uuid[] not null default '{}',
  account_next jsonb check (private.is_bank_account(account_next)),
  account_secret_hash text unique check (account_secret_hash ~ '^[0-9a-f]{64}$'),
  account_asked_by text check (private.is_email(account_asked_by)),
  account_changes integer not null default 0 check (account_changes >= 0),
  pay_by date,
  recourse numeric(12, 2) check (recourse between 0 and 9999999999.99),
  recourse_state text check (recourse_state in ('open', 'agreed', 'settled', 'dropped')),
  constraint claims_contract_is_of_lease
    foreign key (contract_id, lease_id) references public.contracts (id, lease_id) on delete cascade,
  constraint claims_wanted_is_whole check (num_nonnulls(wanted, wanted_from, wanted_at, wanted_until) in (0, 4)),
  constraint claims_tenant_is_heard_after_evidence check ((complete_at is null) = (tenant_until is null)),
  constraint claims_final_are_decided check (
    final_at is null or num_nulls(decided_at, review_until, pay_by) = 0
  ),
  constraint claims_later_rounds_have_decisions check (jsonb_array_length(decisions) = round - 1),
  constraint claims_withdrawn_have_cause check ((withdrawn_at is null) = (withdrawn_why is null)),
  constraint claims_account_has_time check ((account is null) = (account_since is null)),
  constraint claims_pending_account_is_whole check (
    num_nonnulls(account_next, account_secret_hash, account_asked_by) in (0, 3)
  ),
  constraint claims_recourse_has_state check ((coalesce(recourse, 0) > 0) = (recourse_state is not null))
);
comment on table public.claims is 'Claims of landlords against the guarantee, with their decision. private.claim_standing computes the stage.';
comment on column public.claims.contract_id is 'Contract whose limit the claim uses: the one that ran on the day of the damage.';
comment on column public.claims.request_id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.claims.landlord_address is 'Address whose link opened the claim; null for a claim that staff opened for a landlord.';
comment on column public.claims.opener is 'Member of staff who opened the claim and gave its account; no foreign key, because the claim outlives the staff account.';
comment on column public.claims.happened_on is 'Day of the damage, or the day on which it was found.';
comment on column public.claims.complete_until is 'Last day on which the landlord may add evidence before the tenant''s days begin.';
comment on column public.claims.complete_at is 'Time when the landlord said that all evidence is there, or when complete_until had passed.';
comment on column public.claims.tenant_until is 'Last day of the tenant to answer. Evidence of the landlord that comes later starts new days, once.';
comment on column public.claims.tenant_turns is 'Number of times that the tenant''s days have begun, at most two.';
comment on column public.claims.landlord_until is 'Last day of the landlord to answer what the tenant sent; null until the tenant has sent something.';
comment on column public.claims.wanted is 'Latest request of staff to a party. The time for the decision does not run until the answer arrives or wanted_until has passed.';
comment on column public.claims.decide_by is 'Last day for the decision, without the days of a request that a party has not answered yet. private.claim_decide_by adds these days.';
comment on column public.claims.needs_second is 'Whether the decision needs a second person, because it grants more than one person alone may grant.';
comment on column public.claims.final_at is 'Time when the decision became final. The parties are notified after the undo period.';
comment on column public.claims.review_until is 'Last day on which a party may ask for its review of the latest final decision.';
comment on column public.claims.decisions is 'Earlier decisions, the latest last: [{round, decidedAt, decideBy, by, items}].';
comment on column public.claims.withdrawn_why is 'landlord: the landlord withdrew the claim; cancelled: its contract was cancelled, and a cancelled contract pays nothing.';
comment on column public.claims.account is 'Account to which the claim is paid. Only a mailed link changes the account of a landlord who has an address.';
comment on column public.claims.account_since is 'Time of the last change of the account. Nothing is paid for some business days after it (staff_settings.account_wait_days).';
comment on column public.claims.account_givers is 'Members of staff who gave or checked an address of the landlord before the claim was opened or its account was given. They stay when the address is removed.';
comment on column public.claims.account_next is 'Account that waits until its mailed link is opened.';
comment on column public.claims.recourse is 'Amount in reais that may be recovered from the tenant (Código Civil, art. 831). The amount is only recorded; no charge is made.';
create index claims_by_lease on public.claims (lease_id);
create index claims_by_contract on public.claims (contract_id, lease_id);
create index claims_by_opening on public.claims (opened_at desc, id desc);
create index claims_undecided on public.claims (decide_by) where final_at is null and withdrawn_at is null;
create index claims_incomplete on public.claims (complete_until) where complete_at is null and withdrawn_at is null;
-- A review of a decided claim is no open claim, so it neither prevents a claim nor is prevented by one.
create unique index claims_one_open on public.claims (contract_id, opened_by)
  where final_at is null and withdrawn_at is null and round = 1;
create index claims_by_payee on public.claims using gin (private.payee_keys(account)) where account is not null;
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
  reply text check (char_length(btrim(reply)) between 3 and 2000),
  replied_at timestamptz,
  unique (claim_id, place),
  constraint claim_items_less_says_why check (granted is null or granted = asked or reason is not null),
  constraint claim_items_answer_has_time check ((answer is null) = (answered_at is null)),
  constraint claim_items_reply_has_time check ((reply is null) = (replied_at is null))
);
comment on table public.claim_items is 'Items of a claim, each with the tenant''s answer, the landlord''s reply and the decision.';
comment on column public.claim_items.id is 'Id that the form makes.';
comment on column public.claim_items.granted is 'Amount in reais that the decision grants: 0 for nothing, null before the decision.';
comment on column public.claim_items.reply is 'Landlord''s reply to the tenant''s answer.';
-- The PDF of a decision shows these texts and is drawn only after the mails about the decision were sent. A text that
-- no font draws must therefore be refused now.
create trigger refuse_undrawn
before insert or update of description, answer, reply, reason, clause on public.claim_items
for each row execute function private.refuse_undrawn('description', 'answer', 'reply', 'reason', 'clause');
alter table public.claim_items enable row level security;
grant select, insert, update, delete on public.claim_items to service_role;

create table public.claim_reviews (
  claim_id uuid not null references public.claims (id) on delete cascade,
  side text not null check (side in ('tenant', 'landlord')),
  round integer not null check (round in (2, 3)),
  asked_at timestamptz not null default now(),
  asked_from text check (private.is_email(asked_from)),
  text text not null check (char_length(btrim(text)) between 10 and 4000),
  items uuid[] not null check (cardinality(items) between 1 and 30),
  answer_until date not null,
  answer text check (char_length(btrim(answer)) between 3 and 4000),
  answered_at timestamptz,
  primary key (claim_id, side),
  constraint claim_reviews_answer_has_time check ((answer is null) = (answered_at is null)),
  constraint claim_reviews_of_landlords_have_address check ((side = 'landlord') = (asked_from is not null))
);
comment on table public.claim_reviews is 'Reviews of a decision: each side may ask once, for some of the items. The other side answers, and another person decides these items.';
comment on column public.claim_reviews.round is 'Decision that the review leads to: 2, or 3 when the other side asked before.';
comment on column public.claim_reviews.items is 'Items whose decision the side wants reviewed. Only these items can change.';
alter table public.claim_reviews enable row level security;
grant select, insert, update, delete on public.claim_reviews to service_role;

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
  sent_from text check (private.is_email(sent_from)),
  aside_at timestamptz,
  aside_by uuid,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint claim_files_once unique nulls not distinct (claim_id, side, item_id, file_sha256),
  constraint claim_files_aside_is_whole check (num_nonnulls(aside_at, aside_by, aside_reason) in (0, 3)),
  constraint claim_files_of_landlords_have_address check ((side = 'landlord') = (sent_from is not null))
);
comment on table public.claim_files is 'Evidence of a claim, in the bucket request-documents: <lease id>/<file>. Nobody can replace or remove a file; staff can set one aside.';
comment on column public.claim_files.id is 'Id that the browser makes once per file.';
comment on column public.claim_files.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same file is recognised by this hash.';
comment on column public.claim_files.sent_by is 'Account of the tenant or of the member of staff; no foreign key, because the file outlives the account.';
comment on column public.claim_files.sent_from is 'Address of the landlord who sent the file; null for tenant and staff.';
comment on column public.claim_files.aside_at is 'Time when staff set the file aside. Such a file is kept, but it is no evidence and does not count.';
comment on column public.claim_files.aside_by is 'Member of staff; no foreign key, because the file outlives the account.';
create index claim_files_by_claim on public.claim_files (claim_id, received_at);
create index claim_files_by_item on public.claim_files (item_id);
alter table public.claim_files enable row level security;
grant select, insert, update, delete on public.claim_files to service_role;

create table public.case_events (
  id bigint generated always as identity primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  at timestamptz not null default now(),
  side text not null check (side in ('landlord', 'tenant', 'staff')),
  what text not null check (what in (
    'opened', 'complete', 'file', 'answered', 'done', 'silent', 'wanted', 'replied', 'decided', 'decision-undone',
    'review', 'review-answered', 'decided-again', 'account-asked', 'account-changed', 'paid', 'payment-undone',
    'withdrawn', 'voided', 'revived', 'recourse', 'file-aside'
  )),
  turn text check (turn in ('landlord', 'tenant', 'staff')),
  until date
);
comment on table public.case_events is 'Timeline of a claim. Rows never change. Each side sees some of the events (private.seen_events), and their number is the version of the claim for this side.';
comment on column public.case_events.turn is 'Side that had to act after the event, by the day in the column until.';
create index case_events_by_claim on public.case_events (claim_id, id);
alter table public.case_events enable row level security;
grant select, insert, delete on public.case_events to service_role;

create function private.has_guaranteed(contract public.contracts) returns boolean
language sql stable
return private.contract_state(contract) in ('in_force', 'expired', 'ended');
comment on function private.has_guaranteed is 'Reports whether a contract guarantees now or has guaranteed: it is in force, or it was in force until its end.';
grant execute on function private.has_guaranteed to service_role;

create function private.may_claim(lease_id uuid) returns boolean
language sql stable
return private.last_claim_day(lease_id) >= private.today_in_brasilia() and exists (
  select from public.contracts as contract where contract.lease_id = $1 and private.has_guaranteed(contract)
);
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
comment on function private.granted_of is 'Returns the granted amounts of a contract''s claims, in reais, with or without one of the claims. It includes decisions that wait for a second person, so only staff may see it.';
grant execute on function private.granted_of to service_role;

create function private.is_told(claim public.claims) returns boolean
language sql stable
-- A decision that could still be undone when its claim was withdrawn is never told.
return coalesce(claim.final_at <= coalesce(claim.withdrawn_at, now()) - private.undo_period(), false);
comment on function private.is_told is 'Reports whether the parties may see the current decision: it is final and can no longer be undone.';
grant execute on function private.is_told to service_role;

create function private.is_secret(claim public.claims) returns boolean
language sql stable
return claim.decided_at is not null and claim.withdrawn_at is null and not private.is_told(claim);
comment on function private.is_secret is 'Reports whether a claim has a decision that only staff may know: it waits for its second person or can be undone.';
grant execute on function private.is_secret to service_role;

create function private.has_open_charge(claim_id uuid) returns boolean
language sql stable
return exists (select from public.charges as charge where charge.claim_id = $1 and charge.is_open);
comment on function private.has_open_charge is 'Reports whether an amount of a claim is still to be paid.';
grant execute on function private.has_open_charge to service_role;

create function private.is_unsettled(claim public.claims) returns boolean
language sql stable
return claim.withdrawn_at is null and (not private.is_told(claim) or private.has_open_charge(claim.id));
comment on function private.is_unsettled is 'Reports whether a claim, as the parties know it, is not decided or not paid.';
grant execute on function private.is_unsettled to service_role;

create function private.open_claim_of(contract_id uuid) returns text
language sql stable
begin atomic
  select min(claim.protocol) from public.claims as claim where claim.contract_id = $1 and private.is_unsettled(claim);
end;
comment on function private.open_claim_of is 'Returns the protocol of a claim on a contract that is not decided, as the parties know it, or not paid; null without one.';
grant execute on function private.open_claim_of to service_role;

create function private.told_review_until(claim public.claims) returns date
language sql stable
return case
  when private.is_told(claim) then claim.review_until
  else (claim.decisions #>> '{-1,reviewUntil}')::date
end;
comment on function private.told_review_until is 'Returns the last day to ask for a review of the last decision that the parties were told; null before the first one.';
grant execute on function private.told_review_until to service_role;

create function private.told_amount(claim public.claims) returns numeric
language sql stable
return coalesce(
  case when private.is_told(claim)
    then (select sum(item.granted) from public.claim_items as item where item.claim_id = claim.id)
    else (
      select sum((former.item ->> 'granted')::numeric)
      from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    )
  end,
  0
);
comment on function private.told_amount is 'Returns the granted amount of a claim that its parties know: that of the last decision that they were told; 0 before.';
grant execute on function private.told_amount to service_role;

create function private.told_of(contract_id uuid) returns numeric
language sql stable
begin atomic
  select coalesce(sum(private.told_amount(claim)), 0)
  from public.claims as claim where claim.contract_id = $1 and claim.withdrawn_at is null;
end;
comment on function private.told_of is 'Returns the granted amounts of a contract''s claims that the parties know, in reais. private.granted_of is for staff.';
grant execute on function private.told_of to service_role;

create function private.claim_limits(lease_id uuid, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'contractId', contract.id, 'startDate', contract.start_date, 'lastDay', private.last_day(contract),
    'limit', private.claim_limit(contract),
    'left', private.claim_limit(contract) - case viewer
      when 'staff' then private.granted_of(contract.id) else private.told_of(contract.id)
    end
  ) order by contract.start_date), '[]')
  from public.contracts as contract
  where contract.lease_id = $1 and contract.status <> 'cancelled';
$$;
comment on function private.claim_limits is 'Returns limit and rest of each contract of a lease: [{contractId, startDate, lastDay, limit, left}]. Parties see only what decisions that they were told have used.';
grant execute on function private.claim_limits to service_role;

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
  where claim.id = new.claim_id for no key update of contract;
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
    select private.claim_limit(contract) from public.contracts as contract where contract.id = new.contract_id for no key update
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

create function private.claim_answer_days() returns integer
language sql stable
return private.business_number('claimAnswerDays', 1, 60, 5);
comment on function private.claim_answer_days is 'Returns the number of days in which a party answers, by the business rules.';
grant execute on function private.claim_answer_days to service_role;

create function private.decision_day(claim public.claims) returns date
language sql stable
return greatest(
  claim.landlord_until, coalesce(claim.tenant_until, claim.complete_until + private.claim_answer_days()),
  (select max(review.answer_until) from public.claim_reviews as review where review.claim_id = claim.id and review.round = claim.round)
) + private.business_number('claimDecisionDays', 1, 90, 10);
comment on function private.decision_day is 'Returns the last day to decide a claim: the days of the decision, counted from the end of all days of the parties.';
grant execute on function private.decision_day to service_role;

create function private.claim_decide_by(claim public.claims) returns date
language sql stable
return claim.decide_by + case
  when claim.wanted_at is null then 0
  -- The time for the decision begins after the days of the parties, so a request of staff before then delays nothing.
  else greatest(0, least(private.today_in_brasilia(), claim.wanted_until) - greatest(
    private.day_in_brasilia(claim.wanted_at), coalesce(claim.tenant_until, claim.complete_until)
  ))
end;
comment on function private.claim_decide_by is 'Returns the last day to decide a claim. Days in which a party has not answered a request of staff are added.';
grant execute on function private.claim_decide_by to service_role;

create function private.open_review(claim public.claims, answering text default null) returns public.claim_reviews
language sql stable
begin atomic
  select review from public.claim_reviews as review
  where review.claim_id = claim.id and review.round = claim.round
    and claim.final_at is null and claim.withdrawn_at is null and review.answered_at is null and review.answer_until >= private.today_in_brasilia()
    and review.side is distinct from $2
  order by review.answer_until, review.side limit 1;
end;
comment on function private.open_review is 'Returns the review that a side (answering), or either side, may still answer; null in each column without one.';
grant execute on function private.open_review to service_role;

create function private.other_side(side text) returns text
language sql immutable strict
return case side when 'tenant' then 'landlord' else 'tenant' end;
comment on function private.other_side is 'Returns the other party of a claim.';
grant execute on function private.other_side to service_role;

create function private.claim_standing(claim public.claims, out stage text, out turn text, out until date)
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  review constant public.claim_reviews := private.open_review(claim);
  hear_until constant date := coalesce(claim.tenant_until, greatest(claim.complete_until, today) + private.claim_answer_days());
  granted numeric;
begin
  if claim.final_at is not null then
    select sum(item.granted) into granted from public.claim_items as item where item.claim_id = claim.id;
  end if;
  stage := case
    when claim.withdrawn_at is not null then 'withdrawn'
    when claim.final_at is not null and granted = 0 then 'refused'
    when claim.final_at is not null and private.has_open_charge(claim.id) then 'decided'
    when claim.final_at is not null then 'paid'
    when claim.decided_at is not null then 'second'
    when claim.wanted_until >= today then 'wanted'
    when claim.round > 1 then 'review'
    when claim.complete_at is null and claim.complete_until >= today then 'evidence'
    when claim.tenant_done_at is null and hear_until >= today then 'hearing'
    when claim.landlord_done_at is null and claim.landlord_until >= today then 'replying'
    else 'deciding'
  end;
  turn := case stage
    when 'evidence' then 'landlord'
    when 'hearing' then 'tenant'
    when 'replying' then 'landlord'
    when 'wanted' then claim.wanted_from
    when 'review' then coalesce(private.other_side(review.side), 'staff')
    when 'decided' then case when claim.account is null then 'landlord' else 'staff' end
    when 'deciding' then 'staff'
    when 'second' then 'staff'
  end;
  until := case stage
    when 'evidence' then claim.complete_until
    when 'hearing' then hear_until
    when 'replying' then claim.landlord_until
    when 'wanted' then claim.wanted_until
    when 'review' then coalesce(review.answer_until, private.claim_decide_by(claim))
    when 'decided' then claim.pay_by
    else case when turn is not null then private.claim_decide_by(claim) end
  end;
end
$$;
comment on function private.claim_standing is 'Returns the stage of a claim today, the side that must act (turn; null when nobody must act) and its last day to act (until).';
grant execute on function private.claim_standing to service_role;

create function private.standing_for(claim public.claims, viewer text, out stage text, out turn text, out until date)
language sql stable
begin atomic
  select
    case when not hidden.decision then known.stage when claim.round > 1 then 'review' else 'deciding' end,
    case when hidden.decision then 'staff' else known.turn end,
    case when hidden.decision then private.claim_decide_by(claim) else known.until end
  from private.claim_standing(claim) as known
  cross join lateral (select viewer <> 'staff' and private.is_secret(claim) as decision) as hidden;
end;
comment on function private.standing_for is 'Returns the stage, turn and day of a claim as a viewer (landlord, tenant or staff) knows them. A secret decision has not been made for landlord and tenant.';
grant execute on function private.standing_for to service_role;

-- The turn and the day of an event are for all sides, so a secret decision does not show in them.
create function private.note_event(claim public.claims, side text, what text) returns void
language sql
set search_path = ''
as $$
  insert into public.case_events (claim_id, side, what, turn, until)
  select claim.id, $2, $3, standing.turn, standing.until
  from private.standing_for(claim, case when $3 like 'decided%' then 'staff' else 'landlord' end) as standing;
$$;
comment on function private.note_event is 'Adds an event to the timeline of a claim, with the side that must act next. The caller passes the row as it is after the event.';
grant execute on function private.note_event to service_role;

create function private.seen_events(claim public.claims, viewer text) returns setof public.case_events
language sql stable
begin atomic
  select event from public.case_events as event
  where event.claim_id = claim.id and (viewer = 'staff' or (
    event.what <> 'decision-undone'
    and (viewer = 'landlord' or event.what not like 'account-%')
    and (viewer = 'tenant' or event.what <> 'recourse')
    -- A decision that was undone is followed by decision-undone, a former one that was told by the review of it.
    and (event.what not like 'decided%' or coalesce((
      select later.what = 'review' from public.case_events as later
      where later.claim_id = event.claim_id and later.id > event.id and later.what in ('decision-undone', 'review')
      order by later.id limit 1
    ), private.is_told(claim)))
  ));
end;
comment on function private.seen_events is 'Returns the events of a claim that a viewer (landlord, tenant or staff) may see. Landlord and tenant never see a decision that was undone, and see the others once they were told.';
grant execute on function private.seen_events to service_role;

create function private.claim_version(claim_id uuid, viewer text default 'staff') returns integer
language sql stable
begin atomic
  select count(*)::integer
  from public.claims as claim cross join lateral private.seen_events(claim, viewer) as event
  -- The event says only that days have passed, which the screen shows without it.
  where claim.id = $1 and event.what <> 'silent';
end;
comment on function private.claim_version is 'Returns the version of a claim for a viewer. Only what the viewer may see raises it, and no end of days.';
grant execute on function private.claim_version to service_role;

create function private.require_claim_version(claim public.claims, seen integer, viewer text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  news text;
begin
  if private.claim_version(claim.id, viewer) = seen then
    return;
  end if;
  select string_agg(distinct case event.what
    when 'file' then 'chegou um arquivo' when 'answered' then 'o locatário respondeu'
    when 'replied' then 'uma parte respondeu' when 'complete' then 'o locador completou as provas'
    when 'done' then 'uma parte disse que não tem mais a acrescentar' when 'wanted' then 'algo foi pedido a uma parte'
    when 'review' then 'uma revisão foi pedida' when 'review-answered' then 'a revisão foi respondida'
    when 'decided' then 'o pedido foi decidido' when 'decided-again' then 'a revisão foi decidida'
    when 'withdrawn' then 'o pedido foi retirado' when 'voided' then 'o contrato foi cancelado'
    when 'account-asked' then 'o locador informou outra conta' when 'account-changed' then 'a conta mudou'
    when 'revived' then 'o cancelamento do contrato foi desfeito'
    when 'file-aside' then 'um arquivo foi posto de lado'
    else 'o andamento mudou'
  end, ', ') into news
  from (
    select later.what from private.seen_events(claim, viewer) as later where later.what <> 'silent'
    order by later.at + case when later.what like 'decided%' then private.undo_period() else '0' end, later.id
    offset greatest(coalesce(seen, 0), 0)
  ) as event;
  raise sqlstate 'PT409' using message = 'Este pedido mudou desde que você o abriu: '
    || coalesce(news, 'atualize a página') || '. Confira e tente de novo.';
end
$$;
comment on function private.require_claim_version is 'Raises PT409, with what has changed, when a claim has another version than the person saw.';
grant execute on function private.require_claim_version to service_role;

create function private.may_review(claim public.claims, side text) returns boolean
language sql stable
return claim.withdrawn_at is null
  and coalesce(private.told_review_until(claim) >= private.today_in_brasilia(), false)
  and not exists (
    select from public.claim_reviews as review where review.claim_id = claim.id and review.side = $2
  )
  and not exists (
    select from public.contracts as contract where contract.id = claim.contract_id and contract.status = 'cancelled'
  );
comment on function private.may_review is 'Reports whether a side may still ask for its one review of a decision that it was told. A cancelled contract pays nothing, so its claims are not reviewed.';
grant execute on function private.may_review to service_role;

create function private.may_answer(claim public.claims) returns boolean
language sql stable
return claim.tenant_done_at is null and claim.round = 1
  and coalesce(claim.tenant_until >= private.today_in_brasilia(), true)
  and claim.decided_at is null and claim.withdrawn_at is null;
comment on function private.may_answer is 'Reports whether the tenant may still answer the items of a claim. Answers are taken from the opening on.';
grant execute on function private.may_answer to service_role;

create function private.may_add(claim public.claims) returns boolean
language sql stable
return claim.round = 1 and claim.decided_at is null and claim.withdrawn_at is null
  and (
    claim.complete_at is null
    or claim.landlord_done_at is null and coalesce(claim.landlord_until >= private.today_in_brasilia(), false)
  );
comment on function private.may_add is 'Reports whether the landlord may add evidence or reply to the tenant: until the evidence is complete, and in the days after the tenant''s answer.';
grant execute on function private.may_add to service_role;

create function private.takes_files(claim public.claims, side text) returns boolean
language sql stable
-- Staff may also file the proof of a payment, which comes after the decision.
return claim.withdrawn_at is null and (side = 'staff' or claim.final_at is null and claim.decided_at is null and (
  coalesce(claim.wanted_from = side and claim.wanted_until >= private.today_in_brasilia(), false)
  or (private.open_review(claim)).claim_id is not null
  or case side when 'landlord' then private.may_add(claim) else private.may_answer(claim) end
));
comment on function private.takes_files is 'Reports whether a side may upload files of a claim: in its own days, when staff asked it for something, while a review can be answered; staff at any time.';
grant execute on function private.takes_files to service_role;

create function private.payable_from(claim public.claims) returns date
language sql stable
return private.add_business_days(
  private.day_in_brasilia(claim.account_since), (select settings.account_wait_days from private.staff_settings as settings)
);
comment on function private.payable_from is 'Returns the first day on which a claim may be paid: the business days of the limits after the last change of its account. Null without an account.';
grant execute on function private.payable_from to service_role;

-- Returns what one side may see and do. Only staff see a decision that waits for its second person or can be undone.
-- Only landlord and staff see the account and the slips of payments. Only tenant and staff see the amount that may be
-- recovered.
create function private.claim_view(claim public.claims, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', claim.id, 'protocol', claim.protocol, 'leaseId', claim.lease_id, 'contractId', claim.contract_id,
    'version', private.claim_version(claim.id, viewer), 'happenedOn', claim.happened_on,
    'stage', standing.stage, 'openedAt', claim.opened_at, 'turn', standing.turn, 'until', standing.until,
    'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
    'withdrawnWhy', claim.withdrawn_why,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', item.id, 'kind', item.kind, 'description', item.description, 'asked', item.asked,
        'granted', coalesce(decided.item -> 'granted', case when told.now then to_jsonb(item.granted) end),
        'reason', coalesce(decided.item -> 'reason', case when told.now then to_jsonb(item.reason) end),
        'clause', coalesce(decided.item -> 'clause', case when told.now then to_jsonb(item.clause) end),
        'answer', item.answer, 'reply', item.reply
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
        'type', file.file_type, 'receivedAt', file.received_at, 'sha256', file.file_sha256,
        'asideReason', file.aside_reason
      ) order by file.received_at, file.id), '[]')
      from public.claim_files as file
      where file.claim_id = claim.id and (viewer <> 'tenant' or file.kind <> 'payment')
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
    'limitLeft', greatest(0, private.claim_limit(contract) - case viewer
      when 'staff' then private.granted_of(contract.id, case when claim.final_at is null then claim.id end)
      else private.told_of(contract.id)
    end),
    'completeUntil', claim.complete_until, 'completeAt', claim.complete_at,
    'tenantUntil', claim.tenant_until, 'landlordUntil', claim.landlord_until,
    'decideBy', private.claim_decide_by(claim), 'payBy', case when told.now then claim.pay_by end,
    'paidOn', paid.paid_on, 'movementId', paid.id,
    'payments', private.payouts_of_claim(claim.id, viewer),
    'account', case when viewer <> 'tenant' then private.masked_account(claim.account) end,
    'accountNext', case when viewer <> 'tenant' then private.masked_account(claim.account_next) end,
    'isOtherHolder', case when viewer <> 'tenant' then private.is_other_landlord(coalesce(claim.account_next, claim.account), contract) end,
    'payableFrom', case when viewer <> 'tenant' then private.payable_from(claim) end,
    'wanted', case when standing.stage = 'wanted' then jsonb_build_object(
      'from', claim.wanted_from, 'text', claim.wanted, 'until', claim.wanted_until
    ) end,
    'reviewUntil', case when private.may_review(claim, viewer) then private.told_review_until(claim) end,
    'reviews', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'by', review.side, 'at', review.asked_at, 'text', review.text, 'items', review.items, 'round', review.round,
        'answerUntil', review.answer_until, 'answer', review.answer
      )) order by review.asked_at), '[]')
      from public.claim_reviews as review where review.claim_id = claim.id
    ),
    'hasDecision', told.now or jsonb_array_length(claim.decisions) > 0,
    'may', jsonb_build_object(
      'answer', viewer = 'tenant' and private.may_answer(claim),
      'add', viewer = 'landlord' and private.may_add(claim),
      'complete', viewer = 'landlord' and standing.stage = 'evidence',
      'done', standing.stage in ('hearing', 'replying') and standing.turn = viewer,
      'reply', standing.stage = 'wanted' and claim.wanted_from = viewer,
      'sendFiles', private.takes_files(claim, viewer),
      'withdraw', viewer = 'landlord' and claim.round = 1
        and standing.stage in ('evidence', 'hearing', 'replying', 'wanted', 'deciding'),
      'review', viewer <> 'staff' and private.may_review(claim, viewer),
      'answerReview', viewer <> 'staff' and (private.open_review(claim, viewer)).claim_id is not null,
      'changeAccount', viewer = 'landlord' and standing.stage not in ('paid', 'refused', 'withdrawn')
    ),
    'recourse', case when viewer <> 'landlord' and claim.recourse > 0 and (viewer = 'staff' or told.now)
      then jsonb_build_object('amount', claim.recourse, 'state', claim.recourse_state) end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', event.at, 'side', event.side, 'what', event.what, 'turn', event.turn, 'until', event.until
      ) order by event.id), '[]')
      from private.seen_events(claim, viewer) as event
    )
  ))
  from public.contracts as contract
  cross join private.standing_for(claim, viewer) as standing
  cross join lateral (
    select private.is_told(claim) or viewer = 'staff' and claim.decided_at is not null as now
  ) as told
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

-- The only function that queues mails about claims. The idempotency key names claim, side and occasion.
-- private.claim_of_mail reads these from the key to compose the mail. Addresses that only read get none.
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
    from private.landlord_addresses(claim.lease_id, 'acts') as told (address);
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
comment on function private.tell_of_claim is 'Queues a mail about a claim once per occasion: to each address that acts for the landlord, to the tenant, or to staff.';
grant execute on function private.tell_of_claim to service_role;

create function private.claim_of_mail(mail_key text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.claim_view(claim, split_part($1, ':', 3)) || jsonb_strip_nulls(jsonb_build_object(
    'told', split_part($1, ':', 3), 'occasion', split_part($1, ':', 4)
  ))
  from public.claims as claim
  where split_part($1, ':', 1) like 'claim-%'
    and claim.id = (case when pg_input_is_valid(split_part($1, ':', 2), 'uuid') then split_part($1, ':', 2) end)::uuid;
$$;
comment on function private.claim_of_mail is 'Returns the claim that a mail is about, as the side of its recipient sees the claim, and the occasion of the mail; null for other mails.';
grant execute on function private.claim_of_mail to service_role;

create function private.hold_claim(claim_id uuid) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  held public.claims;
begin
  perform private.lock_contract_of((select claim.contract_id from public.claims as claim where claim.id = $1));
  select * into held from public.claims as claim where claim.id = $1 for update;
  return held;
end
$$;
comment on function private.hold_claim is 'Locks a claim and its contract and returns the claim; null in each column for an unknown claim.';
grant execute on function private.hold_claim to service_role;
