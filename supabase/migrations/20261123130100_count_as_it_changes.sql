-- The first page of the queue counted all simulations, which takes half a second of a million. Now each
-- statement that changes how many there are of a status writes the difference down: a row of its
-- own, because two submits must not wait for each other. The work of the clock adds them up.
create table private.simulation_counts (
  id bigint primary key generated always as identity,
  status text not null,
  change bigint not null
);
comment on table private.simulation_counts is 'How many simulations of each status there are: the sum of the changes.';
alter table private.simulation_counts enable row level security;
revoke all on private.simulation_counts from public, anon, authenticated, service_role;

-- Definer, like all below: nobody may touch the table directly.
create function private.count_simulations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.simulation_counts (status, change)
    select added.status, count(*) from added group by added.status;
  elsif tg_op = 'DELETE' then
    insert into private.simulation_counts (status, change)
    select removed.status, -count(*) from removed group by removed.status;
  else
    insert into private.simulation_counts (status, change)
    select changed.status, sum(changed.by)
    from (
      select added.status, 1 as by from added
      union all
      select removed.status, -1 from removed
    ) as changed
    group by changed.status
    having sum(changed.by) <> 0;
  end if;
  return null;
end
$$;
revoke all on function private.count_simulations() from public, anon, authenticated, service_role;
create trigger count_added after insert on public.simulations
referencing new table as added
for each statement execute function private.count_simulations();
create trigger count_changed after update on public.simulations
referencing old table as removed new table as added
for each statement execute function private.count_simulations();
create trigger count_removed after delete on public.simulations
referencing old table as removed
for each statement execute function private.count_simulations();

create function private.recount_simulations() returns void
language sql security definer
set search_path = ''
as $$
  lock table public.simulations in share mode;
  delete from private.simulation_counts where true;
  insert into private.simulation_counts (status, change)
  select status, count(*) from public.simulations group by status;
$$;
comment on function private.recount_simulations is 'Counts anew, as after rows were written past the triggers.';
revoke all on function private.recount_simulations() from public, anon, authenticated, service_role;
select private.recount_simulations();

create function private.add_up_counts() returns void
language sql security definer
set search_path = ''
as $$
  with added_up as (
    delete from private.simulation_counts where true returning status, change
  )
  insert into private.simulation_counts (status, change)
  select status, sum(change) from added_up group by status having sum(change) <> 0;
$$;
revoke all on function private.add_up_counts() from public, anon, authenticated, service_role;
grant execute on function private.add_up_counts() to service_role;

create or replace function public.run_schedule() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.expire_offers();
  perform private.remind_of_offers();
  perform private.end_contracts();
  perform private.add_up_counts();
  perform private.note_run('run-schedule');
end
$$;

create function private.simulation_count(wanted_status text) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum(counted.change), 0)::bigint
  from private.simulation_counts as counted
  where wanted_status is null or counted.status = wanted_status;
$$;
comment on function private.simulation_count is 'How many simulations have a status; all of them for null.';
revoke all on function private.simulation_count(text) from public, anon, authenticated, service_role;

create or replace function private.queue_counts() returns jsonb
language sql stable
set search_path = ''
as $$
  with awaiting as (
    select count(distinct asked.simulation_id) as n
    from public.asked_documents as asked
    join public.simulations as simulation on simulation.id = asked.simulation_id
    where asked.status in ('asked', 'refused') and simulation.status = 'pending'
  )
  select jsonb_build_object(
    'decide', private.simulation_count('pending') - (select n from awaiting),
    'documents', (select n from awaiting),
    'approved', private.simulation_count('approved'),
    'rejected', private.simulation_count('rejected'),
    'all', private.simulation_count(null)
  );
$$;

create or replace function private.queue_version() returns text
language sql stable
set search_path = ''
as $$
  select md5(concat_ws(
    ' ',
    private.simulation_count('pending'),
    (select max(created_at) from public.simulations),
    (select max(reviewed_at) from public.simulations where status <> 'pending'),
    (select max(greatest(asked_at, sent_at, decided_at)) from public.asked_documents),
    (select max(created_at) from public.offers),
    (select count(*) from public.offers where status = 'open')
  ));
$$;
