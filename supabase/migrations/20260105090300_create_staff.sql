-- Anyone may sign up at the login screen; the account waits here until staff release it.
-- The database decides on each call, so disabling somebody acts at once.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (private.is_email(email)),
  full_name text check (char_length(full_name) between 3 and 100),
  status text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  can_release boolean not null default false,
  created_at timestamptz not null default now(),
  status_changed_at timestamptz
);
comment on table public.staff is 'Accounts of the review area and whether they may work.';
comment on column public.staff.can_release is 'May release and disable other accounts.';

create index staff_by_creation on public.staff (created_at desc, user_id desc);

-- Definer: policies on staff itself ask this, and would otherwise recurse.
create function private.is_active_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff where user_id = (select auth.uid()) and status = 'active'
  );
$$;

-- Definer for the same reason.
create function private.can_release_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff
    where user_id = (select auth.uid()) and status = 'active' and can_release
  );
$$;
grant execute on function private.is_active_staff(), private.can_release_staff() to authenticated;

alter table public.staff enable row level security;
revoke all on public.staff from anon, authenticated, service_role;
grant select (user_id, email, full_name, status, can_release, created_at, status_changed_at)
  on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;

create policy "Accounts read themselves and active staff read all" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_active_staff()));

create function public.is_active_staff() returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_active_staff();
$$;
comment on function public.is_active_staff is 'Whether the caller may use the review area; shows "Gerenciar".';

create function public.my_staff_status() returns text
language sql stable
set search_path = ''
as $$
  select status from public.staff where user_id = (select auth.uid());
$$;
comment on function public.my_staff_status is 'pending, active, disabled, or null for an account that is not staff.';

revoke all on function public.is_active_staff(), public.my_staff_status() from public, anon, service_role;
grant execute on function public.is_active_staff(), public.my_staff_status() to authenticated;
