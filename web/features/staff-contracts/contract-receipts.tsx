import { useQuery, useQueryClient } from "@tanstack/react-query";
import { receiptsSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  formatCurrency,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { paymentNames } from "../../../supabase/functions/_shared/contracts/guarantee/payments.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { openCaseFile } from "../../backend/files/case-files.ts";
import { tellFailure, useOpenInTab } from "../../backend/files/open-in-tab.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { contractsKey } from "./contract-queries.ts";
import { ContractPart } from "./contract-state.tsx";

/** The receipts of what was paid for a contract, which the tenant has, too; nothing without any. */
export function ContractReceipts({ contractId }: { contractId: string }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [...contractsKey, "receipts", contractId],
    queryFn: async ({ signal }) =>
      receiptsSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("list_receipts", { contract_id: contractId }).abortSignal(signal),
        ),
      ),
  });
  const { open, isPending, opening } = useOpenInTab({
    sign: (paymentId: string) => openCaseFile(backend, "staff", { paymentId }),
    onOpened: () => queries.invalidateQueries({ queryKey: contractsKey }),
    onFailed: (error) => tellFailure("Erro ao abrir o recibo", error),
  });
  if (!data?.length && !isError) return null;
  return (
    <ContractPart title="Recibos">
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
              <button
                type="button"
                className="btn btn-outline"
                disabled={isPending}
                onClick={() => open(paymentId)}
              >
                {opening === paymentId && <SpinnerRing />}
                Abrir recibo<span className="sr-only"> {number}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>Não foi possível carregar os recibos.</p>
          <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
            Tentar novamente
          </button>
        </div>
      )}
    </ContractPart>
  );
}
