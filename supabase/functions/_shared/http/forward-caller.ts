import { isUnnamed } from "./unnamed-caller.ts";

/**
 * The header that tells the auth server for whom we call: it limits by address and would see
 * ours, so that one caller could use up everybody's quota. It believes it only together with
 * the secret key, and hosted only where that is switched on (README, Production).
 */
export function forwardCaller(caller: string | null): Record<string, string> {
  return caller === null || isUnnamed(caller) ? {} : { "Sb-Forwarded-For": caller };
}
