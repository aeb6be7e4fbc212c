import type { PersonaName } from "./personas.ts";
import { contactMessage, partnershipRequest, simulationRequest } from "./sample-rows.ts";

const service: PersonaName[] = ["service"];
const address = "b".repeat(64);
const byLink = () => ({ secret_hash: address, address_hash: address });
const unknown = "00000000-0000-4000-8000-000000000000";

/** Access rules of the database functions that only edge functions and the schedule call. Their calls need no rows. */
export const serviceRules = {
  accept_offer: {
    may: service,
    args: () => ({
      secret_hash: address,
      offer_id: unknown,
      full_name: "Ana",
      clauses: [],
      conditions_sha256: address,
      address_hash: address,
      user_agent: "",
    }),
  },
  answer_offer: {
    may: service,
    args: () => ({
      ...byLink(),
      offer_id: unknown,
      answer: "decline",
      reason: "Encontrei outra garantia.",
    }),
  },
  correct_request_by_link: {
    may: service,
    args: () => ({
      ...byLink(),
      correction_id: unknown,
      known_version: 0,
      wanted: { phone: "44999998888" },
    }),
  },
  read_request_data: { may: service, args: byLink },
  backend_metrics: { may: service },
  claim_document_job: { may: service },
  claim_outgoing_mail: { may: service, args: () => ({ max: 1 }) },
  confirm_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  count_function_failures: { may: service, args: () => ({ function_name: "x", failures: 1 }) },
  files_that_caches_keep: { may: service },
  files_without_row: { may: service },
  find_conditions: {
    may: service,
    args: () => ({ secret_hash: address, offer_id: unknown, address_hash: address }),
  },
  draft_offer: { may: service, args: () => ({ offer: { simulation_id: unknown } }) },
  keep_content: { may: service, args: () => ({ content: { company: "x" } }) },
  regret_by_link: { may: service, args: () => ({ ...byLink(), ending_id: unknown }) },
  open_sign_in: {
    may: service,
    args: () => ({ kind: "contract", subject: "PF-2026-0000000000", address_hash: address }),
  },
  open_staff_confirmation: { may: service, args: byLink },
  confirm_staff_address: { may: service, args: () => ({ secret_hash: address }) },
  account_link_secret: { may: service, args: () => ({ mail_id: crypto.randomUUID() }) },
  spend_staff_link: { may: service, args: () => ({ secret_hash: address }) },
  spend_password_link: { may: service, args: byLink },
  return_password_link: { may: service, args: () => ({ secret_hash: address }) },
  open_staff_sign_up: {
    may: service,
    args: () => ({ email: "nova@exemplo.com.br", address_hash: address }),
  },
  open_staff_reset: { may: service, args: byLink },
  open_test_mail: { may: service, args: () => ({ address_hash: address }) },
  purge_expired: { may: service },
  queue_staff_confirmation: { may: service, args: () => ({ email: "nova@exemplo.com.br" }) },
  queue_test_mail: {
    may: service,
    args: () => ({ recipient: "a@b.co", payload: { mail: "staffReleased" } }),
  },
  recall_content: { may: service },
  record_denied_call: {
    may: service,
    args: () => ({ actor: unknown, action: "decide-simulation" }),
  },
  record_documents_failed: {
    may: service,
    args: () => ({ contract_id: unknown, attempt: 1, error: "x" }),
  },
  record_documents_issued: {
    may: service,
    args: () => ({ contract_id: unknown, attempt: 1, letter_sha256: address, documents: [] }),
  },
  record_failed_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  record_mail_failed: { may: service, args: () => ({ mail_id: unknown, error: "x" }) },
  record_mail_sent: { may: service, args: () => ({ mail_id: unknown }) },
  record_password_changed: { may: service, args: () => ({ user_id: unknown }) },
  request_password_recovery: {
    may: service,
    args: () => ({ email: "ana@exemplo.com.br", address_hash: address }),
  },
  request_staff_recovery: {
    may: service,
    args: () => ({ email: "staff@payser.example", address_hash: address }),
  },
  request_tracking_link: {
    may: service,
    args: () => ({
      protocol: "PS-2026-00000011",
      email: "ana@exemplo.com.br",
      address_hash: address,
    }),
  },
  run_schedule: { may: service },
  submit_contact_message: {
    may: service,
    args: () => ({ request: contactMessage(), address_hash: address }),
  },
  submit_partnership_request: {
    may: service,
    args: () => ({ request: partnershipRequest(), address_hash: address }),
  },
  submit_simulation: {
    may: service,
    args: () => ({ request: simulationRequest(), address_hash: address, terms_version: "1" }),
  },
  request_first_access: { may: service, args: byLink },
  landlord_area: { may: service, args: byLink },
  find_landlord_letter: { may: service, args: () => ({ ...byLink(), contract_id: unknown }) },
  landlord_secret: { may: service, args: () => ({ mail_id: unknown }) },
  account_secret: { may: service, args: () => ({ mail_id: unknown }) },
  request_landlord_link: {
    may: service,
    args: () => ({ email: "ninguem@exemplo.com.br", address_hash: address }),
  },
  track_request: { may: service, args: byLink },
  tracking_secret: { may: service, args: () => ({ simulation_id: unknown }) },
  verify_letter: { may: service, args: () => ({ code: "0".repeat(12), address_hash: address }) },
  withdraw_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
};
