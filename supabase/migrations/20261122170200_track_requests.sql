-- A request is followed with a link that holds 128 secret bits. They are the keyed hash of the
-- request and of how many links it has had, so that a mail that is sent, or a form that is sent
-- once more, makes the same link, and nothing that opens a request is stored: only what the
-- secret hashes to.
insert into private.hash_keys (name) values ('tracking');

create table private.tracking_links (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.tracking_links is 'The link that opens each request to whoever sent it; a new one takes the place of the former.';
comment on column private.tracking_links.generation is 'How many links the request has had.';
comment on column private.tracking_links.secret_hash is 'SHA-256 of the secret, which has 128 random bits.';
alter table private.tracking_links enable row level security;
revoke all on private.tracking_links from public, anon, authenticated, service_role;

-- Definer: only it may read the key.
create function private.tracking_secret(simulation_id uuid, generation integer) returns text
language sql stable strict security definer
set search_path = ''
as $$
  -- As it stands in an address: base64url without padding, 22 characters.
  select translate(
    encode(
      substr(
        extensions.hmac(
          convert_to(simulation_id::text || ' ' || generation, 'UTF8'),
          (select hash_keys.key from private.hash_keys where hash_keys.name = 'tracking'),
          'sha256'
        ),
        1, 16
      ),
      'base64'
    ),
    '+/=', '-_'
  );
$$;
comment on function private.tracking_secret is 'What opens a request: half of an HMAC-SHA-256 with a key that no role of the API reads.';

-- Definer: nobody may touch the links directly.
create function private.renew_tracking_link(simulation_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := simulation_id;
  next integer;
begin
  select link.generation + 1 into next
  from private.tracking_links as link where link.simulation_id = wanted for update;
  next := coalesce(next, 1);
  insert into private.tracking_links (simulation_id, generation, secret_hash)
  values (
    wanted, next,
    encode(sha256(convert_to(private.tracking_secret(wanted, next), 'UTF8')), 'hex')
  )
  on conflict on constraint tracking_links_pkey do update
  set generation = excluded.generation, secret_hash = excluded.secret_hash;
end
$$;
comment on function private.renew_tracking_link is 'Makes a new link for a request; the former opens nothing any more.';

create function private.give_tracking_link() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(new.id);
  return null;
end
$$;
create trigger give_tracking_link after insert on public.simulations
for each row execute function private.give_tracking_link();
do $migration$
begin
  perform private.renew_tracking_link(id) from public.simulations;
end
$migration$;

-- How long a link lives is a line of the table that the purge reads.
insert into private.retention (name, table_name, what, keep_for, how, expired, reason) values (
  'tracking-links', 'private.tracking_links',
  'Links de acompanhamento de pedidos decididos', interval '90 days', 'delete',
  $$exists (
    select from public.simulations
    where simulations.id = tracking_links.simulation_id and simulations.reviewed_at < $1
  )$$,
  'LGPD, arts. 6º, III, e 46: a decisão já foi lida; um link esquecido não fica aberto.'
);

-- Definer: links and their lifetime are closed to everybody.
create function private.is_tracked(simulation public.simulations) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select simulation.reviewed_at is null or simulation.reviewed_at > now() - (
    select retention.keep_for from private.retention where retention.name = 'tracking-links'
  );
$$;
comment on function private.is_tracked is 'Whether a request can still be followed: its last stage is not too long ago.';

create function private.current_tracking_secret(simulation_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link where link.simulation_id = $1;
$$;

create function public.tracking_secret(simulation_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select private.current_tracking_secret($1);
$$;
comment on function public.tracking_secret is 'For a mail that is being made: the secret of a request''s link, or null. Service role only.';

-- Definer for the same reason as the others. Only for the first hour and the first link: whoever
-- sends the same form again after a lost answer gets the same link, and nobody else can know the id
-- of a submission (staff are not shown it).
create function private.first_tracking_secret(simulation public.simulations) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link
  where link.simulation_id = simulation.id and link.generation = 1
    and simulation.created_at > now() - interval '1 hour';
$$;

drop function public.submit_simulation(jsonb, text, text);
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
    perform private.tell_of_simulation(stored);
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

-- Staff have no use for the id of a submission, with which its sender gets the answer again.
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
  return query
    select cleared.* from unnest(page) as shown,
      lateral jsonb_populate_record(shown, '{"submission_id": null}') as cleared;
end
$$;

-- Definer: links are closed to everybody.
create function private.find_tracked(secret_hash text) returns public.simulations
language sql stable security definer
set search_path = ''
as $$
  select simulation.*
  from private.tracking_links as link
  join public.simulations as simulation on simulation.id = link.simulation_id
  where link.secret_hash = $1 and private.is_tracked(simulation);
$$;

insert into private.limits (action, most, per) values
  ('tracking-by-address', 600, interval '1 hour'),
  ('tracking-miss-by-address', 60, interval '1 hour');

create function public.track_request(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_one public.simulations;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  found_one := private.find_tracked(secret_hash);
  if found_one.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'protocol', found_one.protocol,
    'status', found_one.status,
    'receivedAt', found_one.created_at,
    'answerDueAt', found_one.answer_due_at,
    'decidedAt', found_one.reviewed_at,
    'reason', found_one.rejection_reason
  ));
end
$$;
comment on function public.track_request is 'How far a request is, for whoever has its link; null for a link that opens nothing. Nothing that was typed is told.';

revoke all on function
  private.tracking_secret(uuid, integer), private.renew_tracking_link(uuid),
  private.give_tracking_link(), private.is_tracked(public.simulations),
  private.current_tracking_secret(uuid), private.first_tracking_secret(public.simulations),
  private.find_tracked(text)
from public, anon, authenticated, service_role;
grant execute on function
  private.renew_tracking_link(uuid), private.is_tracked(public.simulations),
  private.current_tracking_secret(uuid), private.first_tracking_secret(public.simulations),
  private.find_tracked(text)
to service_role;
revoke all on function
  public.tracking_secret(uuid), public.track_request(text, text),
  public.submit_simulation(jsonb, text, text, integer)
from public, anon, authenticated;
grant execute on function
  public.tracking_secret(uuid), public.track_request(text, text),
  public.submit_simulation(jsonb, text, text, integer)
to service_role;
