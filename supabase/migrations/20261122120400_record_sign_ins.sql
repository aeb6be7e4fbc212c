-- Who got in, and at whose account somebody failed (LGPD art. 37, Marco Civil art. 15). The attempts
-- themselves are kept six months and count for the limits; the trail stays. Once in 15 minutes for
-- the same account and outcome, or guessing would fill it.
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

create trigger record_sign_in
after update of succeeded_at on public.login_attempts
for each row when (old.succeeded_at is null and new.succeeded_at is not null)
execute function private.record_sign_in();

-- Straight at the auth server: its hook writes an attempt that is judged already.
create trigger record_direct_sign_in
after insert on public.login_attempts
for each row when (new.kind = 'password-grant')
execute function private.record_sign_in();

create function public.record_failed_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  select private.record_sign_in_outcome(attempt.user_id, attempt.kind, 'denied')
  from public.login_attempts as attempt
  where attempt.id = $1 and attempt.succeeded_at is null;
$$;
comment on function public.record_failed_sign_in is 'The password was wrong, or there is no such account: on record once in 15 minutes.';

grant execute on function private.record_sign_in_outcome(uuid, text, text) to service_role;
revoke all on function public.record_failed_sign_in(uuid) from public, anon, authenticated;
grant execute on function public.record_failed_sign_in(uuid) to service_role;
