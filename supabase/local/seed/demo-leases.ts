import { createClient } from "@supabase/supabase-js";
import type { ISql, Sql } from "postgres";
import { demoAccounts } from "./demo-accounts.ts";
import { demoContracts } from "./demo-contracts.ts";
import { ensureUser } from "./seed-demo.ts";

const agencyId = "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c20";
const renewedLeaseId = "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c10";
const { renewed, agency, waitingAddress } = demoAccounts;

const account = {
  kind: "pix",
  key: renewed.landlord,
  holder: "Beatriz Moraes Antunes",
  document: "39053344705",
};

/** Contract of a demonstration lease; the days are counted from today, negative in the past. */
type DemoPeriod = {
  id: string;
  leaseId: string;
  userId: string;
  number: string;
  tenant: string;
  cpf: string;
  landlord: string;
  address: string;
  rent: number;
  startsIn: number;
  endsIn: number;
  renews?: string;
};

/**
 * Seeds a lease with two periods and a claim in review, an agency with twelve leases, and an address of a landlord that
 * waits for the check of staff.
 */
export async function seedDemoLeases(options: {
  url: string;
  secretKey: string;
  database: Sql;
}): Promise<void> {
  const { url, secretKey, database } = options;
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const [known] = await database`select from public.leases where id = ${renewedLeaseId}`;
  if (!known) {
    const email = `contrato-${renewedLeaseId}@contratos.payser.invalid`;
    const user = await ensureUser(client, database, email, renewed.password, {
      account: "contract",
    });
    await database.begin(async (sql) => {
      await seedRenewedLease(sql, user);
      await seedWaitingAddress(sql);
    });
  }
  const [knownAgency] = await database`select from public.landlords where id = ${agencyId}`;
  if (!knownAgency) await database.begin(seedAgency);
}

async function insertPeriod(sql: ISql, period: DemoPeriod) {
  const { id, leaseId, userId, number, tenant, cpf, landlord, address, rent } = period;
  const { startsIn, endsIn, renews = null } = period;
  await sql`
    insert into public.leases (id, user_id, claims_end_told_on)
    select ${leaseId}, ${userId}, private.today_in_brasilia() + 400 on conflict do nothing`;
  await sql`
    insert into public.contracts (
      id, lease_id, user_id, contract_number, tenant_name, tenant_cpf, tenant_email, landlord_name, property_type,
      property_address, property_city, property_state, rental_value, guarantee_reference_value, cover_limit, start_date,
      end_date, contract_duration_months, payment_plan, payment_method, password_set_at, end_told_on, renews_contract_id
    )
    select ${id}, ${leaseId}, ${userId}, ${number}, ${tenant}, ${cpf}, ${`${number.toLowerCase()}@exemplo.com.br`},
      ${landlord}, 'Apartamento', ${`${address}, Maringá, PR`}, 'Maringá', 'PR', ${rent}, ${rent * 12},
      ${rent * 8.4}, day + ${startsIn}::integer, day + ${endsIn}::integer, 12, 'pix', 'Pix à vista', now(),
      day + 400, ${renews}
    from private.today_in_brasilia() as day`;
}

async function confirmAddress(
  sql: ISql,
  address: string,
  of: { lease: string } | { landlord: string },
) {
  await sql`
    insert into public.lease_addresses (lease_id, landlord_id, address, given_by, confirmed_at)
    values (
      ${"lease" in of ? of.lease : null}, ${"landlord" in of ? of.landlord : null}, ${address}, 'staff',
      now() - interval '300 days'
    )`;
  await sql`select private.renew_landlord_link(${address}, false)`;
}

/** Seeds a renewed lease. Its landlord confirmed the address once and asks for the review of a claim. */
async function seedRenewedLease(sql: ISql, userId: string) {
  const former = "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c11";
  const lease = {
    leaseId: renewedLeaseId,
    userId,
    tenant: "Renata Figueiredo Campos",
    cpf: "15350946056",
    landlord: account.holder,
    address: "Rua Santos Dumont, 1510, apto 82, Zona 03",
    rent: 1900,
  };
  await insertPeriod(sql, {
    ...lease,
    id: former,
    number: "PF-2025-2E94B7D013",
    startsIn: -370,
    endsIn: -6,
  });
  await insertPeriod(sql, {
    ...lease,
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c12",
    number: renewed.contractNumber,
    startsIn: -5,
    endsIn: 359,
    renews: former,
  });
  await confirmAddress(sql, renewed.landlord, { lease: renewedLeaseId });
  const items = [
    { kind: "repair", description: "Janela da sala com o vidro trincado.", asked: 640 },
    { kind: "painting", description: "Parede do corredor riscada.", asked: 520 },
  ].map((item) => ({ id: crypto.randomUUID(), ...item }));
  await sql`
    select private.begin_hearing(private.open_claim(
      ${renewedLeaseId}, 'landlord', ${renewed.landlord}, gen_random_uuid(), private.today_in_brasilia() - 12,
      ${sql.json(items)}::jsonb, null
    ))`;
  await sql`
    update public.claim_items set answer = 'O vidro já veio trincado.', answered_at = now(), granted = 0,
      reason = 'A vistoria de entrada mostra o vidro trincado.'
    where id = ${items[0]?.id ?? ""}`;
  await sql`update public.claim_items set granted = asked where id = ${items[1]?.id ?? ""}`;
  const decided = await sql`
    update public.claims set account = ${sql.json(account)}, account_since = now() - interval '5 days',
      tenant_until = private.today_in_brasilia() - 1, decided_at = now() - interval '1 hour',
      final_at = now() - interval '1 hour', pay_by = private.today_in_brasilia() + 5,
      review_until = private.today_in_brasilia() + 10,
      decided_by = (select user_id from public.staff where email = ${demoAccounts.staff.email})
    where lease_id = ${renewedLeaseId} returning id`;
  const claimId = String(decided[0]?.["id"]);
  await sql`
    select private.charge_claim(claim), private.note_event(claim, 'staff', 'decided')
    from public.claims as claim where claim.id = ${claimId}`;
  await sql`
    select private.ask_review(
      claim, 'landlord', ${renewed.landlord}, ${sql.json(items.slice(0, 1).map(({ id }) => id))}::jsonb,
      'O vidro da vistoria de entrada é o do quarto, não o da sala.'
    )
    from public.claims as claim where claim.id = ${claimId}`;
  await forgetMails(sql);
}

/** Seeds an address that the tenant of the first contract gave, and that its owner has confirmed. */
async function seedWaitingAddress(sql: ISql) {
  const [first] = demoContracts;
  if (!first) return;
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease.id, ${waitingAddress}, 'tenant', now() from public.leases as lease where lease.id = ${first.id}`;
  await sql`select private.renew_landlord_link(${waitingAddress}, false)`;
}

const agencyTenants = [
  "Aline Barros Nunes",
  "Bruno Castilho Reis",
  "Camila Duarte Melo",
  "Danilo Esteves Rocha",
  "Elisa Franco Vidal",
  "Fábio Gouveia Leal",
  "Gabriela Hoffmann Dias",
  "Heitor Iglesias Prado",
  "Isabela Jardim Costa",
  "Joaquim Klein Moura",
  "Larissa Lacerda Pinto",
  "Marcelo Novaes Braga",
];

/** Seeds an agency whose leases are in different states. Nobody signs in as these tenants. */
async function seedAgency(sql: ISql) {
  await sql`
    insert into public.landlords (id, name, kind) values (${agencyId}, 'Imobiliária Horizonte Claro', 'agency')`;
  await confirmAddress(sql, agency.landlord, { landlord: agencyId });
  for (const [place, tenant] of agencyTenants.entries()) {
    const suffix = String(place + 1).padStart(2, "0");
    const id = `3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f2c${suffix}`;
    const userId: string = crypto.randomUUID();
    await sql`
      insert into auth.users (id, email, raw_app_meta_data)
      values (${userId}, ${`contrato-${id}@contratos.payser.invalid`}, '{"account": "contract"}')`;
    // The first lease ended ten days ago, the last one has not begun, and the others end one after the other.
    const startsIn = place === 11 ? 12 : -375 + place * 30;
    await insertPeriod(sql, {
      id,
      leaseId: id,
      userId,
      number: `PF-2026-A6E0C1A0${suffix}`,
      tenant,
      cpf: "52998224725",
      landlord: "Imobiliária Horizonte Claro",
      address: `Avenida Colombo, ${2100 + place * 45}, sala ${place + 1}`,
      rent: 1200 + place * 95,
      startsIn,
      endsIn: startsIn + 364,
    });
    await sql`update public.leases set landlord_id = ${agencyId} where id = ${id}`;
  }
  // One lease waits for the agency's word about the keys, and one has a claim whose evidence is not complete.
  const keysOn = await sql`
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, keys_on, answer_until, landlord_told_on
    )
    select gen_random_uuid(), '3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f2c04', 'moved-out', 'tenant', day - 2, day + 4, day
    from private.today_in_brasilia() as day returning id`;
  await sql`
    insert into public.handover_statements (ending_id, side, keys_on)
    select ${String(keysOn[0]?.["id"])}, 'tenant', private.today_in_brasilia() - 2`;
  const items = [
    {
      id: crypto.randomUUID(),
      kind: "repair",
      description: "Torneira da cozinha quebrada.",
      asked: 310,
    },
  ];
  await sql`
    select private.open_claim(
      '3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f2c01', 'landlord', ${agency.landlord}, gen_random_uuid(),
      private.today_in_brasilia() - 14, ${sql.json(items)}::jsonb, null
    )`;
  await forgetMails(sql);
}

/** Deletes the queued mails, so that the demonstration starts with an empty outbox. */
async function forgetMails(sql: ISql) {
  await sql`
    delete from public.outgoing_mail as mail using public.contracts as contract
    where contract.id = mail.contract_id and mail.status = 'queued' and (
      contract.lease_id = ${renewedLeaseId} or contract.lease_id in (
        select lease.id from public.leases as lease where lease.landlord_id = ${agencyId}
      )
    )`;
}
