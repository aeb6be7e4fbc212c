import * as z from "zod/mini";
import { refundAccountRequestSchema } from "#contracts/payments/bank-account.ts";
import { refundAccountSchema } from "#contracts/requests/tracking.ts";
import { callByLink, callByLinkOrToken } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/**
 * Stores the account that a tenant gives for a refund (by link or sign-in), or confirms it by a mailed link. Returns
 * the accounts in masked form.
 */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "refund-account",
    schema: refundAccountRequestSchema,
    async answer(request, call): Promise<z.output<typeof refundAccountSchema>> {
      const accounts = z.nullable(refundAccountSchema).parse(await callFor(parts, request, call));
      if (accounts === null) throw linkNotFound();
      parts.kickDelivery();
      return accounts;
    },
  });
}

async function callFor(
  parts: Parts,
  request: z.output<typeof refundAccountRequestSchema>,
  call: Request,
): Promise<unknown> {
  if (request.action === "confirm") {
    return callByLink(parts, call, "confirm_refund_account", { secret: request.accountSecret });
  }
  const { secret, contractId, account } = request;
  const queries = { byToken: "give_refund_account", byLink: "refund_account_by_link" };
  return callByLinkOrToken(parts, call, queries, { secret, contract_id: contractId, account });
}
