import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { contractFields } from "#contracts/leases/contract.ts";
import { tenantClaim } from "../claims/claim-texts.ts";
import { definePage } from "../fields/define-singleton.ts";
import { group, line, lines, paragraph, paragraphs } from "../fields/text-fields.ts";
import { inspections } from "../inspections/inspection-texts.ts";
import { landlordAddress } from "../landlords/landlord-address-texts.ts";
import { payment } from "../payments/payment-texts.ts";
import { refundAccount } from "../payments/refund-account-texts.ts";
import { ending, kinds, regret, renewal } from "../leases/ending-texts.ts";

const labels = group(
  "Nomes dos dados",
  Object.fromEntries(Object.entries(contractFields).map(([name, { title }]) => [name, title])),
);

const calendar = group(
  "Datas para a agenda",
  {
    label: "Botão de baixar",
    start: "Início",
    end: "Término",
    proof: "Último dia para acionar a garantia",
    proofText: paragraph("Explicação desse dia, com {{claimTime}}"),
    regret: "Último dia para desistir",
    fee: "Vencimento da taxa",
  },
  { description: "O arquivo que o locatário baixa: um dia inteiro para cada data." },
);

const passwordChange = group("Alteração da senha", {
  title: "Título",
  text: "Texto",
  currentLabel: "Campo da senha atual",
  newLabel: "Campo da nova senha",
  newHelp: "Ajuda do campo da nova senha",
  failedText: "Quando a senha não pôde ser alterada",
  submitLabel: "Botão de salvar",
  cancelLabel: "Botão de cancelar",
});

const days = { days: "o número de dias" };
const dates = { start: "o início", end: "o término" };
const term = group(
  "Quanto falta, e o que acontece depois",
  {
    daysLeft: line("Faltam dias", { ...days, ...dates }),
    ...lines(
      {
        oneDay: "Falta um dia",
        lastDay: "Último dia",
        upcoming: "Ainda não começou",
        awaitingPayment: "Aguarda a taxa",
        ended: "Encerrado",
        cancelled: "Cancelado",
      },
      dates,
    ),
    ...paragraphs(
      {
        afterText: "O que acontece no término",
        renewedText: "Quando há uma renovação",
        endingText: "Quando o encerramento está confirmado para outro dia",
        overText: "Depois do término",
        leftText: "Depois do fim da locação",
        cancelledText: "Depois do cancelamento",
      },
      dates,
    ),
    reasonLabel: "Rótulo do motivo do encerramento",
    planned: "Nome do término, quando o contrato termina antes",
    endsOn: "Nome do dia em que o contrato vai terminar",
    endedOn: "Nome do dia em que o contrato terminou",
    cancelledOn: "Nome do dia em que o contrato foi cancelado",
  },
  { variables: { ...days, ...dates } },
);

const amount = { amount: "o valor" };
const periods = group(
  "Lista das vigências",
  {
    ...lines(
      {
        owedText: "O que falta pagar",
        overdueText: "O que está em atraso",
        refundText: "O que vamos devolver",
      },
      amount,
    ),
    settledText: "Quando não há nada a pagar",
    claimText: line("Um acionamento da garantia", { protocol: "o protocolo", state: "a situação" }),
  },
  {
    description: "Aparece em cada vigência, quando há mais de uma.",
    variables: amount,
    collapsed: true,
  },
);

const letter = group("Carta de fiança", {
  title: "Título",
  codeLabel: "Código de verificação",
  validLabel: "Rótulo da vigência",
  copyLabel: "Botão de copiar o código",
  copiedLabel: "Botão depois de copiar",
  sendLabel: "Botão de enviar ao proprietário",
  sendText: paragraph("Mensagem ao proprietário", {
    code: "o código da carta",
    address: "o endereço em que se confere",
  }),
  text: "Para que serve",
  verifyLabel: "Botão de verificar",
  pendingText: "Enquanto a carta é preparada",
});

const correction = group("Correção que espera o aceite do locatário", {
  title: "Título",
  text: "O que se pede",
  reasonLabel: "Rótulo do motivo",
  nowLabel: "Antes do que está escrito hoje",
  thenLabel: "Antes do que passa a estar escrito",
  nameLabel: "Campo do nome completo",
  acceptLabel: "Botão de aceitar",
  wrongNameText: "Quando o nome não é o do contrato",
  failedText: "Quando não foi possível aceitar",
  acceptedText: "Depois do aceite",
});

export const contractPage = definePage({
  name: "contractPage",
  title: "Meu contrato",
  icon: DocumentTextIcon,
  fields: {
    title: "Título da página",
    loadingLabel: "Aviso de carregamento",
    listTitle: "Lista, quando há mais de um contrato",
    periods,
    numberLabel: "Número do contrato",
    activeLabel: "Situação: ativo",
    inactiveLabel: "Situação: inativo",
    awaitingLabel: "Situação enquanto a taxa é aguardada",
    signOutLabel: "Botão de sair",
    changePasswordLabel: "Botão de alterar a senha",
    tenantTitle: "Seção: locatário",
    landlordTitle: "Seção: locador",
    propertyTitle: "Seção: imóvel",
    valuesTitle: "Seção: valores e prazos",
    labels,
    term,
    letter,
    correction,
    calendar,
    landlordAddress,
    inspections,
    claim: tenantClaim,
    regret,
    ending,
    kinds,
    payment,
    refundAccount,
    renewal,
    help: group("A quem perguntar", { title: "Título", text: "Texto" }),
    documentsTitle: "Seção: documentos",
    downloadLabel: "Botão de baixar documento",
    documentsFailedText: "Aviso de documentos indisponíveis",
    notFoundTitle: "Aviso de contrato não encontrado",
    backToLoginLabel: "Botão de voltar à entrada",
    tryAgainLabel: "Botão de tentar novamente",
    printedLabel: "No papel: antes da data em que se imprime",
    passwordChange,
  },
});
