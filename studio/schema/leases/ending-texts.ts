import { group, line, paragraph, paragraphs } from "../fields/text-fields.ts";

/** Texts on /contrato and /acompanhar about the right of withdrawal in the first days. */
export const regret = group(
  "Desistir no prazo legal",
  {
    title: "Título",
    text: paragraph("Explicação", { until: "o último dia do prazo" }),
    openLabel: "Botão que abre a pergunta",
    dialogTitle: "A pergunta",
    followsText: paragraph("O que acontece então, uma coisa por linha"),
    toldText: paragraph("Quem é avisado"),
    claimText: paragraph("Quando há um acionamento aberto", {
      protocol: "o protocolo do acionamento",
    }),
    claimConfirmLabel: "Botão de confirmar, quando há um acionamento aberto",
    confirmLabel: "Botão de confirmar",
    backLabel: "Botão de voltar",
    failedText: "Aviso quando o envio falha",
    doneTitle: "Título depois da desistência",
    doneText: line("Explicação depois da desistência", { protocol: "o protocolo" }),
    refundText: line("O que será devolvido", { amount: "o valor", due: "até quando" }),
    refundedText: line("O que já foi devolvido", { amount: "o valor", paid: "o dia" }),
  },
  { description: "Aparece também em /acompanhar, enquanto o prazo corre.", collapsed: true },
);

const keys = { keys: "o dia da entrega das chaves" };
const untilAnswer = { until: "o último dia para informar outro dia" };

/** Texts of the form on /contrato in which a tenant asks to end the guarantee, and of the steps that follow. */
export const ending = group(
  "Pedir o encerramento",
  {
    title: "Título",
    text: paragraph("Explicação"),
    openLabel: "Botão que abre o formulário",
    cancelTitle: "Título do formulário, antes do início do contrato",
    kindLabel: "Campo do motivo",
    kindPlaceholder: "Campo do motivo, ainda sem escolha",
    kinds: group("Motivos", {
      movedOut: "Saiu antes do término",
      leaseEnded: "Fim da locação",
      neverBegan: "A locação não começou",
      other: "Outro motivo",
    }),
    keysLabel: "Campo do dia das chaves",
    keysHelp: "Ajuda do dia das chaves",
    reasonLabel: "Campo do texto",
    reasonHelp: "Ajuda do campo do texto",
    followsTitle: "Título do que acontece então",
    followsText: paragraph("O que acontece, uma coisa por linha", keys),
    cancelFollowsText: paragraph("O que acontece antes do início, uma coisa por linha"),
    neverBeganFollowsText: paragraph(
      "O que acontece se a locação não começou, uma coisa por linha",
    ),
    toldText: paragraph("Quem é avisado"),
    claimText: paragraph("Quando há um acionamento aberto", {
      protocol: "o protocolo do acionamento",
    }),
    claimSendLabel: "Botão de enviar, quando há um acionamento aberto",
    sendLabel: "Botão de enviar",
    backLabel: "Botão de voltar",
    failedText: "Aviso quando o envio falha",
    askedTitle: "Título depois do pedido",
    waitingText: paragraph("Enquanto a equipe confere"),
    landlordAskedText: line("Quem pediu: o locador"),
    staffAskedText: line("Quem pediu: a Payser"),
    landlordWaitsText: paragraph("Enquanto o locador pode informar outro dia", untilAnswer),
    tenantWaitsText: paragraph("Enquanto o locatário pode informar outro dia", {
      ...keys,
      ...untilAnswer,
    }),
    contestedText: paragraph("Quando as partes informam dias diferentes"),
    statements: group("O dia que cada parte informou", {
      title: "Título",
      tenant: "De quem é: locatário",
      landlord: "De quem é: locador",
      staff: "De quem é: Payser",
      withProofText: "Com o recibo das chaves",
    }),
    stating: group("Informar o dia das chaves", {
      agreeLabel: line("Botão de concordar com o dia", keys),
      openLabel: "Botão de informar outro dia",
      title: "Título do formulário",
      noteLabel: "Campo da explicação",
      noteHelp: "Ajuda do campo da explicação",
      sendLabel: "Botão de enviar",
      sentText: "Depois do envio",
      lateText: paragraph("Quando o prazo já passou"),
      failedText: "Aviso quando o envio falha",
    }),
    confirmedText: paragraph("Depois da confirmação", keys),
    protocolLabel: "Rótulo do protocolo",
    proofLabel: "Rótulo do recibo das chaves",
    proofMissingText: "Recibo que ainda não veio",
    proofSentText: "Recibo que chegou",
    sendProofLabel: "Botão de enviar o recibo",
    replaceProofLabel: "Botão de trocar o recibo",
    proofHelp: "Tipos e tamanho de arquivo",
    questionLabel: "Antes da pergunta da equipe",
    withdrawLabel: "Botão de retirar o pedido",
  },
  { collapsed: true },
);

const end = { end: "o último dia" };

/** Texts that tell the tenant why a contract ended. */
export const kinds = group(
  "Por que o contrato terminou",
  paragraphs(
    {
      regret: "Desistência no prazo legal",
      movedOut: "Chaves devolvidas antes do término",
      leaseEnded: "Fim da locação",
      notStarted: "Cancelado antes do início",
      neverBegan: "A locação não começou",
      unpaid: "Taxa não paga",
      other: "Outro motivo",
    },
    end,
  ),
  { description: "Em /contrato e em /acompanhar.", variables: end, collapsed: true },
);

export const renewal = group(
  "Renovação",
  {
    title: "Título",
    text: "O que acontece com o pedido",
    askLabel: "Botão de pedir",
    askedText: "Depois do pedido",
    landlordAskedText: "Quando foi o locador que pediu",
    offeredText: "Quando as condições esperam o aceite",
    declinedText: "Quando as condições foram recusadas",
    expiredText: "Quando as condições venceram",
    renewedText: "Quando há um contrato novo",
    failedText: "Quando o pedido não pôde ser enviado",
  },
  { description: "Aparece perto do término, e enquanto há uma renovação em curso." },
);
