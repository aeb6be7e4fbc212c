-- A letter is genuine when its code says so. Whoever has the code sees what the landlord needs and
-- nothing that names the tenant; codes have 60 random bits and cannot be listed.

-- Whoever holds the contract reads the code of its letter, and whether its file is there.
grant select (contract_id, code, issued_at, file_sha256) on public.letters to authenticated;
create policy "Contract holders read their own letter" on public.letters
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

insert into private.limits (action, most, per) values
  ('verify-by-address', 300, interval '1 hour'),
  ('verify-miss-by-address', 30, interval '1 hour');

-- "Ana Beatriz da Silva" is "A. B. S.": enough for who knows the tenant, and nobody else.
create function private.initials(name text) returns text
language sql immutable strict
set search_path = ''
as $$
  select string_agg(upper(left(word, 1)) || '.', ' ' order by place)
  from regexp_split_to_table(btrim(name), '\s+') with ordinality as split (word, place)
  where lower(word) not in ('da', 'das', 'de', 'do', 'dos', 'e');
$$;

-- On the calendar of Brasília. Derived, never stored: a term runs out by itself.
create function private.letter_state(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case
    when contract.status = 'cancelled' then 'revoked'
    when contract.status = 'ended' then 'ended'
    when contract.end_date < (now() at time zone 'America/Sao_Paulo')::date then 'ended'
    when contract.start_date > (now() at time zone 'America/Sao_Paulo')::date then 'upcoming'
    else 'in_force'
  end;
$$;
comment on function private.letter_state is 'What a letter is worth today: upcoming, in_force, ended or revoked.';

create function public.verify_letter(code text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  letter public.letters;
begin
  perform private.require_within_limit('verify-by-address', address_hash);
  -- A letter that has no file yet is in nobody's hands.
  select * into letter from public.letters
  where letters.code = verify_letter.code and letters.file_sha256 is not null;
  if letter.contract_id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('verify-miss-by-address', address_hash);
    return null;
  end if;
  return (
    select jsonb_strip_nulls(jsonb_build_object(
      'state', private.letter_state(contract),
      'tenant', private.initials(contract.tenant_name),
      'city', contract.property_city || ', ' || contract.property_state,
      'limit', contract.cover_limit,
      'startDate', contract.start_date,
      'endDate', contract.end_date,
      'closedAt', contract.closed_at,
      'issuedAt', letter.issued_at,
      'fileSha256', letter.file_sha256
    ))
    from public.contracts as contract where contract.id = letter.contract_id
  );
end
$$;
comment on function public.verify_letter is 'What a letter with this code is worth today, without who the tenant is; null for a wrong code.';

revoke all on function
  private.initials(text), private.letter_state(public.contracts),
  public.verify_letter(text, text)
from public, anon, authenticated;
grant execute on function
  private.initials(text), private.letter_state(public.contracts),
  public.verify_letter(text, text)
to service_role;
