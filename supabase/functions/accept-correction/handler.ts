import * as z from "zod/mini";
import { requireAccount } from "../_shared/callers.ts";
import { acceptCorrectionSchema } from "../_shared/contracts/guarantee/correction.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "kickDocuments" | "callerAddress" | "hashAddress"
>;

const resultSchema = z.nullable(
  z.object({ outcome: z.enum(["applied", "withdrawn", "closed", "name"]) }),
);

const gone = {
  withdrawn: "Esta correção foi retirada. O contrato continua como está.",
  closed: "Este contrato já não está em vigor.",
};

/**
 * Accepts a correction of a contract for its tenant, who has the link of the request or is signed in. The
 * letter is made anew at once; a second click gets the same answer.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "accept-correction",
    schema: acceptCorrectionSchema,
    async answer({ correctionId, fullName, secret }, call) {
      const door =
        secret === undefined
          ? { account: await requireAccount(call, parts.auth) }
          : { secret_hash: await secretHash(secret) };
      const result = resultSchema.parse(
        await parts.callDatabase("accept_correction", {
          correction_id: correctionId,
          full_name: fullName,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
          user_agent: (call.headers.get("user-agent") ?? "").slice(0, 500),
          ...door,
        }),
      );
      if (result === null) {
        throw new RequestFailure(404, "not_found", "Correção não encontrada.");
      }
      if (result.outcome === "name") {
        const fields = { fullName: "O nome não é o do contrato" };
        throw new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", {
          fields,
        });
      }
      if (result.outcome !== "applied") {
        throw new RequestFailure(409, "conflict", gone[result.outcome]);
      }
      parts.kickDocuments();
      return {};
    },
  });
}
