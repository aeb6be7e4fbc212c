import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { waitingCorrectionSchema } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { ConfirmCorrection, type CorrectionTexts } from "./confirm-correction.tsx";

interface OwnCorrectionProps {
  contractId: string;
  texts: CorrectionTexts;
}

/** The correction that waits for the tenant who is signed in; nothing without one. */
export function OwnCorrection({ contractId, texts }: OwnCorrectionProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["contract", contractId, "correction"],
    queryFn: ({ signal }) => readCorrection(backend, contractId, signal),
    gcTime: 0,
  });
  return (
    <ConfirmCorrection
      correction={data}
      readAccessToken={() => readAccessToken(backend)}
      texts={texts}
      onChange={() => void queries.invalidateQueries({ queryKey: ["contract"] })}
    />
  );
}

async function readCorrection(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const reply = await client
    .rpc("waiting_correction", { contract_id: contractId })
    .abortSignal(signal);
  return z.nullable(waitingCorrectionSchema).parse(readReply(reply));
}

async function readAccessToken(backend: Backend | null): Promise<string | undefined> {
  if (!backend) return undefined;
  const { data } = await (await contractClient(backend)).auth.getSession();
  return data.session?.access_token;
}
