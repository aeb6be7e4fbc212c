-- The gate in front of a contract's password. Attempts are counted per number and per
-- address; the locks make parallel guesses queue, and the failure is on record before the
-- password is tried, so twenty guesses at once count as twenty.
create table public.login_attempts (
  id uuid primary key default gen_random_uuid(),
  number_hash text not null check (number_hash ~ '^[0-9a-f]{64}$'),
  address_hash text not null check (char_length(address_hash) between 16 and 128),
  created_at timestamptz not null default now(),
  succeeded_at timestamptz
);
comment on table public.login_attempts is 'Contract sign-ins; access log of Marco Civil art. 15, kept six months.';
comment on column public.login_attempts.number_hash is 'Hash, because people type passwords into the wrong field.';
comment on column public.login_attempts.address_hash is 'Keyed hash made by the function.';

create index login_attempts_failed_by_number
  on public.login_attempts (number_hash, created_at desc) where succeeded_at is null;
create index login_attempts_failed_by_address
  on public.login_attempts (address_hash, created_at desc) where succeeded_at is null;
create index login_attempts_by_age on public.login_attempts (created_at);

alter table public.login_attempts enable row level security;
revoke all on public.login_attempts from anon, authenticated, service_role;
grant select, insert, update, delete on public.login_attempts to service_role;

-- Definer: the service role may not read auth.users.
create function private.auth_email_of(user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select email from auth.users where id = $1;
$$;
grant execute on function private.auth_email_of(uuid) to service_role;

create function public.open_contract_sign_in(contract_number text, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  period constant interval := interval '15 minutes';
  most constant integer := 10;
  wanted constant text := upper(btrim(contract_number));
  hashed constant text := private.subject_hash(wanted);
  address constant text := address_hash;
  failures integer;
  refused_until timestamptz;
  attempt uuid;
begin
  -- Always the number before the address, so that two sign-ins cannot wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in number ' || hashed, 0));
  perform pg_advisory_xact_lock(hashtextextended('sign-in address ' || address, 0));

  select greatest(by_number.counted, by_address.counted),
    greatest(by_number.nth, by_address.nth) + period
  into failures, refused_until
  from (
    select count(*)::integer as counted, (array_agg(created_at order by created_at desc))[most] as nth
    from public.login_attempts as failed
    where failed.number_hash = hashed
      and failed.succeeded_at is null and failed.created_at > clock_timestamp() - period
  ) as by_number, (
    select count(*)::integer as counted, (array_agg(created_at order by created_at desc))[most] as nth
    from public.login_attempts as failed
    where failed.address_hash = address
      and failed.succeeded_at is null and failed.created_at > clock_timestamp() - period
  ) as by_address;

  if refused_until is not null then
    -- A refused call is not counted, or the wait would never end.
    return jsonb_build_object(
      'attempt_id', null, 'auth_email', null, 'failures', failures,
      'wait_seconds', greatest(1, ceil(extract(epoch from refused_until - clock_timestamp()))::integer)
    );
  end if;

  insert into public.login_attempts (number_hash, address_hash, created_at)
  values (hashed, address, clock_timestamp())
  returning id into attempt;

  return jsonb_build_object(
    'attempt_id', attempt,
    'auth_email', (
      select private.auth_email_of(contracts.user_id)
      from public.contracts where contracts.contract_number = wanted
    ),
    'failures', failures,
    'wait_seconds', 0
  );
end
$$;
comment on function public.open_contract_sign_in is 'Records an attempt as failed and gives the account to try; failures counts those before it.';

create function public.confirm_contract_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.login_attempts set succeeded_at = now() where id = $1 and succeeded_at is null;
$$;
comment on function public.confirm_contract_sign_in is 'The password was right: the attempt no longer counts as failed.';

create function public.withdraw_contract_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.login_attempts where id = $1 and succeeded_at is null;
$$;
comment on function public.withdraw_contract_sign_in is 'The password was never judged: an outage must not lock a tenant out.';

revoke all on function
  public.open_contract_sign_in(text, text), public.confirm_contract_sign_in(uuid),
  public.withdraw_contract_sign_in(uuid)
from public, anon, authenticated;
grant execute on function
  public.open_contract_sign_in(text, text), public.confirm_contract_sign_in(uuid),
  public.withdraw_contract_sign_in(uuid)
to service_role;
