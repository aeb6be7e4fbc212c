import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { staffPaths } from "../../../../config/staff-paths.ts";
import { SiteLink } from "../../../../ui/layout/links.tsx";
import { casePath } from "../../../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, Whole } from "../../../../ui/section/facts.tsx";
import { ReverseButton } from "../movement-entries.tsx";
import type { MovementRow } from "./money-lists.ts";
import { MovementStatus } from "./money-rows.tsx";

/**
 * Shows a payment to a landlord, or the reversal of this payment. `ContractPayments` does not contain payments to
 * landlords.
 */
export function ClaimMovement({ movement }: { movement: MovementRow }) {
  const { id, amount, moved_on, contract_id, contract_number, tenant_name } = movement;
  const { is_reversed, reverses, receipt_number } = movement;
  const isReversal = reverses !== null;
  return (
    <section aria-labelledby={`claim-${id}`} className="card card-border grid gap-5 sm:p-8">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={`claim-${id}`} className="min-w-0 text-card">
          {isReversal ? "Estorno de um pagamento da garantia" : "Pagamento da garantia"}
        </h2>
        <MovementStatus movement={movement} />
      </header>
      <DataList className="sm:grid-cols-3">
        <Datum label="Valor">{formatCurrency(amount)}</Datum>
        <Datum label="Dia">{formatShortDate(moved_on)}</Datum>
        <Datum label="Recibo">{receipt_number && <Whole>{receipt_number}</Whole>}</Datum>
        <Datum label="Locatário">{tenant_name}</Datum>
        <Datum label="Contrato, com os acionamentos">
          {contract_id && contract_number && (
            <SiteLink className="underline" href={casePath(staffPaths.contracts, contract_id)}>
              <Whole>{contract_number}</Whole>
            </SiteLink>
          )}
        </Datum>
      </DataList>
      {!isReversal && !is_reversed && (
        <div>
          <ReverseButton id={id} />
        </div>
      )}
    </section>
  );
}
