import { group, line, paragraph } from "../fields/text-fields.ts";

const masked = { account: "a conta, mascarada" };

/**
 * Texts about the bank account for a refund, on /contrato, on /acompanhar and on the page that the mailed link opens.
 */
export const refundAccount = group(
  "Conta para a devolução",
  {
    title: "Título",
    text: paragraph("Enquanto não há conta"),
    accountText: line("A conta confirmada", masked),
    nextText: paragraph("A conta que espera a confirmação", masked),
    otherText: paragraph("Quando o titular não é o locatário"),
    giveLabel: "Botão de informar a conta",
    changeLabel: "Botão de informar outra conta",
    changeText: paragraph("Antes dos campos da conta"),
    sendLabel: "Botão de enviar",
    backLabel: "Botão de voltar",
    sentText: "Depois do envio",
    failedText: "Quando o envio falha",
    loadFailedText: "Quando não foi possível carregar",
    confirmTitle: "Título da página do link",
    confirmText: paragraph("Explicação na página do link"),
    confirmLabel: "Botão de confirmar",
    confirmedText: "Depois de confirmar, antes da conta",
    expiredText: paragraph("Quando o link não vale mais"),
  },
  {
    description:
      "Aparece também em /acompanhar. Os nomes dos campos da conta são os de “Área do locador”.",
    collapsed: true,
  },
);
