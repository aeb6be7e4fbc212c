import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { defineSingleton } from "../fields/define-singleton.ts";
import { eachOf, group, line, paragraph } from "../fields/text-fields.ts";

const dates = {
  start: "o início",
  end: "o término",
  closed: "o dia do encerramento",
};

const days = { paid: "o dia do pagamento", reversed: "o dia do estorno" };

function state(title: string, variables: Record<string, string> = dates) {
  return group(
    title,
    {
      title: line("Título", variables),
      badge: line("Situação, em poucas palavras", variables),
      explanation: paragraph("O que isso quer dizer", variables),
    },
    { variables, collapsed: true },
  );
}

/** Texts of /verificar, which tells whether a letter or receipt is genuine and valid. */
export const verifyPage = defineSingleton({
  name: "verifyPage",
  title: "Verificar carta",
  icon: CheckmarkCircleIcon,
  fields: {
    title: "Título da página",
    intro: paragraph("Introdução"),
    specimenLabel: line(
      "Link para a carta de exemplo",
      "Aparece também em /locadores e /parceiros. O PDF é feito com os textos da carta.",
    ),
    loadingLabel: "Aviso enquanto carrega",
    codeLabel: "Campo do código",
    codeHelp: "Ajuda do campo do código",
    submitLabel: "Botão de verificar",
    checkingLabel: "Botão durante a verificação",
    states: group("Situação da carta", {
      ...eachOf(
        {
          inForce: "Verdadeira e em vigor",
          upcoming: "Verdadeira, ainda não começou",
          awaitingPayment: "Verdadeira, aguarda o pagamento da taxa",
          ended: "Encerrada",
          revoked: "Cancelada",
          regretted: "Cancelada: o locatário desistiu no prazo legal",
          notStarted: "Cancelada antes de começar",
          neverBegan: "Encerrada: a locação não começou",
          keys: "Encerrada com a devolução das chaves",
        },
        (title) => state(title),
      ),
      replaced: state("Substituída por uma nova versão", { replaced: "a data da nova versão" }),
    }),
    labels: group(
      "Nomes dos dados",
      {
        tenant: "Iniciais do locatário",
        city: "Cidade do imóvel",
        limit: "Limite da cobertura",
        issued: "Data de emissão",
        start: "Início",
        end: "Término",
        planned: "Término, quando a carta termina antes",
        closed: "Data do encerramento antecipado",
      },
      { collapsed: true },
    ),
    noteText: paragraph("Observação abaixo dos dados"),
    unknown: group("Código que não existe", { title: "Título", text: "Explicação" }),
    contactLabel: "Botão que leva ao contato, quando a carta ou o recibo não vale",
    specimen: group("Código da carta de exemplo", { title: "Título", text: "Explicação" }),
    receipt: group(
      "Código de um recibo",
      {
        genuine: state("Verdadeiro", days),
        reversed: state("De um pagamento estornado", days),
        kinds: group("De que é o recibo", {
          payment: "De um pagamento recebido",
          refund: "De uma devolução ao locatário",
          claim: "De um pagamento da garantia ao locador",
        }),
        labels: group("Nomes dos dados", {
          about: "De que é o recibo",
          amount: "Valor",
          paid: "Dia do pagamento",
          reversed: "Dia do estorno",
          contract: "Número do contrato, em parte",
          tenant: "Iniciais do locatário",
          pays: "O que o pagamento paga",
        }),
        noteText: paragraph("Observação abaixo dos dados"),
      },
      { variables: days, collapsed: true },
    ),
    file: group("Conferência do arquivo", {
      title: "Título",
      text: "Explicação",
      dropLabel: "Área de soltar o arquivo",
      sameText: "É o arquivo que foi emitido",
      otherText: "Não é o arquivo que foi emitido",
      failedText: "O arquivo não pôde ser lido",
    }),
    failure: group("Falha ao verificar", { title: "Título", text: "Explicação" }),
  },
});
