import { defineArrayMember, defineField } from "sanity";
import {
  type MailTextName,
  mailTextKinds,
} from "../../../supabase/functions/_shared/contracts/mail-texts.ts";
import { allChecks } from "../../validation/all-checks.ts";
import { checkVariables } from "../../validation/known-tokens.ts";
import { checkNeededVariables } from "../../validation/needed-variables.ts";
import { checkMaximumLength, checkTextLength, maximumOf } from "../../validation/text-length.ts";
import { lineField, paragraphField } from "./copy-fields.ts";
import { groupField } from "./group-field.ts";

/** Longer subjects are cut by mailboxes. */
const subjectLimit = 78;
/** Nobody reads more at once on a phone. */
const paragraphMaximum = 750;

/** The words of one mail, which may name its variables and the business rules. */
export function mailTextField(name: MailTextName) {
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
