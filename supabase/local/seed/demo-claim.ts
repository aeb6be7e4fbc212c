import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { demoAccounts } from "./demo-accounts.ts";
import { ensureUser } from "./seed-demo.ts";

const id = "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c03";
const { contractNumber, password, landlord } = demoAccounts.claimed;

const account = {
  kind: "pix",
  key: "locadora@exemplo.com.br",
  holder: "Helena Duarte Prado",
  document: "39053344705",
};

/** Seeds a contract that ended ten days ago, and a claim with two items, one of which the tenant has answered. */
export async function seedDemoClaim(options: {
  url: string;
  secretKey: string;
  database: Sql;
}): Promise<void> {
  const { url, secretKey, database } = options;
  const [known] = await database`select from public.contracts where id = ${id}`;
  if (known) return;
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `contrato-${id}@contratos.payser.invalid`;
  const user = await ensureUser(client, database, email, password, { account: "contract" });
  await database.begin(async (sql) => {
    await sql`
      insert into public.leases (id, user_id, claims_end_told_on)
      select ${id}, ${user}, private.today_in_brasilia() + 30`;
    await sql`
      insert into public.contracts (
        id, lease_id, user_id, contract_number, status, tenant_name, tenant_cpf, tenant_email, landlord_name,
        property_type, property_address, property_city, property_state, rental_value,
        guarantee_reference_value, cover_limit, start_date, end_date, contract_duration_months,
        payment_plan, payment_method, password_set_at, closed_at, ends_on, end_told_on
      )
      select ${id}, ${id}, ${user}, ${contractNumber}, 'ended', 'Marina Alves Souza', '39053344705',
        'marina.souza@exemplo.com.br', 'Helena Duarte Prado', 'Apartamento',
        'Rua XV de Novembro, 900, apto 31, Centro, Curitiba, PR', 'Curitiba', 'PR', 2100, 25200, 17640,
        day - 355, day + 9, 12, 'pix', 'Pix à vista', now() - interval '300 days', now() - interval '10 days', day - 10, day
      from private.today_in_brasilia() as day`;
    await sql`
      insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
      values (${id}, ${landlord}, 'staff', now())`;
    await sql`select private.renew_landlord_link(${landlord}, false)`;
    const items = [
      { kind: "repair", description: "Porta do quarto arrancada das dobradiças.", asked: 980 },
      { kind: "painting", description: "Paredes da sala com manchas e furos.", asked: 1450.5 },
    ].map((item) => ({ id: crypto.randomUUID(), ...item }));
    await sql`
      select private.begin_hearing(private.open_claim(
        ${id}, 'landlord', ${landlord}, gen_random_uuid(), private.today_in_brasilia() - 11,
        ${sql.json(items)}::jsonb, null
      ))`;
    await sql`
      update public.claims set account = ${sql.json(account)}, account_since = now() where lease_id = ${id}`;
    await sql`
      update public.claim_items set answer = 'A porta já estava solta quando entrei.', answered_at = now()
      where id = ${items[0]?.id ?? ""}`;
    // The queued mails are deleted, so that the demonstration starts with an empty outbox.
    await sql`delete from public.outgoing_mail where contract_id = ${id}`;
  });
}
