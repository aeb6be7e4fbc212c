import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { inspectionsSchema } from "../../../supabase/functions/_shared/contracts/guarantee/inspections.ts";
import { readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { InspectionCard } from "./inspection-card.tsx";
import type { InspectionTexts } from "./inspection-parts.tsx";

interface OwnInspectionsProps {
  contractId: string;
  texts: InspectionTexts | null | undefined;
}

/** The reports of the contract that is open in this tab, for its tenant. */
export function OwnInspections({ contractId, texts }: OwnInspectionsProps) {
  const backend = useBackend();
  const { data, isError, refetch } = useQuery({
    queryKey: ["contract", contractId, "inspections"],
    queryFn: ({ signal }) => readInspections(backend, contractId, signal),
    enabled: backend !== null,
    gcTime: 0,
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

async function readInspections(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) return null;
  const client = await contractClient(backend);
  return z
    .nullable(inspectionsSchema)
    .parse(
      readReply(
        await client.rpc("my_inspections", { contract_id: contractId }).abortSignal(signal),
      ),
    );
}
