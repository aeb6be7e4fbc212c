import { ComposeIcon } from "@sanity/icons/Compose";
import { defineArrayMember } from "sanity";
import { list } from "../fields/list-fields.ts";
import { simulationFields } from "#contracts/requests/simulation-request.ts";
import { definePage } from "../fields/define-singleton.ts";
import { formFieldTexts, resultTexts } from "../fields/form-fields.ts";
import { hero } from "../fields/page-fields.ts";
import { group, line, lines, paragraph } from "../fields/text-fields.ts";

const product = { product: "o nome do produto" };

export const simulationPage = definePage({
  name: "simulationPage",
  title: "Simular fiança",
  icon: ComposeIcon,
  fields: {
    hero,
    form: group("Formulário", {
      personalTitle: "Seção: dados pessoais",
      propertyTitle: "Seção: dados do imóvel",
      ownerTitle: "Seção: dados do proprietário",
      additionalTitle: "Seção: informações adicionais",
      personalStep: "Etapa: dados pessoais",
      propertyStep: "Etapa: dados do imóvel",
      ownerStep: "Etapa: dados do proprietário",
      additionalStep: "Etapa: informações adicionais",
      fields: formFieldTexts(simulationFields),
      consentText: "Aceite: texto antes do link dos termos",
      consentLinkLabel: "Aceite: texto do link dos termos",
      consentTextAfter: line("Aceite: texto depois do link", {}, { optional: true }),
      privacyNote: paragraph(
        "Aviso de privacidade",
        "O que é feito com os dados, antes do envio (LGPD, art. 9º).",
      ),
      costNote: paragraph(
        "Aviso de custos",
        "Taxa e demais custos, antes da contratação (Decreto 7.962/2013, art. 2º).",
      ),
      submitLabel: "Botão de enviar",
      sendingLabel: "Botão durante o envio",
      errorSummaryTitle: "Título do resumo de erros",
      whyLabel: "Botão “Por que pedimos”",
      choosePlaceholder: "Lista sem escolha",
    }),
    aside: group(
      "Ao lado do formulário",
      {
        limitTitle: "Limite em reais: título",
        limitPrompt: "Limite em reais: antes de haver um aluguel",
        handTitle: "O que ter em mãos: título",
        handItems: list(
          "O que ter em mãos",
          defineArrayMember({
            type: "string",
            validation: (rule) => rule.required().max(80),
          }),
          (rule) => rule.required().min(1).max(8),
        ),
        answerTitle: "Prazo da resposta: título",
        answerText: paragraph("Prazo da resposta: texto"),
      },
      { description: "Aparece em telas largas.", collapsed: true },
    ),
    otherProduct: group(
      "Para quem vem da página de outro produto",
      lines(
        { text: "Texto", linkLabel: "Link para o contato, com o produto já escolhido" },
        product,
      ),
      { variables: product, collapsed: true },
    ),
    result: resultTexts({ hasDeadline: true, isTracked: true }),
  },
});
