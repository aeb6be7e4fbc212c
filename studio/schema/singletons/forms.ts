import { ComposeIcon } from "@sanity/icons/Compose";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { HeartIcon } from "@sanity/icons/Heart";
import { defineArrayMember, defineField } from "sanity";
import { contactMessageFields } from "../../../supabase/functions/_shared/contracts/contact-message.ts";
import { partnershipFields } from "../../../supabase/functions/_shared/contracts/partnership-request.ts";
import { simulationFields } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  formFields,
  heroField,
  pageFields,
  pageGroups,
  pictureField,
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

const simulationFieldTexts = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(simulationFields),
});

interface ResultFields {
  /** Whether an answer is promised until an hour. */
  hasDeadline?: boolean;
  /** Whether it is followed at a link. */
  isTracked?: boolean;
}

/** What stands in the place of a form that arrived. */
function resultField({ hasDeadline = false, isTracked = false }: ResultFields) {
  const deadline = {
    deadlineLabel: "Rótulo do prazo da resposta",
    deadlineNote: "Observação sobre o horário",
  };
  return groupField({
    name: "result",
    title: "Depois do envio",
    description: "O que aparece no lugar do formulário quando ele chega.",
    collapsed: true,
    fields: [
      lineField({ name: "title", title: "Título" }),
      paragraphField({ name: "text", title: "Texto" }),
      ...lineFields({
        protocolLabel: "Rótulo do protocolo",
        copyLabel: "Botão de copiar",
        copiedLabel: "Aviso de copiado",
        ...(hasDeadline ? deadline : {}),
        emailLabel: "Rótulo do e-mail usado",
        stepsTitle: "Título dos próximos passos",
      }),
      stepsField({ name: "steps", title: "Próximos passos", count: 3 }),
      ...lineFields({
        ...(isTracked ? { trackLabel: "Botão de acompanhar" } : {}),
        whatsappLabel: "Botão do WhatsApp",
      }),
      lineField({
        name: "whatsappMessage",
        title: "Mensagem do WhatsApp",
        description: "{{protocol}} vira o protocolo.",
        variables: ["protocol"],
      }),
      lineField({ name: "againLabel", title: "Botão de enviar outra vez" }),
    ],
  });
}

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
          personalStep: "Etapa: dados pessoais",
          propertyStep: "Etapa: dados do imóvel",
          ownerStep: "Etapa: dados do proprietário",
          additionalStep: "Etapa: informações adicionais",
        }),
        simulationFieldTexts,
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
    groupField({
      name: "aside",
      title: "Ao lado do formulário",
      description: "Aparece em telas largas.",
      collapsed: true,
      fields: [
        ...lineFields({
          limitTitle: "Limite em reais: título",
          limitPrompt: "Limite em reais: antes de haver um aluguel",
          handTitle: "O que ter em mãos: título",
        }),
        defineField({
          name: "handItems",
          title: "O que ter em mãos",
          type: "array",
          of: [
            defineArrayMember({ type: "string", validation: (rule) => rule.required().max(80) }),
          ],
          validation: (rule) => rule.required().min(1).max(8),
        }),
        lineField({ name: "answerTitle", title: "Prazo da resposta: título" }),
        paragraphField({ name: "answerText", title: "Prazo da resposta: texto" }),
      ],
    }),
    groupField({
      name: "otherProduct",
      title: "Para quem vem da página de outro produto",
      description: "{{product}} vira o nome do produto.",
      collapsed: true,
      fields: [
        lineField({ name: "text", title: "Texto", variables: ["product"] }),
        lineField({
          name: "linkLabel",
          title: "Link para o contato, com o produto já escolhido",
          variables: ["product"],
        }),
      ],
    }),
    resultField({ hasDeadline: true, isTracked: true }),
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
  fields: formFields(contactMessageFields),
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
    resultField({}),
  ]),
});

const partnershipFieldTexts = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(partnershipFields),
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
    pictureField,
    groupField({
      name: "form",
      title: "Formulário",
      fields: sectionFields(
        partnershipFieldTexts,
        ...lineFields({
          submitLabel: "Botão de enviar",
          sendingLabel: "Botão durante o envio",
          requiredNote: "Aviso dos campos obrigatórios",
          choosePlaceholder: "Lista sem escolha",
          errorSummaryTitle: "Título do resumo de erros",
        }),
      ),
    }),
    resultField({ hasDeadline: true }),
  ]),
});
