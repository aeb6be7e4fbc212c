import { ControlsIcon } from "@sanity/icons/Controls";
import { type FieldDefinition, defineField } from "sanity";
import { checkMaximumLength } from "../../validation/texts.ts";
import { checkPercentRange } from "../../validation/company.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import type { BusinessToken } from "../../business-tokens.ts";

interface NumberRule {
  name: BusinessToken;
  title: string;
  description: string;
  minimum?: number;
  maximum: number;
}

function numberRule({
  name,
  title,
  description,
  minimum = 1,
  maximum,
}: NumberRule): FieldDefinition {
  return defineField({
    name,
    title,
    description: `${description} Nos textos, escreva {{${name}}}.`,
    type: "number",
    validation: (rule) => rule.required().integer().min(minimum).max(maximum),
  });
}

function textRule(name: BusinessToken, title: string): FieldDefinition {
  return defineField({
    name,
    title,
    description: `Nos textos, escreva {{${name}}}.`,
    type: "string",
    validation: (rule) => rule.required().custom(checkMaximumLength(60)),
  });
}

function percentField(name: string, title: string): FieldDefinition {
  return defineField({
    name,
    title,
    type: "number",
    validation: (rule) => rule.required().min(0.1).max(100).precision(1),
  });
}

/** The numbers of the business (specification, section 9), which copy refers to by token. */
export const businessRules = defineSingleton({
  name: "businessRules",
  title: "Regras do negócio",
  icon: ControlsIcon,
  fields: [
    numberRule({
      name: "approvalHours",
      title: "Prazo de aprovação, em horas",
      description: "Tempo máximo para a resposta de uma simulação.",
      maximum: 720,
    }),
    numberRule({
      name: "partnershipContactHours",
      title: "Prazo de contato com parceiros, em horas",
      description: "Tempo máximo para responder a um pedido de parceria.",
      maximum: 720,
    }),
    numberRule({
      name: "coveragePercent",
      title: "Cobertura, em porcentagem",
      description: "Quanto do valor de referência a garantia cobre, no máximo.",
      maximum: 100,
    }),
    numberRule({
      name: "maximumMonths",
      title: "Vigência máxima, em meses",
      description: "Depois dela, um novo instrumento renova a garantia.",
      maximum: 120,
    }),
    numberRule({
      name: "proofDays",
      title: "Prazo para comprovação, em dias",
      description: "Tempo que o locador tem, após o fim da locação, para enviar os documentos.",
      maximum: 365,
    }),
    numberRule({
      name: "withdrawalDays",
      title: "Direito de arrependimento, em dias",
      description:
        "Prazo legal para desistir sem dar motivo (CDC, art. 49): não pode ser menor que 7.",
      minimum: 7,
      maximum: 90,
    }),
    numberRule({
      name: "claimAnswerDays",
      title: "Acionamento: resposta do locatário, em dias",
      description: "Tempo para o locatário responder a um pedido de acionamento da garantia.",
      maximum: 60,
    }),
    numberRule({
      name: "claimDecisionDays",
      title: "Acionamento: decisão, em dias",
      description: "Depois do prazo de resposta do locatário, e depois de um pedido de revisão.",
      maximum: 90,
    }),
    numberRule({
      name: "claimPaymentDays",
      title: "Acionamento: pagamento, em dias",
      description: "Tempo entre a decisão e o pagamento ao locador.",
      maximum: 60,
    }),
    numberRule({
      name: "claimAppealDays",
      title: "Acionamento: pedido de revisão, em dias",
      description: "Tempo para locador ou locatário pedir que uma decisão seja revista.",
      maximum: 90,
    }),
    defineField({
      name: "claimFourEyesAmount",
      title: "Acionamento: acima deste valor decidem duas pessoas, em reais",
      description:
        "Uma decisão que aceita mais do que isso espera por uma segunda pessoa da equipe.",
      type: "number",
      validation: (rule) => rule.required().integer().min(0).max(10_000_000),
    }),
    textRule("civilCodeArticles", "Artigos do Código Civil"),
    textRule("venue", "Foro"),
    defineField({
      name: "feeEstimate",
      title: "Faixa da taxa, em porcentagem",
      description:
        "Do valor de referência. Preenchida, o site mostra uma estimativa da taxa; vazia, não mostra nenhuma.",
      type: "object",
      options: { collapsible: true, columns: 2 },
      fields: [percentField("minimumPercent", "Mínimo"), percentField("maximumPercent", "Máximo")],
      validation: (rule) => rule.custom(checkPercentRange),
    }),
  ],
});
