import { group, line, paragraph, paragraphs } from "../fields/text-fields.ts";
import { confirmation } from "./claim-sheet-texts.ts";

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
      evidence: "O locador reúne as provas",
      hearing: "O locatário é ouvido",
      replying: "O locador responde ao locatário",
      wanted: "Falta algo de uma das partes",
      deciding: "Em análise",
      review: "Revisão pedida, em nova análise",
      decided: "Decidido, a pagar",
      paid: "Pago",
      refused: "Nada aprovado",
      withdrawn: "Retirado pelo locador",
      voided: "Encerrado com o cancelamento do contrato",
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
    evidenceText: paragraph("Enquanto o locador reúne as provas", lastDay),
    turnText: paragraph("Quando outra resposta do locatário é esperada", lastDay),
    listText: "Quando já não há o que responder",
    otherPeriodText: line("Pedido de outra vigência", { start: "o início", end: "o término" }),
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
      earlyText: paragraph("Antes dos itens, enquanto o locador ainda reúne as provas", lastDay),
      restText: line("Depois do envio, quando faltam itens", {
        items: "os itens sem resposta, como “item 2” ou “itens 1 e 2”",
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
  dayLabel: "Campo do dia do dano",
  dayHelp: line("Ajuda do campo do dia do dano", { start: "o primeiro dia garantido" }),
  limitText: paragraph("Limite da vigência do dia escolhido", {
    start: "o início da vigência",
    end: "o fim da vigência",
    limit: "o limite",
    used: "o que outros pedidos usaram",
    left: "o que resta",
  }),
  outsideText: "Quando no dia escolhido não havia garantia",
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
    text: paragraph("Enquanto pode ser acionada", lastDay),
    limitText: line("Limite de cada vigência", {
      start: "o início da vigência",
      end: "o fim da vigência",
      limit: "o limite",
      left: "o que resta",
    }),
    knownText: line("Pedido, para quem só lê", {
      protocol: "o protocolo",
      day: "o dia do registro",
    }),
    overText: line("Depois do prazo", lastDay),
    openLabel: "Botão que abre o formulário",
    listTitle: "Título dos pedidos feitos",
    viewLabel: "Botão que abre um pedido",
    stages,
    form,
    account,
    sent: group("Depois do registro", {
      title: "Título, antes do protocolo",
      text: paragraph("O que fazer agora", lastDay),
    }),
    completion: group("Dizer que as provas estão completas", {
      title: "Título",
      text: paragraph("Explicação", lastDay),
      openLabel: "Botão que abre a pergunta",
      question: "A pergunta",
      followsText: paragraph("O que acontece então"),
      confirmLabel: "Botão de confirmar",
      backLabel: "Botão de voltar",
      failedText: "Quando o envio falha",
    }),
    reply: group("Responder ao locatário, item por item", {
      intro: paragraph("Antes dos itens"),
      label: "Campo da resposta",
      help: "Ajuda do campo da resposta",
      submitLabel: "Botão de enviar",
      sentText: "Depois do envio",
      failedText: "Quando o envio falha",
    }),
    withdrawal: confirmation("Retirar o pedido"),
  },
  { collapsed: true },
);
