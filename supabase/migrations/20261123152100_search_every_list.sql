-- Contracts are searched as simulations are: both by the same function, which knows a list by its
-- table, its order and what belongs to it (docs/decisions/2026-11-23-search.md).
create index contracts_by_grams on public.contracts
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
drop index public.contracts_by_search_text;

drop function private.wanted_grams(text);
-- Most grams of an address are in most addresses, and reading where costs more the more there are: the
-- few that ANALYZE has seen least are enough, and the text itself is asked in the end. Each word gives
-- some: the five rarest of two words were all of the rarer one, so that the other narrowed nothing.
create function private.wanted_grams(wanted_search text, index_name text) returns text[]
language sql stable
set search_path = ''
as $$
  with
    common as (
      select listed.gram, listed.frequency
      from pg_catalog.pg_stats as known,
        unnest(known.most_common_elems::text::text[], known.most_common_elem_freqs)
          as listed (gram, frequency)
      where known.schemaname = 'public' and known.tablename = index_name
    ),
    wanted as (
      select distinct word, gram, coalesce(common.frequency, 0) as frequency
      from unnest(private.search_words(wanted_search)) as word,
        lateral unnest(
          case
            when char_length(word) < 3 then array[' ' || word]
            -- A word may be found within another: where it begins says nothing.
            else array_remove(private.search_grams(word), ' ' || left(word, 1))
          end
        ) as gram
        left join common using (gram)
    ),
    of_word as (
      select wanted.*, row_number() over (
        partition by word order by frequency, char_length(gram) desc, gram
      ) as nth
      from wanted
    )
  select array_agg(distinct ranked.gram)
  from (
    select gram, frequency,
      row_number() over (order by nth, frequency, gram) as place,
      row_number() over (order by frequency, nth, gram) as rarity
    from of_word
  ) as ranked
  -- A gram that a tenth of all texts have costs more than it tells the rarer ones apart.
  where ranked.rarity = 1 or (ranked.place <= 5 and ranked.frequency < 0.1);
$$;
comment on function private.wanted_grams is 'The rarest grams of each word, which a text has if it has all words of a search.';

-- What many rows have is soon found by walking from the first of the list (or from the last row shown),
-- a bounded number of them; what few have, the index of grams knows. Statements are put together here,
-- so that each is planned for what it looks for. Called by definer functions, and the conditions are
-- theirs: no caller's text becomes part of a statement.
create function private.page_ids(
  table_name text, order_by text, direction text,
  -- What an index in this order leads to, and what else a row of the list is.
  walked text, condition text,
  wanted_search text, after_key text, after_id uuid, most integer
)
returns uuid[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
-- A plan for many rows looks dear; compiling it takes longer than running it.
set jit = off
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  steps constant integer[] := array[2000, 12000];
  source constant text := format('public.%I where %s', table_name, walked) || case
    when after_key is null then ''
    else format(
      ' and (%I, id) %s (%L, %L)',
      order_by, case direction when 'desc' then '<' else '>' end, after_key, after_id
    )
  end;
  in_order constant text := format('order by %1$I %2$s, id %2$s', order_by, direction);
  candidates constant integer := 8 * most;
  walk integer;
  page uuid[];
  grams text[];
  is_all boolean;
begin
  if patterns is null then
    execute format(
      'select array(select id from %s and %s %s limit %s)', source, condition, in_order, most
    ) into page;
    return page;
  end if;
  foreach walk in array steps loop
    execute format(
      'select array(
        select id from (select * from %s %s limit %s) as walked
        where %s and search_text like all ($1) limit %s
      )',
      source, in_order, walk, condition, most
    ) into page using patterns;
    -- Enough, or so few that the longer walk would not find enough either.
    exit when cardinality(page) = most or cardinality(page) * steps[2] < most * steps[1];
  end loop;
  if cardinality(page) = most then
    return page;
  end if;
  grams := private.wanted_grams(wanted_search, table_name || '_by_grams');
  -- Which rows have the grams is cheaply told; the text, far back in each, is asked of the first alone.
  execute format(
    'with candidate as materialized (
      select id, %1$I
      from (select id, %1$I from %2$s and %3$s and private.search_grams(search_text) @> $2 offset 0) as known
      %4$s limit %5$s
    )
    select
      array(
        select id from candidate join public.%6$I as listed using (id, %1$I)
        where listed.search_text like all ($1) %4$s limit %7$s
      ),
      (select count(*) from candidate) < %5$s',
    order_by, source, condition, in_order, candidates, table_name, most
  ) into page, is_all using patterns, grams;
  if cardinality(page) < most and not is_all then
    execute format(
      'select array(
        select id
        from (
          select id, %1$I from %2$s and %3$s
            and private.search_grams(search_text) @> $2 and search_text like all ($1)
          offset 0
        ) as matched
        %4$s limit %5$s
      )',
      order_by, source, condition, in_order, most
    ) into page using patterns, grams;
  end if;
  return page;
end
$$;
comment on function private.page_ids is 'One page of a list by key, of rows that have all words of a search if there is one.';

create or replace function private.search_simulations(
  wanted_search text, wanted_status text, before_created_at timestamptz, before_id uuid, most integer
)
returns setof public.simulations
language sql stable
set search_path = ''
as $$
  select simulation.*
  from unnest(private.page_ids(
    'simulations', 'created_at', 'desc',
    case when wanted_status is null then 'true' else format('status = %L', wanted_status) end, 'true',
    wanted_search, before_created_at::text, before_id, most
  )) with ordinality as listed (id, place)
  join public.simulations as simulation on simulation.id = listed.id
  order by listed.place;
$$;

create or replace function private.list_contracts(
  wanted_view text, wanted_search text, after_date date, after_id uuid, page_size integer
)
returns setof public.contracts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  is_running constant boolean := coalesce(wanted_view in ('active', 'expiring'), false);
  page uuid[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  page := private.page_ids(
    'contracts', 'end_date', case when is_running then 'asc' else 'desc' end,
    case when is_running then format('end_date >= %L', today) else 'true' end,
    case wanted_view
      when 'active' then 'status = ''active'''
      when 'expiring' then format('status = ''active'' and end_date <= %L', today + 30)
      when 'ended' then format('(status = ''ended'' or status = ''active'' and end_date < %L)', today)
      when 'cancelled' then 'status = ''cancelled'''
      else (wanted_view is null)::text
    end,
    wanted_search, after_date::text, after_id, least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-contracts', page);
  return query
    select contract.*
    from unnest(page) with ordinality as listed (id, place)
    join public.contracts as contract on contract.id = listed.id
    order by listed.place;
end
$$;

revoke all on function
  private.wanted_grams(text, text),
  private.page_ids(text, text, text, text, text, text, text, uuid, integer)
from public, anon, authenticated, service_role;
