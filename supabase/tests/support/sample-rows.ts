import { rowOf } from "../../functions/_shared/contracts/fields/sent-fields.ts";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "../../functions/_shared/contracts/contact-message.ts";
import {
  partnershipExample,
  partnershipFormSchema,
} from "../../functions/_shared/contracts/partnership-request.ts";
import {
  simulationExample,
  simulationFormSchema,
} from "../../functions/_shared/contracts/simulation-request.ts";

/** A simulation as the function hands it on; `changes` replace or add fields. */
export function simulationRequest(changes: Record<string, unknown> = {}) {
  const form = simulationFormSchema.parse(simulationExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/** A partnership request as the function hands it on. */
export function partnershipRequest(changes: Record<string, unknown> = {}) {
  const form = partnershipFormSchema.parse(partnershipExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/** A message of the contact form as the function hands it on. */
export function contactMessage(changes: Record<string, unknown> = {}) {
  const form = contactMessageFormSchema.parse(contactMessageExample);
  return { submissionId: crypto.randomUUID(), ...form, ...changes };
}

/** A row of public.simulations that every constraint accepts. */
export function simulationRow(changes: Record<string, unknown> = {}) {
  const { acceptedTerms, ...request } = simulationRequest();
  return { ...rowOf(request), accepted_terms_version: acceptedTerms && "1", ...changes };
}

/** A row of public.partnership_requests that every constraint accepts. */
export function partnershipRow(changes: Record<string, unknown> = {}) {
  return { ...rowOf(partnershipRequest()), ...changes };
}

/** A row of public.partners that every constraint accepts. */
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

/** A row of public.contact_messages that every constraint accepts. */
export function contactMessageRow(changes: Record<string, unknown> = {}) {
  return { ...rowOf(contactMessage()), ...changes };
}

/** A row of public.offers that every constraint accepts, given its request. */
export function offerRow(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    simulation_id: simulationId,
    property_type: "Apartamento",
    landlord_name: "Carlos Nogueira",
    rental_value: 1800.5,
    reference_value: 21606,
    cover_limit: 15124.2,
    fee: 1620.45,
    fee_due_on: "2026-12-10",
    payment_method: "Pix",
    start_date: "2026-12-01",
    months: 12,
    valid_until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    terms_version: "1.0",
    conditions_sha256: "d".repeat(64),
    ...changes,
  };
}

/** A row of public.acceptances that every constraint accepts, given its contract. */
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

/** A document of this request that was sent and waits to be read. */
export function documentRow(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    simulation_id: simulationId,
    kind: "identity",
    status: "sent",
    file_path: `${simulationId}/${crypto.randomUUID()}.pdf`,
    file_type: "application/pdf",
    file_sha256: "d".repeat(64),
    sent_at: new Date(),
    ...changes,
  };
}

/** A row of public.contracts that every constraint accepts, given its auth user. */
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
    payment_method: "Pix",
    // The schedule writes no mail that no test asks for.
    end_told_on: "2099-12-31",
    claims_end_told_on: "2099-12-31",
    ...changes,
  };
}

/** The fee of this contract, due long ahead. */
export function paymentRow(contractId: string, changes: Record<string, unknown> = {}) {
  return {
    contract_id: contractId,
    what: "fee",
    amount: 1620.45,
    due_on: "2099-12-10",
    txid: `PF2026${crypto.randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`,
    ...changes,
  };
}
