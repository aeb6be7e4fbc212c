import type { Page } from "@playwright/test";
import type { ClaimDetail, ClaimRow, ClaimView } from "#contracts/claims/claims.ts";
import type { Inspections } from "#contracts/inspections/inspections.ts";
import type { LandlordContract } from "#contracts/landlords/landlord.ts";
import { photoSample } from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import * as pages from "../../web/pages/private-routes.ts";
import { type Screen, answerFunction, shows } from "./screen.ts";
import { answerWith } from "./staff-answers.ts";

const contractId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334455";
const received = { receivedAt: "2026-11-20T17:00:00Z", sha256: "3cdd9368dd1e".padEnd(64, "0") };

const report = (last: number, moment: "entry" | "exit", side: "tenant" | "landlord") =>
  ({
    ...received,
    id: `7a2e2d3c-4b5a-4c6d-8e7f-00112233450${last}`,
    moment,
    side,
    room: "bedroom",
    note: "Porta, vista do corredor",
    type: "image/jpeg",
    bytes: 240_000,
  }) as const;

const inspections: Inspections = {
  inspections: [
    report(1, "entry", "tenant"),
    report(2, "entry", "landlord"),
    report(3, "exit", "landlord"),
  ],
  takesInspections: true,
  claimUntil: { day: "2030-12-15", countedFrom: "keys", since: "2030-11-15" },
};

const items = [
  {
    id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334461",
    kind: "repair",
    description: "Porta do quarto arrancada das dobradiças.",
    asked: 980,
    answer: "A porta já estava solta quando entrei.",
  },
  {
    id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334462",
    kind: "painting",
    description: "Paredes da sala com manchas e furos.",
    asked: 1450.5,
  },
] as const;

const opened = {
  at: "2026-11-20T16:30:00Z",
  side: "landlord",
  what: "opened",
  turn: "tenant",
  until: "2030-11-30",
} as const;

/** Claim on which the tenant may still comment. */
const hearing: ClaimView = {
  id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334460",
  protocol: "PA-2026-00000011",
  contractId,
  stage: "hearing",
  openedAt: opened.at,
  turn: "tenant",
  until: "2030-11-30",
  isOverdue: false,
  items: [...items],
  files: [
    {
      ...received,
      id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334463",
      itemId: items[0].id,
      side: "landlord",
      kind: "estimate",
      type: "application/pdf",
    },
  ],
  asked: 2430.5,
  limit: 15_124.2,
  limitLeft: 15_124.2,
  payments: [],
  hearUntil: "2030-11-30",
  decideBy: "2030-12-10",
  hasDecision: false,
  may: {
    answer: false,
    reply: false,
    sendFiles: true,
    withdraw: false,
    appeal: false,
    changeAccount: false,
  },
  events: [opened, { ...opened, at: "2026-11-20T17:00:00Z", what: "file" }],
};

/** Claim `hearing` after its partial acceptance. */
const decided: ClaimView = {
  ...hearing,
  stage: "decided",
  turn: "staff",
  until: "2030-12-15",
  items: [
    { ...items[0], granted: 980 },
    {
      ...items[1],
      granted: 900,
      reason: "Só as paredes da sala estão nas fotos.",
      clause: "4. O que a fiança cobre",
    },
  ],
  granted: 1880,
  limitLeft: 13_244.2,
  payBy: "2030-12-15",
  account: "Pix •••m.br, em nome de C. N.",
  appealUntil: "2030-12-20",
  hasDecision: true,
  may: { ...hearing.may, sendFiles: false, appeal: true, changeAccount: true },
  events: [
    opened,
    { ...opened, at: "2026-11-20T17:00:00Z", what: "file" },
    {
      at: "2026-11-21T12:00:00Z",
      side: "tenant",
      what: "answered",
      turn: "staff",
      until: "2030-12-10",
    },
    {
      at: "2026-11-24T12:00:00Z",
      side: "staff",
      what: "decided",
      turn: "staff",
      until: "2030-12-15",
    },
  ],
};

const guarantee: LandlordContract = {
  ...inspections,
  id: contractId,
  state: "ended",
  landlord: "Carlos Nogueira",
  tenant: "A. M. C.",
  property: "Av. Brasil, 1000, Zona 1, Maringá, PR",
  limit: 15_124.2,
  startDate: "2029-11-01",
  endDate: "2030-10-31",
  closedOn: "2030-11-15",
  code: "7K3MQ9ZT4B0X",
  issuedAt: "2029-10-20T17:00:00Z",
  claims: [decided],
  limitLeft: 13_244.2,
  mayClaim: true,
};

const link = `${pages.landlordArea.path}#${"A".repeat(22)}`;
const answerLandlord = answerFunction("landlord-area", { contracts: [guarantee], waiting: [] });

/** Answers the requests of the tenant's page with a claim for the contract that the page shows. */
async function answerTenant(page: Page): Promise<void> {
  await answerWith({ my_inspections: inspections })(page);
  let shown = contractId;
  await page.route("**/rest/v1/contracts*", async (route) => {
    const response = await route.fetch();
    shown = /"id":"([\w-]+)"/.exec(await response.text())?.[1] ?? shown;
    await route.fulfill({ response });
  });
  await page.route("**/rest/v1/rpc/my_claims", (route) =>
    route.request().method() === "OPTIONS"
      ? route.continue()
      : route.fulfill({
          headers: { "access-control-allow-origin": "*" },
          json: [{ ...hearing, contractId: shown, may: { ...hearing.may, answer: true } }],
        }),
  );
}

const row: ClaimRow = {
  id: hearing.id,
  protocol: hearing.protocol,
  stage: "deciding",
  turn: "staff",
  until: "2026-12-10",
  is_overdue: false,
  sort_day: "2026-12-10",
  opened_at: opened.at,
  asked: hearing.asked,
  granted: null,
  contract_id: contractId,
  contract_number: "PF-2026-0A1B2C3D4E",
  tenant_name: "Ana Márcia da Conceição",
  landlord_name: "Carlos Nogueira",
};

const detail: ClaimDetail = {
  ...hearing,
  stage: "deciding",
  turn: "staff",
  until: row.until ?? undefined,
  contract: {
    id: contractId,
    number: row.contract_number,
    tenantName: row.tenant_name,
    landlordName: row.landlord_name,
    propertyAddress: guarantee.property,
    startDate: guarantee.startDate,
    lastDay: "2026-11-15",
  },
  openedBy: "landlord",
  landlordAddress: "carlos@exemplo.com.br",
  landlordAddressBy: "staff",
  needsSecond: false,
  decidedByMe: false,
  toPay: 0,
  payouts: [],
  accountVersion: 1,
  round: 1,
  formerDecisions: [],
};

const staffAnswers = {
  list_claims: [
    { ...row, id: `${row.id.slice(0, -2)}70`, is_overdue: true, until: "2026-11-20" },
    row,
    { ...row, id: `${row.id.slice(0, -2)}71`, stage: "second", granted: 6200 },
  ],
  claim_detail: detail,
  contract_detail: inspections,
  case_work: { holder: null, is_mine: false, notes: [] },
};

/** Answers the requests of the staff's claims page with the open claim and with a photo. */
async function arrangeDesk(page: Page): Promise<void> {
  await answerWith(staffAnswers)(page);
  const url = "/foto-da-vistoria.jpg";
  await answerFunction("open-case-file", () => ({ url: new URL(url, page.url()).href }))(page);
  const body = Buffer.from(await photoSample());
  await page.route(`**${url}`, (route) => route.fulfill({ contentType: "image/jpeg", body }));
}

/** Screens that landlord, tenant and staff see during a claim. */
export const claimScreens: readonly Screen[] = [
  {
    name: "locador-vistorias",
    title: "Área do locador, com vistorias e um pedido",
    path: link,
    arrange: answerLandlord,
    act: shows("Vistorias e prazo da garantia"),
  },
  {
    name: "locador-acionar",
    title: "Acionar a garantia",
    path: link,
    arrange: answerLandlord,
    async act(page) {
      await page.getByRole("button", { name: /^Acionar a garantia/ }).click();
      await shows("Conta para receber")(page);
    },
  },
  {
    name: "locador-pedido",
    title: "Um pedido decidido, para o locador",
    path: link,
    arrange: answerLandlord,
    async act(page) {
      await page.getByRole("button", { name: /^Ver o pedido/ }).click();
      await shows("Não concorda com a decisão?")(page);
    },
  },
  {
    name: "contrato-acionado",
    title: "Meu contrato, com vistorias e a garantia acionada",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant,
    act: shows("Ver e responder"),
  },
  {
    name: "contrato-pedido",
    title: "Um pedido, para o locatário responder",
    path: pages.contract.path,
    as: "tenant",
    arrange: answerTenant,
    async act(page) {
      await page.getByRole("button", { name: /^Ver e responder/ }).click();
      await shows("A sua resposta (1)")(page);
    },
  },
  {
    name: "acionamentos",
    title: "Equipe: acionamentos, a lista",
    path: pages.staffClaims.path,
    as: "staff",
    arrange: arrangeDesk,
    act: shows("Segunda conferência"),
  },
  {
    name: "acionamentos-decidir",
    title: "Equipe: decidir um acionamento",
    path: `${pages.staffClaims.path}#${detail.id}`,
    as: "staff",
    arrange: arrangeDesk,
    async act(page) {
      await page.getByLabel("Cômodo").selectOption("bedroom");
      await page.getByLabel("Páginas: Vistoria de saída").waitFor();
      await page.getByRole("button", { name: "Aceitar tudo do item 1" }).click();
      await page.getByLabel("Valor aceito do item 2").fill("900,00");
    },
  },
];
