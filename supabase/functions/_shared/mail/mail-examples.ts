import { rowOf } from "../contracts/column-of.ts";
import { contactMessageExample, contactMessageFormSchema } from "../contracts/contact-message.ts";
import { partnershipExample, partnershipFormSchema } from "../contracts/partnership-request.ts";
import { simulationExample, simulationFormSchema } from "../contracts/simulation-request.ts";
import type { MailSource } from "./define-template.ts";
import type { MailTemplate } from "./render-mail.tsx";

const simulation = {
  ...rowOf(simulationFormSchema.parse(simulationExample)),
  accepted_terms_version: "2026-01",
  accepted_terms_at: "2026-03-02T01:30:00+00:00",
};

const partnership = rowOf(partnershipFormSchema.parse(partnershipExample));

const contactMessage = rowOf(contactMessageFormSchema.parse(contactMessageExample));

const contract = {
  contract_number: "PF-2026-0A1B2C3D4E",
  auth_email: "pf-2026@contratos.payser.invalid",
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
  "partnership-received": { payload: {}, subject: partnership },
  "partnership-notice": { payload: {}, subject: partnership },
  "contact-received": { payload: {}, subject: contactMessage },
  "contact-notice": { payload: {}, subject: contactMessage },
  "password-recovery": { payload: {}, subject: contract },
  "password-changed": { payload: {}, subject: contract },
  "staff-confirmation": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-pending": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-released": { payload: { email: "nova@payser.example" }, subject: null },
} satisfies Record<MailTemplate, MailSource>;
