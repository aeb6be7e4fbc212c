import type { Sql } from "postgres";

/**
 * Adds `count` simulations spread over two years, with varied names, states and valid CPFs,
 * in seconds: for tests and benches of the staff list.
 */
export async function seedManySimulations(sql: Sql, count: number): Promise<void> {
  await sql.unsafe(
    `
    with drawn as (
      select n,
        (array['Ana','Bruno','Carla','Diego','Elisa','Fábio','Gabriela','Heitor','Íris','João',
          'Karina','Luís','Márcia','Nelson','Olívia','Paulo','Raquel','Sérgio','Tânia','Vítor'])
          [1 + n % 20] as given,
        (array['Almeida','Barbosa','Cardoso','Dias','Esteves','Ferreira','Gonçalves','Henriques',
          'Inácio','Junqueira','Lima','Moreira','Nogueira','Oliveira','Pereira','Queiroz',
          'Ribeiro','Souza','Teixeira','Vasconcelos'])[1 + (n / 20) % 20] as family,
        lpad(((n::bigint * 7919) % 1000000000)::text, 9, '0') as base
      from generate_series(1, $1::integer) as n
    ), first_digit as (
      select *, base || (
        select sum(substr(base, place, 1)::integer * (11 - place)) * 10 % 11 % 10
        from generate_series(1, 9) as place
      ) as ten
      from drawn
    )
    insert into public.simulations (
      submission_id, created_at, status, full_name, email, phone, cpf, birth_date,
      monthly_income, occupation, property_address, property_city, property_state,
      rental_value, owner_name, owner_contact, accepted_terms_version, reviewed_at,
      rejection_reason
    )
    select gen_random_uuid(), now() - n * interval '10 minutes',
      (array['pending','approved','rejected'])[1 + n % 3],
      given || ' ' || family || ' ' || n, lower('pessoa' || n || '@exemplo.com.br'),
      '4499' || lpad(n::text, 7, '0'),
      ten || (
        select sum(substr(ten, place, 1)::integer * (12 - place)) * 10 % 11 % 10
        from generate_series(1, 10) as place
      ),
      date '1960-01-01' + n % 15000, 2000 + n % 9000, 'Analista', 'Rua das Flores, ' || n,
      'Maringá', 'PR', 800 + n % 4000, 'José Pereira', '4432221111', '1',
      case when n % 3 = 0 then null else now() end,
      case when n % 3 = 2 then 'Renda insuficiente' end
    from first_digit
    -- Nine equal digits would make a number that is never issued.
    where base <> repeat(left(base, 1), 9)`,
    [String(count)],
  );
  await sql`vacuum analyze public.simulations`;
}
