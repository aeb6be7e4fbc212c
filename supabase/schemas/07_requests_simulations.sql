-- Requests for a guarantee. Visitors never write here: submit_simulation does, after the
-- function has validated the form. Consent is proven by the version and time of the terms.
-- Money has an upper bound everywhere because NaN is greater than any lower one.
create table public.simulations (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  cpf text not null check (private.is_cpf(cpf)),
  birth_date date not null check (birth_date between date '1920-01-01' and current_date),
  monthly_income numeric(12, 2) not null check (monthly_income between 0 and 9999999999.99),
  occupation text not null check (char_length(btrim(occupation)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  owner_name text not null check (char_length(btrim(owner_name)) between 3 and 100),
  owner_contact text not null check (private.is_phone(owner_contact)),
  comments text check (char_length(comments) <= 1000),
  accepted_terms_version text not null check (char_length(accepted_terms_version) between 1 and 40),
  accepted_terms_at timestamptz not null default now(),
  reviewed_by uuid references auth.users (id) on delete set null,
  reviewed_at timestamptz,
  rejection_reason text check (char_length(btrim(rejection_reason)) between 3 and 1000),
  search_text text not null generated always as (
    private.search_key(
      ' ' || full_name || ' ' || email || ' ' || cpf || ' ' || protocol
      || ' ' || phone || ' ' || owner_name || ' ' || property_address
    )
  ) stored,
  repeated_cpf boolean not null default false,
  protocol text not null unique default private.new_protocol() check (private.is_protocol(protocol)),
  answer_due_at timestamptz not null default now() + interval '24 hours',
  property_type text check (private.is_property_type(property_type)),
  constraint simulations_review_is_complete check ((status = 'pending') = (reviewed_at is null)),
  constraint simulations_rejection_has_reason
    check ((status = 'rejected') = (rejection_reason is not null)),
  constraint simulations_answer_is_due_later check (answer_due_at > created_at)
);
comment on table public.simulations is 'Requests for a rental guarantee and their decision.';
comment on column public.simulations.submission_id is 'Made by the browser once per filled form; makes a retry harmless.';
comment on column public.simulations.phone is 'Digits as dialled within Brazil; of another country in E.164.';
comment on column public.simulations.cpf is 'Eleven digits, check digits verified.';
comment on column public.simulations.accepted_terms_version is 'Version of the terms shown beside the checkbox.';
comment on column public.simulations.search_text is 'Name, e-mail, CPF, protocol, phone, landlord and address for the staff search, a space before each.';
comment on column public.simulations.repeated_cpf is 'When it came in or later, there was another request with this CPF; for staff to compare.';
comment on column public.simulations.protocol is 'What people name the request by: PS-2026- and eight characters with a check.';
comment on column public.simulations.property_type is 'Null where the applicant did not say.';
comment on column public.simulations.answer_due_at is 'Until when an answer is promised, by the business rules of that moment, without the time that documents were missing.';

create index simulations_newest on public.simulations (created_at desc, id desc);
create index simulations_newest_by_status
  on public.simulations (status, created_at desc, id desc);
create index simulations_by_promise on public.simulations (answer_due_at, id)
  where status = 'pending';
create index simulations_by_reviewer on public.simulations (reviewed_by);
create index simulations_by_review on public.simulations (reviewed_at) where status <> 'pending';
-- What was reduced stays for years, and would be read through by every batch of the purge.
create index simulations_to_reduce on public.simulations (reviewed_at)
where status = 'approved'
  and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0);
create index simulations_by_cpf on public.simulations (cpf);
create index simulations_by_email on public.simulations (email);
create index simulations_by_phone on public.simulations (phone);
create index simulations_by_grams on public.simulations
  using gin ((private.search_grams(search_text)))
  -- What is pending is read through by every search: some hundred requests at most.
  with (gin_pending_list_limit = 256);

alter table public.simulations enable row level security;
grant select, update, delete on public.simulations to service_role;
-- What a visitor may set, read by private.read_form: granting a column is all that a new field
-- needs. The rest (id, status, the review) has its default or none.
grant insert (
  submission_id, full_name, email, phone, cpf, birth_date, monthly_income, occupation,
  property_address, property_city, property_state, rental_value, owner_name, owner_contact,
  comments, accepted_terms_version, property_type
) on public.simulations to service_role;

create trigger refuse_links
before insert on public.simulations
for each row execute function private.refuse_links(
  'full_name', 'occupation', 'property_address', 'property_city', 'owner_name'
);

-- A contract of guarantee needs full civil capacity (Civil Code, articles 3 to 5): whoever asks is at
-- least 18 in Brasília on that day. A trigger and no constraint, because requests that came before
-- a birthday counted must still be decided, and a constraint would be checked again by that update.
create function private.refuse_minors() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.birth_date > private.day_in_brasilia(new.created_at) - interval '18 years' then
    raise exception 'applicants are adults' using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.refuse_minors is 'Applicants are 18 or older when they ask.';

create trigger refuse_minors before insert on public.simulations
  for each row execute function private.refuse_minors();

-- Counting all simulations for the first page of the queue takes half a second of a million. Each
-- statement that changes how many there are of a status writes the difference down: a row of its
-- own, because two submits must not wait for each other. The work of the clock adds them up.
create table private.simulation_counts (
  id bigint primary key generated always as identity,
  status text not null,
  change bigint not null
);
comment on table private.simulation_counts is 'How many simulations of each status there are: the sum of the changes.';
alter table private.simulation_counts enable row level security;

-- Definer, like all that counts below: nobody may touch the table directly.
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
comment on function private.count_simulations is 'Writes down by how many a statement has changed each status.';

create trigger count_added after insert on public.simulations
referencing new table as added
for each statement execute function private.count_simulations();
create trigger count_changed after update on public.simulations
referencing old table as removed new table as added
for each statement execute function private.count_simulations();
create trigger count_removed after delete on public.simulations
referencing old table as removed
for each statement execute function private.count_simulations();

-- Definer for the same reason.
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

-- Definer for the same reason.
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
comment on function private.add_up_counts is 'Makes one row a status of the changes; run by the schedule.';
grant execute on function private.add_up_counts to service_role;

create function private.simulation_count(wanted_status text) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum(counted.change), 0)::bigint
  from private.simulation_counts as counted
  where wanted_status is null or counted.status = wanted_status;
$$;
comment on function private.simulation_count is 'How many simulations have a status; all of them for null.';

create function private.tell_of_simulation(stored public.simulations, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- Counting locks the CPF until the end, so that of two at once the second sees the first.
  plausible constant boolean := (
    select within from private.count_hit('simulation-by-cpf', stored.cpf)
  );
begin
  update public.simulations as simulation set repeated_cpf = true
  where simulation.cpf = stored.cpf and not simulation.repeated_cpf
    and exists (
      select from public.simulations as other
      where other.cpf = stored.cpf and other.id <> simulation.id
    );
  if not plausible then
    return;
  end if;
  if private.may_confirm(stored.email, address_hash) then
    perform private.enqueue_mail(
      'simulation-received', stored.email, '{}',
      'simulation-received:' || stored.id, simulation_id => stored.id
    );
  end if;
  if (select within from private.count_hit('simulation-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'simulation-notice', null, '{}',
      'simulation-notice:' || stored.id, simulation_id => stored.id
    );
  end if;
end
$$;
comment on function private.tell_of_simulation is 'Flags a new simulation beside others of its CPF and queues its mails, within their caps.';
grant execute on function private.tell_of_simulation to service_role;

-- The public forms. Each stores its row and its mails in one transaction, once per submission however
-- often the browser retries. For the service role only; the edge function has parsed the form, the
-- constraints check it again.
create function public.submit_simulation(
  request jsonb, address_hash text, terms_version text, answer_hours integer default 24
)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  hours constant interval := make_interval(hours => least(greatest(answer_hours, 1), 720));
  form constant jsonb := request || jsonb_build_object('acceptedTermsVersion', terms_version);
  created boolean;
  stored public.simulations;
begin
  if (request ->> 'acceptedTerms')::boolean is not true then
    raise exception 'Você deve aceitar os termos e condições' using errcode = '23514';
  end if;

  created := private.store_form('public.simulations', form);
  if created then
    update public.simulations set answer_due_at = created_at + hours
    where submission_id = submission and answer_due_at <> created_at + hours;
  end if;
  select * into strict stored from public.simulations where submission_id = submission;
  if created then
    perform private.require_within_limit('simulation-by-address', address_hash);
    perform private.require_within_limit(
      'simulation-by-cpf-and-address', stored.cpf || ' ' || address_hash
    );
    perform private.tell_of_simulation(stored, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.simulations', form)
  ) then
    -- Whoever only knows the id of a submission is told nothing of it.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'id', stored.id, 'created', created, 'protocol', stored.protocol,
    'answerDueAt', stored.answer_due_at,
    'trackingSecret', private.first_tracking_secret(stored)
  ));
end
$$;
comment on function public.submit_simulation is 'Stores a request with its protocol and promise, flags it beside others of its CPF, and queues its mails, once per submissionId; gives what its sender is told.';
grant execute on function public.submit_simulation to service_role;

-- Definer: the settings are closed to those who call what asks for this.
create function private.undo_period() returns interval
language sql stable security definer
set search_path = ''
as $$
  select make_interval(secs => undo_seconds) from private.staff_settings;
$$;
comment on function private.undo_period is 'For how long a decision can be taken back.';
grant execute on function private.undo_period to authenticated, service_role;

-- A decision can be taken back for a few seconds. Its mail waits that long, and the applicant's
-- page does not tell of it (private.undo_period), so that nothing has to be unsaid.
-- Definer: nobody may update simulations directly. The row lock makes the decision happen
-- once, and the mail commits with it.
create function private.decide_simulation(simulation_id uuid, decision text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
  mail_key constant text := 'simulation-decided:' || simulation_id;
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
    'simulation-' || decision, decided.email, '{}', mail_key, simulation_id => decided.id
  );
  update public.outgoing_mail set next_attempt_at = now() + private.undo_period()
  where idempotency_key = mail_key;
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
call private.expose('decide_simulation', 'authenticated',
  'Approves or rejects a pending simulation once and queues one mail. Active staff only.',
  'simulation_id uuid, decision text, reason text default null');

-- Definer: nobody may update simulations directly. Deciding, making an offer and undoing all begin with
-- the lock of the request; a mail that the worker has just leased can no longer be held back.
create function private.undo_decision(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  if not private.is_active_staff() then
    return private.refuse('undo-decision', simulation_id);
  end if;
  select * into decided from public.simulations where id = simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if decided.status = 'pending'
    or decided.reviewed_by is distinct from (select auth.uid())
    or decided.reviewed_at <= now() - private.undo_period()
  then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  perform from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
  for update;
  if exists (
    select from public.outgoing_mail as mail
    where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
      and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made')
      and (mail.status <> 'queued' or mail.attempts > 0)
  ) then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;
  delete from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
    and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made');
  -- Nobody has been told of it; its PDF stays behind in the bucket, where nothing leads to it.
  delete from public.offers as offer
  where offer.simulation_id = decided.id and offer.created_at >= decided.reviewed_at
    and offer.status <> 'accepted';
  update public.simulations
  set status = 'pending', reviewed_by = null, reviewed_at = null, rejection_reason = null
  where id = decided.id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'undo-decision', decided.id, 'done',
    jsonb_build_object('decision', decided.status)
  );
  return jsonb_build_object('changed', true, 'status', 'pending');
end
$$;
call private.expose('undo_decision', 'authenticated',
  'Takes back one''s own decision while its mail waits, and an offer made with it; changed is false when it is too late. Active staff only.');

-- Definer: the trail is closed to everybody.
create function private.simulation_history(simulation_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return private.subject_history(simulation_id, 'read-simulations');
end
$$;
call private.expose('simulation_history', 'authenticated',
  'Who read and decided a simulation, or was refused, newest first; who is null for nobody of staff. Active staff only.');

-- Definer for the same reason, and staff have no grant on the tables.
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
    'age', extract(year from age(private.today_in_brasilia()::timestamp, shown.birth_date::timestamp)),
    -- How much of the income the rent takes; nobody is asked to divide by nothing.
    'rent_share', round(100 * shown.rental_value / nullif(shown.monthly_income, 0)),
    'line', private.queue_lines(array[shown]) -> 0,
    'offer', private.tracked_offer(shown),
    'contract', (
      select jsonb_build_object('id', contract.id, 'number', contract.contract_number)
      from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
      where offer.simulation_id = shown.id
      order by contract.created_at desc limit 1
    ),
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
call private.expose('simulation_detail', 'authenticated',
  'One simulation with what a decision needs. Active staff only; who read what is on record.');

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
