import type { Backend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";

/** The letter of the tenant's own contract; null for one from before letters. @throws DataFailure */
export async function readLetter(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return readReply(
    await client
      .from("letters")
      .select("code, file_sha256")
      .eq("contract_id", contractId)
      .abortSignal(signal)
      .retry(false)
      .maybeSingle(),
  );
}
