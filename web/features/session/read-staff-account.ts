import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend-context.tsx";

const accountSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  status: z.string(),
  can_release: z.boolean(),
  /** What the session still lacks before it opens anything. */
  second_factor: z.enum(["none", "code", "enroll"]),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
});

export type StaffAccount = z.output<typeof accountSchema>;

/** The signed-in person's own account; null for a session that is none of staff. @throws DataFailure */
export async function readStaffAccount(
  backend: Backend | null,
  signal: AbortSignal,
): Promise<StaffAccount | null> {
  const [account] = await askAsStaff(backend, (client) =>
    client.rpc("my_staff_account").abortSignal(signal),
  );
  return account ? accountSchema.parse(account) : null;
}
