import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";

function state(name: string, title: string) {
  return groupField({
    name,
    title,
    collapsed: true,
    fields: [
      ...lineFields({ title: "Título", badge: "Situação, em uma ou duas palavras" }),
      paragraphField({ name: "explanation", title: "O que isso quer dizer" }),
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
        state("ended", "Encerrada"),
        state("revoked", "Cancelada"),
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
