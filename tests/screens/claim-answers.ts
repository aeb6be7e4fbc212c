import type { ClaimView } from "#contracts/claims/claims.ts";
import type { ClaimDetail, ClaimRow } from "#contracts/claims/claim-staff.ts";
import type { Inspections } from "#contracts/inspections/inspections.ts";
import type { ActingLease, LandlordArea } from "#contracts/landlords/landlord.ts";

export const contractId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334455";
const leaseId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334450";
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

export const inspections = {
  inspections: [
    report(1, "entry", "tenant"),
    report(2, "entry", "landlord"),
    report(3, "exit", "landlord"),
  ],
  takesInspections: true,
  claimUntil: { day: "2030-12-15", countedFrom: "keys", since: "2030-11-15" },
} satisfies Inspections;

const items = [
  {
    id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334461",
    kind: "repair",
    description: "Porta do quarto arrancada das dobradiças.",
    asked: 980,
    answer: "A porta já estava solta quando entrei.",
    reply: "Na vistoria de entrada a porta está inteira.",
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
  turn: "landlord",
  until: "2030-11-25",
} as const;
const complete = {
  ...opened,
  at: "2026-11-20T18:00:00Z",
  what: "complete",
  turn: "tenant",
  until: "2030-11-30",
} as const;

/** Claim on which the tenant may still comment. */
export const hearing: ClaimView = {
  id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334460",
  protocol: "PA-2026-00000011",
  leaseId,
  contractId,
  version: 3,
  happenedOn: "2030-10-20",
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
  completeUntil: "2030-11-25",
  completeAt: complete.at,
  tenantUntil: "2030-11-30",
  reviews: [],
  decideBy: "2030-12-10",
  hasDecision: false,
  may: {
    answer: false,
    add: false,
    complete: false,
    done: false,
    reply: false,
    sendFiles: true,
    withdraw: false,
    review: false,
    answerReview: false,
    changeAccount: false,
  },
  events: [opened, { ...opened, at: "2026-11-20T17:00:00Z", what: "file" }, complete],
};

/** Claim `hearing` after a decision that grants a part of it. */
const decided: ClaimView = {
  ...hearing,
  version: 5,
  stage: "decided",
  turn: "staff",
  until: "2030-12-15",
  landlordUntil: "2030-12-05",
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
  payableFrom: "2026-11-26",
  isOtherHolder: false,
  reviewUntil: "2030-12-20",
  hasDecision: true,
  may: { ...hearing.may, sendFiles: false, review: true, changeAccount: true },
  events: [
    ...hearing.events,
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

const address = {
  address: "c•••@exemplo.com.br",
  isMine: true,
  standing: "acts",
  isConfirmed: true,
} as const;

/** Lease with two contracts, as an address that acts for the landlord sees it. */
export const guarantee: ActingLease = {
  ...inspections,
  id: leaseId,
  standing: "acts",
  contractId,
  state: "ended",
  landlord: "Carlos Nogueira",
  tenant: "A. M. C.",
  property: "Av. Brasil, 1000, Zona 1, Maringá, PR",
  city: "Maringá, PR",
  startDate: "2028-11-01",
  endDate: "2030-10-31",
  closedOn: "2030-10-31",
  periods: [
    {
      id: contractId,
      state: "ended",
      limit: 15_124.2,
      startDate: "2029-11-01",
      endDate: "2030-10-31",
      lastDay: "2030-10-31",
      code: "7K3MQ9ZT4B0X",
      issuedAt: "2029-10-20T17:00:00Z",
    },
    {
      id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334454",
      state: "ended",
      limit: 14_500,
      startDate: "2028-11-01",
      endDate: "2029-10-31",
      lastDay: "2029-10-31",
      code: "7K3MQ9ZT4B0Y",
      issuedAt: "2028-10-20T17:00:00Z",
    },
  ],
  renewal: "none",
  claims: [decided],
  limits: [
    {
      contractId,
      startDate: "2029-11-01",
      lastDay: "2030-10-31",
      limit: 15_124.2,
      left: 13_244.2,
    },
  ],
  addresses: [address, { ...address, address: "h•••@horizonte.example", isMine: false }],
  mayClaim: true,
};
export const area: LandlordArea = {
  leases: [
    {
      id: leaseId,
      standing: "acts",
      property: guarantee.property,
      tenant: guarantee.tenant,
      state: "ended",
      startDate: "2028-11-01",
      endDate: guarantee.endDate,
      claim: decided.protocol,
    },
  ],
  lease: guarantee,
  waiting: [],
};

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

export const detail: ClaimDetail = {
  ...hearing,
  stage: "deciding",
  turn: "staff",
  until: row.until ?? undefined,
  landlordUntil: "2030-12-05",
  contract: {
    id: contractId,
    number: row.contract_number,
    tenantName: row.tenant_name,
    landlordName: row.landlord_name,
    propertyAddress: guarantee.property,
    startDate: "2029-11-01",
    lastDay: "2030-10-31",
  },
  openedBy: "landlord",
  landlordAddress: "carlos@exemplo.com.br",
  addresses: [
    {
      id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334481",
      address: "carlos@exemplo.com.br",
      given_by: "tenant",
      is_own: false,
      confirmed_at: opened.at,
      refused_at: null,
      standing: "acts",
      check_note: "Conferido por telefone com a imobiliária.",
    },
  ],
  inspections: inspections.inspections,
  needsSecond: false,
  aloneUpTo: 5000,
  decidedByMe: false,
  mayDecide: true,
  tenantTurns: 1,
  toPay: 0,
  payouts: [],
  accountVersion: 1,
  round: 1,
  formerDecisions: [],
};

/** Claim whose two sides asked for a review, each of one item. */
export const reviewed: ClaimDetail = {
  ...detail,
  ...decided,
  id: detail.id,
  stage: "review",
  turn: "staff",
  until: "2030-12-30",
  round: 2,
  reviewedItems: items.map(({ id }) => id),
  reviews: [
    {
      by: "landlord",
      at: "2026-11-24T15:00:00Z",
      text: "As fotos da saída mostram também as paredes do quarto.",
      items: [items[1].id],
      round: 2,
      answerUntil: "2026-11-25",
      answer: "O quarto já tinha furos na entrada.",
    },
    {
      by: "tenant",
      at: "2026-11-24T16:00:00Z",
      text: "A porta já estava solta: veja a foto da entrada.",
      items: [items[0].id],
      round: 2,
      answerUntil: "2026-11-25",
      answer: "Na vistoria de entrada ela está inteira.",
    },
  ],
  formerDecisions: [
    {
      round: 1,
      decidedAt: "2026-11-24T12:00:00Z",
      recourse: 1880,
      items: [
        { id: items[0].id, granted: 980, reason: null, clause: null },
        {
          id: items[1].id,
          granted: 900,
          reason: "Só as paredes da sala estão nas fotos.",
          clause: "4. O que a fiança cobre",
        },
      ],
    },
  ],
};

/** Claim in review, as the landlord and as the tenant see it: each may answer the review of the other. */
const inReview: ClaimView = {
  ...decided,
  version: 9,
  stage: "review",
  turn: "tenant",
  until: "2030-12-25",
  reviews: reviewed.reviews.map(({ answer: _answer, ...review }) => ({
    ...review,
    answerUntil: "2030-12-25",
  })),
  may: { ...hearing.may, sendFiles: true, answerReview: true },
};
export const landlordReview: ClaimView = { ...inReview, turn: "landlord" };
export const tenantReview: ClaimView = { ...inReview, account: undefined };

export const staffAnswers = {
  list_claims: [
    { ...row, id: `${row.id.slice(0, -2)}70`, is_overdue: true, until: "2026-11-20" },
    row,
    { ...row, id: `${row.id.slice(0, -2)}71`, stage: "second", granted: 6200 },
  ],
  claim_detail: detail,
  case_work: { holder: null, is_mine: false, look_again_on: null, notes: [] },
};
