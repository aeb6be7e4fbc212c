import { everyContract } from "./contract-mail-texts.ts";

const ofPayment = {
  ...everyContract,
  amount: "valor do pagamento",
  paidOn: "dia do pagamento",
};

/** Mails about payments, refunds, and bookings that staff reversed. */
export const paymentMailKinds = {
  paymentReceived: {
    title: "Pagamento recebido",
    description:
      "Vai para o locatário quando um pagamento dele é registrado. O recibo vem depois dos parágrafos e, se algo está em aberto, como pagar.",
    variables: {
      ...ofPayment,
      pays: "uma frase que diz o que o pagamento paga",
      remains: "uma frase que diz o que ainda falta pagar, ou que nada falta",
    },
    needs: ["contractNumber", "amount", "paidOn", "pays", "remains"],
  },
  paymentReversed: {
    title: "Lançamento corrigido",
    description:
      "Vai para o locatário quando um pagamento que ele já viu registrado é estornado; o motivo vem depois do primeiro parágrafo e, se algo volta a ficar em aberto, como pagar.",
    variables: {
      ...ofPayment,
      event: "o que se corrige: “o pagamento …” ou “a devolução …”",
      remains: "uma frase que diz o que fica em aberto, ou que nada fica",
      receiptNumber: "número do recibo que deixa de valer",
    },
    needs: ["contractNumber", "event", "remains", "receiptNumber"],
  },
  refundDue: {
    title: "Devolução a fazer",
    description:
      "Vai para o locatário quando um valor é devolvido a ele. O botão leva à página em que ele informa a conta: “Meu contrato” ou, antes da senha, o pedido.",
    variables: {
      ...everyContract,
      amount: "valor da devolução",
      dueOn: "até quando se devolve",
      account: "uma frase que pede a conta ou diz qual é",
    },
    needs: ["contractNumber", "amount", "dueOn", "account"],
  },
  refundPaid: {
    title: "Devolução feita",
    description:
      "Vai para o locatário quando a devolução é registrada. O comprovante vem depois dos parágrafos.",
    variables: { ...ofPayment, account: "onde o valor foi pago: “na conta …”, ou nada" },
    needs: ["contractNumber", "amount", "paidOn"],
  },
  refundAccount: {
    title: "Devolução: confirmar a conta",
    description:
      "Vai para o e-mail do contrato quando alguém informa a conta para a devolução. Só o link faz a conta valer; a conta e se o titular é o locatário vêm depois dos parágrafos.",
    variables: { ...everyContract, account: "a conta, mascarada" },
    needs: ["contractNumber", "account"],
  },
} as const;
