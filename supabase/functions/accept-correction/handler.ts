import * as z from "zod/mini";
import { acceptCorrectionSchema } from "#contracts/leases/correction.ts";
import { requireCaller } from "../_shared/callers.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { conflict, invalidFields, notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const resultSchema = z.nullable(
  z.object({ outcome: z.enum(["applied", "withdrawn", "closed", "name"]) }),
);

const conflicts = {
  withdrawn: "Esta correção foi retirada. O contrato continua como está.",
  closed: "Este contrato já não está em vigor.",
};

/** Accepts a correction in a session or by a mailed link, and issues the letter. A second click gets the same reply. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "accept-correction",
    schema: acceptCorrectionSchema,
    async answer({ correctionId, fullName, secret }, call) {
      const tenant =
        secret === undefined
          ? { account: (await requireCaller(call, parts.auth)).userId }
          : { secret_hash: await secretHash(secret) };
      const result = resultSchema.parse(
        await parts.callDatabase("accept_correction", {
          correction_id: correctionId,
          full_name: fullName,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
          user_agent: (call.headers.get("user-agent") ?? "").slice(0, 500),
          ...tenant,
        }),
      );
      if (result === null) throw notFound("Correção não encontrada.");
      if (result.outcome === "name") {
        throw invalidFields({ fullName: "O nome não é o do contrato" });
      }
      if (result.outcome !== "applied") throw conflict(conflicts[result.outcome]);
      parts.kickDocuments();
      return {};
    },
  });
}
