import type { Sql, TransactionSql } from "postgres";
import { seedManySimulations } from "./seed-many-simulations.ts";

/**
 * Adds the rows of a business with many contracts: three requests for each contract, fees in two instalments, refunds,
 * claims in each stage, mails, cases that people hold, and 20 entries of the audit trail for each contract. Adds
 * 20 active members of staff with all rights.
 */
export async function seedBusiness(sql: Sql, contracts: number): Promise<void> {
  await seedManySimulations(sql, contracts * 3);
  await sql.begin(async (transaction) => {
    // Requests, mails and the trail have triggers for single rows of the product, which these rows do not need.
    for (const table of disabled) await transaction.unsafe(`${table} disable trigger user`);
    await transaction.unsafe(staff);
    await transaction`
      create temporary table drawn on commit drop as
      select request.*, private.today_in_brasilia() - 500 + request.n % 540 as starts_on,
        gen_random_uuid() as contract_id, gen_random_uuid() as offer_id, gen_random_uuid() as user_id,
        gen_random_uuid() as lease_id, gen_random_uuid() as claim_id,
        (select array_agg(user_id) from public.staff where email like 'pessoa-%')[1 + request.n % 20] as member
      from (
        select row_number() over (order by created_at desc, id)::integer as n, id as simulation_id, full_name, email,
          cpf, phone
        from public.simulations where status = 'approved' order by 1 limit ${contracts}
      ) as request`;
    await transaction.unsafe(requests);
    await transaction.unsafe(leases);
    await addMoney(transaction);
    await transaction.unsafe(claims);
    await transaction.unsafe(desk);
    for (const table of disabled) await transaction.unsafe(`${table} enable trigger user`);
  });
  await sql`vacuum analyze`;
}

const disabled = ["simulations", "offers", "contracts", "claims", "claim_items"].map(
  (table) => `alter table public.${table}`,
);

const staff = `
  insert into auth.users (id, email)
  select gen_random_uuid(), 'pessoa-' || n || '@payser.example' from generate_series(1, 20) as n;
  update public.staff set status = 'active', full_name = 'Pessoa ' || split_part(email, '-', 2)
  where email like 'pessoa-%';
  insert into public.staff_rights (user_id, name)
  select member.user_id, granted.name from public.staff as member
  cross join unnest(array['read', 'requests', 'offers', 'contracts', 'money', 'payouts', 'claims', 'team', 'owner'])
    as granted (name)
  where member.email like 'pessoa-%';`;

const requests = `
  insert into public.asked_documents (simulation_id, kind, status, file_count, file_bytes, sent_at)
  select id, 'identity', 'sent', 1, 1000, now() from public.simulations where status = 'pending'
  order by created_at desc limit 200;
  insert into public.offers (
    id, simulation_id, status, created_at, created_by, property_type, landlord_name, rental_value, reference_value,
    cover_limit, fee, fee_due_on, payment_plan, instalments, payment_method, start_date, months, valid_until,
    terms_version, conditions_sha256, closed_at
  )
  select offer_id, simulation_id, 'accepted', starts_on - 17, member, 'Apartamento', 'Locador ' || n % 1000, 1800,
    21600, 15000, 1200, starts_on + 5, 'pix', 2, 'Pix em 2 parcelas', starts_on, 12, starts_on - 3, '1.0',
    repeat('d', 64), starts_on - 10
  from drawn;
  insert into public.contact_messages (submission_id, created_at, name, email, subject, message)
  select gen_random_uuid(), now() - n * interval '1 hour', full_name, email, 'Dúvida ' || n, 'Quanto custa a fiança?'
  from drawn where n <= 1000;
  insert into public.partnership_requests (
    submission_id, created_at, due_at, partner_name, email, phone, company_name, property_address, property_city,
    property_state, property_type, property_value
  )
  select gen_random_uuid(), now() - n * interval '1 hour', now() + interval '48 hours', full_name, email, phone,
    'Imobiliária ' || n, 'Rua das Flores, ' || n, 'Maringá', 'PR', 'Apartamento', 300000
  from drawn where n <= 1000;
  insert into public.partners (company_name, partner_name, email, phone, city, state)
  select 'Imobiliária ' || n, full_name, email, phone, 'Maringá', 'PR' from drawn where n <= 500;`;

const leases = `
  insert into auth.users (id, email, raw_app_meta_data)
  select user_id, user_id || '@contratos.payser.invalid', '{"account": "contract"}' from drawn;
  insert into public.landlords (name, document)
  select 'Locador ' || n, cpf from drawn where n <= 1000;
  insert into public.leases (id, user_id, landlord_id, claims_end_told_on)
  select lease_id, user_id,
    case when n % 3 = 0 then (select id from public.landlords where name = 'Locador ' || drawn.n % 1000) end,
    '2099-12-31'
  from drawn;
  insert into public.contracts (
    id, lease_id, user_id, contract_number, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name,
    property_type, property_address, property_city, property_state, rental_value, guarantee_reference_value,
    cover_limit, fee, fee_due_on, start_date, end_date, contract_duration_months, payment_plan, instalments,
    payment_method, created_at, offer_id, end_told_on
  )
  select contract_id, lease_id, user_id, 'PF-2026-' || lpad(upper(to_hex(n)), 10, '0'), full_name, cpf, email, phone,
    'Locador ' || n % 1000, 'Apartamento', 'Rua das Flores, ' || n, 'Maringá', 'PR', 1800, 21600, 15000, 1200,
    starts_on + 5, starts_on, starts_on + 364, 12, 'pix', 2, 'Pix em 2 parcelas', starts_on - 10, offer_id,
    '2099-12-31'
  from drawn;
  insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
  select lease_id, 'locador' || n % 1000 || '@exemplo.com.br', case when n % 40 = 0 then 'tenant' else 'staff' end, now()
  from drawn;
  insert into public.contract_endings (id, contract_id, kind, asked_by, keys_on, answer_until)
  select gen_random_uuid(), contract_id, 'moved-out', 'tenant', private.today_in_brasilia() - 5,
    private.today_in_brasilia() + n % 5
  from drawn where starts_on < private.today_in_brasilia() - 30 and n % 40 = 1;`;

/** Adds fees, most of them paid, surpluses, and refunds of which half wait. */
async function addMoney(transaction: TransactionSql): Promise<void> {
  await transaction.unsafe(`
    insert into public.charges (
      kind, contract_id, instalment, instalments, amount, due_on, txid, cause, created_at
    )
    select 'fee', contract_id, part, 2, 600, starts_on + 5 + (part - 1) * 30,
      'PF2026' || lpad(upper(to_hex(n)), 10, '0') || 'P0' || part, 'acceptance', starts_on - 10
    from drawn, generate_series(1, 2) as part;
    create temporary table paid on commit drop as
    select gen_random_uuid() as movement_id, charge.id as charge_id, charge.contract_id, drawn.member,
      drawn.n, least(charge.due_on, private.today_in_brasilia()) as paid_on
    from public.charges as charge join drawn using (contract_id)
    where charge.kind = 'fee' and (charge.instalment = 1 or charge.due_on < private.today_in_brasilia() - 20)
      and drawn.n % 20 <> 0;
    insert into public.movements (
      id, direction, amount, moved_on, source, contract_id, description, booked_at, booked_by
    )
    select movement_id, 'in', 600, paid_on, 'statement', contract_id, 'PIX RECEBIDO', paid_on, member from paid;
    insert into public.allocations (movement_id, charge_id, amount, booked_at, booked_by)
    select movement_id, charge_id, 600, paid_on, member from paid;
    insert into public.movements (direction, amount, moved_on, source, description)
    select 'in', 50 + n % 100, private.today_in_brasilia() - n % 90, 'statement', 'DEPOSITO EM DINHEIRO'
    from drawn where n <= 300;
    create temporary table surplus on commit drop as
    select gen_random_uuid() as movement_id, gen_random_uuid() as charge_id, gen_random_uuid() as payment_id, drawn.*
    from drawn where n % 12 = 0;
    insert into public.movements (id, direction, amount, moved_on, source, contract_id, description)
    select movement_id, 'in', 100 + n % 400, private.today_in_brasilia() - n % 200, 'statement', contract_id, 'PIX RECEBIDO'
    from surplus;
    insert into public.refund_accounts (contract_id, account, version, confirmed_at)
    select contract_id, jsonb_build_object('kind', 'pix', 'key', email, 'holder', full_name, 'document', cpf), 1, now()
    from surplus;
    insert into public.charges (id, kind, contract_id, movement_id, amount, due_on, cause, created_at, created_by)
    select charge_id, 'refund', contract_id, movement_id, 100 + n % 400, private.today_in_brasilia() - n % 30, 'surplus',
      now() - n % 200 * interval '1 day', member
    from surplus;
    insert into public.movements (id, direction, amount, moved_on, source, contract_id, account, booked_by)
    select payment_id, 'out', 100 + n % 400, private.today_in_brasilia() - n % 30, 'by-hand', contract_id,
      jsonb_build_object('kind', 'pix', 'key', email, 'holder', full_name, 'document', cpf), member
    from surplus where n % 24 = 0;
    insert into public.allocations (movement_id, charge_id, amount)
    select payment_id, charge_id, 100 + n % 400 from surplus where n % 24 = 0;`);
}

/** Claims in five stages of the same size. A fifth of the decided claims is above the amount for a second person. */
const claims = `
  create temporary table claimed on commit drop as
  select drawn.*, drawn.n / 8 % 5 as stage, case when drawn.n % 5 = 0 then 6000 else 900 end as granted,
    jsonb_build_object('kind', 'pix', 'key', 'locador' || drawn.n % 200 || '@exemplo.com.br', 'holder', 'Locador',
      'document', drawn.cpf) as account
  from drawn where n % 8 = 0 and starts_on < private.today_in_brasilia() - 30;
  insert into public.claims (
    id, lease_id, contract_id, request_id, opened_by, opened_at, happened_on, complete_until, complete_at, tenant_until,
    decide_by, decided_at, decided_by, needs_second, final_at, review_until, pay_by, account, account_since
  )
  select claim_id, lease_id, contract_id, gen_random_uuid(), 'landlord', now() - n % 300 * interval '1 day', starts_on + 20,
    private.today_in_brasilia() + 5, case when stage > 0 then now() - interval '9 days' end,
    case when stage = 1 then private.today_in_brasilia() + 3 when stage > 1 then private.today_in_brasilia() - 1 end,
    private.today_in_brasilia() + n % 20 - 5, case when stage > 2 then now() - interval '3 days' end,
    case when stage > 2 then member end, stage = 3, case when stage = 4 then now() - interval '3 days' end,
    case when stage = 4 then private.today_in_brasilia() + 7 end,
    case when stage = 4 then private.today_in_brasilia() + 10 end, account, now() - interval '30 days'
  from claimed;
  insert into public.claim_items (id, claim_id, place, kind, description, asked, granted)
  select gen_random_uuid(), claim_id, 1, 'repair', 'Porta quebrada', granted, case when stage > 2 then granted end
  from claimed;
  insert into public.charges (id, kind, contract_id, claim_id, round, amount, due_on, cause, created_at)
  select claim_id, 'claim', contract_id, claim_id, 1, granted, private.today_in_brasilia() + 10, 'decision',
    now() - interval '3 days'
  from claimed where stage = 4;
  insert into public.movements (id, direction, amount, moved_on, source, contract_id, account, booked_by)
  select claim_id, 'out', granted, private.today_in_brasilia(), 'by-hand', contract_id, account, member
  from claimed where stage = 4 and n % 3 = 0;
  insert into public.allocations (movement_id, charge_id, amount)
  select claim_id, claim_id, granted from claimed where stage = 4 and n % 3 = 0;`;

const desk = `
  insert into public.outgoing_mail (template, recipient, idempotency_key, status, sent_at, simulation_id, created_at)
  select 'simulation-received', email, simulation_id || ' ' || part, 'sent', now(), simulation_id, starts_on
  from drawn, generate_series(1, 4) as part;
  insert into public.outgoing_mail (
    template, recipient, idempotency_key, status, attempts, last_error, contract_id, created_at
  )
  select 'contract-ready', email, contract_id || ' parked', 'parked', 1, 'ERECIPIENT 550', contract_id, now()
  from drawn where n <= 150;
  insert into public.case_holders (contract_id, holder, look_again_on)
  select contract_id, member, private.today_in_brasilia() + n % 10 from drawn where n % 10 = 0;
  insert into public.case_notes (id, contract_id, author, note)
  select gen_random_uuid(), contract_id, member, 'Liguei e pedi o comprovante.' from drawn where n % 4 = 0;
  insert into public.audit_trail (occurred_at, actor, action, subject_id, outcome, details)
  select now() - (n * 20 + part) * interval '1 minute', member,
    case part % 4 when 0 then 'read-contracts' when 1 then 'decide-simulation' when 2 then 'book-payment' else 'hold-case' end,
    case part % 4 when 0 then null when 1 then simulation_id else contract_id end,
    case when part % 20 = 2 then 'denied' else 'done' end,
    case part % 4 when 0 then jsonb_build_object('ids', jsonb_build_array(contract_id)) else '{}' end
  from drawn, generate_series(1, 20) as part;`;
