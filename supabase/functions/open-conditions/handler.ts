import * as z from "zod/mini";
import { openConditionsSchema } from "../_shared/contracts/offer.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "callerAddress" | "hashAddress" | "files"
>;

const foundSchema = z.nullable(z.object({ path: z.string(), protocol: z.string() }));

/** Enough to begin a download. */
const linkSeconds = 60;

/** Gives whoever has a request's link the PDF of its conditions, behind a link that ends soon. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "open-conditions",
    schema: openConditionsSchema,
    async answer({ secret, offerId }, call) {
      const found = foundSchema.parse(
        await parts.callDatabase("find_conditions", {
          secret_hash: await secretHash(secret),
          offer_id: offerId,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        }),
      );
      if (found === null) {
        throw new RequestFailure(404, "not_found", "Estas condições não valem mais.");
      }
      const name = `condicoes-${found.protocol}.pdf`;
      return {
        url: await parts.files.link("offer-documents", found.path, { seconds: linkSeconds, name }),
      };
    },
  });
}
