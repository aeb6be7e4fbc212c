import { useQueryClient } from "@tanstack/react-query";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { receiptsSchema } from "#contracts/leases/contract-documents.ts";
import { paymentNames } from "#contracts/payments/payments.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { openCaseFile } from "../../../backend/files/case-files.ts";
import { useOpenInTab } from "../../../backend/files/case-files.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { CasePart, Whole } from "../../../ui/section/facts.tsx";
import { contractsKey } from "../../leases/staff/contract-queries.ts";

/** Shows a contract's receipts, which the tenant also has. Shows nothing when there are none. */
export function ContractReceipts({ contractId }: { contractId: string }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { data, isError, refetch } = useStaffQuery({
    queryKey: [...contractsKey, "receipts", contractId],
    schema: receiptsSchema,
    ask: (client) => client.rpc("list_receipts", { contract_id: contractId }),
  });
  const { open, isPending, opening } = useOpenInTab({
    sign: (paymentId: string) => openCaseFile(backend, "staff", { paymentId }),
    onOpened: () => queries.invalidateQueries({ queryKey: contractsKey }),
    onFailed: (error) => reportFailure("Erro ao abrir o recibo", error),
  });
  if (!data?.length && !isError) return null;
  return (
    <CasePart title="Recibos">
      {data ? (
        <ul className="grid gap-4">
          {data.map(({ paymentId, what, amount, paidOn, number, sha256 }) => (
            <li
              key={paymentId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
            >
              <span className="min-w-0">
                <span className="font-medium">
                  {paymentNames[what]} de {formatCurrency(amount)}, paga em{" "}
                  {formatShortDate(paidOn)}
                </span>
                <span className="block text-xs text-muted">
                  <Whole>{number}</Whole>
                  {sha256 && <code className="block break-all">SHA-256 {sha256}</code>}
                </span>
              </span>
              <Button
                isBusy={opening === paymentId}
                disabled={isPending}
                onClick={() => open(paymentId)}
              >
                Abrir recibo<span className="sr-only"> {number}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <LoadFailed text="Não foi possível carregar os recibos." onRetry={refetch} />
      )}
    </CasePart>
  );
}
