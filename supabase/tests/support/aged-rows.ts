import type { Sql } from "postgres";
import { insertContract } from "./insert-contract.ts";
import { createUser } from "./create-user.ts";
import { plantDocument } from "./document-rules.ts";
import {
  chargeRow,
  claimRow,
  contractRow,
  inspectionRow,
  offerRow,
  refundAccountRow,
  simulationRow,
} from "./sample-rows.ts";

/** Makes an account that was created `age` ago; returns its id. */
export async function agedAccount(sql: Sql, email: string, age: string, isConfirmed: boolean) {
  const id = await createUser(sql, email);
  await sql`
    update auth.users set created_at = now() - ${age}::interval,
      email_confirmed_at = ${isConfirmed ? new Date() : null}
    where id = ${id}`;
  return id;
}

/** Adds a row that is `age` old to the audit trail. */
export function agedAudit(sql: Sql, outcome: string, age: string) {
  return sql`
    insert into public.audit_trail (action, outcome, occurred_at)
    values ('decide-simulation', ${outcome}, now() - ${age}::interval)`;
}

/** Adds a mail that was queued `age` ago. A mail with the status sent was also sent at that time. */
export function agedMail(sql: Sql, status: string, age: string) {
  return sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, status, created_at, sent_at)
    values ('staff-released', 'a@b.co', ${crypto.randomUUID()}, ${status},
      now() - ${age}::interval,
      case when ${status} = 'sent' then now() - ${age}::interval end)`;
}

/**
 * Adds a request that arrived `age` ago, and returns its id. A request that is not pending was decided at the same
 * time.
 */
export async function agedSimulation(sql: Sql, status: string, age: string) {
  const isDecided = status !== "pending";
  const row = simulationRow({
    status,
    comments: "Tenho um cachorro.",
    ...(isDecided ? { reviewed_at: new Date() } : {}),
    ...(status === "rejected" ? { rejection_reason: "Renda insuficiente" } : {}),
  });
  const [made] = await sql`insert into public.simulations ${sql(row)} returning id`;
  await sql`
    update public.simulations set created_at = now() - ${age}::interval,
      reviewed_at = case when ${isDecided} then now() - ${age}::interval end
    where id = ${String(made?.["id"])}`;
  return String(made?.["id"]);
}

/** Adds a correction of this age to a request that was decided yesterday. */
export async function agedCorrection(sql: Sql, age: string) {
  const id = await agedSimulation(sql, "rejected", "1 day");
  await sql`
    insert into private.request_corrections (id, simulation_id, version, side, former, wanted, made_at)
    values (gen_random_uuid(), ${id}, 1, 'applicant', '{"phone": "1"}', '{"phone": "2"}',
      now() - ${age}::interval)`;
}

async function newContract(sql: Sql, changes: Record<string, unknown> = {}) {
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const { id: contractId, leaseId } = await insertContract(sql, contractRow(owner, changes));
  return { contractId, leaseId };
}

async function endContract(sql: Sql, id: string, age: string): Promise<void> {
  await sql`
    update public.contracts set start_date = now() - ${age}::interval - interval '1 year',
      end_date = now() - ${age}::interval
    where id = ${id}`;
}

/**
 * Adds an e-mail address of a landlord. A confirmed address belongs to a lease that ended `age` ago. An unconfirmed
 * address was given `age` ago.
 */
export async function agedAddress(sql: Sql, age: string, isConfirmed: boolean) {
  const { contractId, leaseId } = await newContract(sql);
  if (isConfirmed) await endContract(sql, contractId, age);
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, created_at, confirmed_at)
    values (${leaseId}, ${`${crypto.randomUUID()}@exemplo.com.br`}, 'tenant',
      now() - ${age}::interval - case when ${isConfirmed} then interval '1 year' else '0' end,
      case when ${isConfirmed} then now() end)`;
}

/** Adds an offer with this status to a request, and a contract from this offer. The contract's term ended `age` ago. */
export async function agedContract(sql: Sql, simulationId: string, age: string, status: string) {
  const closed = { status, closed_at: new Date() };
  const [offer] = await sql`
    insert into public.offers ${sql(offerRow(simulationId, closed))} returning id`;
  const { contractId } = await newContract(sql, { offer_id: String(offer?.["id"]) });
  await endContract(sql, contractId, age);
}

/** Adds a request that was approved `age` ago, with a document and its file, a bureau's answer and a reason. */
export async function agedDocument(sql: Sql, age: string) {
  const id = await agedSimulation(sql, "approved", age);
  await plantDocument(sql, id);
  await sql`
    insert into private.request_approvals (simulation_id, reason, version) values (${id}, 'Boa renda', 0)`;
}

/** Adds a contract that ended `age` ago and an inspection report with one photo. The photo was received `age` ago. */
export async function agedInspection(sql: Sql, age: string) {
  const { contractId, leaseId } = await newContract(sql);
  await endContract(sql, contractId, age);
  await sql`insert into public.inspection_files ${sql(inspectionRow(leaseId))}`;
  await sql`
    update public.inspection_files set received_at = now() - ${age}::interval
    where lease_id = ${leaseId}`;
}

/** Account for the payment of a claim. */
const account = { kind: "pix", key: "a@b.co", holder: "José Pereira", document: "52998224725" };

/** Adds a claim that was decided ten years ago and paid `age` ago, with the Pix key for its payment; returns its id. */
export async function paidClaim(sql: Sql, age: string): Promise<string> {
  const { contractId, leaseId } = await newContract(sql);
  const decided = new Date(Date.now() - 3650 * 86_400_000);
  const final = { decided_at: decided, final_at: decided, review_until: decided, pay_by: decided };
  const paidTo = { account: sql.json(account), account_since: decided };
  const [claim] = await sql`
    insert into public.claims
    ${sql(claimRow({ contractId, leaseId }, { ...final, ...paidTo }))} returning id`;
  const claimId = String(claim?.["id"]);
  const owed = { kind: "claim", cause: "decision", claim_id: claimId, round: 1, txid: null };
  const [charge] = await sql`
    insert into public.charges ${sql(chargeRow(contractId, { ...owed, amount: 100 }))} returning id`;
  const [movement] = await sql`
    insert into public.movements (contract_id, direction, amount, moved_on, source)
    values (${contractId}, 'out', 100, now() - ${age}::interval, 'by-hand') returning id`;
  await sql`
    insert into public.allocations (movement_id, charge_id, amount)
    values (${String(movement?.["id"])}, ${String(charge?.["id"])}, 100)`;
  return claimId;
}

/** Adds a claim that was withdrawn `age` ago, with the Pix key for its payment. */
export async function agedClaim(sql: Sql, age: string) {
  const paidTo = { account: sql.json(account), account_since: new Date() };
  await sql`
    insert into public.claims ${sql(claimRow(await newContract(sql), paidTo))}`;
  await sql`
    update public.claims set withdrawn_at = now() - ${age}::interval, withdrawn_why = 'landlord'`;
}

/** Adds a contract and the account for its refund. The tenant gave the account `age` ago and has not confirmed it. */
export async function agedRefundAccount(sql: Sql, age: string) {
  const { contractId } = await newContract(sql);
  await sql`insert into public.refund_accounts ${sql(refundAccountRow(contractId))}`;
  await sql`
    update public.refund_accounts set asked_at = now() - ${age}::interval
    where contract_id = ${contractId}`;
}
