-- The staff search read ever more as requests grew: an index of letters and digits alone knows nothing
-- of "@ .", and most of an address is what most addresses have. The decision, with plans and figures,
-- is docs/decisions/2026-11-23-search.md.

-- Words as they are looked for, before they become patterns or grams.
create function private.search_words(wanted_search text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(word order by place)
  from regexp_split_to_table(
    -- A CPF is stored without its mask but often pasted with it.
    case
      when wanted_search ~ '^[0-9. -]+$' then private.digits(wanted_search)
      else private.search_key(wanted_search)
    end,
    '\s+'
  ) with ordinality as split (word, place)
  where word <> '';
$$;
comment on function private.search_words is 'The words of a search, all of which are to be found.';

create or replace function private.search_patterns(wanted_search text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(
    -- One or two letters are looked for where a word begins.
    case when char_length(word) < 3 then '% ' else '%' end
      || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    order by place
  )
  from unnest(private.search_words(wanted_search)) with ordinality as listed (word, place);
$$;

-- Any three characters in a row, whatever they are, and the first one of each word. Of one character
-- that is repeated, three say little: four and six of it are a gram, too.
create function private.search_grams(words text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(distinct gram)
  from (
    select substr(words, place, 3) as gram
    from generate_series(1, char_length(words) - 2) as place
    union all
    select left(run, length)
    from regexp_matches(words, '(([^ ])\2{3,})', 'g') as found (runs),
      lateral (select runs[1] as run) as named,
      (values (4), (6)) as listed (length)
    where char_length(run) >= length
    union all
    select ' ' || left(word, 1)
    from regexp_split_to_table(words, ' ') as word
    where word <> ''
  ) as listed;
$$;
comment on function private.search_grams is 'What the index of the search knows a text by.';

create index simulations_by_grams on public.simulations
  using gin ((private.search_grams(search_text)))
  -- What is pending is read through by every search: some hundred requests at most.
  with (gin_pending_list_limit = 256);
drop index public.simulations_search;

-- Most grams of an address are in most addresses, and reading where costs more the more there are: the
-- few that ANALYZE has seen least are enough, and the text itself is asked in the end.
create function private.wanted_grams(wanted_search text) returns text[]
language sql stable
set search_path = ''
as $$
  with
    wanted as (
      select distinct gram
      from unnest(private.search_words(wanted_search)) as word,
        lateral unnest(
          case
            when char_length(word) < 3 then array[' ' || word]
            -- A word may be found within another: where it begins says nothing.
            else array_remove(private.search_grams(word), ' ' || left(word, 1))
          end
        ) as gram
    ),
    common as (
      select listed.gram, listed.frequency
      from pg_catalog.pg_stats as known,
        unnest(known.most_common_elems::text::text[], known.most_common_elem_freqs)
          as listed (gram, frequency)
      where known.schemaname = 'public' and known.tablename = 'simulations_by_grams'
    )
  select array_agg(ranked.gram)
  from (
    select wanted.gram, coalesce(common.frequency, 0) as frequency,
      row_number() over (
        order by coalesce(common.frequency, 0), char_length(wanted.gram) desc, wanted.gram
      ) as place
    from wanted left join common on common.gram = wanted.gram
  ) as ranked
  -- A gram that a tenth of all texts have costs more than it tells the rarer ones apart.
  where ranked.place = 1 or (ranked.place <= 5 and ranked.frequency < 0.1);
$$;
comment on function private.wanted_grams is 'The rarest grams that a text has if it has all words of a search.';

-- Newest first. What many requests have is soon found by walking from the newest, a bounded number of
-- them; what few have, the index knows. Called by definer functions.
create function private.search_simulations(
  wanted_search text, wanted_status text, before_created_at timestamptz, before_id uuid, most integer
)
returns setof public.simulations
language plpgsql stable
set search_path = ''
-- One plan per search, by how many requests have its grams.
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  steps constant integer[] := array[2000, 12000];
  walk integer;
  grams text[];
  page uuid[];
begin
  foreach walk in array steps loop
    page := array(
      select walked.id
      from (
        select simulation.id, simulation.search_text
        from public.simulations as simulation
        where (wanted_status is null or simulation.status = wanted_status)
          and (
            before_created_at is null
            or (simulation.created_at, simulation.id) < (before_created_at, before_id)
          )
        order by simulation.created_at desc, simulation.id desc
        limit walk
      ) as walked
      where walked.search_text like all (patterns)
      limit most
    );
    -- Enough, or so few that the longer walk would not find enough either.
    exit when cardinality(page) = most or cardinality(page) * steps[2] < most * steps[1];
  end loop;
  if cardinality(page) < most then
    grams := private.wanted_grams(wanted_search);
    page := array(
      with matched as materialized (
        select simulation.id, simulation.created_at
        from public.simulations as simulation
        where private.search_grams(simulation.search_text) @> grams
          and simulation.search_text like all (patterns)
          and (wanted_status is null or simulation.status = wanted_status)
          and (
            before_created_at is null
            or (simulation.created_at, simulation.id) < (before_created_at, before_id)
          )
      )
      select matched.id from matched order by matched.created_at desc, matched.id desc limit most
    );
  end if;
  return query
    select simulation.* from public.simulations as simulation
    where simulation.id = any (page)
    order by simulation.created_at desc, simulation.id desc;
end
$$;
comment on function private.search_simulations is 'The newest simulations that have all words of a search, before one that was shown.';

create or replace function private.queue_rows(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
)
returns setof public.simulations
language plpgsql stable
set search_path = ''
-- One plan per view; a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  if private.search_words(wanted_search) is not null then
    return query
      select * from private.search_simulations(wanted_search, null, after_at, after_id, most);
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
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.simulations[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if private.search_words(wanted_search) is not null then
    page := array(
      select listed
      from private.search_simulations(
        wanted_search, wanted_status, before_created_at, before_id, most
      ) as listed
    );
  else
    page := array(
      select simulation
      from public.simulations as simulation
      where (wanted_status is null or simulation.status = wanted_status)
        and (before_created_at is null or (simulation.created_at, simulation.id) < (before_created_at, before_id))
      order by simulation.created_at desc, simulation.id desc
      limit most
    );
  end if;
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return query
    select cleared.* from unnest(page) as shown,
      lateral jsonb_populate_record(shown, '{"submission_id": null}') as cleared;
end
$$;

grant execute on function private.search_grams(text) to service_role;
revoke all on function
  private.search_words(text), private.wanted_grams(text),
  private.search_simulations(text, text, timestamptz, uuid, integer)
from public, anon, authenticated, service_role;
