-- What claims amount to, seen from a contract and from outside: those of one contract for staff, and how the
-- promised days to decide and to pay were kept, which editors may show to everybody.

-- Definer: staff have no grant on the tables; who read whose data is on record.
create function private.contract_claims(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  perform private.require_active_staff();
  select * into held from public.contracts as contract where contract.id = $1;
  perform private.require_found(found, 'Contrato não encontrado.');
  perform private.record_reading('read-contracts', array[$1]);
  return jsonb_build_object(
    'limitLeft', private.claim_limit(held) - private.granted_of($1),
    'mayClaim', private.may_claim(held),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'protocol', claim.protocol, 'stage', standing.stage,
        'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
        'asked', (select sum(item.asked) from public.claim_items as item where item.claim_id = claim.id)
      ) order by claim.opened_at desc, claim.id), '[]')
      from public.claims as claim cross join private.claim_standing(claim) as standing
      where claim.contract_id = $1
    )
  );
end
$$;
call private.expose('contract_claims', 'authenticated',
  'The claims on a contract in few words, {claims, limitLeft, mayClaim}. Active staff only; who read what is on record.');

-- A day that has passed without a decision, or a payment, was not kept either.
create function private.claim_figures() returns jsonb
language sql stable
begin atomic
  with since as (
    select private.today_in_brasilia() as today, (private.today_in_brasilia() - interval '12 months')::date as day
  ),
  first_decision as (
    select private.day_in_brasilia(claim.opened_at) as opened_on,
      private.day_in_brasilia(coalesce((claim.decisions #>> '{0,decidedAt}')::timestamptz, claim.final_at)) as day,
      coalesce((claim.decisions #>> '{0,decideBy}')::date, private.claim_decide_by(claim)) as due
    from public.claims as claim where claim.withdrawn_at is null
  ),
  decided as (
    select first_decision.* from first_decision, since
    where first_decision.day >= since.day or first_decision.day is null and first_decision.due < since.today
  ),
  paid as (
    select payment.paid_on as day, payment.due_on as due, private.day_in_brasilia(payment.created_at) as owed_on
    from public.payments as payment, since
    where payment.what = 'claim' and payment.dropped_at is null
      and (payment.paid_on >= since.day or payment.paid_on is null and payment.due_on < since.today)
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
comment on function private.claim_figures is 'How many claims were decided and paid in the last twelve months, how many within their days, how many wait past their day, and the median days from opening to decision and from decision to payment.';
grant execute on function private.claim_figures to service_role;

-- Of fewer than five one could tell which.
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
comment on function public.published_claim_figures is 'The same for everybody: of how many claims the promised days came, in how many they were kept, and the median; null of what fewer than five tell. Service role only.';
grant execute on function public.published_claim_figures to service_role;
