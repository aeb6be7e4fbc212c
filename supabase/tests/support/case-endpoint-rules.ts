import type { PersonaName } from "./personas.ts";
import { tenantAccount } from "./owe-refund.ts";
import type { plantStaffScreens } from "./staff-screen-rules.ts";

type Planted = Pick<
  Awaited<ReturnType<typeof plantStaffScreens>>,
  "contractId" | "leaseId" | "decidedId"
>;

const service: PersonaName[] = ["service"];
const byService = (args: () => Record<string, unknown>) => ({ may: service, args });

/**
 * Returns the access rules of the database functions behind the edge functions for reports and claims. Only edge
 * functions call these database functions.
 */
export function caseEndpointRules(known: () => Planted) {
  const link = { secret_hash: "b".repeat(64), address_hash: "b".repeat(64) };
  const unknown = "00000000-0000-4000-8000-000000000000";
  const holding = { holder: unknown, secret_hash: null };
  return {
    open_proof_upload: byService(() => ({
      ...holding,
      ending_id: unknown,
      address_hash: "b".repeat(64),
    })),
    receive_proof: byService(() => ({
      ...holding,
      ending_id: unknown,
      file_path: "x",
      file_type: "application/pdf",
      file_sha256: "b".repeat(64),
    })),
    find_case_file: byService(() => ({ ...link, file_id: unknown })),
    list_inspection_by_link: byService(() => ({
      ...link,
      lease_id: unknown,
      moment: "entry",
      side: "tenant",
    })),
    open_inspection_upload: byService(() => ({
      ...link,
      holder: unknown,
      lease_id: unknown,
      file_id: unknown,
    })),
    receive_inspection: byService(() => ({
      holder: unknown,
      secret_hash: "0".repeat(64),
      lease_id: unknown,
      file_id: unknown,
      moment: "entry",
      room: "kitchen",
      note: null,
      file_path: "x",
      file_type: "image/jpeg",
      file_sha256: "0".repeat(64),
      bytes: 1,
    })),
    claim_by_link: byService(() => ({
      ...link,
      action: "withdraw",
      request: { claimId: unknown, version: 0 },
    })),
    ending_by_link: byService(() => ({
      ...link,
      action: "withdraw",
      request: { endingId: unknown },
    })),
    ask_renewal_by_link: byService(() => ({ ...link, lease_id: unknown })),
    give_address_by_link: byService(() => ({
      ...link,
      lease_id: unknown,
      address: "ninguem@exemplo.com.br",
    })),
    confirm_claim_account: byService(() => link),
    confirm_refund_account: byService(() => link),
    refund_account_by_link: byService(() => ({ ...link, account: tenantAccount })),
    published_claim_figures: byService(() => ({})),
    find_claim_decision: byService(() => ({ ...link, claim_id: unknown })),
    find_receipt: byService(() => ({ ...link, movement_id: unknown })),
    open_claim_upload: byService(() => ({
      ...link,
      holder: unknown,
      is_staff: false,
      claim_id: unknown,
      file_id: unknown,
    })),
    receive_claim_file: byService(() => ({
      holder: unknown,
      secret_hash: "0".repeat(64),
      is_staff: true,
      claim_id: unknown,
      file_id: unknown,
      kind: "photo",
      item_id: null,
      file_path: "x",
      file_type: "image/jpeg",
      file_sha256: "0".repeat(64),
      bytes: 1,
    })),
    record_document_undrawn: byService(() => ({
      contract_id: known().contractId,
      document_name: "Recibo",
      error: "x",
    })),
    upload_sender: byService(() => ({ secret_hash: "0".repeat(64) })),
    record_inspection_receipt: byService(() => ({
      lease_id: known().leaseId,
      moment: "entry",
      side: "tenant",
      source_sha256: "0".repeat(64),
      file_sha256: "0".repeat(64),
    })),
    record_claim_decision: byService(() => ({
      claim_id: known().decidedId,
      round: 1,
      file_sha256: "0".repeat(64),
    })),
  };
}
