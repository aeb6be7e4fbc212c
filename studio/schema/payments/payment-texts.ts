import { group, line, lines, paragraphs } from "../fields/text-fields.ts";

const fee = {
  amount: "o valor",
  dueOn: "o vencimento",
  paidOn: "o dia em que foi pago",
  paymentMethod: "a forma de pagamento da proposta",
};

export const payment = group(
  "Pagamento da taxa",
  {
    title: "Título",
    ...lines(
      {
        due: "A vencer",
        overdue: "Vencida",
        paid: "Paga",
        toGiveBack: "A devolver",
        givenBack: "Devolvida",
      },
      fee,
    ),
    notice: line("Depois do aviso de encerramento", { noticeOn: "até quando se pode pagar" }),
    ...paragraphs({ pixText: "Como pagar por Pix", otherText: "Como pagar sem Pix" }, fee),
    codeLabel: "Rótulo do código do Pix",
    copyLabel: "Botão de copiar o código",
    copiedLabel: "Botão depois de copiar",
    qrLabel: "O que é o desenho (para leitores de tela)",
    payeeLabel: "Rótulo de quem recebe",
    keyLabel: "Rótulo da chave",
    failedText: "Quando não foi possível carregar",
  },
  { variables: fee },
);
