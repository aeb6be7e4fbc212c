-- Help with the decision on a request: the house rules on rent and age, the answers of credit bureaus, and the approval
-- of a request whose rent takes a large share of the income, on which two people agree.

-- A row with a second person, or of a decided request, is the record of an approval. A row of a pending request without
-- a second person waits for one.
create table private.request_approvals (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  approved_by uuid references auth.users (id) on delete set null,
  approved_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 500),
  version integer not null check (version >= 0),
  second_by uuid references auth.users (id) on delete set null,
  second_at timestamptz,
  second_reason text check (char_length(btrim(second_reason)) between 3 and 500),
  constraint request_approvals_second_is_another check (second_by <> approved_by),
  constraint request_approvals_second_is_complete
    check (second_at is not null or num_nonnulls(second_by, second_reason) = 0)
);
comment on table private.request_approvals is 'Approvals of requests, with their reasons. Only staff read the reasons. The trail has none of them, because it holds no typed text.';
comment on column private.request_approvals.version is 'Version of the request that the first person saw. A correction makes a waiting approval void.';
comment on column private.request_approvals.second_at is 'Time at which a second person agreed; null while the approval waits, and when one person was enough.';
create index request_approvals_by_first on private.request_approvals (approved_by);
create index request_approvals_by_second on private.request_approvals (second_by);
create index request_approvals_waiting on private.request_approvals (simulation_id) where second_at is null;
alter table private.request_approvals enable row level security;

create function private.rent_share(rent numeric, income numeric) returns numeric
language sql immutable
return round(100 * $1 / nullif($2, 0), 1);
comment on function private.rent_share is 'Returns the share of the monthly income that goes to the rent, in percent with one decimal; null for an income of zero. Screens show, and rules compare, this value.';

-- An unknown income needs a second person.
create function private.rent_state(rent numeric, income numeric) returns text
language sql stable
set search_path = ''
as $$
  select case
    when coalesce(private.rent_share($1, $2) > settings.rent_second_percent, true) then 'second'
    when private.rent_share($1, $2) > settings.rent_warns_percent then 'warns'
    else 'within'
  end
  from private.staff_settings as settings;
$$;
comment on function private.rent_state is 'Returns what the house rules say of a rent: within, warns (above the first share of the income) or second (above the second share, so that two people approve).';

create function private.house_rules(request public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'rent', request.rental_value,
    -- The purge sets the income of an old request to zero.
    'income', nullif(request.monthly_income, 0),
    'share', private.rent_share(request.rental_value, request.monthly_income),
    'warnsAbove', settings.rent_warns_percent, 'secondAbove', settings.rent_second_percent,
    'state', case
      when request.status <> 'pending' and request.monthly_income = 0 then 'unknown'
      else private.rent_state(request.rental_value, request.monthly_income)
    end,
    'age', extract(year from age(private.today_in_brasilia()::timestamp, request.birth_date::timestamp)),
    -- The trigger refuse_minors applies this age on the day of the request. There is no greatest age, because the
    -- statute of older people (Lei 10.741, art. 96) forbids to refuse them a contract.
    'leastAge', 18
  )
  from private.staff_settings as settings;
$$;
comment on function private.house_rules is 'Returns rent, income, share and age of a request with the house rules about them. state is the state of the rent, or unknown after the purge of the income.';

create function private.waiting_approval(request public.simulations) returns private.request_approvals
language sql stable
set search_path = ''
as $$
  select approval from private.request_approvals as approval
  where approval.simulation_id = request.id and request.status = 'pending' and approval.second_at is null
    and approval.version = private.request_version(request.id)
    -- A person who lost the right no longer counts as one of the two.
    and private.holds_right(approval.approved_by, 'requests')
    and private.rent_state(request.rental_value, request.monthly_income) = 'second';
$$;
comment on function private.waiting_approval is 'Returns the approval of a pending request that waits for a second person; null in each column when none waits. A correction, a change of the limit, or the loss of the first person''s right makes it void.';

create function private.awaiting_second() returns setof uuid
language sql stable
set search_path = ''
as $$
  select request.id
  from private.request_approvals as approval
  join public.simulations as request on request.id = approval.simulation_id
  where approval.second_at is null and request.status = 'pending'
    and (private.waiting_approval(request)).simulation_id is not null;
$$;
comment on function private.awaiting_second is 'Lists the requests that one person approved and that wait for a second person.';

create function private.approval_of(request public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'who', private.staff_name(approval.approved_by), 'at', approval.approved_at, 'reason', approval.reason,
    'isMine', coalesce(approval.approved_by = (select auth.uid()), false),
    'second', case when approval.second_at is not null then jsonb_build_object(
      'who', private.staff_name(approval.second_by), 'at', approval.second_at, 'reason', approval.second_reason
    ) end
  )
  from private.request_approvals as approval
  where approval.simulation_id = request.id and (
    request.status = 'approved' or (private.waiting_approval(request)).simulation_id is not null
  );
$$;
comment on function private.approval_of is 'Returns who approved a request, when and why, and the second person, for staff: of an approved request, or of a pending one that waits for a second person; null otherwise.';

-- The caller has locked the pending request. Security definer, because no role may write approvals.
create function private.approve_request(request public.simulations, actor uuid, reason text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  words constant text := nullif(btrim($3), '');
  first constant private.request_approvals := private.waiting_approval(request);
begin
  if char_length(words) not between 3 and 500 then
    perform private.reject('Escreva o motivo com 3 a 500 caracteres.', 'reason');
  end if;
  if first.approved_by = actor then
    return 'own';
  elsif first.approved_by is not null then
    update private.request_approvals as approval set second_by = actor, second_at = now(), second_reason = words
    where approval.simulation_id = request.id;
  else
    -- The row of an earlier approval that became void is replaced.
    delete from private.request_approvals as approval where approval.simulation_id = request.id;
    insert into private.request_approvals (simulation_id, approved_by, reason, version)
    values (request.id, actor, words, private.request_version(request.id));
    if private.rent_state(request.rental_value, request.monthly_income) = 'second' then
      perform private.note('decide-simulation', request.id, '{"decision": "first"}', actor);
      return 'second';
    end if;
  end if;
  update public.simulations as simulation
  set status = 'approved', corrected_at = null, reviewed_by = actor, reviewed_at = now()
  where simulation.id = request.id;
  perform private.note('decide-simulation', request.id, '{"decision": "approved"}', actor);
  return 'approved';
end
$$;
comment on function private.approve_request is 'Approves a locked pending request for a member of staff with an optional reason for the team. Returns approved; second when the approval now waits for a second person; own when the member''s own approval already waits.';
grant execute on function private.approve_request to service_role;

-- Security definer, because no role may write approvals.
create function private.drop_approval(simulation_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.request_approvals as approval where approval.simulation_id = $1;
$$;
comment on function private.drop_approval is 'Deletes the approval of a request that was rejected, or whose approval was taken back.';

-- Security definer, because no role may write approvals.
create function private.undo_approval(simulation_id uuid, actor uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.request_approvals as approval set second_by = null, second_at = null, second_reason = null
  where approval.simulation_id = $1 and approval.second_by = actor;
  if not found then
    perform private.drop_approval($1);
  end if;
end
$$;
comment on function private.undo_approval is 'Undoes the part of a member of staff in an approval. The approval of the first person then waits again for a second one.';

-- Security definer, because no role may write approvals. The lock makes a second approval and this call take turns.
create function private.withdraw_first_approval(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request constant public.simulations := private.lock_simulation($1);
begin
  delete from private.request_approvals as approval
  where approval.simulation_id = request.id and request.status = 'pending'
    and approval.second_at is null and approval.approved_by = (select auth.uid());
  if not found then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  perform private.note('undo-decision', request.id, '{"decision": "first"}');
  return jsonb_build_object('changed', true, 'status', request.status);
end
$$;
call private.expose('withdraw_first_approval', 'authenticated',
  'Withdraws the caller''s own approval that waits for a second person; changed is false when it does not wait.',
  needs => 'requests', action => 'undo-decision');

-- A person could approve a request alone with a low rent and then offer conditions with a high one, so the higher rent
-- of both counts. Security definer, because no role may read approvals.
create function private.offer_refusal(request public.simulations, rent numeric, actor uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  first private.request_approvals := private.waiting_approval(request);
  may_be_second constant boolean := private.holds_right(actor, 'requests');
begin
  if private.rent_state(greatest(rent, request.rental_value), request.monthly_income) <> 'second' then
    return null;
  end if;
  if request.status = 'approved' then
    if may_be_second and request.reviewed_by is distinct from actor or exists (
      select from private.request_approvals as approval
      where approval.simulation_id = request.id and approval.second_at is not null
        and approval.version = private.request_version(request.id) and rent <= request.rental_value
    ) then
      return null;
    end if;
  elsif may_be_second and first.approved_by <> actor and rent <= request.rental_value then
    return null;
  end if;
  return format('O aluguel passa de %s%% da renda, e isso pede duas pessoas. ', (
    select settings.rent_second_percent from private.staff_settings as settings
  )) || case request.status
    when 'approved' then
      'Quem aprovou este pedido não envia sozinho estas condições. '
        || private.people_with('requests', array_remove(array[request.reviewed_by], null))
    else 'Aprove a simulação; as condições saem depois que outra pessoa também aprovar.'
  end;
end
$$;
comment on function private.offer_refusal is 'Returns why a member of staff may not offer conditions with this rent, because two people have to agree; null when the member may. For an approved request, a member other than the one who approved is the second person.';
grant execute on function private.offer_refusal to service_role;

-- Answers of credit bureaus. Staff ask a bureau outside the site and record the answer; nothing here calls a bureau.
create table private.bureau_answers (
  id uuid primary key,
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  source text not null check (char_length(btrim(source)) between 2 and 60),
  answered_on date not null,
  score integer check (score between 0 and 1000),
  note text check (char_length(btrim(note)) between 3 and 1000),
  file_path text unique check (char_length(file_path) <= 400),
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default now(),
  recorded_by uuid references auth.users (id) on delete set null,
  aside_at timestamptz,
  aside_by uuid references auth.users (id) on delete set null,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint bureau_answers_file_is_whole check (num_nonnulls(file_path, file_type, file_sha256) in (0, 3)),
  constraint bureau_answers_aside_has_reason check ((aside_at is null) = (aside_reason is null))
);
comment on table private.bureau_answers is 'Answers of credit bureaus about the applicant of a request. An answer never changes; staff set a wrong one aside with a reason.';
comment on column private.bureau_answers.id is 'Id that the form makes, so that sending it again records no second answer. The file has the same id.';
comment on column private.bureau_answers.answered_on is 'Day on which the bureau answered.';
comment on column private.bureau_answers.score is 'Score from 0 to 1000; null when the bureau gave none.';
comment on column private.bureau_answers.file_path is 'Path of the file in the bucket request-documents: <request id>/<file>; null without a file.';
create index bureau_answers_by_request on private.bureau_answers (simulation_id, recorded_at);
create index bureau_answers_by_author on private.bureau_answers (recorded_by);
create index bureau_answers_by_remover on private.bureau_answers (aside_by);
alter table private.bureau_answers enable row level security;

create function private.refuse_bureau_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (to_jsonb(new) - '{file_path,file_type,file_sha256,recorded_by,aside_at,aside_by,aside_reason}'::text[])
    <> (to_jsonb(old) - '{file_path,file_type,file_sha256,recorded_by,aside_at,aside_by,aside_reason}'::text[])
    or old.file_path is not null and row(new.file_path, new.file_type, new.file_sha256)
      is distinct from row(old.file_path, old.file_type, old.file_sha256)
    or old.aside_at is not null and row(new.aside_at, new.aside_reason)
      is distinct from row(old.aside_at, old.aside_reason)
    -- Deleting the account of a member of staff empties these columns.
    or new.recorded_by is not null and new.recorded_by is distinct from old.recorded_by
    or old.aside_at is not null and new.aside_by is not null and new.aside_by is distinct from old.aside_by
  then
    raise exception 'answers of bureaus are append-only' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.refuse_bureau_change is 'Refuses to change an answer of a bureau, for every role. An answer gets its file once and is set aside once.';
create trigger refuse_change before update on private.bureau_answers
for each row execute function private.refuse_bureau_change();

create function private.bureau_answers_of(simulation_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', answer.id, 'source', answer.source, 'answeredOn', answer.answered_on, 'score', answer.score,
    'note', answer.note, 'hasFile', answer.file_path is not null,
    'recordedAt', answer.recorded_at, 'who', private.staff_name(answer.recorded_by),
    'aside', case when answer.aside_at is not null then jsonb_build_object(
      'at', answer.aside_at, 'who', private.staff_name(answer.aside_by), 'reason', answer.aside_reason
    ) end
  ) order by answer.aside_at is not null, answer.answered_on desc, answer.recorded_at desc), '[]')
  from private.bureau_answers as answer where answer.simulation_id = $1;
$$;
comment on function private.bureau_answers_of is 'Lists the answers of credit bureaus for staff, the newest first, and those set aside last.';

-- Security definer, because no role may write answers of bureaus.
create function private.record_bureau_answer(simulation_id uuid, answer_id uuid, answer jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request constant public.simulations := private.lock_simulation($1);
  source constant text := btrim(answer ->> 'source');
  note constant text := nullif(btrim(answer ->> 'note'), '');
  day constant text := answer ->> 'answeredOn';
  score constant text := nullif(answer ->> 'score', '');
begin
  if exists (select from private.bureau_answers as known where known.id = $2) then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  if request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  if coalesce(char_length(source), 0) not between 2 and 60 then
    perform private.reject('Informe de onde veio a resposta, com 2 a 60 caracteres.', 'source');
  end if;
  if coalesce(not pg_input_is_valid(day, 'date'), true) then
    perform private.reject('Informe o dia da resposta.', 'answeredOn');
  elsif day::date not between private.today_in_brasilia() - 365 and private.today_in_brasilia() then
    perform private.reject('O dia da resposta é hoje ou antes, há no máximo um ano.', 'answeredOn');
  end if;
  if score !~ '^[0-9]{1,4}$' or score::integer > 1000 then
    perform private.reject('Informe um número inteiro de 0 a 1.000.', 'score');
  end if;
  if char_length(note) not between 3 and 1000 then
    perform private.reject('Escreva a observação com 3 a 1.000 caracteres.', 'note');
  end if;
  insert into private.bureau_answers (id, simulation_id, source, answered_on, score, note, recorded_by)
  values ($2, request.id, source, day::date, score::integer, note, (select auth.uid()));
  perform private.note('record-bureau-answer', request.id, jsonb_build_object('answer', $2));
  return jsonb_build_object('changed', true, 'status', request.status);
end
$$;
call private.expose('record_bureau_answer', 'authenticated',
  'Records the answer of a credit bureau about the applicant of a pending request, {source, answeredOn, score, note}, once per answer_id. Calls no bureau.',
  needs => 'requests');

-- Security definer, because no role may write answers of bureaus.
create function private.set_bureau_answer_aside(answer_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request_id uuid;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Diga por que a resposta não vale, com 3 a 500 caracteres.', 'reason');
  end if;
  select answer.simulation_id into request_id from private.bureau_answers as answer where answer.id = $1;
  perform private.require_found(found, 'Resposta não encontrada.');
  update private.bureau_answers as answer
  set aside_at = now(), aside_by = (select auth.uid()), aside_reason = btrim($2)
  where answer.id = $1 and answer.aside_at is null;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-bureau-answer-aside', request_id, jsonb_build_object('answer', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_bureau_answer_aside', 'authenticated',
  'Sets an answer of a credit bureau aside, once, with a reason. The answer is kept, but it no longer counts.',
  needs => 'requests');

-- An upload has two steps: open_bureau_upload checks before the file is read, receive_bureau_file writes the file into
-- the row. The edge function has checked the right. Security definer, because no role may read answers of bureaus.
create function private.open_bureau_upload(holder uuid, answer_id uuid, address_hash text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answer private.bureau_answers;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  select * into answer from private.bureau_answers as known where known.id = $2;
  if answer.id is null or not private.holds_right($1, 'requests') then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', answer.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'simulationId', answer.simulation_id, 'keptSha256', answer.file_sha256,
    'isOpen', answer.file_path is null and answer.aside_at is null
  ));
end
$$;
call private.expose('open_bureau_upload', 'service_role',
  'Reports whether a member of staff may add the file of an answer of a credit bureau, and the hash of the file that it has; null for an unknown answer. Service role only.');

-- Security definer, because no role may write answers of bureaus.
create function private.receive_bureau_file(
  holder uuid, answer_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answer private.bureau_answers;
begin
  select * into answer from private.bureau_answers as known where known.id = $2 for update;
  if answer.id is null or not private.holds_right($1, 'requests') then
    return null;
  end if;
  if answer.file_path is not null or answer.aside_at is not null then
    return jsonb_build_object('isKept', answer.file_sha256 is not distinct from $5, 'changed', false);
  end if;
  update private.bureau_answers as known set file_path = $3, file_type = $4, file_sha256 = $5
  where known.id = $2;
  perform private.note(
    'record-bureau-answer', answer.simulation_id, jsonb_build_object('answer', $2, 'status', 'file'), $1
  );
  return '{"isKept": true, "changed": true}';
end
$$;
call private.expose('receive_bureau_file', 'service_role',
  'Records a stored file as the file of an answer of a credit bureau, once. isKept is false when the answer has another file or was set aside; null for an unknown answer. Service role only.');
