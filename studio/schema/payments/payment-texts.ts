import { group, line, lines, paragraph, paragraphs } from "../fields/text-fields.ts";

const charge = {
  name: "o nome da cobrança",
  amount: "o valor",
  dueOn: "o vencimento",
  paidOn: "o dia em que foi paga",
};
const part = { arrived: "o que chegou", open: "o que falta" };
const refund = {
  amount: "o valor",
  dueOn: "até quando se devolve",
  paidOn: "o dia em que foi devolvido",
};
const movement = { amount: "o valor", paidOn: "o dia" };
const toPay = {
  amount: "o valor",
  dueOn: "o vencimento",
  paymentMethod: "a forma de pagamento da proposta",
};

export const payment = group("Pagamentos", {
  title: "Título",
  feeName: "Nome da taxa, no começo de uma frase",
  instalmentName: line("Nome de uma parcela, no começo de uma frase", {
    instalment: "o número da parcela",
    instalments: "o número de parcelas",
  }),
  recoveryName: "Nome do que o locatário deve pela garantia paga",
  ...lines({ due: "A vencer", overdue: "Vencida", paid: "Paga" }, charge),
  partly: line("Paga em parte", part),
  notice: line("Depois do aviso de encerramento", { noticeOn: "até quando se pode pagar" }),
  totalText: line("Quando há várias em aberto", { owed: "a soma do que falta" }),
  leftText: paragraph("Quando chegou dinheiro a mais", { left: "o que veio a mais" }),
  ...lines({ toGiveBack: "A devolver", givenBack: "Devolvido" }, refund),
  ...paragraphs({ pixText: "Como pagar por Pix", otherText: "Como pagar sem Pix" }, toPay),
  laterLabel: "Dobra com o código de uma parcela que vence depois",
  toPayLabel: "Rótulo do valor a pagar",
  codeLabel: "Rótulo do código do Pix",
  copyLabel: "Botão de copiar o código",
  copiedLabel: "Botão depois de copiar",
  qrLabel: "O que é o desenho (para leitores de tela)",
  payeeLabel: "Rótulo de quem recebe",
  keyLabel: "Rótulo da chave",
  receiptsTitle: "Título dos recibos",
  ...lines({ received: "Recibo de um pagamento", returned: "Recibo de uma devolução" }, movement),
  reversedText: "Recibo de um pagamento estornado",
  openReceiptLabel: "Botão de baixar um recibo",
  failedText: "Quando não foi possível carregar",
});
