import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { defineArrayMember, defineField } from "sanity";
import {
  type LetterTextName,
  letterTextKinds,
  letterTextNames,
} from "../../../supabase/functions/_shared/contracts/guarantee/letters.ts";
import {
  type MailTextName,
  mailTextKinds,
  mailTextNames,
} from "../../../supabase/functions/_shared/contracts/mail-texts.ts";
import {
  allChecks,
  checkMaximumLength,
  checkNeededVariables,
  checkTextLength,
  checkVariables,
  maximumOf,
} from "../../validation/texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField, lineField, paragraphField } from "../fields/text-fields.ts";

/** The words of the mails that people get; the facts of a request are added by the functions. */
export const mailTexts = defineSingleton({
  name: "mailTexts",
  title: "Textos dos e-mails",
  icon: EnvelopeIcon,
  fields: mailTextNames.map(mailTextField),
});

/** The words of letter, contract, conditions and receipts; their facts are added by the functions. */
export const letterTexts = defineSingleton({
  name: "letterTexts",
  title: "Textos da carta e do contrato",
  icon: DocumentTextIcon,
  groups: [
    { name: "letter", title: "Carta de fiança", default: true },
    { name: "contract", title: "Contrato" },
    { name: "conditions", title: "Condições, antes do aceite" },
    { name: "receipt", title: "Recibos" },
    { name: "decision", title: "Decisão de um acionamento" },
    { name: "labels", title: "Rótulos" },
  ],
  fields: letterTextNames.map(letterTextField),
});

function letterTextField(name: LetterTextName) {
  const kind = letterTextKinds[name];
  const listed = Object.entries(kind.variables).map(([key, what]) => `{{${key}}} (${what})`);
  const copy = {
    name,
    title: kind.title,
    variables: Object.keys(kind.variables),
    ...(listed.length > 0 && { description: `Valores disponíveis: ${listed.join(", ")}.` }),
  };
  const field =
    "isLong" in kind
      ? paragraphField({
          ...copy,
          limit: 1200,
          description: `Cada linha é um parágrafo. ${copy.description ?? ""}`,
        })
      : lineField(copy);
  return { ...field, group: kind.part };
}

/** Longer subjects are cut by mailboxes. */
const subjectLimit = 78;
/** Nobody reads more at once on a phone. */
const paragraphMaximum = 750;

/** The words of one mail, which may name its variables and the business rules. */
function mailTextField(name: MailTextName) {
  const { title, description, variables } = mailTextKinds[name];
  const names = Object.keys(variables);
  const check = checkVariables(names);
  const listed = Object.entries(variables).map(([key, what]) => `{{${key}}} (${what})`);
  return groupField({
    name,
    title,
    description: `${description} Valores disponíveis: ${listed.join(", ")}, e as regras do negócio.`,
    collapsed: true,
    check: checkNeededVariables(name),
    fields: [
      defineField({
        name: "subject",
        title: "Assunto",
        type: "string",
        validation: (rule) => [
          rule.required().custom(allChecks(check, checkMaximumLength(maximumOf(subjectLimit)))),
          rule
            .custom(checkTextLength(subjectLimit, "as caixas de entrada cortam o resto."))
            .warning(),
        ],
      }),
      lineField({
        name: "preview",
        title: "Prévia",
        description: "A linha que a caixa de entrada mostra ao lado do assunto.",
        variables: names,
      }),
      lineField({ name: "heading", title: "Título", variables: names }),
      defineField({
        name: "paragraphs",
        title: "Parágrafos",
        type: "array",
        of: [
          defineArrayMember({
            type: "text",
            rows: 3,
            validation: (rule) =>
              rule.required().custom(allChecks(check, checkMaximumLength(paragraphMaximum))),
          }),
        ],
        validation: (rule) => rule.required().min(1),
      }),
      lineField({ name: "button", title: "Botão", variables: names }),
      paragraphField({
        name: "note",
        title: "Observação em letras pequenas",
        optional: true,
        variables: names,
      }),
    ],
  });
}
