import * as z from "zod/mini";
import type { AuditTrailAction, PartnershipRequestsStatus } from "#contracts/stored-values.ts";
import { titleOfAction } from "./action-titles.ts";

export const entrySchema = z.object({
  id: z.number(),
  occurred_at: z.string(),
  action: z.string(),
  outcome: z.string(),
  /** Name of the member of staff who acted; null when somebody outside the staff acted. */
  who: z.nullable(z.string()),
  /** New value when the action set a value; null otherwise. */
  detail: z.nullable(z.string()),
});
type Entry = z.output<typeof entrySchema>;

/** Actions on a database record, newest first. private.subject_history returns them in this format. */
export const historySchema = z.array(entrySchema);

/** Returns a sentence for each action, newest first. `began` is the last sentence, which tells how the record began. */
export function historyLines(
  history: readonly Entry[],
  began: { key: string; moment: string; text: string },
) {
  const lines = history.map((entry) => ({
    key: String(entry.id),
    moment: entry.occurred_at,
    text: describeEntry(entry),
  }));
  return [...lines, began];
}

/** Returns the sentence of an entry, for the history of a case and for the audit trail. */
export function describeEntry({ who, action, outcome, detail }: Entry): string {
  const somebody = who ?? "Alguém de fora da equipe";
  if (outcome === "denied") return `${somebody} tentou sem permissão: ${titleOfAction(action)}`;
  // A newer database may have other actions. A general sentence is clearer than the internal name of such an action.
  const sentence = sentences[action] ?? did("fez algo que esta página ainda não descreve");
  return sentence(somebody, detail);
}

type Sentence = (somebody: string, detail: string | null) => string;

const did =
  (action: string): Sentence =>
  (somebody) =>
    `${somebody} ${action}`;

const movedTo: Readonly<Record<string, string>> = {
  new: "reabriu o pedido",
  contacted: "registrou o contato",
  accepted: "aceitou a parceria",
  declined: "recusou a parceria",
} satisfies Record<PartnershipRequestsStatus, string>;

const answeredOffer: Readonly<Record<string, string>> = {
  adjust: "Ajuste nas condições pedido pela página do pedido",
  decline: "Condições recusadas pela página do pedido",
  question: "Pergunta sobre as condições pela página do pedido",
};

/**
 * Sentence by `detail` of the action. The detail is the kind of the paid charge, or tells how staff used money that was
 * received earlier (`allocated`, `surplus`).
 */
const bookedMoney: Readonly<Record<string, string>> = {
  fee: "registrou um pagamento da taxa",
  recovery: "registrou um reembolso do locatário",
  refund: "registrou o pagamento de uma devolução",
  claim: "registrou o pagamento da garantia",
  allocated: "alocou um valor recebido a uma cobrança",
  surplus: "criou uma devolução do valor que sobrou",
};

const undoneMoney: Readonly<Record<string, string>> = {
  fee: "estornou um pagamento da taxa",
  recovery: "estornou um reembolso do locatário",
  refund: "estornou o pagamento de uma devolução",
  claim: "estornou o pagamento da garantia",
  surplus: "cancelou uma devolução",
};

const heldCase: Readonly<Record<string, string>> = {
  held: "está com este",
  assigned: "passou este a outra pessoa",
};

const sides: Readonly<Record<string, string>> = {
  landlord: "O locador",
  tenant: "O locatário",
  staff: "A equipe",
};
const sideOf = (side: string | null) => sides[side ?? ""] ?? "Uma das partes";

const sentences: Readonly<Record<string, Sentence>> = {
  "read-simulations": did("viu os dados"),
  "decide-simulation": (somebody, detail) =>
    detail === "first"
      ? `${somebody} aprovou a simulação, à espera de uma segunda pessoa`
      : `${somebody} ${detail === "approved" ? "aprovou" : "rejeitou"} a simulação`,
  "undo-decision": (somebody, detail) =>
    detail === "first"
      ? `${somebody} retirou a própria aprovação`
      : `${somebody} desfez a ${detail === "approved" ? "aprovação" : "rejeição"}`,
  "ask-documents": did("pediu documentos"),
  "send-document": () => "Documento enviado pela página do pedido",
  "withdraw-file": () => "Arquivo retirado pela página do pedido",
  "view-document": did("abriu um documento"),
  "accept-document": did("aceitou um documento"),
  "refuse-document": did("recusou um documento"),
  "correct-request": (somebody, detail) =>
    detail === "staff"
      ? `${somebody} corrigiu os dados do pedido`
      : "Dados corrigidos pela página do pedido",
  "check-corrections": did("conferiu a correção dos dados"),
  "read-offers": did("viu as condições"),
  "make-offer": did("fez uma proposta"),
  "withdraw-offer": did("retirou a proposta"),
  "accept-offer": () => "Condições aceitas pela página do pedido",
  "answer-offer": (_somebody, detail) => answeredOffer[detail ?? ""] ?? "Resposta às condições",
  "answer-question": did("respondeu a uma pergunta sobre as condições"),
  "read-contracts": did("viu os dados"),
  "close-contract": (somebody, detail) =>
    `${somebody} ${detail === "cancelled" ? "cancelou" : "encerrou"} o contrato`,
  "undo-closing": (somebody, detail) =>
    `${somebody} desfez o ${detail === "cancelled" ? "cancelamento" : "encerramento"} do contrato`,
  "book-payment": (somebody, detail) =>
    `${somebody} ${bookedMoney[detail ?? ""] ?? "registrou um pagamento"}`,
  "undo-payment": (somebody, detail) =>
    `${somebody} ${undoneMoney[detail ?? ""] ?? "estornou um pagamento"}`,
  "give-notice": did("avisou o locatário do encerramento por falta de pagamento"),
  "ask-renewal": (_somebody, detail) =>
    detail === "landlord"
      ? "O locador pediu que a renovação seja proposta"
      : "Renovação pedida pelo locatário",
  "resend-access": did("reenviou o acesso"),
  "file-contract-document": did("anexou um documento"),
  "rename-contract-document": did("renomeou um documento"),
  "withdraw-contract-document": did("retirou um documento"),
  "view-contract-document": did("abriu um documento"),
  "retry-documents": did("mandou fazer a carta de novo"),
  "book-statement": did("registrou um lançamento do extrato do banco"),
  "view-receipt": did("abriu um recibo"),
  "export-payments": (somebody, detail) =>
    `${somebody} ${detail === "payouts" ? "baixou o que há a pagar, com as contas" : "baixou os lançamentos de um período"}`,
  "read-partnership-requests": did("viu os dados"),
  "answer-partnership-request": (somebody, detail) =>
    `${somebody} ${movedTo[detail ?? ""] ?? "mudou a situação"}`,
  "note-partnership-request": did("escreveu uma anotação"),
  "read-contact-messages": did("viu a mensagem"),
  "answer-contact-message": (somebody, detail) =>
    `${somebody} ${detail === "answered" ? "marcou como respondida" : "reabriu"}`,
  "resend-mail": did("mandou o e-mail de novo"),
  "sign-in": did("entrou"),
  "confirm-staff-address": did("confirmou o e-mail"),
  "set-staff-status": did("mudou o acesso da conta"),
  "create-recovery-codes": did("criou códigos de recuperação"),
  "redeem-recovery-code": did("usou um código de recuperação"),
  "read-partners": did("viu os parceiros"),
  "end-partnership": did("encerrou a parceria"),
  "note-case": did("escreveu uma anotação"),
  "hold-case": (somebody, detail) => `${somebody} ${heldCase[detail ?? ""] ?? "deixou este"}`,
  "set-staff-name": did("mudou o próprio nome"),
  "set-staff-rights": did("mudou direitos da conta"),
  "end-staff-sessions": did("encerrou as sessões da conta"),
  "set-second-factor": did("mudou a verificação em duas etapas"),
  "correct-contract": (somebody, detail) =>
    `${somebody} ${detail === "asked" ? "pediu ao locatário que aceite uma correção" : "corrigiu o contrato"}`,
  "accept-correction": () => "Correção aceita pelo locatário",
  "withdraw-correction": did("retirou uma correção"),
  "read-landlords": did("procurou um locador"),
  "set-landlord": did("disse quem é o locador"),
  "ask-landlord": (somebody, detail) =>
    detail === "tenant" || detail === "landlord"
      ? `E-mail do locador informado ${detail === "tenant" ? "pelo locatário" : "pelo próprio locador"}`
      : `${somebody} informou um e-mail do locador`,
  "check-landlord-address": did("conferiu um e-mail do locador"),
  "answer-landlord": (_somebody, detail) =>
    detail === "confirmed"
      ? "E-mail do locador confirmado por quem o lê"
      : "Quem lê o e-mail disse que não é o locador",
  "remove-landlord-address": did("retirou um e-mail do locador"),
  "regret-contract": () => "O locatário desistiu do contrato no prazo legal",
  "ask-ending": (somebody, detail) =>
    detail === "staff"
      ? `${somebody} abriu um pedido de encerramento`
      : `${sideOf(detail)} pediu o encerramento`,
  "withdraw-ending": (somebody, detail) =>
    `${detail === "staff" ? somebody : sideOf(detail)} retirou o pedido de encerramento`,
  "state-handover": (_somebody, detail) => `${sideOf(detail)} informou o dia das chaves`,
  "confirm-ending": did("confirmou o encerramento"),
  "ask-about-ending": did("perguntou ao locatário sobre o encerramento"),
  "send-keys-proof": (_somebody, detail) =>
    `Recibo das chaves enviado pelo ${detail === "landlord" ? "locador" : "locatário"}`,
  "open-claim": (somebody, detail) =>
    detail === "staff"
      ? `${somebody} abriu um pedido de acionamento pelo locador`
      : "O locador acionou a garantia",
  "withdraw-claim": () => "O locador retirou o pedido de acionamento",
  "reply-claim": (_somebody, detail) => `${sideOf(detail)} enviou o que faltava no acionamento`,
  "complete-claim": () => "O locador completou as provas do acionamento",
  "review-claim": (_somebody, detail) => `${sideOf(detail)} pediu a revisão do acionamento`,
  "answer-review": (_somebody, detail) => `${sideOf(detail)} respondeu à revisão do acionamento`,
  "answer-claim": (_somebody, detail) => `${sideOf(detail)} respondeu no acionamento`,
  "change-claim-account": (_somebody, detail) =>
    detail === "confirmed"
      ? "O locador confirmou a conta para o pagamento da garantia"
      : "O locador informou outra conta para o pagamento da garantia",
  "change-refund-account": (_somebody, detail) =>
    detail === "confirmed"
      ? "Conta para a devolução confirmada pelo e-mail do contrato"
      : "Conta para a devolução informada pelo locatário",
  "approve-payout": (somebody, detail) =>
    `${somebody} aprovou ${detail === "claim" ? "o pagamento da garantia" : "uma devolução"}, como segunda pessoa`,
  "withdraw-approval": did("retirou a própria aprovação de um pagamento"),
  "set-staff-settings": did("mudou os limites da equipe"),
  "send-claim-file": (somebody, detail) =>
    `${detail === "staff" ? somebody : sideOf(detail)} enviou um arquivo do acionamento`,
  "view-claim-file": (somebody, detail) =>
    `${detail === "staff" ? somebody : sideOf(detail)} abriu um arquivo do acionamento`,
  "ask-for-claim": did("pediu a uma das partes o que falta no acionamento"),
  "decide-claim": (somebody, detail) =>
    detail === "second"
      ? `${somebody} decidiu o acionamento, à espera de uma segunda pessoa`
      : `${somebody} decidiu o acionamento`,
  "second-claim": (somebody, detail) =>
    `${somebody} ${detail === "agreed" ? "concordou com" : "devolveu"} a decisão do acionamento`,
  "undo-claim-decision": did("desfez a própria decisão do acionamento"),
  "set-file-aside": did("pôs de lado um arquivo"),
  "pay-claim": did("registrou o pagamento da garantia"),
  "set-claim-recourse": did("atualizou o valor a recuperar do locatário"),
  "send-inspection": (_somebody, detail) =>
    detail === "landlord"
      ? "Arquivo da vistoria enviado pelo locador"
      : "Arquivo da vistoria enviado pelo locatário",
  "view-inspection": (somebody, detail) =>
    detail === "staff"
      ? `${somebody} abriu um arquivo da vistoria`
      : `O ${detail === "landlord" ? "locador" : "locatário"} abriu um arquivo da vistoria`,
  "set-staff-digest": did("mudou o resumo da manhã"),
  "change-password": did("mudou a própria senha"),
  "read-audit": did("viu a auditoria"),
  "export-audit": did("baixou a auditoria"),
  "send-reminder": (somebody, detail) =>
    `${somebody} lembrou o locatário ${detail === "fee" ? "de uma taxa" : "do fim do contrato"}`,
  "dismiss-mail": did("dispensou um e-mail que não foi entregue"),
  "record-bureau-answer": (somebody, detail) =>
    detail === "file"
      ? `${somebody} anexou o arquivo de uma resposta de birô de crédito`
      : `${somebody} registrou a resposta de um birô de crédito`,
  "set-bureau-answer-aside": did("pôs de lado a resposta de um birô de crédito"),
} satisfies Record<AuditTrailAction, Sentence>;
