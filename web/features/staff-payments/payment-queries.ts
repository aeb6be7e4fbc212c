import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { paymentsWhat } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { moneySchema } from "../../../supabase/functions/_shared/contracts/guarantee/payments.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { staffCountsKey } from "../../backend/backend-query-provider.tsx";
import { usePages } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const PAGE_SIZE = 20;
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

/** The money of a contract, as private.contract_payments gives it. */
const contractMoneySchema = z.extend(moneySchema, {
  contract: z.object({
    id: z.string(),
    number: z.string(),
    tenantName: z.string(),
    acceptedOn: z.string(),
    /** As private.contract_state says. */
    state: z.string(),
  }),
  /** How many days a notice gives at least. */
  noticeDays: z.number(),
  bookings: z.record(z.string(), bookingSchema),
});
export type ContractMoney = z.output<typeof contractMoneySchema>;
export type Payment = ContractMoney["payments"][number];

/** The payments of a view that match a search, by their day; what was paid the newest first. */
export function usePayments(view: PaymentView, search: string) {
  const backend = useBackend();
  return usePages({
    queryKey: [...paymentsKey, "list", view, search],
    pageSize: PAGE_SIZE,
    endOf: (last: PaymentRow) => ({ moment: last.paid_on ?? last.due_on, id: last.id }),
    read: async (after, signal) =>
      z.array(rowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_payments", {
              view,
              search: search || null,
              after_date: after?.moment ?? null,
              after_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

/** What a contract owes and paid; `id` is the contract's, or that of one of its payments. */
export function useContractMoney(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...paymentsKey, "detail", id],
    queryFn: async ({ signal }) =>
      contractMoneySchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contract_payments", { of_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}

const changedSchema = z.object({
  changed: z.boolean(),
  why: z.optional(z.string()),
  /** The fee was owed no more: what was booked is to be given back. */
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

/** What staff do with a payment: note it, take that back, give notice of the end, end for want of it. */
export type Deed = "book" | "undo" | "notice" | "close";

interface DeedDone {
  id: string;
  /** YYYY-MM-DD: when it was paid, or until when it can be. */
  day: string;
  /** A note, or a reason. */
  words: string;
}

const deeds: Record<Deed, (backend: Backend | null, done: DeedDone) => Promise<unknown>> = {
  book: (backend, { id, day, words }) =>
    askAsStaff(backend, (client) =>
      client.rpc("book_payment", { payment_id: id, paid_on: day, note: words || null }),
    ),
  undo: (backend, { id, words }) =>
    askAsStaff(backend, (client) => client.rpc("undo_payment", { payment_id: id, reason: words })),
  notice: (backend, { id, day }) =>
    askAsStaff(backend, (client) => client.rpc("give_notice", { payment_id: id, notice_on: day })),
  close: (backend, { id }) =>
    askAsStaff(backend, (client) => client.rpc("close_unpaid", { payment_id: id })),
};

const doneTitles: Record<Deed, string> = {
  book: "Pagamento registrado",
  undo: "Registro desfeito",
  notice: "Locatário avisado",
  close: "Contrato encerrado",
};

/** Does one of these; whoever comes second is told that nothing changed, and why. */
export function useDeed(deed: Deed) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (done: DeedDone) => changedSchema.parse(await deeds[deed](backend, done)),
    onSuccess: ({ changed, why, isToRefund }) => {
      showToast(
        changed
          ? {
              title: doneTitles[deed],
              ...(isToRefund && { description: "Fica a devolver ao locatário." }),
              tone: "success",
            }
          : { title: "Nada mudou", description: whyNot[why ?? ""] ?? "", tone: "info" },
      );
      // The contract's history, too.
      return Promise.all([
        queries.invalidateQueries({ queryKey: paymentsKey }),
        queries.invalidateQueries({ queryKey: ["staff-contracts"] }),
        queries.invalidateQueries({ queryKey: staffCountsKey }),
      ]);
    },
  });
}
