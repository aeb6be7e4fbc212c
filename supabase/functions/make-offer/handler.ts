import * as z from "zod/mini";
import { rowOf } from "../_shared/contracts/fields/sent-fields.ts";
import { offerReplySchema, offerRequestSchema } from "../_shared/contracts/offer.ts";
import { renewedTermsSchema } from "../_shared/contracts/tracking.ts";
import { hex } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeConditionsPdf } from "../_shared/pdf/conditions-pdf.ts";
import { requireStaff } from "../_shared/callers.ts";
import { workOutOffer } from "../_shared/work-out-offer.ts";

type Needed = Pick<
  Parts,
  | "publicGate"
  | "auth"
  | "callDatabase"
  | "files"
  | "kickDelivery"
  | "now"
  | "readContent"
  | "siteUrl"
>;

const offeredToSchema = z.nullable(
  z.object({
    protocol: z.string(),
    fullName: z.string(),
    cpf: z.string(),
    propertyAddress: z.string(),
    renews: z.optional(renewedTermsSchema),
  }),
);

/**
 * Staff offer conditions: amounts by the published rules, the PDF stored first, then everything
 * else at once. A request that waits is approved with it; a second click makes nothing.
 */
export function createHandler(parts: Needed): Handler {
  const name = "make-offer";
  return createEndpoint(parts.publicGate, {
    name,
    schema: offerRequestSchema,
    async answer({ offerId, simulationId, landlordId, renewsContractId, ...form }, request) {
      const actor = await requireStaff(parts, request, { action: name, subjectId: simulationId });
      const to = offeredToSchema.parse(
        await parts.callDatabase("find_offered_to", {
          simulation_id: simulationId,
          renews_contract_id: renewsContractId ?? null,
        }),
      );
      if (to === null) throw new RequestFailure(404, "not_found", "Simulação não encontrada.");

      const content = await parts.readContent();
      const offer = workOutOffer(form, content, parts.now());
      const { fullName: tenantName, ...about } = to;
      const createdAt = new Date(parts.now()).toISOString();
      const source = { ...offer, ...about, tenantName, createdAt };
      const bytes = await makeConditionsPdf(source, content, parts.siteUrl);
      const hash = hex(await crypto.subtle.digest("SHA-256", bytes));
      // Stored first: an offer without its file must not be; a file without its offer harms nobody.
      await parts.files.store("offer-documents", `${offerId}/${hash}.pdf`, {
        bytes,
        type: "application/pdf",
      });
      const { endDate: _generated, ...columns } = offer;
      const reply = offerReplySchema.parse(
        await parts.callDatabase("make_offer", {
          offer: {
            ...rowOf(columns),
            id: offerId,
            simulation_id: simulationId,
            landlord_id: landlordId,
            conditions_sha256: hash,
            renews_contract_id: renewsContractId ?? null,
          },
          actor,
        }),
      );
      if (reply.changed) parts.kickDelivery();
      return reply;
    },
  });
}
