import { type SupabaseClient, createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { demoAccounts } from "./demo-accounts.ts";
import { ensureUser } from "./seed-demo.ts";

/**
 * Four contracts: one with three instalments and a part payment, one whose fee was paid twice, one with a refund, and
 * one whose refund is so large that a second person approves it.
 */
const contracts = [
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c04",
    number: demoAccounts.inInstalments.contractNumber,
    password: demoAccounts.inInstalments.password,
    tenant: "Gustavo Henrique Prado",
    cpf: "71428793860",
    rent: 1500,
    instalments: 3,
    method: "Pix em 3 parcelas mensais",
    fee: 1260,
    /** Days since the acceptance, the start and the due day of the fee or first instalment; negative in the future. */
    acceptedDaysAgo: 60,
    startedDaysAgo: 50,
    dueDaysAgo: 40,
    /** Amounts received, in reais, with the number of days since their arrival. */
    received: [
      { amount: 420, daysAgo: 41 },
      { amount: 200, daysAgo: 2 },
    ],
    isCancelled: false,
  },
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c05",
    number: "PF-2026-91F4C7E2B3",
    password: crypto.randomUUID(),
    tenant: "Sofia Martins Lopes",
    cpf: "08742168007",
    rent: 1500,
    instalments: 1,
    method: "Pix à vista",
    fee: 1480.5,
    acceptedDaysAgo: 30,
    startedDaysAgo: 25,
    dueDaysAgo: 15,
    received: [
      { amount: 1480.5, daysAgo: 12 },
      { amount: 1480.5, daysAgo: 11 },
    ],
    isCancelled: false,
  },
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c06",
    number: "PF-2026-C08D6A27F5",
    password: crypto.randomUUID(),
    tenant: "Otávio Ramos Teixeira",
    cpf: "93541134780",
    rent: 1500,
    instalments: 1,
    method: "Pix à vista",
    fee: 990,
    acceptedDaysAgo: 6,
    startedDaysAgo: -10,
    dueDaysAgo: 1,
    received: [{ amount: 990, daysAgo: 4 }],
    isCancelled: true,
  },
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c07",
    number: "PF-2026-7E2D0B94A6",
    password: crypto.randomUUID(),
    tenant: "Camila Torres Vidal",
    cpf: "66115750903",
    rent: 6200,
    instalments: 1,
    method: "Pix à vista",
    fee: 5952,
    acceptedDaysAgo: 9,
    startedDaysAgo: -12,
    dueDaysAgo: 2,
    received: [{ amount: 5952, daysAgo: 5 }],
    isCancelled: true,
    hasAccount: true,
  },
];

/** Seeds contracts whose payments show every state of the ledger. */
export async function seedDemoPayments(options: {
  url: string;
  secretKey: string;
  database: Sql;
}): Promise<void> {
  const { url, secretKey, database } = options;
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  for (const contract of contracts) {
    const [known] = await database`select from public.contracts where id = ${contract.id}`;
    if (!known) await seedContract(client, database, contract);
  }
}

async function seedContract(
  client: SupabaseClient,
  database: Sql,
  contract: (typeof contracts)[number],
) {
  const { id, number, password, tenant, cpf, rent, instalments, method, fee, received } = contract;
  const { acceptedDaysAgo, startedDaysAgo, dueDaysAgo, isCancelled, hasAccount } = contract;
  const email = `contrato-${id}@contratos.payser.invalid`;
  const user = await ensureUser(client, database, email, password, { account: "contract" });
  await database.begin(async (sql) => {
    await sql`
      insert into public.leases (id, user_id, claims_end_told_on)
      select ${id}, ${user}, private.today_in_brasilia() + 300`;
    await sql`
      insert into public.contracts (
        id, lease_id, user_id, contract_number, tenant_name, tenant_cpf, tenant_email, landlord_name, property_type,
        property_address, property_city, property_state, rental_value, guarantee_reference_value, cover_limit, fee,
        fee_due_on, start_date, end_date, contract_duration_months, payment_plan, instalments, payment_method,
        password_set_at, created_at, end_told_on
      )
      select ${id}, ${id}, ${user}, ${number}, ${tenant}, ${cpf}, ${`${number.toLowerCase()}@exemplo.com.br`},
        'Helena Duarte Prado', 'Apartamento', 'Rua das Acácias, 318, Centro, Londrina, PR', 'Londrina', 'PR', ${rent},
        ${rent * 12}, ${rent * 8.4}, ${fee}, day - ${dueDaysAgo}::integer, day - ${startedDaysAgo}::integer,
        (day - ${startedDaysAgo}::integer + interval '1 year' - interval '1 day')::date, 12, 'pix',
        ${instalments}, ${method}, now(), now() - make_interval(days => ${acceptedDaysAgo}), day + 300
      from private.today_in_brasilia() as day`;
    await sql`select private.owe_fee(contract) from public.contracts as contract where id = ${id}`;
    for (const { amount, daysAgo } of received) {
      await sql`
        insert into public.movements (direction, amount, moved_on, source, contract_id, description)
        values (
          'in', ${amount}, private.today_in_brasilia() - ${daysAgo}::integer, 'statement', ${id},
          ${`PIX RECEBIDO ${tenant.toUpperCase()}`}
        )`;
    }
    await sql`select private.spend_rests(${id})`;
    if (isCancelled) {
      await sql`
        update public.contracts set status = 'cancelled', closed_at = now(), close_reason = 'O imóvel foi vendido.'
        where id = ${id}`;
      await sql`
        select private.settle_ending(contract, 'cancelled-before-start') from public.contracts as contract
        where id = ${id}`;
    }
    if (hasAccount) {
      const account = { kind: "pix", key: cpf, holder: tenant, document: cpf };
      await sql`
        insert into public.refund_accounts (contract_id, account, version, confirmed_at)
        values (${id}, ${sql.json(account)}, 1, now() - interval '4 days')`;
    }
    // The queued mails are deleted, so that the demonstration starts with an empty outbox.
    await sql`delete from public.outgoing_mail where contract_id = ${id}`;
    // The reminder of today counts as sent, so that the demonstration queues no such mail.
    await sql`
      insert into public.outgoing_mail (
        template, recipient, payload, idempotency_key, contract_id, status, sent_at
      )
      select 'fee-overdue', due.address, '{}', due.mail_key, due.contract_id, 'sent', now()
      from private.fees_to_remind(private.today_in_brasilia()) as due where due.contract_id = ${id}`;
  });
}
