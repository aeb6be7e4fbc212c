-- A contract of guarantee needs full civil capacity (Civil Code, articles 3 to 5): whoever asks is at
-- least 18 in Brasília on that day. A trigger and no constraint, because requests that came before
-- this rule must still be decided, and a constraint would be checked again by that update.

create function private.refuse_minors() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.birth_date > (new.created_at at time zone 'America/Sao_Paulo')::date - interval '18 years' then
    raise exception 'applicants are adults' using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.refuse_minors is 'Applicants are 18 or older when they ask.';
revoke all on function private.refuse_minors() from public, anon, authenticated;

create trigger refuse_minors before insert on public.simulations
  for each row execute function private.refuse_minors();
