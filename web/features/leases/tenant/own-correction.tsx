import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { waitingCorrectionSchema } from "#contracts/requests/tracking.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { ConfirmCorrection, type CorrectionTexts } from "./confirm-correction.tsx";

interface OwnCorrectionProps {
  contractId: string;
  texts: CorrectionTexts;
}

/** Shows the correction that the signed-in tenant has not accepted yet; null when there is none. */
export function OwnCorrection({ contractId, texts }: OwnCorrectionProps) {
  const queries = useQueryClient();
  const { data } = useTenantQuery({
    queryKey: ["contract", contractId, "correction"],
    schema: z.nullable(waitingCorrectionSchema),
    ask: (client) => client.rpc("waiting_correction", { contract_id: contractId }),
  });
  return (
    <ConfirmCorrection
      correction={data}
      texts={texts}
      onChange={() => void queries.invalidateQueries({ queryKey: ["contract"] })}
    />
  );
}
