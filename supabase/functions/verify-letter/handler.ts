import { atLeast } from "../_shared/callers.ts";
import {
  specimenCode,
  type VerifiedLetter,
  verifiedLetterSchema,
  verifyLetterSchema,
} from "#contracts/leases/letters.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/** Minimum time of every answer. It is longer than any look-up, so that the time does not reveal a correct code. */
const sameTimeMilliseconds = 200;

const specimen: VerifiedLetter = { state: "specimen" };

/** Returns the state of a letter or receipt to a caller who knows its code. Right and wrong codes take the same time. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "verify-letter",
    schema: verifyLetterSchema,
    answer: ({ code }, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        // The specimen's code is public, so the call is not counted and nothing is looked up.
        if (code === specimenCode) return specimen;
        const found = await parts.callDatabase("verify_letter", {
          code,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        });
        if (found === null) throw notFound("Nenhuma carta ou recibo tem este código. Confira-o.");
        return verifiedLetterSchema.parse(found);
      }),
  });
}
