import { ControlsIcon } from "@sanity/icons/Controls";
import { defineField } from "sanity";
import type { BusinessToken } from "../../business-tokens.ts";
import { checkPercentRange } from "../../validation/check-company.ts";
import { checkMaximumLength } from "../../validation/check-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { type Field, type Fields, makeFields } from "../fields/text-fields.ts";

interface Bounds {
  minimum?: number;
  maximum: number;
}

function numberRule(title: string, description: string, { minimum = 1, maximum }: Bounds): Field {
  return (name) =>
    defineField({
      name,
      title,
      description: `${description} Nos textos, escreva {{${name}}}.`,
      type: "number",
      validation: (rule) => rule.required().integer().min(minimum).max(maximum),
    });
}

/** Makes a field for a whole number of at least 0. There is no `{{token}}` for this number. */
function plainNumber(title: string, description: string, maximum: number): Field {
  return (name) =>
    defineField({
      name,
      title,
      description,
      type: "number",
      validation: (rule) => rule.required().integer().min(0).max(maximum),
    });
}

function textRule(title: string, description?: string, maximum = 60): Field {
  return (name) =>
    defineField({
      name,
      title,
      description: `${description ? `${description} ` : ""}Nos textos, escreva {{${name}}}.`,
      type: "string",
      validation: (rule) => rule.required().custom(checkMaximumLength(maximum)),
    });
}

function percent(title: string, description?: string): Field {
  return (name) =>
    defineField({
      name,
      title,
      ...(description && { description }),
      type: "number",
      validation: (rule) => rule.required().min(0.1).max(100).precision(1),
    });
}

/** Numbers of the business (specification, section 9). Texts refer to a number by a token such as `{{name}}`. */
export const businessRules = defineSingleton({
  name: "businessRules",
  title: "Regras do negócio",
  icon: ControlsIcon,
  fields: {
    approvalHours: numberRule(
      "Prazo de aprovação, em horas",
      "Tempo máximo para a resposta de uma simulação.",
      { maximum: 720 },
    ),
    partnershipContactHours: numberRule(
      "Prazo de contato com parceiros, em horas",
      "Tempo máximo para responder a um pedido de parceria.",
      { maximum: 720 },
    ),
    coveragePercent: numberRule(
      "Cobertura, em porcentagem",
      "Quanto do valor de referência a garantia cobre, no máximo.",
      { maximum: 100 },
    ),
    maximumMonths: numberRule(
      "Vigência máxima, em meses",
      "Depois dela, um novo instrumento renova a garantia.",
      { maximum: 120 },
    ),
    proofDays: numberRule(
      "Prazo para comprovação, em dias",
      "Tempo que o locador tem para acionar a garantia, depois da devolução das chaves ou do fim da última vigência, o que vier antes.",
      { maximum: 365 },
    ),
    withdrawalDays: numberRule(
      "Direito de arrependimento, em dias",
      "Prazo legal para desistir sem dar motivo (CDC, art. 49): não pode ser menor que 7.",
      { minimum: 7, maximum: 90 },
    ),
    refundDays: numberRule(
      "Prazo de devolução, em dias",
      "Em quanto tempo devolvemos o que foi pago por um contrato desfeito.",
      { maximum: 30 },
    ),
    refundReason: textRule(
      "Por que a devolução leva esse prazo",
      "A lei manda devolver de imediato (CDC, art. 49, parágrafo único): um prazo maior que o próximo dia útil precisa de um motivo, que a pessoa lê.",
      120,
    ),
    noticeDays: numberRule(
      "Aviso por falta de pagamento, em dias",
      "Tempo mínimo que o locatário tem para pagar a taxa vencida antes de o contrato ser encerrado.",
      { minimum: 5, maximum: 90 },
    ),
    handoverDays: numberRule(
      "Entrega das chaves: resposta da outra parte, em dias",
      "Tempo que locador ou locatário tem para informar outro dia, depois que a outra parte informou o dia das chaves.",
      { maximum: 30 },
    ),
    letterNeedsFee: (name) =>
      defineField({
        name,
        title: "A carta só vale com a taxa paga",
        description:
          "Ligada, as próximas propostas dizem isso, e as cartas delas ficam “aguardando pagamento” até a taxa ser paga. As propostas que já foram feitas não mudam.",
        type: "boolean",
        initialValue: false,
      }),
    claimNoticeDays: numberRule(
      "Acionamento: prazo mínimo depois do aviso, em dias",
      "Tempo que o locador tem, no mínimo, para acionar a garantia depois de ser avisado do encerramento.",
      { maximum: 60 },
    ),
    claimEvidenceDays: numberRule(
      "Acionamento: provas do locador, em dias",
      "Tempo para o locador completar as provas. O prazo do locatário começa depois, ou quando o locador diz que já enviou tudo.",
      { maximum: 30 },
    ),
    claimAnswerDays: numberRule(
      "Acionamento: resposta de cada parte, em dias",
      "Tempo para o locatário responder a um pedido, e para a outra parte responder ao que chega depois.",
      { maximum: 60 },
    ),
    claimDecisionDays: numberRule(
      "Acionamento: decisão, em dias",
      "Depois do prazo de resposta do locatário, e depois de um pedido de revisão.",
      { maximum: 90 },
    ),
    claimPaymentDays: numberRule(
      "Acionamento: pagamento, em dias",
      "Tempo entre a decisão e o pagamento ao locador.",
      { maximum: 60 },
    ),
    claimAppealDays: numberRule(
      "Acionamento: pedido de revisão, em dias",
      "Tempo para locador ou locatário pedir que uma decisão seja revista.",
      { maximum: 90 },
    ),
    feePercent: percent(
      "Taxa, em porcentagem do valor de referência",
      "A proposta já vem com essa taxa. O valor de referência é o aluguel vezes os meses.",
    ),
    feeMinimum: plainNumber(
      "Taxa mínima, em reais",
      "Vale quando a porcentagem dá menos do que isso. Nenhuma proposta tem taxa menor.",
      100_000,
    ),
    civilCodeArticles: textRule("Artigos do Código Civil"),
    venue: textRule("Foro"),
    feeEstimate: (name) =>
      defineField({
        name,
        title: "Faixa da taxa, em porcentagem",
        description:
          "Do valor de referência. Preenchida, o site mostra uma estimativa da taxa; vazia, não mostra nenhuma.",
        type: "object",
        options: { collapsible: true, columns: 2 },
        fields: makeFields({
          minimumPercent: percent("Mínimo"),
          maximumPercent: percent("Máximo"),
        }),
        validation: (rule) => rule.custom(checkPercentRange),
      }),
  } satisfies Record<BusinessToken, Field> & Fields,
});
