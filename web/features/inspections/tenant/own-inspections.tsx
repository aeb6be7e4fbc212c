import * as z from "zod/mini";
import { inspectionsSchema } from "#contracts/inspections/inspections.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { InspectionCard } from "../inspection-card.tsx";
import type { InspectionTexts } from "../inspection-parts.tsx";

interface OwnInspectionsProps {
  contractId: string;
  texts: InspectionTexts | null | undefined;
}

/** Shows the tenant the reports of the contract that is open in this tab. */
export function OwnInspections({ contractId, texts }: OwnInspectionsProps) {
  const backend = useBackend();
  const { data, isError, refetch } = useTenantQuery({
    queryKey: ["contract", contractId, "inspections"],
    schema: z.nullable(inspectionsSchema),
    ask: (client) => client.rpc("my_inspections", { contract_id: contractId }),
    enabled: backend !== null,
  });
  if (!texts || (!data && !isError)) return null;
  return (
    <div className="card card-border print:hidden">
      <InspectionCard
        contractId={contractId}
        shown={data ?? null}
        party="tenant"
        intro={texts.tenantText}
        texts={texts}
        onChange={() => void refetch()}
      />
    </div>
  );
}
