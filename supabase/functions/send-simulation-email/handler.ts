import { simulationRequestSchema, untoldVersion } from "../_shared/contracts/simulation-request.ts";
import { isAcceptable } from "../_shared/contracts/legal-text.ts";
import { receiptSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  | "publicGate"
  | "callDatabase"
  | "kickDelivery"
  | "callerAddress"
  | "hashAddress"
  | "readContent"
  | "readTermsVersions"
  | "now"
>;

/**
 * Stores a simulation with its two e-mails and tells its protocol, until when an answer is promised
 * and what opens it. Success means stored, whatever mail is doing.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "send-simulation-email",
    schema: simulationRequestSchema,
    async answer({ termsVersion, ...request }, call) {
      const { rules, terms } = await parts.readContent();
      if (termsVersion !== terms.version && termsVersion !== untoldVersion) {
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

/**
 * Refuses a version that does not exist, or was replaced so long ago that nobody has just read it.
 * What cannot be looked up is believed: a simulation is not lost because the content is away.
 */
async function requireAcceptable(
  version: string,
  { readTermsVersions, now }: Pick<Needed, "readTermsVersions" | "now">,
): Promise<void> {
  const versions = await readTermsVersions();
  if (versions === undefined || isAcceptable(versions, version, now())) return;
  const acceptedTerms =
    "Os termos mudaram desde que esta página foi aberta. Recarregue a página, leia a versão nova e aceite de novo.";
  throw new RequestFailure(422, "invalid_fields", acceptedTerms, { fields: { acceptedTerms } });
}
