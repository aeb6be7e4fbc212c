-- Limits per network address and per subject, counted in fixed windows. Counting happens
-- inside the transaction it guards: a refused request leaves no trace and costs no quota.

-- A bare SHA-256 of a CPF is the CPF: there are only a thousand million of them. Hashes of
-- subjects are keyed, as those of addresses are. The keys are made here, at random, and no role of
-- the API can read them; they are in the database's backups, so those have to be guarded.
create table private.hash_keys (
  name text primary key,
  key bytea not null default extensions.gen_random_bytes(32) check (octet_length(key) >= 32)
);
comment on table private.hash_keys is 'Keys of hashes that only definer functions make; unreadable for every role of the API.';
alter table private.hash_keys enable row level security;
insert into private.hash_keys (name) values ('subjects'), ('tracking'), ('account-links'), ('landlords');

-- Definer, because only it may read the key.
create function private.keyed_hash(hash text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select encode(
    extensions.hmac(
      convert_to(hash, 'UTF8'),
      (select hash_keys.key from private.hash_keys where hash_keys.name = 'subjects'),
      'sha256'
    ),
    'hex'
  );
$$;
comment on function private.keyed_hash is 'HMAC-SHA-256 with the key of subjects; definer, because only it may read the key.';

-- A link that is mailed holds 128 secret bits. They are derived, not stored: a mail that is made once
-- more makes the same link, and the database holds only what the secret hashes to.
-- Definer: only it may read the key.
create function private.link_secret(key_name text, subject text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  -- As it stands in an address: base64url without padding, 22 characters.
  select translate(
    encode(
      substr(
        extensions.hmac(
          convert_to($2, 'UTF8'),
          (select hash_keys.key from private.hash_keys where hash_keys.name = $1),
          'sha256'
        ),
        1, 16
      ),
      'base64'
    ),
    '+/=', '-_'
  );
$$;
comment on function private.link_secret is 'What opens the link of a subject: half of an HMAC-SHA-256 with a key that no role of the API reads.';

create function private.link_secret_hash(secret text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select encode(sha256(convert_to($1, 'UTF8')), 'hex');
$$;
comment on function private.link_secret_hash is 'What is kept of a link''s secret: SHA-256 is enough for 128 random bits.';

-- Definer, because what it calls is closed to those who call this.
create function private.subject_hash(subject text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(btrim(subject)), 'UTF8')), 'hex'));
$$;
comment on function private.subject_hash is 'Keyed hash of a CPF, an e-mail, a contract number: recognises it, tells nothing.';
grant execute on function private.subject_hash to service_role;

create table private.limits (
  action text primary key,
  most integer not null check (most > 0),
  per interval not null check (per > interval '0')
);
comment on table private.limits is 'What count_hit and the sign-in gate allow per window; change it with an update. What is beyond a limit is refused, or, for mails and records of refusals, only counted.';
alter table private.limits enable row level security;
grant select on private.limits to service_role;

-- A limit on a CPF or an e-mail alone would shut out whoever owns it: five requests by a stranger
-- were enough for a day. Only what comes from one network is refused. Beyond that a request is
-- stored whatever else was sent with its CPF, staff see that there are others, and what is capped is
-- mail: of one kind to one mailbox (private.may_mail_link), all kinds that one network causes, and
-- notices to the staff inbox. What sign-in allows is reckoned in 06_staff_sign_in.sql.
insert into private.limits (action, most, per) values
  ('simulation-by-address', 30, interval '1 hour'),
  ('simulation-by-cpf', 20, interval '1 day'),
  ('simulation-by-cpf-and-address', 5, interval '1 day'),
  ('simulation-notice', 100, interval '1 hour'),
  ('partnership-notice', 100, interval '1 hour'),
  ('contact-notice', 100, interval '1 hour'),
  ('mail-by-network', 40, interval '1 hour'),
  ('mail-by-mailbox', 3, interval '1 hour'),
  ('confirmation-by-mailbox', 5, interval '1 day'),
  ('partnership-by-address', 10, interval '1 hour'),
  ('contact-by-address', 10, interval '1 hour'),
  ('recovery-by-address', 10, interval '1 hour'),
  ('staff-notice', 20, interval '1 hour'),
  ('staff-sign-up-by-address', 20, interval '1 hour'),
  ('staff-confirmation-by-address', 30, interval '1 hour'),
  ('staff-confirmation-by-link', 10, interval '1 hour'),
  ('password-link-by-address', 60, interval '1 hour'),
  ('recovery-code-by-account', 5, interval '15 minutes'),
  ('sign-in-by-subject-and-network', 10, interval '15 minutes'),
  ('sign-in-by-device', 10, interval '15 minutes'),
  ('sign-in-by-network', 100, interval '15 minutes'),
  ('sign-in-by-subject', 100, interval '15 minutes'),
  ('sign-in-by-subject-and-day', 1000, interval '1 day'),
  ('password-grant-by-account', 20, interval '1 hour'),
  ('refusal-by-caller', 20, interval '1 hour'),
  ('refusal-by-action', 500, interval '1 day'),
  ('tracking-by-address', 600, interval '1 hour'),
  ('tracking-miss-by-address', 60, interval '1 hour'),
  ('tracking-link-by-address', 10, interval '1 hour'),
  ('document-by-address', 60, interval '1 hour'),
  ('document-by-document', 20, interval '1 day'),
  ('inspection-by-address', 600, interval '1 hour'),
  ('inspection-by-side', 400, interval '1 day'),
  ('claim-by-contract', 10, interval '1 day'),
  ('claim-change-by-claim', 60, interval '1 day'),
  ('claim-account-by-claim', 5, interval '1 day'),
  ('claim-file-by-address', 400, interval '1 hour'),
  ('claim-file-by-claim', 300, interval '1 day'),
  ('accept-by-address', 60, interval '1 hour'),
  ('ending-by-contract', 20, interval '1 day'),
  ('verify-by-address', 300, interval '1 hour'),
  ('verify-miss-by-address', 30, interval '1 hour'),
  ('test-mail-by-address', 60, interval '1 hour'),
  ('test-mail-by-editor', 20, interval '1 hour');

create table public.rate_limits (
  action text not null references private.limits (action) on update cascade on delete cascade,
  subject text not null check (subject ~ '^[0-9a-f]{64}$'),
  window_started_at timestamptz not null,
  hits integer not null default 1,
  primary key (action, subject, window_started_at)
);
comment on table public.rate_limits is 'Hits per action, subject and window.';
comment on column public.rate_limits.subject is 'Keyed hash of an address, CPF or e-mail; never the value, and not to be guessed from it.';
create index rate_limits_by_window on public.rate_limits (window_started_at);
alter table public.rate_limits enable row level security;
grant select, insert, update, delete on public.rate_limits to service_role;

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
grant execute on function private.count_hit to service_role;

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
grant execute on function private.require_within_limit to service_role;

-- Every mail that somebody causes at an address that was only typed is counted by one of these two: by
-- the network that causes it, all kinds together, and by its mailbox.
create function private.may_confirm(email text, address_hash text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- The row of a form stays whatever becomes of its mail. The network first: one that is over its
  -- limit uses up nobody's mailbox.
  return (select within from private.count_hit('mail-by-network', address_hash))
    and (
      select within from private.count_hit('confirmation-by-mailbox', private.mailbox_of(email))
    );
end
$$;
comment on function private.may_confirm is 'Counts the confirmation of a form and tells whether it may go; all forms share the cap of a mailbox.';
grant execute on function private.may_confirm to service_role;

-- By kind, and no total of all: or three forms with somebody's address would keep the link from that
-- person that opens a contract. Who is refused one has had three within the hour.
create function private.may_mail_link(kind text, email text, address_hash text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('mail-by-network', address_hash);
  return (
    select within
    from private.count_hit('mail-by-mailbox', kind || ' ' || private.mailbox_of(email))
  );
end
$$;
comment on function private.may_mail_link is 'Counts a mail that holds a link and tells whether it may go; raises PT429 for a network that has caused too many mails.';
grant execute on function private.may_mail_link to service_role;
