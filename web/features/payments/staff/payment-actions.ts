import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import type { Client } from "../../../backend/connect-supabase.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { saveFile } from "../../../ui/feedback/save-file.ts";
import { type ToastTexts, showToast } from "../../../ui/feedback/show-toast.tsx";
import type { Period } from "./lists/money-lists.ts";
import {
  movementsSchema,
  payoutsSchema,
  writeMovementsCsv,
  writePayoutsCsv,
} from "./payments-csv.ts";

const changedSchema = z.object({
  changed: z.boolean(),
  /** Reason why nothing changed. */
  why: z.optional(z.string()),
  /** Amount of the movement that is not allocated yet, in reais. */
  left: z.optional(z.number()),
  /** Day on which a new refund is due. */
  dueOn: z.optional(z.string()),
});
type Changed = z.output<typeof changedSchema>;

const whyNot: Readonly<Record<string, string>> = {
  booked: "Este pagamento já foi registrado.",
  changed: "O valor em aberto mudou. Confira os dados e registre de novo.",
  paid: "Esta cobrança já foi paga.",
  cancelled: "Esta cobrança foi cancelada.",
  second: "Este pagamento espera a aprovação de outra pessoa da equipe.",
  "not-waiting": "Este pagamento não espera aprovação.",
  "not-yours": "A aprovação é de outra pessoa, ou já foi retirada.",
  waits: "A conta é nova: só pode ser paga alguns dias úteis depois da mudança.",
  "no-account": "A conta para o pagamento ainda não foi confirmada.",
  reversed: "Este pagamento já foi estornado.",
  refunded: "A devolução deste valor já foi paga. Estorne antes o pagamento dela.",
  spent: "Não sobra nada deste pagamento.",
  due: "Esta devolução não pode ser cancelada.",
  overdue: "Esta devolução não pode ser cancelada.",
  "not-overdue": "A taxa já não está vencida, ou o contrato já não está em vigor.",
  ending: "O contrato já está sendo encerrado.",
  noticed: "O locatário já tinha sido avisado.",
  "no-address": "Este contrato não tem e-mail do locatário.",
  "too-early": "O prazo do aviso ainda não passou.",
  claim:
    "Há um acionamento aberto neste contrato. Encerre pelo botão “Encerrar”, que pergunta sobre ele.",
};

/** Creates a function that returns the toast for a reply: success, or the reason why nothing changed. */
function report(
  title: string,
  describe: (answer: Changed) => string | undefined = () => undefined,
) {
  return (answer: Changed): ToastTexts => {
    if (!answer.changed) {
      return { title: "Nada mudou", description: whyNot[answer.why ?? ""] ?? "", tone: "info" };
    }
    const description = describe(answer);
    return { title, ...(description && { description }), tone: "success" };
  };
}

type Ask<Input> = (client: Client, input: Input) => PromiseLike<PostgrestSingleResponse<unknown>>;

/**
 * Runs an action on payments and reports the result. All data is then reloaded, because the action changes the
 * contract's history and the menu's counts.
 */
function useMoneyAction<Input>(ask: Ask<Input>, done: ReturnType<typeof report>, failure?: string) {
  return useStaffAction({
    ask,
    schema: changedSchema,
    success: done,
    ...(failure && { failure }),
    changes: "everything",
  });
}

export interface BookedPayment {
  /** Id that the form creates, so that a second click books no second movement. */
  movementId: string;
  chargeId: string;
  /** Day of the payment at the bank, as YYYY-MM-DD. */
  paidOn: string;
  amount: number;
  /** Open amount that the person saw. */
  seenOpen: number;
  note: string | undefined;
  /** Version of the account that the person saw; null for money that is received. */
  accountVersion: number | null;
}

/** Books a payment. Fails with the server's message when the payee's bank account is not the one on the screen. */
export function useBookPayment() {
  return useMoneyAction(
    (client, booked: BookedPayment) =>
      client.rpc("book_payment", {
        movement_id: booked.movementId,
        charge_id: booked.chargeId,
        paid_on: booked.paidOn,
        amount: booked.amount,
        seen_open: booked.seenOpen,
        note: booked.note ?? null,
        account_version: booked.accountVersion,
      }),
    report("Pagamento registrado", ({ left = 0 }) =>
      left > 0 ? `Sobram ${formatCurrency(left)}, a devolver ou a alocar.` : undefined,
    ),
  );
}

export function useReversePayment() {
  return useMoneyAction(
    (client, { id, reason }: { id: string; reason: string }) =>
      client.rpc("reverse_payment", { movement_id: id, reason }),
    report("Pagamento estornado"),
  );
}

export function useAllocatePayment() {
  return useMoneyAction(
    (client, { movementId, chargeId }: { movementId: string; chargeId: string }) =>
      client.rpc("allocate_payment", { movement_id: movementId, charge_id: chargeId }),
    report("Valor alocado", ({ left = 0 }) =>
      left > 0 ? `Ainda sobram ${formatCurrency(left)}.` : undefined,
    ),
  );
}

export function useRefundPayment() {
  return useMoneyAction(
    (client, movement_id: string) => client.rpc("refund_payment", { movement_id }),
    report("Devolução criada", ({ dueOn }) => dueOn && `A pagar até ${formatShortDate(dueOn)}.`),
    "A devolução não foi criada",
  );
}

export function useCancelRefund() {
  return useMoneyAction(
    (client, { id, reason }: { id: string; reason: string }) =>
      client.rpc("cancel_refund", { charge_id: id, reason }),
    report("Devolução cancelada"),
  );
}

/** Approves a refund or payout as second person, to the account of this version. The toast names the payee. */
export function useApprovePayout(payee: string) {
  return useMoneyAction(
    (client, { id, version }: { id: string; version: number | null }) =>
      client.rpc("approve_payout", { charge_id: id, version }),
    report("Pagamento aprovado", () => `${payee}. Outra pessoa da equipe registra o pagamento.`),
    "O pagamento não foi aprovado",
  );
}

/** Takes back the own approval of a payment that is not booked yet. */
export function useWithdrawApproval(payee: string) {
  return useMoneyAction(
    (client, id: string) => client.rpc("withdraw_approval", { charge_id: id }),
    report("Aprovação retirada", () => payee),
    "A aprovação não foi retirada",
  );
}

export function useGiveNotice() {
  return useMoneyAction(
    (client, { id, day }: { id: string; day: string }) =>
      client.rpc("give_notice", { charge_id: id, notice_on: day }),
    report("Locatário avisado"),
  );
}

const tallySchema = z.object({
  done: z.number(),
  /** Number of rows on which the action was not possible, by reason. */
  skipped: z.record(z.string(), z.number()),
});

/** Tells how many tenants got a mail, and why others did not. */
function reportTally({ done, skipped }: z.output<typeof tallySchema>): ToastTexts {
  const reasons = Object.entries(skipped).map(
    ([why, count]) => `${count}: ${skippedBecause[why] ?? "nada mudou"}`,
  );
  return {
    title: done === 1 ? "1 locatário avisado" : `${done} locatários avisados`,
    ...(reasons.length > 0 && { description: `Sem aviso — ${reasons.join("; ")}.` }),
    tone: done === 0 ? "info" : "success",
  };
}

const skippedBecause: Readonly<Record<string, string>> = {
  "not-overdue": "não é a taxa vencida mais antiga",
  ending: "o contrato está sendo encerrado",
  noticed: "já avisado antes",
  reminded: "já lembrado hoje",
  "no-address": "sem e-mail",
  "not-renewable": "não pode ser renovado",
  "too-early": "termina em mais de 90 dias",
  asked: "a renovação já foi pedida ou proposta",
};

/** Gives the tenants of several overdue fees the same last day to pay. */
export function useGiveNotices() {
  return useStaffAction({
    ask: (client, { ids, day }: { ids: string[]; day: string }) =>
      client.rpc("give_notices", { charge_ids: ids, notice_on: day }),
    schema: tallySchema,
    success: reportTally,
    changes: "everything",
  });
}

export function useRemindOfFees() {
  return useStaffAction({
    ask: (client, ids: string[]) => client.rpc("remind_tenants_of_fees", { charge_ids: ids }),
    schema: tallySchema,
    success: reportTally,
    failure: "Os lembretes não foram enviados",
    changes: "everything",
  });
}

export function useRemindOfEnds() {
  return useStaffAction({
    ask: (client, ids: string[]) => client.rpc("remind_tenants_of_ends", { contract_ids: ids }),
    schema: tallySchema,
    success: reportTally,
    failure: "Os lembretes não foram enviados",
    changes: "everything",
  });
}

export function useCloseUnpaid() {
  return useMoneyAction(
    (client, { id }: { id: string }) => client.rpc("close_unpaid", { charge_id: id }),
    report("Contrato encerrado"),
  );
}

const failed = {
  failure: "Erro ao baixar o arquivo",
  failureText: "Confira sua conexão e tente novamente.",
};

/** Downloads the movements of a period for the accountant. */
export function useMovementsDownload() {
  return useStaffAction({
    ...failed,
    ask: (client, { from, to }: { [Day in keyof Period]: string }) =>
      client.rpc("export_movements", { from_day: from, to_day: to }),
    schema: movementsSchema,
    onSuccess(movements, { from, to }) {
      const name = `lancamentos-${from}-a-${to}.csv`;
      save(writeMovementsCsv(movements), movements.rows, name, "Nenhum lançamento neste período");
    },
  });
}

/** Downloads the pending payments for the bank, with unmasked accounts. */
export function usePayoutsDownload() {
  return useStaffAction({
    ...failed,
    ask: (client) => client.rpc("export_payouts"),
    schema: payoutsSchema,
    onSuccess(payouts) {
      save(
        writePayoutsCsv(payouts),
        payouts,
        "a-pagar.csv",
        "Nenhum pagamento pronto para o banco",
      );
    },
  });
}

function save(csv: string, rows: readonly unknown[], name: string, emptyTitle: string): void {
  if (rows.length === 0) showToast({ title: emptyTitle, tone: "info" });
  else saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), name);
}
