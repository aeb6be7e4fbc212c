import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { defineArrayMember } from "sanity";
import { list } from "../fields/list-fields.ts";
import { type MailTextName, mailTextKinds, mailTextNames } from "#contracts/mail/mail-texts.ts";
import {
  allChecks,
  checkMaximumLength,
  checkNeededVariables,
  checkTextLength,
  checkVariables,
  maximumOf,
} from "../../validation/check-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  type Field,
  group,
  line,
  listVariables,
  paragraph,
  valueLine,
} from "../fields/text-fields.ts";

/** Texts of all e-mails to people outside the staff. The edge functions insert the facts of each case. */
export const mailTexts = defineSingleton({
  name: "mailTexts",
  title: "Textos dos e-mails",
  icon: EnvelopeIcon,
  fields: Object.fromEntries(mailTextNames.map((name) => [name, mailText(name)])),
});

/** Maximum number of characters in a subject, because mail programs cut longer subjects. */
const subjectLimit = 78;
/** Maximum number of characters in a paragraph, because a longer paragraph does not fit on the screen of a phone. */
const paragraphMaximum = 750;

/** Makes the fields for one mail. The texts may contain the mail's variables and the business rules. */
function mailText(name: MailTextName): Field {
  const { title, description, variables } = mailTextKinds[name];
  const check = checkVariables(Object.keys(variables));
  return group(
    title,
    {
      subject: valueLine("Assunto", (rule) => [
        rule.required().custom(allChecks(check, checkMaximumLength(maximumOf(subjectLimit)))),
        rule
          .custom(checkTextLength(subjectLimit, "as caixas de entrada cortam o resto."))
          .warning(),
      ]),
      preview: line("Prévia", variables, {
        description: "A linha que a caixa de entrada mostra ao lado do assunto.",
      }),
      heading: line("Título", variables),
      paragraphs: list(
        "Parágrafos",
        defineArrayMember({
          type: "text",
          rows: 3,
          validation: (rule) =>
            rule.required().custom(allChecks(check, checkMaximumLength(paragraphMaximum))),
        }),
        (rule) => rule.required().min(1),
      ),
      button: line("Botão", variables),
      note: paragraph("Observação em letras pequenas", variables, { optional: true }),
    },
    {
      description: `${description} Valores disponíveis: ${listVariables(variables)}, e as regras do negócio.`,
      variables,
      collapsed: true,
      check: checkNeededVariables(name),
    },
  );
}
