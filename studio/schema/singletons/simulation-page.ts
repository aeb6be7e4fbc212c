import { ComposeIcon } from "@sanity/icons/Compose";
import { simulationTitles } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { formFields } from "../fields/form-fields.ts";
import { groupField } from "../fields/group-field.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { heroField } from "../fields/section-fields.ts";

const fields = groupField({
  name: "fields",
  title: "Campos",
  collapsed: true,
  fields: formFields(simulationTitles),
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
  ]),
});
