-- Anybody could sign up as diretora@… and be released by whoever trusted the address. An account
-- is released only when its mailbox has answered, and, where the list of domains is filled, when
-- the mailbox is one of ours. Sign-up goes through the function sign-up-staff alone: the auth
-- server's own answers differently for addresses that it knows.

create table private.staff_settings (
  is_only boolean primary key default true check (is_only),
  allowed_domains text[] not null default '{}',
  require_second_factor boolean not null default false
);
comment on table private.staff_settings is 'One row: how strict the staff area is; change it with an update.';
comment on column private.staff_settings.allowed_domains is 'Domains whose accounts may be released, in lower case; empty for all.';
comment on column private.staff_settings.require_second_factor is 'Without a second factor an account may do nothing but enrol one.';
revoke all on private.staff_settings from public, anon, authenticated, service_role;
grant select on private.staff_settings to service_role;
alter table private.staff_settings enable row level security;
insert into private.staff_settings default values;

create function private.is_allowed_staff_address(email text) returns boolean
language sql stable strict
set search_path = ''
as $$
  select not private.is_contract_account(lower(email)) and (
    allowed_domains = '{}' or split_part(lower(email), '@', 2) = any (allowed_domains)
  )
  from private.staff_settings;
$$;
grant execute on function
  private.is_contract_account(text), private.is_allowed_staff_address(text)
to service_role;

-- Until now a sign-up counted as confirmed by itself. Who works already stays, whatever the auth
-- server has on record; who still waits proves the address first, by signing up again.
update auth.users set email_confirmed_at = now()
where email_confirmed_at is null
  and id in (select user_id from public.staff where status = 'active');
update auth.users set email_confirmed_at = null
where id in (select user_id from public.staff where status = 'pending');

alter table public.outgoing_mail drop constraint outgoing_mail_template_check;
alter table public.outgoing_mail add constraint outgoing_mail_template_check check (template in (
  'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
  'partnership-received', 'partnership-notice', 'password-recovery', 'password-changed',
  'staff-confirmation', 'staff-pending', 'staff-released'
));

insert into private.limits (action, most, per) values
  ('staff-sign-up-by-address', 20, interval '1 hour'),
  ('staff-sign-up-by-email', 3, interval '1 hour'),
  ('staff-confirmation-by-address', 30, interval '1 hour'),
  ('staff-confirmation-by-link', 10, interval '1 hour');

-- The notice to the staff inbox, when there is something to release.
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

-- Definer: the auth server inserts users and knows nothing of staff.
create or replace function private.register_staff() returns trigger
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
grant execute on function private.staff_account_of(text) to service_role;

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
  if not (select within from private.count_hit('staff-sign-up-by-email', wanted))
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
  return jsonb_build_object(
    'step', case when held.id is null then 'create' else 'replace' end, 'user_id', held.id
  );
end
$$;
comment on function public.open_staff_sign_up is 'What a sign-up has to do at the auth server: create, replace the password of an unconfirmed account, or nothing.';

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

-- Definer for the same reason.
create function private.staff_email_of_link(token_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.recovery_token = $1 and $1 <> ''
    and users.recovery_sent_at > now() - interval '1 hour'
    and users.email_confirmed_at is null;
$$;
grant execute on function private.staff_email_of_link(text) to service_role;

create function public.open_staff_confirmation(token_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('staff-confirmation-by-address', address_hash);
  perform private.require_within_limit('staff-confirmation-by-link', token_hash);
  return private.staff_email_of_link(token_hash);
end
$$;
comment on function public.open_staff_confirmation is 'The unconfirmed address that a link was mailed to, or null; spends nothing.';

revoke all on function
  public.open_staff_sign_up(text, text), public.queue_staff_confirmation(text),
  public.open_staff_confirmation(text, text)
from public, anon, authenticated;
grant execute on function
  public.open_staff_sign_up(text, text), public.queue_staff_confirmation(text),
  public.open_staff_confirmation(text, text)
to service_role;

-- Definer: nobody may update staff directly.
create or replace function private.set_staff_status(user_id uuid, status text) returns jsonb
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

-- Definer: accounts belong to the auth server. Staff, tokens and sessions go with the user.
create function private.purge_unconfirmed_staff(batch integer default 500) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  purged integer;
begin
  with old as (
    select users.id from auth.users
    join public.staff on staff.user_id = users.id
    where users.email_confirmed_at is null and staff.status = 'pending'
      and users.created_at < now() - interval '7 days'
    limit batch
    for update of users skip locked
  )
  delete from auth.users using old where users.id = old.id;
  get diagnostics purged = row_count;
  return purged;
end
$$;
comment on function private.purge_unconfirmed_staff is 'Deletes sign-ups that nobody confirmed within 7 days and nobody released; gives how many of a batch.';
grant execute on function private.purge_unconfirmed_staff(integer) to service_role;
