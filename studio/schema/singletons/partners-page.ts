import { HeartIcon } from "@sanity/icons/Heart";
import { defineField } from "sanity";
import { partnershipTitles } from "../../../supabase/functions/_shared/contracts/partnership-request.ts";
import { lineField, lineFields } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { formFields } from "../fields/form-fields.ts";
import { groupField } from "../fields/group-field.ts";
import { featuresField, stepsField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { sectionFields } from "../fields/section-fields.ts";

const fields = groupField({
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
        fields,
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
