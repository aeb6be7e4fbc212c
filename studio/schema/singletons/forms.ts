import { ComposeIcon } from "@sanity/icons/Compose";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { HeartIcon } from "@sanity/icons/Heart";
import { defineField } from "sanity";
import { contactMessageTitles } from "../../../supabase/functions/_shared/contracts/contact-message.ts";
import { partnershipTitles } from "../../../supabase/functions/_shared/contracts/partnership-request.ts";
import { simulationTitles } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  formFields,
  heroField,
  pageFields,
  pageGroups,
  sectionFields,
} from "../fields/page-fields.ts";
import {
  featuresField,
  groupField,
  lineField,
  lineFields,
  paragraphField,
  stepsField,
} from "../fields/text-fields.ts";

const simulationFields = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(simulationTitles),
});

const result = groupField({
  name: "result",
  title: "Depois do envio",
  description: "O que aparece no lugar do formulário quando a simulação chega.",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({ name: "text", title: "Texto" }),
    ...lineFields({
      protocolLabel: "Rótulo do protocolo",
      copyLabel: "Botão de copiar",
      copiedLabel: "Aviso de copiado",
      deadlineLabel: "Rótulo do prazo da resposta",
      deadlineNote: "Observação sobre o horário",
      emailLabel: "Rótulo do e-mail usado",
      stepsTitle: "Título dos próximos passos",
    }),
    stepsField({ name: "steps", title: "Próximos passos", count: 3 }),
    ...lineFields({
      trackLabel: "Botão de acompanhar",
      whatsappLabel: "Botão do WhatsApp",
    }),
    lineField({
      name: "whatsappMessage",
      title: "Mensagem do WhatsApp",
      description: "{{protocol}} vira o protocolo do pedido.",
      variables: ["protocol"],
    }),
    lineField({ name: "againLabel", title: "Botão de fazer outra simulação" }),
  ],
});

/** /simular */
export const simulationPage = defineSingleton({
  name: "simulationPage",
  title: "Simular fiança",
  icon: ComposeIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "form",
      title: "Formulário",
      fields: [
        ...lineFields({
          personalTitle: "Seção: dados pessoais",
          propertyTitle: "Seção: dados do imóvel",
          ownerTitle: "Seção: dados do proprietário",
          additionalTitle: "Seção: informações adicionais",
        }),
        simulationFields,
        ...lineFields({
          consentText: "Aceite: texto antes do link dos termos",
          consentLinkLabel: "Aceite: texto do link dos termos",
        }),
        lineField({
          name: "consentTextAfter",
          title: "Aceite: texto depois do link",
          optional: true,
        }),
        paragraphField({
          name: "privacyNote",
          title: "Aviso de privacidade",
          description: "O que é feito com os dados, antes do envio (LGPD, art. 9º).",
        }),
        paragraphField({
          name: "costNote",
          title: "Aviso de custos",
          description: "Taxa e demais custos, antes da contratação (Decreto 7.962/2013, art. 2º).",
        }),
        ...lineFields({
          submitLabel: "Botão de enviar",
          sendingLabel: "Botão durante o envio",
          errorSummaryTitle: "Título do resumo de erros",
          whyLabel: "Botão “Por que pedimos”",
          choosePlaceholder: "Lista sem escolha",
        }),
      ],
    }),
    result,
  ]),
});

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

const contactFields = groupField({
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
          contactFields,
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

const partnershipFields = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(partnershipTitles),
});

/** /parceiros */
export const partnersPage = defineSingleton({
  name: "partnersPage",
  title: "Seja parceiro",
  icon: HeartIcon,
  groups: pageGroups,
  fields: pageFields([
    defineField({
      name: "hero",
      title: "Abertura",
      type: "hero",
      validation: (rule) =>
        rule
          .required()
          .custom<{ image?: object }>((hero) =>
            !hero || hero.image ? true : "A abertura desta página precisa de uma imagem.",
          ),
    }),
    groupField({
      name: "advantages",
      title: "Vantagens",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        featuresField({ title: "Quatro vantagens", count: 4 }),
      ],
    }),
    groupField({
      name: "steps",
      title: "Como funciona a parceria",
      fields: [lineField({ name: "title", title: "Título da seção" }), stepsField({ count: 3 })],
    }),
    groupField({
      name: "form",
      title: "Formulário",
      fields: sectionFields(
        partnershipFields,
        ...lineFields({
          submitLabel: "Botão de enviar",
          sendingLabel: "Botão durante o envio",
          requiredNote: "Aviso dos campos obrigatórios",
          choosePlaceholder: "Lista sem escolha",
          errorSummaryTitle: "Título do resumo de erros",
        }),
      ),
    }),
  ]),
});
