import * as z from "zod/mini";
import { useStaffAction, useStaffQuery } from "../../../../backend/staff/staff-hooks.ts";
import { sentenceOf } from "../../../../ui/form/form-failure.ts";
import {
  type ColumnKind,
  type StatementLine,
  toStatementJson,
} from "../statement/statement-reading.ts";
import type { Choice } from "./statement-choices.ts";
import { previewSchema } from "./statement-preview.ts";

const statementKey = ["bank-statement"] as const;

/** Reads what the lines of a file would book. `fileId` changes with the file and with each answer about the file. */
export function usePreview(fileId: string, lines: readonly StatementLine[]) {
  return useStaffQuery({
    queryKey: [...statementKey, "preview", fileId],
    schema: previewSchema,
    ask: (client) => client.rpc("preview_statement", { lines: toStatementJson(lines) }),
    // Only a booking changes the preview, and each booking reloads the preview.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

const bookedSchema = z.object({
  booked: z.array(z.number()),
  aside: z.number(),
  refused: z.array(z.object({ place: z.number(), why: z.string() })),
});
export type Booked = z.output<typeof bookedSchema>;

/** Books the chosen lines. A second call for the same lines books nothing. */
export function useBooking(lines: readonly StatementLine[]) {
  return useStaffAction({
    ask: (client, choices: readonly Choice[]) =>
      client.rpc("book_statement", {
        lines: toStatementJson(lines),
        choices: choices.map((choice) => ({ ...choice })),
      }),
    schema: bookedSchema,
    // A booking changes contracts, charges and the menu's counts, so all data is loaded again.
    changes: "everything",
  });
}

const columnKinds = [
  "date",
  "amount",
  "in",
  "out",
  "direction",
  "text",
  "id",
  "account",
] as const satisfies readonly ColumnKind[];

const layoutSchema = z.nullable(
  z.object({ account: z.string(), columns: z.array(z.nullable(z.enum(columnKinds))) }),
);

/**
 * Reads the account name and the meaning of the columns that staff stored for files with this header; null when nothing
 * is stored.
 */
export function useLayout(header: string | null) {
  return useStaffQuery({
    queryKey: [...statementKey, "layout", header],
    schema: layoutSchema,
    ask: (client) => client.rpc("statement_layout", { header: header ?? "" }),
    enabled: header !== null,
    refetchOnWindowFocus: false,
  });
}

/**
 * Stores the account name and the meaning of the columns. They apply to all later files with this header, for all
 * staff.
 */
export function useKeepLayout(header: string) {
  return useStaffAction({
    ask: (client, kept: { account: string; columns: readonly ColumnKind[] }) =>
      client.rpc("statement_layout", { header, account: kept.account, columns: [...kept.columns] }),
    changes: [...statementKey, "layout", header],
  });
}

/** Returns the database's error message, or a general message. */
export function reasonOf(error: Error): string {
  return sentenceOf(error) || "Confira sua conexão e tente novamente.";
}
