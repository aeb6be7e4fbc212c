import type { Backend } from "../../backend/backend-context.tsx";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { contractClient } from "../../backend/contract-session.ts";

export type ContractDocument = Awaited<ReturnType<typeof readDocuments>>[number];

/** The documents of a contract, by name. @throws DataFailure */
export async function readDocuments(
  backend: Backend | null,
  contractId: string,
  signal: AbortSignal,
) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return readReply(
    await client
      .from("contract_documents")
      .select("id, document_name, file_path")
      .eq("contract_id", contractId)
      .order("document_name")
      .abortSignal(signal)
      .retry(false),
  );
}
