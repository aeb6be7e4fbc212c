import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { lineFields } from "../fields/copy-fields.ts";
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
    submitLabel: "Botão de salvar",
    cancelLabel: "Botão de cancelar",
  }),
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
