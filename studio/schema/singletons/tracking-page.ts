import { SearchIcon } from "@sanity/icons/Search";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";

/** The conditions of a guarantee on /acompanhar; what is covered and what is not comes from “Cobertura”. */
const offerField = groupField({
  name: "offer",
  title: "Condições e aceite",
  description: "O que é coberto e o que não é vem do documento “Cobertura”.",
  collapsed: true,
  fields: [
    ...lineFields({
      title: "Título das condições",
      validLabel: "Rótulo do prazo para aceitar",
      exclusionsIntro: "Chamada antes do que não é coberto",
      limitLabel: "Rótulo do limite",
    }),
    paragraphField({ name: "limitNote", title: "Explicação do limite" }),
    ...lineFields({ referenceLabel: "Rótulo do valor de referência", feeLabel: "Rótulo do custo" }),
    lineField({
      name: "feeNote",
      title: "Explicação do custo",
      description: "{{months}} vira o prazo, como 12 meses.",
      variables: ["months"],
    }),
    lineField({
      name: "feeMonthNote",
      title: "O custo por mês",
      description: "{{perMonth}} vira o custo por mês, {{percent}} a parte do aluguel.",
      variables: ["perMonth", "percent"],
    }),
    ...lineFields({
      tenantLabel: "Rótulo do locatário",
      cpfLabel: "Rótulo do CPF",
      addressLabel: "Rótulo do endereço",
      feeDueLabel: "Rótulo do vencimento",
      paymentLabel: "Rótulo da forma de pagamento",
      rentLabel: "Rótulo do aluguel",
      startLabel: "Rótulo do início",
      endLabel: "Rótulo do fim",
      monthsLabel: "Rótulo do prazo",
      propertyLabel: "Rótulo do tipo do imóvel",
      landlordLabel: "Rótulo do locador",
      withdrawalTitle: "Título do direito de desistir",
    }),
    paragraphField({ name: "withdrawalText", title: "Explicação do direito de desistir" }),
    ...lineFields({
      pdfLabel: "Botão do PDF",
      openingLabel: "Botão do PDF, enquanto abre",
      openFailed: "Aviso quando o PDF não abre",
    }),
    lineField({
      name: "termsLabel",
      title: "Link para os termos",
      description: "{{termsVersion}} vira a versão dos termos.",
      variables: ["termsVersion"],
    }),
    ...lineFields({
      acceptTitle: "Título do aceite",
      clausesTitle: "Título das cláusulas que limitam direitos",
      clausesIntro: "Explicação das cláusulas",
    }),
    lineField({
      name: "clauseLabel",
      title: "Frase ao lado de cada cláusula",
      description: "{{clause}} vira o número e o título da cláusula.",
      variables: ["clause"],
    }),
    ...lineFields({
      clauseReadLabel: "Para abrir o texto de cada cláusula",
      clauseMissing: "Aviso quando falta marcar a cláusula",
      nextClauseLabel: "Botão para a próxima cláusula",
      nameLabel: "Campo do nome",
    }),
    lineField({
      name: "clausesDone",
      title: "Quantas cláusulas foram marcadas",
      description: "{{done}} vira quantas já foram, {{total}} quantas são.",
      variables: ["done", "total"],
    }),
    lineField({
      name: "nameHelp",
      title: "Ajuda do campo do nome",
      description: "{{name}} vira o nome do pedido.",
      variables: ["name"],
    }),
    ...lineFields({
      acceptLabel: "Botão de aceitar",
      acceptingLabel: "Botão durante o envio",
    }),
    paragraphField({
      name: "acceptNote",
      title: "O que a pessoa aceita, junto ao botão",
      description: "{{fee}} vira o custo total, {{feeDueOn}} o vencimento.",
      variables: ["fee", "feeDueOn"],
    }),
    ...lineFields({
      failed: "Aviso quando o envio falha",
      acceptedTitle: "Título depois do aceite",
    }),
    paragraphField({
      name: "acceptedText",
      title: "Explicação depois do aceite",
      description: "{{contractNumber}} vira o número do contrato.",
      variables: ["contractNumber"],
    }),
    lineField({ name: "nextTitle", title: "Título dos próximos passos, até a fiança começar" }),
    paragraphField({
      name: "nextSteps",
      title: "Próximos passos, um por linha",
      description:
        "{{fee}} vira a taxa, {{feeDueOn}} o vencimento dela, {{payment}} a forma de pagamento, {{start}} o início e {{end}} o término.",
      variables: ["fee", "feeDueOn", "payment", "start", "end"],
    }),
    ...lineFields({
      accessLabel: "Botão de receber o link da primeira senha",
      accessSendingLabel: "Botão durante o envio do link",
      accessSentText: "Aviso depois do envio do link",
      accessFailedText: "Aviso quando o link não foi enviado",
      readyLabel: "Link para o contrato pronto",
      expiredTitle: "Título das condições vencidas",
      refusedTitle: "Título das condições recusadas",
      answerTitle: "Título: pedir ajuste ou recusar",
    }),
    paragraphField({ name: "answerText", title: "Explicação: pedir ajuste ou recusar" }),
    ...lineFields({
      adjustLabel: "Botão: pedir ajuste",
      adjustReasonLabel: "Campo do ajuste",
      sendAdjustLabel: "Botão de enviar o ajuste",
      declineLabel: "Botão: não quero",
      declineReasonLabel: "Campo do motivo",
      sendDeclineLabel: "Botão de enviar a recusa",
      reasonHelp: "Ajuda dos dois campos",
      answeringLabel: "Botão durante o envio da resposta",
      backLabel: "Botão de voltar",
      answerFailed: "Aviso quando o envio da resposta falha",
      adjustedTitle: "Título depois do pedido de ajuste",
    }),
    paragraphField({ name: "adjustedText", title: "Explicação depois do pedido de ajuste" }),
    ...lineFields({ declinedTitle: "Título depois da recusa" }),
    paragraphField({ name: "declinedText", title: "Explicação depois da recusa" }),
  ],
});

function stage(name: string, title: string) {
  return groupField({
    name,
    title,
    collapsed: true,
    fields: [
      lineField({ name: "title", title: "Nome da etapa" }),
      paragraphField({ name: "text", title: "O que acontece nela" }),
    ],
  });
}

function state(name: string, title: string, variables: string[] = []) {
  return groupField({
    name,
    title,
    ...(variables.length > 0 && { description: "{{start}} vira o início e {{end}} o término." }),
    collapsed: true,
    fields: [
      lineField({ name: "who", title: "Com quem está o pedido" }),
      paragraphField({ name: "text", title: "O que fazer agora", variables }),
    ],
  });
}

/** /acompanhar: how far a request is, for whoever has its link. */
export const trackingPage = defineSingleton({
  name: "trackingPage",
  title: "Acompanhar pedido",
  icon: SearchIcon,
  fields: [
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução" }),
    ...lineFields({
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
      againLabel: "Botão: nova simulação",
      whatsappLabel: "Botão do WhatsApp",
    }),
    lineField({
      name: "whatsappMessage",
      title: "Mensagem do WhatsApp",
      description: "{{protocol}} vira o protocolo do pedido.",
      variables: ["protocol"],
    }),
    groupField({
      name: "stages",
      title: "Etapas",
      fields: [
        stage("received", "Recebida"),
        stage("analysis", "Em análise"),
        stage("documents", "Documentos"),
        stage("conditions", "Condições"),
        stage("acceptance", "Aceite"),
        stage("contract", "Contrato"),
      ],
    }),
    groupField({
      name: "states",
      title: "O que acontece agora",
      fields: [
        state("pending", "Em análise, dentro do prazo"),
        state("late", "Em análise, com o prazo vencido"),
        state("documentsAsked", "Faltam documentos"),
        state("documentsSent", "Documentos em conferência"),
        state("approved", "Aprovada, à espera das condições"),
        state("offered", "Condições à espera do aceite"),
        state("adjustmentAsked", "Ajuste pedido nas condições"),
        state("offerExpired", "Condições que venceram"),
        state("offerDeclined", "Condições recusadas"),
        state("accepted", "Aceita, contrato em emissão"),
        state("contractUpcoming", "Contrato assinado que ainda não começou", ["start", "end"]),
        state("contractReady", "Contrato em vigor", ["start", "end"]),
        state("ended", "Contrato encerrado"),
        state("rejected", "Não aprovada"),
      ],
    }),
    offerField,
    groupField({
      name: "documents",
      title: "Documentos pedidos",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "intro", title: "Explicação" }),
        ...lineFields({
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
      ],
    }),
    groupField({
      name: "lost",
      title: "Sem link, ou com um link que não vale mais",
      fields: [
        ...lineFields({ title: "Título", invalidTitle: "Título, quando o link não vale mais" }),
        paragraphField({ name: "text", title: "Explicação" }),
        ...lineFields({
          protocolLabel: "Campo do protocolo",
          protocolHelp: "Ajuda do campo do protocolo",
          emailLabel: "Campo de e-mail",
          submitLabel: "Botão de pedir o link",
          sendingLabel: "Botão durante o envio",
          sentTitle: "Título depois do pedido",
        }),
        paragraphField({ name: "sentText", title: "Explicação depois do pedido" }),
        ...lineFields({
          openTitle: "Sem JavaScript: título do campo do link",
          secretLabel: "Sem JavaScript: campo do link",
          secretHelp: "Sem JavaScript: ajuda do campo do link",
          openLabel: "Sem JavaScript: botão de abrir o pedido",
        }),
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
