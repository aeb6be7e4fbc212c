import * as z from "zod/mini";
import { paymentsWhat } from "#contracts/stored-values.ts";
import { moneySchema } from "#contracts/payments/payments.ts";
import type { Client } from "../../../backend/connect-supabase.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";

const paymentsKey = ["staff-payments"] as const;

export type PaymentView = "due" | "overdue" | "refunds" | "paid";

const rowSchema = z.object({
  id: z.string(),
  what: z.enum(paymentsWhat),
  state: z.string(),
  amount: z.number(),
  due_on: z.string(),
  paid_on: z.nullable(z.string()),
  contract_number: z.string(),
  tenant_name: z.string(),
});
export type PaymentRow = z.output<typeof rowSchema>;

const text = z.nullable(z.string());
const bookingSchema = z.object({
  how: text,
  note: text,
  bookedAt: text,
  bookedBy: text,
  mayUndo: z.boolean(),
  /** Bookings that were taken back, the latest last. */
  undone: z.array(z.object({ paidOn: z.string(), undoneAt: z.string(), reason: z.string() })),
});

/** Contract's money as private.contract_payments returns it. */
const contractMoneySchema = z.extend(moneySchema, {
  contract: z.object({
    id: z.string(),
    number: z.string(),
    tenantName: z.string(),
    acceptedOn: z.string(),
    /** State as private.contract_state returns it. */
    state: z.string(),
  }),
  /** Shortest possible notice, in days. */
  noticeDays: z.number(),
  bookings: z.record(z.string(), bookingSchema),
});
export type ContractMoney = z.output<typeof contractMoneySchema>;
export type Payment = ContractMoney["payments"][number];

/** Reads a view's payments that match a search, ordered by day; paid ones newest first. */
export function usePayments(view: PaymentView, search: string) {
  return useStaffPages({
    queryKey: [...paymentsKey, "list", view, search],
    schema: rowSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_payments", {
        view,
        search: search || null,
        after_date: after?.moment ?? null,
        after_id: after?.id ?? null,
        page_size,
      }),
    endOf: (last) => ({ moment: last.paid_on ?? last.due_on, id: last.id }),
  });
}

/** Reads the money of a contract. `id` is the contract's or that of one of its payments. */
export function useContractMoney(id: string) {
  return useStaffQuery({
    queryKey: [...paymentsKey, "detail", id],
    schema: contractMoneySchema,
    ask: (client) => client.rpc("contract_payments", { of_id: id }),
    refetchOnWindowFocus: "always",
  });
}

const changedSchema = z.object({
  changed: z.boolean(),
  why: z.optional(z.string()),
  /** True when the fee is no longer owed, so that the booked amount must be refunded. */
  isToRefund: z.optional(z.boolean()),
});

const whyNot: Readonly<Record<string, string>> = {
  paid: "Outra pessoa já registrou este pagamento.",
  dropped: "Esta devolução não é mais devida.",
  unpaid: "Outra pessoa já tinha desfeito este registro.",
  "too-late": "Só dá para desfazer no mesmo dia do registro.",
  refunded: "A devolução já foi feita. Desfaça antes o registro dela.",
  "not-overdue": "A taxa já não está vencida, ou o contrato já não está em vigor.",
  ending: "O contrato já está sendo encerrado.",
  noticed: "O locatário já tinha sido avisado.",
  "no-address": "Este contrato não tem e-mail do locatário.",
  "too-early": "O prazo do aviso ainda não passou.",
};

/** Staff's deed on a payment: book it, undo this, give notice of the end, or end for non-payment. */
export type Deed = "book" | "undo" | "notice" | "close";

interface DeedDone {
  id: string;
  /** Day of the payment or last day to pay, as YYYY-MM-DD. */
  day: string;
  /** Note or reason, depending on the deed. */
  words: string;
}

function doDeed(client: Client, deed: Deed, { id, day, words }: DeedDone) {
  switch (deed) {
    case "book":
      return client.rpc("book_payment", { payment_id: id, paid_on: day, note: words || null });
    case "undo":
      return client.rpc("undo_payment", { payment_id: id, reason: words });
    case "notice":
      return client.rpc("give_notice", { payment_id: id, notice_on: day });
    case "close":
      return client.rpc("close_unpaid", { payment_id: id });
  }
}

const doneTitles: Record<Deed, string> = {
  book: "Pagamento registrado",
  undo: "Registro desfeito",
  notice: "Locatário avisado",
  close: "Contrato encerrado",
};

/** Does a deed. When a colleague was faster, the error says that nothing changed, and why. */
export function useDeed(deed: Deed) {
  return useStaffAction({
    ask: (client, done: DeedDone) => doDeed(client, deed, done),
    schema: changedSchema,
    success: ({ changed, why, isToRefund }) =>
      changed
        ? {
            title: doneTitles[deed],
            ...(isToRefund && { description: "Fica a devolver ao locatário." }),
            tone: "success",
          }
        : { title: "Nada mudou", description: whyNot[why ?? ""] ?? "", tone: "info" },
    // The history of the contract changes, too.
    changes: "everything",
  });
}
