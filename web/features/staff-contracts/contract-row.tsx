import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import type { ContractRow as Row } from "./contract-schema.ts";
import { ContractState } from "./contract-state.tsx";

/** A line of the list. */
export function ContractRow({ contract }: { contract: Row }) {
  const { tenant_name, contract_number, property_address, start_date, end_date } = contract;
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name}</span>
        <ContractState state={contract.state} end_date={end_date} />
      </span>
      <span className="wrap-anywhere">{property_address}</span>
      <span className="text-xs text-muted tabular-nums">
        {contract_number} · {formatShortDate(start_date)} a {formatShortDate(end_date)}
      </span>
    </>
  );
}
