import { UsersIcon } from "@sanity/icons/Users";
import { defineArrayMember, defineField } from "sanity";
import { groupField, paragraphField } from "../fields/text-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { checkMaximumLength, checkVariables } from "../../validation/texts.ts";

const variables = ["firstName", "protocol"] as const;

/** Ready-made texts, one per entry: the team picks one and edits it before it goes. */
function readyTexts(name: string, title: string, description: string) {
  return defineField({
    name,
    title,
    description,
    type: "array",
    of: [
      defineArrayMember({
        type: "text",
        rows: 3,
        validation: (rule) =>
          rule.required().custom(checkMaximumLength(500)).custom(checkVariables([])),
      }),
    ],
    validation: (rule) => rule.required().min(1).unique(),
  });
}

function message(name: string, title: string) {
  return paragraphField({ name, title, variables });
}

/** What the team sends often, to applicants who read it. */
export const staffTexts = defineSingleton({
  name: "staffTexts",
  title: "Textos da equipe",
  icon: UsersIcon,
  fields: [
    readyTexts(
      "rejectionReasons",
      "Motivos de rejeição",
      "A pessoa lê o motivo no e-mail. A equipe escolhe um e edita antes de enviar.",
    ),
    readyTexts(
      "documentNotes",
      "Frases para pedir documentos",
      "A pessoa lê a frase no e-mail e na página de acompanhamento.",
    ),
    readyTexts(
      "documentRefusals",
      "Motivos para recusar um documento",
      "A pessoa lê o motivo no e-mail e na página de acompanhamento, e envia de novo.",
    ),
    groupField({
      name: "whatsapp",
      title: "Mensagens de WhatsApp",
      description:
        "Abrem a conversa já escritas, conforme a etapa. {{firstName}} vira o primeiro nome e {{protocol}}, o protocolo.",
      fields: [
        message("pending", "Em análise"),
        message("documents", "Aguardando documentos"),
        message("approved", "Aprovada"),
        message("offered", "Com condições enviadas"),
        message("rejected", "Não aprovada"),
      ],
    }),
    paragraphField({
      name: "partnershipMessage",
      title: "WhatsApp para quem pediu parceria",
      description:
        "Abre a conversa já escrita. {{firstName}} vira o primeiro nome e {{companyName}}, a empresa.",
      variables: ["firstName", "companyName"],
    }),
    paragraphField({
      name: "decisionHint",
      title: "Quando aprovar, e como",
      description: "A equipe lê esta frase junto dos botões da decisão.",
    }),
    defineField({
      name: "paymentMethods",
      title: "Formas de pagamento",
      description: "A equipe escolhe uma ao propor condições. As que já foram propostas não mudam.",
      type: "array",
      of: [
        defineArrayMember({
          type: "string",
          validation: (rule) => rule.required().min(2).max(100),
        }),
      ],
      validation: (rule) => rule.required().min(1).unique(),
    }),
  ],
});
