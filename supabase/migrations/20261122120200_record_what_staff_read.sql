-- Who read whose data, and when (LGPD art. 37). A policy cannot write, so reading simulations
-- straight from the tables is withdrawn: list_simulations is the one way, and it takes note.

create index audit_trail_by_read_subject on public.audit_trail using gin ((details -> 'ids'))
  where action = 'read-simulations';

-- Definer: nobody may write the trail directly. Each subject is noted once in 15 minutes for a
-- reader, because the list is asked for again twice a minute and the trail is never deleted.
create function private.record_reading(action text, subjects uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  unseen jsonb;
begin
  -- Two calls at once would both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('reading ' || reader, 0));
  select jsonb_agg(subject) into unseen
  from unnest(subjects) as subject
  where not exists (
    select from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = $1
      and earlier.occurred_at > now() - interval '15 minutes'
      and earlier.details -> 'ids' ? subject::text
  );
  if unseen is not null then
    insert into public.audit_trail (actor, action, outcome, details)
    values (reader, $1, 'done', jsonb_build_object('ids', unseen));
  end if;
end
$$;

create or replace function private.list_simulations(
  wanted_status text, wanted_search text, before_created_at timestamptz, before_id uuid,
  page_size integer
)
returns setof public.simulations
language plpgsql volatile security definer
set search_path = ''
-- One plan per combination of filters; a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  page public.simulations[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  page := array(
    select simulation
    from public.simulations as simulation
    where (wanted_status is null or simulation.status = wanted_status)
      -- An index serves "like", but not "like all".
      and (patterns[1] is null or simulation.search_text like patterns[1])
      and (patterns[2] is null or simulation.search_text like patterns[2])
      and (patterns[3] is null or simulation.search_text like patterns[3])
      and (patterns[4] is null or simulation.search_text like all (patterns[4:]))
      and (before_created_at is null or (simulation.created_at, simulation.id) < (before_created_at, before_id))
    order by
      -- Several words match few rows, which are found and sorted. By what an index is sorted by,
      -- the planner may walk through thousands of the newest instead until a page matches.
      case
        when patterns[2] is null then simulation.created_at
        else simulation.created_at + interval '0'
      end desc,
      simulation.id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;

create or replace function public.list_simulations(
  status text default null, search text default null,
  before_created_at timestamptz default null, before_id uuid default null,
  page_size integer default 20
)
returns setof public.simulations
language sql volatile
set search_path = ''
as $$
  select * from private.list_simulations($1, $2, $3, $4, $5);
$$;
comment on function public.list_simulations is 'One page, newest first; the next page starts before the last row. Active staff only; who read what is on record.';

drop policy "Active staff read simulations" on public.simulations;
revoke select on public.simulations from authenticated;
-- No screen shows partnership requests; the staff inbox gets them by mail.
drop policy "Active staff read partnership requests" on public.partnership_requests;
revoke select on public.partnership_requests from authenticated;

-- Definer: the trail is closed to everybody.
create function private.simulation_history(simulation_id uuid)
returns table (occurred_at timestamptz, who text, action text, outcome text, decision text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  wanted constant uuid := simulation_id;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select entry.occurred_at, coalesce(staff.full_name, staff.email), entry.action, entry.outcome,
      entry.details ->> 'decision'
    from (
      select trail.occurred_at, trail.actor, trail.action, trail.outcome, trail.details
      from public.audit_trail as trail
      where trail.subject_id = wanted
      union all
      select trail.occurred_at, trail.actor, trail.action, trail.outcome, trail.details
      from public.audit_trail as trail
      where trail.action = 'read-simulations' and trail.details -> 'ids' ? wanted::text
      union all
      select simulation.created_at, null, 'submit-simulation', 'done', '{}'::jsonb
      from public.simulations as simulation where simulation.id = wanted
    ) as entry
    left join public.staff on staff.user_id = entry.actor
    order by entry.occurred_at desc
    limit 100;
end
$$;

create function public.simulation_history(simulation_id uuid)
returns table (occurred_at timestamptz, who text, action text, outcome text, decision text)
language sql stable
set search_path = ''
as $$
  select * from private.simulation_history($1);
$$;
comment on function public.simulation_history is 'Who submitted, read and decided a simulation, or was refused, newest first; who is null for nobody of staff. Active staff only.';

grant execute on function private.simulation_history(uuid) to authenticated;
revoke all on function public.simulation_history(uuid) from public, anon, service_role;
grant execute on function public.simulation_history(uuid) to authenticated;
