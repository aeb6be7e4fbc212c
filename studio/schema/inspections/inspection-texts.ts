import { group, line, paragraph, paragraphs } from "../fields/text-fields.ts";

/** Texts on /contrato and /locador about inspection reports, and about the last day for claims on the guarantee. */
export const inspections = group(
  "Vistorias e prazo da garantia",
  {
    title: "Título",
    tenantText: paragraph("Explicação ao locatário"),
    landlordText: paragraph("Explicação ao locador"),
    ...paragraphs(
      {
        untilText: "Prazo que corre",
        overText: "Prazo que já passou",
      },
      { day: "o último dia", counted: "quantos dias, e contados de quê" },
    ),
    afterText: paragraph("O que acontece se a locação continuar sem renovação"),
    checklist: group("Lista do que guardar", {
      entryTitle: "Título: na entrada",
      exitTitle: "Título: na saída",
      doneLabel: "O que já está",
      missingLabel: "O que falta",
      tenantEntry: "Vistoria de entrada do locatário",
      landlordEntry: "Vistoria de entrada do locador",
      tenantExit: "Vistoria de saída do locatário",
      landlordExit: "Vistoria de saída do locador",
      keys: "Recibo das chaves",
      entryText: paragraph("O que fotografar na entrada"),
      exitText: paragraph("O que fotografar na saída"),
    }),
    send: group("Enviar", {
      title: "Título",
      momentLabel: "Campo: qual vistoria",
      roomLabel: "Campo: cômodo",
      noteLabel: "Campo: o que mostra",
      noteHelp: "Ajuda do campo: o que mostra",
      chooseLabel: "Botão de escolher arquivos",
      help: "Quais arquivos, e quantos",
      countText: line("Quantos chegaram", {
        sent: "quantos chegaram",
        total: "quantos foram escolhidos",
      }),
      waitingLabel: "Situação: na fila",
      sendingLabel: "Situação: enviando",
      failedText: "Aviso quando um arquivo não é aceito",
      pausedText: "Aviso quando a conexão cai",
      retryLabel: "Botão de tentar de novo",
      removeLabel: "Botão de tirar da fila",
      closedText: "Quando não se pode mais enviar",
    }),
    files: group("Arquivos", {
      receivedText: line("Recibo de cada arquivo", {
        moment: "o dia e a hora",
        code: "o começo do código SHA-256",
      }),
      emptyText: "Quando não há nenhum",
      failedText: "Quando a lista não carrega",
      openLabel: "Botão de abrir",
      openingLabel: "Aviso enquanto abre",
      openFailed: "Aviso quando não abre",
      saveLabel: "Botão de baixar o arquivo",
      closeLabel: "Botão de fechar",
      receiptLabel: "Botão do recibo em PDF",
      asideText: line("Arquivo posto de lado pela equipe", { reason: "o motivo" }),
    }),
  },
  { description: "Aparece também em /locador.", collapsed: true },
);
