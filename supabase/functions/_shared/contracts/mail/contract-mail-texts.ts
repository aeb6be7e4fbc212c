/** Variables that every mail may use, each with the title that editors see. */
export const everyMail = {
  brandName: "marca",
  companyEmail: "e-mail da empresa",
  dataProtectionEmail: "e-mail do encarregado de dados",
};

export const everyContract = { ...everyMail, contractNumber: "número do contrato" };

export const everyRequest = { ...everyMail, protocol: "protocolo do pedido" };

export const everyOffer = {
  ...everyRequest,
  validUntil: "até quando se pode aceitar, com dia e hora",
  fee: "custo total em reais",
  coverLimit: "limite da cobertura em reais",
};

/** Variable with the e-mail address for questions about personal data (LGPD, art. 18). */
export const officer = "dataProtectionEmail";

const charge = "o que se cobra: “A taxa” ou “A parcela 2 de 3 da taxa”";

export const contractMailKinds = {
  feeOverdue: {
    title: "Lembrete da taxa",
    description:
      "Vai para o locatário 3 dias antes do vencimento da taxa ou de uma parcela dela, no dia, 3 e 7 dias depois, enquanto não é paga. Como pagar vem depois dos parágrafos.",
    variables: {
      ...everyContract,
      charge,
      due: "quando vence: “vence em …”, “vence hoje, …” ou “venceu em …”",
    },
    needs: ["contractNumber", "due"],
  },
  feeNotice: {
    title: "Aviso de encerramento por falta de pagamento",
    description:
      "Vai para o locatário quando a equipe avisa que encerra o contrato se a taxa não for paga. Como pagar vem depois dos parágrafos.",
    variables: {
      ...everyContract,
      charge,
      dueOn: "vencimento da taxa",
      noticeOn: "até quando se pode pagar",
    },
    needs: ["contractNumber", "dueOn", "noticeOn"],
  },
  letterFee: {
    title: "Carta em vigor com o pagamento",
    description:
      "Vai para o locatário quando a taxa, ou a primeira parcela, é paga e a carta só vale com ela paga, ou quando esse registro é desfeito.",
    variables: {
      ...everyContract,
      state:
        "o que vale agora: “está em vigor até …”, “entra em vigor em …”, “aguarda o pagamento …”",
    },
    needs: ["contractNumber", "state"],
  },
  contractEnded: {
    title: "Contrato encerrado",
    description:
      "Vai para o locatário quando o prazo acaba ou a equipe encerra ou cancela o contrato; o motivo vem depois do primeiro parágrafo.",
    variables: {
      ...everyContract,
      endedOn: "quando o contrato terminou",
      why: "por que, com a vírgula: “, com a devolução das chaves”, ou nada",
      follows: "o que ainda é garantido e até quando, ou que nada é, porque foi cancelado",
      fee: "uma frase que diz o que acontece com a taxa",
      outlook: "o que fazer agora, conforme o contrato terminou ou foi cancelado",
    },
    needs: ["contractNumber", "endedOn", "follows", "fee"],
  },
  landlordAsked: {
    title: "Locador: é o seu e-mail?",
    description:
      "Vai para o e-mail que o locatário ou a equipe informou como o do locador, uma vez para cada contrato. Quem recebe confirma ou diz que não é.",
    variables: everyMail,
    needs: [officer],
  },
  landlordLink: {
    title: "Locador: novo link",
    description: "Vai para o locador que perdeu o link e pediu outro.",
    variables: everyMail,
  },
  landlordLetter: {
    title: "Locador: carta emitida",
    description: "Vai para o e-mail confirmado do locador quando a carta de fiança fica pronta.",
    variables: everyMail,
  },
  landlordReplaced: {
    title: "Locador: carta substituída",
    description: "Vai para o e-mail confirmado do locador quando uma correção faz uma nova carta.",
    variables: everyMail,
  },
  landlordFee: {
    title: "Locador: carta em vigor com o pagamento",
    description:
      "Vai para o e-mail confirmado do locador quando a taxa, ou a primeira parcela, é paga e a carta só vale com ela paga, ou quando esse registro é desfeito.",
    variables: { ...everyMail, state: "o que vale agora, como no e-mail ao locatário" },
    needs: ["state"],
  },
  landlordEnding: {
    title: "Locador: entrega das chaves",
    description:
      "Vai para os e-mails confirmados do locador quando alguém pede o encerramento ou informa o dia da entrega das chaves, e quando o pedido é confirmado ou retirado. O que cada lado informou vem depois dos parágrafos.",
    variables: {
      ...everyMail,
      news: "o que aconteceu: “o locatário informou a entrega das chaves em …”",
      next: "o que se pode fazer, e até quando",
    },
    needs: ["news", "next"],
  },
  landlordAct: {
    title: "Locador: o que foi feito com um e-mail",
    description:
      "Vai para todos os e-mails confirmados do locador, na hora, quando um deles faz algo na locação. O imóvel e quem fez vêm depois dos parágrafos.",
    variables: {
      ...everyMail,
      act: "o que foi feito: “confirmou a conta para o pagamento”",
      next: "o que isso quer dizer",
    },
    needs: ["act", "companyEmail"],
  },
  landlordChecked: {
    title: "Locador: e-mail conferido",
    description:
      "Vai para o e-mail do locador que o locatário informou, quando a equipe o confere. A partir daí ele pode acionar a garantia.",
    variables: everyMail,
  },
  addressNotice: {
    title: "Aviso à equipe: e-mail do locador à espera",
    description:
      "Vai para a caixa da equipe quando alguém confirma um e-mail de locador que o locatário informou. Até a conferência, ele só lê.",
    variables: { ...everyContract, landlordName: "nome do locador no contrato" },
    needs: ["contractNumber"],
  },
  landlordEnded: {
    title: "Locador: fiança encerrada",
    description:
      "Vai para o e-mail confirmado do locador quando a fiança termina, é encerrada ou é cancelada.",
    variables: {
      ...everyMail,
      ended: "como acabou: “terminou em 14/09/2026”, “foi cancelada antes de começar”",
      follows: "até quando a garantia pode ser acionada, ou que a carta não vale",
    },
    needs: ["ended", "follows"],
  },
  termEnds: {
    title: "Término do contrato próximo",
    description:
      "Vai para o locatário 90, 60, 30 e 15 dias antes do término, se ninguém pediu o fim do contrato e ele não foi renovado.",
    variables: {
      ...everyContract,
      endsOn: "último dia do contrato",
      renewal: "uma frase que diz em que pé está a renovação",
    },
    needs: ["contractNumber", "endsOn", "renewal"],
  },
  renewalNotice: {
    title: "Aviso à equipe: renovação pedida",
    description: "Vai para a caixa da equipe quando o locatário ou o locador pede a renovação.",
    variables: { ...everyContract, tenantName: "locatário", side: "quem pediu" },
    needs: ["contractNumber", "tenantName"],
  },
  renewalOffered: {
    title: "Condições da renovação",
    description:
      "Vai para o locatário quando a equipe propõe a renovação; o que muda vem com o valor de antes.",
    variables: {
      ...everyOffer,
      formerNumber: "número do contrato que é renovado",
      formerEnd: "último dia do contrato que é renovado",
    },
    needs: ["validUntil", "withdrawalDays", "formerNumber", "formerEnd"],
  },
  renewalReady: {
    title: "Renovação pronta",
    description:
      "Vai para o locatário quando a carta e o contrato da renovação ficam prontos, se ele já tem senha. É o comprovante do aceite; como pagar a taxa vem depois dos dados.",
    variables: {
      ...everyMail,
      contractNumber: "número do novo contrato",
      formerNumber: "número do contrato anterior",
      formerEnd: "último dia do contrato anterior",
      startsOn: "primeiro dia do novo contrato",
    },
    needs: ["contractNumber", "formerNumber", "formerEnd", "startsOn", "withdrawalDays"],
  },
  landlordTermEnds: {
    title: "Término do contrato próximo, ao locador",
    description: "Vai para os endereços confirmados do locador nos mesmos dias.",
    variables: {
      ...everyMail,
      letterCode: "código da carta de fiança",
      endsOn: "último dia do contrato",
    },
    needs: ["letterCode", "endsOn"],
  },
  claimsEndSoon: {
    title: "Prazo para acionar a garantia perto do fim",
    description:
      "Vai para o locatário 15, 7 e 1 dias antes do último dia em que a garantia pode ser acionada.",
    variables: {
      ...everyContract,
      claimUntil: "último dia para acionar a garantia",
      counted: "quantos dias, e contados de quê: “30 dias contados da devolução das chaves, em …”",
    },
    needs: ["contractNumber", "claimUntil", "counted"],
  },
  landlordClaimsEnd: {
    title: "Prazo para acionar a garantia perto do fim, ao locador",
    description: "Vai para os endereços confirmados do locador nos mesmos dias.",
    variables: {
      ...everyMail,
      letterCode: "código da carta de fiança",
      claimUntil: "último dia para acionar a garantia",
      counted: "quantos dias, e contados de quê: “30 dias contados da devolução das chaves, em …”",
    },
    needs: ["letterCode", "claimUntil", "counted"],
  },
  contractRegretted: {
    title: "Desistência recebida",
    description:
      "Vai para o locatário, na hora, quando ele desiste no prazo legal: é o comprovante da desistência.",
    variables: {
      ...everyContract,
      protocol: "protocolo da desistência",
      refund: "o que é devolvido e até quando: “devolvemos … até …” ou “não havia nada pago …”",
    },
    needs: ["contractNumber", "protocol", "refund"],
  },
  endingNews: {
    title: "Pedido de encerramento",
    description:
      "Vai para o locatário quando o encerramento é pedido, confirmado para um dia que ainda vem, retirado, quando alguém informa o dia das chaves, ou quando a equipe pergunta algo; a pergunta vem depois do primeiro parágrafo.",
    variables: {
      ...everyContract,
      protocol: "protocolo do pedido",
      news: "o que aconteceu: “recebemos o seu pedido …”, “a nossa equipe confirmou …”",
      fee: "uma frase que diz o que acontece com a taxa",
      next: "o que se pode fazer agora",
    },
    needs: ["contractNumber", "protocol", "news", "fee", "next"],
  },
  endingNotice: {
    title: "Aviso à equipe: encerramento",
    description:
      "Vai para a caixa da equipe quando um locatário desiste, ou quando um dos lados pede o encerramento, informa o dia das chaves ou retira o pedido. Responder a ele escreve para o locatário.",
    variables: {
      ...everyContract,
      protocol: "protocolo do pedido",
      tenantName: "locatário",
      deed: "o que aconteceu: “pedido de encerramento, contrato”",
    },
    needs: ["tenantName", "contractNumber", "deed"],
  },
} as const;
