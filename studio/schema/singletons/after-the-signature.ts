import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";
import { claimStages } from "./landlord-area-page.ts";

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

export const calendar = groupField({
  name: "calendar",
  title: "Datas para a agenda",
  description: "O arquivo que o locatário baixa: um dia inteiro para cada data.",
  fields: lineFields({
    label: "Botão de baixar",
    start: "Início",
    end: "Término",
    proof: "Último dia dos comprovantes",
    regret: "Último dia para desistir",
    fee: "Vencimento da taxa",
  }),
});

export const landlordAddress = groupField({
  name: "landlordAddress",
  title: "E-mail do locador",
  collapsed: true,
  fields: lineFields({
    title: "Título",
    text: "Explicação",
    label: "Campo do e-mail",
    submitLabel: "Botão de enviar",
    sendingLabel: "Botão durante o envio",
    sentText: "Depois do envio",
    knownText: "Quando o e-mail já foi informado",
    enoughText: "Quando já foram informados demais",
    closedText: "Quando o contrato não está em vigor",
    failedText: "Quando o envio falha",
    waitingLabel: "Situação: à espera",
    confirmedLabel: "Situação: confirmado",
    refusedLabel: "Situação: recusado",
  }),
});

const ofFee = ["amount", "dueOn", "paidOn", "paymentMethod"];
export const payment = groupField({
  name: "payment",
  title: "Pagamento da taxa",
  description:
    "{{amount}} vira o valor, {{dueOn}} o vencimento, {{paidOn}} o dia em que foi pago e {{paymentMethod}} a forma de pagamento da proposta.",
  fields: [
    lineField({ name: "title", title: "Título" }),
    lineField({ name: "due", title: "A vencer", variables: ofFee }),
    lineField({ name: "overdue", title: "Vencida", variables: ofFee }),
    lineField({ name: "paid", title: "Paga", variables: ofFee }),
    lineField({ name: "toGiveBack", title: "A devolver", variables: ofFee }),
    lineField({ name: "givenBack", title: "Devolvida", variables: ofFee }),
    lineField({
      name: "notice",
      title: "Depois do aviso de encerramento",
      description: "{{noticeOn}} vira até quando se pode pagar.",
      variables: ["noticeOn"],
    }),
    paragraphField({ name: "pixText", title: "Como pagar por Pix", variables: ofFee }),
    paragraphField({ name: "otherText", title: "Como pagar sem Pix", variables: ofFee }),
    ...lineFields({
      codeLabel: "Rótulo do código do Pix",
      copyLabel: "Botão de copiar o código",
      copiedLabel: "Botão depois de copiar",
      qrLabel: "O que é o desenho (para leitores de tela)",
      payeeLabel: "Rótulo de quem recebe",
      keyLabel: "Rótulo da chave",
      failedText: "Quando não foi possível carregar",
    }),
  ],
});

export const renewal = groupField({
  name: "renewal",
  title: "Renovação",
  description: "Aparece perto do término, e enquanto há uma renovação em curso.",
  fields: lineFields({
    title: "Título",
    text: "O que acontece com o pedido",
    askLabel: "Botão de pedir",
    askedText: "Depois do pedido",
    offeredText: "Quando as condições esperam o aceite",
    declinedText: "Quando as condições foram recusadas",
    expiredText: "Quando as condições venceram",
    renewedText: "Quando há um contrato novo",
    failedText: "Quando o pedido não pôde ser enviado",
  }),
});

const ofDay = {
  variables: ["day", "since"],
  description: "{{day}} vira o último dia, {{since}} o dia de que ele conta.",
};

/** Reports of entry and exit with the last day for the guarantee, on /contrato and /locador. */
export const inspections = groupField({
  name: "inspections",
  title: "Vistorias e prazo da garantia",
  description: "Aparece também em /locador.",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({ name: "tenantText", title: "Explicação ao locatário" }),
    paragraphField({ name: "landlordText", title: "Explicação ao locador" }),
    paragraphField({ name: "keysText", title: "Prazo, contado da entrega das chaves", ...ofDay }),
    paragraphField({ name: "endText", title: "Prazo, contado do fim do contrato", ...ofDay }),
    paragraphField({ name: "overText", title: "Prazo que já passou", ...ofDay }),
    groupField({
      name: "checklist",
      title: "Lista do que guardar",
      fields: [
        ...lineFields({
          entryTitle: "Título: na entrada",
          exitTitle: "Título: na saída",
          doneLabel: "O que já está",
          missingLabel: "O que falta",
          tenantEntry: "Vistoria de entrada do locatário",
          landlordEntry: "Vistoria de entrada do locador",
          tenantExit: "Vistoria de saída do locatário",
          landlordExit: "Vistoria de saída do locador",
          keys: "Recibo das chaves",
        }),
        paragraphField({ name: "entryText", title: "O que fotografar na entrada" }),
        paragraphField({ name: "exitText", title: "O que fotografar na saída" }),
      ],
    }),
    groupField({
      name: "send",
      title: "Enviar",
      fields: [
        ...lineFields({
          title: "Título",
          momentLabel: "Campo: qual vistoria",
          roomLabel: "Campo: cômodo",
          noteLabel: "Campo: o que mostra",
          noteHelp: "Ajuda do campo: o que mostra",
          chooseLabel: "Botão de escolher arquivos",
          help: "Quais arquivos, e quantos",
        }),
        lineField({
          name: "countText",
          title: "Quantos chegaram",
          description: "{{sent}} vira quantos chegaram, {{total}} quantos foram escolhidos.",
          variables: ["sent", "total"],
        }),
        ...lineFields({
          waitingLabel: "Situação: na fila",
          sendingLabel: "Situação: enviando",
          failedText: "Aviso quando um arquivo não é aceito",
          pausedText: "Aviso quando a conexão cai",
          retryLabel: "Botão de tentar de novo",
          removeLabel: "Botão de tirar da fila",
          closedText: "Quando não se pode mais enviar",
        }),
      ],
    }),
    groupField({
      name: "files",
      title: "Arquivos",
      fields: [
        lineField({
          name: "receivedText",
          title: "Recibo de cada arquivo",
          description: "{{moment}} vira o dia e a hora, {{code}} o começo do código SHA-256.",
          variables: ["moment", "code"],
        }),
        ...lineFields({
          emptyText: "Quando não há nenhum",
          failedText: "Quando a lista não carrega",
          openLabel: "Botão de abrir",
          openingLabel: "Aviso enquanto abre",
          openFailed: "Aviso quando não abre",
          saveLabel: "Botão de baixar o arquivo",
          closeLabel: "Botão de fechar",
          receiptLabel: "Botão do recibo em PDF",
        }),
      ],
    }),
  ],
});

/** A claim of the landlord, as its tenant hears of it and answers. */
export const claim = groupField({
  name: "claim",
  title: "Acionamento da garantia",
  description: "O que os dois lados leem igual está em “Área do locador”.",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({
      name: "hearText",
      title: "Enquanto o locatário é ouvido",
      variables: ["until"],
      description: "{{until}} vira o último dia para responder.",
    }),
    ...lineFields({
      listText: "Quando já não há o que responder",
      answerLabel: "Botão que abre o pedido, para responder",
      viewLabel: "Botão que abre o pedido",
    }),
    claimStages,
    groupField({
      name: "answer",
      title: "Respostas",
      fields: [
        paragraphField({ name: "intro", title: "Antes dos itens" }),
        ...lineFields({
          label: "Campo da resposta",
          help: "Ajuda do campo da resposta",
          submitLabel: "Botão de enviar",
          sentText: "Depois do envio",
          failedText: "Quando o envio falha",
        }),
        lineField({
          name: "restText",
          title: "Depois do envio, quando faltam itens",
          variables: ["numbers"],
          description: "{{numbers}} vira os números dos itens sem resposta.",
        }),
      ],
    }),
    lineField({ name: "recourseTitle", title: "Título do que se pode pedir de volta" }),
    paragraphField({ name: "recourseText", title: "O que se pode pedir de volta" }),
    lineField({
      name: "recourseAmountText",
      title: "Valor que a Payser pede de volta",
      variables: ["amount", "state"],
      description: "{{amount}} vira o valor, {{state}} a situação.",
    }),
  ],
});
