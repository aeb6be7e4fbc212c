import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { lineField, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { heroField } from "../fields/section-fields.ts";

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
  ]),
});
