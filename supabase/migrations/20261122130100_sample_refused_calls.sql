-- Anybody may call a function that refuses them, with an id of their own invention each time.
-- The id was part of what made a refusal new, so each call left a row that nothing can delete.
-- Now the trail keeps the first refusals of a caller and of an action; all of them are counted
-- in rate_limits, which forgets. Callers who are not signed in count as one, so the trail grows
-- by at most 500 rows a day for each of the few actions that refuse.
insert into private.limits (action, most, per) values
  ('refusal-by-caller', 20, interval '1 hour'),
  ('refusal-by-action', 500, interval '1 day');

create or replace function private.record_denied(actor uuid, action text, subject_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (
    select within
    from private.count_hit('refusal-by-caller', $2 || ' ' || coalesce($1::text, 'not signed in'))
  ) then
    return;
  end if;
  if not (select within from private.count_hit('refusal-by-action', $2)) then
    return;
  end if;
  insert into public.audit_trail (actor, action, subject_id, outcome)
  select $1, $2, $3, 'denied'
  -- Once a minute for the same call: who clicks twice is one refusal.
  where not exists (
    select from public.audit_trail as earlier
    where earlier.actor is not distinct from $1
      and earlier.action = $2
      and earlier.outcome = 'denied'
      and earlier.subject_id is not distinct from $3
      and earlier.occurred_at > now() - interval '1 minute'
  );
end
$$;
comment on function private.record_denied is 'Counts a refused call and keeps a sample of refusals in the trail.';
