import * as z from "zod/mini";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { saveFile } from "../../../ui/feedback/save-file.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { paymentSchema, writePaymentsCsv } from "./payments-csv.ts";
import type { Credit, StatementLayout } from "./read-statement.ts";

const statementKey = ["bank-statement"] as const;

const previewSchema = z.object({
  lines: z.array(
    z.object({
      /** Position of the credit, from 1. */
      place: z.number(),
      /** State as private.match_statement returns it. */
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

/** Decision about a credit: settle this payment, pay the fee of this contract, or ignore it forever. */
export type Choice =
  | { place: number; payment: string }
  | { place: number; contract: string }
  | { place: number; aside: true };

/** Reads which payments the credits of a file would settle. */
export function usePreview(fileId: string, credits: readonly Credit[]) {
  return useStaffQuery({
    queryKey: [...statementKey, "preview", fileId],
    schema: previewSchema,
    ask: (client) => client.rpc("preview_statement", { lines: toJson(credits) }),
    // The file stays the same, and a booking reloads the preview.
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

/** Books the chosen payments. A second click has no further effect. */
export function useBooking(credits: readonly Credit[]) {
  return useStaffAction({
    ask: (client, choices: readonly Choice[]) =>
      client.rpc("book_statement", { lines: toJson(credits), choices: toJson(choices) }),
    schema: bookedSchema,
    // Contracts and their debts have changed, too.
    changes: "everything",
  });
}

const layoutSchema = z.nullable(
  z.object({
    account: z.string(),
    columns: z.array(z.nullable(z.enum(["date", "amount", "text"]))),
  }),
);

/** Reads the layout of files with this header; null when nobody has explained it. */
export function useLayout(header: string) {
  return useStaffQuery({
    queryKey: [...statementKey, "layout", header],
    schema: layoutSchema,
    ask: (client) => client.rpc("statement_layout", { header }),
    refetchOnWindowFocus: false,
  });
}

/** Stores the layout for everybody who brings such a file. */
export function useKeepLayout(header: string) {
  return useStaffAction({
    ask: (client, { account, columns }: StatementLayout) =>
      client.rpc("statement_layout", { header, account, columns: toJson(columns) }),
    changes: [...statementKey, "layout", header],
  });
}

/** Downloads a CSV of the payments of a month (YYYY-MM). */
export function useMonthDownload() {
  return useStaffAction({
    ask: (client, month: string) => client.rpc("payments_of_month", { month: `${month}-01` }),
    schema: z.array(paymentSchema),
    failure: "Erro ao baixar os pagamentos",
    failureText: checkConnection,
    onSuccess(payments, month) {
      if (payments.length === 0) {
        showToast({ title: "Nenhum pagamento neste mês", tone: "info" });
        return;
      }
      const file = new Blob([writePaymentsCsv(payments)], { type: "text/csv;charset=utf-8" });
      saveFile(file, `pagamentos-${month}.csv`);
    },
  });
}

/** Returns the database's error message, or a general one. */
export function reasonOf(error: Error): string {
  return sentenceOf(error) || checkConnection;
}

const checkConnection = "Confira sua conexão e tente novamente.";

function toJson(value: readonly (Credit | Choice | string | null)[]) {
  return value.map((item) => (item !== null && typeof item === "object" ? { ...item } : item));
}
