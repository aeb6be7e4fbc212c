import { everyMail } from "./contract-mail-texts.ts";

const ofClaim = { ...everyMail, protocol: "protocolo do pedido de acionamento" };

export const claimMailKinds = {
  claimOpened: {
    title: "Garantia acionada: ao locador",
    description:
      "Vai, na hora, para os endereços confirmados do locador quando um pedido de acionamento é aberto: é o comprovante.",
    variables: {
      ...ofClaim,
      completeUntil: "até quando o locador pode completar as provas",
      decideBy: "até quando o pedido é decidido",
      missing: "uma frase que diz o que ainda falta",
    },
    needs: ["protocol", "completeUntil", "decideBy", "missing"],
  },
  claimTold: {
    title: "Garantia acionada: à outra parte",
    description:
      "Vai para o locatário quando o locador aciona a garantia, completa as provas ou retira o pedido; para a outra parte quando chega algo novo ou alguém pede a revisão; para quem pediu a revisão, como comprovante; e para as duas quando o contrato é cancelado ou um pagamento já avisado é estornado.",
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
      outcome: "o que foi decidido: “foi aprovado em parte, …”",
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
