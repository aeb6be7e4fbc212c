import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { auditTrailAction } from "#contracts/stored-values.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { askAsStaff } from "../../../backend/staff/ask-as-staff.ts";
import { titleOfAction } from "../../../backend/staff/action-titles.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { saveFile } from "../../../ui/feedback/save-file.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { type AuditRow, auditRowSchema, writeAuditCsv } from "./audit-csv.ts";

/** Filters of the audit trail. An empty text filters nothing. Days are YYYY-MM-DD. */
export interface AuditFilter {
  person: string;
  action: string;
  typed: string;
  from: string;
  to: string;
  outcome: string;
}

const parametersOf = ({ person, action, typed, from, to, outcome }: AuditFilter) => ({
  person: person || null,
  action: action || null,
  typed_case: typed.trim() || null,
  from_day: from || null,
  to_day: to || null,
  outcome: outcome || null,
});

const PAGE_SIZE = 20;

/** Position of a page's last row. The next page begins after this row. */
type PageEnd = Pick<AuditRow, "id" | "occurred_at">;

/** Reads the audit trail page by page, newest first. Each filter is recorded as a reading, so nothing reloads alone. */
export function useAudit(filter: AuditFilter) {
  const backend = useBackend();
  return useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: async ({ pageParam, signal }) =>
      z.array(auditRowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_audit", {
              ...parametersOf(filter),
              before_at: pageParam?.occurred_at ?? null,
              before_id: pageParam?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? (page.at(-1) ?? null) : null),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function firstPage(): PageEnd | null {
  return null;
}

/** Actions for the filter, in the order of their words. */
export const actionOptions = auditTrailAction
  .map((value) => ({ value, label: titleOfAction(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "pt-BR"));

export function useAuditDownload() {
  return useStaffAction({
    failure: "Erro ao baixar o arquivo",
    failureText: "Confira sua conexão e tente novamente.",
    ask: (client, filter: AuditFilter) => client.rpc("export_audit", parametersOf(filter)),
    schema: z.array(auditRowSchema),
    onSuccess(rows) {
      if (rows.length === 0) showToast({ title: "Nada a baixar", tone: "info" });
      else {
        saveFile(
          new Blob([writeAuditCsv(rows)], { type: "text/csv;charset=utf-8" }),
          "auditoria.csv",
        );
      }
    },
  });
}
