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
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  cpf text not null check (private.is_cpf(cpf)),
  birth_date date not null check (birth_date between date '1920-01-01' and current_date),
  monthly_income numeric(12, 2) not null check (monthly_income between 0 and 9999999999.99),
  occupation text not null check (char_length(btrim(occupation)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  owner_name text not null check (char_length(btrim(owner_name)) between 3 and 100),
  owner_contact text not null check (owner_contact ~ '^[0-9]{10,15}$'),
  comments text check (char_length(comments) <= 1000),
  accepted_terms_version text not null check (char_length(accepted_terms_version) between 1 and 40),
  accepted_terms_at timestamptz not null default now(),
  reviewed_by uuid references auth.users (id) on delete set null,
  reviewed_at timestamptz,
  rejection_reason text check (char_length(btrim(rejection_reason)) between 3 and 1000),
  search_text text not null
    generated always as (private.search_key(' ' || full_name || ' ' || email || ' ' || cpf)) stored,
  constraint simulations_review_is_complete check ((status = 'pending') = (reviewed_at is null)),
  constraint simulations_rejection_has_reason
    check ((status = 'rejected') = (rejection_reason is not null))
);
comment on table public.simulations is 'Requests for a rental guarantee and their decision.';
comment on column public.simulations.submission_id is 'Made by the browser once per filled form; makes a retry harmless.';
comment on column public.simulations.phone is 'Digits only.';
comment on column public.simulations.cpf is 'Eleven digits, check digits verified.';
comment on column public.simulations.accepted_terms_version is 'Version of the terms shown beside the checkbox.';
comment on column public.simulations.search_text is 'Name, e-mail and CPF for the staff search, a space before each.';

create index simulations_newest on public.simulations (created_at desc, id desc);
create index simulations_newest_by_status
  on public.simulations (status, created_at desc, id desc);
create index simulations_search
  on public.simulations using gin (search_text extensions.gin_trgm_ops);
create index simulations_by_reviewer on public.simulations (reviewed_by);

alter table public.simulations enable row level security;
revoke all on public.simulations from anon, authenticated, service_role;
grant select (
  id, created_at, status, full_name, email, phone, cpf, birth_date, monthly_income, occupation,
  property_address, property_city, property_state, rental_value, owner_name, owner_contact,
  comments, accepted_terms_version, accepted_terms_at, reviewed_by, reviewed_at, rejection_reason
) on public.simulations to authenticated;
grant select, insert, update, delete on public.simulations to service_role;

create policy "Active staff read simulations" on public.simulations
  for select to authenticated
  using ((select private.is_active_staff()));
