import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { LockIcon } from "@sanity/icons/Lock";
import { contractFields } from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";
import {
  calendar,
  claim,
  ending,
  kinds,
  inspections,
  landlordAddress,
  payment,
  regret,
  renewal,
} from "./after-the-signature.ts";

/** /area-cliente, /login and /area-cliente/nova-senha */
export const clientAreaPage = defineSingleton({
  name: "clientAreaPage",
  title: "Área do cliente",
  icon: LockIcon,
  groups: pageGroups,
  fields: pageFields([
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    groupField({
      name: "adminTab",
      title: "Aba da gestão",
      fields: [
        ...lineFields({
          label: "Nome da aba",
          heading: "Título",
          emailLabel: "Campo de e-mail",
          passwordLabel: "Campo de senha",
          signInLabel: "Botão de entrar",
          signUpLabel: "Botão de cadastrar",
          toSignUpLabel: "Link para o cadastro",
          toSignInLabel: "Link para a entrada",
          forgotLabel: "Link de senha esquecida",
        }),
        paragraphField({ name: "forgotText", title: "Senha esquecida: o que acontece" }),
      ],
    }),
    groupField({
      name: "clientTab",
      title: "Aba do cliente",
      fields: lineFields({
        label: "Nome da aba",
        heading: "Título",
        contractNumberLabel: "Campo do número do contrato",
        passwordLabel: "Campo de senha",
        submitLabel: "Botão de entrar",
        forgotLabel: "Link de senha esquecida",
        noContractText: "Antes do link de acompanhamento, para quem ainda não tem contrato",
        trackLabel: "Link de acompanhamento",
      }),
    }),
    groupField({
      name: "recovery",
      title: "Recuperação de senha",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "text", title: "Texto" }),
        ...lineFields({
          emailLabel: "Campo de e-mail",
          submitLabel: "Botão de enviar",
          cancelLabel: "Botão de cancelar",
        }),
      ],
    }),
    groupField({
      name: "newPassword",
      title: "Nova senha (página do link de recuperação)",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "intro", title: "Introdução" }),
        ...lineFields({
          checkingLabel: "Aviso de verificação do link",
          passwordLabel: "Campo da nova senha",
          passwordHelp: "Ajuda do campo da nova senha",
          failedText: "Quando a senha não pôde ser alterada",
          submitLabel: "Botão de salvar",
          expiredTitle: "Link vencido: título",
        }),
        paragraphField({ name: "expiredText", title: "Link vencido: explicação" }),
        lineField({ name: "expiredLabel", title: "Link vencido: botão para pedir outro" }),
        ...lineFields({ firstTitle: "Primeira senha: título" }),
        paragraphField({ name: "firstIntro", title: "Primeira senha: introdução" }),
        ...lineFields({
          firstLabel: "Primeira senha: campo",
          firstSubmitLabel: "Primeira senha: botão de criar",
        }),
        paragraphField({
          name: "firstExpiredText",
          title: "Primeira senha: explicação do link vencido",
        }),
        ...lineFields({
          firstExpiredLabel: "Primeira senha: botão para o pedido, onde se recebe outro link",
          firstSignInLabel: "Primeira senha: botão de quem já a criou",
        }),
        paragraphField({ name: "staffIntro", title: "Equipe: introdução" }),
        lineField({ name: "staffHelp", title: "Equipe: ajuda do campo da nova senha" }),
        paragraphField({ name: "staffExpiredText", title: "Equipe: explicação do link vencido" }),
      ],
    }),
  ]),
});

const labels = groupField({
  name: "labels",
  title: "Nomes dos dados",
  fields: lineFields(
    Object.fromEntries(Object.entries(contractFields).map(([name, { title }]) => [name, title])),
  ),
});

const passwordChange = groupField({
  name: "passwordChange",
  title: "Alteração da senha",
  fields: lineFields({
    title: "Título",
    text: "Texto",
    currentLabel: "Campo da senha atual",
    newLabel: "Campo da nova senha",
    newHelp: "Ajuda do campo da nova senha",
    failedText: "Quando a senha não pôde ser alterada",
    submitLabel: "Botão de salvar",
    cancelLabel: "Botão de cancelar",
  }),
});

const dates = ["start", "end"];
const letterDates = [...dates, "closed"];
const term = groupField({
  name: "term",
  title: "Quanto falta, e o que acontece depois",
  description: "{{days}} vira o número de dias, {{start}} o início e {{end}} o término.",
  fields: [
    lineField({ name: "daysLeft", title: "Faltam dias", variables: ["days", ...dates] }),
    lineField({ name: "oneDay", title: "Falta um dia", variables: dates }),
    lineField({ name: "lastDay", title: "Último dia", variables: dates }),
    lineField({ name: "upcoming", title: "Ainda não começou", variables: dates }),
    lineField({ name: "awaitingPayment", title: "Aguarda a taxa", variables: dates }),
    lineField({ name: "ended", title: "Encerrado", variables: dates }),
    lineField({ name: "cancelled", title: "Cancelado", variables: dates }),
    paragraphField({
      name: "afterText",
      title: "O que acontece no término",
      variables: dates,
    }),
    paragraphField({ name: "overText", title: "Depois do término", variables: dates }),
    paragraphField({ name: "cancelledText", title: "Depois do cancelamento", variables: dates }),
    lineField({ name: "reasonLabel", title: "Rótulo do motivo do encerramento" }),
  ],
});

const letter = groupField({
  name: "letter",
  title: "Carta de fiança",
  fields: [
    ...lineFields({
      title: "Título",
      codeLabel: "Código de verificação",
      validLabel: "Rótulo da vigência",
      copyLabel: "Botão de copiar o código",
      copiedLabel: "Botão depois de copiar",
      sendLabel: "Botão de enviar ao proprietário",
    }),
    paragraphField({
      name: "sendText",
      title: "Mensagem ao proprietário",
      description: "{{code}} vira o código da carta, {{address}} o endereço em que se confere.",
      variables: ["code", "address"],
    }),
    ...lineFields({
      text: "Para que serve",
      verifyLabel: "Botão de verificar",
      pendingText: "Enquanto a carta é preparada",
    }),
  ],
});

const correction = groupField({
  name: "correction",
  title: "Correção que espera o aceite do locatário",
  fields: lineFields({
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
  }),
});

const help = groupField({
  name: "help",
  title: "A quem perguntar",
  fields: lineFields({ title: "Título", text: "Texto" }),
});

/** /contrato */
export const contractPage = defineSingleton({
  name: "contractPage",
  title: "Meu contrato",
  icon: DocumentTextIcon,
  groups: pageGroups,
  fields: pageFields([
    ...lineFields({
      title: "Título da página",
      loadingLabel: "Aviso de carregamento",
      listTitle: "Lista, quando há mais de um contrato",
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
    }),
    labels,
    term,
    letter,
    correction,
    calendar,
    landlordAddress,
    inspections,
    claim,
    regret,
    ending,
    kinds,
    payment,
    renewal,
    help,
    ...lineFields({
      documentsTitle: "Seção: documentos",
      receiptLabel: "Recibo da taxa, entre os documentos",
      refundLabel: "Comprovante de devolução, entre os documentos",
      downloadLabel: "Botão de baixar documento",
      documentsFailedText: "Aviso de documentos indisponíveis",
      notFoundTitle: "Aviso de contrato não encontrado",
      backToLoginLabel: "Botão de voltar à entrada",
      tryAgainLabel: "Botão de tentar novamente",
      printedLabel: "No papel: antes da data em que se imprime",
    }),
    passwordChange,
  ]),
});

function state(name: string, title: string, variables = letterDates) {
  return groupField({
    name,
    title,
    collapsed: true,
    description:
      variables === letterDates
        ? "{{start}} vira o início, {{end}} o término e {{closed}} o dia do encerramento."
        : "{{replaced}} vira a data da nova versão.",
    fields: [
      lineField({ name: "title", title: "Título", variables }),
      lineField({ name: "badge", title: "Situação, em poucas palavras", variables }),
      paragraphField({ name: "explanation", title: "O que isso quer dizer", variables }),
    ],
  });
}

/** /verificar: whether a letter is genuine and in force. */
export const verifyPage = defineSingleton({
  name: "verifyPage",
  title: "Verificar carta",
  icon: CheckmarkCircleIcon,
  fields: [
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução" }),
    lineField({
      name: "specimenLabel",
      title: "Link para a carta de exemplo",
      description:
        "Aparece também em /locadores e /parceiros. O PDF é feito com os textos da carta.",
    }),
    ...lineFields({
      loadingLabel: "Aviso enquanto carrega",
      codeLabel: "Campo do código",
      codeHelp: "Ajuda do campo do código",
      submitLabel: "Botão de verificar",
      checkingLabel: "Botão durante a verificação",
    }),
    groupField({
      name: "states",
      title: "Situação da carta",
      fields: [
        state("inForce", "Verdadeira e em vigor"),
        state("upcoming", "Verdadeira, ainda não começou"),
        state("awaitingPayment", "Verdadeira, aguarda o pagamento da taxa"),
        state("ended", "Encerrada"),
        state("revoked", "Cancelada"),
        state("regretted", "Cancelada: o locatário desistiu no prazo legal"),
        state("notStarted", "Cancelada antes de começar"),
        state("keys", "Encerrada com a devolução das chaves"),
        state("replaced", "Substituída por uma nova versão", ["replaced"]),
      ],
    }),
    groupField({
      name: "labels",
      title: "Nomes dos dados",
      collapsed: true,
      fields: lineFields({
        tenant: "Iniciais do locatário",
        city: "Cidade do imóvel",
        limit: "Limite da cobertura",
        issued: "Data de emissão",
        start: "Início",
        end: "Término",
        closed: "Data do encerramento antecipado",
      }),
    }),
    paragraphField({ name: "noteText", title: "Observação abaixo dos dados" }),
    groupField({
      name: "unknown",
      title: "Código que não existe",
      fields: lineFields({ title: "Título", text: "Explicação" }),
    }),
    lineField({
      name: "contactLabel",
      title: "Botão que leva ao contato, quando a carta não vale",
    }),
    groupField({
      name: "specimen",
      title: "Código da carta de exemplo",
      fields: lineFields({ title: "Título", text: "Explicação" }),
    }),
    groupField({
      name: "file",
      title: "Conferência do arquivo",
      fields: lineFields({
        title: "Título",
        text: "Explicação",
        dropLabel: "Área de soltar o arquivo",
        sameText: "É o arquivo que foi emitido",
        otherText: "Não é o arquivo que foi emitido",
        failedText: "O arquivo não pôde ser lido",
      }),
    }),
    groupField({
      name: "failure",
      title: "Falha ao verificar",
      fields: lineFields({ title: "Título", text: "Explicação" }),
    }),
  ],
});
