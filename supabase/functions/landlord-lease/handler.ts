import * as z from "zod/mini";
import {
  landlordLeaseReplySchema,
  landlordLeaseRequestSchema,
} from "#contracts/landlords/lease-requests.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Reply = z.output<typeof landlordLeaseReplySchema>;

const renewalSchema = z.nullable(z.object({ state: z.string() }));
const givenSchema = z.nullable(
  z.object({ changed: z.boolean(), why: z.optional(z.enum(["enough", "closed"])) }),
);

/**
 * Changes a lease by the link of an address that acts for the landlord: its ending, its renewal or its addresses. A
 * second click changes nothing.
 */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "landlord-lease",
    schema: landlordLeaseRequestSchema,
    async answer(request, call): Promise<Reply> {
      // This call stores changed business rules in the database, which computes deadlines from these rules.
      await parts.readContent();
      const reply = await replyTo(parts, request, call);
      if (reply === null) throw linkNotFound();
      parts.kickDelivery();
      return reply;
    },
  });
}

async function replyTo(
  parts: Parts,
  asked: z.output<typeof landlordLeaseRequestSchema>,
  call: Request,
): Promise<Reply | null> {
  switch (asked.action) {
    case "renew": {
      const { secret, leaseId: lease_id } = asked;
      const renewal = renewalSchema.parse(
        await callByLink(parts, call, "ask_renewal_by_link", { secret, lease_id }),
      );
      return renewal && { outcome: renewalOutcome(renewal.state) };
    }
    case "give-address": {
      const { secret, leaseId: lease_id, address } = asked;
      const given = givenSchema.parse(
        await callByLink(parts, call, "give_address_by_link", { secret, lease_id, address }),
      );
      return given && { outcome: given.why ?? "given" };
    }
    default: {
      const { action, secret, ...request } = asked;
      return z
        .nullable(landlordLeaseReplySchema)
        .parse(await callByLink(parts, call, "ending_by_link", { secret, action, request }));
    }
  }
}

/** Returns `open` for an offer that the tenant has or had, and `closed` when nobody may ask now. */
function renewalOutcome(state: string): Reply["outcome"] {
  if (state === "asked") return "asked";
  return state === "offered" || state === "renewed" ? "open" : "closed";
}
