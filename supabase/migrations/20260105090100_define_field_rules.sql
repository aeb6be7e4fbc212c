-- Rules that several tables share. They are immutable, so that constraints and generated
-- columns may use them, and free of personal data in their errors.

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
  private.is_email(text), private.search_key(text)
to service_role;
