import { rowOf } from "#contracts/fields/sent-fields.ts";
import {
  contactMessageExample,
  contactMessageFormSchema,
} from "#contracts/messages/contact-message.ts";
import {
  partnershipExample,
  partnershipFormSchema,
} from "#contracts/partners/partnership-request.ts";
import { simulationExample, simulationFormSchema } from "#contracts/requests/simulation-request.ts";

// These rows have the database's format. The mail templates build their example data from these rows.

export const simulationRow = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  protocol: "PS-2026-00000011",
  answer_due_at: "2026-03-03T01:30:00+00:00",
  ...rowOf(simulationFormSchema.parse(simulationExample)),
  accepted_terms_version: "2026-01",
  accepted_terms_at: "2026-03-02T01:30:00+00:00",
};

export const offerRow = {
  referenceValue: 21606,
  coverLimit: 15124.2,
  fee: 1620.45,
  feeDueOn: "2026-03-20",
  paymentMethod: "Pix à vista",
  instalments: [{ instalment: 1, amount: 1620.45, dueOn: "2026-03-20" }],
  validUntil: "2026-03-10T02:59:59+00:00",
};

export const feeRow = {
  amount: offerRow.fee,
  dueOn: offerRow.feeDueOn,
  txid: "PF20260A1B2C3D4E",
  noticeOn: "2026-04-05",
  paymentMethod: "Pix",
};

export const partnershipRow = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334480",
  protocol: "PP-2026-00000011",
  due_at: "2026-03-04T01:30:00+00:00",
  ...rowOf(partnershipFormSchema.parse(partnershipExample)),
};

export const contactMessageRow = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334481",
  protocol: "PM-2026-00000011",
  ...rowOf(contactMessageFormSchema.parse(contactMessageExample)),
};

export const contractRow = {
  id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
  lease_id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334400",
  tenant_name: "Ana Maria da Silva",
  property_address: "Rua das Flores, 120, apto 31, Maringá, PR",
  contract_number: "PF-2026-0A1B2C3D4E",
  status: "ended",
  start_date: "2026-02-01",
  end_date: "2027-01-31",
  closed_at: "2026-09-15T13:20:00+00:00",
  ends_on: "2026-09-14",
  letter_fee: "apart",
  close_reason: "O imóvel foi devolvido ao proprietário antes do fim do prazo.",
};
