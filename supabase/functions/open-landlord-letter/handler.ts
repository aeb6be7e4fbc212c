import * as z from "zod/mini";
import { landlordLetterSchema } from "#contracts/landlords/landlord.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "open-landlord-letter",
    schema: landlordLetterSchema,
    async answer({ secret, contractId: contract_id }, call) {
      const path = z
        .nullable(z.string())
        .parse(await callByLink(parts, call, "find_landlord_letter", { secret, contract_id }));
      if (path === null) throw notFound("Esta carta não está aqui.");
      return { url: await parts.files.link("contract-documents", path, "carta-de-fianca.pdf") };
    },
  });
}
