import { HomeIcon } from "@sanity/icons/Home";
import { claimSheet } from "../claims/claim-sheet-texts.ts";
import { landlordClaim } from "../claims/claim-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { group, paragraph } from "../fields/text-fields.ts";
import { leaseList, leasePage } from "./lease-texts.ts";

/**
 * Texts of /locador, which a mailed link opens. The labels for a letter's status are in the document “Verificar carta”.
 */
export const landlordAreaPage = defineSingleton({
  name: "landlordAreaPage",
  title: "Área do locador",
  icon: HomeIcon,
  fields: {
    title: "Título da página",
    intro: paragraph("Introdução"),
    loadingLabel: "Aviso enquanto carrega",
    empty: group("Sem fianças", { title: "Título", text: "Explicação" }),
    labels: group(
      "Nomes dos dados",
      {
        property: "Imóvel",
        city: "Cidade",
        landlord: "Locador",
        tenant: "Iniciais do locatário",
        limit: "Limite da cobertura",
        start: "Início",
        end: "Término",
        planned: "Término, quando a fiança terminou antes dele",
        closed: "Data do encerramento antecipado",
        code: "Código da carta",
        issued: "Data de emissão",
        state: "Situação",
        claimUntil: "Último dia para acionar",
        waitsFor: "O que espera pelo locador",
        until: "Até quando espera",
        claim: "Pedido de acionamento aberto",
      },
      { collapsed: true },
    ),
    letter: group("Carta", {
      downloadLabel: "Botão de baixar",
      openingLabel: "Botão enquanto abre",
      openFailed: "Aviso quando não abre",
      verifyLabel: "Link para verificar",
      makingText: "Aviso enquanto a carta é feita",
    }),
    list: leaseList,
    lease: leasePage,
    claim: landlordClaim,
    claimSheet,
    waiting: group("E-mail que ninguém confirmou", {
      title: "Título",
      text: paragraph("Explicação", {
        landlord: "as iniciais do locador",
        city: "a cidade do imóvel",
      }),
      ownText: paragraph("Explicação, quando vale para todas as fianças do locador", {
        landlord: "as iniciais do locador",
      }),
      yesLabel: "Botão: sou eu",
      noLabel: "Botão: não sou eu",
      sendingLabel: "Botões durante o envio",
      failedText: "Aviso quando o envio falha",
    }),
    lost: group("Sem link, ou com um link que não vale mais", {
      title: "Título",
      invalidTitle: "Título, quando o link não vale mais",
      text: paragraph("Explicação"),
      emailLabel: "Campo de e-mail",
      submitLabel: "Botão de pedir o link",
      sendingLabel: "Botão durante o envio",
      sentTitle: "Título depois do pedido",
      sentText: paragraph("Explicação depois do pedido"),
    }),
    failure: group("Falha ao carregar", {
      title: "Título",
      text: "Explicação",
      retryLabel: "Botão de tentar de novo",
    }),
  },
});
