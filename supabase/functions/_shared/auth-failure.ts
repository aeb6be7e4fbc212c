import type { AuthError } from "@supabase/supabase-js";
import { rateLimited, unavailable } from "./http/request-failure.ts";

/** An error of the auth server that nobody expected, as 503. */
export const authUnavailable = ({ status, code }: AuthError) =>
  unavailable(`auth ${status ?? 0} ${code ?? ""}`.trim());

/** Returns when the auth server refused what it was given; throws 429 for its limits, 503 for an outage. */
export function throwUnlessRefused(error: AuthError): void {
  if (error.status === 429) throw rateLimited(60);
  if (error.status === undefined || error.status === 0 || error.status >= 500) {
    throw authUnavailable(error);
  }
}
