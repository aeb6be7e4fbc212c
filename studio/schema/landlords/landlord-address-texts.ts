import { group, paragraph } from "../fields/text-fields.ts";

/** Texts of the form on /contrato in which a tenant enters the landlord's e-mail address. */
export const landlordAddress = group(
  "E-mail do locador",
  {
    title: "Título",
    text: paragraph("Explicação"),
    label: "Campo do e-mail",
    submitLabel: "Botão de enviar",
    sendingLabel: "Botão durante o envio",
    sentText: "Depois do envio",
    enoughText: "Quando já foram informados demais",
    closedText: "Quando o contrato não está em vigor",
    failedText: "Quando o envio falha",
    waitingLabel: "Situação: à espera",
    readsLabel: "Situação: confirmado, mas só lê",
    actsLabel: "Situação: confirmado, e fala pelo locador",
    readsText: paragraph("O que pode quem só lê"),
    refusedLabel: "Situação: recusado",
  },
  { collapsed: true },
);
