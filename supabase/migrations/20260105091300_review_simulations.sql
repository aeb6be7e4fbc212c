-- The review area. Search needs a definer function: under row-level security a LIKE may not
-- use an index, because it could leak rows through its side effects.

-- Each word by itself, so that "Ana Lima" finds "Ana Souza Lima". It is faster, too: the letters
-- around a space are those that most of the indexed texts have.
create function private.search_patterns(wanted_search text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(
    -- The index knows three letters; fewer are looked for where a word begins.
    case when char_length(word) < 3 then '% ' else '%' end
      || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  )
  from regexp_split_to_table(
    -- A CPF is stored without its mask but often pasted with it.
    case
      when wanted_search ~ '^[0-9. -]+$' then private.digits(wanted_search)
      else private.search_key(wanted_search)
    end,
    '\s+'
  ) as word
  where word <> '';
$$;

create function private.list_simulations(
  wanted_status text, wanted_search text, before_created_at timestamptz, before_id uuid,
  page_size integer
)
returns setof public.simulations
language plpgsql stable security definer
set search_path = ''
-- One plan per combination of filters; a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select simulation.*
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
    limit least(greatest(coalesce(page_size, 20), 1), 100);
end
$$;
grant execute on function private.list_simulations(text, text, timestamptz, uuid, integer)
  to authenticated;

create function public.list_simulations(
  status text default null, search text default null,
  before_created_at timestamptz default null, before_id uuid default null,
  page_size integer default 20
)
returns setof public.simulations
language sql stable
set search_path = ''
as $$
  select * from private.list_simulations($1, $2, $3, $4, $5);
$$;
comment on function public.list_simulations is 'One page, newest first; the next page starts before the last row. Active staff only.';

-- Definer: nobody may update simulations directly. The row lock makes the decision happen
-- once, and the mail commits with it.
create function private.decide_simulation(simulation_id uuid, decision text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  if not private.is_active_staff() then
    return private.refuse('decide-simulation', simulation_id);
  end if;
  if decision not in ('approved', 'rejected') then
    raise exception 'Decisão inválida.' using errcode = '22023';
  end if;

  select * into decided from public.simulations where id = simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if decided.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  update public.simulations
  set status = decision, reviewed_by = (select auth.uid()), reviewed_at = now(),
    rejection_reason = case when decision = 'rejected' then btrim(reason) end
  where id = simulation_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'decide-simulation', simulation_id, 'done',
    jsonb_build_object('decision', decision)
  );
  perform private.enqueue_mail(
    'simulation-' || decision, decided.email,
    jsonb_strip_nulls(jsonb_build_object(
      'fullName', decided.full_name,
      'reason', case when decision = 'rejected' then btrim(reason) end
    )),
    'simulation-decided:' || simulation_id, simulation_id => decided.id
  );
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
grant execute on function private.decide_simulation(uuid, text, text) to authenticated;

create function public.decide_simulation(
  simulation_id uuid, decision text, reason text default null
)
returns jsonb
language sql
set search_path = ''
as $$
  select private.decide_simulation($1, $2, $3);
$$;
comment on function public.decide_simulation is 'Approves or rejects a pending simulation once and queues one mail. Active staff only.';

revoke all on function
  public.list_simulations(text, text, timestamptz, uuid, integer),
  public.decide_simulation(uuid, text, text)
from public, anon, service_role;
grant execute on function
  public.list_simulations(text, text, timestamptz, uuid, integer),
  public.decide_simulation(uuid, text, text)
to authenticated;
