-- Rules that several tables share. They are immutable where constraints and generated columns use
-- them, and free of personal data in their errors. Constraints run as whoever writes the row.

create function private.is_cpf(cpf text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  digit integer;
  first_sum integer := 0;
  second_sum integer := 0;
begin
  -- Eleven equal digits pass the sums but are never issued.
  if cpf !~ '^[0-9]{11}$' or cpf = repeat(left(cpf, 1), 11) then
    return false;
  end if;
  -- Receita Federal: weights 10 to 2 and 11 to 2, modulo 11.
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
comment on function private.is_cpf is 'Eleven digits, no mask, with valid check digits.';
grant execute on function private.is_cpf to service_role;

create function private.is_cnpj(cnpj text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  rest integer;
begin
  -- Fourteen equal signs pass the sums but are never issued.
  if cnpj !~ '^[0-9A-Z]{12}[0-9]{2}$' or cnpj = repeat(left(cnpj, 1), 14) then
    return false;
  end if;
  -- Receita Federal, IN 2.229/2024: the code of each sign less 48, weights 2 to 9 from the right.
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
comment on function private.is_cnpj is 'Fourteen signs, no mask, with valid check digits; letters, too, since July 2026.';
grant execute on function private.is_cnpj to service_role;

create function private.is_state(state text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select state = any (array[
    'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA',
    'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'
  ]);
$$;
comment on function private.is_state is 'One of the 27 federative units.';
grant execute on function private.is_state to service_role;

create function private.is_property_type(property_type text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select property_type = any (
    array['Apartamento', 'Casa', 'Comercial', 'Galpão', 'Terreno', 'Outro']
  );
$$;
comment on function private.is_property_type is 'The property types of the specification, section 9.';
grant execute on function private.is_property_type to service_role;

create function private.is_email(email text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$';
$$;
comment on function private.is_email is 'Shape only; the forms are stricter.';
grant execute on function private.is_email to service_role;

create function private.digits(written text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select regexp_replace(written, '[^0-9]', '', 'g');
$$;
comment on function private.digits is 'Digits alone, as a CPF is stored.';
grant execute on function private.digits to service_role;

-- Without its plus, +1 415 555 2671 would read as the Brazilian (14) 15555-2671: numbers of another
-- country are kept in E.164, Brazilian ones as the digits that are dialled within the country.
create function private.is_phone(phone text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- Brazil's own code is no part of a number: two ways to keep one would be two numbers.
  select phone ~ '^([0-9]{10,15}|[+](?!55)[1-9][0-9]{9,14})$';
$$;
comment on function private.is_phone is 'Ten to fifteen digits: as dialled within Brazil, or of another country in E.164, with its plus.';
grant execute on function private.is_phone to service_role;

create function private.phone(written text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select case when btrim(written) like '+%' then '+' else '' end || private.digits(written);
$$;
comment on function private.phone is 'A phone without what is written between its digits; a plus before them stays.';
grant execute on function private.phone to service_role;

-- Whatever is counted by mailbox is counted by this. A plus begins a tag at all larger providers;
-- Gmail takes dots for nothing, and has two names.
create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
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
$$;
comment on function private.mailbox_of is 'The mailbox that an address reaches: ana+x@a.br is ana@a.br, a.na@googlemail.com is ana@gmail.com.';
grant execute on function private.mailbox_of to service_role;

create function private.search_key(words text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- translate instead of unaccent, whose dictionary may change under an index.
  select translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn');
$$;
comment on function private.search_key is 'Text as people search it: lower case, no accents.';
grant execute on function private.search_key to service_role;

create function private.full_name_key(full_name text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select private.search_key(btrim(regexp_replace(normalize(full_name, nfc), '\s+', ' ', 'g')));
$$;
comment on function private.full_name_key is 'A name as it is compared: case, accents and spaces make no difference.';
grant execute on function private.full_name_key to service_role;

create function private.initials(name text) returns text
language sql immutable strict
set search_path = ''
as $$
  select string_agg(upper(left(word, 1)) || '.', ' ' order by place)
  from regexp_split_to_table(btrim(name), '\s+') with ordinality as split (word, place)
  where lower(word) not in ('da', 'das', 'de', 'do', 'dos', 'e');
$$;
comment on function private.initials is '"Ana Beatriz da Silva" is "A. B. S.": enough for who knows the tenant, and nobody else.';
grant execute on function private.initials to service_role;

create function private.today_in_brasilia() returns date
language sql stable
set search_path = ''
as $$
  select (now() at time zone 'America/Sao_Paulo')::date;
$$;
comment on function private.today_in_brasilia is 'The day by which terms begin and end.';
grant execute on function private.today_in_brasilia to authenticated, service_role;

create function private.has_link(words text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- The same rule, and the same lists, as supabase/functions/_shared/contracts/fields/text.ts.
  select words ~* (
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
$$;
comment on function private.has_link is 'Whether a line holds the address of a site.';
grant execute on function private.has_link to service_role;

-- A trigger and no check: rows from before a rule must stay decidable.
create function private.refuse_links() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  line text;
begin
  foreach line in array tg_argv loop
    if private.has_link(to_jsonb(new) ->> line) then
      raise exception 'Escreva sem links nem endereços de sites'
        using errcode = '23514', column = line;
    end if;
  end loop;
  return new;
end
$$;
comment on function private.refuse_links is 'Refuses a row of which a line holds the address of a site; the arguments are the columns of such lines.';

-- Who has sent a form gets a protocol to name it by and, of most, an hour until which it is answered.
-- Its two letters say which form: PS a simulation, PP a partnership, PM a message.
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
grant execute on function private.protocol_check to service_role;

create function private.is_protocol(protocol text, kind text default 'PS') returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select protocol ~ ('^' || kind || '-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$')
    and private.protocol_check(substr(protocol, 9, 7)) = right(protocol, 1);
$$;
comment on function private.is_protocol is 'The letters of a form, the year, and eight characters of which the last one checks the others.';
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
    -- The first 48 bits of a version 4 UUID are random; seven characters take 35 of them.
    random := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    select string_agg(substr(alphabet, 1 + ((random >> (5 * place)) & 31)::integer, 1), '')
    into digits from generate_series(0, 6) as place;
    drawn := kind || '-' || year || '-' || digits || private.protocol_check(digits);
    -- Draws whose check is one of the five symbols are no base 32: another one, as for one in use.
    exit when private.is_protocol(drawn, kind)
      and not exists (select from public.simulations where protocol = drawn)
      and not exists (select from public.partnership_requests where protocol = drawn)
      and not exists (select from public.contact_messages where protocol = drawn)
      and not exists (select from public.claims where protocol = drawn);
  end loop;
  return drawn;
end
$$;
comment on function private.new_protocol is 'A protocol that no form has; two at once would have to draw the same of 30 thousand million, and then one of them fails.';
grant execute on function private.new_protocol to service_role;

-- The staff search. An index of letters and digits alone knows nothing of "@ .", and most of an
-- address is what most addresses have: it is one of grams, any characters in a row. The decision,
-- with plans and figures, is docs/decisions/2026-11-23-search.md.
create function private.search_words(wanted_search text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(word order by place)
  -- Nobody's name or address is longer, and the work grows with the square of the length.
  from left(wanted_search, 200) as typed, regexp_split_to_table(
    -- A CPF and a phone are stored without their mask but often pasted with it; of Brazil without 55.
    case
      when typed ~ '^[0-9. ()+-]+$' then
        regexp_replace(private.phone(typed), '^[+]55(?=[0-9]{10,11}$)', '')
      else private.search_key(typed)
    end,
    '\s+'
  ) with ordinality as split (word, place)
  where word <> '';
$$;
comment on function private.search_words is 'The words of a search, all of which are to be found.';

-- Any three characters in a row, whatever they are, and the first one of each word. Of one character
-- that is repeated, three say little: four and six of it are a gram, too. In loops: a query over sets,
-- set up anew for each text, takes three times as long, for each request that comes in and for the
-- making of an index. The index takes each gram once, however often it is given.
create function private.search_grams(words text) returns text[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  grams text[] := '{}';
  word text;
  run text;
begin
  for place in 1 .. char_length(words) - 2 loop
    grams := grams || substr(words, place, 3);
  end loop;
  foreach word in array string_to_array(words, ' ') loop
    continue when word = '';
    grams := grams || (' ' || left(word, 1));
  end loop;
  -- Few texts have one, and looking for all of them takes longer than asking.
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
comment on function private.search_grams is 'What the index of the search knows a text by.';
grant execute on function private.search_grams to service_role;

-- Most grams of an address are in most addresses, and reading where costs more the more there are: the
-- few that ANALYZE has seen least are enough, and the text itself is asked in the end. Each word gives
-- some: the five rarest of two words may all be of the rarer one, so that the other narrows nothing.
create function private.wanted_grams(wanted_search text, index_name text) returns text[]
language sql stable
set search_path = ''
as $$
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
            -- A word may be found within another: where it begins says nothing.
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
  -- A gram that a tenth of all texts have costs more than it tells the rarer ones apart.
  where ranked.rarity = 1 or (ranked.place <= 5 and ranked.frequency < 0.1);
$$;
comment on function private.wanted_grams is 'The rarest grams of each word, which a text has if it has all words of a search.';

create function private.search_patterns(wanted_search text) returns text[]
language sql immutable strict parallel safe
set search_path = ''
as $$
  select array_agg(
    -- One or two letters are looked for where a word begins.
    case when char_length(word) < 3 then '% ' else '%' end
      || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    order by place
  )
  from unnest(private.search_words(wanted_search)) with ordinality as listed (word, place);
$$;
comment on function private.search_patterns is 'The words of a search as patterns of like, each by itself, so that "Ana Lima" finds "Ana Souza Lima".';

create function private.clean_field(name text, written text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when name = 'email' then lower(btrim(written))
    when name in ('phone', 'owner_contact') then private.phone(written)
    when name = 'cpf' then private.digits(written)
    when name = 'property_state' then upper(btrim(written))
    else btrim(written)
  end;
$$;
comment on function private.clean_field is 'What is stored of a form''s field, by its column; the edge function has cleaned it, too.';
grant execute on function private.clean_field to service_role;

create function private.read_form(form regclass, request jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(
    attname,
    case
      when attnotnull then private.clean_field(attname, request ->> key)
      else nullif(private.clean_field(attname, request ->> key), '')
    end
  )
  from pg_attribute,
    -- full_name is fullName in the request.
    lateral (select replace(initcap(replace(attname, '_', ' ')), ' ', '') as words) as named,
    lateral (select lower(left(words, 1)) || substr(words, 2) as key) as keyed
  where attrelid = form and attnum > 0 and not attisdropped
    and has_column_privilege('service_role', attrelid, attnum, 'insert');
$$;
comment on function private.read_form is 'The columns that a visitor may set, with what a request has for them; blank is null where it may be.';
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
comment on function private.store_form is 'Stores a form once per submissionId; false when it is there.';
grant execute on function private.store_form to service_role;
