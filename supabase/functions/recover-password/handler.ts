import { passwordRecoveryRequestSchema } from "#contracts/accounts.ts";
import type { Handler } from "../_shared/http/endpoint.ts";
import { createLinkRequest } from "../_shared/callers.ts";
import type { Parts } from "../_shared/parts.ts";

const queries = {
  contract: "request_password_recovery",
  staff: "request_staff_recovery",
} as const;

export function createHandler(parts: Parts): Handler {
  return createLinkRequest(parts, {
    name: "recover-password",
    schema: passwordRecoveryRequestSchema,
    query: ({ email, account }) => [queries[account], { email }],
  });
}
