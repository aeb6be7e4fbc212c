import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { Movement } from "#contracts/payments/payments.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { openCaseFile, useOpenInTab } from "../../../backend/files/case-files.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { Whole } from "../../../ui/section/facts.tsx";
import type { ContractTexts } from "../../leases/tenant/contract-data.ts";

interface OwnReceiptsProps {
  movements: readonly Movement[];
  texts: ContractTexts["payment"];
}

/** Lists what the tenant paid and got back, each with its receipt. Shows nothing before the first movement. */
export function OwnReceipts({ movements, texts }: OwnReceiptsProps) {
  const backend = useBackend();
  const { open, isPending, opening } = useOpenInTab({
    sign: (movementId: string) => openCaseFile(backend, "tenant", { movementId }),
    onFailed: (error) => reportFailure("Erro ao abrir o recibo", error),
  });
  if (movements.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="receipts">
      <h3 id="receipts" className="text-base">
        {texts.receiptsTitle}
      </h3>
      <ul className="grid gap-4">
        {movements.map(({ id, receipt, isReversed, ...movement }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="min-w-0">
              {sayMovement(movement, texts)}
              {isReversed && <strong className="block">{texts.reversedText}</strong>}
              {receipt && (
                <span className="block text-sm text-muted tabular-nums">
                  <Whole>{receipt.number}</Whole> · <Whole>{formatLetterCode(receipt.code)}</Whole>
                </span>
              )}
            </span>
            {receipt && (
              <Button
                className="btn-outline"
                isBusy={opening === id}
                disabled={isPending}
                onClick={() => open(id)}
              >
                {texts.openReceiptLabel}
                <span className="sr-only"> {receipt.number}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sayMovement(
  { direction, amount, movedOn }: Pick<Movement, "direction" | "amount" | "movedOn">,
  texts: ContractTexts["payment"],
): string {
  return fillVariables(direction === "in" ? texts.received : texts.returned, {
    amount: formatCurrency(amount),
    paidOn: formatShortDate(movedOn),
  });
}
