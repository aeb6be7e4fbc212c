-- Who has sent a request gets a protocol to name it by and an hour until which it is answered.
-- Both are the database's: the protocol cannot be chosen, the promise stays what it was when an
-- editor changes the rule.

create function private.protocol_check(digits text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- Crockford's base 32 without I, L, O and U, and the five symbols that only check.
  symbols constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
  remainder integer := 0;
begin
  for place in 1..length(digits) loop
    remainder := (remainder * 32 + strpos(symbols, substr(digits, place, 1)) - 1) % 37;
  end loop;
  return substr(symbols, remainder + 1, 1);
end
$$;
comment on function private.protocol_check is 'The check symbol of Crockford''s base 32: modulo 37, so that one wrong character or two changed places are always noticed.';

create function private.is_protocol(protocol text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select protocol ~ '^PS-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$'
    and private.protocol_check(substr(protocol, 9, 7)) = right(protocol, 1);
$$;
comment on function private.is_protocol is 'PS, the year, and eight characters of which the last one checks the others.';

create function private.new_protocol() returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  year constant text := extract(year from now() at time zone 'America/Sao_Paulo')::text;
  random bigint;
  digits text;
  drawn text;
begin
  loop
    -- The first 48 bits of a version 4 UUID are random; seven characters take 35 of them.
    random := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    select string_agg(substr(alphabet, 1 + ((random >> (5 * place)) & 31)::integer, 1), '')
    into digits from generate_series(0, 6) as place;
    drawn := 'PS-' || year || '-' || digits || private.protocol_check(digits);
    -- Draws whose check is one of the five symbols are no base 32: another one, as for one in use.
    exit when private.is_protocol(drawn)
      and not exists (select from public.simulations where protocol = drawn);
  end loop;
  return drawn;
end
$$;
comment on function private.new_protocol is 'A protocol that no request has; two at once would have to draw the same of 30 thousand million, and then one of them fails.';

alter table public.simulations add column protocol text;
alter table public.simulations
  add column answer_due_at timestamptz not null default now() + interval '24 hours';
update public.simulations
set protocol = private.new_protocol(), answer_due_at = created_at + interval '24 hours';
alter table public.simulations
  alter column protocol set default private.new_protocol(),
  alter column protocol set not null,
  add constraint simulations_protocol_key unique (protocol),
  add constraint simulations_protocol_check check (private.is_protocol(protocol)),
  add constraint simulations_answer_is_due_later check (answer_due_at > created_at),
  alter column search_text set expression as (
    private.search_key(' ' || full_name || ' ' || email || ' ' || cpf || ' ' || protocol)
  );
comment on column public.simulations.protocol is 'What people name the request by: PS-2026- and eight characters with a check.';
comment on column public.simulations.answer_due_at is 'Until when an answer was promised, by the business rules of that moment.';
comment on column public.simulations.search_text is 'Name, e-mail, CPF and protocol for the staff search, a space before each.';

grant execute on function
  private.protocol_check(text), private.is_protocol(text), private.new_protocol()
to service_role;
