import { group, line, lines, paragraph, paragraphs } from "../fields/text-fields.ts";

const lastDay = { until: "o último dia" };
const term = { start: "o início", end: "o fim" };

/** Texts of the list of leases on /locador. */
export const leaseList = group(
  "Lista das locações",
  {
    searchLabel: "Campo de busca",
    searchHelp: "Ajuda do campo de busca",
    filterLabel: "Campo da situação",
    filters: group("Situações para escolher", {
      all: "Todas",
      waiting: "Esperam por você",
      claim: "Com pedido aberto",
      inForce: "Em vigor",
      awaitingPayment: "Aguardando pagamento",
      upcoming: "Ainda não começaram",
      ended: "Encerradas",
      revoked: "Canceladas",
    }),
    waitingTitle: "Título: o que espera por você",
    restTitle: "Título: as outras locações",
    allTitle: "Título, quando nada espera",
    countText: line("Quantas aparecem", { shown: "quantas aparecem", total: "quantas são" }),
    termText: line("Vigência", term),
    claimUntilText: line("Último dia para acionar", { day: "o último dia" }),
    claimText: line("Pedido aberto", { protocol: "o protocolo" }),
    tasks: group(
      "O que espera por você",
      lines(
        { claim: "Um pedido de acionamento", handover: "O dia da entrega das chaves" },
        lastDay,
      ),
      { variables: lastDay },
    ),
    readsLabel: "E-mail que só lê",
    noneTitle: "Título, quando a busca não encontra nada",
    noneText: "Explicação, quando a busca não encontra nada",
    clearLabel: "Botão de limpar a busca",
    moreLabel: line("Botão de mostrar mais", { count: "quantas faltam" }),
    downloadLabel: "Botão de baixar a planilha",
    downloadFailed: "Quando a planilha não é feita",
  },
  { collapsed: true },
);

const day = { day: "o dia das chaves" };

const handover = group("Entrega das chaves e fim da locação", {
  title: "Título",
  text: paragraph("Enquanto ninguém pediu o encerramento"),
  openLabel: "Botão de informar que a locação terminou",
  formTitle: "Título do formulário",
  kindLabel: "Campo do motivo",
  kindPlaceholder: "Campo do motivo, ainda sem escolha",
  kinds: group("Motivos", {
    movedOut: "O imóvel foi desocupado antes do fim",
    leaseEnded: "O contrato de locação acabou",
    neverBegan: "A locação não começou",
    other: "Outro motivo",
  }),
  keysLabel: "Campo do dia das chaves",
  keysHelp: "Ajuda do campo do dia das chaves",
  reasonLabel: "Campo do motivo em palavras",
  reasonHelp: "Ajuda do campo do motivo em palavras",
  followsText: paragraph("O que acontece depois, uma coisa por linha"),
  claimText: paragraph("Quando há um pedido aberto", { protocol: "o protocolo" }),
  despiteLabel: "Caixa: seguir mesmo com um pedido aberto",
  sendLabel: "Botão de enviar",
  backLabel: "Botão de voltar",
  failedText: "Quando o envio falha",
  askedTitle: "Título, quando o encerramento foi pedido",
  ...paragraphs(
    {
      tenantAskedText: "Pedido pelo locatário",
      landlordAskedText: "Pedido por você",
      staffAskedText: "Registrado pela equipe",
      confirmedText: "Encerramento confirmado",
    },
    day,
  ),
  waitsText: paragraph("Enquanto você pode informar o dia", lastDay),
  waitsForTenantText: paragraph("Enquanto o locatário pode informar o dia", lastDay),
  staffText: paragraph("Quando a equipe confere"),
  contestedText: paragraph("Quando os dias não são iguais"),
  noKeysText: paragraph("Encerramento sem entrega das chaves"),
  protocolLabel: "Rótulo do protocolo",
  sides: group("Quem informou o dia", {
    tenant: "Locatário",
    landlord: "Locador",
    staff: "Equipe",
  }),
  statedText: line("O dia que cada um informou", { ...day, side: "quem informou" }),
  proofText: "O recibo chegou",
  agreeLabel: line("Botão: foi neste dia", day),
  otherLabel: "Botão: foi outro dia",
  changeLabel: "Botão de mudar o dia que você informou",
  stateTitle: "Título do formulário do dia",
  noteLabel: "Campo da explicação",
  noteHelp: "Ajuda do campo da explicação",
  stateLabel: "Botão de enviar o dia",
  statedDoneText: "Depois do envio do dia",
  lateText: "Quando o prazo para informar o dia passou",
  sendProofLabel: "Botão de enviar o recibo das chaves",
  replaceProofLabel: "Botão de trocar o recibo das chaves",
  proofHelp: "Ajuda do recibo das chaves",
  proofSentText: "Depois do envio do recibo",
  withdrawLabel: "Botão de retirar o pedido",
  goneText: "Quando o pedido já foi concluído por outra pessoa",
});

const renewal = group("Renovação", {
  title: "Título",
  text: paragraph("Quando se pode pedir"),
  laterText: paragraph("Quando ainda é cedo", { day: "o primeiro dia" }),
  askLabel: "Botão de pedir",
  askedText: "Pedida",
  offeredText: "Oferecida ao locatário",
  declinedText: "Recusada pelo locatário",
  expiredText: "Oferta que venceu",
  renewedText: "Renovada",
  failedText: "Quando o envio falha",
});

const addresses = group("E-mails do locador", {
  title: "Título",
  text: paragraph("Explicação"),
  mineLabel: "Este é o seu",
  actsLabel: "Pode agir",
  readsLabel: "Só lê, até a nossa conferência",
  waitingLabel: "À espera da confirmação",
  label: "Campo do e-mail",
  submitLabel: "Botão de enviar",
  sentText: "Depois do envio",
  enoughText: "Quando já são três",
  closedText: "Quando o prazo já passou",
  failedText: "Quando o envio falha",
});

/** Texts of a lease's page on /locador. */
export const leasePage = group(
  "Página de uma locação",
  {
    backLabel: "Botão de voltar à lista",
    missingTitle: "Título, quando a locação não é deste link",
    missingText: "Explicação, quando a locação não é deste link",
    todoTitle: "Título do que espera por você",
    readsTitle: "Título, para quem só lê",
    readsText: paragraph("Por que este e-mail só lê, e o que acontece agora"),
    periodsTitle: "Título das vigências",
    periodText: line("Vigência", term),
    handover,
    renewal,
    addresses,
  },
  { collapsed: true },
);
