import { earliestBirthDate } from "#contracts/fields/people.ts";
import { brazilianStates, propertyTypes } from "#contracts/fields/places.ts";
import { simulationFormSchema } from "#contracts/requests/simulation-request.ts";
import type { CallFailure } from "../../../backend/call-function.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";

/** The 27 Brazilian states as options, sorted by name. */
const stateOptions = brazilianStates.map(({ code, name }) => ({ value: code, label: name }));

const typeOptions = propertyTypes.map((type) => ({ value: type, label: type }));

/** Fields of the simulation form, in the order in which the page shows them. */
export const simulationRules = {
  ...defineFields(simulationFormSchema, {
    fullName: {
      section: "personal",
      control: "text",
      autoComplete: "name",
      stopsAtLimit: true,
      isWide: true,
    },
    email: { section: "personal", ...emailLook, autoComplete: "email", stopsAtLimit: true },
    phone: { section: "personal", control: "tel", mask: "phone", autoComplete: "tel" },
    cpf: {
      section: "personal",
      control: "text",
      mask: "cpf",
      inputMode: "numeric",
      isSecret: true,
    },
    birthDate: {
      section: "personal",
      control: "date",
      min: earliestBirthDate,
      autoComplete: "bday",
    },
    monthlyIncome: { section: "personal", control: "money" },
    occupation: {
      section: "personal",
      control: "text",
      autoComplete: "organization-title",
      stopsAtLimit: true,
    },
    propertyAddress: { section: "property", control: "text", stopsAtLimit: true, isWide: true },
    propertyCity: { section: "property", control: "text", stopsAtLimit: true },
    propertyState: { section: "property", control: "select", options: stateOptions },
    propertyType: { section: "property", control: "select", options: typeOptions },
    rentalValue: { section: "property", control: "money" },
    ownerName: { section: "owner", control: "text", stopsAtLimit: true },
    ownerContact: { section: "owner", control: "tel", mask: "phone" },
    comments: { section: "additional", control: "textarea", stopsAtLimit: true, isWide: true },
    acceptedTerms: { section: "additional", control: "checkbox", isWide: true },
  }),
  functionName: "send-simulation-email",
  isRemembered: true as const,
  succeeded: {
    title: "Simulação enviada com sucesso!",
    description: "Entraremos em contato em breve.",
  },
  failed: {
    title: "Erro ao enviar simulação",
    // A person who has sent too many requests gets the server's message, which says when to try again.
    describe: ({ code, message }: CallFailure) =>
      code === "rate_limited" ? message : "Por favor, tente novamente.",
  },
};
