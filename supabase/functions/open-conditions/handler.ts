import * as z from "zod/mini";
import { openConditionsSchema } from "#contracts/offers/offer.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const foundSchema = z.nullable(z.object({ path: z.string(), protocol: z.string() }));

export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "open-conditions",
    schema: openConditionsSchema,
    async answer({ secret, offerId }, call) {
      const found = foundSchema.parse(
        await callByLink(parts, call, "find_conditions", { secret, offer_id: offerId }),
      );
      if (found === null) throw notFound("Estas condições não valem mais.");
      const name = `condicoes-${found.protocol}.pdf`;
      return { url: await parts.files.link("offer-documents", found.path, name) };
    },
  });
}
