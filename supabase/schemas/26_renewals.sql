-- The end of a contract, told in time to both parties, and to staff by week. Nothing renews by itself
-- (CC, art. 819): who wants to go on asks, and accepts other conditions.
create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.contracts as renewal
    where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
  );
$$;
comment on function private.is_renewed is 'Whether a contract follows on this one.';
grant execute on function private.is_renewed to service_role;

create function private.tell_of_ends() returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  told public.contracts;
begin
  for told in
    -- Of the days that have come the last one alone: what a schedule that was down missed is told no
    -- more. None is before the term, or who signs for a month would be told at once that it ends.
    update public.contracts as contract set end_told_on = due.told_on
    from (
      select ending.id, max(ending.end_date - ahead) as told_on
      from public.contracts as ending cross join unnest(array[90, 60, 30, 15]) as ahead
      where ending.status = 'active' and ending.end_date between today and today + 90
        and ending.end_date - ahead between ending.start_date and today
        and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
      group by ending.id
    ) as due
    where contract.id = due.id and coalesce(contract.end_told_on < due.told_on, true)
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
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
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
