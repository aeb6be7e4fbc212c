import type { Sql } from "postgres";

/** Number of rows per insert statement. Several connections insert at the same time. */
const SLICE = 25_000;

/**
 * Adds `count` simulations for tests and benchmarks of the staff list, with varied names and valid CPFs. The newest
 * simulation has the current time, and the others have earlier times, ten minutes apart.
 */
export async function seedManySimulations(sql: Sql, count: number): Promise<void> {
  // Dropping the index and rebuilding it at the end is far faster than updating the index row by row.
  const [index] = await sql`
    select indexdef from pg_indexes where indexname = 'simulations_by_grams'`;
  await sql`drop index public.simulations_by_grams`;
  // The triggers check and count the rows, which would take more than half of the time. All rows here are valid, and
  // `recount_simulations` counts the rows below.
  await sql`alter table public.simulations disable trigger user`;
  await Promise.all(
    Array.from({ length: Math.ceil(count / SLICE) }, (_, slice) =>
      addSimulations(sql, slice * SLICE + 1, Math.min(count, (slice + 1) * SLICE)),
    ),
  );
  await sql`alter table public.simulations enable trigger user`;
  await sql`select private.recount_simulations()`;
  await sql.begin(async (transaction) => {
    await transaction`set local maintenance_work_mem = '512MB'`;
    await transaction.unsafe(String(index?.["indexdef"]));
  });
  await sql`vacuum analyze public.simulations`;
}

async function addSimulations(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into public.simulations (
      submission_id, created_at, answer_due_at, protocol, status, full_name, email, phone, cpf,
      birth_date, monthly_income, occupation, property_address, property_city, property_state,
      rental_value, owner_name, owner_contact, accepted_terms_version, reviewed_at,
      rejection_reason
    )
    select gen_random_uuid(), sent_at, sent_at + interval '24 hours',
      overlay(private.new_protocol() placing to_char(sent_at, 'YYYY') from 4),
      (${["pending", "approved", "rejected"]}::text[])[1 + n % 3],
      (${givenNames}::text[])[1 + n % 20] || ' ' || (${familyNames}::text[])[1 + n / 20 % 20]
        || ' ' || n,
      'pessoa' || n || '@exemplo.com.br', '4499' || lpad(n::text, 7, '0'),
      (${validCpfs(5000)}::text[])[1 + n % 5000], date '1960-01-01' + n % 15000,
      2000 + n % 9000, 'Analista', 'Rua das Flores, ' || n, 'Maringá', 'PR', 800 + n % 4000,
      'José Pereira', '4432221111', '1', case when n % 3 = 0 then null else now() end,
      case when n % 3 = 2 then 'Renda insuficiente' end
    from generate_series(${from}::integer, ${to}::integer) as n,
      lateral (select now() - n * interval '10 minutes' as sent_at) as sent
    -- A protocol may be drawn twice among a million rows; the second row is left out.
    on conflict (protocol) do nothing`;
}

const givenNames = [
  ..."Ana Bruno Carla Diego Elisa Fábio Gabriela Heitor Íris João".split(" "),
  ..."Karina Luís Márcia Nelson Olívia Paulo Raquel Sérgio Tânia Vítor".split(" "),
];
const familyNames = [
  ..."Almeida Barbosa Cardoso Dias Esteves Ferreira Gonçalves Henriques Inácio".split(" "),
  ..."Junqueira Lima Moreira Nogueira Oliveira Pereira Queiroz Ribeiro Souza".split(" "),
  ..."Teixeira Vasconcelos".split(" "),
];

function validCpfs(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const base = String(100_000_007 + index * 79_193).slice(0, 9);
    return withCheckDigit(withCheckDigit(base));
  });
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  return `${digits}${((sum * 10) % 11) % 10}`;
}
