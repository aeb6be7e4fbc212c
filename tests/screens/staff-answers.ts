import type { Page } from "@playwright/test";
import type { StaffCounts } from "../../web/backend/staff/staff-queries.ts";

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const history = [
  {
    id: 2,
    occurred_at: hoursFromNow(-1),
    action: "read-partnership-requests",
    outcome: "done",
    who: "Equipe Payser",
    detail: null,
  },
];

const request = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  created_at: hoursFromNow(-51),
  due_at: hoursFromNow(-3),
  status: "new",
  partner_name: "Helena Duarte Prado",
  company_name: "Imobiliária Horizonte",
  property_city: "Londrina",
  property_state: "PR",
};

/** Partnership requests whose answers are due at different times: one is overdue, one is due soon, one is due later. */
export const partnershipAnswers = {
  list_partnership_requests: [
    request,
    {
      ...request,
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334456",
      company_name: "Casa Nova Administradora de Imóveis e Condomínios do Norte do Paraná",
      partner_name: "Rogério Almeida",
      created_at: hoursFromNow(-46),
      due_at: hoursFromNow(2),
    },
    {
      ...request,
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334457",
      company_name: "Corretora Pinheiro",
      created_at: hoursFromNow(-8),
      due_at: hoursFromNow(40),
    },
  ],
  partnership_request: {
    ...request,
    protocol: "PP-2026-00000011",
    email: "helena@horizonte.example",
    phone: "43999990000",
    property_address: "Rua das Palmeiras, 87, Gleba Palhano",
    property_type: "Apartamento",
    property_value: 480_000,
    message: "Administramos 120 imóveis e queremos oferecer a fiança aos nossos locatários.",
    contacted_at: null,
    decided_at: null,
    decline_reason: null,
    notes: [
      {
        id: "6f1e2d3c-4b5a-4c6d-8e7f-0011223344aa",
        created_at: hoursFromNow(-2),
        note: "Liguei às 10h, pediu retorno à tarde.\nFalar com a Helena, não com a recepção.",
        who: "Equipe Payser",
      },
    ],
    history,
  },
};

const message = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334460",
  created_at: hoursFromNow(-5),
  status: "new",
  name: "Beatriz Moreira",
  subject: "Dúvida sobre o valor da fiança",
};

export const messageAnswers = {
  list_contact_messages: [
    message,
    { ...message, id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334461", subject: "Horário de atendimento" },
  ],
  contact_message: {
    ...message,
    protocol: "PM-2026-00000011",
    email: "beatriz@exemplo.com.br",
    phone: "44999998888",
    message: "Bom dia!\nQuanto custa a fiança para um aluguel de R$ 1.500,00?",
    product: "payser-fianca",
    answered_at: null,
    answered_by: null,
    history: [{ ...history[0], action: "read-contact-messages" }],
  },
};

const mail = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334470",
  template: "simulation-approved",
  recipient: "maria@exemplo.com.br",
  attempts: 8,
  last_error: "550 5.1.1 A caixa postal não existe",
  created_at: hoursFromNow(-30),
  simulation_id: null,
  about: {
    kind: "request",
    id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334471",
    number: "PS-2026-00000011",
  },
  may_correct: true,
};

export const mailAnswers = {
  list_parked_mail: [
    mail,
    { ...mail, id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334471", template: "contract-ready" },
  ],
};

const auditRow = {
  id: 1,
  occurred_at: hoursFromNow(-1),
  action: "read-contracts",
  outcome: "done",
  who: "Rita Campos",
  detail: null,
  rows: 1,
  cases: [
    { kind: "contract", id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334472", number: "PF-2026-0A1B2C3D4E" },
  ],
};

export const auditAnswers = {
  my_staff_account: [
    {
      user_id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334473",
      email: "equipe@payser.example",
      full_name: "Equipe Payser",
      status: "active",
      rights: ["read", "owner"],
      lacking: {},
      second_factor: "none",
      has_second_factor: true,
      recovery_codes_left: 8,
      wants_digest: false,
    },
  ],
  list_audit: [
    { ...auditRow, id: 2, action: "export-payments", outcome: "denied", rows: 0, cases: [] },
    auditRow,
  ],
};

/** Counts of three digits in every place of the staff menu. */
export const countAnswers = {
  staff_counts: {
    version: "1",
    simulationsPending: 128,
    simulationsLate: 128,
    simulationsSecond: 128,
    documentsToRead: 128,
    offersOpen: 128,
    contractsExpiring: 128,
    contractsUpcoming: 128,
    paymentsOverdue: 128,
    refundsDue: 128,
    payoutsDue: 128,
    paymentsLeft: 128,
    endingsAsked: 128,
    addressesToCheck: 128,
    claimsToDo: 128,
    claimsOverdue: 128,
    claimsSecond: 128,
    payoutsToApprove: 128,
    partnershipsNew: 128,
    partnershipsLate: 128,
    messagesNew: 128,
    mailParked: 128,
    mailWaitingSince: null,
  } satisfies StaffCounts,
};

/** Returns a function that answers all calls of database functions. `answers` contains the answers by function name. */
export function answerWith(answers: Record<string, object>) {
  return async (page: Page) => {
    for (const [name, json] of Object.entries(answers)) {
      await page.route(`**/rest/v1/rpc/${name}`, (route) =>
        route.request().method() === "OPTIONS"
          ? route.continue()
          : route.fulfill({ headers: { "access-control-allow-origin": "*" }, json }),
      );
    }
  };
}

const document = {
  note: null,
  asked_at: hoursFromNow(-20),
  sent_at: hoursFromNow(-3),
  decided_at: null,
  refusal_reason: null,
};

const sentFile = (id: string) => ({
  id,
  type: "application/pdf",
  bytes: 340_000,
  receivedAt: hoursFromNow(-3),
});

/** Documents of one request, one for each status: sent, refused, asked for and accepted. */
export const documentAnswers = {
  list_request_documents: [
    {
      ...document,
      id: "1",
      kind: "identity",
      status: "sent",
      files: [sentFile("1a"), sentFile("1b")],
    },
    {
      ...document,
      id: "2",
      kind: "income",
      status: "refused",
      files: [sentFile("2a")],
      decided_at: hoursFromNow(-1),
      refusal_reason: "O verso está cortado.",
    },
    { ...document, id: "3", kind: "residence", status: "asked", sent_at: null, files: [] },
    {
      ...document,
      id: "4",
      kind: "other",
      status: "accepted",
      files: [sentFile("4a")],
      note: "Declaração de imposto de renda",
      decided_at: hoursFromNow(-1),
    },
  ],
};

/** Landlord with one confirmed and one unconfirmed e-mail address. */
export const landlordAnswers = {
  landlord_detail: {
    id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334490",
    name: "Imobiliária Horizonte",
    kind: "agency",
    document: "11222333000181",
    notes: "Atende pelo WhatsApp, de segunda a sexta.",
    contracts: [
      {
        id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
        contract_number: "PF-2026-0A1B2C3D4E",
        tenant_name: "Ana Márcia da Conceição",
        property_address: "Av. Brasil, 1000, Zona 1, Maringá, PR",
        start_date: "2026-11-01",
        end_date: "2027-10-31",
        state: "in_force",
      },
      {
        id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334456",
        contract_number: "PF-2025-1B2C3D4E5F",
        tenant_name: "Bruno Tavares",
        property_address: "Rua das Palmeiras, 87, Gleba Palhano, Londrina, PR",
        start_date: "2025-09-01",
        end_date: "2026-08-31",
        state: "expired",
      },
    ],
    addresses: [
      {
        id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334491",
        address: "contratos@horizonte.example",
        confirmed_at: hoursFromNow(-200),
        refused_at: null,
        standing: "acts",
        contract_number: null,
      },
      {
        id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334492",
        address: "helena@horizonte.example",
        confirmed_at: null,
        refused_at: null,
        standing: "reads",
        contract_number: "PF-2026-0A1B2C3D4E",
      },
    ],
  },
};

/** Two addresses that tenants gave and that wait for a check by staff. */
export const addressAnswers = {
  list_addresses_to_check: [
    {
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334495",
      address: "rosana.lima@exemplo.com.br",
      confirmedAt: hoursFromNow(-26),
      contractId: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
      contractNumber: "PF-2026-0A1B2C3D4E",
      tenant: "Ana Márcia da Conceição",
      tenantEmail: "ana.conceicao@exemplo.com.br",
      tenantPhone: "44999998888",
      landlord: "Rosana Lima",
      landlordPhone: "44988887777",
      document: null,
      property: "Av. Brasil, 1000, Zona 1, Maringá, PR",
      otherAddresses: [],
      sameAddressElsewhere: 0,
    },
    {
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334496",
      address: "locacao@horizonte.example",
      confirmedAt: hoursFromNow(-3),
      contractId: "7a2e2d3c-4b5a-4c6d-8e7f-001122334456",
      contractNumber: "PF-2026-1B2C3D4E5F",
      tenant: "Bruno Tavares",
      tenantEmail: "bruno@exemplo.com.br",
      tenantPhone: "43977776666",
      landlord: "Imobiliária Horizonte",
      landlordPhone: "4333332222",
      document: "11222333000181",
      property: "Rua das Palmeiras, 87, Gleba Palhano, Londrina, PR",
      otherAddresses: ["contratos@horizonte.example"],
      sameAddressElsewhere: 4,
    },
  ],
};
