-- Rules that several tables share. They are immutable, so that constraints and generated
-- columns may use them, and free of personal data in their errors.

create function private.is_cpf(cpf text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- Receita Federal: weights 10..2 and 11..2 modulo 11; eleven equal digits pass the sum
  -- but are never issued.
  select cpf ~ '^[0-9]{11}$'
    and cpf <> repeat(left(cpf, 1), 11)
    and (
      select bool_and(
        substr(cpf, last, 1)::integer = (
          select (sum(substr(cpf, place, 1)::integer * (last + 1 - place)) * 10 % 11 % 10)
          from generate_series(1, last - 1) as place
        )
      )
      from unnest(array[10, 11]) as last
    );
$$;
comment on function private.is_cpf is 'Eleven digits, no mask, with valid check digits.';

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

create function private.is_property_type(property_type text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select property_type = any (
    array['Apartamento', 'Casa', 'Comercial', 'Galpão', 'Terreno', 'Outro']
  );
$$;
comment on function private.is_property_type is 'The property types of the specification, section 9.';

create function private.is_email(email text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$';
$$;
comment on function private.is_email is 'Shape only; the forms are stricter.';

create function private.is_money(amount numeric) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- NaN counts as greater than every number, so a lower bound alone would let it in.
  select amount between 0 and 9999999999.99;
$$;
comment on function private.is_money is 'Reais, not negative, as numeric(12, 2) holds them.';

create function private.search_key(words text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- translate instead of unaccent, whose dictionary may change under an index.
  select translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn');
$$;
comment on function private.search_key is 'Text as people search it: lower case, no accents.';

-- Constraints and generated columns run as whoever writes the row.
grant execute on function
  private.is_cpf(text), private.is_state(text), private.is_property_type(text),
  private.is_email(text), private.is_money(numeric), private.search_key(text)
to service_role;
