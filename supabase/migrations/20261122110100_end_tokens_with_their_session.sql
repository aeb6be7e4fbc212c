-- An access token is good for an hour by itself, whatever happens to its session. Signing out
-- everywhere and a new password end the sessions; now they end what the tokens open as well.

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
grant execute on function private.has_live_session() to authenticated;

-- Documents and files are found through contracts, so this policy guards all three.
alter policy "Contract holders read their own contract" on public.contracts
  using (user_id = (select auth.uid()) and (select private.has_live_session()));

alter policy "Accounts read themselves and active staff read all" on public.staff
  using (
    (select private.has_live_session())
    and (user_id = (select auth.uid()) or (select private.is_active_staff()))
  );

create or replace function private.is_active_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff where user_id = (select auth.uid()) and status = 'active'
  ) and private.has_live_session();
$$;

create or replace function private.can_release_staff() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff
    where user_id = (select auth.uid()) and status = 'active' and can_release
  ) and private.has_live_session();
$$;
