import { HomeIcon } from "@sanity/icons/Home";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";

const onDay = { variables: ["until"], description: "{{until}} vira o último dia." };

/** What the stages of a claim mean to one of its sides. */
export const claimStages = groupField({
  name: "stages",
  title: "O que cada situação quer dizer",
  description: "{{until}} vira até quando, {{paidOn}} o dia do pagamento e {{granted}} o valor.",
  collapsed: true,
  fields: Object.entries({
    hearing: "O locatário é ouvido",
    wanted: "Falta algo de uma das partes",
    deciding: "Em análise",
    appealed: "Revisão pedida, em nova análise",
    decided: "Decidido, a pagar",
    paid: "Pago",
    refused: "Nada aprovado",
    withdrawn: "Retirado",
  }).map(([name, title]) =>
    paragraphField({ name, title, variables: ["until", "paidOn", "granted"] }),
  ),
});

/** A claim as landlord and tenant see it, and what both may do. */
const claimSheet = groupField({
  name: "claimSheet",
  title: "Pedido de acionamento, para os dois lados",
  description: "Aparece em /locador e em /contrato.",
  collapsed: true,
  fields: [
    ...lineFields({
      title: "Título",
      protocolLabel: "Rótulo do protocolo",
      copyLabel: "Botão de copiar o protocolo",
      copiedLabel: "Botão depois de copiar",
      printLabel: "Botão de imprimir",
      printedLabel: "No papel: antes da data em que se imprime",
      backLabel: "Botão de voltar",
    }),
    groupField({
      name: "turns",
      title: "De quem é a vez",
      fields: [
        ...Object.entries({
          yours: "De quem lê",
          landlord: "Do locador",
          tenant: "Do locatário",
          staff: "Da Payser",
        }).map(([name, title]) => lineField({ name, title, ...onDay })),
        lineField({ name: "late", title: "Da Payser, quando o prazo passou", ...onDay }),
        lineField({ name: "nobody", title: "De ninguém: terminou" }),
      ],
    }),
    groupField({
      name: "labels",
      title: "Nomes dos dados",
      fields: lineFields({
        openedAt: "Dia do registro",
        asked: "Valor pedido",
        granted: "Valor aprovado",
        limit: "Limite da cobertura",
        limitLeft: "Parte do limite que resta",
        hearUntil: "Prazo do locatário",
        decideBy: "Prazo da decisão",
        payBy: "Prazo do pagamento",
        paidOn: "Dia do pagamento",
        account: "Conta do locador",
        accountNext: "Conta que espera a confirmação",
        reason: "Motivo da decisão",
        clause: "Cláusula da decisão",
        answer: "Resposta do locatário",
      }),
    }),
    ...lineFields({
      itemsTitle: "Título dos itens",
      noAnswerText: "Item a que o locatário ainda não respondeu",
      silentText: "Item a que o locatário não respondeu no prazo",
      filesTitle: "Título dos arquivos de um item",
      otherFilesTitle: "Título dos arquivos sem item",
      noFilesText: "Item sem arquivos",
      noAccountText: "Conta que ainda não foi informada",
      openLabel: "Botão de abrir um arquivo",
      openFailed: "Quando um arquivo não abre",
      ofLandlord: "De quem é o arquivo: locador",
      ofTenant: "De quem é o arquivo: locatário",
      ofStaff: "De quem é o arquivo: Payser",
      addTitle: "Dobra em que se enviam arquivos",
      fileKindLabel: "Campo do que os arquivos mostram",
      addLabel: "Botão de escolher os arquivos",
      addHelp: "Tipos e tamanho de arquivo",
      decisionLabel: "Botão de baixar a decisão",
      receiptLabel: "Botão de baixar o recibo do pagamento",
      historyTitle: "Título do andamento",
    }),
    lineField({
      name: "codeText",
      title: "Código de um arquivo",
      variables: ["code"],
      description: "{{code}} vira o código.",
    }),
    groupField({
      name: "queue",
      title: "Enquanto arquivos são enviados",
      fields: [
        lineField({
          name: "countText",
          title: "Quantos chegaram",
          variables: ["sent", "total"],
          description: "{{sent}} vira quantos chegaram, {{total}} quantos são.",
        }),
        ...lineFields({
          waitingLabel: "Arquivo que espera",
          sendingLabel: "Arquivo a caminho",
          sentLabel: "Arquivo que chegou",
          failedText: "Arquivo que não chegou",
          pausedText: "Sem conexão",
          retryLabel: "Botão de continuar",
          removeLabel: "Botão de tirar da fila",
        }),
      ],
    }),
    groupField({
      name: "wanted",
      title: "O que a equipe pediu a uma das partes",
      fields: [
        lineField({ name: "title", title: "Título" }),
        ...lineFields({
          label: "Campo da resposta",
          help: "Ajuda do campo da resposta",
          submitLabel: "Botão de dizer que foi enviado",
          failedText: "Quando o envio falha",
        }),
      ],
    }),
    groupField({
      name: "appeal",
      title: "Pedir revisão da decisão",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "text", title: "Explicação", ...onDay }),
        ...lineFields({
          label: "Campo do texto",
          help: "Ajuda do campo do texto",
          submitLabel: "Botão de enviar",
          failedText: "Quando o envio falha",
          askedText: "Título do motivo, depois de pedida",
        }),
      ],
    }),
  ],
});

/** What a landlord reads and does about claims. */
const claim = groupField({
  name: "claim",
  title: "Acionar a garantia",
  collapsed: true,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({
      name: "text",
      title: "Enquanto pode ser acionada",
      variables: ["until", "left"],
      description: "{{until}} vira o último dia, {{left}} o que resta do limite.",
    }),
    lineField({ name: "overText", title: "Depois do prazo", ...onDay }),
    ...lineFields({
      openLabel: "Botão que abre o formulário",
      listTitle: "Título dos pedidos feitos",
      viewLabel: "Botão que abre um pedido",
    }),
    claimStages,
    groupField({
      name: "form",
      title: "Formulário",
      fields: [
        paragraphField({ name: "intro", title: "Introdução" }),
        ...lineFields({
          itemsTitle: "Título dos itens",
          itemTitle: "Título de um item",
          kindLabel: "Campo do tipo",
          kindPlaceholder: "Campo do tipo, ainda sem escolha",
          descriptionLabel: "Campo da descrição",
          askedLabel: "Campo do valor",
          askedHelp: "Ajuda do campo do valor",
          addLabel: "Botão de acrescentar um item",
          saveLabel: "Botão de guardar um item",
          changeLabel: "Botão de mudar um item",
          noItemsText: "Quando ainda não há itens",
          removeLabel: "Botão de tirar um item",
        }),
        groupField({
          name: "notes",
          title: "O que não entra, ao lado da descrição",
          description: "O link para a cláusula dos termos vem depois.",
          fields: Object.entries({
            repair: "Reparo",
            painting: "Pintura",
            fine: "Multa do contrato de locação",
          }).map(([name, title]) => paragraphField({ name, title })),
        }),
        lineField({
          name: "limitText",
          title: "Limite da fiança, antes dos itens",
          variables: ["limit", "used", "left"],
          description:
            "{{limit}} vira o limite, {{used}} o que outros pedidos usaram, {{left}} o que resta.",
        }),
        lineField({
          name: "sumText",
          title: "Soma dos itens",
          variables: ["asked", "left"],
          description: "{{asked}} vira a soma, {{left}} o que resta do limite.",
        }),
        lineField({
          name: "overLimitText",
          title: "Quando a soma passa do que resta",
          variables: ["left"],
        }),
        lineField({ name: "accountTitle", title: "Título da conta" }),
        paragraphField({ name: "accountText", title: "Para que serve a conta" }),
        ...lineFields({
          reviewLabel: "Botão de conferir",
          confirmTitle: "Título da confirmação",
        }),
        paragraphField({ name: "confirmText", title: "O que acontece então, uma coisa por linha" }),
        ...lineFields({
          sendLabel: "Botão de registrar",
          backLabel: "Botão de voltar",
          failedText: "Quando o envio falha",
          draftText: "O que acontece com o que foi preenchido",
        }),
      ],
    }),
    groupField({
      name: "account",
      title: "Conta para receber",
      fields: [
        ...lineFields({
          kindLabel: "Campo da forma",
          pixLabel: "Forma: Pix",
          bankLabel: "Forma: conta de banco",
          laterLabel: "Forma: informar depois",
          keyLabel: "Campo da chave Pix",
          keyHelp: "Ajuda da chave Pix",
          bankNameLabel: "Campo do banco",
          branchLabel: "Campo da agência",
          numberLabel: "Campo da conta",
          typeLabel: "Campo do tipo da conta",
          typePlaceholder: "Campo do tipo da conta, ainda sem escolha",
          checkingLabel: "Tipo: conta corrente",
          savingsLabel: "Tipo: poupança",
          holderLabel: "Campo do titular",
          documentLabel: "Campo do CPF ou CNPJ do titular",
          giveLabel: "Botão de informar a conta que falta",
          changeLabel: "Botão de informar outra conta",
          changeTitle: "Título do formulário da troca",
        }),
        paragraphField({ name: "changeText", title: "Como a troca acontece" }),
        ...lineFields({
          sendLabel: "Botão de enviar a troca",
          sentText: "Depois do envio",
          failedText: "Quando o envio falha",
          confirmTitle: "Título da página do link",
        }),
        paragraphField({ name: "confirmText", title: "Explicação na página do link" }),
        ...lineFields({
          confirmLabel: "Botão de confirmar",
          confirmedText: "Depois de confirmar",
          expiredText: "Quando o link não vale mais",
        }),
      ],
    }),
    groupField({
      name: "sent",
      title: "Depois do registro",
      fields: [
        lineField({ name: "title", title: "Título, antes do protocolo" }),
        paragraphField({ name: "text", title: "O que fazer agora" }),
      ],
    }),
    groupField({
      name: "withdrawal",
      title: "Retirar o pedido",
      fields: lineFields({
        openLabel: "Botão que abre a pergunta",
        title: "A pergunta",
        text: "O que acontece então",
        confirmLabel: "Botão de confirmar",
        backLabel: "Botão de voltar",
        failedText: "Quando o envio falha",
      }),
    }),
  ],
});

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
    claim,
    claimSheet,
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
