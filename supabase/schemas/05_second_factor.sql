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
