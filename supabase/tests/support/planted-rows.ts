import {
  acceptanceRow,
  caseEventRow,
  chargeRow,
  claimFileRow,
  claimItemRow,
  claimRow,
  contactMessageRow,
  contractRow,
  handoverRow,
  inspectionRow,
  movementRow,
  offerRow,
  partnerRow,
  partnershipRow,
  refundAccountRow,
  reviewRow,
  simulationRow,
} from "./sample-rows.ts";

const hash = "a".repeat(64);

/** Ids of the person who tries to insert rows, and of rows that new rows refer to. */
interface Ids {
  userId: string;
  contractId: string;
  leaseId: string;
  requestId: string;
  partnershipId: string;
  endingId: string;
  claimId: string;
  chargeId: string;
  movementId: string;
}

/** Returns a row of a table that every constraint accepts, as a person would try to insert it. */
export function plantedRow(
  table: string,
  {
    userId,
    contractId,
    leaseId,
    requestId,
    partnershipId,
    endingId,
    claimId,
    chargeId,
    movementId,
  }: Ids,
): Record<string, unknown> {
  const rows: Record<string, Record<string, unknown>> = {
    acceptances: acceptanceRow(contractId),
    audit_trail: { action: "decide-simulation", outcome: "done" },
    case_holders: { simulation_id: requestId, holder: userId },
    case_notes: { id: crypto.randomUUID(), simulation_id: requestId, note: "Plantada" },
    partners: partnerRow(),
    contract_documents: {
      contract_id: contractId,
      document_name: "Plantado",
      file_path: `${contractId}/plantado.pdf`,
    },
    contract_endings: {
      id: crypto.randomUUID(),
      contract_id: contractId,
      kind: "moved-out",
      asked_by: "tenant",
    },
    contracts: { ...contractRow(userId), lease_id: leaseId },
    document_jobs: { contract_id: contractId },
    handover_statements: handoverRow(endingId, { side: "staff" }),
    inspection_files: inspectionRow(leaseId),
    refund_accounts: refundAccountRow(contractId),
    staff_rights: { user_id: userId, name: "owner" },
    claims: claimRow({ contractId, leaseId }),
    claim_reviews: reviewRow(claimId, { side: "landlord", asked_from: "a@b.co" }),
    claim_items: claimItemRow(claimId, { place: 2 }),
    claim_files: claimFileRow(claimId),
    case_events: caseEventRow(claimId),
    lease_addresses: { lease_id: leaseId, address: "a@b.co", given_by: "tenant" },
    leases: { user_id: userId },
    landlords: { name: "Plantado" },
    letters: { contract_id: contractId, code: "0".repeat(12) },
    login_attempts: { kind: "contract", subject_hash: hash, address_hash: hash },
    offers: offerRow(requestId, { status: "withdrawn", closed_at: "2026-12-01T00:00:00Z" }),
    outgoing_mail: { template: "staff-released", recipient: "a@b.co", idempotency_key: "x" },
    contact_messages: contactMessageRow(),
    partnership_notes: { id: crypto.randomUUID(), request_id: partnershipId, note: "Plantada" },
    partnership_requests: partnershipRow(),
    allocations: { movement_id: movementId, charge_id: chargeId, amount: 100 },
    charges: chargeRow(contractId),
    movements: movementRow(contractId),
    rate_limits: { action: "mail-by-mailbox", subject: hash, window_started_at: "2026-01-01" },
    simulations: simulationRow(),
    staff: { user_id: userId, email: "a@b.co", status: "active" },
  };
  return rows[table] ?? {};
}
