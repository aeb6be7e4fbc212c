-- Figures about claims: the claims of one contract for staff, and how often the promised days to decide and to pay were
-- kept. Editors may publish the second figures.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.contract_claims(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract where contract.id = $1;
  perform private.require_found(found, 'Contrato não encontrado.');
  perform private.record_reading('read-contracts', array[$1]);
  return jsonb_build_object(
    'limits', private.claim_limits(held.lease_id, 'staff'),
    'mayClaim', private.may_claim(held.lease_id),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'protocol', claim.protocol, 'stage', standing.stage,
        'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
        'asked', (select sum(item.asked) from public.claim_items as item where item.claim_id = claim.id)
      ) order by claim.opened_at desc, claim.id), '[]')
      from public.claims as claim cross join private.claim_standing(claim) as standing
      where claim.lease_id = held.lease_id
    )
  );
end
$$;
call private.expose('contract_claims', 'authenticated',
  'Returns a summary of the claims on a contract''s lease: {claims, limits, mayClaim}. Records the read.',
  needs => 'read', action => 'read-contracts');

-- An undecided or unpaid claim whose day has passed counts as late.
create function private.claim_figures() returns jsonb
language sql stable
begin atomic
  with since as (
    select private.today_in_brasilia() as today, (private.today_in_brasilia() - interval '12 months')::date as day
  ),
  first_decision as (
    select private.day_in_brasilia(claim.opened_at) as opened_on,
      private.day_in_brasilia(coalesce(
        (claim.decisions #>> '{0,decidedAt}')::timestamptz, case when private.is_told(claim) then claim.final_at end
      )) as day,
      coalesce((claim.decisions #>> '{0,decideBy}')::date, private.claim_decide_by(claim)) as due
    from public.claims as claim where claim.withdrawn_at is null
  ),
  decided as (
    select first_decision.* from first_decision, since
    where first_decision.day >= since.day or first_decision.day is null and first_decision.due < since.today
  ),
  paid as (
    select charge.day, charge.due_on as due, charge.owed_on
    from (
      select private.paid_on(owed) as day, owed.due_on, private.day_in_brasilia(owed.created_at) as owed_on
      from public.charges as owed where owed.kind = 'claim' and owed.cancelled_at is null
    ) as charge, since
    where charge.day >= since.day or charge.day is null and charge.due_on < since.today
  )
  select jsonb_build_object(
    'since', (select day from since),
    'decided', (select count(day) from decided),
    'decidedInTime', (select count(*) from decided where day <= due),
    'decideLate', (select count(*) from decided where day is null),
    'daysToDecide', (select percentile_cont(0.5) within group (order by day - opened_on) from decided where day is not null),
    'paid', (select count(day) from paid),
    'paidInTime', (select count(*) from paid where day <= due),
    'payLate', (select count(*) from paid where day is null),
    'daysToPay', (select percentile_cont(0.5) within group (order by day - owed_on) from paid where day is not null)
  );
end;
comment on function private.claim_figures is 'Returns how many claims were decided and paid in the last twelve months, how many of them in time, and how many are undecided or unpaid after their day. Also returns the median days from opening to decision and from decision to payment.';
grant execute on function private.claim_figures to service_role;

-- Figures of fewer than five claims are left out, because they could identify one of the claims.
create function public.published_claim_figures() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'decided', case when (known ->> 'decided')::integer >= 5 then jsonb_build_object(
      'count', (known ->> 'decided')::integer + (known ->> 'decideLate')::integer,
      'inTime', known -> 'decidedInTime', 'medianDays', known -> 'daysToDecide'
    ) end,
    'paid', case when (known ->> 'paid')::integer >= 5 then jsonb_build_object(
      'count', (known ->> 'paid')::integer + (known ->> 'payLate')::integer,
      'inTime', known -> 'paidInTime', 'medianDays', known -> 'daysToPay'
    ) end
  )
  from private.claim_figures() as known;
end;
comment on function public.published_claim_figures is 'Returns the figures that the site may publish: number of claims whose day to decide or to pay has come, how many of them in time, and the median days; null for fewer than five claims. Service role only.';
grant execute on function public.published_claim_figures to service_role;

create function private.late_claims() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'claimDecisions', count(*) filter (where standing.stage = 'deciding' and standing.until < today.day),
    'claimSeconds', count(*) filter (where standing.stage = 'second' and claim.decided_at < now() - interval '1 day'),
    'claimReviews', count(*) filter (
      where standing.stage = 'review' and standing.turn = 'staff' and standing.until < today.day
    ),
    -- Nothing is paid for some business days after a change of the account, and nothing without an account.
    'claimPayments', count(*) filter (where owed.since < today.day and private.payable_from(claim) <= today.day),
    'claimAccounts', count(*) filter (where owed.since < today.day and claim.account is null)
  )
  from public.claims as claim
  cross join (select private.today_in_brasilia() as day) as today
  cross join private.claim_standing(claim) as standing
  left join lateral (
    select min(charge.due_on) as since from public.charges as charge
    where charge.claim_id = claim.id and charge.is_open
  ) as owed on true
  where claim.withdrawn_at is null and (claim.final_at is null or owed.since is not null);
end;
comment on function private.late_claims is 'Counts claims after their day: to decide, to decide a review, to pay, or without an account to pay to. A decision is late when it has waited a day for its second person.';
grant execute on function private.late_claims to service_role;
