import * as z from "zod/mini";
import { landlordAddressFormSchema } from "../fields/landlords.ts";
import { optionalTextField } from "../fields/text.ts";
import { askedEndings } from "../leases/endings.ts";
import { trackRequestSchema } from "../requests/tracking.ts";

const byLink = trackRequestSchema.shape;
const endingId = { endingId: z.uuid("Pedido inválido") };
const keysOn = { keysOn: z.iso.date("Informe o dia da entrega das chaves") };

/** Input of landlord-lease: what an address that acts for the landlord does with a lease. */
export const landlordLeaseRequestSchema = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("ask"),
      ...byLink,
      ...endingId,
      contractId: z.uuid("Contrato inválido"),
      kind: z.enum(askedEndings, "Escolha o motivo"),
      keysOn: z.optional(keysOn.keysOn),
      reason: optionalTextField(1000),
      despiteClaim: z.optional(z.boolean()),
    }),
    z.object({
      action: z.literal("state"),
      ...byLink,
      ...endingId,
      ...keysOn,
      note: optionalTextField(1000),
    }),
    z.object({ action: z.literal("withdraw"), ...byLink, ...endingId }),
    z.object({ action: z.literal("renew"), ...byLink, leaseId: z.uuid("Locação inválida") }),
    z.object({
      action: z.literal("give-address"),
      ...byLink,
      leaseId: z.uuid("Locação inválida"),
      ...landlordAddressFormSchema.shape,
    }),
  ],
  "Pedido inválido",
);

/**
 * Reply of landlord-lease. `claim` means that a claim is open and the caller must send `despiteClaim`; `enough` and
 * `closed` that no further address is taken. For a renewal, `open` means that the tenant already has an offer, and
 * `closed` that nobody may ask now.
 */
export const landlordLeaseReplySchema = z.object({
  outcome: z.enum([
    "asked",
    "open",
    "claim",
    "stated",
    "late",
    "withdrawn",
    "confirmed",
    "given",
    "enough",
    "closed",
  ]),
  protocol: z.optional(z.string()),
});
