import { group, line, lines, paragraph } from "../fields/text-fields.ts";

const lastDay = { until: "o último dia" };

/** Returns the texts of a question that a button opens. */
export function confirmation(title: string) {
  return group(title, {
    openLabel: "Botão que abre a pergunta",
    title: "A pergunta",
    text: paragraph("O que acontece então"),
    confirmLabel: "Botão de confirmar",
    backLabel: "Botão de voltar",
    failedText: "Quando o envio falha",
  });
}

const paymentValues = {
  amount: "o valor",
  paidOn: "o dia do pagamento",
  account: "a conta do locador, em parte",
  reversedOn: "o dia do estorno",
};

/** Texts about a claim and its actions. Tenant and landlord both see these texts. */
export const claimSheet = group(
  "Pedido de acionamento, para os dois lados",
  {
    title: "Título",
    copyLabel: "Botão de copiar o protocolo",
    copiedLabel: "Botão depois de copiar",
    printLabel: "Botão de imprimir",
    printedLabel: "No papel: antes da data em que se imprime",
    backLabel: "Botão de voltar",
    turns: group("De quem é a vez", {
      ...lines(
        {
          yours: "De quem lê",
          landlord: "Do locador",
          tenant: "Do locatário",
          staff: "Da Payser",
          late: "Da Payser, quando o prazo passou",
        },
        lastDay,
      ),
      nobody: "De ninguém: terminou",
    }),
    labels: group("Nomes dos dados", {
      openedAt: "Dia do registro",
      asked: "Valor pedido",
      granted: "Valor aprovado",
      limit: "Limite da cobertura",
      limitLeft: "Parte do limite que resta",
      happenedOn: "Dia do dano",
      completeUntil: "Prazo das provas do locador",
      tenantUntil: "Prazo do locatário",
      landlordUntil: "Prazo da resposta do locador",
      decideBy: "Prazo da decisão",
      payBy: "Prazo do pagamento",
      paidOn: "Dia do pagamento",
      account: "Conta do locador",
      accountNext: "Conta que espera a confirmação",
      payableFrom: "Primeiro dia em que se pode pagar",
      reason: "Motivo da decisão",
      clause: "Cláusula da decisão",
      answer: "Resposta do locatário",
      reply: "Resposta do locador",
    }),
    itemsTitle: "Título dos itens",
    noAnswerText: "Item a que o locatário ainda não respondeu",
    silentText: "Item a que o locatário não respondeu no prazo",
    filesTitle: "Título dos arquivos de um item",
    otherFilesTitle: "Título dos arquivos sem item",
    noFilesText: "Item sem arquivos",
    noAccountText: "Conta que ainda não foi informada",
    waitsText: paragraph("Depois de uma mudança de conta", {
      day: "o primeiro dia em que se pode pagar",
    }),
    otherHolderText: paragraph("Quando o titular da conta não é o locador"),
    asideText: line("Arquivo posto de lado pela equipe", { reason: "o motivo" }),
    openLabel: "Botão de abrir um arquivo",
    openFailed: "Quando um arquivo não abre",
    ofLandlord: "De quem é o arquivo: locador",
    ofTenant: "De quem é o arquivo: locatário",
    ofStaff: "De quem é o arquivo: Payser",
    addTitle: "Dobra em que se enviam arquivos",
    fileKindLabel: "Campo do que os arquivos mostram",
    addLabel: "Botão de escolher os arquivos",
    addHelp: "Tipos e tamanho de arquivo",
    decisionLabel: "Botão de baixar a decisão",
    receiptLabel: "Botão de baixar o recibo do pagamento",
    payment: group(
      "Pagamento ao locador",
      lines(
        {
          paid: "Pago, para o locatário",
          paidTo: "Pago, para o locador",
          reversed: "Estornado",
        },
        paymentValues,
      ),
      { variables: paymentValues },
    ),
    historyTitle: "Título do andamento",
    codeText: line("Código de um arquivo", { code: "o código" }),
    queue: group("Enquanto arquivos são enviados", {
      countText: line("Quantos chegaram", { sent: "quantos chegaram", total: "quantos são" }),
      waitingLabel: "Arquivo que espera",
      sendingLabel: "Arquivo a caminho",
      failedText: "Arquivo que não chegou",
      pausedText: "Sem conexão",
      retryLabel: "Botão de continuar",
      removeLabel: "Botão de tirar da fila",
    }),
    wanted: group("O que a equipe pediu a uma das partes", {
      title: "Título",
      label: "Campo da resposta",
      help: "Ajuda do campo da resposta",
      submitLabel: "Botão de dizer que foi enviado",
      failedText: "Quando o envio falha",
    }),
    done: confirmation("Dizer que não há mais o que acrescentar"),
    review: group("Revisão da decisão", {
      title: "Título do pedido de revisão",
      text: paragraph("Explicação do pedido de revisão", lastDay),
      itemsLabel: "Escolha dos itens",
      label: "Campo do texto",
      help: "Ajuda do campo do texto",
      submitLabel: "Botão de pedir a revisão",
      failedText: "Quando o envio falha",
      ...lines(
        {
          landlordTitle: "Revisão que o locador pediu",
          tenantTitle: "Revisão que o locatário pediu",
        },
        { items: "os itens, como “item 2” ou “itens 1 e 2”" },
      ),
      answerTitle: "Título da resposta da outra parte",
      answerText: paragraph("Explicação da resposta", lastDay),
      answerLabel: "Campo da resposta",
      answerHelp: "Ajuda do campo da resposta",
      answerSubmitLabel: "Botão de enviar a resposta",
    }),
    changed: group("Quando o pedido mudou enquanto alguém escrevia", {
      title: "Título",
      unsentText: "Antes do texto que não foi enviado",
    }),
  },
  { description: "Aparece em /locador e em /contrato.", collapsed: true },
);
