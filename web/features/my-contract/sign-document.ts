import type { Backend } from "../../backend/backend-context.tsx";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { contractClient } from "../../backend/contract-session.ts";

/** Long enough to open the file, too short to be worth passing on. */
const VALID_SECONDS = 60;
/** An empty tab waits for the address. */
const TIMEOUT_MS = 20_000;

/** An address that shows one of the tenant's own files for a minute. @throws DataFailure */
export async function signDocument(backend: Backend | null, filePath: string): Promise<string> {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const { data, error } = await Promise.race([
    client.storage.from("contract-documents").createSignedUrl(filePath, VALID_SECONDS),
    late(),
  ]);
  if (error) throw new DataFailure("unavailable", error.message);
  return data.signedUrl;
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new DataFailure("unavailable", "timed out")), TIMEOUT_MS);
  });
}
