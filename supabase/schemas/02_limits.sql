-- Calls are counted in fixed windows of time: per network, per subject (such as a CPF), or per pair of both.
-- Rolled-back calls do not count.

-- A plain SHA-256 of a CPF could be reversed by trying all CPFs, about a thousand million. These hashes therefore use a
-- random key that the API's roles cannot read. Backups contain the keys, so backups must be kept secret.
create table private.hash_keys (
  name text primary key,
  key bytea not null default extensions.gen_random_bytes(32) check (octet_length(key) >= 32)
);
comment on table private.hash_keys is 'Keys of hashes that only security definer functions compute. No role of the API can read them.';
alter table private.hash_keys enable row level security;
insert into private.hash_keys (name) values ('subjects'), ('tracking'), ('account-links'), ('landlords');

-- Security definer, because no role of the API may read the key.
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
comment on function private.keyed_hash is 'Returns the HMAC-SHA-256 of a hash, made with the key named subjects.';

-- The 128-bit secret of a mailed link is derived from a key, and only a hash of the secret is stored. A mail that is
-- rendered again then has the same link. Security definer, because no role of the API may read the key.
create function private.link_secret(key_name text, subject text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  -- The secret is written in base64url without padding, which gives 22 characters.
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
comment on function private.link_secret is 'Returns the secret of the link for a subject: the first half of an HMAC-SHA-256 with the named key.';

create function private.link_secret_hash(secret text) returns text
language sql immutable strict parallel safe
return encode(sha256(convert_to($1, 'UTF8')), 'hex');
comment on function private.link_secret_hash is 'Returns the hash that is stored for the secret of a link. SHA-256 without a key is enough for 128 random bits.';

-- Security definer, because the callers may not execute private.keyed_hash.
create function private.subject_hash(subject text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(btrim(subject)), 'UTF8')), 'hex'));
$$;
comment on function private.subject_hash is 'Returns the keyed hash of a CPF, e-mail address or contract number. Equal values have equal hashes, but a hash does not reveal its value.';
grant execute on function private.subject_hash to service_role;

create table private.limits (
  action text primary key,
  most integer not null check (most > 0),
  per interval not null check (per > interval '0')
);
comment on table private.limits is 'Maximum number of hits in a window of time, for count_hit and the limits of sign-in. An update of a row changes a limit. A call over its limit is refused. A mail over its limit is not sent, and an audit entry over its limit is not stored.';
alter table private.limits enable row level security;
grant select on private.limits to service_role;

-- If a low limit counted only a CPF or e-mail address, a stranger could lock out the owner with five forms a day. The
-- low limits therefore count calls with the same CPF from the same network. Mails have one limit per network, and one
-- per mailbox and kind of mail (private.may_mail_link). Notices to staff and sign-in (06_staff_sign_in.sql) have
-- separate limits.
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
  ('correction-by-request', 10, interval '1 day'),
  ('document-by-address', 200, interval '1 hour'),
  ('document-by-document', 60, interval '1 day'),
  ('inspection-by-address', 600, interval '1 hour'),
  ('inspection-by-side', 400, interval '1 day'),
  ('claim-change-by-claim', 60, interval '1 day'),
  ('claim-account-by-claim', 5, interval '1 day'),
  ('refund-account-by-contract', 5, interval '1 day'),
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
comment on table public.rate_limits is 'Number of hits for each action, subject and window of time.';
comment on column public.rate_limits.subject is 'Keyed hash of a network address, CPF or e-mail address. The value cannot be guessed from the hash.';
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
comment on function private.count_hit is 'Counts one hit. Returns whether the hit is within the limit and, if not, the seconds to wait.';
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
    -- PostgREST answers the SQLSTATE PTxyz with the HTTP status xyz.
    raise sqlstate 'PT429' using
      message = 'Muitas solicitações. Tente novamente mais tarde.',
      detail = counted.wait_seconds::text,
      hint = action;
  end if;
end
$$;
comment on function private.require_within_limit is 'Counts one hit and raises PT429 if the hit is over the limit. The error''s detail is the number of seconds to wait.';
grant execute on function private.require_within_limit to service_role;

-- A visitor can type anybody's address, so mails to typed addresses are counted by network and by mailbox.
create function private.may_confirm(email text, address_hash text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- The network is counted first, so that a network over its limit does not use up the limit of a mailbox.
  return (select within from private.count_hit('mail-by-network', address_hash))
    and (
      select within from private.count_hit('confirmation-by-mailbox', private.mailbox_of(email))
    );
end
$$;
comment on function private.may_confirm is 'Counts the confirmation mail of a form and returns whether the mail may be sent. The limit of a mailbox counts the confirmations of all forms together.';
grant execute on function private.may_confirm to service_role;

-- Each kind of mail is counted separately. Otherwise three forms with a tenant's e-mail address would block the mail
-- with the link to the contract. The limit of a mailbox is three mails of one kind per hour.
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
comment on function private.may_mail_link is 'Counts a mail with a link and returns whether the mail may be sent. Raises PT429 if the network has caused too many mails.';
grant execute on function private.may_mail_link to service_role;
