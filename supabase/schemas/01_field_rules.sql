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
