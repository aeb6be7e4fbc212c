import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";

/** The right of the first days, on /contrato and /acompanhar. */
export const regret = groupField({
  name: "regret",
  title: "Desistir no prazo legal",
  description: "Aparece também em /acompanhar, enquanto o prazo corre.",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({
      name: "text",
      title: "Explicação",
      description: "{{until}} vira o último dia do prazo.",
      variables: ["until"],
    }),
    ...lineFields({ openLabel: "Botão que abre a pergunta", dialogTitle: "A pergunta" }),
    paragraphField({ name: "followsText", title: "O que acontece então, uma coisa por linha" }),
    paragraphField({ name: "toldText", title: "Quem é avisado" }),
    ...lineFields({
      confirmLabel: "Botão de confirmar",
      backLabel: "Botão de voltar",
      failedText: "Aviso quando o envio falha",
      doneTitle: "Título depois da desistência",
    }),
    lineField({
      name: "doneText",
      title: "Explicação depois da desistência",
      description: "{{protocol}} vira o protocolo.",
      variables: ["protocol"],
    }),
    lineField({
      name: "refundText",
      title: "O que será devolvido",
      description: "{{amount}} vira o valor, {{due}} até quando.",
      variables: ["amount", "due"],
    }),
    lineField({
      name: "refundedText",
      title: "O que já foi devolvido",
      description: "{{amount}} vira o valor, {{paid}} o dia.",
      variables: ["amount", "paid"],
    }),
  ],
});

const ofKeys = { variables: ["keys"], description: "{{keys}} vira o dia da entrega das chaves." };

/** The form by which a tenant asks for the end on /contrato, and what follows. */
export const ending = groupField({
  name: "ending",
  title: "Pedir o encerramento",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({ name: "text", title: "Explicação" }),
    ...lineFields({
      openLabel: "Botão que abre o formulário",
      cancelTitle: "Título do formulário, antes do início do contrato",
      kindLabel: "Campo do motivo",
      kindPlaceholder: "Campo do motivo, ainda sem escolha",
    }),
    groupField({
      name: "kinds",
      title: "Motivos",
      fields: lineFields({
        movedOut: "Saiu antes do término",
        leaseEnded: "Fim da locação",
        other: "Outro motivo",
      }),
    }),
    ...lineFields({
      keysLabel: "Campo do dia das chaves",
      keysHelp: "Ajuda do dia das chaves",
      reasonLabel: "Campo do texto",
      reasonHelp: "Ajuda do campo do texto",
      followsTitle: "Título do que acontece então",
    }),
    paragraphField({
      name: "followsText",
      title: "O que acontece, uma coisa por linha",
      ...ofKeys,
    }),
    paragraphField({
      name: "cancelFollowsText",
      title: "O que acontece antes do início, uma coisa por linha",
    }),
    paragraphField({ name: "toldText", title: "Quem é avisado" }),
    ...lineFields({
      sendLabel: "Botão de enviar",
      backLabel: "Botão de voltar",
      failedText: "Aviso quando o envio falha",
      askedTitle: "Título depois do pedido",
    }),
    paragraphField({ name: "waitingText", title: "Enquanto a equipe confere" }),
    paragraphField({ name: "confirmedText", title: "Depois da confirmação", ...ofKeys }),
    ...lineFields({
      protocolLabel: "Rótulo do protocolo",
      proofLabel: "Rótulo do recibo das chaves",
      proofMissingText: "Recibo que ainda não veio",
      proofSentText: "Recibo que chegou",
      sendProofLabel: "Botão de enviar o recibo",
      replaceProofLabel: "Botão de trocar o recibo",
      proofHelp: "Tipos e tamanho de arquivo",
      questionLabel: "Antes da pergunta da equipe",
      withdrawLabel: "Botão de retirar o pedido",
    }),
  ],
});

/** What a tenant reads of why a contract is over. */
export const kinds = groupField({
  name: "kinds",
  title: "Por que o contrato terminou",
  description: "Em /contrato e em /acompanhar. {{end}} vira o último dia.",
  collapsed: true,
  fields: Object.entries({
    regret: "Desistência no prazo legal",
    movedOut: "Chaves devolvidas antes do término",
    leaseEnded: "Fim da locação",
    notStarted: "Cancelado antes do início",
    unpaid: "Taxa não paga",
    other: "Outro motivo",
  }).map(([name, title]) => paragraphField({ name, title, variables: ["end"] })),
});
