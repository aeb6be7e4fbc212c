import { SearchIcon } from "@sanity/icons/Search";
import { defineSingleton } from "../fields/define-singleton.ts";
import { eachOf, group, line, paragraph } from "../fields/text-fields.ts";
import { offer } from "../offers/offer-texts.ts";

function stage(title: string) {
  return group(
    title,
    { title: "Nome da etapa", text: paragraph("O que acontece nela") },
    { collapsed: true },
  );
}

function state(title: string, variables: Record<string, string> = {}) {
  return group(
    title,
    { who: "Com quem está o pedido", text: paragraph("O que fazer agora", variables) },
    { variables, collapsed: true },
  );
}

const dates = { start: "o início", end: "o término" };

/** Texts of /acompanhar, where a person with the link to a request sees the progress of this request. */
export const trackingPage = defineSingleton({
  name: "trackingPage",
  title: "Acompanhar pedido",
  icon: SearchIcon,
  fields: {
    title: "Título da página",
    intro: paragraph("Introdução"),
    loadingLabel: "Aviso enquanto carrega",
    protocolLabel: "Rótulo do protocolo",
    copyLabel: "Botão que copia o protocolo",
    copiedLabel: "Botão do protocolo, depois de copiar",
    receivedLabel: "Rótulo da data de recebimento",
    dueLabel: "Rótulo do prazo da resposta",
    documentsDueLabel: "Rótulo do prazo dos documentos",
    timeZoneNote: "Observação sobre o horário",
    nowTitle: "Título: o que acontece agora",
    whoLabel: "Rótulo: com quem está",
    reasonTitle: "Título do motivo, quando não aprovado",
    stagesTitle: "Título das etapas",
    doneLabel: "Etapa concluída",
    currentLabel: "Etapa em andamento",
    pausedLabel: "Etapa parada, à espera dos documentos",
    aheadLabel: "Etapa que ainda vem",
    maybeLabel: "Etapa que só acontece se for preciso",
    sendDocumentsLabel: "Botão: ir para os documentos",
    readOfferLabel: "Botão: ir para as condições",
    readCorrectionLabel: "Botão: ir para a correção do contrato",
    againLabel: "Botão: nova simulação",
    whatsappLabel: "Botão do WhatsApp",
    whatsappMessage: line("Mensagem do WhatsApp", { protocol: "o protocolo do pedido" }),
    stages: group(
      "Etapas",
      eachOf(
        {
          received: "Recebida",
          analysis: "Em análise",
          documents: "Documentos",
          conditions: "Condições",
          acceptance: "Aceite",
          contract: "Contrato",
        },
        stage,
      ),
    ),
    states: group("O que acontece agora", {
      pending: state("Em análise, dentro do prazo"),
      late: state("Em análise, com o prazo vencido"),
      documentsAsked: state("Faltam documentos"),
      documentsSent: state("Documentos em conferência"),
      approved: state("Aprovada, à espera das condições"),
      offered: state("Condições à espera do aceite"),
      adjustmentAsked: state("Ajuste pedido nas condições"),
      offerExpired: state("Condições que venceram"),
      offerDeclined: state("Condições recusadas"),
      accepted: state("Aceita, contrato em emissão"),
      correctionAsked: state("Correção do contrato à espera do aceite"),
      contractUpcoming: state("Contrato assinado que ainda não começou", dates),
      contractReady: state("Contrato em vigor", dates),
      contractUnpaid: state("Contrato cuja carta aguarda a taxa", dates),
      ended: state("Contrato encerrado"),
      rejected: state("Não aprovada"),
    }),
    offer,
    documents: group("Documentos pedidos", {
      title: "Título",
      intro: paragraph("Explicação"),
      fileHelp: "Tipos e tamanho de arquivo",
      sendLabel: "Botão de escolher o arquivo",
      againLabel: "Botão depois de uma recusa",
      replaceLabel: "Botão de trocar o arquivo enviado",
      sendingLabel: "Aviso durante o envio",
      cancelLabel: "Botão de cancelar o envio",
      cancelledText: "Aviso depois de cancelar",
      arrivedText: "Aviso depois do envio",
      failedText: "Aviso quando o envio falha",
      retryLabel: "Botão de tentar de novo",
      reasonLabel: "Rótulo do motivo da recusa",
      askedLabel: "Situação: ainda não enviado",
      sentLabel: "Situação: enviado",
      acceptedLabel: "Situação: aceito",
      refusedLabel: "Situação: recusado",
      closedText: "Aviso quando o pedido já foi decidido",
    }),
    lost: group("Sem link, ou com um link que não vale mais", {
      title: "Título",
      invalidTitle: "Título, quando o link não vale mais",
      text: paragraph("Explicação"),
      protocolLabel: "Campo do protocolo",
      protocolHelp: "Ajuda do campo do protocolo",
      emailLabel: "Campo de e-mail",
      submitLabel: "Botão de pedir o link",
      sendingLabel: "Botão durante o envio",
      sentTitle: "Título depois do pedido",
      sentText: paragraph("Explicação depois do pedido"),
      openTitle: "Sem JavaScript: título do campo do link",
      secretLabel: "Sem JavaScript: campo do link",
      secretHelp: "Sem JavaScript: ajuda do campo do link",
      openLabel: "Sem JavaScript: botão de abrir o pedido",
    }),
    failure: group("Falha ao carregar", {
      title: "Título",
      text: "Explicação",
      retryLabel: "Botão de tentar de novo",
    }),
  },
});
