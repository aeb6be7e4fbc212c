import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { DataFailure, askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { saveFile } from "../../ui/feedback/save-file.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { paymentSchema, writePaymentsCsv } from "./payments-csv.ts";
import type { Credit, StatementLayout } from "./read-statement.ts";

const statementKey = ["bank-statement"] as const;

const previewSchema = z.object({
  lines: z.array(
    z.object({
      /** Of the credit, from 1. */
      place: z.number(),
      /** As private.match_statement says it. */
      state: z.string(),
      payment_id: z.optional(z.string()),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      contractId: z.string(),
      contractNumber: z.string(),
      tenant: z.string(),
      amount: z.number(),
      dueOn: z.string(),
      paidOn: z.nullable(z.string()),
      isOwed: z.boolean(),
    }),
  ),
});
export type StatementPreview = z.output<typeof previewSchema>;
export type StatementLine = StatementPreview["lines"][number];
export type OwedPayment = StatementPreview["payments"][number];

/** What a credit is to do: pay this, pay the fee of the contract with this number, or nothing ever. */
export type Choice =
  | { place: number; payment: string }
  | { place: number; contract: string }
  | { place: number; aside: true };

/** What the credits of a file, which has an id of its own, would pay. */
export function usePreview(fileId: string, credits: readonly Credit[]) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...statementKey, "preview", fileId],
    queryFn: async ({ signal }) =>
      previewSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("preview_statement", { lines: toJson(credits) }).abortSignal(signal),
        ),
      ),
    // A second look is at the same file; a booking asks anew.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

const bookedSchema = z.object({
  booked: z.array(z.number()),
  aside: z.number(),
  refused: z.array(z.number()),
});

/** Books what was chosen; a second click finds it booked. */
export function useBooking(credits: readonly Credit[]) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choices: readonly Choice[]) =>
      bookedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("book_statement", { lines: toJson(credits), choices: toJson(choices) }),
        ),
      ),
    // Contracts and what is owed of them have changed, too.
    onSuccess: () => queries.invalidateQueries(),
  });
}

const layoutSchema = z.nullable(
  z.object({
    account: z.string(),
    columns: z.array(z.nullable(z.enum(["date", "amount", "text"]))),
  }),
);

/** How files that begin like this one are read; null for those that nobody has explained. */
export function useLayout(header: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...statementKey, "layout", header],
    queryFn: async ({ signal }) =>
      layoutSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("statement_layout", { header }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: false,
  });
}

/** Keeps it, for whoever brings such a file. */
export function useKeepLayout(header: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ account, columns }: StatementLayout) =>
      askAsStaff(backend, (client) =>
        client.rpc("statement_layout", { header, account, columns: toJson(columns) }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...statementKey, "layout", header] }),
  });
}

/** Gives the browser a CSV of what was paid in a month, YYYY-MM. */
export function useMonthDownload() {
  const backend = useBackend();
  return useMutation({
    mutationFn: async (month: string) =>
      z
        .array(paymentSchema)
        .parse(
          await askAsStaff(backend, (client) =>
            client.rpc("payments_of_month", { month: `${month}-01` }),
          ),
        ),
    onSuccess(payments, month) {
      if (payments.length === 0) {
        showToast({ title: "Nenhum pagamento neste mês", tone: "info" });
        return;
      }
      const file = new Blob([writePaymentsCsv(payments)], { type: "text/csv;charset=utf-8" });
      saveFile(file, `pagamentos-${month}.csv`);
    },
    onError: (error) =>
      showToast({
        title: "Erro ao baixar os pagamentos",
        description: reasonOf(error),
        tone: "destructive",
      }),
  });
}

/** What to tell whoever asked: the database's own sentence, where it has one. */
export function reasonOf(error: Error): string {
  const isSentence = error instanceof DataFailure && error.reason === "refused";
  return isSentence ? error.message : "Confira sua conexão e tente novamente.";
}

function toJson(value: readonly (Credit | Choice | string | null)[]) {
  return value.map((item) => (item !== null && typeof item === "object" ? { ...item } : item));
}
