import { contactMessageFormSchema } from "#contracts/messages/contact-message.ts";
import type { CallFailure } from "../../../backend/call-function.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";

export const contactRules = {
  ...defineFields(contactMessageFormSchema, {
    name: { control: "text", autoComplete: "name" },
    email: { ...emailLook, autoComplete: "email" },
    phone: { control: "tel", mask: "phone", autoComplete: "tel" },
    // The options are empty here, because the page adds the products that editors maintain.
    product: { control: "select", options: [] },
    subject: { control: "text", isWide: true },
    message: { control: "textarea", isWide: true },
  }),
  functionName: "send-contact-message",
  succeeded: {
    title: "Mensagem enviada com sucesso!",
    description: "Entraremos em contato em breve.",
  },
  failed: {
    title: "Erro ao enviar mensagem",
    describe: ({ message }: CallFailure) => message || "Tente novamente mais tarde.",
  },
};
