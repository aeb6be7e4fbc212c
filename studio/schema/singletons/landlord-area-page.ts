import { HomeIcon } from "@sanity/icons/Home";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";

/**
 * /locador: the guarantees of whoever has the link of a landlord's address. What a state of a letter is
 * called comes from “Verificar carta”.
 */
export const landlordAreaPage = defineSingleton({
  name: "landlordAreaPage",
  title: "Área do locador",
  icon: HomeIcon,
  fields: [
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução" }),
    lineField({ name: "loadingLabel", title: "Aviso enquanto carrega" }),
    groupField({
      name: "empty",
      title: "Sem fianças",
      fields: lineFields({ title: "Título", text: "Explicação" }),
    }),
    groupField({
      name: "labels",
      title: "Nomes dos dados",
      collapsed: true,
      fields: lineFields({
        property: "Imóvel",
        landlord: "Locador",
        tenant: "Iniciais do locatário",
        limit: "Limite da cobertura",
        start: "Início",
        end: "Término",
        closed: "Data do encerramento antecipado",
        code: "Código da carta",
        issued: "Data de emissão",
      }),
    }),
    groupField({
      name: "letter",
      title: "Carta",
      fields: lineFields({
        downloadLabel: "Botão de baixar",
        openingLabel: "Botão enquanto abre",
        openFailed: "Aviso quando não abre",
        verifyLabel: "Link para verificar",
        makingText: "Aviso enquanto a carta é feita",
      }),
    }),
    groupField({
      name: "waiting",
      title: "E-mail que ninguém confirmou",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({
          name: "text",
          title: "Explicação",
          description: "{{landlord}} vira as iniciais do locador, {{city}} a cidade do imóvel.",
          variables: ["landlord", "city"],
        }),
        paragraphField({
          name: "ownText",
          title: "Explicação, quando vale para todas as fianças do locador",
          description: "{{landlord}} vira as iniciais do locador.",
          variables: ["landlord"],
        }),
        ...lineFields({
          yesLabel: "Botão: sou eu",
          noLabel: "Botão: não sou eu",
          sendingLabel: "Botões durante o envio",
          failedText: "Aviso quando o envio falha",
        }),
      ],
    }),
    groupField({
      name: "lost",
      title: "Sem link, ou com um link que não vale mais",
      fields: [
        ...lineFields({ title: "Título", invalidTitle: "Título, quando o link não vale mais" }),
        paragraphField({ name: "text", title: "Explicação" }),
        ...lineFields({
          emailLabel: "Campo de e-mail",
          submitLabel: "Botão de pedir o link",
          sendingLabel: "Botão durante o envio",
          sentTitle: "Título depois do pedido",
        }),
        paragraphField({ name: "sentText", title: "Explicação depois do pedido" }),
      ],
    }),
    groupField({
      name: "failure",
      title: "Falha ao carregar",
      fields: lineFields({
        title: "Título",
        text: "Explicação",
        retryLabel: "Botão de tentar de novo",
      }),
    }),
  ],
});
