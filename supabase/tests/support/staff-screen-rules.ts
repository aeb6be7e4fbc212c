import { type Caller, holders, rightMembers, personaNames } from "./personas.ts";
import type { StaffRightsName } from "#contracts/stored-values.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { insertContract } from "./insert-contract.ts";
import { oweRefund, tenantAccount } from "./owe-refund.ts";
import {
  chargeRow,
  claimItemRow,
  claimRow,
  contactMessageRow,
  contractRow,
  inspectionRow,
  movementRow,
  partnerRow,
  partnershipRow,
  reviewRow,
} from "./sample-rows.ts";
import type { TestStack } from "./test-stack.ts";

const documentId = crypto.randomUUID();
const landlordId = crypto.randomUUID();
const accounts = [...personaNames, ...rightMembers].filter(
  (name) => name !== "visitor" && name !== "service",
);

/** Makes an access rule from the personas that may call a function and the arguments of the call. */
const by = (may: Caller[]) => (args: () => Record<string, unknown>) => ({ may, args });
const byHolders = (right: StaffRightsName) => by(holders(right));
const byService = by(["service"]);
const byTenant = by(["tenant"]);
const byTenantAndHolders = (right: StaffRightsName) => by(["tenant", ...holders(right)]);
const byAccounts = by(accounts);

/**
 * Returns the access rules of the database functions behind the staff screens of contracts, partnerships and messages.
 */
export function staffScreenRules(known: () => Awaited<ReturnType<typeof plantStaffScreens>>) {
  const aboutContract = () => ({ contract_id: known().contractId });
  const aboutClaim = () => ({ claim_id: known().claimId });
  const aboutWithdrawn = () => ({ claim_id: known().withdrawnId });
  const aboutRequest = () => ({ request_id: known().partnershipId });
  const aboutMessage = () => ({ message_id: known().messageId });
  return {
    add_case_note: byHolders("read")(() => ({
      ...aboutContract(),
      note_id: crypto.randomUUID(),
      note: "Ligar à tarde",
    })),
    correct_contract: byHolders("contracts")(() => ({
      ...aboutContract(),
      correction_id: crypto.randomUUID(),
      known_code: "",
      wanted: { tenant_phone: "44988887777" },
      reason: "Telefone errado",
    })),
    withdraw_correction: byHolders("contracts")(() => ({ correction_id: known().correctionId })),
    accept_correction: byService(() => ({
      correction_id: known().correctionId,
      full_name: "Outro Nome",
      address_hash: "b".repeat(64),
      user_agent: "",
    })),
    // Every signed-in account may call this function. The result is null for a contract that the account may not see.
    waiting_correction: byAccounts(aboutContract),
    add_landlord_address: byHolders("contracts")(() => ({
      ...aboutContract(),
      address: "outro@exemplo.com.br",
      is_own: false,
    })),
    remove_landlord_address: byHolders("contracts")(() => ({
      ...aboutContract(),
      contact_id: crypto.randomUUID(),
    })),
    set_landlord: byHolders("contracts")(() => ({
      ...aboutContract(),
      wanted: { id: landlordId, name: "José Pereira", kind: "owner" },
    })),
    list_addresses_to_check: byHolders("read")(() => ({})),
    check_landlord_address: byHolders("contracts")(() => ({
      contact_id: crypto.randomUUID(),
      note: "Conferido por telefone",
    })),
    find_landlords: byHolders("read")(() => ({ search: "José" })),
    landlord_detail: byHolders("read")(() => ({ landlord_id: landlordId })),
    note_landlord: byHolders("read")(() => ({ landlord_id: landlordId, notes: "Liga cedo." })),
    // Only the tenant of the contract may call this function.
    give_landlord_address: byTenant(() => ({
      ...aboutContract(),
      address: "locador@exemplo.com.br",
    })),
    book_statement: byHolders("money")(() => ({ lines: [], choices: [] })),
    preview_statement: byHolders("money")(() => ({ lines: [] })),
    statement_layout: byHolders("money")(() => ({ header: "data;valor" })),
    export_movements: byHolders("owner")(() => ({ from_day: "2026-11-01", to_day: "2026-11-30" })),
    export_payouts: byHolders("payouts")(() => ({})),
    open_receipt: byTenantAndHolders("read")(() => ({ movement_id: known().movementId })),
    record_receipt: byService(() => ({
      number: "RC-2026-00000000",
      file_sha256: "a".repeat(64),
      source_sha256: "a".repeat(64),
    })),
    // Callers are the tenant of the contract, and staff on behalf of a tenant or landlord.
    ask_ending: byTenantAndHolders("contracts")(() => ({
      ...aboutContract(),
      ending_id: crypto.randomUUID(),
      kind: "moved-out",
      keys_on: "2026-10-01",
    })),
    regret_contract: byTenant(() => ({ ...aboutContract(), ending_id: crypto.randomUUID() })),
    state_handover: byTenant(() => ({ ending_id: known().endingId, keys_on: "2026-10-02" })),
    withdraw_ending: byTenantAndHolders("contracts")(() => ({ ending_id: known().endingId })),
    ask_about_ending: byHolders("contracts")(() => ({
      ending_id: known().endingId,
      question: "Que dia foi?",
    })),
    confirm_ending: byHolders("contracts")(() => ({ ending_id: known().endingId })),
    my_ending: byAccounts(aboutContract),
    my_inspections: byAccounts(aboutContract),
    view_case_file: byTenantAndHolders("read")(() => ({ file_id: known().inspectionId })),
    set_file_aside: byHolders("claims")(() => ({
      file_id: known().inspectionId,
      reason: "Outro imóvel",
    })),
    list_inspection: byTenantAndHolders("read")(() => ({
      lease_id: known().leaseId,
      moment: "entry",
      side: "tenant",
    })),
    my_claims: { may: accounts },
    answer_claim: byTenant(() => ({
      claim_id: known().claimId,
      answers: [{ item_id: known().itemId, text: "Já estava assim" }],
      version: 0,
    })),
    end_claim_turn: byTenant(() => ({ claim_id: known().heardId, version: 0 })),
    reply_claim: byTenant(() => ({ claim_id: known().wantedId, text: "Enviei", version: 0 })),
    review_claim: byTenant(() => ({
      claim_id: known().decidedId,
      items: [known().decidedItemId],
      text: "Peço a revisão da decisão",
      version: 0,
    })),
    answer_claim_review: byTenant(() => ({
      claim_id: known().reviewedId,
      text: "O piso é antigo",
      version: 0,
    })),
    view_claim_decision: byTenantAndHolders("read")(() => ({ claim_id: known().decidedId })),
    contract_claims: byHolders("read")(aboutContract),
    list_claims: byHolders("read")(() => ({ view: "staff" })),
    claim_times: byHolders("owner")(() => ({})),
    claim_detail: byHolders("read")(aboutClaim),
    open_claim_for: byHolders("claims")(() => ({
      contract_id: known().contractId,
      request: { requestId: known().claimRequestId, happenedOn: known().today, items: [] },
    })),
    // The claim was withdrawn, so these calls change nothing and its version stays 0.
    ask_for_claim: byHolders("claims")(() => ({
      ...aboutWithdrawn(),
      side: "landlord",
      text: "Envie o orçamento",
      until: known().soon,
      version: 0,
    })),
    decide_claim: byHolders("claims")(() => ({
      ...aboutWithdrawn(),
      items: [],
      recourse: 0,
      version: 0,
    })),
    second_claim: byHolders("claims")(() => ({
      ...aboutWithdrawn(),
      agrees: true,
      note: null,
      version: 0,
    })),
    undo_claim_decision: byHolders("claims")(aboutWithdrawn),
    set_claim_recourse: byHolders("claims")(() => ({ ...aboutWithdrawn(), state: "dropped" })),
    ask_renewal: byTenant(aboutContract),
    my_renewal: byAccounts(aboutContract),
    case_work: byHolders("read")(aboutContract),
    contract_payments: byHolders("read")(() => ({ of_id: known().chargeId })),
    list_charges: byHolders("read")(() => ({ view: "due" })),
    charge_totals: byHolders("read")(() => ({ view: "overdue" })),
    list_movements: byHolders("read")(() => ({ view: "in" })),
    movement_totals: byHolders("read")(() => ({ view: "to-allocate" })),
    book_payment: byHolders("money")(() => ({
      movement_id: crypto.randomUUID(),
      charge_id: known().chargeId,
      paid_on: known().today,
      amount: 1,
      seen_open: 300,
    })),
    allocate_payment: byHolders("money")(() => ({
      movement_id: known().movementId,
      charge_id: known().chargeId,
    })),
    refund_payment: byHolders("payouts")(() => ({ movement_id: known().movementId })),
    // No approval is awaited, so these two calls change nothing.
    approve_payout: byHolders("payouts")(() => ({ charge_id: known().chargeId, version: 0 })),
    withdraw_approval: byHolders("payouts")(() => ({ charge_id: known().chargeId })),
    staff_limits: byHolders("read")(() => ({})),
    set_staff_settings: byHolders("owner")(() => ({
      wanted: {
        secondPersonAbove: 5000,
        feeRangePercent: 20,
        accountWaitDays: 2,
        rentWarnsPercent: 30,
        rentSecondPercent: 40,
      },
      version: 0,
    })),
    cancel_refund: byHolders("payouts")(() => ({ charge_id: known().chargeId, reason: "Engano" })),
    reverse_payment: byHolders("money")(() => ({
      movement_id: known().movementId,
      reason: "Era de outro",
    })),
    give_notice: byHolders("money")(() => ({
      charge_id: known().chargeId,
      notice_on: known().today,
    })),
    give_notices: byHolders("money")(() => ({
      charge_ids: [known().chargeId],
      notice_on: known().today,
    })),
    remind_tenants_of_fees: byHolders("money")(() => ({ charge_ids: [known().chargeId] })),
    remind_tenants_of_ends: byHolders("contracts")(() => ({
      contract_ids: [aboutContract().contract_id],
    })),
    close_unpaid: byHolders("contracts")(() => ({ charge_id: known().chargeId })),
    // Every signed-in account may call this function. The result is null for a contract that the account may not see.
    my_payments: byAccounts(aboutContract),
    my_refund_account: byAccounts(aboutContract),
    give_refund_account: byTenant(() => ({ ...aboutContract(), account: tenantAccount })),
    hold_case: byHolders("read")(aboutContract),
    add_partnership_note: byHolders("read")(() => ({
      ...aboutRequest(),
      note_id: crypto.randomUUID(),
      note: "Ligar à tarde",
    })),
    close_contract: byHolders("contracts")(() => ({
      ...aboutContract(),
      status: "ended",
      reason: "Imóvel devolvido",
    })),
    undo_closing: byHolders("contracts")(aboutContract),
    contact_message: byHolders("read")(aboutMessage),
    contract_detail: byHolders("read")(aboutContract),
    end_partnership: byHolders("requests")(() => ({ partner_id: known().partnerId })),
    file_contract_document: byHolders("contracts")(() => ({
      ...aboutContract(),
      document_id: documentId,
      document_name: "Aditivo",
      file_path: known().filePath,
    })),
    list_contact_messages: byHolders("read")(() => ({})),
    list_contracts: byHolders("read")(() => ({})),
    expiries_by_week: byHolders("read")(() => ({})),
    list_partners: byHolders("read")(() => ({})),
    list_partnership_requests: byHolders("read")(() => ({})),
    open_contract_document: byHolders("read")(() => ({ document_id: documentId })),
    partnership_request: byHolders("read")(aboutRequest),
    rename_contract_document: byHolders("contracts")(() => ({
      document_id: documentId,
      document_name: "Outro nome",
    })),
    resend_access: byHolders("contracts")(aboutContract),
    set_message_answered: byHolders("requests")(() => ({ ...aboutMessage(), answered: true })),
    set_partnership_status: byHolders("requests")(() => ({
      ...aboutRequest(),
      status: "contacted",
    })),
    withdraw_contract_document: byHolders("contracts")(() => ({
      document_id: crypto.randomUUID(),
    })),
  };
}

/** Adds the rows whose ids are arguments in these rules. */
export async function plantStaffScreens({ sql, personas }: Pick<TestStack, "sql" | "personas">) {
  const contractId = String(personas.tenant.contractId);
  const leaseId = String(personas.tenant.leaseId);
  const filePath = `${contractId}/aditivo.pdf`;
  await sql`insert into public.landlords (id, name) values (${landlordId}, 'José Pereira')`;
  const [partnership] = await sql`
    insert into public.partnership_requests ${sql(partnershipRow())} returning id`;
  const [partner] = await sql`insert into public.partners ${sql(partnerRow())} returning id`;
  const [message] = await sql`
    insert into public.contact_messages ${sql(contactMessageRow())} returning id`;
  await sql`
    insert into storage.objects (bucket_id, name) values ('contract-documents', ${filePath})`;
  await oweRefund(sql, contractId);
  const correctionId = crypto.randomUUID();
  await sql`
    insert into private.contract_corrections (id, contract_id, status, reason, former, wanted)
    values (${correctionId}, ${contractId}, 'waiting', 'Número errado', '{}', '{}')`;
  // Half of the fee is paid.
  const [charge] = await sql`
    insert into public.charges
    ${sql(chargeRow(contractId, { amount: 600, due_on: "2026-03-01", created_at: "2026-02-01" }))} returning id`;
  const chargeId = String(charge?.["id"]);
  const [paid] = await sql`
    insert into public.movements ${sql(movementRow(contractId, { amount: 300 }))} returning id`;
  const movementId = String(paid?.["id"]);
  await sql`
    insert into public.allocations (movement_id, charge_id, amount)
    values (${movementId}, ${chargeId}, 300)`;
  const endingId = crypto.randomUUID();
  await sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, keys_on, answer_until)
    values (${endingId}, ${contractId}, 'moved-out', 'tenant', '2026-10-01', '2026-10-06')`;
  const inspectionId = crypto.randomUUID();
  await sql`
    insert into public.inspection_files
    ${sql(inspectionRow(leaseId, { id: inspectionId }))}`;
  const claimRequestId = crypto.randomUUID();
  /** Adds a claim of the tenant's landlord. Each side may have one open claim, so some claims need another lease. */
  async function plantClaim(
    changes: Record<string, unknown>,
    item: Record<string, unknown> = {},
    of = { contractId, leaseId },
  ) {
    const [claim] = await sql`
      insert into public.claims ${sql(claimRow(of, changes))} returning id`;
    const id = String(claim?.["id"]);
    const row = claimItemRow(id, item);
    await sql`insert into public.claim_items ${sql(row)}`;
    return { id, itemId: row.id };
  }
  const claim = await plantClaim({ request_id: claimRequestId });
  const otherLease = async () => {
    const row = contractRow(String(personas.tenant.userId));
    const { id, leaseId: other } = await insertContract(sql, row);
    return { contractId: id, leaseId: other };
  };
  const heard = await plantClaim({}, {}, await otherLease());
  const wanted = await plantClaim(
    {
      wanted: "O recibo das chaves",
      wanted_from: "tenant",
      wanted_at: new Date(),
      wanted_until: "2090-01-10",
    },
    {},
    await otherLease(),
  );
  const final = {
    decided_at: new Date(),
    final_at: new Date(),
    review_until: "2090-02-01",
    pay_by: "2090-02-01",
  };
  const nothing = { granted: 0, reason: "Sem prova" };
  const decided = await plantClaim(final, nothing);
  const withdrawn = await plantClaim({ withdrawn_at: new Date(), withdrawn_why: "landlord" });
  const decisions = sql.json([{ round: 1, by: null, items: [] }]);
  const reviewed = await plantClaim({ round: 2, decisions }, {}, await otherLease());
  await sql`
    insert into public.claim_reviews
    ${sql(reviewRow(reviewed.id, { side: "landlord", asked_from: "locador@exemplo.com.br" }))}`;
  return {
    contractId,
    leaseId,
    claimId: claim.id,
    itemId: claim.itemId,
    claimRequestId,
    wantedId: wanted.id,
    heardId: heard.id,
    decidedId: decided.id,
    decidedItemId: decided.itemId,
    reviewedId: reviewed.id,
    withdrawnId: withdrawn.id,
    soon: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    inspectionId,
    today: todayInBrasilia(),
    correctionId,
    endingId,
    filePath,
    chargeId,
    movementId,
    partnershipId: String(partnership?.["id"]),
    partnerId: String(partner?.["id"]),
    messageId: String(message?.["id"]),
  };
}
