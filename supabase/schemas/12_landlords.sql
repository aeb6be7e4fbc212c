-- Whom a letter is made for. A landlord or an agency is found again by its document; what is told to
-- one goes to addresses that were confirmed, since a letter is shown around and its code opens nothing.
create table public.landlords (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 3 and 100),
  kind text not null default 'owner' check (kind in ('owner', 'agency')),
  document text unique check (document ~ '^[0-9A-Z]{12}[0-9]{2}$|^[0-9]{11}$'),
  notes text check (char_length(notes) <= 1000),
  created_at timestamptz not null default now()
);
comment on table public.landlords is 'Owners and agencies that guarantees are made for.';
comment on column public.landlords.document is 'CPF or CNPJ without mask; null as long as nobody has given it.';
alter table public.landlords enable row level security;
grant select, insert, update, delete on public.landlords to service_role;

create table public.landlord_contacts (
  id uuid primary key default gen_random_uuid(),
  landlord_id uuid not null references public.landlords (id) on delete cascade,
  address text not null check (private.is_email(address)),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unique (landlord_id, address)
);
comment on table public.landlord_contacts is 'Addresses of a landlord; only confirmed ones are told of its contracts.';
alter table public.landlord_contacts enable row level security;
grant select, insert, update, delete on public.landlord_contacts to service_role;

create function private.tell_landlord(contract_id uuid, template text, occasion text) returns void
language plpgsql
set search_path = ''
as $$
declare
  contact record;
begin
  for contact in
    select known.id, known.address
    from public.contracts as contract
    join public.landlord_contacts as known on known.landlord_id = contract.landlord_id
    where contract.id = $1 and known.confirmed_at is not null
    order by known.created_at
  loop
    perform private.enqueue_mail(
      template, contact.address, '{}', template || ':' || occasion || ':' || contact.id,
      contract_id => $1
    );
  end loop;
end
$$;
comment on function private.tell_landlord is 'Queues a mail about a contract to each confirmed address of its landlord, once per occasion.';
grant execute on function private.tell_landlord to service_role;
