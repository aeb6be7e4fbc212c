import * as z from "zod/mini";
import { formatShortDate } from "../fields/formats.ts";
import {
  type CaseEventsWhat,
  caseEventsSide,
  caseEventsTurn,
  caseEventsWhat,
} from "../stored-values.ts";

/** Something that happened on a claim, as private.claim_view gives it. */
export const caseEventSchema = z.object({
  at: z.string(),
  side: z.enum(caseEventsSide),
  what: z.enum(caseEventsWhat),
  /** Side that had to act from then on, and its deadline. */
  turn: z.optional(z.enum(caseEventsTurn)),
  until: z.optional(z.string()),
});
type CaseEvent = z.output<typeof caseEventSchema>;

/** Titles of events. The side that acted replaces `{side}`. */
const caseEventTitles = {
  opened: "Pedido de acionamento registrado",
  complete: "Provas do locador completas; começa o prazo do locatário",
  file: "Arquivo {side} recebido",
  answered: "Resposta {side} aos itens",
  done: "Nada mais a acrescentar da parte {side}",
  silent: "O prazo de resposta do locatário terminou sem resposta",
  wanted: "A equipe pediu informações ou documentos",
  replied: "Resposta {side} ao que a equipe pediu",
  decided: "Pedido decidido",
  "decision-undone": "Decisão desfeita ou devolvida antes de valer",
  review: "Pedido de revisão {side}",
  "review-answered": "Resposta {side} ao pedido de revisão",
  "decided-again": "Pedido decidido depois da revisão",
  "account-asked": "Mudança de conta pedida, à espera da confirmação por e-mail",
  "account-changed": "Conta para o pagamento alterada",
  paid: "Pagamento da garantia feito",
  "payment-undone": "Registro do pagamento desfeito",
  withdrawn: "Pedido retirado pelo locador",
  voided: "Pedido encerrado sem pagamento, com o cancelamento do contrato",
  revived: "Cancelamento do contrato desfeito; o pedido continua",
  recourse: "Valor a recuperar do locatário atualizado",
  "file-aside": "Um arquivo foi posto de lado pela equipe",
} satisfies Record<CaseEventsWhat, string>;

const sideOf = { landlord: "do locador", tenant: "do locatário", staff: "da Payser" };
const withSide = { landlord: "com o locador", tenant: "com o locatário", staff: "com a Payser" };

/** Returns the timeline, newest first: each event, and the new turn and its deadline if the turn changed. */
export function describeCaseEvents(events: readonly CaseEvent[]) {
  return events
    .map(({ at, side, what, turn, until }, index) => {
      const before = events[index - 1];
      const title = caseEventTitles[what].replace("{side}", sideOf[side]);
      const hasMoved = turn && until && (turn !== before?.turn || until !== before.until);
      return {
        key: `${at} ${index}`,
        moment: at,
        text: hasMoved ? `${title}; fica ${withSide[turn]} até ${formatShortDate(until)}` : title,
      };
    })
    .toReversed();
}
