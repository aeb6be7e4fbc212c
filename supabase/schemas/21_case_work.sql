-- Who is at work on a request or contract, and what staff noted about it: two who open the same case see
-- each other, and what was said on the phone stands with the case. Nothing of this reaches the applicant.
create table public.case_notes (
  id uuid primary key,
  simulation_id uuid references public.simulations (id) on delete cascade,
  contract_id uuid references public.contracts (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  side text check (side in ('tenant', 'landlord')),
  note text not null check (char_length(btrim(note)) between 1 and 2000),
  constraint case_notes_have_one_author check (num_nonnulls(author, side) <= 1),
  constraint case_notes_are_about_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_notes is 'What staff noted about a request or a contract, in their words; rows do not change.';
comment on column public.case_notes.side is 'The party of the contract whose words these are, from the page of a claim; null for staff.';
comment on column public.case_notes.id is 'Made by the browser once per note; makes a retry harmless.';
create index case_notes_by_simulation on public.case_notes (simulation_id, created_at);
create index case_notes_by_contract on public.case_notes (contract_id, created_at);
create index case_notes_by_author on public.case_notes (author);
alter table public.case_notes enable row level security;
grant select, insert, delete on public.case_notes to service_role;

create table public.case_holders (
  id bigint generated always as identity primary key,
  simulation_id uuid unique references public.simulations (id) on delete cascade,
  contract_id uuid unique references public.contracts (id) on delete cascade,
  holder uuid not null references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  constraint case_holders_hold_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_holders is 'Who of staff said "estou com este" of a request or a contract.';
create index case_holders_by_holder on public.case_holders (holder);
alter table public.case_holders enable row level security;
grant select, insert, update, delete on public.case_holders to service_role;

create function private.case_holder(simulation_id uuid, contract_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(staff.full_name, staff.email)
  from public.case_holders as held join public.staff on staff.user_id = held.holder
  where held.simulation_id = $1 or held.contract_id = $2;
$$;
comment on function private.case_holder is 'Who has a case, as colleagues call them; null for nobody.';

create function private.has_case(simulation_id uuid, contract_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select num_nonnulls($1, $2) = 1 and (
    exists (select from public.simulations as simulation where simulation.id = $1)
    or exists (select from public.contracts as contract where contract.id = $2)
  );
$$;
comment on function private.has_case is 'Whether this is one request or one contract that is there.';

-- Definer: nobody has a grant on the tables; who read whose data is on record.
create function private.case_work(simulation_id uuid, contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if not private.has_case($1, $2) then
    raise sqlstate 'PT404' using message = 'Caso não encontrado.';
  end if;
  perform private.record_reading(
    case when $1 is null then 'read-contracts' else 'read-simulations' end, array[coalesce($1, $2)]
  );
  return jsonb_build_object(
    'holder', private.case_holder($1, $2),
    'is_mine', exists (
      select from public.case_holders as held
      where (held.simulation_id = $1 or held.contract_id = $2) and held.holder = (select auth.uid())
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
        'who', coalesce(staff.full_name, staff.email), 'side', noted.side
      ) order by noted.created_at desc, noted.id), '[]')
      from public.case_notes as noted
      left join public.staff on staff.user_id = noted.author
      where noted.simulation_id = $1 or noted.contract_id = $2
    )
  );
end
$$;
call private.expose('case_work', 'authenticated',
  'Who has a request or a contract, and what was noted about it. Active staff only; who read what is on record.',
  'simulation_id uuid default null, contract_id uuid default null');

-- Definer for the same reason.
create function private.add_case_note(
  simulation_id uuid, contract_id uuid, note_id uuid, note text
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    return private.refuse('note-case', coalesce($1, $2));
  end if;
  if not private.has_case($1, $2) then
    raise sqlstate 'PT404' using message = 'Caso não encontrado.';
  end if;
  insert into public.case_notes (id, simulation_id, contract_id, author, note)
  values ($3, $1, $2, (select auth.uid()), btrim($4))
  on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values ((select auth.uid()), 'note-case', coalesce($1, $2), 'done');
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_case_note', 'authenticated',
  'Adds a note to a request or a contract, once per note_id; notes do not change. Active staff only.',
  'simulation_id uuid default null, contract_id uuid default null, note_id uuid default null, note text default null');

-- Definer for the same reason. Whoever takes a case takes it over from a colleague, who sees it at once.
create function private.hold_case(simulation_id uuid, contract_id uuid, held boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  subject constant uuid := coalesce($1, $2);
  caller constant uuid := (select auth.uid());
  is_changed boolean;
begin
  if not private.is_active_staff() then
    return private.refuse('hold-case', subject);
  end if;
  if not private.has_case($1, $2) then
    raise sqlstate 'PT404' using message = 'Caso não encontrado.';
  end if;
  -- Two who take it at once: the second takes it over.
  perform pg_advisory_xact_lock(hashtextextended('hold case ' || subject, 0));
  if held then
    delete from public.case_holders as former
    where (former.simulation_id = $1 or former.contract_id = $2) and former.holder <> caller;
    insert into public.case_holders (simulation_id, contract_id, holder) values ($1, $2, caller)
    on conflict do nothing;
  else
    delete from public.case_holders as mine
    where (mine.simulation_id = $1 or mine.contract_id = $2) and mine.holder = caller;
  end if;
  is_changed := found;
  if is_changed then
    insert into public.audit_trail (actor, action, subject_id, outcome, details)
    values (caller, 'hold-case', subject, 'done', jsonb_build_object('status', case when held then 'held' else 'left' end));
  end if;
  return jsonb_build_object('changed', is_changed);
end
$$;
call private.expose('hold_case', 'authenticated',
  'Says that the caller is at work on a request or a contract, or no longer; takes it over from a colleague. Active staff only.',
  'simulation_id uuid default null, contract_id uuid default null, held boolean default true');
