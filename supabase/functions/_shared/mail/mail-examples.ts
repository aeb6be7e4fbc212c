import { rowOf } from "../contracts/fields/formats.ts";
import type { MailTextName } from "../contracts/mail-texts.ts";
import { seedContent } from "../content/seed-content.ts";
import { contactMessageExample, contactMessageFormSchema } from "../contracts/contact-message.ts";
import { partnershipExample, partnershipFormSchema } from "../contracts/partnership-request.ts";
import { simulationExample, simulationFormSchema } from "../contracts/simulation-request.ts";
import type { MailSource } from "./define-template.ts";
import type { MailTemplate } from "./mail-templates.ts";

const simulation = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  protocol: "PS-2026-00000011",
  answer_due_at: "2026-03-03T01:30:00+00:00",
  ...rowOf(simulationFormSchema.parse(simulationExample)),
  accepted_terms_version: "2026-01",
  accepted_terms_at: "2026-03-02T01:30:00+00:00",
};

const offer = {
  referenceValue: 21606,
  coverLimit: 15124.2,
  fee: 1620.45,
  feeDueOn: "2026-03-20",
  validUntil: "2026-03-10T02:59:59+00:00",
};

const partnership = rowOf(partnershipFormSchema.parse(partnershipExample));

const contactMessage = rowOf(contactMessageFormSchema.parse(contactMessageExample));

const contract = {
  contract_number: "PF-2026-0A1B2C3D4E",
  status: "ended",
  start_date: "2026-02-01",
  end_date: "2027-01-31",
  closed_at: "2026-09-15T13:20:00+00:00",
  close_reason: "O imóvel foi devolvido ao proprietário antes do fim do prazo.",
};

/** One complete source for every template, shaped as the database gives it: for tests, and to be looked at. */
export const mailExamples = {
  "simulation-received": { payload: {}, subject: simulation },
  "simulation-notice": { payload: {}, subject: simulation },
  "simulation-approved": { payload: {}, subject: simulation },
  "simulation-rejected": {
    payload: {},
    subject: {
      ...simulation,
      rejection_reason: "A renda informada é menor que três vezes o valor do aluguel.",
    },
  },
  "tracking-link": { payload: {}, subject: simulation },
  "offer-made": { payload: {}, subject: { ...simulation, offer } },
  "offer-reminder": { payload: {}, subject: { ...simulation, offer } },
  "offer-accepted": {
    payload: {},
    subject: { ...simulation, contract: { contractNumber: contract.contract_number } },
  },
  "documents-asked": {
    payload: {},
    subject: {
      ...simulation,
      documents: [
        { kind: "identity", status: "refused", reason: "A foto está desfocada." },
        { kind: "income", status: "asked", note: "Os três últimos holerites." },
        { kind: "residence", status: "accepted" },
      ],
    },
  },
  "contract-ready": {
    payload: {},
    subject: { ...contract, letter_code: "7K3MQ9ZT4B0X", protocol: simulation.protocol },
  },
  "contract-ended": { payload: {}, subject: contract },
  "partnership-received": { payload: {}, subject: partnership },
  "partnership-notice": { payload: {}, subject: partnership },
  "contact-received": { payload: {}, subject: contactMessage },
  "contact-notice": { payload: {}, subject: contactMessage },
  "password-recovery": { payload: {}, subject: contract },
  "password-changed": { payload: {}, subject: contract },
  "staff-confirmation": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-pending": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-released": { payload: { email: "nova@payser.example" }, subject: null },
  "test-mail": {
    payload: { mail: "contactReceived", words: seedContent.mailTexts.contactReceived },
    subject: null,
  },
} satisfies Record<MailTemplate, MailSource>;

/** The mail that has the words of each name. */
const templatesOfTexts = {
  simulationReceived: "simulation-received",
  simulationApproved: "simulation-approved",
  simulationRejected: "simulation-rejected",
  trackingLink: "tracking-link",
  offerMade: "offer-made",
  offerReminder: "offer-reminder",
  offerAccepted: "offer-accepted",
  documentsAsked: "documents-asked",
  contractReady: "contract-ready",
  contractEnded: "contract-ended",
  contactReceived: "contact-received",
  partnershipReceived: "partnership-received",
  passwordRecovery: "password-recovery",
  passwordChanged: "password-changed",
  simulationNotice: "simulation-notice",
  partnershipNotice: "partnership-notice",
  contactNotice: "contact-notice",
  staffPending: "staff-pending",
  staffConfirmation: "staff-confirmation",
  staffKnown: "staff-confirmation",
  staffReleased: "staff-released",
} as const satisfies Record<MailTextName, MailTemplate>;

/** The mail whose words have this name, and something for it to be about. */
export function mailSample(name: MailTextName): { template: MailTemplate; source: MailSource } {
  const template = templatesOfTexts[name];
  const example = mailExamples[template];
  const payload = name === "staffKnown" ? { ...example.payload, isKnown: true } : example.payload;
  return { template, source: { payload, subject: example.subject } };
}
