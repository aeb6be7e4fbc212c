create table private.staff_settings (
  is_only boolean primary key default true check (is_only),
  allowed_domains text[] not null default '{}',
  require_second_factor boolean not null default false,
  undo_seconds integer not null default 10 check (undo_seconds between 0 and 60),
  second_person_above integer not null default 5000 check (second_person_above between 0 and 10000000),
  fee_range_percent integer not null default 20 check (fee_range_percent between 0 and 100),
  account_wait_days integer not null default 2 check (account_wait_days between 2 and 10),
  rent_warns_percent integer not null default 30 check (rent_warns_percent between 1 and 100),
  rent_second_percent integer not null default 40 check (rent_second_percent between 1 and 100),
  version integer not null default 0 check (version >= 0),
  constraint staff_settings_warn_before_second check (rent_warns_percent <= rent_second_percent)
);
comment on table private.staff_settings is 'Settings of the staff area, in a single row. An update of the row changes the settings.';
comment on column private.staff_settings.allowed_domains is 'E-mail domains in lower case. Staff may release (admit) only accounts with an address under one of these domains; an empty list allows all domains.';
comment on column private.staff_settings.require_second_factor is 'Whether an account must enrol a second factor before it can do anything else.';
comment on column private.staff_settings.second_person_above is 'Amount in reais above which a second person agrees to a decision or payment. It is compared with the sum of twelve months of a lease or payee.';
comment on column private.staff_settings.fee_range_percent is 'Percent by which the fee of an offer may differ from the standard fee.';
comment on column private.staff_settings.account_wait_days is 'Business days in which nothing is paid to a changed account. The terms promise at least two.';
comment on column private.staff_settings.rent_warns_percent is 'Share of the rent in the monthly income, in percent, above which the screen of a request warns.';
comment on column private.staff_settings.rent_second_percent is 'Share of the rent in the monthly income, in percent, above which a second person agrees to an approval.';
comment on column private.staff_settings.version is 'Number of changes of the limits so far, so that nobody overwrites a change that they have not seen.';
comment on column private.staff_settings.undo_seconds is 'Seconds in which staff can undo a decision before its mail is sent.';
alter table private.staff_settings enable row level security;
grant select on private.staff_settings to service_role;
insert into private.staff_settings default values;

create function private.staff_rank(status text) returns integer
language sql immutable strict parallel safe
return case status when 'active' then 0 when 'pending' then 1 else 2 end;
comment on function private.staff_rank is 'Returns the position of a status in the staff list: active, pending, disabled. Active staff come first, so that many sign-ups cannot push active staff off the page.';
grant execute on function private.staff_rank to authenticated;

-- Anyone may sign up. An account stays pending until staff with the right team release it. The address must be confirmed
-- first, because staff might trust an invented address (diretora@…). Each call checks the status, so disabling works at
-- once. Sign-up uses the function sign-up-staff, because the auth server's endpoint reveals known addresses.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (private.is_email(email)),
  full_name text check (char_length(full_name) between 3 and 100),
  status text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  created_at timestamptz not null default now(),
  status_changed_at timestamptz,
  wants_digest boolean not null default false
);
comment on table public.staff is 'Accounts of the staff area. The status says whether an account may use the area.';
comment on column public.staff.wants_digest is 'Whether the account gets a mail with the open work on the morning of each business day.';
create index staff_in_order
  on public.staff (private.staff_rank(status), created_at desc, user_id desc);
alter table public.staff enable row level security;
grant select (user_id, email, full_name, status, created_at, status_changed_at)
  on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;

-- The auth server stores refreshed_at without a time zone. An open screen refreshes its token every 30 minutes.
create function private.is_idle(created_at timestamptz, refreshed_at timestamp) returns boolean
language sql stable
return greatest($1, $2 at time zone 'UTC') <= now() - interval '60 minutes';
comment on function private.is_idle is 'Reports whether nobody has used a session of staff for 60 minutes.';

-- An access token may outlive its session by an hour. Because of this check, a sign-out everywhere or a new password
-- works at once. Policies call the function inside (select ...), so it runs once per statement. plpgsql keeps the plans
-- of this and the next two functions. Security definer, because the API's roles may not read auth.sessions.
create function private.has_live_session() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from auth.sessions
    where sessions.id = ((select auth.jwt()) ->> 'session_id')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
      and (
        not exists (select from public.staff where staff.user_id = sessions.user_id)
        or sessions.created_at > now() - interval '12 hours'
          and not private.is_idle(sessions.created_at, sessions.refreshed_at)
      )
  );
end
$$;
call private.expose('has_live_session', 'authenticated',
  'Reports whether the session of the caller''s access token still exists. A session of staff ends 12 hours after its start, and after 60 minutes without use.');

-- An auth server without inactivity_timeout (docs/deploy.md) renews an idle session, for example with a stolen refresh
-- token. Security definer, because the auth server's role may not read staff.
create function private.keep_idle_session_ended() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_idle(old.created_at, old.refreshed_at)
    and exists (select from public.staff where staff.user_id = old.user_id) then
    new.refreshed_at := old.refreshed_at;
  end if;
  return new;
end
$$;
comment on function private.keep_idle_session_ended is 'Keeps the time of the last use of an idle session of staff, so that a renewed token does not open the session again.';
create trigger keep_idle_session_ended before update of refreshed_at on auth.sessions
for each row execute function private.keep_idle_session_ended();

-- If an account has a second factor, screens and REST show data only in sessions that have passed the second factor
-- (aal2 in the access token), because a password may be stolen. If require_second_factor is set, every account needs a
-- second factor. Security definer, because the API's roles may not read the auth server's table of factors.
create function private.second_factor_step() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  are_enrolled constant boolean := exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
begin
  return case
    when are_enrolled and coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal2' then 'code'
    when not are_enrolled and (select require_second_factor from private.staff_settings) is not false
      then 'enroll'
    else 'none'
  end;
end
$$;
comment on function private.second_factor_step is 'Returns the step that the caller''s session must still pass. none: no step; code: a code of the second factor; enroll: a second factor is required and missing.';
grant execute on function private.second_factor_step to authenticated;

-- Security definer, because the policy on staff calls this function, whose query would apply the same policy again.
create function private.is_active_staff() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.staff where user_id = (select auth.uid()) and status = 'active'
  ) and private.has_live_session() and private.second_factor_step() = 'none';
end
$$;
call private.expose('is_active_staff', 'authenticated',
  'Reports whether the caller may use the staff area; the site then shows "Gerenciar".');
grant execute on function private.is_active_staff to service_role;

create table public.staff_rights (
  user_id uuid not null references public.staff (user_id) on delete cascade,
  name text not null check (
    name in ('read', 'requests', 'offers', 'contracts', 'money', 'payouts', 'claims', 'team', 'owner')
  ),
  granted_at timestamptz not null default now(),
  granted_by uuid references auth.users (id) on delete set null,
  primary key (user_id, name)
);
comment on table public.staff_rights is 'Rights of each member of staff. A right counts only while the member is active.';
comment on column public.staff_rights.name is 'read: look at everything, write notes, take a case. requests: decide requests. offers: make conditions. contracts: correct, end, renew. money: book payments. payouts: approve and pay refunds and payouts. claims: decide and review. team: accounts and rights. owner: figures, exports, audit, settings.';
alter table public.staff_rights enable row level security;
create index staff_rights_by_giver on public.staff_rights (granted_by);
grant select on public.staff_rights to service_role;

-- Security definer, because the API's roles may not read rights.
create function private.holds_right(user_id uuid, wanted text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
    where held.user_id = $1 and held.name = $2 and member.status = 'active'
  );
$$;
comment on function private.holds_right is 'Reports whether a member of staff is active and has a right, whatever the session.';
grant execute on function private.holds_right to service_role;

-- A stolen password must not open money, accounts or settings, so three rights need the second factor in the session.
-- Security definer, because the API's roles may not read rights.
create function private.has_right(wanted text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.is_active_staff() and private.holds_right((select auth.uid()), wanted)
    and (wanted not in ('payouts', 'team', 'owner') or (select auth.jwt()) ->> 'aal' = 'aal2');
end
$$;
comment on function private.has_right is 'Reports whether the caller may use a right in this session. The rights payouts, team and owner need the second factor.';
grant execute on function private.has_right to authenticated, service_role;

create function private.right_title(name text) returns text
language sql immutable strict
return case name
  when 'read' then 'Consultar' when 'requests' then 'Decidir pedidos' when 'offers' then 'Fazer condições'
  when 'contracts' then 'Cuidar de contratos' when 'money' then 'Lançar pagamentos'
  when 'payouts' then 'Aprovar e pagar' when 'claims' then 'Decidir acionamentos' when 'team' then 'Gerir a equipe'
  when 'owner' then 'Gerir a empresa'
end;
comment on function private.right_title is 'Returns the Portuguese name of a right, as screens and sentences show it.';

create function private.right_holders(name text, but_of uuid[] default '{}') returns text
language sql stable
begin atomic
  select string_agg(coalesce(member.full_name, member.email), ', ' order by coalesce(member.full_name, member.email))
  from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
  where held.name = $1 and member.status = 'active' and member.user_id <> all ($2);
end;
comment on function private.right_holders is 'Returns the names of the active members with a right, but those of but_of, in one line; null if nobody has it.';

-- Security definer, because the API's roles may not read rights.
create function private.right_refusal(wanted text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return case
    when not private.is_active_staff() then null
    when private.holds_right((select auth.uid()), wanted) then
      'Isto pede a verificação em duas etapas. Ative-a em “Minha conta”.'
    else format(
      'Falta o direito “%s”. %s', private.right_title(wanted),
      coalesce('Quem tem: ' || private.right_holders(wanted) || '.', 'Ninguém da equipe tem esse direito.')
    )
  end;
end
$$;
comment on function private.right_refusal is 'Returns why the caller may not use a right, and who may; null for a caller who is not active staff.';
grant execute on function private.right_refusal to authenticated, service_role;

-- Security definer, because the API's roles may not read rights.
create function private.lacking_rights() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(name, private.right_refusal(name)), '{}')
  from unnest(array[
    'read', 'requests', 'offers', 'contracts', 'money', 'payouts', 'claims', 'team', 'owner'
  ]) as name
  where not private.has_right(name);
$$;
comment on function private.lacking_rights is 'Returns the rights that the caller may not use in this session, each with the reason that screens show.';

create function private.require_right(wanted text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  refusal text;
begin
  if not private.has_right(wanted) then
    refusal := private.right_refusal(wanted);
    raise exception using
      errcode = case when refusal is null then '42501' else 'PT403' end,
      message = coalesce(refusal, 'Acesso não permitido.');
  end if;
end
$$;
comment on function private.require_right is 'Ends the call with HTTP 403 if the caller may not use a right in this session.';
grant execute on function private.require_right to authenticated, service_role;

-- Security definer, because no role may write the trail.
create function private.refuse_right(wanted text, action text, subject_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  return private.refuse(action, subject_id, private.right_refusal(wanted));
end
$$;
comment on function private.refuse_right is 'Records a call for which the caller lacks a right, and answers it with HTTP 403 and the reason.';
grant execute on function private.refuse_right to authenticated, service_role;

create function public.use_right(wanted text, action text, subject_id uuid default null) returns jsonb
language sql
return case
  when private.has_right($1) then jsonb_build_object('may', true) else private.refuse_right($1, $2, $3)
end;
comment on function public.use_right is 'Checks a right of the caller for an edge function that acts for staff. A refusal is recorded and answered with HTTP 403.';
grant execute on function public.use_right to authenticated;

-- Nobody could ever give these rights again, so the last active member who has one keeps it. Two procedures and the
-- deletion of rows can take a right, so a trigger decides. The lock keeps two members from taking each other's right.
-- Security definer, because whoever changes an account may not read rights.
create function private.keep_last_right() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  lost text;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  for lost in
    select held.name from public.staff_rights as held
    where tg_table_name = 'staff' and held.user_id = old.user_id and held.name in ('team', 'owner')
    union all
    select to_jsonb(old) ->> 'name' where tg_table_name = 'staff_rights'
      and exists (select from public.staff as member where member.user_id = old.user_id and member.status = 'active')
  loop
    if not exists (
      select from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
      where held.name = lost and member.status = 'active' and member.user_id <> old.user_id
    ) then
      raise sqlstate 'PT409' using
        message = 'Ninguém mais tem o direito “' || private.right_title(lost) || '”. Dê esse direito a outra pessoa antes.';
    end if;
  end loop;
  return old;
end
$$;
comment on function private.keep_last_right is 'Refuses to take the rights team and owner from the last active member who has them.';
create trigger keep_last_right after delete on public.staff_rights
for each row when (old.name in ('team', 'owner')) execute function private.keep_last_right();
create trigger keep_last_right after update of status on public.staff
for each row when (old.status = 'active' and new.status <> 'active') execute function private.keep_last_right();
-- The rights of a deleted account are gone before their own trigger can see that the member was active.
create trigger keep_last_right_of_deleted before delete on public.staff
for each row when (old.status = 'active') execute function private.keep_last_right();

create policy "Accounts read themselves and staff who may read read all" on public.staff
  for select to authenticated
  using (
    (select private.has_live_session())
    and (user_id = (select auth.uid()) or (select private.has_right('read')))
  );

create function public.my_staff_status() returns text
language sql stable
begin atomic
  select status from public.staff where user_id = (select auth.uid());
end;
comment on function public.my_staff_status is 'Returns the status of the caller''s staff account: pending, active or disabled; null for an account that is not staff.';
grant execute on function public.my_staff_status to authenticated;

create function private.rights_of(user_id uuid) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(held.name order by held.name), '{}') from public.staff_rights as held where held.user_id = $1;
end;
comment on function private.rights_of is 'Returns the names of the rights of a member of staff.';

-- Security definer, because the API's roles may not read the auth server's table of factors.
create function private.has_second_factor(user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
  );
$$;
comment on function private.has_second_factor is 'Reports whether an account has turned on its second factor.';

-- Security definer, because the API's roles may not read auth.users. This table says which e-mail addresses are
-- confirmed.
create function private.list_staff(
  after_rank integer, before_created_at timestamptz, before_id uuid, page_size integer
)
returns table (
  user_id uuid, email text, full_name text, status text, rights text[], has_second_factor boolean,
  last_seen_at timestamptz, created_at timestamptz, status_changed_at timestamptz, email_confirmed_at timestamptz,
  rank integer
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select member.user_id, member.email, member.full_name, member.status, private.rights_of(member.user_id),
      private.has_second_factor(member.user_id),
      (
        select max(coalesce(session.refreshed_at at time zone 'UTC', session.created_at)) from auth.sessions as session
        where session.user_id = member.user_id
      ),
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
  'Lists one page of accounts: active, pending, disabled, each newest first; the next page starts after the last row.',
  'after_rank integer default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because the API's roles may not read auth.users, which has the confirmations of addresses.
create function private.count_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
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
  'Counts accounts by status; unconfirmed counts pending accounts without a confirmed address.',
  needs => 'read');

-- A tenant's account has an address under a reserved domain, made from the contract number. No other account may use
-- this domain, because that account could open a future contract. The rule applies even if the auth server is
-- configured wrongly.
create function private.is_contract_account(email text) returns boolean
language sql immutable strict parallel safe
-- The ending .invalid is reserved by RFC 2606, so no such address can receive mail.
return lower(btrim(email)) like '%@contratos.payser.invalid';
comment on function private.is_contract_account is 'Reports whether an e-mail address belongs to the account of a guarantee contract.';
grant execute on function private.is_contract_account to service_role;

create function private.is_allowed_staff_address(email text) returns boolean
language sql stable strict
begin atomic
  select not private.is_contract_account(lower(email)) and (
    allowed_domains = '{}' or split_part(lower(email), '@', 2) = any (allowed_domains)
  )
  from private.staff_settings;
end;
comment on function private.is_allowed_staff_address is 'Reports whether staff may release an account with this e-mail address: the address belongs to no contract, and its domain is allowed if the settings list domains.';
grant execute on function private.is_allowed_staff_address to service_role;

create function private.announce_staff(user_id uuid, email text) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Anyone can sign up, so the number of notices is limited. A new account is pending even if no notice is sent.
  if (select within from private.count_hit('staff-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'staff-pending', null, jsonb_build_object('email', lower($2)), 'staff-pending:' || $1
    );
  end if;
end
$$;
comment on function private.announce_staff is 'Queues a notice to the staff inbox about a new account that staff may release. Notices over the limit staff-notice are left out.';

-- Security definer, because the auth server inserts users and has no rights on the table staff.
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
comment on function private.register_staff is 'Adds each new auth user to public.staff as pending, except accounts of contracts.';

-- Security definer, because the auth server updates users and has no rights on the table staff.
create function private.record_staff_confirmed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.staff where user_id = new.id) then
    perform private.note('confirm-staff-address', new.id, actor => new.id);
    perform private.announce_staff(new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.record_staff_confirmed is 'Records in the audit trail that a staff account confirmed its e-mail address, and notifies the staff inbox.';

create trigger register_staff
after insert on auth.users
for each row execute function private.register_staff();
create trigger record_staff_confirmed
after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.record_staff_confirmed();

-- Security definer, because the service role may not read auth.users.
create function private.staff_account_of(email text, out id uuid, out is_settled boolean)
language sql stable security definer
set search_path = ''
as $$
  select users.id,
    users.email_confirmed_at is not null or staff.status is distinct from 'pending'
  from auth.users left join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account_of is 'Returns the id of the account with an e-mail address, and whether its sign-up is settled: the address is confirmed, or staff have released or disabled the account.';
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
  -- No error is raised, because an error would reveal that the address is in use or which domains are allowed.
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
  -- An earlier link is made invalid, because that link belongs to a sign-up with another password.
  perform private.void_account_link(held.id, 'confirm-address');
  return jsonb_build_object(
    'step', case when held.id is null then 'create' else 'replace' end, 'user_id', held.id
  );
end
$$;
comment on function public.open_staff_sign_up is 'Returns the next step of a sign-up: create the account, replace the password of an unconfirmed account, or do nothing.';
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
comment on function public.queue_staff_confirmation is 'Queues the mail with the link that confirms the e-mail address of a staff account.';
grant execute on function public.queue_staff_confirmation to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.staff_email_of_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'confirm-address')
    and users.email_confirmed_at is null;
$$;
comment on function private.staff_email_of_link is 'Returns the unconfirmed e-mail address of the account that a valid link belongs to; null for any other link.';
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
comment on function public.open_staff_confirmation is 'Returns the unconfirmed e-mail address to which a link was mailed; null for an invalid link. The link stays valid.';
grant execute on function public.open_staff_confirmation to service_role;

-- Security definer, because only the auth server may change accounts. The edge function has checked the password.
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
  'Spends a link and confirms its address; false for an invalid link. Service role only.');

-- Security definer, because no role of the API may update the table staff.
create function private.set_staff_status(user_id uuid, status text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := status;
  target constant uuid := user_id;
  member public.staff;
begin
  -- The lock keeps two people from disabling each other at the same time, which would leave no active staff.
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  -- The caller may have lost the right while this call waited for the lock.
  perform private.require_right('team');
  if wanted not in ('active', 'disabled') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  if target = (select auth.uid()) then
    perform private.reject('Você não pode alterar a própria conta.');
  end if;

  select * into member from public.staff where staff.user_id = target for update;
  perform private.require_found(found, 'Conta não encontrada.');
  if member.status = wanted then
    return jsonb_build_object('changed', false, 'status', wanted);
  end if;
  if wanted = 'active' then
    if not exists (
      select from auth.users
      where users.id = target and users.email_confirmed_at is not null
        -- The confirmed e-mail address must be the one shown to the person who releases the account.
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
  if wanted = 'disabled' then
    perform private.end_sessions_of(target);
    delete from public.case_holders as held where held.holder = target;
  elsif not exists (select from public.staff_rights as held where held.user_id = target) then
    insert into public.staff_rights (user_id, name, granted_by) values (target, 'read', (select auth.uid()));
  end if;
  perform private.note(
    'set-staff-status', target, jsonb_build_object('from', member.status, 'to', wanted)
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
  'Releases (active) or disables another account. A released account may read. A disabled account loses its sessions, and its cases return to the pool.',
  needs => 'team');

-- Security definer, because no role of the API may update the table staff.
create function private.set_my_name(full_name text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  wanted constant text := btrim(coalesce(full_name, ''));
begin
  if char_length(wanted) not between 3 and 100 then
    perform private.reject('Informe um nome de 3 a 100 caracteres.', 'full_name');
  end if;
  update public.staff set full_name = wanted
  where staff.user_id = owner and staff.full_name is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-staff-name', owner);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_name', 'authenticated',
  'Sets the name of the caller in histories and lists.',
  needs => 'read', action => 'set-staff-name');

-- Security definer, because no role of the API may update the table staff.
create function private.set_my_digest(wanted boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  update public.staff set wants_digest = wanted
  where staff.user_id = owner and staff.wants_digest is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-staff-digest', owner);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_digest', 'authenticated',
  'Sets whether the caller gets the morning mail.',
  needs => 'read', action => 'set-staff-digest');

-- Security definer, because no role of the API may write rights. Nobody gives rights to themselves, so that a second
-- person always knows who may open money.
create function private.set_staff_rights(user_id uuid, rights text[], seen text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  wanted constant text[] := array(select distinct unnest(coalesce($2, '{}')) order by 1);
  former text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  -- The caller may have lost the right while this call waited for the lock.
  perform private.require_right('team');
  perform private.require_found(
    exists (select from public.staff as member where member.user_id = $1 and member.status = 'active'),
    'Conta não encontrada, ou ainda não liberada.'
  );
  if exists (select from unnest(wanted) as name where private.right_title(name) is null) then
    perform private.reject('Direito desconhecido.', 'rights');
  end if;
  if cardinality(wanted) > 0 and 'read' <> all (wanted) then
    perform private.reject('Quem tem algum direito também consulta.', 'rights');
  end if;
  former := private.rights_of($1);
  if former = wanted then
    return jsonb_build_object('changed', false, 'rights', wanted);
  end if;
  if former is distinct from array(select distinct unnest($3) order by 1) then
    raise sqlstate 'PT409' using message = 'Os direitos desta pessoa mudaram enquanto esta janela estava aberta. Confira e tente de novo.';
  end if;
  if $1 = caller and not former @> wanted then
    return private.refuse('set-staff-rights', caller, 'Peça a outra pessoa da equipe: ninguém dá direitos a si.');
  end if;
  delete from public.staff_rights as held where held.user_id = $1 and held.name <> all (wanted);
  insert into public.staff_rights (user_id, name, granted_by)
  select $1, name, caller from unnest(wanted) as name on conflict do nothing;
  perform private.note('set-staff-rights', $1, jsonb_build_object('from', former, 'to', wanted));
  return jsonb_build_object('changed', true, 'rights', wanted);
end
$$;
call private.expose('set_staff_rights', 'authenticated',
  'Gives a member of staff exactly these rights. The last member with the right team or owner keeps it. Raises PT409 when the member has other rights than those seen.',
  needs => 'team');

-- Security definer, because no role may write the auth server's sessions.
create function private.end_sessions_of(user_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  delete from auth.sessions as session where session.user_id = $1;
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_sessions_of is 'Ends all sessions of an account, and returns how many there were.';

-- Security definer, because no role of the API may read the trail or end sessions.
create function private.end_staff_sessions(user_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_found(
    exists (select from public.staff as member where member.user_id = $1), 'Conta não encontrada.'
  );
  ended := private.end_sessions_of($1);
  perform private.note('end-staff-sessions', $1, jsonb_build_object('count', ended));
  return jsonb_build_object('changed', ended > 0, 'count', ended);
end
$$;
call private.expose('end_staff_sessions', 'authenticated',
  'Ends all sessions of a member of staff, for example when a phone is lost.',
  needs => 'team');

create table private.staff_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.staff_recovery_codes is 'Recovery codes that replace a lost authenticator: ten per account, each valid once. A code has 80 random bits, so a plain hash is enough.';
alter table private.staff_recovery_codes enable row level security;

create function private.recovery_code_hash(user_id uuid, code text) returns text
language sql immutable strict parallel safe
-- Dashes and case are ignored, because people may type a code in lower case and without dashes.
return encode(
  sha256(convert_to($1 || upper(regexp_replace($2, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex'
);
comment on function private.recovery_code_hash is 'Returns the hash under which a recovery code of an account is stored.';

-- Security definer, because a session that has not passed the second factor must still find its own account.
create function private.my_staff_account()
returns table (
  user_id uuid, email text, full_name text, status text, rights text[], lacking jsonb, second_factor text,
  has_second_factor boolean, recovery_codes_left integer, wants_digest boolean
)
language sql stable security definer
set search_path = ''
as $$
  select staff.user_id, staff.email, staff.full_name, staff.status, private.rights_of(staff.user_id), private.lacking_rights(),
    private.second_factor_step(), private.has_second_factor(staff.user_id),
    (
      select count(*)::integer from private.staff_recovery_codes as code
      where code.user_id = staff.user_id and code.used_at is null
    ),
    staff.wants_digest
  from public.staff
  where staff.user_id = (select auth.uid()) and private.has_live_session();
$$;
call private.expose('my_staff_account', 'authenticated',
  'Returns the caller''s own account and the missing step of its session; no row for an account that is not staff.');

-- Security definer, because no role of the API may read or write recovery codes.
create function private.create_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The alphabet leaves out letters and digits that people confuse.
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
  perform private.note('create-recovery-codes', owner);
  return codes;
end
$$;
call private.expose('create_recovery_codes', 'authenticated',
  'Creates ten recovery codes, which are shown once, and voids earlier codes. For staff whose session has shown its second factor.');

-- Security definer, because recovery codes, factors and sessions are closed to the roles of the API.
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
  -- The refusal is returned and not raised, because an exception would roll back the count of attempts.
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
  perform private.note('redeem-recovery-code', owner);
  return jsonb_build_object('redeemed', true);
end
$$;
call private.expose('redeem_recovery_code', 'authenticated',
  'Spends a recovery code and removes the caller''s second factor, so that another can be enrolled. Five tries in 15 minutes.');

-- An intruder in an open session could remove the second factor or enrol another one, so a mail notifies the owner of
-- the account. Security definer, because the auth server changes factors and has no rights on the table staff.
create function private.notify_of_factor() returns trigger
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
  -- No address is found if the account is not a staff account or is being deleted.
  if address is null then
    return null;
  end if;
  perform private.note('set-second-factor', owner, jsonb_build_object('to', change), owner);
  perform private.enqueue_mail(
    'staff-factor-changed', address, jsonb_build_object('email', address, 'isOn', change = 'on'),
    'staff-factor-changed:' || gen_random_uuid()
  );
  return null;
end
$$;
comment on function private.notify_of_factor is 'Records a change of an account''s second factor and notifies the owner of the account by mail.';

create trigger notify_of_new_factor
after insert or update of status on auth.mfa_factors
for each row when (new.status = 'verified')
execute function private.notify_of_factor();
create trigger notify_of_lost_factor
after delete on auth.mfa_factors
for each row when (old.status = 'verified')
execute function private.notify_of_factor();
