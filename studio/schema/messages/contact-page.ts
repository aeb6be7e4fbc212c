import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { contactMessageFields } from "#contracts/messages/contact-message.ts";
import { definePage } from "../fields/define-singleton.ts";
import { formFieldTexts, resultTexts } from "../fields/form-fields.ts";
import { hero, sectionTexts } from "../fields/page-fields.ts";
import { eachOf, group, paragraph } from "../fields/text-fields.ts";

const cardTexts = { title: "Título", text: paragraph("Texto") };

/** Texts of /contato. Phone numbers and e-mail addresses come from the site settings. */
export const contactPage = definePage({
  name: "contactPage",
  title: "Contato",
  icon: EnvelopeIcon,
  fields: {
    hero,
    cards: group(
      "Formas de contato",
      {
        ...eachOf({ whatsapp: "WhatsApp", phone: "Telefone", email: "E-mail" }, (title) =>
          group(title, { ...cardTexts, linkLabel: "Texto do link" }),
        ),
        location: group("Localização", cardTexts),
      },
      { description: "Telefone, e-mail e endereço vêm de “Configurações”." },
    ),
    hoursTitle: "Horário de atendimento: título",
    hoursText: paragraph("Horário de atendimento: texto"),
    form: group(
      "Formulário",
      {
        ...sectionTexts,
        fields: formFieldTexts(contactMessageFields),
        submitLabel: "Botão de enviar",
        sendingLabel: "Botão durante o envio",
        requiredNote: "Aviso dos campos obrigatórios",
        errorSummaryTitle: "Título do resumo de erros",
        privacyNote: paragraph(
          "Aviso de privacidade",
          "O que é feito com os dados, junto do envio (LGPD, art. 9º).",
        ),
      },
      { description: "Os produtos da lista são os que estão publicados." },
    ),
    result: resultTexts(),
  },
});
