import { group, line, lines, paragraph, paragraphs } from "../fields/text-fields.ts";

const lastDay = { until: "o último dia" };
const stageVariables = {
  until: "até quando",
  paidOn: "o dia do pagamento",
  granted: "o valor",
};

const stageTexts = group(
  "O que cada situação quer dizer",
  paragraphs(
    {
      hearing: "O locatário é ouvido",
      wanted: "Falta algo de uma das partes",
      deciding: "Em análise",
      appealed: "Revisão pedida, em nova análise",
      decided: "Decidido, a pagar",
      paid: "Pago",
      refused: "Nada aprovado",
      withdrawn: "Retirado",
    },
    stageVariables,
  ),
  { variables: stageVariables, collapsed: true },
);
// Two groups use this one field, so that Sanity extracts a single named type instead of two.
const stagesField = stageTexts("stages", {});
const stages = () => stagesField;

/** Texts of the section in which a tenant reads and answers a landlord's claim. */
export const tenantClaim = group(
  "Acionamento da garantia",
  {
    title: "Título",
    hearText: paragraph("Enquanto o locatário é ouvido", {
      until: "o último dia para responder",
    }),
    listText: "Quando já não há o que responder",
    answerLabel: "Botão que abre o pedido, para responder",
    viewLabel: "Botão que abre o pedido",
    stages,
    answer: group("Respostas", {
      intro: paragraph("Antes dos itens"),
      label: "Campo da resposta",
      help: "Ajuda do campo da resposta",
      submitLabel: "Botão de enviar",
      sentText: "Depois do envio",
      failedText: "Quando o envio falha",
      restText: line("Depois do envio, quando faltam itens", {
        numbers: "os números dos itens sem resposta",
      }),
    }),
    recourseTitle: "Título do que se pode pedir de volta",
    recourseText: paragraph("O que se pode pedir de volta"),
    recourseAmountText: line("Valor que a Payser pede de volta", {
      amount: "o valor",
      state: "a situação",
    }),
  },
  { description: "O que os dois lados leem igual está em “Área do locador”.", collapsed: true },
);

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
    protocolLabel: "Rótulo do protocolo",
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
      hearUntil: "Prazo do locatário",
      decideBy: "Prazo da decisão",
      payBy: "Prazo do pagamento",
      paidOn: "Dia do pagamento",
      account: "Conta do locador",
      accountNext: "Conta que espera a confirmação",
      reason: "Motivo da decisão",
      clause: "Cláusula da decisão",
      answer: "Resposta do locatário",
    }),
    itemsTitle: "Título dos itens",
    noAnswerText: "Item a que o locatário ainda não respondeu",
    silentText: "Item a que o locatário não respondeu no prazo",
    filesTitle: "Título dos arquivos de um item",
    otherFilesTitle: "Título dos arquivos sem item",
    noFilesText: "Item sem arquivos",
    noAccountText: "Conta que ainda não foi informada",
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
      sentLabel: "Arquivo que chegou",
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
    appeal: group("Pedir revisão da decisão", {
      title: "Título",
      text: paragraph("Explicação", lastDay),
      label: "Campo do texto",
      help: "Ajuda do campo do texto",
      submitLabel: "Botão de enviar",
      failedText: "Quando o envio falha",
      askedText: "Título do motivo, depois de pedida",
    }),
  },
  { description: "Aparece em /locador e em /contrato.", collapsed: true },
);

const form = group("Formulário", {
  intro: paragraph("Introdução"),
  itemsTitle: "Título dos itens",
  itemTitle: "Título de um item",
  kindLabel: "Campo do tipo",
  kindPlaceholder: "Campo do tipo, ainda sem escolha",
  descriptionLabel: "Campo da descrição",
  askedLabel: "Campo do valor",
  askedHelp: "Ajuda do campo do valor",
  addLabel: "Botão de acrescentar um item",
  saveLabel: "Botão de guardar um item",
  changeLabel: "Botão de mudar um item",
  noItemsText: "Quando ainda não há itens",
  removeLabel: "Botão de tirar um item",
  notes: group(
    "O que não entra, ao lado da descrição",
    paragraphs({
      repair: "Reparo",
      painting: "Pintura",
      fine: "Multa do contrato de locação",
    }),
    { description: "O link para a cláusula dos termos vem depois." },
  ),
  limitText: line("Limite da fiança, antes dos itens", {
    limit: "o limite",
    used: "o que outros pedidos usaram",
    left: "o que resta",
  }),
  sumText: line("Soma dos itens", { asked: "a soma", left: "o que resta do limite" }),
  overLimitText: line("Quando a soma passa do que resta", { left: "o que resta do limite" }),
  accountTitle: "Título da conta",
  accountText: paragraph("Para que serve a conta"),
  reviewLabel: "Botão de conferir",
  confirmTitle: "Título da confirmação",
  confirmText: paragraph("O que acontece então, uma coisa por linha"),
  sendLabel: "Botão de registrar",
  backLabel: "Botão de voltar",
  failedText: "Quando o envio falha",
  draftText: "O que acontece com o que foi preenchido",
});

const account = group("Conta para receber", {
  kindLabel: "Campo da forma",
  pixLabel: "Forma: Pix",
  bankLabel: "Forma: conta de banco",
  laterLabel: "Forma: informar depois",
  keyLabel: "Campo da chave Pix",
  keyHelp: "Ajuda da chave Pix",
  bankNameLabel: "Campo do banco",
  branchLabel: "Campo da agência",
  numberLabel: "Campo da conta",
  typeLabel: "Campo do tipo da conta",
  typePlaceholder: "Campo do tipo da conta, ainda sem escolha",
  checkingLabel: "Tipo: conta corrente",
  savingsLabel: "Tipo: poupança",
  holderLabel: "Campo do titular",
  documentLabel: "Campo do CPF ou CNPJ do titular",
  giveLabel: "Botão de informar a conta que falta",
  changeLabel: "Botão de informar outra conta",
  changeTitle: "Título do formulário da troca",
  changeText: paragraph("Como a troca acontece"),
  sendLabel: "Botão de enviar a troca",
  sentText: "Depois do envio",
  failedText: "Quando o envio falha",
  confirmTitle: "Título da página do link",
  confirmText: paragraph("Explicação na página do link"),
  confirmLabel: "Botão de confirmar",
  confirmedText: "Depois de confirmar",
  expiredText: "Quando o link não vale mais",
});

/** Texts on /locador about a landlord's claims, and texts of the form that opens a claim. */
export const landlordClaim = group(
  "Acionar a garantia",
  {
    title: "Título",
    text: paragraph("Enquanto pode ser acionada", { ...lastDay, left: "o que resta do limite" }),
    overText: line("Depois do prazo", lastDay),
    openLabel: "Botão que abre o formulário",
    listTitle: "Título dos pedidos feitos",
    viewLabel: "Botão que abre um pedido",
    stages,
    form,
    account,
    sent: group("Depois do registro", {
      title: "Título, antes do protocolo",
      text: paragraph("O que fazer agora"),
    }),
    withdrawal: group("Retirar o pedido", {
      openLabel: "Botão que abre a pergunta",
      title: "A pergunta",
      text: "O que acontece então",
      confirmLabel: "Botão de confirmar",
      backLabel: "Botão de voltar",
      failedText: "Quando o envio falha",
    }),
  },
  { collapsed: true },
);
