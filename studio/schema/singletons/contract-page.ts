import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";

const labels = groupField({
  name: "labels",
  title: "Nomes dos dados",
  fields: lineFields({
    name: "Nome do locatário",
    cpf: "CPF",
    email: "E-mail",
    phone: "Telefone",
    landlordName: "Nome do locador",
    propertyType: "Tipo do imóvel",
    propertyAddress: "Endereço do imóvel",
    rentalValue: "Valor do aluguel",
    guaranteeValue: "Valor da garantia",
    coverLimit: "Limite da cobertura",
    fee: "Taxa administrativa",
    startDate: "Início",
    endDate: "Término",
    duration: "Duração",
    paymentMethod: "Forma de pagamento",
  }),
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
const term = groupField({
  name: "term",
  title: "Quanto falta, e o que acontece depois",
  description: "{{days}} vira o número de dias, {{start}} o início e {{end}} o término.",
  fields: [
    lineField({ name: "daysLeft", title: "Faltam dias", variables: ["days", ...dates] }),
    lineField({ name: "oneDay", title: "Falta um dia", variables: dates }),
    lineField({ name: "lastDay", title: "Último dia", variables: dates }),
    lineField({ name: "upcoming", title: "Ainda não começou", variables: dates }),
    lineField({ name: "ended", title: "Encerrado", variables: dates }),
    lineField({ name: "cancelled", title: "Cancelado", variables: dates }),
    paragraphField({
      name: "afterText",
      title: "O que acontece no término",
      variables: dates,
    }),
    paragraphField({ name: "overText", title: "Depois do término", variables: dates }),
    lineField({ name: "reasonLabel", title: "Rótulo do motivo do encerramento" }),
  ],
});

const letter = groupField({
  name: "letter",
  title: "Carta de fiança",
  fields: lineFields({
    title: "Título",
    codeLabel: "Código de verificação",
    text: "Para que serve",
    verifyLabel: "Botão de verificar",
    pendingText: "Enquanto a carta é preparada",
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
      numberLabel: "Número do contrato",
      activeLabel: "Situação: ativo",
      inactiveLabel: "Situação: inativo",
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
    help,
    ...lineFields({
      documentsTitle: "Seção: documentos",
      downloadLabel: "Botão de baixar documento",
      documentsFailedText: "Aviso de documentos indisponíveis",
      notFoundTitle: "Aviso de contrato não encontrado",
      backToLoginLabel: "Botão de voltar à entrada",
      tryAgainLabel: "Botão de tentar novamente",
    }),
    passwordChange,
  ]),
});
