import { requireAccessToken } from "../_shared/callers.ts";
import { correctContractSchema, correctionReplySchema } from "#contracts/leases/correction.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Corrects a contract and starts the worker for the mail or letter. The database checks that the caller is staff. */
export function createHandler(parts: Parts): Handler {
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
