import { requireAccessToken } from "../_shared/callers.ts";
import {
  correctContractSchema,
  correctionReplySchema,
} from "../_shared/contracts/guarantee/correction.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "kickDelivery" | "kickDocuments"
>;

/**
 * Corrects a contract for a member of staff who may: whether the caller does, the database says. What
 * follows, a mail or a new letter, is begun at once.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "correct-contract",
    schema: correctContractSchema,
    async answer({ contractId, correctionId, knownCode, reason, ...typed }, request) {
      const token = await requireAccessToken(request, parts.auth);
      const made = correctionReplySchema.parse(
        await parts.callDatabase(
          "correct_contract",
          {
            contract_id: contractId,
            correction_id: correctionId,
            known_code: knownCode,
            wanted: {
              ...typed,
              tenant_phone: typed.tenant_phone || null,
              landlord_phone: typed.landlord_phone || null,
            },
            reason,
          },
          token,
        ),
      );
      if (made.changed) parts.kickDelivery();
      if (made.outcome === "reissued") parts.kickDocuments();
      return made;
    },
  });
}
