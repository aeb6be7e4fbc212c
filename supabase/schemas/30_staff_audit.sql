-- The audit trail as a screen for owners: who did what, who looked at whose data, and which calls were refused. The
-- screen shows ids and numbers of cases, no names of tenants or landlords.
-- One call resolves all rows of a page or file. One call per row was slower than all the rest, also for 10,000 rows.
create function private.audit_cases(subjects uuid[]) returns table (subject uuid, about jsonb)
language sql stable
set search_path = ''
as $$
  select distinct on (found.subject)
    found.subject, jsonb_build_object('kind', found.kind, 'id', found.id, 'number', found.number)
  from (
    select known.id as subject, 'request' as kind, known.id, known.protocol as number
    from public.simulations as known where known.id = any ($1)
    union all
    select known.id, 'contract', known.id, known.contract_number
    from public.contracts as known where known.id = any ($1)
    union all
    select known.id, 'claim', known.id, known.protocol from public.claims as known where known.id = any ($1)
    union all
    select known.id, 'partnership', known.id, known.protocol
    from public.partnership_requests as known where known.id = any ($1)
    union all
    select known.id, 'message', known.id, known.protocol
    from public.contact_messages as known where known.id = any ($1)
    union all
    select known.user_id, 'member', known.user_id, coalesce(known.full_name, known.email) from public.staff as known
    where known.user_id = any ($1)
    union all
    select known.id, 'partner', known.id, null from public.partners as known where known.id = any ($1)
    union all
    select known.id, 'landlord', known.id, null from public.landlords as known where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.offers as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.asked_documents as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.charges as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.movements as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.contract_documents as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.leases as known
    cross join private.current_contract(known.id) as held where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.outgoing_mail as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.outgoing_mail as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'partnership', asked.id, asked.protocol from public.outgoing_mail as known
    join public.partnership_requests as asked on asked.id = known.partnership_request_id where known.id = any ($1)
    union all
    select known.id, 'message', asked.id, asked.protocol from public.outgoing_mail as known
    join public.contact_messages as asked on asked.id = known.contact_message_id where known.id = any ($1)
  ) as found;
$$;
comment on function private.audit_cases is 'Returns the case {kind, id, number} of each row that an audit entry names. Unknown and deleted rows have none. Kind member is an account of staff.';

create function private.audit_subjects(typed text, out subjects uuid[], out claim uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  -- People type protocols and numbers with hyphens, dashes or blanks, or without.
  signs constant text := upper(translate(btrim(typed), '-–— ', ''));
  number constant text := regexp_replace(signs, '^([A-Z]{2})([0-9]{4})([0-9A-Z]+)$', '\1-\2-\3');
  contract uuid;
begin
  select known.id, array[known.id, known.contract_id] into claim, subjects
  from public.claims as known where known.protocol = number;
  if found then
    return;
  end if;
  select known.id into contract from public.contracts as known where known.contract_number = number;
  subjects := array(
    select known.id from public.simulations as known where known.protocol = number
    union all
    select known.id from public.partnership_requests as known where known.protocol = number
    union all
    select known.id from public.contact_messages as known where known.protocol = number
    union all
    select contract where contract is not null
    union all
    select known.lease_id from public.contracts as known where known.id = contract
    union all
    select known.id from public.claims as known where known.contract_id = contract
    union all
    select known.id from public.charges as known where known.contract_id = contract
    union all
    select known.id from public.movements as known where known.contract_id = contract
    union all
    select known.id from public.contract_documents as known where known.contract_id = contract
  );
end
$$;
comment on function private.audit_subjects is 'Returns the ids under which the audit trail has a case, found by its number or protocol; an empty list when no case has it. claim is set for the protocol of a claim, whose entries are among those of its contract.';

-- A plan for the given filters uses one index of the trail; `execute` makes such a plan. Entries about a case come from
-- three indexes, because a reading lists its rows in details.
create function private.audit_rows(
  person uuid, action text, typed text, from_day date, to_day date, outcome text,
  before_at timestamptz, before_id bigint, most integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  wanted record;
  rows jsonb;
begin
  if nullif(btrim(typed), '') is not null then
    select * into wanted from private.audit_subjects(typed);
  else
    select null::uuid[] as subjects, null::uuid as claim into wanted;
  end if;
  execute format(
    $query$
      with entry as materialized (
        select trail.* from %s as trail
        where ($1 is null or trail.actor = $1)
          and ($2 is null or trail.action = $2)
          and ($3 is null or trail.outcome = $3)
          and ($4 is null or trail.occurred_at >= $4)
          and ($5 is null or trail.occurred_at < $5)
          and ($6 is null or (trail.occurred_at, trail.id) < ($6, $7))
          and ($10 is null or trail.subject_id = $10 or trail.details ->> 'claim' = $10::text)
        order by trail.occurred_at desc, trail.id desc
        limit $11
      ),
      listed as materialized (
        select entry.id as entry_id, coalesce((entry.details ->> 'claim')::uuid, entry.subject_id) as subject, 0 as place
        from entry
        union all
        select entry.id, seen.id::uuid, seen.place
        from entry
        cross join lateral jsonb_array_elements_text(entry.details -> 'ids') with ordinality as seen (id, place)
        where seen.place <= 3
      ),
      shown as (
        select listed.entry_id, jsonb_agg(known.about order by listed.place) as cases
        from listed
        join private.audit_cases(array(select distinct wanted.subject from listed as wanted)) as known using (subject)
        group by listed.entry_id
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id, 'occurred_at', entry.occurred_at, 'action', entry.action, 'outcome', entry.outcome,
        'who', coalesce(member.full_name, member.email),
        'detail', coalesce(entry.details ->> 'status', entry.details ->> 'decision'),
        'rows', coalesce(jsonb_array_length(entry.details -> 'ids'), 0),
        'cases', coalesce(shown.cases, '[]')
      ) order by entry.occurred_at desc, entry.id desc), '[]')
      from entry
      left join shown on shown.entry_id = entry.id
      left join public.staff as member on member.user_id = entry.actor
    $query$,
    case when wanted.subjects is null then 'public.audit_trail' else $source$(
      select * from public.audit_trail as acted where acted.subject_id = any ($8)
      union all
      select * from public.audit_trail as seen
      where seen.action = 'read-simulations' and seen.details -> 'ids' ?| $9
      union all
      select * from public.audit_trail as seen
      where seen.action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts', 'read-offers')
        and seen.details -> 'ids' ?| $9
    )$source$ end
  ) into rows using $1, $2, $6, $4::timestamp at time zone 'America/Sao_Paulo',
    ($5 + 1)::timestamp at time zone 'America/Sao_Paulo', $7, $8, wanted.subjects, wanted.subjects::text[], wanted.claim, $9;
  return rows;
end
$$;
comment on function private.audit_rows is 'Returns entries of the audit trail, newest first. Each has its author, the number of rows that a reading showed, and up to three of its cases.';

create function private.audit_filter(
  person uuid, action text, typed text, from_day date, to_day date, outcome text
) returns jsonb
language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'person', $1, 'action', $2, 'from', $4, 'to', $5, 'outcome', $6,
  'subject', case when nullif(btrim($3), '') is not null then (private.audit_subjects($3)).subjects[1] end
));
comment on function private.audit_filter is 'Returns the filters of a reading of the trail for its record. A typed case is recorded by its id, because people may type a name.';

-- Security definer, because no role of the API may read the trail. The same reading is recorded once in 15 minutes.
create function private.list_audit(
  person uuid, action text, typed_case text, from_day date, to_day date, outcome text,
  before_at timestamptz, before_id bigint, page_size integer
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  filter constant jsonb := private.audit_filter($1, $2, $3, $4, $5, $6);
begin
  if not exists (
    select from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = 'read-audit' and earlier.details = filter
      and earlier.occurred_at > now() - interval '15 minutes'
  ) then
    perform private.note('read-audit', null, filter);
  end if;
  return private.audit_rows($1, $2, $3, $4, $5, $6, $7, $8, least(greatest(coalesce($9, 20), 1), 100));
end
$$;
call private.expose('list_audit', 'authenticated',
  'Lists one page of the audit trail, newest first, filtered by person, action, number or protocol of a case, days and outcome (done or denied). The next page starts after the last row. Records the reading.',
  'person uuid default null, action text default null, typed_case text default null, from_day date default null, to_day date default null, outcome text default null, before_at timestamptz default null, before_id bigint default null, page_size integer default 20',
  needs => 'owner', action => 'read-audit');

-- Security definer, because no role of the API may read the trail.
create function private.export_audit(
  person uuid, action text, typed_case text, from_day date, to_day date, outcome text
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.note('export-audit', null, private.audit_filter($1, $2, $3, $4, $5, $6));
  return private.audit_rows($1, $2, $3, $4, $5, $6, null, null, 10000);
end
$$;
call private.expose('export_audit', 'authenticated',
  'Returns the newest 10,000 entries of the audit trail that list_audit lists, for a file. Records the reading.',
  'person uuid default null, action text default null, typed_case text default null, from_day date default null, to_day date default null, outcome text default null',
  needs => 'owner', action => 'export-audit');
