-- The queue as it is worked through: what is to be decided, oldest promise first, with no more of
-- each request than a line shows; and one request with all that a decision needs.

create index simulations_by_email on public.simulations (email);
create index simulations_by_phone on public.simulations (phone);

create function private.is_awaiting_documents(simulation_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.asked_documents as asked
    where asked.simulation_id = $1 and asked.status in ('asked', 'refused')
  );
$$;
comment on function private.is_awaiting_documents is 'Whether the applicant has the ball: something that was asked for is missing.';

-- Pages by key. Only views of pending requests go by the promise; the others are newest first.
create function private.queue_rows(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
)
returns setof public.simulations
language plpgsql stable
set search_path = ''
-- One plan per view; a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  most constant integer := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  if patterns[1] is not null then
    return query
      select simulation.* from public.simulations as simulation
      where simulation.search_text like patterns[1]
        and (patterns[2] is null or simulation.search_text like patterns[2])
        and (patterns[3] is null or simulation.search_text like patterns[3])
        and (patterns[4] is null or simulation.search_text like all (patterns[4:]))
        and (after_at is null or (simulation.created_at, simulation.id) < (after_at, after_id))
      -- As in list_simulations: several words match few rows, which are found and sorted.
      order by
        case
          when patterns[2] is null then simulation.created_at
          else simulation.created_at + interval '0'
        end desc,
        simulation.id desc
      limit most;
  elsif wanted_view = 'decide' then
    return query
      select simulation.* from public.simulations as simulation
      where simulation.status = 'pending'
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
        and not private.is_awaiting_documents(simulation.id)
      order by simulation.answer_due_at, simulation.id
      limit most;
  elsif wanted_view = 'documents' then
    return query
      select simulation.* from public.simulations as simulation
      where simulation.status = 'pending'
        and simulation.id in (
          select asked.simulation_id from public.asked_documents as asked
          where asked.status in ('asked', 'refused')
        )
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most;
  else
    return query
      select simulation.* from public.simulations as simulation
      where (wanted_view = 'all' or simulation.status = wanted_view)
        and (after_at is null or (simulation.created_at, simulation.id) < (after_at, after_id))
      order by simulation.created_at desc, simulation.id desc
      limit most;
  end if;
end
$$;

create function private.queue_line(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', simulation.id,
    'fullName', simulation.full_name,
    'protocol', simulation.protocol,
    'status', simulation.status,
    'createdAt', simulation.created_at,
    'answerDueAt', simulation.answer_due_at,
    'city', simulation.property_city,
    'state', simulation.property_state,
    'rentalValue', simulation.rental_value,
    'repeatedCpf', simulation.repeated_cpf,
    'documentsAsked', count(*) filter (where asked.status in ('asked', 'refused')),
    'documentsSent', count(*) filter (where asked.status = 'sent'),
    'offerStatus', (private.tracked_offer(simulation)) ->> 'status'
  )
  from public.asked_documents as asked where asked.simulation_id = simulation.id;
$$;

create function private.queue_counts() returns jsonb
language sql stable
set search_path = ''
as $$
  with
    by_status as (
      select simulation.status, count(*) as n from public.simulations as simulation
      group by simulation.status
    ),
    awaiting as (
      select count(distinct asked.simulation_id) as n
      from public.asked_documents as asked
      join public.simulations as simulation on simulation.id = asked.simulation_id
      where asked.status in ('asked', 'refused') and simulation.status = 'pending'
    )
  select jsonb_build_object(
    'decide',
    coalesce((select n from by_status where status = 'pending'), 0) - (select n from awaiting),
    'documents', (select n from awaiting),
    'approved', coalesce((select n from by_status where status = 'approved'), 0),
    'rejected', coalesce((select n from by_status where status = 'rejected'), 0),
    'all', coalesce((select sum(n) from by_status), 0)
  );
$$;

-- Definer: staff have no grant on the tables. Counts come with the first page alone.
create function private.queue_page(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.simulations[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if wanted_view not in ('decide', 'documents', 'approved', 'rejected', 'all') then
    raise exception 'Lista desconhecida.' using errcode = '22023';
  end if;
  page := array(
    select simulation
    from private.queue_rows(wanted_view, wanted_search, after_at, after_id, page_size) as simulation
  );
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return jsonb_build_object(
    'rows', coalesce(
      (
        select jsonb_agg(private.queue_line(page[place]) order by place)
        from generate_subscripts(page, 1) as place
      ),
      '[]'
    ),
    'counts', case when after_at is null then private.queue_counts() end,
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;

create function public.queue_page(
  view text default 'decide', search text default null,
  after_at timestamptz default null, after_id uuid default null, page_size integer default 50
)
returns jsonb
language sql volatile
set search_path = ''
as $$
  select private.queue_page($1, $2, $3, $4, $5);
$$;
comment on function public.queue_page is 'One page of the queue by key, in the order of its view; a search looks everywhere. Active staff only; who read what is on record.';

-- Definer for the same reason.
create function private.simulation_detail(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  shown public.simulations;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into shown from public.simulations where id = simulation_id;
  if shown.id is null then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  perform private.record_reading('read-simulations', array[shown.id]);
  return to_jsonb(shown) - '{submission_id,search_text,reviewed_by}'::text[] || jsonb_build_object(
    'age', extract(year from age(
      (now() at time zone 'America/Sao_Paulo')::date::timestamp, shown.birth_date::timestamp
    )),
    -- How much of the income the rent takes; nobody is asked to divide by nothing.
    'rent_share', round(100 * shown.rental_value / nullif(shown.monthly_income, 0)),
    'line', private.queue_line(shown),
    'offer', private.tracked_offer(shown),
    'reviewed_by_me', coalesce(shown.reviewed_by = (select auth.uid()), false),
    'others', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'id', other.id, 'protocol', other.protocol, 'status', other.status,
          'createdAt', other.created_at,
          'same', array_remove(array[
            case when other.cpf = shown.cpf then 'cpf' end,
            case when other.email = shown.email then 'email' end,
            case when other.phone = shown.phone then 'phone' end
          ], null)
        ) order by other.created_at desc)
        from (
          select simulation.* from public.simulations as simulation
          where simulation.id <> shown.id and (
            simulation.cpf = shown.cpf or simulation.email = shown.email
            or simulation.phone = shown.phone
          )
          order by simulation.created_at desc limit 20
        ) as other
      ),
      '[]'
    )
  );
end
$$;

create function public.simulation_detail(simulation_id uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select private.simulation_detail($1);
$$;
comment on function public.simulation_detail is 'One simulation with what a decision needs. Active staff only; who read what is on record.';

revoke all on function
  private.is_awaiting_documents(uuid),
  private.queue_rows(text, text, timestamptz, uuid, integer),
  private.queue_line(public.simulations), private.queue_counts(),
  private.queue_page(text, text, timestamptz, uuid, integer), private.simulation_detail(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.queue_page(text, text, timestamptz, uuid, integer), private.simulation_detail(uuid)
to authenticated;
revoke all on function
  public.queue_page(text, text, timestamptz, uuid, integer), public.simulation_detail(uuid)
from public, anon, service_role;
grant execute on function
  public.queue_page(text, text, timestamptz, uuid, integer), public.simulation_detail(uuid)
to authenticated;
