-- Limits per network address and per subject, counted in fixed windows. Counting happens
-- inside the transaction it guards: a refused request leaves no trace and costs no quota.
create table private.limits (
  action text primary key,
  most integer not null check (most > 0),
  per interval not null check (per > interval '0')
);
comment on table private.limits is 'The one place where every limit is set; change it with an update.';
revoke all on private.limits from public, anon, authenticated, service_role;
grant select on private.limits to service_role;
alter table private.limits enable row level security;

insert into private.limits (action, most, per) values
  ('simulation-by-address', 30, interval '1 hour'),
  ('simulation-by-cpf', 5, interval '1 day'),
  ('simulation-by-email', 10, interval '1 day'),
  ('partnership-by-address', 10, interval '1 hour'),
  ('partnership-by-email', 5, interval '1 day'),
  ('recovery-by-address', 10, interval '1 hour'),
  ('recovery-by-email', 3, interval '1 hour'),
  ('staff-notice', 20, interval '1 hour');

create table public.rate_limits (
  action text not null references private.limits (action) on update cascade on delete cascade,
  subject text not null check (subject ~ '^[0-9a-f]{64}$'),
  window_started_at timestamptz not null,
  hits integer not null default 1,
  primary key (action, subject, window_started_at)
);
comment on table public.rate_limits is 'Hits per action, subject and window.';
comment on column public.rate_limits.subject is 'Hash of an address, CPF or e-mail; never the value.';

create index rate_limits_by_window on public.rate_limits (window_started_at);

alter table public.rate_limits enable row level security;
revoke all on public.rate_limits from anon, authenticated, service_role;
grant select, insert, update, delete on public.rate_limits to service_role;

create function private.subject_hash(subject text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select encode(sha256(convert_to(lower(btrim(subject)), 'UTF8')), 'hex');
$$;

create function private.count_hit(action text, subject text, out within boolean, out wait_seconds integer)
language plpgsql
set search_path = ''
as $$
declare
  rule private.limits;
  started timestamptz;
  seen integer;
begin
  select * into strict rule from private.limits where limits.action = count_hit.action;
  started := date_bin(rule.per, now(), timestamptz '2026-01-01 00:00:00-03');
  insert into public.rate_limits as counted (action, subject, window_started_at)
  values (count_hit.action, private.subject_hash(count_hit.subject), started)
  on conflict on constraint rate_limits_pkey do update set hits = counted.hits + 1
  returning hits into seen;
  within := seen <= rule.most;
  wait_seconds := case
    when within then 0
    else ceil(extract(epoch from started + rule.per - now()))::integer
  end;
end
$$;
comment on function private.count_hit is 'Counts one hit and tells whether it is within the limit.';

create function private.require_within_limit(action text, subject text) returns void
language plpgsql
set search_path = ''
as $$
declare
  counted record;
begin
  select * into counted from private.count_hit(action, subject);
  if not counted.within then
    -- PostgREST turns PTxyz into HTTP status xyz.
    raise sqlstate 'PT429' using
      message = 'Muitas solicitações. Tente novamente mais tarde.',
      detail = counted.wait_seconds::text,
      hint = action;
  end if;
end
$$;
comment on function private.require_within_limit is 'Raises PT429 when the limit is passed; detail holds the seconds to wait.';

grant execute on function
  private.subject_hash(text), private.count_hit(text, text),
  private.require_within_limit(text, text)
to service_role;
