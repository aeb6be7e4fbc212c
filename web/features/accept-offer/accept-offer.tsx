import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import type {
  TrackedContract,
  TrackedOffer,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { clientTabPath } from "../../config/paths.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
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
  const [sent, setSent] = useState<{ offerId: string; answer: Answer }>();
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
      {contract && <Accepted contract={contract} texts={texts} isNew={isNew} />}
      {isDeclined && (
        <Outcome title={texts.declinedTitle} isNew={isNew}>
          <p>{texts.declinedText}</p>
        </Outcome>
      )}
      {isOpen && (offer.adjustmentAskedAt ?? answer) && (
        <Outcome title={texts.adjustedTitle} isNew={isNew}>
          <p>{texts.adjustedText}</p>
        </Outcome>
      )}
      <section className="card card-border grid gap-8" aria-labelledby="offer-title">
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
                setSent({ offerId: offer.id, answer: given });
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

interface AcceptedProps {
  contract: TrackedContract;
  texts: OfferTexts;
  /** It was accepted here and now. */
  isNew: boolean;
}

function Accepted({ contract, texts, isNew }: AcceptedProps) {
  const { contractNumber, status, isReady } = contract;
  const [before, after] = texts.acceptedText.split("{{contractNumber}}");
  return (
    <Outcome title={texts.acceptedTitle} isNew={isNew}>
      <p>
        {before}
        {after !== undefined && <span className="inline-block">{contractNumber}</span>}
        {after}
      </p>
      {isReady && status === "active" && (
        <ButtonLink href={clientTabPath} className="justify-self-start">
          {texts.readyLabel}
        </ButtonLink>
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
