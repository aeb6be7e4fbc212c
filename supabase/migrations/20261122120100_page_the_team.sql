-- 510 sign-ups filled the list of the newest 500, and whoever works here was missing from it.
-- Pages by key, who works first, then who waits, newest first.

create function private.staff_rank(status text) returns integer
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case status when 'active' then 0 when 'pending' then 1 else 2 end;
$$;

create index staff_in_order
  on public.staff (private.staff_rank(status), created_at desc, user_id desc);
drop index public.staff_by_creation;
drop function public.list_staff();

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

create function public.list_staff(
  after_rank integer default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size integer default 20
)
returns table (
  user_id uuid, email text, full_name text, status text, can_release boolean,
  created_at timestamptz, status_changed_at timestamptz, email_confirmed_at timestamptz,
  rank integer
)
language sql stable
set search_path = ''
as $$
  select * from private.list_staff($1, $2, $3, $4);
$$;
comment on function public.list_staff is 'One page of accounts: who works, who waits, who is disabled, each newest first; the next page starts after the last row. Active staff only.';

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

create function public.count_staff() returns jsonb
language sql stable
set search_path = ''
as $$
  select private.count_staff();
$$;
comment on function public.count_staff is 'Accounts by status; unconfirmed are those of pending whose address is not proven. Active staff only.';

grant execute on function
  private.staff_rank(text), private.list_staff(integer, timestamptz, uuid, integer),
  private.count_staff()
to authenticated;
revoke all on function
  public.list_staff(integer, timestamptz, uuid, integer), public.count_staff()
from public, anon, service_role;
grant execute on function
  public.list_staff(integer, timestamptz, uuid, integer), public.count_staff()
to authenticated;
