import { HeartIcon } from "@sanity/icons/Heart";
import { partnershipFields } from "#contracts/partners/partnership-request.ts";
import { definePage } from "../fields/define-singleton.ts";
import { formFieldTexts, resultTexts } from "../fields/form-fields.ts";
import { features, steps } from "../fields/list-fields.ts";
import { part, picture, sectionTexts } from "../fields/page-fields.ts";
import { group } from "../fields/text-fields.ts";

export const partnersPage = definePage({
  name: "partnersPage",
  title: "Seja parceiro",
  icon: HeartIcon,
  fields: {
    hero: part("Abertura", "hero", (hero) =>
      !hero || hero.image ? true : "A abertura desta página precisa de uma imagem.",
    ),
    advantages: group("Vantagens", {
      title: "Título da seção",
      items: features("Quatro vantagens", 4),
    }),
    steps: group("Como funciona a parceria", { title: "Título da seção", items: steps(3) }),
    picture,
    form: group("Formulário", {
      ...sectionTexts,
      fields: formFieldTexts(partnershipFields),
      submitLabel: "Botão de enviar",
      sendingLabel: "Botão durante o envio",
      requiredNote: "Aviso dos campos obrigatórios",
      choosePlaceholder: "Lista sem escolha",
      errorSummaryTitle: "Título do resumo de erros",
    }),
    result: resultTexts({ hasDeadline: true }),
  },
});
