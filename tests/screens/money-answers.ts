const feeOfAna = "6f1e2d3c-4b5a-4c6d-8e7f-001122334480";
const feeOfBruno = "6f1e2d3c-4b5a-4c6d-8e7f-001122334481";
const surplus = "6f1e2d3c-4b5a-4c6d-8e7f-001122334482";
const refundOfAna = "6f1e2d3c-4b5a-4c6d-8e7f-001122334483";
const contractOfAna = "7a2e2d3c-4b5a-4c6d-8e7f-001122334455";

const listed = {
  id: feeOfAna,
  kind: "fee",
  state: "overdue",
  amount: 540.15,
  open: 540.15,
  due_on: "2026-11-12",
  contract_id: contractOfAna,
  contract_number: "PF-2026-0A1B2C3D4E",
  tenant_name: "Ana Márcia da Conceição",
  instalment: 2,
  instalments: 3,
  payee: null,
  account: null,
  is_other_holder: null,
  account_version: null,
  awaits_second: false,
  approved_by: null,
  approved_by_me: false,
  refusal: null,
  second_people: null,
  claim_id: null,
  payable_from: null,
};
const charge = {
  id: feeOfAna,
  kind: "fee",
  instalment: 2,
  instalments: 3,
  amount: 540.15,
  allocated: 0,
  open: 540.15,
  dueOn: listed.due_on,
  state: "overdue",
  txid: "PF20260A1B2C3D4EP02",
  paidOn: null,
  cancelledOn: null,
  noticeOn: "2026-12-10",
};
const movement = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334484",
  direction: "in",
  kind: "fee",
  amount: 540.15,
  movedOn: "2026-10-11",
  left: 0,
  isReversed: false,
  receipt: { number: "RC-2026-7VZN767J", code: "7K3MQ9ZT4B0X" },
  pays: [{ chargeId: "first", amount: 540.15 }],
};
const booking = {
  source: "statement",
  note: null,
  description: "PIX RECEBIDO ANA MARCIA PF20260A1B2C3D4EP01",
  bookedAt: "2026-10-12T12:00:00Z",
  bookedBy: "Carla Nunes",
  account: null,
  mayReverse: true,
  reversal: null,
};

/**
 * Responses of the database functions for the payment screens: overdue fees, and one contract with a plan of three
 * instalments, a surplus, a refund and a reversal.
 */
export const paymentAnswers = {
  list_charges: [
    listed,
    {
      ...listed,
      id: feeOfBruno,
      due_on: "2026-11-20",
      contract_number: "PF-2026-1B2C3D4E5F",
      tenant_name: "Bruno Tavares",
      instalment: 1,
      instalments: 1,
      amount: 980,
      open: 980,
    },
  ],
  charge_totals: { count: 2, sum: 1520.15, overdue: 1520.15, nextSevenDays: 0 },
  contract_payments: {
    owed: 1080.3,
    paid: 540.15,
    toGiveBack: 300,
    givenBack: 0,
    left: 240.15,
    charges: [
      {
        ...charge,
        id: "first",
        instalment: 1,
        allocated: 540.15,
        open: 0,
        dueOn: "2026-10-12",
        state: "paid",
        paidOn: "2026-10-11",
        noticeOn: null,
      },
      charge,
      { ...charge, id: "third", instalment: 3, dueOn: "2026-12-12", state: "due", noticeOn: null },
      {
        ...charge,
        id: refundOfAna,
        kind: "refund",
        instalment: 1,
        instalments: 1,
        amount: 300,
        open: 300,
        dueOn: "2026-12-01",
        state: "due",
        txid: null,
        noticeOn: null,
      },
    ],
    movements: [
      movement,
      { ...movement, id: surplus, movedOn: "2026-10-13", left: 240.15, pays: [] },
      { ...movement, id: "reversed", movedOn: "2026-11-03", isReversed: true, pays: [] },
    ],
    contract: {
      id: contractOfAna,
      number: listed.contract_number,
      tenantName: listed.tenant_name,
      acceptedOn: "2026-10-01",
      state: "in_force",
    },
    noticeDays: 10,
    bookings: {
      [movement.id]: booking,
      [surplus]: booking,
      reversed: {
        ...booking,
        mayReverse: false,
        reversal: { at: "2026-11-04T13:00:00Z", by: "Carla Nunes", reason: "Era de outra pessoa" },
      },
    },
    refunds: {
      [refundOfAna]: {
        movementId: surplus,
        account: "Pix •••m.br, em nome de A. M. C.",
        isOther: false,
        accountVersion: 1,
        mayCancel: true,
      },
    },
  },
};

/** Responses of the database functions with two refunds to pay: one has a confirmed account, and one has none. */
export const payableAnswers = {
  ...paymentAnswers,
  list_charges: [
    {
      ...listed,
      id: refundOfAna,
      kind: "refund",
      state: "due",
      amount: 300,
      open: 300,
      due_on: "2026-12-01",
      instalment: 1,
      instalments: 1,
      payee: "Ana Márcia da Conceição",
      account: "Pix •••m.br, em nome de A. M. C.",
      is_other_holder: false,
      account_version: 1,
    },
    {
      ...listed,
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334485",
      kind: "refund",
      state: "overdue",
      amount: 990,
      open: 990,
      due_on: "2026-11-23",
      contract_number: "PF-2026-1B2C3D4E5F",
      instalment: 1,
      instalments: 1,
      payee: "Bruno Tavares",
      account_version: 0,
    },
  ],
  charge_totals: { count: 2, sum: 1290, overdue: 990, nextSevenDays: 300 },
};

const known = {
  ...charge,
  contractId: contractOfAna,
  contractNumber: listed.contract_number,
  tenant: listed.tenant_name,
  payee: null,
  account: null,
  accountVersion: null,
};

/**
 * Response for a bank statement with five lines: a whole payment, a part payment, an unknown payer, a paid refund and a
 * line that is already booked.
 */
export const statementAnswers = {
  preview_statement: {
    lines: [
      { place: 1, state: "pays", chargeId: feeOfAna, contractId: contractOfAna },
      { place: 2, state: "part", chargeId: feeOfBruno, contractId: "of-bruno" },
      { place: 3, state: "stranger" },
      { place: 4, state: "payable", chargeId: refundOfAna },
      { place: 5, state: "before" },
    ],
    charges: [
      known,
      {
        ...known,
        id: feeOfBruno,
        instalment: 1,
        instalments: 1,
        amount: 980,
        open: 980,
        contractId: "of-bruno",
        contractNumber: "PF-2026-1B2C3D4E5F",
        tenant: "Bruno Tavares",
      },
    ],
    payables: [
      {
        ...known,
        id: refundOfAna,
        kind: "refund",
        instalment: 1,
        instalments: 1,
        amount: 300,
        open: 300,
        payee: listed.tenant_name,
        account: "Pix •••m.br, em nome de A. M. C.",
        accountVersion: 1,
      },
    ],
    contracts: [
      { id: contractOfAna, number: listed.contract_number, tenant: listed.tenant_name },
      { id: "of-bruno", number: "PF-2026-1B2C3D4E5F", tenant: "Bruno Tavares" },
    ],
    payouts: [],
  },
};
