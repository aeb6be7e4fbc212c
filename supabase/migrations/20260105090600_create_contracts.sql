-- Contracts and their files. Each contract has an auth user of its own with a synthetic
-- address; the password hash exists in auth.users alone.

create function private.new_contract_number() returns text
language sql volatile
set search_path = ''
as $$
  -- Forty random bits, so that numbers cannot be listed.
  select 'PF-' || to_char(now(), 'YYYY') || '-'
    || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
$$;
grant execute on function private.new_contract_number() to service_role;

create table public.contracts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete restrict,
  contract_number text not null unique default private.new_contract_number()
    check (contract_number ~ '^PF-[0-9]{4}-[0-9A-F]{10}$'),
  status text not null default 'active' check (status in ('active', 'ended', 'cancelled')),
  tenant_name text not null check (char_length(btrim(tenant_name)) between 3 and 100),
  tenant_cpf text not null check (private.is_cpf(tenant_cpf)),
  tenant_email text check (private.is_email(tenant_email)),
  tenant_phone text check (tenant_phone ~ '^[0-9]{10,15}$'),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  property_type text not null check (private.is_property_type(property_type)),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 300),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  guarantee_reference_value numeric(12, 2) not null
    check (guarantee_reference_value between 0 and 9999999999.99),
  start_date date not null,
  end_date date not null,
  contract_duration_months integer not null check (contract_duration_months between 1 and 12),
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 100),
  created_at timestamptz not null default now(),
  constraint contracts_dates_in_order check (end_date > start_date)
);
comment on table public.contracts is 'Guarantee contracts, each readable by its own auth user only.';
comment on column public.contracts.user_id is 'The account that opens this contract.';
comment on column public.contracts.tenant_email is 'Real address of the tenant; recovery links go there.';
comment on column public.contracts.contract_duration_months is 'Twelve at most; renewal is a new contract.';

create index contracts_by_tenant_email on public.contracts (lower(tenant_email));

alter table public.contracts enable row level security;
revoke all on public.contracts from anon, authenticated, service_role;
grant select (
  id, user_id, contract_number, status, tenant_name, tenant_cpf, tenant_email, tenant_phone,
  landlord_name, property_type, property_address, rental_value, guarantee_reference_value,
  start_date, end_date, contract_duration_months, payment_method
) on public.contracts to authenticated;
grant select, insert, update, delete on public.contracts to service_role;

create policy "Contract holders read their own contract" on public.contracts
  for select to authenticated
  using (user_id = (select auth.uid()));

create table public.contract_documents (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  document_name text not null check (char_length(btrim(document_name)) between 1 and 200),
  file_path text not null unique check (char_length(file_path) <= 400),
  created_at timestamptz not null default now(),
  constraint contract_documents_in_own_folder check (
    starts_with(file_path, contract_id::text || '/') and file_path !~ '(^|/)[.]{1,2}(/|$)'
  )
);
comment on table public.contract_documents is 'Files a contract holder may download.';
comment on column public.contract_documents.file_path is 'Object name in the bucket contract-documents: <contract id>/<file>.';

create index contract_documents_by_contract on public.contract_documents (contract_id);

alter table public.contract_documents enable row level security;
revoke all on public.contract_documents from anon, authenticated, service_role;
grant select (id, contract_id, document_name, file_path)
  on public.contract_documents to authenticated;
grant select, insert, update, delete on public.contract_documents to service_role;

create policy "Contract holders read their own documents" on public.contract_documents
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('contract-documents', 'contract-documents', false, 10485760, array['application/pdf']);

-- No policy for insert, update or delete: only the service role files documents.
create policy "Contract holders download their own documents" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'contract-documents'
    and name in (select contract_documents.file_path from public.contract_documents)
  );
