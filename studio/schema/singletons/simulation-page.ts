import { ComposeIcon } from "@sanity/icons/Compose";
import { simulationTitles } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { formFields } from "../fields/form-fields.ts";
import { groupField } from "../fields/group-field.ts";
import { stepsField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { heroField } from "../fields/section-fields.ts";

const fields = groupField({
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
        fields,
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
