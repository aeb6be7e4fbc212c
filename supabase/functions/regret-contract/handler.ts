import * as z from "zod/mini";
import { callByLinkOrToken } from "../_shared/callers.ts";
import { regretReplySchema, regretSchema } from "#contracts/leases/endings.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { conflict, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const resultSchema = z.nullable(
  z.discriminatedUnion("outcome", [
    regretReplySchema,
    z.object({ outcome: z.enum(["late", "closed"]) }),
  ]),
);

const refusals = {
  late: "O prazo legal para desistir já terminou. Você ainda pode pedir o encerramento do contrato.",
  closed: "Este contrato já não está em vigor: não há mais do que desistir.",
};

/**
 * Withdraws from a contract at once (CDC, art. 49), by link or sign-in. A second click gets the same answer. An open
 * claim is asked about first.
 */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "regret-contract",
    schema: regretSchema,
    async answer({ endingId, despiteClaim = false, secret, contractId }, call) {
      const queries = { byToken: "regret_contract", byLink: "regret_by_link" };
      const result = resultSchema.parse(
        await callByLinkOrToken(parts, call, queries, {
          secret,
          ending_id: endingId,
          contract_id: contractId,
          despite_claim: despiteClaim,
        }),
      );
      if (result === null) throw linkNotFound();
      if (result.outcome === "late" || result.outcome === "closed") {
        throw conflict(refusals[result.outcome]);
      }
      if (result.outcome === "regretted") parts.kickDelivery();
      return result;
    },
  });
}
