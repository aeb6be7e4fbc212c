import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { contactMessageTitles } from "../../../supabase/functions/_shared/contracts/contact-message.ts";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { formFields } from "../fields/form-fields.ts";
import { groupField } from "../fields/group-field.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { heroField, sectionFields } from "../fields/section-fields.ts";

const cardFields = [
  lineField({ name: "title", title: "Título" }),
  paragraphField({ name: "text", title: "Texto" }),
];

function cardWithLink(name: string, title: string) {
  return groupField({
    name,
    title,
    fields: [...cardFields, lineField({ name: "linkLabel", title: "Texto do link" })],
  });
}

const fields = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(contactMessageTitles),
});

/** /contato; numbers and addresses come from the site settings. */
export const contactPage = defineSingleton({
  name: "contactPage",
  title: "Contato",
  icon: EnvelopeIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "cards",
      title: "Formas de contato",
      description: "Telefone, e-mail e endereço vêm de “Configurações”.",
      fields: [
        cardWithLink("whatsapp", "WhatsApp"),
        cardWithLink("phone", "Telefone"),
        cardWithLink("email", "E-mail"),
        groupField({ name: "location", title: "Localização", fields: cardFields }),
      ],
    }),
    lineField({ name: "hoursTitle", title: "Horário de atendimento: título" }),
    paragraphField({ name: "hoursText", title: "Horário de atendimento: texto" }),
    groupField({
      name: "form",
      title: "Formulário",
      description: "Os produtos da lista são os que estão publicados.",
      fields: [
        ...sectionFields(
          fields,
          ...lineFields({
            submitLabel: "Botão de enviar",
            sendingLabel: "Botão durante o envio",
            requiredNote: "Aviso dos campos obrigatórios",
            errorSummaryTitle: "Título do resumo de erros",
          }),
        ),
        paragraphField({
          name: "privacyNote",
          title: "Aviso de privacidade",
          description: "O que é feito com os dados, junto do envio (LGPD, art. 9º).",
        }),
      ],
    }),
  ]),
});
