-- Two people. Above an amount, a second person agrees to a decision or payment. The amount is compared with the sum of a
-- lease, and with that of a payee, in twelve months, so that nobody splits it. Whoever opened, gave an account or decided
-- never approves or books the payment.
create table private.payout_approvals (
  charge_id uuid primary key references public.charges (id) on delete cascade,
  account_version integer,
  approved_by uuid not null,
  approved_at timestamptz not null default now()
);
comment on table private.payout_approvals is 'Refunds and payouts that a second person approved. An approval counts only for the account that this person saw.';
comment on column private.payout_approvals.account_version is 'Version of the payee''s account; null for a refund without contract.';
comment on column private.payout_approvals.approved_by is 'Member of staff; no foreign key, because the approval outlives the account.';
alter table private.payout_approvals enable row level security;

create function private.charges_of_payee(payee jsonb) returns setof uuid
language sql stable
begin atomic
  select charge.id from public.claims as claim join public.charges as charge on charge.claim_id = claim.id
  where claim.account is not null and private.payee_keys(claim.account) && private.payee_keys($1)
  union
  select charge.id
  from public.refund_accounts as given join public.charges as charge on charge.contract_id = given.contract_id
  where given.account is not null and private.payee_keys(given.account) && private.payee_keys($1)
    and charge.kind = 'refund'
  union
  select paid.charge_id from public.movements as movement join public.allocations as paid on paid.movement_id = movement.id
  where movement.account is not null and private.payee_keys(movement.account) && private.payee_keys($1);
end;
comment on function private.charges_of_payee is 'Returns the refunds and payouts that are owed to a payee, or were paid to one of the payee''s accounts.';

-- Lists ask about many charges, and planning takes longer than the query. plpgsql keeps one plan for all calls.
create function private.alone_up_to(
  lease_id uuid, payee jsonb, claim_id uuid default null, before public.charges default null
) returns numeric
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with counted as (
      select other.amount, other.lease_id = $1 as of_lease, other.of_payee
      from (
        select charge.*, contract.lease_id, false as of_payee
        from public.contracts as contract join public.charges as charge on charge.contract_id = contract.id
        where contract.lease_id = $1
        union all
        select charge.*, null, true
        from private.charges_of_payee($2) as known (id) join public.charges as charge on charge.id = known.id
      ) as other
      where other.direction = 'out' and other.cancelled_at is null
        and other.created_at > now() - interval '12 months'
        and ($3 is null or other.claim_id is distinct from $3)
        and (before.id is null or other.id <> before.id
          -- A later charge that was paid counts too, because the account of the earlier one may have changed since.
          and (other.allocated > 0 or (other.created_at, other.id) < (before.created_at, before.id)))
    )
    select (select settings.second_person_above from private.staff_settings as settings) - greatest(
      coalesce(sum(counted.amount) filter (where counted.of_lease), 0),
      coalesce(sum(counted.amount) filter (where counted.of_payee), 0)
    )
    from counted
  );
end
$$;
comment on function private.alone_up_to is 'Returns the amount that one person may still grant or pay alone: the limit without what the lease or the payee got in twelve months. claim_id leaves out the charges of the claim that is being decided, before the charge that is being paid and later unpaid ones.';

create function private.needs_second(
  lease_id uuid, payee jsonb, amount numeric, claim_id uuid default null, before public.charges default null
) returns boolean
language sql stable
return $3 > 0 and $3 > private.alone_up_to($1, $2, $4, $5);
comment on function private.needs_second is 'Reports whether a second person must agree to an amount for a lease and payee.';

create function private.charge_needs_second(charge public.charges) returns boolean
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return charge.direction = 'out' and private.needs_second(
    (select contract.lease_id from public.contracts as contract where contract.id = charge.contract_id),
    (select paid.account from private.payee_of(charge) as paid), charge.amount, before => charge
  );
end
$$;
comment on function private.charge_needs_second is 'Reports whether a refund or payout needs a second person, by the sums of its lease and payee up to this charge.';

create function private.decision_second(claim public.claims) returns uuid
language sql stable
-- While a review runs, the undisputed part of the former decision is paid.
return case
  when claim.final_at is not null then case when claim.account_since <= claim.final_at then claim.second_by end
  when claim.round > 1 and claim.account_since <= (claim.decisions #>> '{-1,decidedAt}')::timestamptz
    then (claim.decisions #>> '{-1,second}')::uuid
end;
comment on function private.decision_second is 'Returns the second person who agreed to the decision from which a claim is paid now, and to its account; null without one, and for an account that was given later.';

create function private.awaits_second_person(charge public.charges) returns boolean
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return charge.is_open and charge.direction = 'out'
    and not exists (
      select from public.claims as claim
      where claim.id = charge.claim_id and private.decision_second(claim) is not null
    )
    and not exists (
      select from private.payout_approvals as approval
      where approval.charge_id = charge.id
        and approval.account_version is not distinct from (select paid.version from private.payee_of(charge) as paid)
        -- A person who lost the right no longer counts as one of the two.
        and private.holds_right(approval.approved_by, 'payouts')
    )
    and private.charge_needs_second(charge);
end
$$;
comment on function private.awaits_second_person is 'Reports whether a second person must approve a refund or payout before payment. The second person of a claim''s decision has approved its payment to the account of that day, too.';
grant execute on function private.awaits_second_person to service_role;

-- A list asks about hundreds of charges, so one query leaves out those that are surely within the limit. A charge counts
-- once for each key of its payee, so these sums are at least those of alone_up_to.
create function private.perhaps_needing_second() returns setof uuid
language sql stable
set search_path = ''
as $$
  with owed as (
    select charge.id, charge.amount, charge.is_open, contract.lease_id, coalesce(claim.account, given.account) as account
    from public.charges as charge
    left join public.contracts as contract on contract.id = charge.contract_id
    left join public.claims as claim on claim.id = charge.claim_id
    left join public.refund_accounts as given on given.contract_id = charge.contract_id and charge.kind = 'refund'
    where charge.direction = 'out' and charge.cancelled_at is null
      and (charge.is_open or charge.created_at > now() - interval '12 months')
  ),
  keyed as (
    select owed.id, owed.amount, keys.key from owed cross join unnest(private.payee_keys(owed.account)) as keys (key)
    union
    select owed.id, owed.amount, keys.key
    from owed
    join public.allocations as paid on paid.charge_id = owed.id
    join public.movements as movement on movement.id = paid.movement_id
    cross join unnest(private.payee_keys(movement.account)) as keys (key)
  ),
  of_key as (select keyed.key, sum(keyed.amount) as total from keyed group by keyed.key),
  of_payee as (
    select keyed.id, sum(of_key.total) as total from keyed join of_key using (key) group by keyed.id
  ),
  of_lease as (select owed.lease_id, sum(owed.amount) as total from owed group by owed.lease_id)
  select owed.id
  from owed left join of_payee using (id) left join of_lease using (lease_id)
  where owed.is_open and owed.amount + greatest(coalesce(of_payee.total, 0), coalesce(of_lease.total, 0))
    > (select settings.second_person_above from private.staff_settings as settings);
$$;
comment on function private.perhaps_needing_second is 'Returns the open refunds and payouts whose sums allow that they need a second person. awaits_second_person decides about each of them.';

create function private.kept_from_claim(claim public.claims) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct kept.member), '{}')
  from (
    select unnest(claim.account_givers || claim.opener || claim.decided_by)
    union all
    select (former ->> 'by')::uuid from jsonb_array_elements(claim.decisions) as former
    union all
    select private.address_givers(claim.lease_id)
  ) as kept (member)
  where kept.member is not null;
$$;
comment on function private.kept_from_claim is 'Returns the members of staff who opened a claim, decided it, or gave or checked an address that may give its account.';

-- The link that confirms the account of a refund goes to the tenant's address, so whoever changes this address may give
-- the account.
create function private.kept_from_payout(charge public.charges) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  kept uuid[];
begin
  if charge.claim_id is not null then
    return (select private.kept_from_claim(claim) from public.claims as claim where claim.id = charge.claim_id);
  end if;
  kept := array_remove(charge.created_by || array(
    select distinct changed.made_by
    from (
      select correction.made_by, correction.former ->> 'tenant_email' as former,
        lead(correction.former ->> 'tenant_email', 1, held.tenant_email)
          over (order by correction.made_at, correction.id) as later
      from public.contracts as held
      join public.contracts as own on own.user_id = held.user_id
      join private.contract_corrections as correction on correction.contract_id = own.id
      where held.id = charge.contract_id
    ) as changed
    where changed.former is distinct from changed.later
  ), null);
  return case when kept <> '{}' and private.charge_needs_second(charge) then kept else '{}' end;
end
$$;
comment on function private.kept_from_payout is 'Returns the members of staff who may neither approve nor book a payment: those of the claim; for a refund above the limit its creator, and those who changed the tenant''s address.';

create function private.people_with(wanted text, but_of uuid[]) returns text
language sql stable
return coalesce(
  'Quem pode: ' || private.right_holders($1, $2) || '.',
  'Ninguém mais da equipe tem o direito “' || private.right_title($1) || '”.'
);
comment on function private.people_with is 'Returns a sentence with the active members who have a right, without those named.';

create function private.payout_refusal(charge public.charges, act text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  approver uuid;
  kept uuid[];
begin
  if charge.direction <> 'out' then
    return null;
  elsif not private.has_right('payouts') then
    return coalesce(private.right_refusal('payouts'), 'Acesso não permitido.');
  end if;
  kept := private.kept_from_payout(charge);
  if act = 'pay' then
    select approval.approved_by into approver from private.payout_approvals as approval where approval.charge_id = charge.id;
  end if;
  return case
    when caller = any (kept) and charge.kind = 'claim' then
      'Quem abriu ou decidiu o acionamento, ou deu ou conferiu um e-mail do locador, não aprova nem registra o pagamento. '
    when caller = any (kept) then
      'Quem criou esta devolução, ou corrigiu o e-mail do locatário, não a aprova nem registra o pagamento. '
    when caller = approver then 'Quem aprovou este pagamento não o registra. '
  end || private.people_with('payouts', array_remove(kept || approver, null));
end
$$;
comment on function private.payout_refusal is 'Returns why the caller may not approve or pay (act) a refund or payout, and who may; null for received money and when the caller may.';

create function private.count_approvals() returns integer
language sql stable
set search_path = ''
as $$
  select count(*)::integer
  from private.perhaps_needing_second() as maybe (id) join public.charges as charge on charge.id = maybe.id
  where private.awaits_second_person(charge);
$$;
comment on function private.count_approvals is 'Counts the refunds and payouts that wait for a second person.';

create function private.count_seconds() returns integer
language sql stable
begin atomic
  select count(*)::integer from public.claims as claim
  where claim.decided_at is not null and claim.final_at is null and claim.withdrawn_at is null;
end;
comment on function private.count_seconds is 'Counts the decisions on claims that wait for a second person.';

-- Security definer, because no role may write approvals.
create function private.approve_payout(charge_id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  paid record;
  refusal text;
begin
  charge := private.lock_charge($1);
  if not private.awaits_second_person(charge) then
    return jsonb_build_object(
      'changed', false, 'why', case when charge.is_open then 'not-waiting' else private.charge_state(charge) end
    );
  end if;
  refusal := private.payout_refusal(charge, 'approve');
  if refusal is not null then
    return private.refuse('approve-payout', charge.contract_id, refusal);
  end if;
  select * into paid from private.payee_of(charge);
  if charge.contract_id is not null and paid.account is null then
    return jsonb_build_object('changed', false, 'why', 'no-account');
  elsif paid.version is distinct from $2 then
    raise sqlstate 'PT409' using message = 'A conta mudou. Confira a conta nova antes de aprovar.';
  end if;
  insert into private.payout_approvals as approval (charge_id, account_version, approved_by)
  values (charge.id, paid.version, (select auth.uid()))
  on conflict on constraint payout_approvals_pkey do update
  set account_version = excluded.account_version, approved_by = excluded.approved_by, approved_at = now();
  perform private.note('approve-payout', charge.contract_id, jsonb_build_object('charge', charge.id, 'status', charge.kind));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('approve_payout', 'authenticated',
  'Approves a refund or payout that waits for a second person, to the account of this version. Another member then books the payment. why: not-waiting, paid, cancelled or no-account. Raises PT409 when the account has another version.',
  'charge_id uuid, version integer default null',
  needs => 'payouts');

-- Security definer, because no role may write approvals.
create function private.withdraw_approval(charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
begin
  charge := private.lock_charge($1);
  delete from private.payout_approvals as approval
  where approval.charge_id = charge.id and charge.is_open and approval.approved_by = (select auth.uid());
  if not found then
    return jsonb_build_object('changed', false, 'why', case
      when charge.is_open then 'not-yours' else private.charge_state(charge)
    end);
  end if;
  perform private.note('withdraw-approval', charge.contract_id, jsonb_build_object('charge', charge.id));
  return '{"changed": true}';
end
$$;
call private.expose('withdraw_approval', 'authenticated',
  'Takes back the caller''s own approval of a payment that is not booked yet. why: not-yours, paid or cancelled.',
  needs => 'payouts');
