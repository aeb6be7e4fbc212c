-- Sign-up makes a pending member of staff; somebody with the right releases the account.

create function private.is_contract_account(email text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- RFC 2606: nothing under .invalid can receive mail, so nobody can own such an address.
  select email like '%@contratos.payser.invalid';
$$;

-- Definer: the auth server inserts users and knows nothing of staff.
create function private.register_staff() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.email is null or private.is_contract_account(new.email) then
    return new;
  end if;
  insert into public.staff (user_id, email) values (new.id, lower(new.email));
  -- Sign-up is open to anyone, so the notices are limited; the account waits all the same.
  if (select within from private.count_hit('staff-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'staff-pending', null, jsonb_build_object('email', lower(new.email)),
      'staff-pending:' || new.id
    );
  end if;
  return new;
end
$$;

create trigger register_staff
after insert on auth.users
for each row execute function private.register_staff();

create function public.list_staff() returns setof public.staff
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  return query
    select * from public.staff
    order by staff.created_at desc, staff.user_id desc
    limit 500;
end
$$;
comment on function public.list_staff is 'Everybody with an account, newest first; active staff only.';

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
grant execute on function private.set_staff_status(uuid, text) to authenticated;

create function public.set_staff_status(user_id uuid, status text) returns jsonb
language sql
set search_path = ''
as $$
  select private.set_staff_status($1, $2);
$$;
comment on function public.set_staff_status is 'Releases (active) or disables another account; needs can_release.';

revoke all on function public.list_staff(), public.set_staff_status(uuid, text)
  from public, anon, service_role;
grant execute on function public.list_staff(), public.set_staff_status(uuid, text)
  to authenticated;
