-- The sign-in gate protects each check of a password: sign-in to a contract, sign-in of staff, new password. In 15
-- minutes, the gate allows ten wrong tries for the same subject (contract number or e-mail address) from the same
-- network. The limit per subject from all networks is ten times higher, because a stranger who knows a contract number
-- must not lock out the tenant. Known devices have a separate limit, which strangers cannot use up. A new password
-- clears failures.
--
-- Guesses against one account from any number of networks:
--   through the gate: 100 per 15 minutes and 1,000 per day = 365,000 a year  (18.5 bits)
--   at the auth server: 20 per hour, 480 per day           = 175,200 a year  (17.4 bits)
-- A password of six random lower-case letters and digits has 31 bits. At both limits together, the odds of finding the
-- password within a year are 1 in 4,000. The contract number has 40 random bits. One network has 9,600 tries a day for
-- all numbers together (21.7 bits a year).
--
-- One network has 960 tries a day for one contract number. New devices are locked out only after 1,000 tries a day, so
-- one network alone cannot lock out new devices.
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
comment on table public.login_attempts is 'Sign-in attempts of tenants and staff. The table is the access log that Marco Civil art. 15 requires. Rows are kept for six months.';
comment on column public.login_attempts.kind is 'Kind of the password check. contract: sign-in by contract number; staff: sign-in by e-mail; account: check of the signed-in account; password-grant: sign-in directly at the auth server; password-change: a new password, which registers its device.';
comment on column public.login_attempts.subject_hash is 'Keyed hash of the contract number or e-mail address that was typed. Only a hash is stored, because people type passwords into the wrong field.';
comment on column public.login_attempts.address_hash is 'Keyed hash of the caller''s network address, made by the edge function; null for an attempt directly at the auth server.';
comment on column public.login_attempts.user_id is 'Account to which the contract number or e-mail address belongs; null if no account has this number or address.';
comment on column public.login_attempts.device_hash is 'Hash of the random token that a browser got when it signed in to this account.';
comment on column public.login_attempts.judged_at is 'Time when the auth server checked the password of this attempt; null before that.';
comment on column public.login_attempts.cleared_at is 'Time when a new password cleared this failure; null for a failure that still counts.';
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

-- The trail gets at most one row per account and outcome in 15 minutes (LGPD art. 37, Marco Civil art. 15), so that
-- guessing does not fill the trail. Rows of login_attempts serve the limits and are deleted after six months. The
-- trail is kept longer. Security definer, because no role may write the trail.
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
comment on function private.record_sign_in_outcome is 'Adds a sign-in or a failed sign-in of an account to the audit trail, at most once in 15 minutes.';
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
comment on function private.record_sign_in is 'Trigger that records the outcome of a sign-in attempt in the audit trail.';

create function public.record_failed_sign_in(attempt_id uuid) returns void
language sql
begin atomic
  select private.record_sign_in_outcome(attempt.user_id, attempt.kind, 'denied')
  from public.login_attempts as attempt
  where attempt.id = $1 and attempt.succeeded_at is null;
end;
comment on function public.record_failed_sign_in is 'Records a sign-in with a wrong password or to an unknown account in the audit trail, at most once in 15 minutes.';
grant execute on function public.record_failed_sign_in to service_role;

create trigger record_sign_in
after update of succeeded_at on public.login_attempts
for each row when (old.succeeded_at is null and new.succeeded_at is not null)
execute function private.record_sign_in();
-- An attempt directly at the auth server is inserted with its result, so this trigger runs on insert.
create trigger record_direct_sign_in
after insert on public.login_attempts
for each row when (new.kind = 'password-grant')
execute function private.record_sign_in();

create function private.barred_until(action text, failures timestamptz[]) returns timestamptz
language sql stable
begin atomic
  select (array_agg(failed.at order by failed.at desc))[rule.most] + rule.per
  from private.limits as rule, unnest(failures) as failed (at)
  where rule.action = $1 and failed.at > clock_timestamp() - rule.per
  group by rule.most, rule.per;
end;
comment on function private.barred_until is 'Returns the time at which a limit allows another try after these failures; null when a try is allowed now.';
grant execute on function private.barred_until to service_role;

-- Security definer, because the service role may not read auth.users, which has the current e-mail addresses.
create function private.staff_account(email text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select users.id from auth.users as users join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account is 'Returns the id of the staff account with this e-mail address; null without such an account.';
grant execute on function private.staff_account to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.auth_email_of(user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select email from auth.users where id = $1;
$$;
comment on function private.auth_email_of is 'Returns the e-mail address with which an account signs in at the auth server.';
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
comment on function private.account_named is 'Returns the id of the account that a contract number, a staff e-mail address or an account id identifies; null if there is none.';
grant execute on function private.account_named to service_role;

-- Contracts that share an account also share the count of failed tries.
create function private.sign_in_subject(kind text, subject text) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select first.contract_number
      from public.contracts as named join public.contracts as first on first.user_id = named.user_id
      where kind = 'contract' and named.contract_number = subject
      order by first.created_at, first.id limit 1
    ),
    subject
  );
$$;
comment on function private.sign_in_subject is 'Returns the contract number or e-mail address by which failed tries are counted; for a renewal, the number of its first contract.';
grant execute on function private.sign_in_subject to service_role;

create function public.open_sign_in(
  kind text, subject text, address_hash text, device_hash text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  asked constant text := kind;
  -- The subject is normalised, so that other spellings of a number or an e-mail address allow no further tries.
  named constant text := case kind when 'contract' then upper(btrim(subject)) else lower(btrim(subject)) end;
  hashed constant text := private.subject_hash(private.sign_in_subject(asked, named));
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
  -- Concurrent guesses wait for each other here, and each failure is stored before the password is checked. So twenty
  -- concurrent guesses count as twenty. The subject is always locked before the network address, to avoid a deadlock.
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
    -- A refused call is not counted as a failure. Otherwise repeated calls would extend the wait forever.
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
comment on function public.open_sign_in is 'Records a sign-in attempt as failed and returns the attempt''s id and the account to try. `failures` counts earlier failures from the same network address.';
grant execute on function public.open_sign_in to service_role;

create function public.confirm_sign_in(attempt_id uuid, device_hash text default null) returns void
language sql
set search_path = ''
as $$
  update public.login_attempts as attempt
  set succeeded_at = now(), device_hash = coalesce($2, attempt.device_hash)
  where attempt.id = $1 and attempt.succeeded_at is null;
$$;
comment on function public.confirm_sign_in is 'Marks a sign-in attempt as succeeded and registers the device that made it.';
grant execute on function public.confirm_sign_in to service_role;

create function public.withdraw_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.login_attempts where id = $1 and succeeded_at is null;
$$;
comment on function public.withdraw_sign_in is 'Deletes a sign-in attempt whose password was never checked, so that an outage of the auth server locks out no account.';
grant execute on function public.withdraw_sign_in to service_role;

-- The auth server calls this hook after each password check. The hook accepts one check for each attempt that the
-- sign-in gate has recorded. A call to the auth server that passes by the gate counts against another limit per
-- account. A refusal has the same text as a wrong password. Security definer, because the auth server's role has no
-- rights on these tables.
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
comment on function private.judge_password_attempt is 'Password verification hook of the auth server (config.toml). Limits the password checks that do not come through the sign-in gate.';
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
  -- After a new password, earlier failures no longer count, and devices that knew the old password are forgotten.
  update public.login_attempts as attempt
  set cleared_at = coalesce(attempt.cleared_at, now()), device_hash = null
  where attempt.user_id = account
    and (attempt.succeeded_at is null or attempt.device_hash is not null);
  if device is not null then
    insert into public.login_attempts (kind, subject_hash, user_id, device_hash, succeeded_at)
    values ('password-change', private.subject_hash(account::text), account, device, now());
  end if;

  -- The tenant's first password queues the mail password-created. Later passwords queue password-changed.
  with chosen as (
    update public.contracts as contract set password_set_at = now()
    where contract.user_id = account and contract.password_set_at is null
    returning contract.id
  )
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  -- Each address gets one mail, even if the account opens several contracts.
  select distinct on (lower(contracts.tenant_email))
    case when chosen.id is null then 'password-changed' else 'password-created' end,
    contracts.tenant_email, '{}', 'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts left join chosen on chosen.id = contracts.id
  where contracts.user_id = account and contracts.tenant_email is not null
  order by lower(contracts.tenant_email), contracts.start_date desc;
  perform private.note('change-password', account, actor => account)
  from public.staff where staff.user_id = account;
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key)
  select 'staff-password-changed', staff.email, jsonb_build_object('email', staff.email),
    'staff-password-changed:' || gen_random_uuid()
  from public.staff where staff.user_id = account;
end
$$;
comment on function public.record_password_changed is 'Clears the failures and known devices of an account after a new password, registers the current device and notifies the owner of the account.';
grant execute on function public.record_password_changed to service_role;

-- Mailed links that set a password or confirm an address. The auth server's own tokens are not used, because each
-- account has only one token, which any visitor could void through the public endpoints /recover and /otp.
create table private.account_links (
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (
    purpose in ('confirm-address', 'first-password', 'set-password', 'set-staff-password')
  ),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  mailed_at timestamptz not null,
  spent_at timestamptz,
  primary key (user_id, purpose)
);
comment on table private.account_links is 'Newest mailed link per account and purpose. Each link is valid once, for the time that private.link_life returns.';
comment on column private.account_links.secret_hash is 'SHA-256 of the secret in the link, which has 128 random bits.';
alter table private.account_links enable row level security;

-- The secret of a link is made while the mail is composed, so the mail queue stores no secret. A mail that is sent
-- again gets the same link. Security definer, because no role may read or write private.account_links.
create function private.account_link_secret(mail_id uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.link_secret('account-links', mail_id::text);
begin
  -- No row is stored for a deleted or already confirmed account, so the link of such an account is invalid.
  insert into private.account_links (user_id, purpose, secret_hash, mailed_at)
  select opened.user_id, opened.purpose, private.link_secret_hash(secret), now()
  from (
    select contracts.user_id,
      case mail.template when 'contract-ready' then 'first-password' else 'set-password' end as purpose
    from public.outgoing_mail as mail
    join public.contracts on contracts.id = mail.contract_id
    where mail.id = mail_id and mail.template in ('password-recovery', 'contract-ready')
    union all
    select staff.user_id, 'confirm-address'
    from public.outgoing_mail as mail
    join auth.users on users.email = mail.recipient and users.email_confirmed_at is null
    join public.staff on staff.user_id = users.id
    where mail.id = mail_id and mail.template = 'staff-confirmation'
    union all
    select staff.user_id, 'set-staff-password'
    from public.outgoing_mail as mail
    join public.staff on staff.user_id = private.recoverable_staff(mail.recipient)
    where mail.id = mail_id and mail.template = 'staff-recovery'
  ) as opened
  on conflict on constraint account_links_pkey do update
  set secret_hash = excluded.secret_hash, mailed_at = excluded.mailed_at,
    -- The person may use the link before the mail is recorded as delivered. A used link then stays marked as used.
    spent_at = case
      when account_links.secret_hash = excluded.secret_hash then account_links.spent_at
    end;
  return secret;
end
$$;
call private.expose('account_link_secret', 'service_role',
  'Returns the secret of the link for a mail that is being composed, and voids the former link. Service role only.');

create function private.link_life(purpose text) returns interval
language sql immutable strict parallel safe
-- A mail for a password reset is read at once, because the recipient asked for it. Other mails may be read days later.
return case purpose
  when 'confirm-address' then interval '24 hours'
  when 'first-password' then interval '72 hours'
  else interval '1 hour'
end;
comment on function private.link_life is 'Returns how long a mailed link is valid, by its purpose.';

-- Security definer, because no role may read private.account_links.
create function private.account_of_link(secret_hash text, purpose text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select link.user_id from private.account_links as link
  where link.secret_hash = $1 and link.purpose = $2
    and link.spent_at is null and link.mailed_at > now() - private.link_life($2);
$$;
comment on function private.account_of_link is 'Returns the account of a valid link for this purpose; null for an invalid link.';

-- The row lock lets only one concurrent call spend the link. A link that sets the first password becomes invalid as
-- soon as the account has a password. Security definer, because no role may write private.account_links.
create function private.spend_account_link(secret_hash text, purpose text) returns uuid
language sql security definer
set search_path = ''
as $$
  update private.account_links as link set spent_at = now()
  where link.secret_hash = $1 and link.purpose = $2
    and link.spent_at is null and link.mailed_at > now() - private.link_life($2)
    and (
      $2 <> 'first-password' or exists (
        select from public.contracts as contract
        where contract.user_id = link.user_id and contract.password_set_at is null
      )
    )
  returning link.user_id;
$$;
comment on function private.spend_account_link is 'Marks a valid link as used and returns its account; null for an invalid link.';
grant execute on function private.spend_account_link to service_role;

-- Security definer, because no role may write private.account_links.
create function private.void_account_link(user_id uuid, purpose text) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.account_links as link where link.user_id = $1 and link.purpose = $2;
$$;
comment on function private.void_account_link is 'Deletes the current link of an account for a purpose, so that the link becomes invalid.';
grant execute on function private.void_account_link to service_role;

create function public.spend_password_link(secret_hash text, address_hash text) returns uuid
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('password-link-by-address', address_hash);
  return coalesce(
    private.spend_account_link(secret_hash, 'set-password'),
    private.spend_account_link(secret_hash, 'first-password')
  );
end
$$;
comment on function public.spend_password_link is 'Marks a mailed link that sets a tenant''s password as used and returns its account; null for an invalid link. Service role only.';
grant execute on function public.spend_password_link to service_role;

-- Security definer, because no role may write private.account_links.
create function private.return_password_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.account_links as link set spent_at = null
  where link.secret_hash = $1 and link.purpose in ('first-password', 'set-password', 'set-staff-password')
    and link.spent_at > now() - interval '1 minute';
$$;
call private.expose('return_password_link', 'service_role',
  'Makes a link valid again that was spent a moment ago, because the auth server did not accept the password. Service role only.');

-- Security definer, because the service role may not read auth.users.
create function private.recoverable_staff(email text) returns uuid
language sql stable strict security definer
set search_path = ''
as $$
  select users.id from auth.users join public.staff on staff.user_id = users.id
  where users.email = $1 and (
    -- An active account may have been created by hand without a confirmed address. It may get the link too, because
    -- only the owner of the mailbox can use the link.
    staff.status = 'active' or staff.status = 'pending' and users.email_confirmed_at is not null
  );
$$;
comment on function private.recoverable_staff is 'Returns the id of the staff account whose password may be reset through this e-mail address; null without such an account.';
grant execute on function private.recoverable_staff to service_role;

-- Known and unknown addresses get the same answer after the same work. The mail to an unknown address is rolled back.
create function public.request_staff_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Returns without an error, because an error would reveal earlier requests for this address.
  if not private.may_mail_link('staff-recovery', wanted, address_hash) then
    return;
  end if;
  begin
    perform private.enqueue_mail(
      'staff-recovery', wanted, jsonb_build_object('email', wanted),
      'staff-recovery:' || gen_random_uuid()
    );
    if private.recoverable_staff(wanted) is null then
      raise exception 'unknown address' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_staff_recovery is 'Queues a mail with a link that resets the password of a staff account. The result does not reveal whether the e-mail address is known. Service role only.';
grant execute on function public.request_staff_recovery to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.staff_of_reset_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'set-staff-password');
$$;
comment on function private.staff_of_reset_link is 'Returns the e-mail address of the staff account whose password a link resets; null for an invalid link.';
grant execute on function private.staff_of_reset_link to service_role;

create function public.open_staff_reset(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('password-link-by-address', address_hash);
  return private.staff_of_reset_link(secret_hash);
end
$$;
comment on function public.open_staff_reset is 'Returns the e-mail address of the staff account whose password a link resets; null for an invalid link. The link stays valid. Service role only.';
grant execute on function public.open_staff_reset to service_role;

create function public.spend_staff_link(secret_hash text) returns uuid
language sql
return private.spend_account_link($1, 'set-staff-password');
comment on function public.spend_staff_link is 'Marks a mailed link that resets a staff password as used and returns its account; null for an invalid link. Service role only.';
grant execute on function public.spend_staff_link to service_role;

-- The auth server calls this hook instead of sending mails, so visitors cannot send mails to people through its public
-- endpoints.
create function private.withhold_auth_mail(event jsonb) returns jsonb
language sql immutable
return jsonb_build_object();
comment on function private.withhold_auth_mail is 'Send-email hook of the auth server (config.toml). Discards the mail that the auth server wanted to send.';
grant execute on function private.withhold_auth_mail to supabase_auth_admin;

-- The auth server copies an account's metadata into each of its tokens and would accept a megabyte with every call.
create function private.bound_account_metadata() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The auth server turns SQLSTATE PTxyz into HTTP status xyz.
  raise sqlstate 'PT422' using message = 'Os dados de uma conta têm no máximo 4 kB.';
end
$$;
comment on function private.bound_account_metadata is 'Refuses more than 4 kB of metadata that an account writes about itself.';

create trigger bound_account_metadata
before insert or update of raw_user_meta_data on auth.users
for each row when (octet_length(new.raw_user_meta_data::text) > 4096)
execute function private.bound_account_metadata();
