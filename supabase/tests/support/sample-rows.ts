import { rowOf } from "../../functions/_shared/contracts/column-of.ts";
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

/** A row of public.contact_messages that every constraint accepts. */
export function contactMessageRow(changes: Record<string, unknown> = {}) {
  return { ...rowOf(contactMessage()), ...changes };
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
    ...changes,
  };
}
