import { partnershipFormSchema } from "#contracts/partners/partnership-request.ts";
import { propertyTypes } from "#contracts/fields/places.ts";
import type { CallFailure } from "../../../backend/call-function.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";

const typeOptions = propertyTypes.map((type) => ({ value: type, label: type }));

export const partnershipRules = {
  ...defineFields(partnershipFormSchema, {
    partnerName: { control: "text", autoComplete: "name" },
    companyName: { control: "text", autoComplete: "organization" },
    email: { ...emailLook, autoComplete: "email" },
    phone: { control: "tel", mask: "phone", autoComplete: "tel" },
    propertyAddress: { control: "text", isWide: true },
    propertyCity: { control: "text" },
    propertyState: { control: "text", autoCapitalize: "characters", stopsAtLimit: true },
    propertyType: { control: "select", options: typeOptions },
    propertyValue: { control: "money" },
    message: { control: "textarea", isWide: true },
  }),
  functionName: "send-partnership-request",
  succeeded: {
    title: "Solicitação enviada com sucesso!",
    description: "Entraremos em contato em breve.",
  },
  failed: {
    title: "Erro ao enviar solicitação",
    describe: ({ message }: CallFailure) => message || "Tente novamente mais tarde.",
  },
};
