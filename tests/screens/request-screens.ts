import { offerForTests } from "../../web/pages/tracking/offer-for-tests.ts";
import * as pages from "../../web/pages/private-routes.ts";
import { type Screen, answerFunction, shows } from "./screen.ts";

/** Request that waits for an answer of the staff. */
export const tracked = {
  protocol: "PS-2026-00000011",
  status: "pending",
  receivedAt: "2026-11-22T17:00:00Z",
  answerDueAt: "2030-11-23T17:00:00Z",
};

const sentFile = (id: string, type: string, bytes: number) => ({
  id,
  type,
  bytes,
  receivedAt: "2026-11-23T13:12:00Z",
});

const askedDocuments = [
  {
    id: "1",
    kind: "identity",
    status: "refused",
    reason: "O verso está cortado.",
    files: [sentFile("1a", "image/jpeg", 2_400_000), sentFile("1b", "image/jpeg", 1_900_000)],
  },
  { id: "2", kind: "income", status: "asked", note: "Os três últimos holerites.", files: [] },
  {
    id: "3",
    kind: "residence",
    status: "sent",
    files: [sentFile("3a", "application/pdf", 340_000)],
  },
  {
    id: "4",
    kind: "other",
    status: "accepted",
    note: "Declaração de imposto de renda",
    files: [sentFile("4a", "application/pdf", 5_100_000)],
  },
];

const offer = {
  ...offerForTests,
  validUntil: "2030-11-30T02:59:59+00:00",
  // A real offer quotes some clauses of the terms. This list has as many clauses as a real offer.
  clauses: [
    "2. Natureza da garantia",
    "5. Limite da cobertura",
    "7. O que a fiança não cobre",
    "8. Vigência e renovação",
    "9. Pedido e comprovação pelo locador",
    "10. Taxa administrativa e direito de arrependimento",
    "11. Responsabilidades do locatário",
    "17. Lei aplicável e foro",
  ].map((title) => ({ title, text: "A Payser paga no máximo 70% do valor de referência." })),
};
const decided = { ...tracked, status: "approved", decidedAt: "2026-11-22T18:00:00Z" };
const contract = {
  contractNumber: "PF-2026-0A1B2C3D4E",
  status: "active",
  isReady: true,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  hasPassword: false,
};

const printed = {
  landlord_name: offerForTests.landlordName,
  property_address: offerForTests.propertyAddress,
  start_date: contract.startDate,
  end_date: contract.endDate,
};
const correction = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334472",
  reason: "O número do prédio estava errado.",
  former: printed,
  wanted: { ...printed, property_address: "Av. Brasil, 1010, Maringá, PR" },
};

const link = `${pages.tracking.path}#${"A".repeat(22)}`;

/** Screens that an applicant sees while following a request. */
export const requestScreens: readonly Screen[] = [
  {
    name: "acompanhar",
    title: "Acompanhar o pedido",
    path: link,
    arrange: answerFunction("track-request", tracked),
    act: shows("Etapas do pedido"),
  },
  {
    name: "acompanhar-documentos",
    title: "Acompanhar, com documentos pedidos",
    path: link,
    arrange: answerFunction("track-request", {
      ...tracked,
      documents: askedDocuments,
      documentsDueAt: "2026-11-26T17:00:00Z",
    }),
    act: shows("Etapas do pedido"),
  },
  {
    name: "acompanhar-condicoes",
    title: "Acompanhar, com as condições",
    path: link,
    arrange: answerFunction("track-request", { ...decided, offer }),
    act: shows("Aceitar e contratar"),
  },
  {
    name: "acompanhar-contrato",
    title: "Acompanhar, com o contrato pronto",
    path: link,
    arrange: answerFunction("track-request", {
      ...decided,
      offer: { ...offer, status: "accepted" },
      contract,
    }),
    act: shows("Etapas do pedido"),
  },
  {
    name: "acompanhar-correcao",
    title: "Acompanhar, com uma correção do contrato",
    path: link,
    arrange: answerFunction("track-request", {
      ...decided,
      offer: { ...offer, status: "accepted" },
      contract: { ...contract, correction },
    }),
    act: shows("Aceitar a correção"),
  },
  {
    name: "acompanhar-sem-link",
    title: "Acompanhar, sem link",
    path: pages.tracking.path,
    act: shows("Peça o seu link de acompanhamento"),
  },
  {
    name: "locador-sem-link",
    title: "Área do locador, sem link",
    path: pages.landlordArea.path,
    windowOnly: true,
    act: shows("Peça o seu link"),
  },
];
