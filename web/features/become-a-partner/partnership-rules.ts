import {
  partnershipFormSchema,
  type PartnershipForm,
  type PartnershipFormInput,
} from "../../../supabase/functions/_shared/contracts/partnership-request.ts";
import type { PublicForm } from "../../backend/public-form.ts";

const names = [
  "partnerName",
  "companyName",
  "email",
  "phone",
  "propertyAddress",
  "propertyCity",
  "propertyState",
  "propertyType",
  "propertyValue",
  "message",
] as const satisfies (keyof PartnershipFormInput)[];

/** The request for a partnership under its contract. */
export const partnershipRules: PublicForm<PartnershipFormInput, PartnershipForm> = {
  functionName: "send-partnership-request",
  schema: partnershipFormSchema,
  names,
  boxes: [],
  draftNames: names,
  succeeded: {
    title: "Solicitação enviada com sucesso!",
    description: "Entraremos em contato em breve.",
  },
  failed: {
    title: "Erro ao enviar solicitação",
    describe: ({ message }) => message || "Tente novamente mais tarde.",
  },
};
