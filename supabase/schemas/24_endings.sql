-- How the person who signed ends a contract: within seven days by regret (CDC, art. 49), which takes
-- effect at once; later by saying when the keys were handed over (Lei 8.245, art. 39), which staff confirm.
create table public.contract_endings (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique check (protocol ~ '^EN-[0-9]{4}-[0-9A-F]{8}$'),
  kind text not null check (kind in ('regret', 'moved-out', 'end-of-lease', 'cancelled-before-start', 'unpaid', 'other')),
  asked_by text not null check (asked_by in ('tenant', 'staff')),
  asked_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  keys_on date,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'withdrawn')),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  constraint contract_endings_closed_have_time check ((status = 'asked') = (closed_at is null))
);
comment on table public.contract_endings is 'Who asked for the end of a contract, why and since when; staff confirm all but a regret.';
comment on column public.contract_endings.id is 'Made by the form, so that a second click changes nothing.';
comment on column public.contract_endings.keys_on is 'The day on which the keys were or will be handed over.';
create unique index contract_endings_one_open on public.contract_endings (contract_id)
  where status in ('asked', 'confirmed');
create index contract_endings_by_contract on public.contract_endings (contract_id);
create index contract_endings_by_closer on public.contract_endings (closed_by);
create index contract_endings_waiting on public.contract_endings (asked_at) where status = 'asked';
alter table public.contract_endings enable row level security;
grant select, insert, update, delete on public.contract_endings to service_role;

create function private.is_ending(contract_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.contract_endings as ending
    where ending.contract_id = $1 and ending.status in ('asked', 'confirmed')
  );
$$;
comment on function private.is_ending is 'Whether somebody has asked for the end of a contract, so that nobody is reminded of its term.';
grant execute on function private.is_ending to service_role;
