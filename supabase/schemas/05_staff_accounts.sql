-- Staff: who may work in the review area, and how strict it is.
create table private.staff_settings (
  is_only boolean primary key default true check (is_only),
  allowed_domains text[] not null default '{}',
  require_second_factor boolean not null default false,
  undo_seconds integer not null default 10 check (undo_seconds between 0 and 60)
);
comment on table private.staff_settings is 'One row: how strict the staff area is; change it with an update.';
comment on column private.staff_settings.allowed_domains is 'Domains whose accounts may be released, in lower case; empty for all.';
comment on column private.staff_settings.require_second_factor is 'Without a second factor an account may do nothing but enrol one.';
comment on column private.staff_settings.undo_seconds is 'For how long a decision can be taken back before its mail leaves.';
alter table private.staff_settings enable row level security;
grant select on private.staff_settings to service_role;
insert into private.staff_settings default values;

create function private.staff_rank(status text) returns integer
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case status when 'active' then 0 when 'pending' then 1 else 2 end;
$$;
comment on function private.staff_rank is 'Who works first, then who waits, then who is disabled: sign-ups cannot hide who works here.';
grant execute on function private.staff_rank to authenticated;

-- Anyone may sign up at the login screen; the account waits here until somebody with the right
-- releases it, which takes that its mailbox has answered: or whoever signed up as diretora@… would
-- be released by who trusted the address. The database decides on each call, so disabling somebody
-- acts at once. Sign-up goes through the function sign-up-staff alone: the auth server's own answers
-- differently for addresses that it knows.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (private.is_email(email)),
  full_name text check (char_length(full_name) between 3 and 100),
  status text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  can_release boolean not null default false,
  created_at timestamptz not null default now(),
  status_changed_at timestamptz,
  wants_digest boolean not null default false
);
comment on table public.staff is 'Accounts of the review area and whether they may work.';
comment on column public.staff.can_release is 'May release and disable other accounts.';
comment on column public.staff.wants_digest is 'Gets a mail on the morning of each business day with what waits.';
create index staff_in_order
  on public.staff (private.staff_rank(status), created_at desc, user_id desc);
alter table public.staff enable row level security;
grant select (user_id, email, full_name, status, can_release, created_at, status_changed_at)
  on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;

-- An access token is good for an hour by itself, whatever happens to its session. Signing out
-- everywhere and a new password end the sessions, and with them what the tokens open.
-- Definer: the API's roles may not read auth.sessions. One look-up by primary key, once per
-- statement, because every policy asks inside (select ...).
create function private.has_live_session() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.sessions
    where sessions.id = ((select auth.jwt()) ->> 'session_id')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
  );
$$;
comment on function private.has_live_session is 'Whether the session that the caller''s token was made for still exists.';
grant execute on function private.has_live_session to authenticated;

-- Whoever has enrolled a second factor works only in sessions that have shown it (claim aal2), through
-- REST as on the screens, so that a stolen password reads nothing; one setting asks it of everybody.
-- Definer: factors belong to the auth server.
create function private.second_factor_step() returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when factors.are_enrolled and coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal2' then 'code'
    when not factors.are_enrolled and settings.require_second_factor then 'enroll'
    else 'none'
  end
  from private.staff_settings as settings, (
    select exists (
      select from auth.mfa_factors
      where user_id = (select auth.uid()) and status = 'verified'
    ) as are_enrolled
  ) as factors;
$$;
comment on function private.second_factor_step is 'What the caller''s session still lacks: none, code, or enroll where a factor is required.';
grant execute on function private.second_factor_step to authenticated;

-- Definer: policies on staff itself ask this, and would otherwise recurse.
create function private.is_active_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff where user_id = (select auth.uid()) and status = 'active'
  ) and private.has_live_session() and private.second_factor_step() = 'none';
$$;
call private.expose('is_active_staff', 'authenticated',
  'Whether the caller may use the review area; shows "Gerenciar".');

-- Definer for the same reason.
create function private.can_release_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_active_staff() and exists (
    select from public.staff where user_id = (select auth.uid()) and can_release
  );
$$;
comment on function private.can_release_staff is 'Whether the caller may release and disable other accounts.';
grant execute on function private.can_release_staff to authenticated;

create policy "Accounts read themselves and active staff read all" on public.staff
  for select to authenticated
  using (
    (select private.has_live_session())
    and (user_id = (select auth.uid()) or (select private.is_active_staff()))
  );

create function public.my_staff_status() returns text
language sql stable
set search_path = ''
as $$
  select status from public.staff where user_id = (select auth.uid());
$$;
comment on function public.my_staff_status is 'pending, active, disabled, or null for an account that is not staff.';
grant execute on function public.my_staff_status to authenticated;

-- Definer: whether an address is confirmed is on record at the auth server.
create function private.list_staff(
  after_rank integer, before_created_at timestamptz, before_id uuid, page_size integer
)
returns table (
  user_id uuid, email text, full_name text, status text, can_release boolean,
  created_at timestamptz, status_changed_at timestamptz, email_confirmed_at timestamptz,
  rank integer
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select member.user_id, member.email, member.full_name, member.status, member.can_release,
      member.created_at, member.status_changed_at, users.email_confirmed_at,
      private.staff_rank(member.status)
    from public.staff as member
    join auth.users on users.id = member.user_id
    where after_rank is null
      or private.staff_rank(member.status) > after_rank
      or (
        private.staff_rank(member.status) = after_rank
        and (member.created_at, member.user_id) < (before_created_at, before_id)
      )
    order by private.staff_rank(member.status), member.created_at desc, member.user_id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100);
end
$$;
call private.expose('list_staff', 'authenticated',
  'One page of accounts: who works, who waits, who is disabled, each newest first; the next page starts after the last row. Active staff only.',
  'after_rank integer default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20');

-- Definer for the same reason.
create function private.count_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'active', count(*) filter (where staff.status = 'active'),
      'pending', count(*) filter (where staff.status = 'pending'),
      'disabled', count(*) filter (where staff.status = 'disabled'),
      'unconfirmed', count(*) filter (
        where staff.status = 'pending' and users.email_confirmed_at is null
      )
    )
    from public.staff join auth.users on users.id = staff.user_id
  );
end
$$;
call private.expose('count_staff', 'authenticated',
  'Accounts by status; unconfirmed are those of pending whose address is not proven. Active staff only.');

-- Accounts of contracts have addresses under a domain that nobody can own. Nobody else may have
-- one: whoever took the address of a contract to come would be its holder. Sign-up at the auth
-- server is closed by its configuration; this holds whatever its configuration says.
create function private.is_contract_account(email text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- RFC 2606: nothing under .invalid can receive mail, so nobody can own such an address.
  select lower(btrim(email)) like '%@contratos.payser.invalid';
$$;
comment on function private.is_contract_account is 'Whether an address is that of a contract''s account.';
grant execute on function private.is_contract_account to service_role;

create function private.is_allowed_staff_address(email text) returns boolean
language sql stable strict
set search_path = ''
as $$
  select not private.is_contract_account(lower(email)) and (
    allowed_domains = '{}' or split_part(lower(email), '@', 2) = any (allowed_domains)
  )
  from private.staff_settings;
$$;
comment on function private.is_allowed_staff_address is 'Whether an account with this address may be released: no contract''s, and of one of the allowed domains if there are any.';
grant execute on function private.is_allowed_staff_address to service_role;

create function private.announce_staff(user_id uuid, email text) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Sign-up is open to anyone, so the notices are limited; the account waits all the same.
  if (select within from private.count_hit('staff-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'staff-pending', null, jsonb_build_object('email', lower($2)), 'staff-pending:' || $1
    );
  end if;
end
$$;
comment on function private.announce_staff is 'Queues the notice to the staff inbox, when there is an account to release.';

-- Definer: the auth server inserts users and knows nothing of staff.
create function private.register_staff() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.email is null or private.is_contract_account(lower(new.email)) then
    return new;
  end if;
  insert into public.staff (user_id, email) values (new.id, lower(new.email));
  if new.email_confirmed_at is not null then
    perform private.announce_staff(new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.register_staff is 'Whoever signs up waits in public.staff; the accounts of contracts do not.';

-- Definer for the same reason.
create function private.record_staff_confirmed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.staff where user_id = new.id) then
    insert into public.audit_trail (actor, action, subject_id, outcome)
    values (new.id, 'confirm-staff-address', new.id, 'done');
    perform private.announce_staff(new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.record_staff_confirmed is 'Puts on record that a mailbox has answered, and tells the staff inbox.';

create trigger register_staff
after insert on auth.users
for each row execute function private.register_staff();
create trigger record_staff_confirmed
after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.record_staff_confirmed();

-- Definer: the service role may not read auth.users.
create function private.staff_account_of(email text, out id uuid, out is_settled boolean)
language sql stable security definer
set search_path = ''
as $$
  select users.id,
    users.email_confirmed_at is not null or staff.status is distinct from 'pending'
  from auth.users left join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account_of is 'The account that an address has, and whether its sign-up is settled: confirmed, or decided by staff.';
grant execute on function private.staff_account_of to service_role;

create function public.open_staff_sign_up(email text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held record;
begin
  perform private.require_within_limit('staff-sign-up-by-address', address_hash);
  -- Silent: refusing one address would tell that somebody else used it, or which are ours.
  if not private.may_mail_link('sign-up', wanted, address_hash)
    or not private.is_allowed_staff_address(wanted) then
    return jsonb_build_object('step', 'nothing', 'user_id', null);
  end if;
  select * into held from private.staff_account_of(wanted);
  if held.is_settled then
    perform private.enqueue_mail(
      'staff-confirmation', wanted, jsonb_build_object('email', wanted, 'isKnown', true),
      'staff-confirmation:' || gen_random_uuid()
    );
    return jsonb_build_object('step', 'nothing', 'user_id', null);
  end if;
  -- Whoever was mailed a link before chose another password.
  perform private.void_account_link(held.id, 'confirm-address');
  return jsonb_build_object(
    'step', case when held.id is null then 'create' else 'replace' end, 'user_id', held.id
  );
end
$$;
comment on function public.open_staff_sign_up is 'What a sign-up has to do at the auth server: create, replace the password of an unconfirmed account, or nothing.';
grant execute on function public.open_staff_sign_up to service_role;

create function public.queue_staff_confirmation(email text) returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    'staff-confirmation', lower(btrim($1)), jsonb_build_object('email', lower(btrim($1))),
    'staff-confirmation:' || gen_random_uuid()
  );
$$;
comment on function public.queue_staff_confirmation is 'Queues the mail whose link proves that the address is one''s own.';
grant execute on function public.queue_staff_confirmation to service_role;

-- Definer: the service role may not read auth.users.
create function private.staff_email_of_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'confirm-address')
    and users.email_confirmed_at is null;
$$;
comment on function private.staff_email_of_link is 'The unconfirmed address whose link is still good; null for none.';
grant execute on function private.staff_email_of_link to service_role;

create function public.open_staff_confirmation(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('staff-confirmation-by-address', address_hash);
  perform private.require_within_limit('staff-confirmation-by-link', secret_hash);
  return private.staff_email_of_link(secret_hash);
end
$$;
comment on function public.open_staff_confirmation is 'The unconfirmed address that a link was mailed to, or null; spends nothing.';
grant execute on function public.open_staff_confirmation to service_role;

-- Definer: accounts belong to the auth server. Whoever calls has tried the password of the sign-up.
create function private.confirm_staff_address(secret_hash text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := private.spend_account_link(secret_hash, 'confirm-address');
begin
  update auth.users set email_confirmed_at = now(), updated_at = now()
  where users.id = account and users.email_confirmed_at is null;
  return found;
end
$$;
call private.expose('confirm_staff_address', 'service_role',
  'Spends a link, which confirms its address; false for one that opens nothing. Service role only.');

-- Definer: nobody may update staff directly.
create function private.set_staff_status(user_id uuid, status text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := status;
  target constant uuid := user_id;
  member public.staff;
begin
  -- One change at a time, or two people could disable each other and leave nobody.
  perform pg_advisory_xact_lock(hashtextextended('set staff status', 0));
  if not private.can_release_staff() then
    return private.refuse('set-staff-status', target);
  end if;
  if wanted not in ('active', 'disabled') then
    raise exception 'Situação inválida.' using errcode = '22023';
  end if;
  if target = (select auth.uid()) then
    raise exception 'Você não pode alterar a própria conta.' using errcode = '22023';
  end if;

  select * into member from public.staff where staff.user_id = target for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Conta não encontrada.';
  end if;
  if member.status = wanted then
    return jsonb_build_object('changed', false, 'status', wanted);
  end if;
  if wanted = 'active' then
    if not exists (
      select from auth.users
      where users.id = target and users.email_confirmed_at is not null
        -- What was confirmed has to be what the person who releases reads.
        and lower(users.email) = member.email
    ) then
      raise sqlstate 'PT409' using
        message = 'O e-mail desta conta ainda não foi confirmado. Peça à pessoa que abra o link que enviamos.';
    end if;
    if not private.is_allowed_staff_address(member.email) then
      raise sqlstate 'PT409' using
        message = 'Contas deste domínio de e-mail não podem ser liberadas.';
    end if;
  end if;

  update public.staff set status = wanted, status_changed_at = now()
  where staff.user_id = target;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'set-staff-status', target, 'done',
    jsonb_build_object('from', member.status, 'to', wanted)
  );
  if wanted = 'active' then
    perform private.enqueue_mail(
      'staff-released', member.email, jsonb_build_object('email', member.email),
      'staff-released:' || gen_random_uuid()
    );
  end if;
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_staff_status', 'authenticated',
  'Releases (active) or disables another account; needs can_release.');

-- Definer for the same reason.
create function private.set_my_name(full_name text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  wanted constant text := btrim(coalesce(full_name, ''));
begin
  if not private.is_active_staff() then
    return private.refuse('set-staff-name', owner);
  end if;
  if char_length(wanted) not between 3 and 100 then
    raise exception 'Informe um nome de 3 a 100 caracteres.' using errcode = '23514';
  end if;
  update public.staff set full_name = wanted
  where staff.user_id = owner and staff.full_name is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values (owner, 'set-staff-name', owner, 'done');
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_name', 'authenticated',
  'How the caller is called in histories and lists. Active staff only.');

-- Definer for the same reason.
create function private.set_my_digest(wanted boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  if not private.is_active_staff() then
    return private.refuse('set-staff-digest', owner);
  end if;
  update public.staff set wants_digest = wanted
  where staff.user_id = owner and staff.wants_digest is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values (owner, 'set-staff-digest', owner, 'done');
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_digest', 'authenticated',
  'Whether the caller gets the mail of the morning. Active staff only.');

-- Definer for the same reason.
create function private.set_staff_release(user_id uuid, may_release boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  target constant uuid := user_id;
  member public.staff;
begin
  -- With the changes of status: two who give the right up at once must not both succeed.
  perform pg_advisory_xact_lock(hashtextextended('set staff status', 0));
  if not private.can_release_staff() then
    return private.refuse('set-staff-release', target);
  end if;
  select * into member from public.staff where staff.user_id = target for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Conta não encontrada.';
  end if;
  if member.can_release is not distinct from may_release then
    return jsonb_build_object('changed', false);
  end if;
  if may_release and member.status <> 'active' then
    raise sqlstate 'PT409' using message = 'Libere a conta antes de permitir que ela libere outras.';
  end if;
  if not may_release and not exists (
    select from public.staff as other
    where other.can_release and other.status = 'active' and other.user_id <> target
  ) then
    raise sqlstate 'PT409' using
      message = 'Ninguém mais pode liberar contas. Dê a permissão a outra pessoa antes.';
  end if;
  update public.staff set can_release = may_release where staff.user_id = target;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'set-staff-release', target, 'done',
    jsonb_build_object('to', may_release)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_staff_release', 'authenticated',
  'Gives or takes the right to release accounts, also one''s own, never the last one''s; needs can_release.');

create table private.staff_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.staff_recovery_codes is 'For a lost authenticator: ten per account, each good for once. 80 random bits each, so a plain hash is enough.';
alter table private.staff_recovery_codes enable row level security;

create function private.recovery_code_hash(user_id uuid, code text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- People copy codes in small letters, with or without the dashes.
  select encode(
    sha256(convert_to($1 || upper(regexp_replace($2, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex'
  );
$$;
comment on function private.recovery_code_hash is 'What is kept of a recovery code, by its account.';

-- Definer: the account's own row is found whatever the session still lacks.
create function private.my_staff_account()
returns table (
  user_id uuid, email text, full_name text, status text, can_release boolean, second_factor text,
  has_second_factor boolean, recovery_codes_left integer, wants_digest boolean
)
language sql stable security definer
set search_path = ''
as $$
  select staff.user_id, staff.email, staff.full_name, staff.status, staff.can_release,
    private.second_factor_step(),
    exists (
      select from auth.mfa_factors as factor
      where factor.user_id = staff.user_id and factor.status = 'verified'
    ),
    (
      select count(*)::integer from private.staff_recovery_codes as code
      where code.user_id = staff.user_id and code.used_at is null
    ),
    staff.wants_digest
  from public.staff
  where staff.user_id = (select auth.uid()) and private.has_live_session();
$$;
call private.expose('my_staff_account', 'authenticated',
  'The caller''s own account and what its session still lacks; no row for an account that is not staff.');

-- Definer: nobody reads or writes codes directly.
create function private.create_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Without the letters and digits that are read for one another.
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  owner constant uuid := (select auth.uid());
  random bytea;
  code text;
  codes text[] := '{}';
begin
  if not exists (
    select from private.my_staff_account() as account
    where account.has_second_factor and account.second_factor = 'none'
  ) then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  delete from private.staff_recovery_codes where user_id = owner;
  for n in 1..10 loop
    random := extensions.gen_random_bytes(16);
    select string_agg(
      substr(alphabet, 1 + get_byte(random, place) % 32, 1)
        || case when place % 4 = 3 and place < 15 then '-' else '' end,
      '' order by place
    ) into code
    from generate_series(0, 15) as place;
    insert into private.staff_recovery_codes (user_id, code_hash)
    values (owner, private.recovery_code_hash(owner, code));
    codes := codes || code;
  end loop;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values (owner, 'create-recovery-codes', owner, 'done');
  return codes;
end
$$;
call private.expose('create_recovery_codes', 'authenticated',
  'Ten new codes, shown this once; earlier ones end. For staff whose session has shown its second factor.');

-- Definer for the same reason, and because factors and sessions belong to the auth server.
create function private.redeem_recovery_code(code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  if not exists (
    select from private.my_staff_account() as account where account.has_second_factor
  ) then
    return private.refuse('redeem-recovery-code', null);
  end if;
  -- Answered, not raised: what was counted has to stay.
  if not (select within from private.count_hit('recovery-code-by-account', owner::text)) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object(
      'code', 'PT429', 'message', 'Muitas tentativas. Tente novamente em alguns minutos.'
    );
  end if;
  update private.staff_recovery_codes set used_at = now()
  where user_id = owner and used_at is null
    and code_hash = private.recovery_code_hash(owner, redeem_recovery_code.code);
  if not found then
    perform private.record_denied(owner, 'redeem-recovery-code', owner);
    return jsonb_build_object('redeemed', false);
  end if;
  delete from auth.mfa_factors where user_id = owner;
  update auth.sessions set aal = 'aal1', factor_id = null where user_id = owner;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  values (owner, 'redeem-recovery-code', owner, 'done');
  return jsonb_build_object('redeemed', true);
end
$$;
call private.expose('redeem_recovery_code', 'authenticated',
  'Uses one code up and removes the caller''s second factor, so that another can be enrolled; five tries in 15 minutes.');

-- Whoever got into a session could turn the second factor off, or another's on: its owner hears of it.
-- Definer: factors belong to the auth server, which knows nothing of staff.
create function private.tell_of_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  change constant text := case when tg_op = 'DELETE' then 'off' else 'on' end;
  address constant text := (
    select staff.email from public.staff join auth.users on users.id = staff.user_id
    where staff.user_id = owner
  );
begin
  -- Of nobody of staff, or of an account that is going.
  if address is null then
    return null;
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (owner, 'set-second-factor', owner, 'done', jsonb_build_object('to', change));
  perform private.enqueue_mail(
    'staff-factor-changed', address, jsonb_build_object('email', address, 'isOn', change = 'on'),
    'staff-factor-changed:' || gen_random_uuid()
  );
  return null;
end
$$;
comment on function private.tell_of_factor is 'Puts a change of somebody''s second factor on record and tells its owner by mail.';

create trigger tell_of_new_factor
after insert or update of status on auth.mfa_factors
for each row when (new.status = 'verified')
execute function private.tell_of_factor();
create trigger tell_of_lost_factor
after delete on auth.mfa_factors
for each row when (old.status = 'verified')
execute function private.tell_of_factor();
