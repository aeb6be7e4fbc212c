-- Agencies and owners who want to sell the guarantee. Written by submit_partnership_request.
create table public.partnership_requests (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  partner_name text not null check (char_length(btrim(partner_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  company_name text not null check (char_length(btrim(company_name)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  property_type text not null check (private.is_property_type(property_type)),
  property_value numeric(12, 2) not null check (property_value between 0 and 9999999999.99),
  message text check (char_length(message) <= 1000)
);
comment on table public.partnership_requests is 'Requests to become a partner.';
comment on column public.partnership_requests.submission_id is 'Made by the browser once per filled form; makes a retry harmless.';

create index partnership_requests_newest
  on public.partnership_requests (created_at desc, id desc);

alter table public.partnership_requests enable row level security;
revoke all on public.partnership_requests from anon, authenticated, service_role;
grant select (
  id, created_at, partner_name, email, phone, company_name, property_address, property_city,
  property_state, property_type, property_value, message
) on public.partnership_requests to authenticated;
grant select, insert, update, delete on public.partnership_requests to service_role;

create policy "Active staff read partnership requests" on public.partnership_requests
  for select to authenticated
  using ((select private.is_active_staff()));
