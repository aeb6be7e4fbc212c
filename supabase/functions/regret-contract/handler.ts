import * as z from "zod/mini";
import { requireAccessToken } from "../_shared/callers.ts";
import { regretReplySchema, regretSchema } from "../_shared/contracts/guarantee/endings.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

const resultSchema = z.nullable(
  z.discriminatedUnion("outcome", [
    z.extend(regretReplySchema, { outcome: z.literal("regretted") }),
    z.object({ outcome: z.enum(["late", "closed"]) }),
  ]),
);

const refusals = {
  late: "O prazo legal para desistir já terminou. Você ainda pode pedir o encerramento do contrato.",
  closed: "Este contrato já não está em vigor: não há mais do que desistir.",
};

/**
 * Withdraws from a contract within the days of the law (CDC, art. 49), for whoever has the link of its
 * request or is signed in to it: at once, and for good. A second click gets the same answer.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "regret-contract",
    schema: regretSchema,
    async answer({ endingId, secret, contractId }, call) {
      const ending = { ending_id: endingId };
      const result = resultSchema.parse(
        secret === undefined
          ? await parts.callDatabase(
              "regret_contract",
              { ...ending, contract_id: contractId },
              await requireAccessToken(call, parts.auth),
            )
          : await parts.callDatabase("regret_by_link", {
              ...ending,
              secret_hash: await secretHash(secret),
              address_hash: await parts.hashAddress(parts.callerAddress(call)),
            }),
      );
      if (result === null) throw linkNotFound();
      if (result.outcome !== "regretted") {
        throw new RequestFailure(409, "conflict", refusals[result.outcome]);
      }
      parts.kickDelivery();
      const { outcome: _, ...reply } = result;
      return reply;
    },
  });
}
