import { useMutation } from "@tanstack/react-query";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { contractStateOn, isRunningState } from "#contracts/leases/contract.ts";
import { describeFirstPayment } from "#contracts/requests/offer-terms.ts";
import {
  type TrackedContract,
  type TrackedOffer,
  firstAccessReplySchema,
} from "#contracts/requests/tracking.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import { clientTabPath } from "../../../config/paths.ts";
import { FormAlert } from "../../../ui/form/form.tsx";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { Outcome } from "../../offers/applicant/accept-offer.tsx";
import type { OfferTexts } from "../../offers/applicant/offer-conditions.tsx";

interface AcceptedContractProps {
  offer: TrackedOffer;
  texts: OfferTexts;
  contract: TrackedContract;
  /** True when the person accepted on this page a moment ago. */
  isNew: boolean;
}

/** Confirms the acceptance. Lists the next steps until the guarantee has begun and the tenant has a password. */
export function AcceptedContract({ offer, contract, texts, isNew }: AcceptedContractProps) {
  const { contractNumber, hasPassword } = contract;
  const state = contractStateOn(contract, todayInBrasilia());
  const isRunning = isRunningState(state);
  const isKnown = offer.renews !== undefined && hasPassword;
  const accepted = isKnown ? texts.renewalAcceptedText : texts.acceptedText;
  const [before, after] = accepted.split("{{contractNumber}}");
  const steps = fillVariables(isKnown ? texts.renewalSteps : texts.nextSteps, {
    fee: formatCurrency(offer.fee),
    firstPayment: describeFirstPayment(offer),
    feeDueOn: formatShortDate(offer.feeDueOn),
    payment: offer.paymentMethod,
    start: formatShortDate(contract.startDate),
    end: formatShortDate(contract.endDate),
  });
  return (
    <Outcome title={texts.acceptedTitle} isNew={isNew}>
      <p>
        {before}
        {after !== undefined && <Whole>{contractNumber}</Whole>}
        {after}
      </p>
      {isRunning && (state !== "in_force" || !hasPassword) && (
        <>
          <h3 className="text-base">{texts.nextTitle}</h3>
          <ol className="grid list-decimal gap-1 pl-5">
            {steps.split("\n").map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </Outcome>
  );
}

interface ContractAccessProps {
  secret: string;
  texts: OfferTexts;
  onChange: () => void;
  contract: TrackedContract;
}

/**
 * Button that opens a running contract, or requests a link for the first password. It is absent for other contracts.
 */
export function ContractAccess({ contract, ...first }: ContractAccessProps) {
  if (!contract.isReady || !isRunningState(contractStateOn(contract, todayInBrasilia())))
    return null;
  if (!contract.hasPassword) return <FirstAccess {...first} />;
  return <ButtonLink href={clientTabPath}>{first.texts.readyLabel}</ButtonLink>;
}

/** Button that sends the tenant a new link for the first password, when the old link is lost or expired. */
function FirstAccess({ secret, texts, onChange }: Omit<ContractAccessProps, "contract">) {
  const backend = useBackend();
  const asking = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "request-access",
        body: { secret },
        data: firstAccessReplySchema,
      }),
    // `changed` is false when the tenant already has a password. The page then shows the link to sign in.
    onSuccess: ({ changed }) => !changed && onChange(),
  });
  return (
    <>
      <Button className="btn-primary" disabled={asking.isPending} onClick={() => asking.mutate()}>
        {asking.isPending ? texts.accessSendingLabel : texts.accessLabel}
      </Button>
      <output className="empty:hidden">{asking.data?.changed && texts.accessSentText}</output>
      {asking.error && <FormAlert>{asking.error.message || texts.accessFailedText}</FormAlert>}
    </>
  );
}
