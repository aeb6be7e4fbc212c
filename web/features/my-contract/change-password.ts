import type { Backend } from "../../backend/backend-context.tsx";
import { noAnswer } from "../../backend/call-function.ts";
import { contractClient, openSession } from "../../backend/contract-session.ts";

/** Changes the tenant's password and goes on in the session that comes with it. @throws CallFailure */
export async function changePassword(
  backend: Backend | null,
  body: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!backend) throw noAnswer();
  const client = await contractClient(backend);
  const { data } = await client.auth.getSession();
  const accessToken = data.session?.access_token;
  await openSession(
    backend,
    { name: "change-contract-password", body, ...(accessToken && { accessToken }) },
    contractClient,
  );
}
