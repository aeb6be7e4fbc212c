import { type PersonaName, personaNames } from "./personas.ts";
import { todayInBrasilia } from "../../functions/_shared/contracts/fields/formats.ts";
import {
  claimItemRow,
  claimRow,
  contactMessageRow,
  inspectionRow,
  partnerRow,
  partnershipRow,
} from "./sample-rows.ts";
import type { TestStack } from "./test-stack.ts";

const documentId = crypto.randomUUID();
const landlordId = crypto.randomUUID();
const activeStaff: PersonaName[] = ["staff", "releasing staff"];

/** Who may call the functions of the screens of contracts, partnerships and messages. */
export function staffScreenRules(known: () => Awaited<ReturnType<typeof plantStaffScreens>>) {
  const byStaff = (args: () => Record<string, unknown>) => ({ may: activeStaff, args });
  const aboutContract = () => ({ contract_id: known().contractId });
  const aboutClaim = () => ({ claim_id: known().claimId });
  const aboutRequest = () => ({ request_id: known().partnershipId });
  const aboutMessage = () => ({ message_id: known().messageId });
  return {
    add_case_note: byStaff(() => ({
      ...aboutContract(),
      note_id: crypto.randomUUID(),
      note: "Ligar à tarde",
    })),
    correct_contract: {
      may: ["releasing staff"] satisfies PersonaName[],
      args: () => ({
        ...aboutContract(),
        correction_id: crypto.randomUUID(),
        known_code: "",
        wanted: { tenant_phone: "44988887777" },
        reason: "Telefone errado",
      }),
    },
    withdraw_correction: {
      may: ["releasing staff"] satisfies PersonaName[],
      args: () => ({ correction_id: known().correctionId }),
    },
    accept_correction: {
      may: ["service"] satisfies PersonaName[],
      args: () => ({
        correction_id: known().correctionId,
        full_name: "Outro Nome",
        address_hash: "b".repeat(64),
        user_agent: "",
      }),
    },
    // Of whose contract it is not, null.
    waiting_correction: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    add_landlord_address: byStaff(() => ({
      ...aboutContract(),
      address: "outro@exemplo.com.br",
      is_own: false,
    })),
    remove_landlord_address: byStaff(() => ({
      ...aboutContract(),
      contact_id: crypto.randomUUID(),
    })),
    set_landlord: byStaff(() => ({
      ...aboutContract(),
      wanted: { id: landlordId, name: "José Pereira", kind: "owner" },
    })),
    find_landlords: byStaff(() => ({ search: "José" })),
    landlord_detail: byStaff(() => ({ landlord_id: landlordId })),
    note_landlord: byStaff(() => ({ landlord_id: landlordId, notes: "Liga cedo." })),
    // Its own tenant's, and nobody else's.
    give_landlord_address: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({ ...aboutContract(), address: "locador@exemplo.com.br" }),
    },
    book_statement: byStaff(() => ({ lines: [], choices: [] })),
    preview_statement: byStaff(() => ({ lines: [] })),
    statement_layout: byStaff(() => ({ header: "data;valor" })),
    payments_of_month: byStaff(() => ({ month: "2026-11-01" })),
    // Of whose contract it is not, an empty list.
    list_receipts: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    open_receipt: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({ payment_id: known().paymentId }),
    },
    record_receipt: {
      may: ["service"] satisfies PersonaName[],
      args: () => ({ number: "RC-2026-00000000", file_sha256: "a".repeat(64) }),
    },
    // Its own tenant's; staff for somebody.
    ask_ending: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({
        ...aboutContract(),
        ending_id: crypto.randomUUID(),
        kind: "moved-out",
        keys_on: "2026-10-01",
      }),
    },
    regret_contract: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({ ...aboutContract(), ending_id: crypto.randomUUID() }),
    },
    withdraw_ending: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({ ending_id: known().endingId }),
    },
    ask_about_ending: byStaff(() => ({ ending_id: known().endingId, question: "Que dia foi?" })),
    confirm_ending: byStaff(() => ({ ending_id: known().endingId })),
    my_ending: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    my_inspections: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    view_case_file: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({ file_id: known().inspectionId }),
    },
    list_inspection: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({ ...aboutContract(), moment: "entry", side: "tenant" }),
    },
    my_claims: { may: personaNames.filter((name) => name !== "visitor" && name !== "service") },
    answer_claim: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({
        claim_id: known().claimId,
        answers: [{ item_id: known().itemId, text: "Já estava assim" }],
      }),
    },
    reply_claim: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({ claim_id: known().wantedId, text: "Enviei" }),
    },
    appeal_claim: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({ claim_id: known().decidedId, text: "Peço a revisão da decisão" }),
    },
    view_claim_decision: {
      may: ["tenant", ...activeStaff] satisfies PersonaName[],
      args: () => ({ claim_id: known().decidedId }),
    },
    contract_claims: byStaff(aboutContract),
    list_claims: byStaff(() => ({ view: "staff" })),
    claim_times: byStaff(() => ({})),
    claim_detail: byStaff(aboutClaim),
    open_claim_for: byStaff(() => ({
      contract_id: known().contractId,
      request: { requestId: known().claimRequestId, items: [] },
    })),
    ask_for_claim: byStaff(() => ({
      ...aboutClaim(),
      side: "landlord",
      text: "Envie o orçamento",
      until: known().soon,
    })),
    decide_claim: byStaff(() => ({ ...aboutClaim(), items: [] })),
    second_claim: byStaff(() => ({ ...aboutClaim(), agrees: true })),
    pay_claim: byStaff(() => ({ ...aboutClaim(), paid_on: known().today })),
    set_claim_recourse: byStaff(() => ({ ...aboutClaim(), state: "dropped" })),
    ask_renewal: { may: ["tenant"] satisfies PersonaName[], args: aboutContract },
    my_renewal: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    case_work: byStaff(aboutContract),
    contract_payments: byStaff(() => ({ of_id: known().paymentId })),
    list_payments: byStaff(() => ({ view: "due" })),
    book_payment: byStaff(() => ({ payment_id: known().paymentId, paid_on: known().today })),
    undo_payment: byStaff(() => ({ payment_id: known().paymentId, reason: "Era de outro" })),
    give_notice: byStaff(() => ({ payment_id: known().paymentId, notice_on: known().today })),
    close_unpaid: byStaff(() => ({ payment_id: known().paymentId })),
    // Of whose contract it is not, null.
    my_payments: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    hold_case: byStaff(aboutContract),
    add_partnership_note: byStaff(() => ({
      ...aboutRequest(),
      note_id: crypto.randomUUID(),
      note: "Ligar à tarde",
    })),
    close_contract: byStaff(() => ({
      ...aboutContract(),
      status: "ended",
      reason: "Imóvel devolvido",
    })),
    undo_closing: byStaff(aboutContract),
    contact_message: byStaff(aboutMessage),
    contract_detail: byStaff(aboutContract),
    end_partnership: byStaff(() => ({ partner_id: known().partnerId })),
    file_contract_document: byStaff(() => ({
      ...aboutContract(),
      document_id: documentId,
      document_name: "Aditivo",
      file_path: known().filePath,
    })),
    list_contact_messages: byStaff(() => ({})),
    list_contracts: byStaff(() => ({})),
    expiries_by_week: byStaff(() => ({})),
    list_partners: byStaff(() => ({})),
    list_partnership_requests: byStaff(() => ({})),
    open_contract_document: byStaff(() => ({ document_id: documentId })),
    partnership_request: byStaff(aboutRequest),
    rename_contract_document: byStaff(() => ({
      document_id: documentId,
      document_name: "Outro nome",
    })),
    resend_access: byStaff(aboutContract),
    set_message_answered: byStaff(() => ({ ...aboutMessage(), answered: true })),
    set_partnership_status: byStaff(() => ({ ...aboutRequest(), status: "contacted" })),
    withdraw_contract_document: byStaff(() => ({ document_id: crypto.randomUUID() })),
  };
}

/** Who may call what the doors of reports and claims call: functions alone. */
export function caseDoorRules(known: () => Awaited<ReturnType<typeof plantStaffScreens>>) {
  const service: PersonaName[] = ["service"];
  const link = { secret_hash: "b".repeat(64), address_hash: "b".repeat(64) };
  const unknown = "00000000-0000-4000-8000-000000000000";
  return {
    find_case_file: { may: service, args: () => ({ ...link, file_id: unknown }) },
    list_inspection_by_link: {
      may: service,
      args: () => ({ ...link, contract_id: unknown, moment: "entry", side: "tenant" }),
    },
    open_inspection_upload: {
      may: service,
      args: () => ({ ...link, holder: unknown, contract_id: unknown, file_id: unknown }),
    },
    receive_inspection: {
      may: service,
      args: () => ({
        holder: unknown,
        secret_hash: "0".repeat(64),
        contract_id: unknown,
        file_id: unknown,
        moment: "entry",
        room: "kitchen",
        note: null,
        file_path: "x",
        file_type: "image/jpeg",
        file_sha256: "0".repeat(64),
        bytes: 1,
      }),
    },
    claim_by_link: {
      may: service,
      args: () => ({ ...link, action: "withdraw", request: { claimId: unknown } }),
    },
    confirm_claim_account: { may: service, args: () => link },
    published_claim_figures: { may: service },
    find_claim_decision: { may: service, args: () => ({ ...link, claim_id: unknown }) },
    find_receipt: { may: service, args: () => ({ ...link, payment_id: unknown }) },
    open_claim_upload: {
      may: service,
      args: () => ({
        ...link,
        holder: unknown,
        is_staff: false,
        claim_id: unknown,
        file_id: unknown,
      }),
    },
    receive_claim_file: {
      may: service,
      args: () => ({
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
      }),
    },
    record_claim_decision: {
      may: service,
      args: () => ({ claim_id: known().decidedId, round: 1, file_sha256: "0".repeat(64) }),
    },
  };
}

/** What they are about. */
export async function plantStaffScreens({ sql, personas }: Pick<TestStack, "sql" | "personas">) {
  const contractId = String(personas.tenant.contractId);
  const filePath = `${contractId}/aditivo.pdf`;
  await sql`insert into public.landlords (id, name) values (${landlordId}, 'José Pereira')`;
  const [partnership] = await sql`
    insert into public.partnership_requests ${sql(partnershipRow())} returning id`;
  const [partner] = await sql`insert into public.partners ${sql(partnerRow())} returning id`;
  const [message] = await sql`
    insert into public.contact_messages ${sql(contactMessageRow())} returning id`;
  await sql`
    insert into storage.objects (bucket_id, name) values ('contract-documents', ${filePath})`;
  const correctionId = crypto.randomUUID();
  await sql`
    insert into private.contract_corrections (id, contract_id, status, reason, former, wanted)
    values (${correctionId}, ${contractId}, 'waiting', 'Número errado', '{}', '{}')`;
  const [payment] = await sql`
    insert into public.payments (contract_id, what, amount, due_on, paid_on, paid_how, booked_at)
    values (${contractId}, 'fee', 300, '2026-03-01', '2026-03-02', 'by-hand', now()) returning id`;
  const endingId = crypto.randomUUID();
  await sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, keys_on)
    values (${endingId}, ${contractId}, 'moved-out', 'tenant', '2026-10-01')`;
  const inspectionId = crypto.randomUUID();
  await sql`
    insert into public.inspection_files
    ${sql(inspectionRow(contractId, { id: inspectionId }))}`;
  const claimRequestId = crypto.randomUUID();
  async function plantClaim(changes: Record<string, unknown>, item: Record<string, unknown> = {}) {
    const [claim] = await sql`
      insert into public.claims ${sql(claimRow(contractId, changes))} returning id`;
    const id = String(claim?.["id"]);
    const row = claimItemRow(id, item);
    await sql`insert into public.claim_items ${sql(row)}`;
    return { id, itemId: row.id };
  }
  const claim = await plantClaim({ request_id: claimRequestId });
  const wanted = await plantClaim({
    wanted: "O recibo das chaves",
    wanted_from: "tenant",
    wanted_at: new Date(),
    wanted_until: "2090-01-10",
  });
  const decided = await plantClaim(
    {
      decided_at: new Date(),
      final_at: new Date(),
      appeal_until: "2090-02-01",
      pay_by: "2090-02-01",
    },
    { granted: 0, reason: "Sem prova" },
  );
  return {
    contractId,
    claimId: claim.id,
    itemId: claim.itemId,
    claimRequestId,
    wantedId: wanted.id,
    decidedId: decided.id,
    soon: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    inspectionId,
    today: todayInBrasilia(),
    correctionId,
    endingId,
    filePath,
    paymentId: String(payment?.["id"]),
    partnershipId: String(partnership?.["id"]),
    partnerId: String(partner?.["id"]),
    messageId: String(message?.["id"]),
  };
}
