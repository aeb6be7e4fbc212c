-- A bare SHA-256 of a CPF is the CPF: there are only a thousand million of them. Hashes of
-- subjects are keyed now, as those of addresses are. The key is made here, at random, and no
-- role of the API can read it; it is in the database's backups, so those have to be guarded.
create table private.hash_keys (
  name text primary key,
  key bytea not null default extensions.gen_random_bytes(32) check (octet_length(key) >= 32)
);
comment on table private.hash_keys is 'Keys of hashes that only definer functions make; unreadable for every role of the API.';
alter table private.hash_keys enable row level security;
revoke all on private.hash_keys from public, anon, authenticated, service_role;
insert into private.hash_keys (name) values ('subjects');

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
revoke all on function private.keyed_hash(text) from public, anon, authenticated, service_role;

-- Over the old hash, so that what was counted before this migration still counts.
create or replace function private.subject_hash(subject text) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.keyed_hash(encode(sha256(convert_to(lower(btrim(subject)), 'UTF8')), 'hex'));
$$;
comment on function private.subject_hash is 'Keyed hash of a CPF, an e-mail, a contract number: recognises it, tells nothing.';

update public.rate_limits set subject = private.keyed_hash(subject);
update public.login_attempts set subject_hash = private.keyed_hash(subject_hash);

comment on column public.rate_limits.subject is 'Keyed hash of an address, CPF or e-mail; never the value, and not to be guessed from it.';
