import * as z from "zod/mini";
import { latinAdvice } from "#contracts/fields/drawn-letters.ts";
import { rowOf } from "#contracts/fields/sent-fields.ts";
import { offerReplySchema, offerRequestSchema } from "#contracts/offers/offer.ts";
import { instalmentsSchema } from "#contracts/requests/offer-terms.ts";
import { renewedTermsSchema } from "#contracts/requests/tracking.ts";
import { sha256 } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { invalidField, notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeConditionsPdf } from "../_shared/pdf/offers-conditions-pdf.ts";
import { UndrawnLetter } from "../_shared/pdf/pdf-document.ts";
import { requireRight, requireAuditedCaller } from "../_shared/callers.ts";
import { workOutOffer } from "../_shared/work-out-offer.ts";

const draftSchema = z.nullable(
  z.object({
    protocol: z.string(),
    fullName: z.string(),
    cpf: z.string(),
    propertyAddress: z.string(),
    endDate: z.string(),
    instalments: instalmentsSchema,
    renews: z.optional(renewedTermsSchema),
  }),
);

/** Stores the PDF, makes the offer and approves a pending request. A second click changes nothing. */
export function createHandler(parts: Parts): Handler {
  const name = "make-offer";
  return createEndpoint(parts.publicGate, {
    name,
    schema: offerRequestSchema,
    async answer(given, request) {
      const { offerId, simulationId, landlordId, renewsContractId, requestVersion, ...form } =
        given;
      const call = { action: name, subject_id: simulationId } as const;
      const caller = await requireAuditedCaller(parts, request, call);
      await requireRight(parts, caller, "offers", call);
      const content = await parts.readContent();
      const offer = workOutOffer(form, content, parts.now());
      const row = {
        ...rowOf(offer),
        id: offerId,
        simulation_id: simulationId,
        landlord_id: landlordId,
        renews_contract_id: renewsContractId ?? null,
        ...(requestVersion !== undefined && { request_version: requestVersion }),
      };
      const draft = draftSchema.parse(await parts.callDatabase("draft_offer", { offer: row }));
      if (draft === null) throw notFound("Simulação não encontrada.");

      const { fullName: tenantName, ...about } = draft;
      const createdAt = new Date(parts.now()).toISOString();
      const source = { ...offer, ...about, tenantName, createdAt };
      const bytes = await makeConditionsPdf(source, content, parts.siteUrl).catch(refuseField);
      const hash = await sha256(bytes);
      // The file is stored first, because an offer must never lack its file. A file without an offer does no harm.
      await parts.files.store("offer-documents", `${offerId}/${hash}.pdf`, {
        bytes,
        type: "application/pdf",
      });
      const reply = offerReplySchema.parse(
        await parts.callDatabase("make_offer", {
          offer: { ...row, conditions_sha256: hash },
          actor: caller.userId,
        }),
      );
      if (reply.changed) parts.kickDelivery();
      return reply;
    },
  });
}

/**
 * Refuses an offer with a character that the fonts lack. The form shows the message beside the field of the text, or in
 * the alert when the text has no field.
 */
function refuseField(error: unknown): never {
  if (!(error instanceof UndrawnLetter)) throw error;
  throw invalidField(error.place, `${error.message} ${latinAdvice}`);
}
