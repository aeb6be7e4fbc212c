import { UsersIcon } from "@sanity/icons/Users";
import { defineArrayMember } from "sanity";
import { z } from "zod";
import { list } from "../fields/list-fields.ts";
import { checkMaximumLength, checkVariables } from "../../validation/check-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  type Field,
  group,
  line,
  makeFields,
  paragraph,
  paragraphs,
} from "../fields/text-fields.ts";

/** Makes a field for a list of prepared texts. Staff choose a text and can edit it before sending. */
function readyTexts(title: string, description: string): Field {
  return list(
    title,
    defineArrayMember({
      type: "text",
      rows: 3,
      validation: (rule) =>
        rule.required().custom(checkMaximumLength(500)).custom(checkVariables([])),
    }),
    (rule) => rule.required().min(1).unique(),
    description,
  );
}

const refusalReason = defineArrayMember({
  name: "refusalReason",
  title: "Motivo",
  type: "object",
  fields: makeFields({
    title: line("Título", "A equipe escolhe o motivo por este título. A pessoa não o lê.", {
      limit: 60,
    }),
    // The form of a refusal takes 500 characters, which is 1.5 times this limit.
    text: paragraph("Frase", "A pessoa lê esta frase no e-mail e na página do pedido.", {
      limit: 333,
    }),
  }),
});

const titledSchema = z.array(z.looseObject({ title: z.string().catch("") })).catch([]);

/** Refuses reasons with the same title, because staff choose a reason by its title. */
function checkTitlesDiffer(reasons: unknown): true | string {
  const titles = titledSchema
    .parse(reasons)
    .map(({ title }) => title.trim().toLowerCase())
    .filter((title) => title !== "");
  const repeated = titles.find((title, place) => titles.indexOf(title) !== place);
  return repeated === undefined || `Dois motivos têm o título “${repeated}”. Mude um deles.`;
}

const applicant = { firstName: "o primeiro nome", protocol: "o protocolo" };

export const staffTexts = defineSingleton({
  name: "staffTexts",
  title: "Textos da equipe",
  icon: UsersIcon,
  fields: {
    refusalReasons: list(
      "Motivos de rejeição",
      refusalReason,
      (rule) => rule.required().min(1).custom(checkTitlesDiffer),
      "A equipe escolhe pelo título. A pessoa lê a frase no e-mail, e a equipe pode editá-la antes de enviar.",
    ),
    approvalReasons: list(
      "Motivos de aprovação",
      defineArrayMember({
        type: "string",
        validation: (rule) =>
          rule.required().custom(checkMaximumLength(100)).custom(checkVariables([])),
      }),
      (rule) => rule.required().min(1).unique(),
      "Só a equipe lê. O motivo fica com a aprovação e não vai no e-mail.",
    ),
    documentNotes: readyTexts(
      "Frases para pedir documentos",
      "A pessoa lê a frase no e-mail e na página de acompanhamento.",
    ),
    documentRefusals: readyTexts(
      "Motivos para recusar um documento",
      "A pessoa lê o motivo no e-mail e na página de acompanhamento, e envia de novo.",
    ),
    whatsapp: group(
      "Mensagens de WhatsApp",
      paragraphs(
        {
          pending: "Em análise",
          documents: "Aguardando documentos",
          approved: "Aprovada",
          offered: "Com condições enviadas",
          rejected: "Não aprovada",
        },
        applicant,
      ),
      {
        description:
          "Abrem a conversa já escritas, conforme a etapa. {{firstName}} vira o primeiro nome e {{protocol}}, o protocolo.",
        variables: applicant,
      },
    ),
    partnershipMessage: paragraph(
      "WhatsApp para quem pediu parceria",
      { firstName: "o primeiro nome", companyName: "a empresa" },
      {
        description:
          "Abre a conversa já escrita. {{firstName}} vira o primeiro nome e {{companyName}}, a empresa.",
      },
    ),
    decisionHint: paragraph(
      "Quando aprovar, e como",
      "A equipe lê esta frase junto dos botões da decisão.",
    ),
  },
});
