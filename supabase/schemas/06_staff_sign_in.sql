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

-- An account that several contracts share has the tries of one.
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
comment on function private.sign_in_subject is 'By what tries to sign in are counted: of a renewal, by the number of its first contract.';
grant execute on function private.sign_in_subject to service_role;

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

  -- What is chosen for the first time is no change, and is not told as one.
  with chosen as (
    update public.contracts as contract set password_set_at = now()
    where contract.user_id = account and contract.password_set_at is null
    returning contract.id
  )
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  -- One for each address, however many contracts the account opens.
  select distinct on (lower(contracts.tenant_email))
    case when chosen.id is null then 'password-changed' else 'password-created' end,
    contracts.tenant_email, '{}', 'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts left join chosen on chosen.id = contracts.id
  where contracts.user_id = account and contracts.tenant_email is not null
  order by lower(contracts.tenant_email), contracts.start_date desc;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  select account, 'change-password', account, 'done'
  from public.staff where staff.user_id = account;
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key)
  select 'staff-password-changed', staff.email, jsonb_build_object('email', staff.email),
    'staff-password-changed:' || gen_random_uuid()
  from public.staff where staff.user_id = account;
end
$$;
comment on function public.record_password_changed is 'After a new password: failures and known devices are forgotten, this device is known, the owner is told.';
grant execute on function public.record_password_changed to service_role;

-- The other way in: a link that was mailed. It is ours, not the auth server's, which has one recovery
-- token for an account: whoever asks its public doors for another (/recover, /otp) voids the first.
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
comment on table private.account_links is 'The newest link that was mailed for an account, by what it does; good once, and for private.link_life.';
comment on column private.account_links.secret_hash is 'SHA-256 of the secret, which has 128 random bits.';
alter table private.account_links enable row level security;

-- Made while the mail is, so that no secret waits in the queue; a mail that is tried again makes the
-- same link. Definer: nobody reads or writes links directly.
create function private.account_link_secret(mail_id uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.link_secret('account-links', mail_id::text);
begin
  -- An account that is gone gets a link that opens nothing, as one does that is confirmed already.
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
    -- The mail was read before its delivery was recorded: what is spent stays spent.
    spent_at = case
      when account_links.secret_hash = excluded.secret_hash then account_links.spent_at
    end;
  return secret;
end
$$;
call private.expose('account_link_secret', 'service_role',
  'For a mail that is being made: the secret of its link, which takes the place of the former. Service role only.');

create function private.link_life(purpose text) returns interval
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- Whoever signs up in the evening reads the mail in the morning, and nobody waits for the mail with
  -- which a contract comes; a password that is there is set anew by who has just asked for it.
  select case purpose
    when 'confirm-address' then interval '24 hours'
    when 'first-password' then interval '72 hours'
    else interval '1 hour'
  end;
$$;
comment on function private.link_life is 'For how long a mailed link is good, by what it does.';

-- Definer for the same reason.
create function private.account_of_link(secret_hash text, purpose text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select link.user_id from private.account_links as link
  where link.secret_hash = $1 and link.purpose = $2
    and link.spent_at is null and link.mailed_at > now() - private.link_life($2);
$$;
comment on function private.account_of_link is 'The account that a link opens for a purpose; null for a link that opens nothing.';

-- Definer for the same reason. The row lock makes one of many at once the one that spends it. The
-- long life of a link to a first password ends with that password, however it was set.
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
comment on function private.spend_account_link is 'Spends a link and gives its account; null for a link that opens nothing.';
grant execute on function private.spend_account_link to service_role;

-- Definer for the same reason.
create function private.void_account_link(user_id uuid, purpose text) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.account_links as link where link.user_id = $1 and link.purpose = $2;
$$;
comment on function private.void_account_link is 'Makes an earlier link open nothing.';
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
comment on function public.spend_password_link is 'Spends a mailed link that sets a password and gives its account; null for a link that opens nothing. Service role only.';
grant execute on function public.spend_password_link to service_role;

-- Definer for the same reason.
create function private.return_password_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.account_links as link set spent_at = null
  where link.secret_hash = $1 and link.purpose in ('first-password', 'set-password', 'set-staff-password')
    and link.spent_at > now() - interval '1 minute';
$$;
call private.expose('return_password_link', 'service_role',
  'Makes a link that has just been spent good again: the auth server did not take the password. Service role only.');

-- Definer: the service role may not read auth.users.
create function private.recoverable_staff(email text) returns uuid
language sql stable strict security definer
set search_path = ''
as $$
  select users.id from auth.users join public.staff on staff.user_id = users.id
  where users.email = $1 and (
    -- One that was made by hand may not be confirmed: the link proves the mailbox.
    staff.status = 'active' or staff.status = 'pending' and users.email_confirmed_at is not null
  );
$$;
comment on function private.recoverable_staff is 'The account of staff whose password this address may set anew; null for none.';
grant execute on function private.recoverable_staff to service_role;

-- Answers alike for known and unknown addresses, and works alike: the unknown case writes the same mail
-- and takes it back.
create function public.request_staff_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Silent, because refusing one address would tell that somebody else asked for it.
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
comment on function public.request_staff_recovery is 'Queues a mail with a link that sets the password of an account of staff; says nothing about the address. Service role only.';
grant execute on function public.request_staff_recovery to service_role;

-- Definer for the same reason.
create function private.staff_of_reset_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'set-staff-password');
$$;
comment on function private.staff_of_reset_link is 'The address of the account of staff whose password a link sets; null for a link that opens nothing.';
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
comment on function public.open_staff_reset is 'The address of the account whose password a link sets, or null; spends nothing. Service role only.';
grant execute on function public.open_staff_reset to service_role;

create function public.spend_staff_link(secret_hash text) returns uuid
language sql
set search_path = ''
as $$
  select private.spend_account_link($1, 'set-staff-password');
$$;
comment on function public.spend_staff_link is 'Spends a mailed link that sets the password of an account of staff; null for one that opens nothing. Service role only.';
grant execute on function public.spend_staff_link to service_role;

-- What the auth server asks to send its mails (its hook in config.toml): none. Ours say all there is to
-- say, and whoever asks its public doors for one must not have it written to somebody.
create function private.withhold_auth_mail(event jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object();
$$;
comment on function private.withhold_auth_mail is 'Send-email hook of the auth server (config.toml): it sends nothing by itself.';
grant execute on function private.withhold_auth_mail to supabase_auth_admin;

-- What an account says of itself goes into each of its tokens, and we ask for nothing. The auth server
-- takes a megabyte at a time and adds it to what is there.
create function private.bound_account_metadata() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The auth server turns PTxyz into HTTP status xyz.
  raise sqlstate 'PT422' using message = 'Os dados de uma conta têm no máximo 4 kB.';
end
$$;
comment on function private.bound_account_metadata is 'Refuses more than 4 kB of what accounts say of themselves.';

create trigger bound_account_metadata
before insert or update of raw_user_meta_data on auth.users
for each row when (octet_length(new.raw_user_meta_data::text) > 4096)
execute function private.bound_account_metadata();
