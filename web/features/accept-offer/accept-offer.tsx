import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  contractStateOn,
  isRunningState,
} from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import {
  type TrackedContract,
  type TrackedOffer,
  firstAccessReplySchema,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { clientTabPath } from "../../config/paths.ts";
import { FormAlert } from "../../ui/form/form.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { AcceptanceForm } from "./acceptance-form.tsx";
import { type Answer, AnswerOffer } from "./answer-offer.tsx";
import { OfferConditions, type OfferCoverage, type OfferTexts } from "./offer-conditions.tsx";

export interface AcceptOfferProps {
  secret: string;
  offer: TrackedOffer;
  contract: TrackedContract | undefined;
  texts: OfferTexts;
  coverage: OfferCoverage;
  /** Something about the offer changed, or turns out to have. */
  onChange: () => void;
}

/** The conditions of a request: to be accepted while they are open, to be read again afterwards. */
export function AcceptOffer({
  secret,
  offer,
  contract,
  texts,
  coverage,
  onChange,
}: AcceptOfferProps) {
  const [isNew, setIsNew] = useState(false);
  // Known before the request is asked for anew.
  const [sent, setSent] = useState<{ offerId: string; answer: Answer; moment: number }>();
  const answer = sent?.offerId === offer.id ? sent.answer : undefined;
  const isDeclined = offer.status === "declined" || answer === "decline";
  const isOpen = mayAccept(offer) && !isDeclined;
  const title = isDeclined ? texts.refusedTitle : texts.expiredTitle;
  const changed = () => {
    setIsNew(true);
    onChange();
  };
  return (
    <>
      {contract && <Accepted offer={offer} contract={contract} texts={texts} isNew={isNew} />}
      {isDeclined && (
        <Outcome title={texts.declinedTitle} isNew={isNew}>
          <p>{texts.declinedText}</p>
        </Outcome>
      )}
      {isOpen && answer === "question" && (
        // Another question is another outcome, whose title takes the focus again.
        <Outcome key={sent?.moment} title={texts.askedTitle} isNew={isNew}>
          <p>{texts.askedText}</p>
        </Outcome>
      )}
      {isOpen && answer !== "question" && (offer.adjustmentAskedAt ?? answer) && (
        <Outcome title={texts.adjustedTitle} isNew={isNew}>
          <p>{texts.adjustedText}</p>
        </Outcome>
      )}
      <section className="card card-border grid gap-5 max-sm:gap-4" aria-labelledby="offer-title">
        <div>
          <h2 id="offer-title" tabIndex={-1} className="text-card scroll-mt-24">
            {isOpen || offer.status === "accepted" ? texts.title : title}
          </h2>
          {isOpen && (
            <p className="mt-2">
              {texts.validLabel}{" "}
              <time dateTime={offer.validUntil} className="font-bold">
                {formatDateTime(offer.validUntil)}
              </time>
            </p>
          )}
        </div>
        <OfferConditions secret={secret} offer={offer} texts={texts} coverage={coverage} />
        {isOpen && (
          <>
            <AcceptanceForm
              key={offer.id}
              secret={secret}
              offer={offer}
              texts={texts}
              onAccepted={changed}
              onChange={onChange}
            />
            <AnswerOffer
              key={`answer ${offer.id}`}
              secret={secret}
              offer={offer}
              texts={texts}
              onAnswered={(given) => {
                setSent({ offerId: offer.id, answer: given, moment: Date.now() });
                changed();
              }}
            />
          </>
        )}
      </section>
    </>
  );
}

/** The page may have been open for longer than the offer. */
function mayAccept({ status, validUntil }: TrackedOffer, now = Date.now()): boolean {
  return status === "open" && Date.parse(validUntil) > now;
}

interface AcceptedProps extends Pick<AcceptOfferProps, "offer" | "texts"> {
  contract: TrackedContract;
  /** It was accepted here and now. */
  isNew: boolean;
}

/**
 * What came of the acceptance; until the guarantee begins, and as long as nobody has come for the
 * contract, what comes next and until when.
 */
function Accepted({ offer, contract, texts, isNew }: AcceptedProps) {
  const { contractNumber, hasPassword } = contract;
  const state = contractStateOn(contract, todayInBrasilia());
  const isRunning = isRunningState(state);
  const isKnown = offer.renews !== undefined && hasPassword;
  const told = isKnown ? texts.renewalAcceptedText : texts.acceptedText;
  const [before, after] = told.split("{{contractNumber}}");
  const steps = fillVariables(isKnown ? texts.renewalSteps : texts.nextSteps, {
    fee: formatCurrency(offer.fee),
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

interface OutcomeProps {
  title: string;
  /** It was answered here and now. */
  isNew: boolean;
  children: ReactNode;
}

/** What became of the conditions. */
function Outcome({ title, isNew, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button is gone, and the focus with it.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <section className="card card-border grid gap-3" aria-labelledby="outcome-title">
      <h2 ref={heading} id="outcome-title" tabIndex={-1} className="text-card">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ContractAccessProps extends Pick<AcceptOfferProps, "secret" | "texts" | "onChange"> {
  contract: TrackedContract;
}

/** The way into a contract that is ready; nothing before, and once it is over. */
export function ContractAccess({ contract, ...first }: ContractAccessProps) {
  if (!contract.isReady || !isRunningState(contractStateOn(contract, todayInBrasilia())))
    return null;
  if (!contract.hasPassword) return <FirstAccess {...first} />;
  return <ButtonLink href={clientTabPath}>{first.texts.readyLabel}</ButtonLink>;
}

/** The link to the first password once more, for whoever let it expire or does not find it. */
function FirstAccess({ secret, texts, onChange }: Omit<ContractAccessProps, "contract">) {
  const backend = useBackend();
  const asking = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "request-access",
        body: { secret },
        data: firstAccessReplySchema,
      }),
    // There is a password meanwhile: the page then shows the way to sign in.
    onSuccess: ({ changed }) => !changed && onChange(),
  });
  return (
    <>
      <button
        type="button"
        className="btn btn-primary"
        disabled={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {asking.isPending ? texts.accessSendingLabel : texts.accessLabel}
      </button>
      <output className="empty:hidden">{asking.data?.changed && texts.accessSentText}</output>
      {asking.error && <FormAlert>{asking.error.message || texts.accessFailedText}</FormAlert>}
    </>
  );
}
