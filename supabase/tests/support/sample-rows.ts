import { createHash } from "node:crypto";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { rowOf } from "#contracts/fields/sent-fields.ts";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "#contracts/messages/contact-message.ts";
import {
  partnershipExample,
  partnershipFormSchema,
} from "#contracts/partners/partnership-request.ts";
import { simulationExample, simulationFormSchema } from "#contracts/requests/simulation-request.ts";
import { tenantAccount } from "./owe-refund.ts";

/**
 * Returns a simulation form in the shape that the edge function passes to the database; `changes`
 * replaces or adds fields.
 */
export function simulationRequest(changes: Record<string, unknown> = {}) {
  const form = simulationFormSchema.parse(simulationExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/**
 * Returns a partnership form in the shape that the edge function passes to the database; `changes`
 * replaces or adds fields.
 */
export function partnershipRequest(changes: Record<string, unknown> = {}) {
  const form = partnershipFormSchema.parse(partnershipExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/**
 * Returns a contact message in the shape that the edge function passes to the database; `changes`
 * replaces or adds fields.
 */
export function contactMessage(changes: Record<string, unknown> = {}) {
  const form = contactMessageFormSchema.parse(contactMessageExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/** Returns a row of public.simulations that every constraint accepts. */
export function simulationRow(changes: Record<string, unknown> = {}) {
  const { acceptedTerms, ...request } = simulationRequest();
  return { ...rowOf(request), accepted_terms_version: acceptedTerms && "1", ...changes };
}

/** Returns a row of public.partnership_requests that every constraint accepts. */
export function partnershipRow(changes: Record<string, unknown> = {}) {
  return { ...rowOf(partnershipRequest()), ...changes };
}

/** Returns a row of public.partners that every constraint accepts. */
export function partnerRow(changes: Record<string, unknown> = {}) {
  return {
    company_name: "Imobiliária Ipê",
    partner_name: "Rita Campos",
    email: "rita@exemplo.com.br",
    phone: "44999998888",
    city: "Maringá",
    state: "PR",
    ...changes,
  };
}

/** Returns a row of public.contact_messages that every constraint accepts. */
export function contactMessageRow(changes: Record<string, unknown> = {}) {
  return { ...rowOf(contactMessage()), ...changes };
}

/** Returns the date (YYYY-MM-DD) in Brasília that is `ahead` days from now. */
export const day = (ahead: number) => todayInBrasilia(new Date(Date.now() + ahead * 86_400_000));

/** Returns a row of public.offers for this request. Every constraint accepts the row. */
export function offerRow(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    simulation_id: simulationId,
    property_type: "Apartamento",
    landlord_name: "Carlos Nogueira",
    rental_value: 1800.5,
    reference_value: 21606,
    cover_limit: 15124.2,
    fee: 1620.45,
    fee_due_on: day(19),
    payment_plan: "pix",
    payment_method: "Pix à vista",
    start_date: day(10),
    months: 12,
    valid_until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    terms_version: "1.0",
    conditions_sha256: "d".repeat(64),
    ...changes,
  };
}

/** Returns a row of public.acceptances for this contract. Every constraint accepts the row. */
export function acceptanceRow(contractId: string, changes: Record<string, unknown> = {}) {
  return {
    contract_id: contractId,
    full_name: "Ana Maria da Silva",
    clauses: ["7. O que a fiança não cobre"],
    terms_version: "1.0",
    conditions_sha256: "d".repeat(64),
    address_hash: "e".repeat(64),
    user_agent: "Navegador de teste",
    ...changes,
  };
}

/**
 * Returns a row of public.asked_documents: a document that was uploaded and that staff have not checked yet. The row
 * counts a file that has no row in public.asked_files.
 */
export function documentRow(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    simulation_id: simulationId,
    kind: "identity",
    status: "sent",
    file_count: 1,
    file_bytes: 1000,
    sent_at: new Date(),
    ...changes,
  };
}

/** Returns a row of public.asked_files: a file of this requested document. */
export function askedFileRow(documentId: string, changes: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  return {
    id,
    document_id: documentId,
    file_path: `${documentId}/${id}.pdf`,
    file_type: "application/pdf",
    file_sha256: `${id}${id}`.replaceAll("-", ""),
    bytes: 1000,
    ...changes,
  };
}

/** Returns a row of public.contracts for this auth user; `insertContract` inserts it with a lease. */
export function contractRow(userId: string, changes: Record<string, unknown> = {}) {
  return {
    user_id: userId,
    tenant_name: "Ana Beatriz Ribeiro",
    tenant_cpf: "52998224725",
    tenant_email: "ana@exemplo.com.br",
    landlord_name: "Carlos Nogueira",
    property_type: "Apartamento",
    property_address: "Avenida Brasil, 4200",
    rental_value: 1850,
    guarantee_reference_value: 22200,
    start_date: "2026-02-01",
    end_date: "2027-01-31",
    contract_duration_months: 12,
    payment_plan: "pix",
    payment_method: "Pix à vista",
    // The reminder counts as sent, so the schedule sends no mail about this contract. Tests of reminders change the date.
    end_told_on: "2099-12-31",
    ...changes,
  };
}

/** Returns a row of public.inspection_files: a photo of the tenant's entry report. */
export function inspectionRow(leaseId: string, changes: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  return {
    id,
    lease_id: leaseId,
    moment: "entry",
    side: "tenant",
    room: "kitchen",
    file_path: `${leaseId}/${id}.jpg`,
    file_type: "image/jpeg",
    file_sha256: id.replaceAll("-", "").repeat(2),
    bytes: 1000,
    ...changes,
  };
}

/** Returns a row of public.charges: the fee of a contract, due far in the future. */
export function chargeRow(contractId: string, changes: Record<string, unknown> = {}) {
  return {
    contract_id: contractId,
    kind: "fee",
    amount: 1620.45,
    due_on: "2099-12-10",
    txid: `PF2026${crypto.randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`,
    cause: "acceptance",
    ...changes,
  };
}

/** Returns a row of public.movements: a payment that arrived for a contract. */
export function movementRow(contractId: string | null, changes: Record<string, unknown> = {}) {
  return {
    contract_id: contractId,
    direction: "in",
    amount: 1620.45,
    moved_on: "2026-11-01",
    source: "by-hand",
    ...changes,
  };
}

/** Returns a row of public.refund_accounts: an account that waits for its confirmation. */
export function refundAccountRow(contractId: string, changes: Record<string, unknown> = {}) {
  const ask_id = crypto.randomUUID();
  return {
    contract_id: contractId,
    account_next: tenantAccount,
    ask_id,
    secret_hash: createHash("sha256").update(ask_id).digest("hex"),
    mailed_to: "ana@exemplo.com.br",
    ...changes,
  };
}

/** Contract of a claim, and its lease. */
type ClaimedContract = { contractId: string; leaseId: string };

/** Returns a row of public.claims: a claim of the landlord. The tenant's time to answer ends far in the future. */
export function claimRow(
  { contractId, leaseId }: ClaimedContract,
  changes: Record<string, unknown> = {},
) {
  return {
    contract_id: contractId,
    lease_id: leaseId,
    request_id: crypto.randomUUID(),
    opened_by: "landlord",
    happened_on: "2026-03-01",
    complete_until: "2090-01-01",
    complete_at: new Date(),
    tenant_until: "2090-01-05",
    decide_by: "2090-01-15",
    ...changes,
  };
}

export function claimItemRow(claimId: string, changes: Record<string, unknown> = {}) {
  return {
    id: crypto.randomUUID(),
    claim_id: claimId,
    place: 1,
    kind: "repair",
    description: "Porta quebrada",
    asked: 100,
    ...changes,
  };
}

export function claimFileRow(claimId: string, changes: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  return {
    id,
    claim_id: claimId,
    side: "landlord",
    sent_from: "locador@exemplo.com.br",
    kind: "photo",
    file_path: `claims/${id}.jpg`,
    file_type: "image/jpeg",
    file_sha256: id.replaceAll("-", "").repeat(2),
    bytes: 1000,
    ...changes,
  };
}

export function caseEventRow(claimId: string, changes: Record<string, unknown> = {}) {
  return {
    claim_id: claimId,
    side: "landlord",
    what: "opened",
    ...changes,
  };
}

/** Returns a row of public.claim_reviews: the tenant's review of the first decision. */
export function reviewRow(claimId: string, changes: Record<string, unknown> = {}) {
  return {
    claim_id: claimId,
    side: "tenant",
    round: 2,
    text: "A porta já era velha.",
    items: [crypto.randomUUID()],
    answer_until: "2090-01-01",
    ...changes,
  };
}

/** Returns a row of public.handover_statements: the day of the keys, as the tenant states it. */
export function handoverRow(endingId: string, changes: Record<string, unknown> = {}) {
  return { ending_id: endingId, side: "tenant", keys_on: "2026-11-01", ...changes };
}
