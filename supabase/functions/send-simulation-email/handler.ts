import { simulationRequestSchema, unnamedVersion } from "#contracts/requests/simulation-request.ts";
import { isAcceptable } from "#contracts/legal-text.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { invalidField } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/** Stores a simulation, queues two e-mails and returns a receipt. Succeeds even if no mail can be sent. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "send-simulation-email",
    schema: simulationRequestSchema,
    async answer({ termsVersion, ...request }, call) {
      const { rules, terms } = await parts.readContent();
      if (termsVersion !== terms.version && termsVersion !== unnamedVersion) {
        await requireAcceptable(termsVersion, parts);
      }
      const stored = await parts.callDatabase("submit_simulation", {
        request,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
        terms_version: termsVersion,
        answer_hours: rules.approvalHours,
      });
      parts.kickDelivery();
      return receiptSchema.safeParse(stored).data ?? {};
    },
  });
}

/** Refuses unknown and long outdated versions of the terms. Accepts every version while the content API is down. */
async function requireAcceptable(
  version: string,
  { readTermsVersions, now }: Parts,
): Promise<void> {
  const versions = await readTermsVersions();
  if (versions === undefined || isAcceptable(versions, version, now())) return;
  const message =
    "Os termos mudaram desde que esta página foi aberta. Recarregue a página, leia a versão nova e aceite de novo.";
  throw invalidField("acceptedTerms", message);
}
