import { askAsStaff } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend.ts";

export type StaffAccount = NonNullable<Awaited<ReturnType<typeof readStaffAccount>>>;

/** The signed-in person's own account; null for a session that is none of staff. @throws DataFailure */
export function readStaffAccount(backend: Backend | null, userId: string, signal: AbortSignal) {
  return askAsStaff(backend, (client) =>
    client
      .from("staff")
      .select("user_id, email, status, can_release")
      .eq("user_id", userId)
      .abortSignal(signal)
      .retry(false)
      .maybeSingle(),
  );
}
