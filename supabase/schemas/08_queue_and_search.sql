-- The queue as it is worked through: what is to be decided, oldest promise first, with no more of
-- each request than a line shows; one request with all that a decision needs; and a version that
-- costs little to ask for, so that an open page sees within seconds what a colleague has decided.

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

create function private.search_simulations(
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
comment on function private.search_simulations is 'The newest simulations that have all words of a search, before one that was shown.';

-- Definer: under row-level security a LIKE may not use an index, because it could leak rows through its
-- side effects. Staff have no use for the id of a submission, with which its sender gets the answer again.
create function private.list_simulations(
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
call private.expose('list_simulations', 'authenticated',
  'One page, newest first; the next page starts before the last row. Active staff only; who read what is on record.',
  'status text default null, search text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20');

-- Undoing a decision changes the number of pending ones, deciding again the newest review.
create function private.queue_version() returns text
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
    (select max(adjustment_asked_at) from public.offers where adjustment_asked_at is not null),
    (select count(*) from public.offers where status = 'open'),
    (select string_agg(md5(questions::text), '' order by id) from public.offers where has_question),
    (select concat(count(*), max(since)) from public.case_holders where simulation_id is not null)
  ));
$$;
comment on function private.queue_version is 'Differs when the queue or something of a request in it has changed.';

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
grant execute on function private.is_awaiting_documents to service_role;

-- Nobody's turn: what lies between two desks, where a promise is kept and still nothing goes on. All of it
-- is recent, or few: after ninety days a request's link is gone, and with it the way to accept anything.
-- Bounded besides: whoever has thousands of them has another trouble than the last ones of the list.
create function private.waiting_requests(wanted_view text, most integer) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  if wanted_view = 'arrived' then
    return query
      select asked.simulation_id from public.asked_documents as asked
      join public.simulations as simulation on simulation.id = asked.simulation_id
      where asked.status = 'sent' and simulation.status = 'pending'
      group by asked.simulation_id
      limit most;
  elsif wanted_view = 'silent' then
    return query
      select asked.simulation_id from public.asked_documents as asked
      join public.simulations as simulation on simulation.id = asked.simulation_id
      where asked.status in ('asked', 'refused') and simulation.status = 'pending'
      group by asked.simulation_id
      having max(greatest(asked.asked_at, asked.decided_at)) < now() - private.documents_wait()
      limit most;
  elsif wanted_view = 'answered' then
    return query
      select offer.simulation_id from public.offers as offer
      where (
          offer.adjustment_asked_at > now() - interval '90 days' and private.is_open(offer)
          or offer.status = 'declined' and offer.closed_at > now() - interval '30 days'
        )
        and not exists (
          select from public.offers as other
          where other.simulation_id = offer.simulation_id and other.status <> 'withdrawn'
            and other.created_at > offer.created_at
        )
      -- A question waits, whatever became of the offer.
      union
      select offer.simulation_id from public.offers as offer where offer.has_question
      limit most;
  elsif wanted_view = 'unoffered' then
    return query
      select simulation.id from public.simulations as simulation
      where simulation.status = 'approved' and simulation.reviewed_at > now() - interval '90 days'
        and not exists (
          select from public.offers as offer
          where offer.simulation_id = simulation.id and offer.status <> 'withdrawn'
        )
      order by simulation.reviewed_at
      limit most;
  elsif wanted_view = 'offers' then
    return query
      select offer.simulation_id from public.offers as offer
      where offer.status in ('open', 'expired')
        and offer.valid_until between now() - interval '90 days' and now() + interval '2 days'
        and not exists (
          select from public.offers as other
          where other.simulation_id = offer.simulation_id and (
            other.status = 'accepted' or other.status = 'open' and other.valid_until > offer.valid_until
          )
        )
      group by offer.simulation_id
      limit most;
  end if;
end
$$;
comment on function private.waiting_requests is 'Requests that wait for somebody to notice: documents that came (arrived) or have not for three days (silent), approvals without conditions (unoffered), conditions that are to be adjusted, were declined within thirty days or have a question without answer (answered), conditions that expire within two days or have (offers); at most so many.';

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
  elsif wanted_view in ('silent', 'arrived', 'unoffered', 'answered', 'offers') then
    return query
      select simulation.* from public.simulations as simulation
      where simulation.id in (select private.waiting_requests(wanted_view, 5000))
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
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
comment on function private.queue_rows is 'One page of a view by key: those of pending requests go by the promise, the others are newest first.';

-- The whole page in one statement: what it calls is planned once, not again for each line.
create function private.queue_lines(page public.simulations[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', (line.simulation).id,
    'fullName', (line.simulation).full_name,
    'protocol', (line.simulation).protocol,
    'status', (line.simulation).status,
    'createdAt', (line.simulation).created_at,
    'answerDueAt', (line.simulation).answer_due_at,
    'city', (line.simulation).property_city,
    'state', (line.simulation).property_state,
    'rentalValue', (line.simulation).rental_value,
    'repeatedCpf', (line.simulation).repeated_cpf,
    'documentsAsked', documents.asked,
    'documentsSent', documents.sent,
    'offerStatus', case
      -- Null without any, too.
      when coalesce(offer.status, 'withdrawn') = 'withdrawn' then null
      when offer.status <> 'open' then offer.status
      when not private.is_open(offer) then 'expired'
      when offer.adjustment_asked_at is not null then 'adjust'
      else 'open'
    end,
    'hasQuestion', exists (
      select from public.offers as asked
      where asked.simulation_id = (line.simulation).id and asked.has_question
    ),
    'holder', private.case_holder((line.simulation).id, null)
  ) order by line.place), '[]')
  from (
    select page[place] as simulation, place from generate_subscripts(page, 1) as place
  ) as line
  cross join lateral private.current_offer(line.simulation) as offer
  cross join lateral (
    select count(*) filter (where asked.status in ('asked', 'refused')) as asked,
      count(*) filter (where asked.status = 'sent') as sent
    from public.asked_documents as asked where asked.simulation_id = (line.simulation).id
  ) as documents;
$$;
comment on function private.queue_lines is 'What the lines of the queue show of these requests, in their order.';

create function private.queue_counts() returns jsonb
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
  ) || (
    select jsonb_object_agg(waiting.view, (
      select count(*) from private.waiting_requests(waiting.view, 1000)
    ))
    from unnest(array['arrived', 'silent', 'unoffered', 'answered', 'offers']) as waiting (view)
  );
$$;
comment on function private.queue_counts is 'How many requests each view of the queue has; of what waits to be noticed, at most 1,000.';

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
  answer jsonb;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if wanted_view not in (
    'decide', 'documents', 'arrived', 'silent', 'unoffered', 'answered', 'offers', 'approved',
    'rejected', 'all'
  ) then
    raise exception 'Lista desconhecida.' using errcode = '22023';
  end if;
  page := array(
    select simulation
    from private.queue_rows(wanted_view, wanted_search, after_at, after_id, page_size) as simulation
  );
  answer := jsonb_build_object(
    'rows', private.queue_lines(page),
    'counts', case when after_at is null then private.queue_counts() end,
    'undoSeconds', extract(epoch from private.undo_period())
  );
  -- At last: it has whoever asks twice at once wait for themselves.
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return answer;
end
$$;
call private.expose('queue_page', 'authenticated',
  'One page of the queue by key, in the order of its view; a search looks everywhere. Active staff only; who read what is on record.',
  'view text default ''decide'', search text default null, after_at timestamptz default null, after_id uuid default null, page_size integer default 50');

-- Whoever calls names something, and staff do not know of which kind: the newest of each kind that have
-- all words. A letter's code, a former one too, stands beside its contract, and so do document, name and
-- addresses of the landlord that it is known to have; a claim is found by its protocol, and with its contract.
-- Definer: staff have no grant on the tables.
create function private.find_cases(wanted_search text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := 6;
  -- As the letter prints it, or without its hyphens.
  letter_code constant text := upper(translate(btrim(wanted_search), '- ', ''));
  kind record;
  ids uuid[];
  contract_ids uuid[];
  landlord_ids uuid[];
  found_ones jsonb := '[]';
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  -- Less names nobody; signs alone are no word, and would show whoever came last.
  if char_length(btrim(coalesce(wanted_search, ''))) < 3 or private.search_words(wanted_search) is null then
    return found_ones;
  end if;
  -- Each by an index of its own, which one condition with `or` over a subquery would not be.
  landlord_ids := array(
    select landlord.id from public.landlords as landlord
    where landlord.id in (
      select documented.id from public.landlords as documented
      where documented.document = upper(translate(btrim(wanted_search), '-./ ', ''))
      union all
      select named.id from public.landlords as named
      where private.search_key(named.name) = private.search_key(btrim(wanted_search))
      union all
      select known.landlord_id from public.landlord_contacts as known
      where known.address = lower(btrim(wanted_search))
    )
    order by landlord.created_at desc, landlord.id limit 100
  );
  for kind in
    select * from (values
      ('request', 'simulations', 'created_at', 'read-simulations',
        'full_name', 'protocol', 'property_address'),
      ('contract', 'contracts', 'end_date', 'read-contracts',
        'tenant_name', 'contract_number', 'property_address'),
      ('partnership', 'partnership_requests', 'created_at', 'read-partnership-requests',
        'company_name', 'protocol', 'partner_name'),
      ('partner', 'partners', 'accepted_at', 'read-partners',
        'company_name', 'null', 'partner_name'),
      ('message', 'contact_messages', 'created_at', 'read-contact-messages',
        'name', 'protocol', 'subject')
    ) as listed (name, table_name, moment, reading, title, number, about)
  loop
    ids := private.page_ids(
      kind.table_name, kind.moment, 'desc', 'true', 'true', wanted_search, null, null, most
    );
    if kind.name = 'contract' then
      ids := ids || array(
        select contract.id from public.contracts as contract
        where contract.id <> all (ids) and contract.id in (
          select known.contract_id from public.landlord_contacts as known
          where known.address = lower(btrim(wanted_search))
          union all
          select owned.id from public.contracts as owned
          where owned.landlord_id = any (landlord_ids)
        )
        order by contract.end_date desc, contract.id limit most
      );
      ids := ids || array(
        select named.contract_id from (
          select letter.contract_id, letter.code from public.letters as letter
          union all
          select replaced.contract_id, replaced.code from private.replaced_letters as replaced
        ) as named
        where named.code = letter_code and named.contract_id <> all (ids)
      );
      contract_ids := ids;
    end if;
    continue when cardinality(ids) = 0;
    perform private.record_reading(kind.reading, ids);
    execute format(
      'select $2 || jsonb_agg(jsonb_build_object(
        ''kind'', $3, ''id'', found.id, ''title'', found.%I, ''number'', %s, ''about'', found.%I
      ) order by listed.place)
      from unnest($1) with ordinality as listed (id, place) join public.%I as found using (id)',
      kind.title, kind.number, kind.about, kind.table_name
    ) into found_ones using ids, found_ones, kind.name;
  end loop;
  ids := array(
    select claim.id from public.claims as claim
    where claim.protocol = upper(btrim(wanted_search)) or claim.contract_id = any (contract_ids)
    order by claim.opened_at desc, claim.id limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct claim.contract_id from public.claims as claim where claim.id = any (ids)
  ));
  select found_ones || coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'claim', 'id', claim.id, 'title', contract.tenant_name, 'number', claim.protocol,
    'about', contract.landlord_name
  ) order by claim.opened_at desc, claim.id), '[]') into found_ones
  from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
  where claim.id = any (ids);
  landlord_ids := landlord_ids[1:most];
  perform private.record_reading('read-landlords', landlord_ids);
  return found_ones || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'landlord', 'id', landlord.id, 'title', landlord.name, 'number', landlord.document,
      'about', case counted.n when 1 then '1 contrato' else counted.n || ' contratos' end
    ) order by listed.place), '[]')
    from unnest(landlord_ids) with ordinality as listed (id, place)
    join public.landlords as landlord using (id)
    cross join lateral (
      select count(*) as n from public.contracts as contract where contract.landlord_id = landlord.id
    ) as counted
  );
end
$$;
call private.expose('find_cases', 'authenticated',
  'Requests, contracts, their claims, requests of partnership, partners and messages that have all words of a search, and landlords of this name, document or address, six of each kind at most, each as {kind, id, title, number, about}. Active staff only; who read what is on record.',
  'search text');
