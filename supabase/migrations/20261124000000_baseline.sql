-- Generated from supabase/schemas by `npm run generate` until the first release; do not edit.

-- 00_schemas_grants.sql
-- No API role may use an object until a grant allows it. Files are applied in the order of their names. A function body
-- in quotes may use tables of later files (supabase/tests/platform/catalogue.test.ts checks these bodies). A
-- SQL-standard body (`return …`, `begin atomic`) is resolved at creation, so all objects that it names must exist. Such
-- a body needs no `set search_path`, so the planner can inline the function.
set check_function_bodies = off;

-- Projects created before 2026 grant the API roles privileges on new objects in public. This file revokes these
-- privileges.
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;
-- PostgreSQL lets every role execute new functions. A revoke for one schema cannot change this default, so this revoke
-- is global.
alter default privileges for role postgres
  revoke execute on functions from public;

create schema private;
comment on schema private is 'Functions and tables that the API does not offer to its callers.';
revoke all on schema private from public;
-- supabase_auth_admin is the role of the auth server, which calls its hooks in the schema private.
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- An API function that needs more rights than its callers has two parts: a security definer function in private, which
-- does the work, and a function in public, which calls it. Staff have no grants on tables, so they need these functions.
-- For a function of staff, the public part first checks the right that the function needs. A refused call is recorded,
-- unless the function only reads or returns rows: such a call ends with an error, which takes a record back with it.
create procedure private.expose(
  name text, caller regrole, means text, parameters text default null, needs text default null,
  action text default null
)
language plpgsql
set search_path = ''
as $$
declare
  body constant regproc := 'private.' || name;
  made record;
  call text;
begin
  select
    coalesce(parameters, pg_get_function_arguments(oid)) as parameters,
    pg_get_function_result(oid) as result,
    case provolatile when 's' then 'stable' else 'volatile' end as volatility,
    provolatile = 'v' and prorettype = 'jsonb'::regtype as may_record,
    case when prorettype = 'record'::regtype or proretset then '* from ' else '' end as star,
    (select string_agg('$' || place, ', ' order by place) from generate_series(1, pronargs) as place) as arguments,
    -- The case that the call is about: its first id that is given.
    coalesce((
      select 'coalesce(' || string_agg('$' || place, ', ' order by place) || ', null)'
      from unnest(proargtypes) with ordinality as given (type, place) where type = 'uuid'::regtype
    ), 'null') as subject
  into made
  from pg_proc where oid = body;
  call := format('select %sprivate.%I(%s)', made.star, name, made.arguments);
  if needs is not null and made.may_record then
    call := format(
      'select case when private.has_right(%1$L) then private.%2$I(%3$s) else private.refuse_right(%1$L, %4$L, %5$s) end',
      needs, name, made.arguments, coalesce(action, replace(name, '_', '-')), made.subject
    );
  elsif needs is not null then
    call := format('select private.require_right(%L); %s', needs, call);
  end if;
  execute format(
    'create function public.%I(%s) returns %s language sql %s begin atomic %s; end',
    name, made.parameters, made.result, made.volatility, call
  );
  execute format('comment on function public.%I is %L', name, means || coalesce(' Needs the right ' || needs || '.', ''));
  execute format('comment on function private.%I is %L', name, means);
  execute format('grant execute on function public.%1$I, private.%1$I to %2$s', name, caller);
end
$$;
comment on procedure private.expose is 'Creates public.<name>, which calls private.<name>, and gives both functions the same comment and grant. parameters are the parameters of the public function, if these have other defaults. needs is the right that staff need; action names a refused call in the audit trail, if not by the name of the function.';

-- The request id identifies one HTTP request from the page to the mail. Audit entries and queued mails store the id.
-- The caller chooses the id, so only its format is checked. The id is random, so it is no personal data. This schema
-- exists because PostgREST calls requests.name_transaction with roles that have no access to private.
create schema requests;
comment on schema requests is 'Functions about the current HTTP request. Every role may execute them, and they have only the rights of their caller.';
revoke all on schema requests from public;
grant usage on schema requests to anon, authenticated, service_role;

-- Every HTTP request calls this function. plpgsql keeps the query plan between calls on a connection.
create function requests.id() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return substring(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9_-]{8,64}$'
  );
end
$$;
comment on function requests.id is 'Returns the id of the current HTTP request, or null if the request has no id. The caller chose the id.';
grant execute on function requests.id to anon, authenticated, service_role;

-- The log of the database and pg_stat_activity show application_name for each transaction.
create function requests.name_transaction() returns void
language plpgsql
set search_path = ''
as $$
declare
  id constant text := requests.id();
begin
  if id is not null then
    perform set_config('application_name', id, true);
  end if;
end
$$;
comment on function requests.name_transaction is 'Sets application_name to the id of the current HTTP request, so that the log of the database shows the id. Changes nothing if the request has no id.';
grant execute on function requests.name_transaction to anon, authenticated, service_role;

-- A hosted project may refuse this setting of PostgREST. The log then has no request ids. npm run doctor reports this.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'requests.name_transaction';
  notify pgrst, 'reload config';
exception when insufficient_privilege or undefined_object then
  raise warning 'PostgREST is not told to call requests.name_transaction: %', sqlerrm;
end
$$;

-- 01_calendar.sql
-- Business days of the banks. Easter is computed, because a table of its dates would end with some year and would need
-- a generator.
create function private.easter_sunday(year integer) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- Meeus/Jones/Butcher, the algorithm of @brazilian-utils. The divisions drop the remainder.
  golden constant integer := year % 19;
  century constant integer := year / 100;
  of_century constant integer := year % 100;
  moon constant integer :=
    (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant integer := (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4) % 7;
  days constant integer := moon + weekday - 7 * ((golden + 11 * moon + 22 * weekday) / 451) + 114;
begin
  return make_date(year, days / 31, days % 31 + 1);
end
$$;
comment on function private.easter_sunday is 'Returns the date of Easter in a year of the Gregorian calendar.';
grant execute on function private.easter_sunday to service_role;

-- National holidays (Leis 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023) and the other days without banks: Carnival
-- Monday and Tuesday, Good Friday and Corpus Christi (Resolução CMN 4.880/2020). @brazilian-utils has all of these days
-- except Carnival Monday. Holidays of states and municipalities do not count.
create function private.is_business_day(day date) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  return extract(isodow from day) < 6
    and to_char(day, 'MM-DD') <> all (
      array['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
    )
    and day - private.easter_sunday(extract(year from day)::integer) <> all (array[-48, -47, -2, 60]);
end
$$;
comment on function private.is_business_day is 'Reports whether banks work on a day: from Monday to Friday, except national holidays, Carnival, Good Friday and Corpus Christi. Valid from 2024 on, when 20 November became a national holiday.';
grant execute on function private.is_business_day to service_role;

create function private.next_business_day(day date) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  candidate date := day + 1;
begin
  while not private.is_business_day(candidate) loop
    candidate := candidate + 1;
  end loop;
  return candidate;
end
$$;
comment on function private.next_business_day is 'Returns the first business day after a day.';
grant execute on function private.next_business_day to service_role;

create function private.add_business_days(day date, days integer) returns date
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  counted date := day;
begin
  for step in 1..days loop
    counted := private.next_business_day(counted);
  end loop;
  return counted;
end
$$;
comment on function private.add_business_days is 'Returns the day that is a number of business days after a day.';
grant execute on function private.add_business_days to service_role;

-- 01_field_rules.sql
-- Field rules that several tables share. Error texts contain no personal data. A constraint runs with the rights of
-- the role that writes the row, so service_role may execute these functions.

create function private.reject(message text, field text default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise sqlstate 'PT422' using message = message, detail = coalesce(field, '');
end
$$;
comment on function private.reject is 'Ends the call with HTTP 422 and a Portuguese sentence for the screen. field: name of the form field beside which the sentence is shown, either the name of the column or the name in the zod schema.';
grant execute on function private.reject to service_role;

create function private.require_found(is_found boolean, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if is_found is not true then
    raise sqlstate 'PT404' using message = message;
  end if;
end
$$;
comment on function private.require_found is 'Ends the call with HTTP 404 and a Portuguese sentence if is_found is not true.';
grant execute on function private.require_found to service_role;

create function private.is_cpf(cpf text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  digit integer;
  first_sum integer := 0;
  second_sum integer := 0;
begin
  -- Eleven equal digits have valid check digits, but no such CPF is issued.
  if cpf !~ '^[0-9]{11}$' or cpf = repeat(left(cpf, 1), 11) then
    return false;
  end if;
  -- Rule of the Receita Federal: the weights of the two check digits are 10 to 2 and 11 to 2, modulo 11.
  for place in 1..9 loop
    digit := substr(cpf, place, 1);
    first_sum := first_sum + digit * (11 - place);
    second_sum := second_sum + digit * (12 - place);
  end loop;
  first_sum := first_sum * 10 % 11 % 10;
  second_sum := (second_sum + first_sum * 2) * 10 % 11 % 10;
  return right(cpf, 2) = first_sum || second_sum::text;
end
$$;
comment on function private.is_cpf is 'Reports whether the text is eleven digits without punctuation, with valid check digits.';
grant execute on function private.is_cpf to service_role;

create function private.is_cnpj(cnpj text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  rest integer;
begin
  -- Fourteen zeros have valid check digits, but no such CNPJ is issued.
  if cnpj !~ '^[0-9A-Z]{12}[0-9]{2}$' or cnpj = repeat(left(cnpj, 1), 14) then
    return false;
  end if;
  -- Rule of the Receita Federal (IN 2.229/2024): ASCII code minus 48, weights 2 to 9 from the right.
  for digits in 12..13 loop
    select sum((ascii(substr(cnpj, place, 1)) - 48) * (2 + (digits - place) % 8)) % 11 into rest
    from generate_series(1, digits) as place;
    if substr(cnpj, digits + 1, 1)::integer <> (case when rest < 2 then 0 else 11 - rest end) then
      return false;
    end if;
  end loop;
  return true;
end
$$;
comment on function private.is_cnpj is 'Reports whether the text is fourteen characters without punctuation, with valid check digits. Letters are allowed since July 2026.';
grant execute on function private.is_cnpj to service_role;

create function private.is_state(state text) returns boolean
language sql immutable parallel safe
return state = any (array[
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA',
  'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'
]);
comment on function private.is_state is 'Reports whether the text is the abbreviation of one of the 27 federative units.';
grant execute on function private.is_state to service_role;

create function private.is_property_type(property_type text) returns boolean
language sql immutable parallel safe
return property_type = any (
  array['Apartamento', 'Casa', 'Comercial', 'Galpão', 'Terreno', 'Outro']
);
comment on function private.is_property_type is 'Reports whether the text is a property type that the forms offer.';
grant execute on function private.is_property_type to service_role;

create function private.is_email(email text) returns boolean
language sql immutable parallel safe
return char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$';
comment on function private.is_email is 'Reports whether the text has the pattern of an e-mail address. The rules of the public forms are stricter.';
grant execute on function private.is_email to service_role;

create function private.digits(written text) returns text
language sql immutable strict parallel safe
return regexp_replace(written, '[^0-9]', '', 'g');
comment on function private.digits is 'Removes everything except digits, because a CPF is stored as digits.';
grant execute on function private.digits to service_role;

-- Foreign numbers are in E.164. Without the plus, +1 415 555 2671 would look like the Brazilian (14) 15555-2671.
create function private.is_phone(phone text) returns boolean
language sql immutable strict parallel safe
-- +55 is refused, because Brazilian numbers are stored without +55. Each number then has only one spelling.
return phone ~ '^([0-9]{10,15}|[+](?!55)[1-9][0-9]{9,14})$';
comment on function private.is_phone is 'Reports whether the text is a stored phone number: ten to fifteen digits as dialled within Brazil, or a foreign number in E.164 with its plus.';
grant execute on function private.is_phone to service_role;

create function private.phone(written text) returns text
language sql immutable parallel safe
return case when btrim(written) like '+%' then '+' else '' end || private.digits(written);
comment on function private.phone is 'Removes everything except digits and a leading plus from a phone number.';
grant execute on function private.phone to service_role;

-- A plus and the text after it do not change the mailbox at large providers. Gmail ignores dots and has two domains.
create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe
begin atomic
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain
  end
  from (
    select regexp_replace(name, '(.)[+].*$', '\1') as local, domain
    from (
      select regexp_replace(lower(btrim(email)), '@[^@]*$', '') as name,
        substring(lower(btrim(email)) from '[^@]*$') as domain
    ) as parts
  ) as untagged;
end;
comment on function private.mailbox_of is 'Returns the mailbox that an e-mail address reaches: ana@a.br for ana+x@a.br, ana@gmail.com for a.na@googlemail.com.';
grant execute on function private.mailbox_of to service_role;

create function private.search_key(words text) returns text
language sql immutable strict parallel safe
-- The extension unaccent is not used, because its dictionary may change, and indexes built with it would then be wrong.
-- Characters without a counterpart are left out: the apostrophes of d'Ávila.
return translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ''’‘´`', 'aaaaaeeeeiiiiooooouuuucn');
comment on function private.search_key is 'Returns a text in lower case without accents and apostrophes, for the search.';
grant execute on function private.search_key to service_role;

create function private.full_name_key(full_name text) returns text
language sql immutable strict parallel safe
return private.search_key(btrim(regexp_replace(normalize(full_name, nfc), '\s+', ' ', 'g')));
comment on function private.full_name_key is 'Returns a name without differences of case, accents and repeated spaces, so that two spellings can be compared.';
grant execute on function private.full_name_key to service_role;

create function private.initials(name text) returns text
language sql immutable strict
begin atomic
  select string_agg(upper(left(word, 1)) || '.', ' ' order by place)
  from regexp_split_to_table(btrim(name), '\s+') with ordinality as split (word, place)
  where lower(word) not in ('da', 'das', 'de', 'do', 'dos', 'e');
end;
comment on function private.initials is 'Returns the initials of a name: "A. B. S." for "Ana Beatriz da Silva". Only people who know the tenant recognise them.';
grant execute on function private.initials to service_role;

create function private.day_in_brasilia(moment timestamptz) returns date
language sql immutable
return (moment at time zone 'America/Sao_Paulo')::date;
comment on function private.day_in_brasilia is 'Returns the date in Brasília at a given time.';
grant execute on function private.day_in_brasilia to authenticated, service_role;

create function private.today_in_brasilia() returns date
language sql stable
return (now() at time zone 'America/Sao_Paulo')::date;
comment on function private.today_in_brasilia is 'Returns the current date in Brasília. The terms of contracts begin and end by this date.';
grant execute on function private.today_in_brasilia to authenticated, service_role;

create function private.has_link(words text) returns boolean
language sql immutable strict parallel safe
-- The rule and its lists are the same as in supabase/functions/_shared/contracts/fields/text.ts.
return words ~* (
  '://|(^|[^[:alnum:]])www[.]'
  || '|[[:alnum:]-]{2}[.]('
  || 'com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live'
  || '|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example'
  || '|[a-z]{2,4}[.]br'
  || ')(?![[:alnum:]])'
  || '|(?<![[:alnum:].-])('
  || 'rb[.]gy|bit[.]do|is[.]gd|v[.]gd|x[.]gd|wa[.]me|t[.]me|m[.]me|fb[.]me|qr[.]ae|s[.]id'
  || '|abre[.]ai|encr[.]pw|shorturl[.]at|lnkd[.]in|linktr[.]ee|youtu[.]be|kutt[.]it|bl[.]ink'
  || '|1drv[.]ms|tr[.]im|cli[.]re|rebrand[.]ly'
  || ')(?![[:alnum:]])'
  || '|[[:alnum:]-][.](?!br[/?#])[a-z]{2}[/?#][^[:space:]]'
  || '|(?<![[:alnum:]-])(?!('
  || 'av|al|tv|est|rod|rua|jd|vl|pq|pç|pca|lg|cj|conj|cond|res|ed|edif|bl|ap|apto|apt|sl|lj'
  || '|qd|lt|km|sr|sra|srs|dr|dra|prof|profa|eng|pe|fr|sta|sto|gal|cel|mal|cap|maj|sgt|pres'
  || '|gov|dep|sen|ver|des|min|cia|ind|com|repr|adm|assoc|coop|imob|cont|dist|serv'
  || ')[.])[[:alnum:]-]{2,}[.](?!(ltda|eireli|epp)[/?#])'
  || '([[:alpha:]]{3,}|xn--[a-z0-9-]+)[/?#][^[:space:]]'
);
comment on function private.has_link is 'Reports whether a line contains a link or the URL of a site.';
grant execute on function private.has_link to service_role;

-- A trigger enforces the rule instead of a check constraint, so that rows that are older than the rule can still be
-- updated.
create function private.refuse_links() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  line text;
begin
  foreach line in array tg_argv loop
    if private.has_link(to_jsonb(new) ->> line) then
      perform private.reject('Escreva sem links nem endereços de sites', line);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.refuse_links is 'Refuses a row that has a link in one of the columns that the trigger''s arguments name.';

create function private.undrawn(words text) returns text
language sql immutable strict parallel safe
-- The rule is the same as in supabase/functions/_shared/contracts/fields/drawn-letters.ts.
return substring(normalize(words, nfc) from '[^'
  -- Documents show these special spaces and hyphens as plain ones, and leave out invisible format characters.
  || '\u0009-\u000d\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u200b-\u200f'
  || '\u202a-\u202e\u2010\u2011\u2060-\u2069\ufe0e\ufe0f\ufeff'
  || '\u0020-\u007e\u00a0-\u0113\u0116-\u012b\u012e-\u0131\u0134-\u0137\u0139-\u013e'
  || '\u0141-\u0148\u014a-\u014d\u0150-\u017e\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0259'
  || '\u02c6\u02c7\u02d8-\u02dd\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a'
  || '\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044\u2070\u2074-\u2079\u2080-\u2089'
  || '\u20ac\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265'
  || ']');
comment on function private.undrawn is 'Returns the first character of a text that the fonts of the documents cannot draw; null when every character can be drawn.';
grant execute on function private.undrawn to service_role;

create function private.refuse_undrawn() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  line text;
  letter text;
begin
  foreach line in array tg_argv loop
    letter := private.undrawn(to_jsonb(new) ->> line);
    if letter is not null then
      perform private.reject(
        'O texto contém “' || letter
          || '”, que os documentos não conseguem mostrar. Escreva em letras latinas, sem figuras.',
        line
      );
    end if;
  end loop;
  return new;
end
$$;
comment on function private.refuse_undrawn is 'Refuses a row with a character that documents cannot show, in one of the columns that the trigger''s arguments name.';

-- Protocol numbers (PS simulation, PP partnership, PM message) end with a check symbol, which finds typing mistakes.
-- Only the database makes them, so visitors cannot choose one.
create function private.protocol_check(digits text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- Crockford's base 32 (without I, L, O and U), then its five symbols that are used only as check symbols.
  symbols constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
  remainder integer := 0;
begin
  for place in 1..length(digits) loop
    remainder := (remainder * 32 + strpos(symbols, substr(digits, place, 1)) - 1) % 37;
  end loop;
  return substr(symbols, remainder + 1, 1);
end
$$;
comment on function private.protocol_check is 'Returns the check symbol for a protocol (Crockford''s base 32, modulo 37). The symbol reveals one wrong character and two swapped characters.';
grant execute on function private.protocol_check to service_role;

create function private.is_protocol(protocol text, kind text default 'PS') returns boolean
language sql immutable strict parallel safe
return protocol ~ ('^' || kind || '-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$')
  and private.protocol_check(substr(protocol, 9, 7)) = right(protocol, 1);
comment on function private.is_protocol is 'Reports whether the text is a protocol: two letters for the form, the year, seven characters and their check symbol.';
grant execute on function private.is_protocol to service_role;

create function private.new_protocol(kind text default 'PS') returns text
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
    -- The first 48 bits of a version 4 UUID are random. Seven characters of base 32 need 35 bits.
    random := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    select string_agg(substr(alphabet, 1 + ((random >> (5 * place)) & 31)::integer, 1), '')
    into digits from generate_series(0, 6) as place;
    drawn := kind || '-' || year || '-' || digits || private.protocol_check(digits);
    -- Repeats if the check symbol is not a letter or digit, or if the protocol is already in use.
    exit when private.is_protocol(drawn, kind)
      and not exists (select from public.simulations where protocol = drawn)
      and not exists (select from public.partnership_requests where protocol = drawn)
      and not exists (select from public.contact_messages where protocol = drawn)
      and not exists (select from public.claims where protocol = drawn);
  end loop;
  return drawn;
end
$$;
comment on function private.new_protocol is 'Returns a protocol that no stored form has. Two simultaneous calls return the same protocol once in 30 thousand million times. The unique constraint then refuses the second form.';
grant execute on function private.new_protocol to service_role;

-- The staff search uses an index of grams (short pieces of text). An index of words would lose characters such as "@"
-- and ".". Measurements and query plans: docs/decisions/2026-11-23-search.md.
create function private.search_words(wanted_search text) returns text[]
language sql immutable strict parallel safe
begin atomic
  select array_agg(word order by place)
  -- Only the first 200 characters count, because the work grows with the square of the length.
  from left(wanted_search, 200) as typed, regexp_split_to_table(
    -- A pasted CPF or phone number may have punctuation or the country code 55, which are not stored. Protocols and
    -- contract numbers come with dashes, blanks or nothing for their hyphens. A Pix identifier is a contract number
    -- without hyphens, with the number of an instalment (P01).
    case
      when typed ~ '^[0-9. ()+-]+$' then
        regexp_replace(private.phone(typed), '^[+]55(?=[0-9]{10,11}$)', '')
      else private.search_key(regexp_replace(
        btrim(typed), '^(P[A-Z]|RC)[ –—-]*([0-9]{4})[ –—-]*([0-9A-Z]{8}|[0-9A-F]{10})(P[0-9]{2})?$', '\1-\2-\3', 'i'
      ))
    end,
    '\s+'
  ) with ordinality as split (word, place)
  where word <> '';
end;
comment on function private.search_words is 'Splits a search text into words, or returns null if the text has no words. A row is found if the row contains all words.';

-- Grams are three consecutive characters, the first character of each word, and runs of four or six equal characters
-- (shorter runs are too common to narrow a search). The loops are three times as fast as a query.
create function private.search_grams(words text) returns text[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  grams text[] := '{}';
  -- The characters are kept in an array, because substr would count from the beginning of the text each time.
  signs constant text[] := string_to_array(words, null);
  word text;
  run text;
begin
  for place in 1 .. cardinality(signs) - 2 loop
    grams[place] := signs[place] || signs[place + 1] || signs[place + 2];
  end loop;
  foreach word in array string_to_array(words, ' ') loop
    continue when word = '';
    grams := grams || (' ' || left(word, 1));
  end loop;
  -- Few texts repeat a character four times, and this test costs less than regexp_matches.
  if words ~ '([^ ])\1{3}' then
    for run in select listed[1] from regexp_matches(words, '(([^ ])\2{3,})', 'g') as listed loop
      grams := grams || left(run, 4);
      continue when char_length(run) < 6;
      grams := grams || left(run, 6);
    end loop;
  end if;
  return grams;
end
$$;
comment on function private.search_grams is 'Returns the grams under which the search index lists a text.';
grant execute on function private.search_grams to service_role;

-- Looking up common grams is slow, so only the rarest grams (by the statistics of ANALYZE) are looked up. The search
-- then compares the found texts with the words. The rarest gram of each word comes first, so that every word is looked
-- up.
create function private.wanted_grams(wanted_search text, index_name text) returns text[]
language sql stable
begin atomic
  with
    common as (
      select listed.gram, listed.frequency
      from pg_catalog.pg_stats as known,
        unnest(known.most_common_elems::text::text[], known.most_common_elem_freqs)
          as listed (gram, frequency)
      where known.schemaname = 'public' and known.tablename = index_name
    ),
    wanted as (
      select distinct word, gram, coalesce(common.frequency, 0) as frequency
      from unnest(private.search_words(wanted_search)) as word,
        lateral unnest(
          case
            when char_length(word) < 3 then array[' ' || word]
            -- The search also finds a word inside a longer word, so the gram of the first character cannot be required.
            else array_remove(private.search_grams(word), ' ' || left(word, 1))
          end
        ) as gram
        left join common using (gram)
    ),
    of_word as (
      select wanted.*, row_number() over (
        partition by word order by frequency, char_length(gram) desc, gram
      ) as nth
      from wanted
    )
  select array_agg(distinct ranked.gram)
  from (
    select gram, frequency,
      row_number() over (order by nth, frequency, gram) as place,
      row_number() over (order by frequency, nth, gram) as rarity
    from of_word
  ) as ranked
  -- Reading the list of one gram costs less than comparing the texts that it excludes, except for a fourth gram and for
  -- a gram that a third of all texts contain (`npm run bench -- search`).
  where ranked.rarity = 1 or (ranked.place <= 3 and ranked.frequency < 0.33);
end;
comment on function private.wanted_grams is 'Returns the rarest grams of the words of a search. A text that contains all words has all of these grams.';

create function private.search_patterns(wanted_search text) returns text[]
language sql immutable strict parallel safe
begin atomic
  select array_agg(
    -- A search word of one or two letters is found only at the beginning of a word.
    case when char_length(word) < 3 then '% ' else '%' end
      || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    order by place
  )
  from unnest(private.search_words(wanted_search)) with ordinality as listed (word, place);
end;
comment on function private.search_patterns is 'Returns one LIKE pattern for each word of a search, so that "Ana Lima" finds "Ana Souza Lima".';

create function private.clean_field(name text, written text) returns text
language sql immutable parallel safe
return case
  when name = 'email' then lower(btrim(written))
  when name in ('phone', 'owner_contact') then private.phone(written)
  when name = 'cpf' then private.digits(written)
  when name = 'property_state' then upper(btrim(written))
  else btrim(written)
end;
comment on function private.clean_field is 'Returns the value of a form field as its column stores it. The edge function has already cleaned the value; this second cleaning is a safeguard.';
grant execute on function private.clean_field to service_role;

create function private.read_form(form regclass, request jsonb) returns jsonb
language sql stable
begin atomic
  select jsonb_object_agg(
    attname,
    case
      when attnotnull then private.clean_field(attname, request ->> key)
      else nullif(private.clean_field(attname, request ->> key), '')
    end
  )
  from pg_attribute,
    -- The column full_name is called fullName in the submitted form.
    lateral (select replace(initcap(replace(attname, '_', ' ')), ' ', '') as words) as named,
    lateral (select lower(left(words, 1)) || substr(words, 2) as key) as keyed
  where attrelid = form and attnum > 0 and not attisdropped
    and has_column_privilege('service_role', attrelid, attnum, 'insert');
end;
comment on function private.read_form is 'Returns the columns that a visitor may set, with the values of the submitted form. A blank value becomes null if the column allows null.';
grant execute on function private.read_form to service_role;

create function private.store_form(form regclass, request jsonb) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  fields constant jsonb := private.read_form(form, request);
  columns constant text := (
    select string_agg(quote_ident(name), ', ') from jsonb_object_keys(fields) as name
  );
  stored integer;
begin
  execute format(
    'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)'
    || ' on conflict (submission_id) do nothing',
    form, columns
  ) using fields;
  get diagnostics stored = row_count;
  return stored = 1;
end
$$;
comment on function private.store_form is 'Stores a form once for each submissionId. Returns false if the form is already stored.';
grant execute on function private.store_form to service_role;

-- 02_limits.sql
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

-- 03_audit.sql
-- The audit trail records decisions, reads of personal data (LGPD art. 37) and refused calls. The trail has ids but no
-- personal data, so an erasure (art. 18) skips the trail. Row security policies cannot record reads, so staff read
-- tables only through functions, which do.
create table public.audit_trail (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  -- The files staff-history.ts and action-titles.ts in web/backend/staff compile only if they have words for every action.
  action text not null check (action in (
    'read-simulations', 'decide-simulation', 'undo-decision', 'ask-documents', 'send-document',
    'withdraw-file', 'view-document', 'accept-document', 'refuse-document', 'read-offers', 'make-offer',
    'correct-request', 'check-corrections',
    'withdraw-offer', 'accept-offer', 'answer-offer', 'read-contracts', 'close-contract', 'resend-access',
    'file-contract-document', 'rename-contract-document', 'withdraw-contract-document',
    'view-contract-document', 'retry-documents', 'read-partnership-requests',
    'answer-partnership-request', 'note-partnership-request', 'read-contact-messages',
    'answer-contact-message', 'resend-mail', 'sign-in', 'confirm-staff-address',
    'set-staff-status', 'create-recovery-codes', 'redeem-recovery-code', 'read-partners',
    'end-partnership', 'note-case', 'hold-case', 'set-staff-name', 'set-staff-rights',
    'end-staff-sessions', 'set-second-factor', 'change-password', 'set-staff-digest',
    'correct-contract', 'accept-correction', 'withdraw-correction', 'answer-question',
    'undo-closing', 'read-landlords', 'set-landlord', 'ask-landlord', 'answer-landlord',
    'remove-landlord-address', 'book-payment', 'undo-payment', 'book-statement', 'view-receipt',
    'export-payments', 'regret-contract', 'ask-ending', 'withdraw-ending', 'confirm-ending',
    'ask-about-ending', 'state-handover', 'send-keys-proof', 'give-notice', 'ask-renewal',
    'send-inspection', 'view-inspection', 'set-file-aside', 'check-landlord-address',
    'open-claim', 'complete-claim', 'withdraw-claim', 'reply-claim', 'answer-claim', 'review-claim', 'answer-review',
    'change-claim-account', 'send-claim-file', 'view-claim-file', 'ask-for-claim',
    'decide-claim', 'second-claim', 'undo-claim-decision', 'pay-claim', 'set-claim-recourse',
    'change-refund-account', 'approve-payout', 'withdraw-approval', 'set-staff-settings', 'read-audit', 'export-audit',
    'dismiss-mail', 'send-reminder', 'record-bureau-answer', 'set-bureau-answer-aside'
  )),
  subject_id uuid,
  outcome text not null check (outcome in ('done', 'denied')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  request_id text default requests.id() check (char_length(request_id) <= 64)
);
comment on table public.audit_trail is 'Append-only record of decisions, reads of personal data and refused calls.';
comment on column public.audit_trail.actor is 'Id of the account (auth.users.id) that acted. The column is no foreign key, because the record outlives the account.';
comment on column public.audit_trail.subject_id is 'Id of the row that was changed or read.';
comment on column public.audit_trail.request_id is 'Id of the HTTP request, by which the log lines of the request can be found. The caller chose the id.';

create index audit_trail_by_actor on public.audit_trail (actor, action, occurred_at desc);
create index audit_trail_by_subject on public.audit_trail (subject_id, occurred_at desc);
create index audit_trail_by_age on public.audit_trail (occurred_at desc, id desc);
-- The screen for owners lists the newest entries of a person, of an action, and of refused calls.
create index audit_trail_by_person on public.audit_trail (actor, occurred_at desc, id desc);
create index audit_trail_by_action on public.audit_trail (action, occurred_at desc, id desc);
create index audit_trail_denied on public.audit_trail (occurred_at desc, id desc) where outcome = 'denied';
-- If fastupdate were on, a single insert would sometimes have to sort up to 4 MB of pending entries.
create index audit_trail_by_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off) where action = 'read-simulations';
create index audit_trail_by_other_read_subject on public.audit_trail using gin ((details -> 'ids'))
  with (fastupdate = off)
  where action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts', 'read-offers');

alter table public.audit_trail enable row level security;
grant select, insert on public.audit_trail to service_role;

create function private.refuse_audit_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = '42501';
end
$$;
comment on function private.refuse_audit_change is 'Refuses every change of the trail, for every role. Only entries older than a year may be deleted, even if private.retention sets a shorter time.';

create trigger refuse_update_or_truncate
before update or truncate on public.audit_trail
for each statement execute function private.refuse_audit_change();
create trigger refuse_early_delete
before delete on public.audit_trail
for each row execute function private.refuse_audit_change();

-- Anybody can cause refusals, so the trail stores only the first refusals of each caller and action. All callers
-- without a session count as one caller. A second limit allows at most 500 new rows a day for each action.
create function private.record_denied(actor uuid, action text, subject_id uuid)
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
  -- The same refusal is recorded at most once a minute, so that a double click makes one entry.
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
comment on function private.record_denied is 'Counts a refused call. Records the call in the trail unless the limits of recorded refusals are reached.';
grant execute on function private.record_denied to service_role;

create function public.record_denied_call(actor uuid, action text, subject_id uuid default null)
returns void
language sql
return private.record_denied($1, $2, $3);
comment on function public.record_denied_call is 'Records a call that an edge function itself refused. Database functions record their own refusals.';
grant execute on function public.record_denied_call to service_role;

create function private.note(
  action text, subject uuid, details jsonb default '{}', actor uuid default auth.uid()
) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values ($4, $1, $2, 'done', jsonb_strip_nulls($3));
end
$$;
comment on function private.note is 'Records an action that was carried out. Details that are null are left out.';
grant execute on function private.note to service_role;

create function private.refuse(action text, subject_id uuid, message text default null) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  -- An exception would roll back the audit entry, so this function sets the HTTP status and returns the answer's body.
  perform private.record_denied((select auth.uid()), action, subject_id);
  perform set_config('response.status', '403', true);
  return jsonb_build_object(
    'code', case when message is null then '42501' else 'PT403' end,
    'message', coalesce(message, 'Acesso não permitido.')
  );
end
$$;
comment on function private.refuse is 'Records a refused call and answers the call with HTTP 403. message is a sentence for a member of staff; null for anybody else.';

-- Security definer, because no role may write the trail. Screens reload twice a minute, so a reader's view of a row
-- is recorded once in 15 minutes. One query checks all rows of a page, because one query per row was as slow as the
-- search.
create function private.record_reading(action text, subjects uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  unseen jsonb;
begin
  -- The lock keeps two simultaneous calls of one reader from recording the same rows.
  perform pg_advisory_xact_lock(hashtextextended('reading ' || reader, 0));
  select jsonb_agg(subject) into unseen
  from unnest(subjects) as subject
  where subject::text not in (
    select jsonb_array_elements_text(earlier.details -> 'ids')
    from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = $1
      and earlier.occurred_at > now() - interval '15 minutes'
  );
  if unseen is not null then
    insert into public.audit_trail (actor, action, outcome, details)
    values (reader, $1, 'done', jsonb_build_object('ids', unseen));
  end if;
end
$$;
comment on function private.record_reading is 'Records which rows the caller has seen, each row once in 15 minutes.';

-- Security definer, because no role may read the trail. The functions that call this one have checked the caller.
create function private.subject_history(subject uuid, reading text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- A plan made for the given action can use the trail's partial indexes. A generic plan cannot.
set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(entry) order by entry.occurred_at desc), '[]')
    from (
      select trail.id, trail.occurred_at, trail.action, trail.outcome,
        coalesce(staff.full_name, staff.email) as who,
        coalesce(trail.details ->> 'status', trail.details ->> 'decision') as detail
      from (
        select * from public.audit_trail as acted where acted.subject_id = subject
        union all
        select * from public.audit_trail as seen
        where seen.action = reading and seen.details -> 'ids' ? subject::text
      ) as trail
      left join public.staff on staff.user_id = trail.actor
      order by trail.occurred_at desc
      limit 100
    ) as entry
  );
end
$$;
comment on function private.subject_history is 'Returns the latest 100 entries about a row, newest first: changes and reads of the row, each with its author.';

-- 04_kept_content.sql
-- Edge functions use this copy of the content API's last valid answer while the API is unavailable. New instances have
-- no copy in memory. The answer contains no personal data.
create table private.kept_content (
  is_only boolean primary key default true check (is_only),
  content jsonb not null check (
    jsonb_typeof(content) = 'object' and octet_length(content::text) <= 262144
  ),
  kept_at timestamptz not null default now()
);
comment on table private.kept_content is 'Last valid answer of the content API, in a single row. Functions use the answer while the content API is unavailable.';
alter table private.kept_content enable row level security;
grant select, insert, update on private.kept_content to service_role;

create function public.keep_content(content jsonb) returns void
language sql
set search_path = ''
as $$
  insert into private.kept_content as kept (content) values ($1)
  on conflict (is_only) do update set content = excluded.content, kept_at = now()
  where kept.content <> excluded.content;
$$;
comment on function public.keep_content is 'Stores the latest valid answer of the content API. Writes nothing if the stored answer is equal.';
grant execute on function public.keep_content to service_role;

create function public.recall_content() returns jsonb
language sql stable
begin atomic
  select kept.content from private.kept_content as kept;
end;
comment on function public.recall_content is 'Returns the last valid answer of the content API, or null if none is stored.';
grant execute on function public.recall_content to service_role;

create function private.business_decimal(rule text, least_one numeric, most numeric, otherwise numeric)
returns numeric
language sql stable
return greatest($2, least($3, coalesce((
  select (kept.content -> 'rules' ->> $1)::numeric from private.kept_content as kept
  where jsonb_typeof(kept.content -> 'rules' -> $1) = 'number'
), $4)));
comment on function private.business_decimal is 'Returns a decimal number from the published business rules, or the default (parameter otherwise) if no number was published. The result is kept between least_one and most.';
grant execute on function private.business_decimal to service_role;

create function private.business_number(rule text, least_one integer, most integer, otherwise integer)
returns integer
language sql stable
return private.business_decimal($1, $2, $3, $4)::integer;
comment on function private.business_number is 'Returns a whole number from the published business rules, or the default (parameter otherwise) if no number was published. The result is kept between least_one and most.';
grant execute on function private.business_number to service_role;

-- 05_staff_accounts.sql
create table private.staff_settings (
  is_only boolean primary key default true check (is_only),
  allowed_domains text[] not null default '{}',
  require_second_factor boolean not null default false,
  undo_seconds integer not null default 10 check (undo_seconds between 0 and 60),
  second_person_above integer not null default 5000 check (second_person_above between 0 and 10000000),
  fee_range_percent integer not null default 20 check (fee_range_percent between 0 and 100),
  account_wait_days integer not null default 2 check (account_wait_days between 2 and 10),
  rent_warns_percent integer not null default 30 check (rent_warns_percent between 1 and 100),
  rent_second_percent integer not null default 40 check (rent_second_percent between 1 and 100),
  version integer not null default 0 check (version >= 0),
  constraint staff_settings_warn_before_second check (rent_warns_percent <= rent_second_percent)
);
comment on table private.staff_settings is 'Settings of the staff area, in a single row. An update of the row changes the settings.';
comment on column private.staff_settings.allowed_domains is 'E-mail domains in lower case. Staff may release (admit) only accounts with an address under one of these domains; an empty list allows all domains.';
comment on column private.staff_settings.require_second_factor is 'Whether an account must enrol a second factor before it can do anything else.';
comment on column private.staff_settings.second_person_above is 'Amount in reais above which a second person agrees to a decision or payment. It is compared with the sum of twelve months of a lease or payee.';
comment on column private.staff_settings.fee_range_percent is 'Percent by which the fee of an offer may differ from the standard fee.';
comment on column private.staff_settings.account_wait_days is 'Business days in which nothing is paid to a changed account. The terms promise at least two.';
comment on column private.staff_settings.rent_warns_percent is 'Share of the rent in the monthly income, in percent, above which the screen of a request warns.';
comment on column private.staff_settings.rent_second_percent is 'Share of the rent in the monthly income, in percent, above which a second person agrees to an approval.';
comment on column private.staff_settings.version is 'Number of changes of the limits so far, so that nobody overwrites a change that they have not seen.';
comment on column private.staff_settings.undo_seconds is 'Seconds in which staff can undo a decision before its mail is sent.';
alter table private.staff_settings enable row level security;
grant select on private.staff_settings to service_role;
insert into private.staff_settings default values;

create function private.staff_rank(status text) returns integer
language sql immutable strict parallel safe
return case status when 'active' then 0 when 'pending' then 1 else 2 end;
comment on function private.staff_rank is 'Returns the position of a status in the staff list: active, pending, disabled. Active staff come first, so that many sign-ups cannot push active staff off the page.';
grant execute on function private.staff_rank to authenticated;

-- Anyone may sign up. An account stays pending until staff with the right team release it. The address must be confirmed
-- first, because staff might trust an invented address (diretora@…). Each call checks the status, so disabling works at
-- once. Sign-up uses the function sign-up-staff, because the auth server's endpoint reveals known addresses.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (private.is_email(email)),
  full_name text check (char_length(full_name) between 3 and 100),
  status text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  created_at timestamptz not null default now(),
  status_changed_at timestamptz,
  wants_digest boolean not null default false
);
comment on table public.staff is 'Accounts of the staff area. The status says whether an account may use the area.';
comment on column public.staff.wants_digest is 'Whether the account gets a mail with the open work on the morning of each business day.';
create index staff_in_order
  on public.staff (private.staff_rank(status), created_at desc, user_id desc);
alter table public.staff enable row level security;
grant select (user_id, email, full_name, status, created_at, status_changed_at)
  on public.staff to authenticated;
grant select, insert, update, delete on public.staff to service_role;

-- The auth server stores refreshed_at without a time zone. An open screen refreshes its token every 30 minutes.
create function private.is_idle(created_at timestamptz, refreshed_at timestamp) returns boolean
language sql stable
return greatest($1, $2 at time zone 'UTC') <= now() - interval '60 minutes';
comment on function private.is_idle is 'Reports whether nobody has used a session of staff for 60 minutes.';

-- An access token may outlive its session by an hour. Because of this check, a sign-out everywhere or a new password
-- works at once. Policies call the function inside (select ...), so it runs once per statement. plpgsql keeps the plans
-- of this and the next two functions. Security definer, because the API's roles may not read auth.sessions.
create function private.has_live_session() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from auth.sessions
    where sessions.id = ((select auth.jwt()) ->> 'session_id')::uuid
      and sessions.user_id = (select auth.uid())
      and (sessions.not_after is null or sessions.not_after > now())
      and (
        not exists (select from public.staff where staff.user_id = sessions.user_id)
        or sessions.created_at > now() - interval '12 hours'
          and not private.is_idle(sessions.created_at, sessions.refreshed_at)
      )
  );
end
$$;
call private.expose('has_live_session', 'authenticated',
  'Reports whether the session of the caller''s access token still exists. A session of staff ends 12 hours after its start, and after 60 minutes without use.');

-- An auth server without inactivity_timeout (docs/deploy.md) renews an idle session, for example with a stolen refresh
-- token. Security definer, because the auth server's role may not read staff.
create function private.keep_idle_session_ended() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_idle(old.created_at, old.refreshed_at)
    and exists (select from public.staff where staff.user_id = old.user_id) then
    new.refreshed_at := old.refreshed_at;
  end if;
  return new;
end
$$;
comment on function private.keep_idle_session_ended is 'Keeps the time of the last use of an idle session of staff, so that a renewed token does not open the session again.';
create trigger keep_idle_session_ended before update of refreshed_at on auth.sessions
for each row execute function private.keep_idle_session_ended();

-- If an account has a second factor, screens and REST show data only in sessions that have passed the second factor
-- (aal2 in the access token), because a password may be stolen. If require_second_factor is set, every account needs a
-- second factor. Security definer, because the API's roles may not read the auth server's table of factors.
create function private.second_factor_step() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  are_enrolled constant boolean := exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
begin
  return case
    when are_enrolled and coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal2' then 'code'
    when not are_enrolled and (select require_second_factor from private.staff_settings) is not false
      then 'enroll'
    else 'none'
  end;
end
$$;
comment on function private.second_factor_step is 'Returns the step that the caller''s session must still pass. none: no step; code: a code of the second factor; enroll: a second factor is required and missing.';
grant execute on function private.second_factor_step to authenticated;

-- Security definer, because the policy on staff calls this function, whose query would apply the same policy again.
create function private.is_active_staff() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.staff where user_id = (select auth.uid()) and status = 'active'
  ) and private.has_live_session() and private.second_factor_step() = 'none';
end
$$;
call private.expose('is_active_staff', 'authenticated',
  'Reports whether the caller may use the staff area; the site then shows "Gerenciar".');
grant execute on function private.is_active_staff to service_role;

create table public.staff_rights (
  user_id uuid not null references public.staff (user_id) on delete cascade,
  name text not null check (
    name in ('read', 'requests', 'offers', 'contracts', 'money', 'payouts', 'claims', 'team', 'owner')
  ),
  granted_at timestamptz not null default now(),
  granted_by uuid references auth.users (id) on delete set null,
  primary key (user_id, name)
);
comment on table public.staff_rights is 'Rights of each member of staff. A right counts only while the member is active.';
comment on column public.staff_rights.name is 'read: look at everything, write notes, take a case. requests: decide requests. offers: make conditions. contracts: correct, end, renew. money: book payments. payouts: approve and pay refunds and payouts. claims: decide and review. team: accounts and rights. owner: figures, exports, audit, settings.';
alter table public.staff_rights enable row level security;
create index staff_rights_by_giver on public.staff_rights (granted_by);
grant select on public.staff_rights to service_role;

-- Security definer, because the API's roles may not read rights.
create function private.holds_right(user_id uuid, wanted text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
    where held.user_id = $1 and held.name = $2 and member.status = 'active'
  );
$$;
comment on function private.holds_right is 'Reports whether a member of staff is active and has a right, whatever the session.';
grant execute on function private.holds_right to service_role;

-- A stolen password must not open money, accounts or settings, so three rights need the second factor in the session.
-- Security definer, because the API's roles may not read rights.
create function private.has_right(wanted text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.is_active_staff() and private.holds_right((select auth.uid()), wanted)
    and (wanted not in ('payouts', 'team', 'owner') or (select auth.jwt()) ->> 'aal' = 'aal2');
end
$$;
comment on function private.has_right is 'Reports whether the caller may use a right in this session. The rights payouts, team and owner need the second factor.';
grant execute on function private.has_right to authenticated, service_role;

create function private.right_title(name text) returns text
language sql immutable strict
return case name
  when 'read' then 'Consultar' when 'requests' then 'Decidir pedidos' when 'offers' then 'Fazer condições'
  when 'contracts' then 'Cuidar de contratos' when 'money' then 'Lançar pagamentos'
  when 'payouts' then 'Aprovar e pagar' when 'claims' then 'Decidir acionamentos' when 'team' then 'Gerir a equipe'
  when 'owner' then 'Gerir a empresa'
end;
comment on function private.right_title is 'Returns the Portuguese name of a right, as screens and sentences show it.';

create function private.right_holders(name text, but_of uuid[] default '{}') returns text
language sql stable
begin atomic
  select string_agg(coalesce(member.full_name, member.email), ', ' order by coalesce(member.full_name, member.email))
  from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
  where held.name = $1 and member.status = 'active' and member.user_id <> all ($2);
end;
comment on function private.right_holders is 'Returns the names of the active members with a right, but those of but_of, in one line; null if nobody has it.';

-- Security definer, because the API's roles may not read rights.
create function private.right_refusal(wanted text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return case
    when not private.is_active_staff() then null
    when private.holds_right((select auth.uid()), wanted) then
      'Isto pede a verificação em duas etapas. Ative-a em “Minha conta”.'
    else format(
      'Falta o direito “%s”. %s', private.right_title(wanted),
      coalesce('Quem tem: ' || private.right_holders(wanted) || '.', 'Ninguém da equipe tem esse direito.')
    )
  end;
end
$$;
comment on function private.right_refusal is 'Returns why the caller may not use a right, and who may; null for a caller who is not active staff.';
grant execute on function private.right_refusal to authenticated, service_role;

-- Security definer, because the API's roles may not read rights.
create function private.lacking_rights() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(name, private.right_refusal(name)), '{}')
  from unnest(array[
    'read', 'requests', 'offers', 'contracts', 'money', 'payouts', 'claims', 'team', 'owner'
  ]) as name
  where not private.has_right(name);
$$;
comment on function private.lacking_rights is 'Returns the rights that the caller may not use in this session, each with the reason that screens show.';

create function private.require_right(wanted text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  refusal text;
begin
  if not private.has_right(wanted) then
    refusal := private.right_refusal(wanted);
    raise exception using
      errcode = case when refusal is null then '42501' else 'PT403' end,
      message = coalesce(refusal, 'Acesso não permitido.');
  end if;
end
$$;
comment on function private.require_right is 'Ends the call with HTTP 403 if the caller may not use a right in this session.';
grant execute on function private.require_right to authenticated, service_role;

-- Security definer, because no role may write the trail.
create function private.refuse_right(wanted text, action text, subject_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  return private.refuse(action, subject_id, private.right_refusal(wanted));
end
$$;
comment on function private.refuse_right is 'Records a call for which the caller lacks a right, and answers it with HTTP 403 and the reason.';
grant execute on function private.refuse_right to authenticated, service_role;

create function public.use_right(wanted text, action text, subject_id uuid default null) returns jsonb
language sql
return case
  when private.has_right($1) then jsonb_build_object('may', true) else private.refuse_right($1, $2, $3)
end;
comment on function public.use_right is 'Checks a right of the caller for an edge function that acts for staff. A refusal is recorded and answered with HTTP 403.';
grant execute on function public.use_right to authenticated;

-- Nobody could ever give these rights again, so the last active member who has one keeps it. Two procedures and the
-- deletion of rows can take a right, so a trigger decides. The lock keeps two members from taking each other's right.
-- Security definer, because whoever changes an account may not read rights.
create function private.keep_last_right() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  lost text;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  for lost in
    select held.name from public.staff_rights as held
    where tg_table_name = 'staff' and held.user_id = old.user_id and held.name in ('team', 'owner')
    union all
    select to_jsonb(old) ->> 'name' where tg_table_name = 'staff_rights'
      and exists (select from public.staff as member where member.user_id = old.user_id and member.status = 'active')
  loop
    if not exists (
      select from public.staff_rights as held join public.staff as member on member.user_id = held.user_id
      where held.name = lost and member.status = 'active' and member.user_id <> old.user_id
    ) then
      raise sqlstate 'PT409' using
        message = 'Ninguém mais tem o direito “' || private.right_title(lost) || '”. Dê esse direito a outra pessoa antes.';
    end if;
  end loop;
  return old;
end
$$;
comment on function private.keep_last_right is 'Refuses to take the rights team and owner from the last active member who has them.';
create trigger keep_last_right after delete on public.staff_rights
for each row when (old.name in ('team', 'owner')) execute function private.keep_last_right();
create trigger keep_last_right after update of status on public.staff
for each row when (old.status = 'active' and new.status <> 'active') execute function private.keep_last_right();
-- The rights of a deleted account are gone before their own trigger can see that the member was active.
create trigger keep_last_right_of_deleted before delete on public.staff
for each row when (old.status = 'active') execute function private.keep_last_right();

create policy "Accounts read themselves and staff who may read read all" on public.staff
  for select to authenticated
  using (
    (select private.has_live_session())
    and (user_id = (select auth.uid()) or (select private.has_right('read')))
  );

create function public.my_staff_status() returns text
language sql stable
begin atomic
  select status from public.staff where user_id = (select auth.uid());
end;
comment on function public.my_staff_status is 'Returns the status of the caller''s staff account: pending, active or disabled; null for an account that is not staff.';
grant execute on function public.my_staff_status to authenticated;

create function private.rights_of(user_id uuid) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(held.name order by held.name), '{}') from public.staff_rights as held where held.user_id = $1;
end;
comment on function private.rights_of is 'Returns the names of the rights of a member of staff.';

-- Security definer, because the API's roles may not read the auth server's table of factors.
create function private.has_second_factor(user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors as factor where factor.user_id = $1 and factor.status = 'verified'
  );
$$;
comment on function private.has_second_factor is 'Reports whether an account has turned on its second factor.';

-- Security definer, because the API's roles may not read auth.users. This table says which e-mail addresses are
-- confirmed.
create function private.list_staff(
  after_rank integer, before_created_at timestamptz, before_id uuid, page_size integer
)
returns table (
  user_id uuid, email text, full_name text, status text, rights text[], has_second_factor boolean,
  last_seen_at timestamptz, created_at timestamptz, status_changed_at timestamptz, email_confirmed_at timestamptz,
  rank integer
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select member.user_id, member.email, member.full_name, member.status, private.rights_of(member.user_id),
      private.has_second_factor(member.user_id),
      (
        select max(coalesce(session.refreshed_at at time zone 'UTC', session.created_at)) from auth.sessions as session
        where session.user_id = member.user_id
      ),
      member.created_at, member.status_changed_at, users.email_confirmed_at,
      private.staff_rank(member.status)
    from public.staff as member
    join auth.users on users.id = member.user_id
    where after_rank is null
      or private.staff_rank(member.status) > after_rank
      or (
        private.staff_rank(member.status) = after_rank
        and (member.created_at, member.user_id) < (before_created_at, before_id)
      )
    order by private.staff_rank(member.status), member.created_at desc, member.user_id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100);
end
$$;
call private.expose('list_staff', 'authenticated',
  'Lists one page of accounts: active, pending, disabled, each newest first; the next page starts after the last row.',
  'after_rank integer default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because the API's roles may not read auth.users, which has the confirmations of addresses.
create function private.count_staff() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'active', count(*) filter (where staff.status = 'active'),
      'pending', count(*) filter (where staff.status = 'pending'),
      'disabled', count(*) filter (where staff.status = 'disabled'),
      'unconfirmed', count(*) filter (
        where staff.status = 'pending' and users.email_confirmed_at is null
      )
    )
    from public.staff join auth.users on users.id = staff.user_id
  );
end
$$;
call private.expose('count_staff', 'authenticated',
  'Counts accounts by status; unconfirmed counts pending accounts without a confirmed address.',
  needs => 'read');

-- A tenant's account has an address under a reserved domain, made from the contract number. No other account may use
-- this domain, because that account could open a future contract. The rule applies even if the auth server is
-- configured wrongly.
create function private.is_contract_account(email text) returns boolean
language sql immutable strict parallel safe
-- The ending .invalid is reserved by RFC 2606, so no such address can receive mail.
return lower(btrim(email)) like '%@contratos.payser.invalid';
comment on function private.is_contract_account is 'Reports whether an e-mail address belongs to the account of a guarantee contract.';
grant execute on function private.is_contract_account to service_role;

create function private.is_allowed_staff_address(email text) returns boolean
language sql stable strict
begin atomic
  select not private.is_contract_account(lower(email)) and (
    allowed_domains = '{}' or split_part(lower(email), '@', 2) = any (allowed_domains)
  )
  from private.staff_settings;
end;
comment on function private.is_allowed_staff_address is 'Reports whether staff may release an account with this e-mail address: the address belongs to no contract, and its domain is allowed if the settings list domains.';
grant execute on function private.is_allowed_staff_address to service_role;

create function private.announce_staff(user_id uuid, email text) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Anyone can sign up, so the number of notices is limited. A new account is pending even if no notice is sent.
  if (select within from private.count_hit('staff-notice', 'staff inbox')) then
    perform private.enqueue_mail(
      'staff-pending', null, jsonb_build_object('email', lower($2)), 'staff-pending:' || $1
    );
  end if;
end
$$;
comment on function private.announce_staff is 'Queues a notice to the staff inbox about a new account that staff may release. Notices over the limit staff-notice are left out.';

-- Security definer, because the auth server inserts users and has no rights on the table staff.
create function private.register_staff() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.email is null or private.is_contract_account(lower(new.email)) then
    return new;
  end if;
  insert into public.staff (user_id, email) values (new.id, lower(new.email));
  if new.email_confirmed_at is not null then
    perform private.announce_staff(new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.register_staff is 'Adds each new auth user to public.staff as pending, except accounts of contracts.';

-- Security definer, because the auth server updates users and has no rights on the table staff.
create function private.record_staff_confirmed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.staff where user_id = new.id) then
    perform private.note('confirm-staff-address', new.id, actor => new.id);
    perform private.announce_staff(new.id, new.email);
  end if;
  return new;
end
$$;
comment on function private.record_staff_confirmed is 'Records in the audit trail that a staff account confirmed its e-mail address, and notifies the staff inbox.';

create trigger register_staff
after insert on auth.users
for each row execute function private.register_staff();
create trigger record_staff_confirmed
after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.record_staff_confirmed();

-- Security definer, because the service role may not read auth.users.
create function private.staff_account_of(email text, out id uuid, out is_settled boolean)
language sql stable security definer
set search_path = ''
as $$
  select users.id,
    users.email_confirmed_at is not null or staff.status is distinct from 'pending'
  from auth.users left join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account_of is 'Returns the id of the account with an e-mail address, and whether its sign-up is settled: the address is confirmed, or staff have released or disabled the account.';
grant execute on function private.staff_account_of to service_role;

create function public.open_staff_sign_up(email text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held record;
begin
  perform private.require_within_limit('staff-sign-up-by-address', address_hash);
  -- No error is raised, because an error would reveal that the address is in use or which domains are allowed.
  if not private.may_mail_link('sign-up', wanted, address_hash)
    or not private.is_allowed_staff_address(wanted) then
    return jsonb_build_object('step', 'nothing', 'user_id', null);
  end if;
  select * into held from private.staff_account_of(wanted);
  if held.is_settled then
    perform private.enqueue_mail(
      'staff-confirmation', wanted, jsonb_build_object('email', wanted, 'isKnown', true),
      'staff-confirmation:' || gen_random_uuid()
    );
    return jsonb_build_object('step', 'nothing', 'user_id', null);
  end if;
  -- An earlier link is made invalid, because that link belongs to a sign-up with another password.
  perform private.void_account_link(held.id, 'confirm-address');
  return jsonb_build_object(
    'step', case when held.id is null then 'create' else 'replace' end, 'user_id', held.id
  );
end
$$;
comment on function public.open_staff_sign_up is 'Returns the next step of a sign-up: create the account, replace the password of an unconfirmed account, or do nothing.';
grant execute on function public.open_staff_sign_up to service_role;

create function public.queue_staff_confirmation(email text) returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    'staff-confirmation', lower(btrim($1)), jsonb_build_object('email', lower(btrim($1))),
    'staff-confirmation:' || gen_random_uuid()
  );
$$;
comment on function public.queue_staff_confirmation is 'Queues the mail with the link that confirms the e-mail address of a staff account.';
grant execute on function public.queue_staff_confirmation to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.staff_email_of_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'confirm-address')
    and users.email_confirmed_at is null;
$$;
comment on function private.staff_email_of_link is 'Returns the unconfirmed e-mail address of the account that a valid link belongs to; null for any other link.';
grant execute on function private.staff_email_of_link to service_role;

create function public.open_staff_confirmation(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('staff-confirmation-by-address', address_hash);
  perform private.require_within_limit('staff-confirmation-by-link', secret_hash);
  return private.staff_email_of_link(secret_hash);
end
$$;
comment on function public.open_staff_confirmation is 'Returns the unconfirmed e-mail address to which a link was mailed; null for an invalid link. The link stays valid.';
grant execute on function public.open_staff_confirmation to service_role;

-- Security definer, because only the auth server may change accounts. The edge function has checked the password.
create function private.confirm_staff_address(secret_hash text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := private.spend_account_link(secret_hash, 'confirm-address');
begin
  update auth.users set email_confirmed_at = now(), updated_at = now()
  where users.id = account and users.email_confirmed_at is null;
  return found;
end
$$;
call private.expose('confirm_staff_address', 'service_role',
  'Spends a link and confirms its address; false for an invalid link. Service role only.');

-- Security definer, because no role of the API may update the table staff.
create function private.set_staff_status(user_id uuid, status text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := status;
  target constant uuid := user_id;
  member public.staff;
begin
  -- The lock keeps two people from disabling each other at the same time, which would leave no active staff.
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  -- The caller may have lost the right while this call waited for the lock.
  perform private.require_right('team');
  if wanted not in ('active', 'disabled') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  if target = (select auth.uid()) then
    perform private.reject('Você não pode alterar a própria conta.');
  end if;

  select * into member from public.staff where staff.user_id = target for update;
  perform private.require_found(found, 'Conta não encontrada.');
  if member.status = wanted then
    return jsonb_build_object('changed', false, 'status', wanted);
  end if;
  if wanted = 'active' then
    if not exists (
      select from auth.users
      where users.id = target and users.email_confirmed_at is not null
        -- The confirmed e-mail address must be the one shown to the person who releases the account.
        and lower(users.email) = member.email
    ) then
      raise sqlstate 'PT409' using
        message = 'O e-mail desta conta ainda não foi confirmado. Peça à pessoa que abra o link que enviamos.';
    end if;
    if not private.is_allowed_staff_address(member.email) then
      raise sqlstate 'PT409' using
        message = 'Contas deste domínio de e-mail não podem ser liberadas.';
    end if;
  end if;

  update public.staff set status = wanted, status_changed_at = now()
  where staff.user_id = target;
  if wanted = 'disabled' then
    perform private.end_sessions_of(target);
    delete from public.case_holders as held where held.holder = target;
  elsif not exists (select from public.staff_rights as held where held.user_id = target) then
    insert into public.staff_rights (user_id, name, granted_by) values (target, 'read', (select auth.uid()));
  end if;
  perform private.note(
    'set-staff-status', target, jsonb_build_object('from', member.status, 'to', wanted)
  );
  if wanted = 'active' then
    perform private.enqueue_mail(
      'staff-released', member.email, jsonb_build_object('email', member.email),
      'staff-released:' || gen_random_uuid()
    );
  end if;
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_staff_status', 'authenticated',
  'Releases (active) or disables another account. A released account may read. A disabled account loses its sessions, and its cases return to the pool.',
  needs => 'team');

-- Security definer, because no role of the API may update the table staff.
create function private.set_my_name(full_name text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  wanted constant text := btrim(coalesce(full_name, ''));
begin
  if char_length(wanted) not between 3 and 100 then
    perform private.reject('Informe um nome de 3 a 100 caracteres.', 'full_name');
  end if;
  update public.staff set full_name = wanted
  where staff.user_id = owner and staff.full_name is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-staff-name', owner);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_name', 'authenticated',
  'Sets the name of the caller in histories and lists.',
  needs => 'read', action => 'set-staff-name');

-- Security definer, because no role of the API may update the table staff.
create function private.set_my_digest(wanted boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  update public.staff set wants_digest = wanted
  where staff.user_id = owner and staff.wants_digest is distinct from wanted;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-staff-digest', owner);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_my_digest', 'authenticated',
  'Sets whether the caller gets the morning mail.',
  needs => 'read', action => 'set-staff-digest');

-- Security definer, because no role of the API may write rights. Nobody gives rights to themselves, so that a second
-- person always knows who may open money.
create function private.set_staff_rights(user_id uuid, rights text[], seen text[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  wanted constant text[] := array(select distinct unnest(coalesce($2, '{}')) order by 1);
  former text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('staff rights', 0));
  -- The caller may have lost the right while this call waited for the lock.
  perform private.require_right('team');
  perform private.require_found(
    exists (select from public.staff as member where member.user_id = $1 and member.status = 'active'),
    'Conta não encontrada, ou ainda não liberada.'
  );
  if exists (select from unnest(wanted) as name where private.right_title(name) is null) then
    perform private.reject('Direito desconhecido.', 'rights');
  end if;
  if cardinality(wanted) > 0 and 'read' <> all (wanted) then
    perform private.reject('Quem tem algum direito também consulta.', 'rights');
  end if;
  former := private.rights_of($1);
  if former = wanted then
    return jsonb_build_object('changed', false, 'rights', wanted);
  end if;
  if former is distinct from array(select distinct unnest($3) order by 1) then
    raise sqlstate 'PT409' using message = 'Os direitos desta pessoa mudaram enquanto esta janela estava aberta. Confira e tente de novo.';
  end if;
  if $1 = caller and not former @> wanted then
    return private.refuse('set-staff-rights', caller, 'Peça a outra pessoa da equipe: ninguém dá direitos a si.');
  end if;
  delete from public.staff_rights as held where held.user_id = $1 and held.name <> all (wanted);
  insert into public.staff_rights (user_id, name, granted_by)
  select $1, name, caller from unnest(wanted) as name on conflict do nothing;
  perform private.note('set-staff-rights', $1, jsonb_build_object('from', former, 'to', wanted));
  return jsonb_build_object('changed', true, 'rights', wanted);
end
$$;
call private.expose('set_staff_rights', 'authenticated',
  'Gives a member of staff exactly these rights. The last member with the right team or owner keeps it. Raises PT409 when the member has other rights than those seen.',
  needs => 'team');

-- Security definer, because no role may write the auth server's sessions.
create function private.end_sessions_of(user_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  delete from auth.sessions as session where session.user_id = $1;
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_sessions_of is 'Ends all sessions of an account, and returns how many there were.';

-- Security definer, because no role of the API may read the trail or end sessions.
create function private.end_staff_sessions(user_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_found(
    exists (select from public.staff as member where member.user_id = $1), 'Conta não encontrada.'
  );
  ended := private.end_sessions_of($1);
  perform private.note('end-staff-sessions', $1, jsonb_build_object('count', ended));
  return jsonb_build_object('changed', ended > 0, 'count', ended);
end
$$;
call private.expose('end_staff_sessions', 'authenticated',
  'Ends all sessions of a member of staff, for example when a phone is lost.',
  needs => 'team');

create table private.staff_recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.staff_recovery_codes is 'Recovery codes that replace a lost authenticator: ten per account, each valid once. A code has 80 random bits, so a plain hash is enough.';
alter table private.staff_recovery_codes enable row level security;

create function private.recovery_code_hash(user_id uuid, code text) returns text
language sql immutable strict parallel safe
-- Dashes and case are ignored, because people may type a code in lower case and without dashes.
return encode(
  sha256(convert_to($1 || upper(regexp_replace($2, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex'
);
comment on function private.recovery_code_hash is 'Returns the hash under which a recovery code of an account is stored.';

-- Security definer, because a session that has not passed the second factor must still find its own account.
create function private.my_staff_account()
returns table (
  user_id uuid, email text, full_name text, status text, rights text[], lacking jsonb, second_factor text,
  has_second_factor boolean, recovery_codes_left integer, wants_digest boolean
)
language sql stable security definer
set search_path = ''
as $$
  select staff.user_id, staff.email, staff.full_name, staff.status, private.rights_of(staff.user_id), private.lacking_rights(),
    private.second_factor_step(), private.has_second_factor(staff.user_id),
    (
      select count(*)::integer from private.staff_recovery_codes as code
      where code.user_id = staff.user_id and code.used_at is null
    ),
    staff.wants_digest
  from public.staff
  where staff.user_id = (select auth.uid()) and private.has_live_session();
$$;
call private.expose('my_staff_account', 'authenticated',
  'Returns the caller''s own account and the missing step of its session; no row for an account that is not staff.');

-- Security definer, because no role of the API may read or write recovery codes.
create function private.create_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The alphabet leaves out letters and digits that people confuse.
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  owner constant uuid := (select auth.uid());
  random bytea;
  code text;
  codes text[] := '{}';
begin
  if not exists (
    select from private.my_staff_account() as account
    where account.has_second_factor and account.second_factor = 'none'
  ) then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  delete from private.staff_recovery_codes where user_id = owner;
  for n in 1..10 loop
    random := extensions.gen_random_bytes(16);
    select string_agg(
      substr(alphabet, 1 + get_byte(random, place) % 32, 1)
        || case when place % 4 = 3 and place < 15 then '-' else '' end,
      '' order by place
    ) into code
    from generate_series(0, 15) as place;
    insert into private.staff_recovery_codes (user_id, code_hash)
    values (owner, private.recovery_code_hash(owner, code));
    codes := codes || code;
  end loop;
  perform private.note('create-recovery-codes', owner);
  return codes;
end
$$;
call private.expose('create_recovery_codes', 'authenticated',
  'Creates ten recovery codes, which are shown once, and voids earlier codes. For staff whose session has shown its second factor.');

-- Security definer, because recovery codes, factors and sessions are closed to the roles of the API.
create function private.redeem_recovery_code(code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  if not exists (
    select from private.my_staff_account() as account where account.has_second_factor
  ) then
    return private.refuse('redeem-recovery-code', null);
  end if;
  -- The refusal is returned and not raised, because an exception would roll back the count of attempts.
  if not (select within from private.count_hit('recovery-code-by-account', owner::text)) then
    perform set_config('response.status', '429', true);
    return jsonb_build_object(
      'code', 'PT429', 'message', 'Muitas tentativas. Tente novamente em alguns minutos.'
    );
  end if;
  update private.staff_recovery_codes set used_at = now()
  where user_id = owner and used_at is null
    and code_hash = private.recovery_code_hash(owner, redeem_recovery_code.code);
  if not found then
    perform private.record_denied(owner, 'redeem-recovery-code', owner);
    return jsonb_build_object('redeemed', false);
  end if;
  delete from auth.mfa_factors where user_id = owner;
  update auth.sessions set aal = 'aal1', factor_id = null where user_id = owner;
  perform private.note('redeem-recovery-code', owner);
  return jsonb_build_object('redeemed', true);
end
$$;
call private.expose('redeem_recovery_code', 'authenticated',
  'Spends a recovery code and removes the caller''s second factor, so that another can be enrolled. Five tries in 15 minutes.');

-- An intruder in an open session could remove the second factor or enrol another one, so a mail notifies the owner of
-- the account. Security definer, because the auth server changes factors and has no rights on the table staff.
create function private.notify_of_factor() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  change constant text := case when tg_op = 'DELETE' then 'off' else 'on' end;
  address constant text := (
    select staff.email from public.staff join auth.users on users.id = staff.user_id
    where staff.user_id = owner
  );
begin
  -- No address is found if the account is not a staff account or is being deleted.
  if address is null then
    return null;
  end if;
  perform private.note('set-second-factor', owner, jsonb_build_object('to', change), owner);
  perform private.enqueue_mail(
    'staff-factor-changed', address, jsonb_build_object('email', address, 'isOn', change = 'on'),
    'staff-factor-changed:' || gen_random_uuid()
  );
  return null;
end
$$;
comment on function private.notify_of_factor is 'Records a change of an account''s second factor and notifies the owner of the account by mail.';

create trigger notify_of_new_factor
after insert or update of status on auth.mfa_factors
for each row when (new.status = 'verified')
execute function private.notify_of_factor();
create trigger notify_of_lost_factor
after delete on auth.mfa_factors
for each row when (old.status = 'verified')
execute function private.notify_of_factor();

-- 05_staff_settings.sql
-- Limits of staff. They are not in the CMS, because whoever may publish texts must not be able to raise them.

create function private.limits_of(settings private.staff_settings) returns jsonb
language sql immutable
return jsonb_build_object(
  'secondPersonAbove', settings.second_person_above, 'feeRangePercent', settings.fee_range_percent,
  'accountWaitDays', settings.account_wait_days, 'rentWarnsPercent', settings.rent_warns_percent,
  'rentSecondPercent', settings.rent_second_percent
);
comment on function private.limits_of is 'Returns the limits that the form of the limits shows and changes.';

-- Security definer, because staff have no grant on the settings or the trail.
create function private.staff_limits() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select private.limits_of(settings) || jsonb_build_object(
      'version', settings.version,
      'changes', case when private.has_right('owner') then (
        select coalesce(jsonb_agg(changed.entry order by changed.id desc), '[]')
        from (
          select trail.id, jsonb_build_object(
            'at', trail.occurred_at, 'who', coalesce(member.full_name, member.email),
            'from', trail.details -> 'from', 'to', trail.details -> 'to'
          ) as entry
          from public.audit_trail as trail left join public.staff as member on member.user_id = trail.actor
          where trail.action = 'set-staff-settings' and trail.outcome = 'done'
          order by trail.occurred_at desc limit 20
        ) as changed
      ) end
    )
    from private.staff_settings as settings
  );
end
$$;
call private.expose('staff_limits', 'authenticated',
  'Returns the limits of staff and their version. For the right owner also the last 20 changes, each with former and new values.',
  needs => 'read');

create function private.wanted_limit(wanted jsonb, field text, least_one integer, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  given constant text := wanted ->> field;
begin
  if coalesce(given !~ '^[0-9]{1,8}$', true) or given::integer not between least_one and most then
    perform private.reject(
      format('Informe um número inteiro de %s a %s.', least_one, translate(to_char(most, 'FM9,999,999,990'), ',', '.')), field
    );
  end if;
  return given::integer;
end
$$;
comment on function private.wanted_limit is 'Returns a whole number of the form of the limits. Refuses another value beside its field.';

-- Security definer, because no role of the API may write the settings.
create function private.set_staff_settings(wanted jsonb, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  settings private.staff_settings;
  former jsonb;
  given jsonb;
begin
  select * into settings from private.staff_settings for update;
  if settings.version is distinct from $2 then
    raise sqlstate 'PT409' using message = 'Os limites mudaram enquanto esta tela estava aberta. Confira os novos e tente de novo.';
  end if;
  former := private.limits_of(settings);
  given := jsonb_build_object(
    'secondPersonAbove', private.wanted_limit(wanted, 'secondPersonAbove', 0, 10000000),
    'feeRangePercent', private.wanted_limit(wanted, 'feeRangePercent', 0, 100),
    'accountWaitDays', private.wanted_limit(wanted, 'accountWaitDays', 2, 10),
    'rentWarnsPercent', private.wanted_limit(wanted, 'rentWarnsPercent', 1, 100),
    'rentSecondPercent', private.wanted_limit(wanted, 'rentSecondPercent', 1, 100)
  );
  if (given ->> 'rentSecondPercent')::integer < (given ->> 'rentWarnsPercent')::integer then
    perform private.reject('Esta parcela não pode ser menor do que a que avisa.', 'rentSecondPercent');
  end if;
  if given = former then
    return jsonb_build_object('changed', false, 'version', settings.version);
  end if;
  update private.staff_settings as changed
  set second_person_above = (given ->> 'secondPersonAbove')::integer,
    fee_range_percent = (given ->> 'feeRangePercent')::integer,
    account_wait_days = (given ->> 'accountWaitDays')::integer,
    rent_warns_percent = (given ->> 'rentWarnsPercent')::integer,
    rent_second_percent = (given ->> 'rentSecondPercent')::integer, version = changed.version + 1;
  perform private.note('set-staff-settings', null, jsonb_build_object('from', former, 'to', given));
  return jsonb_build_object('changed', true, 'version', settings.version + 1);
end
$$;
call private.expose('set_staff_settings', 'authenticated',
  'Changes the limits of staff, {secondPersonAbove, feeRangePercent, accountWaitDays, rentWarnsPercent, rentSecondPercent}. Raises PT409 when the limits have another version. The trail records former and new values.',
  needs => 'owner');

-- 06_staff_sign_in.sql
-- The sign-in gate protects each check of a password: sign-in to a contract, sign-in of staff, new password. In 15
-- minutes, the gate allows ten wrong tries for the same subject (contract number or e-mail address) from the same
-- network. The limit per subject from all networks is ten times higher, because a stranger who knows a contract number
-- must not lock out the tenant. Known devices have a separate limit, which strangers cannot use up. A new password
-- clears failures.
--
-- Guesses against one account from any number of networks:
--   through the gate: 100 per 15 minutes and 1,000 per day = 365,000 a year  (18.5 bits)
--   at the auth server: 20 per hour, 480 per day           = 175,200 a year  (17.4 bits)
-- A password of six random lower-case letters and digits has 31 bits. At both limits together, the odds of finding the
-- password within a year are 1 in 4,000. The contract number has 40 random bits. One network has 9,600 tries a day for
-- all numbers together (21.7 bits a year).
--
-- One network has 960 tries a day for one contract number. New devices are locked out only after 1,000 tries a day, so
-- one network alone cannot lock out new devices.
create table public.login_attempts (
  id uuid primary key default gen_random_uuid(),
  subject_hash text not null check (subject_hash ~ '^[0-9a-f]{64}$'),
  address_hash text check (char_length(address_hash) between 16 and 128),
  created_at timestamptz not null default now(),
  succeeded_at timestamptz,
  kind text not null
    check (kind in ('contract', 'staff', 'account', 'password-grant', 'password-change')),
  user_id uuid references auth.users (id) on delete set null,
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  judged_at timestamptz,
  cleared_at timestamptz
);
comment on table public.login_attempts is 'Sign-in attempts of tenants and staff. The table is the access log that Marco Civil art. 15 requires. Rows are kept for six months.';
comment on column public.login_attempts.kind is 'Kind of the password check. contract: sign-in by contract number; staff: sign-in by e-mail; account: check of the signed-in account; password-grant: sign-in directly at the auth server; password-change: a new password, which registers its device.';
comment on column public.login_attempts.subject_hash is 'Keyed hash of the contract number or e-mail address that was typed. Only a hash is stored, because people type passwords into the wrong field.';
comment on column public.login_attempts.address_hash is 'Keyed hash of the caller''s network address, made by the edge function; null for an attempt directly at the auth server.';
comment on column public.login_attempts.user_id is 'Account to which the contract number or e-mail address belongs; null if no account has this number or address.';
comment on column public.login_attempts.device_hash is 'Hash of the random token that a browser got when it signed in to this account.';
comment on column public.login_attempts.judged_at is 'Time when the auth server checked the password of this attempt; null before that.';
comment on column public.login_attempts.cleared_at is 'Time when a new password cleared this failure; null for a failure that still counts.';
create index login_attempts_failed_by_subject
  on public.login_attempts (subject_hash, kind, created_at desc)
  where succeeded_at is null and cleared_at is null;
create index login_attempts_failed_by_address
  on public.login_attempts (address_hash, created_at desc)
  where succeeded_at is null and cleared_at is null;
create index login_attempts_by_account on public.login_attempts (user_id, created_at desc);
create index login_attempts_by_age on public.login_attempts (created_at);
alter table public.login_attempts enable row level security;
grant select, insert, update, delete on public.login_attempts to service_role;

-- The trail gets at most one row per account and outcome in 15 minutes (LGPD art. 37, Marco Civil art. 15), so that
-- guessing does not fill the trail. Rows of login_attempts serve the limits and are deleted after six months. The
-- trail is kept longer. Security definer, because no role may write the trail.
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
comment on function private.record_sign_in_outcome is 'Adds a sign-in or a failed sign-in of an account to the audit trail, at most once in 15 minutes.';
grant execute on function private.record_sign_in_outcome to service_role;

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
comment on function private.record_sign_in is 'Trigger that records the outcome of a sign-in attempt in the audit trail.';

create function public.record_failed_sign_in(attempt_id uuid) returns void
language sql
begin atomic
  select private.record_sign_in_outcome(attempt.user_id, attempt.kind, 'denied')
  from public.login_attempts as attempt
  where attempt.id = $1 and attempt.succeeded_at is null;
end;
comment on function public.record_failed_sign_in is 'Records a sign-in with a wrong password or to an unknown account in the audit trail, at most once in 15 minutes.';
grant execute on function public.record_failed_sign_in to service_role;

create trigger record_sign_in
after update of succeeded_at on public.login_attempts
for each row when (old.succeeded_at is null and new.succeeded_at is not null)
execute function private.record_sign_in();
-- An attempt directly at the auth server is inserted with its result, so this trigger runs on insert.
create trigger record_direct_sign_in
after insert on public.login_attempts
for each row when (new.kind = 'password-grant')
execute function private.record_sign_in();

create function private.barred_until(action text, failures timestamptz[]) returns timestamptz
language sql stable
begin atomic
  select (array_agg(failed.at order by failed.at desc))[rule.most] + rule.per
  from private.limits as rule, unnest(failures) as failed (at)
  where rule.action = $1 and failed.at > clock_timestamp() - rule.per
  group by rule.most, rule.per;
end;
comment on function private.barred_until is 'Returns the time at which a limit allows another try after these failures; null when a try is allowed now.';
grant execute on function private.barred_until to service_role;

-- Security definer, because the service role may not read auth.users, which has the current e-mail addresses.
create function private.staff_account(email text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select users.id from auth.users as users join public.staff on staff.user_id = users.id
  where users.email = $1;
$$;
comment on function private.staff_account is 'Returns the id of the staff account with this e-mail address; null without such an account.';
grant execute on function private.staff_account to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.auth_email_of(user_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select email from auth.users where id = $1;
$$;
comment on function private.auth_email_of is 'Returns the e-mail address with which an account signs in at the auth server.';
grant execute on function private.auth_email_of to service_role;

create function private.account_named(kind text, subject text) returns uuid
language sql stable
set search_path = ''
as $$
  select case kind
    when 'contract' then (
      select contracts.user_id from public.contracts
      where contracts.contract_number = subject
    )
    when 'staff' then private.staff_account(subject)
    when 'account' then subject::uuid
  end;
$$;
comment on function private.account_named is 'Returns the id of the account that a contract number, a staff e-mail address or an account id identifies; null if there is none.';
grant execute on function private.account_named to service_role;

-- Contracts that share an account also share the count of failed tries.
create function private.sign_in_subject(kind text, subject text) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select first.contract_number
      from public.contracts as named join public.contracts as first on first.user_id = named.user_id
      where kind = 'contract' and named.contract_number = subject
      order by first.created_at, first.id limit 1
    ),
    subject
  );
$$;
comment on function private.sign_in_subject is 'Returns the contract number or e-mail address by which failed tries are counted; for a renewal, the number of its first contract.';
grant execute on function private.sign_in_subject to service_role;

create function public.open_sign_in(
  kind text, subject text, address_hash text, device_hash text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  asked constant text := kind;
  -- The subject is normalised, so that other spellings of a number or an e-mail address allow no further tries.
  named constant text := case kind when 'contract' then upper(btrim(subject)) else lower(btrim(subject)) end;
  hashed constant text := private.subject_hash(private.sign_in_subject(asked, named));
  address constant text := address_hash;
  account constant uuid := private.account_named(asked, named);
  device text;
  by_subject timestamptz[];
  by_address timestamptz[];
  by_both timestamptz[];
  by_device timestamptz[];
  barred_until timestamptz;
  failures integer;
  attempt uuid;
begin
  -- Concurrent guesses wait for each other here, and each failure is stored before the password is checked. So twenty
  -- concurrent guesses count as twenty. The subject is always locked before the network address, to avoid a deadlock.
  perform pg_advisory_xact_lock(hashtextextended('sign-in subject ' || asked || hashed, 0));
  perform pg_advisory_xact_lock(hashtextextended('sign-in address ' || address, 0));

  select known.device_hash into device
  from public.login_attempts as known
  where known.user_id = account and known.device_hash = open_sign_in.device_hash
    and known.succeeded_at is not null
  limit 1;

  select array_agg(failed.created_at),
    array_agg(failed.created_at) filter (where failed.address_hash = address),
    array_agg(failed.created_at) filter (where failed.device_hash = device)
  into by_subject, by_both, by_device
  from public.login_attempts as failed
  where failed.kind = asked and failed.subject_hash = hashed
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - interval '1 day';

  select array_agg(failed.created_at),
    count(*) filter (where failed.created_at > clock_timestamp() - interval '15 minutes')
  into by_address, failures
  from public.login_attempts as failed
  where failed.address_hash = address
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - greatest(
      interval '15 minutes', (select per from private.limits where action = 'sign-in-by-network')
    );

  barred_until := case
    when device is not null then private.barred_until('sign-in-by-device', by_device)
    else greatest(
      private.barred_until('sign-in-by-subject-and-network', by_both),
      private.barred_until('sign-in-by-network', by_address),
      private.barred_until('sign-in-by-subject', by_subject),
      private.barred_until('sign-in-by-subject-and-day', by_subject)
    )
  end;
  if barred_until is not null then
    -- A refused call is not counted as a failure. Otherwise repeated calls would extend the wait forever.
    return jsonb_build_object(
      'attempt_id', null, 'auth_email', null, 'failures', failures,
      'wait_seconds', greatest(1, ceil(extract(epoch from barred_until - clock_timestamp()))::integer)
    );
  end if;

  insert into public.login_attempts (
    kind, subject_hash, address_hash, user_id, device_hash, created_at
  ) values (asked, hashed, address, account, device, clock_timestamp())
  returning id into attempt;

  return jsonb_build_object(
    'attempt_id', attempt,
    'auth_email', private.auth_email_of(account),
    'failures', failures,
    'wait_seconds', 0
  );
end
$$;
comment on function public.open_sign_in is 'Records a sign-in attempt as failed and returns the attempt''s id and the account to try. `failures` counts earlier failures from the same network address.';
grant execute on function public.open_sign_in to service_role;

create function public.confirm_sign_in(attempt_id uuid, device_hash text default null) returns void
language sql
set search_path = ''
as $$
  update public.login_attempts as attempt
  set succeeded_at = now(), device_hash = coalesce($2, attempt.device_hash)
  where attempt.id = $1 and attempt.succeeded_at is null;
$$;
comment on function public.confirm_sign_in is 'Marks a sign-in attempt as succeeded and registers the device that made it.';
grant execute on function public.confirm_sign_in to service_role;

create function public.withdraw_sign_in(attempt_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.login_attempts where id = $1 and succeeded_at is null;
$$;
comment on function public.withdraw_sign_in is 'Deletes a sign-in attempt whose password was never checked, so that an outage of the auth server locks out no account.';
grant execute on function public.withdraw_sign_in to service_role;

-- The auth server calls this hook after each password check. The hook accepts one check for each attempt that the
-- sign-in gate has recorded. A call to the auth server that passes by the gate counts against another limit per
-- account. A refusal has the same text as a wrong password. Security definer, because the auth server's role has no
-- rights on these tables.
create function private.judge_password_attempt(event jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := (event ->> 'user_id')::uuid;
  is_valid constant boolean := (event ->> 'valid')::boolean;
  failures timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtextextended('password grant ' || account, 0));
  update public.login_attempts set judged_at = clock_timestamp()
  where id = (
    select opened.id from public.login_attempts as opened
    where opened.user_id = account and opened.judged_at is null and opened.succeeded_at is null
      and opened.created_at > clock_timestamp() - interval '30 seconds'
    order by opened.created_at
    limit 1
  );
  if found then
    return jsonb_build_object('decision', 'continue');
  end if;

  select array_agg(failed.created_at) into failures
  from public.login_attempts as failed
  where failed.user_id = account and failed.kind = 'password-grant'
    and failed.succeeded_at is null and failed.cleared_at is null
    and failed.created_at > clock_timestamp() - interval '1 day';
  if private.barred_until('password-grant-by-account', failures) is not null then
    return jsonb_build_object(
      'decision', 'reject', 'message', 'Invalid login credentials', 'should_logout_user', false
    );
  end if;

  insert into public.login_attempts (kind, subject_hash, user_id, created_at, judged_at, succeeded_at)
  values (
    'password-grant', private.subject_hash(account::text), account, clock_timestamp(),
    clock_timestamp(), case when is_valid then clock_timestamp() end
  );
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.judge_password_attempt is 'Password verification hook of the auth server (config.toml). Limits the password checks that do not come through the sign-in gate.';
grant execute on function private.judge_password_attempt to supabase_auth_admin;

create function public.record_password_changed(user_id uuid, device_hash text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  account constant uuid := user_id;
  device constant text := device_hash;
begin
  -- After a new password, earlier failures no longer count, and devices that knew the old password are forgotten.
  update public.login_attempts as attempt
  set cleared_at = coalesce(attempt.cleared_at, now()), device_hash = null
  where attempt.user_id = account
    and (attempt.succeeded_at is null or attempt.device_hash is not null);
  if device is not null then
    insert into public.login_attempts (kind, subject_hash, user_id, device_hash, succeeded_at)
    values ('password-change', private.subject_hash(account::text), account, device, now());
  end if;

  -- The tenant's first password queues the mail password-created. Later passwords queue password-changed.
  with chosen as (
    update public.contracts as contract set password_set_at = now()
    where contract.user_id = account and contract.password_set_at is null
    returning contract.id
  )
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  -- Each address gets one mail, even if the account opens several contracts.
  select distinct on (lower(contracts.tenant_email))
    case when chosen.id is null then 'password-changed' else 'password-created' end,
    contracts.tenant_email, '{}', 'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts left join chosen on chosen.id = contracts.id
  where contracts.user_id = account and contracts.tenant_email is not null
  order by lower(contracts.tenant_email), contracts.start_date desc;
  perform private.note('change-password', account, actor => account)
  from public.staff where staff.user_id = account;
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key)
  select 'staff-password-changed', staff.email, jsonb_build_object('email', staff.email),
    'staff-password-changed:' || gen_random_uuid()
  from public.staff where staff.user_id = account;
end
$$;
comment on function public.record_password_changed is 'Clears the failures and known devices of an account after a new password, registers the current device and notifies the owner of the account.';
grant execute on function public.record_password_changed to service_role;

-- Mailed links that set a password or confirm an address. The auth server's own tokens are not used, because each
-- account has only one token, which any visitor could void through the public endpoints /recover and /otp.
create table private.account_links (
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (
    purpose in ('confirm-address', 'first-password', 'set-password', 'set-staff-password')
  ),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  mailed_at timestamptz not null,
  spent_at timestamptz,
  primary key (user_id, purpose)
);
comment on table private.account_links is 'Newest mailed link per account and purpose. Each link is valid once, for the time that private.link_life returns.';
comment on column private.account_links.secret_hash is 'SHA-256 of the secret in the link, which has 128 random bits.';
alter table private.account_links enable row level security;

-- The secret of a link is made while the mail is composed, so the mail queue stores no secret. A mail that is sent
-- again gets the same link. Security definer, because no role may read or write private.account_links.
create function private.account_link_secret(mail_id uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.link_secret('account-links', mail_id::text);
begin
  -- No row is stored for a deleted or already confirmed account, so the link of such an account is invalid.
  insert into private.account_links (user_id, purpose, secret_hash, mailed_at)
  select opened.user_id, opened.purpose, private.link_secret_hash(secret), now()
  from (
    select contracts.user_id,
      case mail.template when 'contract-ready' then 'first-password' else 'set-password' end as purpose
    from public.outgoing_mail as mail
    join public.contracts on contracts.id = mail.contract_id
    where mail.id = mail_id and mail.template in ('password-recovery', 'contract-ready')
    union all
    select staff.user_id, 'confirm-address'
    from public.outgoing_mail as mail
    join auth.users on users.email = mail.recipient and users.email_confirmed_at is null
    join public.staff on staff.user_id = users.id
    where mail.id = mail_id and mail.template = 'staff-confirmation'
    union all
    select staff.user_id, 'set-staff-password'
    from public.outgoing_mail as mail
    join public.staff on staff.user_id = private.recoverable_staff(mail.recipient)
    where mail.id = mail_id and mail.template = 'staff-recovery'
  ) as opened
  on conflict on constraint account_links_pkey do update
  set secret_hash = excluded.secret_hash, mailed_at = excluded.mailed_at,
    -- The person may use the link before the mail is recorded as delivered. A used link then stays marked as used.
    spent_at = case
      when account_links.secret_hash = excluded.secret_hash then account_links.spent_at
    end;
  return secret;
end
$$;
call private.expose('account_link_secret', 'service_role',
  'Returns the secret of the link for a mail that is being composed, and voids the former link. Service role only.');

create function private.link_life(purpose text) returns interval
language sql immutable strict parallel safe
-- A mail for a password reset is read at once, because the recipient asked for it. Other mails may be read days later.
return case purpose
  when 'confirm-address' then interval '24 hours'
  when 'first-password' then interval '72 hours'
  else interval '1 hour'
end;
comment on function private.link_life is 'Returns how long a mailed link is valid, by its purpose.';

-- Security definer, because no role may read private.account_links.
create function private.account_of_link(secret_hash text, purpose text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select link.user_id from private.account_links as link
  where link.secret_hash = $1 and link.purpose = $2
    and link.spent_at is null and link.mailed_at > now() - private.link_life($2);
$$;
comment on function private.account_of_link is 'Returns the account of a valid link for this purpose; null for an invalid link.';

-- The row lock lets only one concurrent call spend the link. A link that sets the first password becomes invalid as
-- soon as the account has a password. Security definer, because no role may write private.account_links.
create function private.spend_account_link(secret_hash text, purpose text) returns uuid
language sql security definer
set search_path = ''
as $$
  update private.account_links as link set spent_at = now()
  where link.secret_hash = $1 and link.purpose = $2
    and link.spent_at is null and link.mailed_at > now() - private.link_life($2)
    and (
      $2 <> 'first-password' or exists (
        select from public.contracts as contract
        where contract.user_id = link.user_id and contract.password_set_at is null
      )
    )
  returning link.user_id;
$$;
comment on function private.spend_account_link is 'Marks a valid link as used and returns its account; null for an invalid link.';
grant execute on function private.spend_account_link to service_role;

-- Security definer, because no role may write private.account_links.
create function private.void_account_link(user_id uuid, purpose text) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.account_links as link where link.user_id = $1 and link.purpose = $2;
$$;
comment on function private.void_account_link is 'Deletes the current link of an account for a purpose, so that the link becomes invalid.';
grant execute on function private.void_account_link to service_role;

create function public.spend_password_link(secret_hash text, address_hash text) returns uuid
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('password-link-by-address', address_hash);
  return coalesce(
    private.spend_account_link(secret_hash, 'set-password'),
    private.spend_account_link(secret_hash, 'first-password')
  );
end
$$;
comment on function public.spend_password_link is 'Marks a mailed link that sets a tenant''s password as used and returns its account; null for an invalid link. Service role only.';
grant execute on function public.spend_password_link to service_role;

-- Security definer, because no role may write private.account_links.
create function private.return_password_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.account_links as link set spent_at = null
  where link.secret_hash = $1 and link.purpose in ('first-password', 'set-password', 'set-staff-password')
    and link.spent_at > now() - interval '1 minute';
$$;
call private.expose('return_password_link', 'service_role',
  'Makes a link valid again that was spent a moment ago, because the auth server did not accept the password. Service role only.');

-- Security definer, because the service role may not read auth.users.
create function private.recoverable_staff(email text) returns uuid
language sql stable strict security definer
set search_path = ''
as $$
  select users.id from auth.users join public.staff on staff.user_id = users.id
  where users.email = $1 and (
    -- An active account may have been created by hand without a confirmed address. It may get the link too, because
    -- only the owner of the mailbox can use the link.
    staff.status = 'active' or staff.status = 'pending' and users.email_confirmed_at is not null
  );
$$;
comment on function private.recoverable_staff is 'Returns the id of the staff account whose password may be reset through this e-mail address; null without such an account.';
grant execute on function private.recoverable_staff to service_role;

-- Known and unknown addresses get the same answer after the same work. The mail to an unknown address is rolled back.
create function public.request_staff_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Returns without an error, because an error would reveal earlier requests for this address.
  if not private.may_mail_link('staff-recovery', wanted, address_hash) then
    return;
  end if;
  begin
    perform private.enqueue_mail(
      'staff-recovery', wanted, jsonb_build_object('email', wanted),
      'staff-recovery:' || gen_random_uuid()
    );
    if private.recoverable_staff(wanted) is null then
      raise exception 'unknown address' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_staff_recovery is 'Queues a mail with a link that resets the password of a staff account. The result does not reveal whether the e-mail address is known. Service role only.';
grant execute on function public.request_staff_recovery to service_role;

-- Security definer, because the service role may not read auth.users.
create function private.staff_of_reset_link(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select users.email from auth.users
  where users.id = private.account_of_link($1, 'set-staff-password');
$$;
comment on function private.staff_of_reset_link is 'Returns the e-mail address of the staff account whose password a link resets; null for an invalid link.';
grant execute on function private.staff_of_reset_link to service_role;

create function public.open_staff_reset(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('password-link-by-address', address_hash);
  return private.staff_of_reset_link(secret_hash);
end
$$;
comment on function public.open_staff_reset is 'Returns the e-mail address of the staff account whose password a link resets; null for an invalid link. The link stays valid. Service role only.';
grant execute on function public.open_staff_reset to service_role;

create function public.spend_staff_link(secret_hash text) returns uuid
language sql
return private.spend_account_link($1, 'set-staff-password');
comment on function public.spend_staff_link is 'Marks a mailed link that resets a staff password as used and returns its account; null for an invalid link. Service role only.';
grant execute on function public.spend_staff_link to service_role;

-- The auth server calls this hook instead of sending mails, so visitors cannot send mails to people through its public
-- endpoints.
create function private.withhold_auth_mail(event jsonb) returns jsonb
language sql immutable
return jsonb_build_object();
comment on function private.withhold_auth_mail is 'Send-email hook of the auth server (config.toml). Discards the mail that the auth server wanted to send.';
grant execute on function private.withhold_auth_mail to supabase_auth_admin;

-- The auth server copies an account's metadata into each of its tokens and would accept a megabyte with every call.
create function private.bound_account_metadata() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The auth server turns SQLSTATE PTxyz into HTTP status xyz.
  raise sqlstate 'PT422' using message = 'Os dados de uma conta têm no máximo 4 kB.';
end
$$;
comment on function private.bound_account_metadata is 'Refuses more than 4 kB of metadata that an account writes about itself.';

create trigger bound_account_metadata
before insert or update of raw_user_meta_data on auth.users
for each row when (octet_length(new.raw_user_meta_data::text) > 4096)
execute function private.bound_account_metadata();

-- 07_requests_simulations.sql
-- Applicants' requests for a guarantee. The version of the terms and the time of the request prove the consent.
-- Amounts have an upper bound, because NaN passes every lower bound.
create table public.simulations (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  cpf text not null check (private.is_cpf(cpf)),
  birth_date date not null check (birth_date between date '1920-01-01' and current_date),
  monthly_income numeric(12, 2) not null check (monthly_income between 0 and 9999999999.99),
  occupation text not null check (char_length(btrim(occupation)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  owner_name text not null check (char_length(btrim(owner_name)) between 3 and 100),
  owner_contact text not null check (private.is_phone(owner_contact)),
  comments text check (char_length(comments) <= 1000),
  accepted_terms_version text not null check (char_length(accepted_terms_version) between 1 and 40),
  accepted_terms_at timestamptz not null default now(),
  reviewed_by uuid references auth.users (id) on delete set null,
  reviewed_at timestamptz,
  rejection_reason text check (char_length(btrim(rejection_reason)) between 3 and 1000),
  search_text text not null generated always as (
    private.search_key(
      ' ' || full_name || ' ' || email || ' ' || cpf || ' ' || protocol
      || ' ' || phone || ' ' || owner_name || ' ' || property_address
    )
  ) stored,
  repeated_cpf boolean not null default false,
  protocol text not null unique default private.new_protocol() check (private.is_protocol(protocol)),
  answer_due_at timestamptz not null default now() + interval '24 hours',
  property_type text check (private.is_property_type(property_type)),
  corrected_at timestamptz,
  constraint simulations_review_is_complete check ((status = 'pending') = (reviewed_at is null)),
  constraint simulations_rejection_has_reason
    check ((status = 'rejected') = (rejection_reason is not null)),
  constraint simulations_answer_is_due_later check (answer_due_at > created_at)
);
comment on table public.simulations is 'Requests for a rental guarantee and their decision.';
comment on column public.simulations.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second request.';
comment on column public.simulations.phone is 'Phone number: digits as dialled within Brazil; E.164 for another country.';
comment on column public.simulations.cpf is 'CPF of the applicant: eleven digits with valid check digits.';
comment on column public.simulations.accepted_terms_version is 'Version of the terms that the form showed beside the checkbox.';
comment on column public.simulations.search_text is 'Text for the staff search: name, e-mail address, CPF, protocol, phone, landlord and property address. A space before each part marks the beginning of a word for the search.';
comment on column public.simulations.repeated_cpf is 'Whether another request has the same CPF. If so, staff compare the requests.';
comment on column public.simulations.protocol is 'Protocol number that people quote: PS-2026-, seven random characters and a check character.';
comment on column public.simulations.property_type is 'Type of the property; null when the applicant gave none.';
comment on column public.simulations.corrected_at is 'Time of the applicant''s first correction that staff have not checked yet; null when there is none, or when staff had not looked at the request before.';
comment on column public.simulations.answer_due_at is 'Time by which the answer is promised, from the business rules at the time of the request. The time during which requested documents are missing is added.';

create index simulations_newest on public.simulations (created_at desc, id desc);
create index simulations_newest_by_status
  on public.simulations (status, created_at desc, id desc);
create index simulations_by_promise on public.simulations (answer_due_at, id)
  where status = 'pending';
create index simulations_by_reviewer on public.simulations (reviewed_by);
create index simulations_by_review on public.simulations (reviewed_at) where status <> 'pending';
create index simulations_approved on public.simulations (reviewed_at, id) where status = 'approved';
-- The purge first clears the columns comments, occupation and monthly_income, and deletes the row years later. This
-- index has only the rows whose columns are not cleared yet, so the purge need not read the others.
create index simulations_to_reduce on public.simulations (reviewed_at)
where status = 'approved'
  and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0);
create index simulations_by_correction on public.simulations (corrected_at)
  where corrected_at is not null;
create index simulations_by_cpf on public.simulations (cpf);
create index simulations_by_email on public.simulations (email);
create index simulations_by_phone on public.simulations (phone);
create index simulations_by_grams on public.simulations
  using gin ((private.search_grams(search_text)))
  -- Every search scans the pending list of this index, so the limit keeps that list at some hundred requests.
  with (gin_pending_list_limit = 256);

alter table public.simulations enable row level security;
grant select, update, delete on public.simulations to service_role;
-- Columns that the public form fills. private.read_form reads this grant, so a new field needs only its column here.
grant insert (
  submission_id, full_name, email, phone, cpf, birth_date, monthly_income, occupation,
  property_address, property_city, property_state, rental_value, owner_name, owner_contact,
  comments, accepted_terms_version, property_type
) on public.simulations to service_role;

create trigger refuse_links
before insert on public.simulations
for each row execute function private.refuse_links(
  'full_name', 'occupation', 'property_address', 'property_city', 'owner_name'
);

-- A guarantee needs full civil capacity (Civil Code, articles 3 to 5), so applicants are at least 18 on the day of
-- the request in Brasília. This is a trigger, because a constraint would also refuse updates of older requests.
create function private.refuse_minors() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.birth_date > private.day_in_brasilia(new.created_at) - interval '18 years' then
    raise exception 'applicants are adults' using errcode = '23514';
  end if;
  return new;
end
$$;
comment on function private.refuse_minors is 'Rejects applicants younger than 18 on the day of the request.';

create trigger refuse_minors before insert on public.simulations
  for each row execute function private.refuse_minors();

-- Counting a million simulations takes half a second, so each statement records how much it changes the counts. Each
-- change is a new row, so that two submissions do not wait for each other. The schedule merges the rows.
create table private.simulation_counts (
  id bigint primary key generated always as identity,
  status text not null,
  change bigint not null
);
comment on table private.simulation_counts is 'Changes of the number of simulations in each status. The sum of the changes is the current number.';
alter table private.simulation_counts enable row level security;

-- Security definer, because no role may write private.simulation_counts.
create function private.count_simulations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.simulation_counts (status, change)
    select added.status, count(*) from added group by added.status;
  elsif tg_op = 'DELETE' then
    insert into private.simulation_counts (status, change)
    select removed.status, -count(*) from removed group by removed.status;
  else
    insert into private.simulation_counts (status, change)
    select changed.status, sum(changed.by)
    from (
      select added.status, 1 as by from added
      union all
      select removed.status, -1 from removed
    ) as changed
    group by changed.status
    having sum(changed.by) <> 0;
  end if;
  return null;
end
$$;
comment on function private.count_simulations is 'Trigger that records how much a statement changed the number of simulations in each status.';

create trigger count_added after insert on public.simulations
referencing new table as added
for each statement execute function private.count_simulations();
create trigger count_changed after update on public.simulations
referencing old table as removed new table as added
for each statement execute function private.count_simulations();
create trigger count_removed after delete on public.simulations
referencing old table as removed
for each statement execute function private.count_simulations();

-- Security definer, because no role may write private.simulation_counts.
create function private.recount_simulations() returns void
language sql security definer
set search_path = ''
as $$
  lock table public.simulations in share mode;
  delete from private.simulation_counts where true;
  insert into private.simulation_counts (status, change)
  select status, count(*) from public.simulations group by status;
$$;
comment on function private.recount_simulations is 'Counts all simulations in the table again. Needed after rows were written without the triggers.';

-- Security definer, because no role may write private.simulation_counts.
create function private.add_up_counts() returns void
language sql security definer
set search_path = ''
as $$
  with added_up as (
    delete from private.simulation_counts where true returning status, change
  )
  insert into private.simulation_counts (status, change)
  select status, sum(change) from added_up group by status having sum(change) <> 0;
$$;
comment on function private.add_up_counts is 'Merges the changes in private.simulation_counts into one row per status. The schedule calls this function.';
grant execute on function private.add_up_counts to service_role;

create function private.queue_form_mails(form text, row_id uuid, email text, address_hash text)
returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    form || '-' || mail.kind, case mail.kind when 'received' then email end, '{}',
    form || '-' || mail.kind || ':' || row_id,
    simulation_id => case form when 'simulation' then row_id end,
    partnership_request_id => case form when 'partnership' then row_id end,
    contact_message_id => case form when 'contact' then row_id end
  )
  from (
    values
      ('received', private.may_confirm(email, address_hash)),
      -- If this limit is reached, no notice is mailed, and staff see new rows only on their screen.
      ('notice', (select within from private.count_hit(form || '-notice', 'staff inbox')))
  ) as mail (kind, is_within_cap)
  where mail.is_within_cap;
$$;
comment on function private.queue_form_mails is 'Queues the confirmation to the sender and the notice to staff for a new form (simulation, partnership or contact). Each mail has its own limit.';
grant execute on function private.queue_form_mails to service_role;

create function private.flag_repeated_cpf(stored public.simulations) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- count_hit locks the CPF until the end of the transaction, so a concurrent request with this CPF sees this row.
  is_plausible constant boolean := (
    select within from private.count_hit('simulation-by-cpf', stored.cpf)
  );
begin
  update public.simulations as simulation set repeated_cpf = true
  where simulation.cpf = stored.cpf and not simulation.repeated_cpf
    and exists (
      select from public.simulations as other
      where other.cpf = stored.cpf and other.id <> simulation.id
    );
  return is_plausible;
end
$$;
comment on function private.flag_repeated_cpf is 'Flags all simulations with the CPF of a new simulation as repeated if there are several. Returns false when the CPF is over its limit.';
grant execute on function private.flag_repeated_cpf to service_role;

-- Service role only, because the edge function has parsed the form. The constraints of the table check the form again.
create function public.submit_simulation(
  request jsonb, address_hash text, terms_version text, answer_hours integer default 24
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  hours constant interval := make_interval(hours => least(greatest(answer_hours, 1), 720));
  form constant jsonb := request || jsonb_build_object('acceptedTermsVersion', terms_version);
  created boolean;
  stored public.simulations;
begin
  if (request ->> 'acceptedTerms')::boolean is not true then
    perform private.reject('Você deve aceitar os termos e condições', 'accepted_terms');
  end if;

  created := private.store_form('public.simulations', form);
  if created then
    update public.simulations set answer_due_at = created_at + hours
    where submission_id = submission and answer_due_at <> created_at + hours;
  end if;
  select * into strict stored from public.simulations where submission_id = submission;
  if created then
    perform private.require_within_limit('simulation-by-address', address_hash);
    perform private.require_within_limit(
      'simulation-by-cpf-and-address', stored.cpf || ' ' || address_hash
    );
    if private.flag_repeated_cpf(stored) then
      perform private.queue_form_mails('simulation', stored.id, stored.email, address_hash);
    end if;
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.simulations', form)
  ) then
    -- If a different form has a submission id that is already stored, the answer has no data of the stored request.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'id', stored.id, 'created', created, 'protocol', stored.protocol,
    'answerDueAt', stored.answer_due_at,
    'trackingSecret', private.first_tracking_secret(stored)
  ));
end
$$;
comment on function public.submit_simulation is 'Stores a request once per submissionId, flags a repeated CPF and queues the mails of the request. Returns the protocol, the promised time and the secret of the request''s link.';
grant execute on function public.submit_simulation to service_role;

-- Security definer, because the callers of this function may not read private.staff_settings.
create function private.undo_period() returns interval
language sql stable security definer
set search_path = ''
as $$
  select make_interval(secs => undo_seconds) from private.staff_settings;
$$;
comment on function private.undo_period is 'Returns how long staff can undo a decision.';
grant execute on function private.undo_period to authenticated, service_role;

create function private.lock_simulation(simulation_id uuid) returns public.simulations
language plpgsql
set search_path = ''
as $$
declare
  locked public.simulations;
begin
  select * into locked from public.simulations where id = simulation_id for update;
  perform private.require_found(found, 'Simulação não encontrada.');
  return locked;
end
$$;
comment on function private.lock_simulation is 'Locks a simulation until the end of the transaction and returns the simulation. Raises PT404 for an unknown id.';
grant execute on function private.lock_simulation to service_role;

-- The mail is delayed by private.undo_period. Until then, the applicant's page does not show the decision. Security
-- definer, because staff may not update simulations. The row lock lets only one decision happen.
create function private.decide_simulation(simulation_id uuid, decision text, known_version integer, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
  outcome text := decision;
begin
  if decision not in ('approved', 'rejected') then
    perform private.reject('Decisão inválida.', 'decision');
  end if;

  decided := private.lock_simulation(simulation_id);
  if decided.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;
  if known_version is distinct from private.request_version(decided.id) then
    raise sqlstate 'PT409' using
      message = 'Os dados deste pedido foram corrigidos. Confira os dados novos e decida de novo.';
  end if;

  if decision = 'approved' then
    outcome := private.approve_request(decided, (select auth.uid()), reason);
  else
    update public.simulations
    set status = 'rejected', corrected_at = null, reviewed_by = (select auth.uid()), reviewed_at = now(),
      rejection_reason = btrim(reason)
    where id = simulation_id;
    perform private.drop_approval(simulation_id);
    perform private.note('decide-simulation', simulation_id, '{"decision": "rejected"}');
  end if;
  if outcome <> decision then
    return jsonb_build_object('changed', outcome = 'second', 'status', 'pending', 'why', 'second');
  end if;
  perform private.enqueue_mail(
    'simulation-' || decision, decided.email, '{}', 'simulation-decided:' || decided.id,
    simulation_id => decided.id, delay => private.undo_period()
  );
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
call private.expose('decide_simulation', 'authenticated',
  'Approves or rejects a pending simulation once and queues one mail. The applicant reads the reason of a rejection, only staff that of an approval. An approval of a rent above the second share of the income first waits for a second person: why is then second, and no mail is queued. Raises PT409 when known_version is not the current version of the request.',
  'simulation_id uuid, decision text, known_version integer, reason text default null',
  needs => 'requests');

-- Functions that decide, offer or undo first lock the request, so concurrent calls wait for each other. A mail that
-- the mail worker has taken from the queue can no longer be stopped. Security definer, because staff may not update
-- simulations.
create function private.undo_decision(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  decided := private.lock_simulation(simulation_id);
  if decided.status = 'pending'
    or decided.reviewed_by is distinct from (select auth.uid())
    or decided.reviewed_at <= now() - private.undo_period()
  then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  perform from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
  for update;
  if exists (
    select from public.outgoing_mail as mail
    where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
      and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made')
      and (mail.status <> 'queued' or mail.attempts > 0)
  ) then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;
  delete from public.outgoing_mail as mail
  where mail.simulation_id = decided.id and mail.created_at >= decided.reviewed_at
    and mail.template in ('simulation-approved', 'simulation-rejected', 'offer-made');
  -- The applicant has not been notified of this offer. The PDF of the offer stays in the bucket without a link.
  delete from public.offers as offer
  where offer.simulation_id = decided.id and offer.created_at >= decided.reviewed_at
    and offer.status <> 'accepted';
  update public.simulations
  set status = 'pending', reviewed_by = null, reviewed_at = null, rejection_reason = null
  where id = decided.id;
  perform private.undo_approval(decided.id, (select auth.uid()));
  perform private.note('undo-decision', decided.id, jsonb_build_object('decision', decided.status));
  return jsonb_build_object('changed', true, 'status', 'pending');
end
$$;
call private.expose('undo_decision', 'authenticated',
  'Undoes the caller''s own decision, and an offer made with it, while the mail waits; changed is false when it is too late.',
  needs => 'requests');

-- The mail of the approval may have left, so the call needs a reason, which is noted on the case. Security definer,
-- because staff may not update simulations.
create function private.take_back_approval(simulation_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  request := private.lock_simulation($1);
  if request.status <> 'approved' then
    return jsonb_build_object('changed', false);
  end if;
  if not private.is_open_to_applicant(request) then
    raise sqlstate 'PT409' using message = 'As condições já foram enviadas: a aprovação não volta mais.';
  end if;
  delete from public.offers as offer where offer.simulation_id = request.id and offer.status = 'withdrawn';
  delete from public.outgoing_mail as mail
  where mail.simulation_id = request.id and mail.status = 'queued'
    and mail.template in ('simulation-approved', 'offer-made');
  -- A mail that left keeps its place. The next decision needs the key for its own mail.
  update public.outgoing_mail as mail set idempotency_key = mail.idempotency_key || ':' || gen_random_uuid()
  where mail.idempotency_key = 'simulation-decided:' || request.id;
  update public.simulations as simulation set status = 'pending', reviewed_by = null, reviewed_at = null
  where simulation.id = request.id;
  perform private.drop_approval(request.id);
  insert into public.case_notes (id, simulation_id, author, note)
  values (gen_random_uuid(), request.id, (select auth.uid()), 'Aprovação retirada: ' || btrim($2));
  perform private.note('undo-decision', request.id, jsonb_build_object('decision', 'approved'));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('take_back_approval', 'authenticated',
  'Takes an approval back with a reason, which is noted on the case, until conditions are out. The request is pending again and can be decided again.',
  needs => 'requests', action => 'undo-decision');

-- Security definer, because staff may not read the audit trail.
create function private.simulation_history(simulation_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.subject_history(simulation_id, 'read-simulations');
end
$$;
call private.expose('simulation_history', 'authenticated',
  'Lists reads, decisions and refused calls of a simulation, newest first. The field named who is null for a person outside staff.',
  needs => 'read');

-- Security definer, because staff may not read the audit trail and have no grant on the tables read here.
create function private.simulation_detail(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  shown public.simulations;
begin
  select * into shown from public.simulations where id = simulation_id;
  perform private.require_found(shown.id is not null, 'Simulação não encontrada.');
  perform private.record_reading('read-simulations', array[shown.id]);
  return to_jsonb(shown) - '{submission_id,search_text,reviewed_by}'::text[] || jsonb_build_object(
    'house_rules', private.house_rules(shown),
    'approval', private.approval_of(shown),
    'bureau_answers', private.bureau_answers_of(shown.id),
    'line', private.queue_lines(array[shown.id]) -> 0,
    'offer', private.tracked_offer(shown),
    'contract', (
      select jsonb_build_object('id', contract.id, 'number', contract.contract_number)
      from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
      where offer.simulation_id = shown.id
      order by contract.created_at desc limit 1
    ),
    'reviewed_by_me', coalesce(shown.reviewed_by = (select auth.uid()), false),
    'version', private.request_version(shown.id),
    'corrections', private.corrections_of(shown.id),
    'others', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'id', other.id, 'protocol', other.protocol, 'status', other.status,
          'createdAt', other.created_at,
          'same', array_remove(array[
            case when other.cpf = shown.cpf then 'cpf' end,
            case when other.email = shown.email then 'email' end,
            case when other.phone = shown.phone then 'phone' end
          ], null)
        ) order by other.created_at desc)
        from (
          select simulation.* from public.simulations as simulation
          where simulation.id <> shown.id and (
            simulation.cpf = shown.cpf or simulation.email = shown.email
            or simulation.phone = shown.phone
          )
          order by simulation.created_at desc limit 20
        ) as other
      ),
      '[]'
    )
  );
end
$$;
call private.expose('simulation_detail', 'authenticated',
  'Returns a simulation with all that a decision needs. Records the read.',
  needs => 'read', action => 'read-simulations');

-- The queue begins with the pending request that is due first. Pages poll queue_version to show decisions in seconds.

-- A search first reads some rows in list order, which is fast for frequent words. The gram index then finds rare words.
-- Each search gets its own query plan. The conditions in the query come from security definer functions, never from
-- users.
create function private.page_ids(
  table_name text, order_by text, direction text,
  -- walked: condition that the index in list order can check, such as the status. condition: other condition on a row.
  walked text, condition text,
  wanted_search text, after_key text, after_id uuid, most integer
) returns uuid[]
language plpgsql stable
set search_path = ''
set enable_seqscan = off
-- JIT compilation is off, because the planner overestimates the query's cost. Compiling takes longer than running.
set jit = off
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  steps constant integer[] := array[2000, 12000];
  source constant text := format('public.%I where %s', table_name, walked) || case
    when after_key is null then ''
    else format(
      ' and (%I, id) %s (%L, %L)',
      order_by, case direction when 'desc' then '<' else '>' end, after_key, after_id
    )
  end;
  in_order constant text := format('order by %1$I %2$s, id %2$s', order_by, direction);
  candidates constant integer := 8 * most;
  walk integer;
  page uuid[];
  grams text[];
  is_all boolean;
begin
  if patterns is null then
    execute format(
      'select array(select id from %s and %s %s limit %s)', source, condition, in_order, most
    ) into page;
    return page;
  end if;
  foreach walk in array steps loop
    execute format(
      'select array(
        select id from (select * from %s %s limit %s) as walked
        where %s and search_text like all ($1) limit %s
      )',
      source, in_order, walk, condition, most
    ) into page using patterns;
    -- Stops when the page is full, or when reading more rows would probably not fill the page either.
    exit when cardinality(page) = most or cardinality(page) * steps[2] < most * steps[1];
  end loop;
  if cardinality(page) = most then
    return page;
  end if;
  grams := private.wanted_grams(wanted_search, table_name || '_by_grams');
  -- search_text is far back in a row and slow to read, so only candidates from the cheap gram index are compared.
  execute format(
    'with candidate as materialized (
      select id, %1$I
      from (select id, %1$I from %2$s and %3$s and private.search_grams(search_text) @> $2 offset 0) as known
      %4$s limit %5$s
    )
    select
      array(
        select id from candidate join public.%6$I as listed using (id, %1$I)
        where listed.search_text like all ($1) %4$s limit %7$s
      ),
      (select count(*) from candidate) < %5$s',
    order_by, source, condition, in_order, candidates, table_name, most
  ) into page, is_all using patterns, grams;
  if cardinality(page) < most and not is_all then
    execute format(
      'select array(
        select id
        from (
          select id, %1$I from %2$s and %3$s
            and private.search_grams(search_text) @> $2 and search_text like all ($1)
          offset 0
        ) as matched
        %4$s limit %5$s
      )',
      order_by, source, condition, in_order, most
    ) into page using patterns, grams;
  end if;
  return page;
end
$$;
comment on function private.page_ids is 'Returns the ids of one page of a list in the order of a column. A search keeps only rows that contain every word of the search.';

create function private.search_simulations(
  wanted_search text, wanted_status text, before_created_at timestamptz, before_id uuid, most integer
) returns setof public.simulations
language sql stable
begin atomic
  select simulation
  from unnest(private.page_ids(
    'simulations', 'created_at', 'desc',
    case when wanted_status is null then 'true' else format('status = %L', wanted_status) end, 'true',
    wanted_search, before_created_at::text, before_id, most
  )) with ordinality as listed (id, place)
  join public.simulations as simulation on simulation.id = listed.id
  order by listed.place;
end;
comment on function private.search_simulations is 'Lists one page of simulations, newest first, after the last simulation shown. A search keeps only simulations that contain every word of the search.';

-- Security definer, because LIKE cannot use an index under row-level security. The result leaves the
-- submission id empty, because a person who has that id can fetch the answer to the form again.
create function private.list_simulations(
  wanted_status text, wanted_search text, before_created_at timestamptz, before_id uuid,
  page_size integer
) returns setof public.simulations
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.simulations[];
begin
  page := array(
    select listed
    from private.search_simulations(
      wanted_search, wanted_status, before_created_at, before_id,
      least(greatest(coalesce(page_size, 20), 1), 100)
    ) as listed
  );
  perform private.record_reading(
    'read-simulations', array(select shown.id from unnest(page) as shown)
  );
  return query
    select cleared.* from unnest(page) as shown,
      lateral jsonb_populate_record(shown, '{"submission_id": null}') as cleared;
end
$$;
call private.expose('list_simulations', 'authenticated',
  'Lists one page of simulations, newest first; the next page starts before the last row. Records the read.',
  'status text default null, search text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- A new decision changes the time of the newest review. An undone decision changes the number of pending requests. The
-- hash includes both, so it changes in both cases.
create function private.queue_version() returns text
language sql stable
set search_path = ''
as $$
  select md5(concat_ws(
    ' ',
    (select coalesce(sum(change), 0) from private.simulation_counts where status = 'pending'),
    (select max(created_at) from public.simulations),
    (select max(reviewed_at) from public.simulations where status <> 'pending'),
    (select max(greatest(asked_at, sent_at, decided_at, emptied_at)) from public.asked_documents),
    (select max(made_at) from private.request_corrections),
    (select count(*) from public.simulations where corrected_at is not null),
    (select max(created_at) from public.offers),
    (select max(adjustment_asked_at) from public.offers where adjustment_asked_at is not null),
    (select count(*) from public.offers where status = 'open'),
    (select string_agg(md5(questions::text), '' order by id) from public.offers where has_question),
    (select concat(count(*), max(since)) from public.case_holders where simulation_id is not null),
    (select concat(count(*), max(approved_at)) from private.request_approvals where second_at is null)
  ));
$$;
comment on function private.queue_version is 'Returns a hash that changes whenever the queue or one of its requests changes.';

create function private.is_awaiting_documents(simulation_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.asked_documents as asked
    where asked.simulation_id = $1 and asked.status in ('asked', 'refused')
  );
$$;
comment on function private.is_awaiting_documents is 'Reports whether a request still lacks a document that staff asked for.';
grant execute on function private.is_awaiting_documents to service_role;

-- Finds requests that need staff although they are not overdue. Links expire after ninety days, so few rows can match.
create function private.waiting_requests(wanted_view text, most integer) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  if wanted_view = 'arrived' then
    return query
      select asked.simulation_id from public.asked_documents as asked
      join public.simulations as simulation on simulation.id = asked.simulation_id
      where asked.status = 'sent' and simulation.status = 'pending'
      group by asked.simulation_id
      limit most;
  elsif wanted_view = 'silent' then
    return query
      select asked.simulation_id from public.asked_documents as asked
      join public.simulations as simulation on simulation.id = asked.simulation_id
      where asked.status in ('asked', 'refused') and simulation.status = 'pending'
      group by asked.simulation_id
      having max(greatest(asked.asked_at, asked.decided_at, asked.emptied_at)) < now() - private.documents_wait()
      limit most;
  elsif wanted_view = 'answered' then
    return query
      select offer.simulation_id from public.offers as offer
      where (
          offer.adjustment_asked_at > now() - interval '90 days' and private.is_open(offer)
          or offer.status = 'declined' and offer.closed_at > now() - interval '30 days'
        )
        and not exists (
          select from public.offers as other
          where other.simulation_id = offer.simulation_id and other.status <> 'withdrawn'
            and other.created_at > offer.created_at
        )
      -- An open question waits for an answer from staff, whatever the status of its offer.
      union
      select offer.simulation_id from public.offers as offer where offer.has_question
      limit most;
  elsif wanted_view = 'corrected' then
    return query
      select simulation.id from public.simulations as simulation
      where simulation.corrected_at is not null
      order by simulation.corrected_at
      limit most;
  elsif wanted_view = 'second' then
    return query select waiting from private.awaiting_second() as waiting limit most;
  elsif wanted_view = 'unoffered' then
    return query
      select simulation.id from public.simulations as simulation
      where simulation.status = 'approved' and simulation.reviewed_at > now() - interval '90 days'
        and not exists (
          select from public.offers as offer
          where offer.simulation_id = simulation.id and offer.status <> 'withdrawn'
        )
      order by simulation.reviewed_at
      limit most;
  elsif wanted_view = 'offers' then
    return query
      select offer.simulation_id from public.offers as offer
      where offer.status in ('open', 'expired')
        and offer.valid_until between now() - interval '90 days' and now() + interval '2 days'
        and not exists (
          select from public.offers as other
          where other.simulation_id = offer.simulation_id and (
            other.status = 'accepted' or other.status = 'open' and other.valid_until > offer.valid_until
          )
        )
      group by offer.simulation_id
      limit most;
  end if;
end
$$;
comment on function private.waiting_requests is 'Lists up to `most` requests that wait for staff. wanted_view is one of these lists: arrived (documents have arrived), silent (documents are missing for three days), second (one person approved and a second one has to agree), corrected (the applicant corrected data that staff had seen), unoffered (approved, without an offer), answered (the applicant requested changes, declined within thirty days or asked a question that has no answer), offers (the offer expires within two days or has expired).';

create function private.queue_ids(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
) returns uuid[]
language plpgsql stable
set search_path = ''
-- Each list of the queue needs its own plan, because a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  if private.search_words(wanted_search) is not null then
    return private.page_ids(
      'simulations', 'created_at', 'desc', 'true', 'true', wanted_search, after_at::text, after_id, most
    );
  elsif wanted_view = 'decide' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.status = 'pending'
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
        and not private.is_awaiting_documents(simulation.id)
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view = 'mine' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.id in (
          select held.simulation_id from public.case_holders as held where held.holder = (select auth.uid())
        )
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view in ('second', 'silent', 'arrived', 'corrected', 'unoffered', 'answered', 'offers') then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.id in (select private.waiting_requests(wanted_view, 5000))
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  elsif wanted_view = 'documents' then
    return array(
      select simulation.id from public.simulations as simulation
      where simulation.status = 'pending'
        and simulation.id in (
          select asked.simulation_id from public.asked_documents as asked
          where asked.status in ('asked', 'refused')
        )
        and (after_at is null or (simulation.answer_due_at, simulation.id) > (after_at, after_id))
      order by simulation.answer_due_at, simulation.id
      limit most
    );
  else
    return array(
      select simulation.id from public.simulations as simulation
      where (wanted_view = 'all' or simulation.status = wanted_view)
        and (after_at is null or (simulation.created_at, simulation.id) < (after_at, after_id))
      order by simulation.created_at desc, simulation.id desc
      limit most
    );
  end if;
end
$$;
comment on function private.queue_ids is 'Returns the ids of one page of a list of the queue. Results of a search, the list of all requests and the lists by status are newest first. All other lists are in the order of the promised answer.';

-- plpgsql keeps the query plan between calls, because planning takes longer than the query. The latest offer and the
-- staff member who handles the request come from subqueries, because a function would be planned again for each page.
create function private.queue_lines(page uuid[]) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(json_agg(shown), '[]')
    from (
      select line.id, line.full_name as "fullName", line.protocol, line.status,
        line.created_at as "createdAt", line.answer_due_at as "answerDueAt",
        line.property_city as city, line.property_state as state,
        line.rental_value as "rentalValue", line.repeated_cpf as "repeatedCpf",
        line.corrected_at is not null as "isCorrected",
        (
          select private.staff_name((private.waiting_approval(line)).approved_by)
          where exists (
            select from private.request_approvals as approval
            where approval.simulation_id = line.id and approval.second_at is null
          )
        ) as "firstApproval",
        documents.asked as "documentsAsked", documents.sent as "documentsSent",
        case
          when private.is_open(latest.offer) and (latest.offer).adjustment_asked_at is not null
            then 'adjust'
          else nullif(private.offer_state(latest.offer), 'withdrawn')
        end as "offerStatus",
        exists (
          select from public.offers as asked where asked.simulation_id = line.id and asked.has_question
        ) as "hasQuestion",
        (
          select coalesce(staff.full_name, staff.email)
          from public.case_holders as held join public.staff on staff.user_id = held.holder
          where held.simulation_id = line.id
        ) as holder,
        (
          select held.look_again_on from public.case_holders as held where held.simulation_id = line.id
        ) as "lookAgainOn"
      from unnest(page) with ordinality as listed (id, place)
      join public.simulations as line on line.id = listed.id
      left join lateral (
        select offer from public.offers as offer
        where offer.simulation_id = line.id
          and not (offer.status = 'withdrawn' and offer.renews_contract_id is not null)
        order by offer.created_at desc, offer.id limit 1
      ) as latest on true
      cross join lateral (
        select count(*) filter (where asked.status in ('asked', 'refused')) as asked,
          count(*) filter (where asked.status = 'sent') as sent
        from public.asked_documents as asked where asked.simulation_id = line.id
      ) as documents
      order by listed.place
    ) as shown
  );
end
$$;
comment on function private.queue_lines is 'Returns the lines that the queue shows for these requests, in the order of the ids.';

create function private.queue_counts() returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  awaiting constant bigint := (
    select count(distinct asked.simulation_id)
    from public.asked_documents as asked
    join public.simulations as simulation on simulation.id = asked.simulation_id
    where asked.status in ('asked', 'refused') and simulation.status = 'pending'
  );
begin
  return (
    select jsonb_build_object(
      'decide', coalesce(sum(counted.change) filter (where counted.status = 'pending'), 0) - awaiting,
      'documents', awaiting,
      'mine', (
        select count(*) from public.case_holders as held
        where held.holder = (select auth.uid()) and held.simulation_id is not null
      ),
      'approved', coalesce(sum(counted.change) filter (where counted.status = 'approved'), 0),
      'rejected', coalesce(sum(counted.change) filter (where counted.status = 'rejected'), 0),
      'all', coalesce(sum(counted.change), 0)
    )
    from private.simulation_counts as counted
  ) || (
    select jsonb_object_agg(waiting.view, (
      select count(*) from private.waiting_requests(waiting.view, 1000)
    ))
    from unnest(array['second', 'arrived', 'silent', 'corrected', 'unoffered', 'answered', 'offers'])
      as waiting (view)
  );
end
$$;
comment on function private.queue_counts is 'Returns the number of requests in each list of the queue. Lists from waiting_requests are counted only up to 1,000.';

-- Security definer, because staff have no grant on the tables. Only the first page of the queue has counts.
create function private.queue_page(
  wanted_view text, wanted_search text, after_at timestamptz, after_id uuid, page_size integer
) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page uuid[];
  answer json;
begin
  if wanted_view not in (
    'decide', 'mine', 'second', 'documents', 'arrived', 'silent', 'corrected', 'unoffered', 'answered', 'offers',
    'approved', 'rejected', 'all'
  ) then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  page := private.queue_ids(wanted_view, wanted_search, after_at, after_id, page_size);
  answer := json_build_object(
    'rows', private.queue_lines(page),
    'counts', case when after_at is null then private.queue_counts() end,
    'undoSeconds', extract(epoch from private.undo_period())
  );
  -- Recording comes last, because record_reading makes concurrent calls by one member of staff wait for each other.
  perform private.record_reading('read-simulations', page);
  return answer;
end
$$;
call private.expose('queue_page', 'authenticated',
  'Returns one page of a list of the queue, or of the results of a search in all requests. The next page starts after the last row. Records the read.',
  'view text default ''decide'', search text default null, after_at timestamptz default null, after_id uuid default null, page_size integer default 50',
  needs => 'read');

-- 08_requests_decisions.sql
-- Help with the decision on a request: the house rules on rent and age, the answers of credit bureaus, and the approval
-- of a request whose rent takes a large share of the income, on which two people agree.

-- A row with a second person, or of a decided request, is the record of an approval. A row of a pending request without
-- a second person waits for one.
create table private.request_approvals (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  approved_by uuid references auth.users (id) on delete set null,
  approved_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 500),
  version integer not null check (version >= 0),
  second_by uuid references auth.users (id) on delete set null,
  second_at timestamptz,
  second_reason text check (char_length(btrim(second_reason)) between 3 and 500),
  constraint request_approvals_second_is_another check (second_by <> approved_by),
  constraint request_approvals_second_is_complete
    check (second_at is not null or num_nonnulls(second_by, second_reason) = 0)
);
comment on table private.request_approvals is 'Approvals of requests, with their reasons. Only staff read the reasons. The trail has none of them, because it holds no typed text.';
comment on column private.request_approvals.version is 'Version of the request that the first person saw. A correction makes a waiting approval void.';
comment on column private.request_approvals.second_at is 'Time at which a second person agreed; null while the approval waits, and when one person was enough.';
create index request_approvals_by_first on private.request_approvals (approved_by);
create index request_approvals_by_second on private.request_approvals (second_by);
create index request_approvals_waiting on private.request_approvals (simulation_id) where second_at is null;
alter table private.request_approvals enable row level security;

create function private.rent_share(rent numeric, income numeric) returns numeric
language sql immutable
return round(100 * $1 / nullif($2, 0), 1);
comment on function private.rent_share is 'Returns the share of the monthly income that goes to the rent, in percent with one decimal; null for an income of zero. Screens show, and rules compare, this value.';

-- An unknown income needs a second person.
create function private.rent_state(rent numeric, income numeric) returns text
language sql stable
set search_path = ''
as $$
  select case
    when coalesce(private.rent_share($1, $2) > settings.rent_second_percent, true) then 'second'
    when private.rent_share($1, $2) > settings.rent_warns_percent then 'warns'
    else 'within'
  end
  from private.staff_settings as settings;
$$;
comment on function private.rent_state is 'Returns what the house rules say of a rent: within, warns (above the first share of the income) or second (above the second share, so that two people approve).';

create function private.house_rules(request public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'rent', request.rental_value,
    -- The purge sets the income of an old request to zero.
    'income', nullif(request.monthly_income, 0),
    'share', private.rent_share(request.rental_value, request.monthly_income),
    'warnsAbove', settings.rent_warns_percent, 'secondAbove', settings.rent_second_percent,
    'state', case
      when request.status <> 'pending' and request.monthly_income = 0 then 'unknown'
      else private.rent_state(request.rental_value, request.monthly_income)
    end,
    'age', extract(year from age(private.today_in_brasilia()::timestamp, request.birth_date::timestamp)),
    -- The trigger refuse_minors applies this age on the day of the request. There is no greatest age, because the
    -- statute of older people (Lei 10.741, art. 96) forbids to refuse them a contract.
    'leastAge', 18
  )
  from private.staff_settings as settings;
$$;
comment on function private.house_rules is 'Returns rent, income, share and age of a request with the house rules about them. state is the state of the rent, or unknown after the purge of the income.';

create function private.waiting_approval(request public.simulations) returns private.request_approvals
language sql stable
set search_path = ''
as $$
  select approval from private.request_approvals as approval
  where approval.simulation_id = request.id and request.status = 'pending' and approval.second_at is null
    and approval.version = private.request_version(request.id)
    -- A person who lost the right no longer counts as one of the two.
    and private.holds_right(approval.approved_by, 'requests')
    and private.rent_state(request.rental_value, request.monthly_income) = 'second';
$$;
comment on function private.waiting_approval is 'Returns the approval of a pending request that waits for a second person; null in each column when none waits. A correction, a change of the limit, or the loss of the first person''s right makes it void.';

create function private.awaiting_second() returns setof uuid
language sql stable
set search_path = ''
as $$
  select request.id
  from private.request_approvals as approval
  join public.simulations as request on request.id = approval.simulation_id
  where approval.second_at is null and request.status = 'pending'
    and (private.waiting_approval(request)).simulation_id is not null;
$$;
comment on function private.awaiting_second is 'Lists the requests that one person approved and that wait for a second person.';

create function private.approval_of(request public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'who', private.staff_name(approval.approved_by), 'at', approval.approved_at, 'reason', approval.reason,
    'isMine', coalesce(approval.approved_by = (select auth.uid()), false),
    'second', case when approval.second_at is not null then jsonb_build_object(
      'who', private.staff_name(approval.second_by), 'at', approval.second_at, 'reason', approval.second_reason
    ) end
  )
  from private.request_approvals as approval
  where approval.simulation_id = request.id and (
    request.status = 'approved' or (private.waiting_approval(request)).simulation_id is not null
  );
$$;
comment on function private.approval_of is 'Returns who approved a request, when and why, and the second person, for staff: of an approved request, or of a pending one that waits for a second person; null otherwise.';

-- The caller has locked the pending request. Security definer, because no role may write approvals.
create function private.approve_request(request public.simulations, actor uuid, reason text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  words constant text := nullif(btrim($3), '');
  first constant private.request_approvals := private.waiting_approval(request);
begin
  if char_length(words) not between 3 and 500 then
    perform private.reject('Escreva o motivo com 3 a 500 caracteres.', 'reason');
  end if;
  if first.approved_by = actor then
    return 'own';
  elsif first.approved_by is not null then
    update private.request_approvals as approval set second_by = actor, second_at = now(), second_reason = words
    where approval.simulation_id = request.id;
  else
    -- The row of an earlier approval that became void is replaced.
    delete from private.request_approvals as approval where approval.simulation_id = request.id;
    insert into private.request_approvals (simulation_id, approved_by, reason, version)
    values (request.id, actor, words, private.request_version(request.id));
    if private.rent_state(request.rental_value, request.monthly_income) = 'second' then
      perform private.note('decide-simulation', request.id, '{"decision": "first"}', actor);
      return 'second';
    end if;
  end if;
  update public.simulations as simulation
  set status = 'approved', corrected_at = null, reviewed_by = actor, reviewed_at = now()
  where simulation.id = request.id;
  perform private.note('decide-simulation', request.id, '{"decision": "approved"}', actor);
  return 'approved';
end
$$;
comment on function private.approve_request is 'Approves a locked pending request for a member of staff with an optional reason for the team. Returns approved; second when the approval now waits for a second person; own when the member''s own approval already waits.';
grant execute on function private.approve_request to service_role;

-- Security definer, because no role may write approvals.
create function private.drop_approval(simulation_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.request_approvals as approval where approval.simulation_id = $1;
$$;
comment on function private.drop_approval is 'Deletes the approval of a request that was rejected, or whose approval was taken back.';

-- Security definer, because no role may write approvals.
create function private.undo_approval(simulation_id uuid, actor uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.request_approvals as approval set second_by = null, second_at = null, second_reason = null
  where approval.simulation_id = $1 and approval.second_by = actor;
  if not found then
    perform private.drop_approval($1);
  end if;
end
$$;
comment on function private.undo_approval is 'Undoes the part of a member of staff in an approval. The approval of the first person then waits again for a second one.';

-- Security definer, because no role may write approvals. The lock makes a second approval and this call take turns.
create function private.withdraw_first_approval(simulation_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request constant public.simulations := private.lock_simulation($1);
begin
  delete from private.request_approvals as approval
  where approval.simulation_id = request.id and request.status = 'pending'
    and approval.second_at is null and approval.approved_by = (select auth.uid());
  if not found then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  perform private.note('undo-decision', request.id, '{"decision": "first"}');
  return jsonb_build_object('changed', true, 'status', request.status);
end
$$;
call private.expose('withdraw_first_approval', 'authenticated',
  'Withdraws the caller''s own approval that waits for a second person; changed is false when it does not wait.',
  needs => 'requests', action => 'undo-decision');

-- A person could approve a request alone with a low rent and then offer conditions with a high one, so the higher rent
-- of both counts. Security definer, because no role may read approvals.
create function private.offer_refusal(request public.simulations, rent numeric, actor uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  first private.request_approvals := private.waiting_approval(request);
  may_be_second constant boolean := private.holds_right(actor, 'requests');
begin
  if private.rent_state(greatest(rent, request.rental_value), request.monthly_income) <> 'second' then
    return null;
  end if;
  if request.status = 'approved' then
    if may_be_second and request.reviewed_by is distinct from actor or exists (
      select from private.request_approvals as approval
      where approval.simulation_id = request.id and approval.second_at is not null
        and approval.version = private.request_version(request.id) and rent <= request.rental_value
    ) then
      return null;
    end if;
  elsif may_be_second and first.approved_by <> actor and rent <= request.rental_value then
    return null;
  end if;
  return format('O aluguel passa de %s%% da renda, e isso pede duas pessoas. ', (
    select settings.rent_second_percent from private.staff_settings as settings
  )) || case request.status
    when 'approved' then
      'Quem aprovou este pedido não envia sozinho estas condições. '
        || private.people_with('requests', array_remove(array[request.reviewed_by], null))
    else 'Aprove a simulação; as condições saem depois que outra pessoa também aprovar.'
  end;
end
$$;
comment on function private.offer_refusal is 'Returns why a member of staff may not offer conditions with this rent, because two people have to agree; null when the member may. For an approved request, a member other than the one who approved is the second person.';
grant execute on function private.offer_refusal to service_role;

-- Answers of credit bureaus. Staff ask a bureau outside the site and record the answer; nothing here calls a bureau.
create table private.bureau_answers (
  id uuid primary key,
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  source text not null check (char_length(btrim(source)) between 2 and 60),
  answered_on date not null,
  score integer check (score between 0 and 1000),
  note text check (char_length(btrim(note)) between 3 and 1000),
  file_path text unique check (char_length(file_path) <= 400),
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default now(),
  recorded_by uuid references auth.users (id) on delete set null,
  aside_at timestamptz,
  aside_by uuid references auth.users (id) on delete set null,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint bureau_answers_file_is_whole check (num_nonnulls(file_path, file_type, file_sha256) in (0, 3)),
  constraint bureau_answers_aside_has_reason check ((aside_at is null) = (aside_reason is null))
);
comment on table private.bureau_answers is 'Answers of credit bureaus about the applicant of a request. An answer never changes; staff set a wrong one aside with a reason.';
comment on column private.bureau_answers.id is 'Id that the form makes, so that sending it again records no second answer. The file has the same id.';
comment on column private.bureau_answers.answered_on is 'Day on which the bureau answered.';
comment on column private.bureau_answers.score is 'Score from 0 to 1000; null when the bureau gave none.';
comment on column private.bureau_answers.file_path is 'Path of the file in the bucket request-documents: <request id>/<file>; null without a file.';
create index bureau_answers_by_request on private.bureau_answers (simulation_id, recorded_at);
create index bureau_answers_by_author on private.bureau_answers (recorded_by);
create index bureau_answers_by_remover on private.bureau_answers (aside_by);
alter table private.bureau_answers enable row level security;

create function private.refuse_bureau_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (to_jsonb(new) - '{file_path,file_type,file_sha256,recorded_by,aside_at,aside_by,aside_reason}'::text[])
    <> (to_jsonb(old) - '{file_path,file_type,file_sha256,recorded_by,aside_at,aside_by,aside_reason}'::text[])
    or old.file_path is not null and row(new.file_path, new.file_type, new.file_sha256)
      is distinct from row(old.file_path, old.file_type, old.file_sha256)
    or old.aside_at is not null and row(new.aside_at, new.aside_reason)
      is distinct from row(old.aside_at, old.aside_reason)
    -- Deleting the account of a member of staff empties these columns.
    or new.recorded_by is not null and new.recorded_by is distinct from old.recorded_by
    or old.aside_at is not null and new.aside_by is not null and new.aside_by is distinct from old.aside_by
  then
    raise exception 'answers of bureaus are append-only' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.refuse_bureau_change is 'Refuses to change an answer of a bureau, for every role. An answer gets its file once and is set aside once.';
create trigger refuse_change before update on private.bureau_answers
for each row execute function private.refuse_bureau_change();

create function private.bureau_answers_of(simulation_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', answer.id, 'source', answer.source, 'answeredOn', answer.answered_on, 'score', answer.score,
    'note', answer.note, 'hasFile', answer.file_path is not null,
    'recordedAt', answer.recorded_at, 'who', private.staff_name(answer.recorded_by),
    'aside', case when answer.aside_at is not null then jsonb_build_object(
      'at', answer.aside_at, 'who', private.staff_name(answer.aside_by), 'reason', answer.aside_reason
    ) end
  ) order by answer.aside_at is not null, answer.answered_on desc, answer.recorded_at desc), '[]')
  from private.bureau_answers as answer where answer.simulation_id = $1;
$$;
comment on function private.bureau_answers_of is 'Lists the answers of credit bureaus for staff, the newest first, and those set aside last.';

-- Security definer, because no role may write answers of bureaus.
create function private.record_bureau_answer(simulation_id uuid, answer_id uuid, answer jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request constant public.simulations := private.lock_simulation($1);
  source constant text := btrim(answer ->> 'source');
  note constant text := nullif(btrim(answer ->> 'note'), '');
  day constant text := answer ->> 'answeredOn';
  score constant text := nullif(answer ->> 'score', '');
begin
  if exists (select from private.bureau_answers as known where known.id = $2) then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  if request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;
  if coalesce(char_length(source), 0) not between 2 and 60 then
    perform private.reject('Informe de onde veio a resposta, com 2 a 60 caracteres.', 'source');
  end if;
  if coalesce(not pg_input_is_valid(day, 'date'), true) then
    perform private.reject('Informe o dia da resposta.', 'answeredOn');
  elsif day::date not between private.today_in_brasilia() - 365 and private.today_in_brasilia() then
    perform private.reject('O dia da resposta é hoje ou antes, há no máximo um ano.', 'answeredOn');
  end if;
  if score !~ '^[0-9]{1,4}$' or score::integer > 1000 then
    perform private.reject('Informe um número inteiro de 0 a 1.000.', 'score');
  end if;
  if char_length(note) not between 3 and 1000 then
    perform private.reject('Escreva a observação com 3 a 1.000 caracteres.', 'note');
  end if;
  insert into private.bureau_answers (id, simulation_id, source, answered_on, score, note, recorded_by)
  values ($2, request.id, source, day::date, score::integer, note, (select auth.uid()));
  perform private.note('record-bureau-answer', request.id, jsonb_build_object('answer', $2));
  return jsonb_build_object('changed', true, 'status', request.status);
end
$$;
call private.expose('record_bureau_answer', 'authenticated',
  'Records the answer of a credit bureau about the applicant of a pending request, {source, answeredOn, score, note}, once per answer_id. Calls no bureau.',
  needs => 'requests');

-- Security definer, because no role may write answers of bureaus.
create function private.set_bureau_answer_aside(answer_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request_id uuid;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Diga por que a resposta não vale, com 3 a 500 caracteres.', 'reason');
  end if;
  select answer.simulation_id into request_id from private.bureau_answers as answer where answer.id = $1;
  perform private.require_found(found, 'Resposta não encontrada.');
  update private.bureau_answers as answer
  set aside_at = now(), aside_by = (select auth.uid()), aside_reason = btrim($2)
  where answer.id = $1 and answer.aside_at is null;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('set-bureau-answer-aside', request_id, jsonb_build_object('answer', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('set_bureau_answer_aside', 'authenticated',
  'Sets an answer of a credit bureau aside, once, with a reason. The answer is kept, but it no longer counts.',
  needs => 'requests');

-- An upload has two steps: open_bureau_upload checks before the file is read, receive_bureau_file writes the file into
-- the row. The edge function has checked the right. Security definer, because no role may read answers of bureaus.
create function private.open_bureau_upload(holder uuid, answer_id uuid, address_hash text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answer private.bureau_answers;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  select * into answer from private.bureau_answers as known where known.id = $2;
  if answer.id is null or not private.holds_right($1, 'requests') then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', answer.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'simulationId', answer.simulation_id, 'keptSha256', answer.file_sha256,
    'isOpen', answer.file_path is null and answer.aside_at is null
  ));
end
$$;
call private.expose('open_bureau_upload', 'service_role',
  'Reports whether a member of staff may add the file of an answer of a credit bureau, and the hash of the file that it has; null for an unknown answer. Service role only.');

-- Security definer, because no role may write answers of bureaus.
create function private.receive_bureau_file(
  holder uuid, answer_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answer private.bureau_answers;
begin
  select * into answer from private.bureau_answers as known where known.id = $2 for update;
  if answer.id is null or not private.holds_right($1, 'requests') then
    return null;
  end if;
  if answer.file_path is not null or answer.aside_at is not null then
    return jsonb_build_object('isKept', answer.file_sha256 is not distinct from $5, 'changed', false);
  end if;
  update private.bureau_answers as known set file_path = $3, file_type = $4, file_sha256 = $5
  where known.id = $2;
  perform private.note(
    'record-bureau-answer', answer.simulation_id, jsonb_build_object('answer', $2, 'status', 'file'), $1
  );
  return '{"isKept": true, "changed": true}';
end
$$;
call private.expose('receive_bureau_file', 'service_role',
  'Records a stored file as the file of an answer of a credit bureau, once. isKept is false when the answer has another file or was set aside; null for an unknown answer. Service role only.');

-- 08_requests_documents.sql
-- Each row is a requested document. One mail lists all documents that are requested or refused within a short time.
create table public.asked_documents (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  kind text not null check (kind in ('identity', 'income', 'residence', 'other')),
  note text check (char_length(btrim(note)) between 3 and 500),
  status text not null default 'asked' check (status in ('asked', 'sent', 'accepted', 'refused')),
  asked_at timestamptz not null default now(),
  asked_by uuid references auth.users (id) on delete set null,
  file_count integer not null default 0 check (file_count between 0 and 10),
  file_bytes integer not null default 0 check (file_bytes between 0 and 52428800),
  sent_at timestamptz,
  emptied_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  refusal_reason text check (char_length(btrim(refusal_reason)) between 3 and 500),
  constraint asked_documents_sent_have_file check (status in ('asked', 'refused') or file_count > 0),
  constraint asked_documents_refused_have_reason
    check ((status = 'refused') = (refusal_reason is not null)),
  constraint asked_documents_other_is_described check (kind <> 'other' or note is not null)
);
comment on table public.asked_documents is 'Documents that staff requested from an applicant. Staff accept or refuse all files of a document together.';
comment on column public.asked_documents.file_count is 'Number of files in asked_files. The trigger count_asked_file maintains it, so that the check limits it.';
comment on column public.asked_documents.file_bytes is 'Size of all files in asked_files, maintained like file_count.';
comment on column public.asked_documents.sent_at is 'Time at which the newest file arrived.';
comment on column public.asked_documents.emptied_at is 'Time at which the applicant removed the last file; null after a new file.';

create index asked_documents_by_simulation on public.asked_documents (simulation_id, asked_at);
create index asked_documents_by_asker on public.asked_documents (asked_by);
create index asked_documents_by_decider on public.asked_documents (decided_by);
-- The next three indexes serve queue_version, and the counts and lists of the queue of requests.
create index asked_documents_by_change on public.asked_documents
  (greatest(asked_at, sent_at, decided_at, emptied_at));
create index asked_documents_to_read on public.asked_documents (simulation_id)
  where status = 'sent';
create index asked_documents_awaited on public.asked_documents (simulation_id)
  where status in ('asked', 'refused');

alter table public.asked_documents enable row level security;
grant select, insert, update, delete on public.asked_documents to service_role;

-- A document may have several files: front and back, or three payslips.
create table public.asked_files (
  id uuid primary key,
  document_id uuid not null references public.asked_documents (id) on delete cascade,
  file_path text not null unique check (char_length(file_path) <= 400),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  constraint asked_files_come_once unique (document_id, file_sha256)
);
comment on table public.asked_files is 'Files that an applicant sent for a requested document, in the order of their arrival. Rows are inserted and deleted, never changed.';
comment on column public.asked_files.id is 'Id that the browser makes, so that a file that is sent again is recognised.';
comment on column public.asked_files.file_path is 'Path of the file in the bucket request-documents: <request id>/<file>.';
comment on column public.asked_files.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same content is recognised by this hash.';
comment on column public.asked_files.bytes is 'Size of the stored file.';
alter table public.asked_files enable row level security;
grant select, insert, delete on public.asked_files to service_role;

-- The update locks the document, so two concurrent uploads cannot both take the last free place.
create function private.count_asked_file() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.asked_documents as asked
    set file_count = file_count + 1, file_bytes = file_bytes + new.bytes
    where asked.id = new.document_id;
  else
    update public.asked_documents as asked
    set file_count = file_count - 1, file_bytes = file_bytes - old.bytes
    where asked.id = old.document_id;
  end if;
  return null;
end
$$;
comment on function private.count_asked_file is 'Trigger that counts the files of a document and their bytes.';

create trigger count_asked_file after insert or delete on public.asked_files
for each row execute function private.count_asked_file();

create function private.files_of_document(document_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', file.id, 'type', file.file_type, 'bytes', file.bytes, 'receivedAt', file.received_at
  ) order by file.received_at, file.id), '[]')
  from public.asked_files as file where file.document_id = $1;
end;
comment on function private.files_of_document is 'Lists the files of a requested document in the order of their arrival.';
grant execute on function private.files_of_document to service_role;

create function private.documents_wait() returns interval
language sql immutable
return interval '3 days';
comment on function private.documents_wait is 'Returns how long documents may be missing before staff see the request in the list `silent`.';
grant execute on function private.documents_wait to service_role;

-- No policy opens this bucket, so only the service role reads and writes files. People download by short-lived links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'request-documents', 'request-documents', false, 10485760,
  array['application/pdf', 'image/jpeg', 'image/png']
);

-- The caller has locked the request. The mail is sent after the undo period. Each further document restarts this
-- period.
create function private.queue_documents_mail(simulation public.simulations) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.outgoing_mail as mail set next_attempt_at = now() + private.undo_period()
  where mail.simulation_id = simulation.id and mail.template = 'documents-asked'
    and mail.status = 'queued' and mail.attempts = 0 and mail.next_attempt_at > now();
  if not found then
    perform private.enqueue_mail(
      'documents-asked', simulation.email, '{}', 'documents-asked:' || gen_random_uuid(),
      simulation_id => simulation.id, delay => private.undo_period()
    );
  end if;
end
$$;
comment on function private.queue_documents_mail is 'Queues one mail about the open documents of a request, or delays the mail that is already queued.';

-- Security definer, because staff have no grant. The lock makes concurrent requests and decisions take turns.
create function private.ask_documents(simulation_id uuid, kinds text[], note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  sentence constant text := nullif(btrim(note), '');
  asked integer;
begin
  request := private.lock_simulation($1);
  if request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', request.status);
  end if;

  insert into public.asked_documents (simulation_id, kind, note, asked_by)
  select $1, wanted.kind, sentence, (select auth.uid())
  from (select distinct unnest(kinds) as kind) as wanted
  where not exists (
    select from public.asked_documents as earlier
    where earlier.simulation_id = $1 and earlier.kind = wanted.kind and earlier.status <> 'accepted'
      -- Documents of kind 'other' are told apart by their note.
      and (wanted.kind <> 'other' or earlier.note = sentence)
  );
  get diagnostics asked = row_count;
  if asked > 0 then
    perform private.note('ask-documents', $1, jsonb_build_object('kinds', kinds));
    perform private.queue_documents_mail(request);
  end if;
  return jsonb_build_object('changed', asked > 0, 'status', request.status);
end
$$;
call private.expose('ask_documents', 'authenticated',
  'Asks the applicant of a pending request for kinds of documents, each once while it is open, in one mail.',
  'simulation_id uuid, kinds text[], note text default null',
  needs => 'requests');

-- Security definer, because staff have no grant on asked_documents.
create function private.decide_document(
  document_id uuid, files uuid[], decision text, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  action constant text := case decision when 'accepted' then 'accept' else 'refuse' end || '-document';
begin
  -- Every function locks the request before the document, so that no deadlock can occur.
  select simulation.* into request
  from public.simulations as simulation
  where simulation.id = (
    select asked.simulation_id from public.asked_documents as asked where asked.id = $1
  )
  for update;
  select * into document from public.asked_documents as asked where asked.id = $1 for update;
  perform private.require_found(document.id is not null, 'Documento não encontrado.');
  if document.status <> 'sent' or request.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', document.status);
  end if;
  -- The applicant may have added or removed files since staff read the list.
  if files is distinct from array(
    select file.id from public.asked_files as file where file.document_id = document.id
    order by file.received_at, file.id
  ) then
    raise sqlstate 'PT409' using message = 'A pessoa mudou os arquivos deste documento. Confira de novo.';
  end if;

  update public.asked_documents as asked
  set status = decision, decided_at = now(), decided_by = (select auth.uid()),
    refusal_reason = case when decision = 'refused' then btrim(reason) end
  where asked.id = $1;
  perform private.note(
    action, request.id, jsonb_build_object('document', document.id, 'kind', document.kind)
  );
  if decision = 'refused' then
    perform private.queue_documents_mail(request);
  end if;
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
comment on function private.decide_document is 'Accepts or refuses a document with all its files, once. Raises PT409 unless `files` lists exactly the files of the document, in the order of their arrival. accept_document and refuse_document call this function.';

-- Security definer, because callers may not call private.decide_document.
create function private.accept_document(document_id uuid, files uuid[]) returns jsonb
language sql security definer
set search_path = ''
as $$
  select private.decide_document($1, $2, 'accepted', null);
$$;
call private.expose('accept_document', 'authenticated',
  'Accepts an uploaded document with the files that were on the screen; a second call changes nothing.',
  needs => 'requests');

-- Security definer, because callers may not call private.decide_document.
create function private.refuse_document(document_id uuid, files uuid[], reason text) returns jsonb
language sql security definer
set search_path = ''
as $$
  select private.decide_document($1, $2, 'refused', $3);
$$;
call private.expose('refuse_document', 'authenticated',
  'Refuses an uploaded document with the files that were on the screen, and mails the reason; a second call changes nothing.',
  needs => 'requests');

-- Security definer, because staff have no grant on asked_documents.
create function private.list_request_documents(simulation_id uuid)
returns table (
  id uuid, kind text, note text, status text, asked_at timestamptz, sent_at timestamptz,
  decided_at timestamptz, refusal_reason text, files jsonb
)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.record_reading('read-simulations', array[$1]);
  return query
    select asked.id, asked.kind, asked.note, asked.status, asked.asked_at, asked.sent_at,
      asked.decided_at, asked.refusal_reason, private.files_of_document(asked.id)
    from public.asked_documents as asked
    where asked.simulation_id = $1
    order by asked.asked_at, asked.kind, asked.id;
end
$$;
call private.expose('list_request_documents', 'authenticated',
  'Lists the documents asked for a request with their files, in the order of asking. Records the read.',
  needs => 'read');

-- Every opening is recorded, because documents are identity papers. Security definer, because staff have no grant.
create function private.view_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  opened record;
begin
  select asked.simulation_id as subject, file.file_path as path, asked.kind, asked.id as document into opened
  from public.asked_files as file join public.asked_documents as asked on asked.id = file.document_id
  where file.id = $1
  union all
  select ending.contract_id, said.proof_path, 'keys', said.proof_id
  from public.handover_statements as said join public.contract_endings as ending on ending.id = said.ending_id
  where said.proof_id = $1 and said.proof_path is not null
  union all
  select answer.simulation_id, answer.file_path, 'bureau', answer.id
  from private.bureau_answers as answer where answer.id = $1 and answer.file_path is not null;
  perform private.require_found(found, 'Documento não encontrado.');
  perform private.note(
    'view-document', opened.subject,
    jsonb_build_object('document', opened.document, 'file', $1, 'kind', opened.kind)
  );
  return jsonb_build_object('path', opened.path);
end
$$;
call private.expose('view_document', 'authenticated',
  'Returns the path of a file of a requested document, of a receipt of the keys or of the answer of a credit bureau, for a signed link. document_id is the id of the file, of the receipt or of the answer. Records each view.',
  needs => 'read');

create function private.takes_document_files(request public.simulations, document public.asked_documents) returns boolean
language sql stable
return request.status = 'pending' and document.status <> 'accepted';
comment on function private.takes_document_files is 'Reports whether the applicant may add and remove files of a document: until staff accept it or decide the request.';
grant execute on function private.takes_document_files to service_role;

-- An upload has two steps: open_document_upload checks before the file is read, receive_document writes the row.
create function public.open_document_upload(
  secret_hash text, document_id uuid, file_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
begin
  perform private.require_within_limit('document-by-address', address_hash);
  request := private.find_tracked(secret_hash);
  select * into document
  from public.asked_documents as asked
  where asked.id = document_id and asked.simulation_id = request.id;
  if document.id is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('document-by-document', document.id::text);
  return jsonb_strip_nulls(jsonb_build_object(
    'simulationId', request.id,
    -- A retry of an upload that already succeeded gets the result of the first attempt.
    'keptSha256', (
      select file.file_sha256 from public.asked_files as file
      where file.id = $3 and file.document_id = document.id
    ),
    'isOpen', private.takes_document_files(request, document)
  ));
end
$$;
comment on function public.open_document_upload is 'Reports whether the holder of a request''s link may now upload a file for this document. Also returns the hash of the file that is stored under this id. Null for an unknown link or document. Service role only.';
grant execute on function public.open_document_upload to service_role;

create function public.receive_document(
  secret_hash text, document_id uuid, file_id uuid, file_path text, file_type text, file_sha256 text,
  bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  kept public.asked_files;
begin
  request := private.find_tracked(secret_hash);
  -- Reads the request again under the lock, because staff may meanwhile have decided the request.
  select * into request from public.simulations where id = request.id for update;
  select * into document
  from public.asked_documents as asked
  where asked.id = document_id and asked.simulation_id = request.id
  for update;
  if document.id is null then
    return null;
  end if;
  select * into kept
  from public.asked_files as file
  where file.id = $3 or file.document_id = document.id and file.file_sha256 = $6
  order by file.id <> $3 limit 1;
  if kept.id is not null and (
    kept.document_id <> document.id or kept.file_sha256 <> $6 or kept.id = $3 or document.status <> 'refused'
  ) then
    return jsonb_build_object(
      'isKept', kept.document_id = document.id and kept.file_sha256 = $6, 'changed', false
    );
  end if;
  if not private.takes_document_files(request, document) then
    return '{"isKept": false, "changed": false}';
  end if;
  -- After a refusal, a file that staff have already seen may be chosen again. It is an answer, but not another file.
  if kept.id is null then
    if document.file_count >= 10 or document.file_bytes + $7 > 52428800 then
      return '{"isKept": false, "changed": false, "isFull": true}';
    end if;
    insert into public.asked_files (id, document_id, file_path, file_type, file_sha256, bytes)
    values ($3, document.id, $4, $5, $6, $7);
  end if;
  update public.asked_documents as asked
  set status = 'sent', sent_at = now(), emptied_at = null,
    decided_at = null, decided_by = null, refusal_reason = null
  where asked.id = document.id;
  -- The time to answer a request pauses while documents are missing. The upload of the last missing document therefore
  -- moves the deadline by the wait for that document.
  if document.status <> 'sent' and not private.is_awaiting_documents(request.id) then
    update public.simulations
    set answer_due_at = answer_due_at
      + (now() - greatest(document.asked_at, document.decided_at, document.emptied_at))
    where simulations.id = request.id;
  end if;
  perform private.note(
    'send-document', request.id,
    jsonb_build_object('document', document.id, 'file', coalesce(kept.id, $3), 'kind', document.kind)
  );
  return jsonb_build_object('isKept', true, 'changed', kept.id is null);
end
$$;
comment on function public.receive_document is 'Records a stored file as one of the files of its document: at most 10 files and 50 MB, each content once. The upload of the last missing document moves the deadline of the answer by the wait for that document. isKept is false when the upload came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_document to service_role;

create function public.withdraw_file(secret_hash text, file_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  document public.asked_documents;
  path text;
begin
  request := private.open_tracked(secret_hash, address_hash, 'document-by-address');
  if request.id is null then
    return null;
  end if;
  select * into request from public.simulations where id = request.id for update;
  select asked.* into document
  from public.asked_documents as asked
  where asked.simulation_id = request.id and asked.id = (
    select file.document_id from public.asked_files as file where file.id = $2
  )
  for update;
  if document.id is null then
    return '{"changed": false, "isOpen": true}';
  end if;
  if not private.takes_document_files(request, document) then
    return '{"changed": false, "isOpen": false}';
  end if;
  if document.file_count = 1 and document.status = 'sent' then
    update public.asked_documents as asked
    set status = 'asked', sent_at = null, emptied_at = now()
    where asked.id = document.id;
  end if;
  delete from public.asked_files as file where file.id = $2 returning file.file_path into path;
  perform private.note(
    'withdraw-file', request.id,
    jsonb_build_object('document', document.id, 'file', $2, 'kind', document.kind)
  );
  return jsonb_build_object('changed', true, 'isOpen', true, 'path', path);
end
$$;
comment on function public.withdraw_file is 'Removes a file of a requested document for the holder of the request''s link, until staff accept the document. Returns {changed, isOpen, path}; changed is false for a file that is already removed or belongs to another request. Null for an unknown link. Service role only.';
grant execute on function public.withdraw_file to service_role;

-- 09_landlords.sql
-- Owners and agencies that receive letters. Staff find them by document or name. Access: 29_landlords_access.sql.
create table public.landlords (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 3 and 100),
  kind text not null default 'owner' check (kind in ('owner', 'agency')),
  document text unique check (private.is_cpf(document) or private.is_cnpj(document)),
  notes text check (char_length(notes) <= 1000),
  created_at timestamptz not null default now()
);
comment on table public.landlords is 'Owners and agencies that receive letters of guarantee.';
comment on column public.landlords.document is 'CPF or CNPJ of the landlord without dots, slashes and hyphens; null until staff know it.';
create index landlords_by_name on public.landlords (private.search_key(name));
alter table public.landlords enable row level security;
grant select, insert, update, delete on public.landlords to service_role;

create function private.known_landlord(wanted jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  draft constant public.landlords := jsonb_populate_record(null::public.landlords, wanted);
  known uuid;
begin
  select landlord.id into known from public.landlords as landlord where landlord.id = draft.id;
  if known is null and draft.document is not null then
    -- If a concurrent call has just inserted this document, the select below finds that row.
    insert into public.landlords (name, kind, document)
    values (btrim(draft.name), coalesce(draft.kind, 'owner'), draft.document)
    on conflict (document) do nothing;
    select landlord.id into known
    from public.landlords as landlord where landlord.document = draft.document;
  end if;
  return known;
end
$$;
comment on function private.known_landlord is 'Returns the landlord with this {id} or {document}. Creates one from {name, kind} when the document is unknown. Returns null when neither id nor document is given.';
grant execute on function private.known_landlord to service_role;

-- Security definer, because staff have no grant on landlords.
create function private.find_landlords(search text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name_key constant text := private.search_key(btrim(coalesce(search, '')));
  signs constant text := upper(regexp_replace(coalesce(search, ''), '[^0-9A-Za-z]', '', 'g'));
  ids uuid[];
begin
  -- One or two characters match too many landlords, so staff must type at least three.
  if char_length(signs) < 3 then
    return '[]';
  end if;
  ids := array(
    select landlord.id from public.landlords as landlord
    where landlord.document = signs
      or strpos(private.search_key(landlord.name), name_key) > 0
    order by landlord.document is distinct from signs, landlord.name, landlord.id limit 6
  );
  perform private.record_reading('read-landlords', ids);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', landlord.id, 'name', landlord.name, 'kind', landlord.kind,
      'document', landlord.document, 'contracts', (
        select count(*) from public.leases as lease join public.contracts as contract on contract.lease_id = lease.id
        where lease.landlord_id = landlord.id
      )
    ) order by landlord.document is distinct from signs, landlord.name, landlord.id), '[]')
    from public.landlords as landlord where landlord.id = any (ids)
  );
end
$$;
call private.expose('find_landlords', 'authenticated',
  'Finds at most six landlords by document or part of the name. Records the read.',
  needs => 'read', action => 'read-landlords');

-- 10_offers.sql
-- An approved request passes through these stages: offer, acceptance, contract with its account, letter. The stage is
-- computed from the rows and never stored. The applicant reads an open offer on the page /acompanhar.
create table public.offers (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  property_type text not null check (private.is_property_type(property_type)),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  landlord_id uuid references public.landlords (id) on delete set null,
  renews_contract_id uuid,
  rental_value numeric(12, 2) not null check (rental_value between 0.01 and 9999999999.99),
  reference_value numeric(12, 2) not null check (reference_value between 0.01 and 9999999999.99),
  cover_limit numeric(12, 2) not null check (cover_limit between 0.01 and reference_value),
  fee numeric(12, 2) not null check (fee between 0 and 9999999999.99),
  fee_due_on date not null,
  letter_needs_fee boolean not null default false,
  payment_plan text not null check (payment_plan in ('pix', 'other')),
  instalments integer not null default 1 check (instalments between 1 and 12),
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 200),
  start_date date not null,
  past_start_reason text check (char_length(btrim(past_start_reason)) between 10 and 500),
  months integer not null check (months between 1 and 12),
  end_date date not null generated always as (
    (start_date + make_interval(months => months) - interval '1 day')::date
  ) stored,
  valid_until timestamptz not null,
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  reminded_at timestamptz,
  closed_at timestamptz,
  clauses jsonb not null default '[]' check (jsonb_typeof(clauses) = 'array'),
  adjustment_asked_at timestamptz,
  adjustment_reason text check (char_length(btrim(adjustment_reason)) between 10 and 1000),
  decline_reason text check (char_length(btrim(decline_reason)) between 10 and 1000),
  questions jsonb not null default '[]'
    check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 5),
  has_question boolean not null generated always as (
    jsonb_path_exists(questions, '$[*] ? (!(exists(@.answeredAt)))')
  ) stored,
  constraint offers_are_valid_for_a_while check (valid_until > created_at),
  -- The offer expires on or before the due date of the fee, and before the first day of the term. A start today or
  -- earlier is possible with past_start_reason.
  constraint offers_valid_before_start_and_due check (
    private.day_in_brasilia(valid_until) <= fee_due_on
    and (past_start_reason is not null or private.day_in_brasilia(valid_until) < start_date)
  ),
  constraint offers_instalments_are_pix check (
    instalments = 1 or payment_plan = 'pix' and fee >= instalments * 0.01
  ),
  constraint offers_other_plan_names_collector check (
    payment_plan = 'pix' or char_length(btrim(payment_method)) >= 10
  ),
  constraint offers_instalments_within_term check (
    instalments <= months
    and (fee_due_on + make_interval(months => instalments - 1))::date <= end_date
  ),
  constraint offers_closed_have_time check ((status = 'open') = (closed_at is null)),
  constraint offers_adjustments_have_time
    check ((adjustment_reason is null) = (adjustment_asked_at is null)),
  constraint offers_declined_have_reason check ((status = 'declined') = (decline_reason is not null))
);
comment on table public.offers is 'Conditions of a guarantee that staff offer to the applicant of an approved request.';
comment on column public.offers.cover_limit is 'Maximum payout in reais, by the business rules at the time of the offer.';
comment on column public.offers.fee is 'Fee for the whole term, in reais.';
comment on column public.offers.letter_needs_fee is 'Whether the letter is in force only after the first payment of the fee (the whole fee or its first instalment). Set by the business rules at the time of the offer.';
comment on column public.offers.fee_due_on is 'Due date of the fee, or of its first instalment. The others are due in the following months.';
comment on column public.offers.payment_plan is 'pix: the tenant pays the fee, or each monthly instalment, by Pix; other: somebody else collects the fee.';
comment on column public.offers.payment_method is 'Description of the payment plan for the applicant. For the plan "other", staff write it and name the collector.';
comment on column public.offers.past_start_reason is 'Reason for a start that is not after the day of the offer. The applicant reads the reason. Null for a later start.';
comment on column public.offers.renews_contract_id is 'Contract that this offer renews; null for the first contract of a request.';
comment on column public.offers.clauses is 'Clauses of the terms that limit rights, as published at the time of the offer: [{title, text}]. The applicant accepts each clause separately.';
comment on column public.offers.conditions_sha256 is 'SHA-256 of the PDF shown before acceptance. The file is at offer-documents/<offer id>/<this hash>.pdf, so no file is overwritten.';
comment on column public.offers.adjustment_reason is 'Change that the applicant wants in the conditions, in the applicant''s own words. The offer stays open.';
comment on column public.offers.decline_reason is 'Reason why the applicant declined the offer, in the applicant''s words.';
comment on column public.offers.questions is 'Questions of the applicant about the offer, at most five: [{id, clause, text, askedAt, answer, answeredAt}]. clause is absent when the question concerns no clause.';
comment on column public.offers.has_question is 'Whether a question of the applicant still has no answer.';

create unique index offers_one_open on public.offers (simulation_id) where status = 'open';
create unique index offers_one_accepted on public.offers (simulation_id, renews_contract_id)
  nulls not distinct where status = 'accepted';
create index offers_by_renewed on public.offers (renews_contract_id, created_at desc);
create index offers_by_simulation on public.offers (simulation_id, created_at desc) include (status);
create index offers_by_creation on public.offers (created_at);
create index offers_by_end on public.offers (valid_until) where status in ('open', 'expired');
create index offers_by_landlord on public.offers (landlord_id);
create index offers_by_author on public.offers (created_by);
create index offers_by_adjustment on public.offers (adjustment_asked_at)
  where adjustment_asked_at is not null;
create index offers_asked on public.offers (simulation_id) where has_question;
create index offers_declined on public.offers (closed_at) where status = 'declined';

alter table public.offers enable row level security;
grant select, insert, update, delete on public.offers to service_role;

-- No policy opens this bucket, so only the service role reads and writes files. People download by short-lived links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('offer-documents', 'offer-documents', false, 10485760, array['application/pdf']);

create function private.is_open(offer public.offers) returns boolean
language sql stable
-- Compares valid_until with the clock too, because the schedule may mark an offer as expired late.
return offer.status = 'open' and offer.valid_until > now();
comment on function private.is_open is 'Reports whether the applicant can accept an offer now.';
grant execute on function private.is_open to service_role;

create function private.offer_state(offer public.offers) returns text
language sql stable
return case
  when offer.status = 'open' and not private.is_open(offer) then 'expired' else offer.status
end;
comment on function private.offer_state is 'Returns the current status of an offer. The status is expired as soon as the validity ends, even while the stored status is still open.';
grant execute on function private.offer_state to service_role;

create function private.fee_instalments(fee numeric, instalments integer, first_due date)
returns table (instalment integer, amount numeric, due_on date)
language sql immutable strict
begin atomic
  select place,
    (div($1 * 100, $2) + (place <= mod($1 * 100, $2))::integer) * 0.01,
    ($3 + make_interval(months => place - 1))::date
  from generate_series(1, $2) as place;
end;
comment on function private.fee_instalments is 'Divides a fee, in reais, into monthly instalments. If the fee is not divisible, the first instalments are one cent higher. Each instalment is due on the first due date''s day of the month, or on the last day of a shorter month.';
grant execute on function private.fee_instalments to service_role;

create function private.instalment_list(fee numeric, instalments integer, first_due date) returns jsonb
language sql immutable strict
begin atomic
  select jsonb_agg(jsonb_build_object(
    'instalment', part.instalment, 'amount', part.amount, 'dueOn', part.due_on
  ) order by part.instalment)
  from private.fee_instalments($1, $2, $3) as part;
end;
comment on function private.instalment_list is 'Returns the instalments of a fee for display: [{instalment, amount, dueOn}]; null without a fee or due date.';
grant execute on function private.instalment_list to service_role;

create function private.fee_range(
  reference_value numeric, out standard numeric, out lowest numeric, out highest numeric
)
language sql stable
begin atomic
  select ruled.fee, greatest(round(ruled.fee * (100 - rule.spread) / 100, 2), rule.minimum),
    round(ruled.fee * (100 + rule.spread) / 100, 2)
  from (
    select private.business_decimal('feePercent', 0.1, 100, 8) as percent,
      private.business_number('feeMinimum', 0, 100000, 150) as minimum,
      (select settings.fee_range_percent from private.staff_settings as settings) as spread
  ) as rule
  cross join lateral (
    select greatest(round($1 * rule.percent / 100, 2), rule.minimum) as fee
  ) as ruled;
end;
comment on function private.fee_range is 'Returns three fees in reais for a reference value (the rent of all months of the guarantee), by the business rules and the limits of staff: the standard fee, and the lowest and highest fee that anybody may offer.';
grant execute on function private.fee_range to service_role;

create function private.offer_conditions(offer public.offers) returns jsonb
language sql stable
return jsonb_build_object(
  'id', offer.id, 'status', private.offer_state(offer), 'createdAt', offer.created_at,
  'validUntil', offer.valid_until, 'propertyType', offer.property_type,
  'landlordName', offer.landlord_name, 'rentalValue', offer.rental_value,
  'referenceValue', offer.reference_value, 'coverLimit', offer.cover_limit, 'fee', offer.fee,
  'feeDueOn', offer.fee_due_on, 'paymentPlan', offer.payment_plan,
  'paymentMethod', offer.payment_method,
  'instalments', private.instalment_list(offer.fee, offer.instalments, offer.fee_due_on),
  'letterNeedsFee', offer.letter_needs_fee, 'pastStartReason', offer.past_start_reason,
  'startDate', offer.start_date, 'endDate', offer.end_date, 'months', offer.months,
  'termsVersion', offer.terms_version, 'conditionsSha256', offer.conditions_sha256,
  'adjustmentAskedAt', offer.adjustment_asked_at
);
comment on function private.offer_conditions is 'Returns the conditions of an offer for display to staff and to the applicant.';
grant execute on function private.offer_conditions to service_role;

-- Skips an offer that was closed before its mail was sent, because the applicant never read that offer.
create function private.earlier_offer(offer public.offers) returns public.offers
language sql stable
begin atomic
  select former from public.offers as former
  where former.simulation_id = offer.simulation_id and former.id is distinct from offer.id
    and former.renews_contract_id is not distinct from offer.renews_contract_id
    and former.created_at < offer.created_at
    and least(former.closed_at, offer.created_at) >= former.created_at + private.undo_period()
  order by former.created_at desc, former.id limit 1;
end;
comment on function private.earlier_offer is 'Returns the last offer that the applicant read before this offer, for the same request or renewal. Each column is null when no earlier offer was read.';
grant execute on function private.earlier_offer to service_role;

-- The values of `field` are keys of offerTerms in contracts/requests/offer-terms.ts, which has a label for each key.
create function private.offer_changes(offer public.offers) returns jsonb
language sql stable
set search_path = ''
as $$
  with earlier (terms) as (
    select coalesce(
      (
        select private.offer_conditions(former) from private.earlier_offer(offer) as former
        where former.id is not null
      ),
      (
        select jsonb_build_object(
          'coverLimit', contract.cover_limit, 'fee', contract.fee,
          'paymentMethod', contract.payment_method, 'rentalValue', contract.rental_value,
          'referenceValue', contract.guarantee_reference_value,
          'months', contract.contract_duration_months, 'propertyType', contract.property_type,
          'landlordName', contract.landlord_name,
          'letterNeedsFee', contract.letter_fee <> 'apart'
        )
        from public.contracts as contract where contract.id = offer.renews_contract_id
      )
    )
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', term.field, 'before', earlier.terms -> term.field, 'after', shown.terms -> term.field
  ) order by term.place), '[]')
  from earlier, private.offer_conditions(offer) as shown (terms),
    unnest(array[
      'coverLimit', 'fee', 'feeDueOn', 'paymentMethod', 'rentalValue', 'referenceValue', 'months',
      'startDate', 'endDate', 'propertyType', 'landlordName', 'letterNeedsFee', 'termsVersion'
    ]) with ordinality as term (field, place)
  where earlier.terms ->> term.field is not null
    and earlier.terms -> term.field <> shown.terms -> term.field;
$$;
comment on function private.offer_changes is 'Returns the changed conditions of an offer: [{field, before, after}]. The comparison is with the last offer that the applicant read, or else with the contract that the offer renews.';
grant execute on function private.offer_changes to service_role;

create function private.offer_mail(offer public.offers) returns text
language sql stable
set search_path = ''
as $$
  select case
    when former.id is not null and private.offer_changes(offer) <> '[]' then 'offer-changed'
    when offer.renews_contract_id is not null then 'renewal-offered'
    else 'offer-made'
  end
  from private.earlier_offer(offer) as former;
$$;
comment on function private.offer_mail is 'Returns the template of the mail that brings an offer to the applicant.';
grant execute on function private.offer_mail to service_role;

create function private.property_line(simulation public.simulations) returns text
language sql immutable
-- Shortens the street, because contracts.property_address holds at most 300 characters.
return left(simulation.property_address, 294 - char_length(simulation.property_city)) || ', '
  || simulation.property_city || ', ' || simulation.property_state;
comment on function private.property_line is 'Returns the property address of a request on one line: street, city, state.';
grant execute on function private.property_line to service_role;

create function private.drop_offer_mail(offer_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail
  where status = 'queued'
    and idempotency_key in ('offer-made:' || $1, 'offer-reminder:' || $1);
$$;
comment on function private.drop_offer_mail is 'Deletes the unsent mails about an offer that is no longer open.';
grant execute on function private.drop_offer_mail to service_role;

create function private.check_offer(draft public.offers) returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  allowed record;
begin
  if draft.reference_value <> draft.rental_value * draft.months then
    perform private.reject('O valor de referência é o aluguel vezes os meses.', 'reference_value');
  end if;
  select * into allowed from private.fee_range(draft.reference_value);
  if draft.fee not between allowed.lowest and allowed.highest then
    perform private.reject(
      format(
        'Com esse aluguel e esse prazo, a taxa fica entre %s e %s.',
        private.money_text(allowed.lowest), private.money_text(allowed.highest)
      ),
      'fee'
    );
  end if;
  if draft.start_date <= today
    and coalesce(char_length(btrim(draft.past_start_reason)), 0) not between 10 and 500
  then
    perform private.reject(
      'Diga, em 10 a 500 caracteres, por que o início não é depois de hoje.', 'past_start_reason'
    );
  end if;
  if draft.fee_due_on < today then
    perform private.reject('O vencimento é hoje ou depois.', 'fee_due_on');
  end if;
  if draft.instalments > draft.months then
    perform private.reject('Há no máximo uma parcela por mês do prazo.', 'instalments');
  end if;
  if (draft.fee_due_on + make_interval(months => draft.instalments - 1))::date > draft.end_date then
    perform private.reject(
      'A última parcela venceria depois do fim da fiança, em '
        || to_char(draft.end_date, 'DD/MM/YYYY') || '.',
      'fee_due_on'
    );
  end if;
end
$$;
comment on function private.check_offer is 'Refuses an offer that breaks a rule, with a message for the form field. Table constraints also enforce the rules about days and instalments.';
grant execute on function private.check_offer to service_role;

create function private.read_offer(offer jsonb) returns public.offers
language plpgsql stable
set search_path = ''
as $$
declare
  draft public.offers := jsonb_populate_record(null::public.offers, offer);
begin
  draft.status := 'open';
  draft.created_at := now();
  draft.instalments := coalesce(draft.instalments, 1);
  draft.letter_needs_fee := coalesce(draft.letter_needs_fee, false);
  draft.landlord_name := btrim(draft.landlord_name);
  draft.payment_method := btrim(draft.payment_method);
  -- The database fills generated columns only in stored rows, so this function computes end_date itself.
  draft.end_date := (draft.start_date + make_interval(months => draft.months) - interval '1 day')::date;
  draft.past_start_reason := case
    when draft.start_date <= private.today_in_brasilia() then btrim(draft.past_start_reason)
  end;
  return draft;
end
$$;
comment on function private.read_offer is 'Converts an offer from JSON to a row of offers and fills in default values. The row is not stored.';
grant execute on function private.read_offer to service_role;

-- Service role only, because staff may not choose the amounts or the PDF. The edge function make-offer creates the
-- amounts and the PDF, and checks the caller.
create function public.make_offer(offer jsonb, actor uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  draft constant public.offers := private.read_offer(offer);
  request public.simulations;
  former uuid;
  renewed public.contracts;
  stored public.offers;
  outcome text;
  refusal text;
begin
  if not private.holds_right(actor, 'offers') then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  request := private.lock_simulation(draft.simulation_id);
  outcome := case
    -- The browser's form makes the id of the offer, so a second click finds the offer that the first click made.
    when exists (
      select from public.offers as made where made.id = draft.id and made.simulation_id = request.id
    ) then 'made'
    when request.status = 'rejected' then 'rejected'
    when exists (
      select from public.offers as made
      left join public.contracts as contract on contract.offer_id = made.id
      where made.simulation_id = request.id and made.status = 'accepted'
        and made.renews_contract_id is not distinct from draft.renews_contract_id
        and contract.status is distinct from 'cancelled'
    ) then 'accepted'
  end;
  if outcome is not null then
    return jsonb_build_object('changed', false, 'outcome', outcome);
  end if;
  -- Form and PDF show the data of one version of the request. A renewal shows those of the contract.
  if draft.renews_contract_id is null
    and ($1 ->> 'request_version')::integer is distinct from private.request_version(request.id) then
    raise sqlstate 'PT409' using
      message = 'Os dados deste pedido foram corrigidos. Feche, confira os dados novos e preencha de novo.';
  end if;
  if draft.renews_contract_id is not null then
    select contract.* into renewed
    from public.contracts as contract join public.offers as made on made.id = contract.offer_id
    where contract.id = draft.renews_contract_id and made.simulation_id = request.id
    for no key update of contract;
    perform private.require_found(found, 'Contrato não encontrado.');
    if not private.is_renewable(renewed) then
      return jsonb_build_object('changed', false, 'outcome', 'closed');
    end if;
    if draft.start_date <> renewed.end_date + 1 then
      perform private.reject('A renovação começa no dia depois do término.', 'start_date');
    end if;
    -- The tenant needs a new link: the former link may have expired or may have gone to a wrong e-mail address.
    perform private.renew_tracking_link(request.id);
  end if;
  perform private.check_offer(draft);

  refusal := case
    when draft.renews_contract_id is null then private.offer_refusal(request, draft.rental_value, actor)
  end;
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  if request.status = 'pending' then
    perform private.approve_request(request, actor, null);
  end if;
  -- Withdraws the accepted offer of a cancelled contract. The evidence of the acceptance is not deleted.
  update public.offers as made set status = 'withdrawn'
  where made.simulation_id = request.id and made.status = 'accepted'
    and made.renews_contract_id is not distinct from draft.renews_contract_id;
  update public.offers as made set status = 'withdrawn', closed_at = now()
  where made.simulation_id = request.id and made.status = 'open'
  returning made.id into former;
  perform private.drop_offer_mail(former);

  insert into public.offers (
    id, simulation_id, created_by, property_type, landlord_name, rental_value, reference_value,
    cover_limit, fee, fee_due_on, payment_plan, instalments, payment_method, start_date, months,
    past_start_reason, valid_until, terms_version, clauses, conditions_sha256, landlord_id,
    renews_contract_id, letter_needs_fee
  ) values (
    draft.id, request.id, actor, draft.property_type, draft.landlord_name, draft.rental_value,
    draft.reference_value, draft.cover_limit, draft.fee, draft.fee_due_on, draft.payment_plan,
    draft.instalments, draft.payment_method, draft.start_date, draft.months,
    draft.past_start_reason, draft.valid_until, draft.terms_version, draft.clauses,
    draft.conditions_sha256,
    private.known_landlord(jsonb_build_object(
      'id', draft.landlord_id, 'name', draft.landlord_name, 'kind', $1 ->> 'landlord_kind',
      'document', $1 ->> 'landlord_document'
    )),
    draft.renews_contract_id, draft.letter_needs_fee
  )
  on conflict (id) do nothing
  returning * into stored;
  if stored.id is null then
    raise sqlstate 'PT409' using
      message = 'Estas condições já foram enviadas para outra simulação. Atualize a página e preencha de novo.';
  end if;
  -- Staff whose form had the current version have seen all corrections.
  update public.simulations set corrected_at = null
  where id = request.id and corrected_at is not null and draft.renews_contract_id is null;
  perform private.note(
    'make-offer', request.id,
    jsonb_build_object('offer', draft.id, 'former', former, 'renews', renewed.id), actor
  );
  perform private.enqueue_mail(
    private.offer_mail(stored), private.address_of(request), '{}', 'offer-made:' || stored.id,
    simulation_id => request.id, delay => private.undo_period()
  );
  return jsonb_build_object('changed', true, 'outcome', 'made');
end
$$;
comment on function public.make_offer is 'Makes an offer once per id: approves a pending request, replaces an open offer and queues one mail. Raises PT409 when the id belongs to the offer of another request, or when request_version of a first offer is not the current version of the request, or when two people have to agree to its rent (offer_refusal). Service role only.';
grant execute on function public.make_offer to service_role;

-- Security definer, because staff have no grant on offers.
create function private.withdraw_offer(offer_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request_id uuid;
  withdrawn boolean;
begin
  -- Every function locks the request before the offer, so that no deadlock can occur.
  select simulation.id into request_id
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = offer_id for update of simulation;
  perform private.require_found(found, 'Proposta não encontrada.');
  update public.offers as offer set status = 'withdrawn', closed_at = now()
  where offer.id = offer_id and private.is_open(offer);
  withdrawn := found;
  if withdrawn then
    perform private.drop_offer_mail(offer_id);
    perform private.note('withdraw-offer', request_id, jsonb_build_object('offer', offer_id));
  end if;
  return jsonb_build_object('changed', withdrawn);
end
$$;
call private.expose('withdraw_offer', 'authenticated',
  'Withdraws an open offer.',
  needs => 'offers');

-- A second click changes nothing. Security definer, because staff have no grant on offers.
create function private.answer_question(offer_id uuid, question_id uuid, answer text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns below have the names of the parameters.
  wanted constant uuid := offer_id;
  words constant text := btrim(answer);
  request public.simulations;
  asked jsonb;
begin
  if coalesce(char_length(words), 0) not between 10 and 2000 then
    perform private.reject('Escreva de 10 a 2.000 caracteres.', 'answer');
  end if;
  -- Every function locks the request before the offer, so that no deadlock can occur.
  select simulation.* into request
  from public.simulations as simulation
  join public.offers as offer on offer.simulation_id = simulation.id
  where offer.id = wanted for update of simulation;
  select question into asked
  from public.offers as offer, jsonb_array_elements(offer.questions) as question
  where offer.id = wanted and question ->> 'id' = question_id::text;
  perform private.require_found(asked is not null, 'Pergunta não encontrada.');
  if asked ? 'answeredAt' then
    return jsonb_build_object('changed', false);
  end if;
  update public.offers as offer set questions = (
    select jsonb_agg(
      case when question = asked
        then asked || jsonb_build_object('answer', words, 'answeredAt', now()) else question
      end
      order by place
    )
    from jsonb_array_elements(offer.questions) with ordinality as each (question, place)
  )
  where offer.id = wanted;
  perform private.note(
    'answer-question', request.id, jsonb_build_object('offer', wanted, 'question', question_id)
  );
  perform private.enqueue_mail(
    'question-answered', private.address_of(request), '{}', 'question-answered:' || question_id,
    simulation_id => request.id
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('answer_question', 'authenticated',
  'Answers an applicant''s question about an offer, once and by mail.',
  needs => 'requests');

-- Security definer, because staff have no grant on offers. The audit trail records each call as a read.
create function private.list_offers(simulation_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.record_reading('read-offers', array[simulation_id]);
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(private.offer_conditions(offer) || jsonb_build_object(
      'createdBy', author.full_name, 'closedAt', offer.closed_at,
      'remindedAt', offer.reminded_at, 'adjustmentReason', offer.adjustment_reason,
      'declineReason', offer.decline_reason, 'questions', offer.questions,
      'landlord', (
        select jsonb_build_object('id', known.id, 'kind', known.kind, 'document', known.document)
        from public.landlords as known where known.id = offer.landlord_id
      ),
      'contractNumber', contract.contract_number, 'contractStatus', contract.status,
      'renews', private.renewed_terms(offer.renews_contract_id),
      'changes', private.offer_changes(offer),
      'acceptance', case when acceptance.contract_id is not null then jsonb_build_object(
        'acceptedAt', acceptance.accepted_at, 'fullName', acceptance.full_name,
        'clauses', acceptance.clauses, 'userAgent', acceptance.user_agent,
        'addressHash', acceptance.address_hash
      ) end
    )) order by offer.created_at desc), '[]')
    from public.offers as offer
    left join public.staff as author on author.user_id = offer.created_by
    left join public.contracts as contract on contract.offer_id = offer.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    where offer.simulation_id = list_offers.simulation_id
  );
end
$$;
call private.expose('list_offers', 'authenticated',
  'Lists the offers of a request, newest first, with the evidence of the acceptance.',
  needs => 'read', action => 'read-offers');

create function public.draft_offer(offer jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(private.offer_conditions(draft) || jsonb_build_object(
    'protocol', request.protocol, 'fullName', request.full_name, 'cpf', request.cpf,
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(request)),
    'renews', renewed.terms, 'changes', private.offer_changes(draft),
    'template', private.offer_mail(draft)
  ))
  from private.read_offer($1) as draft
  join public.simulations as request on request.id = draft.simulation_id
  cross join lateral private.renewed_terms(draft.renews_contract_id) as renewed (terms);
$$;
comment on function public.draft_offer is 'Returns the conditions of an offer that was not made yet, with applicant, property, instalments and changes. The PDF and the preview of the mail show these conditions. Null for an unknown request. Service role only.';
grant execute on function public.draft_offer to service_role;

create function private.remind_of_offers() returns void
language sql
set search_path = ''
as $$
  with due as (
    update public.offers as offer set reminded_at = now()
    where offer.status = 'open' and offer.reminded_at is null
      and offer.valid_until > now() and offer.valid_until <= now() + interval '48 hours'
      and now() >= offer.valid_until
        - least(interval '48 hours', (offer.valid_until - offer.created_at) / 2)
    returning offer.id, offer.simulation_id
  )
  select private.enqueue_mail(
    'offer-reminder', private.address_of(simulation), '{}', 'offer-reminder:' || due.id,
    simulation_id => simulation.id
  )
  from due join public.simulations as simulation on simulation.id = due.simulation_id;
$$;
comment on function private.remind_of_offers is 'Queues one reminder per open offer: two days before its validity ends, or halfway through a validity shorter than four days. The schedule calls this function.';
grant execute on function private.remind_of_offers to service_role;

create function private.expire_offers() returns void
language sql
set search_path = ''
as $$
  update public.offers set status = 'expired', closed_at = valid_until
  where status = 'open' and valid_until <= now();
$$;
comment on function private.expire_offers is 'Sets the status of open offers to expired after their validity has ended. Other functions compare valid_until with the clock, so they do not depend on this function.';
grant execute on function private.expire_offers to service_role;

-- 11_leases_contracts.sql
-- Tenants sign in with the contract number, so each auth user of a contract has an artificial e-mail address. Staff
-- read contracts only through functions that record each read in the audit trail.

create function private.new_contract_number() returns text
language sql volatile
-- The contract number has forty random bits, so nobody can find contracts by trying numbers.
return 'PF-' || to_char(now(), 'YYYY') || '-'
  || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
comment on function private.new_contract_number is 'Returns a contract number: PF, the year and ten random characters. Nobody can find contracts by trying numbers.';
grant execute on function private.new_contract_number to service_role;

-- A lease is the rental of one property by one landlord to one tenant. Its contracts are the periods of the guarantee,
-- each of at most twelve months. The property and the names stand on the contracts, because the tenant accepted them
-- for each period, and the latest contract has the current ones.
create table public.leases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  landlord_id uuid references public.landlords (id) on delete set null,
  landlord_by uuid,
  created_at timestamptz not null default now(),
  claims_end_told_on date,
  constraint leases_of_account unique (id, user_id)
);
comment on table public.leases is 'Rentals whose guarantee has one or more contracts. Reports, claims and addresses of landlords belong to the lease.';
comment on column public.leases.user_id is 'Account of the tenant. All contracts of the lease have the same account.';
comment on column public.leases.landlord_id is 'Landlord of whom staff know more than the name; null otherwise.';
comment on column public.leases.landlord_by is 'Member of staff who set the landlord; no foreign key, because the lease outlives the account.';
comment on column public.leases.claims_end_told_on is 'Date of the last reminder to tenant and landlord that the time for claims ends.';
create index leases_by_account on public.leases (user_id);
create index leases_by_landlord on public.leases (landlord_id);
alter table public.leases enable row level security;
grant select, insert, update, delete on public.leases to service_role;

create table public.contracts (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid not null,
  user_id uuid not null references auth.users (id) on delete restrict,
  contract_number text not null unique default private.new_contract_number()
    check (contract_number ~ '^PF-[0-9]{4}-[0-9A-F]{10}$'),
  status text not null default 'active' check (status in ('active', 'ended', 'cancelled')),
  tenant_name text not null check (char_length(btrim(tenant_name)) between 3 and 100),
  tenant_cpf text not null check (private.is_cpf(tenant_cpf)),
  tenant_email text check (private.is_email(tenant_email)),
  tenant_phone text check (private.is_phone(tenant_phone)),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  property_type text not null check (private.is_property_type(property_type)),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 300),
  rental_value numeric(12, 2) not null check (rental_value between 0 and 9999999999.99),
  guarantee_reference_value numeric(12, 2) not null
    check (guarantee_reference_value between 0 and 9999999999.99),
  start_date date not null,
  end_date date not null,
  contract_duration_months integer not null check (contract_duration_months between 1 and 12),
  payment_plan text not null check (payment_plan in ('pix', 'other')),
  instalments integer not null default 1 check (instalments between 1 and 12),
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 200),
  created_at timestamptz not null default now(),
  offer_id uuid unique references public.offers (id) on delete set null,
  property_city text check (char_length(btrim(property_city)) between 2 and 100),
  property_state text check (private.is_state(property_state)),
  cover_limit numeric(12, 2) check (cover_limit between 0 and guarantee_reference_value),
  fee numeric(12, 2) check (fee between 0 and 9999999999.99),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  close_reason text check (char_length(btrim(close_reason)) between 3 and 1000),
  ends_on date,
  password_set_at timestamptz,
  landlord_phone text check (private.is_phone(landlord_phone)),
  fee_due_on date,
  letter_fee text not null default 'apart' check (letter_fee in ('apart', 'awaited', 'paid')),
  renews_contract_id uuid references public.contracts (id) on delete set null,
  end_told_on date,
  renewal_asked_at timestamptz,
  renewal_asked_by text check (renewal_asked_by in ('tenant', 'landlord')),
  search_text text generated always as (
    private.search_key(
      ' ' || tenant_name || ' ' || coalesce(tenant_email, '') || ' ' || tenant_cpf
      || ' ' || contract_number || ' ' || coalesce(tenant_phone, '') || ' ' || landlord_name
      || ' ' || property_address
    )
  ) stored,
  constraint contracts_of_lease foreign key (lease_id, user_id) references public.leases (id, user_id) on delete cascade,
  constraint contracts_renewal_has_author check ((renewal_asked_at is null) = (renewal_asked_by is null)),
  constraint contracts_dates_in_order check (end_date > start_date),
  constraint contracts_instalments_are_pix check (instalments = 1 or payment_plan = 'pix'),
  constraint contracts_instalments_within_term check (instalments <= contract_duration_months),
  constraint contracts_ends_within_term check (
    ends_on is null or ends_on <= end_date and status = 'ended'
  )
);
comment on table public.contracts is 'Guarantee contracts. Only the auth user of a contract may read the row directly.';
comment on column public.contracts.lease_id is 'Lease of which this contract guarantees a period. A renewal belongs to the lease of the contract that it renews.';
comment on column public.contracts.user_id is 'Account of the tenant, as of the lease.';
comment on column public.contracts.tenant_email is 'E-mail address of the tenant, for recovery links. The account itself has a synthetic address.';
comment on column public.contracts.contract_duration_months is 'Length of the term in months, at most twelve. A renewal is a new contract.';
comment on column public.contracts.cover_limit is 'Maximum payout in reais; null for contracts that were made before offers existed.';
comment on column public.contracts.closed_at is 'Time when staff ended or cancelled the contract; null for a contract that ran its term.';
comment on column public.contracts.ends_on is 'Last day of the lease, on which the property was returned (Lei 8.245, art. 39). Staff enter the day. Null unless staff ended the contract.';
comment on column public.contracts.landlord_phone is 'Phone number of the property owner, who receives the letter. The tenant gave the number in the request.';
comment on column public.contracts.payment_plan is 'pix: the tenant pays the fee, or each monthly instalment, by Pix; other: somebody else collects the fee.';
comment on column public.contracts.payment_method is 'Payment plan in words.';
comment on column public.contracts.fee_due_on is 'Due date of the fee or of its first instalment, copied from the offer because the offer is deleted before the contract.';
comment on column public.contracts.letter_fee is 'awaited: the letter is not in force until the fee is paid; paid: the fee was paid; apart: the letter does not depend on the fee. private.follow_letter_fee changes this column when the fee is paid or a payment is reversed.';
comment on column public.contracts.renews_contract_id is 'Former contract that this contract renews; null for a first contract.';
comment on column public.contracts.end_told_on is 'Date of the last end-of-term reminder to tenant and landlord. Reminders are sent on certain days before the end.';
comment on column public.contracts.renewal_asked_at is 'Time when tenant or landlord last asked for a renewal.';
comment on column public.contracts.renewal_asked_by is 'Side that last asked for a renewal.';
comment on column public.contracts.password_set_at is 'Time when the tenant first chose a password. While this time is null, mails and pages offer a link that sets the first password.';
comment on column public.contracts.search_text is 'Text that the staff search reads: name, e-mail address, CPF, contract number, phone, landlord and property address, each preceded by a space.';

create index contracts_by_account on public.contracts (user_id);
create index contracts_by_tenant_email on public.contracts (lower(tenant_email));
create index contracts_by_lease on public.contracts (lease_id, user_id);
create unique index contracts_one_renewal on public.contracts (renews_contract_id)
  where status <> 'cancelled';
create index contracts_by_renewed on public.contracts (renews_contract_id);
create index contracts_by_closer on public.contracts (closed_by);
create index contracts_by_term on public.contracts (end_date, id);
create index contracts_by_keys on public.contracts (ends_on) where ends_on is not null;
-- private.page_ids uses this index to search contracts by text.
create index contracts_by_grams on public.contracts
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);

alter table public.contracts enable row level security;
-- Tenants may read why their contract ended, but not which member of staff ended it.
grant select (
  id, user_id, contract_number, status, tenant_name, tenant_cpf, tenant_email, tenant_phone,
  landlord_name, landlord_phone, property_type, property_address, property_city, property_state,
  rental_value, guarantee_reference_value, cover_limit, fee, start_date, end_date, contract_duration_months,
  payment_method, created_at, closed_at, close_reason, ends_on, fee_due_on, letter_fee, renews_contract_id,
  renewal_asked_at, lease_id
) on public.contracts to authenticated;
grant select, insert, update, delete on public.contracts to service_role;
-- The policies of documents, files and letters read this table, so this policy protects those rows as well.
create policy "Contract holders read their own contract" on public.contracts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_live_session()));

create function private.is_mine(contract public.contracts) returns boolean
language sql stable
return coalesce(contract.user_id = (select auth.uid()), false) and private.has_live_session();
comment on function private.is_mine is 'Reports whether the caller is the tenant of this contract and the session still exists. The policy on contracts repeats this rule in a form that can use an index.';

create function private.is_my_lease(lease_id uuid) returns boolean
language sql stable
return exists (
  select from public.leases as lease
  where lease.id = $1 and lease.user_id = (select auth.uid())
) and private.has_live_session();
comment on function private.is_my_lease is 'Reports whether the caller is the tenant of this lease and the session still exists.';

create function private.last_day(contract public.contracts) returns date
language sql stable
return coalesce(
  contract.ends_on, least(contract.end_date, private.day_in_brasilia(contract.closed_at))
);
comment on function private.last_day is 'Returns the last day of a contract: the end of the lease that staff entered, else the day of its cancellation, else the end of its term.';
grant execute on function private.last_day to service_role;

create function private.delete_empty_lease() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  delete from public.leases as lease
  where lease.id = old.lease_id
    and not exists (select from public.contracts as contract where contract.lease_id = old.lease_id);
  return null;
end
$$;
comment on function private.delete_empty_lease is 'Deletes a lease with its last contract.';
create trigger delete_empty_lease after delete on public.contracts
for each row execute function private.delete_empty_lease();

create function private.current_contract(lease_id uuid) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1
  order by contract.status = 'cancelled', contract.start_date desc, contract.created_at desc limit 1;
end;
comment on function private.current_contract is 'Returns the latest contract of a lease that is not cancelled, else the latest one. It has the current property and names.';
grant execute on function private.current_contract to service_role;

create function private.lease_of(contract_id uuid) returns public.leases
language sql stable
begin atomic
  select lease from public.contracts as contract join public.leases as lease on lease.id = contract.lease_id
  where contract.id = $1;
end;
comment on function private.lease_of is 'Returns the lease of a contract.';
grant execute on function private.lease_of to service_role;

create function private.claims_over_on(lease_id uuid) returns date
language sql stable
set search_path = ''
as $$
  select greatest(
    (select max(private.last_day(contract)) from public.contracts as contract where contract.lease_id = $1),
    (
      select max(
        case
          when claim.withdrawn_at is not null then private.day_in_brasilia(claim.withdrawn_at)
          when claim.final_at is null then 'infinity'
          else greatest(private.day_in_brasilia(claim.final_at), claim.review_until, (
            select max(coalesce(private.paid_on(charge), 'infinity')) from public.charges as charge
            where charge.claim_id = claim.id and charge.cancelled_at is null
          ))
        end
      )
      from public.claims as claim where claim.lease_id = $1
    )
  );
$$;
comment on function private.claims_over_on is 'Returns the day on which the retention period begins: the last day of a lease''s last contract or of its last claim, whichever is later; infinity while a claim is open.';
grant execute on function private.claims_over_on to service_role;

-- The retention period of a request begins on over_on. Before this day, a claim could still need the request as
-- evidence.
create view private.request_contracts with (security_invoker = true) as
  select offer.simulation_id, contract.id as contract_id,
    private.claims_over_on(contract.lease_id) as over_on
  from public.contracts as contract
  join public.offers as offer on offer.id = contract.offer_id;
comment on view private.request_contracts is 'Contracts that came from a request, each with the day on which its retention period begins (private.claims_over_on).';

-- The law gives at least seven days to withdraw (CDC, art. 49).
create function private.withdrawal_days() returns integer
language sql stable
return private.business_number('withdrawalDays', 7, 90, 7);
comment on function private.withdrawal_days is 'Returns the number of days after acceptance in which the tenant may withdraw, by the current business rules; at least seven.';
grant execute on function private.withdrawal_days to service_role;

-- The evidence of an acceptance is kept as long as the contract.
create table public.acceptances (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  offer_id uuid unique references public.offers (id) on delete set null,
  accepted_at timestamptz not null default now(),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  -- Title and text of each checkbox that the applicant ticked.
  clauses text[] not null check (array_length(clauses, 1) between 1 and 50),
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  address_hash text not null check (char_length(address_hash) between 16 and 128),
  user_agent text not null check (char_length(user_agent) <= 500),
  withdrawal_days integer not null default private.withdrawal_days()
    check (withdrawal_days between 7 and 90)
);
comment on table public.acceptances is 'Evidence of acceptances: person, accepted conditions, time and device. Rows never change.';
comment on column public.acceptances.withdrawal_days is 'Number of days in which the tenant may withdraw under the accepted terms.';
alter table public.acceptances enable row level security;
grant select, insert, delete on public.acceptances to service_role;

-- Security definer, because the auth server inserts the users and may not call functions in the schema private.
create function private.refuse_contract_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The trigger runs at the end of the transaction, because the admin API sets app_metadata after the insert.
  if tg_op = 'INSERT' and exists (
    select from auth.users as made
    where made.id = new.id and private.is_contract_account(made.email)
      and made.raw_app_meta_data ->> 'account' is distinct from 'contract'
  ) then
    -- The auth server turns SQLSTATE PTxyz into HTTP status xyz.
    raise sqlstate 'PT422' using message = 'Este endereço não pode ser cadastrado.';
  end if;
  if tg_op = 'UPDATE' and (
    new.email is distinct from old.email
      and (private.is_contract_account(new.email) or private.is_contract_account(old.email))
    or new.email_change is distinct from old.email_change and new.email_change <> ''
      and (private.is_contract_account(new.email_change) or private.is_contract_account(old.email))
  ) then
    raise sqlstate 'PT422' using message = 'O endereço desta conta não pode ser alterado.';
  end if;
  return new;
end
$$;
comment on function private.refuse_contract_address is 'Rejects new accounts under the contract domain, unless they are created with the secret key (app_metadata: account = contract). Also rejects changes of the e-mail address of a contract account.';

create constraint trigger refuse_contract_address_at_sign_up
after insert on auth.users
deferrable initially deferred
for each row execute function private.refuse_contract_address();
create trigger refuse_contract_address_at_change
before update of email, email_change on auth.users
for each row execute function private.refuse_contract_address();

create function private.is_running(contract public.contracts) returns boolean
language sql stable
return contract.status = 'active' and contract.end_date >= private.today_in_brasilia();
comment on function private.is_running is 'Reports whether a contract is active and its term has not ended. Other contracts get no reminders and cannot be corrected or ended.';
grant execute on function private.is_running to service_role;

-- The function derives the state from the dates, because the stored status stays active after the end of the term.
create function private.contract_state(contract public.contracts) returns text
language sql stable
return case
  when contract.status <> 'active' then contract.status
  when contract.end_date < private.today_in_brasilia() then 'expired'
  when contract.letter_fee = 'awaited' then 'awaiting_payment'
  when contract.start_date > private.today_in_brasilia() then 'upcoming'
  else 'in_force'
end;
comment on function private.contract_state is 'Returns the state of a contract for display: upcoming, in_force, awaiting_payment (until its fee is paid), expired (ran its term), ended or cancelled.';
grant execute on function private.contract_state to authenticated, service_role;

create function private.periods_of(lease_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', contract.id, 'number', contract.contract_number, 'state', private.contract_state(contract),
    'startDate', contract.start_date, 'endDate', contract.end_date, 'lastDay', private.last_day(contract)
  ) order by contract.start_date, contract.created_at), '[]')
  from public.contracts as contract where contract.lease_id = $1;
end;
comment on function private.periods_of is 'Returns the contracts of a lease, the earliest first: [{id, number, state, startDate, endDate, lastDay}].';
grant execute on function private.periods_of to service_role;

-- Security definer, because staff have no grant on contracts.
create function private.list_contracts(
  wanted_view text, wanted_search text, after_date date, after_id uuid, page_size integer, of_week date
)
returns table (
  id uuid, contract_number text, tenant_name text, landlord_name text, property_address text,
  start_date date, end_date date, state text, asked_until date, holder text, look_again_on date
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  is_running constant boolean := coalesce(wanted_view in ('active', 'upcoming', 'expiring'), false);
  page uuid[];
begin
  page := private.page_ids(
    'contracts', 'end_date', case when is_running then 'asc' else 'desc' end,
    case when is_running then format('end_date >= %L', today) else 'true' end,
    case wanted_view
      when 'active' then 'status = ''active'''
      when 'upcoming' then format('status = ''active'' and start_date > %L', today)
      when 'expiring' then format(
        'status = ''active'' and end_date between %L and %L',
        coalesce(of_week, today), coalesce(of_week + 6, today + 30)
      )
      when 'ending' then 'id in (select contract_id from public.contract_endings where status = ''asked'')'
      when 'mine' then format(
        'id in (select contract_id from public.case_holders where holder = %L)', (select auth.uid())
      )
      when 'ended' then format('(status = ''ended'' or status = ''active'' and end_date < %L)', today)
      when 'cancelled' then 'status = ''cancelled'''
      else (wanted_view is null)::text
    end,
    wanted_search, after_date::text, after_id, least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-contracts', page);
  return query
    select contract.id, contract.contract_number, contract.tenant_name, contract.landlord_name,
      contract.property_address, contract.start_date, contract.end_date,
      private.contract_state(contract), (
        select ending.answer_until from public.contract_endings as ending
        where ending.contract_id = contract.id and cardinality(private.handover_waits_for(ending)) > 0
      ), private.case_holder(null, contract.id), (
        select held.look_again_on from public.case_holders as held where held.contract_id = contract.id
      )
    from unnest(page) with ordinality as listed (contract_id, place)
    join public.contracts as contract on contract.id = listed.contract_id
    order by listed.place;
end
$$;
call private.expose('list_contracts', 'authenticated',
  'Lists one page of contracts: active and expiring ones by the nearest end, others by the latest. Expiring means within 30 days, or in the week that begins on a given day. asked_until is the last day of a side that is asked about the day of the keys. mine lists the contracts that the caller holds. The next page starts after the last row. Records the read.',
  'view text default null, search text default null, after_date date default null, after_id uuid default null, page_size integer default 20, week date default null',
  needs => 'read');

-- Security definer, because staff have no grant on contracts.
create function private.contract_detail(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  shown public.contracts;
begin
  select * into shown from public.contracts as contract where contract.id = wanted;
  perform private.require_found(found, 'Contrato não encontrado.');
  perform private.record_reading('read-contracts', array[wanted]);
  return to_jsonb(shown) - array['search_text', 'user_id', 'closed_by'] || jsonb_build_object(
    'periods', private.periods_of(shown.lease_id),
    'state', private.contract_state(shown),
    'regret_until', private.regret_until(shown),
    'keys_note', (
      select ending.keys_note from public.contract_endings as ending
      where ending.contract_id = wanted and ending.status = 'confirmed'
    ),
    'closed_by', private.staff_name(shown.closed_by),
    'request', (
      select jsonb_build_object('id', simulation.id, 'protocol', simulation.protocol)
      from public.offers as offer
      join public.simulations as simulation on simulation.id = offer.simulation_id
      where offer.id = shown.offer_id
    ),
    'renewal', private.renewal_state(shown),
    'renews', private.contract_name(shown.renews_contract_id),
    'renewed_by', (
      select private.contract_name(renewal.id) from public.contracts as renewal
      where renewal.renews_contract_id = wanted and renewal.status <> 'cancelled'
    ),
    'offer', (
      select jsonb_build_object(
        'created_at', offer.created_at, 'valid_until', offer.valid_until,
        'fee_due_on', offer.fee_due_on, 'terms_version', offer.terms_version,
        'conditions_sha256', offer.conditions_sha256,
        'who', private.staff_name(offer.created_by)
      )
      from public.offers as offer where offer.id = shown.offer_id
    ),
    'acceptance', (
      select to_jsonb(acceptance) - array['contract_id', 'offer_id']
      from public.acceptances as acceptance where acceptance.contract_id = wanted
    ),
    'letter', (
      select jsonb_build_object(
        'code', letter.code, 'issued_at', letter.issued_at, 'file_sha256', letter.file_sha256
      )
      from public.letters as letter where letter.contract_id = wanted
    ),
    'ending', private.contract_ending(shown),
    'corrections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', correction.id, 'status', correction.status, 'made_at', correction.made_at,
        'closed_at', correction.closed_at, 'reason', correction.reason,
        'accepted_name', correction.accepted_name,
        'who', private.staff_name(correction.made_by)
      ) order by correction.made_at desc), '[]')
      from private.contract_corrections as correction where correction.contract_id = shown.id
    ),
    'documents_job', (
      select jsonb_build_object('status', job.status, 'attempts', job.attempts)
      from public.document_jobs as job where job.contract_id = wanted
    ),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', document.id, 'document_name', document.document_name,
        'created_at', document.created_at,
        'is_issued', private.is_issued_document(document)
      ) order by document.created_at, document.document_name), '[]')
      from public.contract_documents as document where document.contract_id = wanted
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', mail.id, 'template', mail.template, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at desc), '[]')
      from public.outgoing_mail as mail where mail.contract_id = wanted
    ),
    'history', private.subject_history(wanted, 'read-contracts')
  ) || private.lease_landlord(shown.lease_id) || private.inspections_of(shown.lease_id);
end
$$;
call private.expose('contract_detail', 'authenticated',
  'Returns a contract with its offer, acceptance, letter, documents, mails and history. Records the read.',
  needs => 'read', action => 'read-contracts');

-- Contracts and leases are locked without their keys, so that rows about them can be inserted meanwhile. A lock of the
-- key would make somebody who has locked the lease wait for a mail about the contract, and the other way round.
create function private.lock_contract(contract_id uuid) returns public.contracts
language plpgsql
set search_path = ''
as $$
declare
  locked public.contracts;
begin
  select * into locked from public.contracts where id = contract_id for no key update;
  perform private.require_found(found, 'Contrato não encontrado.');
  return locked;
end
$$;
comment on function private.lock_contract is 'Locks a contract until the end of the transaction and returns the contract; raises PT404 for an unknown id.';
grant execute on function private.lock_contract to service_role;

-- Staff can close a contract before the end of its term and give a reason. The tenant gets the reason by mail after
-- the undo period. Security definer, because staff may not update contracts. The row lock prevents a second closing.
create function private.close_contract(
  contract_id uuid, wanted text, reason text, ends_on date, kind text, despite_claim boolean
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  last_day constant date := case when wanted = 'ended' then coalesce(ends_on, today) end;
  closed public.contracts;
  open_claim text;
begin
  if wanted is null or wanted not in ('ended', 'cancelled') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  if char_length(btrim(coalesce(reason, ''))) < 3 then
    perform private.reject('Informe o motivo.', 'reason');
  end if;
  if kind in ('moved-out', 'end-of-lease') then
    perform private.reject('O dia das chaves só vale depois de perguntado às duas partes: registre um pedido de encerramento.', 'kind');
  end if;
  closed := private.lock_contract(contract_id);
  if not private.is_running(closed) then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  if kind = 'regret' and private.regret_until(closed) is null then
    perform private.reject('O prazo de desistência deste contrato terminou.', 'kind');
  end if;
  if last_day > today then
    perform private.reject('A data não pode ser depois de hoje.', 'ends_on');
  end if;
  -- The earliest end is the start of the term, or today for a term that begins later.
  if last_day < least(closed.start_date, today) then
    perform private.reject('A data não pode ser antes do início do contrato.', 'ends_on');
  end if;
  open_claim := private.open_claim_of(closed.id);
  if open_claim is not null and not coalesce(despite_claim, false) then
    return jsonb_build_object(
      'changed', false, 'state', private.contract_state(closed), 'why', 'claim', 'protocol', open_claim
    );
  end if;
  update public.contracts as contract
  set status = wanted, closed_at = now(), closed_by = (select auth.uid()),
    close_reason = btrim(reason), ends_on = last_day
  where contract.id = contract_id
  returning contract.* into closed;
  perform private.note_closing(closed, kind);
  perform private.note(
    'close-contract', contract_id, jsonb_build_object('status', wanted, 'endsOn', last_day)
  );
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      'contract-ended', closed.tenant_email, '{}', 'contract-ended:' || closed.id,
      contract_id => closed.id, delay => private.undo_period()
    );
  end if;
  return jsonb_build_object(
    'changed', true, 'state', wanted,
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;
call private.expose('close_contract', 'authenticated',
  'Cancels a contract, or ends it today or on a past day of its term, once; the mail to the tenant quotes the reason. kind: that of contract_endings, but none that depends on the keys. why: claim (a claim is open and despite_claim is not true).',
  'contract_id uuid, status text, reason text, ends_on date default null, kind text default null, despite_claim boolean default false',
  needs => 'contracts');

-- A closing cannot be undone once a worker has claimed its mail or staff have made a later offer. This function and
-- make_offer both lock the request, so they cannot run at the same time. Security definer, because staff may not update
-- contracts.
create function private.undo_closing(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  closed public.contracts;
  reopened public.contracts;
  mail public.outgoing_mail;
begin
  perform from public.simulations as request
  where request.id = (
    select offer.simulation_id from public.offers as offer
    join public.contracts as contract on contract.offer_id = offer.id
    where contract.id = wanted
  )
  for update;
  closed := private.lock_contract(wanted);
  select * into mail from public.outgoing_mail as waiting
  where waiting.idempotency_key = 'contract-ended:' || wanted for update;
  if closed.status = 'active'
    or closed.closed_by is distinct from (select auth.uid())
    or closed.closed_at <= now() - private.undo_period()
    or mail.status <> 'queued' or mail.attempts > 0
    or exists (
      select from public.offers as offer
      where offer.id = closed.offer_id and offer.status <> 'accepted'
    )
  then
    return jsonb_build_object('changed', false, 'state', private.contract_state(closed));
  end if;
  delete from public.outgoing_mail as waiting
  where waiting.id = mail.id
    or waiting.contract_id = wanted and waiting.template = 'landlord-ended' and waiting.status = 'queued';
  update public.contracts as contract
  set status = 'active', closed_at = null, closed_by = null, close_reason = null, ends_on = null
  where contract.id = wanted
  returning contract.* into reopened;
  perform private.reopen_ending(closed);
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  select (select auth.uid()), 'undo-closing', wanted, 'done', trail.details
  from public.audit_trail as trail
  where trail.subject_id = wanted and trail.action = 'close-contract' and trail.outcome = 'done'
  order by trail.id desc limit 1;
  return jsonb_build_object('changed', true, 'state', private.contract_state(reopened));
end
$$;
call private.expose('undo_closing', 'authenticated',
  'Undoes the caller''s own closing of a contract while its mail waits; changed is false when it is too late.',
  needs => 'contracts');

-- Looks in outgoing_mail for an earlier mail about the same contract. Sent mails stay there for 30 days, so the
-- function skips terms that ended more than 14 days ago.
create function private.end_contracts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  contract public.contracts;
  queued integer := 0;
begin
  for contract in
    select * from public.contracts as ran_out
    where ran_out.status = 'active' and ran_out.tenant_email is not null
      and ran_out.end_date >= today - 14 and ran_out.end_date < today
      and not private.is_renewed(ran_out.id)
      and not exists (
        select from public.outgoing_mail as mail
        where mail.idempotency_key = 'contract-ended:' || ran_out.id
      )
    order by ran_out.end_date, ran_out.id
    limit 100
  loop
    perform private.enqueue_mail(
      'contract-ended', contract.tenant_email, '{}', 'contract-ended:' || contract.id,
      contract_id => contract.id
    );
    perform private.tell_landlord(contract.id, 'landlord-ended', 'ended');
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.end_contracts is 'Queues one mail for each contract whose term has just ended without a renewal, at most 100 per call; returns the number of mails. The schedule calls this function.';
grant execute on function private.end_contracts to service_role;

-- Security definer, because staff may not queue mail. The mail contains a new link, which voids the former link.
create function private.resend_access(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted text;
  reopened public.contracts;
begin
  reopened := private.lock_contract(contract_id);
  if reopened.tenant_email is null then
    return jsonb_build_object('changed', false, 'why', 'no-address');
  end if;
  if exists (
    select from public.document_jobs as job
    where job.contract_id = reopened.id and job.status <> 'done'
  ) then
    return jsonb_build_object('changed', false, 'why', 'not-ready');
  end if;
  wanted := private.access_mail(reopened);
  -- Prevents a second mail after a double click or a click by a colleague at the same time.
  if exists (
    select from public.outgoing_mail as mail
    where mail.contract_id = reopened.id and mail.template = wanted
      and mail.created_at > now() - interval '1 minute'
  ) then
    return jsonb_build_object('changed', false, 'why', 'just-sent');
  end if;
  perform private.enqueue_mail(
    wanted, reopened.tenant_email, '{}', wanted || ':' || reopened.id || ':' || now(),
    contract_id => reopened.id
  );
  perform private.note('resend-access', contract_id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('resend_access', 'authenticated',
  'Queues a mail with a new single-use link to a contract, at most one per minute.',
  needs => 'contracts');

-- Hides whether an address is known. For an unknown address, a mail is queued and rolled back, so that each call takes
-- the same time.
create function public.request_password_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  newest public.contracts;
  found_any boolean := false;
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Returns without an error at the limit, because an error would reveal earlier requests for this address.
  if not private.may_mail_link('recovery', wanted, address_hash) then
    return;
  end if;

  for newest in
    -- Each account gets one mail, because the link in a second mail would void the link in the first.
    select listed.* from (
      select distinct on (known.user_id) known.* from public.contracts as known
      where lower(known.tenant_email) = wanted
      order by known.user_id, known.start_date desc
    ) as listed
    order by listed.start_date desc
    limit 5
  loop
    found_any := true;
    perform private.enqueue_mail(
      private.access_mail(newest), wanted, '{}',
      'password-recovery:' || gen_random_uuid(), contract_id => newest.id
    );
  end loop;

  if not found_any then
    begin
      perform private.enqueue_mail(
        'password-recovery', wanted, '{}',
        'password-recovery:' || gen_random_uuid()
      );
      raise exception 'unknown address' using errcode = 'P0002';
    exception
      when no_data_found then null;
    end;
  end if;
end
$$;
comment on function public.request_password_recovery is 'Queues one recovery mail per account of this e-mail address, without reporting whether such an account exists.';
grant execute on function public.request_password_recovery to service_role;

-- One transaction creates contract and account, so every contract has an account. Nobody knows the random password.
-- The tenant sets another password with a mailed link. Security definer, because the service role may not write
-- accounts.
create function private.create_contract_account(contract_id uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := gen_random_uuid();
  address constant text := 'contrato-' || contract_id || '@contratos.payser.invalid';
begin
  insert into auth.users (
    id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    -- The auth server reads these columns as text and fails when they are null.
    confirmation_token, recovery_token, email_change, email_change_token_new,
    email_change_token_current, phone_change, phone_change_token, reauthentication_token
  ) values (
    account, 'authenticated', 'authenticated', address,
    -- Random text in the format of a bcrypt hash, because making a real hash would take 0.1 s. Checking a password
    -- against this text takes as long as against a real hash.
    extensions.gen_salt('bf', 10)
      || left(translate(encode(extensions.gen_random_bytes(24), 'base64'), '+', '.'), 31),
    now(), '{"provider": "email", "providers": ["email"], "account": "contract"}', '{}',
    now(), now(), '', '', '', '', '', '', '', ''
  );
  -- The hosted auth server only finds accounts that have this instance id. The local auth server has no such column.
  if exists (
    select from pg_catalog.pg_attribute
    where attrelid = 'auth.users'::regclass and attname = 'instance_id' and not attisdropped
  ) then
    execute 'update auth.users set instance_id = $1 where id = $2'
    using '00000000-0000-0000-0000-000000000000'::uuid, account;
  end if;
  insert into auth.identities (
    id, provider, provider_id, user_id, identity_data, created_at, updated_at
  ) values (
    gen_random_uuid(), 'email', account::text, account,
    jsonb_build_object('sub', account, 'email', address, 'email_verified', true),
    now(), now()
  );
  return account;
end
$$;
comment on function private.create_contract_account is 'Creates the auth user of a new contract. The rows have the same content as rows that the admin API of the auth server writes.';
grant execute on function private.create_contract_account to service_role;

create function private.find_offered(secret_hash text) returns public.simulations
language sql stable
set search_path = ''
as $$
  select simulation.* from private.find_tracked($1) as simulation
  where simulation.reviewed_at <= now() - private.undo_period();
$$;
comment on function private.find_offered is 'Returns the request that a link opens, if its decision can be shown. Each column is null for an unknown link and for a decision that staff can still undo.';
grant execute on function private.find_offered to service_role;

create function public.find_conditions(secret_hash text, offer_id uuid, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  conditions jsonb;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select jsonb_build_object(
    'path', offer.id || '/' || offer.conditions_sha256 || '.pdf', 'protocol', request.protocol
  ) into conditions
  from private.find_offered(secret_hash) as request
  join public.offers as offer on offer.simulation_id = request.id
  where offer.id = find_conditions.offer_id and offer.status <> 'withdrawn';
  if conditions is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  end if;
  return conditions;
end
$$;
comment on function public.find_conditions is 'Returns the path of an offer''s PDF when the link belongs to the request of the offer; otherwise null. Service role only.';
grant execute on function public.find_conditions to service_role;

create function private.lock_linked_offer(secret_hash text, offer_id uuid, address_hash text)
returns public.offers
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  locked public.offers;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  request := private.find_offered(secret_hash);
  if request.id is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  -- All functions lock the request before the offer, which prevents deadlocks. A second click waits for this lock.
  perform from public.simulations where id = request.id for update;
  select * into locked from public.offers as offer
  where offer.id = $2 and offer.simulation_id = request.id for update;
  return locked;
end
$$;
comment on function private.lock_linked_offer is 'Locks an offer and its request for the holder of the request''s link and returns the offer. Each column is null when the link does not open this offer.';
grant execute on function private.lock_linked_offer to service_role;

create function private.lease_for(former public.contracts, offer public.offers) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  lease public.leases;
begin
  select * into lease from public.leases as renewed where renewed.id = former.lease_id for no key update;
  -- The guarantee of another landlord is another lease, so that the former landlord's addresses do not see it.
  if lease.id is not null and coalesce(lease.landlord_id = offer.landlord_id, true) then
    update public.leases as renewed set landlord_id = coalesce(renewed.landlord_id, offer.landlord_id)
    where renewed.id = lease.id;
    return lease.id;
  end if;
  insert into public.leases (user_id, landlord_id) values (former.user_id, offer.landlord_id)
  returning id into lease.id;
  return lease.id;
end
$$;
comment on function private.lease_for is 'Returns the lease of an accepted offer: that of the contract that it renews, or a new one for a first contract or for another landlord.';
grant execute on function private.lease_for to service_role;

-- One transaction makes the contract, its account, the evidence and the letter's code, and queues jobs and mails.
create function public.accept_offer(
  secret_hash text, offer_id uuid, full_name text, clauses text[], conditions_sha256 text,
  address_hash text, user_agent text, landlord_email text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns in the queries below have the parameters' names.
  wanted constant uuid := offer_id;
  shown constant text := conditions_sha256;
  request public.simulations;
  offer public.offers;
  former public.contracts;
  made public.contracts;
  asked text[];
  outcome text;
begin
  offer := private.lock_linked_offer(secret_hash, wanted, address_hash);
  if offer.id is null then
    return null;
  end if;
  select * into request from public.simulations where id = offer.simulation_id;

  if offer.status = 'accepted' then
    select * into made from public.contracts where contracts.offer_id = wanted;
    return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
  end if;
  outcome := case
    when not private.is_open(offer) then private.offer_state(offer)
    when offer.conditions_sha256 <> shown then 'changed'
    -- The browser sends title and text of each ticked checkbox. These texts must match the clauses of the offer.
    when not array(
      select clause ->> 'title' from jsonb_array_elements(offer.clauses) as clause
    ) <@ clauses then 'clauses'
    when private.full_name_key(full_name) <> private.full_name_key(request.full_name) then 'name'
  end;
  if outcome is not null then
    return jsonb_build_object('outcome', outcome);
  end if;
  asked := array(
    select (clause ->> 'title') || E'\n' || (clause ->> 'text')
    from jsonb_array_elements(offer.clauses) with ordinality as listed (clause, place)
    order by place
  );

  if offer.renews_contract_id is not null then
    select * into former from public.contracts as renewed
    where renewed.id = offer.renews_contract_id for no key update;
    -- Since the offer was made, the contract to renew may have been closed or may have got another end date.
    if not private.is_renewable(former) or offer.start_date <> former.end_date + 1 then
      return jsonb_build_object('outcome', 'withdrawn');
    end if;
  else
    former.tenant_email := request.email;
    former.tenant_phone := request.phone;
    former.landlord_phone := request.owner_contact;
    former.property_address := private.property_line(request);
    former.property_city := request.property_city;
    former.property_state := request.property_state;
  end if;
  made.id := gen_random_uuid();
  former.user_id := coalesce(former.user_id, private.create_contract_account(made.id));
  former.lease_id := private.lease_for(former, offer);
  insert into public.contracts (
    id, lease_id, user_id, offer_id, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name,
    landlord_phone, property_type, property_address, property_city, property_state, rental_value,
    guarantee_reference_value, cover_limit, fee, fee_due_on, start_date, end_date,
    contract_duration_months, payment_plan, instalments, payment_method,
    renews_contract_id, password_set_at, letter_fee
  ) values (
    made.id, former.lease_id, former.user_id, offer.id,
    request.full_name, request.cpf, former.tenant_email, former.tenant_phone, offer.landlord_name,
    former.landlord_phone, offer.property_type, former.property_address, former.property_city,
    former.property_state, offer.rental_value, offer.reference_value,
    offer.cover_limit, offer.fee, offer.fee_due_on, offer.start_date, offer.end_date, offer.months,
    offer.payment_plan, offer.instalments, offer.payment_method,
    former.id, former.password_set_at,
    case when offer.letter_needs_fee and offer.fee > 0 then 'awaited' else 'apart' end
  )
  returning * into made;
  perform private.owe_fee(made);
  if landlord_email is not null then
    perform private.ask_landlord(made, landlord_email, 'tenant', null, address_hash);
  end if;
  insert into public.acceptances (
    contract_id, offer_id, full_name, clauses, terms_version, conditions_sha256, address_hash,
    user_agent
  ) values (
    made.id, offer.id, btrim(full_name), asked, offer.terms_version, offer.conditions_sha256,
    address_hash, left(user_agent, 500)
  );
  insert into public.letters (contract_id, code) values (made.id, private.new_letter_code());
  insert into public.document_jobs (contract_id) values (made.id);
  update public.offers set status = 'accepted', closed_at = now() where offers.id = offer.id;
  perform private.note(
    'accept-offer', request.id, jsonb_build_object('offer', offer.id, 'contract', made.id)
  );
  perform private.drop_offer_mail(offer.id);
  perform private.enqueue_mail(
    'offer-accepted', private.address_of(request), '{}', 'offer-accepted:' || offer.id,
    -- If the documents are ready within five minutes, the mail about the documents is enough and this mail is deleted.
    simulation_id => request.id, delay => interval '5 minutes'
  );
  perform private.enqueue_mail(
    'acceptance-notice', null, '{}', 'acceptance-notice:' || made.id, contract_id => made.id
  );
  return jsonb_build_object('outcome', 'accepted', 'contractNumber', made.contract_number);
end
$$;
comment on function public.accept_offer is 'Accepts an offer and makes its contract once. A repeated acceptance gets the same answer. Returns null when the link does not open this offer. Service role only.';
grant execute on function public.accept_offer to service_role;

-- The same transaction queues a mail to staff with the applicant's text. A second click changes nothing.
create function public.answer_offer(
  secret_hash text, offer_id uuid, answer text, reason text, address_hash text,
  clause text default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Copies of the parameters under other names, because columns in the queries below have the parameters' names.
  wanted constant uuid := offer_id;
  words constant text := btrim(reason);
  offer public.offers;
  -- Id for the idempotency key of the mail: the id of the question, or the id of the offer for adjust and decline.
  answer_id uuid := offer_id;
begin
  offer := private.lock_linked_offer(secret_hash, wanted, address_hash);
  if offer.id is null then
    return null;
  end if;

  if (
    case answer
      when 'adjust' then words = offer.adjustment_reason
      when 'question' then exists (
        select from jsonb_array_elements(offer.questions) as asked
        where asked ->> 'text' = words and asked ->> 'clause' is not distinct from clause
      )
      else words = offer.decline_reason
    end
  ) then
    return jsonb_build_object('outcome', 'answered');
  end if;
  if not private.is_open(offer) then
    return jsonb_build_object('outcome', private.offer_state(offer));
  end if;
  if answer = 'adjust' then
    -- A second text does not replace the first, because staff may already be working on the first text.
    if offer.adjustment_asked_at is not null then
      return jsonb_build_object('outcome', 'asked');
    end if;
    update public.offers set adjustment_reason = words, adjustment_asked_at = now()
    where offers.id = wanted;
  elsif answer = 'decline' then
    update public.offers set status = 'declined', closed_at = now(), decline_reason = words
    where offers.id = wanted;
    perform private.drop_offer_mail(wanted);
  elsif answer = 'question' then
    if char_length(words) not between 10 and 1000 then
      perform private.reject('Escreva de 10 a 1.000 caracteres.', 'reason');
    end if;
    if clause is not null and not exists (
      select from jsonb_array_elements(offer.clauses) as agreed where agreed ->> 'title' = clause
    ) then
      return jsonb_build_object('outcome', 'unknown-clause');
    end if;
    if jsonb_array_length(offer.questions) >= 5 then
      return jsonb_build_object('outcome', 'enough');
    end if;
    answer_id := gen_random_uuid();
    update public.offers set questions = questions || jsonb_strip_nulls(jsonb_build_object(
      'id', answer_id, 'clause', clause, 'text', words, 'askedAt', now()
    ))
    where offers.id = wanted;
  else
    perform private.reject('Resposta desconhecida.', 'answer');
  end if;
  perform private.note(
    'answer-offer', offer.simulation_id, jsonb_build_object('offer', wanted, 'decision', answer)
  );
  perform private.enqueue_mail(
    'offer-notice', null, '{}', 'offer-notice:' || answer || ':' || answer_id,
    simulation_id => offer.simulation_id
  );
  return jsonb_build_object('outcome', 'answered');
end
$$;
comment on function public.answer_offer is 'Records the applicant''s answer to an offer. adjust: asks staff once for a change, while the offer stays open; decline: closes the offer; question: asks about the offer, up to five times. reason holds the applicant''s text. Returns null when the link does not open this offer. Service role only.';
grant execute on function public.answer_offer to service_role;

-- 12_leases_letters.sql
create table public.contract_documents (
  id uuid primary key default gen_random_uuid(),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  document_name text not null check (char_length(btrim(document_name)) between 1 and 200),
  file_path text not null unique check (char_length(file_path) <= 400),
  created_at timestamptz not null default now(),
  constraint contract_documents_in_own_folder check (
    starts_with(file_path, contract_id::text || '/') and file_path !~ '(^|/)[.]{1,2}(/|$)'
  )
);
comment on table public.contract_documents is 'Files of a contract that its tenant can download.';
comment on column public.contract_documents.file_path is 'Name of the file in the bucket contract-documents: <contract id>/<file>.';
create index contract_documents_by_contract on public.contract_documents (contract_id);
alter table public.contract_documents enable row level security;
grant select (id, contract_id, document_name, file_path)
  on public.contract_documents to authenticated;
grant select, insert, update, delete on public.contract_documents to service_role;
create policy "Contract holders read their own documents" on public.contract_documents
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('contract-documents', 'contract-documents', false, 10485760, array['application/pdf']);
-- No policy allows insert, update or delete, so only the service role stores documents.
create policy "Contract holders download their own documents" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'contract-documents'
    and name in (select contract_documents.file_path from public.contract_documents)
  );

-- The tenant accepted the issued files, so staff cannot remove these files. Staff can cancel the contract instead.
create function private.is_issued_document(document public.contract_documents) returns boolean
language sql immutable
-- Later versions of the letter and of the contract have a version number in the file name.
return document.file_path ~ (
  '^' || document.contract_id
  || '/((carta-de-fianca|contrato-de-garantia)(-[0-9]+)?|condicoes-aceitas)[.]pdf$'
);
comment on function private.is_issued_document is 'Reports whether a file was issued with its contract. All other files were added by staff.';
grant execute on function private.is_issued_document to service_role;

-- Edge functions store a file before its row and remove the file after its row, so an interruption leaves at most a
-- file without a row. Security definer, because staff may not write the table. Staff could call this function
-- directly, so the function checks that the file exists. A constraint keeps the file in the folder of its contract.
create function private.file_contract_document(
  contract_id uuid, document_id uuid, document_name text, file_path text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The lock prevents a concurrent deletion of the contract.
  perform from public.contracts as contract where contract.id = $1 for key share;
  if not found or not exists (
    select from storage.objects as stored
    where stored.bucket_id = 'contract-documents' and stored.name = $4
  ) then
    raise sqlstate 'PT404' using message = 'Contrato ou arquivo não encontrado.';
  end if;
  insert into public.contract_documents (id, contract_id, document_name, file_path)
  values ($2, $1, btrim($3), $4)
  on conflict (id) do nothing;
  if not found then
    if exists (
      select from public.contract_documents as document
      where document.id = $2 and document.contract_id = $1
    ) then
      return jsonb_build_object('changed', false);
    end if;
    raise sqlstate 'PT409' using
      message = 'Este envio já anexou um documento a outro contrato. Atualize a página e envie de novo.';
  end if;
  perform private.note(
    'file-contract-document', contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('file_contract_document', 'authenticated',
  'Adds a stored PDF to a contract once per document_id; raises PT409 for the id of another contract''s document.',
  needs => 'contracts');

-- Security definer, because staff may not write contract_documents.
create function private.rename_contract_document(document_id uuid, document_name text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  renamed public.contract_documents;
begin
  select * into renamed from public.contract_documents as document
  where document.id = document_id for update;
  perform private.require_found(found, 'Documento não encontrado.');
  if renamed.document_name = btrim($2) then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_documents as document
  set document_name = btrim($2) where document.id = document_id;
  perform private.note(
    'rename-contract-document', renamed.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('rename_contract_document', 'authenticated',
  'Renames a document.',
  needs => 'contracts');

-- Security definer, because staff may not write contract_documents.
create function private.withdraw_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  withdrawn public.contract_documents;
begin
  select * into withdrawn from public.contract_documents as document
  where document.id = document_id for update;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  if private.is_issued_document(withdrawn) then
    perform private.reject('O que foi emitido com o contrato não é retirado: cancele o contrato.');
  end if;
  delete from public.contract_documents as document where document.id = document_id;
  perform private.note(
    'withdraw-contract-document', withdrawn.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object('changed', true, 'filePath', withdrawn.file_path);
end
$$;
call private.expose('withdraw_contract_document', 'authenticated',
  'Deletes a document that staff filed and returns the path of its file, which the caller then removes.',
  needs => 'contracts');

-- Every opening is recorded. Security definer, because staff may not read contract_documents.
create function private.open_contract_document(document_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  opened public.contract_documents;
begin
  select * into opened from public.contract_documents as document
  where document.id = document_id;
  perform private.require_found(found, 'Documento não encontrado.');
  perform private.note(
    'view-contract-document', opened.contract_id, jsonb_build_object('document', document_id)
  );
  return jsonb_build_object(
    'filePath', opened.file_path, 'documentName', opened.document_name
  );
end
$$;
call private.expose('open_contract_document', 'authenticated',
  'Records a view of a document and returns the path of its file.',
  needs => 'read', action => 'view-contract-document');

-- Security definer, because callers may not read storage. Skips files younger than an hour, whose rows may not be
-- stored yet.
create function private.files_without_row() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select stored.name
  from storage.objects as stored
  where stored.bucket_id = 'request-documents' and stored.created_at < now() - interval '1 hour'
    and not exists (
      select from public.asked_files as file where file.file_path = stored.name
    )
    and not exists (
      select from public.handover_statements as said where said.proof_path = stored.name
    )
    and not exists (
      select from public.inspection_files as file where file.file_path = stored.name
    )
    and not exists (
      select from public.claim_files as file where file.file_path = stored.name
    )
    and not exists (
      select from private.bureau_answers as answer where answer.file_path = stored.name
    )
  limit 100;
$$;
call private.expose('files_without_row', 'service_role',
  'Lists up to 100 files of request-documents without a row. Service role only.');

-- The edge function remove-files stores each file again with a header that forbids caching. Security definer, because
-- callers may not read storage.
create function private.files_that_caches_keep() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'bucket', stored.bucket_id, 'path', stored.name, 'type', stored.metadata ->> 'mimetype'
  )), '[]')
  from (
    select * from storage.objects as object
    where object.bucket_id in ('request-documents', 'offer-documents', 'contract-documents')
      and object.metadata ->> 'cacheControl' <> 'private, no-store'
    limit 100
  ) as stored;
$$;
call private.expose('files_that_caches_keep', 'service_role',
  'Lists up to 100 private files that are served with a header that lets caches keep them. Service role only.');

-- A letter is genuine when its code is in this table. The check on /verificar shows only the tenant's initials. The
-- code is made before the PDF, so a repeated job makes the same file.
create table public.letters (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  issued_at timestamptz not null default now(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint letters_code_is_no_specimen check (code <> 'EXEMP1000000')
);
comment on table public.letters is 'Letters of guarantee. A letter without file_sha256 is still being made.';
comment on column public.letters.code is 'Code that people type on /verificar: 60 random bits in Crockford''s base 32.';
alter table public.letters enable row level security;
-- Tenants read the code of their letter. The hash is null until the file of the letter exists.
grant select (contract_id, code, issued_at, file_sha256) on public.letters to authenticated;
grant select, insert, update, delete on public.letters to service_role;
create policy "Contract holders read their own letter" on public.letters
  for select to authenticated
  using (
    contract_id in (
      select contracts.id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- A worker makes the letter and the contract PDF. It takes and retries these jobs as it does mails in outgoing_mail.
create table public.document_jobs (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'working', 'done', 'parked')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now(),
  request_id text default requests.id() check (char_length(request_id) <= 64),
  version integer not null default 1 check (version > 0),
  constraint document_jobs_working_is_leased check ((status = 'working') = (leased_until is not null))
);
comment on table public.document_jobs is 'Jobs of the worker that makes the letter and the contract PDF, one row per contract.';
comment on column public.document_jobs.version is 'Version of the letter and the contract PDF. Each correction of data in the letter increases the version by one.';
comment on column public.document_jobs.request_id is 'Id of the call that queued the job, to find the log lines of that call.';
create index document_jobs_due on public.document_jobs (next_attempt_at) where status = 'queued';
create index document_jobs_leased on public.document_jobs (leased_until) where status = 'working';
create index document_jobs_parked on public.document_jobs (created_at desc)
  where status = 'parked';
alter table public.document_jobs enable row level security;
grant select, insert, update, delete on public.document_jobs to service_role;

create function private.new_letter_code() returns text
language sql volatile
begin atomic
  select string_agg(
    substr(
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      1 + (get_byte(drawn.bytes, place) & 31),
      1
    ),
    '' order by place
  )
  from (select extensions.gen_random_bytes(12) as bytes) as drawn, generate_series(0, 11) as place;
end;
comment on function private.new_letter_code is 'Returns a new letter code for /verificar: 12 characters of Crockford''s base 32, 60 random bits.';
grant execute on function private.new_letter_code to service_role;

-- A tenant without a password gets the mail contract-ready, but only after the letter and all files exist.
create function private.access_mail(contract public.contracts) returns text
language sql stable
return case
  when contract.password_set_at is null
    and private.is_running(contract)
    and exists (select from public.letters as letter where letter.contract_id = contract.id)
    and not exists (
      select from public.document_jobs as job
      where job.contract_id = contract.id and job.status <> 'done'
    )
  then 'contract-ready' else 'password-recovery'
end;
comment on function private.access_mail is 'Returns the template of the mail whose link sets the tenant''s password: contract-ready for the first password, otherwise password-recovery.';
grant execute on function private.access_mail to service_role;

-- Returns other names for two states of private.contract_state, because those names do not fit a letter.
create function private.letter_state(contract public.contracts) returns text
language sql stable
return case private.contract_state(contract)
  when 'cancelled' then 'revoked'
  when 'expired' then 'ended'
  else private.contract_state(contract)
end;
comment on function private.letter_state is 'Returns the state of a letter today: upcoming, in_force, awaiting_payment, ended or revoked.';
grant execute on function private.letter_state to service_role;

create function public.verify_letter(code text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  verified jsonb;
begin
  perform private.require_within_limit('verify-by-address', address_hash);
  select jsonb_strip_nulls(jsonb_build_object(
    -- A replaced letter refers people to the newer letter only while the guarantee runs.
    'state', case
      when letter.replaced_at is not null and private.is_running(contract) then 'replaced'
      else private.letter_state(contract)
    end,
    'ending', private.letter_ending(contract), 'tenant', private.initials(contract.tenant_name),
    'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
    'issuedAt', letter.issued_at, 'replacedAt', letter.replaced_at, 'fileSha256', letter.file_sha256
  ) || case when letter.replaced_at is null then jsonb_build_object(
    'city', contract.property_city || ', ' || contract.property_state,
    'limit', contract.cover_limit, 'startDate', contract.start_date, 'endDate', contract.end_date
  ) else '{}' end) into verified
  from (
    -- A letter without a file has not been handed out, so its code is not found.
    select contract_id, issued_at, file_sha256, null::timestamptz as replaced_at
    from public.letters where letters.code = $1 and letters.file_sha256 is not null
    union all
    select contract_id, issued_at, file_sha256, replaced_at
    from private.replaced_letters as former where former.code = $1
  ) as letter
  join public.contracts as contract on contract.id = letter.contract_id;
  verified := coalesce(verified, private.verified_receipt($1));
  if verified is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('verify-miss-by-address', address_hash);
  end if;
  return verified;
end
$$;
comment on function public.verify_letter is 'Returns the state of the letter or receipt with this code today, without the tenant''s name; null for an unknown code.';
grant execute on function public.verify_letter to service_role;

-- If a worker has no result after two minutes, the next worker takes the job, and only that worker may record a result.
-- The slowest worker needs 105 seconds: 15 for each of four files and for each of three attempts to record the result.
create function public.claim_document_job() returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  job public.document_jobs;
begin
  update public.document_jobs as claimed
  set status = 'working', attempts = claimed.attempts + 1,
    leased_until = clock_timestamp() + interval '2 minutes'
  where claimed.contract_id = (
    select due.contract_id from public.document_jobs as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'working' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit 1
    for update skip locked
  )
  returning claimed.* into job;
  if job.contract_id is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'contractId', contract.id,
      'attempt', job.attempts,
      'version', job.version,
      'requestId', job.request_id,
      'contract', to_jsonb(contract) - 'user_id',
      'letter', to_jsonb(letter),
      'acceptance', to_jsonb(acceptance) - 'address_hash' - 'user_agent',
      'instalments', private.instalment_list(
        contract.fee, contract.instalments, contract.fee_due_on
      ),
      'landlord', jsonb_build_object('document', landlord.document)
    )
    from public.contracts as contract
    join public.leases as lease on lease.id = contract.lease_id
    left join public.landlords as landlord on landlord.id = lease.landlord_id
    left join public.letters as letter on letter.contract_id = contract.id
    left join public.acceptances as acceptance on acceptance.contract_id = contract.id
    where contract.id = job.contract_id
  );
end
$$;
comment on function public.claim_document_job is 'Reserves the oldest due document job for two minutes and returns all data for its files; null when no job is due.';
grant execute on function public.claim_document_job to service_role;

-- The worker has already stored the files. One transaction adds the rows of the files, the letter's hash and the mail.
create function public.record_documents_issued(
  contract_id uuid, attempt integer, letter_sha256 text, documents jsonb, version integer default 1
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  issued constant uuid := contract_id;
  made public.contracts;
  mail text;
begin
  update public.document_jobs as job
  set status = 'done', leased_until = null, last_error = null
  where job.contract_id = issued and job.status = 'working'
    and job.attempts = record_documents_issued.attempt
    and job.version = record_documents_issued.version;
  if not found then
    return false;
  end if;
  update public.contract_documents as former
  set document_name = left(former.document_name, 180) || ' (versão anterior)'
  where version > 1 and former.contract_id = issued and private.is_issued_document(former)
    and former.document_name !~ '[(]versão anterior[)]$'
    and former.file_path not in (
      select issued || '/' || listed.file from jsonb_to_recordset(documents) as listed (file text)
    );
  insert into public.contract_documents (contract_id, document_name, file_path)
  select issued, listed.name, issued || '/' || listed.file
  from jsonb_to_recordset(documents) as listed (name text, file text)
  on conflict (file_path) do nothing;
  update public.letters as letter set file_sha256 = letter_sha256 where letter.contract_id = issued;
  select * into made from public.contracts as contract where contract.id = issued;
  -- After a renewal, a tenant who already has a password gets a mail without a link that sets a password.
  mail := case
    when version > 1 then 'letter-reissued'
    when made.renews_contract_id is not null and made.password_set_at is not null then 'renewal-ready'
    else 'contract-ready'
  end;
  -- Nobody is told of the letter of a contract that has ended meanwhile.
  if private.is_running(made) and made.tenant_email is not null then
    perform private.enqueue_mail(
      mail, made.tenant_email, '{}',
      mail || ':' || case when version > 1 then version || ':' else '' end || issued,
      contract_id => issued
    );
    -- The mail queued above also confirms the acceptance, so a separate confirmation that is still queued is deleted.
    delete from public.outgoing_mail as waiting
    where waiting.status = 'queued'
      and waiting.idempotency_key = 'offer-accepted:' || made.offer_id;
  end if;
  if private.is_running(made) then
    perform private.tell_landlord(
      issued, case when version > 1 then 'landlord-replaced' else 'landlord-letter' end,
      case when version > 1 then version::text else 'issued' end
    );
  end if;
  return true;
end
$$;
comment on function public.record_documents_issued is 'Records the stored files of a contract once and queues the mail that gives access; returns false when another worker has claimed the job meanwhile.';
grant execute on function public.record_documents_issued to service_role;

create function public.record_documents_failed(
  contract_id uuid, attempt integer, error text, is_final boolean default false
) returns void
language sql
set search_path = ''
as $$
  update public.document_jobs as job
  set status = case when is_final or job.attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, job.attempts), interval '6 hours'),
    last_error = left(error, 500)
  where job.contract_id = $1 and job.status = 'working' and job.attempts = $2;
$$;
comment on function public.record_documents_failed is 'Schedules the next attempt of a document job. Parks the job after the eighth attempt, or at once when is_final, because another attempt would fail too.';
grant execute on function public.record_documents_failed to service_role;

-- Receipts, claim decisions and inspection receipts have no row in document_jobs, because they are rendered when
-- somebody opens them. This table stores the failures.
create table private.undrawn_documents (
  contract_id uuid not null references public.contracts (id) on delete cascade,
  document_name text not null check (char_length(document_name) between 1 and 100),
  error text not null check (char_length(error) <= 500),
  created_at timestamptz not null default now(),
  primary key (contract_id, document_name)
);
comment on table private.undrawn_documents is 'Documents that somebody opened, but whose text no font can render. Each row is a task for staff until staff retry the document.';
alter table private.undrawn_documents enable row level security;
grant select, insert, update, delete on private.undrawn_documents to service_role;

create function public.record_document_undrawn(contract_id uuid, document_name text, error text)
returns void
language sql
set search_path = ''
as $$
  insert into private.undrawn_documents (contract_id, document_name, error)
  values ($1, $2, left($3, 500))
  on conflict on constraint undrawn_documents_pkey do update set error = excluded.error;
$$;
comment on function public.record_document_undrawn is 'Adds a document that no font could render to the tasks of staff, once per document.';
grant execute on function public.record_document_undrawn to service_role;

create function private.parked_documents()
returns table (
  contract_id uuid, document_name text, attempts integer, last_error text, created_at timestamptz
)
language sql stable
begin atomic
  select job.contract_id, null, job.attempts, job.last_error, job.created_at
  from public.document_jobs as job where job.status = 'parked'
  union all
  select undrawn.contract_id, undrawn.document_name, 1, undrawn.error, undrawn.created_at
  from private.undrawn_documents as undrawn;
end;
comment on function private.parked_documents is 'Returns the parked jobs (document_name is null) and the documents that no font could render.';
grant execute on function private.parked_documents to service_role;

-- Security definer, because staff have no grant on document_jobs.
create function private.list_parked_documents()
returns table (
  contract_id uuid, contract_number text, document_name text, attempts integer, last_error text,
  created_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select parked.contract_id, contract.contract_number, parked.document_name, parked.attempts,
      parked.last_error, parked.created_at
    from private.parked_documents() as parked
    join public.contracts as contract on contract.id = parked.contract_id
    order by parked.created_at desc
    limit 200;
end
$$;
call private.expose('list_parked_documents', 'authenticated',
  'Lists the newest 200 documents that could not be made; document_name is null for letter and contract.',
  needs => 'read');

-- Security definer, because staff have no grant on document_jobs. A document without a job is rendered again when it is
-- next opened, so this function only deletes its task.
create function private.retry_documents(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  retried boolean;
begin
  update public.document_jobs as job
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where job.contract_id = $1 and job.status = 'parked';
  retried := found;
  delete from private.undrawn_documents as undrawn where undrawn.contract_id = $1;
  retried := retried or found;
  if retried then
    perform private.note('retry-documents', contract_id);
  end if;
  return jsonb_build_object('changed', retried);
end
$$;
call private.expose('retry_documents', 'authenticated',
  'Puts a parked job back into the queue and ends the tasks about other documents of the contract.',
  needs => 'contracts');

-- A correction of contact data applies at once. A correction of data in the letter makes a new letter with a new
-- code. A correction of property or dates needs the acceptance of the tenant, who accepted the former data.
create table private.contract_corrections (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  status text not null check (status in ('waiting', 'applied', 'withdrawn')),
  made_at timestamptz not null default now(),
  made_by uuid references auth.users (id) on delete set null,
  reason text not null check (char_length(btrim(reason)) between 3 and 1000),
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
  closed_at timestamptz,
  accepted_name text check (char_length(accepted_name) <= 100),
  address_hash text check (char_length(address_hash) between 16 and 128),
  user_agent text check (char_length(user_agent) <= 500),
  constraint contract_corrections_closed_have_time check ((status = 'waiting') = (closed_at is null))
);
comment on table private.contract_corrections is 'Corrections of contracts, with author and reason. If the tenant accepted the former data, the tenant must also accept the correction before the correction applies.';
comment on column private.contract_corrections.id is 'Id that the browser makes once per filled form, so that a second click changes nothing.';
comment on column private.contract_corrections.accepted_name is 'Full name that the tenant typed to accept the correction. Name, address_hash and user_agent are evidence of the acceptance.';
create unique index contract_corrections_one_waiting on private.contract_corrections (contract_id)
  where status = 'waiting';
create index contract_corrections_by_contract on private.contract_corrections (contract_id, made_at desc);
create index contract_corrections_by_author on private.contract_corrections (made_by);
alter table private.contract_corrections enable row level security;
grant select on private.contract_corrections to service_role;

create table private.replaced_letters (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  contract_id uuid not null references public.contracts (id) on delete cascade,
  issued_at timestamptz not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  replaced_at timestamptz not null default now()
);
comment on table private.replaced_letters is 'Former versions of letters. For the code of a former version, the page /verificar reports that a newer letter exists.';
create index replaced_letters_by_contract on private.replaced_letters (contract_id);
alter table private.replaced_letters enable row level security;
grant select on private.replaced_letters to service_role;

create function private.printed_of(contract public.contracts) returns jsonb
language sql immutable
return jsonb_build_object(
  'landlord_name', contract.landlord_name, 'property_address', contract.property_address,
  'property_city', contract.property_city, 'property_state', contract.property_state,
  'start_date', contract.start_date, 'end_date', contract.end_date
);
comment on function private.printed_of is 'Returns the data in the letter that a correction may change. The tenant accepted all of this data except landlord_name.';
grant execute on function private.printed_of to service_role;

-- The caller has locked the contract, so concurrent corrections run one after the other.
create function private.reissue_letter(corrected public.contracts) returns void
language plpgsql
set search_path = ''
as $$
declare
  was_issued boolean;
begin
  -- A letter whose job is parked reached nobody, so it keeps its code and its version.
  insert into private.replaced_letters (code, contract_id, issued_at, file_sha256)
  select letter.code, letter.contract_id, letter.issued_at, letter.file_sha256
  from public.letters as letter
  where letter.contract_id = corrected.id and letter.file_sha256 is not null;
  was_issued := found;
  update public.letters as letter
  set code = private.new_letter_code(), issued_at = now(), file_sha256 = null
  where letter.contract_id = corrected.id and was_issued;
  update public.contracts as contract
  set landlord_name = corrected.landlord_name, property_address = corrected.property_address,
    property_city = corrected.property_city, property_state = corrected.property_state,
    start_date = corrected.start_date, end_date = corrected.end_date
  where contract.id = corrected.id;
  insert into public.document_jobs (contract_id, version) values (corrected.id, 2)
  on conflict (contract_id) do update
  set status = 'queued', next_attempt_at = now(), last_error = null, leased_until = null,
    version = document_jobs.version + was_issued::integer,
    -- Keeps the count for the same version, so that a late worker's attempt number differs from the next one. Seven
    -- leaves one more attempt.
    attempts = case when was_issued then 0 else least(document_jobs.attempts, 7) end;
end
$$;
comment on function private.reissue_letter is 'Applies a correction of data in the letter and queues new documents. An issued letter is stored in replaced_letters, and the new letter gets a new code.';

-- Security definer, because staff may not update contracts. If `known_code`, the letter code on the screen, is no
-- longer current, the correction is refused.
create function private.correct_contract(
  contract_id uuid, correction_id uuid, known_code text, wanted jsonb, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  present public.contracts;
  corrected public.contracts;
  letter public.letters;
  is_contact boolean;
  is_printed boolean;
  is_agreed boolean;
  outcome text;
begin
  present := private.lock_contract($1);
  if exists (select from private.contract_corrections as made where made.id = $2) then
    return jsonb_build_object('changed', false, 'outcome', 'made');
  end if;
  if not private.is_running(present) then
    return jsonb_build_object('changed', false, 'outcome', 'closed');
  end if;

  -- Only these fields can be corrected. The tenant's name cannot be corrected.
  corrected := jsonb_populate_record(present, (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each($4) as field
    where field.key in (
      'tenant_email', 'tenant_phone', 'landlord_name', 'landlord_phone', 'property_city',
      'property_state', 'start_date'
    )
  ));
  if $4 ? 'property_street' then
    corrected.property_address := concat_ws(
      ', ', left(btrim($4 ->> 'property_street'), 294 - coalesce(char_length(corrected.property_city), 0)),
      corrected.property_city, corrected.property_state
    );
  end if;
  corrected.landlord_name := btrim(corrected.landlord_name);
  corrected.tenant_email := lower(btrim(corrected.tenant_email));
  -- Checks the rules of contracts now, because the constraints apply only when the tenant accepts the correction.
  if corrected.start_date is null
    or coalesce(char_length(corrected.landlord_name), 0) not between 3 and 100
    or coalesce(char_length(corrected.property_address), 0) not between 5 and 300
    or char_length(corrected.property_city) not between 2 and 100
    or not private.is_state(corrected.property_state) then
    perform private.reject('Confira o locador, o endereço e o início.');
  end if;
  if corrected.start_date <> present.start_date then
    if present.renews_contract_id is not null or private.is_renewed(present.id) then
      perform private.reject('As datas de um contrato renovado não mudam.', 'start_date');
    end if;
    corrected.end_date := (
      corrected.start_date + make_interval(months => present.contract_duration_months)
      - interval '1 day'
    )::date;
  end if;
  if not private.is_running(corrected) then
    perform private.reject('Com este início, o contrato já teria terminado.', 'start_date');
  end if;
  is_contact := row(corrected.tenant_email, corrected.tenant_phone, corrected.landlord_phone)
    is distinct from row(present.tenant_email, present.tenant_phone, present.landlord_phone);
  is_printed := private.printed_of(corrected) <> private.printed_of(present);
  is_agreed := private.printed_of(corrected) - 'landlord_name'
    <> private.printed_of(present) - 'landlord_name';
  select * into letter from public.letters as shown where shown.contract_id = $1;
  outcome := case
    when not is_printed then case when not is_contact then 'same' end
    when exists (
      select from private.contract_corrections as other
      where other.contract_id = $1 and other.status = 'waiting'
    ) then 'waiting'
    when (letter.code = $3) is not true then 'outdated'
    when letter.file_sha256 is null and not exists (
      select from public.document_jobs as job where job.contract_id = $1 and job.status = 'parked'
    ) then 'not-ready'
    when is_agreed and corrected.tenant_email is null then 'no-address'
  end;
  if outcome is not null then
    return jsonb_build_object('changed', false, 'outcome', outcome);
  end if;

  insert into private.contract_corrections (
    id, contract_id, status, made_by, reason, former, wanted, closed_at
  ) values (
    $2, $1, case when is_agreed then 'waiting' else 'applied' end, (select auth.uid()), btrim($5),
    private.printed_of(present) || jsonb_build_object(
      'tenant_email', present.tenant_email, 'tenant_phone', present.tenant_phone,
      'landlord_phone', present.landlord_phone
    ),
    private.printed_of(corrected), case when not is_agreed then now() end
  );
  if is_contact then
    perform private.correct_contact(present, corrected, $2);
  end if;
  if is_agreed then
    outcome := 'asked';
    perform private.enqueue_mail(
      'correction-asked', corrected.tenant_email, '{}', 'correction-asked:' || $2, contract_id => $1
    );
  elsif is_printed then
    outcome := 'reissued';
    perform private.reissue_letter(corrected);
  else
    outcome := 'contact';
  end if;
  perform private.note(
    'correct-contract', $1, jsonb_build_object('correction', $2, 'status', outcome)
  );
  return jsonb_build_object('changed', true, 'outcome', outcome);
end
$$;
call private.expose('correct_contract', 'authenticated',
  'Corrects an active contract once per correction_id: contact data at once, printed data with a new letter, accepted data after the tenant accepts it again.',
  needs => 'contracts');

create function private.correct_contact(
  former public.contracts, corrected public.contracts, correction_id uuid
) returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  update public.contracts as contract
  set landlord_phone = corrected.landlord_phone where contract.id = former.id;
  -- All contracts of an account have the same tenant, so the e-mail address and the phone change in all of them.
  update public.contracts as contract
  set tenant_email = corrected.tenant_email, tenant_phone = corrected.tenant_phone
  where contract.user_id = former.user_id;
  if corrected.tenant_email is distinct from former.tenant_email then
    -- Links that were mailed to the wrong mailbox stop working, and queued mail goes to the new e-mail address.
    delete from private.account_links as link where link.user_id = former.user_id;
    update public.outgoing_mail as mail set recipient = corrected.tenant_email
    where mail.contract_id in (
        select own.id from public.contracts as own where own.user_id = former.user_id
      )
      and mail.status in ('queued', 'parked')
      and mail.recipient = former.tenant_email and corrected.tenant_email is not null;
    if corrected.tenant_email is not null and former.password_set_at is null
      and private.access_mail(former) = 'contract-ready' then
      perform private.enqueue_mail(
        'contract-ready', corrected.tenant_email, '{}', 'contract-ready:' || correction_id,
        contract_id => former.id
      );
    end if;
  end if;
  if row(former.tenant_email, former.tenant_phone)
    is distinct from row(corrected.tenant_email, corrected.tenant_phone) then
    for address in select distinct unnest(array_remove(array[former.tenant_email, corrected.tenant_email], null))
    loop
      perform private.enqueue_mail(
        'contact-changed', address, '{}', 'contact-changed:' || correction_id || ':' || md5(address),
        contract_id => former.id
      );
    end loop;
  end if;
end
$$;
comment on function private.correct_contact is 'Changes the contact data of a contract and notifies the tenant at the former and at the new e-mail address.';

-- Security definer, because no role may write contract_corrections. `account` is the auth user of a signed-in
-- tenant. A tenant who has no password yet is identified by `secret_hash`, from the link of the request.
create function private.accept_correction(
  correction_id uuid, full_name text, address_hash text, user_agent text,
  secret_hash text default null, account uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  present public.contracts;
  asked private.contract_corrections;
  outcome text;
begin
  perform private.require_within_limit('accept-by-address', $3);
  select contract.* into present
  from private.contract_corrections as correction
  join public.contracts as contract on contract.id = correction.contract_id
  left join public.offers as offer on offer.id = contract.offer_id
  where correction.id = $1 and (
    contract.user_id = $6
    or offer.simulation_id = (select request.id from private.find_offered($5) as request)
  )
  for no key update of contract;
  if not found then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', $3);
    return null;
  end if;
  select * into asked from private.contract_corrections as correction where correction.id = $1;
  outcome := case
    when asked.status <> 'waiting' then asked.status
    when not private.is_running(present) then 'closed'
    when private.full_name_key($2) is distinct from private.full_name_key(present.tenant_name)
    then 'name'
  end;
  if outcome is not null then
    return jsonb_build_object('outcome', outcome);
  end if;
  update private.contract_corrections as correction
  set status = 'applied', closed_at = now(), accepted_name = left(btrim($2), 100),
    address_hash = $3, user_agent = left($4, 500)
  where correction.id = $1;
  perform private.reissue_letter(jsonb_populate_record(present, asked.wanted));
  perform private.note('accept-correction', present.id, jsonb_build_object('correction', $1), $6);
  return jsonb_build_object('outcome', 'applied');
end
$$;
call private.expose('accept_correction', 'service_role',
  'Accepts a correction and issues the letter again. The tenant signs in or uses the request''s link, and types the full name. A repeated acceptance gets the same answer; null for a correction of another tenant. Service role only.');

-- Security definer, because no role may write contract_corrections.
create function private.withdraw_correction(correction_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  locked_id uuid;
begin
  select contract.id into locked_id
  from public.contracts as contract
  join private.contract_corrections as correction on correction.contract_id = contract.id
  where correction.id = $1 for no key update of contract;
  perform private.require_found(found, 'Correção não encontrada.');
  update private.contract_corrections as correction set status = 'withdrawn', closed_at = now()
  where correction.id = $1 and correction.status = 'waiting';
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('withdraw-correction', locked_id, jsonb_build_object('correction', $1));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('withdraw_correction', 'authenticated',
  'Withdraws a correction that its tenant has not accepted.',
  needs => 'contracts');

create function private.waiting_correction_of(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', correction.id, 'reason', correction.reason,
    'former', private.printed_of(contract), 'wanted', correction.wanted
  )
  from private.contract_corrections as correction
  where correction.contract_id = contract.id and correction.status = 'waiting'
    and private.is_running(contract);
end;
comment on function private.waiting_correction_of is 'Returns the correction that the tenant of a contract has not accepted yet, with the former and the new data. Null when no correction is pending.';
grant execute on function private.waiting_correction_of to service_role;

-- Security definer, because tenants may not read contract_corrections. Tenants get only corrections of their contract.
create function private.waiting_correction(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_correction_of(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('waiting_correction', 'authenticated',
  'Returns the correction that waits for the tenant who is signed in to this contract, as private.waiting_correction_of does.');

-- 13_requests_corrections.sql
-- Corrections of an applicant's request. Name and CPF cannot be corrected, because the acceptance compares them. The
-- applicant corrects by the link until conditions have been mailed, and staff until the acceptance.
create table private.request_corrections (
  id uuid primary key,
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  version integer not null check (version > 0),
  made_at timestamptz not null default now(),
  side text not null check (side in ('applicant', 'staff')),
  made_by uuid references auth.users (id) on delete set null,
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
  constraint request_corrections_one_per_version unique (simulation_id, version),
  constraint request_corrections_change_something check (wanted <> former),
  constraint request_corrections_staff_give_reason check ((side = 'staff') = (reason is not null))
);
comment on table private.request_corrections is 'Corrections of requests, with the values before and after. Rows are only inserted.';
comment on column private.request_corrections.id is 'Id that the form makes once per content, so that sending it again changes nothing.';
comment on column private.request_corrections.version is 'Number of corrections of the request, this one included. A correction that saw another version is refused.';
comment on column private.request_corrections.reason is 'Reason that staff gave; null for a correction by the applicant.';
comment on column private.request_corrections.former is 'Corrected columns of simulations with their values before the correction.';
comment on column private.request_corrections.wanted is 'The same columns with their values after the correction.';
create index request_corrections_by_author on private.request_corrections (made_by);
create index request_corrections_by_age on private.request_corrections (made_at);
alter table private.request_corrections enable row level security;

create function private.refuse_correction_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Deleting the account of a member of staff empties made_by.
  if to_jsonb(new) - 'made_by' <> to_jsonb(old) - 'made_by' then
    raise exception 'corrections are append-only' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.refuse_correction_change is 'Refuses to change a correction, for every role. A correction is deleted only with its request or by the purge.';
create trigger refuse_change before update on private.request_corrections
for each row execute function private.refuse_correction_change();

create function private.correctable(simulation public.simulations) returns jsonb
language sql immutable
return jsonb_build_object(
  'email', simulation.email, 'phone', simulation.phone,
  'property_address', simulation.property_address, 'property_city', simulation.property_city,
  'property_state', simulation.property_state, 'rental_value', simulation.rental_value,
  'owner_name', simulation.owner_name, 'owner_contact', simulation.owner_contact
);
comment on function private.correctable is 'Returns the columns of a request that a correction may change.';

-- Security definer, because no role may read request_corrections.
create function private.request_version(simulation_id uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select coalesce(max(made.version), 0) from private.request_corrections as made
  where made.simulation_id = $1;
$$;
comment on function private.request_version is 'Returns how many times a request was corrected. A form sends the version that its reader saw.';
grant execute on function private.request_version to service_role;

create function private.corrections_of(simulation_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', made.id, 'madeAt', made.made_at, 'side', made.side,
    'who', private.staff_name(made.made_by), 'reason', made.reason,
    'former', made.former, 'wanted', made.wanted
  )) order by made.version desc), '[]')
  from private.request_corrections as made
  where made.simulation_id = $1;
$$;
comment on function private.corrections_of is 'Lists the corrections of a request for staff, newest first: {id, madeAt, side, who, reason, former, wanted}.';

-- Security definer, because no role may read request_corrections. The key of the mail ends with the correction's id.
create function private.correction_of_mail(mail_key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'fields', (select jsonb_agg(field) from jsonb_object_keys(made.wanted) as field),
    'hasNewAddress', made.wanted ? 'email',
    -- A correction by staff withdraws the open offer in the same transaction, so both have the same time.
    'hasWithdrawn', made.side = 'staff' and exists (
      select from public.offers as offer
      where offer.simulation_id = made.simulation_id and offer.status = 'withdrawn'
        and offer.closed_at = made.made_at
    )
  )
  from private.request_corrections as made
  where made.id = case
    when starts_with($1, 'request-corrected:') then split_part($1, ':', 2)::uuid
  end;
$$;
comment on function private.correction_of_mail is 'Returns what a mail about a correction reports: the names of the corrected columns, whether the address is new and whether an offer was withdrawn. Null for other mails.';
grant execute on function private.correction_of_mail to service_role;

create function private.is_open_to_applicant(simulation public.simulations) returns boolean
language sql stable
set search_path = ''
as $$
  select simulation.status <> 'rejected' and not exists (
    select from public.offers as offer
    where offer.simulation_id = simulation.id and (
      offer.status <> 'withdrawn'
      -- Staff withdrew this offer after its mail was sent, so the applicant has read conditions.
      or offer.closed_at >= offer.created_at + private.undo_period()
    )
  );
$$;
comment on function private.is_open_to_applicant is 'Reports whether the applicant may still correct the request: it was not rejected, and no conditions are out.';
grant execute on function private.is_open_to_applicant to service_role;

create function private.masked(words text) returns text
language sql immutable strict parallel safe
return regexp_replace(words, '([^[:space:][:punct:]])[^[:space:][:punct:]]+', '\1•••', 'g');
comment on function private.masked is 'Replaces each word of a text by its first character and three dots. The result does not show the length of a word.';

-- The link may have reached a stranger, if the address was mistyped. The result therefore shows each value only as far
-- as its owner needs to recognise it.
create function private.masked_request(simulation public.simulations) returns jsonb
language sql stable
return jsonb_build_object(
  'email', left(simulation.email, 1) || '•••' || substr(simulation.email, strpos(simulation.email, '@')),
  'phone', '•••' || right(simulation.phone, 4),
  'propertyAddress', private.masked(simulation.property_address),
  'propertyCity', private.masked(simulation.property_city),
  'propertyState', simulation.property_state, 'rentalValue', simulation.rental_value,
  'ownerName', private.masked(simulation.owner_name),
  'ownerContact', '•••' || right(simulation.owner_contact, 4)
);
comment on function private.masked_request is 'Returns the correctable data of a request in masked form. Rent and state are shown in full, as in the mail that confirms the request.';

-- Security definer, because the callers may not read request_corrections.
create function private.read_request_data(secret_hash text, address_hash text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.open_tracked($1, $2);
  if request.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'version', private.request_version(request.id), 'shown', private.masked_request(request)
  );
end
$$;
call private.expose('read_request_data', 'service_role',
  'Returns the version and the masked data of a request for the form of a correction; null for an unknown or expired link. Service role only.');

-- The queue and the page of a request record each reading. Security definer, because no role may read the trail.
create function private.was_seen_by_staff(simulation_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.audit_trail as seen
    where seen.action = 'read-simulations' and seen.details -> 'ids' ? $1::text
  ) or exists (
    select from public.audit_trail as acted where acted.subject_id = $1 and acted.actor is not null
  );
$$;
comment on function private.was_seen_by_staff is 'Reports whether staff have read or changed a request.';

-- The mailed link of a new address works at once. The former link works until the new one is opened, so that a second
-- mistyped address locks nobody out.
create function private.move_to_address(request public.simulations, address text, correction_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(request.id, keeps_former => true);
  -- Unsent mails go to the new address. They would otherwise bring the new link to the former address.
  update public.outgoing_mail as mail set recipient = address
  where mail.simulation_id = request.id and mail.status in ('queued', 'parked')
    and mail.recipient = request.email and mail.template <> 'request-address-left';
  perform private.enqueue_mail(
    'request-address-left', request.email, '{}', 'request-address-left:' || correction_id,
    simulation_id => request.id
  );
end
$$;
comment on function private.move_to_address is 'Moves the unsent mails of a request to a new address, makes a new link and notifies the former address.';

-- The caller has locked the request. A correction by the applicant has the hash of the network, and one by staff has a
-- reason. Both sides share the rules about fields, versions and mails.
create function private.apply_correction(
  request public.simulations, correction_id uuid, known_version integer, wanted jsonb,
  reason text, address_hash text
) returns text
language plpgsql
set search_path = ''
as $$
declare
  is_staff constant boolean := address_hash is null;
  former constant jsonb := private.correctable(request);
  corrected_request uuid;
  corrected public.simulations;
  later jsonb;
  changed text[];
  field text;
  withdrawn uuid;
begin
  select made.simulation_id into corrected_request from private.request_corrections as made where made.id = $2;
  if found then
    if corrected_request <> request.id then
      raise sqlstate 'PT409' using
        message = 'Este envio já corrigiu outro pedido. Atualize a página e preencha de novo.';
    end if;
    return 'made';
  end if;
  if is_staff and exists (
    select from public.offers as offer
    left join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id and (offer.status = 'accepted' or contract.id is not null)
  ) then
    return 'accepted';
  end if;
  if not is_staff and not private.is_open_to_applicant(request) then
    return 'closed';
  end if;
  if known_version is distinct from private.request_version(request.id) then
    return 'changed';
  end if;
  corrected := jsonb_populate_record(request, (
    select coalesce(jsonb_object_agg(typed.key, private.clean_field(typed.key, typed.value)), '{}')
    from jsonb_each_text($4) as typed where former ? typed.key and typed.value is not null
  ));
  later := private.correctable(corrected);
  changed := array(
    select each.key from jsonb_each(later) as each
    where each.value is distinct from former -> each.key order by each.key
  );
  if cardinality(changed) = 0 then
    return 'same';
  end if;
  foreach field in array changed loop
    if field in ('property_address', 'property_city', 'owner_name') then
      if private.has_link(later ->> field) then
        perform private.reject('Escreva sem links nem endereços de sites', field);
      end if;
      if private.undrawn(later ->> field) is not null then
        perform private.reject(
          'O texto contém “' || private.undrawn(later ->> field)
            || '”, que os documentos não conseguem mostrar. Escreva em letras latinas, sem figuras.',
          field
        );
      end if;
    end if;
  end loop;
  -- The worker reads the link when it renders a mail, so a mail that is being sent could take the new link to the
  -- former address.
  if 'email' = any (changed) and exists (
    select from public.outgoing_mail as mail
    where mail.simulation_id = request.id and mail.status = 'sending'
  ) then
    return 'sending';
  end if;
  if not is_staff then
    perform private.require_within_limit('correction-by-request', request.id::text);
    if 'email' = any (changed) then
      perform private.require_within_limit('mail-by-network', address_hash);
      perform private.require_within_limit(
        'mail-by-mailbox', 'correction ' || private.mailbox_of(corrected.email)
      );
    end if;
  end if;

  update public.simulations as simulation
  set email = corrected.email, phone = corrected.phone,
    property_address = corrected.property_address, property_city = corrected.property_city,
    property_state = corrected.property_state, rental_value = corrected.rental_value,
    owner_name = corrected.owner_name, owner_contact = corrected.owner_contact,
    -- Staff who correct have seen all earlier corrections, because their form sends the version.
    corrected_at = case
      when is_staff then null
      when private.was_seen_by_staff(request.id) then coalesce(simulation.corrected_at, now())
    end
  where simulation.id = request.id;
  insert into private.request_corrections (
    id, simulation_id, version, side, made_by, reason, former, wanted
  )
  select $2, request.id, known_version + 1, case when is_staff then 'staff' else 'applicant' end,
    case when is_staff then (select auth.uid()) end, btrim($5),
    jsonb_object_agg(name, former -> name), jsonb_object_agg(name, later -> name)
  from unnest(changed) as name;
  perform private.note(
    'correct-request', request.id,
    jsonb_build_object('correction', $2, 'status', case when is_staff then 'staff' else 'applicant' end),
    case when is_staff then (select auth.uid()) end
  );
  -- An offer shows rent, landlord and property, so it does not outlive their correction.
  if changed && array['rental_value', 'property_address', 'property_city', 'property_state', 'owner_name'] then
    update public.offers as offer set status = 'withdrawn', closed_at = now()
    where offer.simulation_id = request.id and private.is_open(offer)
    returning offer.id into withdrawn;
    if withdrawn is not null then
      perform private.drop_offer_mail(withdrawn);
      perform private.note('withdraw-offer', request.id, jsonb_build_object('offer', withdrawn));
    end if;
  end if;
  if 'email' = any (changed) then
    perform private.move_to_address(request, corrected.email, $2);
  end if;
  perform private.enqueue_mail(
    'request-corrected', corrected.email, '{}', 'request-corrected:' || $2,
    simulation_id => request.id
  );
  return 'corrected';
end
$$;
comment on function private.apply_correction is 'Corrects a locked request once per id and returns the outcome: corrected, made (the id was stored before), same (nothing differs), changed (known_version is outdated), sending (a mail is being sent), closed (too late for the applicant) or accepted (too late for staff). Withdraws an open offer that shows a corrected value, and queues the mails.';

-- Security definer, because no role may write request_corrections.
create function private.correct_request_by_link(
  secret_hash text, correction_id uuid, known_version integer, wanted jsonb, address_hash text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.open_tracked($1, $5);
  if request.id is null then
    return null;
  end if;
  request := private.lock_simulation(request.id);
  -- Another correction may have replaced the link while this call waited for the lock.
  if (private.find_tracked($1)).id is distinct from request.id then
    return null;
  end if;
  return jsonb_build_object('outcome', private.apply_correction(request, $2, $3, $4, null, $5));
end
$$;
call private.expose('correct_request_by_link', 'service_role',
  'Corrects a request for the holder of its link, until conditions have been mailed. Returns the outcome of apply_correction; null for an unknown or expired link. Service role only.');

-- Security definer, because no role may write request_corrections.
create function private.correct_request(
  simulation_id uuid, correction_id uuid, known_version integer, wanted jsonb, reason text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if coalesce(char_length(btrim(reason)), 0) not between 3 and 1000 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  return jsonb_build_object(
    'outcome', private.apply_correction(private.lock_simulation($1), $2, $3, $4, $5, null)
  );
end
$$;
call private.expose('correct_request', 'authenticated',
  'Corrects a request with a reason, until the acceptance. Returns the outcome of apply_correction.',
  needs => 'requests');

-- Security definer, because staff may not update simulations.
create function private.check_request_corrections(simulation_id uuid, known_version integer)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.simulations;
begin
  request := private.lock_simulation($1);
  if $2 is distinct from private.request_version(request.id) then
    raise sqlstate 'PT409' using
      message = 'Este pedido foi corrigido de novo. Confira os dados novos.';
  end if;
  update public.simulations as simulation set corrected_at = null
  where simulation.id = request.id and simulation.corrected_at is not null;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('check-corrections', request.id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('check_request_corrections', 'authenticated',
  'Records that staff have checked the applicant''s corrections up to a version, and ends the task about them. Raises PT409 when a newer correction exists.',
  needs => 'requests', action => 'check-corrections');

-- 13_requests_tracking.sql
-- The secret in a link is a keyed hash (128 bits) of the request's id and the link's number (column generation). A
-- repeated form or mail therefore gets the same link. The database stores only the hash of the secret.
create table private.tracking_links (
  simulation_id uuid primary key references public.simulations (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  former_hash text unique check (former_hash ~ '^[0-9a-f]{64}$')
);
comment on table private.tracking_links is 'Current link of each request. A new link replaces the former one, at once or when it is opened.';
comment on column private.tracking_links.generation is 'Number of links that the request has had, the current one included.';
comment on column private.tracking_links.secret_hash is 'SHA-256 of the secret in the link. The secret has 128 bits.';
comment on column private.tracking_links.former_hash is 'Hash of the former link while it still works: until the current link, which was mailed to a new address, is opened.';
alter table private.tracking_links enable row level security;

-- Security definer, because the callers of this function may not call private.link_secret.
create function private.derive_tracking_secret(simulation_id uuid, generation integer) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.link_secret('tracking', simulation_id::text || ' ' || generation);
$$;
comment on function private.derive_tracking_secret is 'Returns the secret of one of a request''s links. The links are numbered from 1 (generation).';

-- Security definer, because no role may write tracking_links.
create function private.renew_tracking_link(simulation_id uuid, keeps_former boolean default false)
returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant uuid := simulation_id;
  next integer;
begin
  select link.generation + 1 into next
  from private.tracking_links as link where link.simulation_id = wanted for update;
  next := coalesce(next, 1);
  insert into private.tracking_links (simulation_id, generation, secret_hash)
  values (
    wanted, next, private.link_secret_hash(private.derive_tracking_secret(wanted, next))
  )
  on conflict on constraint tracking_links_pkey do update
  set generation = excluded.generation, secret_hash = excluded.secret_hash,
    -- A link that was never opened is not in use, so the link before it stays the former one.
    former_hash = case
      when keeps_former then coalesce(tracking_links.former_hash, tracking_links.secret_hash)
    end;
end
$$;
comment on function private.renew_tracking_link is 'Makes a new link for a request. The former link stops working at once, or with keeps_former when the new link is opened.';
grant execute on function private.renew_tracking_link to service_role;

-- Security definer, because no role may write tracking_links.
create function private.give_tracking_link() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.renew_tracking_link(new.id);
  return null;
end
$$;
comment on function private.give_tracking_link is 'Trigger that makes the first link of a new request.';

create trigger give_tracking_link after insert on public.simulations
for each row execute function private.give_tracking_link();

-- A link expires when the period tracking-links of private.retention has passed since the decision and since the end of
-- the last offer. Security definer, because no role may read private.retention.
create function private.is_tracked(simulation public.simulations) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select simulation.reviewed_at is null or greatest(
    simulation.reviewed_at,
    (
      select max(coalesce(offer.closed_at, offer.valid_until)) from public.offers as offer
      where offer.simulation_id = simulation.id
    )
  ) > now() - (
    select retention.keep_for from private.retention where retention.name = 'tracking-links'
  );
$$;
comment on function private.is_tracked is 'Reports whether the link of a request is still valid.';
grant execute on function private.is_tracked to service_role;

-- Security definer, because no role may read tracking_links.
create function private.tracking_secret(simulation_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.derive_tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link where link.simulation_id = $1;
$$;
call private.expose('tracking_secret', 'service_role',
  'Returns the secret of a request''s current link, for a mail, or null. Service role only.');

-- The browser sends a form again when it received no answer, and then needs the same link. Only this browser knows the
-- submission id, so nobody else gets the link. Security definer, because no role may read tracking_links.
create function private.first_tracking_secret(simulation public.simulations) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.derive_tracking_secret(link.simulation_id, link.generation)
  from private.tracking_links as link
  where link.simulation_id = simulation.id and link.generation = 1
    and simulation.created_at > now() - interval '1 hour';
$$;
comment on function private.first_tracking_secret is 'Returns the secret of a request''s first link, for a form that is sent again; null when a newer link exists or the request is older than an hour.';
grant execute on function private.first_tracking_secret to service_role;

-- Security definer, because no role may read tracking_links.
create function private.find_tracked(secret_hash text) returns public.simulations
language sql stable security definer
set search_path = ''
as $$
  select simulation.*
  from private.tracking_links as link
  join public.simulations as simulation on simulation.id = link.simulation_id
  where (link.secret_hash = $1 or link.former_hash = $1) and private.is_tracked(simulation);
$$;
comment on function private.find_tracked is 'Returns the request that a link opens; null in each column for an unknown or expired link.';
grant execute on function private.find_tracked to service_role;

-- Security definer, because no role may write tracking_links.
create function private.retire_former_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.tracking_links as link set former_hash = null
  where link.secret_hash = $1 and link.former_hash is not null;
$$;
comment on function private.retire_former_link is 'Ends the former link of a request when the current link is opened.';
grant execute on function private.retire_former_link to service_role;

create function private.tracked_documents(simulation public.simulations) returns jsonb
language sql stable
begin atomic
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', asked.id, 'kind', asked.kind, 'note', asked.note, 'status', asked.status,
    'reason', asked.refusal_reason, 'files', private.files_of_document(asked.id)
  )) order by asked.asked_at, asked.kind)
  from public.asked_documents as asked where asked.simulation_id = simulation.id;
end;
comment on function private.tracked_documents is 'Lists the documents that staff asked an applicant for, with their status and files.';
grant execute on function private.tracked_documents to service_role;

create function private.documents_due_at(simulation_id uuid) returns timestamptz
language sql stable
begin atomic
  select max(greatest(asked.asked_at, asked.decided_at, asked.emptied_at)) + private.documents_wait()
  from public.asked_documents as asked
  where asked.simulation_id = $1 and asked.status in ('asked', 'refused');
end;
comment on function private.documents_due_at is 'Returns the day by which the missing documents of a request are due; null when no document is missing.';
grant execute on function private.documents_due_at to service_role;

create function private.current_offer(simulation public.simulations) returns public.offers
language sql stable
begin atomic
  select offer from public.offers as offer
  where offer.simulation_id = simulation.id
    -- When staff have withdrawn an offer to renew a contract, the page shows the offer that led to that contract.
    and not (offer.status = 'withdrawn' and offer.renews_contract_id is not null)
  order by offer.created_at desc, offer.id limit 1;
end;
comment on function private.current_offer is 'Returns the latest offer of a request; null in each column if the request has no offer.';
grant execute on function private.current_offer to service_role;

-- If the latest offer is withdrawn, the result is null, even when the request has earlier offers.
create function private.tracked_offer(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when offer.status <> 'withdrawn' then private.offer_conditions(offer) || jsonb_build_object(
    'clauses', offer.clauses, 'tenantName', simulation.full_name,
    'tenantCpf', '***.' || substr(simulation.cpf, 4, 3) || '.' || substr(simulation.cpf, 7, 3) || '-**',
    'propertyAddress', coalesce(renewed.terms ->> 'propertyAddress', private.property_line(simulation)),
    'renews', renewed.terms, 'changes', private.offer_changes(offer),
    'earlierAt', (private.earlier_offer(offer)).created_at
  ) end
  from private.current_offer(simulation) as offer
  cross join lateral private.renewed_terms(offer.renews_contract_id) as renewed (terms);
$$;
comment on function private.tracked_offer is 'Returns the conditions of the latest offer of a request, with tenant and property, so that the applicant can check them before accepting; null without an offer or after its withdrawal.';
grant execute on function private.tracked_offer to service_role;

create function private.tracked_contract(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'contractNumber', contract.contract_number, 'status', contract.status,
    'startDate', contract.start_date, 'endDate', contract.end_date, 'letterFee', contract.letter_fee,
    'isReady', coalesce(job.status = 'done', false),
    'hasPassword', contract.password_set_at is not null,
    'correction', private.waiting_correction_of(contract),
    'regretUntil', private.regret_until(contract), 'ending', private.ending_kind(contract),
    'endedOn', case
      when contract.closed_at is not null then private.last_day(contract)
      else (
        select confirmed.keys_on from public.contract_endings as confirmed
        where confirmed.contract_id = contract.id and confirmed.status = 'confirmed'
      )
    end,
    'refund', private.refund_of(contract.id), 'refundAccount', private.refund_account(contract)
  ))
  from private.current_offer(simulation) as offer
  join public.contracts as contract on contract.offer_id = offer.id
  left join public.document_jobs as job on job.contract_id = contract.id
  where offer.status = 'accepted';
$$;
comment on function private.tracked_contract is 'Returns the contract of a request, whether its letter exists, and a correction that the tenant has not accepted yet; null if there is no contract, or if a new offer followed a cancelled contract.';
grant execute on function private.tracked_contract to service_role;

create function private.open_tracked(
  secret_hash text, address_hash text, action text default 'tracking-by-address'
) returns public.simulations
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
begin
  perform private.require_within_limit(action, address_hash);
  request := private.find_tracked(secret_hash);
  if request.id is null then
    -- Counts the failed lookup. The caller then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  end if;
  return request;
end
$$;
comment on function private.open_tracked is 'Returns the request to which a link belongs; null in each column for an unknown or expired link. Counts the call against the limit `action`, and a failed lookup against a limit of its own.';
grant execute on function private.open_tracked to service_role;

create function public.track_request(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  is_published boolean;
begin
  request := private.open_tracked(secret_hash, address_hash);
  if request.id is null then
    return null;
  end if;
  perform private.retire_former_link(secret_hash);
  is_published := coalesce(request.reviewed_at <= now() - private.undo_period(), false);
  return jsonb_strip_nulls(jsonb_build_object(
    'protocol', request.protocol,
    'status', case when is_published then request.status else 'pending' end,
    'receivedAt', request.created_at,
    'answerDueAt', request.answer_due_at,
    'decidedAt', case when is_published then request.reviewed_at end,
    'reason', case when is_published then request.rejection_reason end,
    -- A decision that can still be undone must not show here.
    'canCorrect', not is_published or private.is_open_to_applicant(request),
    'documents', private.tracked_documents(request),
    'documentsDueAt', private.documents_due_at(request.id),
    'offer', case when is_published then private.tracked_offer(request) end,
    'contract', case when is_published then private.tracked_contract(request) end
  ));
end
$$;
comment on function public.track_request is 'Returns the progress of a request to the holder of its link; null for an unknown or expired link. The result repeats data that the applicant typed into the form only as part of an offer.';
grant execute on function public.track_request to service_role;

-- Mails a new link for the first password to the e-mail address in the contract. The former link stops working.
create function public.request_first_access(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  request public.simulations;
  made public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select * into request from private.find_offered(secret_hash);
  if request.id is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  select contract.* into made
  from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
  where offer.simulation_id = request.id
  order by contract.created_at desc limit 1;
  if made.id is null or made.tenant_email is null
    or private.access_mail(made) <> 'contract-ready' then
    return jsonb_build_object('changed', false);
  end if;
  perform private.require_within_limit('mail-by-network', address_hash);
  perform private.require_within_limit(
    'mail-by-mailbox', 'first-password ' || private.mailbox_of(made.tenant_email)
  );
  perform private.enqueue_mail(
    'contract-ready', made.tenant_email, '{}', 'contract-ready:' || gen_random_uuid(),
    contract_id => made.id
  );
  return jsonb_build_object('changed', true);
end
$$;
comment on function public.request_first_access is 'Queues another mail with the link that sets the first password of a contract. The caller needs the link of the contract''s request. changed is false when a password exists or the letter does not exist yet. Returns null for an unknown or expired link. Service role only.';
grant execute on function public.request_first_access to service_role;

-- A mail is queued even for an unknown request, and then rolled back. So the time of the call does not reveal whether
-- the request exists.
create function public.request_tracking_link(protocol text, email text, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  request public.simulations;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  -- Counts protocol and mailbox as a pair, so a person who knows only the protocol cannot use up the applicant's
  -- limit. Returns without an error, because an error would reveal earlier requests for a link.
  if not private.may_mail_link('tracking ' || protocol, wanted, address_hash) then
    return;
  end if;

  select * into request from public.simulations as simulation
  where simulation.protocol = request_tracking_link.protocol
    and private.address_of(simulation) = wanted and private.is_tracked(simulation);
  begin
    if request.id is not null then
      perform private.renew_tracking_link(request.id);
    end if;
    perform private.enqueue_mail(
      'tracking-link', wanted, '{}',
      'tracking-link:' || gen_random_uuid(), simulation_id => request.id
    );
    if request.id is null then
      raise exception 'unknown request' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_tracking_link is 'Queues a mail with a new link to a request. The new link replaces the former one. The result does not reveal whether the request exists.';
grant execute on function public.request_tracking_link to service_role;

-- 14_partners.sql
-- Requests from agencies and owners who want to sell the guarantee. The site promises an answer within a time that
-- editors set. A person who sent a request cannot read the row's deadline, notes or outcome.
create table public.partnership_requests (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  partner_name text not null check (char_length(btrim(partner_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  company_name text not null check (char_length(btrim(company_name)) between 2 and 100),
  property_address text not null check (char_length(btrim(property_address)) between 5 and 200),
  property_city text not null check (char_length(btrim(property_city)) between 2 and 100),
  property_state text not null check (private.is_state(property_state)),
  property_type text not null check (private.is_property_type(property_type)),
  property_value numeric(12, 2) not null check (property_value between 0 and 9999999999.99),
  message text check (char_length(message) <= 1000),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'accepted', 'declined')),
  due_at timestamptz not null default now() + interval '48 hours',
  contacted_at timestamptz,
  contacted_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  decline_reason text check (char_length(btrim(decline_reason)) between 3 and 1000),
  protocol text not null unique default private.new_protocol('PP')
    check (private.is_protocol(protocol, 'PP')),
  search_text text not null generated always as (
    private.search_key(
      ' ' || company_name || ' ' || partner_name || ' ' || email || ' ' || phone || ' ' || protocol
      || ' ' || property_address
    )
  ) stored,
  constraint partnership_requests_contact_is_due_later check (due_at > created_at),
  constraint partnership_requests_new_was_not_contacted
    check (status <> 'new' or (contacted_at is null and contacted_by is null)),
  constraint partnership_requests_contact_has_time
    check (status <> 'contacted' or contacted_at is not null),
  constraint partnership_requests_decision_has_time
    check ((status in ('accepted', 'declined')) = (decided_at is not null)),
  constraint partnership_requests_declined_have_reason
    check ((status = 'declined') = (decline_reason is not null))
);
comment on table public.partnership_requests is 'Requests of agencies and owners who want to become partners.';
comment on column public.partnership_requests.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second request.';
comment on column public.partnership_requests.due_at is 'Time by which the site promised a contact, under the business rules at the time of the request.';
comment on column public.partnership_requests.protocol is 'Protocol number that people quote: PP-2026-, seven random characters and a check character.';
comment on column public.partnership_requests.decline_reason is 'Reason why staff declined the request, for staff only.';

create index partnership_requests_newest
  on public.partnership_requests (created_at desc, id desc);
create index partnership_requests_oldest_promise
  on public.partnership_requests (due_at, id) where status = 'new';
create index partnership_requests_newest_by_status
  on public.partnership_requests (status, created_at desc, id desc);
create index partnership_requests_by_caller on public.partnership_requests (contacted_by);
create index partnership_requests_by_decider on public.partnership_requests (decided_by);
-- private.find_cases uses this index.
create index partnership_requests_by_grams on public.partnership_requests
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);

alter table public.partnership_requests enable row level security;
grant select, update, delete on public.partnership_requests to service_role;
grant insert (
  submission_id, partner_name, email, phone, company_name, property_address, property_city,
  property_state, property_type, property_value, message
) on public.partnership_requests to service_role;

create trigger refuse_links
before insert on public.partnership_requests
for each row execute function private.refuse_links(
  'partner_name', 'company_name', 'property_address', 'property_city'
);

create table public.partnership_notes (
  id uuid primary key,
  request_id uuid not null references public.partnership_requests (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  note text not null check (char_length(btrim(note)) between 1 and 2000)
);
comment on table public.partnership_notes is 'Notes of staff about a partnership request; rows never change.';
comment on column public.partnership_notes.id is 'Id that the browser makes once per note, so that sending the note again stores no second note.';
create index partnership_notes_by_request on public.partnership_notes (request_id, created_at);
create index partnership_notes_by_author on public.partnership_notes (author);
alter table public.partnership_notes enable row level security;
grant select, insert, delete on public.partnership_notes to service_role;

-- Partnership requests are deleted after two years, so this table keeps the partners until their partnership ends.
create table public.partners (
  id uuid primary key default gen_random_uuid(),
  request_id uuid unique references public.partnership_requests (id) on delete set null,
  company_name text not null check (char_length(btrim(company_name)) between 2 and 100),
  partner_name text not null check (char_length(btrim(partner_name)) between 3 and 100),
  email text not null check (private.is_email(email)),
  phone text not null check (private.is_phone(phone)),
  city text not null check (char_length(btrim(city)) between 2 and 100),
  state text not null check (private.is_state(state)),
  accepted_at timestamptz not null default now(),
  accepted_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz,
  ended_by uuid references auth.users (id) on delete set null,
  search_text text not null generated always as (
    private.search_key(
      ' ' || company_name || ' ' || partner_name || ' ' || email || ' ' || phone
    )
  ) stored,
  constraint partners_end_later check (ended_at >= accepted_at)
);
comment on table public.partners is 'Agencies and owners that sell the guarantee, with the time when their partnership ended.';
comment on column public.partners.request_id is 'Partnership request from which the partner came; null after that request was deleted.';
create index partners_in_order on public.partners ((ended_at is not null), company_name, id);
create index partners_by_end on public.partners (ended_at) where ended_at is not null;
create index partners_by_acceptor on public.partners (accepted_by);
create index partners_by_ender on public.partners (ended_by);
create index partners_newest on public.partners (accepted_at desc, id desc);
create index partners_by_grams on public.partners
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
alter table public.partners enable row level security;
grant select, insert, update, delete on public.partners to service_role;

create function public.submit_partnership_request(
  request jsonb, address_hash text, contact_hours integer default 48
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  hours constant interval := make_interval(hours => least(greatest(contact_hours, 1), 720));
  created boolean;
  stored public.partnership_requests;
begin
  created := private.store_form('public.partnership_requests', request);
  if created then
    update public.partnership_requests set due_at = created_at + hours
    where submission_id = submission;
  end if;
  select * into strict stored
  from public.partnership_requests where submission_id = submission;
  if created then
    perform private.require_within_limit('partnership-by-address', address_hash);
    perform private.queue_form_mails('partnership', stored.id, stored.email, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.partnership_requests', request)
  ) then
    -- A form that reuses a stored submission id with other content gets no data of the stored request.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_build_object(
    'id', stored.id, 'created', created,
    'protocol', stored.protocol, 'answerDueAt', stored.due_at
  );
end
$$;
comment on function public.submit_partnership_request is 'Stores a partnership request once per submissionId and queues its mails. Returns the protocol of the request and the time by which the site promises a contact.';
grant execute on function public.submit_partnership_request to service_role;

-- Security definer, because staff have no grant on partnership_requests. The call is recorded as a reading.
create function private.list_partnership_requests(
  wanted_status text, after_moment timestamptz, after_id uuid, page_size integer
)
returns table (
  id uuid, created_at timestamptz, due_at timestamptz, status text, partner_name text,
  company_name text, property_city text, property_state text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.partnership_requests[];
begin
  if wanted_status = 'new' then
    page := array(
      select request
      from public.partnership_requests as request
      where request.status = 'new'
        and (after_id is null or (request.due_at, request.id) > (after_moment, after_id))
      order by request.due_at, request.id
      limit most
    );
  else
    page := array(
      select request
      from public.partnership_requests as request
      where (wanted_status is null or request.status = wanted_status)
        and (after_id is null or (request.created_at, request.id) < (after_moment, after_id))
      order by request.created_at desc, request.id desc
      limit most
    );
  end if;
  perform private.record_reading(
    'read-partnership-requests', array(select shown.id from unnest(page) as shown)
  );
  return query
    select shown.id, shown.created_at, shown.due_at, shown.status, shown.partner_name,
      shown.company_name, shown.property_city, shown.property_state
    from unnest(page) as shown;
end
$$;
call private.expose('list_partnership_requests', 'authenticated',
  'Lists one page of partnership requests: new requests by due_at, the other lists by created_at, newest first. The next page starts after after_moment (due_at or created_at of the last row) and after_id. Records the read.',
  'status text default null, after_moment timestamptz default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on partnership_requests.
create function private.partnership_request(request_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := request_id;
  shown public.partnership_requests;
begin
  select * into shown from public.partnership_requests where id = wanted;
  perform private.require_found(found, 'Pedido de parceria não encontrado.');
  perform private.record_reading('read-partnership-requests', array[wanted]);
  return to_jsonb(shown) - array['submission_id', 'search_text', 'contacted_by', 'decided_by']
    || jsonb_build_object(
      'notes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
          'who', private.staff_name(noted.author)
        ) order by noted.created_at desc, noted.id), '[]')
        from public.partnership_notes as noted where noted.request_id = wanted
      ),
      'history', private.subject_history(wanted, 'read-partnership-requests')
    );
end
$$;
call private.expose('partnership_request', 'authenticated',
  'Returns a partnership request with its notes and history. Records the read.',
  needs => 'read', action => 'read-partnership-requests');

-- Security definer, because staff may not update partnership_requests. The row lock makes a second click
-- wait until it finds the new status and changes nothing.
create function private.set_partnership_status(request_id uuid, wanted text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  moved public.partnership_requests;
  is_decision constant boolean := wanted in ('accepted', 'declined');
begin
  if wanted is null or wanted not in ('contacted', 'accepted', 'declined') then
    perform private.reject('Situação inválida.', 'status');
  end if;
  select * into moved from public.partnership_requests where id = request_id for update;
  perform private.require_found(found, 'Pedido de parceria não encontrado.');
  -- Staff undo a decision by setting the status to contacted. A decision cannot replace another decision directly.
  if moved.status = wanted or (is_decision and moved.status in ('accepted', 'declined')) then
    return jsonb_build_object('changed', false, 'status', moved.status);
  end if;
  update public.partnership_requests
  set status = wanted,
    contacted_at = case when wanted = 'contacted' then coalesce(contacted_at, now()) else contacted_at end,
    contacted_by = case
      when wanted = 'contacted' and contacted_at is null then (select auth.uid()) else contacted_by
    end,
    decided_at = case when is_decision then now() end,
    decided_by = case when is_decision then (select auth.uid()) end,
    decline_reason = case when wanted = 'declined' then btrim(reason) end
  where id = request_id;
  if wanted = 'accepted' then
    insert into public.partners (
      request_id, company_name, partner_name, email, phone, city, state, accepted_by
    ) values (
      moved.id, moved.company_name, moved.partner_name, moved.email, moved.phone,
      moved.property_city, moved.property_state, (select auth.uid())
    )
    on conflict on constraint partners_request_id_key do update
    set accepted_at = now(), accepted_by = excluded.accepted_by, ended_at = null, ended_by = null;
  elsif moved.status = 'accepted' then
    -- Deletes the partner when staff undo the acceptance. A partner whose partnership has ended is kept for the
    -- retention period.
    delete from public.partners as partner
    where partner.request_id = moved.id and partner.ended_at is null;
  end if;
  perform private.note(
    'answer-partnership-request', request_id, jsonb_build_object('status', wanted)
  );
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_partnership_status', 'authenticated',
  'Marks a request as contacted, accepted or declined (with a reason), each once.',
  'request_id uuid, status text, reason text default null',
  needs => 'requests', action => 'answer-partnership-request');

-- Security definer, because staff may not write partnership_notes.
create function private.add_partnership_note(request_id uuid, note_id uuid, note text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_found(
    exists (select from public.partnership_requests as request where request.id = $1),
    'Pedido de parceria não encontrado.'
  );
  insert into public.partnership_notes (id, request_id, author, note)
  values ($2, $1, (select auth.uid()), btrim($3))
  on conflict (id) do nothing;
  return jsonb_build_object('changed', found);
end
$$;
call private.expose('add_partnership_note', 'authenticated',
  'Adds a note to a request, once per note_id; notes do not change.',
  needs => 'read', action => 'note-partnership-request');

-- Security definer, because staff have no grant on partners. The call is recorded as a reading.
create function private.list_partners(after_id uuid, page_size integer)
returns table (
  id uuid, request_id uuid, company_name text, partner_name text, email text, phone text,
  city text, state text, accepted_at timestamptz, ended_at timestamptz
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.partners[];
begin
  page := array(
    select partner
    from public.partners as partner
    where after_id is null
      or (partner.ended_at is not null, partner.company_name, partner.id) > (
        select last_one.ended_at is not null, last_one.company_name, last_one.id
        from public.partners as last_one where last_one.id = after_id
      )
    order by (partner.ended_at is not null), partner.company_name, partner.id
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading('read-partners', array(select shown.id from unnest(page) as shown));
  return query
    select shown.id, shown.request_id, shown.company_name, shown.partner_name, shown.email,
      shown.phone, shown.city, shown.state, shown.accepted_at, shown.ended_at
    from unnest(page) as shown;
end
$$;
call private.expose('list_partners', 'authenticated',
  'Lists one page of partners by company, current ones first; the next page starts after the last row. Records the read.',
  'after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff may not update partners.
create function private.end_partnership(partner_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ended boolean;
begin
  perform private.require_found(
    exists (select from public.partners as partner where partner.id = $1),
    'Parceiro não encontrado.'
  );
  update public.partners as partner set ended_at = now(), ended_by = (select auth.uid())
  where partner.id = $1 and partner.ended_at is null;
  ended := found;
  if ended then
    perform private.note('end-partnership', partner_id);
  end if;
  return jsonb_build_object('changed', ended);
end
$$;
call private.expose('end_partnership', 'authenticated',
  'Ends a partnership once; its data is deleted five years later.',
  needs => 'requests');

create function private.partnership_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'partnershipsNew', count(*), 'partnershipsLate', count(*) filter (where due_at < now())
  )
  from public.partnership_requests where status = 'new';
end;
comment on function private.partnership_counts is 'Counts the new partnership requests, and the new requests whose due_at is past.';

-- 15_messages.sql
-- Staff read visitors' messages of /contato through list_contact_messages, which records the read.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null unique,
  created_at timestamptz not null default now(),
  status text not null default 'new' check (status in ('new', 'answered')),
  name text not null check (char_length(btrim(name)) between 2 and 100),
  email text not null check (private.is_email(email)),
  phone text check (private.is_phone(phone)),
  subject text not null check (char_length(btrim(subject)) between 3 and 120),
  message text not null check (char_length(btrim(message)) between 3 and 1000),
  product text check (char_length(product) <= 96 and product ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  answered_by uuid references auth.users (id) on delete set null,
  answered_at timestamptz,
  protocol text not null unique default private.new_protocol('PM')
    check (private.is_protocol(protocol, 'PM')),
  search_text text not null generated always as (
    private.search_key(
      ' ' || name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || protocol
      || ' ' || subject
    )
  ) stored,
  constraint contact_messages_answer_has_time check ((status = 'answered') = (answered_at is not null)),
  constraint contact_messages_new_has_no_answerer check (status = 'answered' or answered_by is null)
);
comment on table public.contact_messages is 'Messages that visitors write in the contact form, with the member of staff who answered.';
comment on column public.contact_messages.submission_id is 'Id that the browser makes once per filled form, so that sending the form again stores no second message.';
comment on column public.contact_messages.protocol is 'Protocol number that people quote: PM-2026-, seven random characters and a check character.';
comment on column public.contact_messages.product is 'Path of the product page that the message is about. The published content lists the products.';
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_newest_by_status
  on public.contact_messages (status, created_at desc, id desc);
create index contact_messages_by_answerer on public.contact_messages (answered_by);
create index contact_messages_by_grams on public.contact_messages
  using gin ((private.search_grams(search_text)))
  with (gin_pending_list_limit = 256);
alter table public.contact_messages enable row level security;
grant select, update, delete on public.contact_messages to service_role;
grant insert (submission_id, name, email, phone, subject, message, product)
  on public.contact_messages to service_role;

-- The trigger does not check the column message, which may contain a link, for example to the flat or a document.
create trigger refuse_links
before insert on public.contact_messages
for each row execute function private.refuse_links('name', 'subject');

create function public.submit_contact_message(request jsonb, address_hash text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  submission constant uuid := (request ->> 'submissionId')::uuid;
  created boolean;
  stored public.contact_messages;
begin
  created := private.store_form('public.contact_messages', request);
  select * into strict stored from public.contact_messages where submission_id = submission;
  if created then
    perform private.require_within_limit('contact-by-address', address_hash);
    perform private.queue_form_mails('contact', stored.id, stored.email, address_hash);
  elsif stored is distinct from jsonb_populate_record(
    stored, private.read_form('public.contact_messages', request)
  ) then
    -- A form that reuses a stored submission id with other content gets no data of the stored message.
    return jsonb_build_object('id', stored.id, 'created', false);
  end if;
  return jsonb_build_object('id', stored.id, 'created', created, 'protocol', stored.protocol);
end
$$;
comment on function public.submit_contact_message is 'Stores a contact message once per submissionId and queues its mails. Returns the protocol of the message.';
grant execute on function public.submit_contact_message to service_role;

-- Security definer, because staff have no grant on contact_messages or on the audit trail.
create function private.list_contact_messages(
  wanted_status text, before_created_at timestamptz, before_id uuid, page_size integer
) returns setof public.contact_messages
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.contact_messages[];
begin
  page := array(
    -- The alias cannot be "message", because a column has that name.
    select sent
    from public.contact_messages as sent
    where (wanted_status is null or sent.status = wanted_status)
      and (
        before_created_at is null
        or (sent.created_at, sent.id) < (before_created_at, before_id)
      )
    order by sent.created_at desc, sent.id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading(
    'read-contact-messages', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;
call private.expose('list_contact_messages', 'authenticated',
  'Lists one page of messages, newest first; the next page starts before the last row. Records the read.',
  'status text default null, before_created_at timestamptz default null, before_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on contact_messages or on the audit trail.
create function private.contact_message(message_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := message_id;
  shown public.contact_messages;
begin
  select * into shown from public.contact_messages where id = wanted;
  perform private.require_found(found, 'Mensagem não encontrada.');
  perform private.record_reading('read-contact-messages', array[wanted]);
  return to_jsonb(shown) - array['submission_id', 'search_text', 'answered_by'] || jsonb_build_object(
    'answered_by', private.staff_name(shown.answered_by),
    'history', private.subject_history(wanted, 'read-contact-messages')
  );
end
$$;
call private.expose('contact_message', 'authenticated',
  'Returns a message with the name of the member of staff who answered, and its history. Records the read.',
  needs => 'read', action => 'read-contact-messages');

-- Security definer, because staff may not update contact_messages. The row lock makes a second click wait until it
-- finds the new status and changes nothing.
create function private.set_message_answered(message_id uuid, answered boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := case when answered then 'answered' else 'new' end;
  present text;
begin
  select sent.status into present
  from public.contact_messages as sent where sent.id = message_id for update;
  perform private.require_found(found, 'Mensagem não encontrada.');
  if present = wanted then
    return jsonb_build_object('changed', false, 'status', present);
  end if;
  update public.contact_messages
  set status = wanted,
    answered_at = case when answered then now() end,
    answered_by = case when answered then (select auth.uid()) end
  where id = message_id;
  perform private.note('answer-contact-message', message_id, jsonb_build_object('status', wanted));
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;
call private.expose('set_message_answered', 'authenticated',
  'Marks a message as answered or opens it again, each once.',
  needs => 'requests', action => 'answer-contact-message');

-- 16_mail.sql
-- One transaction stores a row and queues the mails about that row. A mail that fails too often is parked, and staff
-- can send it again. The text is made from the row at the time of sending, so the queue holds no copy of the data.
create table public.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  -- The TypeScript compiler fails when a template is missing in contracts/mail-texts.ts or in mail/templates.
  template text not null check (template in (
    'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
    'tracking-link', 'request-corrected', 'request-address-left', 'documents-asked', 'offer-made', 'offer-changed', 'offer-reminder',
    'offer-accepted',
    'offer-notice', 'acceptance-notice', 'question-answered',
    'contract-ready', 'contract-ended', 'contract-regretted', 'ending-news', 'ending-notice',
    'payment-received', 'payment-reversed', 'refund-due', 'refund-paid',
    'fee-overdue', 'fee-notice', 'term-ends', 'renewal-notice', 'renewal-offered', 'renewal-ready',
    'contact-changed', 'correction-asked', 'letter-reissued', 'landlord-asked', 'landlord-link',
    'letter-fee', 'landlord-fee',
    'landlord-letter', 'landlord-replaced', 'landlord-ending', 'landlord-ended', 'landlord-term-ends',
    'landlord-act', 'landlord-checked', 'address-notice',
    'claims-end-soon', 'landlord-claims-end',
    'partnership-received', 'partnership-notice',
    'contact-received', 'contact-notice', 'password-recovery', 'password-created',
    'password-changed',
    'staff-confirmation', 'staff-pending', 'staff-released', 'staff-recovery',
    'staff-password-changed', 'staff-factor-changed', 'staff-digest', 'test-mail',
    'claim-opened', 'claim-told', 'claim-new', 'claim-wanted', 'claim-decided', 'claim-paid', 'claim-account',
    'refund-account'
  )),
  recipient text check (private.is_email(recipient)),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  idempotency_key text not null unique check (char_length(idempotency_key) between 1 and 200),
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'parked', 'dismissed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text check (char_length(last_error) <= 500),
  simulation_id uuid references public.simulations (id) on delete cascade,
  partnership_request_id uuid references public.partnership_requests (id) on delete cascade,
  contract_id uuid references public.contracts (id) on delete cascade,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  contact_message_id uuid references public.contact_messages (id) on delete cascade,
  request_id text default requests.id() check (char_length(request_id) <= 64),
  dismissed_reason text check (char_length(btrim(dismissed_reason)) between 3 and 500),
  constraint outgoing_mail_dismissed_has_reason check ((status = 'dismissed') = (dismissed_reason is not null)),
  constraint outgoing_mail_staff_inbox_has_no_recipient check (
    (recipient is null) = (
      template in (
        'simulation-notice', 'offer-notice', 'renewal-notice', 'acceptance-notice', 'ending-notice',
        'partnership-notice', 'contact-notice', 'staff-pending', 'claim-new', 'address-notice'
      )
    )
  ),
  constraint outgoing_mail_holds_no_copy check (
    payload = '{}'
    or coalesce(simulation_id, partnership_request_id, contact_message_id, contract_id) is null
  ),
  constraint outgoing_mail_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint outgoing_mail_sending_is_leased check ((status = 'sending') = (leased_until is not null))
);
comment on table public.outgoing_mail is 'E-mails to deliver. Only the delivery worker and security definer functions read or write this table.';
comment on column public.outgoing_mail.recipient is 'E-mail address of the recipient; null for notices to the staff inbox, whose address is in the configuration.';
comment on column public.outgoing_mail.payload is 'Data of a mail that refers to no request, contract, partnership request or message; never a password, link or token.';
comment on column public.outgoing_mail.request_id is 'Id of the call that queued the mail, for the logs and for a header of the mail.';
comment on column public.outgoing_mail.dismissed_reason is 'Reason of staff for a parked mail that is not sent again.';
comment on column public.outgoing_mail.last_error is 'Last delivery error, shown to staff, without e-mail addresses.';
create index outgoing_mail_due on public.outgoing_mail (next_attempt_at) where status = 'queued';
create index outgoing_mail_leased on public.outgoing_mail (leased_until) where status = 'sending';
create index outgoing_mail_parked on public.outgoing_mail (created_at desc) where status = 'parked';
create index outgoing_mail_by_sent_at on public.outgoing_mail (sent_at) where status = 'sent';
create index outgoing_mail_by_simulation on public.outgoing_mail (simulation_id);
create index outgoing_mail_by_partnership on public.outgoing_mail (partnership_request_id);
create index outgoing_mail_by_contract on public.outgoing_mail (contract_id);
create index outgoing_mail_by_contact_message on public.outgoing_mail (contact_message_id);
alter table public.outgoing_mail enable row level security;
grant select, insert, update, delete on public.outgoing_mail to service_role;

create function private.enqueue_mail(
  template text,
  recipient text,
  payload jsonb,
  idempotency_key text,
  simulation_id uuid default null,
  partnership_request_id uuid default null,
  contract_id uuid default null,
  contact_message_id uuid default null,
  delay interval default '0'
) returns void
language sql
set search_path = ''
as $$
  insert into public.outgoing_mail (
    template, recipient, payload, idempotency_key,
    simulation_id, partnership_request_id, contract_id, contact_message_id, next_attempt_at
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9)
  on conflict (idempotency_key) do nothing;
$$;
comment on function private.enqueue_mail is 'Queues a mail once per idempotency key, to be sent after a delay. The ids name the row that the mail is about.';
grant execute on function private.enqueue_mail to service_role;

create function private.answered_offer(simulation_id uuid, mail_key text) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'adjustment', offer.adjustment_reason, 'decline', offer.decline_reason,
    'question', asked.question, 'fee', offer.fee, 'validUntil', offer.valid_until
  )
  from public.offers as offer
  left join lateral (
    select question from jsonb_array_elements(offer.questions) as question
    where question ->> 'id' = split_part($2, ':', -1)
  ) as asked on true
  where offer.simulation_id = $1 and (
    asked.question is not null or offer.adjustment_asked_at is not null
    or offer.status = 'declined'
  )
  order by asked.question is not null desc, offer.created_at desc limit 1;
end;
comment on function private.answered_offer is 'Returns the applicant''s answer to an offer (change, refusal or question), for a mail to staff. The idempotency key of the mail ends with the id of the question. Null when the request has no answer.';
grant execute on function private.answered_offer to service_role;

-- A mail about a request gets the request with its documents, offer and contract. A mail about a contract gets the
-- contract with the protocol of its request.
create function private.subject_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select to_jsonb(simulation) - 'search_text' || jsonb_build_object(
        'documents', private.tracked_documents(simulation),
        'offer', private.tracked_offer(simulation),
        'answered', private.answered_offer(simulation.id, mail.idempotency_key),
        'correction', private.correction_of_mail(mail.idempotency_key),
        'contract', private.tracked_contract(simulation),
        'fee', (
          select private.fee_to_pay(contract.id, mail.idempotency_key)
          from private.current_offer(simulation) as offer
          join public.contracts as contract on contract.offer_id = offer.id
          where offer.status = 'accepted'
        )
      )
      from public.simulations as simulation where simulation.id = mail.simulation_id
    ),
    (
      select to_jsonb(request)
      from public.partnership_requests as request where request.id = mail.partnership_request_id
    ),
    (
      select to_jsonb(sent)
      from public.contact_messages as sent where sent.id = mail.contact_message_id
    ),
    (
      select to_jsonb(contract) || jsonb_build_object(
        'letter_code', letter.code,
        'fee', private.fee_to_pay(contract.id, mail.idempotency_key),
        'money', private.money_of_mail(mail.idempotency_key),
        'renewal', private.renewal_state(contract),
        'renews', private.renewed_terms(contract.renews_contract_id),
        'correction_reason', (
          select correction.reason from private.contract_corrections as correction
          where correction.contract_id = contract.id order by correction.made_at desc limit 1
        ),
        'protocol', simulation.protocol,
        -- Id of the request whose link shows the contract to a tenant without a password.
        'followed_by', case
          when contract.password_set_at is null and simulation.id is not null
            and private.is_tracked(simulation) then simulation.id
        end,
        'ending', private.contract_ending(contract),
        'claimUntil', private.claim_until(contract.lease_id),
        'balance', case when mail.template in ('contract-ended', 'contract-regretted', 'ending-news', 'ending-notice', 'landlord-ending')
          then private.contract_money(contract.id) - array['charges', 'movements'] end,
        'act', private.act_of_mail(mail),
        'claim', private.claim_of_mail(mail.idempotency_key),
        'refundAccount', case when mail.template = 'refund-account' then private.refund_account(contract) end,
        -- Event that a mail about the end of a contract reports: the second part of the idempotency key.
        'news', split_part(mail.idempotency_key, ':', 2)
      )
      from public.contracts as contract
      left join public.letters as letter on letter.contract_id = contract.id
      left join public.offers as offer on offer.id = contract.offer_id
      left join public.simulations as simulation on simulation.id = offer.simulation_id
      where contract.id = mail.contract_id
    )
  );
$$;
comment on function private.subject_of_mail is 'Returns the current data of the row that a mail is about, because the queue holds no copy.';
grant execute on function private.subject_of_mail to service_role;

-- If a worker has no result after two minutes, another worker takes the mail. A slow worker needs up to 106 seconds: 60
-- to deliver (deliveryDeadlines in supabase/functions/_shared/mail/smtp-mailer.ts) and 46 to record the delivery in
-- three attempts. With a shorter reservation, a mail could be sent twice.
create function public.claim_outgoing_mail(max integer default 10)
returns table (
  id uuid, template text, recipient text, payload jsonb, idempotency_key text,
  attempts integer, created_at timestamptz, subject jsonb, request_id text
)
language sql
set search_path = ''
as $$
  update public.outgoing_mail as mail
  set status = 'sending', attempts = mail.attempts + 1,
    leased_until = clock_timestamp() + interval '2 minutes'
  where mail.id in (
    select due.id from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit least(greatest(claim_outgoing_mail.max, 1), 100)
    for update skip locked
  )
  returning mail.id, mail.template, mail.recipient, mail.payload, mail.idempotency_key,
    mail.attempts, mail.created_at, private.subject_of_mail(mail), mail.request_id;
$$;
comment on function public.claim_outgoing_mail is 'Reserves due mails for one worker for two minutes. Returns each mail with the data of the row that it is about.';
grant execute on function public.claim_outgoing_mail to service_role;

-- Records the delivery even when another worker has taken the mail meanwhile.
create function public.record_mail_sent(mail_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = 'sent', sent_at = now(), leased_until = null, last_error = null, payload = '{}'
  where id = $1 and status <> 'sent';
$$;
comment on function public.record_mail_sent is 'Marks a mail as delivered and clears its payload, even when the worker reports late.';
grant execute on function public.record_mail_sent to service_role;

-- Ignores a late worker whose `attempt` is not the current one, because another worker is sending the mail now. Null
-- skips this check.
create function public.record_mail_failed(
  mail_id uuid, error text, attempt integer default null, is_final boolean default false
) returns void
language sql
set search_path = ''
as $$
  update public.outgoing_mail
  set status = case when is_final or attempts >= 8 then 'parked' else 'queued' end,
    leased_until = null,
    next_attempt_at = now() + least(interval '15 seconds' * power(2, attempts), interval '6 hours'),
    -- Removes e-mail addresses, which SMTP servers quote in their answers.
    last_error = left(regexp_replace($2, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), 500)
  where id = $1 and status = 'sending' and attempts = coalesce($3, attempts);
$$;
comment on function public.record_mail_failed is 'Schedules the next attempt of a mail. Parks the mail after the eighth attempt, or at once when is_final is true.';
grant execute on function public.record_mail_failed to service_role;

-- supabase/functions/_shared/mail/mail-errors.ts makes the code. The inbox of the company is a setting of the operator.
create function private.is_about_recipient(mail public.outgoing_mail) returns boolean
language sql immutable
return coalesce(mail.recipient is not null and mail.last_error like 'ERECIPIENT%', false);
comment on function private.is_about_recipient is 'Reports whether the last attempt failed because of the address or mailbox of the recipient. Such a mail is work for staff and pages nobody.';
grant execute on function private.is_about_recipient to service_role;

create function private.is_correctable(mail public.outgoing_mail) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.simulations as request
    where request.id = mail.simulation_id and request.email = mail.recipient and not exists (
      select from public.offers as offer where offer.simulation_id = request.id and offer.status = 'accepted'
    )
  ) or exists (
    select from public.contracts as contract
    where contract.id = mail.contract_id and contract.tenant_email = mail.recipient and private.is_running(contract)
  );
$$;
comment on function private.is_correctable is 'Reports whether a mail went to the address of an applicant or tenant that staff may still correct.';

-- Security definer, because staff have no grant on the outbox. Staff need the address to help the recipient.
create function private.list_parked_mail()
returns table (
  id uuid, template text, recipient text, attempts integer, last_error text,
  created_at timestamptz, simulation_id uuid, about jsonb, may_correct boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select mail.id, mail.template, mail.recipient, mail.attempts, mail.last_error,
      mail.created_at, mail.simulation_id, known.about, private.is_correctable(mail)
    from public.outgoing_mail as mail
    left join private.audit_cases(array(
      select parked.id from public.outgoing_mail as parked
      where parked.status = 'parked'
      order by parked.created_at desc
      limit 200
    )) as known on known.subject = mail.id
    where mail.status = 'parked'
    order by mail.created_at desc
    limit 200;
end
$$;
call private.expose('list_parked_mail', 'authenticated',
  'Lists the newest 200 parked mails, each with its case {kind, id, number} and whether staff may correct its address.',
  needs => 'read');

-- Security definer, because staff may not update the outbox.
create function private.resend_mail(mail_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  resent boolean;
begin
  update public.outgoing_mail
  set status = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and status = 'parked';
  resent := found;
  if resent then
    perform private.note('resend-mail', mail_id);
  end if;
  return jsonb_build_object('changed', resent);
end
$$;
call private.expose('resend_mail', 'authenticated',
  'Puts a parked mail back into the queue.',
  needs => 'contracts');

-- Security definer, because staff may not update the outbox.
create function private.dismiss_mail(mail_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  mail public.outgoing_mail;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  update public.outgoing_mail as parked set status = 'dismissed', dismissed_reason = btrim($2), payload = '{}'
  where parked.id = $1 and parked.status = 'parked'
  returning parked.* into mail;
  if mail.id is null then
    return jsonb_build_object('changed', false);
  end if;
  if num_nonnulls(mail.simulation_id, mail.contract_id) = 1 then
    insert into public.case_notes (id, simulation_id, contract_id, author, note)
    values (
      gen_random_uuid(), mail.simulation_id, mail.contract_id, (select auth.uid()), 'E-mail dispensado: ' || btrim($2)
    );
  end if;
  perform private.note('dismiss-mail', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('dismiss_mail', 'authenticated',
  'Takes a parked mail out of the list with a reason, which is also noted on its case. The mail is never sent.',
  needs => 'contracts');

-- Security definer, because staff may not update the outbox. The right depends on the case, so it is checked inside.
-- The address changes in the case, with its rules, mails and history; the mail follows.
create function private.correct_mail_address(mail_id uuid, correction_id uuid, address text, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  corrected constant jsonb := to_jsonb(lower(btrim(address)));
  mail public.outgoing_mail;
  wanted text;
  outcome text;
begin
  select * into mail from public.outgoing_mail as parked where parked.id = $1 and parked.status = 'parked';
  -- A colleague may have sent or dismissed the mail meanwhile.
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  wanted := case when mail.simulation_id is not null then 'requests' else 'contracts' end;
  if not private.has_right(wanted) then
    return private.refuse_right(wanted, 'resend-mail', $1);
  end if;
  if private.is_email(corrected #>> '{}') is not true then
    perform private.reject('Informe um e-mail válido', 'address');
  end if;
  if coalesce(char_length(btrim($4)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo', 'reason');
  end if;
  if not private.is_correctable(mail) then
    raise sqlstate 'PT409' using message = 'Este e-mail não pode ser corrigido aqui. Abra o caso.';
  end if;
  outcome := case
    when mail.simulation_id is not null then private.apply_correction(
      private.lock_simulation(mail.simulation_id), $2, private.request_version(mail.simulation_id),
      jsonb_build_object('email', corrected), $4, null
    )
    else private.correct_contract(
      mail.contract_id, $2, null, jsonb_build_object('tenant_email', corrected), $4
    ) ->> 'outcome'
  end;
  case outcome
    when 'same' then perform private.reject('Escreva um e-mail diferente do atual.', 'address');
    when 'corrected', 'contact', 'made' then null;
    else
      raise sqlstate 'PT409' using message = 'Este caso está mudando agora. Tente de novo em um minuto.';
  end case;
  -- A notice to the former address would be parked again when its server refuses the address.
  delete from public.outgoing_mail as notice
  where private.is_about_recipient(mail) and notice.status = 'queued' and notice.recipient = mail.recipient
    and notice.template in ('request-address-left', 'contact-changed')
    and (notice.simulation_id = mail.simulation_id or notice.contract_id = mail.contract_id);
  -- A correction may have queued the same mail with a new link, so the parked one is not needed.
  update public.outgoing_mail as parked
  set status = 'dismissed', dismissed_reason = 'Outro e-mail igual saiu para o endereço corrigido', payload = '{}'
  where parked.status = 'parked' and parked.recipient = corrected #>> '{}' and exists (
    select from public.outgoing_mail as other
    where other.status = 'queued' and other.template = parked.template and other.recipient = parked.recipient
      and (other.simulation_id = parked.simulation_id or other.contract_id = parked.contract_id)
  );
  update public.outgoing_mail as parked set status = 'queued', attempts = 0, next_attempt_at = now()
  where parked.status = 'parked' and parked.recipient = corrected #>> '{}'
    and (parked.simulation_id = mail.simulation_id or parked.contract_id = mail.contract_id);
  perform private.note('resend-mail', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('correct_mail_address', 'authenticated',
  'Corrects the address of the applicant or tenant to whom a parked mail went, and sends the parked mails of the case again. Notifies the former address unless its server refused it. Needs the right requests for a request and contracts for a contract.',
  needs => 'read', action => 'resend-mail');

-- A mail that is queued for a later time is not late, for example a mail about a decision that can still be undone.
-- A mail whose recipient's server refuses the address for now is not late either, because the other mails leave.
create function private.mail_waiting_since() returns timestamptz
language sql stable
begin atomic
  select min(case when mail.attempts = 0 then mail.next_attempt_at else mail.created_at end)
  from public.outgoing_mail as mail
  where mail.status in ('queued', 'sending')
    and case when mail.attempts > 0 then not private.is_about_recipient(mail) else mail.next_attempt_at <= now() end;
end;
comment on function private.mail_waiting_since is 'Returns the time when the oldest late mail became due; null when no mail is late.';

-- Editors can send themselves a test mail. After open_test_mail has counted the call, the edge function asks the
-- content API whether the caller is an editor. The payload holds the mail's words, which are unpublished.
create function public.open_test_mail(address_hash text) returns void
language sql
return private.require_within_limit('test-mail-by-address', address_hash);
comment on function public.open_test_mail is 'Counts an attempt to send a test mail, per network address. The edge function calls this function before it sends the editor''s token to the content API.';
grant execute on function public.open_test_mail to service_role;

create function public.queue_test_mail(recipient text, payload jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('test-mail-by-editor', recipient);
  perform private.enqueue_mail(
    'test-mail', recipient, payload, 'test-mail:' || gen_random_uuid()
  );
end
$$;
comment on function public.queue_test_mail is 'Queues a test mail with unpublished words, addressed to the editor who asked for the mail.';
grant execute on function public.queue_test_mail to service_role;

-- 17_payments_ledger.sql
-- The ledger of a contract: charges say what is owed, movements say which money moved, allocations say which movement
-- pays which charge. The functions below compute all other figures from these three tables. Callers first lock the
-- contract's row.
create table public.charges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('fee', 'refund', 'claim', 'recovery')),
  direction text not null generated always as (
    case when kind in ('fee', 'recovery') then 'in' else 'out' end
  ) stored,
  contract_id uuid references public.contracts (id) on delete cascade,
  claim_id uuid,
  round integer check (round in (1, 2, 3)),
  movement_id uuid,
  instalment integer not null default 1,
  instalments integer not null default 1 check (instalments between 1 and 12),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  due_on date not null,
  txid text unique check (txid ~ '^[A-Za-z0-9]{1,25}$'),
  cause text not null check (cause in ('acceptance', 'ending', 'decision', 'agreement', 'surplus')),
  created_at timestamptz not null default now(),
  created_by uuid,
  allocated numeric(12, 2) not null default 0,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text check (char_length(btrim(cancel_reason)) between 3 and 1000),
  is_open boolean not null generated always as (allocated < amount and cancelled_at is null) stored,
  notice_on date,
  constraint charges_allocated_within_amount check (allocated between 0 and amount),
  constraint charges_cancelled_are_unpaid check (cancelled_at is null or allocated = 0),
  constraint charges_cancelled_have_reason check ((cancelled_at is null) = (cancel_reason is null)),
  constraint charges_instalment_within_plan check (instalment between 1 and instalments),
  constraint charges_notice_is_of_a_fee check (notice_on is null or kind = 'fee'),
  constraint charges_claim_has_round
    check ((kind = 'claim') = (claim_id is not null) and (claim_id is null) = (round is null)),
  constraint charges_refund_has_movement check ((kind = 'refund') = (movement_id is not null)),
  constraint charges_without_contract_are_refunds check (contract_id is not null or kind = 'refund')
);
comment on table public.charges is 'Amounts that are owed for a contract, to or by Payser. A charge is cancelled with time, person and reason, and never deleted.';
comment on column public.charges.kind is 'fee: the tenant owes the fee; refund: Payser returns received money; claim: Payser pays a landlord; recovery: the tenant owes what Payser paid for a claim.';
comment on column public.charges.direction is 'Direction of the money, seen from Payser: in is received, out is paid.';
comment on column public.charges.contract_id is 'Contract of the charge; null only for the refund of a movement without contract.';
comment on column public.charges.round is 'Decision of the claim that made the charge: 1, or 2 and 3 after reviews.';
comment on column public.charges.movement_id is 'Movement whose unallocated amount a charge of the kind refund returns; null for other kinds.';
comment on column public.charges.txid is 'Identifier of a Pix payment: the contract number without hyphens, and P with two digits for an instalment.';
comment on column public.charges.created_by is 'Member of staff; no foreign key, because the charge outlives the account.';
comment on column public.charges.allocated is 'Sum of the allocations, in reais. Only the trigger of allocations changes this column.';
comment on column public.charges.notice_on is 'Last day that the notice gives the tenant to pay an overdue fee. Staff may end the contract from the next day on.';
create unique index charges_one_fee on public.charges (contract_id, instalment)
  where kind = 'fee' and cause = 'acceptance';
create index charges_by_contract on public.charges (contract_id);
create index charges_by_claim on public.charges (claim_id);
create index charges_by_movement on public.charges (movement_id);
create index charges_open on public.charges (kind, due_on, id) where is_open;
alter table public.charges enable row level security;
grant select, insert, update (cancelled_at, cancelled_by, cancel_reason, notice_on)
  on public.charges to service_role;

create table public.movements (
  id uuid primary key default gen_random_uuid(),
  direction text not null check (direction in ('in', 'out')),
  amount numeric(12, 2) not null check (amount between 0.01 and 9999999999.99),
  moved_on date not null,
  source text not null check (source in ('by-hand', 'statement')),
  contract_id uuid references public.contracts (id) on delete cascade,
  description text check (char_length(description) <= 500),
  note text check (char_length(btrim(note)) between 1 and 500),
  account jsonb,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  reverses uuid unique references public.movements (id) on delete cascade,
  reason text check (char_length(btrim(reason)) between 3 and 500),
  constraint movements_reversal_has_reason check ((reverses is null) = (reason is null)),
  constraint movements_account_is_of_a_payment check (account is null or direction = 'out')
);
comment on table public.movements is 'Money that moved on Payser''s bank account. Rows are only inserted. A reversal is a row of the opposite direction.';
comment on column public.movements.moved_on is 'Day at the bank; for a reversal, the day on which staff booked it.';
comment on column public.movements.contract_id is 'Contract of the movement; null while the contract is unknown.';
comment on column public.movements.description is 'Text of the bank statement.';
comment on column public.movements.account is 'Copy of the payee''s account at the time of the payment.';
comment on column public.movements.booked_by is 'Member of staff; no foreign key, because the row outlives the account.';
comment on column public.movements.reverses is 'Movement that this row reverses, once and as a whole.';
create index movements_by_contract on public.movements (contract_id);
create index movements_by_hand on public.movements (amount, moved_on) where source = 'by-hand';
create index movements_by_day on public.movements (moved_on desc, id desc);
alter table public.movements enable row level security;
grant select, insert on public.movements to service_role;
alter table public.charges add constraint charges_of_movement
  foreign key (movement_id) references public.movements (id) on delete cascade;

create table public.allocations (
  id bigint generated always as identity primary key,
  movement_id uuid not null references public.movements (id) on delete cascade,
  charge_id uuid not null references public.charges (id) on delete cascade,
  amount numeric(12, 2) not null check (amount <> 0),
  booked_at timestamptz not null default now(),
  booked_by uuid,
  undoes bigint unique references public.allocations (id) on delete cascade,
  constraint allocations_counter_rows_are_negative check ((undoes is null) = (amount > 0))
);
comment on table public.allocations is 'Amounts of movements that pay charges. Rows are only inserted. A row with a negative amount undoes one earlier row.';
comment on column public.allocations.booked_by is 'Member of staff; no foreign key, because the row outlives the account.';
create index allocations_by_movement on public.allocations (movement_id);
create index allocations_by_charge on public.allocations (charge_id);
alter table public.allocations enable row level security;
grant select, insert on public.allocations to service_role;

create table private.movement_rests (
  movement_id uuid primary key references public.movements (id) on delete cascade,
  rest numeric(12, 2) not null,
  constraint movement_rests_within_amount check (rest >= 0)
);
comment on table private.movement_rests is 'Rest of each movement in reais: the part that neither pays a charge nor is owed as a refund; 0 after a reversal. Only triggers write this table. Its rows are locked when an amount of a movement is spent.';
create index movement_rests_left on private.movement_rests (movement_id) where rest > 0;
alter table private.movement_rests enable row level security;
grant select on private.movement_rests to service_role;

create table private.receipts (
  movement_id uuid primary key references public.movements (id) on delete cascade,
  number text not null unique default private.new_protocol('RC') check (private.is_protocol(number, 'RC')),
  code text not null unique default private.new_letter_code(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  source_sha256 text check (source_sha256 ~ '^[0-9a-f]{64}$'),
  constraint receipts_file_has_source check ((file_sha256 is null) = (source_sha256 is null))
);
comment on table private.receipts is 'Receipts of movements that belong to a contract. Both hashes are null until the first PDF is made.';
comment on column private.receipts.code is 'Code by which /verificar finds the receipt.';
comment on column private.receipts.source_sha256 is 'Hash of the facts in the PDF. The PDF is made again when these facts have changed.';
alter table private.receipts enable row level security;
grant select on private.receipts to service_role;

-- Retention keeps the ledger for ten years (Código Civil, art. 205). After that, a person may delete the ledger with
-- the contract.
create function private.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.booked_at < now() - interval '10 years' then
      return old;
    end if;
  end if;
  raise exception 'Rows of % are only inserted.', tg_table_name using errcode = '42501';
end
$$;
comment on function private.refuse_change is 'Refuses to change or delete a row of the ledger, for every role. Rows older than ten years may be deleted.';
create trigger refuse_change before update or delete on public.movements
for each row execute function private.refuse_change();
create trigger refuse_change before update or delete on public.allocations
for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.movements
for each statement execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.allocations
for each statement execute function private.refuse_change();

create function private.keep_charge() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '10 years' then
      return old;
    end if;
    raise exception 'Charges are cancelled, not deleted.' using errcode = '42501';
  end if;
  if tg_op = 'INSERT' then
    if new.allocated <> 0 then
      raise exception 'Only allocations pay a charge.' using errcode = '42501';
    end if;
    return new;
  end if;
  if (new.id, new.kind, new.contract_id, new.claim_id, new.round, new.movement_id, new.instalment, new.instalments,
      new.amount, new.due_on, new.txid, new.cause, new.created_at, new.created_by)
    is distinct from
    (old.id, old.kind, old.contract_id, old.claim_id, old.round, old.movement_id, old.instalment, old.instalments,
      old.amount, old.due_on, old.txid, old.cause, old.created_at, old.created_by)
    -- Only the trigger on allocations may change this sum. That trigger fires this one, so the trigger depth is at
    -- least two.
    or new.allocated <> old.allocated and pg_trigger_depth() < 2
  then
    raise exception 'A charge keeps what is owed.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.keep_charge is 'Refuses, for every role, to delete a charge, to change the amount owed, or to pay a charge without an allocation. Only cancellation and notice may change.';
create trigger keep_charge before insert or update or delete on public.charges
for each row execute function private.keep_charge();

-- Security definer, because no role may write movement_rests.
create function private.open_movement() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  reversed public.movements;
begin
  if new.reverses is null then
    insert into private.movement_rests (movement_id, rest) values (new.id, new.amount);
    if new.contract_id is not null then
      insert into private.receipts (movement_id) values (new.id);
    end if;
    return null;
  end if;
  select * into reversed from public.movements as movement where movement.id = new.reverses;
  update private.movement_rests as left_over set rest = left_over.rest - new.amount
  where left_over.movement_id = new.reverses and left_over.rest = new.amount;
  if not found or reversed.reverses is not null or reversed.amount <> new.amount
    or reversed.direction = new.direction or reversed.contract_id is distinct from new.contract_id
  then
    raise exception 'A reversal is the whole of a movement that pays nothing.' using errcode = '23514';
  end if;
  return null;
end
$$;
comment on function private.open_movement is 'Gives a new movement its row in movement_rests (the unallocated part) and its receipt. A reversal sets the rest of the reversed movement to 0.';
create trigger open_movement after insert on public.movements
for each row execute function private.open_movement();

-- Security definer, because no role may write rests (unallocated parts) or change what was allocated to a charge.
create function private.spend_allocation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
begin
  select * into movement from public.movements as known where known.id = new.movement_id;
  update public.charges as paid set allocated = paid.allocated + new.amount
  where paid.id = new.charge_id returning * into charge;
  update private.movement_rests as left_over set rest = left_over.rest - new.amount
  where left_over.movement_id = new.movement_id;
  -- A reversal has no row in movement_rests, so it cannot pay a charge.
  if not found or movement.direction <> charge.direction
    or movement.contract_id is not null and movement.contract_id is distinct from charge.contract_id
    or new.undoes is not null and not exists (
      select from public.allocations as undone
      where undone.id = new.undoes and undone.movement_id = new.movement_id
        and undone.charge_id = new.charge_id and undone.amount = -new.amount
    )
  then
    raise exception 'A movement pays charges of its own direction and contract.' using errcode = '23514';
  end if;
  if new.amount > 0 and charge.contract_id is not null then
    insert into private.receipts (movement_id) values (new.movement_id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.spend_allocation is 'Moves an allocated amount from the rest of its movement to its charge. Movement and charge must have the same direction and contract. Constraints refuse an amount above the rest or above the open amount of the charge.';
create trigger spend_allocation after insert on public.allocations
for each row execute function private.spend_allocation();

-- Security definer, because no role may write rests (unallocated parts).
create function private.spend_refund() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  was_owed constant boolean := tg_op = 'UPDATE' and old.cancelled_at is null;
  is_owed constant boolean := new.cancelled_at is null;
begin
  if was_owed <> is_owed then
    update private.movement_rests as left_over
    set rest = left_over.rest + case when is_owed then -new.amount else new.amount end
    from public.movements as movement
    where left_over.movement_id = new.movement_id and movement.id = new.movement_id
      and movement.direction = 'in' and movement.reverses is null
      and (movement.contract_id is null or movement.contract_id is not distinct from new.contract_id);
    if not found then
      raise exception 'A refund returns the rest of a received movement.' using errcode = '23514';
    end if;
  end if;
  return null;
end
$$;
comment on function private.spend_refund is 'Takes the amount of a new refund from the rest of its movement. Gives the amount back when the refund is cancelled.';
create trigger spend_refund after insert or update of cancelled_at on public.charges
for each row when (new.kind = 'refund') execute function private.spend_refund();

create function private.charge_state(charge public.charges) returns text
language sql stable
return case
  when charge.cancelled_at is not null then 'cancelled'
  when not charge.is_open then 'paid'
  when charge.due_on < private.today_in_brasilia() then 'overdue'
  when charge.allocated > 0 then 'partly'
  else 'due'
end;
comment on function private.charge_state is 'Returns the state of a charge today: cancelled, paid, overdue (possibly paid in part), partly or due.';
grant execute on function private.charge_state to service_role;

create function private.open_amount(charge public.charges) returns numeric
language sql stable
return case when charge.is_open then charge.amount - charge.allocated else 0 end;
comment on function private.open_amount is 'Returns the amount of a charge that is not paid yet, in reais; 0 for a cancelled charge.';
grant execute on function private.open_amount to service_role;

create function private.is_reversed(movement_id uuid) returns boolean
language sql stable
return exists (select from public.movements as reversal where reversal.reverses = $1);
comment on function private.is_reversed is 'Reports whether a movement was reversed.';
grant execute on function private.is_reversed to service_role;

create function private.paid_on(charge public.charges) returns date
language sql stable
return case when charge.cancelled_at is null and not charge.is_open then (
  select max(movement.moved_on)
  from public.allocations as allocation
  join public.movements as movement on movement.id = allocation.movement_id
  where allocation.charge_id = charge.id and allocation.amount > 0
    and not exists (select from public.allocations as counter where counter.undoes = allocation.id)
) end;
comment on function private.paid_on is 'Returns the day of the last payment of a charge; null unless the charge is fully paid.';
grant execute on function private.paid_on to service_role;

create function private.movement_kind(movement public.movements) returns text
language sql stable
return (
  select min(charge.kind)
  from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
  where allocation.movement_id = coalesce(movement.reverses, movement.id) and allocation.amount > 0
);
comment on function private.movement_kind is 'Returns the kind of the charges that a movement pays or paid; null for a movement that never paid a charge.';
grant execute on function private.movement_kind to service_role;

-- A movement without a contract belongs to each contract whose charges it pays.
create function private.movements_of(contract_id uuid) returns setof public.movements
language sql stable
begin atomic
  select movement from public.movements as movement
  where movement.contract_id = $1 or movement.contract_id is null and movement.id in (
    select allocation.movement_id
    from public.charges as charge join public.allocations as allocation on allocation.charge_id = charge.id
    where charge.contract_id = $1
  );
end;
comment on function private.movements_of is 'Returns the movements of a contract, and the movements without a contract that paid one of its charges.';
grant execute on function private.movements_of to service_role;

-- A movement without a contract may pay charges of several contracts. The result shows only the charges of this
-- contract.
create function private.movement_view(movement public.movements, contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', movement.id, 'direction', movement.direction, 'kind', private.movement_kind(movement),
    'amount', movement.amount, 'movedOn', movement.moved_on,
    'left', case when movement.direction = 'in' and movement.contract_id = $2 then left_over.rest else 0 end,
    'isReversed', private.is_reversed(movement.id),
    'receipt', (
      select jsonb_build_object('number', receipt.number, 'code', receipt.code)
      from private.receipts as receipt where receipt.movement_id = movement.id
    ),
    'pays', (
      select coalesce(jsonb_agg(jsonb_build_object('chargeId', paid.charge_id, 'amount', paid.amount) order by paid.first), '[]')
      from (
        select allocation.charge_id, sum(allocation.amount) as amount, min(allocation.id) as first
        from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
        where allocation.movement_id = movement.id and charge.contract_id = $2
        group by allocation.charge_id having sum(allocation.amount) > 0
      ) as paid
    )
  )
  from private.movement_rests as left_over where left_over.movement_id = movement.id;
end;
comment on function private.movement_view is 'Returns a movement for display: its amount, its receipt, the parts that pay charges of the contract, and the unallocated part.';
grant execute on function private.movement_view to service_role;

create function private.charge_view(charge public.charges) returns jsonb
language sql stable
return jsonb_build_object(
  'id', charge.id, 'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
  'amount', charge.amount, 'allocated', charge.allocated, 'open', private.open_amount(charge),
  'dueOn', charge.due_on, 'state', private.charge_state(charge), 'txid', charge.txid,
  'paidOn', private.paid_on(charge), 'cancelledOn', private.day_in_brasilia(charge.cancelled_at),
  'noticeOn', case when private.charge_state(charge) = 'overdue' then charge.notice_on end
);
comment on function private.charge_view is 'Returns a charge for display: its amount, its allocated and open parts, and its state today.';
grant execute on function private.charge_view to service_role;

create function private.contract_money(contract_id uuid) returns jsonb
language sql stable
begin atomic
  with owed as (
    -- The charges of claims are left out, because the page of the claim shows what its landlord is paid.
    select charge, charge.kind, charge.allocated, private.open_amount(charge) as open
    from public.charges as charge where charge.contract_id = $1 and charge.kind <> 'claim'
  ),
  moved as (
    select movement, private.movement_view(movement, $1) as shown
    from private.movements_of($1) as movement
    where movement.reverses is null and private.movement_kind(movement) is distinct from 'claim'
  )
  select jsonb_build_object(
    'owed', coalesce((select sum(open) from owed where kind in ('fee', 'recovery')), 0),
    'paid', coalesce((select sum(allocated) from owed where kind in ('fee', 'recovery')), 0),
    'toGiveBack', coalesce((select sum(open) from owed where kind = 'refund'), 0),
    'givenBack', coalesce((select sum(allocated) from owed where kind = 'refund'), 0),
    'left', coalesce((
      select sum((shown ->> 'left')::numeric) from moved where (movement).contract_id = $1
    ), 0),
    'charges', coalesce((
      select jsonb_agg(private.charge_view(charge) order by (charge).due_on, (charge).created_at, (charge).id) from owed
    ), '[]'),
    'movements', coalesce((
      select jsonb_agg(shown order by (movement).moved_on, (movement).booked_at, (movement).id) from moved
    ), '[]')
  );
end;
comment on function private.contract_money is 'Returns the charges and movements of a contract, and its balance in reais: owed, paid, toGiveBack, givenBack and left (unallocated). Charges and movements of claims are left out.';
grant execute on function private.contract_money to service_role;

-- The column rest includes the refunds of a movement, because movement_rests no longer contains those amounts.
create view private.trial_balance with (security_invoker = true) as
  with movement as (
    select moved.contract_id, case moved.direction when 'in' then 1 else -1 end as sign, moved.amount,
      moved.reverses is not null or private.is_reversed(moved.id) as is_undone,
      coalesce((select sum(paid.amount) from public.allocations as paid where paid.movement_id = moved.id), 0) as allocated,
      coalesce((select kept.rest from private.movement_rests as kept where kept.movement_id = moved.id), 0)
        + coalesce((
          select sum(refund.amount) from public.charges as refund
          where refund.movement_id = moved.id and refund.cancelled_at is null
        ), 0) as rest
    from public.movements as moved
  ),
  part as (
    select contract_id, sign * amount as moved, sign * allocated as allocated, sign * rest as rest,
      abs(case when is_undone then 0 else amount end - allocated - rest) as row_difference
    from movement
    union all
    select charge.contract_id, 0, 0, 0, abs(charge.allocated - coalesce((
      select sum(paid.amount) from public.allocations as paid where paid.charge_id = charge.id
    ), 0))
    from public.charges as charge
  )
  select contract_id, sum(moved) as moved, sum(allocated) as allocated, sum(rest) as rest,
    sum(moved) - sum(allocated) - sum(rest) as difference, sum(row_difference) as rows_difference
  from part group by contract_id;
comment on view private.trial_balance is 'Trial balance by contract, in reais. difference is movements (in minus out) minus allocations and rests. rows_difference is the sum of the absolute differences of single rows, so that two faults cannot cancel out. Both must be 0.';
grant select on private.trial_balance to service_role;

create function private.unbalanced_contracts() returns bigint
language sql stable
begin atomic
  select count(*) from private.trial_balance where difference <> 0 or rows_difference <> 0;
end;
comment on function private.unbalanced_contracts is 'Counts the contracts whose trial balance is not zero. A correct ledger has none.';
grant execute on function private.unbalanced_contracts to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_payments(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.contract_money(contract.id)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_payments', 'authenticated',
  'Returns balance, charges and movements of the caller''s own contract; null for any other contract.');

-- 18_payments_booking.sql
-- Staff book movements, allocate them to charges, refund what is left and reverse mistakes. private.follow_money
-- applies all consequences of a movement, and undoes them after a reversal.
create function private.lock_contract_of(contract_id uuid) returns public.contracts
language sql
begin atomic
  select contract from public.contracts as contract where contract.id = $1 for no key update;
end;
comment on function private.lock_contract_of is 'Locks and returns a contract; null in each column when there is none.';
grant execute on function private.lock_contract_of to service_role;

-- The contract is locked before the charge by every function, so that no deadlock can occur.
create function private.lock_charge(charge_id uuid) returns public.charges
language plpgsql
set search_path = ''
as $$
declare
  charge public.charges;
begin
  perform private.lock_contract_of((select known.contract_id from public.charges as known where known.id = $1));
  select * into charge from public.charges as known where known.id = $1 for no key update;
  perform private.require_found(found, 'Cobrança não encontrada.');
  return charge;
end
$$;
comment on function private.lock_charge is 'Locks a charge and its contract and returns the charge. Raises PT404 for an unknown charge.';
grant execute on function private.lock_charge to service_role;

create function private.touched_contracts(movement_id uuid) returns uuid[]
language sql stable
return array(
  select movement.contract_id from public.movements as movement
  where movement.id = $1 and movement.contract_id is not null
  union
  select charge.contract_id
  from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
  where allocation.movement_id = $1 and charge.contract_id is not null
  order by 1
);
comment on function private.touched_contracts is 'Returns the contract of a movement and the contracts whose charges the movement pays or paid.';

-- Every function locks contracts in the order of their ids, and then the movement, so that no deadlock can occur. If a
-- concurrent call has allocated the movement to a further contract, that contract can no longer be locked in order.
-- Security definer, because the service role ends contracts but may not lock movement_rests.
create function private.lock_movement(movement_id uuid, also uuid default null) returns public.movements
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  locked uuid[];
begin
  select * into movement from public.movements as known where known.id = $1 and known.reverses is null;
  perform private.require_found(found, 'Lançamento não encontrado.');
  locked := array(
    select touched.id from unnest(private.touched_contracts($1) || also) as touched (id)
    where touched.id is not null group by 1 order by 1
  );
  perform private.lock_contract_of(touched.id) from unnest(locked) as touched (id);
  perform from private.movement_rests as left_over where left_over.movement_id = $1 for update;
  if not private.touched_contracts($1) <@ locked then
    raise sqlstate 'PT409' using message = 'Este lançamento acabou de mudar. Tente de novo.';
  end if;
  return movement;
end
$$;
comment on function private.lock_movement is 'Locks a movement, the contracts from touched_contracts, and the contract `also`; returns the movement. Raises PT404 for an unknown movement or a reversal. Raises PT409 when a concurrent call has allocated the movement to a further contract.';
grant execute on function private.lock_movement to service_role;

create function private.rest_of(movement_id uuid) returns numeric
language sql stable
return (select left_over.rest from private.movement_rests as left_over where left_over.movement_id = $1);
comment on function private.rest_of is 'Returns the unallocated part of a movement, in reais.';
grant execute on function private.rest_of to service_role;

-- Payser reads "imediatamente" (CDC, art. 49, sole paragraph) as the next business day. The business rules may allow
-- more days.
create function private.refund_due_on() returns date
language sql stable
set search_path = ''
as $$
  select coalesce(
    max(today + ahead) filter (where private.is_business_day(today + ahead)), private.next_business_day(min(today))
  )
  from private.today_in_brasilia() as today,
    generate_series(1, private.business_number('refundDays', 1, 30, 1)) as ahead;
$$;
comment on function private.refund_due_on is 'Returns the due day of a refund that is made today: the last business day within refundDays, a business rule. If none of these days is a business day, returns the next business day.';
grant execute on function private.refund_due_on to service_role;

-- Security definer, because no role of the API may read rests or queue mail.
create function private.refund_rest(movement public.movements, cause text) returns public.charges
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  tenant text;
begin
  insert into public.charges (kind, contract_id, movement_id, amount, due_on, cause, created_by)
  select 'refund', movement.contract_id, movement.id, left_over.rest, private.refund_due_on(), $2, (select auth.uid())
  from private.movement_rests as left_over where left_over.movement_id = movement.id and left_over.rest > 0
  returning * into charge;
  select contract.tenant_email into tenant from public.contracts as contract where contract.id = charge.contract_id;
  if tenant is not null then
    perform private.enqueue_mail(
      'refund-due', tenant, '{}', 'refund-due:' || charge.id, contract_id => charge.contract_id,
      delay => private.undo_period()
    );
  end if;
  return charge;
end
$$;
comment on function private.refund_rest is 'Makes a refund of the unallocated part of a movement, and queues a mail that asks the tenant for an account. Each column is null when the movement is fully allocated. The caller has locked the movement.';
grant execute on function private.refund_rest to service_role;

create function private.undo_allocations(movement_id uuid default null, charge_id uuid default null) returns void
language sql
set search_path = ''
as $$
  insert into public.allocations (movement_id, charge_id, amount, booked_by, undoes)
  select paid.movement_id, paid.charge_id, -paid.amount, (select auth.uid()), paid.id
  from public.allocations as paid
  where (paid.movement_id = $1 or paid.charge_id = $2) and paid.amount > 0
    and not exists (select from public.allocations as counter where counter.undoes = paid.id);
$$;
comment on function private.undo_allocations is 'Undoes all allocations of a movement, or all allocations to a charge, with rows of negative amounts. The caller has locked the contract.';
grant execute on function private.undo_allocations to service_role;

-- Security definer, because no role of the API may cancel charges, delete mail or lock rests.
create function private.cancel_charge(charge public.charges, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.undo_allocations(charge_id => charge.id);
  update public.charges as cancelled
  set cancelled_at = now(), cancelled_by = (select auth.uid()), cancel_reason = $2
  where cancelled.id = charge.id and cancelled.cancelled_at is null;
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.idempotency_key = 'refund-due:' || charge.id;
  perform private.drop_fee_mails(charge.id);
end
$$;
comment on function private.cancel_charge is 'Cancels a charge. Amounts that paid the charge become unallocated again. The caller has locked the contract.';
grant execute on function private.cancel_charge to service_role;

-- Security definer, because no role of the API may read rests or write allocations.
create function private.allocate(movement_id uuid, charge public.charges) returns numeric
language plpgsql security definer
set search_path = ''
as $$
declare
  spent constant numeric := least(private.rest_of($1), private.open_amount(charge));
begin
  -- The payment would show the parties a decision that they do not know yet.
  if spent > 0 and exists (
    select from public.claims as claim where claim.id = charge.claim_id and private.is_secret(claim)
  ) then
    raise sqlstate 'PT409' using message = 'Esta decisão ainda pode ser desfeita. Espere alguns segundos e tente de novo.';
  end if;
  if spent > 0 then
    insert into public.allocations (movement_id, charge_id, amount, booked_by)
    values ($1, charge.id, spent, (select auth.uid()));
  end if;
  return spent;
end
$$;
comment on function private.allocate is 'Allocates the unallocated part of a movement to a charge, up to the open amount of the charge. Returns the allocated amount in reais. The caller has locked movement and charge.';
grant execute on function private.allocate to service_role;

-- The idempotency key of each mail contains the number of payments and reversals so far (`turn`), so each change queues
-- one mail.
create function private.tell_letter_fee(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
  turn text;
begin
  select * into held from public.contracts as contract where contract.id = $1;
  if not private.is_running(held) then
    return;
  end if;
  turn := (
    select count(*) from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
    where charge.contract_id = $1 and charge.kind = 'fee' and charge.instalment = 1
  ) || case held.letter_fee when 'paid' then ':paid' else ':undone' end;
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'letter-fee', held.tenant_email, '{}', 'letter-fee:' || turn || ':' || held.id,
      contract_id => held.id, delay => private.undo_period()
    );
  end if;
  -- A landlord who does not have the letter yet needs no mail. The later mail with the letter states whether the letter
  -- is in force.
  if exists (
    select from public.letters as letter where letter.contract_id = held.id and letter.file_sha256 is not null
  ) then
    perform private.tell_landlord(held.id, 'landlord-fee', turn, delay => private.undo_period());
  end if;
end
$$;
comment on function private.tell_letter_fee is 'Tells the tenant and the confirmed landlord of a running contract whether the fee has put the letter into force.';
grant execute on function private.tell_letter_fee to service_role;

create function private.follow_letter_fee(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  first_fee public.charges;
begin
  select * into first_fee from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and charge.instalment = 1 and charge.cancelled_at is null;
  update public.contracts as contract
  set letter_fee = case when first_fee.is_open then 'awaited' else 'paid' end
  where contract.id = $1 and first_fee.id is not null
    and contract.letter_fee = case when first_fee.is_open then 'paid' else 'awaited' end;
  if not found then
    return;
  end if;
  delete from public.outgoing_mail as mail
  where mail.contract_id = $1 and mail.status = 'queued' and mail.template in ('letter-fee', 'landlord-fee');
  -- If the mail about the payment was not sent yet, deleting the mail is enough and no correction is mailed.
  if not (found and first_fee.is_open) then
    perform private.tell_letter_fee($1);
  end if;
end
$$;
comment on function private.follow_letter_fee is 'Puts a letter that awaits the fee into force when the first instalment is paid. Takes the letter out of force when the payment is reversed. Notifies tenant and confirmed landlord. The caller has locked the contract.';
grant execute on function private.follow_letter_fee to service_role;

-- Every function that books, allocates or reverses a movement calls this function at the end. The function reads the
-- current rows, so after a reversal it restores the state before the movement. Security definer, because no role may
-- queue mail.
create function private.follow_money(movement public.movements) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  touched uuid;
  contract public.contracts;
  is_reversed constant boolean := private.is_reversed(movement.id);
begin
  foreach touched in array private.touched_contracts(movement.id)
  loop
    select * into contract from public.contracts as held where held.id = touched;
    perform private.drop_fee_mails(charge.id)
    from public.charges as charge where charge.contract_id = touched and charge.kind = 'fee' and not charge.is_open;
    perform private.follow_letter_fee(touched);
    if contract.status = 'cancelled' then
      perform private.void_claims(touched);
    end if;
    perform private.charge_claim(claim) from public.claims as claim where claim.contract_id = touched;
    -- An ended contract accepts no further payments, so the unallocated part of a payment is refunded.
    if contract.status <> 'active' and movement.direction = 'in' and not is_reversed then
      perform private.refund_rest(movement, 'ending');
    end if;
    perform private.follow_movement_mail(movement, contract, is_reversed);
  end loop;
end
$$;
comment on function private.follow_money is 'Applies all consequences of a movement or of its reversal: reminders, letter, refund for an ended contract, mails. The caller has locked the contracts.';
grant execute on function private.follow_money to service_role;

-- A mail about a payment is sent after the undo period. A reversal deletes the unsent mail; after sending, a reversal
-- queues a correction.
create function private.follow_movement_mail(
  movement public.movements, contract public.contracts, is_reversed boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  kind constant text := private.movement_kind(movement);
  claim public.claims;
  party text;
  news constant text := case
    when movement.direction = 'in' then 'payment-received' when kind = 'refund' then 'refund-paid'
  end;
begin
  if kind = 'claim' then
    select paid.* into claim
    from public.claims as paid join public.charges as charge on charge.claim_id = paid.id
    join public.allocations as allocation on allocation.charge_id = charge.id
    where allocation.movement_id = movement.id limit 1;
    perform private.note_event(claim, 'staff', case when is_reversed then 'payment-undone' else 'paid' end);
    foreach party in array array['landlord', 'tenant']
    loop
      if not is_reversed then
        perform private.tell_of_claim(claim, 'claim-paid', party, movement.id::text, delay => private.undo_period());
        continue;
      end if;
      delete from public.outgoing_mail as mail
      where mail.status = 'queued' and mail.contract_id = contract.id
        and mail.idempotency_key like 'claim-paid:' || claim.id || ':' || party || ':' || movement.id || '%';
      if not found then
        perform private.tell_of_claim(
          claim, 'claim-told', party, movement.id::text, delay => private.undo_period()
        );
      end if;
    end loop;
    return;
  end if;
  if news is null or contract.tenant_email is null then
    return;
  end if;
  if not is_reversed then
    perform private.enqueue_mail(
      news, contract.tenant_email, '{}', news || ':' || movement.id,
      contract_id => contract.id, delay => private.undo_period()
    );
    return;
  end if;
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.idempotency_key = news || ':' || movement.id;
  if not found then
    perform private.enqueue_mail(
      'payment-reversed', contract.tenant_email, '{}', 'payment-reversed:' || movement.id,
      contract_id => contract.id, delay => private.undo_period()
    );
  end if;
end
$$;
comment on function private.follow_movement_mail is 'Queues the mail about a movement once, and withdraws or corrects it after a reversal.';

-- Security definer, because no role of the API may read accounts. plpgsql keeps the plan between calls.
create function private.payee_of(charge public.charges, out payee text, out account jsonb, out version integer)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  select coalesce(known.account ->> 'holder', known.name), known.account, known.version
  into payee, account, version
  from (
    select contract.landlord_name as name, claim.account, claim.account_changes as version
    from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
    where claim.id = charge.claim_id
    union all
    select contract.tenant_name, given.account, coalesce(given.version, 0)
    from public.contracts as contract
    left join public.refund_accounts as given on given.contract_id = contract.id
    where charge.kind = 'refund' and contract.id = charge.contract_id
  ) as known;
end
$$;
comment on function private.payee_of is 'Returns the payee of a charge, the confirmed account of the payee, and the version of that account. The account is null while no account is confirmed.';
grant execute on function private.payee_of to service_role;

create function private.waits_until(charge public.charges) returns date
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select nullif(greatest(private.payable_from(claim), private.today_in_brasilia()), private.today_in_brasilia())
    from public.claims as claim where claim.id = charge.claim_id and charge.kind = 'claim'
  );
end
$$;
comment on function private.waits_until is 'Returns the first day on which a payout may be paid, while its account is too new; null when it may be paid today.';
grant execute on function private.waits_until to service_role;

create function private.refuse_movement(direction text, amount numeric, paid_on date, note text, first_day date)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if paid_on is null then
    perform private.reject('Informe o dia do pagamento.', 'paid_on');
  elsif paid_on > private.today_in_brasilia() then
    perform private.reject('O dia do pagamento não pode ser depois de hoje.', 'paid_on');
  elsif paid_on < first_day then
    perform private.reject('O dia do pagamento não pode ser antes de ' || to_char(first_day, 'DD/MM/YYYY') || '.', 'paid_on');
  end if;
  if amount is null or amount not between 0.01 and 9999999999.99 or amount <> round(amount, 2) then
    perform private.reject('Informe um valor em reais e centavos, maior que zero.', 'amount');
  end if;
  if char_length(btrim(note)) > 500 then
    perform private.reject('A anotação tem no máximo 500 caracteres.', 'note');
  end if;
end
$$;
comment on function private.refuse_movement is 'Refuses a movement with an impossible day, amount or note, and names the wrong field.';

create function private.money_text(amount numeric) returns text
language sql immutable
return 'R$ ' || translate(to_char(amount, 'FM9,999,999,990.00'), ',.', '.,');
comment on function private.money_text is 'Returns an amount as Brazilians write it: R$ 1.776,00.';
grant execute on function private.money_text to service_role;

-- Security definer, because no role may write movements. The form makes the id of the movement, so a second click books
-- nothing. If seen_open, the open amount in the form, is no longer current, nothing is booked either.
create function private.book_payment(
  movement_id uuid, charge_id uuid, paid_on date, amount numeric, seen_open numeric, note text, account_version integer
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  wanted text;
  payee_account jsonb;
  payee_version integer;
  made public.movements;
  refusal text;
begin
  charge := private.lock_charge(charge_id);
  if charge.direction = 'in' and not private.has_right('money') then
    return private.refuse_right('money', 'book-payment', charge.contract_id);
  end if;
  refusal := private.payout_refusal(charge, 'pay');
  if refusal is not null then
    return private.refuse('book-payment', charge.contract_id, refusal);
  end if;
  if exists (select from public.movements as known where known.id = $1) then
    return jsonb_build_object('changed', false, 'why', 'booked');
  end if;
  if private.open_amount(charge) is distinct from seen_open then
    return jsonb_build_object('changed', false, 'why', 'changed');
  end if;
  perform private.refuse_movement(charge.direction, $4, $3, $6, private.day_in_brasilia(charge.created_at));
  if charge.direction = 'out' then
    if not charge.is_open then
      return jsonb_build_object('changed', false, 'why', private.charge_state(charge));
    end if;
    if $4 <> private.open_amount(charge) then
      perform private.reject('Pague o valor inteiro: ' || private.money_text(private.open_amount(charge)) || '.', 'amount');
    end if;
    if private.awaits_second_person(charge) then
      return jsonb_build_object('changed', false, 'why', 'second');
    end if;
    select paid.account, paid.version into payee_account, payee_version from private.payee_of(charge) as paid;
    if charge.contract_id is not null then
      if payee_account is null then
        return jsonb_build_object('changed', false, 'why', 'no-account');
      end if;
      if private.waits_until(charge) is not null then
        return jsonb_build_object('changed', false, 'why', 'waits');
      end if;
      if payee_version is distinct from account_version then
        raise sqlstate 'PT409' using message = 'A conta mudou. Confira a conta nova antes de registrar o pagamento.';
      end if;
    end if;
  end if;
  insert into public.movements (id, direction, amount, moved_on, source, contract_id, note, account, booked_by)
  values (
    $1, charge.direction, $4, $3, 'by-hand', charge.contract_id, nullif(btrim($6), ''), payee_account,
    (select auth.uid())
  )
  returning * into made;
  perform private.allocate(made.id, charge);
  perform private.follow_money(made);
  perform private.note('book-payment', charge.contract_id, jsonb_build_object(
    'movement', made.id, 'charge', charge.id, 'status', charge.kind, 'paidOn', $3
  ));
  return jsonb_build_object('changed', true, 'movementId', made.id, 'left', private.rest_of(made.id));
end
$$;
call private.expose('book_payment', 'authenticated',
  'Books a payment of a charge by hand, once per movement_id. What is more than the open amount stays left of the movement. why: booked, changed (another amount is open than seen_open), paid, cancelled, no-account, waits (the account is too new) or second (another person must approve). A refund or payout needs the right payouts and a person who did not open, decide or approve it, any other charge the right money. Raises PT409 when the account of a payment out has another version.',
  'movement_id uuid, charge_id uuid, paid_on date, amount numeric, seen_open numeric, note text default null, account_version integer default null',
  needs => 'read');

-- Security definer, because no role may write movements. A paid refund of the movement must be reversed before the
-- movement.
create function private.reverse_payment(movement_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo, com 3 a 500 caracteres.', 'reason');
  end if;
  movement := private.lock_movement($1);
  if private.is_reversed(movement.id) then
    return jsonb_build_object('changed', false, 'why', 'reversed');
  end if;
  if exists (
    select from public.charges as refund where refund.movement_id = movement.id and refund.allocated > 0
  ) then
    return jsonb_build_object('changed', false, 'why', 'refunded');
  end if;
  perform private.reverse(movement, btrim($2), 'by-hand', private.today_in_brasilia(), null);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('reverse_payment', 'authenticated',
  'Reverses a movement on any day, with a reason: undoes what it paid and all that followed. why: reversed, or refunded while a paid refund returns a part of it.',
  needs => 'money', action => 'undo-payment');

-- Security definer, because no role of the API may write movements or statement lines.
create function private.reverse(
  movement public.movements, reason text, source text, moved_on date, description text
) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  reversal uuid;
begin
  perform private.cancel_charge(refund, 'Estorno do pagamento: ' || $2)
  from public.charges as refund where refund.movement_id = movement.id and refund.is_open;
  perform private.undo_allocations(movement_id => movement.id);
  insert into public.movements (
    direction, amount, moved_on, source, contract_id, description, booked_by, reverses, reason
  ) values (
    case movement.direction when 'in' then 'out' else 'in' end, movement.amount, $4, $3, movement.contract_id, $5,
    (select auth.uid()), movement.id, $2
  )
  returning id into reversal;
  -- The reversal of a mistaken booking frees the statement line for another booking. A transfer that the bank returned
  -- did happen, so its line stays booked.
  delete from private.statement_lines as line where line.movement_id = movement.id and $3 = 'by-hand';
  perform private.follow_money(movement);
  perform private.note('undo-payment', movement.contract_id, jsonb_build_object(
    'movement', movement.id, 'status', private.movement_kind(movement)
  ));
  return reversal;
end
$$;
comment on function private.reverse is 'Reverses the whole of a locked movement: cancels its unpaid refunds, undoes its allocations and inserts the counter movement. Returns the id of the reversal.';

-- Security definer, because no role may write allocations.
create function private.allocate_payment(movement_id uuid, charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
  spent numeric;
  refusal text;
begin
  movement := private.lock_movement($1, (select known.contract_id from public.charges as known where known.id = $2));
  charge := private.lock_charge($2);
  if movement.direction <> charge.direction
    or movement.contract_id is not null and movement.contract_id is distinct from charge.contract_id then
    perform private.reject('Este pagamento é de outro contrato.', 'charge_id');
  end if;
  refusal := private.payout_refusal(charge, 'pay');
  if refusal is not null then
    return private.refuse('book-payment', charge.contract_id, refusal);
  elsif private.awaits_second_person(charge) then
    return jsonb_build_object('changed', false, 'why', 'second');
  end if;
  spent := private.allocate(movement.id, charge);
  if spent = 0 then
    return jsonb_build_object(
      'changed', false, 'why', case when charge.is_open then 'spent' else private.charge_state(charge) end
    );
  end if;
  perform private.follow_money(movement);
  perform private.note('book-payment', charge.contract_id, jsonb_build_object(
    'movement', movement.id, 'charge', charge.id, 'status', 'allocated'
  ));
  return jsonb_build_object('changed', true, 'left', private.rest_of(movement.id));
end
$$;
call private.expose('allocate_payment', 'authenticated',
  'Spends what is left of a movement on an open charge of its contract, or of any contract when the movement has none. why: spent, paid, cancelled or second when nothing changed.',
  needs => 'money', action => 'book-payment');

-- Security definer, because no role may write charges.
create function private.refund_payment(movement_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  movement public.movements;
  charge public.charges;
begin
  movement := private.lock_movement($1);
  if movement.direction = 'in' then
    charge := private.refund_rest(movement, 'surplus');
  end if;
  if charge.id is null then
    return jsonb_build_object('changed', false, 'why', 'spent');
  end if;
  perform private.note('book-payment', movement.contract_id, jsonb_build_object(
    'movement', movement.id, 'charge', charge.id, 'status', 'surplus'
  ));
  return jsonb_build_object('changed', true, 'chargeId', charge.id, 'dueOn', charge.due_on);
end
$$;
call private.expose('refund_payment', 'authenticated',
  'Owes what is left of a received movement to its payer as a refund. why: spent when nothing is left.',
  needs => 'payouts', action => 'book-payment');

-- Security definer, because no role may cancel charges through the API.
create function private.cancel_refund(charge_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Informe o motivo, com 3 a 500 caracteres.', 'reason');
  end if;
  charge := private.lock_charge($1);
  -- Refunds that the law or the end of a contract requires cannot be cancelled by staff.
  if charge.kind <> 'refund' or charge.cause <> 'surplus' or not charge.is_open then
    return jsonb_build_object('changed', false, 'why', private.charge_state(charge));
  end if;
  perform private.cancel_charge(charge, btrim($2));
  perform private.note('undo-payment', charge.contract_id, jsonb_build_object('charge', charge.id, 'status', 'surplus'));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('cancel_refund', 'authenticated',
  'Cancels the unpaid refund of a surplus, with a reason, so that the money can be allocated. Refunds that the end of a contract owes stay.',
  needs => 'payouts', action => 'undo-payment');

-- 19_payments_fees.sql
-- The fee of a contract: its charges from the acceptance on, reminders, the notice before staff end the contract, and
-- the end of a contract whose fee was not paid.
create function private.owe_fee(contract public.contracts) returns void
language sql
set search_path = ''
as $$
  insert into public.charges (kind, contract_id, instalment, instalments, amount, due_on, txid, cause)
  select 'fee', contract.id, part.instalment, contract.instalments, part.amount, part.due_on,
    case when contract.payment_plan = 'pix' then
      replace(contract.contract_number, '-', '')
        || case when contract.instalments > 1 then 'P' || lpad(part.instalment::text, 2, '0') else '' end
    end,
    'acceptance'
  from private.fee_instalments(contract.fee, contract.instalments, contract.fee_due_on) as part
  where contract.fee > 0 and contract.fee_due_on is not null
  on conflict do nothing;
$$;
comment on function private.owe_fee is 'Makes the charges of an accepted contract''s fee, one per instalment, each with its own Pix identifier. The charges of a fee that somebody else collects have no identifier. A second call changes nothing.';
grant execute on function private.owe_fee to service_role;

create function private.drop_fee_mails(charge_id uuid) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail using public.charges as charge
  where charge.id = $1 and mail.contract_id = charge.contract_id and mail.status = 'queued'
    and mail.idempotency_key ^@ any (array['fee-overdue:' || $1 || ':', 'fee-notice:' || $1 || ':']);
$$;
comment on function private.drop_fee_mails is 'Deletes the unsent mails that ask for a fee which is no longer owed.';
grant execute on function private.drop_fee_mails to service_role;

create function private.payable(charge public.charges) returns jsonb
language sql stable
return jsonb_build_object(
  'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
  'amount', private.open_amount(charge), 'dueOn', charge.due_on, 'noticeOn', charge.notice_on, 'txid', charge.txid,
  'paymentMethod', (select contract.payment_method from public.contracts as contract where contract.id = charge.contract_id)
);
comment on function private.payable is 'Returns the amount, the due day and the way to pay of an open charge, for texts that ask a tenant to pay.';
grant execute on function private.payable to service_role;

create function private.fee_to_pay(contract_id uuid, mail_key text default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.payable(charge) from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and charge.is_open
  order by charge.id::text = split_part($2, ':', 2) desc nulls last, charge.due_on, charge.id limit 1;
$$;
comment on function private.fee_to_pay is 'Returns the open instalment that a mail is about, else the oldest open one, for texts that say how to pay; null when no fee is owed.';
grant execute on function private.fee_to_pay to service_role;

create function private.reminder_days() returns integer[]
language sql immutable
return array[-3, 0, 3, 7];
comment on function private.reminder_days is 'Returns the days on which a tenant is reminded of a fee, as offsets from the due day.';
grant execute on function private.reminder_days to service_role;

-- A sent mail proves that a reminder was sent. Sent mails are deleted after a month, so fees that were due more than
-- twenty days ago get no reminder. Otherwise a tenant could get the same reminder twice.
create function private.fees_to_remind(today date) returns table (contract_id uuid, address text, mail_key text)
language sql stable
set search_path = ''
as $$
  select contract.id, contract.tenant_email, reminder.key
  from public.charges as charge
  join public.contracts as contract on contract.id = charge.contract_id
  cross join lateral (
    select 'fee-overdue:' || charge.id || ':' || max(step) as key
    from unnest(private.reminder_days()) as step where charge.due_on + step <= $1
  ) as reminder
  where charge.kind = 'fee' and charge.is_open
    and charge.due_on between $1 - 20 and $1 + 3
    and contract.tenant_email is not null
    -- A tenant who accepted the contract today has just read in the mail about the acceptance how to pay.
    and private.day_in_brasilia(contract.created_at) < $1
    and private.is_running(contract)
    and not private.is_ending(contract.id)
    and not exists (
      select from public.outgoing_mail as mail where mail.idempotency_key = reminder.key
    )
  order by charge.due_on, charge.id;
$$;
comment on function private.fees_to_remind is 'Returns the unpaid fees of running contracts that need a reminder: 3 days before the due day, on it, and 3 and 7 days after. Leaves out fees whose latest reminder was already queued.';
grant execute on function private.fees_to_remind to service_role;

create function private.remind_of_fees(moment timestamptz default now()) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.day_in_brasilia(moment);
  late record;
  queued integer := 0;
begin
  if extract(hour from moment at time zone 'America/Sao_Paulo') < 8 then
    return 0;
  end if;
  for late in select * from private.fees_to_remind(today) limit 100
  loop
    perform private.enqueue_mail(
      'fee-overdue', late.address, '{}', late.mail_key, contract_id => late.contract_id
    );
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.remind_of_fees is 'Queues the reminders of fees that are due, each once and from eight in the morning on, at most 100 per call. Returns their number. The schedule calls this function.';
grant execute on function private.remind_of_fees to service_role;

create function private.notice_days() returns integer
language sql stable
return private.business_number('noticeDays', 5, 90, 10);
comment on function private.notice_days is 'Returns the fewest days that a notice gives the tenant to pay an overdue fee before the contract is ended.';
grant execute on function private.notice_days to service_role;

create function private.oldest_overdue(contract_id uuid) returns public.charges
language sql stable
begin atomic
  select charge from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'fee' and private.charge_state(charge) = 'overdue'
  order by charge.due_on, charge.id limit 1;
end;
comment on function private.oldest_overdue is 'Returns the oldest overdue fee of a contract. Only this fee counts for a notice and for ending the contract.';
grant execute on function private.oldest_overdue to service_role;

-- Security definer, because no role may update charges or queue mail through the API.
create function private.give_notice(charge_id uuid, notice_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  last_day constant date := notice_on;
  charge public.charges;
  contract public.contracts;
begin
  charge := private.lock_charge(charge_id);
  select * into contract from public.contracts as held where held.id = charge.contract_id;
  if (private.oldest_overdue(contract.id)).id is distinct from charge.id then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if not private.is_running(contract) or private.is_ending(contract.id) then
    return jsonb_build_object('changed', false, 'why', 'ending');
  end if;
  if charge.notice_on is not null then
    return jsonb_build_object('changed', false, 'why', 'noticed');
  end if;
  if contract.tenant_email is null then
    return jsonb_build_object('changed', false, 'why', 'no-address');
  end if;
  if last_day is null or last_day < private.today_in_brasilia() + private.notice_days() then
    perform private.reject(
      format('O aviso dá ao locatário ao menos %s dias.', private.notice_days()), 'notice_on'
    );
  end if;
  if last_day > private.today_in_brasilia() + 90 then
    perform private.reject('O aviso dá ao locatário no máximo 90 dias.', 'notice_on');
  end if;
  update public.charges as noticed set notice_on = last_day where noticed.id = charge.id;
  perform private.enqueue_mail(
    'fee-notice', contract.tenant_email, '{}', 'fee-notice:' || charge.id || ':' || last_day,
    contract_id => contract.id
  );
  perform private.note(
    'give-notice', contract.id, jsonb_build_object('charge', charge.id, 'noticeOn', last_day)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('give_notice', 'authenticated',
  'Gives the tenant of the oldest overdue fee a last day to pay, by mail and once: at least the days of the business rules, at most 90. why: not-overdue, ending, noticed or no-address.',
  needs => 'money');

-- Security definer, because no role may close contracts directly. private.close_contract sends the mail and can be
-- undone.
create function private.close_unpaid(charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  contract public.contracts;
begin
  charge := private.lock_charge(charge_id);
  select * into contract from public.contracts as held where held.id = charge.contract_id;
  if (private.oldest_overdue(contract.id)).id is distinct from charge.id or charge.notice_on is null
    or not private.is_running(contract)
  then
    return jsonb_build_object('changed', false, 'why', 'not-overdue');
  end if;
  if charge.notice_on >= private.today_in_brasilia() then
    return jsonb_build_object('changed', false, 'why', 'too-early');
  end if;
  return private.close_contract(
    contract.id, 'ended',
    'A taxa da fiança, que venceu em ' || to_char(charge.due_on, 'DD/MM/YYYY')
      || ', não foi paga até ' || to_char(charge.notice_on, 'DD/MM/YYYY') || ', a data do aviso.',
    null, 'unpaid', false
  );
end
$$;
call private.expose('close_unpaid', 'authenticated',
  'Ends a contract whose oldest overdue fee was not paid by the day of its notice, as close_contract does. why: not-overdue, too-early or claim (a claim is open; close_contract can end the contract despite it).',
  needs => 'contracts', action => 'close-contract');

-- 20_payments_lists.sql
-- The views of the ledger for staff: one contract, the lists Recebimentos and A pagar with their sums, and the files
-- for the accountant and the bank. Lists and sums use the same functions, so each sum matches its list.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.contract_payments(of_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  select * into contract from public.contracts as known
  where known.id = coalesce(
    (select charge.contract_id from public.charges as charge where charge.id = of_id),
    (select movement.contract_id from public.movements as movement where movement.id = of_id), of_id
  );
  perform private.require_found(found, 'Pagamento não encontrado.');
  perform private.record_reading('read-contracts', array[contract.id]);
  return private.contract_money(contract.id) || jsonb_build_object(
    'contract', jsonb_build_object(
      'id', contract.id, 'number', contract.contract_number, 'tenantName', contract.tenant_name,
      'state', private.contract_state(contract), 'startDate', contract.start_date,
      'endDate', contract.end_date, 'acceptedOn', private.day_in_brasilia(contract.created_at)
    ),
    'noticeDays', private.notice_days(),
    'bookings', (
      select coalesce(jsonb_object_agg(movement.id, jsonb_build_object(
        'source', movement.source, 'note', movement.note, 'description', movement.description,
        'bookedAt', movement.booked_at, 'bookedBy', private.staff_name(movement.booked_by),
        'account', private.masked_account(movement.account),
        'mayReverse', reversal.id is null and not exists (
          select from public.charges as refund where refund.movement_id = movement.id and refund.allocated > 0
        ),
        'reversal', case when reversal.id is not null then jsonb_build_object(
          'at', reversal.booked_at, 'by', private.staff_name(reversal.booked_by), 'reason', reversal.reason
        ) end
      )), '{}')
      from private.movements_of(contract.id) as movement
      left join public.movements as reversal on reversal.reverses = movement.id
      where movement.reverses is null
    ),
    'refunds', (
      select coalesce(jsonb_object_agg(refund.id, jsonb_build_object(
        'movementId', refund.movement_id, 'account', private.masked_account(payee.account),
        'isOther', private.is_other_holder(payee.account, contract), 'accountVersion', payee.version, 'mayCancel', refund.is_open and refund.cause = 'surplus'
      )), '{}')
      from public.charges as refund cross join private.payee_of(refund) as payee
      where refund.contract_id = contract.id and refund.kind = 'refund'
    )
  );
end
$$;
call private.expose('contract_payments', 'authenticated',
  'Returns balance, charges and movements of a contract, found by its own id or by that of a charge or movement, with who booked or reversed what. The audit trail records the reading.',
  needs => 'read', action => 'read-contracts');

-- Returns all matching ids without a limit, because callers compute sums over these contracts. PostgreSQL hashes a long
-- array, so the comparison `= any` stays fast.
create function private.searched_contracts(search text) returns uuid[]
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(search);
  grams constant text[] := private.wanted_grams(search, 'contracts_by_grams');
begin
  if patterns is null then
    return null;
  end if;
  return array(
    select contract.id from public.contracts as contract
    where private.search_grams(contract.search_text) @> grams and contract.search_text like all (patterns)
  );
end
$$;
comment on function private.searched_contracts is 'Returns all contracts that a search finds; null for an empty search.';

create function private.charges_in(view text, search text, from_day date, to_day date) returns setof public.charges
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  today constant date := private.today_in_brasilia();
  found_in constant uuid[] := private.searched_contracts(search);
  maybe uuid[];
begin
  if view = 'approvals' then
    maybe := array(select private.perhaps_needing_second());
  end if;
  if view is null or view not in ('due', 'overdue', 'refunds', 'payouts', 'approvals') then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  return query
    select charge.* from public.charges as charge
    where charge.is_open
      and charge.kind = any (case view
        when 'refunds' then array['refund'] when 'payouts' then array['claim']
        when 'approvals' then array['refund', 'claim'] else array['fee', 'recovery']
      end)
      and (view <> 'approvals' or charge.id = any (maybe) and private.awaits_second_person(charge))
      and (view <> 'due' or charge.due_on >= today) and (view <> 'overdue' or charge.due_on < today)
      and charge.due_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and (found_in is null or charge.contract_id = any (found_in));
end
$$;
comment on function private.charges_in is 'Returns the open charges on one of the staff lists due, overdue, refunds, payouts and approvals, filtered by due day and search.';

create function private.movements_in(view text, search text, from_day date, to_day date) returns setof public.movements
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  found_in constant uuid[] := private.searched_contracts(search);
begin
  if view is null or view not in ('to-allocate', 'in', 'out') then
    perform private.reject('Lista desconhecida.', 'view');
  elsif view = 'to-allocate' then
    return query
      select movement.* from private.movement_rests as left_over
      join public.movements as movement on movement.id = left_over.movement_id
      where left_over.rest > 0
        and movement.moved_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
        and (found_in is null or movement.contract_id = any (found_in));
  else
    return query
      select movement.* from public.movements as movement
      where movement.direction = view
        and movement.moved_on between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
        and (found_in is null or movement.contract_id = any (found_in));
  end if;
end
$$;
comment on function private.movements_in is 'Returns the movements on one of the staff lists to-allocate, in and out, filtered by day and search. Reversals are included: the reversal of received money is on the list out.';

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_charges(
  view text, search text, from_day date, to_day date, after_date date, after_id uuid, page_size integer
)
returns table (
  id uuid, kind text, state text, amount numeric, open numeric, due_on date, contract_id uuid,
  contract_number text, tenant_name text, instalment integer, instalments integer,
  payee text, account text, is_other_holder boolean, account_version integer, awaits_second boolean, claim_id uuid,
  payable_from date, approved_by text, approved_by_me boolean, refusal text, second_people text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.charges[];
begin
  page := array(
    select charge from private.charges_in($1, $2, $3, $4) as charge
    where $5 is null or (charge.due_on, charge.id) > ($5, $6)
    order by charge.due_on, charge.id limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct listed.contract_id from unnest(page) as listed where listed.contract_id is not null
  ));
  return query
    select charge.id, charge.kind, private.charge_state(charge), charge.amount, private.open_amount(charge),
      charge.due_on, contract.id, contract.contract_number, contract.tenant_name, charge.instalment,
      charge.instalments, paid.payee, private.masked_account(paid.account),
      case
        when charge.kind = 'refund' then private.is_other_holder(paid.account, contract)
        else private.is_other_landlord(paid.account, contract)
      end,
      paid.version,
      waiting.now, charge.claim_id, private.waits_until(charge),
      private.staff_name(approval.approved_by), coalesce(approval.approved_by = (select auth.uid()), false),
      private.payout_refusal(charge, case when waiting.now then 'approve' else 'pay' end),
      case when waiting.now then private.people_with('payouts', private.kept_from_payout(charge)) end
    from unnest(page) as charge
    cross join lateral (select private.awaits_second_person(charge)) as waiting (now)
    left join private.payout_approvals as approval on approval.charge_id = charge.id and not waiting.now
    left join public.contracts as contract on contract.id = charge.contract_id
    left join lateral private.payee_of(charge) as paid on charge.direction = 'out'
    order by charge.due_on, charge.id;
end
$$;
call private.expose('list_charges', 'authenticated',
  'Lists one page of the open charges of a view (due, overdue, refunds, payouts, approvals) by due day. refusal says why the caller may neither approve nor pay, second_people who may approve. payable_from is the first day on which a payout may be paid, while its account is too new. The next page starts after the last row. The audit trail records the reading.',
  'view text, search text default null, from_day date default null, to_day date default null, after_date date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on the tables.
create function private.charge_totals(view text, search text, from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'count', count(*), 'sum', coalesce(sum(charge.amount - charge.allocated), 0),
      'overdue', coalesce(sum(charge.amount - charge.allocated)
        filter (where charge.due_on < private.today_in_brasilia()), 0),
      'nextSevenDays', coalesce(sum(charge.amount - charge.allocated) filter (
        where charge.due_on between private.today_in_brasilia() and private.today_in_brasilia() + 6
      ), 0)
    )
    from private.charges_in($1, $2, $3, $4) as charge
  );
end
$$;
call private.expose('charge_totals', 'authenticated',
  'Returns number and sums in reais of the charges that list_charges lists: all, overdue, and due in the next seven days. Names nobody.',
  'view text, search text default null, from_day date default null, to_day date default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_movements(
  view text, search text, from_day date, to_day date, after_date date, after_id uuid, page_size integer
)
returns table (
  id uuid, direction text, amount numeric, rest numeric, moved_on date, contract_id uuid,
  contract_number text, tenant_name text, description text, kind text, is_reversed boolean,
  reverses uuid, receipt_number text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  page public.movements[];
begin
  page := array(
    select movement from private.movements_in($1, $2, $3, $4) as movement
    where $5 is null or (movement.moved_on, movement.id) < ($5, $6)
    order by movement.moved_on desc, movement.id desc limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct listed.contract_id from unnest(page) as listed where listed.contract_id is not null
  ));
  return query
    select movement.id, movement.direction, movement.amount, coalesce(private.rest_of(movement.id), 0),
      movement.moved_on, contract.id, contract.contract_number, contract.tenant_name, movement.description,
      private.movement_kind(movement), private.is_reversed(movement.id), movement.reverses, receipt.number
    from unnest(page) as movement
    left join public.contracts as contract on contract.id = movement.contract_id
    left join private.receipts as receipt on receipt.movement_id = movement.id
    order by movement.moved_on desc, movement.id desc;
end
$$;
call private.expose('list_movements', 'authenticated',
  'Lists one page of the movements of a view (to-allocate, in, out), newest first. The next page starts after the last row. The audit trail records the reading.',
  'view text, search text default null, from_day date default null, to_day date default null, after_date date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

-- Security definer, because staff have no grant on the tables.
create function private.movement_totals(view text, search text, from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'count', count(*),
      'in', coalesce(sum(movement.amount) filter (where movement.direction = 'in'), 0),
      'out', coalesce(sum(movement.amount) filter (where movement.direction = 'out'), 0),
      'rest', coalesce(sum(left_over.rest), 0)
    )
    from private.movements_in($1, $2, $3, $4) as movement
    left join private.movement_rests as left_over on left_over.movement_id = movement.id
  );
end
$$;
call private.expose('movement_totals', 'authenticated',
  'Returns number and sums in reais of the movements that list_movements lists: received, paid, and left. Names nobody.',
  'view text, search text default null, from_day date default null, to_day date default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on the tables.
create function private.export_movements(from_day date, to_day date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if from_day is null or to_day is null or to_day not between from_day and from_day + 366 then
    perform private.reject('Escolha um período de até um ano.', 'to_day');
  end if;
  perform private.note('export-payments', null, jsonb_build_object('from', from_day, 'to', to_day));
  return (
    with moved as (
      select movement.*, movement.amount * case movement.direction when 'in' then 1 else -1 end as signed
      from public.movements as movement where movement.moved_on between $1 and $2
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'movedOn', moved.moved_on, 'sign', case when moved.signed > 0 then '+' else '-' end, 'amount', moved.signed,
        'kind', private.movement_kind(original), 'isReversal', moved.reverses is not null,
        'payee', coalesce(original.account ->> 'holder', case when original.direction = 'in' then 'Payser' end),
        'receipt', receipt.number, 'contractNumber', contract.contract_number, 'tenant', contract.tenant_name,
        'cpf', contract.tenant_cpf, 'source', moved.source, 'note', coalesce(moved.reason, moved.note, moved.description)
      ) order by moved.moved_on, moved.booked_at, moved.id), '[]'),
      'in', coalesce(sum(moved.signed) filter (where moved.signed > 0), 0),
      'out', coalesce(-sum(moved.signed) filter (where moved.signed < 0), 0),
      'balance', coalesce(sum(moved.signed), 0)
    )
    from moved
    join public.movements as original on original.id = coalesce(moved.reverses, moved.id)
    left join public.contracts as contract on contract.id = moved.contract_id
    left join private.receipts as receipt on receipt.movement_id = original.id
  );
end
$$;
call private.expose('export_movements', 'authenticated',
  'Returns all movements between two days, at most a year, with sign, payee, receipt and totals, for the accountant. The audit trail records who took it.',
  needs => 'owner', action => 'export-payments');

-- Security definer, because staff have no grant on the tables. No other function returns a list with unmasked accounts.
create function private.export_payouts() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.note('export-payments', null, jsonb_build_object('status', 'payouts'));
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', charge.kind, 'payee', paid.payee, 'document', paid.account ->> 'document', 'account', paid.account,
      'amount', private.open_amount(charge), 'dueOn', charge.due_on, 'contractNumber', contract.contract_number
    ) order by charge.due_on, charge.id), '[]')
    from public.charges as charge
    cross join private.payee_of(charge) as paid
    left join public.contracts as contract on contract.id = charge.contract_id
    where charge.is_open and charge.direction = 'out' and paid.account is not null
      and not private.awaits_second_person(charge) and private.waits_until(charge) is null
  );
end
$$;
call private.expose('export_payouts', 'authenticated',
  'Returns the refunds and payouts that can be paid, with the whole confirmed account, for the bank. The audit trail records who took it.',
  needs => 'payouts', action => 'export-payments');

create function private.payment_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'paymentsOverdue', count(*) filter (
      where charge.kind = 'fee' and charge.due_on < private.today_in_brasilia()
    ),
    'refundsDue', count(*) filter (where charge.kind = 'refund'),
    'payoutsDue', count(*) filter (where charge.kind = 'claim'),
    'paymentsLeft', (select count(*) from private.movement_rests as left_over where left_over.rest > 0)
  )
  from public.charges as charge where charge.is_open;
end;
comment on function private.payment_counts is 'Counts overdue fees, refunds and payouts that staff must pay, and movements with an amount that is not allocated.';
grant execute on function private.payment_counts to service_role;

-- 21_payments_refund_accounts.sql
-- Accounts to which refunds are paid. An account counts only after its mailed link was opened. A person who has the
-- tenant's password or tracking link, but not the mailbox, therefore cannot redirect a refund. Claims use the same
-- functions for the accounts of landlords.
create function private.is_bank_account(account jsonb) returns boolean
language sql immutable
return account is null or coalesce(case jsonb_typeof(account) when 'object' then
  account - array['kind', 'holder', 'document', 'key', 'bank', 'branch', 'number', 'type'] = '{}'
  and char_length(account ->> 'holder') between 3 and 100
  -- Receipts show the name of the account's holder, so the PDF fonts must contain all characters of the name.
  and private.undrawn(account ->> 'holder') is null
  and account ->> 'document' ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'
  and case account ->> 'kind'
    when 'pix' then char_length(account ->> 'key') between 1 and 100
    when 'bank' then char_length(account ->> 'bank') between 2 and 60
      and account ->> 'branch' ~ '^[0-9Xx-]{1,10}$' and account ->> 'number' ~ '^[0-9Xx.-]{2,20}$'
      and account ->> 'type' in ('checking', 'savings')
    else false
  end
end, false);
comment on function private.is_bank_account is 'Reports whether the JSON is a Pix key or a bank account with its holder, and nothing else; true for null, which means no account yet.';
grant execute on function private.is_bank_account to service_role;

-- People write one key or account in many ways: with dots, with +55, with leading zeros, with another name of the bank. A
-- CPF may be the document of one account and the Pix key of another. The name of the bank is left out, because it is free
-- text; two people with the same branch and number then count as one, which asks for a second person too often.
create function private.payee_keys(account jsonb) returns text[]
language sql immutable parallel safe
return array_remove(array[
  'id ' || lower(account ->> 'document'),
  'id ' || case
    when account ->> 'key' like '%@%' then lower(btrim(account ->> 'key'))
    else regexp_replace(regexp_replace(lower(account ->> 'key'), '[^0-9a-z]', '', 'g'), '^55(?=[0-9]{10,11}$)', '')
  end,
  'bank ' || ltrim(split_part(account ->> 'branch', '-', 1), '0') || ' '
    || ltrim(regexp_replace(lower(account ->> 'number'), '[^0-9x]', '', 'g'), '0')
], null);
comment on function private.payee_keys is 'Returns what identifies a payee: document, Pix key and bank account, each in one spelling. Two accounts with one of these in common belong to the same payee.';
grant execute on function private.payee_keys to service_role;
create index movements_by_payee on public.movements using gin (private.payee_keys(account)) where account is not null;

create function private.masked_account(account jsonb) returns text
language sql immutable
return case account ->> 'kind'
  when 'pix' then 'Pix •••' || right(account ->> 'key', 4)
  else (account ->> 'bank') || ', conta •••' || right(account ->> 'number', 3)
end || ', em nome de ' || private.initials(account ->> 'holder');
comment on function private.masked_account is 'Returns a text about an account in which the number or Pix key is masked except for its last digits, and the holder is named by initials; null for no account.';
grant execute on function private.masked_account to service_role;

create table public.refund_accounts (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  account jsonb check (private.is_bank_account(account)),
  version integer not null default 0 check (version >= 0),
  confirmed_at timestamptz,
  account_next jsonb check (private.is_bank_account(account_next)),
  ask_id uuid,
  secret_hash text unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  mailed_to text check (private.is_email(mailed_to)),
  asked_at timestamptz not null default now(),
  constraint refund_accounts_confirmed_have_version check (
    (account is null) = (confirmed_at is null) and (account is null) = (version = 0)
  ),
  constraint refund_accounts_pending_are_whole check (
    num_nonnulls(account_next, ask_id, secret_hash, mailed_to) in (0, 4)
  )
);
comment on table public.refund_accounts is 'Account to which a contract''s refunds are paid, and the account that waits for confirmation. Only a mailed link changes the confirmed account.';
comment on column public.refund_accounts.version is 'Number of confirmed accounts so far. A payment is refused when staff saw an older version of the account.';
comment on column public.refund_accounts.account_next is 'Account that waits until its mailed link is opened.';
comment on column public.refund_accounts.ask_id is 'Random id of the waiting account, from which the secret of its link is derived.';
comment on column public.refund_accounts.mailed_to is 'E-mail address to which the link was mailed. The link is void when the e-mail address of the contract has changed.';
comment on column public.refund_accounts.asked_at is 'Time at which the tenant last gave an account.';
create index refund_accounts_by_payee on public.refund_accounts using gin (private.payee_keys(account))
  where account is not null;
alter table public.refund_accounts enable row level security;
grant select, insert, update, delete on public.refund_accounts to service_role;

create function private.owes_refund(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'refund' and charge.is_open
);
comment on function private.owes_refund is 'Reports whether Payser still has to pay a refund of a contract.';
grant execute on function private.owes_refund to service_role;

create function private.is_other_holder(account jsonb, contract public.contracts) returns boolean
language sql immutable
return account ->> 'document' <> contract.tenant_cpf;
comment on function private.is_other_holder is 'Reports whether the holder of an account has another CPF or CNPJ than the tenant of a contract; null for no account.';
grant execute on function private.is_other_holder to service_role;

create function private.shown_account(account jsonb, contract public.contracts) returns jsonb
language sql immutable
return case when account is not null then jsonb_build_object(
  'text', private.masked_account(account), 'isOther', private.is_other_holder(account, contract)
) end;
comment on function private.shown_account is 'Returns an account for display to the tenant: its masked text and whether its holder is another person; null for no account.';
grant execute on function private.shown_account to service_role;

create function private.refund_account(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'account', private.shown_account(given.account, contract),
    'next', private.shown_account(given.account_next, contract)
  ))
  from (select contract.id) as held
  left join public.refund_accounts as given on given.contract_id = held.id
  where private.owes_refund(contract.id);
end;
comment on function private.refund_account is 'Returns the confirmed account for a contract''s refund and the account that waits for confirmation (next), both masked; null when no refund is owed.';
grant execute on function private.refund_account to service_role;

-- Security definer, because no other role may derive secrets.
create function private.refund_account_secret(ask_id uuid) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.link_secret('tracking', 'refund account ' || $1);
$$;
comment on function private.refund_account_secret is 'Returns the secret of the link that confirms an account.';

-- Security definer, because no other role may derive secrets or queue mail. If a tenant gives the same account again
-- within a minute, no second mail is queued, because this is probably a second click. After a minute, a new link is
-- mailed, because the first mail may be lost.
create function private.ask_refund_account(contract public.contracts, account jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ask_id constant uuid := gen_random_uuid();
  known public.refund_accounts;
begin
  if not private.owes_refund(contract.id) then
    raise sqlstate 'PT409' using message = 'Não há devolução a fazer neste contrato.';
  elsif contract.tenant_email is null then
    raise sqlstate 'PT409' using message = 'O contrato não tem um e-mail para confirmar a conta. Fale com a nossa equipe.';
  end if;
  if account is null or not private.is_bank_account(account) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  select * into known from public.refund_accounts as given where given.contract_id = contract.id;
  if known.account_next = account and known.mailed_to = contract.tenant_email
    and known.asked_at > now() - interval '1 minute'
    or known.account = account and known.account_next is null then
    return private.refund_account(contract);
  end if;
  perform private.require_within_limit('refund-account-by-contract', contract.id::text);
  insert into public.refund_accounts as given (contract_id, account_next, ask_id, secret_hash, mailed_to)
  values (
    contract.id, $2, ask_id, private.link_secret_hash(private.refund_account_secret(ask_id)), contract.tenant_email
  )
  on conflict on constraint refund_accounts_pkey do update set
    account_next = excluded.account_next, ask_id = excluded.ask_id, secret_hash = excluded.secret_hash,
    mailed_to = excluded.mailed_to, asked_at = excluded.asked_at;
  delete from public.outgoing_mail as mail
  where mail.contract_id = contract.id and mail.template = 'refund-account' and mail.status = 'queued';
  perform private.enqueue_mail(
    'refund-account', contract.tenant_email, '{}', 'refund-account:' || ask_id, contract_id => contract.id
  );
  perform private.note('change-refund-account', contract.id, '{"status": "asked"}');
  return private.refund_account(contract);
end
$$;
comment on function private.ask_refund_account is 'Stores an account for the refund of a contract. The account counts only after the tenant has opened the mailed link. The former link becomes invalid. The caller has locked the contract.';
grant execute on function private.ask_refund_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.give_refund_account(contract_id uuid, account jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  select * into contract from public.contracts as held
  where held.id = $1 and private.is_mine(held)
  for no key update;
  if not found then
    return private.refuse('change-refund-account', $1);
  end if;
  return private.ask_refund_account(contract, $2);
end
$$;
call private.expose('give_refund_account', 'authenticated',
  'Asks to pay the refund of the caller''s own contract to an account, which counts once the mailed link confirms it. Raises PT409 when no refund is owed. Returns the accounts, masked.');

create function public.refund_account_by_link(secret_hash text, address_hash text, account jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select held.* into contract
  from private.find_offered(secret_hash) as request
  join private.current_offer(request) as offer on offer.status = 'accepted'
  join public.contracts as held on held.offer_id = offer.id;
  if contract.id is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  contract := private.lock_contract_of(contract.id);
  return private.ask_refund_account(contract, $3);
end
$$;
comment on function public.refund_account_by_link is 'Stores an account for the refund of a contract, for a tenant who has no password and uses the link of the request. Returns the accounts, masked; null for an unknown or expired link. Service role only.';
grant execute on function public.refund_account_by_link to service_role;

create function public.confirm_refund_account(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  contract := private.lock_contract_of((
    select waiting.contract_id from public.refund_accounts as waiting where waiting.secret_hash = $1
  ));
  update public.refund_accounts as given
  set account = given.account_next, version = given.version + 1, confirmed_at = now(),
    account_next = null, ask_id = null, secret_hash = null, mailed_to = null
  -- Checks the secret again, because another call may have confirmed or replaced the account while this call waited for
  -- the lock.
  where given.secret_hash = $1 and given.mailed_to = contract.tenant_email and private.owes_refund(contract.id);
  if not found then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.note('change-refund-account', contract.id, '{"status": "confirmed"}');
  return private.refund_account(contract);
end
$$;
comment on function public.confirm_refund_account is 'Confirms the waiting account once, for the holder of its mailed link. Returns the accounts, masked. Null for an unknown, used or replaced link, after a change of the contract''s e-mail address, and when no refund is owed. Service role only.';
grant execute on function public.confirm_refund_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_refund_account(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.refund_account(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_refund_account', 'authenticated',
  'Returns the confirmed and the waiting account for the refund of the caller''s own contract, masked; null when no refund is owed, and for any other contract.');

-- Security definer, because no other role may derive secrets.
create function private.account_secret(mail_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case mail.template
    when 'claim-account' then private.claim_account_secret(mail)
    when 'refund-account' then (
      select private.refund_account_secret(given.ask_id)
      from public.refund_accounts as given
      where given.mailed_to = mail.recipient and mail.idempotency_key = 'refund-account:' || given.ask_id
    )
  end
  from public.outgoing_mail as mail where mail.id = $1;
$$;
call private.expose('account_secret', 'service_role',
  'Returns the secret of the link by which a mail confirms an account, while the mail is rendered; null for other mails, and once another account was given. Service role only.');

-- 22_leases_endings.sql
-- Ends of contracts. Within seven days of the acceptance, the tenant can withdraw at once (regret; CDC, art. 49).
-- Later, tenant or landlord states the day on which the keys are returned (Lei 8.245, art. 39). The other side is asked
-- before staff confirm the day. Each contract that ends before its term has a row here. Its kind decides what screens,
-- mails and letter say. Callers lock the contract's row before they change the row.
create table public.contract_endings (
  id uuid primary key,
  contract_id uuid not null references public.contracts (id) on delete cascade,
  protocol text not null unique
    default 'EN-' || to_char(now(), 'YYYY') || '-' || upper(left(md5(gen_random_uuid()::text), 8))
    check (protocol ~ '^EN-[0-9]{4}-[0-9A-F]{8}$'),
  kind text not null check (
    kind in ('regret', 'moved-out', 'end-of-lease', 'cancelled-before-start', 'never-began', 'unpaid', 'other')
  ),
  asked_by text not null check (asked_by in ('tenant', 'landlord', 'staff')),
  asked_at timestamptz not null default now(),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  keys_on date,
  keys_note text check (char_length(btrim(keys_note)) between 3 and 1000),
  answer_until date,
  landlord_told_on date,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'withdrawn')),
  closed_at timestamptz,
  closed_by uuid references auth.users (id) on delete set null,
  question text check (char_length(btrim(question)) between 3 and 1000),
  constraint contract_endings_closed_have_time check ((status = 'asked') = (closed_at is null)),
  constraint contract_endings_keys_are_asked_about check (keys_on is null or answer_until is not null)
);
comment on table public.contract_endings is 'Requests to end a contract, with author, reason and day. Staff confirm each request except a regret.';
comment on column public.contract_endings.id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.contract_endings.keys_on is 'Day on which the keys were or will be returned: the stated day, and after the confirmation the day that staff confirmed.';
comment on column public.contract_endings.keys_note is 'Evidence for the confirmed day of the keys; for staff only.';
comment on column public.contract_endings.answer_until is 'Last day on which the other side can state another day of the keys.';
comment on column public.contract_endings.landlord_told_on is 'Day on which an address that acts for the landlord was told of the ending; the day of the confirmation when there was no such address.';
comment on column public.contract_endings.question is 'Latest question of staff to the tenant about the ending, sent by mail.';
create unique index contract_endings_one_open on public.contract_endings (contract_id)
  where status in ('asked', 'confirmed');
create index contract_endings_by_contract on public.contract_endings (contract_id);
create index contract_endings_by_closer on public.contract_endings (closed_by);
create index contract_endings_waiting on public.contract_endings (asked_at) where status = 'asked';
create index contract_endings_coming on public.contract_endings (keys_on) where status = 'confirmed';
alter table public.contract_endings enable row level security;
grant select, insert, update, delete on public.contract_endings to service_role;

create table public.handover_statements (
  ending_id uuid not null references public.contract_endings (id) on delete cascade,
  side text not null check (side in ('tenant', 'landlord', 'staff')),
  keys_on date not null,
  note text check (char_length(btrim(note)) between 3 and 1000),
  stated_at timestamptz not null default now(),
  stated_by text check (private.is_email(stated_by)),
  proof_id uuid not null unique default gen_random_uuid(),
  proof_path text unique check (char_length(proof_path) <= 400),
  proof_type text check (proof_type in ('application/pdf', 'image/jpeg', 'image/png')),
  proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  proof_at timestamptz,
  primary key (ending_id, side),
  constraint handover_statements_of_landlords_have_address check ((side = 'landlord') = (stated_by is not null)),
  constraint handover_statements_proofs_are_whole
    check (num_nonnulls(proof_path, proof_type, proof_sha256, proof_at) in (0, 4))
);
comment on table public.handover_statements is 'Day on which the keys were returned, as each side states it, with or without a receipt of the keys.';
comment on column public.handover_statements.stated_by is 'Confirmed e-mail address of the landlord who stated the day; null for tenant and staff.';
comment on column public.handover_statements.proof_id is 'Id under which staff open the receipt of the keys.';
comment on column public.handover_statements.proof_path is 'Path of the receipt of the keys in the bucket request-documents: <contract id>/<file>.';
comment on column public.handover_statements.proof_sha256 is 'SHA-256 of the uploaded receipt of the keys. A second upload of the same file is recognised by this hash.';
alter table public.handover_statements enable row level security;
grant select, insert, update, delete on public.handover_statements to service_role;

create function private.is_ending(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contract_endings as ending
  where ending.contract_id = $1 and ending.status in ('asked', 'confirmed')
);
comment on function private.is_ending is 'Reports whether somebody has asked for the end of a contract. If so, nobody is reminded of the end of its term.';
grant execute on function private.is_ending to service_role;

create function private.ending_kind(contract public.contracts) returns text
language sql stable
begin atomic
  select ending.kind from public.contract_endings as ending
  where ending.contract_id = contract.id and ending.status = 'confirmed' and contract.status <> 'active';
end;
comment on function private.ending_kind is 'Returns why a contract has ended; null for a contract that has not ended, that ran its term, or that was closed before reasons were stored.';
grant execute on function private.ending_kind to service_role;

create function private.letter_ending(contract public.contracts) returns text
language sql stable
-- Tenants show their letter to other people, so an unpaid fee and other private reasons are left out.
return case private.ending_kind(contract)
  when 'regret' then 'regret'
  when 'cancelled-before-start' then 'not-started'
  when 'never-began' then 'never-began'
  when 'moved-out' then 'keys'
  when 'end-of-lease' then 'keys'
end;
comment on function private.letter_ending is 'Returns the reason for the end of a contract that every reader of the letter may see: regret, not-started, never-began or keys (returned); null for other reasons.';
grant execute on function private.letter_ending to service_role;

create function private.regret_until(contract public.contracts) returns date
language sql stable
begin atomic
  -- The day of the acceptance is not counted (Código Civil, art. 132).
  select accepted.last_day
  from (
    select private.day_in_brasilia(acceptance.accepted_at) + acceptance.withdrawal_days as last_day
    from public.acceptances as acceptance where acceptance.contract_id = contract.id
  ) as accepted
  where accepted.last_day >= private.today_in_brasilia()
    and private.is_running(contract);
end;
comment on function private.regret_until is 'Returns the last day in Brasília on which the tenant may withdraw from a contract (CDC, art. 49); null after that day.';
grant execute on function private.regret_until to service_role;

create function private.refund_of(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'amount', sum(charge.amount), 'dueOn', max(charge.due_on),
    'paidOn', case when not bool_or(charge.is_open) then max(private.paid_on(charge)) end
  )
  from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'refund' and charge.cancelled_at is null
  having count(*) > 0;
end;
comment on function private.refund_of is 'Returns the refund of a contract: amount in reais, due day, and the day on which the last part was paid; null without a refund.';
grant execute on function private.refund_of to service_role;

create function private.statements_of(ending_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'side', said.side, 'keysOn', said.keys_on, 'note', said.note, 'statedAt', said.stated_at,
    'proofAt', said.proof_at, 'proofId', case when said.proof_path is not null then said.proof_id end
  )) order by said.stated_at, said.side), '[]')
  from public.handover_statements as said where said.ending_id = $1;
end;
comment on function private.statements_of is 'Returns what each side states about the day of the keys: [{side, keysOn, note, statedAt, proofAt, proofId}].';
grant execute on function private.statements_of to service_role;

create function private.handover_waits_for(ending public.contract_endings) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(asked.side order by asked.side), '{}')
  from unnest(array['landlord', 'tenant']) as asked (side)
  where ending.status = 'asked' and ending.keys_on is not null
    and ending.answer_until >= private.today_in_brasilia()
    and asked.side <> ending.asked_by
    and not exists (
      select from public.handover_statements as said
      where said.ending_id = ending.id and said.side = asked.side
    );
end;
comment on function private.handover_waits_for is 'Returns the sides that may still state the day of the keys. Staff cannot confirm the ending before each side has answered or its five days have passed.';
grant execute on function private.handover_waits_for to service_role;

create function private.endings_to_confirm() returns bigint
language sql stable
return (
  select count(*) from public.contract_endings as ending
  where ending.status = 'asked' and cardinality(private.handover_waits_for(ending)) = 0
);
comment on function private.endings_to_confirm is 'Counts the requested endings that wait for staff: no side can state the day of the keys any more.';
grant execute on function private.endings_to_confirm to service_role;

create function private.contract_ending(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'id', ending.id, 'protocol', ending.protocol, 'kind', ending.kind, 'asked_by', ending.asked_by,
    'asked_at', ending.asked_at, 'reason', ending.reason, 'keys_on', ending.keys_on,
    'status', ending.status, 'question', ending.question, 'answer_until', ending.answer_until,
    'landlord_told_on', ending.landlord_told_on,
    'waits_for', private.handover_waits_for(ending), 'statements', private.statements_of(ending.id),
    'proof_at', (
      select said.proof_at from public.handover_statements as said
      where said.ending_id = ending.id and said.side = 'tenant'
    ),
    'refund', private.refund_of(contract.id)
  )
  from public.contract_endings as ending
  where ending.contract_id = contract.id
  order by ending.status <> 'withdrawn' desc, ending.asked_at desc limit 1;
end;
comment on function private.contract_ending is 'Returns the requested or confirmed ending of a contract, with its refund. Without such an ending, returns the latest withdrawn one, or null.';
grant execute on function private.contract_ending to service_role;

create function private.refund_rests(contract_id uuid) returns void
language sql
set search_path = ''
as $$
  select private.refund_rest(private.lock_movement(movement.id), 'ending')
  from public.movements as movement
  join private.movement_rests as left_over on left_over.movement_id = movement.id
  where movement.contract_id = $1 and movement.direction = 'in' and left_over.rest > 0;
$$;
comment on function private.refund_rests is 'Owes everything that is left of a contract''s movements to their payers as refunds. The caller has locked the contract.';
grant execute on function private.refund_rests to service_role;

-- A regret and a cancellation before the start return the whole fee. In all other cases the tenant keeps owing only the
-- instalments that were due while the guarantee was in force.
create function private.settle_ending(closed public.contracts, kind text) returns void
language sql
set search_path = ''
as $$
  select private.cancel_charge(charge, 'Fim do contrato')
  from public.charges as charge
  where charge.contract_id = closed.id and charge.kind = 'fee' and charge.cancelled_at is null
    and (
      $2 in ('regret', 'cancelled-before-start')
      or charge.is_open and (closed.status = 'cancelled' or charge.due_on > closed.ends_on)
    );
  select private.refund_rests(closed.id);
  select private.void_claims(closed.id) where closed.status = 'cancelled';
  -- The letter of an ended contract is not in force, so unsent mails about it are deleted.
  delete from public.outgoing_mail as mail
  where mail.contract_id = closed.id and mail.status = 'queued' and mail.template in (
    'letter-fee', 'letter-reissued', 'landlord-fee', 'landlord-letter', 'landlord-replaced'
  );
$$;
comment on function private.settle_ending is 'Cancels the charges that the tenant of an ended contract no longer owes, and owes the unallocated part of the payments as refunds.';
grant execute on function private.settle_ending to service_role;

create function private.note_closing(closed public.contracts, kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  known constant text := coalesce($2, case
    when closed.status = 'cancelled' and closed.start_date > private.today_in_brasilia()
      then 'cancelled-before-start'
    else 'other'
  end);
begin
  update public.contract_endings as ending
  set status = 'confirmed', closed_at = closed.closed_at, closed_by = closed.closed_by,
    kind = known, keys_on = null, landlord_told_on = private.today_in_brasilia()
  where ending.contract_id = closed.id and ending.status in ('asked', 'confirmed');
  if not found then
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, asked_at, status, closed_at, closed_by, landlord_told_on
    ) values (
      gen_random_uuid(), closed.id, known, 'staff', closed.closed_at, 'confirmed', closed.closed_at, closed.closed_by,
      private.today_in_brasilia()
    );
  end if;
  perform private.settle_ending(closed, known);
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended', delay => private.undo_period());
end
$$;
comment on function private.note_closing is 'Stores the reason why staff closed a contract and settles what is owed. If the tenant had asked for the end, this ending is confirmed.';

create function private.spend_rests(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  movement uuid;
  charge public.charges;
begin
  for charge in
    select owed.* from public.charges as owed
    where owed.contract_id = $1 and owed.kind = 'fee' and owed.is_open order by owed.due_on, owed.id
  loop
    for movement in
      select received.id from public.movements as received
      join private.movement_rests as left_over on left_over.movement_id = received.id
      where received.contract_id = $1 and received.direction = 'in' and left_over.rest > 0
      order by received.moved_on, received.booked_at, received.id
    loop
      select owed.* into charge from public.charges as owed where owed.id = charge.id;
      perform private.allocate(movement, charge);
    end loop;
  end loop;
  perform private.follow_letter_fee($1);
end
$$;
comment on function private.spend_rests is 'Pays the open fees of a contract, oldest first, with what is left of its movements. The caller has locked the contract.';

create function private.reopen_ending(closed public.contracts) returns void
language sql
set search_path = ''
as $$
  -- The closing and its ending were stored in one transaction, so both have the same time.
  update public.contract_endings as ending
  set status = case when ending.asked_at = closed.closed_at then 'withdrawn' else 'asked' end,
    closed_at = case when ending.asked_at = closed.closed_at then now() end, closed_by = null
  where ending.contract_id = closed.id and ending.status = 'confirmed'
    and ending.closed_at = closed.closed_at;
  select private.cancel_charge(refund, 'Encerramento desfeito')
  from public.charges as refund
  where refund.contract_id = closed.id and refund.kind = 'refund' and refund.cause = 'ending' and refund.is_open
    and refund.created_at >= closed.closed_at;
  update public.charges as charge set cancelled_at = null, cancelled_by = null, cancel_reason = null
  where charge.contract_id = closed.id and charge.kind = 'fee' and charge.cancelled_at = closed.closed_at;
  select private.spend_rests(closed.id);
  select private.revive_claims(closed.id, closed.closed_at);
  select private.tell_landlord(closed.id, 'landlord-letter', 'issued')
  from public.letters as letter
  where letter.contract_id = closed.id and letter.file_sha256 is not null and letter.issued_at > now() - interval '1 day';
  -- The closing deleted the mail that announces a newly paid letter, so this call queues it again.
  select private.tell_letter_fee(closed.id)
  where closed.letter_fee = 'paid' and exists (
    select from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
    where charge.contract_id = closed.id and charge.kind = 'fee' and charge.instalment = 1 and paid.amount > 0
      and paid.booked_at between closed.closed_at - private.undo_period() and closed.closed_at
  );
$$;
comment on function private.reopen_ending is 'Undoes private.note_closing: an ending that the tenant asked for is open again.';

-- The caller has locked the contract and confirmed the ending.
create function private.carry_out(ending public.contract_endings) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_cancelled constant boolean := ending.kind in ('regret', 'cancelled-before-start');
  closed public.contracts;
  later public.contracts;
begin
  update public.contracts as contract
  set status = case when is_cancelled then 'cancelled' else 'ended' end, closed_at = now(),
    -- A mail quotes this reason, so only a reason that staff wrote is copied.
    closed_by = ending.closed_by, close_reason = case when ending.asked_by = 'staff' then ending.reason end,
    -- The term may have ended before staff confirmed the ending.
    ends_on = case when not is_cancelled then least(contract.end_date, coalesce(ending.keys_on, private.today_in_brasilia())) end
  where contract.id = ending.contract_id
  returning contract.* into closed;
  perform private.settle_ending(closed, ending.kind);
  if is_cancelled then
    -- Deletes the unfinished job of the letter, because a cancelled contract gets no letter.
    delete from public.document_jobs as job where job.contract_id = closed.id and job.status <> 'done';
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and (
      mail.contract_id = closed.id
        and mail.template in ('contract-ready', 'correction-asked')
      or mail.idempotency_key = 'offer-accepted:' || closed.offer_id
    );
  end if;
  if closed.tenant_email is not null then
    perform private.enqueue_mail(
      case when ending.kind = 'regret' then 'contract-regretted' else 'contract-ended' end,
      closed.tenant_email, '{}',
      case when ending.kind = 'regret' then 'contract-regretted:regret:' else 'contract-ended:' end
        || closed.id,
      contract_id => closed.id
    );
  end if;
  -- A landlord who never had a letter is not told that its contract ended. A renewal ends the lease of an earlier letter,
  -- and a corrected letter that is being drawn has replaced one.
  perform private.tell_landlord(closed.id, 'landlord-ended', 'ended')
  where exists (
    select from public.contracts as period join public.letters as letter on letter.contract_id = period.id
    where period.lease_id = closed.lease_id and (period.id = closed.id or not is_cancelled) and (
      letter.file_sha256 is not null
      or exists (select from private.replaced_letters as former where former.contract_id = period.id)
    )
  );
  if is_cancelled then
    return;
  end if;
  -- A renewal that has not begun ends with the lease.
  for later in
    select coming.* from public.contracts as coming
    where coming.lease_id = closed.lease_id and coming.status = 'active' and coming.start_date > closed.ends_on
    for no key update
  loop
    update public.contract_endings as open set status = 'withdrawn', closed_at = now()
    where open.contract_id = later.id and open.status in ('asked', 'confirmed');
    insert into public.contract_endings (id, contract_id, kind, asked_by, status, closed_at, closed_by)
    values (gen_random_uuid(), later.id, 'cancelled-before-start', ending.asked_by, 'confirmed', now(), ending.closed_by)
    returning * into ending;
    perform private.carry_out(ending);
  end loop;
end
$$;
comment on function private.carry_out is 'Ends or cancels a contract according to a confirmed ending, settles what is owed, and queues the mails to tenant and landlord. A renewal that has not begun is cancelled with it.';
grant execute on function private.carry_out to service_role;

create function private.regret(held public.contracts, ending_id uuid, despite_claim boolean) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  open_claim constant text := private.open_claim_of(held.id);
  made public.contract_endings;
begin
  select * into made from public.contract_endings as ending where ending.id = $2;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is null then
    if not private.is_running(held) then
      return jsonb_build_object('outcome', 'closed');
    end if;
    if private.regret_until(held) is null then
      return jsonb_build_object('outcome', 'late');
    end if;
    if open_claim is not null and not coalesce($3, false) then
      return jsonb_build_object('outcome', 'claim', 'protocol', open_claim);
    end if;
    update public.contract_endings as asked set status = 'withdrawn', closed_at = now()
    where asked.contract_id = held.id and asked.status in ('asked', 'confirmed');
    insert into public.contract_endings (id, contract_id, kind, asked_by, status, closed_at)
    values ($2, held.id, 'regret', 'tenant', 'confirmed', now())
    returning * into made;
    perform private.carry_out(made);
    perform private.note('regret-contract', held.id, actor => null);
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:regret:' || made.id, contract_id => held.id
    );
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'outcome', 'regretted', 'protocol', made.protocol, 'refund', private.refund_of(held.id)
  ));
end
$$;
comment on function private.regret is 'Withdraws from a contract that the caller has locked, once per ending_id. Returns {outcome: regretted | late | closed | claim}: a claim is open, and despite_claim is not true.';
grant execute on function private.regret to service_role;

-- Security definer, because tenants may not update contracts. The tenant is signed in.
create function private.regret_contract(contract_id uuid, ending_id uuid, despite_claim boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('regret-contract', $1);
  end if;
  return private.regret(held, $2, $3);
end
$$;
call private.expose('regret_contract', 'authenticated',
  'Withdraws from the caller''s own contract at once and finally, within the days of the law and once per ending_id. outcome: regretted, late (these days are over), closed (the contract is closed) or claim (a claim is open, which ends with the contract; despite_claim accepts this).',
  'contract_id uuid, ending_id uuid, despite_claim boolean default false');

create function public.regret_by_link(
  secret_hash text, ending_id uuid, address_hash text, despite_claim boolean default false
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
begin
  perform private.require_within_limit('accept-by-address', address_hash);
  select contract.* into held
  from private.find_offered(secret_hash) as request
  join private.current_offer(request) as offer on offer.status = 'accepted'
  join public.contracts as contract on contract.offer_id = offer.id;
  if held.id is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  return private.regret(private.lock_contract(held.id), $2, $4);
end
$$;
comment on function public.regret_by_link is 'Does the same as regret_contract for the holder of the link of the contract''s request, who may have no password yet; null for an unknown or expired link. Service role only.';
grant execute on function public.regret_by_link to service_role;

-- 22_leases_handovers.sql
-- Requests to end a contract: the day of the keys is asked of both sides before staff confirm it.

create function private.require_keys_day(held public.contracts, keys_on date) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if keys_on is null or keys_on not between held.start_date and held.end_date then
    perform private.reject('A entrega das chaves é um dia entre o início e o término do contrato.', 'keys_on');
  end if;
end
$$;
comment on function private.require_keys_day is 'Raises PT422 unless the keys of a contract are returned on a day of its term.';
grant execute on function private.require_keys_day to service_role;

-- The caller has locked the contract and checked who asks.
create function private.ask_ending_of(
  held public.contracts, side text, address text, ending_id uuid, kind text, reason text, keys_on date,
  despite_claim boolean
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  open_claim constant text := private.open_claim_of(held.id);
  made public.contract_endings;
  is_upcoming boolean;
  has_keys boolean;
begin
  select * into made from public.contract_endings as ending where ending.id = $4;
  if made.contract_id <> held.id then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
  end if;
  if not private.is_running(held) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if private.is_ending(held.id) then
    return jsonb_build_object('outcome', 'open');
  end if;
  is_upcoming := held.start_date > private.today_in_brasilia();
  if $5 is null
    or $5 not in ('moved-out', 'end-of-lease', 'cancelled-before-start', 'never-began', 'other')
    or is_upcoming <> ($5 = 'cancelled-before-start') then
    perform private.reject('Escolha por que o contrato termina.', 'kind');
  end if;
  if $5 = 'never-began' and held.renews_contract_id is not null then
    perform private.reject('A locação já tinha começado antes desta renovação.', 'kind');
  end if;
  if $5 in ('other', 'never-began') and coalesce(char_length(btrim($6)), 0) < 3 then
    perform private.reject('Conte o motivo.', 'reason');
  end if;
  has_keys := not is_upcoming and $5 <> 'never-began';
  if has_keys then
    perform private.require_keys_day(held, $7);
  end if;
  if open_claim is not null and not coalesce($8, false) then
    return jsonb_build_object('outcome', 'claim', 'protocol', open_claim);
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.contract_endings (
    id, contract_id, kind, asked_by, reason, keys_on, answer_until, landlord_told_on
  )
  values (
    $4, held.id, $5, $2, nullif(btrim($6), ''), case when has_keys then $7 end,
    case when has_keys then private.today_in_brasilia() + private.business_number('handoverDays', 1, 30, 5) end,
    -- An address that only reads may be the tenant's own.
    case when $2 = 'landlord' or exists (select from private.landlord_addresses(held.lease_id, 'acts'))
      then private.today_in_brasilia() end
  )
  returning * into made;
  if has_keys then
    insert into public.handover_statements (ending_id, side, keys_on, stated_by) values (made.id, $2, $7, $3);
  end if;
  perform private.tell_of_ending(held, made, 'asked');
  perform private.note('ask-ending', held.id, jsonb_build_object('status', made.asked_by));
  return jsonb_build_object('outcome', 'asked', 'protocol', made.protocol);
end
$$;
comment on function private.ask_ending_of is 'Stores a request to end a contract once per ending_id, mails its receipt, and asks the other side about the day of the keys. Returns {outcome: asked | open | closed | claim}.';
grant execute on function private.ask_ending_of to service_role;

-- Security definer, because callers have no grant on contract_endings. The tenant calls this function, or staff for
-- another person.
create function private.ask_ending(
  contract_id uuid, ending_id uuid, kind text, reason text, keys_on date, despite_claim boolean
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('contracts');
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and (
    is_staff or private.is_mine(contract)
  )
  for no key update;
  if not found then
    return private.refuse_right('contracts', 'ask-ending', $1);
  end if;
  return private.ask_ending_of(held, case when is_staff then 'staff' else 'tenant' end, null, $2, $3, $4, $5, $6);
end
$$;
call private.expose('ask_ending', 'authenticated',
  'Asks for the end of a contract, once per ending_id, mails a receipt and asks the other side about the day of the keys. outcome: asked, open (the end was already asked for), closed (the contract is not running) or claim (a claim is open; despite_claim accepts this). The contract''s tenant, or active staff for another person.',
  'contract_id uuid, ending_id uuid, kind text, reason text default null, keys_on date default null, despite_claim boolean default false');

create function private.tell_of_ending(
  held public.contracts, ending public.contract_endings, news text
) returns void
language plpgsql
set search_path = ''
as $$
declare
  occasion constant text := news || ':' || case when news in ('question', 'stated')
    then gen_random_uuid() else ending.id end;
begin
  if held.tenant_email is not null then
    perform private.enqueue_mail(
      'ending-news', held.tenant_email, '{}', 'ending-news:' || occasion, contract_id => held.id
    );
  end if;
  if news <> 'question' then
    perform private.tell_landlord(held.id, 'landlord-ending', occasion);
  end if;
  if news in ('asked', 'withdrawn', 'stated') and not private.is_active_staff() then
    perform private.enqueue_mail(
      'ending-notice', null, '{}', 'ending-notice:' || occasion, contract_id => held.id
    );
  end if;
end
$$;
comment on function private.tell_of_ending is 'Queues the mails about an ending: to both sides when it is asked for, when a side states the day of the keys, and when it is confirmed or withdrawn; to the tenant when staff ask a question; to staff when a side acts.';
grant execute on function private.tell_of_ending to service_role;

create function private.hold_ending(ending_id uuid) returns public.contracts
language sql
return private.lock_contract_of(
  (select ending.contract_id from public.contract_endings as ending where ending.id = $1)
);
comment on function private.hold_ending is 'Locks the contract of an ending and returns the contract; null in each column for an unknown ending.';
grant execute on function private.hold_ending to service_role;

-- The caller has locked the contract and checked the side.
create function private.state_handover_of(
  held public.contracts, side text, address text, ending_id uuid, keys_on date, note text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  select * into ending from public.contract_endings as asked where asked.id = $4;
  if ending.status <> 'asked' or ending.keys_on is null then
    return jsonb_build_object('outcome', ending.status);
  end if;
  if ending.answer_until < private.today_in_brasilia() and ending.asked_by <> $2 then
    return jsonb_build_object('outcome', 'late');
  end if;
  perform private.require_keys_day(held, $5);
  if char_length(btrim($6)) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'note');
  end if;
  if exists (
    select from public.handover_statements as said
    where said.ending_id = ending.id and said.side = $2
      and said.keys_on = $5 and said.note is not distinct from nullif(btrim($6), '')
  ) then
    return jsonb_build_object('outcome', 'stated');
  end if;
  perform private.require_within_limit('ending-by-contract', held.id::text);
  insert into public.handover_statements as said (ending_id, side, keys_on, note, stated_by)
  values (ending.id, $2, $5, nullif(btrim($6), ''), $3)
  on conflict on constraint handover_statements_pkey do update
  set keys_on = excluded.keys_on, note = excluded.note, stated_by = excluded.stated_by, stated_at = now();
  perform private.tell_of_ending(held, ending, 'stated');
  perform private.note('state-handover', held.id, jsonb_build_object('status', $2));
  return jsonb_build_object('outcome', 'stated');
end
$$;
comment on function private.state_handover_of is 'Records the day of the keys as a side states it, until its days to answer (handoverDays) have passed, and tells the other side and staff. outcome: stated, late, or the state of an ending that is closed.';
grant execute on function private.state_handover_of to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.state_handover(ending_id uuid, keys_on date, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($1);
begin
  if held.id is null or not private.is_mine(held) then
    return private.refuse('state-handover', $1);
  end if;
  return private.state_handover_of(held, 'tenant', null, $1, $2, $3);
end
$$;
call private.expose('state_handover', 'authenticated',
  'Records the day of the keys as the tenant of the contract states it. outcome: stated, late (staff may confirm now) or the state of an ending that is closed.',
  'ending_id uuid, keys_on date, note text default null');

create function public.ending_by_link(
  secret_hash text, address_hash text, action text, request jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  held constant public.contracts := case action
    when 'ask' then private.lock_contract_of((request ->> 'contractId')::uuid)
    else private.hold_ending((request ->> 'endingId')::uuid)
  end;
begin
  if held.id is null or not private.acts_for(held.lease_id, opened) then
    return null;
  end if;
  return case action
    when 'ask' then private.ask_ending_of(
      held, 'landlord', opened, (request ->> 'endingId')::uuid, request ->> 'kind', request ->> 'reason',
      (request ->> 'keysOn')::date, (request ->> 'despiteClaim')::boolean
    )
    when 'state' then private.state_handover_of(
      held, 'landlord', opened, (request ->> 'endingId')::uuid, (request ->> 'keysOn')::date, request ->> 'note'
    )
    when 'withdraw' then private.withdraw_ending_of(held, 'landlord', (request ->> 'endingId')::uuid)
  end;
end
$$;
comment on function public.ending_by_link is 'Asks for the end of a contract, states the day of the keys or withdraws the own request, for the holder of the link of an address that acts for the landlord; null for anybody else. Service role only.';
grant execute on function public.ending_by_link to service_role;

-- The caller has locked the contract and checked the side.
create function private.withdraw_ending_of(held public.contracts, side text, ending_id uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ending public.contract_endings;
begin
  update public.contract_endings as open set status = 'withdrawn', closed_at = now(), closed_by = null
  where open.id = $3 and held.status = 'active'
    and (open.status = 'asked' and $2 in (open.asked_by, 'staff') or $2 = 'staff' and open.status = 'confirmed')
  returning * into ending;
  if ending.id is null then
    select * into ending from public.contract_endings as closed where closed.id = $3;
    return jsonb_build_object('outcome', ending.status);
  end if;
  perform private.tell_of_ending(held, ending, 'withdrawn');
  perform private.note('withdraw-ending', held.id, jsonb_build_object('status', $2));
  return jsonb_build_object('outcome', 'withdrawn');
end
$$;
comment on function private.withdraw_ending_of is 'Withdraws an ending: each side its own unconfirmed request, and staff also a confirmed one whose day is in the future.';
grant execute on function private.withdraw_ending_of to service_role;

-- Security definer, because callers have no grant on contract_endings.
create function private.withdraw_ending(ending_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('contracts');
  held constant public.contracts := private.hold_ending($1);
begin
  if held.id is null
    or not is_staff and not private.is_mine(held) then
    return private.refuse_right('contracts', 'withdraw-ending', $1);
  end if;
  return private.withdraw_ending_of(held, case when is_staff then 'staff' else 'tenant' end, $1);
end
$$;
call private.expose('withdraw_ending', 'authenticated',
  'Withdraws an ending. The contract''s tenant may withdraw their own unconfirmed ending; active staff may also withdraw a confirmed ending whose day is in the future.');

-- Security definer, because staff have no grant on contract_endings.
create function private.confirm_ending(ending_id uuid, keys_on date, keys_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  held public.contracts;
  ending public.contract_endings;
  is_due boolean;
begin
  held := private.hold_ending($1);
  perform private.require_found(held.id is not null, 'Pedido não encontrado.');
  select * into ending from public.contract_endings as asked where asked.id = $1;
  if ending.status <> 'asked' or held.status <> 'active' then
    return jsonb_build_object('changed', false, 'status', ending.status);
  end if;
  if cardinality(private.handover_waits_for(ending)) > 0 then
    return jsonb_build_object(
      'changed', false, 'status', ending.status, 'why', 'waits', 'until', ending.answer_until
    );
  end if;
  if ending.keys_on is not null then
    perform private.require_keys_day(held, coalesce($2, ending.keys_on));
  end if;
  if char_length(btrim($3)) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'keys_note');
  end if;
  -- Two sides that state different days disagree, so staff write down what decides the day.
  if ending.keys_on is not null and nullif(btrim($3), '') is null and (
    select count(distinct said.keys_on) > 1 or coalesce($2, ending.keys_on) <> all (array_agg(said.keys_on))
    from public.handover_statements as said where said.ending_id = ending.id
  ) then
    perform private.reject('As partes não informam este mesmo dia: escreva por que ele vale.', 'keys_note');
  end if;
  update public.contract_endings as asked
  set status = 'confirmed', closed_at = now(), closed_by = (select auth.uid()),
    keys_on = case when asked.keys_on is not null then coalesce($2, asked.keys_on) end,
    keys_note = nullif(btrim($3), ''), landlord_told_on = coalesce(asked.landlord_told_on, today)
  where asked.id = $1
  returning * into ending;
  is_due := coalesce(ending.keys_on, today) <= today;
  if is_due then
    perform private.carry_out(ending);
  else
    perform private.tell_of_ending(held, ending, 'confirmed');
  end if;
  perform private.note('confirm-ending', held.id, jsonb_build_object('endsOn', ending.keys_on));
  return jsonb_build_object('changed', true, 'status', case when is_due then 'ended' else 'coming' end);
end
$$;
call private.expose('confirm_ending', 'authenticated',
  'Confirms a requested ending, after the other side was asked about the day of the keys (why: waits). The contract ends on this day: at once when it has come, otherwise later by the schedule. A day on which the sides do not agree needs keys_note.',
  'ending_id uuid, keys_on date default null, keys_note text default null',
  needs => 'contracts');

-- Security definer, because staff have no grant on contract_endings.
create function private.ask_about_ending(ending_id uuid, question text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  ending public.contract_endings;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 1000 then
    perform private.reject('Escreva de 3 a 1.000 caracteres.', 'question');
  end if;
  held := private.hold_ending($1);
  if held.tenant_email is null then
    return jsonb_build_object('changed', false);
  end if;
  update public.contract_endings as asked set question = btrim($2)
  where asked.id = $1 and asked.status = 'asked' and asked.question is distinct from btrim($2)
  returning * into ending;
  if ending.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.tell_of_ending(held, ending, 'question');
  perform private.note('ask-about-ending', held.id);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('ask_about_ending', 'authenticated',
  'Asks the tenant by mail about an unconfirmed ending; the same question again changes nothing.',
  needs => 'contracts');

-- Security definer, because tenants have no grant on contract_endings.
create function private.my_ending(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'regretUntil', private.regret_until(contract), 'ending', private.contract_ending(contract)
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_ending', 'authenticated',
  'Returns the last day on which the caller may withdraw from their own contract, and its ending if there is one; null for any other contract.');

-- An upload of the receipt of the keys has two steps: open_proof_upload checks before the file is read, receive_proof
-- writes the row after the file is stored. The edge function passes the id of the signed-in tenant (holder) or the
-- secret of a landlord's link.
create function public.open_proof_upload(
  holder uuid, secret_hash text, ending_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  sender text;
  held public.contracts;
  ending public.contract_endings;
begin
  perform private.require_within_limit('document-by-address', $4);
  select * into ending from public.contract_endings as open where open.id = $3;
  select * into held from public.contracts as contract where contract.id = ending.contract_id;
  sender := private.acting_side(held.lease_id, private.find_landlord($2), $1, false);
  if sender is null then
    return null;
  end if;
  perform private.require_within_limit('document-by-document', ending.id || ' ' || sender);
  return jsonb_strip_nulls(jsonb_build_object(
    'contractId', ending.contract_id, 'isOpen', private.takes_proof(ending, sender), 'keptSha256', (
      select said.proof_sha256 from public.handover_statements as said
      where said.ending_id = ending.id and said.side = sender
    )
  ));
end
$$;
comment on function public.open_proof_upload is 'Reports whether a tenant (holder) or a landlord (secret_hash) may upload the receipt of the keys now, and returns the hash of the stored receipt; null for an ending of others. Service role only.';
grant execute on function public.open_proof_upload to service_role;

create function private.takes_proof(ending public.contract_endings, side text) returns boolean
language sql stable
begin atomic
  -- A receipt that staff saw when they confirmed the ending cannot be replaced.
  select exists (
    select from public.handover_statements as said
    where said.ending_id = ending.id and said.side = $2
      and (ending.status = 'asked' or ending.status = 'confirmed' and said.proof_path is null)
  );
end;
comment on function private.takes_proof is 'Reports whether a side that has stated the day of the keys may upload or replace its receipt now.';
grant execute on function private.takes_proof to service_role;

create function public.receive_proof(
  holder uuid, secret_hash text, ending_id uuid, file_path text, file_type text, file_sha256 text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  held constant public.contracts := private.hold_ending($3);
  address constant text := private.find_landlord($2);
  sender constant text := private.acting_side(held.lease_id, address, $1, false);
  ending public.contract_endings;
  former public.handover_statements;
begin
  if sender is null then
    return null;
  end if;
  select * into ending from public.contract_endings as known where known.id = $3;
  select * into former from public.handover_statements as said where said.ending_id = $3 and said.side = sender;
  if former.proof_sha256 = $6 then
    return jsonb_build_object('isKept', true, 'changed', false);
  end if;
  if not private.takes_proof(ending, sender) then
    return jsonb_build_object('isKept', false, 'changed', false);
  end if;
  update public.handover_statements as said
  set proof_path = $4, proof_type = $5, proof_sha256 = $6, proof_at = now()
  where said.ending_id = $3 and said.side = sender;
  perform private.note('send-keys-proof', held.id, jsonb_build_object('status', sender), $1);
  if sender = 'landlord' then
    perform private.tell_of_act(held.lease_id, address, 'send-proof', $3 || '-' || left($6, 16));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('isKept', true, 'changed', true, 'replaced', former.proof_path));
end
$$;
comment on function public.receive_proof is 'Records a stored file as a side''s receipt of the keys, once per file. isKept is false when the upload came too late. Service role only.';
grant execute on function public.receive_proof to service_role;

create function private.end_as_confirmed() returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  ending public.contract_endings;
  ended integer := 0;
begin
  for due in
    select contract.id as contract_id, confirmed.id
    from public.contract_endings as confirmed
    join public.contracts as contract on contract.id = confirmed.contract_id
    where confirmed.status = 'confirmed' and confirmed.keys_on < private.today_in_brasilia()
      and contract.status = 'active'
    order by confirmed.keys_on, confirmed.id
    limit 100
  loop
    perform from public.contracts as contract
    where contract.id = due.contract_id and contract.status = 'active' for no key update;
    continue when not found;
    -- Reads the ending again under the lock, because it may have been withdrawn meanwhile.
    select * into ending from public.contract_endings as confirmed
    where confirmed.id = due.id and confirmed.status = 'confirmed'
      and confirmed.keys_on < private.today_in_brasilia();
    continue when not found;
    perform private.carry_out(ending);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function private.end_as_confirmed is 'Ends the contracts whose confirmed day of the keys was yesterday or earlier, at most 100 per call, and returns their number. The schedule calls this function.';
grant execute on function private.end_as_confirmed to service_role;

-- 22_leases_renewals.sql
-- Reminders of the end of a term, and renewals. No contract renews itself (Código Civil, art. 819): the tenant asks for
-- a renewal and accepts new conditions. A renewal is another offer on the request of the former contract, with the same
-- link. The contract that results has the same account.
alter table public.offers add constraint offers_renewed_contract
  foreign key (renews_contract_id) references public.contracts (id) on delete cascade;

create function private.is_renewed(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.contracts as renewal
  where renewal.renews_contract_id = $1 and renewal.status <> 'cancelled'
);
comment on function private.is_renewed is 'Reports whether another contract renews this one.';
grant execute on function private.is_renewed to service_role;

create function private.is_renewable(contract public.contracts) returns boolean
language sql stable
return private.is_running(contract)
  and not private.is_ending(contract.id) and not private.is_renewed(contract.id);
comment on function private.is_renewable is 'Reports whether a contract may be renewed: it is running, nobody has asked for its end, and no contract renews it yet.';
grant execute on function private.is_renewable to service_role;

create function private.renewal_state(contract public.contracts) returns text
language sql stable
begin atomic
  select case
    when private.is_renewed(contract.id) then 'renewed'
    when private.is_open(latest.offer) then 'offered'
    when contract.renewal_asked_at
      > coalesce((latest.offer).closed_at, (latest.offer).valid_until, '-infinity') then 'asked'
    when (latest.offer).status = 'declined' then 'declined'
    when (latest.offer).id is not null then 'expired'
    else 'none'
  end
  from (select (
    select made from public.offers as made
    where made.renews_contract_id = contract.id and made.status <> 'withdrawn'
    order by made.created_at desc limit 1
  ) as offer) as latest;
end;
comment on function private.renewal_state is 'Returns the state of the renewal of a contract: none, asked, offered, declined, expired or renewed.';
grant execute on function private.renewal_state to service_role;

create function private.renewed_terms(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'endDate', contract.end_date,
    'landlordName', contract.landlord_name, 'rentalValue', contract.rental_value,
    'coverLimit', contract.cover_limit, 'fee', contract.fee,
    'months', contract.contract_duration_months, 'propertyAddress', contract.property_address
  )
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.renewed_terms is 'Returns the terms of the former contract, with which a renewal is compared; null without a former contract.';
grant execute on function private.renewed_terms to service_role;

create function private.contract_name(contract_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object('id', contract.id, 'contract_number', contract.contract_number)
  from public.contracts as contract where contract.id = $1;
end;
comment on function private.contract_name is 'Returns id and number of another contract, for a link on the staff''s screen; null without one.';
grant execute on function private.contract_name to service_role;

-- The contract's e-mail address may have been corrected. The request keeps the former address.
create function private.address_of(request public.simulations) returns text
language sql stable
return coalesce(
  (
    select contract.tenant_email
    from public.offers as offer join public.contracts as contract on contract.offer_id = offer.id
    where offer.simulation_id = request.id
    order by contract.created_at desc limit 1
  ),
  request.email
);
comment on function private.address_of is 'Returns the current e-mail address of the person who made a request.';
grant execute on function private.address_of to service_role;

-- The caller has locked the contract and checked who asks. A second call changes nothing.
create function private.ask_renewal_of(held public.contracts, side text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.is_renewable(held) and private.renewal_state(held) not in ('asked', 'offered')
    and held.end_date <= private.today_in_brasilia() + 90 then
    -- clock_timestamp(), because the time is compared with an offer's end, and now() would be too early if the
    -- transaction waited for a lock.
    update public.contracts as contract set renewal_asked_at = clock_timestamp(), renewal_asked_by = $2
    where contract.id = held.id returning contract.* into held;
    perform private.note('ask-renewal', held.id, jsonb_build_object('status', $2));
    perform private.enqueue_mail(
      'renewal-notice', null, '{}', 'renewal-notice:' || held.id || ':' || held.renewal_asked_at,
      contract_id => held.id
    );
  end if;
  return jsonb_build_object('state', private.renewal_state(held));
end
$$;
comment on function private.ask_renewal_of is 'Records that tenant or landlord asks for the renewal of a contract within 90 days of its end, and notifies staff once. Returns the state of the renewal.';
grant execute on function private.ask_renewal_of to service_role;

-- Security definer, because tenants may not update contracts.
create function private.ask_renewal(contract_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select contract.* into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('ask-renewal', $1);
  end if;
  return private.ask_renewal_of(held, 'tenant');
end
$$;
call private.expose('ask_renewal', 'authenticated',
  'Asks for the renewal of the caller''s own contract within 90 days of its end, and notifies staff once. Returns the state of the renewal.');

create function public.ask_renewal_by_link(secret_hash text, lease_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  held public.contracts;
  answer jsonb;
  asked_at timestamptz;
begin
  if not private.acts_for($2, opened) then
    return null;
  end if;
  held := private.lock_contract((private.current_contract($2)).id);
  answer := private.ask_renewal_of(held, 'landlord');
  select contract.renewal_asked_at into asked_at from public.contracts as contract where contract.id = held.id;
  perform private.tell_of_act($2, opened, 'ask-renewal', held.id || '-' || extract(epoch from asked_at))
  where asked_at is distinct from held.renewal_asked_at;
  return answer;
end
$$;
comment on function public.ask_renewal_by_link is 'Asks staff to offer the tenant a renewal, for the holder of the link of an address that acts for the landlord; null for anybody else. Service role only.';
grant execute on function public.ask_renewal_by_link to service_role;

-- Security definer, because tenants have no grant on offers. The result contains only the caller's own data.
create function private.my_renewal(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', private.renewal_state(contract), 'askedBy', contract.renewal_asked_by,
    'mayAsk', private.is_renewable(contract)
      and contract.end_date <= private.today_in_brasilia() + 90
  )
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_renewal', 'authenticated',
  'Returns the state of the renewal of the caller''s own contract, and whether the caller may ask for it; null for any other contract.');

create function private.ends_to_tell() returns table (contract_id uuid, told_on date)
language sql stable
begin atomic
  -- Only the latest day that has come counts, so a schedule that was down sends no missed reminders. Days before the
  -- term do not count. Otherwise the tenant of a term of one month would get a reminder at once.
  select ending.id, max(ending.end_date - ahead)
  from (select private.today_in_brasilia() as day) as today
  join public.contracts as ending
    on ending.status = 'active' and ending.end_date between today.day and today.day + 90
  cross join unnest(array[90, 60, 30, 15]) as ahead
  where ending.end_date - ahead between ending.start_date and today.day
    and coalesce(ending.end_told_on < ending.end_date - ahead, true)
    and not private.is_ending(ending.id) and not private.is_renewed(ending.id)
  group by ending.id;
end;
comment on function private.ends_to_tell is 'Returns the contracts whose latest reminder day (90, 60, 30 or 15 days before the end) has come without a reminder.';
grant execute on function private.ends_to_tell to service_role;

create function private.tell_of_ends() returns void
language plpgsql
set search_path = ''
as $$
declare
  told public.contracts;
begin
  for told in
    update public.contracts as contract set end_told_on = due.told_on
    from private.ends_to_tell() as due
    where contract.id = due.contract_id and coalesce(contract.end_told_on < due.told_on, true)
    returning contract.*
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'term-ends', told.tenant_email, '{}', 'term-ends:' || told.id || ':' || told.end_told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(
      told.id, 'landlord-term-ends', told.id || ':' || told.end_told_on
    );
  end loop;
end
$$;
comment on function private.tell_of_ends is 'Queues the reminders to tenant and confirmed landlord 90, 60, 30 and 15 days before the end of a contract, each once. Contracts that are ending or were renewed get none. The schedule calls this function.';
grant execute on function private.tell_of_ends to service_role;

-- Security definer, because staff have no grant on contracts. Weeks begin on Monday.
create function private.expiries_by_week() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(counted) order by counted.week), '[]')
    from (
      select date_trunc('week', contract.end_date)::date as week, count(*) as contracts,
        count(*) filter (where private.is_renewed(contract.id)) as renewed
      from public.contracts as contract
      where contract.status = 'active' and contract.end_date between today and today + 90
      group by 1
    ) as counted
  );
end
$$;
call private.expose('expiries_by_week', 'authenticated',
  'Returns for each week of the next 90 days, named by its Monday, how many contracts end and how many of these were renewed. Names nobody.',
  needs => 'read');

-- 23_payments_statements.sql
-- Bank statements. The browser reads the file and sends its lines. The server checks each line and finds the contract
-- that the line's text names. A line is booked only once, even if the file is sent again.
create table private.statement_lines (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  movement_id uuid unique references public.movements (id) on delete cascade,
  decided_at timestamptz not null default now(),
  decided_by uuid references auth.users (id) on delete set null
);
comment on table private.statement_lines is 'Lines of bank statements that staff booked or put aside. movement_id is null for a line that was put aside.';
comment on column private.statement_lines.key is 'Keyed hash of account, day, direction, amount, the bank''s id and the text.';
create index statement_lines_by_decider on private.statement_lines (decided_by);
create index statement_lines_put_aside on private.statement_lines (decided_at) where movement_id is null;
alter table private.statement_lines enable row level security;
insert into private.hash_keys (name) values ('statements');

-- Staff explain the columns of a bank's CSV once for all files with the same header. They also name the account if the
-- file does not name it.
create table private.statement_layouts (
  header text primary key check (char_length(btrim(header)) between 1 and 2000),
  account text not null check (char_length(btrim(account)) between 1 and 60),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 2 and 60),
  kept_at timestamptz not null default now(),
  kept_by uuid references auth.users (id) on delete set null
);
comment on table private.statement_layouts is 'Layouts of bank statements: the meaning of the columns and the account, as staff explained them for a CSV header.';
comment on column private.statement_layouts.account is 'Name of the account. It is part of the key of each line, so equal lines of two accounts are both booked.';
comment on column private.statement_layouts.columns is 'Meaning of each column; null for a column that is not read.';
create index statement_layouts_by_keeper on private.statement_layouts (kept_by);
alter table private.statement_layouts enable row level security;

-- The function checks text before it casts: NaN, 1e308 and 31 February are neither amounts nor days.
create function private.is_statement_line(line jsonb) returns boolean
language sql stable
return case
  when jsonb_typeof(line) = 'object' and line ->> 'amount' ~ '^[0-9]{1,10}[.][0-9]{2}$'
    and line ->> 'day' ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and pg_input_is_valid(line ->> 'day', 'date')
    and line ->> 'direction' in ('in', 'out')
    and char_length(line ->> 'account') between 1 and 100
    and char_length(line ->> 'text') <= 500 and char_length(coalesce(line ->> 'id', '')) <= 255
  then (line ->> 'amount')::numeric > 0 and (line ->> 'day')::date <= private.today_in_brasilia()
  else false
end;
comment on function private.is_statement_line is 'Reports whether a line has an account, a past day, a direction, a positive amount in reais and cents, and a text of at most 500 characters.';

-- The bank's id alone does not identify a line, because some banks restart their ids each day and some repeat ids.
-- Lines that have no id and are equal in everything else are numbered. Security definer, because no role may read the
-- key of the hashes.
create function private.read_statement(lines jsonb)
returns table (place integer, key text, direction text, moved_on date, amount numeric, description text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  hash_key constant bytea := (select stored.key from private.hash_keys as stored where name = 'statements');
  bad bigint;
begin
  if jsonb_typeof(lines) is distinct from 'array' then
    perform private.reject('O extrato não foi entendido.');
  elsif jsonb_array_length(lines) > 20000 then
    perform private.reject('Um extrato tem no máximo 20.000 lançamentos. Exporte um período menor.');
  end if;
  select min(line.place) into bad
  from jsonb_array_elements(lines) with ordinality as line (said, place)
  where private.is_statement_line(line.said) is not true;
  if bad is not null then
    perform private.reject(format('O lançamento nº %s do extrato não é válido.', bad));
  end if;
  return query
    select line.place::integer,
      encode(extensions.hmac(convert_to(jsonb_build_array(
        line.said ->> 'account', line.said ->> 'day', line.said ->> 'direction', line.said ->> 'amount',
        coalesce(nullif(line.said ->> 'id', ''), '#' || row_number() over alike), line.said ->> 'text'
      )::text, 'UTF8'), hash_key, 'sha256'), 'hex'),
      line.said ->> 'direction', (line.said ->> 'day')::date, (line.said ->> 'amount')::numeric, line.said ->> 'text'
    from jsonb_array_elements(lines) with ordinality as line (said, place)
    window alike as (
      partition by line.said ->> 'account', line.said ->> 'day', line.said ->> 'direction', line.said ->> 'amount',
        line.said ->> 'text'
      order by line.place
    );
end
$$;
comment on function private.read_statement is 'Returns the lines of a statement, each with a key that prevents a second booking. Raises PT422 with a message for an invalid line.';

-- The search ignores spaces and punctuation within a contract number. The letter P and two digits after the number name
-- an instalment.
create function private.named_contract(description text) returns text
language sql immutable
return (
  select regexp_replace(found[1], '^(PF)([0-9]{4})(.{10})', '\1-\2-\3')
  from regexp_matches(
    regexp_replace(upper(description), '[^A-Z0-9]', '', 'g'), '(PF[0-9]{4}[0-9A-F]{10}(P(0[1-9]|1[0-2]))?)'
  ) as found limit 1
);
comment on function private.named_contract is 'Returns the contract number in a text; null when the text contains no contract number. P and two digits follow the number when the text names an instalment.';

create function private.may_link(movement public.movements) returns boolean
language sql stable
return movement.source = 'by-hand' and movement.reverses is null and not private.is_reversed(movement.id)
  and not exists (select from private.statement_lines as line where line.movement_id = movement.id);
comment on function private.may_link is 'Reports whether staff may link a statement line to a movement: it was booked by hand, was not reversed and has no line yet.';

create function private.match_statement(lines jsonb)
returns table (
  place integer, direction text, amount numeric, state text, contract_id uuid, charge_id uuid, movement_id uuid
)
language sql stable
set search_path = ''
as $$
  with line as materialized (
    select read.*, private.named_contract(read.description) as named,
      case
        when known.movement_id is not null then 'before'
        when known.key is not null then 'aside'
        when row_number() over (partition by read.key order by read.place) > 1 then 'repeated'
      end as former
    from private.read_statement(lines) as read
    left join private.statement_lines as known on known.key = read.key
  ),
  named as (
    select line.*, contract.id as contract_id, hand.id as hand_id,
      line.former is null and hand.id is not null
        and row_number() over (partition by hand.id, line.former order by line.place) = 1 as is_by_hand
    from line
    left join public.contracts as contract
      on line.direction = 'in' and contract.contract_number = left(line.named, 18)
    left join lateral (
      select booked.id from public.movements as booked
      where booked.source = 'by-hand' and booked.reverses is null and booked.direction = line.direction
        and booked.amount = line.amount and booked.moved_on between line.moved_on - 5 and line.moved_on + 5
        and (line.direction = 'out' or booked.contract_id = contract.id)
        and private.may_link(booked)
      order by abs(booked.moved_on - line.moved_on), booked.id limit 1
    ) as hand on true
  ),
  found as (
    select named.*, charge.id as charge_id,
      coalesce(private.open_amount(charge), 0) - coalesce(
        sum(named.amount) filter (where named.former is null and not named.is_by_hand) over (
          partition by charge.id order by named.place rows between unbounded preceding and 1 preceding
        ), 0
      ) as open
    from named
    left join lateral (
      select owed.* from public.charges as owed
      where owed.contract_id = named.contract_id and owed.kind = 'fee'
      order by right(owed.txid, 3) = substr(named.named, 19) desc, owed.is_open desc, owed.due_on, owed.id limit 1
    ) as charge on true
  ),
  payable as (
    select min(charge.id::text)::uuid as id, charge.amount
    from public.charges as charge
    where charge.is_open and charge.direction = 'out' and charge.amount in (select line.amount from line where line.direction = 'out')
    group by charge.amount having count(*) = 1
  ),
  judged as (
    select found.place, found.direction, found.amount, found.contract_id,
      case when found.is_by_hand then found.hand_id end as movement_id,
      case when found.direction = 'in' then found.charge_id else payable.id end as charge_id,
      case
        when found.former is not null then found.former
        when found.is_by_hand then 'by-hand'
        when found.direction = 'out' then case when payable.id is null then 'out' else 'payable' end
        when found.contract_id is null then 'stranger'
        when found.charge_id is null or found.open <= 0 then 'settled'
        when found.open > found.amount then 'part'
        when found.open < found.amount then 'more'
        else 'pays'
      end as state
    from found
    left join payable on found.direction = 'out' and payable.amount = found.amount
  )
  select judged.place, judged.direction, judged.amount, judged.state, judged.contract_id, judged.charge_id,
    judged.movement_id
  from judged;
$$;
comment on function private.match_statement is 'Returns the state of each line of a statement. For money in: pays (equals the open amount of the named fee), part (less than the open amount), more (more than the open amount), settled (the named contract or instalment owes nothing), stranger (the text names no known contract). For money out: payable (exactly one open refund or payout has this amount), out (none or several have this amount). For both: by-hand (staff booked the same amount by hand within five days), before (already booked), aside (put aside), repeated (equal to an earlier line).';

create function private.statement_charges(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.charge_view(charge) || jsonb_build_object(
    'contractId', contract.id, 'contractNumber', contract.contract_number, 'tenant', contract.tenant_name,
    'payee', paid.payee, 'accountVersion', paid.version, 'account', private.masked_account(paid.account)
  ) order by charge.due_on, charge.id), '[]')
  from public.charges as charge
  left join public.contracts as contract on contract.id = charge.contract_id
  left join lateral private.payee_of(charge) as paid on charge.direction = 'out'
  where charge.id = any (ids);
$$;
comment on function private.statement_charges is 'Returns charges for the screen of a statement: contract, tenant, payee and account.';

-- Security definer, because staff have no grant on the tables.
create function private.preview_statement(lines jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  matched jsonb;
  amounts numeric[];
  shown uuid[];
  payables uuid[];
begin
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'place', line.place, 'direction', line.direction, 'amount', line.amount, 'state', line.state,
    'contractId', line.contract_id, 'chargeId', line.charge_id, 'movementId', line.movement_id,
    'bookedOn', (select booked.moved_on from public.movements as booked where booked.id = line.movement_id)
  )) order by line.place), '[]'),
    array_agg(distinct line.amount) filter (where line.state = 'stranger'),
    array_agg(distinct line.charge_id) filter (where line.direction = 'in')
  into matched, amounts, shown
  from private.match_statement(lines) as line;
  -- The screen offers fees for each line that names no contract: the five fees of the same amount that are due first.
  shown := shown || array(
    select near.id from (
      select charge.id, row_number() over (partition by charge.amount order by charge.due_on, charge.id) as turn
      from public.charges as charge
      where charge.kind = 'fee' and charge.is_open and charge.allocated = 0 and charge.amount = any (amounts)
    ) as near where near.turn <= 5
  );
  payables := array(
    select charge.id from public.charges as charge where charge.is_open and charge.direction = 'out'
    order by charge.due_on, charge.id limit 500
  );
  perform private.record_reading('read-contracts', array(
    select distinct charge.contract_id from public.charges as charge
    where charge.id = any (shown || payables) and charge.contract_id is not null
  ));
  return jsonb_build_object(
    'lines', matched,
    'charges', private.statement_charges(shown),
    'payables', private.statement_charges(payables),
    'contracts', (
      select coalesce(jsonb_agg(distinct jsonb_build_object(
        'id', contract.id, 'number', contract.contract_number, 'tenant', contract.tenant_name
      )), '[]')
      from jsonb_array_elements(matched) as line
      join public.contracts as contract on contract.id = (line ->> 'contractId')::uuid
    ),
    'payouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'movementId', movement.id, 'contractNumber', contract.contract_number, 'amount', movement.amount,
        'payee', movement.account ->> 'holder', 'movedOn', movement.moved_on
      ) order by movement.moved_on desc, movement.id), '[]')
      from public.movements as movement
      left join public.contracts as contract on contract.id = movement.contract_id
      where movement.direction = 'out' and movement.reverses is null
        and movement.moved_on >= private.today_in_brasilia() - 60 and not private.is_reversed(movement.id)
    )
  );
end
$$;
call private.expose('preview_statement', 'authenticated',
  'Returns what each line of a statement would book, with the charges, payables and earlier payouts that staff may choose. Books nothing. The audit trail records the reading.',
  needs => 'money', action => 'book-statement');

create function private.book_statement_line(
  key text, direction text, amount numeric, moved_on date, description text,
  charge public.charges, contract_id uuid, keep boolean, linked uuid, returns uuid,
  account_version integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  payee_account jsonb;
  payee_version integer;
  returned public.movements;
  made public.movements;
begin
  if exists (
    select from private.statement_lines as line where line.key = $1 and line.movement_id is not null
  ) then
    return 'before';
  end if;
  if linked is not null then
    made := private.lock_movement(linked);
    if not private.may_link(made) or made.direction <> direction or made.amount <> amount then
      return 'changed';
    end if;
  elsif returns is not null then
    returned := private.lock_movement(returns);
    if returned.direction <> 'out' or direction <> 'in' or returned.amount <> amount
      or private.is_reversed(returned.id) then
      return 'changed';
    end if;
  elsif charge.id is not null then
    charge := private.lock_charge(charge.id);
    if charge.direction <> direction then
      return 'direction';
    end if;
  end if;
  if direction = 'out' and linked is null then
    if not private.has_right('payouts') then
      perform private.record_denied((select auth.uid()), 'book-statement', contract_id);
      return 'right';
    end if;
    select paid.account, paid.version into payee_account, payee_version from private.payee_of(charge) as paid;
    if charge.id is null or private.open_amount(charge) <> amount then
      return 'changed';
    elsif charge.contract_id is not null and payee_account is null then
      return 'no-account';
    elsif charge.contract_id is not null and payee_version is distinct from account_version then
      return 'account';
    elsif private.waits_until(charge) is not null then
      return 'waits';
    elsif private.awaits_second_person(charge) then
      return 'second';
    elsif private.payout_refusal(charge, 'pay') is not null then
      perform private.record_denied((select auth.uid()), 'book-statement', contract_id);
      return 'other-person';
    end if;
  end if;
  -- The key is stored after the checks, because a key without a movement would mark the line as put aside.
  insert into private.statement_lines (key, decided_by) values ($1, (select auth.uid())) on conflict do nothing;
  if (select line.movement_id from private.statement_lines as line where line.key = $1 for update) is not null then
    return 'before';
  end if;
  if returned.id is not null then
    made.id := private.reverse(returned, 'Transferência devolvida pelo banco', 'statement', moved_on, description);
  elsif linked is null then
    insert into public.movements (
      direction, amount, moved_on, source, contract_id, description, account, booked_by
    ) values (
      $2, $3, $4, 'statement', $7, nullif(btrim($5), ''), payee_account, (select auth.uid())
    )
    returning * into made;
    if charge.id is null and not keep then
      select owed.* into charge from public.charges as owed
      where owed.contract_id = $7 and owed.kind = 'fee' and owed.is_open order by owed.due_on, owed.id limit 1;
    end if;
    if charge.id is not null then
      perform private.allocate(made.id, charge);
    end if;
    perform private.follow_money(made);
  end if;
  update private.statement_lines as line set movement_id = made.id, decided_at = now(), decided_by = (select auth.uid())
  where line.key = $1;
  perform private.note('book-statement', contract_id, jsonb_build_object('movement', made.id));
  return null;
end
$$;
comment on function private.book_statement_line is 'Books a line of a statement as a movement, or as the reversal of a transfer that the bank returned. Returns null after booking, otherwise a reason: before (already booked), changed (the charge or transfer has changed), direction (the charge has the other direction), no-account (no account is confirmed), account (the account has another version), waits (the account is too new), second (a second person must approve), right (a refund or payout needs the right payouts) or other-person (the caller may not pay this charge). The last two are recorded as denied. The caller has locked the contracts.';

-- Security definer, because no role may write movements. The contracts are locked in the order of their ids, so two
-- calls at once wait for each other, and the second one finds the lines booked.
create function private.book_statement(lines jsonb, choices jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  chosen record;
  owed public.charges;
  booked integer[] := '{}';
  refused jsonb := '[]';
  aside integer := 0;
  why text;
begin
  if jsonb_typeof(choices) is distinct from 'array' or jsonb_array_length(choices) > 200 then
    perform private.reject('Registre até 200 lançamentos por vez.');
  end if;
  perform private.lock_contract_of(named.contract_id)
  from (
    select coalesce(charge.contract_id, movement.contract_id, contract.id) as contract_id
    from private.chosen_lines(choices) as given
    left join public.charges as charge on charge.id = given.charge
    left join public.movements as movement on movement.id = coalesce(given.returns, given.movement)
    left join public.contracts as contract on contract.contract_number = upper(btrim(given.contract))
    group by 1 order by 1
  ) as named;
  for chosen in
    select given.*, line.key, line.direction, line.amount, line.moved_on, line.description, contract.id as contract_id
    from private.chosen_lines(choices) as given
    left join private.read_statement(lines) as line on line.place = given.place
    left join public.contracts as contract on contract.contract_number = upper(btrim(given.contract))
    order by given.place
  loop
    select charge.* into owed from public.charges as charge where charge.id = chosen.charge;
    if chosen.key is null or not chosen.aside and not chosen.is_unknown and coalesce(chosen.returns, chosen.movement) is null
      and chosen.contract_id is null and owed.id is null then
      why := 'unknown';
    elsif chosen.aside then
      insert into private.statement_lines (key, decided_by) values (chosen.key, (select auth.uid()))
      on conflict do nothing;
      aside := aside + 1;
      continue;
    else
      why := private.book_statement_line(
        -- Staff may book a repeated line as a separate movement. The form gives this booking an id, so a second click
        -- changes nothing.
        case when chosen.again is null then chosen.key
          else encode(sha256(convert_to(chosen.key || chosen.again, 'UTF8')), 'hex') end,
        chosen.direction, chosen.amount, chosen.moved_on, chosen.description,
        owed, coalesce(owed.contract_id, chosen.contract_id), chosen.keep, chosen.movement, chosen.returns,
        chosen.account_version
      );
    end if;
    if why is null then
      booked := booked || chosen.place;
    else
      refused := refused || jsonb_build_object('place', chosen.place, 'why', why);
    end if;
  end loop;
  if aside > 0 then
    perform private.note('book-statement', null, jsonb_build_object('aside', aside));
  end if;
  return jsonb_build_object('booked', booked, 'aside', aside, 'refused', refused);
end
$$;
call private.expose('book_statement', 'authenticated',
  'Books the lines that staff chose, each once, in one transaction. A choice has the place of its line and one of these targets: a charge; a contract''s number, whose oldest open fee is paid unless keep is true; unknown contract; line put aside; the movement that was booked by hand; the transfer that the bank returned. again: id under which a repeated line is booked. accountVersion: version of the account that the person saw. A line that pays a refund or payout also needs the right payouts.',
  needs => 'money');

create function private.chosen_lines(choices jsonb)
returns table (
  place integer, charge uuid, contract text, keep boolean, is_unknown boolean, aside boolean, again uuid,
  movement uuid, returns uuid, account_version integer
)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
    select given.place, given.charge, given.contract, coalesce(given.keep, false), coalesce(given.unknown, false),
      coalesce(given.aside, false),
      given.again, given.movement, given.returns, given."accountVersion"
    from jsonb_to_recordset(choices) as given (
      place integer, charge uuid, contract text, keep boolean, unknown boolean, aside boolean, again uuid,
      movement uuid, returns uuid, "accountVersion" integer
    );
exception when data_exception then
  perform private.reject('As escolhas não foram entendidas.');
end
$$;
comment on function private.chosen_lines is 'Returns the choices of staff for the lines of a statement. Raises PT422 when the choices cannot be parsed.';

-- Security definer, because staff have no grant on the table. The table holds no personal data, so no reading is
-- recorded.
create function private.statement_layout(header text, account text default null, columns jsonb default null)
returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  begin
    insert into private.statement_layouts (header, account, columns, kept_by)
    select $1, btrim($2), $3, (select auth.uid())
    where $3 is not null
      and (select count(*) from private.statement_layouts as other where other.header <> $1) < 200
    on conflict on constraint statement_layouts_pkey do update
    set account = excluded.account, columns = excluded.columns, kept_at = now(), kept_by = excluded.kept_by;
  exception when integrity_constraint_violation then
    perform private.reject('Confira o nome da conta e as colunas.');
  end;
  return (
    select jsonb_build_object('account', layout.account, 'columns', layout.columns)
    from private.statement_layouts as layout where layout.header = $1
  );
end
$$;
call private.expose('statement_layout', 'authenticated',
  'Returns account and columns of the files with this header; null when nobody has explained them. Stores them when columns are given, for at most 200 headers.',
  needs => 'money', action => 'book-statement');


-- 24_payments_receipts.sql
-- Receipts of movements: their content, who may open them, and the result of a check on /verificar. A receipt keeps its
-- number and its code. Its PDF is made when somebody first opens the receipt, and again when the facts have changed.
create function private.receipt_lines(movement_id uuid, contract_id uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', charge.kind, 'instalment', charge.instalment, 'instalments', charge.instalments,
    'dueOn', charge.due_on, 'amount', charge.amount, 'paid', part.amount, 'open', private.open_amount(charge)
  ) order by charge.due_on, charge.instalment, charge.id), '[]')
  from (
    select allocation.charge_id, sum(allocation.amount) as amount
    from public.allocations as allocation where allocation.movement_id = $1
    group by allocation.charge_id
  ) as part
  join public.charges as charge on charge.id = part.charge_id
  where part.amount > 0 and charge.contract_id = $2;
end;
comment on function private.receipt_lines is 'Returns what a movement pays for a contract: each charge with the part that the movement pays and what is still open of it.';
grant execute on function private.receipt_lines to service_role;

create function private.receipt_contracts(movement public.movements) returns setof public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.id = movement.contract_id
    or movement.contract_id is null and contract.id in (
      select charge.contract_id
      from public.allocations as allocation join public.charges as charge on charge.id = allocation.charge_id
      where allocation.movement_id = movement.id
    )
  order by contract.created_at, contract.id;
end;
comment on function private.receipt_contracts is 'Returns the contracts that a movement''s receipt is about, the oldest first: its own, or those whose charges it paid.';
grant execute on function private.receipt_contracts to service_role;

-- Tells when the newest fact of a receipt was stored. The PDF states this time instead of the current time, so equal
-- facts give equal bytes.
create function private.receipt_stated_at(movement public.movements) returns timestamptz
language sql stable
begin atomic
  select max(fact.at) from (
    select movement.booked_at as at
    union all
    select reversal.booked_at from public.movements as reversal where reversal.reverses = movement.id
    union all
    select other.booked_at
    from public.allocations as paid join public.allocations as other on other.charge_id = paid.charge_id
    where paid.movement_id = movement.id
    union all
    select coalesce(refund.cancelled_at, refund.created_at)
    from public.charges as refund where refund.movement_id = movement.id
  ) as fact;
end;
comment on function private.receipt_stated_at is 'Returns the time of the newest fact that a movement''s receipt states.';
grant execute on function private.receipt_stated_at to service_role;

create function private.receipt_kind(movement public.movements) returns text
language sql stable
return case when movement.direction = 'in' then 'payment' else coalesce(private.movement_kind(movement), 'refund') end;
comment on function private.receipt_kind is 'Returns payment for received money, refund for money returned to a tenant, claim for money paid to a landlord.';
grant execute on function private.receipt_kind to service_role;

-- A movement without contract may pay charges of several contracts. The receipt for one contract lists only the
-- charges of that contract.
create function private.receipt_facts(movement public.movements, contract public.contracts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'kind', private.receipt_kind(movement), 'amount', movement.amount, 'paidOn', movement.moved_on,
    -- The text of a timestamp must not depend on the session's time zone, because the facts are hashed.
    'statedAt', to_char(private.receipt_stated_at(movement) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'pays', private.receipt_lines(movement.id, contract.id),
    'left', case when movement.direction = 'in' and movement.contract_id is not null then (
      select nullif(left_over.rest, 0) from private.movement_rests as left_over where left_over.movement_id = movement.id
    ) end,
    'returned', case when movement.contract_id is not null then (
      select sum(refund.amount) from public.charges as refund
      where refund.movement_id = movement.id and refund.cancelled_at is null
    ) end,
    'reversedOn', (select reversal.moved_on from public.movements as reversal where reversal.reverses = movement.id),
    'protocol', (
      select min(claim.protocol)
      from public.allocations as allocation
      join public.charges as charge on charge.id = allocation.charge_id
      join public.claims as claim on claim.id = charge.claim_id
      where allocation.movement_id = movement.id
    ),
    'payee', case when movement.direction = 'out' then coalesce(
      movement.account ->> 'holder',
      case private.receipt_kind(movement) when 'claim' then contract.landlord_name else contract.tenant_name end
    ) end,
    -- Landlord and tenant open the same receipt of a claim, and the tenant must not learn the landlord's account.
    'account', case when private.receipt_kind(movement) <> 'claim' then private.masked_account(movement.account) end,
    'contractNumber', contract.contract_number, 'tenantName', contract.tenant_name, 'cpf', contract.tenant_cpf,
    'propertyAddress', contract.property_address, 'startDate', contract.start_date, 'endDate', contract.end_date
  ));
$$;
comment on function private.receipt_facts is 'Returns what the receipt of a movement says about a contract.';
grant execute on function private.receipt_facts to service_role;

-- Security definer, because callers may not read receipts.
create function private.receipt_source(movement public.movements, contract public.contracts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select said.facts || jsonb_build_object(
    'contractId', contract.id, 'number', receipt.number, 'code', receipt.code, 'sourceSha256', said.hash,
    'sha256', case when receipt.source_sha256 = said.hash then receipt.file_sha256 end
  )
  from private.receipts as receipt
  cross join lateral (
    select facts, encode(sha256(convert_to(facts::text, 'UTF8')), 'hex') as hash
    from private.receipt_facts(movement, contract) as facts
  ) as said
  where receipt.movement_id = movement.id;
$$;
comment on function private.receipt_source is 'Returns the facts of a receipt, their hash, and the hash of the stored PDF. The hash of the PDF is null when the PDF does not exist or states older facts. Null for a movement without receipt.';
grant execute on function private.receipt_source to service_role;

-- Security definer, because callers may not read the ledger.
create function private.open_receipt(movement_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  source jsonb;
begin
  select private.receipt_source(movement, contract) into source
  from public.movements as movement cross join lateral private.receipt_contracts(movement) as contract
  where movement.id = $1 and (is_staff or private.is_mine(contract))
  order by contract.created_at, contract.id limit 1;
  if source is null and not is_staff then
    return private.refuse_right('read', 'view-receipt', $1);
  end if;
  perform private.require_found(source is not null, 'Recibo não encontrado.');
  if is_staff then
    perform private.note('view-receipt', (source ->> 'contractId')::uuid, jsonb_build_object('movement', $1));
  end if;
  return source;
end
$$;
call private.expose('open_receipt', 'authenticated',
  'Returns what the receipt of a movement says, and the hash of its PDF unless the PDF must be drawn. The contract''s tenant, or active staff, whose view is recorded.');

create function public.find_receipt(secret_hash text, movement_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return (
    select private.receipt_source(movement, contract)
    from public.movements as movement
    cross join lateral private.receipt_contracts(movement) as about
    join public.contracts as contract on contract.id = about.id
    where movement.id = $2 and private.movement_kind(movement) = 'claim' and private.acts_for(contract.lease_id, opened)
  );
end
$$;
comment on function public.find_receipt is 'Returns the facts of the receipt of a claim''s payment to a landlord, identified by the secret of a mailed link; null unless the landlord may see the contract. Service role only.';
grant execute on function public.find_receipt to service_role;

-- Security definer, because callers may not write receipts. The caller has stored the file. If two callers made the
-- PDF at the same time, the receipt keeps the file of the first.
create function private.record_receipt(number text, file_sha256 text, source_sha256 text) returns text
language sql volatile security definer
set search_path = ''
as $$
  update private.receipts as receipt
  set file_sha256 = case when receipt.source_sha256 = $3 then receipt.file_sha256 else $2 end, source_sha256 = $3
  where receipt.number = $1
  returning receipt.file_sha256;
$$;
call private.expose('record_receipt', 'service_role',
  'Records the stored PDF of a receipt with the hash of the facts that it states. Returns the hash of the PDF that is kept; null for an unknown number. Service role only.');

create function private.verified_receipt(code text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'state', case when reversal.id is null then 'receipt' else 'reversed' end,
    'kind', private.receipt_kind(movement), 'amount', movement.amount, 'paidOn', movement.moved_on,
    'reversedOn', reversal.moved_on, 'tenant', private.initials(contract.tenant_name),
    'contract', regexp_replace(contract.contract_number, '.{6}(.{4})$', '••••••\1'),
    'pays', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', line -> 'kind', 'instalment', line -> 'instalment', 'instalments', line -> 'instalments',
        'paid', line -> 'paid'
      )), '[]')
      from jsonb_array_elements(private.receipt_lines(movement.id, contract.id)) as line
    )
  ))
  from private.receipts as receipt
  join public.movements as movement on movement.id = receipt.movement_id
  cross join lateral private.receipt_contracts(movement) as contract
  left join public.movements as reversal on reversal.reverses = movement.id
  where receipt.code = $1
  order by contract.created_at, contract.id limit 1;
$$;
comment on function private.verified_receipt is 'Returns what /verificar shows for the code of a receipt: amount, day, masked contract number and what the movement pays, or when it was reversed; null for an unknown code.';
grant execute on function private.verified_receipt to service_role;

-- Lists what a landlord was paid for a claim. Tenants do not learn the account.
create function private.payouts_of_claim(claim_id uuid, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'movementId', movement.id, 'amount', movement.amount, 'paidOn', movement.moved_on,
    'account', case when $2 <> 'tenant' then private.masked_account(movement.account) end,
    'number', receipt.number, 'code', receipt.code,
    'reversedOn', (select reversal.moved_on from public.movements as reversal where reversal.reverses = movement.id)
  )) order by movement.moved_on, movement.booked_at, movement.id), '[]')
  from public.movements as movement
  join private.receipts as receipt on receipt.movement_id = movement.id
  where movement.id in (
    select allocation.movement_id
    from public.charges as charge join public.allocations as allocation on allocation.charge_id = charge.id
    where charge.claim_id = $1
  );
$$;
comment on function private.payouts_of_claim is 'Returns the payments of a claim, each with its receipt, as landlord, tenant or staff see them.';
grant execute on function private.payouts_of_claim to service_role;

create function private.movement_of_mail(movement_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'movement', private.movement_view(movement, contract.id) || jsonb_build_object(
      'account', private.masked_account(movement.account),
      'reversedOn', reversal.moved_on, 'reason', reversal.reason,
      'returned', (
        select coalesce(sum(refund.amount), 0) from public.charges as refund
        where refund.movement_id = movement.id and refund.cancelled_at is null
      )
    ),
    'lines', private.receipt_lines(movement.id, contract.id),
    'remaining', (
      select coalesce(sum(private.open_amount(charge)), 0) from public.charges as charge
      where charge.contract_id = contract.id and charge.direction = 'in'
    ),
    'next', (
      select private.payable(charge) from public.charges as charge
      where charge.contract_id = contract.id and charge.direction = 'in' and charge.is_open
      order by charge.due_on, charge.instalment, charge.id limit 1
    )
  )
  from public.movements as movement
  cross join lateral private.receipt_contracts(movement) as contract
  left join public.movements as reversal on reversal.reverses = movement.id
  where movement.id = $1
  order by contract.created_at, contract.id limit 1;
$$;
comment on function private.movement_of_mail is 'Returns a movement with what it pays, and what its contract still owes, for a mail.';
grant execute on function private.movement_of_mail to service_role;

create function private.refund_of_mail(charge_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('charge', private.charge_view(charge) || jsonb_build_object(
    'account', private.masked_account((private.payee_of(charge)).account)
  ))
  from public.charges as charge where charge.id = $1;
$$;
comment on function private.refund_of_mail is 'Returns a refund and the masked account to which it is paid, for a mail.';
grant execute on function private.refund_of_mail to service_role;

create function private.money_of_mail(mail_key text) returns jsonb
language sql stable
begin atomic
  select case
    when not pg_input_is_valid(split_part($1, ':', 2), 'uuid') then null
    when split_part($1, ':', 1) in ('payment-received', 'payment-reversed', 'refund-paid')
      then private.movement_of_mail(split_part($1, ':', 2)::uuid)
    when split_part($1, ':', 1) = 'refund-due' then private.refund_of_mail(split_part($1, ':', 2)::uuid)
  end;
end;
comment on function private.money_of_mail is 'Returns the movement or the refund that the idempotency key of a mail names; null for other mails.';
grant execute on function private.money_of_mail to service_role;

-- 25_inspections.sql
-- Condition of the property when the keys changed hands: entry and exit reports, photos and papers of tenant and
-- landlord. They belong to the lease, so a renewal keeps them. Both parties see all files and send their own. Nobody
-- can replace or withdraw a file, so that a claim is decided by the files that were sent in time. This file also
-- computes the last day for claims.
create table public.inspection_files (
  id uuid primary key,
  lease_id uuid not null references public.leases (id) on delete cascade,
  moment text not null check (moment in ('entry', 'exit')),
  side text not null check (side in ('tenant', 'landlord')),
  room text not null check (
    room in ('living', 'bedroom', 'kitchen', 'bathroom', 'laundry', 'outside', 'whole', 'other')
  ),
  note text check (char_length(btrim(note)) between 1 and 500),
  file_path text not null unique check (
    starts_with(file_path, lease_id::text || '/') and char_length(file_path) <= 400
  ),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  sent_by text check (private.is_email(sent_by)),
  aside_at timestamptz,
  aside_by uuid,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint inspection_files_come_once unique (lease_id, moment, side, file_sha256),
  constraint inspection_files_aside_is_whole check (num_nonnulls(aside_at, aside_by, aside_reason) in (0, 3)),
  constraint inspection_files_of_landlords_have_address check ((side = 'landlord') = (sent_by is not null))
);
comment on table public.inspection_files is 'Photos and papers of entry and exit, sent by tenant or landlord. Files are only added; staff can set one aside.';
comment on column public.inspection_files.id is 'Id that the browser makes, so that a file that is sent again is recognised.';
comment on column public.inspection_files.file_path is 'Path of the file in the bucket request-documents: <lease id>/<file>.';
comment on column public.inspection_files.file_sha256 is 'SHA-256 of the uploaded file. The hash identifies a repeated upload and is the sender''s proof.';
comment on column public.inspection_files.sent_by is 'Confirmed e-mail address of the landlord who sent the file; null for the tenant.';
comment on column public.inspection_files.aside_at is 'Time when staff set the file aside. Such a file is kept, but it is no evidence and does not count.';
comment on column public.inspection_files.aside_by is 'Member of staff; no foreign key, because the file outlives the account.';
create index inspection_files_by_age on public.inspection_files (received_at);
alter table public.inspection_files enable row level security;
-- No role may update or delete rows. The purge deletes expired rows with the rights of the table's owner.
grant select, insert on public.inspection_files to service_role;

-- The business rules as they are published at the time of the call.
create function private.proof_days() returns integer
language sql stable
return private.business_number('proofDays', 1, 365, 30);
comment on function private.proof_days is 'Returns how many days after the return of the keys, or the end of the last contract, a landlord may open a claim, by the business rules.';
grant execute on function private.proof_days to service_role;

create function private.claim_until(lease_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'day', greatest(days.of_proof, days.of_notice),
    'countedFrom', case
      when days.of_notice > days.of_proof then 'told'
      when known.keys_on <= known.end_on then 'keys'
      else 'end'
    end,
    'since', known.since, 'toldOn', known.told_on
  )
  from (
    select max(private.last_day(contract)) as end_on, max(ending.keys_on) as keys_on,
      max(ending.landlord_told_on) as told_on,
      least(max(private.last_day(contract)), max(ending.keys_on)) as since
    from public.contracts as contract
    left join public.contract_endings as ending
      on ending.contract_id = contract.id and ending.status = 'confirmed'
    where contract.lease_id = $1 and contract.status <> 'cancelled'
    having count(*) > 0
  ) as known
  cross join lateral (
    select known.since + private.proof_days() as of_proof,
      known.told_on + private.business_number('claimNoticeDays', 1, 60, 15) as of_notice
  ) as days;
end;
comment on function private.claim_until is 'Returns the last day to claim and the day from which it is counted: {day, countedFrom, since, toldOn}. It is proofDays after the return of the keys or the end of the last contract, whichever comes first, and at least claimNoticeDays after the landlord was told of the ending (countedFrom: keys | end | told). Null for a lease without a guarantee.';
grant execute on function private.claim_until to service_role;

create function private.last_claim_day(lease_id uuid) returns date
language sql stable
return (private.claim_until(lease_id) ->> 'day')::date;
comment on function private.last_claim_day is 'Returns the last day to claim; null for a lease without a guarantee.';
grant execute on function private.last_claim_day to service_role;

create function private.takes_inspections(lease_id uuid) returns boolean
language sql stable
return coalesce(private.last_claim_day(lease_id) >= private.today_in_brasilia(), false);
comment on function private.takes_inspections is 'Reports whether reports of a lease may still be sent: until the last day to claim.';
grant execute on function private.takes_inspections to service_role;

create function private.inspections_of(lease_id uuid) returns jsonb
language sql stable
return jsonb_build_object(
  'inspections', (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', file.id, 'moment', file.moment, 'side', file.side, 'room', file.room, 'note', file.note,
      'type', file.file_type, 'bytes', file.bytes, 'sha256', file.file_sha256,
      'receivedAt', file.received_at, 'asideReason', file.aside_reason
    )) order by file.received_at, file.id), '[]')
    from public.inspection_files as file where file.lease_id = $1
  ),
  'takesInspections', private.takes_inspections($1),
  'claimUntil', private.claim_until($1),
  'keysProofAt', (
    select max(said.proof_at)
    from public.handover_statements as said
    join public.contract_endings as ending on ending.id = said.ending_id
    join public.contracts as contract on contract.id = ending.contract_id
    where contract.lease_id = $1 and ending.status <> 'withdrawn'
  )
);
comment on function private.inspections_of is 'Returns the reports of a lease, whether more may be sent, the last day to claim, and the time when the receipt of the keys arrived. For the tenant, landlords who act, and staff.';
grant execute on function private.inspections_of to service_role;

-- Security definer, because tenants have no grant on inspection_files.
create function private.my_inspections(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(private.inspections_of(contract.lease_id))
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_inspections', 'authenticated',
  'Returns the reports of tenant and landlord about the lease of the caller''s own contract, and the last day to claim; null for any other contract.');

-- A landlord is identified by the address to which the link belongs. Tenants and staff are signed in.
create function private.acting_side(lease_id uuid, address text, holder uuid, is_staff boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when address is not null then case when private.acts_for($1, address) then 'landlord' end
    when is_staff then 'staff'
    else (select 'tenant' from public.leases as lease where lease.id = $1 and lease.user_id = holder)
  end;
$$;
comment on function private.acting_side is 'Returns the side for which a person may act in a lease and read its files: landlord, tenant or staff; null for anybody else, and for an address that only reads.';
grant execute on function private.acting_side to service_role;

create function private.file_receipt(file_id uuid, file_sha256 text, received_at timestamptz) returns jsonb
language sql immutable
return jsonb_build_object('id', $1, 'sha256', $2, 'receivedAt', $3);
comment on function private.file_receipt is 'Returns the answer to the sender of a file: id, hash and time of arrival.';
grant execute on function private.file_receipt to service_role;

-- Concurrent uploads are counted by address, because several links may be open for one address.
create function public.upload_sender(secret_hash text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return private.subject_hash(private.find_landlord($1));
end
$$;
comment on function public.upload_sender is 'Returns the keyed hash of the address to which a landlord''s link belongs; null for an unknown link. Service role only.';
grant execute on function public.upload_sender to service_role;

-- An upload has two steps: open_inspection_upload checks before the file is read, receive_inspection writes the row
-- after the file is stored.
create function public.open_inspection_upload(
  holder uuid, secret_hash text, lease_id uuid, file_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address constant text := private.find_landlord(secret_hash);
  sender constant text := private.acting_side($3, address, $1, false);
  kept public.inspection_files;
begin
  perform private.require_within_limit('inspection-by-address', address_hash);
  if sender is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('inspection-by-side', $3 || ' ' || coalesce(address, 'tenant'));
  select * into kept from public.inspection_files as file
  where file.id = $4 and file.lease_id = $3 and file.side = sender;
  return jsonb_strip_nulls(jsonb_build_object(
    'leaseId', $3, 'isOpen', private.takes_inspections($3),
    'keptSha256', kept.file_sha256,
    'file', case when kept.id is not null then private.file_receipt(kept.id, kept.file_sha256, kept.received_at) end
  ));
end
$$;
comment on function public.open_inspection_upload is 'Reports whether a tenant (holder) or a landlord (secret_hash) may upload a file of a report, and what is stored under its id; null for a lease of others. Service role only.';
grant execute on function public.open_inspection_upload to service_role;

create function public.receive_inspection(
  holder uuid, secret_hash text, lease_id uuid, file_id uuid, moment text, room text, note text,
  file_path text, file_type text, file_sha256 text, bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address constant text := private.find_landlord(secret_hash);
  sender text;
  kept public.inspection_files;
begin
  -- The lock makes two concurrent uploads count one after the other.
  perform from public.leases as lease where lease.id = $3 for no key update;
  sender := private.acting_side($3, address, $1, false);
  if sender is null then
    return null;
  end if;
  select * into kept from public.inspection_files as file
  where file.id = $4 or file.lease_id = $3 and file.moment = $5 and file.side = sender
    and file.file_sha256 = $10
  order by file.id <> $4 limit 1;
  if kept.id is not null then
    return jsonb_build_object(
      'isKept', kept.lease_id = $3 and kept.side = sender and kept.file_sha256 = $10,
      'changed', false, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at)
    );
  end if;
  if not private.takes_inspections($3) then
    return '{"isKept": false, "changed": false}';
  end if;
  if (
    select count(*) >= 60 or sum(file.bytes) + $11 > 209715200
    from public.inspection_files as file
    where file.lease_id = $3 and file.moment = $5 and file.side = sender
      and file.sent_by is not distinct from address and file.aside_at is null
  ) then
    return '{"isKept": false, "changed": false, "isFull": true}';
  end if;
  insert into public.inspection_files (
    id, lease_id, moment, side, room, note, file_path, file_type, file_sha256, bytes, sent_by
  )
  values ($4, $3, $5, sender, $6, nullif(btrim($7), ''), $8, $9, $10, $11, address)
  returning * into kept;
  perform private.note(
    'send-inspection', (private.current_contract($3)).id, jsonb_build_object('status', sender, 'file', $4), $1
  );
  -- Photos come one by one, so the other addresses are told once a day of each report.
  perform private.tell_of_act($3, address, 'send-report', $3 || '-' || $5 || '-' || private.today_in_brasilia())
  where address is not null;
  return jsonb_build_object('isKept', true, 'changed', true, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at));
end
$$;
comment on function public.receive_inspection is 'Records a stored file as part of a lease''s report, at most 60 files and 200 MB per sender for entry and for exit, over the whole life of the lease. The same id is recorded once, and so is the same content of one side for entry or exit. isKept is false when the file came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_inspection to service_role;

-- Finds the files that open-case-file opens, in both tables that have such files.
create function private.case_file(
  file_id uuid, out lease_id uuid, out path text, out action text, out is_secret boolean
)
language sql stable
set search_path = ''
as $$
  select file.lease_id, file.file_path, 'view-inspection', false
  from public.inspection_files as file where file.id = $1
  union all
  -- The slip of a payment shows the landlord's account.
  select claim.lease_id, file.file_path, 'view-claim-file', file.kind = 'payment'
  from public.claim_files as file join public.claims as claim on claim.id = file.claim_id
  where file.id = $1;
$$;
comment on function private.case_file is 'Returns lease and path of a file that both parties may see, and the name of the view in the audit trail; is_secret for a file that only landlord and staff may see. Null in each column for an unknown file.';
grant execute on function private.case_file to service_role;

create function private.note_look(file_id uuid, lease_id uuid, action text, side text) returns void
language sql
return private.note($3, (private.current_contract($2)).id, jsonb_build_object('status', $4, 'file', $1));
comment on function private.note_look is 'Records each view of a file of a lease in the audit trail, because the photos show somebody''s home.';
grant execute on function private.note_look to service_role;

-- Security definer, because callers have no grant on the tables of files.
create function private.view_case_file(file_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  file record;
begin
  select * into file from private.case_file($1);
  if not is_staff and (file.is_secret or not private.is_my_lease(file.lease_id)) is not false then
    return private.refuse_right('read', 'view-inspection', $1);
  end if;
  perform private.require_found(file.path is not null, 'Arquivo não encontrado.');
  perform private.note_look(
    $1, file.lease_id, file.action, case when is_staff then 'staff' else 'tenant' end
  );
  return jsonb_build_object('path', file.path);
end
$$;
call private.expose('view_case_file', 'authenticated',
  'Returns the path of a file of a contract''s report, for a signed link. The contract''s tenant and active staff; each view is recorded.');

create function public.find_case_file(secret_hash text, file_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  file record;
begin
  select * into file from private.case_file($2);
  if not private.acts_for(file.lease_id, opened) then
    return null;
  end if;
  perform private.note_look($2, file.lease_id, file.action, 'landlord');
  return jsonb_build_object('path', file.path);
end
$$;
comment on function public.find_case_file is 'Does the same as view_case_file for the holder of the link of an address that acts for the landlord; null otherwise. Service role only.';
grant execute on function public.find_case_file to service_role;

-- The PDF of a receipt is drawn once for each list of files and never changes. Files that arrive later make a new list
-- and so a new receipt; the former receipt stays valid.
create table private.inspection_receipts (
  lease_id uuid not null references public.leases (id) on delete cascade,
  moment text not null check (moment in ('entry', 'exit')),
  side text not null check (side in ('tenant', 'landlord')),
  source_sha256 text not null check (source_sha256 ~ '^[0-9a-f]{64}$'),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz not null default now(),
  primary key (lease_id, moment, side, source_sha256)
);
comment on table private.inspection_receipts is 'SHA-256 of the PDF of each receipt of a report. The files are in the bucket contract-documents.';
comment on column private.inspection_receipts.source_sha256 is 'SHA-256 of the facts that the receipt states.';
alter table private.inspection_receipts enable row level security;
grant select, insert on private.inspection_receipts to service_role;

create function private.inspection_list(lease_id uuid, moment text, side text) returns jsonb
language sql stable
begin atomic
  select said.facts || jsonb_build_object('sourceSha256', said.hash, 'sha256', drawn.file_sha256)
  from (
    select listed.facts, encode(sha256(convert_to(listed.facts::text, 'UTF8')), 'hex') as hash
    from (
      select jsonb_build_object(
        'contractId', contract.id, 'contractNumber', contract.contract_number,
        'propertyAddress', contract.property_address,
        'files', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'room', file.room, 'note', file.note, 'sha256', file.file_sha256,
          -- The text of a timestamp must not depend on the session's time zone, because the facts are hashed.
          'receivedAt', to_char(file.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        )) order by file.received_at, file.id)
      ) as facts
      from private.current_contract($1) as contract
      join public.inspection_files as file on file.lease_id = contract.lease_id
      where file.moment = $2 and file.side = $3
      group by contract.id, contract.contract_number, contract.property_address
    ) as listed
  ) as said
  left join private.inspection_receipts as drawn
    on drawn.lease_id = $1 and drawn.moment = $2 and drawn.side = $3 and drawn.source_sha256 = said.hash;
end;
comment on function private.inspection_list is 'Returns the facts of the receipt of a report, their hash, and the hash of the receipt''s PDF once that exists; null when the report has no files.';
grant execute on function private.inspection_list to service_role;

create function public.record_inspection_receipt(
  lease_id uuid, moment text, side text, source_sha256 text, file_sha256 text
) returns text
language plpgsql
set search_path = ''
as $$
begin
  insert into private.inspection_receipts (lease_id, moment, side, source_sha256, file_sha256)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint inspection_receipts_pkey do nothing;
  return (
    select drawn.file_sha256 from private.inspection_receipts as drawn
    where drawn.lease_id = $1 and drawn.moment = $2 and drawn.side = $3 and drawn.source_sha256 = $4
  );
end
$$;
comment on function public.record_inspection_receipt is 'Records the hash of a stored receipt, once for each list of files, and returns the hash that was recorded first. Service role only.';
grant execute on function public.record_inspection_receipt to service_role;

-- Security definer, because callers have no grant on inspection_files.
create function private.list_inspection(lease_id uuid, moment text, side text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.has_right('read') and not private.is_my_lease($1) then
    return private.refuse_right('read', 'view-inspection', $1);
  end if;
  return private.inspection_list($1, $2, $3);
end
$$;
call private.expose('list_inspection', 'authenticated',
  'Returns the facts of the receipt of a lease''s report (moment: entry or exit; side: tenant or landlord), and the hash of its PDF once that exists; null when the report has no files. The lease''s tenant and active staff.');

create function public.list_inspection_by_link(
  secret_hash text, lease_id uuid, moment text, side text, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return case when private.acts_for($2, opened) then private.inspection_list($2, $3, $4) end;
end
$$;
comment on function public.list_inspection_by_link is 'Does the same as list_inspection for the holder of the link of an address that acts for the landlord. Service role only.';
grant execute on function public.list_inspection_by_link to service_role;

-- Security definer, because no role may update the files of parties.
create function private.set_file_aside(file_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  file record;
  changed boolean;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Diga por que o arquivo não vale como prova, com 3 a 500 caracteres.', 'reason');
  end if;
  select * into file from private.case_file($1);
  perform private.require_found(file.path is not null, 'Arquivo não encontrado.');
  update public.inspection_files as kept set aside_at = now(), aside_by = caller, aside_reason = btrim($2)
  where kept.id = $1 and kept.aside_at is null;
  changed := found;
  update public.claim_files as kept set aside_at = now(), aside_by = caller, aside_reason = btrim($2)
  where kept.id = $1 and kept.aside_at is null;
  if found then
    -- The event raises the version of the claim, so that nobody decides with evidence that was set aside meanwhile.
    perform private.note_event(claim, 'staff', 'file-aside')
    from public.claim_files as kept join public.claims as claim on claim.id = kept.claim_id
    where kept.id = $1;
    changed := true;
  end if;
  if changed then
    perform private.note('set-file-aside', (private.current_contract(file.lease_id)).id, jsonb_build_object('file', $1));
  end if;
  return jsonb_build_object('changed', changed);
end
$$;
call private.expose('set_file_aside', 'authenticated',
  'Sets a file of a report or a claim aside, once, with a reason that both parties read. The file is kept, but it is no evidence and does not count.',
  needs => 'claims');

-- Both parties are reminded, because a landlord who misses the last day to claim gets nothing.
create function private.remind_of_claims_end(moment timestamptz default now()) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.day_in_brasilia(moment);
  days constant integer := private.proof_days();
  told record;
  count integer := 0;
begin
  if extract(hour from moment at time zone 'America/Sao_Paulo') < 8 then
    return 0;
  end if;
  for told in
    -- Only the latest reminder day that has come counts, so a schedule that was down sends no missed reminders.
    update public.leases as lease set claims_end_told_on = due.told_on
    from (
      select near.lease_id, near.last_day, max(near.last_day - ahead) as told_on
      from (
        select ending.lease_id, private.last_claim_day(ending.lease_id) as last_day
        from (
          -- A last day to claim depends on a term, on the day of the keys or on the day on which the landlord was told.
          select contract.lease_id from public.contracts as contract
          where (
            contract.end_date between today - days and today - days + 15
            or contract.ends_on between today - days and today - days + 15
          ) and contract.status <> 'cancelled' and contract.start_date <= today
          union
          select contract.lease_id from public.contract_endings as ending
          join public.contracts as contract on contract.id = ending.contract_id
          where ending.status = 'confirmed' and ending.landlord_told_on between today - 60 and today
            and contract.status <> 'cancelled' and contract.start_date <= today
        ) as ending
      ) as near
      cross join unnest(array[15, 7, 1]) as ahead
      where near.last_day >= today and near.last_day - ahead <= today
      group by near.lease_id, near.last_day
    ) as due
    where lease.id = due.lease_id and coalesce(lease.claims_end_told_on < due.told_on, true)
    returning (private.current_contract(lease.id)).id, (private.current_contract(lease.id)).tenant_email,
      due.last_day, due.told_on
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'claims-end-soon', told.tenant_email, '{}', 'claims-end-soon:' || told.id || ':' || told.told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(told.id, 'landlord-claims-end', told.told_on::text);
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function private.remind_of_claims_end is 'Queues the reminders to tenant and confirmed landlord 15, 7 and 1 days before the last day to claim, each once and from eight in the morning on. Returns the number of leases. The schedule calls this function.';
grant execute on function private.remind_of_claims_end to service_role;

-- 26_claims.sql
-- Claims: a landlord asks for what the letter guarantees, both sides are heard, and staff decide
-- (27_claims_decisions.sql). A claim belongs to a lease and uses the limit of the contract that ran on the day of the
-- damage. It is recorded on the day on which it is made, even if papers are missing. Its stage is computed from the row
-- and never stored. Callers lock the contract's row, then the claim's.
alter table public.contracts add constraint contracts_of_their_lease unique (id, lease_id);

create table public.claims (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid not null references public.leases (id) on delete cascade,
  contract_id uuid not null,
  protocol text not null unique default private.new_protocol('PA') check (private.is_protocol(protocol, 'PA')),
  request_id uuid not null unique,
  opened_by text not null check (opened_by in ('landlord', 'staff')),
  landlord_address text check (private.is_email(landlord_address)),
  opener uuid,
  opened_at timestamptz not null default now(),
  happened_on date not null,
  complete_until date not null,
  complete_at timestamptz,
  tenant_until date,
  tenant_done_at timestamptz,
  tenant_turns integer not null default 0 check (tenant_turns between 0 and 2),
  landlord_until date,
  landlord_done_at timestamptz,
  wanted text check (char_length(btrim(wanted)) between 3 and 1000),
  wanted_from text check (wanted_from in ('tenant', 'landlord')),
  wanted_at timestamptz,
  wanted_until date,
  decide_by date not null,
  round integer not null default 1 check (round between 1 and 3),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  needs_second boolean not null default false,
  second_by uuid references auth.users (id) on delete set null,
  final_at timestamptz,
  review_until date,
  decisions jsonb not null default '[]' check (jsonb_typeof(decisions) = 'array'),
  withdrawn_at timestamptz,
  withdrawn_why text check (withdrawn_why in ('landlord', 'cancelled')),
  account jsonb check (private.is_bank_account(account)),
  account_since timestamptz,
  account_givers uuid[] not null default '{}',
  account_next jsonb check (private.is_bank_account(account_next)),
  account_secret_hash text unique check (account_secret_hash ~ '^[0-9a-f]{64}$'),
  account_asked_by text check (private.is_email(account_asked_by)),
  account_changes integer not null default 0 check (account_changes >= 0),
  pay_by date,
  recourse numeric(12, 2) check (recourse between 0 and 9999999999.99),
  recourse_state text check (recourse_state in ('open', 'agreed', 'settled', 'dropped')),
  constraint claims_contract_is_of_lease
    foreign key (contract_id, lease_id) references public.contracts (id, lease_id) on delete cascade,
  constraint claims_wanted_is_whole check (num_nonnulls(wanted, wanted_from, wanted_at, wanted_until) in (0, 4)),
  constraint claims_tenant_is_heard_after_evidence check ((complete_at is null) = (tenant_until is null)),
  constraint claims_final_are_decided check (
    final_at is null or num_nulls(decided_at, review_until, pay_by) = 0
  ),
  constraint claims_later_rounds_have_decisions check (jsonb_array_length(decisions) = round - 1),
  constraint claims_withdrawn_have_cause check ((withdrawn_at is null) = (withdrawn_why is null)),
  constraint claims_account_has_time check ((account is null) = (account_since is null)),
  constraint claims_pending_account_is_whole check (
    num_nonnulls(account_next, account_secret_hash, account_asked_by) in (0, 3)
  ),
  constraint claims_recourse_has_state check ((coalesce(recourse, 0) > 0) = (recourse_state is not null))
);
comment on table public.claims is 'Claims of landlords against the guarantee, with their decision. private.claim_standing computes the stage.';
comment on column public.claims.contract_id is 'Contract whose limit the claim uses: the one that ran on the day of the damage.';
comment on column public.claims.request_id is 'Id that the form makes, so that a second click changes nothing.';
comment on column public.claims.landlord_address is 'Address whose link opened the claim; null for a claim that staff opened for a landlord.';
comment on column public.claims.opener is 'Member of staff who opened the claim and gave its account; no foreign key, because the claim outlives the staff account.';
comment on column public.claims.happened_on is 'Day of the damage, or the day on which it was found.';
comment on column public.claims.complete_until is 'Last day on which the landlord may add evidence before the tenant''s days begin.';
comment on column public.claims.complete_at is 'Time when the landlord said that all evidence is there, or when complete_until had passed.';
comment on column public.claims.tenant_until is 'Last day of the tenant to answer. Evidence of the landlord that comes later starts new days, once.';
comment on column public.claims.tenant_turns is 'Number of times that the tenant''s days have begun, at most two.';
comment on column public.claims.landlord_until is 'Last day of the landlord to answer what the tenant sent; null until the tenant has sent something.';
comment on column public.claims.wanted is 'Latest request of staff to a party. The time for the decision does not run until the answer arrives or wanted_until has passed.';
comment on column public.claims.decide_by is 'Last day for the decision, without the days of a request that a party has not answered yet. private.claim_decide_by adds these days.';
comment on column public.claims.needs_second is 'Whether the decision needs a second person, because it grants more than one person alone may grant.';
comment on column public.claims.final_at is 'Time when the decision became final. The parties are notified after the undo period.';
comment on column public.claims.review_until is 'Last day on which a party may ask for its review of the latest final decision.';
comment on column public.claims.decisions is 'Earlier decisions, the latest last: [{round, decidedAt, decideBy, by, items}].';
comment on column public.claims.withdrawn_why is 'landlord: the landlord withdrew the claim; cancelled: its contract was cancelled, and a cancelled contract pays nothing.';
comment on column public.claims.account is 'Account to which the claim is paid. Only a mailed link changes the account of a landlord who has an address.';
comment on column public.claims.account_since is 'Time of the last change of the account. Nothing is paid for some business days after it (staff_settings.account_wait_days).';
comment on column public.claims.account_givers is 'Members of staff who gave or checked an address of the landlord before the claim was opened or its account was given. They stay when the address is removed.';
comment on column public.claims.account_next is 'Account that waits until its mailed link is opened.';
comment on column public.claims.recourse is 'Amount in reais that may be recovered from the tenant (Código Civil, art. 831). The amount is only recorded; no charge is made.';
create index claims_by_lease on public.claims (lease_id);
create index claims_by_contract on public.claims (contract_id, lease_id);
create index claims_by_opening on public.claims (opened_at desc, id desc);
create index claims_undecided on public.claims (decide_by) where final_at is null and withdrawn_at is null;
create index claims_incomplete on public.claims (complete_until) where complete_at is null and withdrawn_at is null;
-- A review of a decided claim is no open claim, so it neither prevents a claim nor is prevented by one.
create unique index claims_one_open on public.claims (contract_id, opened_by)
  where final_at is null and withdrawn_at is null and round = 1;
create index claims_by_payee on public.claims using gin (private.payee_keys(account)) where account is not null;
create index claims_by_decider on public.claims (decided_by);
create index claims_by_second on public.claims (second_by);
alter table public.claims enable row level security;
grant select, insert, update, delete on public.claims to service_role;

alter table public.charges add constraint charges_of_claim
  foreign key (claim_id) references public.claims (id) on delete cascade;

create table public.claim_items (
  id uuid primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  place integer not null check (place between 1 and 30),
  kind text not null check (kind in ('repair', 'painting', 'fine')),
  description text not null check (char_length(btrim(description)) between 3 and 1000),
  asked numeric(12, 2) not null check (asked between 0.01 and 9999999999.99),
  granted numeric(12, 2) check (granted between 0 and asked),
  reason text check (char_length(btrim(reason)) between 3 and 1000),
  clause text check (char_length(btrim(clause)) between 1 and 200),
  answer text check (char_length(btrim(answer)) between 3 and 2000),
  answered_at timestamptz,
  reply text check (char_length(btrim(reply)) between 3 and 2000),
  replied_at timestamptz,
  unique (claim_id, place),
  constraint claim_items_less_says_why check (granted is null or granted = asked or reason is not null),
  constraint claim_items_answer_has_time check ((answer is null) = (answered_at is null)),
  constraint claim_items_reply_has_time check ((reply is null) = (replied_at is null))
);
comment on table public.claim_items is 'Items of a claim, each with the tenant''s answer, the landlord''s reply and the decision.';
comment on column public.claim_items.id is 'Id that the form makes.';
comment on column public.claim_items.granted is 'Amount in reais that the decision grants: 0 for nothing, null before the decision.';
comment on column public.claim_items.reply is 'Landlord''s reply to the tenant''s answer.';
-- The PDF of a decision shows these texts and is drawn only after the mails about the decision were sent. A text that
-- no font draws must therefore be refused now.
create trigger refuse_undrawn
before insert or update of description, answer, reply, reason, clause on public.claim_items
for each row execute function private.refuse_undrawn('description', 'answer', 'reply', 'reason', 'clause');
alter table public.claim_items enable row level security;
grant select, insert, update, delete on public.claim_items to service_role;

create table public.claim_reviews (
  claim_id uuid not null references public.claims (id) on delete cascade,
  side text not null check (side in ('tenant', 'landlord')),
  round integer not null check (round in (2, 3)),
  asked_at timestamptz not null default now(),
  asked_from text check (private.is_email(asked_from)),
  text text not null check (char_length(btrim(text)) between 10 and 4000),
  items uuid[] not null check (cardinality(items) between 1 and 30),
  answer_until date not null,
  answer text check (char_length(btrim(answer)) between 3 and 4000),
  answered_at timestamptz,
  primary key (claim_id, side),
  constraint claim_reviews_answer_has_time check ((answer is null) = (answered_at is null)),
  constraint claim_reviews_of_landlords_have_address check ((side = 'landlord') = (asked_from is not null))
);
comment on table public.claim_reviews is 'Reviews of a decision: each side may ask once, for some of the items. The other side answers, and another person decides these items.';
comment on column public.claim_reviews.round is 'Decision that the review leads to: 2, or 3 when the other side asked before.';
comment on column public.claim_reviews.items is 'Items whose decision the side wants reviewed. Only these items can change.';
alter table public.claim_reviews enable row level security;
grant select, insert, update, delete on public.claim_reviews to service_role;

create table public.claim_files (
  id uuid primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  item_id uuid references public.claim_items (id) on delete cascade,
  side text not null check (side in ('landlord', 'tenant', 'staff')),
  kind text not null check (kind in ('estimate', 'invoice', 'photo', 'contract', 'keys', 'payment', 'other')),
  file_path text not null unique check (char_length(file_path) <= 400),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  sent_by uuid,
  sent_from text check (private.is_email(sent_from)),
  aside_at timestamptz,
  aside_by uuid,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint claim_files_once unique nulls not distinct (claim_id, side, item_id, file_sha256),
  constraint claim_files_aside_is_whole check (num_nonnulls(aside_at, aside_by, aside_reason) in (0, 3)),
  constraint claim_files_of_landlords_have_address check ((side = 'landlord') = (sent_from is not null))
);
comment on table public.claim_files is 'Evidence of a claim, in the bucket request-documents: <lease id>/<file>. Nobody can replace or remove a file; staff can set one aside.';
comment on column public.claim_files.id is 'Id that the browser makes once per file.';
comment on column public.claim_files.file_sha256 is 'SHA-256 of the uploaded file. A second upload of the same file is recognised by this hash.';
comment on column public.claim_files.sent_by is 'Account of the tenant or of the member of staff; no foreign key, because the file outlives the account.';
comment on column public.claim_files.sent_from is 'Address of the landlord who sent the file; null for tenant and staff.';
comment on column public.claim_files.aside_at is 'Time when staff set the file aside. Such a file is kept, but it is no evidence and does not count.';
comment on column public.claim_files.aside_by is 'Member of staff; no foreign key, because the file outlives the account.';
create index claim_files_by_claim on public.claim_files (claim_id, received_at);
create index claim_files_by_item on public.claim_files (item_id);
alter table public.claim_files enable row level security;
grant select, insert, update, delete on public.claim_files to service_role;

create table public.case_events (
  id bigint generated always as identity primary key,
  claim_id uuid not null references public.claims (id) on delete cascade,
  at timestamptz not null default now(),
  side text not null check (side in ('landlord', 'tenant', 'staff')),
  what text not null check (what in (
    'opened', 'complete', 'file', 'answered', 'done', 'silent', 'wanted', 'replied', 'decided', 'decision-undone',
    'review', 'review-answered', 'decided-again', 'account-asked', 'account-changed', 'paid', 'payment-undone',
    'withdrawn', 'voided', 'revived', 'recourse', 'file-aside'
  )),
  turn text check (turn in ('landlord', 'tenant', 'staff')),
  until date
);
comment on table public.case_events is 'Timeline of a claim. Rows never change. Each side sees some of the events (private.seen_events), and their number is the version of the claim for this side.';
comment on column public.case_events.turn is 'Side that had to act after the event, by the day in the column until.';
create index case_events_by_claim on public.case_events (claim_id, id);
alter table public.case_events enable row level security;
grant select, insert, delete on public.case_events to service_role;

create function private.has_guaranteed(contract public.contracts) returns boolean
language sql stable
return private.contract_state(contract) in ('in_force', 'expired', 'ended');
comment on function private.has_guaranteed is 'Reports whether a contract guarantees now or has guaranteed: it is in force, or it was in force until its end.';
grant execute on function private.has_guaranteed to service_role;

create function private.may_claim(lease_id uuid) returns boolean
language sql stable
return private.last_claim_day(lease_id) >= private.today_in_brasilia() and exists (
  select from public.contracts as contract where contract.lease_id = $1 and private.has_guaranteed(contract)
);
comment on function private.may_claim is 'Reports whether a claim may be opened today: from the start of the guarantee until the last day to claim.';
grant execute on function private.may_claim to service_role;

create function private.claim_limit(contract public.contracts) returns numeric
language sql stable
return coalesce(
  contract.cover_limit,
  round(contract.guarantee_reference_value * private.business_number('coveragePercent', 1, 100, 70) / 100, 2)
);
comment on function private.claim_limit is 'Returns the maximum payout of a contract in reais; by the current business rules for a contract that is older than offers.';
grant execute on function private.claim_limit to service_role;

create function private.granted_of(contract_id uuid, but_of uuid default null) returns numeric
language sql stable
begin atomic
  select coalesce(sum(item.granted), 0)
  from public.claims as claim join public.claim_items as item on item.claim_id = claim.id
  where claim.contract_id = $1 and claim.withdrawn_at is null and claim.id is distinct from $2;
end;
comment on function private.granted_of is 'Returns the granted amounts of a contract''s claims, in reais, with or without one of the claims. It includes decisions that wait for a second person, so only staff may see it.';
grant execute on function private.granted_of to service_role;

create function private.is_told(claim public.claims) returns boolean
language sql stable
-- A decision that could still be undone when its claim was withdrawn is never told.
return coalesce(claim.final_at <= coalesce(claim.withdrawn_at, now()) - private.undo_period(), false);
comment on function private.is_told is 'Reports whether the parties may see the current decision: it is final and can no longer be undone.';
grant execute on function private.is_told to service_role;

create function private.is_secret(claim public.claims) returns boolean
language sql stable
return claim.decided_at is not null and claim.withdrawn_at is null and not private.is_told(claim);
comment on function private.is_secret is 'Reports whether a claim has a decision that only staff may know: it waits for its second person or can be undone.';
grant execute on function private.is_secret to service_role;

create function private.has_open_charge(claim_id uuid) returns boolean
language sql stable
return exists (select from public.charges as charge where charge.claim_id = $1 and charge.is_open);
comment on function private.has_open_charge is 'Reports whether an amount of a claim is still to be paid.';
grant execute on function private.has_open_charge to service_role;

create function private.is_unsettled(claim public.claims) returns boolean
language sql stable
return claim.withdrawn_at is null and (not private.is_told(claim) or private.has_open_charge(claim.id));
comment on function private.is_unsettled is 'Reports whether a claim, as the parties know it, is not decided or not paid.';
grant execute on function private.is_unsettled to service_role;

create function private.open_claim_of(contract_id uuid) returns text
language sql stable
begin atomic
  select min(claim.protocol) from public.claims as claim where claim.contract_id = $1 and private.is_unsettled(claim);
end;
comment on function private.open_claim_of is 'Returns the protocol of a claim on a contract that is not decided, as the parties know it, or not paid; null without one.';
grant execute on function private.open_claim_of to service_role;

create function private.told_review_until(claim public.claims) returns date
language sql stable
return case
  when private.is_told(claim) then claim.review_until
  else (claim.decisions #>> '{-1,reviewUntil}')::date
end;
comment on function private.told_review_until is 'Returns the last day to ask for a review of the last decision that the parties were told; null before the first one.';
grant execute on function private.told_review_until to service_role;

create function private.told_amount(claim public.claims) returns numeric
language sql stable
return coalesce(
  case when private.is_told(claim)
    then (select sum(item.granted) from public.claim_items as item where item.claim_id = claim.id)
    else (
      select sum((former.item ->> 'granted')::numeric)
      from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    )
  end,
  0
);
comment on function private.told_amount is 'Returns the granted amount of a claim that its parties know: that of the last decision that they were told; 0 before.';
grant execute on function private.told_amount to service_role;

create function private.told_of(contract_id uuid) returns numeric
language sql stable
begin atomic
  select coalesce(sum(private.told_amount(claim)), 0)
  from public.claims as claim where claim.contract_id = $1 and claim.withdrawn_at is null;
end;
comment on function private.told_of is 'Returns the granted amounts of a contract''s claims that the parties know, in reais. private.granted_of is for staff.';
grant execute on function private.told_of to service_role;

create function private.claim_limits(lease_id uuid, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'contractId', contract.id, 'startDate', contract.start_date, 'lastDay', private.last_day(contract),
    'limit', private.claim_limit(contract),
    'left', private.claim_limit(contract) - case viewer
      when 'staff' then private.granted_of(contract.id) else private.told_of(contract.id)
    end
  ) order by contract.start_date), '[]')
  from public.contracts as contract
  where contract.lease_id = $1 and contract.status <> 'cancelled';
$$;
comment on function private.claim_limits is 'Returns limit and rest of each contract of a lease: [{contractId, startDate, lastDay, limit, left}]. Parties see only what decisions that they were told have used.';
grant execute on function private.claim_limits to service_role;

-- The lock on the contract makes two concurrent decisions run one after the other, so the later one counts what the
-- earlier one granted.
create function private.keep_within_limit() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  held public.contracts;
  is_over boolean;
begin
  select contract.* into held
  from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
  where claim.id = new.claim_id for no key update of contract;
  is_over := private.granted_of(held.id) > private.claim_limit(held);
  if is_over then
    raise sqlstate 'PT409' using message = 'O limite da garantia não alcança esse valor: restam '
      || private.money_text(private.claim_limit(held) - private.granted_of(held.id, new.claim_id))
      || ' para este pedido.';
  end if;
  return null;
end
$$;
comment on function private.keep_within_limit is 'Refuses a decision that would bring the granted amounts of all claims of a contract above its limit.';
create trigger keep_within_limit after insert or update of granted on public.claim_items
for each row when (new.granted > 0) execute function private.keep_within_limit();

create function private.keep_charges_within_limit() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (
    select sum(charge.amount) from public.charges as charge
    where charge.contract_id = new.contract_id and charge.kind = 'claim' and charge.cancelled_at is null
  ) > (
    select private.claim_limit(contract) from public.contracts as contract where contract.id = new.contract_id for no key update
  ) then
    raise sqlstate 'PT409' using message = 'O limite da garantia não alcança esse valor.';
  end if;
  return null;
end
$$;
comment on function private.keep_charges_within_limit is 'Keeps the sum of a contract''s claim charges that are not cancelled within its limit.';
create trigger keep_charges_within_limit after insert or update of cancelled_at on public.charges
for each row when (new.kind = 'claim' and new.cancelled_at is null)
execute function private.keep_charges_within_limit();

create function private.claim_answer_days() returns integer
language sql stable
return private.business_number('claimAnswerDays', 1, 60, 5);
comment on function private.claim_answer_days is 'Returns the number of days in which a party answers, by the business rules.';
grant execute on function private.claim_answer_days to service_role;

create function private.decision_day(claim public.claims) returns date
language sql stable
return greatest(
  claim.landlord_until, coalesce(claim.tenant_until, claim.complete_until + private.claim_answer_days()),
  (select max(review.answer_until) from public.claim_reviews as review where review.claim_id = claim.id and review.round = claim.round)
) + private.business_number('claimDecisionDays', 1, 90, 10);
comment on function private.decision_day is 'Returns the last day to decide a claim: the days of the decision, counted from the end of all days of the parties.';
grant execute on function private.decision_day to service_role;

create function private.claim_decide_by(claim public.claims) returns date
language sql stable
return claim.decide_by + case
  when claim.wanted_at is null then 0
  -- The time for the decision begins after the days of the parties, so a request of staff before then delays nothing.
  else greatest(0, least(private.today_in_brasilia(), claim.wanted_until) - greatest(
    private.day_in_brasilia(claim.wanted_at), coalesce(claim.tenant_until, claim.complete_until)
  ))
end;
comment on function private.claim_decide_by is 'Returns the last day to decide a claim. Days in which a party has not answered a request of staff are added.';
grant execute on function private.claim_decide_by to service_role;

create function private.open_review(claim public.claims, answering text default null) returns public.claim_reviews
language sql stable
begin atomic
  select review from public.claim_reviews as review
  where review.claim_id = claim.id and review.round = claim.round
    and claim.final_at is null and claim.withdrawn_at is null and review.answered_at is null and review.answer_until >= private.today_in_brasilia()
    and review.side is distinct from $2
  order by review.answer_until, review.side limit 1;
end;
comment on function private.open_review is 'Returns the review that a side (answering), or either side, may still answer; null in each column without one.';
grant execute on function private.open_review to service_role;

create function private.other_side(side text) returns text
language sql immutable strict
return case side when 'tenant' then 'landlord' else 'tenant' end;
comment on function private.other_side is 'Returns the other party of a claim.';
grant execute on function private.other_side to service_role;

create function private.claim_standing(claim public.claims, out stage text, out turn text, out until date)
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  review constant public.claim_reviews := private.open_review(claim);
  hear_until constant date := coalesce(claim.tenant_until, greatest(claim.complete_until, today) + private.claim_answer_days());
  granted numeric;
begin
  if claim.final_at is not null then
    select sum(item.granted) into granted from public.claim_items as item where item.claim_id = claim.id;
  end if;
  stage := case
    when claim.withdrawn_at is not null then 'withdrawn'
    when claim.final_at is not null and granted = 0 then 'refused'
    when claim.final_at is not null and private.has_open_charge(claim.id) then 'decided'
    when claim.final_at is not null then 'paid'
    when claim.decided_at is not null then 'second'
    when claim.wanted_until >= today then 'wanted'
    when claim.round > 1 then 'review'
    when claim.complete_at is null and claim.complete_until >= today then 'evidence'
    when claim.tenant_done_at is null and hear_until >= today then 'hearing'
    when claim.landlord_done_at is null and claim.landlord_until >= today then 'replying'
    else 'deciding'
  end;
  turn := case stage
    when 'evidence' then 'landlord'
    when 'hearing' then 'tenant'
    when 'replying' then 'landlord'
    when 'wanted' then claim.wanted_from
    when 'review' then coalesce(private.other_side(review.side), 'staff')
    when 'decided' then case when claim.account is null then 'landlord' else 'staff' end
    when 'deciding' then 'staff'
    when 'second' then 'staff'
  end;
  until := case stage
    when 'evidence' then claim.complete_until
    when 'hearing' then hear_until
    when 'replying' then claim.landlord_until
    when 'wanted' then claim.wanted_until
    when 'review' then coalesce(review.answer_until, private.claim_decide_by(claim))
    when 'decided' then claim.pay_by
    else case when turn is not null then private.claim_decide_by(claim) end
  end;
end
$$;
comment on function private.claim_standing is 'Returns the stage of a claim today, the side that must act (turn; null when nobody must act) and its last day to act (until).';
grant execute on function private.claim_standing to service_role;

create function private.standing_for(claim public.claims, viewer text, out stage text, out turn text, out until date)
language sql stable
begin atomic
  select
    case when not hidden.decision then known.stage when claim.round > 1 then 'review' else 'deciding' end,
    case when hidden.decision then 'staff' else known.turn end,
    case when hidden.decision then private.claim_decide_by(claim) else known.until end
  from private.claim_standing(claim) as known
  cross join lateral (select viewer <> 'staff' and private.is_secret(claim) as decision) as hidden;
end;
comment on function private.standing_for is 'Returns the stage, turn and day of a claim as a viewer (landlord, tenant or staff) knows them. A secret decision has not been made for landlord and tenant.';
grant execute on function private.standing_for to service_role;

-- The turn and the day of an event are for all sides, so a secret decision does not show in them.
create function private.note_event(claim public.claims, side text, what text) returns void
language sql
set search_path = ''
as $$
  insert into public.case_events (claim_id, side, what, turn, until)
  select claim.id, $2, $3, standing.turn, standing.until
  from private.standing_for(claim, case when $3 like 'decided%' then 'staff' else 'landlord' end) as standing;
$$;
comment on function private.note_event is 'Adds an event to the timeline of a claim, with the side that must act next. The caller passes the row as it is after the event.';
grant execute on function private.note_event to service_role;

create function private.seen_events(claim public.claims, viewer text) returns setof public.case_events
language sql stable
begin atomic
  select event from public.case_events as event
  where event.claim_id = claim.id and (viewer = 'staff' or (
    event.what <> 'decision-undone'
    and (viewer = 'landlord' or event.what not like 'account-%')
    and (viewer = 'tenant' or event.what <> 'recourse')
    -- A decision that was undone is followed by decision-undone, a former one that was told by the review of it.
    and (event.what not like 'decided%' or coalesce((
      select later.what = 'review' from public.case_events as later
      where later.claim_id = event.claim_id and later.id > event.id and later.what in ('decision-undone', 'review')
      order by later.id limit 1
    ), private.is_told(claim)))
  ));
end;
comment on function private.seen_events is 'Returns the events of a claim that a viewer (landlord, tenant or staff) may see. Landlord and tenant never see a decision that was undone, and see the others once they were told.';
grant execute on function private.seen_events to service_role;

create function private.claim_version(claim_id uuid, viewer text default 'staff') returns integer
language sql stable
begin atomic
  select count(*)::integer
  from public.claims as claim cross join lateral private.seen_events(claim, viewer) as event
  -- The event says only that days have passed, which the screen shows without it.
  where claim.id = $1 and event.what <> 'silent';
end;
comment on function private.claim_version is 'Returns the version of a claim for a viewer. Only what the viewer may see raises it, and no end of days.';
grant execute on function private.claim_version to service_role;

create function private.require_claim_version(claim public.claims, seen integer, viewer text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  news text;
begin
  if private.claim_version(claim.id, viewer) = seen then
    return;
  end if;
  select string_agg(distinct case event.what
    when 'file' then 'chegou um arquivo' when 'answered' then 'o locatário respondeu'
    when 'replied' then 'uma parte respondeu' when 'complete' then 'o locador completou as provas'
    when 'done' then 'uma parte disse que não tem mais a acrescentar' when 'wanted' then 'algo foi pedido a uma parte'
    when 'review' then 'uma revisão foi pedida' when 'review-answered' then 'a revisão foi respondida'
    when 'decided' then 'o pedido foi decidido' when 'decided-again' then 'a revisão foi decidida'
    when 'withdrawn' then 'o pedido foi retirado' when 'voided' then 'o contrato foi cancelado'
    when 'account-asked' then 'o locador informou outra conta' when 'account-changed' then 'a conta mudou'
    when 'revived' then 'o cancelamento do contrato foi desfeito'
    when 'file-aside' then 'um arquivo foi posto de lado'
    else 'o andamento mudou'
  end, ', ') into news
  from (
    select later.what from private.seen_events(claim, viewer) as later where later.what <> 'silent'
    order by later.at + case when later.what like 'decided%' then private.undo_period() else '0' end, later.id
    offset greatest(coalesce(seen, 0), 0)
  ) as event;
  raise sqlstate 'PT409' using message = 'Este pedido mudou desde que você o abriu: '
    || coalesce(news, 'atualize a página') || '. Confira e tente de novo.';
end
$$;
comment on function private.require_claim_version is 'Raises PT409, with what has changed, when a claim has another version than the person saw.';
grant execute on function private.require_claim_version to service_role;

create function private.may_review(claim public.claims, side text) returns boolean
language sql stable
return claim.withdrawn_at is null
  and coalesce(private.told_review_until(claim) >= private.today_in_brasilia(), false)
  and not exists (
    select from public.claim_reviews as review where review.claim_id = claim.id and review.side = $2
  )
  and not exists (
    select from public.contracts as contract where contract.id = claim.contract_id and contract.status = 'cancelled'
  );
comment on function private.may_review is 'Reports whether a side may still ask for its one review of a decision that it was told. A cancelled contract pays nothing, so its claims are not reviewed.';
grant execute on function private.may_review to service_role;

create function private.may_answer(claim public.claims) returns boolean
language sql stable
return claim.tenant_done_at is null and claim.round = 1
  and coalesce(claim.tenant_until >= private.today_in_brasilia(), true)
  and claim.decided_at is null and claim.withdrawn_at is null;
comment on function private.may_answer is 'Reports whether the tenant may still answer the items of a claim. Answers are taken from the opening on.';
grant execute on function private.may_answer to service_role;

create function private.may_add(claim public.claims) returns boolean
language sql stable
return claim.round = 1 and claim.decided_at is null and claim.withdrawn_at is null
  and (
    claim.complete_at is null
    or claim.landlord_done_at is null and coalesce(claim.landlord_until >= private.today_in_brasilia(), false)
  );
comment on function private.may_add is 'Reports whether the landlord may add evidence or reply to the tenant: until the evidence is complete, and in the days after the tenant''s answer.';
grant execute on function private.may_add to service_role;

create function private.takes_files(claim public.claims, side text) returns boolean
language sql stable
-- Staff may also file the proof of a payment, which comes after the decision.
return claim.withdrawn_at is null and (side = 'staff' or claim.final_at is null and claim.decided_at is null and (
  coalesce(claim.wanted_from = side and claim.wanted_until >= private.today_in_brasilia(), false)
  or (private.open_review(claim)).claim_id is not null
  or case side when 'landlord' then private.may_add(claim) else private.may_answer(claim) end
));
comment on function private.takes_files is 'Reports whether a side may upload files of a claim: in its own days, when staff asked it for something, while a review can be answered; staff at any time.';
grant execute on function private.takes_files to service_role;

create function private.payable_from(claim public.claims) returns date
language sql stable
return private.add_business_days(
  private.day_in_brasilia(claim.account_since), (select settings.account_wait_days from private.staff_settings as settings)
);
comment on function private.payable_from is 'Returns the first day on which a claim may be paid: the business days of the limits after the last change of its account. Null without an account.';
grant execute on function private.payable_from to service_role;

-- Returns what one side may see and do. Only staff see a decision that waits for its second person or can be undone.
-- Only landlord and staff see the account and the slips of payments. Only tenant and staff see the amount that may be
-- recovered.
create function private.claim_view(claim public.claims, viewer text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', claim.id, 'protocol', claim.protocol, 'leaseId', claim.lease_id, 'contractId', claim.contract_id,
    'version', private.claim_version(claim.id, viewer), 'happenedOn', claim.happened_on,
    'stage', standing.stage, 'openedAt', claim.opened_at, 'turn', standing.turn, 'until', standing.until,
    'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
    'withdrawnWhy', claim.withdrawn_why,
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', item.id, 'kind', item.kind, 'description', item.description, 'asked', item.asked,
        'granted', coalesce(decided.item -> 'granted', case when told.now then to_jsonb(item.granted) end),
        'reason', coalesce(decided.item -> 'reason', case when told.now then to_jsonb(item.reason) end),
        'clause', coalesce(decided.item -> 'clause', case when told.now then to_jsonb(item.clause) end),
        'answer', item.answer, 'reply', item.reply
      ) order by item.place), '[]')
      from public.claim_items as item
      left join lateral (
        select former.item
        from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
        where not told.now and former.item ->> 'id' = item.id::text
      ) as decided on true
      where item.claim_id = claim.id
    ),
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', file.id, 'itemId', file.item_id, 'side', file.side, 'kind', file.kind,
        'type', file.file_type, 'receivedAt', file.received_at, 'sha256', file.file_sha256,
        'asideReason', file.aside_reason
      ) order by file.received_at, file.id), '[]')
      from public.claim_files as file
      where file.claim_id = claim.id and (viewer <> 'tenant' or file.kind <> 'payment')
    ),
    'asked', (select sum(item.asked) from public.claim_items as item where item.claim_id = claim.id),
    'granted', case
      when told.now then (
        select sum(item.granted) from public.claim_items as item where item.claim_id = claim.id
      )
      else (
        select sum((former.item ->> 'granted')::numeric)
        from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
      )
    end,
    'limit', private.claim_limit(contract),
    'limitLeft', greatest(0, private.claim_limit(contract) - case viewer
      when 'staff' then private.granted_of(contract.id, case when claim.final_at is null then claim.id end)
      else private.told_of(contract.id)
    end),
    'completeUntil', claim.complete_until, 'completeAt', claim.complete_at,
    'tenantUntil', claim.tenant_until, 'landlordUntil', claim.landlord_until,
    'decideBy', private.claim_decide_by(claim), 'payBy', case when told.now then claim.pay_by end,
    'paidOn', paid.paid_on, 'movementId', paid.id,
    'payments', private.payouts_of_claim(claim.id, viewer),
    'account', case when viewer <> 'tenant' then private.masked_account(claim.account) end,
    'accountNext', case when viewer <> 'tenant' then private.masked_account(claim.account_next) end,
    'isOtherHolder', case when viewer <> 'tenant' then private.is_other_landlord(coalesce(claim.account_next, claim.account), contract) end,
    'payableFrom', case when viewer <> 'tenant' then private.payable_from(claim) end,
    'wanted', case when standing.stage = 'wanted' then jsonb_build_object(
      'from', claim.wanted_from, 'text', claim.wanted, 'until', claim.wanted_until
    ) end,
    'reviewUntil', case when private.may_review(claim, viewer) then private.told_review_until(claim) end,
    'reviews', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'by', review.side, 'at', review.asked_at, 'text', review.text, 'items', review.items, 'round', review.round,
        'answerUntil', review.answer_until, 'answer', review.answer
      )) order by review.asked_at), '[]')
      from public.claim_reviews as review where review.claim_id = claim.id
    ),
    'hasDecision', told.now or jsonb_array_length(claim.decisions) > 0,
    'may', jsonb_build_object(
      'answer', viewer = 'tenant' and private.may_answer(claim),
      'add', viewer = 'landlord' and private.may_add(claim),
      'complete', viewer = 'landlord' and standing.stage = 'evidence',
      'done', standing.stage in ('hearing', 'replying') and standing.turn = viewer,
      'reply', standing.stage = 'wanted' and claim.wanted_from = viewer,
      'sendFiles', private.takes_files(claim, viewer),
      'withdraw', viewer = 'landlord' and claim.round = 1
        and standing.stage in ('evidence', 'hearing', 'replying', 'wanted', 'deciding'),
      'review', viewer <> 'staff' and private.may_review(claim, viewer),
      'answerReview', viewer <> 'staff' and (private.open_review(claim, viewer)).claim_id is not null,
      'changeAccount', viewer = 'landlord' and standing.stage not in ('paid', 'refused', 'withdrawn')
    ),
    'recourse', case when viewer <> 'landlord' and claim.recourse > 0 and (viewer = 'staff' or told.now)
      then jsonb_build_object('amount', claim.recourse, 'state', claim.recourse_state) end,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', event.at, 'side', event.side, 'what', event.what, 'turn', event.turn, 'until', event.until
      ) order by event.id), '[]')
      from private.seen_events(claim, viewer) as event
    )
  ))
  from public.contracts as contract
  cross join private.standing_for(claim, viewer) as standing
  cross join lateral (
    select private.is_told(claim) or viewer = 'staff' and claim.decided_at is not null as now
  ) as told
  left join lateral (
    select movement.id, movement.moved_on as paid_on
    from public.charges as charge
    join public.allocations as allocation on allocation.charge_id = charge.id
    join public.movements as movement on movement.id = allocation.movement_id
    where charge.claim_id = claim.id and not private.is_reversed(movement.id)
    order by movement.booked_at desc limit 1
  ) as paid on true
  where contract.id = claim.contract_id;
$$;
comment on function private.claim_view is 'Returns a claim as landlord, tenant or staff see it, with the actions that are open to them now.';
grant execute on function private.claim_view to service_role;

-- The only function that queues mails about claims. The idempotency key names claim, side and occasion.
-- private.claim_of_mail reads these from the key to compose the mail. Addresses that only read get none.
create function private.tell_of_claim(
  claim public.claims, template text, side text, occasion text, delay interval default '0'
) returns void
language plpgsql
set search_path = ''
as $$
declare
  key constant text := template || ':' || claim.id || ':' || side || ':' || occasion;
  tenant text;
begin
  if side = 'landlord' then
    perform private.enqueue_mail(
      template, told.address, '{}', key || ':' || md5(told.address), contract_id => claim.contract_id, delay => delay
    )
    from private.landlord_addresses(claim.lease_id, 'acts') as told (address);
  elsif side = 'tenant' then
    select contract.tenant_email into tenant from public.contracts as contract where contract.id = claim.contract_id;
    if tenant is not null then
      perform private.enqueue_mail(template, tenant, '{}', key, contract_id => claim.contract_id, delay => delay);
    end if;
  else
    perform private.enqueue_mail(template, null, '{}', key, contract_id => claim.contract_id, delay => delay);
  end if;
end
$$;
comment on function private.tell_of_claim is 'Queues a mail about a claim once per occasion: to each address that acts for the landlord, to the tenant, or to staff.';
grant execute on function private.tell_of_claim to service_role;

create function private.claim_of_mail(mail_key text) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.claim_view(claim, split_part($1, ':', 3)) || jsonb_strip_nulls(jsonb_build_object(
    'told', split_part($1, ':', 3), 'occasion', split_part($1, ':', 4)
  ))
  from public.claims as claim
  where split_part($1, ':', 1) like 'claim-%'
    and claim.id = (case when pg_input_is_valid(split_part($1, ':', 2), 'uuid') then split_part($1, ':', 2) end)::uuid;
$$;
comment on function private.claim_of_mail is 'Returns the claim that a mail is about, as the side of its recipient sees the claim, and the occasion of the mail; null for other mails.';
grant execute on function private.claim_of_mail to service_role;

create function private.hold_claim(claim_id uuid) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  held public.claims;
begin
  perform private.lock_contract_of((select claim.contract_id from public.claims as claim where claim.id = $1));
  select * into held from public.claims as claim where claim.id = $1 for update;
  return held;
end
$$;
comment on function private.hold_claim is 'Locks a claim and its contract and returns the claim; null in each column for an unknown claim.';
grant execute on function private.hold_claim to service_role;

-- 26_claims_hearing.sql
-- Acts of landlord and tenant in a claim: open it, complete the evidence, answer, add, withdraw, ask for a review, and
-- give an account.

create function private.is_other_landlord(account jsonb, contract public.contracts) returns boolean
language sql stable
begin atomic
  select case
    when landlord.document is not null then account ->> 'document' is distinct from landlord.document
    else private.full_name_key(account ->> 'holder') is distinct from private.full_name_key(contract.landlord_name)
  end
  from public.leases as lease left join public.landlords as landlord on landlord.id = lease.landlord_id
  where lease.id = contract.lease_id and account is not null;
end;
comment on function private.is_other_landlord is 'Reports whether the holder of an account is another person than the landlord: by document if it is known, else by name. Null for no account.';
grant execute on function private.is_other_landlord to service_role;

create function private.period_on(lease_id uuid, day date) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1 and $2 between contract.start_date and private.last_day(contract)
    and private.has_guaranteed(contract)
  order by contract.start_date limit 1;
end;
comment on function private.period_on is 'Returns the contract of a lease that was in force on a day; null in each column when none was.';
grant execute on function private.period_on to service_role;

-- The contracts are locked in their order, because the end of one contract locks the later ones.
create function private.lock_periods(lease_id uuid) returns void
language sql
begin atomic
  select contract.id from public.contracts as contract
  where contract.lease_id = $1 order by contract.start_date, contract.id for no key update;
end;
comment on function private.lock_periods is 'Locks the contracts of a lease until the end of the transaction, so that two claims on the lease are opened one after the other.';
grant execute on function private.lock_periods to service_role;

-- The caller has locked the contracts of the lease.
create function private.open_claim(
  lease_id uuid, opened_by text, address text, request_id uuid, happened_on date, items jsonb, account jsonb
) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  complete_until constant date := today + private.business_number('claimEvidenceDays', 1, 30, 7);
  held public.contracts;
  open_one text;
  made public.claims;
begin
  select * into made from public.claims as claim where claim.request_id = $4;
  if made.lease_id <> $1 then
    raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
  end if;
  if made.id is not null then
    return made;
  end if;
  if not exists (
    select from public.contracts as contract where contract.lease_id = $1 and private.has_guaranteed(contract)
  ) then
    raise sqlstate 'PT409' using message = 'Esta garantia não está em vigor: não há o que acionar.';
  end if;
  if private.last_claim_day($1) < today then
    raise sqlstate 'PT409' using message = 'O último dia para acionar esta garantia foi '
      || to_char(private.last_claim_day($1), 'DD/MM/YYYY') || '.';
  end if;
  if $5 is null or $5 > today then
    perform private.reject('Informe o dia do dano, até hoje.', 'happened_on');
  end if;
  held := private.period_on($1, $5);
  if held.id is null then
    perform private.reject(case
      when $5 > (
        select max(private.last_day(contract)) from public.contracts as contract
        where contract.lease_id = $1 and contract.status <> 'cancelled'
      ) then 'O que foi encontrado depois da última vigência não está garantido.'
      else 'Neste dia a garantia não estava em vigor.'
    end, 'happened_on');
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 30 then
    perform private.reject('Inclua de 1 a 30 itens.');
  end if;
  select other.protocol into open_one from public.claims as other
  where other.contract_id = held.id and other.opened_by = $2 and other.withdrawn_at is null and other.round = 1
    -- Nobody may learn of a decision that staff can still undo.
    and not private.is_told(other);
  if open_one is not null then
    raise sqlstate 'PT409' using message = 'Já há um pedido aberto para esta vigência (' || open_one
      || '). Inclua o que falta nele, ou espere a decisão.';
  end if;
  -- Withdrawn claims count, so that nobody opens and withdraws claims without end.
  if (select count(*) >= 10 from public.claims as other where other.lease_id = $1 and other.opened_by = $2) then
    raise sqlstate 'PT409' using message = 'Esta locação já teve 10 pedidos. Fale com a nossa equipe.';
  end if;
  insert into public.claims (
    lease_id, contract_id, request_id, opened_by, landlord_address, opener, happened_on, complete_until, decide_by,
    account, account_since
  )
  values (
    $1, held.id, $4, $2, $3, case when $2 = 'staff' then (select auth.uid()) end, $5, complete_until,
    complete_until + private.claim_answer_days() + private.business_number('claimDecisionDays', 1, 90, 10),
    case when $2 = 'staff' then $7 end, case when $2 = 'staff' and $7 is not null then now() end
  )
  returning * into made;
  begin
    insert into public.claim_items (id, claim_id, place, kind, description, asked)
    select (item ->> 'id')::uuid, made.id, place, item ->> 'kind', btrim(item ->> 'description'), (item ->> 'asked')::numeric
    from jsonb_array_elements(items) with ordinality as listed (item, place);
  exception
    when unique_violation then
      raise sqlstate 'PT409' using message = 'Atualize a página e tente de novo.';
    when invalid_text_representation or numeric_value_out_of_range or check_violation or not_null_violation then
      perform private.reject('Confira os itens do pedido.');
  end;
  perform private.note_event(made, $2, 'opened');
  perform private.note('open-claim', held.id, jsonb_build_object('claim', made.id, 'status', $2));
  perform private.tell_of_claim(made, 'claim-opened', 'landlord', 'opened');
  perform private.tell_of_claim(made, 'claim-told', 'tenant', 'opened');
  perform private.tell_of_claim(made, 'claim-new', 'staff', 'opened');
  if $3 is not null then
    perform private.tell_of_act($1, $3, 'open-claim', made.id::text);
    if $7 is not null then
      made := private.change_claim_account(made, $3, $7);
    end if;
  end if;
  return made;
end
$$;
comment on function private.open_claim is 'Opens a claim once per request_id and notifies landlord, tenant and staff. Raises PT409 with the last day when it is too late, and while another claim of the same side on the same contract is open. The caller has locked the contracts of the lease.';
grant execute on function private.open_claim to service_role;

create function private.begin_hearing(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  update public.claims as changed
  set complete_at = now(), tenant_until = private.today_in_brasilia() + private.claim_answer_days(), tenant_turns = 1
  where changed.id = claim.id returning changed.* into claim;
  update public.claims as changed set decide_by = private.decision_day(claim)
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'complete');
  perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'complete');
  return claim;
end
$$;
comment on function private.begin_hearing is 'Ends the time for evidence and begins the tenant''s days. The caller has locked the claim.';
grant execute on function private.begin_hearing to service_role;

create function private.complete_claims() returns integer
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  begun integer := 0;
begin
  for claim in
    select waiting.* from public.claims as waiting
    where waiting.complete_until < private.today_in_brasilia() and waiting.complete_at is null
      and waiting.withdrawn_at is null
    limit 100 for update skip locked
  loop
    perform private.begin_hearing(claim);
    begun := begun + 1;
  end loop;
  return begun;
end
$$;
comment on function private.complete_claims is 'Begins the tenant''s days for claims whose time for evidence has passed, at most 100 per call, and returns their number. The schedule calls this function.';
grant execute on function private.complete_claims to service_role;

-- Evidence of one side starts days for the other side. The tenant, who defends himself, has the last word.
create function private.follow_evidence(claim public.claims, side text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  until constant date := private.today_in_brasilia() + private.claim_answer_days();
  occasion constant text := 'evidence-' || private.today_in_brasilia();
  held_id constant uuid := claim.id;
begin
  if claim.round > 1 then
    update public.claim_reviews as review set answer_until = greatest(review.answer_until, until)
    where review.claim_id = claim.id and review.round = claim.round and review.side = $2 and review.answered_at is null;
  elsif side = 'tenant' then
    update public.claims as changed
    set landlord_until = greatest(changed.landlord_until, until), landlord_done_at = null
    where changed.id = held_id and changed.tenant_turns < 2;
  elsif claim.complete_at is not null and claim.tenant_turns < 2 then
    update public.claims as changed
    set tenant_until = greatest(changed.tenant_until, until), tenant_done_at = null, tenant_turns = 2
    where changed.id = held_id;
  end if;
  update public.claims as changed set decide_by = private.decision_day(changed)
  where changed.id = held_id returning changed.* into claim;
  -- Before the evidence is complete, the tenant is told of all of it at once.
  if claim.complete_at is not null then
    perform private.tell_of_claim(claim, 'claim-told', private.other_side(side), occasion);
  end if;
  return claim;
end
$$;
comment on function private.follow_evidence is 'Starts new days for the other side after a side has sent texts or files, and tells the other side once a day. The caller has locked the claim.';
grant execute on function private.follow_evidence to service_role;

-- Actions of a landlord who holds the link of an address that acts. For any other address the answer is the same as for
-- an unknown claim. The caller sends the version of the claim that the person saw.
create function public.claim_by_link(
  secret_hash text, address_hash text, action text, request jsonb
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  wanted_lease constant uuid := (request ->> 'leaseId')::uuid;
  claim public.claims;
begin
  if opened is null then
    return null;
  end if;
  if action = 'open' then
    perform private.lock_periods(wanted_lease);
    if not private.acts_for(wanted_lease, opened) then
      return null;
    end if;
    claim := private.open_claim(
      wanted_lease, 'landlord', opened, (request ->> 'requestId')::uuid, (request ->> 'happenedOn')::date,
      request -> 'items', request -> 'account'
    );
    return private.claim_view(claim, 'landlord');
  end if;
  claim := private.hold_claim((request ->> 'claimId')::uuid);
  if claim.id is null or not private.acts_for(claim.lease_id, opened) then
    return null;
  end if;
  perform private.require_within_limit('claim-change-by-claim', claim.id::text || ' ' || opened);
  perform private.require_claim_version(claim, (request ->> 'version')::integer, 'landlord');
  claim := case action
    when 'withdraw' then private.withdraw_claim(claim, opened)
    when 'complete' then private.complete_claim(claim)
    when 'add' then private.reply_to_items(claim, opened, request -> 'answers')
    when 'done' then private.end_turn(claim, 'landlord')
    when 'reply' then private.reply_to_claim(claim, 'landlord', request ->> 'text', opened)
    when 'review' then private.ask_review(claim, 'landlord', opened, request -> 'items', request ->> 'text')
    when 'answer-review' then private.answer_review_of(claim, 'landlord', request ->> 'text')
    when 'change-account' then private.change_claim_account(claim, opened, request -> 'account')
  end;
  -- The other actions report themselves. A repeated call changes no version, so it reports nothing again.
  perform private.tell_of_act(
    claim.lease_id, opened, case action when 'answer-review' then 'reply' else action end,
    claim.id || '-' || private.claim_version(claim.id)
  )
  where action in ('complete', 'done', 'answer-review')
    and private.claim_version(claim.id, 'landlord') > (request ->> 'version')::integer;
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.claim_by_link is 'Opens, completes, withdraws or answers a claim, asks for a review or answers one, or gives an account, for the holder of the link of an address that acts; null for anybody else. Raises PT409 when the claim has another version. Service role only.';
grant execute on function public.claim_by_link to service_role;

create function private.complete_claim(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if (private.claim_standing(claim)).stage <> 'evidence' then
    return claim;
  end if;
  perform private.note('complete-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  return private.begin_hearing(claim);
end
$$;
comment on function private.complete_claim is 'Records that the landlord has sent all evidence, so the tenant''s days begin. The caller has locked the claim.';
grant execute on function private.complete_claim to service_role;

create function private.end_turn(claim public.claims, side text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  standing constant record := private.claim_standing(claim);
begin
  if standing.stage not in ('hearing', 'replying') or standing.turn <> side then
    raise sqlstate 'PT409' using message = 'Nada mais é esperado de você neste pedido.';
  end if;
  update public.claims as changed
  set tenant_done_at = case when side = 'tenant' then now() else changed.tenant_done_at end,
    landlord_done_at = case when side = 'landlord' then now() else changed.landlord_done_at end
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, side, 'done');
  perform private.note('reply-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'done-' || side)
  where (private.claim_standing(claim)).stage = 'deciding';
  return claim;
end
$$;
comment on function private.end_turn is 'Ends the days of a side that has nothing to add. The caller has locked the claim.';
grant execute on function private.end_turn to service_role;

create function private.withdraw_claim(claim public.claims, address text) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if claim.withdrawn_at is not null then
    return claim;
  end if;
  if private.is_told(claim) or claim.round > 1 then
    raise sqlstate 'PT409' using message = 'Este pedido já foi decidido e não pode mais ser retirado.';
  end if;
  perform private.drop_decision_mails(claim);
  update public.claims as changed
  set withdrawn_at = now(), withdrawn_why = 'landlord', account_next = null, account_secret_hash = null,
    account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.charge_claim(claim);
  perform private.note_event(claim, 'landlord', 'withdrawn');
  perform private.note('withdraw-claim', claim.contract_id, jsonb_build_object('claim', claim.id));
  perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'withdrawn');
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'withdrawn');
  perform private.tell_of_act(claim.lease_id, address, 'withdraw-claim', claim.id::text);
  return claim;
end
$$;
comment on function private.withdraw_claim is 'Withdraws a claim whose decision, if it has one, the parties were not told. This decision then has no effect. The caller has locked the claim.';
grant execute on function private.withdraw_claim to service_role;

create function private.void_claims(contract_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as changed
    set withdrawn_at = now(), withdrawn_why = 'cancelled'
    where changed.contract_id = $1 and private.is_unsettled(changed)
    returning changed.*
  loop
    if not private.is_told(claim) then
      perform private.drop_decision_mails(claim);
    end if;
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'voided');
    perform private.tell_of_claim(claim, 'claim-told', 'landlord', 'voided', delay => private.undo_period());
    perform private.tell_of_claim(claim, 'claim-told', 'tenant', 'voided', delay => private.undo_period());
  end loop;
end
$$;
comment on function private.void_claims is 'Ends the undecided and the unpaid claims on a cancelled contract, which pays nothing any more, and tells both parties after the undo period. The caller has locked the contract.';
grant execute on function private.void_claims to service_role;

create function private.revive_claims(contract_id uuid, voided_at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  for claim in
    update public.claims as changed set withdrawn_at = null, withdrawn_why = null
    where changed.contract_id = $1 and changed.withdrawn_why = 'cancelled' and changed.withdrawn_at = $2
    returning changed.*
  loop
    delete from public.outgoing_mail as mail
    where mail.status = 'queued' and mail.contract_id = $1
      and mail.idempotency_key like 'claim-told:' || claim.id || ':%:voided%';
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'revived');
    if claim.final_at > $2 - private.undo_period() then
      perform private.tell_of_decision(claim);
    end if;
  end loop;
end
$$;
comment on function private.revive_claims is 'Undoes private.void_claims at voided_at, when staff undo the cancellation. The caller has locked the contract.';
grant execute on function private.revive_claims to service_role;

create function private.reply_to_claim(
  claim public.claims, side text, words text, address text default null
) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if (private.claim_standing(claim)).stage <> 'wanted' or claim.wanted_from <> side then
    raise sqlstate 'PT409' using message = 'Nada mais é esperado de você neste pedido.';
  end if;
  if char_length(btrim(words)) > 2000 then
    perform private.reject('Use no máximo 2.000 caracteres.', 'text');
  end if;
  if char_length(btrim(words)) > 0 then
    insert into public.case_notes (id, contract_id, side, note)
    values (gen_random_uuid(), claim.contract_id, $2, left(claim.protocol || ': ' || btrim(words), 2000));
  end if;
  update public.claims as changed
  set decide_by = private.claim_decide_by(claim), wanted = null, wanted_from = null, wanted_at = null, wanted_until = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, side, 'replied');
  perform private.note('reply-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'replied-' || extract(epoch from now())::bigint);
  if address is not null then
    perform private.tell_of_act(claim.lease_id, address, 'reply', claim.id || '-' || private.claim_version(claim.id));
  end if;
  return claim;
end
$$;
comment on function private.reply_to_claim is 'Records that a party has answered the request of staff, so the time for the decision runs again. The words of the answer become a note of the case.';
grant execute on function private.reply_to_claim to service_role;

-- Writes the texts of one side to the items, [{item_id, text}], and returns how many have changed.
create function private.write_item_texts(claim public.claims, side text, texts jsonb) returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if jsonb_typeof(texts) is distinct from 'array' or jsonb_array_length(texts) not between 1 and 30 then
    perform private.reject('Responda ao menos a um item.');
  end if;
  if exists (
    select from jsonb_array_elements(texts) as given
    where coalesce(char_length(btrim(given ->> 'text')), 0) not between 3 and 2000
  ) then
    perform private.reject('Escreva de 3 a 2.000 caracteres em cada resposta.');
  end if;
  update public.claim_items as item
  set answer = case when side = 'tenant' then btrim(given ->> 'text') else item.answer end,
    answered_at = case when side = 'tenant' then now() else item.answered_at end,
    reply = case when side = 'landlord' then btrim(given ->> 'text') else item.reply end,
    replied_at = case when side = 'landlord' then now() else item.replied_at end
  from jsonb_array_elements(texts) as given
  where item.claim_id = claim.id and item.id::text = lower(given ->> 'item_id')
    and btrim(given ->> 'text') is distinct from case side when 'tenant' then item.answer else item.reply end;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.write_item_texts is 'Stores the tenant''s answers or the landlord''s replies to items, [{item_id, text}], and returns the number of changed items.';
grant execute on function private.write_item_texts to service_role;

create function private.reply_to_items(claim public.claims, address text, texts jsonb) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  if not private.may_add(claim) then
    raise sqlstate 'PT409' using message = 'O prazo para acrescentar algo a este pedido terminou.';
  end if;
  if private.write_item_texts(claim, 'landlord', texts) = 0 then
    return claim;
  end if;
  claim := private.follow_evidence(claim, 'landlord');
  perform private.note_event(claim, 'landlord', 'answered');
  perform private.note('answer-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'landlord'));
  perform private.tell_of_act(claim.lease_id, address, 'reply', claim.id || '-' || private.claim_version(claim.id));
  return claim;
end
$$;
comment on function private.reply_to_items is 'Stores what the landlord says about the tenant''s answers. The caller has locked the claim.';
grant execute on function private.reply_to_items to service_role;

create function private.ask_review(
  claim public.claims, side text, address text, items jsonb, words text
) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  chosen uuid[];
  round integer := claim.round;
begin
  if exists (
    select from public.claim_reviews as review
    where review.claim_id = claim.id and review.side = $2 and review.text = btrim(words)
  ) then
    return claim;
  end if;
  if not coalesce(private.may_review(claim, side), false) then
    raise sqlstate 'PT409' using message = case
      when exists (select from public.claim_reviews as review where review.claim_id = claim.id and review.side = $2)
        then 'Você já pediu a revisão deste pedido: há uma para cada parte.'
      when claim.withdrawn_at is not null then 'Este pedido foi encerrado.'
      when private.told_review_until(claim) is null then 'Este pedido ainda não foi decidido.'
      when private.told_review_until(claim) < private.today_in_brasilia()
        then 'O prazo para pedir a revisão terminou em ' || to_char(private.told_review_until(claim), 'DD/MM/YYYY') || '.'
      else 'O contrato foi cancelado e não paga mais nada.'
    end;
  end if;
  if coalesce(char_length(btrim(words)), 0) not between 10 and 4000 then
    perform private.reject('Conte o que deve ser revisto, com 10 a 4.000 caracteres.', 'text');
  end if;
  chosen := array(
    select item.id from public.claim_items as item
    where item.claim_id = claim.id and jsonb_typeof(items) = 'array'
      and item.id::text in (select lower(value) from jsonb_array_elements_text(items) as value)
    order by item.place
  );
  if cardinality(chosen) = 0 or cardinality(chosen) <> jsonb_array_length(items) then
    perform private.reject('Escolha os itens que devem ser revistos.', 'items');
  end if;
  if private.is_secret(claim) then
    -- Staff decide again, with this review.
    claim := private.take_back_decision(claim);
  elsif claim.final_at is not null then
    round := claim.round + 1;
    update public.claims as changed
    set round = claim.round + 1, decisions = changed.decisions || private.decision_of(claim),
      decided_at = null, decided_by = null, second_by = null, needs_second = false, final_at = null
    where changed.id = claim.id returning changed.* into claim;
  end if;
  insert into public.claim_reviews (claim_id, side, round, asked_from, text, items, answer_until)
  values (
    claim.id, $2, round, address, btrim(words), chosen, private.today_in_brasilia() + private.claim_answer_days()
  );
  update public.claims as changed set decide_by = private.decision_day(claim)
  where changed.id = claim.id returning changed.* into claim;
  -- The undisputed part is paid meanwhile.
  perform private.charge_claim(claim);
  perform private.note_event(claim, side, 'review');
  perform private.note('review-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', side));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'review-' || side);
  perform private.tell_of_claim(claim, 'claim-told', private.other_side(side), 'review');
  perform private.tell_of_claim(claim, 'claim-told', side, 'review-received');
  if address is not null then
    perform private.tell_of_act(claim.lease_id, address, 'review', claim.id::text);
  end if;
  return claim;
end
$$;
comment on function private.ask_review is 'Asks for the one review of a side, of named items; the other side may answer. What no review of the tenant disputes stays payable. The caller has locked the claim.';
grant execute on function private.ask_review to service_role;

create function private.answer_review_of(claim public.claims, side text, words text) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  review constant public.claim_reviews := private.open_review(claim, side);
begin
  if review.claim_id is null then
    raise sqlstate 'PT409' using message = 'Não há revisão a responder neste pedido.';
  end if;
  if coalesce(char_length(btrim(words)), 0) not between 3 and 4000 then
    perform private.reject('Escreva de 3 a 4.000 caracteres.', 'text');
  end if;
  update public.claim_reviews as answered set answer = btrim(words), answered_at = now()
  where answered.claim_id = claim.id and answered.side = review.side;
  perform private.note_event(claim, $2, 'review-answered');
  perform private.note('answer-review', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'review-answered-' || $2);
  return claim;
end
$$;
comment on function private.answer_review_of is 'Stores what a side says about the other side''s review. The caller has locked the claim.';
grant execute on function private.answer_review_of to service_role;

create function private.decision_of(claim public.claims) returns jsonb
language sql stable
return jsonb_build_object(
  'round', claim.round, 'decidedAt', coalesce(claim.final_at, claim.decided_at), 'by', claim.decided_by, 'second', claim.second_by,
  'recourse', claim.recourse, 'decideBy', private.claim_decide_by(claim),
  'payBy', claim.pay_by, 'reviewUntil', claim.review_until, 'items', (
    select jsonb_agg(jsonb_build_object(
      'id', item.id, 'granted', item.granted, 'reason', item.reason, 'clause', item.clause
    ) order by item.place)
    from public.claim_items as item where item.claim_id = claim.id
  )
);
comment on function private.decision_of is 'Returns the current decision of a claim in the form of the column claims.decisions.';
grant execute on function private.decision_of to service_role;

-- Security definer, because no other role may derive secrets. The mailed link must confirm the account, because a
-- person who has the link of the page may not be the owner of the mailbox.
create function private.claim_account_secret(claim_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.link_secret('landlords', 'account ' || claim.id || ' ' || claim.account_changes)
  from public.claims as claim where claim.id = $1 and claim.account_next is not null;
$$;
comment on function private.claim_account_secret(uuid) is 'Returns the secret of the link that confirms the waiting account of a claim; null when no account waits.';
grant execute on function private.claim_account_secret(uuid) to service_role;

create function private.claim_account_secret(mail public.outgoing_mail) returns text
language sql stable
begin atomic
  select private.claim_account_secret(claim.id)
  from public.claims as claim
  where claim.account_asked_by = mail.recipient and mail.idempotency_key =
    'claim-account:' || claim.id || ':landlord:' || claim.account_changes || ':' || md5(claim.account_asked_by);
end;
comment on function private.claim_account_secret(public.outgoing_mail) is 'Returns the secret for the mail that asks to confirm the account; null once another account was entered.';
grant execute on function private.claim_account_secret(public.outgoing_mail) to service_role;

-- Security definer, because no other role may derive secrets.
create function private.change_claim_account(claim public.claims, address text, account jsonb) returns public.claims
language plpgsql security definer
set search_path = ''
as $$
begin
  if (private.standing_for(claim, 'landlord')).stage in ('paid', 'refused', 'withdrawn') then
    raise sqlstate 'PT409' using message = 'Não há mais o que pagar neste pedido.';
  end if;
  if account is null or not private.is_bank_account(account) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  if claim.account_next = account or claim.account = account then
    return claim;
  end if;
  perform private.require_within_limit('claim-account-by-claim', claim.id::text || ' ' || address);
  update public.claims as changed
  set account_changes = changed.account_changes + 1, account_next = $3, account_asked_by = $2,
    account_secret_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex')
  where changed.id = claim.id;
  update public.claims as changed
  set account_secret_hash = private.link_secret_hash(private.claim_account_secret(changed.id))
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'account-asked');
  perform private.note(
    'change-claim-account', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'asked')
  );
  perform private.enqueue_mail(
    'claim-account', address, '{}',
    'claim-account:' || claim.id || ':landlord:' || claim.account_changes || ':' || md5(address),
    contract_id => claim.contract_id
  );
  perform private.tell_of_act(claim.lease_id, address, 'account-asked', claim.id || '-' || claim.account_changes);
  return claim;
end
$$;
comment on function private.change_claim_account is 'Stores an account for a claim and mails a link to the address that gave it. The account counts only after the link was opened. All addresses of the landlord are told.';
grant execute on function private.change_claim_account to service_role;

create function public.confirm_claim_account(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  giver text;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  claim := private.hold_claim((select waiting.id from public.claims as waiting where waiting.account_secret_hash = $1));
  giver := claim.account_asked_by;
  -- Checks again under the lock, because the account may have been confirmed or replaced meanwhile.
  if claim.account_secret_hash is distinct from $1 then
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  if (private.standing_for(claim, 'landlord')).stage in ('paid', 'refused', 'withdrawn')
    or not private.acts_for(claim.lease_id, giver) then
    return null;
  end if;
  update public.claims as changed
  -- account_changes increases with each confirmed account, because a payment names the version that staff saw.
  set account = changed.account_next, account_since = now(), account_changes = changed.account_changes + 1,
    account_next = null, account_secret_hash = null, account_asked_by = null
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'landlord', 'account-changed');
  perform private.note(
    'change-claim-account', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'confirmed')
  );
  perform private.tell_of_claim(claim, 'claim-new', 'staff', 'account-' || claim.account_changes);
  perform private.tell_of_act(claim.lease_id, giver, 'account-changed', claim.id || '-' || claim.account_changes);
  return private.claim_view(claim, 'landlord');
end
$$;
comment on function public.confirm_claim_account is 'Makes the waiting account of a claim the confirmed one, for the holder of the mailed link, and tells all addresses of the landlord and staff; null for an unknown or used link, or when nothing is left to pay. Service role only.';
grant execute on function public.confirm_claim_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_claims() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.claim_view(claim, 'tenant') order by claim.opened_at desc, claim.id), '[]')
  from public.claims as claim
  join public.leases as lease on lease.id = claim.lease_id
  where lease.user_id = (select auth.uid()) and (select private.has_live_session());
$$;
call private.expose('my_claims', 'authenticated',
  'Lists the claims on the leases of the signed-in tenant, newest first.');

create function private.hold_own_claim(claim_id uuid, version integer) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
begin
  if not private.is_my_lease((select known.lease_id from public.claims as known where known.id = $1)) then
    return null;
  end if;
  claim := private.hold_claim($1);
  perform private.require_within_limit('claim-change-by-claim', claim.id::text || ' ' || (select auth.uid()));
  perform private.require_claim_version(claim, version, 'tenant');
  return claim;
end
$$;
comment on function private.hold_own_claim is 'Locks and returns a claim on the caller''s own lease; null in each column for any other claim. Raises PT409 when the claim has another version than the caller saw.';

create function private.claim_change(claim public.claims, changed boolean, viewer text default 'tenant') returns jsonb
language sql stable
return jsonb_build_object(
  'changed', $2, 'stage', (private.standing_for(claim, viewer)).stage, 'version', private.claim_version(claim.id, viewer)
);
comment on function private.claim_change is 'Returns the answer to a change of a claim: whether the claim has changed, and its stage and version as the viewer knows them.';

-- Security definer, because tenants have no grant on the tables.
create function private.answer_claim(claim_id uuid, answers jsonb, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('answer-claim', $1);
  end if;
  if not private.may_answer(claim) then
    raise sqlstate 'PT409' using message = case
      when claim.tenant_done_at is not null then 'Você já respondeu a este pedido.'
      when claim.withdrawn_at is not null then 'Este pedido foi retirado.'
      else 'O prazo de resposta terminou em ' || to_char(claim.tenant_until, 'DD/MM/YYYY') || '.'
    end;
  end if;
  if private.write_item_texts(claim, 'tenant', answers) = 0 then
    return private.claim_change(claim, false);
  end if;
  claim := private.follow_evidence(claim, 'tenant');
  if claim.complete_at is not null and not exists (
    select from public.claim_items as item where item.claim_id = claim.id and item.answer is null
  ) then
    perform private.tell_of_claim(claim, 'claim-new', 'staff', 'answered-' || claim.tenant_turns);
  end if;
  perform private.note_event(claim, 'tenant', 'answered');
  perform private.note('answer-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', 'tenant'));
  return private.claim_change(claim, true);
end
$$;
call private.expose('answer_claim', 'authenticated',
  'Answers items of a claim on the caller''s own lease: [{item_id, text}]. The same text again changes nothing. Raises PT409 when the claim has another version.');

-- Security definer, because tenants have no grant on the tables.
create function private.end_claim_turn(claim_id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $2);
begin
  if claim.id is null then
    return private.refuse('answer-claim', $1);
  end if;
  return private.claim_change(private.end_turn(claim, 'tenant'), true);
end
$$;
call private.expose('end_claim_turn', 'authenticated',
  'Records that the tenant has nothing to add to a claim on the own lease, so the next days begin. Raises PT409 when the claim has another version.');

-- Security definer, because tenants have no grant on the tables.
create function private.review_claim(claim_id uuid, items jsonb, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $4);
  was constant integer := private.claim_version(claim.id);
begin
  if claim.id is null then
    return private.refuse('review-claim', $1);
  end if;
  claim := private.ask_review(claim, 'tenant', null, $2, $3);
  return private.claim_change(claim, private.claim_version(claim.id) <> was);
end
$$;
call private.expose('review_claim', 'authenticated',
  'Asks for the tenant''s one review of a decision, of named items, until the last day for it. Raises PT409 when the claim has another version.',
  'claim_id uuid, items jsonb, text text, version integer');

-- Security definer, because tenants have no grant on the tables.
create function private.answer_claim_review(claim_id uuid, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('answer-review', $1);
  end if;
  return private.claim_change(private.answer_review_of(claim, 'tenant', $2), true);
end
$$;
call private.expose('answer_claim_review', 'authenticated',
  'Answers the landlord''s review of a claim on the caller''s own lease. Raises PT409 when the claim has another version.',
  'claim_id uuid, text text, version integer');

-- Security definer, because tenants have no grant on the tables.
create function private.reply_claim(claim_id uuid, words text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims := private.hold_own_claim($1, $3);
begin
  if claim.id is null then
    return private.refuse('reply-claim', $1);
  end if;
  return private.claim_change(private.reply_to_claim(claim, 'tenant', $2), true);
end
$$;
call private.expose('reply_claim', 'authenticated',
  'Records that the tenant has answered a request of staff about a claim, with or without a text. Raises PT409 when the claim has another version.',
  'claim_id uuid, text text, version integer');

create function private.note_silence() returns integer
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims;
  noted integer := 0;
begin
  for claim in
    select silent.* from public.claims as silent
    where silent.tenant_until < private.today_in_brasilia() and silent.tenant_done_at is null
      and silent.final_at is null and silent.withdrawn_at is null and silent.round = 1
      and not exists (
        select from public.claim_items as item where item.claim_id = silent.id and item.answer is not null
      )
      and not exists (
        select from public.case_events as event where event.claim_id = silent.id and event.what = 'silent'
      )
    limit 100 for update skip locked
  loop
    perform private.note_event(claim, 'tenant', 'silent');
    noted := noted + 1;
  end loop;
  return noted;
end
$$;
comment on function private.note_silence is 'Adds one event to the timeline when the days to answer have passed without an answer. Silence does not count as agreement. The schedule calls this function.';
grant execute on function private.note_silence to service_role;

-- 27_claims_decisions.sql
-- Work of staff on claims: read a claim, ask a party, decide each item (large amounts need a second person), and record
-- what may be recovered from the tenant. This file also has the uploads and views of a claim's files.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.list_claims(
  view text, search text, after_day date, after_id uuid, page_size integer
)
returns table (
  id uuid, protocol text, stage text, turn text, until date, is_overdue boolean, sort_day date,
  opened_at timestamptz, asked numeric, granted numeric,
  contract_id uuid, contract_number text, tenant_name text, landlord_name text
)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  patterns constant text[] := private.search_patterns(search);
  wanted_protocol constant text := upper(btrim(search));
  page uuid[];
begin
  if view is null or view not in ('staff', 'second', 'parties', 'closed') then
    perform private.reject('Lista desconhecida.', 'view');
  end if;
  page := array(
    select listed.id
    from (
      select claim.id,
        case when view = 'closed' then private.day_in_brasilia(claim.opened_at) else standing.until end as day
      from public.claims as claim
      join public.contracts as contract on contract.id = claim.contract_id
      cross join private.claim_standing(claim) as standing
      where case view
          when 'staff' then standing.turn = 'staff'
          when 'second' then standing.stage = 'second'
          when 'parties' then standing.turn in ('landlord', 'tenant')
          else standing.turn is null
        end
        and (patterns is null or contract.search_text like all (patterns) or claim.protocol = wanted_protocol)
    ) as listed
    where after_day is null
      or case view
        when 'closed' then (listed.day, listed.id) < (after_day, after_id)
        else (listed.day, listed.id) > (after_day, after_id)
      end
    order by case when view = 'closed' then listed.day end desc,
      case when view = 'closed' then listed.id end desc,
      listed.day, listed.id
    limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct shown.contract_id from public.claims as shown where shown.id = any (page)
  ));
  return query
    select claim.id, claim.protocol, standing.stage, standing.turn, standing.until,
      coalesce(standing.until < today, false),
      case when view = 'closed' then private.day_in_brasilia(claim.opened_at) else standing.until end,
      claim.opened_at, sums.asked, case when claim.decided_at is not null then sums.granted end,
      contract.id, contract.contract_number, contract.tenant_name, contract.landlord_name
    from unnest(page) with ordinality as listed (id, place)
    join public.claims as claim on claim.id = listed.id
    join public.contracts as contract on contract.id = claim.contract_id
    cross join private.claim_standing(claim) as standing
    cross join lateral (
      select sum(item.asked) as asked, sum(item.granted) as granted
      from public.claim_items as item where item.claim_id = claim.id
    ) as sums
    order by listed.place;
end
$$;
call private.expose('list_claims', 'authenticated',
  'Lists one page of claims: those that wait for staff, for the second person of a decision or for a party, each by the day on which they are due, or the closed ones, newest first. The next page starts after the last row. Records the read.',
  'view text, search text default null, after_day date default null, after_id uuid default null, page_size integer default 20',
  needs => 'read');

create function private.claim_counts() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'claimsToDo', count(*) filter (where standing.turn = 'staff'),
    'claimsOverdue', count(*) filter (where standing.turn = 'staff' and standing.until < private.today_in_brasilia())
  )
  from public.claims as claim cross join private.claim_standing(claim) as standing
  where claim.withdrawn_at is null and (claim.final_at is null or private.has_open_charge(claim.id));
end;
comment on function private.claim_counts is 'Counts the claims that wait for staff, and those of them that are overdue.';
grant execute on function private.claim_counts to service_role;

-- Security definer, because staff have no grant on the tables. The account is shown in full only while something is to
-- be paid.
create function private.claim_detail(claim_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  select * into claim from public.claims as known where known.id = $1;
  perform private.require_found(found, 'Pedido não encontrado.');
  perform private.record_reading('read-contracts', array[claim.contract_id]);
  return private.claim_view(claim, 'staff') || (
    select jsonb_strip_nulls(jsonb_build_object(
      'contract', jsonb_build_object(
        'id', contract.id, 'number', contract.contract_number, 'tenantName', contract.tenant_name,
        'landlordName', contract.landlord_name, 'propertyAddress', contract.property_address,
        'startDate', contract.start_date, 'lastDay', private.last_day(contract)
      ),
      'openedBy', claim.opened_by, 'landlordAddress', claim.landlord_address,
      'inspections', private.inspections_of(claim.lease_id) -> 'inspections',
      'needsSecond', claim.needs_second,
      'decidedBy', private.staff_name(claim.decided_by), 'secondBy', private.staff_name(claim.second_by),
      'decidedByMe', coalesce(claim.decided_by = (select auth.uid()), false),
      'secondPeople', case when claim.decided_at is not null and claim.final_at is null
        then private.people_with('claims', private.kept_from_claim(claim)) end,
      'aloneUpTo', greatest(private.alone_up_to(claim.lease_id, claim.account, claim.id), 0),
      'mayDecide', private.may_decide(claim, (select auth.uid())),
      'reviewedItems', private.reviewed_items(claim),
      'undoUntil', case
        when coalesce(claim.second_by, claim.decided_by) = (select auth.uid()) and claim.decided_at is not null
          then greatest(claim.final_at, claim.decided_at) + private.undo_period()
      end,
      -- While a review runs, the part that nobody disputes is paid.
      'payTo', case when private.has_open_charge(claim.id) then claim.account end,
      'payRefusal', (
        select coalesce(
          private.payout_refusal(charge, 'pay'),
          case when private.awaits_second_person(charge) then 'Este pagamento espera a aprovação de outra pessoa. '
            || private.people_with('payouts', private.kept_from_payout(charge)) end
        )
        from public.charges as charge where charge.claim_id = claim.id and charge.is_open
      ),
      'toPay', coalesce((
        select sum(private.open_amount(charge)) from public.charges as charge where charge.claim_id = claim.id
      ), 0),
      'payouts', (
        select coalesce(jsonb_agg(private.charge_view(charge) order by charge.created_at, charge.id), '[]')
        from public.charges as charge where charge.claim_id = claim.id
      ),
      'accountVersion', claim.account_changes,
      'round', claim.round, 'tenantTurns', claim.tenant_turns
    )) || jsonb_build_object(
      'formerDecisions', claim.decisions,
      'addresses', private.lease_landlord(claim.lease_id) -> 'landlord_addresses'
    )
    from public.contracts as contract where contract.id = claim.contract_id
  );
end
$$;
call private.expose('claim_detail', 'authenticated',
  'Returns a claim with all that staff may see. Records the read.',
  needs => 'read', action => 'read-contracts');

create function private.staff_name(member uuid) returns text
language sql stable
begin atomic
  select coalesce(staff.full_name, staff.email) from public.staff where staff.user_id = $1;
end;
comment on function private.staff_name is 'Returns the name of a member of staff for colleagues; null without an account.';

-- Security definer, because staff may not write claims. Staff open a claim for a landlord who calls or visits.
create function private.open_claim_for(contract_id uuid, request jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  lease_id uuid;
  made public.claims;
  is_new boolean;
begin
  if not coalesce(pg_input_is_valid(request ->> 'requestId', 'uuid'), false) then
    perform private.reject('Atualize a página e tente de novo.');
  end if;
  if not private.is_bank_account(nullif(request -> 'account', 'null')) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  lease_id := (private.lease_of($1)).id;
  perform private.require_found(lease_id is not null, 'Contrato não encontrado.');
  perform private.lock_periods(lease_id);
  is_new := not exists (select from public.claims as claim where claim.request_id = (request ->> 'requestId')::uuid);
  made := private.open_claim(
    lease_id, 'staff', null, (request ->> 'requestId')::uuid,
    case when pg_input_is_valid(request ->> 'happenedOn', 'date') then (request ->> 'happenedOn')::date end,
    request -> 'items', nullif(request -> 'account', 'null')
  );
  return private.claim_change(made, is_new, 'staff') || jsonb_build_object('id', made.id, 'protocol', made.protocol);
end
$$;
call private.expose('open_claim_for', 'authenticated',
  'Opens a claim for the landlord of a contract''s lease, {requestId, happenedOn, items, account}, once per requestId. The days and mails are the same as for a claim that a landlord opens.',
  needs => 'claims', action => 'open-claim');

-- Security definer, because staff may not write claims.
create function private.ask_for_claim(claim_id uuid, side text, words text, until date, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
  claim public.claims;
  due constant date := until;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if $2 is null or $2 not in ('landlord', 'tenant') then
    perform private.reject('Escolha de quem se espera.', 'side');
  end if;
  if coalesce(char_length(btrim($3)), 0) not between 3 and 1000 then
    perform private.reject('Escreva o que falta, com 3 a 1.000 caracteres.', 'text');
  end if;
  if due is null or due not between today + 1 and today + 60 then
    perform private.reject('O prazo é de amanhã até daqui a 60 dias.', 'until');
  end if;
  perform private.require_claim_version(claim, $5, 'staff');
  if (private.claim_standing(claim)).stage not in ('evidence', 'hearing', 'replying', 'deciding', 'review', 'wanted') then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', 'Este pedido já foi decidido ou retirado.');
  end if;
  if claim.wanted = btrim($3) and claim.wanted_from = $2 and claim.wanted_until = due then
    return private.claim_change(claim, false, 'staff');
  end if;
  update public.claims as changed
  set decide_by = private.claim_decide_by(claim), wanted = btrim($3), wanted_from = $2, wanted_at = now(), wanted_until = due
  where changed.id = claim.id returning changed.* into claim;
  perform private.note_event(claim, 'staff', 'wanted');
  perform private.note('ask-for-claim', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  perform private.tell_of_claim(claim, 'claim-wanted', $2, extract(epoch from now())::bigint::text);
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('ask_for_claim', 'authenticated',
  'Asks landlord or tenant by mail for what a claim needs, until a day. The time for the decision does not run meanwhile. The same request again changes nothing.',
  'claim_id uuid, side text, text text, until date, version integer',
  needs => 'claims');

create function private.paid_of_claim(claim_id uuid) returns numeric
language sql stable
begin atomic
  select coalesce(sum(charge.allocated), 0) from public.charges as charge where charge.claim_id = $1;
end;
comment on function private.paid_of_claim is 'Returns the amount that was paid for a claim, in reais.';
grant execute on function private.paid_of_claim to service_role;

create function private.reviewed_items(claim public.claims) returns uuid[]
language sql stable
begin atomic
  select array_agg(distinct reviewed.item)
  from public.claim_reviews as review cross join lateral unnest(review.items) as reviewed (item)
  where review.claim_id = claim.id and review.round = claim.round and claim.round > 1;
end;
comment on function private.reviewed_items is 'Returns the items that the reviews of the current round name; null for the first decision. Only these items can change.';
grant execute on function private.reviewed_items to service_role;

create function private.due_of_claim(claim public.claims) returns numeric
language sql stable
begin atomic
  select case
    when claim.withdrawn_at is not null then 0
    when claim.final_at is not null then coalesce(sum(item.granted), 0)
    when claim.round = 1 then 0
    -- While a review runs, only what the tenant does not dispute is due.
    else coalesce(sum((former.item ->> 'granted')::numeric) filter (where not exists (
      select from public.claim_reviews as review
      where review.claim_id = claim.id and review.round = claim.round and review.side = 'tenant'
        and item.id = any (review.items)
    )), 0)
  end
  from public.claim_items as item
  left join lateral jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    on former.item ->> 'id' = item.id::text
  where item.claim_id = claim.id;
end;
comment on function private.due_of_claim is 'Returns the amount of a claim that is due or paid now, in reais: the final decision, or what the tenant''s review does not dispute.';
grant execute on function private.due_of_claim to service_role;

-- A reversal opens a paid charge again before private.charge_claim joins the open ones, so an index would be too early.
-- Security definer, because the check runs when the transaction of the caller ends.
create function private.keep_one_open_charge() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) > 1 from public.charges as charge where charge.claim_id = new.claim_id and charge.is_open) then
    raise exception 'A claim has at most one open charge.' using errcode = '23505';
  end if;
  return null;
end
$$;
comment on function private.keep_one_open_charge is 'Refuses a second open charge of a claim when the transaction ends.';
create constraint trigger keep_one_open_charge after insert or update of allocated, cancelled_at on public.charges
deferrable initially deferred for each row when (new.claim_id is not null and new.is_open)
execute function private.keep_one_open_charge();

-- A payment pays a whole charge, so an open charge is replaced when the amount changes.
create function private.charge_claim(claim public.claims) returns void
language plpgsql
set search_path = ''
as $$
declare
  due constant numeric := greatest(private.due_of_claim(claim), private.paid_of_claim(claim.id));
  charged constant numeric := (
    select coalesce(sum(charge.amount), 0) from public.charges as charge
    where charge.claim_id = claim.id and charge.cancelled_at is null
  );
  rest numeric;
begin
  if due = charged and (
    select count(*) <= 1 from public.charges as charge where charge.claim_id = claim.id and charge.is_open
  ) then
    return;
  end if;
  perform private.cancel_charge(charge, 'Valor do pedido mudou')
  from public.charges as charge where charge.claim_id = claim.id and charge.is_open;
  select due - coalesce(sum(charge.amount), 0) into rest from public.charges as charge
  where charge.claim_id = claim.id and charge.cancelled_at is null;
  if rest > 0 then
    insert into public.charges (kind, contract_id, claim_id, round, amount, due_on, cause, created_by)
    values ('claim', claim.contract_id, claim.id, claim.round, rest, claim.pay_by, 'decision', (select auth.uid()));
  end if;
end
$$;
comment on function private.charge_claim is 'Makes the charges of a claim agree with what is due: those that are paid, and one open charge of the rest. The caller has locked the contract.';
grant execute on function private.charge_claim to service_role;

create function private.may_decide(claim public.claims, member uuid) returns boolean
language sql stable
begin atomic
  select standing.stage in ('deciding', 'review') and standing.turn = 'staff' and not exists (
    select from jsonb_array_elements(claim.decisions) as former
    where member::text in (former ->> 'by', former ->> 'second')
  )
  from private.claim_standing(claim) as standing;
end;
comment on function private.may_decide is 'Reports whether a member of staff may decide a claim now. A person who decided, or agreed as the second one, does not decide the review.';
grant execute on function private.may_decide to service_role;

create function private.tell_of_decision(claim public.claims) returns void
language sql
set search_path = ''
as $$
  select private.tell_of_claim(claim, 'claim-decided', party, claim.round::text, delay => private.undo_period())
  from unnest(array['landlord', 'tenant']) as party;
$$;
comment on function private.tell_of_decision is 'Queues the mails that tell both parties of the decision of a claim after the undo period.';
grant execute on function private.tell_of_decision to service_role;

create function private.drop_decision_mails(claim public.claims) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail
  where mail.status = 'queued' and mail.attempts = 0 and mail.contract_id = claim.contract_id
    and mail.idempotency_key like 'claim-decided:' || claim.id || ':%:' || claim.round || '%';
$$;
comment on function private.drop_decision_mails is 'Deletes the unsent mails about the current decision of a claim.';
grant execute on function private.drop_decision_mails to service_role;

-- Decision, charge and mails are stored in one transaction. The mails wait for the undo period.
create function private.finish_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.today_in_brasilia();
begin
  update public.claims as final
  set final_at = now(), pay_by = today + private.business_number('claimPaymentDays', 1, 60, 5),
    review_until = today + private.business_number('claimAppealDays', 1, 90, 10),
    recourse_state = case when final.recourse > 0 then coalesce(final.recourse_state, 'open') end
  where final.id = claim.id returning final.* into claim;
  perform private.charge_claim(claim);
  perform private.note_event(claim, 'staff', case when claim.round > 1 then 'decided-again' else 'decided' end);
  perform private.tell_of_decision(claim);
  return claim;
end
$$;
comment on function private.finish_decision is 'Makes a decision final: charges what is due, and notifies both parties after the undo period.';

-- Security definer, because staff may not write claims.
create function private.decide_claim(claim_id uuid, items jsonb, recourse numeric, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  back constant numeric := coalesce(recourse, 0);
  claim public.claims;
  standing record;
  reviewed uuid[];
  granted numeric;
  decided integer;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  perform private.require_claim_version(claim, $4, 'staff');
  standing := private.claim_standing(claim);
  if standing.stage not in ('deciding', 'review') or standing.turn <> 'staff' then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', case standing.stage
      when 'evidence' then 'O locador ainda pode completar as provas.'
      when 'hearing' then 'O locatário ainda pode responder.'
      when 'replying' then 'O locador ainda pode responder.'
      when 'review' then 'A outra parte ainda pode responder à revisão.'
      when 'wanted' then 'Ainda se espera o que foi pedido a uma das partes.'
      when 'withdrawn' then 'O pedido foi retirado.'
      else 'Este pedido já foi decidido.'
    end);
  end if;
  if not private.may_decide(claim, caller) then
    return private.refuse(
      'decide-claim', claim.contract_id, 'Quem já decidiu este pedido não decide a revisão: peça a outra pessoa da equipe.'
    );
  end if;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.reject('Decida cada item.');
  end if;
  reviewed := private.reviewed_items(claim);
  begin
    update public.claim_items as item
    set granted = (given ->> 'granted')::numeric,
      reason = nullif(btrim(given ->> 'reason'), ''), clause = nullif(btrim(given ->> 'clause'), '')
    from jsonb_array_elements(items) as given
    where item.claim_id = claim.id and item.id::text = lower(given ->> 'id')
      and given ->> 'granted' is not null
      and (reviewed is null or item.id = any (reviewed));
    get diagnostics decided = row_count;
  exception
    when invalid_text_representation or numeric_value_out_of_range then
      perform private.reject('Confira os valores aprovados.');
    when check_violation then
      perform private.reject(
        'O valor aprovado vai de zero ao valor pedido, e menos que o pedido tem um motivo de 3 a 1.000 caracteres.'
      );
  end;
  if decided <> coalesce(
    cardinality(reviewed), (select count(*) from public.claim_items as item where item.claim_id = claim.id)
  ) or decided <> jsonb_array_length(items) then
    perform private.reject(case
      when reviewed is null then 'Decida cada item, uma vez.'
      else 'Decida cada item da revisão, uma vez, e nenhum outro.'
    end);
  end if;
  select sum(item.granted) into granted from public.claim_items as item where item.claim_id = claim.id;
  if granted < private.paid_of_claim(claim.id) then
    perform private.reject('Não pode ser menos do que já foi pago.');
  end if;
  if back not between 0 and granted then
    perform private.reject('O valor a recuperar vai de zero ao valor aprovado.', 'recourse');
  end if;
  update public.claims as changed
  set decided_at = now(), decided_by = caller, second_by = null, recourse = nullif(back, 0),
    decide_by = private.claim_decide_by(claim), wanted = null, wanted_from = null, wanted_at = null, wanted_until = null,
    recourse_state = case when back > 0 then coalesce(changed.recourse_state, 'open') end,
    needs_second = private.needs_second(changed.lease_id, changed.account, granted, claim_id => changed.id)
  where changed.id = claim.id returning changed.* into claim;
  perform private.note('decide-claim', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'status', case when claim.needs_second then 'second' else 'decided' end, 'granted', granted
  ));
  if not claim.needs_second then
    claim := private.finish_decision(claim);
  end if;
  return private.claim_change(claim, true, 'staff') || jsonb_build_object(
    'undoSeconds', extract(epoch from private.undo_period())
  );
end
$$;
call private.expose('decide_claim', 'authenticated',
  'Decides every item of a claim, [{id, granted, reason, clause}], or the items of its review, and the amount that may be recovered from the tenant. When the sum of the lease or payee passes the limit, the decision waits for a second person. Raises PT409 when the contract''s limit is too low, or when the claim has another version. Refuses the review to a person who decided before.',
  'claim_id uuid, items jsonb, recourse numeric, version integer',
  needs => 'claims');

create function private.restore_items(claim public.claims) returns void
language sql
set search_path = ''
as $$
  update public.claim_items as item
  set granted = (former.item ->> 'granted')::numeric, reason = former.item ->> 'reason', clause = former.item ->> 'clause'
  from public.claim_items as own
  left join lateral jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
    on former.item ->> 'id' = own.id::text
  where own.claim_id = claim.id and item.id = own.id;
$$;
comment on function private.restore_items is 'Gives the items of a claim the amounts and reasons of the last final decision, or none before the first.';
grant execute on function private.restore_items to service_role;

create function private.reopen_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  perform private.restore_items(claim);
  update public.claims as changed
  set decided_at = null, decided_by = null, second_by = null, needs_second = false, final_at = null,
    recourse = (changed.decisions #>> '{-1,recourse}')::numeric,
    recourse_state = case
      when coalesce((changed.decisions #>> '{-1,recourse}')::numeric, 0) > 0 then coalesce(changed.recourse_state, 'open')
    end,
    review_until = (changed.decisions #>> '{-1,reviewUntil}')::date,
    pay_by = (changed.decisions #>> '{-1,payBy}')::date
  where changed.id = claim.id returning changed.* into claim;
  perform private.charge_claim(claim);
  return claim;
end
$$;
comment on function private.reopen_decision is 'Takes back a decision: the amounts, the recourse, the days and the charges are those of the last final decision.';
grant execute on function private.reopen_decision to service_role;

create function private.take_back_decision(claim public.claims) returns public.claims
language plpgsql
set search_path = ''
as $$
begin
  perform private.drop_decision_mails(claim);
  claim := private.reopen_decision(claim);
  -- The event raises the version of staff, so that nobody agrees to a later decision that they have not seen.
  perform private.note_event(claim, 'staff', 'decision-undone');
  return claim;
end
$$;
comment on function private.take_back_decision is 'Reopens a claim whose decision the parties were not told, with an event that only staff see. The caller has locked the claim.';
grant execute on function private.take_back_decision to service_role;

-- Security definer, because staff may not write claims.
create function private.second_claim(claim_id uuid, agrees boolean, note text, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if (private.claim_standing(claim)).stage <> 'second' then
    return private.claim_change(claim, false, 'staff') || jsonb_build_object('why', 'Nenhuma decisão espera por uma segunda pessoa.');
  end if;
  perform private.require_claim_version(claim, $4, 'staff');
  if caller = any (private.kept_from_claim(claim)) then
    return private.refuse('second-claim', claim.contract_id, case
      when caller = claim.decided_by then 'Quem decidiu não confere a própria decisão. '
      else 'Quem abriu ou decidiu o acionamento, ou deu a conta, não confere a decisão. '
    end || private.people_with('claims', private.kept_from_claim(claim)));
  end if;
  if $2 is null or not $2 and coalesce(char_length(btrim($3)), 0) < 3 then
    perform private.reject('Diga por que não concorda.', 'note');
  end if;
  if char_length(btrim($3)) > 1000 then
    perform private.reject('A anotação tem no máximo 1.000 caracteres.', 'note');
  end if;
  if char_length(btrim($3)) > 0 then
    insert into public.case_notes (id, contract_id, author, note)
    values (gen_random_uuid(), claim.contract_id, caller, claim.protocol || ': ' || btrim($3));
  end if;
  if $2 then
    update public.claims as changed set second_by = caller
    where changed.id = claim.id returning changed.* into claim;
    claim := private.finish_decision(claim);
  else
    claim := private.take_back_decision(claim);
  end if;
  perform private.note('second-claim', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'status', case when $2 then 'agreed' else 'refused' end
  ));
  return private.claim_change(claim, true, 'staff') || jsonb_build_object(
    'undoSeconds', case when $2 then extract(epoch from private.undo_period()) else 0 end
  );
end
$$;
call private.expose('second_claim', 'authenticated',
  'Agrees to the decision of a colleague, which becomes final, or sends it back with a note; then the amounts of the last final decision are restored. Not for the person who decided.',
  'claim_id uuid, agrees boolean, note text, version integer',
  needs => 'claims');

-- Security definer, because staff may not write claims.
create function private.undo_claim_decision(claim_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if claim.decided_at is null or claim.withdrawn_at is not null
    or coalesce(claim.second_by, claim.decided_by) is distinct from (select auth.uid())
    or claim.final_at <= now() - private.undo_period()
    or claim.final_at is not null and exists (
      select from public.charges as charge where charge.claim_id = claim.id and charge.round = claim.round and charge.allocated > 0
    ) then
    return private.claim_change(claim, false, 'staff');
  end if;
  if claim.second_by is not null then
    perform private.drop_decision_mails(claim);
    -- The colleague's decision waits for a second person again.
    update public.claims as changed
    set second_by = null, final_at = null, review_until = (changed.decisions #>> '{-1,reviewUntil}')::date,
      pay_by = (changed.decisions #>> '{-1,payBy}')::date
    where changed.id = claim.id returning changed.* into claim;
    perform private.charge_claim(claim);
    perform private.note_event(claim, 'staff', 'decision-undone');
  else
    claim := private.take_back_decision(claim);
  end if;
  perform private.note('undo-claim-decision', claim.contract_id, jsonb_build_object('claim', claim.id));
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('undo_claim_decision', 'authenticated',
  'Undoes the caller''s own decision, or agreement, within the undo period; a decision that waits for a second person at any time. changed is false when it is too late.',
  needs => 'claims');

-- Security definer, because staff may not write claims.
create function private.set_claim_recourse(claim_id uuid, state text, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  claim public.claims;
begin
  claim := private.hold_claim($1);
  perform private.require_found(claim.id is not null, 'Pedido não encontrado.');
  if $2 is null or $2 not in ('open', 'agreed', 'settled', 'dropped') then
    perform private.reject('Escolha em que pé está.', 'state');
  end if;
  if char_length(btrim($3)) > 1000 then
    perform private.reject('A anotação tem no máximo 1.000 caracteres.', 'note');
  end if;
  if claim.recourse is null or claim.final_at is null or claim.recourse_state = $2 then
    return private.claim_change(claim, false, 'staff');
  end if;
  update public.claims as changed set recourse_state = $2
  where changed.id = claim.id returning changed.* into claim;
  if char_length(btrim($3)) > 0 then
    insert into public.case_notes (id, contract_id, author, note)
    values (gen_random_uuid(), claim.contract_id, (select auth.uid()), claim.protocol || ': ' || btrim($3));
  end if;
  perform private.note_event(claim, 'staff', 'recourse');
  perform private.note('set-claim-recourse', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  return private.claim_change(claim, true, 'staff');
end
$$;
call private.expose('set_claim_recourse', 'authenticated',
  'Records the outcome of recovering an amount from the tenant. Nobody is charged.',
  'claim_id uuid, state text, note text default null',
  needs => 'claims');

-- Security definer, because staff have no grant on the tables. The result names nobody.
create function private.claim_times() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.claim_figures();
end
$$;
call private.expose('claim_times', 'authenticated',
  'Returns how many claims were decided and paid in the last twelve months, how many of them in time, and the median days from opening to decision and from decision to payment. Names nobody.',
  needs => 'owner');

-- An upload has two steps: open_claim_upload checks before the file is read, receive_claim_file writes the row after
-- the file is stored. The edge function has identified the caller.
create function public.open_claim_upload(
  holder uuid, secret_hash text, is_staff boolean, claim_id uuid, file_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := case
    when secret_hash is not null then private.open_landlord_link(secret_hash, address_hash)
  end;
  claim public.claims;
  sender text;
  kept public.claim_files;
begin
  perform private.require_within_limit('claim-file-by-address', address_hash);
  select * into claim from public.claims as known where known.id = $4;
  sender := private.acting_side(claim.lease_id, opened, $1, $3);
  if claim.id is null or sender is null then
    return null;
  end if;
  perform private.require_within_limit('claim-file-by-claim', claim.id || ' ' || coalesce(opened, $1::text));
  select * into kept from public.claim_files as file
  where file.id = $5 and file.claim_id = claim.id and file.side = sender;
  return jsonb_strip_nulls(jsonb_build_object(
    'leaseId', claim.lease_id, 'isOpen', private.takes_files(claim, sender),
    'keptSha256', kept.file_sha256,
    'file', case when kept.id is not null then private.file_receipt(kept.id, kept.file_sha256, kept.received_at) end
  ));
end
$$;
comment on function public.open_claim_upload is 'Reports whether a tenant or staff (holder, is_staff) or a landlord (secret_hash) may upload a file of a claim, and what is stored under its id; null for a claim of others. Service role only.';
grant execute on function public.open_claim_upload to service_role;

create function public.receive_claim_file(
  holder uuid, secret_hash text, is_staff boolean, claim_id uuid, file_id uuid, kind text, item_id uuid,
  file_path text, file_type text, file_sha256 text, bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claim public.claims := private.hold_claim($4);
  address constant text := private.find_landlord($2);
  sender constant text := private.acting_side(claim.lease_id, address, $1, $3);
  kept public.claim_files;
begin
  if claim.id is null or sender is null
    or $7 is not null and not exists (
      select from public.claim_items as item where item.id = $7 and item.claim_id = claim.id
    ) then
    return null;
  end if;
  select * into kept from public.claim_files as file
  where file.id = $5
    or file.claim_id = claim.id and file.side = sender and file.file_sha256 = $10 and file.item_id is not distinct from $7
  order by file.id <> $5 limit 1;
  if kept.id is not null then
    return jsonb_build_object(
      'isKept', kept.claim_id = claim.id and kept.side = sender and kept.file_sha256 = $10,
      'changed', false, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at)
    );
  end if;
  if not private.takes_files(claim, sender) then
    return '{"isKept": false, "changed": false}';
  end if;
  if (
    select count(*) >= 60 or sum(file.bytes) + $11 > 209715200
    from public.claim_files as file join public.claims as other on other.id = file.claim_id
    where other.lease_id = claim.lease_id and file.side = sender and file.aside_at is null
      and (sender = 'staff' or file.sent_from is not distinct from address)
  ) then
    return '{"isKept": false, "changed": false, "isFull": true}';
  end if;
  insert into public.claim_files (
    id, claim_id, item_id, side, kind, file_path, file_type, file_sha256, bytes, sent_by, sent_from
  )
  values ($5, claim.id, $7, sender, $6, $8, $9, $10, $11, $1, address)
  returning * into kept;
  if sender <> 'staff' then
    claim := private.follow_evidence(claim, sender);
  end if;
  perform private.note_event(claim, sender, 'file');
  perform private.note('send-claim-file', claim.contract_id, jsonb_build_object(
    'claim', claim.id, 'file', kept.id, 'status', sender
  ), $1);
  -- Files come one by one, so the other addresses are told once a day.
  perform private.tell_of_act(
    claim.lease_id, address, 'send-evidence', claim.id || '-' || private.today_in_brasilia()
  )
  where address is not null;
  return jsonb_build_object('isKept', true, 'changed', true, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at));
end
$$;
comment on function public.receive_claim_file is 'Records a stored file as part of a claim and, if named, of an item, at most 60 files and 200 MB per sender over the whole life of the lease. The same id is recorded once, and so is the same content of one side and item. isKept is false when the file came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_claim_file to service_role;

-- The PDF of a decision is made from stored data when somebody first opens it, and never changes afterwards.
create table private.claim_decisions (
  claim_id uuid not null references public.claims (id) on delete cascade,
  round integer not null check (round between 1 and 3),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz not null default now(),
  primary key (claim_id, round)
);
comment on table private.claim_decisions is 'SHA-256 of the PDF of each decision. The files are in the bucket contract-documents.';
alter table private.claim_decisions enable row level security;
grant select, insert on private.claim_decisions to service_role;

-- Security definer, because callers have no grant on the tables.
create function private.view_claim_decision(claim_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  claim public.claims;
begin
  select * into claim from public.claims as known where known.id = $1;
  if not is_staff and not private.is_my_lease(claim.lease_id) then
    return private.refuse_right('read', 'view-claim-file', $1);
  end if;
  return private.opened_decision(claim, case when is_staff then 'staff' else 'tenant' end);
end
$$;
call private.expose('view_claim_decision', 'authenticated',
  'Returns the contents of the latest final decision of a claim, and the hash of its PDF once that exists; null before the first decision. The contract''s tenant and active staff; each view is recorded.');

create function public.find_claim_decision(secret_hash text, claim_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  claim public.claims;
begin
  select known.* into claim from public.claims as known
  where known.id = $2 and private.acts_for(known.lease_id, opened);
  return private.opened_decision(claim, 'landlord');
end
$$;
comment on function public.find_claim_decision is 'Does the same as view_claim_decision for the holder of the link of an address that acts for the landlord; null otherwise. Service role only.';
grant execute on function public.find_claim_decision to service_role;

create function private.opened_decision(claim public.claims, side text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  shown constant jsonb := private.claim_decision_source(claim);
begin
  if shown is not null then
    perform private.note('view-claim-file', claim.contract_id, jsonb_build_object('claim', claim.id, 'status', $2));
  end if;
  return shown;
end
$$;
comment on function private.opened_decision is 'Records a view of the decision of a claim in the audit trail and returns the decision.';
grant execute on function private.opened_decision to service_role;

create function private.claim_decision_source(claim public.claims) returns jsonb
language sql stable
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'claimId', claim.id, 'contractId', contract.id, 'protocol', claim.protocol,
    'round', (decision ->> 'round')::integer, 'sha256', drawn.file_sha256,
    'openedOn', private.day_in_brasilia(claim.opened_at),
    'decidedOn', private.day_in_brasilia((decision ->> 'decidedAt')::timestamptz),
    'contractNumber', contract.contract_number, 'tenantName', contract.tenant_name,
    'landlordName', contract.landlord_name, 'propertyAddress', contract.property_address,
    'limit', private.claim_limit(contract),
    'payBy', decision -> 'payBy', 'reviewUntil', decision -> 'reviewUntil',
    'wasHeard', exists (
      select from public.claim_items as item where item.claim_id = claim.id and item.answer is not null
    ),
    'items', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', item.kind, 'description', item.description, 'asked', item.asked, 'answer', item.answer,
        'reply', item.reply,
        'granted', decided -> 'granted', 'reason', decided -> 'reason', 'clause', decided -> 'clause'
      )) order by item.place)
      from jsonb_array_elements(decision -> 'items') as decided
      join public.claim_items as item on item.id = (decided ->> 'id')::uuid
    ),
    'reviews', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'by', review.side, 'askedOn', private.day_in_brasilia(review.asked_at), 'text', review.text,
        'answer', review.answer, 'items', (
          select jsonb_agg(item.place order by item.place) from public.claim_items as item where item.id = any (review.items)
        )
      )) order by review.asked_at, review.side), '[]')
      from public.claim_reviews as review
      where review.claim_id = claim.id and review.round <= (decision ->> 'round')::integer
    )
  ))
  from public.contracts as contract
  cross join lateral (
    select case
      when private.is_told(claim) then private.decision_of(claim)
      else claim.decisions -> -1
    end
  ) as latest (decision)
  left join private.claim_decisions as drawn
    on drawn.claim_id = claim.id and drawn.round = (decision ->> 'round')::integer
  where contract.id = claim.contract_id and decision is not null;
end;
comment on function private.claim_decision_source is 'Returns the contents of the latest final decision of a claim, even during a review, and the hash of its PDF once that exists; null before the first decision.';
grant execute on function private.claim_decision_source to service_role;

create function public.record_claim_decision(claim_id uuid, round integer, file_sha256 text) returns text
language plpgsql
set search_path = ''
as $$
begin
  insert into private.claim_decisions (claim_id, round, file_sha256) values ($1, $2, $3)
  on conflict on constraint claim_decisions_pkey do nothing;
  return (
    select drawn.file_sha256 from private.claim_decisions as drawn
    where drawn.claim_id = $1 and drawn.round = $2
  );
end
$$;
comment on function public.record_claim_decision is 'Records the hash of a decision''s stored PDF, once, and returns the hash that was recorded first. Service role only.';
grant execute on function public.record_claim_decision to service_role;

-- 28_claims_figures.sql
-- Figures about claims: the claims of one contract for staff, and how often the promised days to decide and to pay were
-- kept. Editors may publish the second figures.

-- Security definer, because staff have no grant on the tables. The audit trail records who read whose data.
create function private.contract_claims(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract where contract.id = $1;
  perform private.require_found(found, 'Contrato não encontrado.');
  perform private.record_reading('read-contracts', array[$1]);
  return jsonb_build_object(
    'limits', private.claim_limits(held.lease_id, 'staff'),
    'mayClaim', private.may_claim(held.lease_id),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', claim.id, 'protocol', claim.protocol, 'stage', standing.stage,
        'isOverdue', coalesce(standing.until < private.today_in_brasilia(), false),
        'asked', (select sum(item.asked) from public.claim_items as item where item.claim_id = claim.id)
      ) order by claim.opened_at desc, claim.id), '[]')
      from public.claims as claim cross join private.claim_standing(claim) as standing
      where claim.lease_id = held.lease_id
    )
  );
end
$$;
call private.expose('contract_claims', 'authenticated',
  'Returns a summary of the claims on a contract''s lease: {claims, limits, mayClaim}. Records the read.',
  needs => 'read', action => 'read-contracts');

-- An undecided or unpaid claim whose day has passed counts as late.
create function private.claim_figures() returns jsonb
language sql stable
begin atomic
  with since as (
    select private.today_in_brasilia() as today, (private.today_in_brasilia() - interval '12 months')::date as day
  ),
  first_decision as (
    select private.day_in_brasilia(claim.opened_at) as opened_on,
      private.day_in_brasilia(coalesce(
        (claim.decisions #>> '{0,decidedAt}')::timestamptz, case when private.is_told(claim) then claim.final_at end
      )) as day,
      coalesce((claim.decisions #>> '{0,decideBy}')::date, private.claim_decide_by(claim)) as due
    from public.claims as claim where claim.withdrawn_at is null
  ),
  decided as (
    select first_decision.* from first_decision, since
    where first_decision.day >= since.day or first_decision.day is null and first_decision.due < since.today
  ),
  paid as (
    select charge.day, charge.due_on as due, charge.owed_on
    from (
      select private.paid_on(owed) as day, owed.due_on, private.day_in_brasilia(owed.created_at) as owed_on
      from public.charges as owed where owed.kind = 'claim' and owed.cancelled_at is null
    ) as charge, since
    where charge.day >= since.day or charge.day is null and charge.due_on < since.today
  )
  select jsonb_build_object(
    'since', (select day from since),
    'decided', (select count(day) from decided),
    'decidedInTime', (select count(*) from decided where day <= due),
    'decideLate', (select count(*) from decided where day is null),
    'daysToDecide', (select percentile_cont(0.5) within group (order by day - opened_on) from decided where day is not null),
    'paid', (select count(day) from paid),
    'paidInTime', (select count(*) from paid where day <= due),
    'payLate', (select count(*) from paid where day is null),
    'daysToPay', (select percentile_cont(0.5) within group (order by day - owed_on) from paid where day is not null)
  );
end;
comment on function private.claim_figures is 'Returns how many claims were decided and paid in the last twelve months, how many of them in time, and how many are undecided or unpaid after their day. Also returns the median days from opening to decision and from decision to payment.';
grant execute on function private.claim_figures to service_role;

-- Figures of fewer than five claims are left out, because they could identify one of the claims.
create function public.published_claim_figures() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'decided', case when (known ->> 'decided')::integer >= 5 then jsonb_build_object(
      'count', (known ->> 'decided')::integer + (known ->> 'decideLate')::integer,
      'inTime', known -> 'decidedInTime', 'medianDays', known -> 'daysToDecide'
    ) end,
    'paid', case when (known ->> 'paid')::integer >= 5 then jsonb_build_object(
      'count', (known ->> 'paid')::integer + (known ->> 'payLate')::integer,
      'inTime', known -> 'paidInTime', 'medianDays', known -> 'daysToPay'
    ) end
  )
  from private.claim_figures() as known;
end;
comment on function public.published_claim_figures is 'Returns the figures that the site may publish: number of claims whose day to decide or to pay has come, how many of them in time, and the median days; null for fewer than five claims. Service role only.';
grant execute on function public.published_claim_figures to service_role;

create function private.late_claims() returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'claimDecisions', count(*) filter (where standing.stage = 'deciding' and standing.until < today.day),
    'claimSeconds', count(*) filter (where standing.stage = 'second' and claim.decided_at < now() - interval '1 day'),
    'claimReviews', count(*) filter (
      where standing.stage = 'review' and standing.turn = 'staff' and standing.until < today.day
    ),
    -- Nothing is paid for some business days after a change of the account, and nothing without an account.
    'claimPayments', count(*) filter (where owed.since < today.day and private.payable_from(claim) <= today.day),
    'claimAccounts', count(*) filter (where owed.since < today.day and claim.account is null)
  )
  from public.claims as claim
  cross join (select private.today_in_brasilia() as day) as today
  cross join private.claim_standing(claim) as standing
  left join lateral (
    select min(charge.due_on) as since from public.charges as charge
    where charge.claim_id = claim.id and charge.is_open
  ) as owed on true
  where claim.withdrawn_at is null and (claim.final_at is null or owed.since is not null);
end;
comment on function private.late_claims is 'Counts claims after their day: to decide, to decide a review, to pay, or without an account to pay to. A decision is late when it has waited a day for its second person.';
grant execute on function private.late_claims to service_role;

-- 28_payments_second_person.sql
-- Two people. Above an amount, a second person agrees to a decision or payment. The amount is compared with the sum of a
-- lease, and with that of a payee, in twelve months, so that nobody splits it. Whoever opened, gave an account or decided
-- never approves or books the payment.
create table private.payout_approvals (
  charge_id uuid primary key references public.charges (id) on delete cascade,
  account_version integer,
  approved_by uuid not null,
  approved_at timestamptz not null default now()
);
comment on table private.payout_approvals is 'Refunds and payouts that a second person approved. An approval counts only for the account that this person saw.';
comment on column private.payout_approvals.account_version is 'Version of the payee''s account; null for a refund without contract.';
comment on column private.payout_approvals.approved_by is 'Member of staff; no foreign key, because the approval outlives the account.';
alter table private.payout_approvals enable row level security;

create function private.charges_of_payee(payee jsonb) returns setof uuid
language sql stable
begin atomic
  select charge.id from public.claims as claim join public.charges as charge on charge.claim_id = claim.id
  where claim.account is not null and private.payee_keys(claim.account) && private.payee_keys($1)
  union
  select charge.id
  from public.refund_accounts as given join public.charges as charge on charge.contract_id = given.contract_id
  where given.account is not null and private.payee_keys(given.account) && private.payee_keys($1)
    and charge.kind = 'refund'
  union
  select paid.charge_id from public.movements as movement join public.allocations as paid on paid.movement_id = movement.id
  where movement.account is not null and private.payee_keys(movement.account) && private.payee_keys($1);
end;
comment on function private.charges_of_payee is 'Returns the refunds and payouts that are owed to a payee, or were paid to one of the payee''s accounts.';

-- Lists ask about many charges, and planning takes longer than the query. plpgsql keeps one plan for all calls.
create function private.alone_up_to(
  lease_id uuid, payee jsonb, claim_id uuid default null, before public.charges default null
) returns numeric
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with counted as (
      select other.amount, other.lease_id = $1 as of_lease, other.of_payee
      from (
        select charge.*, contract.lease_id, false as of_payee
        from public.contracts as contract join public.charges as charge on charge.contract_id = contract.id
        where contract.lease_id = $1
        union all
        select charge.*, null, true
        from private.charges_of_payee($2) as known (id) join public.charges as charge on charge.id = known.id
      ) as other
      where other.direction = 'out' and other.cancelled_at is null
        and other.created_at > now() - interval '12 months'
        and ($3 is null or other.claim_id is distinct from $3)
        and (before.id is null or other.id <> before.id
          -- A later charge that was paid counts too, because the account of the earlier one may have changed since.
          and (other.allocated > 0 or (other.created_at, other.id) < (before.created_at, before.id)))
    )
    select (select settings.second_person_above from private.staff_settings as settings) - greatest(
      coalesce(sum(counted.amount) filter (where counted.of_lease), 0),
      coalesce(sum(counted.amount) filter (where counted.of_payee), 0)
    )
    from counted
  );
end
$$;
comment on function private.alone_up_to is 'Returns the amount that one person may still grant or pay alone: the limit without what the lease or the payee got in twelve months. claim_id leaves out the charges of the claim that is being decided, before the charge that is being paid and later unpaid ones.';

create function private.needs_second(
  lease_id uuid, payee jsonb, amount numeric, claim_id uuid default null, before public.charges default null
) returns boolean
language sql stable
return $3 > 0 and $3 > private.alone_up_to($1, $2, $4, $5);
comment on function private.needs_second is 'Reports whether a second person must agree to an amount for a lease and payee.';

create function private.charge_needs_second(charge public.charges) returns boolean
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return charge.direction = 'out' and private.needs_second(
    (select contract.lease_id from public.contracts as contract where contract.id = charge.contract_id),
    (select paid.account from private.payee_of(charge) as paid), charge.amount, before => charge
  );
end
$$;
comment on function private.charge_needs_second is 'Reports whether a refund or payout needs a second person, by the sums of its lease and payee up to this charge.';

create function private.decision_second(claim public.claims) returns uuid
language sql stable
-- While a review runs, the undisputed part of the former decision is paid.
return case
  when claim.final_at is not null then case when claim.account_since <= claim.final_at then claim.second_by end
  when claim.round > 1 and claim.account_since <= (claim.decisions #>> '{-1,decidedAt}')::timestamptz
    then (claim.decisions #>> '{-1,second}')::uuid
end;
comment on function private.decision_second is 'Returns the second person who agreed to the decision from which a claim is paid now, and to its account; null without one, and for an account that was given later.';

create function private.awaits_second_person(charge public.charges) returns boolean
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return charge.is_open and charge.direction = 'out'
    and not exists (
      select from public.claims as claim
      where claim.id = charge.claim_id and private.decision_second(claim) is not null
    )
    and not exists (
      select from private.payout_approvals as approval
      where approval.charge_id = charge.id
        and approval.account_version is not distinct from (select paid.version from private.payee_of(charge) as paid)
        -- A person who lost the right no longer counts as one of the two.
        and private.holds_right(approval.approved_by, 'payouts')
    )
    and private.charge_needs_second(charge);
end
$$;
comment on function private.awaits_second_person is 'Reports whether a second person must approve a refund or payout before payment. The second person of a claim''s decision has approved its payment to the account of that day, too.';
grant execute on function private.awaits_second_person to service_role;

-- A list asks about hundreds of charges, so one query leaves out those that are surely within the limit. A charge counts
-- once for each key of its payee, so these sums are at least those of alone_up_to.
create function private.perhaps_needing_second() returns setof uuid
language sql stable
set search_path = ''
as $$
  with owed as (
    select charge.id, charge.amount, charge.is_open, contract.lease_id, coalesce(claim.account, given.account) as account
    from public.charges as charge
    left join public.contracts as contract on contract.id = charge.contract_id
    left join public.claims as claim on claim.id = charge.claim_id
    left join public.refund_accounts as given on given.contract_id = charge.contract_id and charge.kind = 'refund'
    where charge.direction = 'out' and charge.cancelled_at is null
      and (charge.is_open or charge.created_at > now() - interval '12 months')
  ),
  keyed as (
    select owed.id, owed.amount, keys.key from owed cross join unnest(private.payee_keys(owed.account)) as keys (key)
    union
    select owed.id, owed.amount, keys.key
    from owed
    join public.allocations as paid on paid.charge_id = owed.id
    join public.movements as movement on movement.id = paid.movement_id
    cross join unnest(private.payee_keys(movement.account)) as keys (key)
  ),
  of_key as (select keyed.key, sum(keyed.amount) as total from keyed group by keyed.key),
  of_payee as (
    select keyed.id, sum(of_key.total) as total from keyed join of_key using (key) group by keyed.id
  ),
  of_lease as (select owed.lease_id, sum(owed.amount) as total from owed group by owed.lease_id)
  select owed.id
  from owed left join of_payee using (id) left join of_lease using (lease_id)
  where owed.is_open and owed.amount + greatest(coalesce(of_payee.total, 0), coalesce(of_lease.total, 0))
    > (select settings.second_person_above from private.staff_settings as settings);
$$;
comment on function private.perhaps_needing_second is 'Returns the open refunds and payouts whose sums allow that they need a second person. awaits_second_person decides about each of them.';

create function private.kept_from_claim(claim public.claims) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct kept.member), '{}')
  from (
    select unnest(claim.account_givers || claim.opener || claim.decided_by)
    union all
    select (former ->> 'by')::uuid from jsonb_array_elements(claim.decisions) as former
    union all
    select private.address_givers(claim.lease_id)
  ) as kept (member)
  where kept.member is not null;
$$;
comment on function private.kept_from_claim is 'Returns the members of staff who opened a claim, decided it, or gave or checked an address that may give its account.';

-- The link that confirms the account of a refund goes to the tenant's address, so whoever changes this address may give
-- the account.
create function private.kept_from_payout(charge public.charges) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  kept uuid[];
begin
  if charge.claim_id is not null then
    return (select private.kept_from_claim(claim) from public.claims as claim where claim.id = charge.claim_id);
  end if;
  kept := array_remove(charge.created_by || array(
    select distinct changed.made_by
    from (
      select correction.made_by, correction.former ->> 'tenant_email' as former,
        lead(correction.former ->> 'tenant_email', 1, held.tenant_email)
          over (order by correction.made_at, correction.id) as later
      from public.contracts as held
      join public.contracts as own on own.user_id = held.user_id
      join private.contract_corrections as correction on correction.contract_id = own.id
      where held.id = charge.contract_id
    ) as changed
    where changed.former is distinct from changed.later
  ), null);
  return case when kept <> '{}' and private.charge_needs_second(charge) then kept else '{}' end;
end
$$;
comment on function private.kept_from_payout is 'Returns the members of staff who may neither approve nor book a payment: those of the claim; for a refund above the limit its creator, and those who changed the tenant''s address.';

create function private.people_with(wanted text, but_of uuid[]) returns text
language sql stable
return coalesce(
  'Quem pode: ' || private.right_holders($1, $2) || '.',
  'Ninguém mais da equipe tem o direito “' || private.right_title($1) || '”.'
);
comment on function private.people_with is 'Returns a sentence with the active members who have a right, without those named.';

create function private.payout_refusal(charge public.charges, act text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  approver uuid;
  kept uuid[];
begin
  if charge.direction <> 'out' then
    return null;
  elsif not private.has_right('payouts') then
    return coalesce(private.right_refusal('payouts'), 'Acesso não permitido.');
  end if;
  kept := private.kept_from_payout(charge);
  if act = 'pay' then
    select approval.approved_by into approver from private.payout_approvals as approval where approval.charge_id = charge.id;
  end if;
  return case
    when caller = any (kept) and charge.kind = 'claim' then
      'Quem abriu ou decidiu o acionamento, ou deu ou conferiu um e-mail do locador, não aprova nem registra o pagamento. '
    when caller = any (kept) then
      'Quem criou esta devolução, ou corrigiu o e-mail do locatário, não a aprova nem registra o pagamento. '
    when caller = approver then 'Quem aprovou este pagamento não o registra. '
  end || private.people_with('payouts', array_remove(kept || approver, null));
end
$$;
comment on function private.payout_refusal is 'Returns why the caller may not approve or pay (act) a refund or payout, and who may; null for received money and when the caller may.';

create function private.count_approvals() returns integer
language sql stable
set search_path = ''
as $$
  select count(*)::integer
  from private.perhaps_needing_second() as maybe (id) join public.charges as charge on charge.id = maybe.id
  where private.awaits_second_person(charge);
$$;
comment on function private.count_approvals is 'Counts the refunds and payouts that wait for a second person.';

create function private.count_seconds() returns integer
language sql stable
begin atomic
  select count(*)::integer from public.claims as claim
  where claim.decided_at is not null and claim.final_at is null and claim.withdrawn_at is null;
end;
comment on function private.count_seconds is 'Counts the decisions on claims that wait for a second person.';

-- Security definer, because no role may write approvals.
create function private.approve_payout(charge_id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
  paid record;
  refusal text;
begin
  charge := private.lock_charge($1);
  if not private.awaits_second_person(charge) then
    return jsonb_build_object(
      'changed', false, 'why', case when charge.is_open then 'not-waiting' else private.charge_state(charge) end
    );
  end if;
  refusal := private.payout_refusal(charge, 'approve');
  if refusal is not null then
    return private.refuse('approve-payout', charge.contract_id, refusal);
  end if;
  select * into paid from private.payee_of(charge);
  if charge.contract_id is not null and paid.account is null then
    return jsonb_build_object('changed', false, 'why', 'no-account');
  elsif paid.version is distinct from $2 then
    raise sqlstate 'PT409' using message = 'A conta mudou. Confira a conta nova antes de aprovar.';
  end if;
  insert into private.payout_approvals as approval (charge_id, account_version, approved_by)
  values (charge.id, paid.version, (select auth.uid()))
  on conflict on constraint payout_approvals_pkey do update
  set account_version = excluded.account_version, approved_by = excluded.approved_by, approved_at = now();
  perform private.note('approve-payout', charge.contract_id, jsonb_build_object('charge', charge.id, 'status', charge.kind));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('approve_payout', 'authenticated',
  'Approves a refund or payout that waits for a second person, to the account of this version. Another member then books the payment. why: not-waiting, paid, cancelled or no-account. Raises PT409 when the account has another version.',
  'charge_id uuid, version integer default null',
  needs => 'payouts');

-- Security definer, because no role may write approvals.
create function private.withdraw_approval(charge_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  charge public.charges;
begin
  charge := private.lock_charge($1);
  delete from private.payout_approvals as approval
  where approval.charge_id = charge.id and charge.is_open and approval.approved_by = (select auth.uid());
  if not found then
    return jsonb_build_object('changed', false, 'why', case
      when charge.is_open then 'not-yours' else private.charge_state(charge)
    end);
  end if;
  perform private.note('withdraw-approval', charge.contract_id, jsonb_build_object('charge', charge.id));
  return '{"changed": true}';
end
$$;
call private.expose('withdraw_approval', 'authenticated',
  'Takes back the caller''s own approval of a payment that is not booked yet. why: not-yours, paid or cancelled.',
  needs => 'payouts');

-- 29_landlords_access.sql
-- Addresses of landlords and what they may see and do. The code of a letter opens nothing, because letters are shown to
-- other people. Only the link of an address opens leases. The owner of the mailbox must confirm the address first. An
-- address that a tenant gave only reads, until staff have confirmed it against information of their own: a tenant could
-- give a mailbox of his own. Other confirmed addresses act for the landlord.
create table public.lease_addresses (
  id uuid primary key default gen_random_uuid(),
  lease_id uuid references public.leases (id) on delete cascade,
  landlord_id uuid references public.landlords (id) on delete cascade,
  address text not null check (private.is_email(address) and address = lower(btrim(address))),
  given_by text not null check (given_by in ('tenant', 'landlord', 'staff')),
  given_from text check (private.is_email(given_from)),
  giver uuid,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  refused_at timestamptz,
  checked_at timestamptz,
  checked_by uuid references auth.users (id) on delete set null,
  check_note text check (char_length(btrim(check_note)) between 3 and 500),
  standing text not null generated always as (
    case when given_by = 'tenant' and checked_at is null then 'reads' else 'acts' end
  ) stored,
  unique (lease_id, address),
  unique (landlord_id, address),
  constraint lease_addresses_are_of_one check (num_nonnulls(lease_id, landlord_id) = 1),
  constraint lease_addresses_own_are_not_of_tenants check (landlord_id is null or given_by <> 'tenant'),
  constraint lease_addresses_answer_once check (num_nonnulls(confirmed_at, refused_at) <= 1),
  constraint lease_addresses_checks_are_whole check ((checked_at is null) = (check_note is null)),
  constraint lease_addresses_of_landlords_have_giver check ((given_by = 'landlord') = (given_from is not null))
);
comment on table public.lease_addresses is 'E-mail addresses that speak for landlords. Only a confirmed address sees leases and gets mails about them.';
comment on column public.lease_addresses.lease_id is 'Only lease that this address may see.';
comment on column public.lease_addresses.landlord_id is 'Landlord to whom the address belongs. The address sees all leases of this landlord.';
comment on column public.lease_addresses.given_from is 'Address of the landlord who gave this address; null when tenant or staff gave it.';
comment on column public.lease_addresses.giver is 'Member of staff who gave the address, or who gave or checked the address that gave it; no foreign key, because the address outlives the account.';
comment on column public.lease_addresses.refused_at is 'Time when the owner of the mailbox answered that the address is not the landlord''s. The question is not asked again.';
comment on column public.lease_addresses.checked_at is 'Time when staff confirmed an address that the tenant gave, against information of their own (check_note).';
comment on column public.lease_addresses.standing is 'reads: sees letter, dates and whether a claim exists; acts: also opens claims, sends reports and gives accounts.';
create index lease_addresses_by_address on public.lease_addresses (address);
create index lease_addresses_by_checker on public.lease_addresses (checked_by);
create index lease_addresses_to_check on public.lease_addresses (confirmed_at)
  where confirmed_at is not null and given_by = 'tenant' and checked_at is null;
alter table public.lease_addresses enable row level security;
grant select (lease_id, address, given_by, created_at, confirmed_at, refused_at, standing)
  on public.lease_addresses to authenticated;
grant select, insert, update, delete on public.lease_addresses to service_role;
create policy "Tenants read the addresses that they gave" on public.lease_addresses
  for select to authenticated
  using (
    given_by = 'tenant' and lease_id in (
      select contracts.lease_id from public.contracts where contracts.user_id = (select auth.uid())
    )
  );

-- The secret is derived as for the links of requests (13_requests_tracking.sql). It contains the row's id, so a new row
-- for the same address never gets a former link. The former link stays valid until the new one is opened, or for an
-- hour, so nobody can lock a landlord out by asking for new links.
create table private.landlord_links (
  address text primary key check (private.is_email(address)),
  id uuid not null default gen_random_uuid(),
  generation integer not null default 1 check (generation > 0),
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  former_hash text unique check (former_hash ~ '^[0-9a-f]{64}$'),
  former_until timestamptz,
  constraint landlord_links_former_is_whole check ((former_hash is null) = (former_until is null))
);
comment on table private.landlord_links is 'Current link of each address of a landlord, and the link before it for as long as that one stays valid.';
alter table private.landlord_links enable row level security;

create function private.landlord_leases(address text) returns table (lease_id uuid, standing text)
language sql stable
begin atomic
  select seen.lease_id, min(seen.standing)
  from (
    select known.lease_id, known.standing from public.lease_addresses as known
    where known.address = $1 and known.confirmed_at is not null and known.lease_id is not null
    union all
    select owned.id, known.standing from public.lease_addresses as known
    join public.leases as owned on owned.landlord_id = known.landlord_id
    where known.address = $1 and known.confirmed_at is not null
  ) as seen
  group by seen.lease_id;
end;
comment on function private.landlord_leases is 'Returns the leases that an address of a landlord may see, each with its standing (acts or reads). No other function defines this right.';
grant execute on function private.landlord_leases to service_role;

create function private.acts_for(lease_id uuid, address text) returns boolean
language sql stable
return exists (
  select from private.landlord_leases(address) as seen where seen.lease_id = $1 and seen.standing = 'acts'
);
comment on function private.acts_for is 'Reports whether an address may act for the landlord of a lease.';
grant execute on function private.acts_for to service_role;

create function private.has_landlord_case(address text, since timestamptz) returns boolean
language sql stable
return exists (
  select from public.lease_addresses as known
  where known.address = $1 and known.refused_at is null and (
    known.created_at >= $2 or exists (
      select from public.leases as lease
      where (lease.id = known.lease_id or lease.landlord_id = known.landlord_id)
        and private.claims_over_on(lease.id) >= $2::date
    )
  )
);
comment on function private.has_landlord_case is 'Reports whether an address of a landlord was given, or one of its leases or claims ended, at or after a time.';
grant execute on function private.has_landlord_case to service_role;

-- Security definer, because no role may read private.retention.
create function private.is_known_landlord(address text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.has_landlord_case($1, now() - (
    select retention.keep_for from private.retention where retention.name = 'landlord-links'
  ));
$$;
comment on function private.is_known_landlord is 'Reports whether the link of an address is still valid.';
grant execute on function private.is_known_landlord to service_role;

-- Security definer, because no role may read or write private.landlord_links.
create function private.renew_landlord_link(address text, is_new boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.landlord_links;
begin
  insert into private.landlord_links as made (address, secret_hash)
  values ($1, private.link_secret_hash(gen_random_uuid()::text))
  on conflict on constraint landlord_links_pkey do update
  set generation = made.generation + case when is_new then 1 else 0 end,
    former_hash = case
      when not is_new then made.former_hash
      -- The link in use stays the former one, however often new links are asked for before one is opened.
      when made.former_until > now() then made.former_hash
      else made.secret_hash
    end,
    former_until = case
      when not is_new then made.former_until
      when made.former_until > now() then made.former_until
      else now() + interval '1 hour'
    end
  returning * into link;
  update private.landlord_links as made
  set secret_hash = private.link_secret_hash(
      private.link_secret('landlords', link.id || ' ' || link.generation)
    ),
    made_at = now()
  where made.address = $1;
end
$$;
comment on function private.renew_landlord_link is 'Gives an address a link if it has none. If is_new is true, makes a new link; the former link stays valid until the new one is opened, or for an hour.';
grant execute on function private.renew_landlord_link to service_role;

-- Security definer, because no role may read private.landlord_links.
create function private.current_landlord_secret(address text) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.link_secret('landlords', link.id || ' ' || link.generation)
  from private.landlord_links as link where link.address = $1 and private.is_known_landlord($1);
$$;
comment on function private.current_landlord_secret is 'Returns the secret of the current link of an address; null without a valid link.';
grant execute on function private.current_landlord_secret to service_role;

-- Security definer, because no role may read private.landlord_links.
create function private.find_landlord(secret_hash text) returns text
language sql stable security definer
set search_path = ''
as $$
  select link.address from private.landlord_links as link
  where (link.secret_hash = $1 or link.former_hash = $1 and link.former_until > now())
    and private.is_known_landlord(link.address);
$$;
comment on function private.find_landlord is 'Returns the address to which a link belongs; null for an unknown or expired link.';
grant execute on function private.find_landlord to service_role;

-- Security definer, because no role may write private.landlord_links.
create function private.end_former_link(secret_hash text) returns void
language sql security definer
set search_path = ''
as $$
  update private.landlord_links as link set former_hash = null, former_until = null
  where link.secret_hash = $1 and link.former_hash is not null;
$$;
comment on function private.end_former_link is 'Ends the former link of an address when its current link is opened.';
grant execute on function private.end_former_link to service_role;

create function public.landlord_secret(mail_id uuid) returns text
language sql stable
begin atomic
  select private.current_landlord_secret(mail.recipient)
  from public.outgoing_mail as mail where mail.id = $1;
end;
comment on function public.landlord_secret is 'Returns the secret of the current link of the landlord''s address to which a mail goes, while the mail is rendered; null for none. Service role only.';
grant execute on function public.landlord_secret to service_role;

create function private.is_tenant_address(lease_id uuid, address text) returns boolean
language sql stable
return exists (
  select from public.contracts as contract
  left join public.offers as offer on offer.id = contract.offer_id
  left join public.simulations as request on request.id = offer.simulation_id
  where contract.lease_id = $1 and lower(btrim($2)) in (lower(contract.tenant_email), lower(request.email))
);
comment on function private.is_tenant_address is 'Reports whether an address is the tenant''s own: that of a contract of the lease or of its request.';
grant execute on function private.is_tenant_address to service_role;

-- network limits the number of mails to typed addresses. It names the visitor's network or the lease of the person who
-- gives the address. given_from is null for tenant and staff. If is_own, the address sees all leases of the landlord.
create function private.ask_landlord(
  contract public.contracts, address text, given_by text, given_from text, network text, is_own boolean default false
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(address));
  made uuid;
begin
  if private.is_tenant_address(contract.lease_id, wanted) then
    return false;
  end if;
  insert into public.lease_addresses as known (lease_id, landlord_id, address, given_by, given_from, giver)
  select case when not is_own then lease.id end, case when is_own then lease.landlord_id end, wanted, $3, $4,
    case $3
      when 'staff' then (select auth.uid())
      when 'landlord' then (
        select coalesce(source.giver, source.checked_by) from private.addresses_of(lease.id) as source
        where source.address = $4 order by source.created_at limit 1
      )
    end
  from public.leases as lease where lease.id = contract.lease_id
  on conflict do nothing
  returning known.id into made;
  if made is null then
    return false;
  end if;
  perform private.renew_landlord_link(wanted, false);
  -- Over the limit the address is stored without a mail. Its owner can ask for the link at /locador.
  if private.may_confirm(wanted, network) then
    perform private.enqueue_mail(
      'landlord-asked', wanted, '{}', 'landlord-asked:' || made, contract_id => contract.id
    );
  end if;
  return true;
end
$$;
comment on function private.ask_landlord is 'Stores an address of a landlord and asks by mail whether the address is the landlord''s; false for an address that is already stored or that is the tenant''s own.';
grant execute on function private.ask_landlord to service_role;

create function private.addresses_of(lease_id uuid) returns setof public.lease_addresses
language sql stable
begin atomic
  select known
  from public.leases as lease
  join public.lease_addresses as known on known.lease_id = lease.id or known.landlord_id = lease.landlord_id
  where lease.id = $1;
end;
comment on function private.addresses_of is 'Returns the addresses of a lease, confirmed or not: those of this lease alone, and those of its landlord.';
grant execute on function private.addresses_of to service_role;

create function private.address_givers(lease_id uuid) returns setof uuid
language sql stable
begin atomic
  select distinct member
  from public.leases as lease
  cross join private.addresses_of(lease.id) as known
  cross join unnest(array[
    known.giver, known.checked_by,
    -- The landlord's own addresses speak for a lease from the moment at which somebody sets the landlord.
    case when known.landlord_id is not null then lease.landlord_by end
  ]) as member
  where lease.id = $1 and member is not null;
end;
comment on function private.address_givers is 'Returns the members of staff who gave or checked an address of a lease, gave or checked the address that gave it, or set the landlord to whom it belongs.';
grant execute on function private.address_givers to service_role;

create function private.keep_account_givers() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.account_givers := array(
    select unnest(new.account_givers) union select private.address_givers(new.lease_id)
  );
  return new;
end
$$;
comment on function private.keep_account_givers is 'Stores on a claim which members of staff are behind the addresses that may give its account, because somebody may remove such an address later.';
create trigger keep_account_givers before insert or update of account, account_next on public.claims
for each row execute function private.keep_account_givers();

create function private.landlord_addresses(lease_id uuid, standing text default null) returns setof text
language sql stable
begin atomic
  select known.address
  from private.addresses_of($1) as known
  where known.confirmed_at is not null
  group by known.address
  having $2 is null or min(known.standing) = $2;
end;
comment on function private.landlord_addresses is 'Returns the confirmed addresses that see a lease: all of them, or those with a standing (acts or reads).';
grant execute on function private.landlord_addresses to service_role;

create function private.tell_landlord(
  contract_id uuid, template text, occasion text, delay interval default '0'
) returns void
language sql
begin atomic
  select private.enqueue_mail(
    $2, told.address, '{}', $2 || ':' || $3 || ':' || $1 || ':' || md5(told.address),
    contract_id => $1, delay => $4
  )
  from private.landlord_addresses((private.lease_of($1)).id) as told (address);
end;
comment on function private.tell_landlord is 'Queues a mail about a contract to each confirmed address that sees its lease, once per occasion.';
grant execute on function private.tell_landlord to service_role;

-- Values of the parameter what: open-claim, complete, done, withdraw-claim, reply, send-evidence, review,
-- account-asked, account-changed, send-report, send-proof, ask-renewal, give-address or read-address (an address that
-- only reads was confirmed). The mail reads it from the key. The mails about an ending report the acts of both sides.
create function private.tell_of_act(lease_id uuid, actor text, what text, occasion text) returns void
language sql
set search_path = ''
as $$
  select private.enqueue_mail(
    'landlord-act', told.address, '{}',
    'landlord-act:' || $3 || ':' || $4 || ':' || md5($2) || ':' || md5(told.address),
    contract_id => (private.current_contract($1)).id
  )
  from private.landlord_addresses($1) as told (address)
  where told.address <> $2 or private.acts_for($1, $2);
$$;
comment on function private.tell_of_act is 'Reports an act of a landlord''s address to all confirmed addresses that see the lease, once per occasion. An address that only reads is not told of itself.';
grant execute on function private.tell_of_act to service_role;

create function private.masked_address(address text) returns text
language sql immutable
return regexp_replace($1, '^(.)[^@]*', '\1•••');
comment on function private.masked_address is 'Returns an e-mail address of which only the first character and the domain can be read.';
grant execute on function private.masked_address to service_role;

create function private.act_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'what', split_part(mail.idempotency_key, ':', 2),
    'by', (
      select min(private.masked_address(known.address)) from private.landlord_addresses(contract.lease_id) as known (address)
      where md5(known.address) = split_part(mail.idempotency_key, ':', 4)
    )
  )
  from public.contracts as contract
  where contract.id = mail.contract_id and mail.template = 'landlord-act';
end;
comment on function private.act_of_mail is 'Returns what a landlord''s address did, and the address in part, for the mail that reports it; null for other mails.';
grant execute on function private.act_of_mail to service_role;

create function private.shown_contract(lease_id uuid) returns public.contracts
language sql stable
begin atomic
  select contract from public.contracts as contract
  where contract.lease_id = $1
  order by
    contract.status <> 'cancelled'
      and private.today_in_brasilia() between contract.start_date and private.last_day(contract) desc,
    contract.status = 'cancelled', contract.start_date desc, contract.created_at desc
  limit 1;
end;
comment on function private.shown_contract is 'Returns the contract whose state and days a landlord sees for a lease: the one in force today, because a signed renewal has not begun yet, else the current one.';
grant execute on function private.shown_contract to service_role;

create function private.landlord_lease(lease_id uuid, standing text, address text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', $1, 'standing', $2, 'contractId', contract.id, 'state', private.letter_state(contract),
    'ending', private.letter_ending(contract),
    'landlord', contract.landlord_name, 'tenant', private.initials(contract.tenant_name),
    'property', contract.property_address, 'city', contract.property_city || ', ' || contract.property_state,
    'startDate', first_one.start_date, 'endDate', contract.end_date,
    'closedOn', case when contract.closed_at is not null then private.last_day(contract) end,
    'periods', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', period.id, 'state', private.letter_state(period), 'limit', period.cover_limit,
        'startDate', period.start_date, 'endDate', period.end_date, 'lastDay', private.last_day(period),
        'code', letter.code, 'issuedAt', letter.issued_at
      )) order by period.start_date desc)
      from public.contracts as period
      -- A letter without a file has not been handed out.
      left join public.letters as letter on letter.contract_id = period.id and letter.file_sha256 is not null
      where period.lease_id = $1
    ),
    'handover', (
      select ended.ending - array['reason', 'question', 'refund', 'proof_at']
      from public.contracts as held cross join lateral private.contract_ending(held) as ended (ending)
      where held.lease_id = $1 and ended.ending ->> 'status' <> 'withdrawn'
        and ended.ending ->> 'kind' not in ('regret', 'unpaid')
      order by held.start_date desc limit 1
    ),
    'renewal', private.renewal_state(contract),
    'claimUntil', private.claim_until($1),
    'claims', case $2
      when 'acts' then (
        select coalesce(jsonb_agg(private.claim_view(claim, 'landlord') order by claim.opened_at desc, claim.id), '[]')
        from public.claims as claim where claim.lease_id = $1
      )
      else (
        select coalesce(jsonb_agg(jsonb_build_object(
          'protocol', claim.protocol, 'openedAt', claim.opened_at
        ) order by claim.opened_at desc, claim.id), '[]')
        from public.claims as claim where claim.lease_id = $1
      )
    end
  ) || case when $2 = 'acts' then private.inspections_of($1) || jsonb_build_object(
    'mayClaim', private.may_claim($1),
    'limits', private.claim_limits($1, 'landlord'),
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'address', private.masked_address(known.address), 'isMine', known.address = $3,
        'standing', known.standing, 'isConfirmed', known.confirmed_at is not null
      ) order by known.created_at, known.id), '[]')
      from private.addresses_of($1) as known where known.refused_at is null
    )
  ) else '{}' end)
  from private.shown_contract($1) as contract
  cross join lateral (
    select min(period.start_date) as start_date from public.contracts as period
    where period.lease_id = $1 and period.status <> 'cancelled'
  ) as first_one;
$$;
comment on function private.landlord_lease is 'Returns a lease as an address of its landlord sees it. An address that reads gets letter and dates, and learns that a claim exists.';
grant execute on function private.landlord_lease to service_role;

create function private.landlord_view(address text) returns jsonb
language sql stable
set search_path = ''
as $$
  -- Materialized, because otherwise each line is computed again for each key of the order.
  with listed as materialized (
    select private.lease_line(seen.lease_id, seen.standing) as line from private.landlord_leases($1) as seen
  )
  select jsonb_build_object(
    'leases', (
      select coalesce(jsonb_agg(listed.line order by
        listed.line ->> 'until' nulls last, listed.line ->> 'endDate' desc, listed.line ->> 'id'
      ), '[]')
      from listed
    ),
    'waiting', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'isOwn', known.landlord_id is not null,
        'landlord', private.initials(coalesce(contract.landlord_name, landlord.name)),
        'city', contract.property_city || ', ' || contract.property_state
      ) order by known.created_at), '[]')
      from public.lease_addresses as known
      left join lateral private.current_contract(known.lease_id) as contract on true
      left join public.landlords as landlord on landlord.id = known.landlord_id
      where known.address = $1 and known.confirmed_at is null and known.refused_at is null
    )
  );
$$;
comment on function private.landlord_view is 'Returns what the link of an address shows: its leases in a list, and the leases that it is asked to confirm (waiting), with only initials and city.';
grant execute on function private.landlord_view to service_role;

create function private.lease_line(lease_id uuid, standing text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', $1, 'standing', $2, 'property', contract.property_address,
    'city', contract.property_city || ', ' || contract.property_state,
    'tenant', private.initials(contract.tenant_name), 'state', private.letter_state(contract),
    'startDate', contract.start_date,
    'endDate', case when contract.status = 'ended' then private.last_day(contract) else contract.end_date end,
    'lastClaimDay', private.last_claim_day($1), 'limit', contract.cover_limit,
    'waitsFor', waiting.what, 'until', waiting.until,
    'claim', (
      select claim.protocol from public.claims as claim
      where claim.lease_id = $1 and claim.withdrawn_at is null
        and (private.standing_for(claim, 'landlord')).stage not in ('paid', 'refused')
      order by claim.opened_at desc limit 1
    )
  ))
  from private.shown_contract($1) as contract
  left join lateral (
    select task.what, task.until
    from (
      select 'claim' as what, moved.until
      from public.claims as claim cross join private.standing_for(claim, 'landlord') as moved
      where claim.lease_id = $1 and moved.turn = 'landlord'
      union all
      select 'handover', ending.answer_until
      from public.contract_endings as ending join public.contracts as held on held.id = ending.contract_id
      where held.lease_id = $1 and 'landlord' = any (private.handover_waits_for(ending))
    ) as task
    where $2 = 'acts'
    order by task.until nulls last limit 1
  ) as waiting on true;
$$;
comment on function private.lease_line is 'Returns a lease as a line of a landlord''s list: property, state, dates, and what waits for the landlord until when.';
grant execute on function private.lease_line to service_role;

create function private.open_landlord_link(secret_hash text, address_hash text) returns text
language plpgsql
set search_path = ''
as $$
declare
  found_one text;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  found_one := private.find_landlord(secret_hash);
  if found_one is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
  else
    perform private.end_former_link(secret_hash);
  end if;
  return found_one;
end
$$;
comment on function private.open_landlord_link is 'Returns the address to which a link belongs; null for an unknown link. Attempts are counted together with those of the links of requests.';
grant execute on function private.open_landlord_link to service_role;

-- contact_id and is_mine record an answer, once: whether the address is that of the landlord.
create function public.landlord_area(
  secret_hash text, address_hash text, contact_id uuid default null, is_mine boolean default null, lease_id uuid default null
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  answered public.lease_addresses;
  seen_as text;
begin
  if opened is null then
    return null;
  end if;
  update public.lease_addresses as known
  set confirmed_at = case when is_mine then now() end,
    refused_at = case when not is_mine then now() end
  where known.id = $3 and is_mine is not null and known.address = opened
    and known.confirmed_at is null and known.refused_at is null
  returning * into answered;
  if answered.id is not null then
    perform private.answer_address(answered);
  end if;
  select seen.standing into seen_as from private.landlord_leases(opened) as seen where seen.lease_id = $5;
  return private.landlord_view(opened)
    || case when seen_as is not null then jsonb_build_object('lease', private.landlord_lease($5, seen_as, opened)) else '{}' end;
end
$$;
comment on function public.landlord_area is 'Returns the list that the link of a landlord''s address shows, with one lease in full if lease_id names one that the address sees, after recording an answer if there is one; null for an unknown or expired link. Service role only.';
grant execute on function public.landlord_area to service_role;

create function private.answer_address(answered public.lease_addresses) returns void
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.note(
    'answer-landlord', coalesce((private.current_contract(answered.lease_id)).id, answered.landlord_id),
    jsonb_build_object('status', case when answered.confirmed_at is not null then 'confirmed' else 'refused' end)
  );
  if answered.confirmed_at is null then
    return;
  end if;
  -- The letter was issued before the address was confirmed, so the mail about it is queued now. A letter that is not or
  -- will not be in force is not announced.
  for contract in
    select held.* from private.landlord_leases(answered.address) as seen
    join public.contracts as held on held.lease_id = seen.lease_id
    join public.letters as letter on letter.contract_id = held.id and letter.file_sha256 is not null
    where held.lease_id = answered.lease_id and private.is_running(held)
  loop
    perform private.tell_landlord(contract.id, 'landlord-letter', 'issued');
  end loop;
  if answered.standing = 'reads' then
    perform private.enqueue_mail(
      'address-notice', null, '{}', 'address-notice:' || answered.id,
      contract_id => (private.current_contract(answered.lease_id)).id
    );
    perform private.tell_of_act(answered.lease_id, answered.address, 'read-address', answered.id::text);
  end if;
end
$$;
comment on function private.answer_address is 'Records the answer of an address. A confirmed address is told of the letters in force; staff and the landlord''s other addresses are told of an address that waits for the check of staff.';
grant execute on function private.answer_address to service_role;

create function public.find_landlord_letter(secret_hash text, contract_id uuid, address_hash text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return (
    select document.file_path
    from private.landlord_leases(opened) as seen
    join public.contracts as contract on contract.lease_id = seen.lease_id
    join public.letters as letter on letter.contract_id = contract.id
    join public.contract_documents as document on document.contract_id = contract.id
    where contract.id = find_landlord_letter.contract_id and letter.file_sha256 is not null
      and private.letter_state(contract) <> 'revoked'
      and private.is_issued_document(document) and document.file_path like '%/carta-de-fianca%'
    order by document.created_at desc limit 1
  );
end
$$;
comment on function public.find_landlord_letter is 'Returns the path of a contract''s letter for the holder of the link of an address that sees its lease; null otherwise. Service role only.';
grant execute on function public.find_landlord_letter to service_role;

-- Known and unknown addresses get the same answer after the same work, as in public.request_tracking_link.
create function public.request_landlord_link(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  is_known boolean;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  if not private.may_mail_link('landlord', wanted, address_hash) then
    return;
  end if;
  is_known := private.is_known_landlord(wanted);
  begin
    perform private.renew_landlord_link(wanted, true);
    perform private.enqueue_mail(
      'landlord-link', wanted, '{}', 'landlord-link:' || gen_random_uuid()
    );
    if not is_known then
      raise exception 'unknown address' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_landlord_link is 'Queues a mail with a new link for an address of a landlord. The former link stays valid until the new one is opened, or for an hour. The result does not reveal whether the address is known. Service role only.';
grant execute on function public.request_landlord_link to service_role;

-- The answer is the same for a new address and for one that is already stored, so it does not reveal which are known.
create function private.give_address(contract public.contracts, address text, side text, given_from text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  if private.is_tenant_address(contract.lease_id, address) then
    perform private.reject('Este é o e-mail do locatário. Informe o do locador.', 'address');
  end if;
  if coalesce(private.last_claim_day(contract.lease_id) < private.today_in_brasilia(), true) then
    return jsonb_build_object('changed', false, 'why', 'closed');
  end if;
  if (
    select count(*) from public.lease_addresses as known
    where known.lease_id = contract.lease_id and known.given_by = $3
      and known.address <> lower(btrim($2))
  ) >= 3 then
    return jsonb_build_object('changed', false, 'why', 'enough');
  end if;
  perform private.ask_landlord(contract, address, $3, $4, 'lease ' || contract.lease_id);
  perform private.note('ask-landlord', contract.id, jsonb_build_object('status', $3));
  return jsonb_build_object('changed', true);
end
$$;
comment on function private.give_address is 'Stores an address of a lease''s landlord and asks by mail whether it is; at most three addresses per side.';
grant execute on function private.give_address to service_role;

-- Security definer, because tenants may not write lease_addresses. The tenant is signed in to this contract.
create function private.give_landlord_address(contract_id uuid, address text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  select * into held from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract)
  for no key update;
  if not found then
    return private.refuse('ask-landlord', $1);
  end if;
  return private.give_address(held, $2, 'tenant', null);
end
$$;
call private.expose('give_landlord_address', 'authenticated',
  'Stores an address of the landlord of the caller''s own lease and asks by mail whether the address is the landlord''s. At most three addresses. The address only reads until staff have checked it.');

create function public.give_address_by_link(secret_hash text, lease_id uuid, address text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  given jsonb;
begin
  if not private.acts_for($2, opened) then
    return null;
  end if;
  perform from public.leases as lease where lease.id = $2 for no key update;
  given := private.give_address(private.current_contract($2), $3, 'landlord', opened);
  if (given ->> 'changed')::boolean then
    perform private.tell_of_act($2, opened, 'give-address', md5(lower(btrim($3))));
  end if;
  return given;
end
$$;
comment on function public.give_address_by_link is 'Stores another address of the landlord, which acts after its owner has confirmed it, for the holder of the link of an address that acts; null for anybody else. Service role only.';
grant execute on function public.give_address_by_link to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.add_landlord_address(contract_id uuid, address text, is_own boolean)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
begin
  if private.is_email(btrim(address)) is not true then
    perform private.reject('Email inválido', 'address');
  end if;
  held := private.lock_contract($1);
  if private.is_tenant_address(held.lease_id, address) then
    perform private.reject('Este é o e-mail do locatário. Informe o do locador.', 'address');
  end if;
  if coalesce(is_own, false) and (private.lease_of(held.id)).landlord_id is null then
    perform private.reject('Cadastre primeiro quem é o locador.');
  end if;
  if not private.ask_landlord(held, address, 'staff', null, 'contract ' || $1, coalesce(is_own, false)) then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note(
    'ask-landlord', $1, jsonb_build_object('status', case when is_own then 'own' else 'contract' end)
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_landlord_address', 'authenticated',
  'Adds an address of a lease''s landlord and asks by mail whether it is. If is_own is true, the address sees all leases of this landlord.',
  needs => 'contracts', action => 'ask-landlord');

create function private.waits_for_check(known public.lease_addresses) returns boolean
language sql stable
return known.confirmed_at is not null and known.given_by = 'tenant' and known.checked_at is null
  and coalesce(private.last_claim_day(known.lease_id) >= private.today_in_brasilia(), false);
comment on function private.waits_for_check is 'Reports whether staff should check an address: a tenant gave it, its owner has confirmed it, and the lease still has a guarantee.';
grant execute on function private.waits_for_check to service_role;

create function private.addresses_to_check() returns bigint
language sql stable
return (select count(*) from public.lease_addresses as known where private.waits_for_check(known));
comment on function private.addresses_to_check is 'Counts the addresses that list_addresses_to_check lists.';
grant execute on function private.addresses_to_check to service_role;

-- Security definer, because staff have no grant on the tables. The list shows what staff can compare: the landlord's
-- phone and document from the request, and other addresses of the same landlord.
create function private.list_addresses_to_check() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  listed jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', known.id, 'address', known.address, 'confirmedAt', known.confirmed_at,
    'contractId', contract.id, 'contractNumber', contract.contract_number,
    'tenant', contract.tenant_name, 'tenantEmail', contract.tenant_email, 'tenantPhone', contract.tenant_phone,
    'landlord', contract.landlord_name, 'landlordPhone', contract.landlord_phone,
    'document', landlord.document, 'property', contract.property_address,
    'otherAddresses', (
      select coalesce(jsonb_agg(other.address order by other.address), '[]')
      from private.addresses_of(lease.id) as other
      where other.id <> known.id and other.confirmed_at is not null
    ),
    'sameAddressElsewhere', (
      select count(*) from public.lease_addresses as other
      where other.address = known.address and other.id <> known.id
    )
  ) order by known.confirmed_at), '[]') into listed
  from public.lease_addresses as known
  join public.leases as lease on lease.id = known.lease_id
  cross join lateral private.current_contract(lease.id) as contract
  left join public.landlords as landlord on landlord.id = lease.landlord_id
  where private.waits_for_check(known);
  perform private.record_reading('read-contracts', array(
    select (line ->> 'contractId')::uuid from jsonb_array_elements(listed) as line
  ));
  return listed;
end
$$;
call private.expose('list_addresses_to_check', 'authenticated',
  'Lists the confirmed addresses that tenants gave and that staff have not checked, with what to compare. Records the read.',
  needs => 'read', action => 'read-landlords');

-- Security definer, because staff have no grant on the tables.
create function private.check_landlord_address(contact_id uuid, note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  checked public.lease_addresses;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Escreva como você conferiu, com 3 a 500 caracteres.', 'note');
  end if;
  update public.lease_addresses as known
  set checked_at = now(), checked_by = (select auth.uid()), check_note = btrim($2)
  where known.id = $1 and known.confirmed_at is not null and known.given_by = 'tenant' and known.checked_at is null
  returning * into checked;
  if checked.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('check-landlord-address', (private.current_contract(checked.lease_id)).id);
  perform private.enqueue_mail(
    'landlord-checked', checked.address, '{}', 'landlord-checked:' || checked.id,
    contract_id => (private.current_contract(checked.lease_id)).id
  );
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('check_landlord_address', 'authenticated',
  'Confirms an address that the tenant gave, against information of staff''s own (note). From then on the address acts for the landlord.',
  needs => 'contracts');

create function private.drop_landlord_mails(lease_id uuid, address text) returns void
language sql
set search_path = ''
as $$
  delete from public.outgoing_mail as mail
  using public.contracts as contract
  where contract.lease_id = $1 and mail.contract_id = contract.id and mail.recipient = $2
    and mail.status = 'queued' and (mail.template like 'landlord-%' or mail.template like 'claim-%');
$$;
comment on function private.drop_landlord_mails is 'Deletes the unsent mails about a lease to an address that no longer speaks for its landlord.';
grant execute on function private.drop_landlord_mails to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.remove_landlord_address(contract_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  of_lease constant uuid := (private.lease_of($1)).id;
  removed public.lease_addresses;
begin
  delete from public.lease_addresses as known
  where known.id = $2 and exists (select from private.addresses_of(of_lease) as own where own.id = known.id)
  returning known.* into removed;
  if removed.id is null then
    return jsonb_build_object('changed', false);
  end if;
  perform private.drop_landlord_mails(of_lease, removed.address);
  perform private.note('remove-landlord-address', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('remove_landlord_address', 'authenticated',
  'Removes an address of a lease''s landlord. The address then sees no lease and gets no mails.',
  needs => 'contracts');

create function private.is_same_landlord(former public.landlords, later uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select from public.landlords as landlord
    where landlord.id = $2 and case
      when former.document is not null and landlord.document is not null then former.document = landlord.document
      else private.full_name_key(former.name) = private.full_name_key(landlord.name)
    end
  );
end;
comment on function private.is_same_landlord is 'Reports whether two landlords are one person: by document if both are known, else by name.';
grant execute on function private.is_same_landlord to service_role;

-- Security definer, because staff have no grant on the tables.
create function private.set_landlord(contract_id uuid, wanted jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  held public.contracts;
  draft constant public.landlords := jsonb_populate_record(null::public.landlords, wanted);
  chosen uuid;
  former public.landlords;
  spoke_for_former text[] := '{}';
begin
  held := private.lock_contract($1);
  perform from public.leases as lease where lease.id = held.lease_id for no key update;
  select landlord.* into former
  from public.leases as lease join public.landlords as landlord on landlord.id = lease.landlord_id
  where lease.id = held.lease_id;
  -- A landlord with another document is another person. If the document were changed, the former landlord's addresses
  -- would see the new landlord's contracts.
  update public.landlords as landlord
  set name = btrim(draft.name), kind = draft.kind,
    document = coalesce(landlord.document, draft.document)
  where landlord.id = draft.id
    and coalesce(landlord.document = draft.document, landlord.document is null or draft.document is null)
    and not exists (
      select from public.landlords as other
      where other.document = draft.document and other.id <> draft.id
    )
  returning landlord.id into chosen;
  if chosen is null then
    chosen := private.known_landlord(
      case when draft.document is null then wanted else wanted - 'id' end
    );
  end if;
  if chosen is null and draft.id is not null then
    -- The form makes the id, so a second click finds the landlord that the first click made.
    insert into public.landlords (id, name, kind)
    values (draft.id, btrim(draft.name), coalesce(draft.kind, 'owner'))
    returning landlords.id into chosen;
  end if;
  -- An address of this lease alone spoke for the former landlord as well.
  if former.id is not null and former.id is distinct from chosen and not private.is_same_landlord(former, chosen) then
    spoke_for_former := array(
      select known.address from public.lease_addresses as known
      where known.lease_id = held.lease_id or known.landlord_id = former.id
    );
    delete from public.lease_addresses as known where known.lease_id = held.lease_id;
  end if;
  update public.leases as lease set landlord_id = chosen, landlord_by = (select auth.uid())
  where lease.id = held.lease_id and lease.landlord_id is distinct from chosen;
  perform private.drop_landlord_mails(held.lease_id, address) from unnest(spoke_for_former) as address
  where address not in (select private.landlord_addresses(held.lease_id));
  perform private.note(
    'set-landlord', $1, jsonb_build_object('landlord', chosen, 'former', former.id)
  );
  return jsonb_build_object('changed', true, 'removed', cardinality(spoke_for_former));
end
$$;
call private.expose('set_landlord', 'authenticated',
  'Sets the landlord of a contract''s lease: {id, name, kind, document} creates, finds by document or corrects a landlord; {} removes the landlord from the lease. Another document means another landlord, for whom the addresses of the former one no longer speak (removed counts them). The letter does not change.',
  needs => 'contracts');

create function private.lease_landlord(lease_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'landlord', (
      select to_jsonb(landlord) - array['notes', 'created_at'] || jsonb_build_object(
        'contracts', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', other.id, 'contract_number', other.contract_number
          ) order by other.end_date desc, other.id), '[]')
          from public.contracts as other join public.leases as owned on owned.id = other.lease_id
          where owned.landlord_id = landlord.id and owned.id <> lease.id
        )
      )
      from public.landlords as landlord where landlord.id = lease.landlord_id
    ),
    'landlord_addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'address', known.address, 'given_by', known.given_by,
        'is_own', known.landlord_id is not null, 'confirmed_at', known.confirmed_at,
        'refused_at', known.refused_at, 'standing', known.standing, 'check_note', known.check_note
      ) order by known.created_at, known.id), '[]')
      from private.addresses_of(lease.id) as known
    )
  )
  from public.leases as lease where lease.id = $1;
$$;
comment on function private.lease_landlord is 'Returns the landlord of a lease and the landlord''s addresses, for staff.';

-- Security definer, because staff have no grant on the tables.
create function private.landlord_detail(landlord_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landlords;
begin
  select * into held from public.landlords as landlord where landlord.id = $1;
  perform private.require_found(found, 'Locador não encontrado.');
  perform private.record_reading('read-landlords', array[held.id]);
  return to_jsonb(held) - 'created_at' || jsonb_build_object(
    'contracts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', contract.id, 'contract_number', contract.contract_number,
        'tenant_name', contract.tenant_name, 'property_address', contract.property_address,
        'start_date', contract.start_date, 'end_date', contract.end_date,
        'state', private.contract_state(contract)
      ) order by contract.end_date desc, contract.id), '[]')
      from public.contracts as contract join public.leases as lease on lease.id = contract.lease_id
      where lease.landlord_id = held.id
    ),
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'address', known.address, 'confirmed_at', known.confirmed_at,
        'refused_at', known.refused_at, 'standing', known.standing, 'contract_number', contract.contract_number
      ) order by known.created_at, known.id), '[]')
      from public.lease_addresses as known
      left join public.leases as lease on lease.id = known.lease_id
      left join lateral private.current_contract(lease.id) as contract on true
      where known.landlord_id = held.id or lease.landlord_id = held.id
    )
  );
end
$$;
call private.expose('landlord_detail', 'authenticated',
  'Returns a landlord with its contracts and its addresses, each address with its state, and with the contract''s number if the address sees only that contract. Records the read.',
  needs => 'read', action => 'read-landlords');

-- Security definer, because staff have no grant on the tables.
create function private.note_landlord(landlord_id uuid, notes text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landlords as landlord set notes = nullif(btrim(note_landlord.notes), '')
  where landlord.id = $1;
  perform private.require_found(found, 'Locador não encontrado.');
  perform private.note('set-landlord', $1);
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('note_landlord', 'authenticated',
  'Replaces the notes of staff about a landlord, at most 1,000 characters.',
  needs => 'read', action => 'set-landlord');
-- 30_staff_audit.sql
-- The audit trail as a screen for owners: who did what, who looked at whose data, and which calls were refused. The
-- screen shows ids and numbers of cases, no names of tenants or landlords.
-- One call resolves all rows of a page or file. One call per row was slower than all the rest, also for 10,000 rows.
create function private.audit_cases(subjects uuid[]) returns table (subject uuid, about jsonb)
language sql stable
set search_path = ''
as $$
  select distinct on (found.subject)
    found.subject, jsonb_build_object('kind', found.kind, 'id', found.id, 'number', found.number)
  from (
    select known.id as subject, 'request' as kind, known.id, known.protocol as number
    from public.simulations as known where known.id = any ($1)
    union all
    select known.id, 'contract', known.id, known.contract_number
    from public.contracts as known where known.id = any ($1)
    union all
    select known.id, 'claim', known.id, known.protocol from public.claims as known where known.id = any ($1)
    union all
    select known.id, 'partnership', known.id, known.protocol
    from public.partnership_requests as known where known.id = any ($1)
    union all
    select known.id, 'message', known.id, known.protocol
    from public.contact_messages as known where known.id = any ($1)
    union all
    select known.user_id, 'member', known.user_id, coalesce(known.full_name, known.email) from public.staff as known
    where known.user_id = any ($1)
    union all
    select known.id, 'partner', known.id, null from public.partners as known where known.id = any ($1)
    union all
    select known.id, 'landlord', known.id, null from public.landlords as known where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.offers as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.asked_documents as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.charges as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.movements as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.contract_documents as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.leases as known
    cross join private.current_contract(known.id) as held where known.id = any ($1)
    union all
    select known.id, 'contract', held.id, held.contract_number from public.outgoing_mail as known
    join public.contracts as held on held.id = known.contract_id where known.id = any ($1)
    union all
    select known.id, 'request', asked.id, asked.protocol from public.outgoing_mail as known
    join public.simulations as asked on asked.id = known.simulation_id where known.id = any ($1)
    union all
    select known.id, 'partnership', asked.id, asked.protocol from public.outgoing_mail as known
    join public.partnership_requests as asked on asked.id = known.partnership_request_id where known.id = any ($1)
    union all
    select known.id, 'message', asked.id, asked.protocol from public.outgoing_mail as known
    join public.contact_messages as asked on asked.id = known.contact_message_id where known.id = any ($1)
  ) as found;
$$;
comment on function private.audit_cases is 'Returns the case {kind, id, number} of each row that an audit entry names. Unknown and deleted rows have none. Kind member is an account of staff.';

create function private.audit_subjects(typed text, out subjects uuid[], out claim uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  -- People type protocols and numbers with hyphens, dashes or blanks, or without.
  signs constant text := upper(translate(btrim(typed), '-–— ', ''));
  number constant text := regexp_replace(signs, '^([A-Z]{2})([0-9]{4})([0-9A-Z]+)$', '\1-\2-\3');
  contract uuid;
begin
  select known.id, array[known.id, known.contract_id] into claim, subjects
  from public.claims as known where known.protocol = number;
  if found then
    return;
  end if;
  select known.id into contract from public.contracts as known where known.contract_number = number;
  subjects := array(
    select known.id from public.simulations as known where known.protocol = number
    union all
    select known.id from public.partnership_requests as known where known.protocol = number
    union all
    select known.id from public.contact_messages as known where known.protocol = number
    union all
    select contract where contract is not null
    union all
    select known.lease_id from public.contracts as known where known.id = contract
    union all
    select known.id from public.claims as known where known.contract_id = contract
    union all
    select known.id from public.charges as known where known.contract_id = contract
    union all
    select known.id from public.movements as known where known.contract_id = contract
    union all
    select known.id from public.contract_documents as known where known.contract_id = contract
  );
end
$$;
comment on function private.audit_subjects is 'Returns the ids under which the audit trail has a case, found by its number or protocol; an empty list when no case has it. claim is set for the protocol of a claim, whose entries are among those of its contract.';

-- A plan for the given filters uses one index of the trail; `execute` makes such a plan. Entries about a case come from
-- three indexes, because a reading lists its rows in details.
create function private.audit_rows(
  person uuid, action text, typed text, from_day date, to_day date, outcome text,
  before_at timestamptz, before_id bigint, most integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  wanted record;
  rows jsonb;
begin
  if nullif(btrim(typed), '') is not null then
    select * into wanted from private.audit_subjects(typed);
  else
    select null::uuid[] as subjects, null::uuid as claim into wanted;
  end if;
  execute format(
    $query$
      with entry as materialized (
        select trail.* from %s as trail
        where ($1 is null or trail.actor = $1)
          and ($2 is null or trail.action = $2)
          and ($3 is null or trail.outcome = $3)
          and ($4 is null or trail.occurred_at >= $4)
          and ($5 is null or trail.occurred_at < $5)
          and ($6 is null or (trail.occurred_at, trail.id) < ($6, $7))
          and ($10 is null or trail.subject_id = $10 or trail.details ->> 'claim' = $10::text)
        order by trail.occurred_at desc, trail.id desc
        limit $11
      ),
      listed as materialized (
        select entry.id as entry_id, coalesce((entry.details ->> 'claim')::uuid, entry.subject_id) as subject, 0 as place
        from entry
        union all
        select entry.id, seen.id::uuid, seen.place
        from entry
        cross join lateral jsonb_array_elements_text(entry.details -> 'ids') with ordinality as seen (id, place)
        where seen.place <= 3
      ),
      shown as (
        select listed.entry_id, jsonb_agg(known.about order by listed.place) as cases
        from listed
        join private.audit_cases(array(select distinct wanted.subject from listed as wanted)) as known using (subject)
        group by listed.entry_id
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry.id, 'occurred_at', entry.occurred_at, 'action', entry.action, 'outcome', entry.outcome,
        'who', coalesce(member.full_name, member.email),
        'detail', coalesce(entry.details ->> 'status', entry.details ->> 'decision'),
        'rows', coalesce(jsonb_array_length(entry.details -> 'ids'), 0),
        'cases', coalesce(shown.cases, '[]')
      ) order by entry.occurred_at desc, entry.id desc), '[]')
      from entry
      left join shown on shown.entry_id = entry.id
      left join public.staff as member on member.user_id = entry.actor
    $query$,
    case when wanted.subjects is null then 'public.audit_trail' else $source$(
      select * from public.audit_trail as acted where acted.subject_id = any ($8)
      union all
      select * from public.audit_trail as seen
      where seen.action = 'read-simulations' and seen.details -> 'ids' ?| $9
      union all
      select * from public.audit_trail as seen
      where seen.action in ('read-partnership-requests', 'read-contact-messages', 'read-contracts', 'read-offers')
        and seen.details -> 'ids' ?| $9
    )$source$ end
  ) into rows using $1, $2, $6, $4::timestamp at time zone 'America/Sao_Paulo',
    ($5 + 1)::timestamp at time zone 'America/Sao_Paulo', $7, $8, wanted.subjects, wanted.subjects::text[], wanted.claim, $9;
  return rows;
end
$$;
comment on function private.audit_rows is 'Returns entries of the audit trail, newest first. Each has its author, the number of rows that a reading showed, and up to three of its cases.';

create function private.audit_filter(
  person uuid, action text, typed text, from_day date, to_day date, outcome text
) returns jsonb
language sql stable
return jsonb_strip_nulls(jsonb_build_object(
  'person', $1, 'action', $2, 'from', $4, 'to', $5, 'outcome', $6,
  'subject', case when nullif(btrim($3), '') is not null then (private.audit_subjects($3)).subjects[1] end
));
comment on function private.audit_filter is 'Returns the filters of a reading of the trail for its record. A typed case is recorded by its id, because people may type a name.';

-- Security definer, because no role of the API may read the trail. The same reading is recorded once in 15 minutes.
create function private.list_audit(
  person uuid, action text, typed_case text, from_day date, to_day date, outcome text,
  before_at timestamptz, before_id bigint, page_size integer
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  filter constant jsonb := private.audit_filter($1, $2, $3, $4, $5, $6);
begin
  if not exists (
    select from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = 'read-audit' and earlier.details = filter
      and earlier.occurred_at > now() - interval '15 minutes'
  ) then
    perform private.note('read-audit', null, filter);
  end if;
  return private.audit_rows($1, $2, $3, $4, $5, $6, $7, $8, least(greatest(coalesce($9, 20), 1), 100));
end
$$;
call private.expose('list_audit', 'authenticated',
  'Lists one page of the audit trail, newest first, filtered by person, action, number or protocol of a case, days and outcome (done or denied). The next page starts after the last row. Records the reading.',
  'person uuid default null, action text default null, typed_case text default null, from_day date default null, to_day date default null, outcome text default null, before_at timestamptz default null, before_id bigint default null, page_size integer default 20',
  needs => 'owner', action => 'read-audit');

-- Security definer, because no role of the API may read the trail.
create function private.export_audit(
  person uuid, action text, typed_case text, from_day date, to_day date, outcome text
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.note('export-audit', null, private.audit_filter($1, $2, $3, $4, $5, $6));
  return private.audit_rows($1, $2, $3, $4, $5, $6, null, null, 10000);
end
$$;
call private.expose('export_audit', 'authenticated',
  'Returns the newest 10,000 entries of the audit trail that list_audit lists, for a file. Records the reading.',
  'person uuid default null, action text default null, typed_case text default null, from_day date default null, to_day date default null, outcome text default null',
  needs => 'owner', action => 'export-audit');

-- 30_staff_desk.sql
-- A case is a request or a contract. Staff see the holder of a case, so that two people do not work on one case at
-- once. Notes record phone calls about a case. Applicants see neither holders nor notes.
create table public.case_notes (
  id uuid primary key,
  simulation_id uuid references public.simulations (id) on delete cascade,
  contract_id uuid references public.contracts (id) on delete cascade,
  created_at timestamptz not null default now(),
  author uuid references auth.users (id) on delete set null,
  side text check (side in ('tenant', 'landlord')),
  note text not null check (char_length(btrim(note)) between 1 and 2000),
  constraint case_notes_have_one_author check (num_nonnulls(author, side) <= 1),
  constraint case_notes_are_about_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_notes is 'Notes of staff about a request or a contract; rows never change.';
comment on column public.case_notes.side is 'Party (tenant or landlord) that wrote the note on the page of a claim; null for a note of staff.';
comment on column public.case_notes.id is 'Id that the browser makes once per note, so that sending the note again adds no second note.';
create index case_notes_by_simulation on public.case_notes (simulation_id, created_at);
create index case_notes_by_contract on public.case_notes (contract_id, created_at);
create index case_notes_by_author on public.case_notes (author);
alter table public.case_notes enable row level security;
grant select, insert, delete on public.case_notes to service_role;

create table public.case_holders (
  id bigint generated always as identity primary key,
  simulation_id uuid unique references public.simulations (id) on delete cascade,
  contract_id uuid unique references public.contracts (id) on delete cascade,
  holder uuid not null references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  look_again_on date,
  constraint case_holders_hold_one_case check (num_nonnulls(simulation_id, contract_id) = 1)
);
comment on table public.case_holders is 'Members of staff who hold a request or a contract. Staff become holders with the button "Estou com este", or a colleague names them.';
comment on column public.case_holders.look_again_on is 'Day on which the holder wants to look at the case again; null without such a day.';
create index case_holders_by_holder on public.case_holders (holder);
alter table public.case_holders enable row level security;
grant select, insert, update, delete on public.case_holders to service_role;

create function private.case_holder(simulation_id uuid, contract_id uuid) returns text
language sql stable
begin atomic
  select coalesce(staff.full_name, staff.email)
  from public.case_holders as held join public.staff on staff.user_id = held.holder
  where held.simulation_id = $1 or held.contract_id = $2;
end;
comment on function private.case_holder is 'Returns the name or e-mail address of the member of staff who holds a case; null without a holder.';

create function private.has_case(simulation_id uuid, contract_id uuid) returns boolean
language sql stable
return num_nonnulls($1, $2) = 1 and (
  exists (select from public.simulations as simulation where simulation.id = $1)
  or exists (select from public.contracts as contract where contract.id = $2)
);
comment on function private.has_case is 'Reports whether exactly one of the two ids is given and the row with this id exists.';

-- Security definer, because staff have no grant on case_notes or case_holders. The call is recorded as a reading.
create function private.case_work(simulation_id uuid, contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  perform private.record_reading(
    case when $1 is null then 'read-contracts' else 'read-simulations' end, array[coalesce($1, $2)]
  );
  return jsonb_build_object(
    'holder', private.case_holder($1, $2),
    'look_again_on', (
      select held.look_again_on from public.case_holders as held
      where held.simulation_id = $1 or held.contract_id = $2
    ),
    'is_mine', exists (
      select from public.case_holders as held
      where (held.simulation_id = $1 or held.contract_id = $2) and held.holder = (select auth.uid())
    ),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', noted.id, 'created_at', noted.created_at, 'note', noted.note,
        'who', coalesce(staff.full_name, staff.email), 'side', noted.side
      ) order by noted.created_at desc, noted.id), '[]')
      from public.case_notes as noted
      left join public.staff on staff.user_id = noted.author
      where noted.simulation_id = $1 or noted.contract_id = $2
    )
  );
end
$$;
call private.expose('case_work', 'authenticated',
  'Returns the holder and the notes of a request or a contract. Records the read.',
  'simulation_id uuid default null, contract_id uuid default null',
  needs => 'read', action => 'read-contracts');

-- Security definer, because staff have no grant on case_notes.
create function private.add_case_note(
  simulation_id uuid, contract_id uuid, note_id uuid, note text
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  insert into public.case_notes (id, simulation_id, contract_id, author, note)
  values ($3, $1, $2, (select auth.uid()), btrim($4))
  on conflict (id) do nothing;
  if not found then
    return jsonb_build_object('changed', false);
  end if;
  perform private.note('note-case', coalesce($1, $2));
  return jsonb_build_object('changed', true);
end
$$;
call private.expose('add_case_note', 'authenticated',
  'Adds a note to a request or a contract, once per note_id; notes do not change.',
  'simulation_id uuid default null, contract_id uuid default null, note_id uuid default null, note text default null',
  needs => 'read', action => 'note-case');

-- Security definer, because staff have no grant on case_holders. A new holder replaces the former holder.
create function private.hold_case(
  simulation_id uuid, contract_id uuid, held boolean, holder uuid, look_again_on date
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  subject constant uuid := coalesce($1, $2);
  caller constant uuid := (select auth.uid());
  wanted constant uuid := coalesce($4, caller);
  is_changed boolean := false;
begin
  perform private.require_found(private.has_case($1, $2), 'Caso não encontrado.');
  if $3 and not private.holds_right(wanted, 'read') then
    perform private.reject('Escolha alguém da equipe que possa consultar casos.', 'holder');
  end if;
  if $5 not between private.today_in_brasilia() and private.today_in_brasilia() + 366 then
    perform private.reject('Escolha um dia de hoje até um ano.', 'look_again_on');
  end if;
  -- The lock makes two concurrent calls run one after the other, so the later caller becomes the holder.
  perform pg_advisory_xact_lock(hashtextextended('hold case ' || subject, 0));
  if $3 then
    delete from public.case_holders as former
    where (former.simulation_id = $1 or former.contract_id = $2) and former.holder <> wanted;
    update public.case_holders as kept set look_again_on = $5, since = now()
    where (kept.simulation_id = $1 or kept.contract_id = $2) and kept.look_again_on is distinct from $5;
    is_changed := found;
    insert into public.case_holders (simulation_id, contract_id, holder, look_again_on) values ($1, $2, wanted, $5)
    on conflict do nothing;
  else
    delete from public.case_holders as mine
    where (mine.simulation_id = $1 or mine.contract_id = $2) and mine.holder = caller;
  end if;
  is_changed := is_changed or found;
  if is_changed then
    perform private.note('hold-case', subject, jsonb_build_object(
      'status', case when not $3 then 'left' when wanted = caller then 'held' else 'assigned' end,
      'holder', case when $3 and wanted <> caller then wanted end
    ));
  end if;
  return jsonb_build_object('changed', is_changed);
end
$$;
call private.expose('hold_case', 'authenticated',
  'Makes the caller, or another member of staff, the holder of a request or a contract in place of a colleague, with a day to look again; or releases the caller''s own case.',
  'simulation_id uuid default null, contract_id uuid default null, held boolean default true, holder uuid default null, look_again_on date default null',
  needs => 'read');

-- Staff choose several rows of a list. A row for which the action is not possible is skipped, with the reason.
create function private.tally(answers jsonb[]) returns jsonb
language sql immutable
return jsonb_build_object(
  'done', (select count(*) from unnest($1) as answer where (answer ->> 'changed')::boolean),
  'skipped', (
    select coalesce(jsonb_object_agg(counted.why, counted.n), '{}') from (
      select answer ->> 'why' as why, count(*) as n from unnest($1) as answer
      where not (answer ->> 'changed')::boolean group by 1
    ) as counted
  )
);
comment on function private.tally is 'Counts the answers {changed, why} of an action on several rows: done, and skipped by reason.';

-- Security definer, because no role may update charges or queue mail through the API. The ids are sorted, so two calls
-- never wait for each other.
create function private.give_notices(charge_ids uuid[], notice_on date) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  charge_id uuid;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for charge_id in select distinct id from unnest($1) as id order by id loop
    answers := answers || private.give_notice(charge_id, $2);
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('give_notices', 'authenticated',
  'Gives the tenants of several overdue fees the same last day to pay, each as give_notice does. Returns {done, skipped}: the number of notices, and the number of other fees by reason.',
  needs => 'money', action => 'give-notice');

-- Security definer, because no role may queue mail through the API. A tenant gets at most one such mail a day.
create function private.remind_tenants_of_fees(charge_ids uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  charge_id uuid;
  charge public.charges;
  contract public.contracts;
  mail_key text;
  why text;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for charge_id in select distinct id from unnest($1) as id order by id loop
    charge := private.lock_charge(charge_id);
    select * into contract from public.contracts as held where held.id = charge.contract_id;
    mail_key := 'fee-overdue:' || charge.id || ':' || private.today_in_brasilia();
    why := case
      when charge.kind <> 'fee' or not charge.is_open then 'not-overdue'
      when not private.is_running(contract) or private.is_ending(contract.id) then 'ending'
      when contract.tenant_email is null then 'no-address'
      when exists (select from public.outgoing_mail as mail where mail.idempotency_key = mail_key) then 'reminded'
    end;
    if why is null then
      perform private.enqueue_mail('fee-overdue', contract.tenant_email, '{}', mail_key, contract_id => contract.id);
      perform private.note('send-reminder', contract.id, jsonb_build_object('charge', charge.id, 'status', 'fee'));
    end if;
    answers := answers || jsonb_strip_nulls(jsonb_build_object('changed', why is null, 'why', why));
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('remind_tenants_of_fees', 'authenticated',
  'Reminds the tenants of several open fees by mail, each fee once a day. Returns {done, skipped}: the number of mails, and the number of other fees by reason (not-overdue, ending, no-address, reminded).',
  needs => 'money', action => 'send-reminder');

-- Security definer, because no role may queue mail through the API. The mail says how to ask for the renewal.
create function private.remind_tenants_of_ends(contract_ids uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  answers jsonb[] := '{}';
  wanted uuid;
  contract public.contracts;
  mail_key text;
  why text;
begin
  if coalesce(cardinality($1), 0) not between 1 and 100 then
    perform private.reject('Escolha de 1 a 100 linhas.');
  end if;
  for wanted in select distinct id from unnest($1) as id order by id loop
    contract := private.lock_contract(wanted);
    mail_key := 'term-ends:' || contract.id || ':' || private.today_in_brasilia();
    why := case
      when not private.is_renewable(contract) then 'not-renewable'
      when contract.end_date > private.today_in_brasilia() + 90 then 'too-early'
      when private.renewal_state(contract) in ('asked', 'offered') then 'asked'
      when contract.tenant_email is null then 'no-address'
      when exists (select from public.outgoing_mail as mail where mail.idempotency_key = mail_key) then 'reminded'
    end;
    if why is null then
      perform private.enqueue_mail('term-ends', contract.tenant_email, '{}', mail_key, contract_id => contract.id);
      perform private.note('send-reminder', contract.id, jsonb_build_object('status', 'end'));
    end if;
    answers := answers || jsonb_strip_nulls(jsonb_build_object('changed', why is null, 'why', why));
  end loop;
  return private.tally(answers);
end
$$;
call private.expose('remind_tenants_of_ends', 'authenticated',
  'Reminds the tenants of several contracts by mail of the end of the term and the renewal, each once a day. Returns {done, skipped}: the number of mails, and the number of other contracts by reason (not-renewable, too-early, asked, no-address, reminded).',
  needs => 'contracts', action => 'send-reminder');

-- People on the phone give a name, number or code, and staff do not know the kind of row. The search therefore
-- returns the newest rows of each kind that contain all words. Contracts are also found by landlord, by letter code, and
-- by number or code of a receipt. Claims are also found by protocol and contract. Security definer, because staff have no grant on the tables.
create function private.find_cases(wanted_search text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  most constant integer := 6;
  -- People type codes and protocols with hyphens, dashes or blanks, or without.
  typed_code constant text := upper(translate(btrim(wanted_search), '-–— ', ''));
  typed_protocol constant text := regexp_replace(typed_code, '^([A-Z]{2})([0-9]{4})([0-9A-Z]{8})$', '\1-\2-\3');
  kind record;
  ids uuid[];
  contract_ids uuid[];
  landlord_ids uuid[];
  found_ones jsonb := '[]';
begin
  -- Fewer than three characters identify no person. Punctuation alone contains no words and would match every row.
  if char_length(btrim(coalesce(wanted_search, ''))) < 3 or private.search_words(wanted_search) is null then
    return found_ones;
  end if;
  -- Each subquery uses its own index. With one condition that joins subqueries with `or`, no index would be used.
  landlord_ids := array(
    select landlord.id from public.landlords as landlord
    where landlord.id in (
      select documented.id from public.landlords as documented
      where documented.document = upper(translate(btrim(wanted_search), '-./ ', ''))
      union all
      select named.id from public.landlords as named
      where private.search_key(named.name) = private.search_key(btrim(wanted_search))
      union all
      select known.landlord_id from public.lease_addresses as known
      where known.address = lower(btrim(wanted_search))
    )
    order by landlord.created_at desc, landlord.id limit 100
  );
  for kind in
    select * from (values
      ('request', 'simulations', 'created_at', 'read-simulations',
        'full_name', 'protocol', 'property_address'),
      ('contract', 'contracts', 'end_date', 'read-contracts',
        'tenant_name', 'contract_number', 'property_address'),
      ('partnership', 'partnership_requests', 'created_at', 'read-partnership-requests',
        'company_name', 'protocol', 'partner_name'),
      ('partner', 'partners', 'accepted_at', 'read-partners',
        'company_name', 'null', 'partner_name'),
      ('message', 'contact_messages', 'created_at', 'read-contact-messages',
        'name', 'protocol', 'subject')
    ) as listed (name, table_name, moment, reading, title, number, about)
  loop
    ids := private.page_ids(
      kind.table_name, kind.moment, 'desc', 'true', 'true', wanted_search, null, null, most
    );
    if kind.name = 'contract' then
      ids := ids || array(
        select contract.id from public.contracts as contract
        where contract.id <> all (ids) and contract.id in (
          select rented.id from public.lease_addresses as known
          join public.contracts as rented on rented.lease_id = known.lease_id
          where known.address = lower(btrim(wanted_search))
          union all
          select rented.id from public.leases as owned join public.contracts as rented on rented.lease_id = owned.id
          where owned.landlord_id = any (landlord_ids)
        )
        order by contract.end_date desc, contract.id limit most
      );
      ids := ids || array(
        select named.contract_id from (
          select letter.contract_id, letter.code from public.letters as letter
          union all
          select replaced.contract_id, replaced.code from private.replaced_letters as replaced
        ) as named
        where named.code = typed_code and named.contract_id <> all (ids)
        union
        select paid.contract_id from private.receipts as receipt
        join public.movements as paid on paid.id = receipt.movement_id
        where (receipt.number = typed_protocol or receipt.code = typed_code) and paid.contract_id <> all (ids)
      );
      contract_ids := ids;
    end if;
    continue when cardinality(ids) = 0;
    perform private.record_reading(kind.reading, ids);
    execute format(
      'select $2 || jsonb_agg(jsonb_build_object(
        ''kind'', $3, ''id'', found.id, ''title'', found.%I, ''number'', %s, ''about'', found.%I
      ) order by listed.place)
      from unnest($1) with ordinality as listed (id, place) join public.%I as found using (id)',
      kind.title, kind.number, kind.about, kind.table_name
    ) into found_ones using ids, found_ones, kind.name;
  end loop;
  ids := array(
    select claim.id from public.claims as claim
    where claim.protocol = typed_protocol or claim.contract_id = any (contract_ids)
    order by claim.opened_at desc, claim.id limit most
  );
  perform private.record_reading('read-contracts', array(
    select distinct claim.contract_id from public.claims as claim where claim.id = any (ids)
  ));
  select found_ones || coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'claim', 'id', claim.id, 'title', contract.tenant_name, 'number', claim.protocol,
    'about', contract.landlord_name
  ) order by claim.opened_at desc, claim.id), '[]') into found_ones
  from public.claims as claim join public.contracts as contract on contract.id = claim.contract_id
  where claim.id = any (ids);
  landlord_ids := landlord_ids[1:most];
  perform private.record_reading('read-landlords', landlord_ids);
  return found_ones || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', 'landlord', 'id', landlord.id, 'title', landlord.name, 'number', landlord.document,
      'about', case counted.n when 1 then '1 contrato' else counted.n || ' contratos' end
    ) order by listed.place), '[]')
    from unnest(landlord_ids) with ordinality as listed (id, place)
    join public.landlords as landlord using (id)
    cross join lateral (
      select count(*) as n from public.leases as lease join public.contracts as contract on contract.lease_id = lease.id
      where lease.landlord_id = landlord.id
    ) as counted
  );
end
$$;
call private.expose('find_cases', 'authenticated',
  'Searches requests, contracts, their claims, partnership requests, partners and messages for all words, and landlords for a name, document or address. Returns at most six of each kind as {kind, id, title, number, about}. Records the read.',
  'search text',
  needs => 'read', action => 'read-contracts');

-- 31_legal_retention.sql
-- The purge applies the rules in this table. Rules with how = 'by hand' name data that a person must delete instead.
create table private.retention (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  table_name text not null,
  what text not null,
  keep_for interval not null check (keep_for > interval '0'),
  how text not null check (how in ('delete', 'reduce', 'by hand')),
  -- SQL condition that is true for an expired row. $1 is the cut-off: rows older than the cut-off have expired.
  expired text,
  reduce_to text,
  reason text not null,
  constraint retention_is_applicable check ((how = 'by hand') = (expired is null)),
  constraint retention_reduces_to_something check ((how = 'reduce') = (reduce_to is not null))
);
comment on table private.retention is 'Retention rules: kind of data, period, action afterwards and legal reason. private.purge_expired applies the rules.';
comment on column private.retention.expired is 'SQL condition that is true for an expired row. After reduce_to has emptied the columns, the condition must be false, so that the row is not reduced again.';
comment on column private.retention.reduce_to is 'SQL assignments that empty the columns that are no longer needed; null for a rule that deletes rows.';
alter table private.retention enable row level security;
insert into private.retention
  (name, table_name, what, keep_for, how, expired, reduce_to, reason)
values
  ('simulations-pending', 'public.simulations',
    'Simulações que ninguém decidiu', interval '1 year', 'delete',
    $$status = 'pending' and created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: o pedido perdeu a finalidade.'),
  ('simulations-rejected', 'public.simulations',
    'Simulações rejeitadas', interval '1 year', 'delete',
    $$status = 'rejected' and reviewed_at < $1$$, null,
    'LGPD, arts. 15, I, 16 e 20: um ano para a pessoa pedir a revisão da decisão.'),
  ('simulations-approved', 'public.simulations',
    'Simulações aprovadas que não viraram contrato, sem o que só servia à análise', interval '1 year', 'reduce',
    $$status = 'approved' and reviewed_at < $1 and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0)
      and not exists (select from private.request_contracts as held where held.simulation_id = simulations.id)$$,
    $$comments = null, occupation = '(apagada)', monthly_income = 0$$,
    'LGPD, art. 6º, III (necessidade): a análise terminou; renda, profissão e observações deixam de ser necessárias.'),
  ('simulations-approved-old', 'public.simulations',
    'Simulações aprovadas que não viraram contrato', interval '5 years', 'delete',
    $$status = 'approved' and reviewed_at < $1
      and not exists (select from private.request_contracts as held where held.simulation_id = simulations.id)$$, null,
    'Código Civil, art. 206, § 5º, I: prescrição da cobrança que nasce do pedido; LGPD, art. 16, I.'),
  -- Six years: less than one year for claims after the end of a lease, and five years for disputes. The
  -- condition on reviewed_at only serves an index. It excludes no row, because a contract ends after the decision.
  ('simulations-contracted', 'public.simulations',
    'Simulações que viraram contrato, com a renda e os documentos', interval '6 years', 'delete',
    $$status = 'approved' and reviewed_at < $1
      and exists (select from private.request_contracts as held where held.simulation_id = simulations.id)
      and not exists (
        select from private.request_contracts as held
        where held.simulation_id = simulations.id and held.over_on >= $1::date
      )$$, null,
    'Código Civil, art. 206, § 5º, I, e LGPD, arts. 7º, VI, e 16, I: do fim da locação, o prazo para acionar a garantia e cinco anos para responder por ela.'),
  ('tracking-links', 'private.tracking_links',
    'Links de acompanhamento de pedidos decididos', interval '90 days', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = tracking_links.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from public.offers
    where offers.simulation_id = tracking_links.simulation_id
      and coalesce(offers.closed_at, offers.valid_until) >= $1
  )$$, null,
    'LGPD, arts. 6º, III, e 46: a decisão já foi lida; um link esquecido não fica aberto.'),
  ('request-corrections', 'private.request_corrections',
    'Correções dos dados de pedidos, com os valores anteriores', interval '1 year', 'delete',
    $$made_at < $1 and not exists (
      select from private.request_contracts as held
      where held.simulation_id = request_corrections.simulation_id
    )$$, null,
    'LGPD, art. 6º, III e V: um ano para explicar de onde veio um dado; as de um pedido que virou contrato saem com o pedido.'),
  -- SQL cannot delete the files. The edge function remove-files deletes all files without a row, including
  -- interrupted uploads.
  ('asked-documents', 'public.asked_documents',
    'Documentos enviados para a análise de um pedido que não virou contrato', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = asked_documents.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = asked_documents.simulation_id
  )$$, null,
    'LGPD, arts. 6º, III, 16 e 20: um ano para a pessoa pedir a revisão da decisão; depois não são necessários. Os arquivos saem no dia seguinte.'),
  ('asked-files', 'public.asked_files', 'Arquivos de cada documento pedido', interval '1 year', 'by hand', null, null,
    'LGPD, arts. 6º, III, 16 e 20: saem com o documento pedido, no prazo dele.'),
  ('bureau-answers', 'private.bureau_answers',
    'Respostas de birôs de crédito sobre pedidos que não viraram contrato', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = bureau_answers.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = bureau_answers.simulation_id
  )$$, null,
    'LGPD, arts. 6º, III, 16 e 20: um ano para a pessoa pedir a revisão da decisão; as de um pedido que virou contrato saem com o pedido. Os arquivos saem no dia seguinte.'),
  ('request-approvals', 'private.request_approvals',
    'Quem aprovou um pedido que não virou contrato, e por quê', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = request_approvals.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = request_approvals.simulation_id
  )$$, null,
    'LGPD, art. 6º, III: um ano para explicar a decisão; as de um pedido que virou contrato saem com o pedido.'),
  ('offers-closed', 'public.offers',
    'Condições que venceram, foram recusadas ou retiradas, com o que a pessoa escreveu delas', interval '1 year', 'delete',
    $$status in ('expired', 'declined', 'withdrawn') and closed_at < $1
      and not exists (select from public.contracts as made where made.offer_id = offers.id)$$, null,
    'LGPD, arts. 15, I, e 16: não houve contratação; um ano para responder a quem pergunta o que lhe foi proposto. As aceitas saem com o pedido.'),
  ('offers-files', 'storage.objects',
    'PDFs das condições', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: são a prova do que foi aceito; seguem o contrato e saem pela API do Storage.'),
  ('partnership-requests', 'public.partnership_requests',
    'Pedidos de parceria', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou ou virou parceria, que se guarda à parte.'),
  ('partners', 'public.partners',
    'Parceiros cuja parceria terminou', interval '5 years', 'delete',
    $$ended_at < $1$$, null,
    'Código Civil, art. 206, § 5º, I: prescrição do que nasceu da parceria; LGPD, arts. 7º, V, e 16, I. Enquanto ela dura, ficam.'),
  ('partnership-notes', 'public.partnership_notes',
    'Anotações da equipe sobre pedidos de parceria', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: servem à conversa sobre o pedido, que sai no mesmo prazo.'),
  ('contact-messages', 'public.contact_messages',
    'Mensagens do formulário de contato', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou; o que virou contrato se guarda à parte.'),
  ('contracts-contact', 'public.contracts',
    'E-mail e telefone do locatário em locações encerradas', interval '5 years', 'reduce',
    $$end_date < $1::date and (tenant_email is not null or tenant_phone is not null)
      and private.claims_over_on(contracts.lease_id) < $1::date$$,
    $$tenant_email = null, tenant_phone = null$$,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há por que falar com a pessoa; LGPD, art. 6º, III.'),
  ('contracts', 'public.contracts',
    'Contratos encerrados', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: prescrição geral. Com a conta e os arquivos, por uma pessoa: pode haver ação em curso.'),
  ('leases', 'public.leases', 'Locações, com o locador', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o último contrato, com o qual são apagadas.'),
  ('contract-documents', 'public.contract_documents',
    'Arquivos dos contratos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato; os arquivos saem pela API do Storage.'),
  ('charges', 'public.charges', 'Taxas, devoluções e pagamentos da garantia que são devidos', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('movements', 'public.movements', 'Pagamentos recebidos e feitos, com a conta que foi paga', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato; antes disso ninguém os apaga nem altera.'),
  ('allocations', 'public.allocations', 'O que cada pagamento quitou', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o pagamento.'),
  ('movement-rests', 'private.movement_rests', 'O que sobra de cada pagamento', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o pagamento.'),
  ('acceptances', 'public.acceptances',
    'Aceites, com a prova de quem aceitou e quando', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato.'),
  ('letters', 'public.letters', 'Códigos das cartas de fiança', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('contract-corrections', 'private.contract_corrections',
    'Correções de contratos, com o motivo e o aceite', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagadas.'),
  ('contract-endings', 'public.contract_endings',
    'Pedidos de encerramento e desistências', interval '10 years',
    'by hand', null, null,
    'Código Civil, art. 205: do fim da locação; seguem o contrato, com o qual são apagados.'),
  ('handover-statements', 'public.handover_statements',
    'Dia da entrega das chaves, como cada parte o informa, com o recibo', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados. Os arquivos saem no dia seguinte.'),
  ('inspection-files', 'public.inspection_files',
    'Fotos e documentos das vistorias de entrada e de saída', interval '6 years', 'delete',
    $$received_at < $1 and exists (
    select from public.leases as held
    where held.id = inspection_files.lease_id and private.claims_over_on(held.id) < $1::date
  )$$, null,
    'Código Civil, art. 206, § 5º, I, e LGPD, arts. 6º, III, e 16, I: do fim da locação, ou do seu último pedido, o prazo para acionar a garantia e cinco anos para responder por ela. Os arquivos saem no dia seguinte.'),
  ('inspection-receipts', 'private.inspection_receipts', 'Marcas dos recibos de vistoria em PDF', interval '10 years',
    'by hand', null, null,
    'Código Civil, art. 205: seguem a locação, com a qual são apagadas; os arquivos saem pela API do Storage.'),
  ('claims', 'public.claims', 'Pedidos de acionamento, com a decisão', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: do fim do pedido; seguem o contrato, que fica até lá.'),
  ('claims-account', 'public.claims',
    'Conta do locador em pedidos de acionamento concluídos', interval '5 years', 'reduce',
    $$(account is not null or account_next is not null) and coalesce(withdrawn_at, final_at) < $1
      and not exists (
        select from public.charges as charge
        where charge.claim_id = claims.id
          and (charge.is_open or private.paid_on(charge) >= $1::date)
      )$$,
    $$account = null, account_since = null, account_next = null, account_secret_hash = null, account_asked_by = null$$,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há o que pagar nem o que provar; LGPD, art. 6º, III.'),
  ('refund-accounts', 'public.refund_accounts',
    'Conta do locatário para devoluções que terminaram', interval '5 years', 'delete',
    $$asked_at < $1 and not exists (
      select from public.charges as charge
      where charge.contract_id = refund_accounts.contract_id and charge.kind = 'refund'
        and (charge.is_open or private.paid_on(charge) >= $1::date)
    )$$, null,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há o que pagar nem o que provar; LGPD, art. 6º, III. A conta que foi paga fica com o pagamento.'),
  ('claim-items', 'public.claim_items', 'Itens dos pedidos de acionamento e as respostas do locatário',
    interval '10 years', 'by hand', null, null, 'Código Civil, art. 205: seguem o pedido.'),
  ('claim-reviews', 'public.claim_reviews', 'Pedidos de revisão das decisões e as respostas', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o pedido.'),
  ('claim-files', 'public.claim_files', 'Provas dos pedidos de acionamento', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido. Os arquivos saem no dia seguinte.'),
  ('claim-decisions', 'private.claim_decisions', 'Marcas das decisões em PDF', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido; os arquivos saem pela API do Storage.'),
  ('case-events', 'public.case_events', 'Andamento dos pedidos de acionamento', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido.'),
  ('replaced-letters', 'private.replaced_letters', 'Códigos das cartas substituídas',
    interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('undrawn-documents', 'private.undrawn_documents', 'Documentos que nenhuma fonte pôde desenhar', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('document-jobs', 'public.document_jobs', 'Registro da emissão das cartas', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('statement-lines', 'private.statement_lines',
    'Lançamentos do extrato que pagaram uma taxa', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados; dos outros lançamentos não se guarda texto.'),
  ('statement-lines-aside', 'private.statement_lines',
    'Marcas dos lançamentos que a equipe deixou de lado, sem texto nem valor', interval '1 year', 'delete',
    $$movement_id is null and decided_at < $1$$, null,
    'LGPD, art. 6º, III: depois de um ano, ninguém traz de novo o mesmo extrato.'),
  ('staff-payout-approvals', 'private.payout_approvals', 'Quem da equipe aprovou um pagamento', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagadas.'),
  ('receipts', 'private.receipts', 'Recibos dos pagamentos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('case-notes', 'public.case_notes',
    'Anotações da equipe sobre pedidos e contratos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: as de um contrato seguem o contrato; as de um pedido saem com ele, no prazo dele.'),
  ('staff-case-holders', 'public.case_holders',
    'Quem da equipe está com um pedido ou contrato', interval '10 years', 'by hand', null, null,
    'LGPD, art. 6º, III: sai com o pedido ou o contrato, com a conta da pessoa, ou quando ela o deixa.'),
  ('lease-addresses', 'public.lease_addresses',
    'E-mails de locadores em locações encerradas', interval '5 years', 'delete',
    $$created_at < $1 and not private.has_landlord_case(address, $1)$$, null,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há por que falar com a pessoa; LGPD, art. 6º, III.'),
  ('lease-addresses-unconfirmed', 'public.lease_addresses',
    'E-mails de locadores que ninguém confirmou', interval '90 days', 'delete',
    $$confirmed_at is null and created_at < $1$$, null,
    'LGPD, art. 6º, III: sem confirmação o endereço pode ser de outra pessoa.'),
  ('landlord-links', 'private.landlord_links',
    'Links de locadores cujas locações terminaram', interval '90 days', 'delete',
    $$made_at < $1 and not private.has_landlord_case(address, $1)$$, null,
    'LGPD, arts. 6º, III, e 46: um link esquecido não fica aberto.'),
  ('landlords', 'public.landlords',
    'Locadores sem contrato nem proposta', interval '1 year', 'delete',
    $$created_at < $1
      and not exists (select from public.leases as held where held.landlord_id = landlords.id)
      and not exists (select from public.offers as made where made.landlord_id = landlords.id)$$, null,
    'LGPD, arts. 15, I, e 16: enquanto há contrato, seguem o contrato (Código Civil, art. 205); depois não são necessários.'),
  ('outgoing-mail-sent', 'public.outgoing_mail',
    'E-mails enviados (o texto é apagado no envio)', interval '30 days', 'delete',
    $$status = 'sent' and sent_at < $1$$, null,
    'LGPD, art. 16: basta o tempo de responder a quem diz que não recebeu.'),
  ('outgoing-mail-parked', 'public.outgoing_mail',
    'E-mails que não puderam ser entregues', interval '60 days', 'delete',
    $$status in ('parked', 'dismissed') and created_at < $1$$, null,
    'LGPD, art. 16: depois de dois meses a equipe já reenviou ou procurou a pessoa de outro modo.'),
  ('login-attempts', 'public.login_attempts',
    'Tentativas de acesso', interval '6 months', 'delete',
    $$created_at < $1$$, null,
    'Marco Civil da Internet, art. 15: registros de acesso por seis meses.'),
  ('rate-limits', 'public.rate_limits',
    'Contadores dos limites de envio', interval '2 days', 'delete',
    $$window_started_at < $1$$, null,
    'LGPD, art. 6º, III: a maior janela dura um dia.'),
  ('audit-denied', 'public.audit_trail',
    'Chamadas recusadas na trilha de auditoria', interval '1 year', 'delete',
    $$outcome = 'denied' and occurred_at < $1$$, null,
    'LGPD, art. 46: segurança; um ano basta para investigar um incidente.'),
  ('audit-done', 'public.audit_trail',
    'Decisões e consultas na trilha de auditoria', interval '5 years', 'delete',
    $$outcome = 'done' and occurred_at < $1$$, null,
    'LGPD, arts. 37 e 46, e Código Civil, art. 206, § 5º, I: registro do tratamento enquanto puder ser questionado.'),
  ('staff', 'public.staff',
    'Contas da equipe desativadas', interval '5 years', 'by hand', null, null,
    'LGPD, art. 37: enquanto a trilha de auditoria apontar para a conta.'),
  ('staff-rights', 'public.staff_rights',
    'Direitos das contas da equipe', interval '5 years', 'by hand', null, null,
    'LGPD, art. 37: seguem a conta, com a qual são apagados.'),
  ('staff-recovery-codes', 'private.staff_recovery_codes',
    'Códigos de recuperação já usados', interval '1 year', 'delete',
    $$used_at < $1$$, null,
    'LGPD, art. 46: segurança; um ano basta para investigar um incidente. Os outros saem com a conta.'),
  ('account-links', 'private.account_links',
    'Links enviados para confirmar um endereço ou definir uma senha', interval '1 day', 'delete',
    $$mailed_at < $1$$, null,
    'LGPD, arts. 6º, III, e 46: valem no máximo um dia; depois não abrem nada.'),
  ('accounts-unconfirmed', 'auth.users',
    'Cadastros que ninguém confirmou', interval '7 days', 'delete',
    $$email_confirmed_at is null and created_at < $1
      and exists (select from public.staff where staff.user_id = users.id and staff.status = 'pending')$$,
    null,
    'LGPD, art. 6º, III: sem confirmação não há relação; o endereço pode ser de outra pessoa.'),
  ('accounts-never-released', 'auth.users',
    'Cadastros que ninguém liberou', interval '6 months', 'delete',
    $$created_at < $1
      and exists (select from public.staff where staff.user_id = users.id and staff.status = 'pending')$$,
    null,
    'LGPD, arts. 15, I, e 16: o acesso não foi concedido.'),
  ('auth-log', 'auth.audit_log_entries',
    'Registro de eventos do servidor de autenticação', interval '6 months', 'delete',
    $$created_at < $1$$, null,
    'Marco Civil da Internet, art. 15: registros de acesso por seis meses.'),
  ('cron-runs', 'cron.job_run_details',
    'Registro das tarefas agendadas', interval '7 days', 'delete',
    $$end_time < $1$$, null,
    'Sem dados pessoais; a tarefa que chama as funções sozinha deixa 2.880 linhas por dia.');

-- Security definer, because accounts and pg_cron's log belong to other roles and no role may read private.retention.
create function private.purge_expired(batch integer default 1000) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  line private.retention;
  handled integer;
  total integer := 0;
begin
  for line in select * from private.retention where how <> 'by hand' order by name loop
    -- Skips the log of pg_cron in a project that does not have pg_cron.
    continue when to_regclass(line.table_name) is null;
    execute format(
      case line.how when 'delete' then 'delete from %1$s' else 'update %1$s set %4$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$s limit %3$s for update skip locked))',
      line.table_name, line.expired, batch, line.reduce_to
    ) using now() - line.keep_for;
    get diagnostics handled = row_count;
    total := total + handled;
  end loop;
  perform private.note_run('purge-expired');
  return total;
end
$$;
comment on function private.purge_expired is 'Applies private.retention to at most `batch` rows per rule and returns the number of deleted or reduced rows; 0 when no row is left.';
grant execute on function private.purge_expired to service_role;

create function public.purge_expired() returns integer
language sql
return private.purge_expired();
comment on function public.purge_expired is 'Purges expired data in a project without pg_cron. A daily job must call this function with the secret key until 0 is returned.';
grant execute on function public.purge_expired to service_role;

-- 32_schedule_metrics.sql
-- When mail delivery stops, calls still succeed and no mail is parked at first, so nobody would notice the failure.
-- The metrics therefore report waiting work, its age and the last runs. The metrics contain no personal data.
create table private.last_runs (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  ran_at timestamptz not null
);
comment on table private.last_runs is 'Time of the last run of each scheduled task.';
alter table private.last_runs enable row level security;

-- Security definer, because no role may write private.last_runs.
create function private.note_run(name text) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.last_runs (name, ran_at) values ($1, now())
  on conflict (name) do update set ran_at = excluded.ran_at;
$$;
comment on function private.note_run is 'Records the current time as the last run of a scheduled task.';
grant execute on function private.note_run to service_role;

-- The schedule calls only edge functions with work. To call both every 30 s would cost 172,800 calls a month.
create function private.workers_due() returns setof text
language sql stable
begin atomic
  select 'deliver-mail'
  where exists (
    select from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
  )
  union all
  select 'issue-documents'
  where exists (
    select from public.document_jobs as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'working' and due.leased_until < clock_timestamp())
  );
end;
comment on function private.workers_due is 'Lists the edge functions that have work now. The possible names are deliver-mail and issue-documents.';
grant execute on function private.workers_due to service_role;

create function private.parked_mail_count() returns bigint
language sql stable
set search_path = ''
as $$
  select (select count(*) from public.outgoing_mail where status = 'parked')
    + (select count(*) from private.parked_documents());
$$;
comment on function private.parked_mail_count is 'Counts parked mails and parked documents, which one screen shows.';
grant execute on function private.parked_mail_count to service_role;

-- No digest is sent without open work. The holder of a case also reads how many cases to look at again today. A digest contains only numbers, because names may be shown only after
-- sign-in. Security definer, because the role of the schedule has no rights on the counted tables.
create function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  brasilia constant timestamp := moment at time zone 'America/Sao_Paulo';
  key constant text := 'staff-digest:' || to_char(brasilia, 'YYYY-MM-DD') || ':';
  reader record;
  own jsonb;
  waiting jsonb;
begin
  if extract(isodow from brasilia) > 5 or extract(hour from brasilia) not between 8 and 11 then
    return;
  end if;
  for reader in
    select staff.user_id, staff.email from public.staff
    where staff.wants_digest and private.holds_right(staff.user_id, 'read')
      and not exists (
        select from public.outgoing_mail as mail where mail.idempotency_key = key || staff.user_id
      )
  loop
    if waiting is null then
      select coalesce(jsonb_object_agg(listed.key, listed.value), '{}') into waiting
      from jsonb_each(
        private.queue_counts() - array['documents', 'mine', 'approved', 'rejected', 'all']
          || private.partnership_counts() || private.payment_counts() || private.claim_counts()
          || jsonb_build_object(
            'upcoming', (
              select count(*) from public.contracts
              where status = 'active' and start_date > brasilia::date
            ),
            'payoutsToApprove', private.count_approvals(),
            'claimsSecond', private.count_seconds(),
            'expiring', (
              select count(*) from public.contracts
              where status = 'active' and end_date between brasilia::date and brasilia::date + 30
            ),
            'mailParked', private.parked_mail_count(),
            'endings', private.endings_to_confirm(), 'addresses', private.addresses_to_check(),
            'messages', (select count(*) from public.contact_messages where status = 'new')
          )
      ) as listed
      where listed.value <> '0';
    end if;
    select jsonb_strip_nulls(jsonb_build_object(
      'requestsAgain', nullif(count(held.simulation_id), 0), 'contractsAgain', nullif(count(held.contract_id), 0)
    )) into own
    from public.case_holders as held
    where held.holder = reader.user_id and held.look_again_on <= brasilia::date;
    continue when waiting || own = '{}';
    perform private.enqueue_mail(
      'staff-digest', reader.email, jsonb_build_object('waiting', waiting || own), key || reader.user_id
    );
  end loop;
end
$$;
comment on function private.queue_digests is 'Queues the digest for each active member of staff who wants a digest, may read and has not had one today, from Monday to Friday between 8:00 and 12:00 in Brasília. The schedule calls this function.';
grant execute on function private.queue_digests to service_role;

-- pg_cron or the launcher's timer calls this function. The edge function deliver-mail also calls it before it sends
-- mail.
create function public.run_schedule() returns setof text
language plpgsql
set search_path = ''
as $$
begin
  perform private.expire_offers();
  perform private.remind_of_offers();
  perform private.end_as_confirmed();
  perform private.end_contracts();
  perform private.tell_of_ends();
  perform private.remind_of_fees();
  perform private.remind_of_claims_end();
  perform private.complete_claims();
  perform private.note_silence();
  perform private.queue_digests();
  perform private.add_up_counts();
  perform private.note_run('run-schedule');
  return query select worker from private.workers_due() as worker;
end
$$;
comment on function public.run_schedule is 'Runs each scheduled task that is due and queues the mails of the tasks. Returns the names of the edge functions that then have work. Service role only.';
grant execute on function public.run_schedule to service_role;

-- The table holds a counter per function instead of a row per failure, so it does not grow.
create table private.function_failures (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 63),
  failures bigint not null check (failures > 0)
);
comment on table private.function_failures is 'Number of answers with an HTTP status of 5xx from each edge function since its first deployment.';
alter table private.function_failures enable row level security;

create function private.overdue_work() returns jsonb
language sql stable
return jsonb_build_object(
  -- The schedule queues reminders at 8:00, so reminders that are due today count as overdue only from 8:00 on.
  'feeReminders', (
    select count(*)
    from private.fees_to_remind(private.day_in_brasilia(now() - interval '8 hours')) as late
  ),
  'termReminders', (select count(*) from private.ends_to_tell() as untold),
  'refunds', (
    select count(*) from public.charges as charge
    where charge.kind = 'refund' and charge.is_open and charge.due_on < private.today_in_brasilia()
  ),
  'endings', (
    select count(*) from public.contract_endings
    where status = 'asked' and asked_at < now() - interval '1 day'
      and coalesce(answer_until < private.today_in_brasilia(), true)
  ),
  'addresses', (
    select count(*) from public.lease_addresses as known
    where private.waits_for_check(known) and known.confirmed_at < now() - interval '1 day'
  )
) || private.late_claims();
comment on function private.overdue_work is 'Counts overdue work: mails that the schedule should have queued, refunds unpaid after their due day, requests to end a contract and addresses of landlords that staff have not answered within a day, and claims after their day.';

-- Security definer, because the monitoring role has no rights on the counted tables.
create function private.backend_metrics() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'mailWaiting', (
      select count(*) from public.outgoing_mail where status in ('queued', 'sending')
    ),
    'mailWaitingSince', private.mail_waiting_since(),
    -- A refused address is work for staff and no fault of the system, so it pages nobody.
    'mailParked', (
      select count(*) from public.outgoing_mail as mail
      where mail.status = 'parked' and not private.is_about_recipient(mail)
    ),
    'mailRefused', (
      select count(*) from public.outgoing_mail as mail
      where mail.status = 'parked' and private.is_about_recipient(mail)
    ),
    'documentsWaiting', (
      select count(*) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsWaitingSince', (
      select min(created_at) from public.document_jobs where status in ('queued', 'working')
    ),
    'documentsParked', (select count(*) from private.parked_documents()),
    'overdue', private.overdue_work(),
    'unbalancedContracts', private.unbalanced_contracts(),
    'functionFailures',
      (select coalesce(jsonb_object_agg(name, failures), '{}') from private.function_failures),
    'lastRuns', (select coalesce(jsonb_object_agg(name, ran_at), '{}') from private.last_runs),
    'signInsFailed', (
      select count(*) from public.login_attempts
      where succeeded_at is null and created_at > now() - interval '15 minutes'
    ),
    'databaseBytes', pg_database_size(current_database()),
    'connections', (select sum(numbackends) from pg_stat_database),
    'mostConnections', current_setting('max_connections')::integer
  );
$$;
call private.expose('backend_metrics', 'service_role',
  'Reports waiting work and its age, parked work, and the last runs of scheduled tasks. Service role only; no personal data.');

-- Security definer, because no role may write private.function_failures.
create function private.count_function_failures(function_name text, failures integer) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.function_failures as counted (name, failures) values ($1, $2)
  on conflict (name) do update set failures = counted.failures + excluded.failures;
$$;
call private.expose('count_function_failures', 'service_role',
  'Adds to the number of 5xx answers of an edge function. Service role only.');

-- A parked document counts as parked mail, because one screen shows both. Days begin at midnight in Brasília,
-- as in the list of expiring contracts. Security definer, because staff have no grant on the counted tables.
create function private.staff_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'version', private.queue_version(),
    'simulationsPending', (select count(*) from public.simulations where status = 'pending'),
    'simulationsSecond', (select count(*) from private.awaiting_second()),
    'simulationsLate', (
      select count(*) from public.simulations where status = 'pending' and answer_due_at < now()
    ),
    'documentsToRead', (
      select count(distinct simulation_id) from public.asked_documents where status = 'sent'
    ),
    'offersOpen', (select count(*) from public.offers where status = 'open'),
    'contractsExpiring', (
      select count(*) from public.contracts
      where status = 'active' and end_date between private.today_in_brasilia() and private.today_in_brasilia() + 30
    ),
    'contractsUpcoming', (
      select count(*) from public.contracts
      where status = 'active' and start_date > private.today_in_brasilia()
    ),
    'payoutsToApprove', private.count_approvals(),
    'claimsSecond', private.count_seconds(),
    'endingsAsked', private.endings_to_confirm(),
    'addressesToCheck', private.addresses_to_check(),
    'messagesNew', (select count(*) from public.contact_messages where status = 'new'),
    'mailParked', private.parked_mail_count(),
    'mailWaitingSince', private.mail_waiting_since()
  ) || private.partnership_counts() || private.payment_counts()
    || private.claim_counts();
end
$$;
call private.expose('staff_counts', 'authenticated',
  'Counts the open work of each staff screen and returns the version of the queue. No personal data.',
  needs => 'read');

-- Hosted projects have pg_cron and pg_net. Other projects use the launcher's timer instead. Each run of a job reads
-- URL and key from the vault, into which `supabase db push` writes the values of config.toml. The timeout is just
-- below the 150 seconds that a hosted function may run. pg_net's default of five seconds is too short, because a
-- worker takes new mails for 30 seconds (longestRunMilliseconds in supabase/functions/deliver-mail/handler.ts) and ends
-- at most two minutes later.
do $schedule$
declare
  worker record;
begin
  if (
    select count(*) from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net')
  ) = 2 then
    execute 'create extension if not exists pg_cron';
    execute 'create extension if not exists pg_net with schema extensions';
  end if;
  if to_regnamespace('cron') is null then
    return;
  end if;
  for worker in
    select * from (values
      ('call-workers', '30 seconds', 'private.workers_due()'),
      ('remove-files', '47 4 * * *', $$(values ('remove-files'))$$)
    ) as listed (name, runs, workers)
  loop
    execute 'select cron.schedule($1, $2, $3)' using worker.name, worker.runs, format(
      $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/' || due.worker,
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'deliver_mail_key')
        ),
        body := '{}'::jsonb,
        timeout_milliseconds := 145000
      )
      from %s as due (worker)
      $job$,
      worker.workers
    );
  end loop;
  -- The jobs are separate, so that a failure in one job does not delay mail. The purge runs every minute. A run is one
  -- transaction of at most a thousand rows per rule, and a run without expired rows takes milliseconds.
  execute $run$
    select cron.schedule('run-schedule', '* * * * *', 'select public.run_schedule()'),
      cron.schedule('purge-expired', '* * * * *', 'select private.purge_expired()')
  $run$;
end
$schedule$;

reset check_function_bodies;
