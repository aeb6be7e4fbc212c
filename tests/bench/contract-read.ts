import type { BackendStack } from "./backend-stack.ts";
import type { Load } from "./throughput.ts";

/** Returns the HTTP request with which the contract page reads a tenant's own contract. */
export async function contractRead(
  stack: BackendStack,
): Promise<{ url: string; load: Pick<Load, "headers"> }> {
  const [contract] = stack.accounts.contracts;
  const [row] = await stack.sql`
    select users.email from public.contracts join auth.users on users.id = contracts.user_id
    where contracts.contract_number = ${contract?.contractNumber ?? ""}`;
  const { headers } = await stack.signIn(String(row?.["email"]), contract?.password ?? "");
  const query = new URLSearchParams({
    select: "id,contract_number,status,tenant_name,tenant_cpf,landlord_name,rental_value",
    contract_number: `eq.${contract?.contractNumber}`,
  });
  const url = `${stack.url}/rest/v1/contracts?${query}`;
  const rows: unknown = await (await fetch(url, { headers })).json();
  if (!Array.isArray(rows) || rows.length !== 1) throw new Error("The tenant sees no contract.");
  return { url, load: { headers } };
}
