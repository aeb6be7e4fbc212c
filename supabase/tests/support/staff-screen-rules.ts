import { type PersonaName, personaNames } from "./personas.ts";
import { contactMessageRow, partnerRow, partnershipRow } from "./sample-rows.ts";
import type { TestStack } from "./test-stack.ts";

const documentId = crypto.randomUUID();
const activeStaff: PersonaName[] = ["staff", "releasing staff"];

/** Who may call the functions of the screens of contracts, partnerships and messages. */
export function staffScreenRules(known: () => Awaited<ReturnType<typeof plantStaffScreens>>) {
  const byStaff = (args: () => Record<string, unknown>) => ({ may: activeStaff, args });
  const aboutContract = () => ({ contract_id: known().contractId });
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
    // Its own tenant's, and nobody else's.
    accept_correction: {
      may: ["tenant"] satisfies PersonaName[],
      args: () => ({ correction_id: known().correctionId, full_name: "Outro Nome" }),
    },
    // Of whose contract it is not, null.
    waiting_correction: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    ask_renewal: { may: ["tenant"] satisfies PersonaName[], args: aboutContract },
    my_renewal: {
      may: personaNames.filter((name) => name !== "visitor" && name !== "service"),
      args: aboutContract,
    },
    case_work: byStaff(aboutContract),
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

/** What they are about. */
export async function plantStaffScreens({ sql, personas }: Pick<TestStack, "sql" | "personas">) {
  const contractId = String(personas.tenant.contractId);
  const filePath = `${contractId}/aditivo.pdf`;
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
  return {
    contractId,
    correctionId,
    filePath,
    partnershipId: String(partnership?.["id"]),
    partnerId: String(partner?.["id"]),
    messageId: String(message?.["id"]),
  };
}
