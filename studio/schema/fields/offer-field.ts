import { lineField, lineFields, paragraphField } from "./copy-fields.ts";
import { groupField } from "./group-field.ts";

/** The conditions of a guarantee on /acompanhar; what is covered and what is not comes from “Cobertura”. */
export const offerField = groupField({
  name: "offer",
  title: "Condições e aceite",
  description: "O que é coberto e o que não é vem do documento “Cobertura”.",
  collapsed: true,
  fields: [
    ...lineFields({
      title: "Título das condições",
      validLabel: "Rótulo do prazo para aceitar",
      exclusionsIntro: "Chamada antes do que não é coberto",
      limitLabel: "Rótulo do limite",
    }),
    paragraphField({ name: "limitNote", title: "Explicação do limite" }),
    ...lineFields({ referenceLabel: "Rótulo do valor de referência", feeLabel: "Rótulo do custo" }),
    lineField({
      name: "feeNote",
      title: "Explicação do custo",
      description: "{{months}} vira o prazo, como 12 meses.",
      variables: ["months"],
    }),
    ...lineFields({
      feeDueLabel: "Rótulo do vencimento",
      paymentLabel: "Rótulo da forma de pagamento",
      rentLabel: "Rótulo do aluguel",
      startLabel: "Rótulo do início",
      endLabel: "Rótulo do fim",
      monthsLabel: "Rótulo do prazo",
      propertyLabel: "Rótulo do tipo do imóvel",
      landlordLabel: "Rótulo do locador",
      withdrawalTitle: "Título do direito de desistir",
    }),
    paragraphField({ name: "withdrawalText", title: "Explicação do direito de desistir" }),
    ...lineFields({
      pdfLabel: "Botão do PDF",
      openingLabel: "Botão do PDF, enquanto abre",
      openFailed: "Aviso quando o PDF não abre",
    }),
    lineField({
      name: "termsLabel",
      title: "Link para os termos",
      description: "{{termsVersion}} vira a versão dos termos.",
      variables: ["termsVersion"],
    }),
    ...lineFields({
      acceptTitle: "Título do aceite",
      clausesTitle: "Título das cláusulas que limitam direitos",
      clausesIntro: "Explicação das cláusulas",
    }),
    lineField({
      name: "clauseLabel",
      title: "Frase ao lado de cada cláusula",
      description: "{{clause}} vira o número e o título da cláusula.",
      variables: ["clause"],
    }),
    ...lineFields({
      clauseMissing: "Aviso quando falta marcar a cláusula",
      nameLabel: "Campo do nome",
      nameHelp: "Ajuda do campo do nome",
      acceptLabel: "Botão de aceitar",
      acceptingLabel: "Botão durante o envio",
    }),
    paragraphField({
      name: "acceptNote",
      title: "O que a pessoa aceita, junto ao botão",
      description: "{{fee}} vira o custo total, {{feeDueOn}} o vencimento.",
      variables: ["fee", "feeDueOn"],
    }),
    ...lineFields({
      failed: "Aviso quando o envio falha",
      acceptedTitle: "Título depois do aceite",
    }),
    paragraphField({
      name: "acceptedText",
      title: "Explicação depois do aceite",
      description: "{{contractNumber}} vira o número do contrato.",
      variables: ["contractNumber"],
    }),
    ...lineFields({
      readyLabel: "Link para o contrato pronto",
      expiredTitle: "Título das condições vencidas",
    }),
  ],
});
