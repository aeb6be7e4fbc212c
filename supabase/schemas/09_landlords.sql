-- Owners and agencies that receive letters. Staff find them by document or name. Access: 29_landlords_access.sql.
create table public.landlords (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 3 and 100),
  kind text not null default 'owner' check (kind in ('owner', 'agency')),
  document text unique check (private.is_cpf(document) or private.is_cnpj(document)),
  notes text check (char_length(notes) <= 1000),
  created_at timestamptz not null default now()
);
comment on table public.landlords is 'Owners and agencies that receive letters of guarantee.';
comment on column public.landlords.document is 'CPF or CNPJ of the landlord without dots, slashes and hyphens; null until staff know it.';
create index landlords_by_name on public.landlords (private.search_key(name));
alter table public.landlords enable row level security;
grant select, insert, update, delete on public.landlords to service_role;

create function private.known_landlord(wanted jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  draft constant public.landlords := jsonb_populate_record(null::public.landlords, wanted);
  known uuid;
begin
  select landlord.id into known from public.landlords as landlord where landlord.id = draft.id;
  if known is null and draft.document is not null then
    -- If a concurrent call has just inserted this document, the select below finds that row.
    insert into public.landlords (name, kind, document)
    values (btrim(draft.name), coalesce(draft.kind, 'owner'), draft.document)
    on conflict (document) do nothing;
    select landlord.id into known
    from public.landlords as landlord where landlord.document = draft.document;
  end if;
  return known;
end
$$;
comment on function private.known_landlord is 'Returns the landlord with this {id} or {document}. Creates one from {name, kind} when the document is unknown. Returns null when neither id nor document is given.';
grant execute on function private.known_landlord to service_role;

-- Security definer, because staff have no grant on landlords.
create function private.find_landlords(search text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name_key constant text := private.search_key(btrim(coalesce(search, '')));
  signs constant text := upper(regexp_replace(coalesce(search, ''), '[^0-9A-Za-z]', '', 'g'));
  ids uuid[];
begin
  -- One or two characters match too many landlords, so staff must type at least three.
  if char_length(signs) < 3 then
    return '[]';
  end if;
  ids := array(
    select landlord.id from public.landlords as landlord
    where landlord.document = signs
      or strpos(private.search_key(landlord.name), name_key) > 0
    order by landlord.document is distinct from signs, landlord.name, landlord.id limit 6
  );
  perform private.record_reading('read-landlords', ids);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', landlord.id, 'name', landlord.name, 'kind', landlord.kind,
      'document', landlord.document, 'contracts', (
        select count(*) from public.leases as lease join public.contracts as contract on contract.lease_id = lease.id
        where lease.landlord_id = landlord.id
      )
    ) order by landlord.document is distinct from signs, landlord.name, landlord.id), '[]')
    from public.landlords as landlord where landlord.id = any (ids)
  );
end
$$;
call private.expose('find_landlords', 'authenticated',
  'Finds at most six landlords by document or part of the name. Records the read.',
  needs => 'read', action => 'read-landlords');
