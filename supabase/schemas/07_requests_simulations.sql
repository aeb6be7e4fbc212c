-- Applicants' requests for a guarantee. The version of the terms and the time of the request prove the consent.
-- Amounts have an upper bound, because NaN passes every lower bound.
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
  corrected_at timestamptz,
  constraint simulations_review_is_complete check ((status = 'pending') = (reviewed_at is null)),
  constraint simulations_rejection_has_reason
    check ((status = 'rejected') = (rejection_reason is not null)),
  constraint simulations_answer_is_due_later check (answer_due_at > created_at)
);
comment on table public.simulations is 'Requests for a rental guarantee and their decision.';
comment on column public.simulations.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second request.';
comment on column public.simulations.phone is 'Phone number: digits as dialled within Brazil; E.164 for another country.';
comment on column public.simulations.cpf is 'CPF of the applicant: eleven digits with valid check digits.';
comment on column public.simulations.accepted_terms_version is 'Version of the terms that the form showed beside the checkbox.';
comment on column public.simulations.search_text is 'Text for the staff search: name, e-mail address, CPF, protocol, phone, landlord and property address. A space before each part marks the beginning of a word for the search.';
comment on column public.simulations.repeated_cpf is 'Whether another request has the same CPF. If so, staff compare the requests.';
comment on column public.simulations.protocol is 'Protocol number that people quote: PS-2026-, seven random characters and a check character.';
comment on column public.simulations.property_type is 'Type of the property; null when the applicant gave none.';
comment on column public.simulations.corrected_at is 'Time of the applicant''s first correction that staff have not checked yet; null when there is none, or when staff had not looked at the request before.';
comment on column public.simulations.answer_due_at is 'Time by which the answer is promised, from the business rules at the time of the request. The time during which requested documents are missing is added.';

create index simulations_newest on public.simulations (created_at desc, id desc);
create index simulations_newest_by_status
  on public.simulations (status, created_at desc, id desc);
create index simulations_by_promise on public.simulations (answer_due_at, id)
  where status = 'pending';
create index simulations_by_reviewer on public.simulations (reviewed_by);
create index simulations_by_review on public.simulations (reviewed_at) where status <> 'pending';
create index simulations_approved on public.simulations (reviewed_at, id) where status = 'approved';
-- The purge first clears the columns comments, occupation and monthly_income, and deletes the row years later. This
-- index has only the rows whose columns are not cleared yet, so the purge need not read the others.
create index simulations_to_reduce on public.simulations (reviewed_at)
where status = 'approved'
  and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0);
create index simulations_by_correction on public.simulations (corrected_at)
  where corrected_at is not null;
create index simulations_by_cpf on public.simulations (cpf);
create index simulations_by_email on public.simulations (email);
create index simulations_by_phone on public.simulations (phone);
create index simulations_by_grams on public.simulations
  using gin ((private.search_grams(search_text)))
  -- Every search scans the pending list of this index, so the limit keeps that list at some hundred requests.
  with (gin_pending_list_limit = 256);

alter table public.simulations enable row level security;
grant select, update, delete on public.simulations to service_role;
-- Columns that the public form fills. private.read_form reads this grant, so a new field needs only its column here.
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

-- A guarantee needs full civil capacity (Civil Code, articles 3 to 5), so applicants are at least 18 on the day of
-- the request in Brasília. This is a trigger, because a constraint would also refuse updates of older requests.
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
comment on function private.refuse_minors is 'Rejects applicants younger than 18 on the day of the request.';

create trigger refuse_minors before insert on public.simulations
  for each row execute function private.refuse_minors();

-- Counting a million simulations takes half a second, so each statement records how much it changes the counts. Each
-- change is a new row, so that two submissions do not wait for each other. The schedule merges the rows.
create table private.simulation_counts (
  id bigint primary key generated always as identity,
  status text not null,
  change bigint not null
);
comment on table private.simulation_counts is 'Changes of the number of simulations in each status. The sum of the changes is the current number.';
alter table private.simulation_counts enable row level security;

-- Security definer, because no role may write private.simulation_counts.
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
comment on function private.count_simulations is 'Trigger that records how much a statement changed the number of simulations in each status.';

create trigger count_added after insert on public.simulations
referencing new table as added
for each statement execute function private.count_simulations();
create trigger count_changed after update on public.simulations
referencing old table as removed new table as added
for each statement execute function private.count_simulations();
create trigger count_removed after delete on public.simulations
referencing old table as removed
for each statement execute function private.count_simulations();

-- Security definer, because no role may write private.simulation_counts.
create function private.recount_simulations() returns void
language sql security definer
set search_path = ''
as $$
  lock table public.simulations in share mode;
  delete from private.simulation_counts where true;
  insert into private.simulation_counts (status, change)
  select status, count(*) from public.simulations group by status;
$$;
comment on function private.recount_simulations is 'Counts all simulations in the table again. Needed after rows were written without the triggers.';

-- Security definer, because no role may write private.simulation_counts.
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
comment on function private.add_up_counts is 'Merges the changes in private.simulation_counts into one row per status. The schedule calls this function.';
grant execute on function private.add_up_counts to service_role;

create function private.queue_form_mails(form text, row_id uuid, email text, address_hash text)
returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    form || '-' || mail.kind, case mail.kind when 'received' then email end, '{}',
    form || '-' || mail.kind || ':' || row_id,
    simulation_id => case form when 'simulation' then row_id end,
    partnership_request_id => case form when 'partnership' then row_id end,
    contact_message_id => case form when 'contact' then row_id end
  )
  from (
    values
      ('received', private.may_confirm(email, address_hash)),
      -- If this limit is reached, no notice is mailed, and staff see new rows only on their screen.
      ('notice', (select within from private.count_hit(form || '-notice', 'staff inbox')))
  ) as mail (kind, is_within_cap)
  where mail.is_within_cap;
$$;
comment on function private.queue_form_mails is 'Queues the confirmation to the sender and the notice to staff for a new form (simulation, partnership or contact). Each mail has its own limit.';
grant execute on function private.queue_form_mails to service_role;

create function private.flag_repeated_cpf(stored public.simulations) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- count_hit locks the CPF until the end of the transaction, so a concurrent request with this CPF sees this row.
  is_plausible constant boolean := (
    select within from private.count_hit('simulation-by-cpf', stored.cpf)
  );
begin
  update public.simulations as simulation set repeated_cpf = true
  where simulation.cpf = stored.cpf and not simulation.repeated_cpf
    and exists (
      select from public.simulations as other
      where other.cpf = stored.cpf and other.id <> simulation.id
    );
  return is_plausible;
end
$$;
comment on function private.flag_repeated_cpf is 'Flags all simulations with the CPF of a new simulation as repeated if there are several. Returns false when the CPF is over its limit.';
grant execute on function private.flag_repeated_cpf to service_role;

-- Service role only, because the edge function has parsed the form. The constraints of the table check the form again.
create function public.submit_simulation(
  request jsonb, address_hash text, terms_version text, answer_hours integer default 24
) returns jsonb
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
    perform private.reject('Você deve aceitar os termos e condições', 'accepted_terms');
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
    if private.flag_repeated_cpf(stored) then
      perform private.queue_form_mails('simulation', stored.id, stored.email, address_hash);
    end if;
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.simulations', form)
  ) then
    -- If a different form has a submission id that is already stored, the answer has no data of the stored request.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'id', stored.id, 'created', created, 'protocol', stored.protocol,
    'answerDueAt', stored.answer_due_at,
    'trackingSecret', private.first_tracking_secret(stored)
  ));
end
$$;
comment on function public.submit_simulation is 'Stores a request once per submissionId, flags a repeated CPF and queues the mails of the request. Returns the protocol, the promised time and the secret of the request''s link.';
grant execute on function public.submit_simulation to service_role;

-- Security definer, because the callers of this function may not read private.staff_settings.
create function private.undo_period() returns interval
language sql stable security definer
set search_path = ''
as $$
  select make_interval(secs => undo_seconds) from private.staff_settings;
$$;
comment on function private.undo_period is 'Returns how long staff can undo a decision.';
grant execute on function private.undo_period to authenticated, service_role;

create function private.lock_simulation(simulation_id uuid) returns public.simulations
language plpgsql
set search_path = ''
as $$
declare
  locked public.simulations;
begin
  select * into locked from public.simulations where id = simulation_id for update;
  perform private.require_found(found, 'Simulação não encontrada.');
  return locked;
end
$$;
comment on function private.lock_simulation is 'Locks a simulation until the end of the transaction and returns the simulation. Raises PT404 for an unknown id.';
grant execute on function private.lock_simulation to service_role;

-- The mail is delayed by private.undo_period. Until then, the applicant's page does not show the decision. Security
-- definer, because staff may not update simulations. The row lock lets only one decision happen.
create function private.decide_simulation(simulation_id uuid, decision text, known_version integer, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
  outcome text := decision;
begin
  if decision not in ('approved', 'rejected') then
    perform private.reject('Decisão inválida.', 'decision');
  end if;

  decided := private.lock_simulation(simulation_id);
  if decided.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;
  if known_version is distinct from private.request_version(decided.id) then
    raise sqlstate 'PT409' using
      message = 'Os dados deste pedido foram corrigidos. Confira os dados novos e decida de novo.';
  end if;

  if decision = 'approved' then
    outcome := private.approve_request(decided, (select auth.uid()), reason);
  else
    update public.simulations
    set status = 'rejected', corrected_at = null, reviewed_by = (select auth.uid()), reviewed_at = now(),
      rejection_reason = btrim(reason)
    where id = simulation_id;
    perform private.drop_approval(simulation_id);
    perform private.note('decide-simulation', simulation_id, '{"decision": "rejected"}');
  end if;
  if outcome <> decision then
    return jsonb_build_object('changed', outcome = 'second', 'status', 'pending', 'why', 'second');
  end if;
  perform private.enqueue_mail(
    'simulation-' || decision, decided.email, '{}', 'simulation-decided:' || decided.id,
    simulation_id => decided.id, delay => private.undo_period()
  );
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
call private.expose('decide_simulation', 'authenticated',
  'Approves or rejects a pending simulation once and queues one mail. The applicant reads the reason of a rejection, only staff that of an approval. An approval of a rent above the second share of the income first waits for a second person: why is then second, and no mail is queued. Raises PT409 when known_version is not the current version of the request.',
  'simulation_id uuid, decision text, known_version integer, reason text default null',
  needs => 'requests');

-- Functions that decide, offer or undo first lock the request, so concurrent calls wait for each other. A mail that
-- the mail worker has taken from the queue can no longer be stopped. Security definer, because staff may not update
-- simulations.
create function private.undo_decision(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  decided := private.lock_simulation(simulation_id);
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
  -- The applicant has not been notified of this offer. The PDF of the offer stays in the bucket without a link.
  delete from public.offers as offer
  where offer.simulation_id = decided.id and offer.created_at >= decided.reviewed_at
    and offer.status <> 'accepted';
  update public.simulations
  set status = 'pending', reviewed_by = null, reviewed_at = null, rejection_reason = null
  where id = decided.id;
  perform private.undo_approval(decided.id, (select auth.uid()));
  perform private.note('undo-decision', decided.id, jsonb_build_object('decision', decided.status));
  return jsonb_build_object('changed', true, 'status', 'pending');
end
$$;
call private.expose('undo_decision', 'authenticated',
  'Undoes the caller''s own decision, and an offer made with it, while the mail waits; changed is false when it is too late.',
  needs => 'requests');

-- The mail of the approval may have left, so the call needs a reason, which is noted on the case. Security definer,
-- because staff may not update simulations.
create function private.take_back_approval(simulation_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  request := private.lock_simulation($1);
  if request.status <> 'approved' then
    return jsonb_build_object('changed', false);
  end if;
  if not private.is_open_to_applicant(request) then
    raise sqlstate 'PT409' using message = 'As condições já foram enviadas: a aprovação não volta mais.';
  end if;
  delete from public.offers as offer where offer.simulation_id = request.id and offer.status = 'withdrawn';
  delete from public.outgoing_mail as mail
  where mail.simulation_id = request.id and mail.status = 'queued'
    and mail.template in ('simulation-approved', 'offer-made');
  -- A mail that left keeps its place. The next decision needs the key for its own mail.
  update public.outgoing_mail as mail set idempotency_key = mail.idempotency_key || ':' || gen_random_uuid()
  where mail.idempotency_key = 'simulation-decided:' || request.id;
  update public.simulations as simulation set status = 'pending', reviewed_by = null, reviewed_at = null
  where simulation.id = request.id;
  perform private.drop_approval(request.id);
  insert into public.case_notes (id, simulation_id, author, note)
  values (gen_random_uuid(), request.id, (select auth.uid()), 'Aprovação retirada: ' || btrim($2));
  perform private.note('undo-decision', request.id, jsonb_build_object('decision', 'approved'));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('take_back_approval', 'authenticated',
  'Takes an approval back with a reason, which is noted on the case, until conditions are out. The request is pending again and can be decided again.',
  needs => 'requests', action => 'undo-decision');

-- Security definer, because staff may not read the audit trail.
create function private.simulation_history(simulation_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.subject_history(simulation_id, 'read-simulations');
end
$$;
call private.expose('simulation_history', 'authenticated',
  'Lists reads, decisions and refused calls of a simulation, newest first. The field named who is null for a person outside staff.',
  needs => 'read');

-- Security definer, because staff may not read the audit trail and have no grant on the tables read here.
create function private.simulation_detail(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  shown public.simulations;
begin
  select * into shown from public.simulations where id = simulation_id;
  perform private.require_found(shown.id is not null, 'Simulação não encontrada.');
  perform private.record_reading('read-simulations', array[shown.id]);
  return to_jsonb(shown) - '{submission_id,search_text,reviewed_by}'::text[] || jsonb_build_object(
    'house_rules', private.house_rules(shown),
    'approval', private.approval_of(shown),
    'bureau_answers', private.bureau_answers_of(shown.id),
    'line', private.queue_lines(array[shown.id]) -> 0,
    'offer', private.tracked_offer(shown),
    'contract', (
      select jsonb_build_object('id', contract.id, 'number', contract.contract_number)
      from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
      where offer.simulation_id = shown.id
      order by contract.created_at desc limit 1
    ),
    'reviewed_by_me', coalesce(shown.reviewed_by = (select auth.uid()), false),
    'version', private.request_version(shown.id),
    'corrections', private.corrections_of(shown.id),
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
  'Returns a simulation with all that a decision needs. Records the read.',
  needs => 'read', action => 'read-simulations');

-- The queue begins with the pending request that is due first. Pages poll queue_version to show decisions in seconds.

-- A search first reads some rows in list order, which is fast for frequent words. The gram index then finds rare words.
-- Each search gets its own query plan. The conditions in the query come from security definer functions, never from
-- users.
create function private.page_ids(
  table_name text, order_by text, direction text,
  -- walked: condition that the index in list order can check, such as the status. condition: other condition on a row.
  walked text, condition text,
  wanted_search text, after_key text, after_id uuid, most integer
) returns uuid[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
-- JIT compilation is off, because the planner overestimates the query's cost. Compiling takes longer than running.
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
    -- Stops when the page is full, or when reading more rows would probably not fill the page either.
    exit when cardinality(page) = most or cardinality(page) * steps[2] < most * steps[1];
  end loop;
  if cardinality(page) = most then
    return page;
  end if;
  grams := private.wanted_grams(wanted_search, table_name || '_by_grams');
  -- search_text is far back in a row and slow to read, so only candidates from the cheap gram index are compared.
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
comment on function private.page_ids is 'Returns the ids of one page of a list in the order of a column. A search keeps only rows that contain every word of the search.';

create function private.search_simulations(
  wanted_search text, wanted_status text, before_created_at timestamptz, before_id uuid, most integer
) returns setof public.simulations
language sql stable
begin atomic
  select simulation
  from unnest(private.page_ids(
    'simulations', 'created_at', 'desc',
    case when wanted_status is null then 'true' else format('status = %L', wanted_status) end, 'true',
    wanted_search, before_created_at::text, before_id, most
  )) with ordinality as listed (id, place)
  join public.simulations as simulation on simulation.id = listed.id
  order by listed.place;
end;
comment on function private.search_simulations is 'Lists one page of simulations, newest first, after the last simulation shown. A search keeps only simulations that contain every word of the search.';

-- Security definer, because LIKE cannot use an index under row-level security. The result leaves the
-- submission id empty, because a person who has that id can fetch the answer to the form again.
create function private.list_simulations(
  wanted_status text, wanted_search text, before_created_at timestamptz, before_id uuid,
  page_size integer
) returns setof public.simulations
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.simulations[];
begin
  page := array(
    select listed
    from private.search_simulations(
      wanted_search, wanted_status, before_created_at, before_id,
      least(greatest(coalesce(page_size, 20), 1), 100)
    ) as listed
  );
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return query
    select cleared.* from unnest(page) as shown,
      lateral jsonb_populate_record(shown, '{"submission_id": null}') as cleared;
end
$$;
call private.expose('list_simulations', 'authenticated',
  'Lists one page of simulations, newest first; the next page starts before the last row. Records the read.',
  'status text default null, search text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- A new decision changes the time of the newest review. An undone decision changes the number of pending requests. The
-- hash includes both, so it changes in both cases.
create function private.queue_version() returns text
language sql stable
set search_path = ''
as $$
  select md5(concat_ws(
    ' ',
    (select coalesce(sum(change), 0) from private.simulation_counts where status = 'pending'),
    (select max(created_at) from public.simulations),
    (select max(reviewed_at) from public.simulations where status <> 'pending'),
    (select max(greatest(asked_at, sent_at, decided_at, emptied_at)) from public.asked_documents),
    (select max(made_at) from private.request_corrections),
    (select count(*) from public.simulations where corrected_at is not null),
    (select max(created_at) from public.offers),
    (select max(adjustment_asked_at) from public.offers where adjustment_asked_at is not null),
    (select count(*) from public.offers where status = 'open'),
    (select string_agg(md5(questions::text), '' order by id) from public.offers where has_question),
    (select concat(count(*), max(since)) from public.case_holders where simulation_id is not null),
    (select concat(count(*), max(approved_at)) from private.request_approvals where second_at is null)
  ));
$$;
comment on function private.queue_version is 'Returns a hash that changes whenever the queue or one of its requests changes.';

create function private.is_awaiting_documents(simulation_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.asked_documents as asked
    where asked.simulation_id = $1 and asked.status in ('asked', 'refused')
  );
$$;
comment on function private.is_awaiting_documents is 'Reports whether a request still lacks a document that staff asked for.';
grant execute on function private.is_awaiting_documents to service_role;

-- Finds requests that need staff although they are not overdue. Links expire after ninety days, so few rows can match.
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
      having max(greatest(asked.asked_at, asked.decided_at, asked.emptied_at)) < now() - private.documents_wait()
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
      -- An open question waits for an answer from staff, whatever the status of its offer.
      union
      select offer.simulation_id from public.offers as offer where offer.has_question
      limit most;
  elsif wanted_view = 'corrected' then
    return query
      select simulation.id from public.simulations as simulation
      where simulation.corrected_at is not null
      order by simulation.corrected_at
      limit most;
  elsif wanted_view = 'second' then
    return query select waiting from private.awaiting_second() as waiting limit most;
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
comment on function private.waiting_requests is 'Lists up to `most` requests that wait for staff. wanted_view is one of these lists: arrived (documents have arrived), silent (documents are missing for three days), second (one person approved and a second one has to agree), corrected (the applicant corrected data that staff had seen), unoffered (approved, without an offer), answered (the applicant requested changes, declined within thirty days or asked a question that has no answer), offers (the offer expires within two days or has expired).';

create function private.queue_ids(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
) returns uuid[]
language plpgsql stable
set search_path = ''
-- Each list of the queue needs its own plan, because a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  if private.search_words(wanted_search) is not null then
    return private.page_ids(
      'simulations', 'created_at', 'desc', 'true', 'true', wanted_search, after_at::text, after_id, most
    );
  elsif wanted_view = 'decide' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.status = 'pending'
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
        and not private.is_awaiting_documents(simulation.id)
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view = 'mine' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.id in (
          select held.simulation_id from public.case_holders as held where held.holder = (select auth.uid())
        )
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view in ('second', 'silent', 'arrived', 'corrected', 'unoffered', 'answered', 'offers') then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.id in (select private.waiting_requests(wanted_view, 5000))
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view = 'documents' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.status = 'pending'
        and simulation.id in (
          select asked.simulation_id from public.asked_documents as asked
          where asked.status in ('asked', 'refused')
        )
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  else
    return array(
      select simulation.id from public.simulations as simulation
      where (wanted_view = 'all' or simulation.status = wanted_view)
        and (after_at is null or (simulation.created_at, simulation.id) < (after_at, after_id))
      order by simulation.created_at desc, simulation.id desc
      limit most
    );
  end if;
end
$$;
comment on function private.queue_ids is 'Returns the ids of one page of a list of the queue. Results of a search, the list of all requests and the lists by status are newest first. All other lists are in the order of the promised answer.';

-- plpgsql keeps the query plan between calls, because planning takes longer than the query. The latest offer and the
-- staff member who handles the request come from subqueries, because a function would be planned again for each page.
create function private.queue_lines(page uuid[]) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(json_agg(shown), '[]')
    from (
      select line.id, line.full_name as "fullName", line.protocol, line.status,
        line.created_at as "createdAt", line.answer_due_at as "answerDueAt",
        line.property_city as city, line.property_state as state,
        line.rental_value as "rentalValue", line.repeated_cpf as "repeatedCpf",
        line.corrected_at is not null as "isCorrected",
        (
          select private.staff_name((private.waiting_approval(line)).approved_by)
          where exists (
            select from private.request_approvals as approval
            where approval.simulation_id = line.id and approval.second_at is null
          )
        ) as "firstApproval",
        documents.asked as "documentsAsked", documents.sent as "documentsSent",
        case
          when private.is_open(latest.offer) and (latest.offer).adjustment_asked_at is not null
            then 'adjust'
          else nullif(private.offer_state(latest.offer), 'withdrawn')
        end as "offerStatus",
        exists (
          select from public.offers as asked where asked.simulation_id = line.id and asked.has_question
        ) as "hasQuestion",
        (
          select coalesce(staff.full_name, staff.email)
          from public.case_holders as held join public.staff on staff.user_id = held.holder
          where held.simulation_id = line.id
        ) as holder,
        (
          select held.look_again_on from public.case_holders as held where held.simulation_id = line.id
        ) as "lookAgainOn"
      from unnest(page) with ordinality as listed (id, place)
      join public.simulations as line on line.id = listed.id
      left join lateral (
        select offer from public.offers as offer
        where offer.simulation_id = line.id
          and not (offer.status = 'withdrawn' and offer.renews_contract_id is not null)
        order by offer.created_at desc, offer.id limit 1
      ) as latest on true
      cross join lateral (
        select count(*) filter (where asked.status in ('asked', 'refused')) as asked,
          count(*) filter (where asked.status = 'sent') as sent
        from public.asked_documents as asked where asked.simulation_id = line.id
      ) as documents
      order by listed.place
    ) as shown
  );
end
$$;
comment on function private.queue_lines is 'Returns the lines that the queue shows for these requests, in the order of the ids.';

create function private.queue_counts() returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  awaiting constant bigint := (
    select count(distinct asked.simulation_id)
    from public.asked_documents as asked
    join public.simulations as simulation on simulation.id = asked.simulation_id
    where asked.status in ('asked', 'refused') and simulation.status = 'pending'
  );
begin
  return (
    select jsonb_build_object(
      'decide', coalesce(sum(counted.change) filter (where counted.status = 'pending'), 0) - awaiting,
      'documents', awaiting,
      'mine', (
        select count(*) from public.case_holders as held
        where held.holder = (select auth.uid()) and held.simulation_id is not null
      ),
      'approved', coalesce(sum(counted.change) filter (where counted.status = 'approved'), 0),
      'rejected', coalesce(sum(counted.change) filter (where counted.status = 'rejected'), 0),
      'all', coalesce(sum(counted.change), 0)
    )
    from private.simulation_counts as counted
  ) || (
    select jsonb_object_agg(waiting.view, (
      select count(*) from private.waiting_requests(waiting.view, 1000)
    ))
    from unnest(array['second', 'arrived', 'silent', 'corrected', 'unoffered', 'answered', 'offers'])
      as waiting (view)
  );
end
$$;
comment on function private.queue_counts is 'Returns the number of requests in each list of the queue. Lists from waiting_requests are counted only up to 1,000.';

-- Security definer, because staff have no grant on the tables. Only the first page of the queue has counts.
create function private.queue_page(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page uuid[];
  answer json;
begin
  if wanted_view not in (
    'decide', 'mine', 'second', 'documents', 'arrived', 'silent', 'corrected', 'unoffered', 'answered', 'offers',
    'approved', 'rejected', 'all'
  ) then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  page := private.queue_ids(wanted_view, wanted_search, after_at, after_id, page_size);
  answer := json_build_object(
    'rows', private.queue_lines(page),
    'counts', case when after_at is null then private.queue_counts() end,
    'undoSeconds', extract(epoch from private.undo_period())
  );
  -- Recording comes last, because record_reading makes concurrent calls by one member of staff wait for each other.
  perform private.record_reading('read-simulations', page);
  return answer;
end
$$;
call private.expose('queue_page', 'authenticated',
  'Returns one page of a list of the queue, or of the results of a search in all requests. The next page starts after the last row. Records the read.',
  'view text default ''decide'', search text default null, after_at timestamptz default null, after_id uuid default null, page_size integer default 50',
  needs => 'read');
