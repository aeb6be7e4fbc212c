import * as z from "zod/mini";
import { landlordLetterSchema } from "../_shared/contracts/guarantee/landlord.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "callerAddress" | "hashAddress" | "files"
>;

/** Enough to begin a download. */
const linkSeconds = 60;

/** Gives a landlord the letter of a contract that its address sees, behind a link that ends soon. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "open-landlord-letter",
    schema: landlordLetterSchema,
    async answer({ secret, contractId }, call) {
      const path = z.nullable(z.string()).parse(
        await parts.callDatabase("find_landlord_letter", {
          secret_hash: await secretHash(secret),
          contract_id: contractId,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        }),
      );
      if (path === null) throw new RequestFailure(404, "not_found", "Esta carta não está aqui.");
      const name = "carta-de-fianca.pdf";
      return {
        url: await parts.files.link("contract-documents", path, { seconds: linkSeconds, name }),
      };
    },
  });
}
