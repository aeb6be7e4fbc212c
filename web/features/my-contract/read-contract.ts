import type { Backend } from "../../backend/backend-context.tsx";
import { DataFailure, readReply, requireSession } from "../../backend/ask-as-staff.ts";
import { contractClient } from "../../backend/contract-session.ts";

export type Contract = NonNullable<Awaited<ReturnType<typeof readContract>>>;

/**
 * The contract with this number as the tenant's own session may see it; null when there is no
 * such contract or it is somebody else's, which the database does not tell apart.
 * @throws DataFailure; `session-ended` without a number or session
 */
export async function readContract(
  backend: Backend | null,
  contractNumber: string | null,
  signal: AbortSignal,
) {
  if (!contractNumber) throw new DataFailure("session-ended");
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  await requireSession(client);
  return readReply(
    await client
      .from("contracts")
      .select(
        "id, contract_number, status, tenant_name, tenant_cpf, tenant_email, tenant_phone, landlord_name, property_type, property_address, rental_value, guarantee_reference_value, start_date, end_date, contract_duration_months, payment_method, cover_limit, fee, close_reason",
      )
      .eq("contract_number", contractNumber)
      .abortSignal(signal)
      // Its own attempts would keep a person waiting for a failure that they can see and repeat.
      .retry(false)
      .maybeSingle(),
  );
}
