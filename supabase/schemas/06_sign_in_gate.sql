-- The gate in front of every password: contracts, staff, and a change of password. Ten wrong tries
-- count by subject and network together, and the caps on a subject and on a network alone are far
-- higher: or a stranger who knows a number could keep its tenant out. A device that signed in before
-- has a count of its own, which strangers cannot fill; a new password clears the failures.
--
-- Guessing stays hopeless. Against one account from any number of networks:
--   100 per 15 minutes and 1,000 per day                = 365,000 guesses a year  (18.5 bits)
--   straight at the auth server, 20 per hour, 480 a day = 175,200 guesses a year  (17.4 bits)
-- A password of six random lower-case letters and digits has 31 bits: both doors together find
-- it within a year with a chance of 1 in 4,000. Who asks without the number has to find that
-- first: it has 40 random bits, and one network has 9,600 tries a day (18.3 bits a year) for all.
-- One network alone can spend 960 tries a day on one number, less than a number's 1,000: nobody
-- shuts out even a new device from a single network.
create table public.login_attempts (
  id uuid primary key default gen_random_uuid(),
  subject_hash text not null check (subject_hash ~ '^[0-9a-f]{64}$'),
  address_hash text check (char_length(address_hash) between 16 and 128),
  created_at timestamptz not null default now(),
  succeeded_at timestamptz,
  kind text not null
    check (kind in ('contract', 'staff', 'account', 'password-grant', 'password-change')),
  user_id uuid references auth.users (id) on delete set null,
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  judged_at timestamptz,
  cleared_at timestamptz
);
comment on table public.login_attempts is 'Sign-ins of tenants and staff; access log of Marco Civil art. 15, kept six months.';
comment on column public.login_attempts.kind is 'By number, by e-mail, by the signed-in account itself, straight at the auth server; a new password binds its device.';
comment on column public.login_attempts.subject_hash is 'Of the number or e-mail; a hash, because people type passwords into the wrong field.';
comment on column public.login_attempts.address_hash is 'Keyed hash made by the function; null when the auth server was asked directly.';
comment on column public.login_attempts.user_id is 'The account that the subject names.';
comment on column public.login_attempts.device_hash is 'Of the random token of a browser that has signed in to this account.';
comment on column public.login_attempts.judged_at is 'When the auth server judged the password of this attempt.';
comment on column public.login_attempts.cleared_at is 'When a new password made this failure count no more.';
create index login_attempts_failed_by_subject
  on public.login_attempts (subject_hash, kind, created_at desc)
  where succeeded_at is null and cleared_at is null;
create index login_attempts_failed_by_address
  on public.login_attempts (address_hash, created_at desc)
  where succeeded_at is null and cleared_at is null;
create index login_attempts_by_account on public.login_attempts (user_id, created_at desc);
create index login_attempts_by_age on public.login_attempts (created_at);
alter table public.login_attempts enable row level security;
grant select, insert, update, delete on public.login_attempts to service_role;

-- Who got in, and at whose account somebody failed (LGPD art. 37, Marco Civil art. 15). The attempts
-- themselves are kept six months and count for the limits; the trail stays. Once in 15 minutes for
-- the same account and outcome, or guessing would fill it.
-- Definer: nobody may write the trail directly.
create function private.record_sign_in_outcome(account uuid, kind text, outcome text) returns void
language sql security definer
set search_path = ''
as $$
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  select case when $3 = 'done' then $1 end, 'sign-in', $1, $3, jsonb_build_object('kind', $2)
  where not exists (
    select from public.audit_trail as earlier
    where earlier.subject_id is not distinct from $1
      and earlier.action = 'sign-in' and earlier.outcome = $3
      and earlier.occurred_at > now() - interval '15 minutes'
  );
$$;
comment on function private.record_sign_in_outcome is 'Puts on record that somebody got into an account, or failed.';
grant execute on function private.record_sign_in_outcome to service_role;

create function private.record_sign_in() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.record_sign_in_outcome(
    new.user_id, new.kind, case when new.succeeded_at is null then 'denied' else 'done' end
  );
  return new;
end
$$;
comment on function private.record_sign_in is 'Puts on record what has become of an attempt.';

create function public.record_failed_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  select private.record_sign_in_outcome(attempt.user_id, attempt.kind, 'denied')
  from public.login_attempts as attempt
  where attempt.id = $1 and attempt.succeeded_at is null;
$$;
comment on function public.record_failed_sign_in is 'The password was wrong, or there is no such account: on record once in 15 minutes.';
grant execute on function public.record_failed_sign_in to service_role;

create trigger record_sign_in
after update of succeeded_at on public.login_attempts
for each row when (old.succeeded_at is null and new.succeeded_at is not null)
execute function private.record_sign_in();
-- Straight at the auth server: its hook writes an attempt that is judged already.
create trigger record_direct_sign_in
after insert on public.login_attempts
for each row when (new.kind = 'password-grant')
execute function private.record_sign_in();

create function private.barred_until(action text, failures timestamptz[]) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (array_agg(failed.at order by failed.at desc))[rule.most] + rule.per
  from private.limits as rule, unnest(failures) as failed (at)
  where rule.action = $1 and failed.at > clock_timestamp() - rule.per
  group by rule.most, rule.per;
$$;
comment on function private.barred_until is 'When failures, counted by this limit, allow another try; null for at once.';
grant execute on function private.barred_until to service_role;

-- Definer: the service role may not read auth.users, whose address is the current one.
create function private.staff_account(email text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select users.id from auth.users as users join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account is 'The account of staff that has this e-mail now; null for none.';
grant execute on function private.staff_account to service_role;

-- Definer: the service role may not read auth.users.
create function private.auth_email_of(user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select email from auth.users where id = $1;
$$;
comment on function private.auth_email_of is 'The address by which an account signs in.';
grant execute on function private.auth_email_of to service_role;

create function private.account_named(kind text, subject text) returns uuid
language sql stable
set search_path = ''
as $$
  select case kind
    when 'contract' then (
      select contracts.user_id from public.contracts
      where contracts.contract_number = subject
    )
    when 'staff' then private.staff_account(subject)
    when 'account' then subject::uuid
  end;
$$;
comment on function private.account_named is 'The account of a contract number, an e-mail of staff, or an id; null for none.';
grant execute on function private.account_named to service_role;

create function public.open_sign_in(
  kind text, subject text, address_hash text, device_hash text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  asked constant text := kind;
  -- One spelling, so that none has tries of its own.
  named constant text := case kind when 'contract' then upper(btrim(subject)) else lower(btrim(subject)) end;
  hashed constant text := private.subject_hash(named);
  address constant text := address_hash;
  account constant uuid := private.account_named(asked, named);
  device text;
  by_subject timestamptz[];
  by_address timestamptz[];
  by_both timestamptz[];
  by_device timestamptz[];
  barred_until timestamptz;
  failures integer;
  attempt uuid;
begin
  -- Parallel guesses queue, and a failure is on record before the password is tried, so twenty
  -- at once count as twenty. Always the subject first, so that no two wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in subject ' || asked || hashed, 0));
  perform pg_advisory_xact_lock(hashtextextended('sign-in address ' || address, 0));

  select known.device_hash into device
  from public.login_attempts as known
  where known.user_id = account and known.device_hash = open_sign_in.device_hash
    and known.succeeded_at is not null
  limit 1;

  select array_agg(failed.created_at),
    array_agg(failed.created_at) filter (where failed.address_hash = address),
    array_agg(failed.created_at) filter (where failed.device_hash = device)
  into by_subject, by_both, by_device
  from public.login_attempts as failed
  where failed.kind = asked and failed.subject_hash = hashed
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - interval '1 day';

  select array_agg(failed.created_at),
    count(*) filter (where failed.created_at > clock_timestamp() - interval '15 minutes')
  into by_address, failures
  from public.login_attempts as failed
  where failed.address_hash = address
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - greatest(
      interval '15 minutes', (select per from private.limits where action = 'sign-in-by-network')
    );

  barred_until := case
    when device is not null then private.barred_until('sign-in-by-device', by_device)
    else greatest(
      private.barred_until('sign-in-by-subject-and-network', by_both),
      private.barred_until('sign-in-by-network', by_address),
      private.barred_until('sign-in-by-subject', by_subject),
      private.barred_until('sign-in-by-subject-and-day', by_subject)
    )
  end;
  if barred_until is not null then
    -- A refused call is not counted, or the wait would never end.
    return jsonb_build_object(
      'attempt_id', null, 'auth_email', null, 'failures', failures,
      'wait_seconds', greatest(1, ceil(extract(epoch from barred_until - clock_timestamp()))::integer)
    );
  end if;

  insert into public.login_attempts (
    kind, subject_hash, address_hash, user_id, device_hash, created_at
  ) values (asked, hashed, address, account, device, clock_timestamp())
  returning id into attempt;

  return jsonb_build_object(
    'attempt_id', attempt,
    'auth_email', private.auth_email_of(account),
    'failures', failures,
    'wait_seconds', 0
  );
end
$$;
comment on function public.open_sign_in is 'Records an attempt as failed and gives the account to try; failures counts those of the address before it.';
grant execute on function public.open_sign_in to service_role;

create function public.confirm_sign_in(attempt_id uuid, device_hash text default null) returns void
language sql
set search_path = ''
as $$
  update public.login_attempts as attempt
  set succeeded_at = now(), device_hash = coalesce($2, attempt.device_hash)
  where attempt.id = $1 and attempt.succeeded_at is null;
$$;
comment on function public.confirm_sign_in is 'The password was right: the attempt no longer counts as failed, and its device is known from now on.';
grant execute on function public.confirm_sign_in to service_role;

create function public.withdraw_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.login_attempts where id = $1 and succeeded_at is null;
$$;
comment on function public.withdraw_sign_in is 'The password was never judged: an outage must not lock anybody out.';
grant execute on function public.withdraw_sign_in to service_role;

-- What the auth server asks after it has judged a password (its password verification hook).
-- An attempt that came through the gate is let through, once. Anything else came straight at the
-- auth server and is counted by account, apart from the gate's counts, so that it neither gets
-- around them nor locks anybody out of them. The refusal reads as a wrong password does.
-- Definer: the auth server's role reaches none of these tables.
create function private.judge_password_attempt(event jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := (event ->> 'user_id')::uuid;
  is_valid constant boolean := (event ->> 'valid')::boolean;
  failures timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtextextended('password grant ' || account, 0));
  update public.login_attempts set judged_at = clock_timestamp()
  where id = (
    select opened.id from public.login_attempts as opened
    where opened.user_id = account and opened.judged_at is null and opened.succeeded_at is null
      and opened.created_at > clock_timestamp() - interval '30 seconds'
    order by opened.created_at
    limit 1
  );
  if found then
    return jsonb_build_object('decision', 'continue');
  end if;

  select array_agg(failed.created_at) into failures
  from public.login_attempts as failed
  where failed.user_id = account and failed.kind = 'password-grant'
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - interval '1 day';
  if private.barred_until('password-grant-by-account', failures) is not null then
    return jsonb_build_object(
      'decision', 'reject', 'message', 'Invalid login credentials', 'should_logout_user', false
    );
  end if;

  insert into public.login_attempts (kind, subject_hash, user_id, created_at, judged_at, succeeded_at)
  values (
    'password-grant', private.subject_hash(account::text), account, clock_timestamp(),
    clock_timestamp(), case when is_valid then clock_timestamp() end
  );
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.judge_password_attempt is 'Password verification hook of the auth server (config.toml).';
grant execute on function private.judge_password_attempt to supabase_auth_admin;

create function public.record_password_changed(user_id uuid, device_hash text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  account constant uuid := user_id;
  device constant text := device_hash;
begin
  -- Whoever knew the old password keeps no way in, and failures of strangers no longer count.
  update public.login_attempts as attempt
  set cleared_at = coalesce(attempt.cleared_at, now()), device_hash = null
  where attempt.user_id = account
    and (attempt.succeeded_at is null or attempt.device_hash is not null);
  if device is not null then
    insert into public.login_attempts (kind, subject_hash, user_id, device_hash, succeeded_at)
    values ('password-change', private.subject_hash(account::text), account, device, now());
  end if;

  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  select 'password-changed', contracts.tenant_email, '{}',
    'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts
  where contracts.user_id = account and contracts.tenant_email is not null;
end
$$;
comment on function public.record_password_changed is 'After a new password: failures and known devices are forgotten, this device is known, the tenant is told.';
grant execute on function public.record_password_changed to service_role;
