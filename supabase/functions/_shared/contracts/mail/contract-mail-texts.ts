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

const ofClaim = { ...everyMail, protocol: "protocolo do pedido de acionamento" };

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
    },
    needs: ["contractNumber", "endedOn", "follows"],
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
    description:
      "Vai para a caixa da equipe quando o locatário pede a renovação em “Meu contrato”.",
    variables: { ...everyContract, tenantName: "locatário" },
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
    description:
      "Vai para os endereços confirmados do locador nos mesmos dias. Do locatário diz só o que está na carta.",
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
      counted: "de que dia o prazo conta: “contados da entrega das chaves, em …”",
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
      counted: "de que dia o prazo conta: “contados da entrega das chaves, em …”",
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
      "Vai para o locatário quando o encerramento é pedido, confirmado para um dia que ainda vem, retirado, ou quando a equipe pergunta algo; a pergunta vem depois do primeiro parágrafo.",
    variables: {
      ...everyContract,
      protocol: "protocolo do pedido",
      news: "o que aconteceu: “recebemos o seu pedido …”, “a nossa equipe confirmou …”",
    },
    needs: ["contractNumber", "protocol", "news"],
  },
  endingNotice: {
    title: "Aviso à equipe: encerramento",
    description:
      "Vai para a caixa da equipe quando um locatário desiste, pede o encerramento ou retira o pedido. Responder a ele escreve para o locatário.",
    variables: {
      ...everyContract,
      protocol: "protocolo do pedido",
      tenantName: "locatário",
      deed: "o que a pessoa fez, como pediu o encerramento do contrato",
    },
    needs: ["tenantName", "contractNumber", "deed"],
  },
  claimOpened: {
    title: "Garantia acionada: ao locador",
    description:
      "Vai, na hora, para os endereços confirmados do locador quando um pedido de acionamento é aberto: é o comprovante.",
    variables: {
      ...ofClaim,
      hearUntil: "até quando o locatário pode responder",
      decideBy: "até quando o pedido é decidido",
      missing: "uma frase que diz o que ainda falta",
    },
    needs: ["protocol", "decideBy", "missing"],
  },
  claimTold: {
    title: "Garantia acionada: à outra parte",
    description:
      "Vai para o locatário quando o locador aciona a garantia ou retira o pedido, para a outra parte quando alguém pede a revisão, e para as duas quando um pagamento já avisado é estornado.",
    variables: {
      ...ofClaim,
      news: "o que aconteceu: “o locador acionou a garantia; …” ou “o pagamento … foi estornado …”",
      next: "o que isso quer dizer para quem recebe",
    },
    needs: ["protocol", "news", "next"],
  },
  claimNew: {
    title: "Aviso à equipe: acionamento",
    description:
      "Vai para a caixa da equipe quando uma das partes abre, retira ou completa um pedido de acionamento, ou pede a revisão.",
    variables: {
      ...ofClaim,
      contractNumber: "número do contrato",
      tenantName: "locatário",
      deed: "o que aconteceu, como “o locador acionou a garantia”",
    },
    needs: ["protocol", "deed"],
  },
  claimWanted: {
    title: "Acionamento: falta algo",
    description:
      "Vai para a parte de quem a equipe espera algo; o que falta vem depois do primeiro parágrafo.",
    variables: { ...ofClaim, wantedUntil: "até quando se espera" },
    needs: ["protocol", "wantedUntil"],
  },
  claimDecided: {
    title: "Acionamento decidido",
    description:
      "Vai para locador e locatário quando a decisão vale, com o que se pode fazer contra ela.",
    variables: {
      ...ofClaim,
      outcome: "o que foi decidido: “foi aceito em parte, …”",
      next: "uma frase que diz o que vem depois",
      remedy: "uma frase que diz como pedir a revisão, e até quando",
    },
    needs: ["protocol", "outcome", "next", "remedy"],
  },
  claimPaid: {
    title: "Garantia paga",
    description:
      "Vai para locador e locatário quando o pagamento ao locador é registrado, com o número e o código do comprovante.",
    variables: { ...ofClaim, amount: "valor pago", paidOn: "dia do pagamento" },
    needs: ["protocol", "amount", "paidOn"],
  },
  claimAccount: {
    title: "Acionamento: confirmar a conta",
    description:
      "Vai para o endereço confirmado do locador que informou outra conta para o pagamento. Só o link faz a nova conta valer.",
    variables: { ...ofClaim, account: "a conta, mascarada" },
    needs: ["protocol", "account"],
  },
} as const;
