import type { Backend } from "../../backend/backend.ts";
import { contractClient } from "../../backend/contract-client.ts";
import { DataFailure } from "../../backend/data-failure.ts";
import { readReply } from "../../backend/read-reply.ts";

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
