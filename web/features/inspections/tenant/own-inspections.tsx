import * as z from "zod/mini";
import { inspectionsSchema } from "#contracts/inspections/inspections.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { InspectionCard } from "../inspection-card.tsx";
import type { InspectionTexts } from "../inspection-parts.tsx";

/** Reads the reports of the lease of a contract, and its last day to claim. */
export function useOwnInspections(contractId: string) {
  const backend = useBackend();
  return useTenantQuery({
    queryKey: ["contract", contractId, "inspections"],
    schema: z.nullable(inspectionsSchema),
    ask: (client) => client.rpc("my_inspections", { contract_id: contractId }),
    enabled: backend !== null,
  });
}

interface OwnInspectionsProps {
  contractId: string;
  leaseId: string;
  texts: InspectionTexts | null | undefined;
}

/** Shows the tenant the reports of the lease whose contract is open in this tab. */
export function OwnInspections({ contractId, leaseId, texts }: OwnInspectionsProps) {
  const { data, isError, refetch } = useOwnInspections(contractId);
  if (!texts || (!data && !isError)) return null;
  return (
    <div className="card card-border print:hidden">
      <InspectionCard
        leaseId={leaseId}
        shown={data ?? null}
        party="tenant"
        intro={texts.tenantText}
        texts={texts}
        onChange={() => void refetch()}
      />
    </div>
  );
}
