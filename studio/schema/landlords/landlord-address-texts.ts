import { group } from "../fields/text-fields.ts";

/** Texts of the form on /contrato in which a tenant enters the landlord's e-mail address. */
export const landlordAddress = group(
  "E-mail do locador",
  {
    title: "Título",
    text: "Explicação",
    label: "Campo do e-mail",
    submitLabel: "Botão de enviar",
    sendingLabel: "Botão durante o envio",
    sentText: "Depois do envio",
    knownText: "Quando o e-mail já foi informado",
    enoughText: "Quando já foram informados demais",
    closedText: "Quando o contrato não está em vigor",
    failedText: "Quando o envio falha",
    waitingLabel: "Situação: à espera",
    confirmedLabel: "Situação: confirmado",
    refusedLabel: "Situação: recusado",
  },
  { collapsed: true },
);
