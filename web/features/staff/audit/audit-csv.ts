import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { titleOfAction } from "../../../backend/staff/action-titles.ts";
import { caseKinds } from "../../../backend/staff/case-links.ts";
import { describeEntry, entrySchema } from "../../../backend/staff/staff-history.ts";
import { keepText, writeCsv } from "../../../formats/csv.ts";

/** Entry of private.audit_rows. */
export const auditRowSchema = z.extend(entrySchema, {
  /** Number of rows that a reading showed; 0 for other actions. */
  rows: z.number(),
  /** The case of the entry, and for a reading up to three of the cases that it showed. */
  cases: z.array(
    z.object({
      kind: z.enum([...caseKinds, "member"]),
      id: z.string(),
      /** Number or protocol, or the name of a member of staff; null for partners and landlords. */
      number: z.nullable(z.string()),
    }),
  ),
});
export type AuditRow = z.output<typeof auditRowSchema>;

/** Writes entries of the audit trail for a spreadsheet, with numbers of cases and no names of tenants or landlords. */
export function writeAuditCsv(rows: readonly AuditRow[]): string {
  return writeCsv(
    rows.map((row) => ({
      Quando: formatDateTime(row.occurred_at),
      Pessoa: keepText(row.who),
      Ação: titleOfAction(row.action),
      Resultado: row.outcome === "denied" ? "Recusada" : "Feita",
      "O que houve": describeEntry(row),
      Casos: row.cases.flatMap(({ number }) => number ?? []).join(", "),
      "Linhas vistas": row.rows === 0 ? "" : String(row.rows),
    })),
  );
}
