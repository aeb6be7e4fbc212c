import { atLeast } from "../_shared/callers.ts";
import {
  specimenCode,
  type VerifiedLetter,
  verifiedLetterSchema,
  verifyLetterSchema,
} from "../_shared/contracts/guarantee/letters.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "callerAddress" | "hashAddress" | "now" | "wait"
>;

/** Longer than the database takes for a code that is right. */
const sameTimeMilliseconds = 200;

const specimen: VerifiedLetter = { state: "specimen" };

/** Tells whoever has a letter's code what it is worth today; wrong codes take as long. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "verify-letter",
    schema: verifyLetterSchema,
    answer: ({ code }, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        // Everybody may know it: there is nothing to look up, or to count.
        if (code === specimenCode) return specimen;
        const found = await parts.callDatabase("verify_letter", {
          code,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        });
        if (found === null) {
          throw new RequestFailure(404, "not_found", "Nenhuma carta tem este código. Confira-o.");
        }
        return verifiedLetterSchema.parse(found);
      }),
  });
}
