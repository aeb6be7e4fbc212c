-- A phone of another country was kept without its plus, so that +1 415 555 2671 read as the
-- Brazilian (14) 15555-2671. Such numbers are kept in E.164; Brazilian ones stay the digits that
-- are dialled within the country. What stores a form reads phones by private.phone
-- (20261122130200_accept_and_flag_repeated_requests.sql).

create function private.is_phone(phone text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- Brazil's own code is no part of a number: two ways to keep one would be two numbers.
  select phone ~ '^([0-9]{10,15}|[+](?!55)[1-9][0-9]{9,14})$';
$$;
comment on function private.is_phone is 'Ten to fifteen digits: as dialled within Brazil, or of another country in E.164, with its plus.';

create function private.phone(written text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case when btrim(written) like '+%' then '+' else '' end || private.digits(written);
$$;
comment on function private.phone is 'A phone without what is written between its digits; a plus before them stays.';

-- Constraints run as whoever writes the row.
grant execute on function private.is_phone(text), private.phone(text) to service_role;

alter table public.simulations
  drop constraint simulations_phone_check,
  add constraint simulations_phone_check check (private.is_phone(phone)),
  drop constraint simulations_owner_contact_check,
  add constraint simulations_owner_contact_check check (private.is_phone(owner_contact));
alter table public.partnership_requests
  drop constraint partnership_requests_phone_check,
  add constraint partnership_requests_phone_check check (private.is_phone(phone));
alter table public.contracts
  drop constraint contracts_tenant_phone_check,
  add constraint contracts_tenant_phone_check check (private.is_phone(tenant_phone));
comment on column public.simulations.phone is 'Digits as dialled within Brazil; of another country in E.164.';
