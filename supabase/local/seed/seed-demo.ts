import { type SupabaseClient, createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { rowOf } from "#contracts/fields/sent-fields.ts";
import { simulationExample, simulationFormSchema } from "#contracts/requests/simulation-request.ts";
import { staffRightsName } from "#contracts/stored-values.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { demoContracts, seedLetter } from "./demo-contracts.ts";

type SeedOptions = {
  url: string;
  secretKey: string;
  database: Sql;
  siteUrl: string;
};

/** Fills an empty project with demonstration data. Skips parts that exist, to continue an interrupted start. */
export async function seedDemo({ url, secretKey, database, siteUrl }: SeedOptions): Promise<void> {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await seedStaff(client, database);
  for (const contract of demoContracts) {
    await seedContract(client, database, contract);
    await seedLetter(client, database, siteUrl, contract);
  }
  await seedSimulations(database);
}

async function seedStaff(client: SupabaseClient, database: Sql) {
  const { staff, members, pendingStaff, secondFactor } = demoAccounts;
  await ensureUser(client, database, pendingStaff.email, pendingStaff.password);
  const everybody = [
    { email: staff.email, name: "Equipe Payser", rights: staffRightsName, hasFactor: false },
    ...members.map((member) => ({
      ...member,
      hasFactor: member.rights.some((right) => ["payouts", "team", "owner"].includes(right)),
    })),
  ];
  for (const { email, name, rights, hasFactor } of everybody) {
    // oxlint-disable-next-line no-await-in-loop -- the order of the accounts is their order on the team screen
    await ensureUser(client, database, email, staff.password);
    // oxlint-disable-next-line no-await-in-loop -- the order of the accounts is their order on the team screen
    await database`
      with released as (
        update public.staff set status = 'active', full_name = ${name}, status_changed_at = now()
        where email = ${email} and status = 'pending' returning user_id
      ), enrolled as (
        insert into auth.mfa_factors (
          id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
        )
        select gen_random_uuid(), user_id, 'Aplicativo', 'totp', 'verified', ${secondFactor}, now(), now()
        from released where ${hasFactor}
      )
      insert into public.staff_rights (user_id, name)
      select distinct released.user_id, held from released, unnest(${["read", ...rights]}::text[]) as held`;
  }
  // The queued mails are deleted, so that the demonstration starts with an empty outbox.
  await database`
    delete from public.outgoing_mail where template in ('staff-pending', 'staff-factor-changed')
      and payload ->> 'email' in ${database([pendingStaff.email, ...everybody.map(({ email }) => email)])}`;
}

async function seedContract(
  client: SupabaseClient,
  database: Sql,
  { id, account, row, letter, documents }: (typeof demoContracts)[number],
) {
  if (!account) return;
  const [known] = await database`select from public.contracts where id = ${id}`;
  if (known) return;
  const email = `contrato-${id}@contratos.payser.invalid`;
  const metadata = { account: "contract" };
  const userId = await ensureUser(client, database, email, account.password, metadata);
  await database.begin(async (sql) => {
    await sql`
      insert into public.leases (id, user_id, claims_end_told_on) values (${id}, ${userId}, ${row.end_date})`;
    await sql`insert into public.contracts ${sql({
      ...row,
      id,
      lease_id: id,
      user_id: userId,
      contract_number: account.contractNumber,
      tenant_email: account.email,
      password_set_at: row.start_date,
      // The reminder of the contract's end counts as sent, so that the demonstration queues no such mail.
      end_told_on: row.end_date,
    })}`;
    // Only the active contract has a payment that is due.
    if (row.status === "active") {
      await sql`
        insert into public.charges (contract_id, kind, amount, due_on, txid, cause)
        values (
          ${id}, 'fee', ${letter.facts.fee}, current_date + 5,
          ${account.contractNumber.replaceAll("-", "")}, 'acceptance'
        )`;
    }
    for (const { name, file } of documents) {
      await sql`
        insert into public.contract_documents (contract_id, document_name, file_path)
        values (${id}, ${name}, ${`${id}/${file}`})`;
    }
  });
}

async function seedSimulations(database: Sql) {
  const [any] = await database`select from public.simulations limit 1`;
  if (any) return;
  const [reviewer] = await database`
    select user_id from public.staff where email = ${demoAccounts.staff.email}`;
  const { accepted_terms: _accepted, ...example } = rowOf(
    simulationFormSchema.parse(simulationExample),
  );
  await database.begin(async (sql) => {
    for (const [index, { daysAgo, monthly_income, ...simulation }] of demoSimulations.entries()) {
      const decided = simulation.status !== "pending";
      const createdAt = new Date(Date.now() - daysAgo * 86_400_000 - index * 1_260_000);
      await sql`insert into public.simulations ${sql({
        ...example,
        comments: null,
        rejection_reason: null,
        ...simulation,
        submission_id: crypto.randomUUID(),
        created_at: createdAt,
        email: `simulacao${index + 1}@exemplo.com.br`,
        phone: `4499999100${index}`,
        birth_date: `19${80 + index}-0${index + 1}-15`,
        monthly_income: monthly_income ?? simulation.rental_value * 3,
        occupation: "Profissional autônomo",
        property_address: `Rua das Acácias, ${120 + index * 37}, Centro`,
        owner_name: "Helena Duarte Prado",
        owner_contact: "44988880000",
        accepted_terms_version: "demonstracao",
        reviewed_by: decided ? (reviewer?.["user_id"] ?? null) : null,
        reviewed_at: decided ? new Date(createdAt.getTime() + 7_200_000) : null,
      })}`;
    }
  });
}

/** Returns the id of the account with this e-mail address. Creates the account if it is missing. */
export async function ensureUser(
  client: SupabaseClient,
  database: Sql,
  email: string,
  password: string,
  app_metadata = {},
) {
  const [known] = await database`
    select id, email_confirmed_at from auth.users where email = ${email}`;
  if (known) {
    const id = String(known["id"]);
    // Accounts of older data directories have unconfirmed e-mail addresses. These are confirmed here, so that the
    // accounts stay usable.
    if (known["email_confirmed_at"] === null) {
      const { error } = await client.auth.admin.updateUserById(id, { email_confirm: true });
      if (error) throw error;
    }
    return id;
  }
  const { data, error } = await client.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata,
  });
  if (error) throw error;
  return data.user.id;
}

type DemoSimulation = {
  full_name: string;
  cpf: string;
  daysAgo: number;
  status: "pending" | "approved" | "rejected";
  rejection_reason?: string;
  property_city: string;
  property_state: string;
  rental_value: number;
  monthly_income?: number;
  comments?: string;
};

const demoSimulations: DemoSimulation[] = [
  {
    full_name: "Mariana Costa e Silva",
    cpf: "39053344705",
    daysAgo: 0,
    status: "pending",
    property_city: "Maringá",
    property_state: "PR",
    rental_value: 1650,
    comments: "Pretendo me mudar no início do mês. Tenho um cachorro de pequeno porte.",
  },
  {
    full_name: "Rafael Antônio Souza",
    cpf: "86288366757",
    daysAgo: 1,
    status: "pending",
    property_city: "Curitiba",
    property_state: "PR",
    rental_value: 2980.9,
    // The rent takes 45 % of this income, so two people approve the request.
    monthly_income: 6600,
  },
  {
    full_name: "Luíza Fernandes",
    cpf: "15350946056",
    daysAgo: 2,
    status: "pending",
    property_city: "São Paulo",
    property_state: "SP",
    rental_value: 3400,
    comments: "O imóvel é anunciado pela imobiliária do bairro.",
  },
  {
    full_name: "Diego Martins Araújo",
    cpf: "71428793860",
    daysAgo: 4,
    status: "approved",
    property_city: "Londrina",
    property_state: "PR",
    rental_value: 1200,
  },
  {
    full_name: "Patrícia Gonçalves",
    cpf: "08742168007",
    daysAgo: 6,
    status: "approved",
    property_city: "Florianópolis",
    property_state: "SC",
    rental_value: 2750,
  },
  {
    full_name: "Bruno Henrique Lima",
    cpf: "93541134780",
    daysAgo: 9,
    status: "rejected",
    property_city: "Cascavel",
    property_state: "PR",
    rental_value: 4100,
    rejection_reason: "A renda informada não comporta o valor do aluguel.",
  },
];
