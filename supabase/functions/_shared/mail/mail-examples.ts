import type { MailSource } from "./define-template.ts";
import type { MailTemplate } from "./outgoing-mail.ts";

const simulation = {
  id: "0d6f7f0e-7f5a-4a43-9d53-0f6d0b6f2c11",
  full_name: "Ana Maria da Silva",
  email: "ana@exemplo.com.br",
  phone: "44999998888",
  cpf: "52998224725",
  birth_date: "1990-05-17",
  monthly_income: 6500,
  occupation: "Arquiteta",
  property_address: "Avenida Brasil, 1000, apartamento 42",
  property_city: "Maringá",
  property_state: "PR",
  rental_value: 1800.5,
  owner_name: "José Pereira",
  owner_contact: "4433334444",
  comments: "Tenho um cachorro.\nPosso mudar em março.",
  accepted_terms_version: "2026-01",
  accepted_terms_at: "2026-03-02T01:30:00+00:00",
};

const partnership = {
  partner_name: "Carlos Souza",
  email: "carlos@imobiliaria.com.br",
  phone: "4433334444",
  company_name: "Imobiliária Souza & Filhos",
  property_address: "Rua das Flores, 10",
  property_city: "Maringá",
  property_state: "PR",
  property_type: "Galpão",
  property_value: 350000,
  message: "Temos 40 imóveis.",
};

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
  "password-recovery": { payload: {}, subject: contract },
  "password-changed": { payload: {}, subject: contract },
  "staff-confirmation": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-pending": { payload: { email: "nova@payser.example" }, subject: null },
  "staff-released": { payload: { email: "nova@payser.example" }, subject: null },
} satisfies Record<MailTemplate, MailSource>;
